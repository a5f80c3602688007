"""The chain of control and the radio (OPS-B6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob import hexes
from bob.hexes import Hex
from bob.operations.detection import course
from bob.operations.position import GROUND, Position, Squadron, Track
from bob.operations.world import World

if TYPE_CHECKING:
    import networkx as nx

FILTER_ROOM = "filter_room"


def chain(world: World, p: Position) -> nx.DiGraph:
    """The chain as a graph: station, Filter Room, Group, Sector, squadron; broken links are not in it (OPS-B6.1)."""
    import networkx as nx

    graph: nx.DiGraph = nx.DiGraph()
    graph.add_node(FILTER_ROOM, kind="filter_room")
    for place in world.theatre.of_kind("chain_home", "chain_home_low"):
        station = f"{place.kind}:{place.name}"
        graph.add_node(station, kind=place.kind)
        if station not in p.damaged_stations:
            graph.add_edge(station, FILTER_ROOM)
    for squadron in p.squadrons.values():
        group, sector, unit = f"group:{squadron.group}", f"sector:{squadron.sector}", f"squadron:{squadron.unit}"
        graph.add_edge(FILTER_ROOM, group)
        graph.add_node(sector, kind="sector")
        if squadron.sector not in p.rooms_hit:
            graph.add_edge(group, sector)
        graph.add_edge(sector, unit)
    return graph


def radio_range(world: World, p: Position, squadron: Squadron) -> int:
    """How many hexes a Sector's radio reaches to a squadron (OPS-A1.hf, OPS-B6.2)."""
    return world.theatre.sensors.radio(squadron.radio, len(p.radio_events))


def in_control(world: World, p: Position, squadron: Squadron) -> bool:
    """Whether the Sector controls a squadron: its room works and, in the air, its radio reaches (OPS-A14.sector, OPS-B6.2)."""
    if squadron.sector in p.rooms_hit:
        return False
    if squadron.box in GROUND:
        return True
    station = world.fields.get(squadron.sector)
    return station is not None and hexes.distance(squadron.hex, station.near) <= radio_range(world, p, squadron)


def held(world: World, p: Position, squadron: Squadron, goal: Hex) -> Hex:
    """The goal, or the last hex towards it that the Sector's radio reaches: a controller sends nobody out of his own hearing."""
    station = world.fields.get(squadron.sector)
    reach = radio_range(world, p, squadron)
    if station is None or hexes.distance(station.near, goal) <= reach:
        return goal
    return hexes.line(station.near, goal)[reach]


class Meeting(NamedTuple):
    """Where and when a squadron would meet a track."""

    hex: Hex
    turns: int


def meeting(world: World, p: Position, at: Hex, speed: int, track: Track, ready_in: int = 0, limit: int = 30) -> Meeting | None:
    """The meeting point by the equal-angle method, from what the table shows of a track; None when it is out of reach (OPS-B6.5).

    The track is carried on from its last plot along its course; the first point that the squadron reaches no later is it.
    """
    if not track.plots:
        return None
    last = track.plots[-1]
    step = course(track) or (0.0, 0.0)
    age = p.turn - last.turn
    for turns in range(limit + 1):
        ahead = age + turns
        h = hexes.rounded(last.hex.q + step[0] * ahead, last.hex.r + step[1] * ahead)
        if h not in world.theatre.grounds:
            return None
        if hexes.distance(at, h) <= speed * max(0, turns - ready_in):
            return Meeting(h, turns)
    return None
