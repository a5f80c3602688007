"""The column beside the board: the decision, its answers, and the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtWidgets import QLabel

from bob.core.hexes import Hex
from bob.desk.base.settings import Settings
from bob.desk.boards.hexes.shot_box import ShotBox
from bob.desk.boards.shared.decision import DecisionColumn
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.hexes_asked import asked
from bob.staff.advice.fights.hexes_naming import card_of, is_leaving, keyed, place_of
from bob.staff.advice.fights.tooltips import percent
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.telling import HexTeller

LOUD = ("turn", "fires", "hit", "destroyed", "collided", "over", "initiative")
"""Highlighted events of the log."""


class HexDecisionColumn(DecisionColumn):
    """The question, the shot, the orders, and the log."""

    def __init__(self, settings: Settings, table: ScreenGame, notice: QLabel) -> None:
        self.shot = ShotBox(settings)
        super().__init__(settings, table, notice, self.shot, LOUD)

    def clear(self) -> None:
        super().clear()
        self.shot.show_shot(None, None, {})

    def word(self, name: str) -> str:
        return self.settings.words(f"desk_hexes.{name}")

    def asks(self, teller: HexTeller) -> tuple[str, str]:
        return asked(self.table.view, self.settings.words, teller, self.table.choices.listed)

    def fill(self, teller: HexTeller, only_card: str = "", at: Hex | None = None) -> None:
        """List the legal orders, or those of one card. Placements on the board are listed for one hex alone: the board shows the others."""
        listed = tuple([order for order in self.table.choices.listed if place_of(order) in (None, at)])
        self.orders.say(self.word("point_first") if self.table.choices.listed and not listed else "")
        leaving = [order for _, order in keyed(listed) if is_leaving(order)]
        self.list_orders(self._rows(teller, listed, only_card), leaving[-1] if leaving and not only_card else None)

    def _rows(self, teller: HexTeller, listed: Sequence[Any], only_card: str) -> Iterator[tuple[str, str, Any]]:
        odds = self.shot.odds
        for key, order in keyed(tuple(listed)):
            if only_card and card_of(order) != only_card:
                continue
            text = teller.order(order)
            if isinstance(order, o.Dodge) and order.speed in odds:
                whole, down, _ = odds[order.speed]
                chances = self.settings.words("desk_hexes.shot_box.odds_only", whole=percent(whole), down=percent(down))
                text = self.settings.words("desk_hexes.shot_box.count", what=text, count=chances)
            yield key, text, order
