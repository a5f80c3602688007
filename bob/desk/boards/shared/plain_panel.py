"""The sheet of a game without its own: the seat's view field by field, its orders as lines and forms."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.boards.shared.lists import GoButton, LogList, OrderList
from bob.desk.boards.shared.order_form import OrderForm
from bob.desk.session.screen_game import ScreenGame
from bob.driver.game_titles import title_of
from bob.report.plain_view import PlainRow, PlainWords


class PlainPanel(GamePanel):
    """A plain sheet of view and choices, for any game."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.forms: list[OrderForm] = []
        self.lay(self._build())

    def _build(self) -> QWidget:
        self.take_lists(OrderList(), GoButton(), LogList())
        self.seen = QTreeWidget()
        self.seen.setColumnCount(2)
        self.seen.setHeaderHidden(True)
        self.seen.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.seen.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self.orders_title, self.log_title = QLabel(), QLabel()
        for label in (self.orders_title, self.log_title):
            theme.kind(label, "caption")
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
        return self.across

    # ---- words and showing

    def retranslate(self) -> None:
        words = self.settings.words
        self.orders_title.setText(words("desk_game.orders"))
        self.log_title.setText(words("desk_game.log"))
        self.seen.setAccessibleName(words("desk_game.seen"))
        super().retranslate()

    def refresh(self) -> None:
        super().refresh()
        self._fill_seen()
        self._fill()
        self.show_head()
        self.log.follow(self.settings, self.table, self.table.teller(self.settings.words).event)

    def _fill_seen(self) -> None:
        """Show the view as a table; folded rows and the position on the page are kept."""
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

    def turn_text(self, view: Any) -> str:
        return title_of(self.settings.words, self.table.kit.name)

    def ended_text(self) -> str:
        outcome = self.table.outcome
        return self.table.kit.ended(self.settings.words, outcome) if outcome is not None else ""

    def _fill(self) -> None:
        """The orders that are listed, a line each, and a form for each that is described."""
        words, choices = self.settings.words, self.table.choices
        teller = self.table.teller(words)
        self.orders.clear()
        for order in choices.listed:
            self.orders.add(order, teller.order(order, self.table.seated))
        self.orders.setCurrentRow(0)
        self.forms.clear()
        while (row := self._rows.takeAt(0)) is not None:
            widget = row.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for form in choices.described:
            made = OrderForm(form, PlainWords(words, self.table.kit.name), self._formed)
            self.forms.append(made)
            self._rows.addWidget(made)
        self.fields.setVisible(bool(self.forms))
        self.go.tell(self.settings, self.table, self.orders)

    # ---- choosing

    def _formed(self, data: dict[str, Any]) -> None:
        """Give the order that a form describes."""
        try:
            order = self.table.game.order(data)
        except BobError as error:
            self._complain(error)
            return
        self.give(order)


def _item(row: PlainRow) -> QTreeWidgetItem:
    """Return a row of the table with its children."""
    item = QTreeWidgetItem([f"{row.name[:1].upper()}{row.name[1:]}", row.value])
    item.setToolTip(1, row.value)
    item.addChildren([_item(inner) for inner in row.rows])
    return item
