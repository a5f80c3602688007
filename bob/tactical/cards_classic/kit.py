"""The flight as it is played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.core.kit import RANDOM, Kit, on_demand

FLIGHT_PILOTS = ("sound",)
"""The pilots beside `random`."""


class FlightKit(Kit):
    """The card dogfight in its classic edition: whole flights."""

    name: ClassVar[str] = "flight"
    usual: ClassVar[str] = "rail_complex"
    flags: ClassVar[frozenset[str]] = frozenset({"option", "flight"})
    endings: ClassVar[tuple[str, ...]] = ("flight.outcome.ahead", "flight.outcome.draw")

    def players(self, seat: str) -> tuple[str, ...]:
        return (*FLIGHT_PILOTS, RANDOM)


KIT: Kit = on_demand(FlightKit, "bob.tactical.cards_classic.loaded:LoadedFlightKit")
