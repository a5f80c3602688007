"""A scenario drawn by the dice: squadrons of as many points on both sides, and what sky they meet in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.core.dice import Dice, Stream
from bob.data.units import SIDES
from bob.tactical.miniatures.builder import MOST_POINTS, least_points, random_squadron
from bob.tactical.miniatures.data import MiniatureTables

POINTS = 500
"""The points of a side where none are agreed."""
EDGES = ("north", "south")


def random_terms(options: Mapping[str, Any], tables: MiniatureTables, dice: Dice) -> dict[str, Any]:
    """The terms of a scenario as its file would give them; the option `limit` gives the points of a side (BRS-C09)."""
    stream = Stream.of("/".join(map(str, dice.roll("skies.dice.scenario", 4, sides=100).faces)), "scenario")
    wanted = options.get("limit", POINTS)
    least = max(least_points(side, tables) for side in SIDES)
    points = min(MOST_POINTS, max(least, wanted)) if isinstance(wanted, int) and not isinstance(wanted, bool) else POINTS
    sides = zip(SIDES, EDGES, strict=True)
    return {
        "limit": points,
        "cloud_count": stream.below(6),
        "setup_levels": stream.below(4) == 0,
        "forces": [{"seat": side, "edge": edge, **random_squadron(side, points, tables, stream).terms} for side, edge in sides],
    }
