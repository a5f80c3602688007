"""The referee's corrections (OPS-B4.1): for each kind the names, the current value, the valid values, and the change itself."""

from __future__ import annotations

from collections.abc import Mapping

from bob.core import hexes
from bob.core.errors import Refused
from bob.data.theatre import Place
from bob.data.weathers import WEATHERS
from bob.day.corrections_given import OUT, WORKS, Correction, alone, hex_of, is_whole, one_of, whole
from bob.day.corrections_of_raids import RAIDS, UNKNOWN
from bob.day.corrections_of_squadrons import SQUADRONS
from bob.day.phases import events, sequence
from bob.day.rules.convoy_lanes import lane_hexes
from bob.day.rules.convoys import TURNS_A_HEX, under_way
from bob.day.rules.ground import ROOM
from bob.day.state.execution import Play
from bob.day.state.orders import Correctable
from bob.day.state.position import PART, DayPosition
from bob.day.state.world import World

MOST_POINTS = 999
MOST_SCRAMBLES = 20


def _is_points(world: World, p: DayPosition, name: str, value: str) -> bool:
    try:
        return -MOST_POINTS <= float(value) <= MOST_POINTS
    except ValueError:
        return False


# ---- how each is put


def _damage(play: Play, name: str, value: str, reason: str) -> None:
    play.p.airfields[name].damage = int(value)


def _station(play: Play, name: str, value: str, reason: str) -> None:
    """The chain knows a station by its kind, too; no two share a name."""
    p, place = play.p, next(place for place in _rdf(play.world) if place.name == name)
    station = f"{place.kind}:{name}"
    for gone in (p.damaged_stations, p.absent_stations, p.mobile_stations):
        if station in gone:
            gone.remove(station)
    p.stations_due.pop(station, None)
    p.left.pop(station, None)
    if value == OUT:
        p.damaged_stations.append(station)


def _off_the_air(p: DayPosition, name: str) -> bool:
    return any(station.partition(":")[2] == name for station in p.silent_stations)


def _room(play: Play, name: str, value: str, reason: str) -> None:
    p = play.p
    for gone in (p.rooms_hit, p.emergency_rooms):
        if name in gone:
            gone.remove(name)
    p.rooms_due.pop(name, None)
    p.left.pop(f"{ROOM}:{name}", None)
    if value == OUT:
        p.rooms_hit.append(name)


def _weather(play: Play, name: str, value: str, reason: str) -> None:
    play.p.sky.zones[name].is_bad = value == "bad"


def _sky(play: Play, name: str, value: str, reason: str) -> None:
    """Set the weather on the upper side of the zone's marker, at the levels of its kind."""
    zone = play.p.sky.zones[name]
    if zone.is_bad:
        zone.bad, zone.bad_levels = value, None
    else:
        zone.good, zone.good_levels = value, None


def _on_its_way(world: World, p: DayPosition, name: str, value: str) -> bool:
    """A hex of the lane that the convoy sails."""
    convoy = p.convoys[name]
    first, last = sorted((convoy.first, convoy.last))
    return hex_of(world, value) in lane_hexes(world, convoy.lane)[first : last + 1]


def _convoy_moved(play: Play, name: str, value: str, reason: str) -> None:
    """It is there, and sails on as if it had entered so much earlier or later (OPS-C5.1)."""
    convoy = play.p.convoys[name]
    convoy.hex = hexes.from_label(value)
    made = abs(lane_hexes(play.world, convoy.lane).index(convoy.hex) - convoy.first)
    convoy.entered = play.p.turn - made * TURNS_A_HEX


def _sunk(play: Play, name: str, value: str, reason: str) -> None:
    convoy = play.p.convoys[name]
    convoy.sunk = int(value)
    if convoy.afloat == 0:
        convoy.state = "sunk"


def _scrambles(play: Play, name: str, value: str, reason: str) -> None:
    play.p.scramble_bonus = int(value) - play.p.scramble_limit


def _response(play: Play, name: str, value: str, reason: str) -> None:
    play.p.response_level = int(value)


def _event(play: Play, name: str, value: str, reason: str) -> None:
    """Replace the event of this turn, with all its effects; the former event's permission for the turn ends (OPS-A1)."""
    sequence.happen(play, events.outcome(play.world, value))
    sequence.run(play)


def _points(play: Play, name: str, value: str, reason: str) -> None:
    play.score("OPS-B12.1", "correction", 1, float(value), reason)


