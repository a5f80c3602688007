"""The flight as it is played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.core.kit import RANDOM, on_demand
from bob.tactical.slot import Tactical

FLIGHT_PILOTS = ("sound", "strong")
"""The pilots beside `random`, the usual one first."""


class FlightKit(Tactical):
    """The card dogfight in its classic edition: whole flights."""

    name: ClassVar[str] = "flight"
    begins: ClassVar[str] = "flight"
    turning: ClassVar[str] = "game_turn"
    brief: ClassVar[frozenset[str] | None] = frozenset({"shot_down", "flipped", "went", "jettisoned", "results"})
    usual: ClassVar[str] = "rail_complex"
    flags: ClassVar[frozenset[str]] = frozenset({"option", "flight"})
    endings: ClassVar[tuple[str, ...]] = ("flight.outcome.ahead", "flight.outcome.draw")

    def players(self, seat: str) -> tuple[str, ...]:
        return (*FLIGHT_PILOTS, RANDOM)


KIT: Tactical = on_demand(FlightKit, "bob.tactical.cards_classic.loaded:LoadedFlightKit")
