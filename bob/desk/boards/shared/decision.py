"""The column beside a board: the decision, its answers, and the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from bob.core.game import Outcome
from bob.core.kit import Teller, seat_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.shared.lists import GoButton, LogList, OrderList
from bob.desk.session.screen_game import ScreenGame

MARGINS = 10, 8, 10, 8
WIDE, MOST = 348, 0.33
"""The usual width, and the most of a sheet's that it takes where the text is large."""
OVER = "over"
"""The stage of a view that has nothing more to decide."""


class DecisionColumn(QWidget):
    """The question, the game's own box about it, the orders, and the log. The sheet connects its signals.

    `loud` are the highlighted events of the log.
    """

    def __init__(self, settings: Settings, table: ScreenGame, notice: QLabel, box: QWidget, loud: Iterable[str]) -> None:
        super().__init__()
        self.settings, self.table, self.loud = settings, table, frozenset(loud)
        self.asked_title, self.asked_how = QLabel(), QLabel()
        self.asked_title.setObjectName("asked")
        theme.kind(self.asked_title, "heading")
        for label in (self.asked_title, self.asked_how):
            label.setWordWrap(True)
        self.box = box
        self.orders = OrderList()
        self.auto = QCheckBox()
        self.hint, self.log_title = QLabel(), QLabel()
        for label in (self.hint, self.log_title):
            theme.kind(label, "caption")
            label.setWordWrap(True)
        self.go, self.log = GoButton(), LogList()
        theme.kind(self, "panel")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(*MARGINS)
        self.column.setSpacing(6)
        for widget in (self.asked_title, self.asked_how, notice, self.box):
            self.column.addWidget(widget)
        self.column.addWidget(self.orders, 3)
        row = QHBoxLayout()
        row.addWidget(self.auto, 1)
        row.addWidget(self.go)
        self.column.addLayout(row)
        self.column.addWidget(self.hint)
        self.column.addWidget(self.log_title)
        self.column.addWidget(self.log, 2)

    def asks(self, teller: Any) -> tuple[str, str]:
        """Return the current decision, and a hint for it. Implemented by a game's own column."""
        raise NotImplementedError

    def word(self, name: str) -> str:
        """A sentence of the game's own: `keys`, `shot`, `waits_how`."""
        raise NotImplementedError

    def won_text(self, outcome: Outcome) -> str:
        """Return the sentence of a victory."""
        words, how = self.settings.words, self.settings.words(outcome.code)
        return words("desk_board.won", winner=seat_text(words, outcome.winner or ""), how=how[:1].lower() + how[1:])

    def retranslate(self) -> None:
        words = self.settings.words
        self.auto.setText(words("desk_board.auto"))
        self.auto.setToolTip(words("desk_board.auto_tip"))
        self.hint.setText(self.word("keys"))
        self.log_title.setText(words("desk_game.log"))
        self.box.setAccessibleName(self.word("shot"))

    def fit(self, across: int) -> None:
        """Take the width that the text needs; of a sheet that is narrow for its text, no more than leaves the board its room."""
        usual = round(WIDE * self.settings.scale)
        self.setFixedWidth(max(min(usual, WIDE), min(usual, round(across * MOST))))

    def clear(self) -> None:
        """Ask nothing and offer nothing."""
        self.orders.clear()
        self.asked_title.clear()
        self.asked_how.clear()

    @property
    def is_over(self) -> bool:
        """Return whether the shown game has ended."""
        view = self.table.view
        return view is not None and bool(view.stage == OVER)

    @property
    def is_settled(self) -> bool:
        """Return whether no decision is possible in the shown position: it is over, or past."""
        return self.table.is_past or self.table.outcome is not None or self.is_over

    def keep_clear(self, foot: int) -> None:
        """Leave a margin of pixels at the foot for a widget above it."""
        left, top, right, least = MARGINS
        self.column.setContentsMargins(left, top, right, least + foot)

    def ask(self, teller: Any) -> None:
        """State the next decision, and a hint for it; a settled game leaves the space to the log."""
        settled = self.is_settled
        for widget in (self.orders, self.hint):
            widget.setVisible(not settled)
        self.go.setVisible(not settled or self.table.outcome is not None)
        view, words = self.table.view, self.settings.words
        outcome, choices = self.table.outcome, self.table.choices
        if self.table.is_past:
            title, how = words("desk_board.past"), words("desk_board.past_how")
        elif outcome is not None or self.is_over:
            how = words("desk_board.over_how")
            title = words("desk_board.drawn" if outcome is not None else "desk_board.over")
            if outcome is not None and outcome.winner:
                title = self.won_text(outcome)
        elif choices.listed or choices.described:
            title, how = self.asks(teller)
        else:
            waited = ", ".join(seat_text(words, seat) for seat in view.owing)
            title, how = words("desk_board.waits", seat=waited), self.word("waits_how")
        self.asked_title.setFont(theme.font(self.settings, 17, bold=True))
        self.asked_title.setText(title)
        self.asked_how.setText(how)

    def list_orders(self, rows: Iterable[tuple[str, str, Any]], best: Any = None) -> None:
        """List orders: the key, the words and the order of each; `best` is chosen, or the first of them."""
        chosen = 0
        self.orders.blockSignals(True)
        self.orders.clear()
        for key, text, order in rows:
            if best is not None and order == best:
                chosen = self.orders.count()
            self.orders.add(order, text, key)
        self.orders.keys_follow()
        self.orders.setCurrentRow(chosen if self.orders.count() else -1)
        self.orders.blockSignals(False)
        self.go.tell(self.settings, self.table, self.orders)

    def fill_log(self, teller: Teller) -> None:
        """Append the new lines of the log."""
        self.log.follow(self.settings, self.table, teller.event, self.loud)
