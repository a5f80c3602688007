"""The form of the files in tables/scenarios/: read whole, with bounds, before anything is made of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from bob.core.codec import Key
from bob.core.errors import DataError, UsageError, phrase
from bob.core.hexes import Hex
from bob.core.ranges import OneOf, Text, Whole
from bob.data.map_files import TARGETS
from bob.data.tables import Table
from bob.data.theatre import Place
from bob.data.toml_files import Between, Distinct, Rising, read_toml
from bob.data.units import Name, Side
from bob.day.rules.convoy_lanes import lane_hexes, nearest_on
from bob.day.state.directives import TOWN, DirectiveLines, shipped_directives
from bob.day.state.position import Effort
from bob.day.state.raid_plan import RaidType, Role
from bob.day.state.scenario_forms import Clock, Day, Height, Heights, MapSpot, Percent, Points, Span, StoryLine, Title, Weight, minutes
from bob.day.state.scenario_lines import SWITCHES, ConvoyLine, DamageLine, GroundLine, LeftLine, ScriptLine, WeatherName, WindLine
from bob.day.state.settings import FighterCommandLines
from bob.day.state.world import World

BOMBING = ("main", "dive_bombing", "jabo", "low_level")
"""The types of raid that a free day draws its bombing raids from."""

NAMED = ("target", "station", "low", "jabo", "sweep", "feint", "convoy", "called")
"""The kinds of name that a free day gives its raids, and `called` its convoys."""

BANDS = ("luftwaffe_decisive", "luftwaffe_marginal", "raf_marginal", "raf_decisive")


@dataclass(frozen=True, slots=True)
class Briefing:
    """Each side's text before the day, in its own voice; it reveals nothing of the other side."""

    raf: Title
    luftwaffe: Title

    def both(self) -> dict[Side, dict[str, str]]:
        return {"raf": self.raf.both(), "luftwaffe": self.luftwaffe.both()}


@dataclass(frozen=True, slots=True)
class Bands:
    """The Luftwaffe's points from which, or down to which, each side has won."""

    luftwaffe_decisive: Points
    luftwaffe_marginal: Points
    raf_marginal: Points
    raf_decisive: Points

    def times(self, count: int = 1) -> dict[str, float]:
        return {name: float(getattr(self, name) * count) for name in BANDS}


