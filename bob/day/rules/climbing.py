"""The climb of aircraft by their types (OPS-C9.6): turns for each ten Angels, fractions kept, heights counted in full 2 Angels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bob.core.hexes import Hex
from bob.data.tables import ListTable
from bob.data.units import Aircraft
from bob.day.rules.movement import FlightGroup, fly
from bob.day.state.world import World

TURN = 2400
"""Parts of a turn in which climbing is counted, so that quarters and halves of tenths come out whole."""
STEP = 2
TEN = 10
CROWD = {"single": 4, "wing": 5, "balbo": 6}
"""In quarters, how long the climb takes squadrons that fly together."""


@dataclass(slots=True)
class Climber:
    """The climbing aircraft of one turn: the parts of a turn that 2 Angels take in each ten, and the rest of the turns before.

    A fighter climbs with two points of movement, or at half its pace with one; a bomber with one.
    """

    takes: tuple[int, ...]
    bomber: bool
    kept: int = 0
    climbed: bool = False

    def climb(self, angels: int, goal: int, points: int) -> tuple[int, int]:
        """The height after this turn's climb, which there is one of in a turn, and the points that it took."""
        if self.climbed or points <= 0:
            return angels, 0
        self.climbed = True
        half = not self.bomber and (points < 2 or self._climbed(angels, goal, TURN // 2)[0] >= goal)
        angels, self.kept = self._climbed(angels, goal, TURN // 2 if half else TURN)
        return angels, 1 if self.bomber or half else 2

    def _climbed(self, angels: int, goal: int, time: int) -> tuple[int, int]:
        time += self.kept
        while angels < goal and time >= self._climb_band(angels):
            time -= self._climb_band(angels)
            angels += STEP
        return angels, time if angels < goal else 0

    def _climb_band(self, angels: int) -> int:
        return self.takes[min(angels // TEN, len(self.takes) - 1)]


def climber(world: World, types: Sequence[Aircraft], kept: int = 0, group: FlightGroup = "single") -> Climber | None:
    """Those who climb together, as the slowest of them does; None where the paper's figures hold (OPS-A9)."""
    if world.climb == "paper" or any(kind.climb is None for kind in types):
        return None
    takes = _takes(tuple(kind.climb for kind in types if kind.climb is not None), group)
    return Climber(takes, any(not kind.fighter for kind in types), kept)


@lru_cache(maxsize=1024)
def _takes(climbs: tuple[tuple[float, ...], ...], group: FlightGroup) -> tuple[int, ...]:
    found: list[int] = []
    for climb in climbs:
        each = [round(turns * TURN * STEP / TEN) * CROWD[group] // CROWD["single"] for turns in climb]
        length = max(len(found), len(each))
        last = [found[min(i, len(found) - 1)] if found else 0 for i in range(length)]
        found = [max(last[i], each[min(i, len(each) - 1)]) for i in range(length)]
    return tuple(found)


@lru_cache(maxsize=8192)
def legs(world: World, aircraft: tuple[str, ...], angels: int, goal: int, group: FlightGroup, turns: int) -> tuple[tuple[int, int], ...]:
    """Return the hexes that fighters of these types have flown together, and their height, after each number of turns from none on,
    climbing to a height first."""
    table, types, kept = world.tables["movement"], [world.types[code] for code in aircraft], 0
    assert isinstance(table, ListTable)
    start, far, found = Hex(0, 0), Hex(0, 6), [(0, angels)]
    for _ in range(turns):
        mp = min(kind.points(angels, level_flight=goal <= angels) for kind in types)
        up = climber(world, types, kept, group)
        entered, angels, _ = fly(table, start, angels, far, goal, mp, bomber=False, dives=True, group=group, climber=up)
        kept = up.kept if up is not None and up.climbed else 0
        found.append((found[-1][0] + len(entered), angels))
    return tuple(found)


@lru_cache(maxsize=8192)
def flown(world: World, aircraft: tuple[str, ...], angels: int, goal: int, group: FlightGroup, turns: int) -> tuple[int, ...]:
    """Return the hexes that they have flown after each number of turns."""
    return tuple([far for far, _ in legs(world, aircraft, angels, goal, group, turns)])
