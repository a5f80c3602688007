"""Ways round guns and bad weather over the hexes of the map (OPS-B10.1, OPS-A6.t), by a side's knowledge of the sky."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.weathers import BAD
from bob.day.rules.movement import way
from bob.day.state.sky import Levels
from bob.day.state.world import World

GUNS, WEATHER = 0.5, 1.0
"""The weights of a factor of guns, and of a hex of bad weather, against a hex of way (designed: guns of factor 4 are worth two hexes
more)."""


FAIR: tuple[str, Levels] = ("fair", (0, -2))
"""The default sky of a zone."""


def danger(world: World, skies: Mapping[str, tuple[str, Levels]], h: Hex, angels: int) -> float:
    """Return the danger to a raid in a hex at a height: guns that reach it, bad weather at its level.

    `skies` are by zone, the weather and its levels.
    """
    guns = world.guns.get(h)
    code, (least, most) = skies.get(world.ground(h).zone, FAIR)
    found = GUNS * guns.factor if guns is not None and angels <= guns.ceiling else 0.0
    return found + (WEATHER if code in BAD and least <= angels <= most else 0.0)


def along(world: World, skies: Mapping[str, tuple[str, Levels]], places: Sequence[Hex], angels: int) -> float:
    """The dangers of a way from place to place, those of both ends left out."""
    passed = [h for a, b in itertools.pairwise(places) for h in way(a, b)[1:]]
    return math.fsum(danger(world, skies, h, angels) for h in passed[:-1])


def around(world: World, skies: Mapping[str, tuple[str, Levels]], start: Hex, goal: Hex, angels: int) -> list[Hex]:
    """The way-points of the way from hex to hex that is the shortest with its dangers weighed in; none for the straight way."""

    def weight(a: Hex, b: Hex, _: dict[str, object]) -> float:
        return 1.0 + (danger(world, skies, b, angels) if b != goal else 0.0)

    path = hexes.path(world.theatre.graph, start, goal, weight)
    cost = [0.0]
    for a, b in itertools.pairwise(path):
        cost.append(cost[-1] + weight(a, b, {}))
    found, at = [], 0
    while at < len(path) - 1:
        # As far along the path as the straight way there costs no more.
        far = next(i for i in range(len(path) - 1, at, -1) if _straight(world, weight, path[at], path[i]) <= cost[i] - cost[at] + 1e-9)
        found.append(path[far])
        at = far
    return found[:-1]


def _straight(world: World, weight: Callable[[Hex, Hex, dict[str, object]], float], a: Hex, b: Hex) -> float:
    line = way(a, b)
    if any(h not in world.theatre.grounds for h in line):
        return float("inf")
    return math.fsum(weight(here, there, {}) for here, there in itertools.pairwise(line))
