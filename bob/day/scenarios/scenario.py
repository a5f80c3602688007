"""Scenarios: from tables/scenarios/ to a position."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bob.core import hexes
from bob.core.codec import CodecError, decode
from bob.core.dice import Dice
from bob.core.errors import DataError, UsageError, phrase
from bob.core.resources import data_folder
from bob.data.units import Side
from bob.day.rules.convoy_lanes import lane_hexes, nearest_on
from bob.day.rules.convoys import see
from bob.day.rules.ground import ROOM, start_repairs
from bob.day.rules.planning import aimed
from bob.day.rules.timetable import legs, timetable, types_of, used_at_formation
from bob.day.rules.weather import drawn, scripted
from bob.day.scenarios.random_day import draw
from bob.day.scenarios.scenario_files import Check, DayFile, FreeFile, RaidLines, ScenarioFile, SquadronState, Turning, load
from bob.day.state.combat_state import Engaging
from bob.day.state.convoy_state import DayConvoy
from bob.day.state.directives import directive_of
from bob.day.state.efforts import amounts_to
from bob.day.state.position import Airfield, DayPosition, Effort, Raid, RaidUnit, Squadron, ToteBox
from bob.day.state.raid_plan import BOMBING_ROLES, Leg, PlannedUnit, RaidPlan
from bob.day.state.scenario_forms import minutes
from bob.day.state.scenario_lines import ConvoyLine, reading
from bob.day.state.settings import settings_in, stations_of
from bob.day.state.world import World
from bob.tactical.slot import ASK, QUICK, TABLE, Slot

OWN_DAYS = ("scenarios/*.toml",)
"""The files of days that a user may lay beside ours."""

_START_BOXES: Mapping[str, ToteBox] = {
    "released": "released",
    "available": "available",
    "ready": "ready",
    "rearm_refuel_1": "rearm_1",
    "rearm_refuel_2": "rearm_2",
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as a list of scenarios shows it."""

    code: str
    title: Mapping[str, str]
    brief: Mapping[str, str]
    briefing: Mapping[Side, Mapping[str, str]]
    date: dt.date
    turns: int
    free: bool
    path: Path
    file: ScenarioFile
    switches: Mapping[str, str] = field(default_factory=dict)
    """The readings of the rules set by the day itself."""

    @classmethod
    def of(cls, path: Path) -> Scenario:
        """The scenario of a file, its form and figures checked. Raises DataError."""
        file = load(path)
        free = isinstance(file, FreeFile)
        day, turns = (dt.date(1940, 8, 18), 0) if isinstance(file, FreeFile) else (file.date, file.turns)
        briefing = file.briefing.both() if file.briefing is not None else {}
        return cls(file.code, file.title.both(), file.brief.both(), briefing, day, turns, free, path, file, file.switches)

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs."""
        return {
            "scenario": self.code,
            "title": dict(self.title),
            "brief": dict(self.brief),
            "briefing": {side: dict(values) for side, values in self.briefing.items()},
            "date": self.date.isoformat(),
            "turns": self.turns,
            "free": self.free,
            "seats": ["raf", "luftwaffe"],
        }


def scenarios(folder: Path | None = None) -> dict[str, Scenario]:
    """All scenarios by code. Raises DataError."""
    found: dict[str, Scenario] = {}
    for path in sorted((folder or data_folder("tables") / "scenarios").glob("*.toml")):
        scenario = Scenario.of(path)
        if scenario.code in found:
            raise DataError(path, "code", phrase("expect.other_code"), scenario.code)
        found[scenario.code] = scenario
    return found


def briefing(code: str, side: str, own: Mapping[str, Scenario] | None = None) -> Mapping[str, str] | None:
    """Return a side's briefing for a scenario, by language, `own` ones among them; None without one, or for an unknown scenario."""
    scenario = {**scenarios(), **(own or {})}.get(code)
    return next((values for known, values in scenario.briefing.items() if known == side), None) if scenario is not None else None


def find(code: str, own: Mapping[str, Scenario] | None = None) -> Scenario:
    """The scenario of that code or file name, `own` ones before those that ship. Raises UsageError."""
    known = {**scenarios(), **(own or {})}
    by_file = {s.path.stem: s for s in known.values()}
    scenario = known.get(code) or by_file.get(code)
    if scenario is None:
        raise UsageError("ops.no_scenario", name=code, choices=", ".join(sorted(known)))
    return scenario


def check_period(scenario: Scenario, options: Mapping[str, Any]) -> None:
    """Raise UsageError when a new game is to have a period or an effort, which only a free day is drawn by."""
    period, effort = options.get("period"), options.get("effort")
    file = scenario.file
    if isinstance(file, FreeFile) or (period is None and effort is None):
        return
    if period is None:
        raise UsageError("ops.effort_dated", scenario=scenario.code, effort=str(effort)[:40])
    raise UsageError("ops.period_dated", scenario=scenario.code, own=file.period, period=period)


