"""Raids from templates: `tables/raid_templates.toml` describes them; units, route and time are filled in here. No Qt.

The choice of units is tried on the game's own check, from the Luftwaffe's view and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar

from bob.core import hexes
from bob.core.errors import DataError, phrase
from bob.core.hexes import Hex
from bob.core.ranges import OneOf, Whole
from bob.core.resources import data_folder
from bob.data.map_files import TARGETS
from bob.data.toml_files import Distinct, read_toml
from bob.data.units import CLASSES, Name, Posting
from bob.day.rules import routing
from bob.day.rules.convoys import SIGHTED
from bob.day.rules.planning import LONGEST_CODE, MOST_LOOKING, Fault, aimed
from bob.day.rules.raid_goals import sent_against
from bob.day.scenarios.scenario_files import Check
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan, RaidType, Role
from bob.day.state.scenario_forms import Height, Title
from bob.day.state.view import LuftwaffeView
from bob.day.state.world import World
from bob.staff.advice.planning.back_timing import over_at, times
from bob.staff.advice.planning.mending import PlanCheck
from bob.staff.advice.planning.plan_edits import away, candidates, new_code

CONVOY = "convoy"
"""The kind of target that no map has."""

TRIES = 40
"""Changes of units that are tried."""

_BESIDES: Mapping[str, Role] = {"reconnaissance": "reconnaissance", "fighter_bomber": "jabo"}
"""The only roles of units of some kinds: weather flights are no bombers, and fighter-bombers no escort, though their aircraft would do."""


@dataclass(frozen=True, slots=True)
class TemplateUnits:
    """Units of a template: a number of Gruppen of some classes, in a role, with a limit of aircraft each and a height above the raid."""

    role: Role
    classes: tuple[Annotated[str, OneOf(CLASSES)], ...]
    gruppen: Annotated[int, Whole(1, 6)] = 1
    aircraft: Annotated[int, Whole(1, 80)] = 80
    above: Annotated[int, Whole(0, 12, 2)] = 0
    jabo: bool = False


@dataclass(frozen=True, slots=True)
class RaidTemplate:
    """The pattern of a raid."""

    code: Name
    name: Title
    about: Title
    type: RaidType
    angels: Height
    units: tuple[TemplateUnits, ...]
    targets: tuple[Annotated[str, OneOf((*TARGETS, CONVOY))], ...] = ()
    over: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class TemplateFile:
    """All templates, and where their raids gather."""

    form_at: tuple[Name, ...]
    template: Annotated[tuple[RaidTemplate, ...], Distinct("code")]
    unread: ClassVar[tuple[str, ...]] = ("origin", "note")


def load_templates(world: World, path: Path) -> TemplateFile:
    """Return the templates of a file, with their places looked up. Raises DataError."""
    file, check = read_toml(path).read(TemplateFile), Check(world, path)
    check.need(file.form_at, "form_at", "expect.value", "[]")
    for i, name in enumerate(file.form_at):
        check.hex(name, f"form_at[{i}]")
    for i, template in enumerate(file.template):
        place = f"template[{i}]"
        check.need(template.units, f"{place}.units", "expect.value", "[]")
        if not template.targets and not template.over:
            raise DataError(path, f"{place}.targets", phrase("expect.value"), phrase("expect.nothing"))
        for k, name in enumerate(template.over):
            check.hex(name, f"{place}.over[{k}]")
        for k, line in enumerate(template.units):
            check.need(line.classes, f"{place}.units[{k}].classes", "expect.value", "[]")
    return file


@cache
def shipped_templates(world: World) -> TemplateFile:
    """The templates that the program brings."""
    return load_templates(world, data_folder("tables") / "raid_templates.toml")


def goals(world: World, view: LuftwaffeView, template: RaidTemplate) -> list[str]:
    """Return the possible goals of a template's raid, as plans name them: known convoys, targets of its kinds in Britain, places."""
    found = [f"{SIGHTED}{convoy.number}" for convoy in view.convoys] if CONVOY in template.targets else []
    seen: Counter[tuple[str, str]] = Counter()
    for name, place in world.targets.items():
        inland = place.hex is not None and (world.ground(place.hex).british or place.kind in ("port", "docks"))
        if place.kind in template.targets and inland and not seen[place.kind, place.name]:
            seen[place.kind, place.name] += 1
            found.append(name)
    return [*found, *template.over]


