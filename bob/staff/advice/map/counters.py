"""Counters of the table, read from a view: plots, squadrons, raids, as plain values. No Qt, and nothing beyond the view."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bob.chart.marks import Point
from bob.core.hexes import Hex, distance, from_label
from bob.day.rules.climbing import flown
from bob.day.rules.control import AHEAD
from bob.day.rules.timetable import legs
from bob.day.rules.wings import flown_as, leads_stack, stack_of
from bob.day.state.raid_parts import together
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.day.state.view import DayView, LuftwaffeView, PlotView, RafView, RaidUnitView, RaidView, RefereeView, SquadronView, TrackView
from bob.day.state.world import World
from bob.day.telling.period_names import leading
from bob.day.telling.plot_figures import known_height, known_strength

CounterKind = Literal["track", "squadron", "raid", "unit", "patrol", "convoy"]
Task = Literal["vector", "patrol", "tally", "home", "lost", "none"]

WING = "+"
"""Between the squadrons of a Wing, which is one line of a block (OPS-B2.6)."""
_SQUADRON = re.compile(r"(\d+) Squadron(?: (RCAF))?(?: ([AB]))?")


@dataclass(frozen=True, slots=True)
class PlotArrow:
    """A plot: where, which way, in which colour of the Sector clock, how many turns old."""

    at: Point
    turn: float
    colour: str
    age: int
    level: int
    directed: bool


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A line of a block: its thing, and its figures."""

    kind: CounterKind
    key: Any
    title: str
    count: str
    height: str
    task: Task = "none"
    flag: str = ""


@dataclass(frozen=True, slots=True)
class CounterBlock:
    """A block or stand on the table with one line or more. `look` gives its side and its certainty."""

    look: Literal["hostile", "unknown", "friend", "unheard", "own", "planned", "truth", "convoy", "sighting"]
    at: Point
    hex: Hex
    rows: tuple[BlockRow, ...]
    colour: str = ""
    sent: int = 0
    tallied: bool = False
    vague: bool = False
    flat: bool = False
    """True for a single line: the knowledge of a raid, beside the raid itself at the same place."""

    @property
    def unanswered(self) -> bool:
        """True for a raid on the table without a squadron sent and without a tally."""
        return self.look in ("hostile", "unknown") and not self.sent and not self.tallied


@dataclass(frozen=True, slots=True)
class DrawnWay:
    """A line on the table: a squadron's vector, a raid's route, where a track leads."""

    kind: Literal["vector", "home", "route", "planned", "ahead", "tie", "sails"]
    key: Any
    points: tuple[Point, ...]
    text: str = ""
    marks: tuple[str, ...] = ()
    done: int = 0


@dataclass(frozen=True, slots=True)
class Halo:
    """A circle in miles in which a raid, or a squadron that is not fixed, may be."""

    key: tuple[CounterKind, Any]
    at: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Pips:
    """The squadrons on the ground at an airfield: each with its state."""

    field: str
    at: Point
    units: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Counters:
    """All counters on the table."""

    blocks: list[CounterBlock] = field(default_factory=list)
    trails: dict[int, tuple[PlotArrow, ...]] = field(default_factory=dict)
    ways: list[DrawnWay] = field(default_factory=list)
    halos: list[Halo] = field(default_factory=list)
    pips: list[Pips] = field(default_factory=list)
    dark: tuple[str, ...] = ()
    mobile: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    places: dict[tuple[str, Any], Point] = field(default_factory=dict)

    def where(self, kind: str, key: Any) -> Point | None:
        """Return the place of a counter on the plane."""
        return self.places.get((kind, key))


def short(unit: str) -> str:
    """Return the short form of a squadron's name for a counter: `72A`, `1c` for the Canadians, initials without a number."""
    found = _SQUADRON.fullmatch(unit)
    if found:
        return f"{found[1]}{'c' if found[2] else ''}{found[3] or ''}"
    return "".join(word[0] for word in unit.split())[:4]


