"""The edges of sets of hexes on the plane."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import shapely
from shapely.geometry import LineString, MultiLineString, MultiPoint
from shapely.geometry import Point as Spot

from bob.chart.marks import Point
from bob.chart.patterns import lines, smooth
from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.theatre import Theatre


class Contour:
    """A line on the plane that can be measured."""

    def __init__(self, points: Sequence[Point], fine: float = 0.0) -> None:
        """Build a line through these points, without those within `fine` of the line through the others."""
        self._line = LineString(points).simplify(fine)
        self.points: tuple[Point, ...] = tuple((float(x), float(y)) for x, y in self._line.coords)
        self.length = float(self._line.length)

    def at(self, along: float) -> Point:
        """The point so far along; an end beyond it."""
        found = self._line.interpolate(max(0.0, min(self.length, along)))
        return float(found.x), float(found.y)

    def off(self, x: float, y: float) -> float:
        """Return the distance of a point from the line."""
        return float(self._line.distance(Spot(x, y)))


def rim(theatre: Theatre, area: Collection[Hex], *, closed: bool) -> list[list[Point]]:
    """The edge of a set of hexes, piece by piece; without the parts along the edge of the map unless it is to be closed."""
    edges: list[tuple[Point, Point]] = []
    for h in area:
        corners: list[Point] | None = None
        for k, n in enumerate(hexes.neighbours(h)):
            if n not in area and (closed or n in theatre.grounds):
                corners = corners or [(round(x, 3), round(y, 3)) for x, y in theatre.outline(h)]
                edges.append((corners[(4 + k) % 6], corners[(5 + k) % 6]))
    if not edges:
        return []
    merged = shapely.line_merge(MultiLineString(sorted(edges)))
    return sorted([(float(x), float(y)) for x, y in part.coords] for part in lines(merged))


def outlines(theatre: Theatre, area: Collection[Hex]) -> list[list[Point]]:
    """Return the edge of a set of hexes as one would draw it by hand, without the edge of the map; a single line around an area in
    several pieces."""
    parts = rim(theatre, area, closed=False)
    if len(parts) > 1 and all(part[0] == part[-1] for part in parts):
        hull = MultiPoint([theatre.middle(h) for h in area]).convex_hull.buffer(theatre.across * 0.55)
        return [[(float(x), float(y)) for x, y in hull.exterior.coords]]
    return [contour(part) for part in parts]


def contour(points: Sequence[Point]) -> list[Point]:
    """A rim drawn as one would draw it by hand: through the middles of its edges, the corners cut; a ring stays closed."""
    ring = points[0] == points[-1]
    found = [_middle_of(a, b) for a, b in pairwise(points)]
    if len(found) < 4:
        return list(points)
    if ring:
        wrapped = [found[-1], *found, found[0]]
        even = [_mean(*three) for three in zip(wrapped, wrapped[1:], wrapped[2:], strict=False)]
        return smooth([*even, even[0]], 1)
    even = [_mean(*three) for three in zip(found, found[1:], found[2:], strict=False)]
    return smooth([points[0], *even, points[-1]], 1)


def _middle_of(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _mean(a: Point, b: Point, c: Point) -> Point:
    return (a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4
