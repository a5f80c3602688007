"""Control and the radio (OPS-B6.2, OPS-B6.5), by known facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.rules.movement import way as way_between
from bob.day.rules.tracks import course
from bob.day.state.command_network import holding
from bob.day.state.known import KnownSquadron, KnownToRaf, KnownTrack
from bob.day.state.position import GROUND
from bob.day.state.world import World

AHEAD = 30
"""Turns that a track is carried on."""


def radio_range(world: World, known: KnownToRaf, squadron: KnownSquadron) -> int:
    """Return the range of a Sector's radio to a squadron in hexes (OPS-A1.hf, OPS-B6.2)."""
    return world.theatre.sensors.radio(squadron.radio, known.radio_bonuses, squadron.sector in known.emergency_rooms)


def in_radio_range(world: World, known: KnownToRaf, squadron: KnownSquadron, h: Hex, beyond: int = 0) -> bool:
    """Return whether the radio of a squadron's Sector reaches a hex, or falls short by at most `beyond` hexes (OPS-B6.2)."""
    station = world.fields.get(squadron.sector)
    return station is not None and hexes.distance(h, station.near) <= radio_range(world, known, squadron) + beyond


def in_control(world: World, known: KnownToRaf, squadron: KnownSquadron) -> bool:
    """Return whether orders reach a squadron: the chain to its Sector holds and, in the air, the radio reaches (OPS-A14.sector,
    OPS-B6.2)."""
    return not squadron.silent and in_touch(world, known, squadron)


def in_touch(world: World, known: KnownToRaf, squadron: KnownSquadron) -> bool:
    """Return whether the chain to a squadron's Sector holds and, in the air, its radio reaches the squadron's reckoned place."""
    if squadron.sector not in holding(world, known).sectors:
        return False
    return squadron.box in GROUND or in_radio_range(world, known, squadron, squadron.reckoned)


def held(world: World, known: KnownToRaf, squadron: KnownSquadron, goal: Hex) -> Hex:
    """Return the goal, or the last hex towards it in the Sector's radio range: a controller sends no squadron out of hearing. Nor to the
    far shore: a squadron that follows a track stops short of it (OPS-C1.6)."""
    station = world.fields.get(squadron.sector)
    reach = radio_range(world, known, squadron)
    if station is not None and hexes.distance(station.near, goal) > reach:
        goal = way_between(station.near, goal)[reach]
    if goal not in world.barred:
        return goal
    way = (h for h in reversed(way_between(squadron.hex, goal)) if h not in world.barred and h in world.theatre.grounds)
    return next(way, squadron.hex if station is None else station.near)


class Meeting(NamedTuple):
    """The place and time of a squadron's meeting with a track."""

    hex: Hex
    turns: int


def carried_on(world: World, track: KnownTrack, age: int) -> tuple[Hex, ...]:
    """Return the place of a track now and in each turn to come if it kept its course from its last plot; it ends at the edge of the map."""
    return _carried_on(world, track.plots[-1].hex, course(track) or (0.0, 0.0), age)


@lru_cache(maxsize=4096)
def _carried_on(world: World, at: Hex, moves: tuple[float, float], age: int) -> tuple[Hex, ...]:
    (q, r), (dq, dr) = at, moves
    found = []
    for turns in range(age, age + AHEAD + 1):
        h = hexes.rounded(q + dq * turns, r + dr * turns)
        if h not in world.theatre.grounds:
            break
        found.append(h)
    return tuple(found)


def meeting(at: Hex, flown: Sequence[int], way: Iterable[Hex], ready_in: int = 0) -> Meeting | None:
    """Return the meeting point by the equal-angle method: the first point of a way that is reached no later; None out of reach
    (OPS-B6.5). `flown` are the hexes flown after each number of turns, including the climb."""
    for turns, h in enumerate(way):
        if hexes.distance(at, h) <= flown[max(0, turns - ready_in)]:
            return Meeting(h, turns)
    return None
