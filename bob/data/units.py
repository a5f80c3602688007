"""Aircraft types, units, and the order of battle of any day from 10 July to 31 October 1940."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from bob.core.codec import Key
from bob.core.errors import DataError, UsageError, phrase
from bob.core.ranges import OneOf, Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Between, Distinct, Node, read_toml

Side = Literal["raf", "luftwaffe"]
Name = Annotated[str, Text(200, 1)]
T = TypeVar("T")

FIRST_DAY = dt.date(1940, 7, 10)
LAST_DAY = dt.date(1940, 10, 31)
SQUADRON_AIRCRAFT = 12
GRUPPE_AIRCRAFT = 30
STAFFEL_AIRCRAFT = 9

SIDES: tuple[Side, Side] = ("raf", "luftwaffe")
CLASSES = ("single_seat_fighter", "two_seat_fighter", "heavy_fighter", "bomber", "dive_bomber", "reconnaissance", "floatplane")
ROLES = ("bomber", "dive_bomber", "fighter", "heavy_fighter", "fighter_bomber", "reconnaissance", "sea_rescue")
LEVELS = ("green", "regular", "veteran")


@dataclass(frozen=True, slots=True)
class Aircraft:
    """A type of aircraft as the operational game knows it, in the form of tables/aircraft.toml. `climb` is the turns that it takes to gain
    the first ten Angels, the next, and each further ten (OPS-C9.6); without it the paper's figures hold."""

    code: Name
    name: Name
    side: Side
    kind: Annotated[str, Key("class"), OneOf(CLASSES)]
    crew: Annotated[int, Whole(1, 10)]
    mp: Annotated[int, Whole(1, 6)]
    endurance: Annotated[int, Key("endurance_turns"), Whole(1, 200)]
    ceiling: Annotated[int, Key("ceiling_angels"), Whole(2, 34, 2)]
    cruise_mph: Annotated[int, Whole(50, 400)]
    max_mph: Annotated[int, Whole(50, 450)]
    armament: str
    bomb_load: Annotated[int, Key("bomb_load_lb"), Whole(0, 20000)]
    source: Annotated[str, Text(2000, 1)]
    jabo: bool = False
    climb: Annotated[tuple[Annotated[float, Between(0.5, 40)], ...] | None, Key("climb_turns")] = None
    unread: ClassVar[tuple[str, ...]] = ("period_name", "note", "origin")

    @property
    def fighter(self) -> bool:
        return self.kind in ("single_seat_fighter", "two_seat_fighter", "heavy_fighter")

    def points(self, angels: int, level_flight: bool = True) -> int:
        """Movement points a turn: fighters have one more in level flight at 16 Angels or above (OPS-B2.4)."""
        return self.mp + 1 if self.fighter and level_flight and angels >= 16 else self.mp


@dataclass(frozen=True, slots=True)
class Spell:
    """A value that holds from a day on."""

    since: dt.date
    value: Any


@dataclass(frozen=True, slots=True)
class Strength:
    """A return of aircraft on a day; `recorded` unless it is estimated."""

    on: dt.date
    serviceable: int
    total: int
    recorded: bool = True


@dataclass(frozen=True, slots=True)
class Unit:
    """A squadron or Gruppe with its history in dated spells."""

    name: str
    code: str
    side: Side
    role: str
    geschwader: str | None
    nation: str | None
    aircraft: tuple[Spell, ...]
    stations: tuple[Spell, ...]
    commanders: tuple[Spell, ...]
    radio: tuple[Spell, ...]
    experience: tuple[Spell, ...]
    luftflotte: tuple[Spell, ...]
    korps: tuple[Spell, ...]
    strength: tuple[Strength, ...]
    operational_from: dt.date | None
    source: str
    call_sign: str | None = None


