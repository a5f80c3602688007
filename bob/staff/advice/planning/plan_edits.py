"""Edits of a raid's plan in the form: each makes a new plan. No Qt, and no rule beyond the limits of a form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.units import Posting
from bob.day.rules.planning import BOMBERS, LONGEST_CODE
from bob.day.state.position import PART
from bob.day.state.raid_plan import BOMBING_ROLES, Leg, PlannedUnit, RaidPlan, RaidType, Role
from bob.day.state.world import World

TEMPLATES: tuple[RaidType, ...] = ("main", "dive_bombing", "low_level", "jabo", "freie_jagd", "feint", "return_escort", "reconnaissance")
"""A new raid of each type."""

ROLES: Mapping[RaidType, tuple[Role, ...]] = {
    "main": ("bomber", "close_escort", "high_cover", "sweep"),
    "dive_bombing": ("bomber", "close_escort", "high_cover", "sweep"),
    "low_level": ("bomber", "jabo", "strafe", "close_escort", "high_cover"),
    "jabo": ("jabo", "strafe", "close_escort", "high_cover"),
    "freie_jagd": ("sweep",),
    "feint": ("bomber", "close_escort", "high_cover", "sweep"),
    "return_escort": ("return_escort",),
    "reconnaissance": ("reconnaissance",),
}
_HEIGHTS: Mapping[RaidType, int] = {
    "main": 16,
    "dive_bombing": 14,
    "low_level": 2,
    "jabo": 20,
    "freie_jagd": 22,
    "return_escort": 18,
    "reconnaissance": 20,
}
_FORM_UP = "Cap Gris-Nez"


def new_code(kind: RaidType, taken: Iterable[str]) -> str:
    """A name that no raid has: `main_1`."""
    known = set(taken)
    return next(code for n in range(1, 1000) if (code := f"{kind}_{n}") not in known)


def template(world: World, kind: RaidType, turn: int, taken: Iterable[str], joins: str | None = None) -> RaidPlan:
    """A new raid of a type: it forms over the Straits with a clear hour before it, and lacks units and target."""
    at = world.theatre.find(_FORM_UP).near
    angels = _HEIGHTS.get(kind, 12)
    route = (Leg(world.theatre.find("Dungeness").near, angels),) if kind in ("freie_jagd", "return_escort", "feint") else ()
    return RaidPlan(new_code(kind, taken), kind, at, max(1, turn), angels, (), route, home=(Leg(at, angels),), joins=joins)


def duplicate(plan: RaidPlan, taken: Iterable[str], later: int, turns: int) -> RaidPlan:
    """The same raid again, later, under another name."""
    return replace(plan, code=new_code(plan.type, taken), form_turn=min(turns, plan.form_turn + later))


def once_more(title: str, taken: Iterable[str]) -> str:
    """Return a free name for a raid flown once more, after the name of the first: `Second wave: KG 76 (2)`, then `(3)`."""
    known, stem = set(taken), re.sub(r" \(\d{1,3}\)$", "", title.replace(PART, " "))[: LONGEST_CODE - 6].rstrip()
    return next(code for n in range(2, 1000) if (code := f"{stem} ({n})") not in known)


# ---- units


def role_for(kind: RaidType, aircraft_kind: str, jabo: bool, plan: RaidPlan) -> Role:
    """The role that a unit takes first in a raid."""
    fighter = "fighter" in aircraft_kind
    if kind == "reconnaissance":
        return "reconnaissance"
    if not fighter:
        return "bomber"
    if kind in ("freie_jagd", "return_escort"):
        return "sweep" if kind == "freie_jagd" else "return_escort"
    if kind == "jabo" and jabo and all(u.role != "jabo" for u in plan.units):
        return "jabo"
    return "high_cover" if any(u.role == "close_escort" for u in plan.units) else "close_escort"


def height_for(role: Role, plan: RaidPlan) -> int:
    """The height that a unit of a role takes first."""
    lowest = min((u.angels for u in plan.units if u.role in BOMBING_ROLES), default=plan.form_angels)
    return min(34, lowest + {"close_escort": 2, "high_cover": 6}.get(role, 0))


def with_unit(world: World, posted: Mapping[str, Posting], plan: RaidPlan, unit: str) -> RaidPlan:
    """The plan with one more unit, in the role and at the height that fit it."""
    posting = posted[unit]
    kind = world.types[posting.aircraft]
    role = role_for(plan.type, kind.kind, kind.jabo, plan)
    angels = min(height_for(role, plan), kind.ceiling - kind.ceiling % 2)
    many = posting.strength if role != "reconnaissance" else min(posting.strength, 1)
    return replace(plan, units=(*plan.units, PlannedUnit(unit, role, max(1, many), angels)))


def without_unit(plan: RaidPlan, unit: str) -> RaidPlan:
    return replace(plan, units=tuple(u for u in plan.units if u.unit != unit))


def with_changed_unit(plan: RaidPlan, index: int, **values: object) -> RaidPlan:
    """The plan with one unit changed."""
    units = list(plan.units)
    units[index] = replace(units[index], **values)  # type: ignore[arg-type]
    return replace(plan, units=tuple(units))


def candidates(world: World, posted: Mapping[str, Posting], plan: RaidPlan, busy: Iterable[str]) -> list[Posting]:
    """The units that may be added, those that fit the type first, nearest to the formation point first."""
    taken = {u.unit for u in plan.units} | set(busy)

    def fit(p: Posting) -> int:
        kind = world.types[p.aircraft]
        if plan.type == "reconnaissance":
            return 0 if kind.kind == "reconnaissance" else 2 if kind.fighter else 1
        if kind.fighter:
            return 0 if plan.type in ("freie_jagd", "return_escort", "jabo") or any(u.role == "bomber" for u in plan.units) else 1
        if plan.type == "dive_bombing":
            return 0 if kind.kind == "dive_bomber" else 1 if kind.code == "ju_88a" else 3
        return 2 if plan.type in ("freie_jagd", "return_escort", "jabo") or kind.kind not in BOMBERS else 0

    found = [p for p in posted.values() if p.station in world.far_fields and p.unit not in taken and p.strength > 0 and p.operational]
    return sorted(found, key=lambda p: (fit(p), away(world, p, plan.form_at), p.unit))


def away(world: World, posting: Posting, h: Hex) -> int:
    """Hexes from a unit's field to a hex."""
    place = world.far_fields[posting.station]
    return hexes.distance(place.near, h) + place.off


