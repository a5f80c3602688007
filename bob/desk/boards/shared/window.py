"""A game by itself in a window of its own: its sheet, its past, and the dialog for another."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDockWidget, QMainWindow, QMessageBox, QToolButton, QVBoxLayout, QWidget

from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.boards.registry import panel_of, setup_of
from bob.desk.boards.shared.history_bar import GameHistory
from bob.desk.session.files import Files
from bob.desk.session.own_game import OwnGame
from bob.desk.session.printing import PAGES, PieceWriter
from bob.driver import Driver
from bob.driver.game_titles import title_of
from bob.games import kit
from bob.report.campaign_content import save_text
from bob.report.pieces import save_pieces
from bob.report.registry import account_of, report_parts

PAUSE = 450
"""Milliseconds before an order of the program is carried out, when movement is shown."""


class GameWindow(QMainWindow):
    """It keeps the game's file until it is closed."""

    def __init__(self, settings: Settings, files: Files, table: OwnGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.files, self.table = settings, files, table
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.destroyed.connect(table.deleteLater)
        self.panel = panel_of(table.kit)(settings, table, self)
        self.panel.closed.connect(self.close)
        self.panel.again.connect(self._play_again)
        self.history = GameHistory(settings, table)
        self.back = QToolButton()
        self.back.setCheckable(True)
        self.back.toggled.connect(self.history.open)
        self.history.left.connect(lambda: self.back.setChecked(False))
        self.panel.aside.addWidget(self.back)
        self.pieces = QToolButton()
        self.pieces.clicked.connect(self._print)
        self.writer = PieceWriter(settings, self)
        self.writer.changed.connect(self._refresh)
        self.writer.notice.connect(self._written)
        self.panel.aside.addWidget(self.pieces)
        printed = report_parts(table.kit.name)
        self.pieces.setHidden(printed.pieces is None or not table.core.is_whole)
        self.report = QToolButton()
        self.report.clicked.connect(self._tell)
        self.panel.aside.addWidget(self.report)
        self.report.setHidden(printed.campaign is None or not table.core.is_whole)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.panel, 1)
        column.addWidget(self.history)
        self.setCentralWidget(whole)
        undo = QShortcut(QKeySequence.StandardKey.Undo, self)
        undo.activated.connect(self.panel.undo)
        table.changed.connect(self._refresh)
        settings.language_changed.connect(self.retranslate)
        self.retranslate()
        self.resize(1280, 800)

    def retranslate(self) -> None:
        words, kit = self.settings.words, self.table.kit
        scenario = self.table.match.header.scenario
        self.setWindowTitle(f"{title_of(words, kit.name)} – {kit.scenarios(words).get(scenario, scenario)}")
        self.back.setText(words("desk_game.past"))
        self.back.setToolTip(words("desk_game.past_tip"))
        self.pieces.setToolTip(words("desk_game.pieces_tip"))
        self.report.setText(words("desk_game.report"))
        self.report.setToolTip(words("desk_game.report_tip"))
        self._refresh()

    def add_beside(self, name: str, panel: QWidget) -> None:
        """Add a dock of the room below the sheet, behind one already there."""
        dock = QDockWidget(self.settings.words(f"desk.dock.{name}"))
        dock.setObjectName(name)
        dock.setWidget(panel)
        there = self.findChildren(QDockWidget)
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
        if there:
            self.tabifyDockWidget(there[-1], dock)
            there[-1].raise_()

    def _print(self) -> None:
        """Ask where, and write the pieces of the game for a real table, those that the seat at the screen may see."""
        words = self.settings.words
        usual = Path.home() / f"{self.table.match.header.scenario}.pdf"
        seat = self.table.seated
        self.writer.ask(words("desk_game.pieces"), usual, lambda path: save_pieces(self.table.core.truth(), words, path, seat=seat))

    def _tell(self) -> None:
        """Ask where, and write the report of the campaign as the seat at the screen knows it."""
        words, found = self.settings.words, account_of(self.table.kit.name)
        assert found is not None
        content = found(self.table.core.truth(), self.table.seated, words)
        usual = Path.home() / f"{self.table.match.header.scenario}.html"
        self.writer.ask(words("desk_game.report"), usual, lambda path: save_text(content, path), PAGES)

    def _written(self, text: str, well: bool) -> None:
        """Show the result without an interruption of the game."""
        words, icon = self.settings.words, QMessageBox.Icon
        title = words("desk_game.pieces" if well else "desk_game.fault")
        box = QMessageBox(icon.Information if well else icon.Warning, title, text, QMessageBox.StandardButton.Ok, self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowModality(Qt.WindowModality.NonModal)
        box.show()

    def _refresh(self) -> None:
        self.pieces.setEnabled(bool(self.table.seated) and not self.writer.busy)
        self.report.setEnabled(self.pieces.isEnabled())
        self.pieces.setText(self.settings.words("desk_game.pieces_busy" if self.writer.busy else "desk_game.pieces"))
        self.back.setEnabled(bool(self.table.seated) and self.table.number > 0)
        if not self.table.seated:
            self.back.setChecked(False)

    def _play_again(self) -> None:
        parent, game = self.parentWidget(), self.table.kit.name
        self.close()
        if isinstance(parent, QWidget):  # it keeps the new window alive
            begin(self.settings, self.files, game, parent)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.writer.stop()
        self.table.close()
        super().closeEvent(event)


def begin(settings: Settings, files: Files, game: str, parent: QWidget | None = None) -> GameWindow | None:
    """Ask how a game is to begin and open it; None when that was broken off."""
    setup = setup_of(kit(game))(settings, parent)
    accepted = setup.exec() == QDialog.DialogCode.Accepted
    setup.deleteLater()
    if not accepted:
        return None
    try:
        core = files.open(setup.path) if setup.path is not None else files.begin(setup.plan())
    except BobError as error:
        QMessageBox.warning(parent, settings.words("desk_game.fault"), error.describe(settings.words))
        return None
    return opened(settings, files, core, parent)


def opened(settings: Settings, files: Files, core: Driver, parent: QWidget | None = None) -> GameWindow:
    """The window of a game that has begun or was opened."""
    return shown(settings, files, OwnGame(core, pause=PAUSE if settings.animate else 0), parent)


def shown(settings: Settings, files: Files, table: OwnGame, parent: QWidget | None = None, beside: QWidget | None = None) -> GameWindow:
    """The window of a game, with something beside its sheet."""
    window = GameWindow(settings, files, table, parent)
    if beside is not None:
        window.add_beside("room", beside)
    window.show()
    window.panel.begin()
    return window