def _rdf(world: World) -> list[Place]:
    return list(world.theatre.of_kind("chain_home", "chain_home_low"))


def _stations(world: World, p: DayPosition) -> list[str]:
    return sorted(place.name for place in _rdf(world))


def _sectors(world: World, p: DayPosition) -> list[str]:
    return sorted({s.sector for s in p.squadrons.values()})


def _zones(world: World, p: DayPosition) -> list[str]:
    return list(p.sky.zones)


def _at_sea(world: World, p: DayPosition) -> list[str]:
    return [convoy.code for convoy in under_way(p)]


GROUND: Mapping[Correctable, Correction] = {
    "airfield_damage": Correction(
        lambda _, p: list(p.airfields),
        lambda p, n: str(p.airfields[n].damage),
        lambda w, p, n, v: is_whole(v, 0, p.airfields[n].capacity),
        _damage,
    ),
    "station": Correction(_stations, lambda p, n: OUT if _off_the_air(p, n) else WORKS, one_of(WORKS, OUT), _station, (WORKS, OUT)),
    "room": Correction(_sectors, lambda p, n: OUT if n in p.rooms_hit else WORKS, one_of(WORKS, OUT), _room, (WORKS, OUT)),
    "convoy_hex": Correction(_at_sea, lambda p, n: p.convoys[n].hex.label, _on_its_way, _convoy_moved),
    "convoy_sunk": Correction(_at_sea, lambda p, n: str(p.convoys[n].sunk), lambda w, p, n, v: is_whole(v, 0, p.convoys[n].ships), _sunk),
}
DAY: Mapping[Correctable, Correction] = {
    "zone_weather": Correction(
        _zones, lambda p, n: "bad" if p.sky.zones[n].is_bad else "good", one_of("good", "bad"), _weather, ("good", "bad")
    ),
    "zone_sky": Correction(_zones, lambda p, n: p.sky.zones[n].now, one_of(*WEATHERS), _sky, tuple(WEATHERS)),
    "random_event": Correction(alone, lambda p, n: "", one_of(*events.EVENTS), _event, events.EVENTS, only="orders"),
    "scrambles": Correction(alone, lambda p, n: str(p.scrambles), whole(0, MOST_SCRAMBLES), _scrambles),
    "response_level": Correction(alone, lambda p, n: str(p.response_level), whole(0, 99), _response),
    "points": Correction(alone, lambda p, _: f"{p.score:g}", _is_points, _points),
}
CORRECTIONS: Mapping[Correctable, Correction] = {**SQUADRONS, **RAIDS, **GROUND, **DAY}
"""All that can be set right, in the order in which it is offered."""


def check(world: World, p: DayPosition, what: Correctable, name: str, value: str) -> None:
    """Raise Refused unless that can be set right so."""
    one = CORRECTIONS[what]
    fight = p.combat.now
    if fight is not None and any(f.unit == name for f in fight.engagement.forces):
        raise Refused("ops.refused.in_fight", rule="OPS-B8.6", unit=name)
    if fight is not None and what.startswith("raid_") and name == fight.engagement.raid.partition(PART)[0]:
        raise Refused("ops.refused.in_fight", rule="OPS-B8.6", unit=name)
    if one.only and p.phase != one.only:
        raise Refused("ops.refused.while_ordering", rule="OPS-B4.1")
    refused = one.named(world, p, name)
    if refused is not None:
        raise refused
    if not one.fits(world, p, name, value):
        raise Refused("ops.refused.value", value=value)


def put(play: Play, what: Correctable, name: str, value: str, reason: str) -> None:
    """Set something right."""
    CORRECTIONS[what].put(play, name, value, reason)


def fitting(world: World, p: DayPosition, what: Correctable, name: str) -> tuple[list[int], bool]:
    """Return the whole numbers that a thing may be corrected to, and whether it may be unknown; none for a thing that is not there."""
    one = CORRECTIONS[what]
    if one.named(world, p, name) is not None:
        return [], False
    figures = [value for value in range(-MOST_POINTS, MOST_POINTS + 1) if one.fits(world, p, name, str(value))]
    return figures, one.fits(world, p, name, UNKNOWN)


def stands(world: World, p: DayPosition, what: Correctable, name: str) -> str | None:
    """Return the value before a correction; None without a thing of that name."""
    one = CORRECTIONS[what]
    return one.stands(p, name) if one.named(world, p, name) is None else None