# ---- the route; an index counts way-points out, then those home


def points(plan: RaidPlan) -> tuple[Leg, ...]:
    """All way-points that can be moved: those out, then those home."""
    return (*plan.route, *plan.home)


def _parted(plan: RaidPlan, legs: Sequence[Leg], out: int) -> RaidPlan:
    return replace(plan, route=tuple(legs[:out]), home=tuple(legs[out:]))


def with_point(plan: RaidPlan, h: Hex, index: int | None = None, *, home: bool = False) -> RaidPlan:
    """The plan with one more way-point: before that index, or at the end of the way out (or home). It takes its neighbour's height."""
    legs, out = list(points(plan)), len(plan.route)
    at = (len(legs) if home else out) if index is None else index
    before = legs[at - 1].angels if at > 0 and legs else plan.form_angels
    legs.insert(at, Leg(h, before))
    return _parted(plan, legs, out + (0 if home or (index is not None and index > out) else 1))


def with_moved_point(plan: RaidPlan, index: int, h: Hex) -> RaidPlan:
    """The plan with a way-point elsewhere; index -1 is the formation point."""
    if index < 0:
        return replace(plan, form_at=h)
    legs = list(points(plan))
    legs[index] = replace(legs[index], hex=h)
    return _parted(plan, legs, len(plan.route))


def with_height(plan: RaidPlan, index: int, angels: int) -> RaidPlan:
    """The plan with another height at a way-point; index -1 is the formation point, and takes its units along."""
    angels = max(0, min(34, angels - angels % 2))
    if index < 0:
        rise = angels - plan.form_angels
        units = tuple(replace(u, angels=max(0, min(34, u.angels + rise))) for u in plan.units)
        return replace(plan, form_angels=angels, units=units)
    legs = list(points(plan))
    legs[index] = replace(legs[index], angels=angels)
    return _parted(plan, legs, len(plan.route))


def without_point(plan: RaidPlan, index: int) -> RaidPlan:
    """The plan with a way-point less."""
    legs = list(points(plan))
    del legs[index]
    return _parted(plan, legs, len(plan.route) - (index < len(plan.route)))
