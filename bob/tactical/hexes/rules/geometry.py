"""Neighbours, the firing template, the zones of an aircraft, the hexes that a line of sight touches (FIS-G01 to FIS-G05)."""

from __future__ import annotations

from functools import cache

from bob.core.hexes import DIRECTIONS, Hex, distance

REACH = 4
"""The farthest hex of the firing template (FIS-083)."""
AHEAD, LEFT, RIGHT = "ahead", "left", "right"
WAYS = (AHEAD, LEFT, RIGHT)
TURN = {AHEAD: 0, LEFT: 5, RIGHT: 1}
"""The change of facing by each way."""
FRONT_ZONE, REAR_ZONE, FLANK = "front", "rear", "flank"


@cache
def around(at: Hex) -> tuple[Hex, ...]:
    """The six hexes around, clockwise from north."""
    return tuple([Hex(at.q + d.q, at.r + d.r) for d in DIRECTIONS])


def moved(at: Hex, *steps: tuple[int, int]) -> Hex:
    """Return the hex reached by a number of steps in each direction: pairs of a direction and a count."""
    q, r = at
    for way, count in steps:
        d = DIRECTIONS[way % 6]
        q, r = q + d.q * count, r + d.r * count
    return Hex(q, r)


def _template(facing: int) -> tuple[Hex, ...]:
    straight = [moved(Hex(0, 0), (facing, k)) for k in range(1, REACH + 1)]
    beside = [moved(Hex(0, 0), (facing + turn, 1), (facing, k)) for turn in (5, 1) for k in range(1, REACH)]
    return tuple(straight + beside)


TEMPLATE = tuple([_template(facing) for facing in range(6)])
"""The ten hexes before an aircraft at the middle of the sheet, for each facing (FIS-084, FIS-G04)."""

_FACINGS: dict[tuple[int, int], int] = {}
for _facing in range(6):
    for _hex in TEMPLATE[_facing]:
        _FACINGS[_hex] = _FACINGS.get(_hex, 0) | 1 << _facing


def facings_over(start: Hex, end: Hex) -> int:
    """The facings, as bits, whose template from `start` holds `end`."""
    return _FACINGS.get((end.q - start.q, end.r - start.r), 0)


def template(at: Hex, facing: int) -> list[Hex]:
    """The hexes of the template of an aircraft there."""
    return [Hex(at.q + h.q, at.r + h.r) for h in TEMPLATE[facing % 6]]


def zone(at: Hex, facing: int, other: Hex) -> str:
    """Return the zone of an aircraft that contains another hex: front, rear or flank (FIS-G05)."""
    over = facings_over(at, other)
    if over & 1 << facing:
        return FRONT_ZONE
    return REAR_ZONE if over & 1 << (facing + 3) % 6 else FLANK


@cache
def _hexes_touched(q: int, r: int) -> tuple[Hex, ...]:
    """The hexes that the line from the middle of hex 0, 0 to that of `q, r` touches, edges and corners included, without its ends.

    In cube coordinates a hex is the set of points whose differences x-y, y-z, z-x from its middle are within 1 (FIS-098).
    """
    end = Hex(q, r)
    length = distance(Hex(0, 0), end)
    d = (q, r, -q - r)
    found: list[Hex] = []
    for hq in range(-length, length + 1):
        for hr in range(-length, length + 1):
            h = Hex(hq, hr)
            if h in ((0, 0), end) or distance(h, Hex(0, 0)) > length or distance(h, end) > length:
                continue
            if _meets(d, (hq, hr, -hq - hr)):
                found.append(h)
    return tuple(sorted(found, key=lambda h: (distance(h, Hex(0, 0)), h)))


def _meets(d: tuple[int, int, int], h: tuple[int, int, int]) -> bool:
    """Return whether a point t*d, t from 0 to 1, is in the closed hex around h; in whole numbers."""
    # Bounds of t as fractions low/low_of <= t <= high/high_of, all denominators positive.
    low, low_of, high, high_of = 0, 1, 1, 1
    for i in range(3):
        a, b = d[i] - d[i - 1], h[i] - h[i - 1]
        if a == 0:
            if abs(b) > 1:
                return False
            continue
        one, two = (b - 1, b + 1) if a > 0 else (-b - 1, -b + 1)
        a = abs(a)
        if one * low_of > low * a:
            low, low_of = one, a
        if two * high_of < high * a:
            high, high_of = two, a
    return low * high_of <= high * low_of


def between(start: Hex, end: Hex) -> list[Hex]:
    """The hexes that the line between the middles of two hexes touches, without the two, nearest first (FIS-096, FIS-098, FIS-286)."""
    return [Hex(start.q + h.q, start.r + h.r) for h in _hexes_touched(end.q - start.q, end.r - start.r)]
