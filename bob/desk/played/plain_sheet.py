"""The sheet of a game that has none of its own: what the seat sees field by field, its orders as lines and forms."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob.desk.looks import theme
from bob.desk.played.lists import ORDER, OrderList, ToldList, line_told
from bob.desk.played.order_form import OrderForm
from bob.desk.played.screen_game import ScreenGame
from bob.desk.played.sheet import GameSheet
from bob.desk.played.titles import title_of
from bob.desk.settings import Settings
from bob.errors import BobError
from bob.kit import seat_told
from bob.report.plain_view import PlainRow, PlainWords


class PlainSheet(GameSheet):
    """A plain sheet of view and choices, for any game."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.forms: list[OrderForm] = []
        self._told: tuple[str, str, int] = ("", "", 0)
        self.lay(self._build())
        table.thinking.connect(lambda _: self._head())

    def _build(self) -> QWidget:
        self.title, self.who = QLabel(), QLabel()
        theme.kind(self.who, "quiet")
        self.head.addWidget(self.title)
        self.head.addSpacing(18)
        self.head.addWidget(self.who)
        self.head.addStretch()
        self.seen = QTreeWidget()
        self.seen.setColumnCount(2)
        self.seen.setHeaderHidden(True)
        self.seen.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.seen.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self.orders_title, self.log_title = QLabel(), QLabel()
        for label in (self.orders_title, self.log_title):
            theme.kind(label, "caption")
        self.orders, self.log = OrderList(), ToldList()
        self.orders.itemDoubleClicked.connect(lambda item: self.table.play(item.data(ORDER)))
        self.go = QPushButton()
        theme.kind(self.go, "primary")
        self.go.clicked.connect(self._take_current)
        self.fields = QWidget()
        theme.kind(self.fields, "panel")
        self._rows = QVBoxLayout(self.fields)
        self._rows.setContentsMargins(0, 0, 0, 0)
        side = QWidget()
        theme.kind(side, "panel")
        column = QVBoxLayout(side)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(6)
        column.addWidget(self.notice)
        column.addWidget(self.orders_title)
        column.addWidget(self.orders, 3)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.go)
        column.addLayout(row)
        column.addWidget(self.fields)
        column.addWidget(self.log_title)
        column.addWidget(self.log, 2)
        self.across = QSplitter(Qt.Orientation.Horizontal)
        self.across.addWidget(self.seen)
        self.across.addWidget(side)
        self.across.setStretchFactor(0, 3)
        self.across.setStretchFactor(1, 2)
        self.across.setChildrenCollapsible(False)
        page = QWidget()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.strip)
        whole.addWidget(self.across, 1)
        self.setFocusProxy(self.orders)
        return page

    def start(self) -> None:
        self.orders.setFocus()

    # ---- words and showing

    def retranslate(self) -> None:
        words = self.settings.words
        self.orders_title.setText(words("desk_game.orders"))
        self.log_title.setText(words("desk_game.log"))
        self.orders.setAccessibleName(words("desk_game.orders"))
        self.log.setAccessibleName(words("desk_game.log"))
        self.seen.setAccessibleName(words("desk_game.seen"))
        self._told = ("", "", 0)
        super().retranslate()

    def refresh(self) -> None:
        super().refresh()
        self._head()
        self._fill_seen()
        self._fill()
        self._fill_log()

    def _fill_seen(self) -> None:
        """The view as a table; what was folded stays folded, and the place on the page is kept."""
        tree, view = self.seen, self.table.view
        folded = {item.text(0) for item in self._top() if not item.isExpanded()}
        place = tree.verticalScrollBar().value()
        tree.clear()
        if view is None:
            return
        tree.addTopLevelItems([_item(row) for row in PlainWords(self.settings.words, self.table.kit.name).rows(view)])
        for item in self._top():
            item.setExpanded(item.text(0) not in folded)
        tree.setColumnWidth(0, round(250 * self.settings.scale))
        tree.verticalScrollBar().setValue(place)

    def _top(self) -> list[QTreeWidgetItem]:
        return [item for i in range(self.seen.topLevelItemCount()) if (item := self.seen.topLevelItem(i)) is not None]

    def _head(self) -> None:
        """Which game it is, and whose turn, or how it ended."""
        table, words = self.table, self.settings.words
        self.title.setFont(theme.font(self.settings, 15, bold=True))
        if table.view is None:
            self.title.clear()
            self.who.clear()
            return
        self.title.setText(title_of(words, table.kit.name))
        outcome = table.outcome
        if outcome is not None:
            text = table.kit.ended(words, outcome)
        elif table.is_thinking:
            text = words("desk_game.thinking")
        elif self.orders.count() or table.choices != type(table.choices)():
            text = words("desk_game.yours", seat=seat_told(words, table.sitting))
        else:
            text = ""
        self.who.setText(f"{text[:1].upper()}{text[1:]}")

    def _fill(self) -> None:
        """The orders that are listed, a line each, and a form for each that is described."""
        words, choices = self.settings.words, self.table.choices
        over = self.table.outcome is not None
        teller = self.table.teller(words)
        self.orders.clear()
        for order in choices.listed:
            text = teller.order(order, self.table.sitting)
            item = QListWidgetItem(f"{text[:1].upper()}{text[1:]}")
            item.setData(ORDER, order)
            self.orders.addItem(item)
        self.orders.setCurrentRow(0)
        self.forms.clear()
        while (row := self._rows.takeAt(0)) is not None:
            widget = row.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for form in choices.described:
            made = OrderForm(form, PlainWords(words, self.table.kit.name), self._give)
            self.forms.append(made)
            self._rows.addWidget(made)
        self.fields.setVisible(bool(self.forms))
        self.go.setText(words("desk_game.again" if over else "desk_game.go"))
        self.go.setEnabled(over or self.orders.count() > 0)

    def _fill_log(self) -> None:
        """What is new in the log, or all of it for other eyes or another language."""
        found = self.table.log
        key = (self.table.sitting, self.settings.language, len(found))
        if key[:2] != self._told[:2] or key[2] < self._told[2]:
            self.log.clear()
            self._told = ("", "", 0)
        teller = self.table.teller(self.settings.words)
        for _, event in found[self._told[2] :]:
            text = teller.event(event)
            self.log.addItem(line_told(text))
        self._told = key

    # ---- choosing

    def _take_current(self) -> None:
        if self.table.outcome is not None:
            self.again.emit()
            return
        item = self.orders.currentItem()
        if item is not None:
            self.table.play(item.data(ORDER))

    def _give(self, data: dict[str, Any]) -> None:
        """Give the order that a form describes."""
        try:
            order = self.table.game.order(data)
        except BobError as error:
            self._complain(error)
            return
        self.table.play(order)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and self.stack.currentWidget() is not self.blank:
            if not event.isAutoRepeat():
                self._take_current()
        else:
            super().keyPressEvent(event)


def _item(row: PlainRow) -> QTreeWidgetItem:
    """A row of the table with those that lie in it."""
    item = QTreeWidgetItem([f"{row.name[:1].upper()}{row.name[1:]}", row.value])
    item.setToolTip(1, row.value)
    item.addChildren([_item(inner) for inner in row.rows])
    return item
