"""The table's geometry in whole numbers: points in hundredths of an inch, headings in whole degrees clockwise from north.

x runs east and y south. Nothing here is a floating-point number, so a position is the same on every machine; sines are a table of whole
numbers, worked out from a long value of pi. Arcs are decided by products, distances by squares.
"""

from __future__ import annotations

from typing import NamedTuple

PER = 100
"""Parts of an inch."""
CIRCLE = 360

FRONT, RIGHT, REAR, LEFT = "front", "right", "rear", "left"
ARCS = (FRONT, RIGHT, REAR, LEFT)


class Spot(NamedTuple):
    """A point of the table."""

    x: int
    y: int


_FINE = 10**40
_PI = 31415926535897932384626433832795028841972
"""Pi in units of 1 / `_FINE`."""
SCALE = 1 << 30
"""The value of a sine of one in the table."""


def _sines() -> tuple[int, ...]:
    """The sine of each whole degree up to 45, and of the rest of the circle by symmetry, to the nearest part of `SCALE`."""
    first: list[int] = []
    for degree in range(46):
        x = _PI * degree // 180
        sine, cosine, term, k = 0, 0, _FINE, 0
        while term:
            if k % 2:
                sine += term if k % 4 == 1 else -term
            else:
                cosine += term if k % 4 == 0 else -term
            k += 1
            term = term * x // (_FINE * k)
        first.append(_nearest_whole(sine * SCALE, _FINE))
        first.append(_nearest_whole(cosine * SCALE, _FINE))
    quarter = [first[2 * d] if d <= 45 else first[2 * (90 - d) + 1] for d in range(91)]
    quarter[45] = first[91]  # sine and cosine of 45 degrees are one number
    half = quarter + quarter[-2:0:-1]
    return (*half, *[-s for s in half])


def _nearest_whole(value: int, by: int) -> int:
    """Return the quotient to the nearest whole number, halves away from 0, so that left and right mirror each other."""
    return (2 * value + by) // (2 * by) if value >= 0 else -((by - 2 * value) // (2 * by))


_SINES = _sines()
AHEAD: tuple[tuple[int, int], ...] = tuple((_SINES[h], -_SINES[(h + 90) % CIRCLE]) for h in range(CIRCLE))
"""For each heading a step of `SCALE` parts straight ahead."""


def forward(at: Spot, heading: int, distance: int) -> Spot:
    """The point so far straight ahead."""
    dx, dy = AHEAD[heading]
    return Spot(at.x + _nearest_whole(dx * distance, SCALE), at.y + _nearest_whole(dy * distance, SCALE))


def turned(heading: int, by: int) -> int:
    """The heading after a turn to the right, or to the left when it is negative."""
    return (heading + by) % CIRCLE


def apart(a: int, b: int) -> int:
    """The angle between two headings, from 0 to 180."""
    off = (a - b) % CIRCLE
    return min(off, CIRCLE - off)


def square(a: Spot, b: Spot) -> int:
    """The square of the distance of two points."""
    dx, dy = a.x - b.x, a.y - b.y
    return dx * dx + dy * dy


def within(a: Spot, b: Spot, distance: int) -> bool:
    """Return whether two points are within that distance."""
    dx, dy = a.x - b.x, a.y - b.y
    return dx * dx + dy * dy <= distance * distance


def arc(at: Spot, heading: int, to: Spot) -> str:
    """Return the arc of a base that contains a point; exactly on a border it is the front or the rear (BRS-C05, BRS-C06)."""
    fx, fy = AHEAD[heading]
    dx, dy = to.x - at.x, to.y - at.y
    along, across = fx * dx + fy * dy, fx * dy - fy * dx
    if along >= abs(across):
        return FRONT
    if -along >= abs(across):
        return REAR
    return RIGHT if across > 0 else LEFT


def in_front(at: Spot, heading: int, to: Spot) -> bool:
    """Return whether a point is in the front arc."""
    fx, fy = AHEAD[heading]
    dx, dy = to.x - at.x, to.y - at.y
    return fx * dx + fy * dy >= abs(fx * dy - fy * dx)


def in_rear(at: Spot, heading: int, to: Spot) -> bool:
    """Return whether a point is in the rear arc."""
    fx, fy = AHEAD[heading]
    dx, dy = to.x - at.x, to.y - at.y
    along = fx * dx + fy * dy
    return along < 0 and -along >= abs(fx * dy - fy * dx)


def passes(start: Spot, end: Spot, by: Spot, distance: int, touching: bool = True) -> bool:
    """Return whether the straight way from one point to another comes within a distance of a third; not `touching`: closer than it."""
    wx, wy = end.x - start.x, end.y - start.y
    px, py = by.x - start.x, by.y - start.y
    length, along = wx * wx + wy * wy, wx * px + wy * py
    if length == 0 or along <= 0:
        gap, limit = px * px + py * py, distance * distance
    elif along >= length:
        gap, limit = square(end, by), distance * distance
    else:
        across = wx * py - wy * px
        gap, limit = across * across, distance * distance * length
    return gap <= limit if touching else gap < limit


def on_table(at: Spot, width: int, height: int) -> bool:
    """Return whether a point is on the table; on the line is on the table (BRS-C31)."""
    return 0 <= at.x <= width and 0 <= at.y <= height


def heading_of(start: Spot, to: Spot) -> int:
    """The whole heading nearest to the way from one point to another, the lower of two; 0 for the same point."""
    dx, dy = to.x - start.x, to.y - start.y
    best = max(range(CIRCLE), key=lambda h: (AHEAD[h][0] * dx + AHEAD[h][1] * dy, -h))
    return best if dx or dy else 0


def leaves_by(start: Spot, end: Spot, width: int, height: int) -> str:
    """Return the edge where a straight way leaves the table: north, east, south or west; empty when its end is on the table.

    In a corner it is the edge that is crossed first; the north or the south when both are crossed at once.
    """
    dx, dy = end.x - start.x, end.y - start.y
    crossed: list[tuple[int, int, str]] = []  # how far along the way, as a fraction, and the edge
    if end.y < 0:
        crossed.append((start.y, -dy, "north"))
    if end.y > height:
        crossed.append((height - start.y, dy, "south"))
    if end.x < 0:
        crossed.append((start.x, -dx, "west"))
    if end.x > width:
        crossed.append((width - start.x, dx, "east"))
    if not crossed:
        return ""
    first = crossed[0]
    for other in crossed[1:]:
        if other[0] * first[1] < first[0] * other[1]:
            first = other
    return first[2]
