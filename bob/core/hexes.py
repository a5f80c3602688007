"""Hex coordinates: axial, with flats above and below. Pure arithmetic.

A hex is `Hex(q, r)`: q counts columns eastward, r runs down and to the left along a column's slant. The printed label
of a hex is its column and row, two figures each: `3417`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from bob.core.errors import UsageError

if TYPE_CHECKING:
    import networkx as nx


class Hex(NamedTuple):
    """One hex of the map."""

    q: int
    r: int

    @property
    def label(self) -> str:
        """Column and row, as printed on the map."""
        column, row = offset(self)
        return f"{column:02d}{row:02d}"


DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
"""The six steps to the neighbours, clockwise from north."""

_SQRT3 = math.sqrt(3.0)


def offset(h: Hex) -> tuple[int, int]:
    """Column and row, the odd columns half a hex lower."""
    return h.q, h.r + (h.q - (h.q & 1)) // 2


def at_offset(column: int, row: int) -> Hex:
    """The hex of that column and row."""
    return Hex(column, row - (column - (column & 1)) // 2)


def from_label(label: str) -> Hex:
    """The hex of a printed label. Raises UsageError for anything but four figures."""
    if len(label) != 4 or not (label.isascii() and label.isdigit()):
        raise UsageError("error.hex_label", text=label)
    return at_offset(int(label[:2]), int(label[2:]))


def neighbours(h: Hex) -> list[Hex]:
    """The six hexes around, clockwise from north."""
    return [Hex(h.q + d.q, h.r + d.r) for d in DIRECTIONS]


def distance(a: Hex, b: Hex) -> int:
    """The least number of steps from one to the other."""
    aq, ar = a
    bq, br = b
    dq, dr = aq - bq, ar - br
    if dq < 0:
        dq, dr = -dq, -dr
    return dq + dr if dr >= 0 else dq if dq >= -dr else -dr


def line(a: Hex, b: Hex) -> list[Hex]:
    """The hexes of a straight line, both ends included; the same hexes whichever end comes first."""
    if b < a:
        return line(b, a)[::-1]
    n = distance(a, b)
    if n == 0:
        return [a]
    # A nudge off the exact edge settles ties always the same way.
    aq, ar = a.q + 1e-6, a.r + 2e-6
    bq, br = b.q + 1e-6, b.r + 2e-6
    return [rounded(aq + (bq - aq) * i / n, ar + (br - ar) * i / n) for i in range(n + 1)]


def rounded(q: float, r: float) -> Hex:
    """Return the hex that contains a point given in fractions of hexes."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    if rq + rr + rs:  # the three do not fit together: the one that was rounded farthest gives way
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
    return tuple.__new__(Hex, (rq, rr))  # Hex(rq, rr), in half the time: courses and lines make very many


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexes at just that distance, clockwise from north; the centre alone for 0."""
    if radius < 0:
        raise ValueError("a ring has a radius of 0 or more")
    if radius == 0:
        return [centre]
    found: list[Hex] = []
    h = Hex(centre.q, centre.r - radius)
    for step in (DIRECTIONS[2], DIRECTIONS[3], DIRECTIONS[4], DIRECTIONS[5], DIRECTIONS[0], DIRECTIONS[1]):
        for _ in range(radius):
            found.append(h)
            h = Hex(h.q + step.q, h.r + step.r)
    return found


def disc(centre: Hex, radius: int) -> Iterator[Hex]:
    """The hexes within that distance, column by column."""
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
            yield Hex(centre.q + dq, centre.r + dr)


def centre(h: Hex, across: float) -> tuple[float, float]:
    """The middle of a hex `across` wide between its flats: x to the right, y down."""
    return h.q * across * _SQRT3 / 2, (h.r + h.q / 2) * across


def containing(x: float, y: float, across: float) -> Hex:
    """Return the hex that contains a point; the inverse of `centre`."""
    q = x / (across * _SQRT3 / 2)
    return rounded(q, y / across - q / 2)


def corners(x: float, y: float, across: float) -> list[tuple[float, float]]:
    """The six corners of a hex around its middle, clockwise from the right."""
    size = across / _SQRT3
    half, flat = size / 2, across / 2
    return [(x + size, y), (x + half, y + flat), (x - half, y + flat), (x - size, y), (x - half, y - flat), (x + half, y - flat)]


def path(graph: nx.Graph, start: Hex, goal: Hex, weight: Callable[[Hex, Hex, dict[str, object]], float | None] | None = None) -> list[Hex]:
    """The cheapest way through a graph of hexes, both ends included.

    `weight(a, b, data)` is the cost of a step, at least 1, or None where there is no passing; without it each step costs 1.
    Raises UsageError when there is no way or an end is not in the graph.
    """
    import networkx as nx

    try:
        found: list[Hex] = nx.astar_path(graph, start, goal, heuristic=distance, weight=weight if weight is not None else (lambda *_: 1))
    except (nx.NetworkXNoPath, nx.NodeNotFound) as error:
        raise UsageError("error.no_path", start=start.label, goal=goal.label) from error
    return found