def strength(track: TrackView) -> str:
    """A raid's strength as known: a figure for certain, `30+` or `~34` when rough, else a question mark."""
    return known_strength(track.plots)


def height(track: TrackView) -> str:
    """A raid's height as known."""
    return known_height(track.plots)


def task(squadron: SquadronView) -> Task:
    """Return the task of a squadron in the air."""
    if squadron.tally is not None:
        return "tally"
    if squadron.vector is not None and squadron.vector["kind"] == "home":
        return "home"
    if not squadron.controlled:
        return "lost"
    if squadron.vector is None:
        return "patrol"
    if squadron.vector["kind"] == "hex" and squadron.vector["hex"] == squadron.hex.label:
        return "patrol"
    return "vector"


def spread(world: World, view: DayView | None) -> Counters:
    """The table of a view; empty without one."""
    table = Counters()
    if isinstance(view, RafView):
        _raf(world, view, table)
    elif isinstance(view, LuftwaffeView):
        _luftwaffe(world, view, table, "own")
    elif isinstance(view, RefereeView):
        _raf(world, view.raf, table)
        _luftwaffe(world, view.luftwaffe, table, "truth")
        known = [*(("raid", *item) for item in view.tracks.items()), *(("squadron", *item) for item in view.friends.items())]
        for kind, code, number in sorted(known):
            a, b = table.where(kind, code), table.where("track", number)
            if a is not None and b is not None and a != b:
                table.ways.append(DrawnWay("tie", number, (b, a)))
        true = {block.at for block in table.blocks if block.look == "truth"}
        table.blocks = [replace(b, flat=b.look in ("hostile", "unknown") and b.at in true) for b in table.blocks]
    return table


# ---- the RAF's room


def _raf(world: World, view: RafView, table: Counters) -> None:
    middle = world.theatre.middle
    table.dark = tuple(sorted(view.silent_stations))
    table.mobile = tuple(sorted(view.mobile_stations))
    hit = [f"sector_station:{name}" for name in (*view.rooms_hit, *view.emergency_rooms)]
    hurt = [f"{world.fields[f.place].kind}:{f.place}" for f in view.fields if f.damage and f.place in world.fields]
    table.struck = tuple(sorted({*hit, *hurt}))
    sent: dict[int, int] = {}
    for s in view.squadrons:
        if s.vector is not None and s.vector["track"] is not None:
            sent[s.vector["track"]] = sent.get(s.vector["track"], 0) + 1
    for track in view.tracks:
        if not track.faded:  # a faded track is off the table
            _track(world, view.common.turn, track, sent.get(track.number, 0), table)
    air: dict[tuple[Hex, bool], list[SquadronView]] = {}
    ground: dict[str, list[tuple[str, str]]] = {}
    for s in view.squadrons:
        if s.box == "airborne":
            air.setdefault((s.hex, s.silent), []).append(s)
        elif s.box != "gone":
            box = "scrambling" if s.scrambling else s.box
            ground.setdefault(s.station, []).append((s.unit, box))
            table.places["squadron", s.unit] = _field_at(world, s.station)
    for (h, silent), flock in air.items():
        at = middle(h)
        stacks = [stack_of(flock, s) for s in sorted(flock, key=lambda s: -s.angels) if leads_stack(flock, s)]
        rows = tuple(
            BlockRow(
                *("squadron", stack[0].unit, WING.join(short(s.unit) for s in stack), str(sum(s.strength for s in stack))),
                *(str(stack[0].angels), task(stack[0])),
                flag=view.common.time_of(stack[0].heard) if stack[0].heard is not None else "",
            )
            for stack in stacks
        )
        table.blocks.append(CounterBlock("unheard" if silent else "friend", at, h, rows))
        for stack in stacks:
            _vector(world, stack, at, table)
        for s in flock:
            table.places["squadron", s.unit] = at
        for ring in sorted({s.ring for s in flock if s.ring}):
            unit = next(s.unit for s in flock if s.ring == ring)
            table.halos.append(Halo(("squadron", unit), at, (ring + 0.5) * world.theatre.across))
    for convoy in view.convoys:
        if convoy.state == "under_way":
            name, left = convoy.code.replace("_", " ").capitalize(), convoy.ships - convoy.sunk
            _convoy(world, convoy.code, name, str(left), convoy.hex, convoy.course, "convoy", table)
    for name, units in ground.items():
        table.pips.append(Pips(name, _field_at(world, name), tuple(units)))