def goal_hex(world: World, view: LuftwaffeView, goal: str) -> Hex | None:
    """Return the hex of a goal, as far as the Luftwaffe knows it."""
    if goal.startswith(SIGHTED):
        seen = view.sighting(int(goal.removeprefix(SIGHTED)))
        return seen.hex if seen is not None else None
    place = world.targets.get(goal)
    if place is not None:
        return place.near
    return world.theatre.nearest_hex(*world.theatre.position(goal))


@dataclass(frozen=True, slots=True)
class TemplateDesk:
    """The data for filling a template in: the world and the view, the units of the day, the codes in use, and a check that returns all
    faults and warnings of a plan."""

    world: World
    view: LuftwaffeView
    posted: Mapping[str, Posting]
    taken: Collection[str]
    check: PlanCheck
    looks: Callable[[str], str] = str
    """Returns the title of a raid that reconnoitres a target, in the player's words."""

    @property
    def earliest(self) -> int:
        """The first turn in which a unit of a new raid may take off."""
        return 1 if self.view.common.phase == "planning" else self.view.turn + 1

    @property
    def first_form(self) -> int:
        """The first turn in which a new raid may form (OPS-C4.1)."""
        return 1 if self.view.common.phase == "planning" else self.view.turn + int(self.world.figures["again"]["notice"])


def filled(desk: TemplateDesk, file: TemplateFile, template: RaidTemplate, goal: str, there: int | None = None) -> RaidPlan:
    """Return a raid of a template against a goal, over it in that turn, or as soon as possible; preferably with units without any fault."""
    world, at = desk.world, goal_hex(desk.world, desk.view, goal)
    places = [world.theatre.find(name).near for name in file.form_at]
    if at is not None:
        places.sort(key=lambda h: (hexes.distance(h, at), h))
    found: list[tuple[tuple[int, int, int], int, RaidPlan]] = []
    for i, form_at in enumerate(places[:3]):
        plan = _manned(desk, template, _drawn(desk, template, form_at, at, goal), there)
        worth = _worth(template, plan, desk.check(plan))
        found.append((worth, i, plan))
        if worth == (0, 0, 0):
            break
    return min(found, key=lambda f: f[:2])[2]


def _worth(template: RaidTemplate, plan: RaidPlan, remarks: Sequence[Fault]) -> tuple[int, int, int]:
    """Return the distance of a plan from its template, the worst first: faults, Gruppen that lack, warnings."""
    faults = sum(remark.stage != "warning" for remark in remarks)
    return faults, sum(line.gruppen for line in template.units) - len(plan.units), len(remarks) - faults


def _drawn(desk: TemplateDesk, template: RaidTemplate, form_at: Hex, at: Hex | None, goal: str) -> RaidPlan:
    """The raid without units: where it forms, its way round guns and bad weather, its target."""
    world, angels = desk.world, template.angels
    way = routing.around(world, desk.view.common.skies, form_at, at, angels) if at is not None else []
    route = tuple(Leg(h, angels) for h in way)
    home = (Leg(form_at, angels),)
    aim = goal in world.targets or goal.startswith(SIGHTED)
    if not aim and at is not None:
        route = (*route, Leg(at, angels))
    place = world.targets.get(goal)
    named = "" if place is None else desk.looks(place.name) if template.type == "reconnaissance" else place.name
    code = _code(named, desk.taken) if named else new_code(template.type, desk.taken)
    plan = RaidPlan(code, template.type, form_at, max(desk.first_form, 12), angels, (), route, home=home)
    return sent_against(plan, goal) if aim else plan