@dataclass(frozen=True, slots=True)
class Posting:
    """A unit on a day: station, aircraft, strength. `recorded` marks a strength given by a return."""

    unit: str
    code: str
    side: Side
    role: str
    aircraft: str
    station: str
    strength: int
    recorded: bool
    commander: str | None
    radio: str | None
    experience: str
    command: str | None
    operational: bool
    source: str
    call_sign: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class _AircraftFile:
    aircraft: Annotated[tuple[Aircraft, ...], Distinct("code")]


def load_aircraft(path: Path) -> dict[str, Aircraft]:
    """All types by their code. Raises DataError."""
    return {aircraft.code: aircraft for aircraft in read_toml(path).read(_AircraftFile).aircraft}


@cache
def aircraft_types() -> Mapping[str, Aircraft]:
    """The shipped types by their code."""
    return load_aircraft(data_folder("tables") / "aircraft.toml")


def _spells(node: Node, key: str, field: str, check: Callable[[Node, str], Any], required: bool = True) -> tuple[Spell, ...]:
    spells: list[Spell] = []
    for entry in node.tables(key, required):
        since = entry.get("from", dt.date)
        if spells and since <= spells[-1].since:
            entry.fail("from", phrase("expect.after_day", first=spells[-1].since), since)
        spells.append(Spell(since, check(entry, field)))
        entry.maybe("origin", str)
        entry.done()
    if required and not spells:
        node.fail(key, phrase("expect.spell"), phrase("expect.nothing"))
    return tuple(spells)


def load_units(path: Path, side: Side, types: Mapping[str, Aircraft]) -> tuple[list[Unit], list[str]]:
    """Return the units of a file and its stations off the map. Raises DataError."""
    top = read_toml(path)
    at = "stations" if side == "raf" else "fields"
    off_map = top.list_of(f"off_map_{at}", str)
    units: dict[str, Unit] = {}
    for node in top.tables("unit"):
        unit = _unit(node, side, at, types)
        if unit.name in units:
            node.fail("name", phrase("expect.once"), unit.name)
        units[unit.name] = unit
    top.done()
    return list(units.values()), off_map


def _unit(node: Node, side: Side, at: str, types: Mapping[str, Aircraft]) -> Unit:
    def text(entry: Node, key: str) -> str:
        return entry.text(key)

    def commander(entry: Node, key: str) -> str | None:
        """None while the post is vacant."""
        vacant = entry.maybe("vacant", bool)
        return None if vacant else entry.text(key)

    strength: list[Strength] = []
    for entry in node.tables("strength", required=False):
        day, serviceable, total = entry.get("on", dt.date), entry.whole("serviceable", 0, 80), entry.whole("total", 0, 80)
        strength.append(Strength(day, serviceable, total, recorded=entry.maybe("origin", str) is None))
        if strength[-1].serviceable > strength[-1].total:
            entry.fail("serviceable", phrase("expect.no_more_than_total"), strength[-1].serviceable)
        entry.done()
    name = node.text("name")
    sign = node.maybe_table("call_sign")
    call_sign = sign.maybe("word", str)
    sign.maybe("origin", str)
    sign.done()
    unit = Unit(
        name=name,
        code=node.maybe("code", str) or name,
        side=node.text("side", (side,)),  # type: ignore[arg-type]
        role=node.text("role", ROLES) if side == "luftwaffe" else "fighter",
        geschwader=node.maybe("geschwader", str),
        nation=node.maybe("nation", str),
        aircraft=_spells(node, "aircraft", "type", lambda entry, key: entry.text(key, tuple(types))),
        stations=_spells(node, at, "at", text),
        commanders=_spells(node, "commanders", "name", commander, required=False),
        radio=_spells(node, "radio", "fit", lambda entry, key: entry.text(key, ("hf", "vhf")), required=side == "raf"),
        experience=_spells(node, "experience", "level", lambda entry, key: entry.text(key, LEVELS)),
        luftflotte=_spells(node, "luftflotte", "number", lambda entry, key: entry.whole(key, 1, 5), required=False),
        korps=_spells(node, "korps", "name", text, required=False),
        strength=tuple(strength),
        operational_from=node.maybe("operational_from", dt.date),
        source=node.text("source"),
        call_sign=call_sign,
    )
    for key in ("nickname", "note"):
        node.maybe(key, str)
    node.done()
    return unit


