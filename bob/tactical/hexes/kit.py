"""The hex dogfight as it is played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.core.kit import RANDOM, on_demand
from bob.tactical.scale import PAIR
from bob.tactical.slot import Tactical

USUAL_PILOT = "sound"
PILOTS = (USUAL_PILOT, "strong", "weak")
"""The pilots beside `random`, the usual one first."""


class HexesKit(Tactical):
    """The hex dogfight."""

    name: ClassVar[str] = "hexes"
    brief: ClassVar[frozenset[str] | None] = frozenset(
        {"hit", "destroyed", "destroyed_by", "collided", "left_sheet", "dry", "went_home", "ship_sunk"}
    )
    least_scale: ClassVar[int] = PAIR
    usual: ClassVar[str] = "duel"
    flags: ClassVar[frozenset[str]] = frozenset({"option", "hexes", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"hexes.outcome.{code}" for code in ("draw", "last", "points"))

    def players(self, seat: str) -> tuple[str, ...]:
        return (*PILOTS, RANDOM)


KIT: Tactical = on_demand(HexesKit, "bob.tactical.hexes.loaded:LoadedHexesKit")