def _code(name: str, taken: Collection[str]) -> str:
    """Return the code of a raid after its goal: `Kenley`, and `Kenley 2` if that is in use."""
    plain = name.replace("/", " ")[: LONGEST_CODE - 4]
    return plain if plain not in taken else next(code for n in range(2, 1000) if (code := f"{plain} {n}") not in taken)


def _manned(desk: TemplateDesk, template: RaidTemplate, plan: RaidPlan, there: int | None) -> RaidPlan:
    """Return the raid with units: the nearest that fit; each with a fault is replaced by the next."""
    passed: dict[int, list[str]] = {i: [] for i in range(len(template.units))}
    best, worth = plan, (999, 999, 999)
    for _ in range(TRIES):
        made, lines = _with_units(desk, template, plan, passed)
        made = _timed(desk, made, there)
        remarks = desk.check(made)
        now = _worth(template, made, remarks)
        if now < worth:
            best, worth = made, now
        wrong = [r.place.removeprefix("unit:") for r in remarks if r.place.startswith("unit:") and r.place.removeprefix("unit:") in lines]
        if not wrong:
            break
        for name in dict.fromkeys(wrong):
            passed[lines[name]].append(name)
    return best


def _with_units(
    desk: TemplateDesk, template: RaidTemplate, plan: RaidPlan, passed: Mapping[int, Sequence[str]]
) -> tuple[RaidPlan, dict[str, int]]:
    """Return the plan with the nearest units of every line that were not passed over, and the line of each."""
    lines: dict[str, int] = {}
    units: list[PlannedUnit] = []
    for i, line in enumerate(template.units):
        for _ in range(line.gruppen):
            posting = next(_fit(desk, plan, line, {*lines, *passed[i]}, units), None)
            if posting is None:
                break
            most = MOST_LOOKING if line.role == "reconnaissance" else 80
            ceiling = desk.world.types[posting.aircraft].ceiling
            angels = min(plan.form_angels + line.above, ceiling - ceiling % 2)
            units.append(PlannedUnit(posting.unit, line.role, min(posting.strength, line.aircraft, most), angels))
            lines[posting.unit] = i
    return replace(plan, units=tuple(units)), lines


def _fit(
    desk: TemplateDesk, plan: RaidPlan, line: TemplateUnits, taken: Collection[str], units: Sequence[PlannedUnit]
) -> Iterator[Posting]:
    """The units that a line may have: those of a Geschwader that is along, of the first of its classes, nearest to where the raid forms."""
    along = {u.unit.rpartition("/")[2] for u in units if u.role == line.role}

    def near(p: Posting) -> tuple[bool, bool, int, int, str]:
        few = min(p.strength, line.aircraft) * 2 < min(line.aircraft, 24)  # a Gruppe that is down to a few comes after the others
        kin = p.unit.rpartition("/")[2] in along
        rank = line.classes.index(desk.world.types[p.aircraft].kind) if line.role == "reconnaissance" else 0
        return few, not kin, rank, away(desk.world, p, plan.form_at), p.unit

    kinds = desk.world.types
    free = (p for p in candidates(desk.world, desk.posted, plan, taken) if _BESIDES.get(p.role, line.role) == line.role)
    fit = [p for p in free if kinds[p.aircraft].kind in line.classes]
    yield from sorted((p for p in fit if kinds[p.aircraft].jabo or not line.jabo), key=near)


def _timed(desk: TemplateDesk, plan: RaidPlan, there: int | None) -> RaidPlan:
    """The plan at its time: over its goal in that turn, or with the first take-off as early as may be."""
    if plan.convoy is not None:
        plan = aimed(desk.world, desk.view, plan)
    if there is not None:
        return over_at(desk.world, desk.view, desk.posted, plan, there)
    found = times(desk.world, desk.view, desk.posted, plan)
    if found is None:
        return plan
    form = max(desk.first_form, plan.form_turn + desk.earliest - found.off)
    plan = replace(plan, form_turn=min(desk.view.common.turns, form))
    return aimed(desk.world, desk.view, plan) if plan.convoy is not None else plan
