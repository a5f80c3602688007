"""Placing names: none over another, none over a symbol, the weightier first; what finds no room is left out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bob.chart.marks import CAPITAL, Anchor, Lettering, Point, Quad, line_box

_CELL = 6.0
_GAP = 0.28
"""Clear paper, in millimetres, between a name and anything else."""


@dataclass(frozen=True, slots=True)
class NameSpot:
    """A place a name may take: `at` on paper, its anchor, its turn, and how little it is liked."""

    at: Point
    anchor: Anchor
    turn: float = 0.0
    cost: float = 0.0


class TakenSpace:
    """The space already taken on the map, and the lines that a name should avoid crossing."""

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self._edges = (left, top, right, bottom)
        self._taken: dict[tuple[int, int], list[Quad]] = {}
        self._lines: dict[tuple[int, int], list[tuple[Point, Point, float]]] = {}

    def take(self, quad: Quad) -> None:
        """Mark this space as taken."""
        for cell in _cells(quad):
            self._taken.setdefault(cell, []).append(quad)

    def avoid(self, line: Sequence[Point], cost: float) -> None:
        """A name across this line costs that much."""
        for a, b in pairwise(line):
            for cell in _cells((a, b, b, a)):
                self._lines.setdefault(cell, []).append((a, b, cost))

    def inside(self, quad: Quad, margin: float = 0.8) -> bool:
        """Return whether a shape is wholly on the map."""
        left, top, right, bottom = self._edges
        return all(left + margin <= x <= right - margin and top + margin <= y <= bottom - margin for x, y in quad)

    def free(self, quad: Quad) -> bool:
        """Return whether a shape covers no taken space."""
        seen: set[int] = set()
        for cell in _cells(quad):
            for other in self._taken.get(cell, ()):
                if id(other) not in seen:
                    seen.add(id(other))
                    if overlap(quad, other):
                        return False
        return True

    def crossing(self, quad: Quad) -> float:
        """Return the cost of the lines under a shape, each kind counted once."""
        costs: set[float] = set()
        for cell in _cells(quad):
            for a, b, cost in self._lines.get(cell, ()):
                if cost not in costs and overlap(quad, (a, b, b, a)):
                    costs.add(cost)
        return sum(costs)

    def place(self, lettering: Lettering, text: str, spots: Iterable[NameSpot]) -> NameSpot | None:
        """The best free spot, which is then taken; None when there is none."""
        best: tuple[float, NameSpot, Quad] | None = None
        for spot in spots:
            if best is not None and spot.cost >= best[0]:
                continue
            quad = line_box(lettering, text, spot.at, spot.anchor, spot.turn)
            wide = grown(quad, _GAP)
            if not self.inside(quad) or not self.free(wide):
                continue
            cost = spot.cost + self.crossing(quad)
            if best is None or cost < best[0]:
                best = cost, spot, wide
        if best is None:
            return None
        self.take(best[2])
        return best[1]


def around(at: Point, radius: float, lettering: Lettering) -> list[NameSpot]:
    """The spots for the name of a point, the best first: right, left, above, below, the corners, then the same a little farther."""
    spots: list[NameSpot] = []
    rise = CAPITAL * lettering.size
    x, y = at
    for ring, far in enumerate((0.0, 1.1, 2.3)):
        d = radius + 0.55 + far
        e = d * 0.72
        middle = y + rise / 2
        choices: list[tuple[float, float, Anchor]] = [
            (x + d, middle, "start"),
            (x - d, middle, "end"),
            (x + e, y - e * 0.75, "start"),
            (x + e, y + e * 0.75 + rise, "start"),
            (x - e, y - e * 0.75, "end"),
            (x - e, y + e * 0.75 + rise, "end"),
            (x, y - d, "middle"),
            (x, y + d + rise, "middle"),
        ]
        prices = (0.0, 1.0, 0.6, 0.8, 1.4, 1.6, 1.1, 1.2)
        spots += [NameSpot((px, py), anchor, 0.0, price + 2.6 * ring) for (px, py, anchor), price in zip(choices, prices, strict=True)]
    return spots


def grown(quad: Quad, by: float) -> Quad:
    """A turned rectangle with that much more on every side."""
    a, b, c, d = quad
    ux, uy = _unit(a, b)
    vx, vy = _unit(a, d)
    return (
        (a[0] - (ux + vx) * by, a[1] - (uy + vy) * by),
        (b[0] + (ux - vx) * by, b[1] + (uy - vy) * by),
        (c[0] + (ux + vx) * by, c[1] + (uy + vy) * by),
        (d[0] - (ux - vx) * by, d[1] - (uy - vy) * by),
    )


def overlap(a: Quad, b: Quad) -> bool:
    """Return whether two convex quadrilaterals (or lines, as flat ones) share more than an edge: no side separates them."""
    if max(p[0] for p in a) <= min(p[0] for p in b) or max(p[0] for p in b) <= min(p[0] for p in a):
        return False
    if max(p[1] for p in a) <= min(p[1] for p in b) or max(p[1] for p in b) <= min(p[1] for p in a):
        return False
    for quad in (a, b):
        for i in range(4):
            x0, y0 = quad[i]
            x1, y1 = quad[(i + 1) % 4]
            nx, ny = y1 - y0, x0 - x1
            if nx == 0 and ny == 0:
                continue
            ours = [x * nx + y * ny for x, y in a]
            theirs = [x * nx + y * ny for x, y in b]
            if max(ours) <= min(theirs) + 1e-9 or max(theirs) <= min(ours) + 1e-9:
                return False
    return True


def _unit(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _cells(quad: Quad) -> list[tuple[int, int]]:
    xs, ys = [p[0] for p in quad], [p[1] for p in quad]
    return [
        (i, j)
        for i in range(math.floor(min(xs) / _CELL), math.floor(max(xs) / _CELL) + 1)
        for j in range(math.floor(min(ys) / _CELL), math.floor(max(ys) / _CELL) + 1)
    ]
