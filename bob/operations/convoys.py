"""Convoys (OPS-C5)."""

from __future__ import annotations

from bob.hexes import Hex
from bob.operations.position import DayPosition
from bob.operations.world import World


def balloons_over(world: World, p: DayPosition, h: Hex) -> bool:
    """Whether barrage balloons fly over a hex."""
    return h in world.balloons