def at_day(spells: Sequence[Spell], day: dt.date) -> Any:
    """The value that holds on a day, or None before the first spell."""
    value = None
    for spell in spells:
        if spell.since > day:
            break
        value = spell.value
    return value


@cache
def shipped_units() -> tuple[tuple[Unit, ...], frozenset[str]]:
    """All shipped units, and the stations off the map."""
    folder = data_folder("tables") / "units"
    types = aircraft_types()
    raf, raf_off = load_units(folder / "raf.toml", "raf", types)
    luftwaffe, luftwaffe_off = load_units(folder / "luftwaffe.toml", "luftwaffe", types)
    for unit in (*raf, *luftwaffe):
        for spell in unit.aircraft:
            if types[spell.value].side != unit.side:
                raise DataError(folder, f"{unit.name}.aircraft", phrase("expect.own_aircraft", side=unit.side), spell.value)
    return (*raf, *luftwaffe), frozenset(raf_off) | frozenset(luftwaffe_off)


def parse_day(text: str) -> dt.date:
    """A day of the battle. Raises UsageError."""
    try:
        day = dt.datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError as error:
        raise UsageError("error.date", text=text) from error
    if not FIRST_DAY <= day <= LAST_DAY:
        raise UsageError("error.date", text=text)
    return day


def order_of_battle(day: dt.date, off_map: bool = False) -> list[Posting]:
    """Return the posting of every unit on a day; those on stations off every map only if asked for."""
    units, away = shipped_units()
    return posted(units, away, day, off_map)


def posted(units: Iterable[Unit], away: frozenset[str], day: dt.date, off_map: bool = False) -> list[Posting]:
    """Return the postings of units on a day; those on the stations of `away`, off every map, only if asked for."""
    return [p for u in units if (p := posting(u, day)) is not None and (off_map or p.station not in away)]


def strength_of(unit: Unit, day: dt.date) -> tuple[int, bool]:
    """Return the aircraft of a unit on a day, and whether a return gives them.

    A return holds until the next; up to an estimate they are interpolated from both by the days between. Before the first they are as in
    it if it is an estimate. A unit without data has the usual strength of its kind.
    """
    before = next((s for s in reversed(unit.strength) if s.on <= day), None)
    after = next((s for s in unit.strength if s.on > day), None)
    if before is not None and (after is None or after.recorded or before.on == day):
        return before.serviceable, before.recorded
    if before is not None and after is not None:
        days, gone = (after.on - before.on).days, (day - before.on).days
        return round(before.serviceable + (after.serviceable - before.serviceable) * gone / days), False
    if after is not None and not after.recorded:
        return after.serviceable, False
    if unit.side == "raf":
        return SQUADRON_AIRCRAFT, False
    return (STAFFEL_AIRCRAFT if unit.role in ("reconnaissance", "sea_rescue") else GRUPPE_AIRCRAFT), False


def posting(unit: Unit, day: dt.date) -> Posting | None:
    """A unit on a day, or None when it had not been formed or had not come yet."""
    station, aircraft = at_day(unit.stations, day), at_day(unit.aircraft, day)
    if station is None or aircraft is None:
        return None
    strength, recorded = strength_of(unit, day)
    flotte = at_day(unit.luftflotte, day)
    command = at_day(unit.korps, day) or (f"Luftflotte {flotte}" if flotte is not None else None)
    return Posting(
        unit=unit.name,
        code=unit.code,
        side=unit.side,
        role=unit.role,
        aircraft=aircraft,
        station=station,
        strength=strength,
        recorded=recorded,
        commander=at_day(unit.commanders, day),
        radio=at_day(unit.radio, day),
        experience=at_day(unit.experience, day) or "regular",
        command=command,
        operational=unit.operational_from is None or day >= unit.operational_from,
        source=unit.source,
        call_sign=unit.call_sign,
    )
