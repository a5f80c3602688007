"""The order of battle as the planning table shows it: every unit with its task, whether it is free for a raid, and whether it can get
there and home again; and the player's filter of it. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bob.core import hexes
from bob.core.hexes import Hex
from bob.core.text import plain
from bob.data.units import Posting
from bob.day.rules.planning import BOMBERS
from bob.day.rules.reach import left_at_formation
from bob.day.rules.timetable import turns_home
from bob.day.state.raid_plan import ESCORT_ROLES, RaidPlan
from bob.day.state.world import World
from bob.staff.advice.planning.back_timing import RaidTimes
from bob.staff.advice.planning.plan_edits import away

ALL = ""
KINDS = ("single_seat_fighter", "heavy_fighter", "jabo", "bomber", "dive_bomber", "reconnaissance")
"""The kinds of units; Jabos are fighters that may carry bombs."""
USES = ("free", "used", "fighters_used")
"""Free at the time of the raid chosen; drawn for something; the same of fighters: escorts, sweeps and patrols in one list."""
_GUARDS = (*ESCORT_ROLES, "sweep", "return_escort")
_PACE = 3
"""Hexes a turn of a raid whose times are not known yet."""


@dataclass(frozen=True, slots=True)
class UnitTask:
    """The task of a unit: its raid and role, from take-off to landing; or a box of the Channel patrol."""

    raid: str
    role: str
    first: int | None = None
    last: int | None = None
    box: int = 0


@dataclass(frozen=True, slots=True)
class PostedRow:
    """A unit of the order of battle. `reaches` is None while unknown: the chosen raid has no goal yet."""

    posting: Posting
    kind: str
    jabo: bool
    fleet: str
    hexes: int
    tasks: tuple[UnitTask, ...]
    busy: bool
    aboard: bool
    reaches: bool | None

    @property
    def fighter(self) -> bool:
        return self.kind in ("single_seat_fighter", "heavy_fighter", "two_seat_fighter")


@dataclass(frozen=True, slots=True)
class ForceFilter:
    """A filter of the order of battle; an empty text accepts all."""

    search: str = ALL
    fleet: str = ALL
    kind: str = ALL
    base: str = ALL
    use: str = ALL
    in_range: bool = False

    def takes(self, row: PostedRow, name: str) -> bool:
        """Return whether the filter accepts a row; `name` is its type as it is written."""
        p = row.posting
        kinds = {ALL: True, "jabo": row.jabo}
        uses = {
            ALL: True,
            "free": not row.busy and not row.aboard and p.operational and p.strength > 0,
            "used": bool(row.tasks),
            "fighters_used": any(task.box or task.role in _GUARDS for task in row.tasks),
        }
        return (
            all(word in plain(f"{p.unit} {p.station} {name} lfl {row.fleet}") for word in plain(self.search).split())
            and self.fleet in (ALL, row.fleet)
            and kinds.get(self.kind, row.kind == self.kind)
            and self.base in (ALL, p.station)
            and uses[self.use]
            and (not self.in_range or row.reaches is not False)
        )


@dataclass(frozen=True, slots=True)
class ForcesAsked:
    """The question to the order of battle: the chosen raid with its times, and the units kept from it."""

    plan: RaidPlan | None = None
    times: RaidTimes | None = None
    goal: Hex | None = None
    busy: Collection[str] = field(default_factory=tuple)


def tasks(plans: Iterable[tuple[RaidPlan, RaidTimes | None]], patrols: Sequence[Sequence[str]]) -> dict[str, list[UnitTask]]:
    """By unit, all that it is drawn for, in the order of the clock, the Channel patrols last."""
    found: dict[str, list[UnitTask]] = {}
    for plan, clock in sorted(plans, key=lambda p: (p[0].form_turn, p[0].code)):
        for unit in plan.units:
            first, last = (clock.off, clock.lands) if clock is not None else (None, None)
            found.setdefault(unit.unit, []).append(UnitTask(plan.code, unit.role, first, last))
    for box, units in enumerate(patrols, 1):
        for name in units:
            found.setdefault(name, []).append(UnitTask("", "", box=box))
    return found


def rows(world: World, posted: Mapping[str, Posting], drawn: Mapping[str, Sequence[UnitTask]], asked: ForcesAsked) -> list[PostedRow]:
    """Every unit on the far shore, the nearest to where the raid chosen forms first."""
    found = []
    aboard = {u.unit for u in asked.plan.units} if asked.plan is not None else set()
    for posting in posted.values():
        place = world.far_fields.get(posting.station)
        if place is None:
            continue
        kind = world.types[posting.aircraft]
        far = away(world, posting, asked.plan.form_at) if asked.plan is not None else 0
        found.append(
            PostedRow(
                posting,
                kind.kind,
                kind.jabo,
                str(place.extra["luftflotte"]),
                far,
                tuple(drawn.get(posting.unit, ())),
                posting.unit in asked.busy,
                posting.unit in aboard,
                reaches(world, posting, asked),
            )
        )
    return sorted(found, key=lambda row: (row.hexes, row.posting.unit))


def reaches(world: World, posting: Posting, asked: ForcesAsked) -> bool | None:
    """Return whether a unit can gather with the chosen raid, go out with it and come home from its goal (OPS-B2.5); for bombers, whether
    their range is enough at all. None while there is no goal."""
    plan, goal = asked.plan, asked.goal
    if plan is None or goal is None:
        return None
    kind = world.types[posting.aircraft]
    angels = min(plan.form_angels, kind.ceiling)
    left = kind.endurance if kind.kind in BOMBERS else left_at_formation(world, posting, plan.form_at, angels)
    clock = asked.times
    out = clock.there - clock.forms if clock is not None and clock.there is not None else -(-hexes.distance(plan.form_at, goal) // _PACE)
    return out + turns_home(world, goal, posting.station, kind.mp) <= left
