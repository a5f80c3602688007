"""The carrier campaigns as they are played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.campaigns.matches import LOTS
from bob.core.kit import RANDOM, Kit, on_demand
from bob.tactical.cards_classic.kit import FLIGHT_PILOTS

CARRIER_CAMPAIGNS = ("convoys", "fleet_air_arm", "coral_sea", "midway")


class CarriersKit(Kit):
    """The carrier campaigns."""

    name: ClassVar[str] = "carriers"
    usual: ClassVar[str] = CARRIER_CAMPAIGNS[0]
    flags: ClassVar[frozenset[str]] = frozenset({"option", "carriers", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"carriers.outcome.{code}" for code in ("axis", "allied", "draw"))

    def players(self, seat: str) -> tuple[str, ...]:
        return (*FLIGHT_PILOTS, LOTS, RANDOM)


KIT: Kit = on_demand(CarriersKit, "bob.campaigns.carriers.loaded:LoadedCarriersKit")
