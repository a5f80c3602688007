"""The operational day as it is played from outside, with its officers."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from bob.core.game import Outcome
from bob.core.kit import Kit, on_demand
from bob.tactical.slot import Slot, shipped
from bob.words import Words

CHOOSER = "chooser"


class DayKit(Kit):
    """The operational day, with the tactical games that engagements are fought out in."""

    name: ClassVar[str] = "day"
    usual: ClassVar[str] = "lesson"
    flags: ClassVar[frozenset[str]] = frozenset({"period", "effort", "switch", "engagements", "chooser", "pilots", "ground_from"})
    endings: ClassVar[tuple[str, ...]] = ("luftwaffe_decisive", "luftwaffe_marginal", "draw", "raf_marginal", "raf_decisive")
    last_words: ClassVar[frozenset[str]] = frozenset({"seal", "done"})

    def ended(self, words: Words, outcome: Outcome) -> str:
        return words(f"ops.band.{outcome.code}")


def day_kit(slot: Callable[[], Slot] = shipped) -> Kit:
    """The kit of a day with these tactical games."""
    return on_demand(DayKit, "bob.staff.loaded:LoadedDayKit", slot)
