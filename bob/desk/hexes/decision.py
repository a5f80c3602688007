"""The column beside the board: what must be decided, what answers it, and what has happened."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from bob.desk.hexes.asked import asked
from bob.desk.hexes.naming import card_of, is_leaving, keyed, place_of
from bob.desk.hexes.shot_box import ShotBox
from bob.desk.hexes.slips import percent
from bob.desk.looks import theme
from bob.desk.played.lists import KEY, ORDER, OrderList, ToldList, line_told
from bob.desk.played.screen_game import ScreenGame
from bob.desk.settings import Settings
from bob.dogfight.hexes import orders as o
from bob.dogfight.hexes.position import OVER
from bob.dogfight.hexes.telling import HexTeller
from bob.hexes import Hex
from bob.kit import seat_told

LOUD = ("turn", "fires", "hit", "destroyed", "collided", "over", "initiative")
"""Events that stand out in the log."""


class DecisionColumn(QWidget):
    """What is asked, the shot, the orders, and the log. The sheet connects what is clicked in it."""

    def __init__(self, settings: Settings, table: ScreenGame, notice: QLabel) -> None:
        super().__init__()
        self.settings, self.table = settings, table
        self._told: tuple[str, str, int] = ("", "", 0)
        self.asked_title, self.asked_how = QLabel(), QLabel()
        self.asked_title.setObjectName("asked")
        theme.kind(self.asked_title, "heading")
        for label in (self.asked_title, self.asked_how):
            label.setWordWrap(True)
        self.shot = ShotBox(settings)
        self.orders = OrderList()
        self.auto = QCheckBox()
        self.hint, self.log_title = QLabel(), QLabel()
        for label in (self.hint, self.log_title):
            theme.kind(label, "caption")
            label.setWordWrap(True)
        self.go = QPushButton()
        theme.kind(self.go, "primary")
        self.go.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.log = ToldList()
        theme.kind(self, "panel")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(6)
        for widget in (self.asked_title, self.asked_how, notice, self.shot):
            column.addWidget(widget)
        column.addWidget(self.orders, 3)
        row = QHBoxLayout()
        row.addWidget(self.auto, 1)
        row.addWidget(self.go)
        column.addLayout(row)
        column.addWidget(self.hint)
        column.addWidget(self.log_title)
        column.addWidget(self.log, 2)

    def retranslate(self) -> None:
        words = self.settings.words
        self.auto.setText(words("desk_hexes.auto"))
        self.auto.setToolTip(words("desk_hexes.auto_tip"))
        self.hint.setText(words("desk_hexes.keys"))
        self.log_title.setText(words("desk_game.log"))
        self.orders.setAccessibleName(words("desk_game.orders"))
        self.log.setAccessibleName(words("desk_game.log"))
        self.shot.setAccessibleName(words("desk_hexes.shot"))
        self.setFixedWidth(round(348 * self.settings.scale))
        self._told = ("", "", 0)

    def clear(self) -> None:
        """Ask nothing and offer nothing."""
        self.shot.show_shot(None, None, {})
        self.orders.clear()
        self.asked_title.clear()
        self.asked_how.clear()

    @property
    def armed(self) -> Any:
        """The order looked at in the list."""
        item = self.orders.currentItem()
        return item.data(ORDER) if item is not None else None

    def arm(self, order: Any) -> None:
        """Choose an order in the list."""
        for row in range(self.orders.count()):
            if self.orders.item(row).data(ORDER) == order:
                self.orders.setCurrentRow(row)
                return

    def ask(self, teller: HexTeller) -> None:
        """Say plainly what must be decided next, and how."""
        view, words = self.table.view, self.settings.words
        outcome = self.table.outcome
        if outcome is not None or view.stage == OVER:
            title, how = words("desk_hexes.ask.over"), words("desk_hexes.over_how")
            if outcome is not None:
                title = (
                    words("desk_hexes.won", winner=seat_told(words, outcome.winner), how=words(outcome.code))
                    if outcome.winner
                    else words("desk_hexes.drawn")
                )
        elif self.table.choices.listed:
            title, how = asked(view, words, teller, self.table.choices.listed)
        elif view.owing and self.table.sitting not in view.owing:
            waited = ", ".join(seat_told(words, seat) for seat in view.owing)
            title, how = words("desk_hexes.waits", seat=waited), words("desk_hexes.waits_how")
        else:
            title, how = words("desk_hexes.past"), words("desk_hexes.past_how")
        self.asked_title.setFont(theme.font(self.settings, 17, bold=True))
        self.asked_title.setText(title)
        self.asked_how.setText(how)

    def fill(self, teller: HexTeller, only_card: str = "", at: Hex | None = None) -> None:
        """List the legal orders, or those of one card. What is put on the board is listed for one hex alone: the board shows the others."""
        listed = tuple([order for order in self.table.choices.listed if place_of(order) in (None, at)])
        odds = self.shot.odds
        self.orders.blockSignals(True)
        self.orders.clear()
        best = -1
        for key, order in keyed(listed):
            if only_card and card_of(order) != only_card:
                continue
            text = teller.order(order)
            if isinstance(order, o.Dodge) and order.speed in odds:
                whole, down, _ = odds[order.speed]
                chances = self.settings.words("desk_hexes.shot_box.odds_only", whole=percent(whole), down=percent(down))
                text = self.settings.words("desk_hexes.shot_box.count", what=text, count=chances)
            item = QListWidgetItem(f"{key or ' ':<2}  {text[:1].upper()}{text[1:]}")
            item.setData(ORDER, order)
            item.setData(KEY, key)
            self.orders.addItem(item)
            if is_leaving(order):
                best = self.orders.count() - 1
        if only_card or best < 0:
            best = 0
        self.orders.setCurrentRow(best if self.orders.count() else -1)
        self.orders.blockSignals(False)
        over = self.table.outcome is not None
        self.go.setText(self.settings.words("desk_game.again" if over else "desk_game.go"))
        self.go.setEnabled(over or self.orders.count() > 0)

    def fill_log(self, teller: HexTeller) -> None:
        """What is new in the log, or all of it for other eyes or another language."""
        found = self.table.log
        key = (self.table.sitting, self.settings.language, len(found))
        if key[:2] != self._told[:2] or key[2] < self._told[2]:
            self.log.clear()
            self._told = ("", "", 0)
        for _, event in found[self._told[2] :]:
            item = QListWidgetItem(line_told(teller.event(event)))
            if event.code in LOUD:
                bold = QFont(theme.font(self.settings))
                bold.setWeight(QFont.Weight.DemiBold)
                item.setFont(bold)
            self.log.addItem(item)
        self._told = key