def plan_of(check: Check, start: int, raid: RaidLines, place: str, numbers: Mapping[str, int]) -> RaidPlan:
    """A raid of a file as a plan; without a number of aircraft a unit has 0. `numbers` are those of the known convoys by code."""

    def way(legs: tuple[Turning, ...], key: str) -> tuple[Leg, ...]:
        return tuple(Leg(check.hex(leg.at, f"{place}.{key}[{i}].at"), leg.angels) for i, leg in enumerate(legs))

    return RaidPlan(
        code=raid.code,
        type=raid.type,
        form_at=check.hex(raid.form_at, f"{place}.form_at"),
        form_turn=(minutes(raid.form_time) - start) // 5 + 1,
        form_angels=raid.form_angels,
        units=tuple(
            PlannedUnit(u.unit, u.role, u.aircraft or 0, u.angels if u.angels is not None else raid.form_angels) for u in raid.units
        ),
        route=way(raid.route, "route"),
        primary=check.target(raid.primary, f"{place}.primary"),
        secondary=check.target(raid.secondary, f"{place}.secondary"),
        home=way(raid.home, "home"),
        joins=raid.joins,
        circling=raid.circling,
        low=raid.low,
        convoy=numbers[raid.convoy] if raid.convoy is not None else None,
    )


def _convoys(check: Check, p: DayPosition, start: int, lines: tuple[ConvoyLine, ...], dice: Dice) -> dict[str, int]:
    """Put the day's convoys on their lanes; the Luftwaffe's numbers of those that it knows, by code (OPS-C5.1)."""
    world = check.world
    for i, line in enumerate(lines):
        lane = lane_hexes(world, line.lane)
        first, last = (nearest_on(lane, check.hex(spot, f"convoy[{i}]")) for spot in (line.at, line.towards))
        assert first is not None and last is not None
        enters = (minutes(line.enters) - start) // 5 + 1 if line.enters is not None else 1
        p.convoys[line.code] = DayConvoy(
            line.code, line.name.both(), line.lane, first, last, enters, line.ships, line.escorts, line.balloons, lane[first]
        )
        if enters == 1:
            p.convoys[line.code].state = "under_way"
    known = [p.convoys[line.code] for line in lines if line.known]
    for number, convoy in enumerate(known, 1):
        convoy.number = number
        see(world, p, convoy, dice)
    return {convoy.code: number for number, convoy in enumerate(known, 1)}


BOMBERS, BOMBERS_MOST = "bombers", 16


def presets(slot: Slot) -> dict[str, Engaging]:
    """Standing rules of how engagements are resolved, by name: all in one way, or `bombers`, where those with bombers are fought out in
    the slot's first game, unless they are small."""
    found = {how: Engaging(how, how, how) for how in (QUICK, *slot, TABLE, ASK)}
    if slot:
        found[BOMBERS] = Engaging(QUICK, next(iter(slot)), QUICK, BOMBERS_MOST)
    return found


def engaging_of(options: Mapping[str, Any], slot: Slot) -> tuple[Engaging, Side]:
    """The standing rule and its chooser of a game's options: `engagements`, a preset or its parts, and `chooser`. Raises BobError."""
    given, chooser = options.get("engagements", "quick"), options.get("chooser", "raf")
    named = presets(slot)
    if isinstance(given, str) and given not in named:
        raise UsageError("ops.no_engaging", found=given[:40], choices=", ".join(named))
    engaging: Engaging = named[given] if isinstance(given, str) else decode(Engaging, given, "engagements")
    for name in ("small", "with_bombers", "others"):
        if (how := getattr(engaging, name)) not in (QUICK, *slot, TABLE, ASK):
            raise CodecError(f"engagements.{name}", phrase("expect.one_of", choices=", ".join((QUICK, *slot, TABLE, ASK))), how)
    side: Side = decode(Side, chooser, "chooser")
    return engaging, side


