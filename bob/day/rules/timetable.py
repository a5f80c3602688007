"""When a raid is where by its plan: its legs, its pace, its height and the wind (OPS-B3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.tables import ListTable, Table
from bob.data.units import Aircraft, Posting
from bob.day.rules.climbing import climber
from bob.day.rules.movement import fly, points
from bob.day.rules.winds import blown
from bob.day.state.raid_plan import Leg, RaidPlan
from bob.day.state.sky import HeadWind
from bob.day.state.world import World


@dataclass(frozen=True, slots=True)
class Step:
    """The place of a raid at the end of a turn; `leg` is the next way-point's index, `at_target` marks the turn it bombs."""

    turn: int
    hex: Hex
    angels: int
    leg: int
    at_target: bool = False


def attack(plan: RaidPlan) -> Literal["level", "dive", "low"]:
    """Return a raid's way of bombing; Jabos dive, or attack low if they are so planned (OPS-C7.4)."""
    if plan.type == "low_level" or plan.low:
        return "low"
    return "dive" if plan.type in ("dive_bombing", "jabo") else "level"


def types_of(world: World, units: Mapping[str, Posting], plan: RaidPlan) -> list[Aircraft]:
    """The types of a plan's units, those unknown left out."""
    return [world.types[units[u.unit].aircraft] for u in plan.units if u.unit in units]


def legs(world: World, plan: RaidPlan) -> tuple[list[Leg], int | None]:
    """All way-points in order, and the index of the target among them (None for a raid without one)."""
    found = list(plan.route)
    target = None
    goal = plan.aim if plan.convoy is not None else None
    if plan.primary is not None and (place := world.targets.get(plan.primary)) is not None:
        goal = place.hex
    if goal is not None:
        target = len(found)
        found.append(Leg(goal, found[-1].angels if found else plan.form_angels))
    return [*found, *plan.home], target


def home_from(plan: RaidPlan) -> int:
    """The index of the first way-point of the way home."""
    return len(plan.route) + (plan.primary is not None or plan.aim is not None)


def timetable(world: World, plan: RaidPlan, types: list[Aircraft], wind: HeadWind | None, dives: bool | None = None) -> list[Step]:
    """The raid turn by turn from its formation to its last way-point, as the rules of movement give it in that wind (OPS-C6.2)."""
    return list(_timetable(world, plan, tuple(types), wind, plan.type == "dive_bombing" if dives is None else dives)) if types else []


@lru_cache(maxsize=1024)
def _timetable(world: World, plan: RaidPlan, types: tuple[Aircraft, ...], wind: HeadWind | None, dives: bool) -> tuple[Step, ...]:
    """Return the timetable of a plan, cached by its arguments: each check of a plan needs it, and again on every hour."""
    table = world.tables["movement"]
    assert isinstance(table, ListTable)
    bomber = any(not t.fighter for t in types)
    way_points, target = legs(world, plan)
    at, angels, leg = plan.form_at, plan.form_angels, 0
    steps, kept = [Step(plan.form_turn, at, angels, 0)], 0
    while leg < len(way_points) and len(steps) < 200:
        goal = way_points[leg]
        mp = points(types, angels, goal.angels > angels) + blown(world, wind, len(steps), at, goal.hex, leg >= home_from(plan))
        bombed, began, up = False, angels, climber(world, types, kept)
        while leg < len(way_points):
            goal = way_points[leg]
            entered, angels, mp = fly(
                table, at, angels, goal.hex, goal.angels, mp, bomber=bomber, dives=dives, may_climb=angels <= began, climber=up
            )
            at = entered[-1] if entered else at
            if at != goal.hex or (angels < goal.angels and leg != target):
                break
            leg += 1
            if leg - 1 == target:
                bombed = True
                break
            if mp <= 0:
                break
        kept = up.kept if up is not None and up.climbed else 0
        steps.append(Step(steps[-1].turn + 1, at, angels, leg, bombed))
    return tuple(steps)


def turns_home(world: World, h: Hex, base: str, speed: int) -> int:
    """Return the turns that a unit needs from a hex to its field."""
    place = world.base(base)
    return -(-(hexes.distance(h, place.near) + place.off) // speed)


def used_at_formation(world: World, kind: Aircraft, base: str, h: Hex, angels: int) -> int:
    """The endurance that a Luftwaffe fighter has used when the raid forms (OPS-A3.table, OPS-A3.far); none for bombers."""
    if not kind.fighter:
        return 0
    place = world.base(base)
    table = world.tables["endurance"]
    assert isinstance(table, Table)
    found = table.look_up(angels=angels, hexes=min(200, hexes.distance(h, place.near)), boxes=min(50, -(-place.off // 4)))
    return int(str(found.result))
