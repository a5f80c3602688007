"""Opening a battle from the start screen or the menu: the dialog, the file, the sheet in a window of its own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QMainWindow, QMessageBox, QWidget

from bob.desk.cards.playing import CardPlan, CardTable
from bob.desk.cards.setting_up import CardSetup
from bob.desk.cards.sheet import CardSheet
from bob.desk.settings import Settings
from bob.errors import BobError
from bob.save import ENDING

PAUSE = 450
"""Milliseconds before a pilot's order is carried out, when movement is shown."""


class CardWindow(QMainWindow):
    """A battle in a window of its own; it keeps the battle's file until it is closed."""

    def __init__(self, settings: Settings, table: CardTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.sheet = CardSheet(settings, table, self)
        self.sheet.closed.connect(self.close)
        self.sheet.again.connect(self._again)
        self.setCentralWidget(self.sheet)
        undo = QShortcut(QKeySequence.StandardKey.Undo, self)
        undo.activated.connect(table.undo)
        settings.language_changed.connect(self.retranslate)
        self.retranslate()
        self.resize(1280, 800)

    def retranslate(self) -> None:
        self.setWindowTitle(self.settings.words("desk_cards.title"))

    def _again(self) -> None:
        parent = self.parentWidget()
        self.close()
        if isinstance(parent, QWidget):  # it keeps the new window alive
            fly(self.settings, parent)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.table.close()
        super().closeEvent(event)


def fly(settings: Settings, parent: QWidget | None = None) -> CardWindow | None:
    """Ask what to fight and open it; None when it was broken off."""
    setup = CardSetup(settings, parent)
    if setup.exec() != QDialog.DialogCode.Accepted:
        return None
    try:
        return opened(settings, setup.path if setup.path is not None else setup.plan(), parent)
    except BobError as error:
        QMessageBox.warning(parent, settings.words("desk_cards.fault"), error.told(settings.words))
        return None


def opened(settings: Settings, what: CardPlan | Path, parent: QWidget | None = None) -> CardWindow:
    """The window of a new battle, kept in a file of the games' folder, or of one from its file. Raises BobError."""
    pause = PAUSE if settings.animate else 0
    if isinstance(what, Path):
        table = CardTable.open(what, pause=pause)
    else:
        folder, number = settings.games_folder, 1
        while (path := folder / f"cards-{what.scenario}-{number}{ENDING}").exists():
            number += 1
        table = CardTable.new(what, path, pause=pause)
    window = CardWindow(settings, table, parent)
    window.show()
    window.sheet.begin()
    return window
