"""The sheet of a dogfight on a board: the board over hand and cards, the column of decisions, orders given and taken back, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from bob.core.game import Event
from bob.desk.base.settings import Settings
from bob.desk.boards.shared.board import BoardWidget
from bob.desk.boards.shared.decision import DecisionColumn
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.session.screen_game import ScreenGame


class BoardPanel(GamePanel):
    """A dogfight on a board, by itself or within the day. A game's own sheet makes its parts, gives them to `lay_out`, and shows them."""

    keys: frozenset[str]
    """The letters and figures that give orders."""
    settings_name: str
    """Under which name its settings are kept."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.looked = -1
        """The aircraft that is looked at: its card or itself was clicked."""
        self.only_card = ""
        """The card whose orders alone are listed."""
        self.busy = False
        """True while the orders of one click are being given, one after another."""
        self._strides: list[int] = []
        """The number of orders given by each click that can still be taken back."""
        self._heard: tuple[tuple[str, tuple[int, int]], int] = (("", (0, 0)), 0)
        self._passed = -1

    # ---- building

    def lay_out(self, board: BoardWidget, hand: QWidget, row: QWidget, side: DecisionColumn) -> None:
        """Lay the parts out and connect them."""
        self.table_board, self.hand_part, self.row_part, self.column = board, hand, row, side
        self.take_lists(side.orders, side.go, side.log)
        self.asked_title, self.auto = side.asked_title, side.auto
        self.auto.setChecked(self.settings.remembered(self._auto_key, "yes") == "yes")
        self.auto.toggled.connect(self._auto_set)
        board.left.connect(self.never_mind)
        self.orders.currentRowChanged.connect(lambda _: self.row_changed())
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
        self.lay(across)
        self.setTabOrder(self.orders, board)
        self.setTabOrder(board, hand)

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)

    # ---- what a game's own sheet says

    def show_nothing(self) -> None:
        """Hold nothing of the game: the screen changes hands."""
        raise NotImplementedError

    def show_game(self, view: Any, events: Sequence[Event]) -> None:
        """Show a view, and the events since the last one."""
        raise NotImplementedError

    def fill(self) -> None:
        """List the legal orders, narrowed to the card that was picked."""
        raise NotImplementedError

    def row_changed(self) -> None:
        """Mark the effect of the newly selected line of the list."""
        raise NotImplementedError

    def hand_needs(self) -> int:
        """Return the width at which no card of the hand covers another."""
        raise NotImplementedError

    def hand_least(self) -> int:
        """The same with the cards as narrow as they may be; more than half of the room only where nothing else needs it."""
        return self.hand_needs()

    def row_needs(self) -> int:
        """Return the width needed by the things beside the hand."""
        raise NotImplementedError

    def never_mind(self) -> None:
        """Drop a half-finished order."""
        self.only_card, self.looked = "", -1
        if self.table.view is not None:
            self.fill()

    def is_passing(self, listed: tuple[Any, ...]) -> bool:
        """Return whether these orders leave nothing but passing."""
        raise NotImplementedError

    # ---- showing

    def retranslate(self) -> None:
        for widget, name in ((self.table_board, "board"), (self.hand_part, "hand"), (self.row_part, "dashboards")):
            widget.setAccessibleName(self.column.word(name))
        self.column.retranslate()
        self.column.fit(self.width())
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
            self._heard = (("", (0, 0)), 0)
            return
        choices = self.table.choices
        if not choices.listed and not choices.described:
            self._strides.clear()
        self.only_card = ""
        log = self.table.log
        key = self.table.seated, self.table.dogfight
        if self._heard[0][1] not in ((0, 0), key[1]):
            self.show_nothing()
        same = self._heard[0] == key and self._heard[1] <= len(log)
        events = [event for _, event in log[self._heard[1] :]] if same else []
        self._heard = key, len(log)
        self.show_game(view, events)
        self._share()
        self._pass_alone()

    def _share(self) -> None:
        """Give hand and cards the width that each needs, until the splitter has been moved."""
        room = self.bottom.width() - self.bottom.handleWidth()
        if self._shares and room > 0:
            least = max(self.hand_part.minimumSizeHint().width(), min(self.hand_least(), room // 2))
            hand = max(least, min(self.hand_needs(), room - self.row_needs()))
            self.bottom.setSizes([hand, room - hand])

    def _keep_shares(self) -> None:
        self._shares = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.column.fit(self.width())
        QTimer.singleShot(0, self, self._share)

    # ---- giving orders

    def play_all(self, orders: Sequence[Any]) -> None:
        """Give orders one after another; a refused one ends them."""
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
        """Take back the orders of the last click."""
        self.forward.stop()
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
        return f"{self.settings_name}/auto"

    def _auto_set(self, on: bool) -> None:
        self.settings.remember(self._auto_key, "yes" if on else "no")
        self._pass_alone()

    def _pass_alone(self) -> None:
        """Pass automatically for the only person at the game when there is no other order."""
        alone = self.table.alone
        self.auto.setVisible(alone and not self.column.is_settled)
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

    def pressed(self, event: QKeyEvent) -> bool:
        if self.table_board.moving:
            self.table_board.finish()
        key = Qt.Key(event.key())
        if super().pressed(event) or self.take_key(event, self.keys):
            return True
        if key == Qt.Key.Key_Escape and (self.only_card or self.looked >= 0):
            self.never_mind()
        elif key == Qt.Key.Key_Escape and not self.orders.hasFocus():
            self.orders.setFocus()
        elif key == Qt.Key.Key_Backspace and self.undo_button.isEnabled():
            self.undo()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.orders.hasFocus():
            self.hand_part.setFocus()
            self.hand_part.keyPressEvent(event)
        else:
            return False
        return True
