"""The convoy lanes as hexes (OPS-C5.1)."""

from __future__ import annotations

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.rules.movement import way
from bob.day.state.world import World

NEAR_LANE = 6
"""The distance in hexes from a lane within which a place determines a convoy's position on it."""


def lane_hexes(world: World, name: str) -> tuple[Hex, ...]:
    """The hexes of a lane on the map, from one end to the other. Raises KeyError for a lane that there is not."""
    if name not in world.lanes:
        lane = {lane.name: lane for lane in world.theatre.lanes}[name]
        turnings = [h for x, y in lane.line.coords if (h := world.theatre.hex_at(x, y)) is not None]
        found = turnings[:1]
        for turning in turnings[1:]:
            found.extend(h for h in way(found[-1], turning)[1:] if h in world.theatre.grounds)
        world.lanes[name] = tuple(found)
    return world.lanes[name]


def nearest_on(lane: tuple[Hex, ...], h: Hex) -> int | None:
    """Return the index of the hex of a lane nearest to a hex, the first of equals; None where none is near."""
    found = min(range(len(lane)), key=lambda i: (hexes.distance(lane[i], h), i), default=None)
    return found if found is not None and hexes.distance(lane[found], h) <= NEAR_LANE else None
