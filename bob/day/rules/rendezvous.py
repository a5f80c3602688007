"""The rendezvous of a raid's units (OPS-C1.1): their ways from base to formation point, and the takeoff of each."""

from __future__ import annotations

from collections.abc import Mapping

from bob.core.hexes import Hex
from bob.data.tables import ListTable
from bob.data.units import Aircraft, Posting
from bob.day.rules.climbing import climber
from bob.day.rules.movement import fly
from bob.day.state.raid_plan import BOMBING_ROLES, PlannedUnit, RaidPlan
from bob.day.state.world import World

LOW = 2
"""The height at which low-level raids gather, below coverage (OPS-C1.2)."""
LONGEST = 80
"""Turns after which a unit counts as there, wherever it is."""

WaySpot = tuple[Hex, int, int]
"""A unit's place on its way out: hex, height, and the hexes still off the map."""


def way_out(world: World, kind: Aircraft, base: str, goal: Hex, angels: int) -> tuple[WaySpot, ...]:
    """From a base to a formation point, turn by turn: straight on, climbing as the rules of movement give it (OPS-C1.1)."""
    key = (kind.code, base, goal, angels)
    if key not in world.ways_out:
        world.ways_out[key] = tuple(_flown(world, kind, base, goal, angels))
    return world.ways_out[key]


def _flown(world: World, kind: Aircraft, base: str, goal: Hex, angels: int) -> list[WaySpot]:
    table = world.tables["movement"]
    assert isinstance(table, ListTable)
    place = world.base(base)
    at, height, off = place.near, 0, place.off
    found, kept = [(at, height, off)], 0
    while (at != goal or height < angels or off) and len(found) <= LONGEST:
        mp, up = kind.points(height, level_flight=height >= angels), climber(world, [kind], kept)
        ahead = goal if not off else at
        entered, height, mp = fly(table, at, height, ahead, angels, mp, bomber=not kind.fighter, dives=False, climber=up)
        kept = up.kept if up is not None and up.climbed else 0
        if off:
            flown = min(off, mp)
            off, mp = off - flown, mp - flown
            if not off:
                entered, height, mp = fly(table, at, height, goal, height, mp, bomber=not kind.fighter, dives=False)
        at = entered[-1] if entered else at
        found.append((at, height, off))
    return found


def height_out(plan: RaidPlan, unit: PlannedUnit) -> int:
    """The height at which a unit joins its raid."""
    return min(LOW, unit.angels) if plan.type == "low_level" else unit.angels


def take_offs(world: World, units: Mapping[str, Posting], plan: RaidPlan) -> dict[str, int]:
    """The turn in which each unit takes off, reckoned backwards: bombers circle one turn for every two bomber Gruppen after the first, and
    fighters arrive on the turn (OPS-C1.1). Turns before the first are of those that begin in the air."""
    most = world.figures["units"]["staffel_most"]
    bombers = sum(u.role in BOMBING_ROLES and u.aircraft > most and not _fighter(world, units, u) for u in plan.units)
    found = {}
    for unit in plan.units:
        if unit.unit in units:
            entry = units[unit.unit]
            kind = world.types[entry.aircraft]
            way = way_out(world, kind, entry.station, plan.form_at, height_out(plan, unit))
            circling = max(0, bombers - 1) // 2 if not kind.fighter else 0
            found[unit.unit] = plan.form_turn - (len(way) - 1) - circling
    return found


def _fighter(world: World, units: Mapping[str, Posting], unit: PlannedUnit) -> bool:
    return unit.unit in units and world.types[units[unit.unit].aircraft].fighter
