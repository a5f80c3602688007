"""The columns of a table in a dock: they give way in order of worth when it is narrow, a menu at the header calls them back, and the whole
text of a row that is cut can be read with the mouse and with the keys alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView, QToolTip, QTreeView

import bob.desk  # noqa: F401
from bob.core.text import csv_text
from bob.desk.base.settings import Settings

_RESTS = 450
"""Milliseconds of rest on a row before the tip shows its cut texts."""
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)


class Columns(QObject):
    """The visible columns of a table. `dropped` are those that may give way, the least valuable first; all but the column `stays` can be
    hidden by choice. Columns shown or hidden by a person stay so from one game to the next."""

    changed = Signal()
    """A person has hidden or shown a column: lay the table out again."""

    def __init__(
        self, name: str, view: QTableView | QTreeView, settings: Settings, codes: Sequence[str], dropped: Sequence[int], stays: int = 0
    ) -> None:
        super().__init__(view)
        self.stays = stays
        self.name, self.view, self.settings = name, view, settings
        self.codes, self.dropped = codes, dropped
        self._wishes = self._stored()
        head = self.head
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head.customContextMenuRequested.connect(lambda at: self.menu().popup(head.mapToGlobal(at)))
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_RESTS)
        self._rest.timeout.connect(self.tell)
        view.installEventFilter(self)

    @property
    def head(self) -> QHeaderView:
        return self.view.header() if isinstance(self.view, QTreeView) else self.view.horizontalHeader()

    # ---- which are shown

    def hidden(self, widths: Mapping[int, float], room: float, away: Iterable[int] = ()) -> set[int]:
        """The columns to hide where there is so much room: those that are `away` or put away, and of the others the least worth until the
        rest fits."""
        called = {self.codes.index(code) for code, shown in self._wishes.items() if shown}
        gone = {self.codes.index(code) for code, shown in self._wishes.items() if not shown} | (set(map(int, away)) - called)
        for column in self.dropped:
            if sum(width for c, width in widths.items() if c not in gone) <= room:
                break
            if column not in called:
                gone.add(column)
        return gone

    def wish(self, column: int, shown: bool | None) -> None:
        """Have a column shown or not whatever the room; None leaves it to the room again."""
        code = self.codes[column]
        self._wishes.pop(code, None)
        if shown is not None:
            self._wishes[code] = shown
        text = " ".join(f"{'+' if on else '-'}{name}" for name, on in sorted(self._wishes.items()))
        self.settings.remember(f"columns_{self.name}", text)
        self.changed.emit()

    def _stored(self) -> dict[str, bool]:
        lines = self.settings.remembered(f"columns_{self.name}").split()
        return {one[1:]: one[0] == "+" for one in lines if one[1:] in self.codes}

    def menu(self) -> QMenu:
        """Every column with a tick, those that were dropped for want of room too."""
        words = self.settings.words
        made = QMenu(self.view)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for column in (c for c in range(len(self.codes)) if c != self.stays):
            shown = not self.view.isColumnHidden(column)
            action = made.addAction(self._title(column))
            action.setCheckable(True)
            action.setChecked(shown)
            action.setData(self.codes[column])
            action.triggered.connect(lambda on, column=column: self.wish(column, on))
        made.addSeparator()
        as_room = made.addAction(words("desk.columns.as_room"))
        as_room.setEnabled(bool(self._wishes))
        as_room.triggered.connect(self._forget)
        copied = made.addAction(words("desk.columns.copy"))
        copied.triggered.connect(lambda: QGuiApplication.clipboard().setText(self.as_csv()))
        return made

    def as_csv(self) -> str:
        """The whole list as CSV, every column, for a spreadsheet."""
        model, across = self.view.model(), range(len(self.codes))

        def lines(parent: QModelIndex) -> Iterator[list[str]]:
            for row in range(model.rowCount(parent)):
                yield [str(model.index(row, column, parent).data() or "") for column in across]
                yield from lines(model.index(row, 0, parent))

        return csv_text([self._title(column) for column in across], lines(QModelIndex()))

    def _title(self, column: int) -> str:
        """Return the title of a column, or its tooltip."""
        asked = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.DisplayRole
        texts = [self.view.model().headerData(column, Qt.Orientation.Horizontal, role) for role in asked]
        return next((str(text) for text in texts if text), self.codes[column])

    def open_menu(self) -> None:
        """Open the menu at the header by the keyboard."""
        self.menu().popup(self.head.mapToGlobal(QPoint(0, self.head.height())))

    def _forget(self) -> None:
        for code in list(self._wishes):
            self.wish(self.codes.index(code), None)

    # ---- cut texts

    def is_cut(self, index: QModelIndex) -> bool:
        """Return whether a text of a row is cut, or its column is hidden."""
        measure = self.view.fontMetrics()
        for column in range(len(self.codes)):
            text = str(index.siblingAtColumn(column).data() or "")
            if text and (self.view.isColumnHidden(column) or measure.horizontalAdvance(text) + 10 > self.view.columnWidth(column)):
                return True
        return False

    def tell(self) -> None:
        """Show all of the row that is chosen, if something of it is cut."""
        index = self.view.currentIndex()
        if index.isValid() and self.view.hasFocus() and self.is_cut(index):
            text = next((str(t) for c in range(len(self.codes)) if (t := index.siblingAtColumn(c).data(Qt.ItemDataRole.ToolTipRole))), "")
            box = self.view.visualRect(index)
            port = self.view.viewport()
            QToolTip.showText(port.mapToGlobal(QPoint(box.left() + 12, box.bottom() + 2)), text, self.view)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            QToolTip.hideText()
            if event.key() in _MOVES:
                self._rest.start()
            else:
                self._rest.stop()
        elif event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._rest.stop()
        return False


def columns_of(widget: object) -> Columns | None:
    """The columns of a table, if they can be chosen."""
    if isinstance(widget, QTableView | QTreeView):
        return next((child for child in widget.children() if isinstance(child, Columns)), None)
    return None
