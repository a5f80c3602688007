"""Where a few speed points bring an aircraft, tried on the sheet, and why a pilot likes it there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bob.dogfight.hexes import courses
from bob.dogfight.hexes.courses import Way
from bob.dogfight.hexes.pilots.judgement import PARTS, PlaceJudgement
from bob.dogfight.hexes.position import Go, HexAircraft, HexPosition
from bob.hexes import distance

AHEAD_BY = 3
"""The speed points that a sound pilot looks ahead."""
MET = 6
"""How near an enemy must be for a pilot to think of special manoeuvres, and further ahead than `APART`."""
APART = 2
"""The speed points that a pilot looks ahead while no enemy is near."""
_WHY = {"lies": "lines_up", "safety": "out_of_guns", "speed": "in_place", "room": "turns_in", "height": "gains_height"}


def near(sheet: HexPosition, go: Go, flying: Sequence[HexAircraft], most: int = AHEAD_BY) -> list[tuple[Way, int]]:
    """The places that so many speed points bring the active aircraft to, each with the speed points that it keeps beyond them."""
    lead = flying[0]
    met = any(b.side != lead.side and not b.out and distance(b.at, lead.at) <= MET for b in sheet.aircraft)
    most = most if met else min(most, APART)
    speeds = [a.speed for a in flying]
    least = min(speeds)
    for a in flying:
        a.speed = min(a.speed, most)
    found = courses.ways(sheet, go, manoeuvres=met and len(flying) == 1 and not sheet.terms.altimeter)
    for a, speed in zip(flying, speeds, strict=True):
        a.speed = speed
    over = least - min(least, most)
    return [(way, over) for way in found]


@contextmanager
def moved_to(flying: Sequence[HexAircraft], way: Way, over: int) -> Iterator[None]:
    """The aircraft at the end of a way, for as long as it lasts."""
    kept = [(a.at, a.facing, a.level, a.speed) for a in flying]
    for a, at in zip(flying, way.at, strict=True):
        a.at, a.facing, a.level, a.speed = at, way.facing, way.level, way.speed + over
    try:
        yield
    finally:
        for a, (at, facing, level, speed) in zip(flying, kept, strict=True):
            a.at, a.facing, a.level, a.speed = at, facing, level, speed


def reason(judge: PlaceJudgement, a: HexAircraft, before: Sequence[float]) -> str:
    """Why it is good to be where the aircraft is now: the part that has gained most over what it had before."""
    gains = [now - then for now, then in zip(judge.parts(a), before, strict=True)]
    part = PARTS[gains.index(max(gains))]
    if part != "lies":
        return _WHY.get(part, "keeps_together")
    quarry = judge.quarry(a)
    if quarry is not None and judge.guards(quarry):
        return "guards_bombers"
    return "after_bombers" if quarry is not None and quarry.dash.bomber else "lines_up"
