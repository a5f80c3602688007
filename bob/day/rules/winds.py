"""The effect of a head wind on aircraft against it, and on their way home with it (OPS-C6.2)."""

from __future__ import annotations

import math

from bob.core.hexes import Hex
from bob.day.state.sky import HeadWind
from bob.day.state.world import World

WITHIN = 60.0
"""Degrees to either side of where it blows from within which a wind is a head wind."""


def heading(world: World, a: Hex, b: Hex) -> float:
    """The direction from one hex to another, in degrees from north."""
    (ax, ay), (bx, by) = world.theatre.middle(a), world.theatre.middle(b)
    return math.degrees(math.atan2(bx - ax, ay - by)) % 360


def blown(world: World, wind: HeadWind | None, turn: int, at: Hex, goal: Hex, homeward: bool) -> int:
    """The hexes that a raid gains or loses by the wind in a turn after it formed, on its way from a hex towards another: n in every four
    turns lost against the wind, and given back with it on the way home (OPS-C6.2)."""
    if wind is None or at == goal or turn < 1:
        return 0
    due = wind.hexes * turn // 4 - wind.hexes * (turn - 1) // 4
    off = abs((heading(world, at, goal) - wind.blows_from + 180) % 360 - 180)
    if off <= WITHIN:
        return -due
    return due if homeward and off >= 180 - WITHIN else 0
