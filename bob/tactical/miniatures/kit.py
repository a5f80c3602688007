"""The miniatures dogfight as it is played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.core.kit import RANDOM, on_demand
from bob.tactical.scale import PAIR
from bob.tactical.slot import Tactical

USUAL_PILOT = "sound"
PILOTS = (USUAL_PILOT, "strong", "weak")
"""The pilots beside `random`, the usual one first."""


class SkiesKit(Tactical):
    """The miniatures dogfight."""

    name: ClassVar[str] = "skies"
    brief: ClassVar[frozenset[str] | None] = frozenset({"hit", "down", "left", "base_chit", "breaks_off"})
    least_scale: ClassVar[int] = PAIR
    usual: ClassVar[str] = "dogfight"
    flags: ClassVar[frozenset[str]] = frozenset({"option", "skies", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"skies.outcome.{code}" for code in ("draw", "broke", "chits", "bombed", "held"))

    def players(self, seat: str) -> tuple[str, ...]:
        return (*PILOTS, RANDOM)


KIT: Tactical = on_demand(SkiesKit, "bob.tactical.miniatures.loaded:LoadedSkiesKit")