def setup(w: World, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> DayPosition:
    """The position at the beginning of a scenario: its raids are the Luftwaffe's draft until sealed. Raises BobError."""
    file, check = scenario.file, Check(w, scenario.path)
    asked: dict[str, str] = decode(dict[str, str], options.get("switches", {}), "switches")
    if isinstance(file, FreeFile):
        check.free(file)
        return draw(w.under(asked), file, options, asked, dice)
    check.day(file)
    switches = {**file.switches, **asked}
    w = w.under(switches)
    start = minutes(file.start)
    p = DayPosition(
        scenario=file.code,
        title=file.title.both(),
        date=file.date,
        start=start,
        turn=1,
        turns=file.turns,
        period=file.period,
        phase="planning",
        response_level=file.response_level,
        scramble_limit=file.scramble_limit,
        switches=switches,
        bands=file.bands.times(),
        settings=settings_in(file.posted_on, file.fighter_command, file.directive),
        sky=drawn(w, dice, file.weather.given(), file.period, switches),
        raids={},
        squadrons={},
        airfields={},
        patrols=[],
    )
    p.directive = directive_of(p.settings.order_of_battle, file.directive) if reading(switches, "worth") == "directive" else None
    scripted(w, p.sky, start, file.weather.script, file.weather.winds)
    garrison(w, p)
    stand_by(w, p)
    _states(check, p, file.raf)
    _ground(check, p, file)
    if file.lesson and file.raf:
        named = {entry.unit for entry in file.raf}
        p.squadrons = {unit: squadron for unit, squadron in p.squadrons.items() if unit in named}
    numbers = _convoys(check, p, start, file.convoy, dice)
    for i, raid in enumerate(file.raid):
        for ready in _parted(w, p, plan_of(check, start, raid, f"raid[{i}]", numbers)):
            p.raids[ready.code] = Raid(ready, raid.name.both(), form_turn=ready.form_turn)
    p.patrols = patrols(w, p, [list(box) for box in file.patrols.boxes])
    p.effort = effort_of(w, file)
    p.expected = file.expected
    return p


def effort_of(w: World, file: DayFile) -> Effort:
    """The effort of the Luftwaffe that a day's file names, or what its raids amount to (OPS-D3.2)."""
    units = w.luftwaffe(file.posted_on)
    flown = [(u.unit, u.aircraft or units[u.unit].strength) for raid in file.raid for u in raid.units if u.unit in units]
    return file.effort or amounts_to(w, units, flown)


def garrison(w: World, p: DayPosition) -> None:
    """Fighter Command's squadrons and airfields as they stood on the day; those whose field is off the map are left out."""
    capacity = w.figures["control"]["capacity"]
    p.airfields.update(
        {
            place.name: Airfield(place.name, capacity[place.kind])
            for place in w.fields.values()
            if place.hex is not None and place.extra.get("command") == "fighter"
        }
    )
    absent, silent = stations_of(w.theatre.of_kind("chain_home", "chain_home_low"), p.settings.order_of_battle)
    p.absent_stations += absent
    p.damaged_stations += silent
    sectors = {place.name: place for place in w.theatre.of_kind("sector_station") if place.hex is not None}
    for posted in w.order_of_battle(p.settings.order_of_battle):
        place = w.fields.get(posted.station) if posted.side == "raf" else None
        if place is None or place.hex is None or not posted.operational or place.extra["sector"] not in sectors:
            continue
        p.airfields.setdefault(place.name, Airfield(place.name, capacity[place.kind]))
        kind = w.types[posted.aircraft]
        p.squadrons[posted.unit] = Squadron(
            unit=posted.unit,
            aircraft=posted.aircraft,
            station=posted.station,
            sector=place.extra["sector"],
            group=place.extra["group"],
            radio="vhf" if posted.radio == "vhf" else "hf",
            experience=posted.experience,
            strength=posted.strength,
            hex=place.hex,
            endurance=kind.endurance,
        )


def _ground(check: Check, p: DayPosition, file: DayFile) -> None:
    """Set the initial state of the ground: damage, stations off the air, aircraft on fields of other Commands (OPS-C7.1, OPS-C7.3)."""
    for damage in file.damage:
        place = check.world.fields[damage.field]
        field = p.airfields.setdefault(damage.field, Airfield(damage.field, check.world.figures["control"]["capacity"][place.kind]))
        field.damage = min(field.capacity, damage.capacity)
    p.others = {line.field: [line.aircraft] * line.squadrons for line in file.ground}
    for i, name in enumerate(file.stations_on):
        station = check.station(name, f"stations_on[{i}]")
        p.absent_stations, p.damaged_stations = ([s for s in found if s != station] for found in (p.absent_stations, p.damaged_stations))
    for i, name in enumerate(file.stations_off):
        station = check.station(name, f"stations_off[{i}]")
        if station not in p.silent_stations:
            p.damaged_stations.append(station)
    p.rooms_hit, p.emergency_rooms = list(file.rooms_hit), list(file.emergency_rooms)
    _left(check, p, file)
    start_repairs(p)


def _left(check: Check, p: DayPosition, file: DayFile) -> None:
    """Put in the damage of earlier days that is not mended yet (OPS-C7.2); of two lines for a place the later applies."""
    for line in (line for line in file.left if line.until >= p.date):
        if line.what == "room":
            if line.name not in (*p.rooms_hit, *p.emergency_rooms):
                p.emergency_rooms.append(line.name)
            p.left[f"{ROOM}:{line.name}"] = line.until
            continue
        station = check.station(line.name, "left")
        if station in p.absent_stations:
            continue
        for state in (p.damaged_stations, p.mobile_stations):
            if station in state:
                state.remove(station)
        (p.damaged_stations if line.what == "station" else p.mobile_stations).append(station)
        p.left[station] = line.until


def stand_by(w: World, p: DayPosition) -> None:
    """One single-seat squadron of each Sector begins at Ready, as the Sectors kept it by day (designed)."""
    served: set[str] = set()
    for squadron in p.squadrons.values():
        if squadron.sector not in served and squadron.box == "available" and w.types[squadron.aircraft].kind == "single_seat_fighter":
            served.add(squadron.sector)
            squadron.box = "ready"


def _states(check: Check, p: DayPosition, states: tuple[SquadronState, ...]) -> None:
    w = check.world
    for i, entry in enumerate(states):
        squadron = p.squadrons.get(entry.unit)
        if squadron is None:
            raise DataError(check.path, f"raf[{i}].unit", phrase("expect.squadron_of_day"), entry.unit)
        if entry.state is not None:
            squadron.box = _START_BOXES[entry.state]
        if entry.strength is not None:
            squadron.strength = entry.strength
        if entry.station is not None:
            place = w.fields.get(entry.station)
            if place is None or place.hex is None:
                raise DataError(check.path, f"raf[{i}].station", phrase("expect.raf_field"), entry.station)
            p.airfields.setdefault(entry.station, Airfield(entry.station, w.figures["control"]["capacity"][place.kind]))
            squadron.station, squadron.hex = entry.station, place.hex
            sector = w.fields.get(place.extra["sector"])
            if sector is not None and sector.hex is not None:
                squadron.sector, squadron.group = place.extra["sector"], place.extra["group"]
        if squadron.box in ("rearm_1", "rearm_2"):
            squadron.due = p.turn + int(w.figures["readiness"][squadron.box])
            squadron.becoming = "rearm_2" if squadron.box == "rearm_1" else "available"


def _parted(w: World, p: DayPosition, plan: RaidPlan) -> list[RaidPlan]:
    """A plan with its strengths filled in, and its return escorts as plans of their own that meet it (OPS-B3.4)."""
    units = w.luftwaffe(p.settings.order_of_battle)
    filled = tuple(
        PlannedUnit(u.unit, u.role, u.aircraft or (units[u.unit].strength if u.unit in units else 1), u.angels) for u in plan.units
    )
    if plan.convoy is not None:
        plan = aimed(w, p, replace(plan, units=filled))
    backs = [u for u in filled if u.role == "return_escort"]
    if not backs or plan.type == "return_escort":
        return [replace(plan, units=filled)]
    main = replace(plan, units=tuple(u for u in filled if u.role != "return_escort"))
    steps = timetable(w, main, types_of(w, units, main), p.head_wind)
    _, target = legs(w, main)
    meet = next((s for s in steps if target is not None and s.leg > target and not w.ground(s.hex).british), steps[-1] if steps else None)
    if meet is None:
        return [main]
    found = [main]
    for i, unit in enumerate(backs, 1):
        posted = units.get(unit.unit)
        if posted is None or posted.station not in w.far_fields:
            continue
        base = w.base(posted.station)
        kind = w.types[posted.aircraft]
        turns = -(-hexes.distance(base.near, meet.hex) // kind.mp)
        used = used_at_formation(w, kind, posted.station, base.near, unit.angels)
        if used + 2 * turns + 2 > kind.endurance:
            continue
        escort = RaidPlan(
            f"{plan.code}_return_{i}",
            "return_escort",
            base.near,
            max(1, meet.turn - turns - 1),
            unit.angels,
            (unit,),
            (Leg(meet.hex, unit.angels),),
            joins=plan.code,
        )
        found.append(escort)
    return found


def patrols(w: World, p: DayPosition, boxes: list[list[str]]) -> list[list[RaidUnit]]:
    """The Channel patrol table: six boxes of Me 109 Gruppen (OPS-B9.1)."""
    units = w.luftwaffe(p.settings.order_of_battle)
    found: list[list[RaidUnit]] = []
    for names in (boxes + [[]] * 6)[:6]:
        box = []
        for name in names:
            posted = units.get(name)
            if posted is None or posted.station not in w.far_fields:
                continue
            kind = w.types[posted.aircraft]
            base = w.base(posted.station)
            box.append(
                RaidUnit(
                    name,
                    posted.aircraft,
                    "sweep",
                    posted.station,
                    posted.experience,
                    posted.strength,
                    posted.strength,
                    0,
                    base.near,
                    18,
                    kind.endurance,
                )
            )
        found.append(box)
    return found


def bombs(plan: RaidPlan) -> bool:
    """Return whether a raid carries bombs."""
    return any(u.role in BOMBING_ROLES for u in plan.units)
