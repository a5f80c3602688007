"""Scenarios: from tables/scenarios/ to a position."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

from bob import hexes
from bob.codec import CodecError, decode
from bob.dice import Dice
from bob.dogfight.engagement import Side
from bob.dogfight.slot import ASK, QUICK, TABLE, Slot
from bob.errors import UsageError, phrase
from bob.hexes import Hex
from bob.operations.free import draw
from bob.operations.planning import legs, postings, timetable, types_of, used_at_formation
from bob.operations.position import (
    BOMBING_ROLES,
    Airfield,
    Box,
    Engaging,
    Leg,
    PlannedUnit,
    Position,
    Raid,
    RaidPlan,
    RaidType,
    RaidUnit,
    Role,
    Squadron,
)
from bob.operations.weather import drawn
from bob.operations.world import World, world
from bob.resources import data_folder
from bob.theatre import Place
from bob.toml_files import Node, read_toml
from bob.units import order_of_battle

_START_BOXES = {
    "released": "released",
    "available": "available",
    "ready": "ready",
    "rearm_refuel_1": "rearm_1",
    "rearm_refuel_2": "rearm_2",
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as its file has it; `node` still holds what `setup` reads."""

    code: str
    title: Mapping[str, str]
    brief: Mapping[str, str]
    date: dt.date
    turns: int
    raids: int
    free: bool
    path: Path

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs."""
        return {
            "scenario": self.code,
            "title": dict(self.title),
            "brief": dict(self.brief),
            "date": self.date.isoformat(),
            "turns": self.turns,
            "raids": self.raids,
            "free": self.free,
            "seats": ["raf", "luftwaffe"],
        }


def _both(node: Node, key: str) -> dict[str, str]:
    table = node.table(key)
    return {language: table.text(language) for language in ("en", "fr")}


def scenarios(folder: Path | None = None) -> dict[str, Scenario]:
    """All scenarios by code. Raises DataError."""
    found: dict[str, Scenario] = {}
    for path in sorted((folder or data_folder("tables") / "scenarios").glob("*.toml")):
        node = read_toml(path)
        code = node.text("code")
        free = node.maybe("free", bool) or False
        turns = node.whole("turns", 1, 288) if "turns" in node.data else 0
        day = node.get("date", dt.date) if "date" in node.data else dt.date(1940, 8, 18)
        raids = len(node.data.get("raid", []))
        if code in found:
            node.fail("code", "a code that no other scenario has", code)
        found[code] = Scenario(code, _both(node, "title"), _both(node, "brief"), day, turns, raids, free, path)
    return found


def find(code: str) -> Scenario:
    """The scenario of that code or file name. Raises UsageError."""
    known = scenarios()
    by_file = {s.path.stem: s for s in known.values()}
    scenario = known.get(code) or by_file.get(code)
    if scenario is None:
        raise UsageError("ops.no_scenario", name=code, choices=", ".join(sorted(known)))
    return scenario


def minutes(node: Node, key: str) -> int:
    """A time of day such as 12:55, in minutes. Raises DataError."""
    text = node.text(key)
    hours, colon, rest = text.partition(":")
    if not (colon and hours.isdigit() and rest.isdigit() and len(hours) == 2 and len(rest) == 2 and int(hours) < 24 and int(rest) < 60):
        node.fail(key, "a time such as 12:55", text)
    return int(hours) * 60 + int(rest)


class _Reader:
    """Reads one scenario's file into a position."""

    def __init__(self, w: World, node: Node) -> None:
        self.world = w
        self.node = node
        self.start = minutes(node, "start")

    def hex(self, node: Node, key: str) -> Hex:
        value = node.get(key, object)
        theatre = self.world.theatre
        if isinstance(value, list) and len(value) == 2 and all(isinstance(v, int | float) for v in value):
            h = theatre.hex_of(*value)
        elif isinstance(value, str):
            try:
                h = theatre.hex_at(*theatre.position(value))
            except UsageError as error:
                node.fail(key, "a place on the map", str(error))
        else:
            node.fail(key, "a place or [latitude, longitude]", value)
        if h is None:
            node.fail(key, "a place on the map", value)
        return h

    def turn(self, node: Node, key: str) -> int:
        return (minutes(node, key) - self.start) // 5 + 1

    def target(self, node: Node, key: str) -> str | None:
        name = node.maybe(key, str)
        if name is None:
            return None
        if name not in self.world.targets:
            place: Place = self.world.theatre.find(name)
            name = place.name if place.name in self.world.targets else name
            if name not in self.world.targets:
                node.fail(key, "a target on the map", name)
        return name

    def way(self, node: Node, key: str) -> tuple[Leg, ...]:
        found = []
        for leg in node.tables(key, required=False):
            found.append(Leg(self.hex(leg, "at"), leg.whole("angels", 0, 34)))
            leg.done()
        return tuple(found)

    def plan(self, node: Node) -> RaidPlan:
        kinds = tuple(kind for kind in get_args(RaidType))
        kind = node.text("type", kinds)
        form_angels = node.whole("form_angels", 0, 34)
        units = []
        for unit in node.tables("units"):
            role = unit.text("role", get_args(Role))
            angels = unit.whole("angels", 0, 34) if "angels" in unit.data else form_angels
            units.append(PlannedUnit(unit.text("unit"), role, unit.whole("aircraft", 1, 80) if "aircraft" in unit.data else 0, angels))  # type: ignore[arg-type]
            unit.done()
        plan = RaidPlan(
            code=node.text("code"),
            type=kind,  # type: ignore[arg-type]
            form_at=self.hex(node, "form_at"),
            form_turn=self.turn(node, "form_time"),
            form_angels=form_angels,
            units=tuple(units),
            route=self.way(node, "route"),
            primary=self.target(node, "primary"),
            secondary=self.target(node, "secondary"),
            home=self.way(node, "home"),
            joins=node.maybe("joins", str),
        )
        for key in ("name", "historical", "source", "note", "origin"):
            node.maybe(key, object)
        node.done()
        return plan


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


