"""The card dogfight as it is played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.core.kit import RANDOM, on_demand
from bob.tactical.slot import Tactical

USUAL_PILOT = "sound"
PILOTS = (USUAL_PILOT, "strong")
"""The pilots beside `random`, the usual one first."""


class CardsKit(Tactical):
    """The card dogfight."""

    name: ClassVar[str] = "cards"
    begins: ClassVar[str] = "battle"
    turning: ClassVar[str] = "game_turn"
    brief: ClassVar[frozenset[str] | None] = frozenset({"shot_down", "flipped", "bombs_dropped", "went_home"})
    usual: ClassVar[str] = "first_match"
    flags: ClassVar[frozenset[str]] = frozenset({"option", "cards", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"cards.outcome.{code}" for code in ("shot_down", "damage", "points", "draw"))

    def players(self, seat: str) -> tuple[str, ...]:
        return (*PILOTS, RANDOM)


KIT: Tactical = on_demand(CardsKit, "bob.tactical.cards.loaded:LoadedCardsKit")
