"""The places of a raid's parts, as its own side knows them: with the raid, on the way out to it, and home from it."""

from __future__ import annotations

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.state.groups import TOGETHER
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.day.state.view import RaidUnitView, RaidView


def together(raid: RaidView) -> tuple[list[RaidUnitView], list[list[RaidUnitView]]]:
    """The units in the air over the map that are where their raid is, and those that are elsewhere, hex by hex, the largest first: on
    their way out to it or home from it."""
    up = [u for u in raid.units if u.strength > 0 and u.state in ("gathering", "with_raid", "going_home")]
    gathers = raid.state == "gathering"
    main = [u for u in up if u.state == "with_raid" or (gathers and u.state == "gathering" and hexes.distance(u.hex, raid.hex) <= TOGETHER)]
    if not main:
        main = [u for u in up if u.hex == raid.hex]
    apart: dict[Hex, list[RaidUnitView]] = {}
    for unit in up:
        if unit not in main:
            apart.setdefault(unit.hex, []).append(unit)
    return main, [sorted(units, key=lambda u: (u.role not in BOMBING_ROLES, -u.strength)) for units in apart.values()]
