"""The lists of a sheet: the possible orders, and the events."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from bob.core.game import Event
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.choice_keys import KEYS, LEAVE

ORDER = Qt.ItemDataRole.UserRole
"""The role of a line's order."""
KEY = ORDER + 1
"""The role of the order's key."""
SHOWN = ORDER + 2
"""The role of the words without the key."""


def line_text(text: str) -> str:
    """A line of what happened: with a capital, and a full stop where nothing else ends it."""
    wording = text[:1].upper() + text[1:]
    return wording if wording.endswith((".", "!", "?")) else f"{wording}."


class Wrapped(QStyledItemDelegate):
    """Lines as tall as their words need at the given width; with a heading, the first line is highlighted."""

    headed = False

    def _parts(self, index: QModelIndex | QPersistentModelIndex, width: int) -> list[tuple[str, QFont, QRect]]:
        """The words, how they are written, and their room from the top."""
        view = self.parent()
        assert isinstance(view, QListWidget)
        given, text = index.data(Qt.ItemDataRole.FontRole), str(index.data(Qt.ItemDataRole.DisplayRole))
        font = QFont(given) if isinstance(given, QFont) else QFont(view.font())
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        head, _, rest = text.partition("\n") if self.headed else ("", "", text)
        found, top = [], 0
        for words, written in ((head, bold), (rest, font)):
            if words:
                room = QRect(0, top, max(60, width - 14), 10000)
                box = QFontMetrics(written).boundingRect(room, int(Qt.TextFlag.TextWordWrap), words)
                found.append((words, written, QRect(0, top, room.width(), box.height())))
                top += box.height()
        return found

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        view = self.parent()
        assert isinstance(view, QListWidget)
        width = view.viewport().width()
        parts = self._parts(index, width)
        line = QFontMetrics(parts[-1][1] if parts else view.font()).height()
        return QSize(width, sum(box.height() for _, _, box in parts) + max(5, round(line * 0.45)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        view = self.parent()
        if not isinstance(view, QListWidget):
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        option.text = ""
        view.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, view)
        parts = self._parts(index, view.viewport().width())
        high = sum(box.height() for _, _, box in parts)
        at = option.rect
        left, top = at.left() + 7, at.top() + (at.height() - high) // 2
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(view.palette().color(QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text))
        for words, font, box in parts:
            painter.setFont(font)
            painter.drawText(box.translated(left, top), int(Qt.TextFlag.TextWordWrap), words)
        painter.restore()


class Headed(Wrapped):
    """The first line of each is a heading."""

    headed = True


class WrappedLines(QListWidget):
    """WrappedLines in as many rows as their words need."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # else a line that ends in a space may be cut
        self.setItemDelegate(Wrapped(self))


def _keyed_line(key: str, text: str) -> str:
    return f"{key or ' ':<2}  {text}"


class OrderList(WrappedLines):
    """The legal orders; letters and figures are their keys, not a search. `nothing` is said where none is listed."""

    def __init__(self) -> None:
        super().__init__()
        self.nothing = ""
        self.verticalScrollBar().valueChanged.connect(lambda _: self.keys_follow())

    def say(self, nothing: str) -> None:
        """Set the text of the empty list."""
        self.nothing = nothing
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.nothing and not self.count():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            room = self.viewport().rect().adjusted(10, 8, -10, -8)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap), self.nothing)
            painter.end()

    def add(self, order: Any, text: str, key: str | None = None) -> None:
        """Add a line for an order; its key, or space for one, precedes the text where lines have keys."""
        parts = f"{text[:1].upper()}{text[1:]}"
        item = QListWidgetItem(parts if key is None else _keyed_line(key, parts))
        for role, value in ((ORDER, order), (KEY, key), (SHOWN, parts)):
            item.setData(role, value)
        self.addItem(item)

    def keys_follow(self) -> None:
        """Give the keys to the visible lines from the first, where there are more lines than keys."""
        lines = [item for row in range(self.count()) if (item := self.item(row)).data(KEY) not in (None, LEAVE)]
        if len(lines) <= len(KEYS):
            return
        top = self.indexAt(QPoint(8, 4)).row()
        first = min(sum(self.row(item) < top for item in lines), len(lines) - len(KEYS))
        for i, item in enumerate(lines):
            key = KEYS[i - first] if 0 <= i - first < len(KEYS) else ""
            item.setData(KEY, key)
            item.setText(_keyed_line(key, str(item.data(SHOWN))))

    def lines(self) -> list[QListWidgetItem]:
        """The lines from the first to the last."""
        return [self.item(row) for row in range(self.count())]

    def key_of(self, item: QListWidgetItem) -> str:
        """Return the key of a line; empty for none."""
        return str(item.data(KEY) or "")

    def shown_text(self, item: QListWidgetItem) -> str:
        """Return the text of a line without its key."""
        return str(item.data(SHOWN))

    @property
    def armed(self) -> Any:
        """The order looked at."""
        item = self.currentItem()
        return item.data(ORDER) if item is not None else None

    def arm(self, order: Any) -> None:
        """Look at an order, where it is listed."""
        for row in range(self.count()):
            if self.item(row).data(ORDER) == order:
                self.setCurrentRow(row)
                return

    def keyed(self, key: str) -> QListWidgetItem | None:
        """The line of a key, of those that are shown."""
        return next((self.item(row) for row in range(self.count()) if self.item(row).data(KEY) == key), None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        pointed = self.currentRow()
        super().focusInEvent(event)
        if pointed < 0:
            self.setCurrentRow(-1)  # the keys alone point at nothing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)
        if event.key() in moves:
            super().keyPressEvent(event)
        else:
            event.ignore()


class Heard(Protocol):
    """A log, and whose eyes the screen has."""

    @property
    def seated(self) -> str: ...

    @property
    def log(self) -> list[tuple[int, Event]]: ...


class LogList(WrappedLines):
    """The events; the last line stays visible."""

    def __init__(self) -> None:
        super().__init__()
        self._viewer: tuple[str, str, float] = ("", "", 0.0)
        self._count = 0
        self.setSelectionMode(QListWidget.SelectionMode.NoSelection)

    def follow(self, settings: Settings, table: Heard, text_of: Callable[[Event], str], loud: Collection[str] = ()) -> None:
        """Append the new events of the log, or all of it for another viewer or language; events of the codes in `loud` are highlighted."""
        found, viewer = table.log, (table.seated, settings.language, settings.scale)
        if viewer != self._viewer or len(found) < self._count:
            self.clear()
            self._count = 0
        bold = QFont(theme.font(settings))
        bold.setWeight(QFont.Weight.DemiBold)
        for _, event in found[self._count :]:
            item = QListWidgetItem(line_text(text_of(event)))
            if event.code in loud:
                item.setFont(bold)
            self.addItem(item)
        self._viewer, self._count = viewer, len(found)

    def updateGeometries(self) -> None:
        bar = self.verticalScrollBar()
        before = bar.maximum()
        super().updateGeometries()
        if bar.maximum() != before:
            bar.setValue(bar.maximum())


class GoButton(QPushButton):
    """The button below the orders: it gives the one looked at, or begins another game when this one is over."""

    def __init__(self) -> None:
        super().__init__()
        theme.kind(self, "primary")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def tell(self, settings: Settings, table: ScreenGame, orders: OrderList) -> None:
        over = table.outcome is not None
        self.setText(settings.words("desk_game.again" if over else "desk_game.go"))
        self.setEnabled(over or orders.count() > 0)
