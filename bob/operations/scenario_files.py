"""The form of the files in tables/scenarios/: read whole, with bounds, before anything is made of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from bob.codec import CodecError, Key
from bob.errors import DataError, UsageError, phrase
from bob.hexes import Hex
from bob.map_files import TARGETS
from bob.operations.position import RaidType, Role
from bob.operations.world import World
from bob.ranges import OneOf, Text, Whole
from bob.tables import Table
from bob.theatre import Place
from bob.toml_files import Between, Distinct, Rising, read_toml
from bob.units import FIRST_DAY, LAST_DAY, Name

StoryLine = Annotated[str, Text(4000, 1)]
Height = Annotated[int, Whole(0, 34, 2)]
Percent = Annotated[int, Whole(0, 100)]
Weight = Annotated[int, Whole(0, 1000)]
Points = Annotated[float, Between(-9999, 9999)]
MapSpot = Name | tuple[Annotated[float, Between(-90, 90)], Annotated[float, Between(-180, 180)]]
"""A place by name, or latitude and longitude."""

BOMBING = ("main", "dive_bombing", "jabo", "low_level")
"""The types of raid that a free day draws its bombing raids from."""

BANDS = ("luftwaffe_decisive", "luftwaffe_marginal", "raf_marginal", "raf_decisive")


class Clock:
    """A time of day such as 12:55."""

    @staticmethod
    def check(value: object, place: str) -> None:
        hours, _, rest = value.partition(":") if isinstance(value, str) else ("", "", "")
        if not all(len(part) == 2 and part.isascii() and part.isdigit() for part in (hours, rest)) or int(hours) > 23 or int(rest) > 59:
            raise CodecError(place, phrase("expect.clock"), value)


class InBattle:
    """A day of the battle."""

    @staticmethod
    def check(value: object, place: str) -> None:
        if not isinstance(value, dt.date) or not FIRST_DAY <= value <= LAST_DAY:
            raise CodecError(place, phrase("expect.day", first=FIRST_DAY.isoformat(), last=LAST_DAY.isoformat()), value)


Span = Annotated[tuple[Annotated[int, Whole(0, 300)], Annotated[int, Whole(0, 300)]], Rising(strictly=False)]
Heights = Annotated[tuple[Height, Height], Rising(strictly=False)]
Day = Annotated[dt.date, InBattle()]


def minutes(clock: str) -> int:
    """The minutes of a time of day that was checked."""
    return int(clock[:2]) * 60 + int(clock[3:])


@dataclass(frozen=True, slots=True)
class Title:
    """A text in both languages."""

    en: StoryLine
    fr: StoryLine

    def both(self) -> dict[str, str]:
        return {"en": self.en, "fr": self.fr}


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
    """What a scenario says of its sky; the rest is rolled."""

    wind: Name | None = None
    london_haze: Name | None = None
    bad_zones: tuple[Name, ...] | None = None
    good: Annotated[str, OneOf(("fair", "scattered", "haze", "cloudy"))] | None = None
    bad: Annotated[str, OneOf(("fair", "scattered", "haze", "cloudy", "dense_haze", "fog", "overcast"))] | None = None

    def given(self) -> dict[str, object]:
        """What is said, by name."""
        return {name: value for name in self.__slots__ if (value := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True)
class Boxes:
    """The six boxes of the Channel patrol table, those at the end left out when empty."""

    boxes: tuple[tuple[Name, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SquadronState:
    """A squadron that does not begin as the others do."""

    unit: Name
    state: Annotated[str, OneOf(("released", "available", "ready", "rearm_refuel_1", "rearm_refuel_2"))]
    station: Name | None = None
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
    scramble_limit: Annotated[int, Whole(1, 20)] = 3
    switches: Mapping[Name, Name] = field(default_factory=dict)
    weather: WeatherLines = WeatherLines()
    patrols: Boxes = Boxes()
    raf: tuple[SquadronState, ...] = ()
    raid: tuple[RaidLines, ...] = ()
    lesson: bool = False
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "why")


@dataclass(frozen=True, slots=True)
class Draw:
    """What holds for every period of a free day."""

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


@dataclass(frozen=True, slots=True)
class Period:
    """What is drawn from in a period of the battle."""

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
    bands: Bands


@dataclass(frozen=True, slots=True)
class FreeFile:
    """What a free day is drawn from."""

    code: Name
    title: Title
    brief: Title
    source: StoryLine
    free: Literal[True]
    scramble_limit: Annotated[int, Whole(1, 20)]
    draw: Draw
    period: Annotated[tuple[Period, ...], Distinct("number")]
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

    def among(self, choices: Sequence[str], place: str, found: str) -> None:
        self.need(found in choices, place, "expect.one_of", found, choices=", ".join(choices))

    def hex(self, spot: str | tuple[float, float], place: str) -> Hex:
        """The hex of a place that must lie on the map."""
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
        known = {s.name: s.readings for table in tables if isinstance(table, Table) for s in table.switches}
        for name, reading in chosen.items():
            self.among(tuple(known), "switches", name)
            self.among(known[name], f"switches.{name}", reading)

    def day(self, file: DayFile) -> None:
        """Raise DataError unless every name of a day's file is known."""
        names = {p.unit: p.side for p in self.world.order_of_battle(file.date, off_map=True)}
        luftwaffe = [name for name, side in names.items() if side == "luftwaffe"]
        self.switches(file.switches)
        for key, table in (("wind", "wind"), ("london_haze", "london_haze")):
            given, found = getattr(file.weather, key), self.world.tables[table]
            assert isinstance(found, Table)
            if given is not None:
                self.among(tuple(found.details), f"weather.{key}", given)
        for i, zone in enumerate(file.weather.bad_zones or ()):
            self.among([z.code for z in self.world.theatre.zones], f"weather.bad_zones[{i}]", zone)
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
            self.need(raid.units, f"raid[{i}].units", "expect.value", "[]")
            for k, unit in enumerate(raid.units):
                self.need(unit.unit in luftwaffe, f"raid[{i}].units[{k}].unit", "expect.unit_of_day", unit.unit)

    def free(self, file: FreeFile) -> None:
        """Raise DataError unless every period can be drawn."""
        draw = file.draw
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
                self.among(BOMBING, f"{place}.types", kind)
            for kind in (*period.types, "freie_jagd", "feint", "low_level"):
                self.need(kind in draw.angels, f"draw.angels.{kind}", "expect.value", None)
            self.need(sum(period.types.values()) > 0, f"{place}.types", "expect.weights", dict(period.types))
            for target in period.targets:
                self.among(TARGETS, f"{place}.targets", target)
            self.need(sum(period.targets.values()) > 0, f"{place}.targets", "expect.weights", dict(period.targets))
