"""Offers to mend the faults of a plan. Each is tried on the game's own check before it is offered; this module has no rule of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bob.core import hexes
from bob.data.units import Posting
from bob.day.rules import routing
from bob.day.rules.planning import MOST_LOOKING, Fault
from bob.day.rules.raid_goals import first_aim
from bob.day.rules.timetable import timetable, types_of
from bob.day.state.raid_plan import ESCORT_ROLES, Leg, RaidPlan, Role
from bob.day.state.sky import HeadWind, Levels
from bob.day.state.world import World
from bob.staff.advice.planning.plan_edits import (
    candidates,
    height_for,
    new_code,
    points,
    role_for,
    with_changed_unit,
    with_height,
    with_point,
    with_unit,
    without_point,
    without_unit,
)

PlanCheck = Callable[[RaidPlan], Sequence[Fault]]
_TRIES = 60
_MOST_OFFERS = 2
_MOST_MENDED = 16
_NEAR = ("sector_station", "raf_airfield", "chain_home", "port")
"""The kinds of target that are offered to a raid that lacks one."""


@dataclass(frozen=True, slots=True)
class MendedPlan:
    """A mended plan, and its change: a word of `desk_planner.mend` with its values."""

    plan: RaidPlan
    key: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Bench:
    """The data for mending: the world, the day's units and the busy ones, its length, the other raids, the weather by zone with its
    levels, the wind."""

    world: World
    posted: Mapping[str, Posting]
    busy: frozenset[str]
    turns: int
    others: tuple[RaidPlan, ...]
    skies: Mapping[str, tuple[str, Levels]] = field(default_factory=dict)
    wind: HeadWind | None = None


def offers(bench: Bench, plan: RaidPlan, fault: Fault, check: PlanCheck) -> list[MendedPlan]:
    """Up to two ways to be rid of a fault or a warning that leave the plan better, the gentlest first."""
    found: list[MendedPlan] = []
    before = check(plan)
    for tried, offer in enumerate(_ideas(bench, plan, fault)):
        if tried >= _TRIES or len(found) >= _MOST_OFFERS:
            break
        if better(before, check(offer.plan), fault):
            found.append(offer)
    return found


def better(before: Sequence[Fault], after: Sequence[Fault], fault: Fault | None = None) -> bool:
    """Return whether a change makes a plan better: it mends a fault, or any, and brings no new one.

    The check goes by stages: faults of the drawing hide those of the timetable, and those hide the warnings. A plan that reaches a later
    stage is better; a mended fault can come back only with another change of the drawing.
    """
    was, now = _stage(before), _stage(after)
    if now != was:
        return now > was
    had, has = _counted(before), _counted(after)
    return has < had and (fault is None or has[_key(fault)] < had[_key(fault)])


_STAGES = ("drawn", "flown", "warning")


def _stage(remarks: Sequence[Fault]) -> int:
    return min((_STAGES.index(remark.stage) for remark in remarks), default=len(_STAGES))


def _key(remark: Fault) -> tuple[str, str]:
    """Return the identity of a remark across a change: way-points move up when one is removed, units keep their names."""
    return remark.key, remark.place if remark.place.startswith("unit:") else ""


def _counted(remarks: Sequence[Fault]) -> Counter[tuple[str, str]]:
    return Counter(map(_key, remarks))


def mended(bench: Bench, plan: RaidPlan, check: PlanCheck) -> RaidPlan:
    """The plan with all mended that can be, one fault after another, each by its gentlest offer; warnings stay."""
    for _ in range(_MOST_MENDED):
        grave = [fault for fault in check(plan) if fault.stage != "warning"]
        offer = next((found[0] for fault in grave if (found := offers(bench, plan, fault, check))), None)
        if offer is None:
            break
        plan = offer.plan
    return plan


def around(bench: Bench, plan: RaidPlan, check: PlanCheck) -> MendedPlan | None:
    """Return the plan with its way out around guns and bad weather, if that is less dangerous and the plan no worse for it (OPS-B10.1)."""
    target = bench.world.targets.get(plan.primary or "")
    if target is None:
        return None
    angels = plan.route[-1].angels if plan.route else plan.form_angels
    places = routing.around(bench.world, bench.skies, plan.form_at, target.near, angels)
    made = replace(plan, route=tuple(Leg(h, angels) for h in places))
    ways = ([plan.form_at, *(leg.hex for leg in p.route), target.near] for p in (plan, made))
    before, after = (routing.along(bench.world, bench.skies, way, angels) for way in ways)
    if after >= before or not _counted(check(made)) <= _counted(check(plan)):
        return None
    return MendedPlan(made, "around", {})


def escort(bench: Bench, plan: RaidPlan, check: PlanCheck) -> MendedPlan | None:
    """The escort completed: the nearest free fighters for bombers that have none (OPS-B8.2)."""
    if plan.type not in ("main", "dive_bombing", "low_level", "jabo") or any(u.role in ESCORT_ROLES for u in plan.units):
        return None
    if not any(u.role in ("bomber", "jabo") for u in plan.units):
        return None
    before = _counted(check(plan))
    fighters = [p for p in candidates(bench.world, bench.posted, plan, bench.busy) if bench.world.types[p.aircraft].fighter]
    for posting in fighters[:12]:
        made = with_unit(bench.world, bench.posted, plan, posting.unit)
        last = len(made.units) - 1
        made = with_changed_unit(made, last, role="close_escort", angels=height_for("close_escort", plan))
        if _counted(check(made)) <= before:
            return MendedPlan(made, "escort", {"unit": posting.unit})
    return None


def _ideas(bench: Bench, plan: RaidPlan, fault: Fault) -> Iterator[MendedPlan]:
    kind, _, name = fault.place.partition(":")
    key = fault.key.removeprefix("plan.")
    if kind == "unit":
        yield from _unit_ideas(bench, plan, key, name, fault)
    elif kind == "leg":
        yield from _leg_ideas(bench, plan, key, int(name), fault)
    else:
        yield from _form_ideas(bench, plan, key, kind)


def _unit_ideas(bench: Bench, plan: RaidPlan, key: str, name: str, fault: Fault) -> Iterator[MendedPlan]:
    index = next((i for i, u in enumerate(plan.units) if u.unit == name), None)
    if index is None:
        return
    unit, posting = plan.units[index], bench.posted.get(name)
    if key == "aircraft" and posting is not None:
        many = max(1, min(unit.aircraft, posting.strength))
        yield MendedPlan(with_changed_unit(plan, index, aircraft=many), "aircraft", {"unit": name, "aircraft": many})
    if key == "aircraft_back" and fault.values["left"]:
        left = int(fault.values["left"])
        yield MendedPlan(with_changed_unit(plan, index, aircraft=left), "aircraft", {"unit": name, "aircraft": left})
    if key in ("ceiling", "close_height", "high_height") and posting is not None:
        yield from _heights(bench, plan, index, posting, fault)
    if key in ("role_bomber", "role_jabo", "role_fighter", "role_reconnaissance") and posting is not None:
        aircraft = bench.world.types[posting.aircraft]
        role = role_for(plan.type, aircraft.kind, aircraft.jabo, without_unit(plan, name))
        yield MendedPlan(
            with_changed_unit(plan, index, role=role, angels=height_for(role, without_unit(plan, name))),
            "role",
            {"unit": name, "role": role},
        )
    if key == "unit_twice":
        yield MendedPlan(
            replace(plan, units=(*plan.units[: index + 1], *(u for u in plan.units[index + 1 :] if u.unit != name))), "once", {"unit": name}
        )
    if fault.mend == "later":
        yield from _times(bench, plan)
    if fault.mend == "shorter" or key == "escort_leaves":
        yield from _shorter(bench, plan)
    if key == "return_leaves":
        yield from _times(bench, plan)
    rest = without_unit(plan, name)
    found = candidates(bench.world, bench.posted, rest, (*bench.busy, name))
    if posting is not None:
        kind = bench.world.types[posting.aircraft].kind
        found = sorted(found, key=lambda u: (u.aircraft != posting.aircraft, bench.world.types[u.aircraft].kind != kind))
    for other in found[:6]:
        fighter = bench.world.types[other.aircraft].fighter
        if posting is None or fighter == bench.world.types[posting.aircraft].fighter:
            units = tuple(
                u if u.unit != name else replace(u, unit=other.unit, aircraft=min(u.aircraft, other.strength)) for u in plan.units
            )
            yield MendedPlan(replace(plan, units=units), "instead", {"unit": other.unit, "other": name})
    if fault.stage != "warning":
        yield MendedPlan(rest, "without", {"unit": name})


def _heights(bench: Bench, plan: RaidPlan, index: int, posting: Posting, fault: Fault) -> Iterator[MendedPlan]:
    """Another height for a unit; for a ceiling that the route breaks, a lower route."""
    unit, ceiling = plan.units[index], bench.world.types[posting.aircraft].ceiling
    wanted = sorted(range(0, ceiling + 1, 2), key=lambda a: (abs(a - unit.angels), -a))
    for angels in wanted[:12]:
        if angels != unit.angels:
            yield MendedPlan(with_changed_unit(plan, index, angels=angels), "angels", {"unit": unit.unit, "angels": angels})
    highest = max((leg.angels for leg in points(plan)), default=plan.form_angels)
    for angels in range(highest - 2, -1, -2):
        lower = _lowered(plan, angels)
        yield MendedPlan(lower, "route_angels", {"angels": angels})
    del fault


def _lowered(plan: RaidPlan, angels: int) -> RaidPlan:
    def cap(legs: Sequence[Leg]) -> tuple[Leg, ...]:
        return tuple(replace(leg, angels=min(leg.angels, angels)) for leg in legs)

    return replace(plan, route=cap(plan.route), home=cap(plan.home))


def _times(bench: Bench, plan: RaidPlan) -> Iterator[MendedPlan]:
    """Another time of formation: up to three hours later, then up to an hour earlier."""
    first = plan.form_turn
    for turn in (*range(first + 1, min(bench.turns, first + 36) + 1), *range(first - 1, max(0, first - 12), -1)):
        yield MendedPlan(replace(plan, form_turn=turn), "form_turn", {"turn": turn})


def _joining(bench: Bench, plan: RaidPlan) -> Iterator[MendedPlan]:
    """The end of a return escort's route on the way home of its raid, the last of it first."""
    met = next((other for other in bench.others if other.code == plan.joins), None)
    if met is None:
        return
    steps = timetable(bench.world, met, types_of(bench.world, bench.posted, met), bench.wind)
    angels = plan.route[-1].angels if plan.route else plan.form_angels
    for step in reversed(steps):
        if step.at_target:
            break
        yield MendedPlan(replace(plan, route=(*plan.route[:-1], Leg(step.hex, angels))), "meet_at", {"hex": step.hex.label})


