"""The lists of a sheet: the orders that may be given, and what has happened."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem

import bob.desk  # noqa: F401

ORDER = Qt.ItemDataRole.UserRole
"""Where a line has its order."""
KEY = ORDER + 1
"""Where it has the key that gives the order."""


def line_told(text: str) -> str:
    """A line of what happened: with a capital, and a full stop where nothing else ends it."""
    told = text[:1].upper() + text[1:]
    return told if told.endswith((".", "!", "?")) else f"{told}."


class Wrapped(QStyledItemDelegate):
    """WrappedLines as tall as their words need in the width that there is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        view = self.parent()
        assert isinstance(view, QListWidget)
        font = index.data(Qt.ItemDataRole.FontRole)
        metrics = QFontMetrics(font if isinstance(font, QFont) else view.font())
        width = view.viewport().width()
        room = QRect(0, 0, max(60, width - 14), 10000)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        return QSize(
            width, metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), str(text)).height() + max(5, round(metrics.height() * 0.45))
        )


class WrappedLines(QListWidget):
    """WrappedLines in as many rows as their words need."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # else a line that ends in a space may be cut
        self.setItemDelegate(Wrapped(self))


class OrderList(WrappedLines):
    """The legal orders; letters and figures are their keys, not a search."""

    def keyed(self, key: str) -> QListWidgetItem | None:
        """The line of a key, of those that are shown."""
        return next((self.item(row) for row in range(self.count()) if self.item(row).data(KEY) == key), None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)
        if event.key() in moves:
            super().keyPressEvent(event)
        else:
            event.ignore()


class ToldList(WrappedLines):
    """What happened; the last line stays in sight."""

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionMode(QListWidget.SelectionMode.NoSelection)

    def updateGeometries(self) -> None:
        bar = self.verticalScrollBar()
        before = bar.maximum()
        super().updateGeometries()
        if bar.maximum() != before:
            bar.setValue(bar.maximum())
