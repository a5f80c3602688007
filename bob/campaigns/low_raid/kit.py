"""The low-level raid as it is played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.core.kit import RANDOM, Kit, on_demand

RAIDS = ("croydon", "kenley")
RAID_LEADERS = ("sound",)


class LowRaidKit(Kit):
    """The solitaire campaign."""

    name: ClassVar[str] = "low_raid"
    usual: ClassVar[str] = RAIDS[0]
    flags: ClassVar[frozenset[str]] = frozenset({"option", "low_raid"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"low_raid.outcome.{code}" for code in ("failure", "slight", "success", "triumph"))

    def players(self, seat: str) -> tuple[str, ...]:
        return (*RAID_LEADERS, RANDOM)


KIT: Kit = on_demand(LowRaidKit, "bob.campaigns.low_raid.loaded:LoadedLowRaidKit")