@dataclass(frozen=True, slots=True)
class WeatherLines:
    """A scenario's data on its sky; the rest is rolled."""

    wind: Name | None = None
    london_haze: Name | None = None
    bad_zones: tuple[Name, ...] | None = None
    good: Annotated[str, OneOf(("fair", "scattered", "haze", "cloudy"))] | None = None
    bad: Annotated[str, OneOf(("fair", "scattered", "haze", "cloudy", "dense_haze", "fog", "overcast"))] | None = None
    script: tuple[ScriptLine, ...] = ()
    winds: tuple[WindLine, ...] = ()

    def given(self) -> dict[str, object]:
        """Return the data for the whole day, by name."""
        names = ("wind", "london_haze", "bad_zones", "good", "bad")
        return {name: value for name in names if (value := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class Boxes:
    """The six boxes of the Channel patrol table, those at the end left out when empty."""

    boxes: tuple[tuple[Name, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SquadronState:
    """A squadron that does not begin as the others do."""

    unit: Name
    state: Annotated[str, OneOf(("released", "available", "ready", "rearm_refuel_1", "rearm_refuel_2"))] | None = None
    station: Name | None = None
    strength: Annotated[int, Whole(1, 24)] | None = None
    unread: ClassVar[tuple[str, ...]] = ("note", "origin", "source")


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit of a raid; without a number of aircraft it sends all that it has."""

    unit: Name
    role: Role
    aircraft: Annotated[int, Whole(1, 80)] | None = None
    angels: Height | None = None


@dataclass(frozen=True, slots=True)
class Turning:
    """A way-point."""

    at: MapSpot
    angels: Height


@dataclass(frozen=True, slots=True)
class RaidLines:
    """A raid as the file has it."""

    code: Annotated[str, Text(40, 1)]
    name: Title
    type: RaidType
    form_at: MapSpot
    form_time: Annotated[str, Clock()]
    form_angels: Height
    units: tuple[UnitLine, ...]
    route: tuple[Turning, ...] = ()
    primary: Name | None = None
    secondary: Name | None = None
    home: tuple[Turning, ...] = ()
    joins: Name | None = None
    convoy: Name | None = None
    low: bool = False
    circling: Annotated[int, Whole(0, 6)] = 0
    unread: ClassVar[tuple[str, ...]] = ("historical", "source", "note", "origin")


@dataclass(frozen=True, slots=True)
class DayFile:
    """A day with its raids."""

    code: Name
    title: Title
    brief: Title
    date: Day
    start: Annotated[str, Clock()]
    turns: Annotated[int, Whole(1, 288)]
    period: Annotated[int, Whole(1, 5)]
    response_level: Annotated[int, Whole(0, 99)]
    bands: Bands
    source: StoryLine
    briefing: Briefing | None = None
    scramble_limit: Annotated[int, Whole(1, 20)] = 3
    switches: Mapping[Name, Name] = field(default_factory=dict)
    weather: WeatherLines = WeatherLines()
    patrols: Boxes = Boxes()
    raf: tuple[SquadronState, ...] = ()
    damage: Annotated[tuple[DamageLine, ...], Distinct("field")] = ()
    ground: Annotated[tuple[GroundLine, ...], Distinct("field")] = ()
    order_of_battle: Day | None = None
    fighter_command: FighterCommandLines | None = None
    stations_off: tuple[Name, ...] = ()
    stations_on: tuple[Name, ...] = ()
    rooms_hit: tuple[Name, ...] = ()
    emergency_rooms: tuple[Name, ...] = ()
    left: tuple[LeftLine, ...] = ()
    directive: DirectiveLines | None = None
    effort: Effort | None = None
    expected: Effort | None = None
    convoy: Annotated[tuple[ConvoyLine, ...], Distinct("code")] = ()
    raid: tuple[RaidLines, ...] = ()
    lesson: bool = False
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "why")

    @property
    def posted_on(self) -> dt.date:
        """The day of its order of battle."""
        return self.order_of_battle if self.order_of_battle is not None else self.date


@dataclass(frozen=True, slots=True)
class Draw:
    """The data common to every period of a free day."""

    hour: Literal["A12"]
    weather: Literal["roll"]
    first_raid: Span
    raid_gap: Span
    staffel_share: Percent
    strength_share: Annotated[tuple[Percent, Percent], Rising(strictly=False)]
    luftflotte: Mapping[Name, Weight]
    escort_above: Mapping[str, Annotated[int, Whole(0, 20, 2)]]
    form_at: Mapping[Name, tuple[Name, ...]]
    cross: Mapping[Name, tuple[Name, ...]]
    angels: Mapping[RaidType, Heights]
    weather_turns: Percent
    wind_turns: Percent
    away: Annotated[tuple[Annotated[int, Whole(0, 11)], Annotated[int, Whole(0, 11)]], Rising(strictly=False)]
    lanes: tuple[Name, ...]
    convoys: tuple[Name, ...]
    ships: Annotated[tuple[Annotated[int, Whole(1, 60)], Annotated[int, Whole(1, 60)]], Rising(strictly=False)]
    convoy_known: Percent
    convoy_attacked: Percent
    names: Mapping[str, Title]


@dataclass(frozen=True, slots=True)
class Period:
    """The ranges of the draw in a period of the battle."""

    number: Annotated[int, Whole(1, 5)]
    since: Annotated[Day, Key("from")]
    to: Day
    raids: Span
    gruppen: Span
    escort_ratio: Annotated[tuple[Annotated[float, Between(0, 10)], Annotated[float, Between(0, 10)]], Rising(strictly=False)]
    high_cover_share: Percent
    sweeps: Span
    feint_chance: Percent
    low_chance: Percent
    patrols: Annotated[tuple[Annotated[int, Whole(0, 6)], Annotated[int, Whole(0, 6)]], Rising(strictly=False)]
    turns: Annotated[int, Whole(14, 288)]
    response_level: Annotated[tuple[Annotated[int, Whole(0, 99)], Annotated[int, Whole(0, 99)]], Rising(strictly=False)]
    types: Mapping[str, Weight]
    targets: Mapping[Name, Weight]
    reach: Annotated[int, Whole(1, 99)]
    sky: Mapping[WeatherName, Weight]
    damage: Annotated[tuple[Annotated[int, Whole(0, 9)], Annotated[int, Whole(0, 9)]], Rising(strictly=False)]
    convoys: Annotated[tuple[Annotated[int, Whole(0, 4)], Annotated[int, Whole(0, 4)]], Rising(strictly=False)]
    bands: Bands


@dataclass(frozen=True, slots=True)
class FreeFile:
    """The data from which a free day is drawn."""

    code: Name
    title: Title
    brief: Title
    source: StoryLine
    free: Literal[True]
    scramble_limit: Annotated[int, Whole(1, 20)]
    draw: Draw
    period: Annotated[tuple[Period, ...], Distinct("number")]
    switches: Mapping[Name, Name] = field(default_factory=dict)
    briefing: Briefing | None = None
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "why")


ScenarioFile = DayFile | FreeFile


@cache
def _read(path: Path, stamp: tuple[int, int]) -> ScenarioFile:
    node = read_toml(path)
    return node.read(FreeFile) if node.data.get("free") is True else node.read(DayFile)


def load(path: Path) -> ScenarioFile:
    """A scenario's file, its form and figures checked. Raises DataError."""
    try:
        stat = path.stat()
    except OSError as error:
        raise DataError(path, "-", phrase("expect.readable"), error.strerror or str(error)) from error
    found = _read(path, (stat.st_mtime_ns, stat.st_size))
    every = {"bands": found.bands} if isinstance(found, DayFile) else {f"period[{i}].bands": p.bands for i, p in enumerate(found.period)}
    for place, bands in every.items():
        if not bands.luftwaffe_decisive >= bands.luftwaffe_marginal > bands.raf_marginal >= bands.raf_decisive:
            raise DataError(path, place, phrase("expect.bands"), bands.times())
    return found


# ---- what only the map and the order of battle can tell


class Check:
    """Looks a file's names up in the world; every fault names the file and the place in it."""

    def __init__(self, w: World, path: Path) -> None:
        self.world = w
        self.path = path

    def need(self, ok: object, place: str, expected: str, found: object, **values: object) -> None:
        """Raise DataError unless it is so; `expected` is a key of the words."""
        if not ok:
            raise DataError(self.path, place, phrase(expected, **values), found)

    def expect_one_of(self, choices: Sequence[str], place: str, found: str) -> None:
        self.need(found in choices, place, "expect.one_of", found, choices=", ".join(choices))

    def hex(self, spot: str | tuple[float, float], place: str) -> Hex:
        """Return the hex of a place that must be on the map."""
        theatre = self.world.theatre
        try:
            h = theatre.hex_at(*theatre.position(spot)) if isinstance(spot, str) else theatre.hex_of(*spot)
        except (UsageError, ArithmeticError, ValueError):
            h = None
        if h is None:
            raise DataError(self.path, place, phrase("expect.on_map"), spot)
        return h

    def target(self, name: str | None, place: str) -> str | None:
        """The name under which the map has a target."""
        if name is None or name in self.world.targets:
            return name
        try:
            found: Place = self.world.theatre.find(name)
        except UsageError:
            raise DataError(self.path, place, phrase("expect.target"), name) from None
        self.need(found.name in self.world.targets, place, "expect.target", name)
        return found.name

    def switches(self, chosen: Mapping[str, str]) -> None:
        tables = (self.world.tables[name] for name in self.world.tables.names)
        known = {**SWITCHES, **{s.name: s.readings for table in tables if isinstance(table, Table) for s in table.switches}}
        for name, reading in chosen.items():
            self.expect_one_of(tuple(known), "switches", name)
            self.expect_one_of(known[name], f"switches.{name}", reading)

    def zone(self, name: str, place: str) -> None:
        self.expect_one_of([z.code for z in self.world.theatre.zones], place, name)

    def station(self, name: str, place: str) -> str:
        """The key of an RDF station, such as `chain_home:Dover`, by that or by its name alone."""
        keys = [f"{kind}:{own}" for kind, own in self.world.station_hexes if name in (own, f"{kind}:{own}")]
        self.need(len(keys) == 1, place, "expect.rdf_station", name)
        return keys[0]

    def _by_hours(self, file: DayFile) -> None:
        """Check the script of the weather; it sets full hours, and no zone twice in one (OPS-C6.1)."""
        for i, line in enumerate(file.weather.script):
            place = f"weather.script[{i}]"
            for k, zone in enumerate(line.zones):
                self.zone(zone, f"{place}.zones[{k}]")
            self.need(line.at.endswith(":00") or line.at == file.start, f"{place}.at", "expect.full_hour", line.at)
            before = [other for other in file.weather.script[:i] if other.at == line.at]
            twice = any(not other.zones or not line.zones or set(other.zones) & set(line.zones) for other in before)
            self.need(not twice, f"{place}.zones", "expect.once", list(line.zones))
        winds = self.world.tables["wind"]
        assert isinstance(winds, Table)
        hours = [line.at for line in file.weather.winds]
        for i, wind in enumerate(file.weather.winds):
            self.expect_one_of(tuple(winds.details), f"weather.winds[{i}].wind", wind.wind)
            self.need(wind.at.endswith(":00") or wind.at == file.start, f"weather.winds[{i}].at", "expect.full_hour", wind.at)
            self.need(hours.index(wind.at) == i, f"weather.winds[{i}].at", "expect.once", wind.at)

    def _on_the_ground(self, file: DayFile) -> None:
        for i, damage in enumerate(file.damage):
            place = self.world.fields.get(damage.field)
            self.need(place is not None and place.hex is not None, f"damage[{i}].field", "expect.raf_field", damage.field)
        for i, others in enumerate(file.ground):
            place = self.world.fields.get(others.field)
            other = place is not None and place.hex is not None and place.extra.get("command") != "fighter"
            self.need(other, f"ground[{i}].field", "expect.other_field", others.field)
        for key, stations in (("stations_on", file.stations_on), ("stations_off", file.stations_off)):
            for i, name in enumerate(stations):
                self.station(name, f"{key}[{i}]")
        on = [self.station(name, "stations_on") for name in file.stations_on]
        for i, name in enumerate(file.stations_off):
            self.need(self.station(name, f"stations_off[{i}]") not in on, f"stations_off[{i}]", "expect.once", name)
        sectors = [place.name for place in self.world.theatre.of_kind("sector_station") if place.hex is not None]
        for key, names in (("rooms_hit", file.rooms_hit), ("emergency_rooms", file.emergency_rooms)):
            for i, name in enumerate(names):
                self.expect_one_of(sectors, f"{key}[{i}]", name)
                self.need(key == "rooms_hit" or name not in file.rooms_hit, f"{key}[{i}]", "expect.once", name)
        for i, line in enumerate(file.left):
            if line.what == "room":
                self.expect_one_of(sectors, f"left[{i}].name", line.name)
            else:
                self.station(line.name, f"left[{i}].name")

    def _directive(self, lines: DirectiveLines) -> None:
        """Check the names in the orders of a day: orders of a time, kinds, targets; no town is among them (OPS-D2.1, OPS-D2.2)."""
        shipped = shipped_directives()
        if lines.orders is not None:
            self.expect_one_of([orders.code for orders in shipped.orders], "directive.orders", lines.orders)
        for kind in lines.kinds:
            self.expect_one_of([known.code for known in shipped.kind], "directive.kinds", kind)
        for name in lines.targets:
            place = f"directive.targets.{name}"
            self.need(name in self.world.targets, place, "expect.target", name)
            self.need(self.world.targets[name].kind != TOWN, place, "expect.no_town", name)

    def _convoys(self, file: DayFile) -> None:
        """Every convoy begins on its lane and has a way to go (OPS-C5.1)."""
        for i, line in enumerate(file.convoy):
            place = f"convoy[{i}]"
            self.expect_one_of([lane.name for lane in self.world.theatre.lanes], f"{place}.lane", line.lane)
            way = lane_hexes(self.world, line.lane)
            ends = [nearest_on(way, self.hex(spot, f"{place}.{key}")) for key, spot in (("at", line.at), ("towards", line.towards))]
            self.need(ends[0] is not None, f"{place}.at", "expect.on_lane", line.at, lane=line.lane)
            self.need(ends[1] is not None, f"{place}.towards", "expect.on_lane", line.towards, lane=line.lane)
            self.need(ends[0] != ends[1], f"{place}.towards", "expect.other_end", line.towards)
            late = line.enters is not None and minutes(line.enters) < minutes(file.start)
            self.need(not late, f"{place}.enters", "expect.after", line.enters, first=file.start)

    def day(self, file: DayFile) -> None:
        """Raise DataError unless every name of a day's file is known."""
        names = {p.unit: p.side for p in self.world.order_of_battle(file.posted_on, off_map=True)}
        luftwaffe = [name for name, side in names.items() if side == "luftwaffe"]
        self.switches(file.switches)
        for key, table in (("wind", "wind"), ("london_haze", "london_haze")):
            given, found = getattr(file.weather, key), self.world.tables[table]
            assert isinstance(found, Table)
            if given is not None:
                self.expect_one_of(tuple(found.details), f"weather.{key}", given)
        for i, zone in enumerate(file.weather.bad_zones or ()):
            self.zone(zone, f"weather.bad_zones[{i}]")
        self._by_hours(file)
        self._on_the_ground(file)
        self._convoys(file)
        if file.directive is not None:
            self._directive(file.directive)
        self.need(len(file.patrols.boxes) <= 6, "patrols.boxes", "expect.members", len(file.patrols.boxes), count=6)
        for i, box in enumerate(file.patrols.boxes):
            for k, name in enumerate(box):
                self.need(name in luftwaffe, f"patrols.boxes[{i}][{k}]", "expect.unit_of_day", name)
        codes = [raid.code for raid in file.raid]
        for i, raid in enumerate(file.raid):
            self.need(codes.index(raid.code) == i, f"raid[{i}].code", "expect.once", raid.code)
            self.need(raid.joins is None or raid.joins in codes, f"raid[{i}].joins", "expect.one_of", raid.joins, choices=", ".join(codes))
            self.need(
                minutes(raid.form_time) >= minutes(file.start), f"raid[{i}].form_time", "expect.after", raid.form_time, first=file.start
            )
            self.need(raid.convoy is None or raid.primary is None, f"raid[{i}].convoy", "expect.no_primary", raid.convoy)
            if raid.convoy is not None:
                self.expect_one_of([convoy.code for convoy in file.convoy if convoy.known], f"raid[{i}].convoy", raid.convoy)
            self.need(raid.units, f"raid[{i}].units", "expect.value", "[]")
            for k, unit in enumerate(raid.units):
                self.need(unit.unit in luftwaffe, f"raid[{i}].units[{k}].unit", "expect.unit_of_day", unit.unit)

    def free(self, file: FreeFile) -> None:
        """Raise DataError unless every period can be drawn."""
        draw = file.draw
        self.switches(file.switches)
        for i, name in enumerate(draw.lanes):
            self.expect_one_of([lane.name for lane in self.world.theatre.lanes], f"draw.lanes[{i}]", name)
        self.need(draw.lanes, "draw.lanes", "expect.value", "[]")
        self.need(len(draw.convoys) >= max(p.convoys[1] for p in file.period), "draw.convoys", "expect.value", len(draw.convoys))
        for name in NAMED:
            self.need(name in draw.names, f"draw.names.{name}", "expect.value", None)
        self.need(sum(draw.luftflotte.values()) > 0, "draw.luftflotte", "expect.weights", dict(draw.luftflotte))
        for name, lists in (("form_at", draw.form_at), ("cross", draw.cross)):
            for fleet in draw.luftflotte:
                self.need(lists.get(fleet), f"draw.{name}", "expect.places_of", ", ".join(lists), name=fleet)
            for fleet, spots in lists.items():
                for i, spot in enumerate(spots):
                    self.hex(spot, f"draw.{name}.{fleet}[{i}]")
        for role in ("close_escort", "high_cover"):
            self.need(role in draw.escort_above, f"draw.escort_above.{role}", "expect.value", None)
        self.need(file.period, "period", "expect.value", "[]")
        for i, period in enumerate(file.period):
            place = f"period[{i}]"
            self.need(period.since <= period.to, f"{place}.to", "expect.after", period.to, first=period.since.isoformat())
            self.need(period.raids[0] >= 1, f"{place}.raids", "expect.not_falling", period.raids)
            for kind in period.types:
                self.expect_one_of(BOMBING, f"{place}.types", kind)
            for kind in (*period.types, "freie_jagd", "feint", "low_level"):
                self.need(kind in draw.angels, f"draw.angels.{kind}", "expect.value", None)
            self.need(sum(period.types.values()) > 0, f"{place}.types", "expect.weights", dict(period.types))
            for target in period.targets:
                self.expect_one_of(TARGETS, f"{place}.targets", target)
            self.need(sum(period.sky.values()) > 0, f"{place}.sky", "expect.weights", dict(period.sky))
            self.need(sum(period.targets.values()) > 0, f"{place}.targets", "expect.weights", dict(period.targets))
