"""The land campaigns as they are played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.campaigns.matches import LOTS
from bob.core.kit import RANDOM, Kit, on_demand
from bob.tactical.cards_classic.kit import FLIGHT_PILOTS

CAMPAIGNS = ("channel_battle", "eagle_attack", "sector_airfields", "london", "autumn", "counter_raids")


class AirWarKit(Kit):
    """The land campaigns."""

    name: ClassVar[str] = "air_war"
    usual: ClassVar[str] = CAMPAIGNS[0]
    flags: ClassVar[frozenset[str]] = frozenset({"option", "air_war", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(
        f"air_war.outcome.{code}" for code in ("axis_major", "axis_minor", "draw", "allied_minor", "allied_major")
    )

    def players(self, seat: str) -> tuple[str, ...]:
        return (*FLIGHT_PILOTS, LOTS, RANDOM)


KIT: Kit = on_demand(AirWarKit, "bob.campaigns.land.loaded:LoadedAirWarKit")
