"""The page of standing orders: the orders, whether each acts or proposes, its deeds; orders are added and switched off here."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import QEvent, QMargins, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob.core import hexes
from bob.core.errors import UsageError
from bob.core.hexes import Hex
from bob.core.text import plain
from bob.day.state.position import StanceKind
from bob.day.telling.period_names import Names, place_name
from bob.desk.base.settings import Settings
from bob.desk.base.theme.enter_key import claims_enter
from bob.desk.base.theme.flow import WrappedRow
from bob.desk.base.theme.theme import inset, kind
from bob.desk.session.foretold import raf_view
from bob.desk.session.session import DeskSession
from bob.desk.session.standing import KINDS, NUMBERS, StandingKind, StandingOrder, sector_at
from bob.desk.session.standing_wording import standing_text, wish_text
from bob.staff.advice.fighter_command.stance_choices import stance_text
from bob.staff.advice.fighter_command.tote_rows import GROUP_ORDER

COLUMNS = ("on", "where", "says", "how")
USUAL_ANGELS = 16
MOST_ANGELS = 30
LeftFields = tuple[tuple[int, ...], tuple[str, str], tuple[int, int]]


class StandingTable(QTableWidget):
    """The standing orders. Space switches one, Enter lets it act or propose, Delete strikes it."""

    switched = Signal(int)
    turned = Signal(int)
    struck = Signal(int)

    def event(self, event: QEvent) -> bool:
        """Enter is for the order that is chosen."""
        return (self.currentRow() >= 0 and claims_enter(event)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentRow()
        if row >= 0 and event.key() == Qt.Key.Key_Space:
            self.switched.emit(row)
        elif row >= 0 and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.turned.emit(row)
        elif row >= 0 and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.struck.emit(row)
        else:
            super().keyPressEvent(event)


class StandingOrders(QWidget):
    """The page with all standing orders of the seat at the screen. `remade` is emitted when they have changed."""

    remade = Signal()

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings = session, settings
        self.names = Names(session.world.theatre)
        kind(self, "panel")
        self.table = StandingTable(0, len(COLUMNS), self)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setWordWrap(True)
        self.table.verticalHeader().hide()
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(COLUMNS.index("says"), QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.empty = QLabel()
        self.empty.setWordWrap(True)
        kind(self.empty, "quiet")
        self.what, self.where, self.unit, self.stance = QComboBox(), QComboBox(), QComboBox(), QComboBox()
        self.number, self.angels = QSpinBox(), QSpinBox()
        for spin in (self.number, self.angels):
            inset(spin)
        self.angels.setRange(2, MOST_ANGELS)
        self.angels.setSingleStep(2)
        self.angels.setValue(USUAL_ANGELS)
        self.start, self.end = QLineEdit(), QLineEdit()
        self.add_button, self.strike_button, self.off_button = QPushButton(), QPushButton(), QPushButton()
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        kind(self.notice, "warning")
        self.deeds_title = QLabel()
        kind(self.deeds_title, "caption")
        self.deeds = QListWidget()
        self.deeds.setWordWrap(True)
        self._lay()
        self._connect()
        self.retranslate()

    def _lay(self) -> None:
        fields = WrappedRow(QMargins(0, 2, 0, 2), 5)
        for box in (self.what, self.where, self.unit, self.stance):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for part in (self.what, self.where, self.number, self.stance, self.unit, self.start, self.end, self.angels, self.add_button):
            fields.add(part)
        buttons = QHBoxLayout()
        buttons.addWidget(self.strike_button)
        buttons.addWidget(self.off_button)
        buttons.addStretch()
        body = QVBoxLayout(self)
        body.setContentsMargins(8, 6, 8, 6)
        body.addWidget(self.table, 3)
        body.addWidget(self.empty)
        body.addLayout(buttons)
        body.addWidget(fields)
        body.addWidget(self.notice)
        body.addWidget(self.deeds_title)
        body.addWidget(self.deeds, 2)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self.table.switched.connect(self._switch)
        self.table.turned.connect(self._turn)
        self.table.struck.connect(self._strike)
        self.table.cellClicked.connect(self._clicked)
        self.what.activated.connect(lambda _: self._fields())
        self.add_button.clicked.connect(self._add)
        self.strike_button.clicked.connect(lambda: self._strike(self.table.currentRow()))
        self.off_button.clicked.connect(self._all_off)
        for line in (self.start, self.end):
            line.returnPressed.connect(self._add)
        self.session.changed.connect(self.refresh)
        self.settings.language_changed.connect(self.retranslate)
        self.settings.text_size_changed.connect(self.refresh)

    # ---- view

    def refresh(self) -> None:
        """Show the standing orders of the seat at the screen, and their deeds."""
        words, page = self.settings.words, self.session.book.page
        may = bool(self._kinds())
        self.names.learn(self.session.view(self.session.seat))
        shown = page.orders if may else ()
        row = self.table.currentRow()
        self.table.setRowCount(len(shown))
        for at, order in enumerate(shown):
            self._row(at, order)
        if shown:
            self.table.setCurrentCell(max(0, min(row, len(shown) - 1)), 0)
        self.empty.setVisible(not shown)
        self.empty.setText(words("desk_orders.standing.none" if may else "desk_orders.standing.nobody"))
        self.table.setVisible(bool(shown))
        self.setFocusProxy(self.table if shown else self.what)
        for button in (self.strike_button, self.off_button):
            button.setEnabled(bool(shown))
        self.add_button.setEnabled(may and self.session.live)
        lines = [
            words("desk_orders.standing.deed", clock=d.clock, told=wish_text(words, self.names, d.what, d.values)) for d in page.deeds[::-1]
        ]
        found = [self.deeds.item(i).text() for i in range(self.deeds.count())]
        if found != lines:
            self.deeds.clear()
            self.deeds.addItems(lines)
        if self._said != (self._kinds(), self.session.seat):
            self._fill()

    _said: tuple[tuple[str, ...], str] | None = None

    def _kinds(self) -> tuple[StandingKind, ...]:
        return KINDS.get(self.session.seated, ()) if self.session.seat == self.session.seated else ()

    def _row(self, at: int, order: StandingOrder) -> None:
        words = self.settings.words
        where = order.sector or ("" if order.unit else words("desk_orders.standing.whole_side"))
        how = words(f"desk_orders.standing.{'acts' if order.acts else 'proposes'}")
        on = words(f"desk_orders.standing.{'is_on' if order.on else 'is_off'}")
        cells = (on, where, standing_text(words, self.names, order), how)
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            item.setToolTip(words("desk_orders.standing.how_tip") if COLUMNS[column] == "how" else text)
            self.table.setItem(at, column, item)

    def left(self) -> LeftFields:
        """Return the entries of the fields, to restore them later."""
        boxes = tuple(box.currentIndex() for box in (self.what, self.where, self.unit, self.stance))
        return boxes, (self.start.text(), self.end.text()), (self.number.value(), self.angels.value())

    def take_up(self, left: LeftFields | None) -> None:
        """Restore the entries of the fields; None empties them."""
        self._fill()
        boxes, lines, figures = left or ((0, 0, 0, 0), ("", ""), (0, USUAL_ANGELS))
        for box, index in zip((self.what, self.where, self.unit, self.stance), boxes, strict=True):
            box.setCurrentIndex(min(index, box.count() - 1))
        self._fields()
        for line, text in zip((self.start, self.end), lines, strict=True):
            line.setText(text)
        if left is not None:
            self.number.setValue(figures[0])
        self.angels.setValue(figures[1])
        self.refresh()

    # ---- changing

    def _remade(self) -> None:
        self.refresh()
        self.remade.emit()

    def _clicked(self, row: int, column: int) -> None:
        if COLUMNS[column] == "on":
            self._switch(row)
        elif COLUMNS[column] == "how":
            self._turn(row)

    def _switch(self, row: int) -> None:
        self.session.book.change(row, on=not self.session.book.orders[row].on)
        self._remade()

    def _turn(self, row: int) -> None:
        self.session.book.change(row, acts=not self.session.book.orders[row].acts)
        self._remade()

    def _strike(self, row: int) -> None:
        if 0 <= row < len(self.session.book.orders):
            self.session.book.strike(row)
            self._remade()

    def _all_off(self) -> None:
        self.session.book.all_off()
        self._remade()

    def show_sector(self, name: str) -> None:
        """Make ready to add one for a Sector."""
        self.where.setCurrentIndex(max(0, self.where.findData(name)))
        self.what.setFocus()

    # ---- a new one

    def _fill(self) -> None:
        """Fill the fields with the seat's choices."""
        words, view = self.settings.words, raf_view(self.session)
        self._said = self._kinds(), self.session.seat
        for box, entries in (
            (self.what, [(words(f"desk_orders.kind.{name}"), name) for name in self._kinds()]),
            (self.stance, [(stance_text(words, name, None), name) for name in get_args(StanceKind) if name != "wait"]),
        ):
            at = max(0, box.currentIndex())
            box.clear()
            for text, data in entries:
                box.addItem(text, data)
            box.setCurrentIndex(min(at, box.count() - 1))
        squadrons = view.squadrons if view is not None and self._kinds() else ()
        groups = {s.sector: s.group for s in squadrons}
        self.where.clear()
        self.where.addItem(words("desk_orders.standing.whole_side"), "")
        for name in sorted(groups, key=lambda n: (GROUP_ORDER.index(groups[n]) if groups[n] in GROUP_ORDER else groups[n], n)):
            self.where.addItem(name, name)
        self.unit.clear()
        self.unit.addItem(words("desk_orders.standing.any"), "")
        for s in squadrons:
            if s.box != "gone":
                self.unit.addItem(s.unit, s.unit)
        self._fields()

    def _fields(self) -> None:
        """Show only the fields of this kind of order."""
        chosen = self.what.currentData()
        for part in (self.start, self.end, self.angels, self.unit):
            part.setVisible(chosen == "patrol")
        self.stance.setVisible(chosen == "stance")
        self.where.setVisible(chosen != "recall" and bool(self._kinds()))
        self.number.setVisible(chosen in NUMBERS)
        if chosen in NUMBERS:
            least, most, usual = NUMBERS[chosen]
            self.number.setRange(least, most)
            self.number.setSingleStep(10 if most > 50 else 1)
            self.number.setValue(usual)
        self.what.setVisible(bool(self._kinds()))
        self.add_button.setVisible(bool(self._kinds()))
        self.notice.hide()

    def _add(self) -> None:
        chosen: StandingKind | None = self.what.currentData()
        if chosen is None or not self._kinds():
            return
        sector = str(self.where.currentData() or "")
        if chosen != "patrol":
            number = self.number.value() if chosen in NUMBERS else 0
            stance: StanceKind = self.stance.currentData() if chosen == "stance" else "any_enemy"
            self.session.book.add(StandingOrder(chosen, sector if chosen != "recall" else "", number, stance))
        else:
            try:
                a = self._hex(self.start.text() or sector)
                b = self._hex(self.end.text()) if self.end.text().strip() else a
            except UsageError as error:
                self.notice.setText(error.describe(self.settings.words))
                self.notice.show()
                return
            unit = str(self.unit.currentData() or "")
            sector = sector or ("" if unit else sector_at(self.session.world, a))
            self.session.book.add(StandingOrder("patrol", sector, angels=2 * (self.angels.value() // 2), a=a, b=b, unit=unit))
        self.notice.hide()
        self._remade()
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)

    def _hex(self, text: str) -> Hex:
        """The hex of a place or a label. Raises UsageError."""
        text = text.strip()
        found = hexes.from_label(text) if text.isascii() and text.isdigit() and len(text) == 4 else None
        if found is None:
            theatre, words = self.session.world.theatre, self.settings.words
            called = next((p.name for p in theatre.places if plain(place_name(words, p.name)) == plain(text)), text)
            found = theatre.find(called).near
        if found not in self.session.world.theatre.grounds or found in self.session.world.barred:
            raise UsageError("desk_orders.standing.unknown", text=text)
        return found

    # ---- words

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        self.table.setHorizontalHeaderLabels([words(f"desk_orders.standing.{name}") for name in COLUMNS])
        self.table.setAccessibleName(words("desk_orders.standing.list"))
        for box, name in (
            (self.what, "what"),
            (self.where, "where"),
            (self.unit, "unit"),
            (self.stance, "stance"),
            (self.number, "figure"),
        ):
            box.setAccessibleName(words(f"desk_orders.standing.{name}"))
            box.setToolTip(words(f"desk_orders.standing.{name}"))
        self.angels.setPrefix(words("desk_orders.standing.angels"))
        self.angels.setAccessibleName(words("desk_orders.standing.angels_name"))
        for line, name in ((self.start, "from"), (self.end, "to")):
            line.setPlaceholderText(words(f"desk_orders.standing.{name}"))
            line.setAccessibleName(words(f"desk_orders.standing.{name}"))
            line.setMinimumWidth(round(150 * self.settings.scale))
        self.add_button.setText(words("desk_orders.standing.add"))
        self.strike_button.setText(words("desk_orders.standing.strike"))
        self.off_button.setText(words("desk_orders.standing.all_off"))
        self.deeds_title.setText(words("desk_orders.standing.deeds"))
        self.deeds.setAccessibleName(words("desk_orders.standing.deeds"))
        self._said = None
        self.refresh()
