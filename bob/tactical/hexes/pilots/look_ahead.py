"""The places that an aircraft reaches with a few speed points, tried on the map, and the pilot's reason for a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from bob.core.hexes import distance
from bob.tactical.hexes.mat import on_mat, taken
from bob.tactical.hexes.orders import Advance
from bob.tactical.hexes.pilots import open_sky
from bob.tactical.hexes.pilots.judgement import PARTS, PlaceJudgement
from bob.tactical.hexes.pilots.open_sky import Rest
from bob.tactical.hexes.position import Go, HexAircraft, HexPosition
from bob.tactical.hexes.rules import courses, flight
from bob.tactical.hexes.rules.geometry import AHEAD, TURN, around

AHEAD_BY = 3
"""The speed points that a sound pilot looks ahead."""
MET = 6
"""The distance of an enemy within which a pilot considers special manoeuvres, and looks further ahead than `APART`."""
APART = 2
"""The speed points that a pilot looks ahead while no enemy is near."""
BOOSTED_BY = 1
"""The speed points that the pilot looks ahead beyond a hex of war emergency power."""
_WHY = {"lies": "lines_up", "safety": "out_of_guns", "speed": "in_place", "room": "turns_in", "height": "gains_height"}


def is_met(mat: HexPosition, a: HexAircraft) -> bool:
    """Return whether an enemy is near."""
    return any(b.side != a.side and not b.out and distance(b.at, a.at) <= MET for b in mat.aircraft)


def near(mat: HexPosition, go: Go, flying: Sequence[HexAircraft], most: int = AHEAD_BY) -> list[Rest]:
    """Return the places that at most `most` speed points bring the active aircraft to."""
    lead = flying[0]
    met = is_met(mat, lead)
    least = min([a.speed for a in flying])
    speed = min(least, most if met else min(most, APART))
    kept = least - speed
    if len(flying) == 1:
        found = open_sky.rests(mat, go, lead, speed, manoeuvres=met and not mat.terms.altimeter)
        return [Rest(at, facing, level, left + kept, order) for at, facing, level, left, order in found]
    speeds = [a.speed for a in flying]
    for a in flying:
        a.speed = min(a.speed, speed)
    ways = courses.ways(mat, go, manoeuvres=False)
    for a, was in zip(flying, speeds, strict=True):
        a.speed = was
    return [Rest(way.at, way.facing, way.level, way.speed + kept, way.orders[0]) for way in ways]


def boosted(mat: HexPosition, go: Go, a: HexAircraft, listed: Sequence[Any]) -> Iterator[Rest]:
    """The same after a hex of war emergency power: the places that a speed point brings an aircraft to from there."""
    for order in listed:
        if not (isinstance(order, Advance) and order.by == flight.WEP and not order.climb):
            continue
        start, at = a.at, around(a.at)[(a.facing + TURN[order.way]) % 6]
        if not on_mat(mat.terms, at):
            continue
        a.at = at
        beyond = replace(go, turnable=True, displaced=True, weps=go.weps + 1, slips=go.slips + (order.way != AHEAD))
        speed = min(a.speed, BOOSTED_BY)
        found = list(open_sky.rests(mat, beyond, a, speed, manoeuvres=False))
        if go.spent and not taken(mat, at, (a.number,)):
            found.append(Rest((at,), a.facing, a.level, speed, order))
        kept = a.speed - speed
        a.at = start
        yield from [Rest(rest.at, rest.facing, rest.level, rest.speed + kept, order) for rest in found]


@contextmanager
def moved_to(flying: Sequence[HexAircraft], rest: Rest) -> Iterator[None]:
    """Move the aircraft to their places of rest for the length of a `with` block."""
    kept = [(a.at, a.facing, a.level, a.speed) for a in flying]
    for a, at in zip(flying, rest.at, strict=True):
        a.at, a.facing, a.level, a.speed = at, rest.facing, rest.level, rest.speed
    try:
        yield
    finally:
        for a, (at, facing, level, speed) in zip(flying, kept, strict=True):
            a.at, a.facing, a.level, a.speed = at, facing, level, speed


def reason(judge: PlaceJudgement, a: HexAircraft, before: Sequence[float]) -> str:
    """Return the reason for the current place: the part that has gained most over its value before."""
    gains = [now - then for now, then in zip(judge.parts(a), before, strict=True)]
    part = PARTS[gains.index(max(gains))]
    if part != "lies":
        return _WHY.get(part, "keeps_together")
    quarry = judge.quarry(a)
    if quarry is not None and judge.guards(quarry):
        return "guards_bombers"
    return "after_bombers" if quarry is not None and quarry.dash.bomber else "lines_up"
