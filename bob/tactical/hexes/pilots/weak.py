"""The weak pilot, for learners: looks one hex and a turn ahead, ignores guns, plays no cards, and keeps no speed to dodge with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.kit import Decision
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.pilots.sound import SoundHexPilot, said
from bob.tactical.hexes.view import HexTableView


class WeakHexPilot(SoundHexPilot):
    """Flies at the enemy and fires, and no more."""

    ahead = 2
    wary = False

    def _card(self, view: HexTableView, listed: Sequence[Any]) -> Decision:
        return said(next((order for order in listed if isinstance(order, o.Pass)), listed[0]), "keeps_cards")

    def _reroll(self, view: HexTableView, listed: Sequence[Any]) -> Decision:
        return self._card(view, listed)

    def _dodge(self, view: HexTableView, listed: Sequence[Any]) -> Decision:
        return said(next(order for order in listed if isinstance(order, o.Dodge) and not order.speed), "sits_tight")