def _field_at(world: World, name: str) -> Point:
    place = world.fields.get(name)
    return (place.x, place.y) if place is not None else (0.0, 0.0)


def _vector(world: World, stack: Sequence[SquadronView], at: Point, table: Counters) -> None:
    """The way of a squadron, or of a Wing, and the turns to its end, the climb counted in."""
    s = stack[0]
    if s.vector is None:
        return
    goal = world.theatre.middle(from_label(s.vector["hex"]))
    if goal == at:
        return
    home, away = s.vector["kind"] == "home", distance(s.hex, from_label(s.vector["hex"]))
    kinds = tuple(each.aircraft for each in stack)
    far = flown(world, kinds, s.angels, s.angels if home else s.vector["angels"], flown_as(len(stack)), AHEAD)
    turns = next((turns for turns, come in enumerate(far) if come >= away), AHEAD)
    table.ways.append(DrawnWay("home" if home else "vector", s.unit, (at, goal), "" if home else f"{turns}"))


def _track(world: World, now: int, track: TrackView, sent: int, table: Counters) -> None:
    middle = world.theatre.middle
    places = [middle(p.hex) for p in track.plots]
    arrows: list[PlotArrow] = []
    for i, plot in enumerate(track.plots):
        a, b = (places[i - 1], places[i]) if i else (places[0], places[1] if len(places) > 1 else places[0])
        directed = a != b
        turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) if directed else 0.0
        arrows.append(PlotArrow(places[i], turn, plot.colour, max(0, now - plot.turn), plot.level, directed))
    table.trails[track.number] = tuple(arrows)
    last = track.last
    at = places[-1]
    table.places["track", track.number] = at
    known = track.label.startswith("H")
    look: Literal["hostile", "unknown"] = "hostile" if known else "unknown"
    row = BlockRow("track", track.number, track.label, strength(track), height(track), flag=_source(last))
    vague = last.level <= 2
    table.blocks.append(CounterBlock(look, at, last.hex, (row,), last.colour, sent, bool(track.tallied_by), vague))
    off = world.figures["detection"]["error_hexes"][min(4, max(0, last.level))]
    if off:
        table.halos.append(Halo(("track", track.number), at, (off + 0.5) * world.theatre.across))
    if track.course is not None:
        q, r = track.course
        step = world.theatre.across
        dx, dy = q * step * math.sqrt(3) / 2, (r + q / 2) * step
        if math.hypot(dx, dy) > 1:
            table.ways.append(DrawnWay("ahead", track.number, tuple((at[0] + dx * k, at[1] + dy * k) for k in range(4))))


def _source(plot: PlotView) -> str:
    return "O" if plot.source == "observer_corps" else "T" if plot.source == "tally" else "R"


def _convoy(
    world: World, key: Any, name: str, ships: str, h: Hex, course: int, look: Literal["convoy", "sighting"], table: Counters
) -> None:
    """Add a convoy and its course: three hexes on."""
    at, far = world.theatre.middle(h), 3 * world.theatre.across
    ahead = at[0] + far * math.sin(math.radians(course)), at[1] - far * math.cos(math.radians(course))
    table.places["convoy", key] = at
    table.blocks.append(CounterBlock(look, at, h, (BlockRow("convoy", key, name, ships, ""),)))
    table.ways.append(DrawnWay("sails", key, (at, ahead)))


# ---- the Luftwaffe's