def setup(scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> Position:
    """The position at the beginning of a scenario: its raids are the Luftwaffe's draft until sealed. Raises DataError."""
    w = world()
    node = read_toml(scenario.path)
    if scenario.free:
        return draw(w, node, scenario.code, scenario.title, options, dice)
    reader = _Reader(w, node)
    weather = dict(node.maybe_table("weather").data)
    period = node.whole("period", 1, 5)
    switches = {str(k): str(v) for k, v in node.maybe_table("switches").data.items()} | {
        str(k): str(v) for k, v in options.get("switches", {}).items()
    }
    bands = {key: float(value) for key, value in node.table("bands").data.items()}
    p = Position(
        scenario=scenario.code,
        title=dict(scenario.title),
        date=scenario.date,
        start=reader.start,
        turn=1,
        turns=scenario.turns,
        period=period,
        phase="planning",
        response_level=node.whole("response_level", 0, 99),
        scramble_limit=node.whole("scramble_limit", 1, 20) if "scramble_limit" in node.data else 3,
        switches=switches,
        bands=bands,
        sky=drawn(w, dice, weather, period, switches),
        raids={},
        squadrons={},
        airfields={},
        patrols=[],
    )
    garrison(w, p)
    stand_by(w, p)
    _states(w, p, node)
    if node.maybe("lesson", bool):
        named = {entry["unit"] for entry in node.data.get("raf", [])}
        p.squadrons = {unit: squadron for unit, squadron in p.squadrons.items() if unit in named}
    for raid in node.tables("raid", required=False):
        title = _both(raid, "name")
        for ready in _parted(w, p, reader.plan(raid)):
            p.raids[ready.code] = Raid(ready, title, form_turn=ready.form_turn)
    p.patrols = patrols(w, p, node.maybe_table("patrols").data.get("boxes", [[]] * 6))
    return p


def garrison(w: World, p: Position) -> None:
    """Fighter Command's squadrons and airfields as they stood on the day; those whose field is off the map are left out."""
    capacity = w.figures["control"]["capacity"]
    p.airfields.update(
        {
            place.name: Airfield(place.name, capacity[place.kind])
            for place in w.fields.values()
            if place.hex is not None and place.extra.get("command") == "fighter"
        }
    )
    sectors = {place.name: place for place in w.theatre.of_kind("sector_station") if place.hex is not None}
    for posted in order_of_battle(p.date):
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


def stand_by(w: World, p: Position) -> None:
    """One single-seat squadron of each Sector begins at Ready, as the Sectors kept it by day (designed)."""
    served: set[str] = set()
    for squadron in p.squadrons.values():
        if squadron.sector not in served and squadron.box == "available" and w.types[squadron.aircraft].kind == "single_seat_fighter":
            served.add(squadron.sector)
            squadron.box = "ready"


def _states(w: World, p: Position, node: Node) -> None:
    for entry in node.tables("raf", required=False):
        unit = entry.text("unit")
        squadron = p.squadrons.get(unit)
        if squadron is None:
            entry.fail("unit", "a squadron on the map that day", unit)
        box: Box = _START_BOXES[entry.text("state", tuple(_START_BOXES))]  # type: ignore[assignment]
        squadron.box = box
        station = entry.maybe("station", str)
        if station is not None:
            place = w.fields.get(station)
            if place is None or place.hex is None:
                entry.fail("station", "an RAF airfield on the map", station)
            p.airfields.setdefault(station, Airfield(station, w.figures["control"]["capacity"][place.kind]))
            squadron.station, squadron.hex = station, place.hex
            sector = w.fields.get(place.extra["sector"])
            if sector is not None and sector.hex is not None:
                squadron.sector, squadron.group = place.extra["sector"], place.extra["group"]
        if squadron.box in ("rearm_1", "rearm_2"):
            squadron.due = p.turn + int(w.figures["readiness"][squadron.box])
            squadron.becoming = "rearm_2" if squadron.box == "rearm_1" else "available"


def _parted(w: World, p: Position, plan: RaidPlan) -> list[RaidPlan]:
    """A plan with its strengths filled in, and its return escorts as plans of their own that meet it (OPS-B3.4)."""
    units = postings(p)
    filled = tuple(
        PlannedUnit(u.unit, u.role, u.aircraft or (units[u.unit].strength if u.unit in units else 1), u.angels) for u in plan.units
    )
    backs = [u for u in filled if u.role == "return_escort"]
    if not backs or plan.type == "return_escort":
        return [replace(plan, units=filled)]
    main = replace(plan, units=tuple(u for u in filled if u.role != "return_escort"))
    steps = timetable(w, main, types_of(w, units, main))
    _, target = legs(w, main)
    meet = next((s for s in steps if target is not None and s.leg > target and not w.ground(s.hex).british), steps[-1] if steps else None)
    if meet is None:
        return [main]
    found = [main]
    for i, unit in enumerate(backs, 1):
        posted = units.get(unit.unit)
        if posted is None:
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


def patrols(w: World, p: Position, boxes: list[list[str]]) -> list[list[RaidUnit]]:
    """The Channel patrol table: six boxes of Me 109 Gruppen (OPS-B9.1)."""
    units = postings(p)
    found: list[list[RaidUnit]] = []
    for names in (boxes + [[]] * 6)[:6]:
        box = []
        for name in names:
            posted = units.get(name)
            if posted is None:
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
    """Whether a raid carries bombs."""
    return any(u.role in BOMBING_ROLES for u in plan.units)
