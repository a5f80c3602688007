"""The sheet of a card dogfight: the air, the hand, what is asked, the legal orders, the log; for the mouse and for the keyboard."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from bob.desk.cards.arena import Arena
from bob.desk.cards.battle import Battle
from bob.desk.cards.hand import Hand, Reaction, outcome_told
from bob.desk.cards.order_lines import KEYS, LEAVE, aircraft_of, cards_of, keyed, order_told
from bob.desk.looks import theme
from bob.desk.settings import Settings
from bob.dogfight.cards.orders import PickAircraft
from bob.errors import BobError

ORDER = Qt.ItemDataRole.UserRole


class Wrapped(QStyledItemDelegate):
    """Lines as tall as their words need in the width that there is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        view = self.parent()
        assert isinstance(view, QListWidget)
        font = index.data(Qt.ItemDataRole.FontRole)
        metrics = QFontMetrics(font if isinstance(font, QFont) else view.font())
        width = view.viewport().width()
        room = QRect(0, 0, max(60, width - 14), 10000)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        return QSize(width, metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), str(text)).height() + 5)


class OrderList(QListWidget):
    """The legal orders; letters and figures are their keys, not a search."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)
        if event.key() in moves:
            super().keyPressEvent(event)
        else:
            event.ignore()


class ToldList(QListWidget):
    """What happened; the last line stays in sight."""

    def updateGeometries(self) -> None:
        bar = self.verticalScrollBar()
        before = bar.maximum()
        super().updateGeometries()
        if bar.maximum() != before:
            bar.setValue(bar.maximum())


class CardSheet(QWidget):
    """The table of a battle. `closed` asks to go back, `again` for another battle."""

    closed = Signal()
    again = Signal()

    def __init__(self, settings: Settings, table: Battle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self._only_card = ""
        self._only_aircraft = -1
        self._told: tuple[str, str, int] = ("", "", 0)
        self._build()
        table.changed.connect(self.refresh)
        table.thinking.connect(lambda _: self._head())
        table.handover.connect(self._hand_over)
        table.failed.connect(self._complain)
        settings.language_changed.connect(self.retranslate)
        settings.theme_changed.connect(self.refresh)
        settings.text_size_changed.connect(self.retranslate)
        self.retranslate()

    def begin(self) -> None:
        """Let the battle go on: pilots think, or the first person is asked to the screen."""
        self.table.advance()
        self.orders.setFocus()

    # ---- building

    def _build(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.strip = QFrame()
        self.strip.setObjectName("strip")
        head = QHBoxLayout(self.strip)
        head.setContentsMargins(14, 7, 10, 7)
        self.turn, self.who, self.score = QLabel(), QLabel(), QLabel()
        theme.kind(self.who, "quiet")
        self.undo_button, self.close_button = QPushButton(), QPushButton()
        self.undo_button.clicked.connect(lambda: self.table.undo())
        self.close_button.clicked.connect(self.closed.emit)
        head.addWidget(self.turn)
        head.addSpacing(18)
        head.addWidget(self.who)
        head.addStretch()
        head.addWidget(self.score)
        head.addSpacing(18)
        self.aside = QHBoxLayout()
        """Room in the head for what else belongs to the battle."""
        head.addLayout(self.aside)
        head.addWidget(self.undo_button)
        head.addWidget(self.close_button)
        self.arena, self.hand = Arena(self.settings, self.table), Hand(self.settings, self.table)
        self.arena.picked.connect(self._aircraft_picked)
        self.arena.taken.connect(lambda _: self._take_only())
        self.hand.picked.connect(self._card_picked)
        self.hand.taken.connect(lambda _: self._take_only())
        self.reaction = Reaction(self.settings, self.table)
        self.orders = OrderList()
        self.orders.setWordWrap(True)
        self.orders.currentRowChanged.connect(lambda _: self._looked_at())
        self.orders.itemDoubleClicked.connect(lambda item: self._play(item.data(ORDER)))
        self.orders_title, self.hint, self.notice, self.log_title = QLabel(), QLabel(), QLabel(), QLabel()
        for label, kind in ((self.orders_title, "caption"), (self.hint, "caption"), (self.notice, "warning"), (self.log_title, "caption")):
            theme.kind(label, kind)
            label.setWordWrap(True)
        self.go = QPushButton()
        theme.kind(self.go, "primary")
        self.go.clicked.connect(lambda: self._take_current())
        self.go.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.orders.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.log = ToldList()
        self.log.setWordWrap(True)
        self.log.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for lines in (self.orders, self.log):
            lines.setResizeMode(QListWidget.ResizeMode.Adjust)
            lines.setTextElideMode(Qt.TextElideMode.ElideNone)  # else a line that ends in a space may be cut
            lines.setItemDelegate(Wrapped(lines))
        self.log.setSelectionMode(QListWidget.SelectionMode.NoSelection)
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
        self.page, self.blank = page, self._blank_page()
        self.stack = QStackedLayout(self)
        self.stack.addWidget(page)
        self.stack.addWidget(self.blank)
        self.setTabOrder(self.orders, self.hand)
        self.setFocusProxy(self.orders)

    def _blank_page(self) -> QWidget:
        """The sheet while the screen changes hands: it tells nothing but who is to sit down."""
        blank = QWidget()
        blank.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        body = QVBoxLayout(blank)
        body.addStretch()
        self.blank_text, self.blank_hint, self.blank_button = QLabel(), QLabel(), QPushButton()
        theme.kind(self.blank_text, "heading")
        theme.kind(self.blank_hint, "quiet")
        theme.kind(self.blank_button, "primary")
        self.blank_button.clicked.connect(self._seated)
        for widget in (self.blank_text, self.blank_hint, self.blank_button):
            body.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        body.addStretch()
        self._next = ""
        return blank

    # ---- words and showing

    def retranslate(self) -> None:
        words = self.settings.words
        self.undo_button.setText(words("desk_cards.undo"))
        self.close_button.setText(words(self.table.close_key))
        self.orders_title.setText(words("desk_cards.orders"))
        self.log_title.setText(words("desk_cards.log"))
        self.hint.setText(words("desk_cards.keys"))
        self.blank_hint.setText(words("desk_cards.blank_hint"))
        self.blank_button.setText(words("desk_cards.blank_button"))
        self.orders.setAccessibleName(words("desk_cards.orders"))
        self.log.setAccessibleName(words("desk_cards.log"))
        for widget, name in ((self.arena, "arena"), (self.hand, "hand")):
            widget.setAccessibleName(words(f"desk_cards.{name}"))
        if self._next:
            self._hand_over(self._next)
        self._told = ("", "", 0)
        self.refresh()

    def refresh(self) -> None:
        """Show the table as it is now."""
        self._only_card, self._only_aircraft = "", -1
        self.notice.hide()
        self.stack.setCurrentWidget(self.page if self.table.view is not None else self.blank)
        self._head()
        self.reaction.refresh()
        self._fill()
        self._fill_log()
        view = self.table.view
        pens = self.table.pens(self.settings)
        self.arena.setAccessibleDescription(
            "\n".join(self.arena.aircraft_told(a, view, pens).replace("\n", ", ") for a in view.aircraft) if view is not None else ""
        )
        self.hand.setAccessibleDescription(self.hand.told())

    def _head(self) -> None:
        view, words = self.table.view, self.settings.words
        pens = self.table.pens(self.settings)
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
            text = words("desk_cards.thinking")
        elif self.table.sitting in view.owing:
            text = words("desk_cards.yours", seat=pens.seat(self.table.sitting))
        else:
            text = ""
        self.who.setText(text)
        reason = self.table.undo_reason()
        self.undo_button.setEnabled(reason is None)
        self.undo_button.setToolTip("" if reason is None else words(reason))

    def _fill(self) -> None:
        """The legal orders, narrowed to the card and the aircraft that were picked."""
        words, view = self.settings.words, self.table.view
        names = self.table.pens(self.settings).named(view)
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
            item.setData(ORDER + 1, key)
            self.orders.addItem(item)
            best = self.orders.count() - 1 if key == LEAVE or best < 0 else best
        narrowed = self._only_card or self._only_aircraft >= 0
        self.orders.setCurrentRow(0 if narrowed or best < 0 else best)
        self.orders.blockSignals(False)
        over = self.table.outcome is not None
        self.go.setText(words("desk_cards.again" if over else "desk_cards.go"))
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
        names = self.table.pens(self.settings).named(self.table.view)
        for _, event in found[self._told[2] :]:
            text = names.event(event)
            item = QListWidgetItem(f"{text[:1].upper()}{text[1:]}.")
            if event.code in ("game_turn", "turn", "shot_down", "over", "flipped"):
                bold = QFont(theme.font(self.settings))
                bold.setWeight(QFont.Weight.DemiBold)
                item.setFont(bold)
            self.log.addItem(item)
        self._told = key

    # ---- the screen changes hands

    def _hand_over(self, seat: str) -> None:
        self._next = seat
        name = self.table.pens(self.settings).seat(seat)
        self.blank_text.setText(self.settings.words("desk_cards.blank", seat=name))
        self.stack.setCurrentWidget(self.blank)
        self.blank.setFocus()

    def _seated(self) -> None:
        seat, self._next = self._next, ""
        self.table.sit(seat)
        self.orders.setFocus()

    # ---- choosing

    def _complain(self, error: object) -> None:
        if isinstance(error, BobError):
            self.notice.setText(error.told(self.settings.words))
            self.notice.show()

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
        for row in range(self.orders.count()):
            item = self.orders.item(row)
            if item.data(ORDER + 1) == key:
                self._play(item.data(ORDER))
                return

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for lines in (self.orders, self.log):
            lines.scheduleDelayedItemsLayout()  # filled while nothing was known of their width

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)
