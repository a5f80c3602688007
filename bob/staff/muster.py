"""The remaining units of a raid, as its commander sees it."""

from __future__ import annotations

from collections.abc import Sequence

from bob.day.state.raid_plan import ESCORT_ROLES
from bob.day.state.view import RaidUnitView, RaidView


def with_raid(raid: RaidView, roles: Sequence[str]) -> list[RaidUnitView]:
    """The units of some roles that still fly with a raid."""
    return [u for u in raid.units if u.role in roles and u.state == "with_raid" and u.strength > 0]


def strength(units: Sequence[RaidUnitView]) -> int:
    """Return their number of aircraft."""
    return sum(u.strength for u in units)


def escorts(raid: RaidView) -> list[RaidUnitView]:
    """The escorts that still fly with a raid."""
    return with_raid(raid, ESCORT_ROLES)
