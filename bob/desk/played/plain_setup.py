"""The dialog for a new game of a kind that has no dialog of its own: the scenario, who plays each seat, the dice."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bob.desk.looks import theme
from bob.desk.played.lists import ORDER
from bob.desk.played.plan import GamePlan
from bob.desk.settings import Settings
from bob.errors import BobError
from bob.kit import HUMAN, Kit, seat_told
from bob.save import ENDING
from bob.seeds import fresh_seed


class PlainSetup(QDialog):
    """What to play, and who plays. Once it was accepted, `path` is the game to go on with, or else `plan()` the new one."""

    def __init__(self, kit: Kit, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kit, self.settings, self.game = kit, settings, kit.make()
        self.path: Path | None = None
        words = settings.words
        self.seats: dict[str, QComboBox] = {}
        self.scenario = QListWidget()
        self.scenario.setAccessibleName(words("desk_game.setup.scenario"))
        for code, title in kit.scenarios(words).items():
            item = QListWidgetItem(title)
            item.setData(ORDER, code)
            self.scenario.addItem(item)
            if code == kit.usual:
                self.scenario.setCurrentItem(item)
        self.scenario.currentRowChanged.connect(lambda _: self._cast())
        self.seed = QLineEdit()
        self.seed.setPlaceholderText(words("desk.start.seed"))
        self.typed = QCheckBox(words("desk_game.setup.typed"))
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.rows, last = QFormLayout(), QFormLayout()
        last.addRow(words("desk_game.setup.seed"), self.seed)
        last.addRow("", self.typed)
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton(words("desk_game.setup.go"), QDialogButtonBox.ButtonRole.AcceptRole)
        theme.kind(self.go, "primary")
        resume = QPushButton(words("desk_game.setup.resume"))
        resume.clicked.connect(self._resume)
        self.buttons.addButton(resume, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.addButton(words("desk.box.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self._accepted)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for caption, part in (("scenario", self.scenario), ("seats", self.rows)):
            label = QLabel(words(f"desk_game.setup.{caption}"))
            theme.kind(label, "caption")
            column.addWidget(label)
            column.addWidget(part) if isinstance(part, QWidget) else column.addLayout(part)
        column.addLayout(last)
        column.addWidget(self.fault)
        column.addWidget(self.buttons)
        self.setMinimumWidth(round(480 * settings.scale))
        self._cast()

    @property
    def code(self) -> str:
        """The scenario that is chosen."""
        item = self.scenario.currentItem()
        return str(item.data(ORDER)) if item is not None else self.kit.usual

    def _cast(self) -> None:
        """The seats of the scenario, as they are usually played."""
        words = self.settings.words
        while self.rows.rowCount():
            self.rows.removeRow(0)
        self.seats = {}
        self.fault.clear()
        try:
            casting = self.kit.casting(self.game, self.code, {})
        except BobError as error:
            self.fault.setText(error.told(words))
            return
        for seat, usual in casting.alone.items():
            box = QComboBox()
            for name in (HUMAN, *self.kit.players(seat)):
                key = f"pilots.name.{name}"
                box.addItem(words("desk_game.setup.human") if name == HUMAN else words(key) if words.has(key) else name.capitalize(), name)
            box.setCurrentIndex(max(0, box.findData(usual)))
            self.seats[seat] = box
            self.rows.addRow(seat_told(words, seat), box)

    def plan(self) -> GamePlan:
        """What the form says."""
        seats = {seat: box.currentData() for seat, box in self.seats.items()}
        options = self.kit.settled(self.code, {}, [seat for seat, who in seats.items() if who == HUMAN])
        return GamePlan(self.kit.name, self.code, self.seed.text().strip() or fresh_seed(), seats, options, self.typed.isChecked())

    def _accepted(self) -> None:
        if self.seats:
            self.accept()

    def _resume(self) -> None:
        """Choose the file of a game to go on with."""
        title = self.settings.words("desk_game.setup.resume")
        found, _ = QFileDialog.getOpenFileName(self, title, str(self.settings.games_folder), f"*{ENDING}")
        if found:
            self.path = Path(found)
            self.accept()
