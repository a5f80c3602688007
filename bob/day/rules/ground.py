"""The effects of bombs on the ground, and the repairs by hours (OPS-C7); none of it is reported to the Luftwaffe."""

from __future__ import annotations

import datetime as dt

from bob.data.theatre import Place
from bob.day.state.execution import Play
from bob.day.state.position import RAF, Airfield, DayPosition
from bob.day.state.scenario_lines import reading
from bob.day.state.world import AIRFIELDS

FIELD_TURNS, ROOM_TURNS, STATION_TURNS = 24, 12, 36
"""After how many turns something comes of repairs: on an airfield, in an operations room, at an RDF station (OPS-C7.2)."""
MENDED_AT, MOBILE_AT = 4, 5
"""The highest die for the repair of an RDF station, and the one at which a mobile station replaces it."""
STATIONS = ("chain_home", "chain_home_low")
ROOM = "room"
"""The prefix of a Sector in `DayPosition.left`."""
SQUADRON = 12
"""Aircraft of the squadron on an airfield of another Command, unless the scenario sets another number (OPS-C7.3)."""


def by_hours(p: DayPosition) -> bool:
    """Return whether damage is repaired in the course of the day (OPS-C7.2); else it lasts (OPS-A14)."""
    return reading(p.switches, "repair") == "by_hours"


def hit_field(play: Play, field: Airfield, capacity: int) -> None:
    """An airfield loses capacity (OPS-A14.airfield)."""
    field.damage = min(field.capacity, field.damage + capacity)
    play.tell("field_damaged", (RAF,), "OPS-A14.airfield", field=field.place, capacity=max(0, field.capacity - field.damage))
    if by_hours(play.p):
        field.repaired_on = play.p.turn + FIELD_TURNS
        if capacity >= play.world.figures["ground"]["hangars_at"] and field.place not in play.p.hangars:
            play.p.hangars.append(field.place)
            play.tell("hangars_hit", (RAF,), "OPS-C7.2", field=field.place)


def _leave(play: Play, what: str) -> None:
    """Note graver damage, with the last day of its repair (OPS-C7.2)."""
    play.p.left[what] = play.p.date + dt.timedelta(days=int(play.world.figures["ground"]["days"]))


def hit_room(play: Play, sector: str) -> None:
    """Hit a Sector's operations room (OPS-A14.sector); its emergency room is elsewhere and is not hit with it."""
    p = play.p
    if sector in p.rooms_hit or sector in p.emergency_rooms:
        return
    p.rooms_hit.append(sector)
    play.tell("room_hit", (RAF,), "OPS-A14.sector", sector=sector)
    if by_hours(p):
        p.rooms_due[sector] = p.turn + ROOM_TURNS
        _leave(play, f"{ROOM}:{sector}")


def hit_station(play: Play, station: str) -> None:
    """An RDF station goes off the air, or the mobile one in its place (OPS-A14.rdf)."""
    p = play.p
    if station in p.silent_stations:
        return
    p.damaged_stations.append(station)
    if station in p.mobile_stations:
        p.mobile_stations.remove(station)
    play.tell("station_damaged", (RAF,), "OPS-A14.rdf", station=station.partition(":")[2])
    if by_hours(p):
        p.stations_due[station] = p.turn + STATION_TURNS


def repairs(play: Play) -> None:
    """Carry out the repairs due: step 1, before the event (OPS-C7.2, OPS-B4.2)."""
    p = play.p
    for field in p.airfields.values():
        if field.repaired_on is None or field.repaired_on > p.turn:
            continue
        if not field.damage:  # the referee has set it right
            field.repaired_on = None
            continue
        field.damage -= 1
        field.repaired_on = p.turn + FIELD_TURNS if field.damage else None
        play.tell("field_repaired", (RAF,), "OPS-C7.2", field=field.place, capacity=field.capacity - field.damage)
    for sector in [name for name, turn in p.rooms_due.items() if turn <= p.turn]:
        del p.rooms_due[sector]
        p.rooms_hit.remove(sector)
        p.emergency_rooms.append(sector)
        play.tell("emergency_room", (RAF,), "OPS-C7.2", sector=sector)
    for station in [name for name, turn in p.stations_due.items() if turn <= p.turn]:
        del p.stations_due[station]
        die = play.roll("rdf_repair", 1, by=RAF, place=station.partition(":")[2])
        result = "mended" if die <= MENDED_AT else "mobile" if die == MOBILE_AT else "off"
        if result != "off":
            p.damaged_stations.remove(station)
        if result == "mobile":
            p.mobile_stations.append(station)
        if result == "mended":
            p.left.pop(station, None)
        else:
            _leave(play, station)
        play.tell("station_repaired", (RAF,), "OPS-C7.2", station=station.partition(":")[2], result=result)


def start_repairs(p: DayPosition) -> None:
    """Start the repair times of the day's initial damage in its first turn (OPS-C7.1)."""
    if by_hours(p):
        for field in p.airfields.values():
            field.repaired_on = p.turn + FIELD_TURNS if field.damage else None
        p.rooms_due = dict.fromkeys(p.rooms_hit, p.turn + ROOM_TURNS)


def field_at(p: DayPosition, target: Place) -> Airfield | None:
    """The airfield of Fighter Command that a target is; None for any other, as a town of the same name."""
    return p.airfields.get(target.name) if target.kind in AIRFIELDS else None


def standing(p: DayPosition, target: Place, cap: float) -> float:
    """The points of bombs that are equal to the present damage of a target with this cap (OPS-D2.3)."""
    if target.kind in STATIONS:
        return cap if f"{target.kind}:{target.name}" in p.silent_stations else 0.0
    field = field_at(p, target)
    return cap * field.damage / field.capacity if field is not None and field.capacity else 0.0


def of_other_command(p: DayPosition, target: Place) -> bool:
    """Return whether a target is an airfield of another Command, without a squadron of Fighter Command (OPS-C7.3)."""
    return target.kind in AIRFIELDS and target.extra.get("command") != "fighter" and target.name not in p.airfields


def standing_on(p: DayPosition, field: str) -> list[int]:
    """The aircraft of each squadron on an airfield of another Command."""
    return p.others.get(field, [SQUADRON])
