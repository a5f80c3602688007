"""Posture (OPS-B8.3): what height, surprise, the sun and the approach make of an attack."""

from __future__ import annotations

import math

from bob.core.hexes import Hex
from bob.day.rules.weather import sun_bearing
from bob.day.state.execution import Play
from bob.tactical.engagement import Posture

AHEAD = ASTERN = 45
"""Degrees to either side of ahead, and of astern, within which an approach counts."""


def bearing(play: Play, a: Hex, b: Hex) -> float:
    """The direction from one hex to another, in degrees from north."""
    (ax, ay), (bx, by) = play.world.theatre.middle(a), play.world.theatre.middle(b)
    return math.degrees(math.atan2(bx - ax, ay - by)) % 360


def between(a: float, b: float) -> float:
    """The angle between two directions, from 0 to 180."""
    return abs((a - b + 180) % 360 - 180)


def up_sun(play: Play, a: Hex, b: Hex) -> bool:
    """Return whether b is towards the sun as seen from a."""
    return a != b and between(bearing(play, a, b), sun_bearing(play.p)) <= 45


def approach(play: Play, came_from: Hex | None, target_was: Hex | None, target_is: Hex) -> int:
    """Return an attack's modifier for the attacker's start of the move, seen from the target's course: 1 from ahead, −1 from astern."""
    if came_from is None or target_was is None or target_was == target_is or came_from == target_was:
        return 0
    off = between(bearing(play, target_was, came_from), bearing(play, target_was, target_is))
    return 1 if off <= AHEAD else -1 if off >= 180 - ASTERN else 0


def posture(attacker: int, defender: int, surprise: bool, sun: bool, approached: int = 0) -> Posture:
    """The attacker's posture by its edge: height, surprise, the sun unless the edge is against it by then, and the approach."""
    edge = (attacker >= defender + 2) - (attacker <= defender - 2)
    edge += 1 if surprise else 0
    edge += 1 if sun and edge >= 0 else 0
    edge += approached
    return "bounce" if edge >= 2 else "advantage" if edge == 1 else "even" if edge == 0 else "disadvantage"
