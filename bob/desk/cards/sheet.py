"""The sheet of a card dogfight: the air, the hand, what is asked, the legal orders, the log; for the mouse and for the keyboard."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from bob.desk.cards.arena import Arena
from bob.desk.cards.hand import Hand, Reaction, outcome_told
from bob.desk.cards.order_lines import KEYS, LEAVE, aircraft_of, cards_of, keyed, order_told
from bob.desk.cards.pens import Pens
from bob.desk.looks import theme
from bob.desk.played.lists import KEY, ORDER, OrderList, ToldList, line_told
from bob.desk.played.screen_game import ScreenGame
from bob.desk.played.sheet import GameSheet
from bob.desk.settings import Settings
from bob.dogfight.cards.orders import PickAircraft


class CardSheet(GameSheet):
    """The table of a battle."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self._only_card = ""
        self._only_aircraft = -1
        self._told: tuple[str, str, int] = ("", "", 0)
        self.lay(self._build())
        table.thinking.connect(lambda _: self._head())

    def start(self) -> None:
        self.orders.setFocus()

    # ---- building

    def _build(self) -> QWidget:
        self.turn, self.who, self.score = QLabel(), QLabel(), QLabel()
        theme.kind(self.who, "quiet")
        head = self.head
        head.addWidget(self.turn)
        head.addSpacing(18)
        head.addWidget(self.who)
        head.addStretch()
        head.addWidget(self.score)
        head.addSpacing(18)
        self.arena, self.hand = Arena(self.settings, self.table), Hand(self.settings, self.table)
        self.arena.picked.connect(self._aircraft_picked)
        self.arena.taken.connect(lambda _: self._take_only())
        self.hand.picked.connect(self._card_picked)
        self.hand.taken.connect(lambda _: self._take_only())
        self.reaction = Reaction(self.settings, self.table)
        self.orders = OrderList()
        self.orders.currentRowChanged.connect(lambda _: self._looked_at())
        self.orders.itemDoubleClicked.connect(lambda item: self._play(item.data(ORDER)))
        self.orders_title, self.hint, self.log_title = QLabel(), QLabel(), QLabel()
        for label in (self.orders_title, self.hint, self.log_title):
            theme.kind(label, "caption")
            label.setWordWrap(True)
        self.go = QPushButton()
        theme.kind(self.go, "primary")
        self.go.clicked.connect(lambda: self._take_current())
        self.go.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.log = ToldList()
        side = QWidget()
        theme.kind(side, "panel")
        column = QVBoxLayout(side)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(6)
        row = QHBoxLayout()
        row.addWidget(self.hint, 1)
        row.addWidget(self.go)
        for widget in (self.reaction, self.notice, self.orders_title):
            column.addWidget(widget)
        column.addWidget(self.orders, 3)
        column.addLayout(row)
        column.addWidget(self.log_title)
        column.addWidget(self.log, 2)
        left = QSplitter(Qt.Orientation.Vertical)
        left.addWidget(self.arena)
        left.addWidget(self.hand)
        left.setStretchFactor(0, 5)
        left.setStretchFactor(1, 2)
        left.setChildrenCollapsible(False)
        left.setSizes([5100, 2500])
        self.across = QSplitter(Qt.Orientation.Horizontal)
        self.across.addWidget(left)
        self.across.addWidget(side)
        self.across.setStretchFactor(0, 11)
        self.across.setStretchFactor(1, 5)
        self.across.setChildrenCollapsible(False)
        side.setMinimumWidth(300)
        page = QWidget()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.strip)
        whole.addWidget(self.across, 1)
        self.setTabOrder(self.orders, self.hand)
        self.setFocusProxy(self.orders)
        return page

    # ---- words and showing

    def retranslate(self) -> None:
        words = self.settings.words
        self.orders_title.setText(words("desk_game.orders"))
        self.log_title.setText(words("desk_game.log"))
        self.hint.setText(words("desk_cards.keys"))
        self.orders.setAccessibleName(words("desk_game.orders"))
        self.log.setAccessibleName(words("desk_game.log"))
        for widget, name in ((self.arena, "arena"), (self.hand, "hand")):
            widget.setAccessibleName(words(f"desk_cards.{name}"))
        self._told = ("", "", 0)
        super().retranslate()

    def refresh(self) -> None:
        """Show the table as it is now."""
        super().refresh()
        self._only_card, self._only_aircraft = "", -1
        self._head()
        self.reaction.refresh()
        self._fill()
        self._fill_log()
        view = self.table.view
        pens = Pens.of(self.settings, self.table)
        self.arena.setAccessibleDescription(
            "\n".join(self.arena.aircraft_told(a, view, pens).replace("\n", ", ") for a in view.aircraft) if view is not None else ""
        )
        self.hand.setAccessibleDescription(self.hand.told())

    def _head(self) -> None:
        view, words = self.table.view, self.settings.words
        pens = Pens.of(self.settings, self.table)
        self.turn.setFont(theme.font(self.settings, 15, bold=True))
        if view is None:
            for label in (self.turn, self.who, self.score):
                label.clear()
            return
        phase = pens.teller.phase(view.phase)
        self.turn.setText(words("desk_cards.turn", turn=max(1, view.turn), turns=view.turns, phase=phase))
        points = "   ".join(f"{pens.seat(party)} {score}" for party, score in zip(view.parties, view.score, strict=True))
        self.score.setText(words("desk_cards.score", points=points))
        if self.table.outcome is not None:
            text = outcome_told(self.table, pens)
        elif self.table.is_thinking:
            text = words("desk_game.thinking")
        elif self.table.sitting in view.owing:
            text = words("desk_game.yours", seat=pens.seat(self.table.sitting))
        else:
            text = ""
        self.who.setText(text)

    def _fill(self) -> None:
        """The legal orders, narrowed to the card and the aircraft that were picked."""
        words, view = self.settings.words, self.table.view
        names = Pens.of(self.settings, self.table).named(view)
        self.orders.blockSignals(True)
        self.orders.clear()
        best = -1
        for key, order in keyed(self.table.choices.listed):
            if self._only_card and self._only_card not in cards_of(order):
                continue
            if self._only_aircraft >= 0 and self._only_aircraft not in aircraft_of(order):
                continue
            item = QListWidgetItem(f"{key or ' ':<2}  {order_told(order, words, names)}")
            item.setData(ORDER, order)
            item.setData(KEY, key)
            self.orders.addItem(item)
            best = self.orders.count() - 1 if key == LEAVE or best < 0 else best
        narrowed = self._only_card or self._only_aircraft >= 0
        self.orders.setCurrentRow(0 if narrowed or best < 0 else best)
        self.orders.blockSignals(False)
        over = self.table.outcome is not None
        self.go.setText(words("desk_cards.again" if over else "desk_game.go"))
        self.go.setEnabled(over or self.orders.count() > 0)
        self._looked_at()

    def _looked_at(self) -> None:
        """Mark on the table what the chosen line would touch."""
        item = self.orders.currentItem()
        order = item.data(ORDER) if item is not None else None
        listed = self.table.choices.listed
        preview = order.aircraft if isinstance(order, PickAircraft) else ""
        self.arena.show_orders(order, frozenset(n for o in listed for n in aircraft_of(o)), preview)
        chosen = cards_of(order) if order is not None else ()
        if self._only_card and not chosen:
            chosen = (self._only_card,)
        self.hand.show_orders(frozenset(c for o in listed for c in cards_of(o)), chosen)

    def _fill_log(self) -> None:
        found = self.table.log
        key = (self.table.sitting, self.settings.language, len(found))
        if key[:2] != self._told[:2] or key[2] < self._told[2]:
            self.log.clear()
            self._told = ("", "", 0)
        names = Pens.of(self.settings, self.table).named(self.table.view)
        for _, event in found[self._told[2] :]:
            text = names.event(event)
            item = QListWidgetItem(line_told(text))
            if event.code in ("game_turn", "turn", "shot_down", "over", "flipped"):
                bold = QFont(theme.font(self.settings))
                bold.setWeight(QFont.Weight.DemiBold)
                item.setFont(bold)
            self.log.addItem(item)
        self._told = key

    # ---- choosing

    def _play(self, order: Any) -> None:
        if order is not None:
            self.table.play(order)

    def _take_current(self) -> None:
        if self.table.outcome is not None:
            self.again.emit()
            return
        item = self.orders.currentItem()
        if item is not None:
            self._play(item.data(ORDER))

    def _take_only(self) -> None:
        """A card or aircraft was clicked twice: what it alone can mean is done."""
        if self.orders.count() == 1:
            self._take_current()

    def _card_picked(self, code: str) -> None:
        self._only_card = code
        self._fill()

    def _aircraft_picked(self, number: int) -> None:
        self._only_aircraft = number
        self._fill()
        if not self.orders.count():
            self._only_aircraft = -1
            self._fill()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.stack.currentWidget() is self.blank:
            super().keyPressEvent(event)
            return
        key, text = Qt.Key(event.key()), event.text().lower()
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():  # a key that is held ends a turn elsewhere
                self._take_current()
        elif key == Qt.Key.Key_Escape and (self._only_card or self._only_aircraft >= 0):
            self._only_card, self._only_aircraft = "", -1
            self._fill()
        elif key == Qt.Key.Key_Escape:
            self.orders.setFocus()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.hand.setFocus()
            self.hand.keyPressEvent(event)
        elif plain and (key == Qt.Key.Key_Space or (len(text) == 1 and text in KEYS + LEAVE)):
            self._take_key(LEAVE if key == Qt.Key.Key_Space else text)
        else:
            super().keyPressEvent(event)

    def _take_key(self, key: str) -> None:
        """Carry out the order of a key: of all the legal ones, or of those that the narrowed list shows."""
        item = self.orders.keyed(key)
        if item is not None:
            self._play(item.data(ORDER))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for lines in (self.orders, self.log):
            lines.scheduleDelayedItemsLayout()  # filled while nothing was known of their width

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)


SHEET = CardSheet
