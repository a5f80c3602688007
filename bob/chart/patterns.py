"""Patterns as true geometry, the same in every print: hatching, stipple, rings, and the pieces of shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

import shapely
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.base import BaseGeometry

from bob.chart.marks import Point, Ring
from bob.data.theatre import polygons


def rings(shape: BaseGeometry) -> tuple[Ring, ...]:
    """All rings, outer and inner, of a shape; without the closing point."""
    return tuple(tuple((float(x), float(y)) for x, y in ring.coords[:-1]) for p in polygons(shape) for ring in (p.exterior, *p.interiors))


def lines(shape: BaseGeometry) -> list[LineString]:
    """The lines in a shape, whatever it is made of."""
    if isinstance(shape, LineString):
        return [] if shape.is_empty else [shape]
    return [part for piece in getattr(shape, "geoms", ()) for part in lines(piece)]


def strokes(shape: BaseGeometry) -> tuple[Ring, ...]:
    """The lines in a shape as points, joined where they meet."""
    found = lines(shape)
    if len(found) > 1:
        found = lines(shapely.line_merge(MultiLineString(found)))
    return tuple(sorted(tuple((float(x), float(y)) for x, y in part.coords) for part in found))


def smooth(points: list[Point], rounds: int = 2) -> list[Point]:
    """A line with its corners cut, the ends where they were."""
    for _ in range(rounds):
        cut = [points[0]]
        for (x0, y0), (x1, y1) in pairwise(points):
            cut += [(x0 * 0.75 + x1 * 0.25, y0 * 0.75 + y1 * 0.25), (x0 * 0.25 + x1 * 0.75, y0 * 0.25 + y1 * 0.75)]
        points = [*cut, points[-1]]
    return points


def hatch(shape: BaseGeometry, gap: float, angle: float) -> tuple[Ring, ...]:
    """Return parallel lines across a shape, `gap` apart, the angle in degrees anticlockwise of east. All shapes share one grid."""
    if shape.is_empty:
        return ()
    west, north, east, south = shape.bounds
    c, s = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
    corners = [(x, y) for x in (west, east) for y in (north, south)]
    across = [-x * s + y * c for x, y in corners]
    along = [x * c + y * s for x, y in corners]
    first, last = math.ceil(min(across) / gap), math.floor(max(across) / gap)
    start, end = min(along) - 1, max(along) + 1
    ruled = [
        ((start * c - n * gap * s, start * s + n * gap * c), (end * c - n * gap * s, end * s + n * gap * c)) for n in range(first, last + 1)
    ]
    if not ruled:
        return ()
    cut = shapely.intersection(shapely.multilinestrings([shapely.linestrings(line) for line in ruled]), shape)
    return tuple(tuple((float(x), float(y)) for x, y in part.coords) for part in lines(cut) if part.length > gap * 0.15)


def stipple(shape: BaseGeometry, gap: float, jitter: float = 0.3) -> tuple[Point, ...]:
    """Dots over a shape in staggered rows, each a little off its place but always by the same."""
    if shape.is_empty:
        return ()
    west, north, east, south = shape.bounds
    xs: list[float] = []
    ys: list[float] = []
    for x, y in _staggered(west, north, east, south, gap):
        xs.append(x + gap * jitter * _noise(x, y))
        ys.append(y + gap * jitter * _noise(y + 31.7, x - 5.3))
    shapely.prepare(shape)
    inside = shapely.contains_xy(shape, xs, ys)
    return tuple((x, y) for x, y, hit in zip(xs, ys, inside, strict=True) if hit)


def _staggered(west: float, north: float, east: float, south: float, gap: float) -> Iterator[Point]:
    row_gap = gap * math.sqrt(3) / 2
    for row in range(math.floor(north / row_gap), math.ceil(south / row_gap) + 1):
        shift = gap / 2 if row % 2 else 0.0
        for column in range(math.floor(west / gap), math.ceil(east / gap) + 1):
            yield column * gap + shift, row * row_gap


def _noise(a: float, b: float) -> float:
    """A fixed number from -1 to 1 that looks random."""
    value = (round(a * 1009) * 374761393 + round(b * 1013) * 668265263) & 0xFFFFFFFF
    value = (value ^ (value >> 13)) * 1274126177 & 0xFFFFFFFF
    return ((value ^ (value >> 16)) & 0xFFFF) / 32767.5 - 1


def beads(ring: Iterable[Point], count: int) -> tuple[Point, ...]:
    """Return `count` places evenly along a closed ring."""
    points = list(ring)
    line = LineString([*points, points[0]])
    return tuple((float(p.x), float(p.y)) for p in (line.interpolate(i / count, normalized=True) for i in range(count)))
