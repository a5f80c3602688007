"""Victory points: bombs under the Luftwaffe's orders (OPS-D2), bombers short of these and aircraft beyond them, and the points
beside bombing (OPS-A15)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from bob.data.theatre import Place
from bob.day.rules.planning import SWEEPS
from bob.day.state.directives import CONVOY, TOWN, TargetKind, shipped_directives
from bob.day.state.position import DayPosition, Directive, Grade
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.world import World


def shot_down(side: str, *, bomber: bool, over_england: bool, aircraft: int = 1) -> dict[str, int]:
    """The events that losses in the air are for the score (OPS-A15.2, OPS-A15.3)."""
    if side == "raf":
        return {"raf_shot_down": aircraft} | ({} if over_england else {"raf_not_over_england": aircraft})
    kind = "bomber_shot_down" if bomber else "fighter_shot_down"
    return {kind: aircraft} | ({"luftwaffe_over_england": aircraft} if over_england else {})


# ---- bombs on targets


@cache
def _kinds(world: World) -> Mapping[tuple[str, str], TargetKind | None]:
    """Return the kind of every target by its kind on the map and its name."""
    kinds = shipped_directives().kind
    return {(p.kind, p.name): next((kind for kind in kinds if kind.holds(world, p)), None) for p in world.targets.values()}


def kind_of(world: World, place: Place) -> TargetKind | None:
    """Return the kind of a target; None for what holds nothing military."""
    return _kinds(world)[place.kind, place.name]


def grade_of(world: World, directive: Directive, place: Place) -> Grade:
    """Return the grade of a target, by its own name, else by its kind; a town never has one (OPS-D2.2)."""
    if place.kind == TOWN:
        return "none"
    single = next((grade for name, grade in directive.targets.items() if world.targets.get(name) is place), None)
    if single is not None:
        return single
    kind = kind_of(world, place)
    return directive.kinds.get(kind.code, "none") if kind is not None else "none"


def grades_under(world: World, directive: Directive) -> Callable[[Place], Grade]:
    """Return the grade of each target under a directive."""
    return lambda place: grade_of(world, directive, place)


def grade_of_convoys(directive: Directive) -> Grade:
    """Return the grade of convoys."""
    kind = next(kind for kind in shipped_directives().kind if CONVOY in kind.of)
    return directive.kinds.get(kind.code, "none")


def worth_of(grade: Grade) -> float:
    """Return the worth of a point at a target of a grade (OPS-D2.1)."""
    return 0.0 if grade == "none" else float(getattr(shipped_directives().worth, grade))


def cap_of(world: World, place: Place) -> int:
    """Return the number of points that count in full at a target (OPS-D2.3)."""
    kind = kind_of(world, place)
    return kind.cap or 0 if kind is not None else 0


def counted_points(points: float, before: float, cap: float) -> float:
    """Return the part of these points that counts after those before: all up to the cap, half up to twice the cap, then none (OPS-D2.3)."""

    def sum_to(hit: float) -> float:
        return min(hit, cap) + min(max(hit - cap, 0.0), cap) / 2

    return sum_to(before + points) - sum_to(before)


def wanted(world: World, directive: Directive) -> Iterable[tuple[str, Place, Grade]]:
    """Yield the targets with a worth and their grades, each once, by the name for a plan."""
    seen: set[tuple[str, str]] = set()
    for name, place in world.targets.items():
        if (place.kind, place.name) in seen:
            continue
        seen.add((place.kind, place.name))
        if (grade := grade_of(world, directive, place)) != "none":
            yield name, place, grade


# ---- bombers short of the orders: without these, staying at home would win days on which the raids of history cost most

ASKED_ROLES = ("bomber", "jabo")
"""The roles of the bombers for which orders ask."""
ASKED_SHARES: dict[Grade, float] = {"principal": 1.0, "ordered": 1.0, "allowed": 0.5, "none": 0.0}
"""The share of a bomber that counts, by the grade of its target."""


def share_of(world: World, directive: Directive, plan: RaidPlan, *, secondary: bool = False) -> float:
    """Return the share of each bomber of a raid that counts, by its target; 0 for a raid without one."""
    if plan.convoy is not None and not secondary:
        return ASKED_SHARES[grade_of_convoys(directive)]
    place = world.targets.get((plan.secondary if secondary else plan.primary) or "")
    return ASKED_SHARES[grade_of(world, directive, place)] if place is not None else 0.0


def bombers_planned(world: World, directive: Directive, plans: Iterable[RaidPlan]) -> int:
    """Return the number of bombers that some plans send against targets of the orders; those against allowed ones count half."""
    return math.floor(sum(share_of(world, directive, plan) * u.aircraft for plan in plans for u in plan.units if u.role in ASKED_ROLES))


def bombers_short(world: World, p: DayPosition) -> int:
    """Return the number of bombers short of the orders at the end of a day. A unit counts as it was sent if it bombed, was made to
    jettison, or was shot down to the last."""
    if p.directive is None:
        return 0
    came = 0.0
    for raid in p.raids.values():
        sent = sum(u.sent for u in raid.units if u.role in ASKED_ROLES and (u.bombed or u.jettisoned or u.strength == 0))
        if sent:
            came += sent * share_of(world, p.directive, raid.plan, secondary=raid.diverted)
    return max(0, p.directive.bombers - math.floor(came))


def cost_of_short(bombers: int) -> float:
    """Return the points that the Luftwaffe loses by a number of bombers short."""
    return bombers * shipped_directives().worth.short


# ---- aircraft beyond the orders: they give the Luftwaffe so many, as the Response Level gives Fighter Command squadrons


def aircraft_planned(plans: Iterable[RaidPlan]) -> int:
    """Return the number of aircraft on some plans that count; a unit that flies again counts once."""
    return _most((u.unit, u.aircraft) for plan in plans if _counts(plan) for u in plan.units)


def aircraft_beyond(p: DayPosition) -> int:
    """Return the number of aircraft that took off beyond those that the orders give."""
    if p.directive is None or not p.directive.aircraft:
        return 0
    return max(0, _most((u.unit, u.sent) for raid in p.raids.values() if _counts(raid.plan) for u in raid.units) - p.directive.aircraft)


def cost_of_beyond(aircraft: int) -> float:
    """Return the points that the Luftwaffe loses by a number of aircraft beyond its orders."""
    return aircraft * shipped_directives().worth.beyond


def _most(flights: Iterable[tuple[str, int]]) -> int:
    most: dict[str, int] = {}
    for unit, aircraft in flights:
        most[unit] = max(aircraft, most.get(unit, 0))
    return sum(most.values())


def _counts(plan: RaidPlan) -> bool:
    """Return whether a raid's aircraft count: reconnaissance does not, nor a Channel patrol that sweeps."""
    return plan.type != "reconnaissance" and not plan.code.startswith(SWEEPS)