def _shorter(bench: Bench, plan: RaidPlan) -> Iterator[MendedPlan]:
    """Yield plans with fewer way-points, then with a formation point nearer to the first of the route."""
    for index in range(len(points(plan))):
        yield MendedPlan(without_point(plan, index), "without_point", {"number": index + 1})
    target = bench.world.targets.get(plan.primary or "")
    goal = plan.route[0].hex if plan.route else target.hex if target is not None and target.hex is not None else plan.form_at
    for h in hexes.line(plan.form_at, goal)[1:]:
        ground = bench.world.theatre.grounds.get(h)
        if ground is None or ground.british:
            break
        yield MendedPlan(replace(plan, form_at=h), "form_at", {"hex": h.label})


def _leg_ideas(bench: Bench, plan: RaidPlan, key: str, index: int, fault: Fault) -> Iterator[MendedPlan]:
    target = len(plan.route) if first_aim(plan) is not None else None
    if target is not None and index > target:
        index -= 1
    if not 0 <= index < len(points(plan)):
        if key == "too_long":
            yield from _shorter(bench, plan)
        return
    leg = points(plan)[index]
    if key == "climb":
        reached = int(fault.values["reached"])
        yield MendedPlan(with_height(plan, index, reached), "point_angels", {"number": index + 1, "angels": reached})
        lower = max(0, plan.form_angels - 2)
        yield MendedPlan(with_height(plan, -1, lower), "form_angels", {"angels": lower})
    if key == "angels":
        angels = max(0, min(34, leg.angels - leg.angels % 2))
        yield MendedPlan(with_height(plan, index, angels), "point_angels", {"number": index + 1, "angels": angels})
    if key == "low_height":
        yield MendedPlan(with_height(plan, index, 2), "point_angels", {"number": index + 1, "angels": 2})
    yield MendedPlan(without_point(plan, index), "without_point", {"number": index + 1})
    if key == "too_long":
        yield from _shorter(bench, plan)


