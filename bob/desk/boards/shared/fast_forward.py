"""The fast forward of a sheet: on without pauses and through orders without alternative, to the next decision of the seat here."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QToolButton, QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.icons import icon
from bob.desk.session.screen_game import ScreenGame


class FastForward(QToolButton):
    """The button of the fast forward. A press is one run up to a decision; orders given by it can be taken back like others."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.running = False
        self.clicked.connect(self.start)

    @property
    def may(self) -> bool:
        """Return whether there is anything to run through: others decide, or one order is all there is and no other person waits for it."""
        table = self.table
        choices = table.choices
        settled = table.view is None or table.outcome is not None or table.is_past
        if settled or choices.described or len(choices.listed) > 1:
            return False
        return table.alone if choices.listed else table.is_thinking

    def start(self) -> None:
        """Run to the next decision; while it runs, stop."""
        if self.running or not self.may:
            self.stop()
            return
        self.running = True
        self.table.hasten(True)
        self._follow()

    def stop(self) -> None:
        """Go on at the usual pace."""
        if self.running:
            self.running = False
            self.table.hasten(False)

    def follow(self) -> None:
        """Take the run further after the game has changed, and show whether one is possible."""
        words = self.settings.words
        self.setIcon(icon("run", theme.look(self.settings).strip_ink))
        self.setAccessibleName(words("desk_game.forward"))
        self.setToolTip(words("desk_game.forward_tip"))
        self.setEnabled(self.running or self.may)
        if self.running:
            QTimer.singleShot(0, self, self._follow)

    def _follow(self) -> None:
        if not self.running:
            return
        choices = self.table.choices
        if not self.may:
            self.stop()
            self.setEnabled(False)
        elif choices.listed and self.table.play(choices.listed[0]) is None:
            self.stop()
