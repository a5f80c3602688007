"""The choice of an earlier day for the damage at the beginning of a new one (OPS-C7.2)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QToolButton

from bob.desk.base.settings import Settings
from bob.files import ENDING


class YesterdayButton(QToolButton):
    """A button that asks for the kept game of an earlier day; a dialog closed without a file takes the choice back."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.chosen: Path | None = None
        self.clicked.connect(self._browse)

    def _browse(self) -> None:
        words, folder = self._settings.words, str(self._settings.games_folder)
        name, _ = QFileDialog.getOpenFileName(self, words("desk.start.after_day"), folder, f"*{ENDING}")
        self.choose(Path(name) if name else None)

    def choose(self, save: Path | None) -> None:
        """Choose a kept game, or none."""
        self.chosen = save
        self.retranslate()

    def retranslate(self) -> None:
        words = self._settings.words
        self.setText(words("desk.start.after_day") if self.chosen is None else words("desk.start.after_game", name=self.chosen.stem))
        self.setToolTip(words("desk.start.after_day_tip"))