def _luftwaffe(world: World, view: LuftwaffeView, table: Counters, look: Literal["own", "truth"]) -> None:
    middle = world.theatre.middle
    stacks: dict[Hex, list[BlockRow]] = {}
    for raid in sorted(view.raids, key=lambda r: (-r.angels, r.code)):
        if raid.state == "ended":
            continue
        if raid.state == "planned":
            at = middle(raid.plan.form_at)
            table.places["raid", raid.code] = at
            _route(world, raid, "planned", table, view.common.time_of(raid.form_turn or raid.plan.form_turn))
            continue
        table.places["raid", raid.code] = middle(raid.hex)
        _route(world, raid, "route", table, "")
        main, apart = together(raid)
        if main:
            stacks.setdefault(raid.hex, []).append(_raid_row(raid, main))
        for units in apart:
            lead = units[0]
            table.places["unit", lead.unit] = middle(lead.hex)
            row = _row(
                "unit", lead.unit, lead.unit.rpartition("/")[2], units, lead.angels, "vector" if lead.state == "gathering" else "home"
            )
            stacks.setdefault(lead.hex, []).append(row)
    for h, lines in stacks.items():
        table.blocks.append(CounterBlock(look, middle(h), h, tuple(lines)))
    formed: dict[Hex, list[BlockRow]] = {}
    for raid in view.raids:
        if raid.state == "planned":
            count = str(sum(u.aircraft for u in raid.plan.units))
            when = view.common.time_of(raid.form_turn or raid.plan.form_turn)
            row = BlockRow("raid", raid.code, leading(raid.plan), count, str(raid.plan.form_angels), flag=when)
            formed.setdefault(raid.plan.form_at, []).append(row)
    for h, lines in formed.items():
        table.blocks.append(CounterBlock("planned", middle(h), h, tuple(lines)))
    for seen in view.convoys:
        if look == "own":  # the referee sees them where they are
            fresh: Literal["convoy", "sighting"] = "convoy" if seen.turn >= view.turn - 1 else "sighting"
            _convoy(world, seen.number, f"№ {seen.number}", f"~{seen.ships}", seen.hex, seen.course, fresh, table)
    for number, box in enumerate(view.patrols, 1):
        if box:
            _patrol(world, number, box, table, look)


def _raid_row(raid: RaidView, units: list[RaidUnitView]) -> BlockRow:
    goes: dict[str, Task] = {"returning": "home", "over_target": "tally", "gathering": "patrol"}
    return _row("raid", raid.code, leading(raid.plan), units, raid.angels, goes.get(raid.state, "vector"))


def _row(kind: CounterKind, key: str, title: str, units: list[RaidUnitView], angels: int, goes: Task) -> BlockRow:
    bombers = sum(u.strength for u in units if u.role in BOMBING_ROLES)
    fighters = sum(u.strength for u in units if u.role not in BOMBING_ROLES)
    count = f"{bombers}+{fighters}" if bombers and fighters else str(bombers or fighters)
    return BlockRow(kind, key, title, count, str(angels), goes)


def _route(world: World, raid: RaidView, kind: Literal["route", "planned"], table: Counters, when: str) -> None:
    middle = world.theatre.middle
    way_points, target = legs(world, raid.plan)
    points = [middle(raid.plan.form_at)] + [middle(leg.hex) for leg in way_points]
    marks = ["form"] + ["target" if i == target else "way" for i in range(len(way_points))]
    done = 0 if kind == "planned" else min(raid.leg + 1, len(points))
    if len(points) > 1:
        table.ways.append(DrawnWay(kind, raid.code, tuple(points), when, tuple(marks), done))


def _patrol(world: World, number: int, box: tuple[RaidUnitView, ...], table: Counters, look: Literal["own", "truth"]) -> None:
    lead = box[0]
    at = world.theatre.middle(lead.hex)
    table.places["patrol", number] = at
    row = BlockRow("patrol", number, lead.unit.rpartition("/")[2], str(sum(u.strength for u in box)), str(lead.angels), "patrol")
    table.blocks.append(CounterBlock(look, at, lead.hex, (row,)))
