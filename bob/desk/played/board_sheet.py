"""The sheet of a dogfight on a board: the board over hand and cards, the column of decisions, orders given and taken back, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from bob.desk.looks import theme
from bob.desk.played.board import TableBoard
from bob.desk.played.decision import DecisionColumn
from bob.desk.played.lists import ORDER
from bob.desk.played.screen_game import ScreenGame
from bob.desk.played.sheet import GameSheet
from bob.desk.settings import Settings
from bob.game import Event
from bob.kit import seat_told

SPACE = "0"
"""The key of the order that leaves it, which the space bar gives, too."""


class BoardSheet(GameSheet):
    """A dogfight on a board, by itself or within the day. A game's own sheet makes its parts, gives them to `lay_out`, and shows them."""

    keys: frozenset[str]
    """The letters and figures that give orders."""
    kept: str
    """Under which name its settings are kept."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.looked = -1
        """The aircraft that is looked at: its card or itself was clicked."""
        self.only_card = ""
        """The card whose orders alone are listed."""
        self.busy = False
        """Whether orders of one click are being given, one after another."""
        self._strides: list[int] = []
        """How many orders each click gave that can still be taken back."""
        self._heard: tuple[str, int] = ("", 0)
        self._passed = -1
        self.coach: Any = None
        """The coach of the lesson, while there is one."""

    # ---- building

    def lay_out(self, board: TableBoard, hand: QWidget, row: QWidget, side: DecisionColumn) -> None:
        """Lay the parts out and connect them."""
        self.table_board, self.hand_part, self.row_part, self.column = board, hand, row, side
        self.turn, self.who, self.score = QLabel(), QLabel(), QLabel()
        theme.kind(self.who, "quiet")
        self.head.addWidget(self.turn)
        self.head.addSpacing(16)
        self.head.addWidget(self.who)
        self.head.addStretch()
        self.head.addWidget(self.score)
        self.asked_title, self.orders, self.auto, self.go, self.log = side.asked_title, side.orders, side.auto, side.go, side.log
        self.auto.setChecked(self.settings.remembered(self._auto_key, "yes") == "yes")
        self.auto.toggled.connect(self._auto_set)
        board.left.connect(self.never_mind)
        self.orders.currentRowChanged.connect(lambda _: self.row_changed())
        self.orders.itemDoubleClicked.connect(lambda item: self.play_all((item.data(ORDER),)))
        self.go.clicked.connect(lambda: self.take_current())
        bottom = QSplitter(Qt.Orientation.Horizontal)
        bottom.addWidget(hand)
        bottom.addWidget(row)
        bottom.setStretchFactor(0, 0)
        bottom.setStretchFactor(1, 1)
        left = QSplitter(Qt.Orientation.Vertical)
        left.addWidget(board)
        left.addWidget(bottom)
        left.setStretchFactor(0, 1)
        left.setStretchFactor(1, 0)
        self.bottom = bottom
        self._shares = True
        bottom.splitterMoved.connect(lambda *_: self._keep_shares())
        across = QSplitter(Qt.Orientation.Horizontal)
        across.addWidget(left)
        across.addWidget(side)
        across.setStretchFactor(0, 1)
        across.setStretchFactor(1, 0)
        for splitter in (bottom, left, across):
            splitter.setChildrenCollapsible(False)
        self.across = across
        page = QWidget()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.strip)
        whole.addWidget(across, 1)
        self.lay(page)
        self.setTabOrder(self.orders, board)
        self.setTabOrder(board, hand)
        self.table.thinking.connect(lambda _: self.show_head())

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for lines in (self.orders, self.log):
            lines.scheduleDelayedItemsLayout()

    def start(self) -> None:
        """Take the keys."""
        self.orders.setFocus()

    def teach(self, coach: Any) -> None:
        """Put a coach beside the sheet until it is finished."""
        self.coach = coach
        coach.finished.connect(self._taught)

    def _taught(self) -> None:
        if self.coach is not None:
            self.coach.ring.deleteLater()
            self.coach.deleteLater()
            self.coach = None

    # ---- what a game's own sheet says

    def show_nothing(self) -> None:
        """Hold nothing of the game: the screen changes hands."""
        raise NotImplementedError

    def show_game(self, view: Any, events: Sequence[Event]) -> None:
        """Show a view, and what has happened since the last one."""
        raise NotImplementedError

    def turn_told(self, view: Any) -> str:
        """Which turn it is, at the top."""
        raise NotImplementedError

    def score_told(self, view: Any) -> str:
        """How it stands, at the top."""
        raise NotImplementedError

    def fill(self) -> None:
        """List the legal orders, narrowed to the card that was picked."""
        raise NotImplementedError

    def row_changed(self) -> None:
        """Another line of the list is looked at: mark what it would do."""
        raise NotImplementedError

    def hand_needs(self) -> int:
        """The room in which no card of the hand lies over another."""
        raise NotImplementedError

    def row_needs(self) -> int:
        """The room that what lies beside the hand needs."""
        raise NotImplementedError

    def never_mind(self) -> None:
        """Forget what was begun and not given."""
        self.only_card, self.looked = "", -1
        if self.table.view is not None:
            self.fill()

    def is_passing(self, listed: tuple[Any, ...]) -> bool:
        """Whether these orders leave nothing but passing."""
        raise NotImplementedError

    # ---- showing

    def retranslate(self) -> None:
        for widget, name in ((self.table_board, "board"), (self.hand_part, "hand"), (self.row_part, "dashboards")):
            widget.setAccessibleName(self.column.word(name))
        self.column.retranslate()
        self.bottom.setFixedHeight(round(156 * self.settings.scale))
        super().retranslate()

    def refresh(self) -> None:
        """Show the game as it is now."""
        if self.busy:
            return
        super().refresh()
        view = self.table.view
        if view is None:
            self._strides.clear()
            self.show_nothing()
            self.column.clear()
            self.show_head()
            self._heard = ("", 0)
            return
        choices = self.table.choices
        if not choices.listed and not choices.described:
            self._strides.clear()
        self.only_card = ""
        log = self.table.log
        same = self._heard[0] == self.table.sitting and self._heard[1] <= len(log)
        events = [event for _, event in log[self._heard[1] :]] if same else []
        self._heard = self.table.sitting, len(log)
        self.show_game(view, events)
        self._share()
        self._pass_alone()

    def _share(self) -> None:
        """Give hand and cards the room that each needs, until somebody has moved what lies between them."""
        room = self.bottom.width() - self.bottom.handleWidth()
        if self._shares and room > 0:
            hand = max(self.hand_part.minimumSizeHint().width(), min(self.hand_needs(), max(room // 2, room - self.row_needs())))
            self.bottom.setSizes([hand, room - hand])

    def _keep_shares(self) -> None:
        self._shares = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._share)

    def show_head(self) -> None:
        """Which turn it is, who decides, how it stands."""
        view, words = self.table.view, self.settings.words
        self.turn.setFont(theme.font(self.settings, 15, bold=True))
        if view is None:
            for label in (self.turn, self.who, self.score):
                label.clear()
            return
        self.turn.setText(self.turn_told(view))
        self.score.setText(self.score_told(view))
        if self.table.outcome is not None:
            said = ""
        elif self.table.is_thinking:
            said = words("desk_game.thinking")
        elif self.table.sitting in view.owing:
            said = words("desk_game.yours", seat=seat_told(words, self.table.sitting))
        else:
            said = ""
        self.who.setText(said)

    @property
    def armed(self) -> Any:
        """The order looked at in the list."""
        return self.column.armed

    # ---- giving orders

    def play_all(self, orders: Sequence[Any]) -> None:
        """Give orders one after another; what is refused ends them."""
        if self.busy or not orders:
            return
        given = 0
        self.busy = True
        try:
            for order in orders:
                if order is None or self.table.play(order) is None:
                    break
                given += 1
        finally:
            self.busy = False
        if given:
            self._strides.append(given)
            self.refresh()

    def give(self, order: Any) -> None:
        """Give an order, as if it had been chosen here."""
        self.play_all((order,))

    def undo(self) -> None:
        """Take back what the last click did."""
        count = self._strides.pop() if self._strides else 1
        self.busy = True
        self._passed = len(self.table.log)
        try:
            for _ in range(count):
                if self.table.undo_reason() is not None:
                    break
                self.table.undo()
        finally:
            self.busy = False
        self._passed = len(self.table.log)
        self.refresh()

    def take_current(self) -> None:
        """Give the order looked at; after the game is over, begin another."""
        if self.table.outcome is not None:
            self.again.emit()
            return
        self.play_all((self.armed,))

    def take_only(self) -> None:
        """A card was clicked twice: what it alone can mean is done."""
        if self.orders.count() == 1:
            self.take_current()

    def card_picked(self, code: str) -> None:
        """List the orders of one card alone, where it has any."""
        self.only_card = code
        self.fill()
        if not self.orders.count():
            self.only_card = ""
            self.fill()

    # ---- passing by itself

    @property
    def _auto_key(self) -> str:
        return f"{self.kept}/auto"

    def _auto_set(self, on: bool) -> None:
        self.settings.remember(self._auto_key, "yes" if on else "no")
        self._pass_alone()

    def _pass_alone(self) -> None:
        """Where nothing but passing is left to the only person at the game, it is done."""
        alone = len(getattr(self.table, "persons", (self.table.sitting,))) == 1
        self.auto.setVisible(alone)
        if alone and self.auto.isChecked() and self._may_pass() and self._passed != len(self.table.log):
            QTimer.singleShot(0, self, self._pass_now)

    def _may_pass(self) -> bool:
        choices = self.table.choices
        return not choices.described and self.is_passing(choices.listed)

    def _pass_now(self) -> None:
        if self.table.view is not None and self._may_pass():
            self._strides.clear()
            self.table.play(self.table.choices.listed[0])

    # ---- the keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.stack.currentWidget() is self.blank:
            super().keyPressEvent(event)
            return
        if self.table_board.moving:
            self.table_board.finish()
        key, text = Qt.Key(event.key()), event.text().lower()
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():  # a key that is held ends a turn elsewhere
                self.take_current()
        elif key == Qt.Key.Key_Escape and (self.only_card or self.looked >= 0):
            self.never_mind()
        elif key == Qt.Key.Key_Escape and not self.orders.hasFocus():
            self.orders.setFocus()
        elif key == Qt.Key.Key_Backspace and self.undo_button.isEnabled():
            self.undo()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.orders.hasFocus():
            self.hand_part.setFocus()
            self.hand_part.keyPressEvent(event)
        elif plain and (key == Qt.Key.Key_Space or (len(text) == 1 and text in self.keys)):
            self._take_key(SPACE if key == Qt.Key.Key_Space else text)
        else:
            super().keyPressEvent(event)

    def _take_key(self, key: str) -> None:
        """Carry out the order of a key."""
        item = self.orders.keyed(key)
        if item is not None:
            self.play_all((item.data(ORDER),))
