"""All that the desk shows a person at one seat of a match: every text of its window, and the sheets handed out; for a game by itself also
the picture of its window. The picture of a day's window varies from run to run.

For tests that no hidden state appears: worlds that the seat cannot distinguish must give the same output.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QWidget

from bob.core.kit import HUMAN
from bob.core.match import Match
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.app import application
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.shared.window import GameWindow
from bob.desk.panels.referee.hand_outs import HAND_OUTS, lay_out, pile
from bob.desk.session.files import Files
from bob.desk.session.own_game import OwnGame
from bob.desk.session.session import DeskSession
from bob.desk.window.window import DeskWindow
from bob.driver import Driver

WARMING = 2
"""The number of times a day's window is opened for a seat before its contents are read, so that the docks settle."""
_NAMED = re.compile(r"(?:texpattern|gradient|clip)_?[0-9a-f]+")
"""Names that Qt derives from memory addresses of patterns."""
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.StatusTipRole,
)


def _of_model(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        for column in range(1 if isinstance(model, QAbstractListModel) else max(1, model.columnCount(parent))):
            index = model.index(row, column, parent)
            for role in _ROLES:
                text = index.data(role)
                if isinstance(text, str):
                    yield text
        yield from _of_model(model, model.index(row, 0, parent))


def texts(window: QWidget) -> Iterator[str]:
    """Every text that a window holds, shown or not: labels, tooltips, titles, names for screen readers, lists, menus, clipboard."""
    for widget in (window, *window.findChildren(QWidget)):
        for name in ("text", "toPlainText", "title", "placeholderText", "currentText"):
            get = getattr(widget, name, None)
            if callable(get):
                found = get()
                if isinstance(found, str):
                    yield found
        yield from (widget.toolTip(), widget.windowTitle(), widget.statusTip(), widget.whatsThis(), widget.objectName())
        yield from (widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _of_model(widget.model(), QModelIndex())
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(i) for i in range(widget.count()))
    for action in window.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())
    yield QApplication.clipboard().text()


def picture(window: QWidget) -> str:
    """Return a digest of a window's picture."""
    image = window.grab().toImage()
    return hashlib.sha256(bytes(image.constBits())).hexdigest()


class _WithoutHistory(OwnGame):
    """A game without its past: undo depends on it, and a world made beside the match has no fitting one."""

    def undo_reason(self) -> str | None:
        return "game.undo_nothing"


class Looker:
    """Shows matches to a person at one seat, and collects the visible contents."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        """Settings and window are made in that folder. Only a seat that owes a decision can be looked at."""
        self.settings = Settings.in_file(folder / "settings.ini")
        self.settings.set_language(language)
        self.settings.set_animate(False)
        self.settings.set_games_folder(folder)
        theme.dress(application(), self.settings)
        self._warmed: set[str] = set()

    def gets(self, match: Match[Any], seat: str) -> dict[str, str]:
        """Everything, as text by where it is shown."""
        seats = dict.fromkeys(match.game.seats(match.position), HUMAN)
        core = Driver(match, seats)
        core.screen.sit(seat)
        if match.game.name != "day":
            return self._own_places(core, seat)
        for _ in range(0 if seat in self._warmed else WARMING):
            self._day(core, seat)
        self._warmed.add(seat)
        return self._day(core, seat)

    def _describe(self, window: QWidget) -> dict[str, str]:
        window.resize(1280, 800)
        window.show()
        for _ in range(3):
            QApplication.processEvents()
        return {"texts": "\n".join(texts(window))}

    def _day(self, core: Driver, seat: str) -> dict[str, str]:
        window = DeskWindow(self.settings)
        session = DeskSession(core)
        session.undo_reason = lambda: "game.undo_nothing"  # type: ignore[method-assign]  # as in a game by itself
        try:
            window.show_game(session)
            window.blank.button.click()
            assert window.room is not None and session.seat == seat, session.seat
            for name in window.room.panels:
                if window.docks.has(name):
                    window.docks[name].show()
            found = self._describe(window)
            if seat in (RAF, LUFTWAFFE):
                for _, name, leaves in lay_out([pile(session, self.settings, seat, [kind for kind in HAND_OUTS if kind != "report"])]):
                    found[f"sheet {name}"] = _NAMED.sub("", "\n".join(leaves.svg()))
            return found
        finally:
            window.close_game()
            window.close()
            window.deleteLater()
            QApplication.processEvents()

    def _own_places(self, core: Driver, seat: str) -> dict[str, str]:
        table = _WithoutHistory(core)
        table.sit(seat)
        window = GameWindow(self.settings, Files(self.settings), table)
        try:
            return {**self._describe(window), "picture": picture(window)}
        finally:
            window.close()
            QApplication.processEvents()