def _targets(bench: Bench, plan: RaidPlan) -> Iterator[MendedPlan]:
    """The targets nearest to the end of the way out."""
    world, end = bench.world, plan.route[-1].hex if plan.route else plan.form_at
    found = [(name, p) for name, p in world.targets.items() if p.kind in _NEAR and p.hex is not None and world.ground(p.hex).british]
    for name, place in sorted(found, key=lambda f: (hexes.distance(end, f[1].near), ":" in f[0], f[0]))[:12]:
        yield MendedPlan(replace(plan, primary=name, convoy=None, aim=None), "target", {"target": place.name})


_WANTED = frozenset(("needs_bomber", "needs_jabo", "needs_sweep", "needs_return_escort", "needs_reconnaissance", "no_units"))


def _form_ideas(bench: Bench, plan: RaidPlan, key: str, place: str) -> Iterator[MendedPlan]:
    world = bench.world
    if key in ("off_map", "form_far"):
        fields = sorted({p.near for p in world.far_fields.values()}, key=lambda h: (hexes.distance(h, plan.form_at), h))
        for h in fields[:8]:
            yield MendedPlan(replace(plan, form_at=h), "form_at", {"hex": h.label})
    elif key == "form_time":
        turn = max(1, min(bench.turns, plan.form_turn))
        yield MendedPlan(replace(plan, form_turn=turn), "form_turn", {"turn": turn})
    elif key == "angels":
        angels = max(0, min(34, plan.form_angels - plan.form_angels % 2))
        yield MendedPlan(replace(plan, form_angels=angels), "form_angels", {"angels": angels})
    elif key == "code":
        code = new_code(plan.type, (p.code for p in bench.others))
        yield MendedPlan(replace(plan, code=code), "code", {"code": code})
    elif key in _WANTED:
        for posting in candidates(world, bench.posted, plan, bench.busy)[:20]:
            yield MendedPlan(with_unit(world, bench.posted, plan, posting.unit), "with_unit", {"unit": posting.unit})
    elif key in ("notice", "home_late"):
        yield from _times(bench, plan)
    elif key == "reconnaissance":
        first = replace(plan.units[0], aircraft=min(plan.units[0].aircraft, MOST_LOOKING))
        yield MendedPlan(replace(plan, units=(first,)), "alone", {"unit": first.unit, "aircraft": first.aircraft})
    elif key == "only_fighters":
        wanted: Role = "sweep" if plan.type == "freie_jagd" else "return_escort"
        yield MendedPlan(replace(plan, units=tuple(replace(u, role=wanted) for u in plan.units)), "all_role", {"role": wanted})
        yield MendedPlan(replace(plan, units=tuple(u for u in plan.units if u.role == wanted)), "only_role", {"role": wanted})
    elif key == "no_meeting":
        yield from _times(bench, plan)
        yield from _joining(bench, plan)
    elif key in ("joins", "joins_unknown"):
        if plan.type != "return_escort":
            yield MendedPlan(replace(plan, joins=None), "no_join", {})
        for other in bench.others:
            if any(u.role in ("bomber", "jabo") for u in other.units):
                yield MendedPlan(replace(plan, joins=other.code), "join", {"raid": other.code})
    elif key == "needs_target":
        yield from _targets(bench, plan)
    elif key == "low":
        yield MendedPlan(replace(plan, low=False), "dive", {})
    elif key == "circling":
        yield MendedPlan(replace(plan, circling=0), "no_circling", {})
    elif key in ("convoy_beside", "convoy_unknown", "aim_at_nothing"):
        yield MendedPlan(replace(plan, convoy=None, aim=None), "no_target", {})
        yield from _targets(bench, plan)
    elif key in ("same_target", "unknown_target"):
        yield MendedPlan(replace(plan, secondary=None) if place == "secondary" else replace(plan, primary=None), "no_target", {})
        if place == "primary":
            yield from _targets(bench, plan)
    elif key == "no_route":
        h = world.theatre.find("Dungeness").near
        yield MendedPlan(with_point(plan, h), "with_point", {"hex": h.label})
