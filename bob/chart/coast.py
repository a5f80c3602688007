"""A stretch of country of 1940: shore, farms, woods, villages, roads and a river, the same each time for a seed.

The shore is made up by us, or a true one drawn larger.

Lengths are in units of the asker's own: for a fight, hexes.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import shapely
from shapely.affinity import affine_transform
from shapely.geometry import MultiPoint, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

Point2 = tuple[float, float]
Outline = list[Point2]
Extent = tuple[float, float, float, float]
"""Left, top, right, bottom."""

AROUND = 9.0
"""The width of the country beyond the sheet."""
FARM = 1.9
"""The width of a farm."""
CLOSE = 0.16
"""The approximate size of a field."""
WITHIN = 1.4
"""The distance of the shore from anything afloat."""
SEA, COAST, LAND = "sea", "coast", "land"
TINTS = 6
"""Number of kinds of fields; all others are fallow."""


class GroundChance:
    """Numbers that look thrown and are always the same for a seed."""

    def __init__(self, seed: str) -> None:
        self._state = zlib.crc32(seed.encode()) or 1

    def part(self) -> float:
        """Return a number between 0 and 1."""
        state = self._state
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        self._state = state
        return state / 0x100000000

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.part()


@dataclass(frozen=True, slots=True)
class Lie:
    """The ground under a sheet: sea, an invented coast, land; or the true shore of a place, as rings in widths of the sheet about its
    middle. A place has a name, so that its farms are the same each time."""

    kind: str = COAST
    shore: tuple[tuple[Point2, ...], ...] | None = None
    name: str = ""


@dataclass(slots=True)
class Coast:
    """The details of the ground: the rings of the land (one within another is water), the fields with their kind, woods as rounds, roads
    and the river as curves of four points, houses as boxes, waves as strokes from a place with a width."""

    land: list[Outline] = field(default_factory=list)
    fields: list[tuple[int, Outline]] = field(default_factory=list)
    woods: list[tuple[float, float, float]] = field(default_factory=list)
    roads: list[tuple[Point2, Point2, Point2, Point2]] = field(default_factory=list)
    rivers: list[tuple[Point2, Point2, Point2, Point2]] = field(default_factory=list)
    houses: list[Extent] = field(default_factory=list)
    waves: list[tuple[float, float, float]] = field(default_factory=list)
    combers: list[tuple[float, float, float]] = field(default_factory=list)


def true_lie(land: BaseGeometry, at: Point2, across: float, name: str) -> Lie:
    """The true shore of a place, on a sheet that shows so much of the plane from side to side."""
    reach = across * 1.6
    near = land.intersection(box(at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach))
    moved = affine_transform(near, (1 / across, 0, 0, 1 / across, -at[0] / across, -at[1] / across))
    rings = tuple([tuple(ring) for ring in _rings(moved)])
    return Lie(COAST if rings else SEA, rings, name)


def coast(page: Extent, afloat: Sequence[Point2], seed: str, lie: Lie = Lie()) -> Coast:
    """Return the ground under a sheet; the shore keeps clear of anything afloat."""
    chance = GroundChance(seed + lie.name)
    left, top, right, bottom = page
    whole = left - AROUND, top - AROUND, right + AROUND, bottom + AROUND
    made = Coast()
    land = _lying(lie, page, whole, afloat, chance)
    made.land = _rings(land) + _holes(land)
    _fields(made, land, whole, chance)
    size = (right - left) * (bottom - top)
    villages = [p for p in (_place_within(land, page, chance) for _ in range(max(3, round(size / 40)))) if p is not None]
    wider = left - 6, top - 6, right + 6, bottom + 6
    for _ in range(round(size / 4)):
        found = _place_within(land, wider, chance)
        if found is not None:
            _wood(made, found, chance)
    for i, one in enumerate(villages):
        for other in sorted(villages[:i], key=lambda other: math.dist(one, other))[:1]:
            made.roads.append(_bent(one, other, chance, 0.22))
    for village in villages:
        _village(made, village, chance)
    source = _place_within(land, page, chance)
    if source is not None:
        shore = land.boundary
        mouth = shore.interpolate(shore.project(Point(*source)))
        made.rivers.append(_bent(source, (mouth.x, mouth.y), chance, 0.35))
    _waves(made, land, whole, chance)
    return made


def _lying(lie: Lie, page: Extent, whole: Extent, afloat: Sequence[Point2], chance: GroundChance) -> BaseGeometry:
    """The land of a sheet."""
    if lie.shore is not None:
        land = _true_land(lie.shore, page, whole, chance)
        return land.difference(MultiPoint(afloat).buffer(WITHIN)) if afloat else land
    if lie.kind == COAST:
        return _land(page, whole, afloat, chance)
    return box(whole[0] - 1, whole[1] - 1, whole[2] + 1, whole[3] + 1) if lie.kind == LAND else Polygon()


def _true_land(shore: Sequence[Sequence[Point2]], page: Extent, whole: Extent, chance: GroundChance) -> BaseGeometry:
    """A true shore on a sheet: with the bays and headlands that no small map shows."""
    wide, middle = page[2] - page[0], ((page[0] + page[2]) / 2, (page[1] + page[3]) / 2)
    frame = box(whole[0] - 1, whole[1] - 1, whole[2] + 1, whole[3] + 1)
    parts = []
    for ring in shore:
        points = [(middle[0] + x * wide, middle[1] + y * wide) for x, y in ring]
        line = [point for one, other in pairwise(points) for point in _broken(one, other, chance)]
        parts.append(Polygon(_rounded(_rounded(line))).buffer(0).intersection(frame))
    return shapely.union_all(parts)


def _broken(one: Point2, other: Point2, chance: GroundChance) -> list[Point2]:
    """Return a line from one place nearly to another, broken where it is long."""
    length = math.dist(one, other)
    if length < FARM * 0.5:
        return [one]
    bend = chance.between(-0.07, 0.07)
    met = (one[0] + other[0]) / 2 + (one[1] - other[1]) * bend, (one[1] + other[1]) / 2 + (other[0] - one[0]) * bend
    return [*_broken(one, met, chance), *_broken(met, other, chance)]


def _rounded(line: Outline) -> Outline:
    """A ring with its corners cut."""
    found: Outline = []
    for (x, y), (u, v) in zip(line, [*line[1:], line[0]], strict=True):
        found += [(x * 0.75 + u * 0.25, y * 0.75 + v * 0.25), (x * 0.25 + u * 0.75, y * 0.25 + v * 0.75)]
    return found


def _land(page: Extent, whole: Extent, afloat: Sequence[Point2], chance: GroundChance) -> Polygon:
    """The land in the north-west: the shore runs down the sheet with bays and headlands."""
    left, top, right, bottom = page
    place = chance.between(0.24, 0.44)
    lean = chance.between(0.1, 0.3)
    swings = [(chance.between(0.5, 1.4), chance.between(0, math.tau), k) for k in (0.45, 1.1, 2.6, 5.3)]
    for _ in range(40):
        points = []
        y = whole[1] - 1
        while y < whole[3] + 1:
            x = left + (right - left) * (place + lean * (0.5 - (y - top) / (bottom - top)))
            x += sum(size / k**0.9 * math.sin(y * 0.5 * k + phase) for size, phase, k in swings)
            points.append((x, y))
            y += 0.12
        land = Polygon([(whole[0] - 1, whole[1] - 1), *points, (whole[0] - 1, whole[3] + 1)]).buffer(0)
        if isinstance(land, Polygon) and all(land.distance(Point(*ship)) > WITHIN for ship in afloat):
            return land
        place -= 0.06
    return Polygon([(whole[0] - 3, whole[1]), (whole[0] - 2, whole[1]), (whole[0] - 2, whole[3])])


def _fields(made: Coast, land: BaseGeometry, whole: Extent, chance: GroundChance) -> None:
    """Fields as the plough made them: farms of their own lean, cut into strips and closes; behind the beach."""
    inner = land.buffer(-0.09).intersection(box(*whole))
    if inner.is_empty:
        return
    farms = []
    y = whole[1]
    while y < whole[3]:
        x = whole[0]
        while x < whole[2]:
            farms.append((x + chance.between(-0.8, 0.8), y + chance.between(-0.7, 0.7)))
            x += FARM
        y += FARM * 0.8
    shapely.prepare(inner)
    for farm in shapely.voronoi_polygons(MultiPoint(farms), extend_to=inner).geoms:
        if not inner.intersects(farm):
            continue
        inland = inner.contains(farm)
        for close in _cut(list(farm.exterior.coords)[:-1], chance.between(0, math.pi), chance, 0):
            kind = int(chance.part() * TINTS * 1.35)
            rings = [close] if inland else _rings(Polygon(close).intersection(inner))
            made.fields += [(kind, ring) for ring in rings]


def _cut(shape: Outline, lean: float, chance: GroundChance, deep: int) -> list[Outline]:
    """A farm, which bulges outward everywhere, cut across, and its parts across that, down to closes."""
    twice = sum(x * v - u * y for (x, y), (u, v) in zip(shape, [*shape[1:], shape[0]], strict=True))
    if abs(twice) / 2 < CLOSE * chance.between(0.7, 2.2) or deep > 6:
        return [shape]
    turn = lean + (math.pi / 2 if deep % 2 else 0.0) + chance.between(-0.1, 0.1)
    across = (-math.sin(turn), math.cos(turn))
    middle = sum(x * across[0] + y * across[1] for x, y in shape) / len(shape) + chance.between(-0.18, 0.18)
    one: Outline = []
    other: Outline = []
    for (x, y), (u, v) in zip(shape, [*shape[1:], shape[0]], strict=True):
        a, b = x * across[0] + y * across[1] - middle, u * across[0] + v * across[1] - middle
        (one if a >= 0 else other).append((x, y))
        if (a >= 0) != (b >= 0):
            share = a / (a - b)
            met = (x + (u - x) * share, y + (v - y) * share)
            one.append(met)
            other.append(met)
    if len(one) < 3 or len(other) < 3:
        return [shape]
    return _cut(one, lean, chance, deep + 1) + _cut(other, lean, chance, deep + 1)


def _place_within(land: BaseGeometry, page: Extent, chance: GroundChance) -> Point2 | None:
    """A place on the land behind the shore."""
    for _ in range(12):
        at = chance.between(page[0], page[2]), chance.between(page[1], page[3])
        if land.contains(Point(*at)) and land.boundary.distance(Point(*at)) > 0.5:
            return at
    return None


def _wood(made: Coast, at: Point2, chance: GroundChance) -> None:
    x, y = at
    for _ in range(int(chance.between(5, 16))):
        made.woods.append((x, y, chance.between(0.05, 0.11)))
        x += chance.between(-0.16, 0.16)
        y += chance.between(-0.12, 0.12)


def _bent(one: Point2, other: Point2, chance: GroundChance, bend: float) -> tuple[Point2, Point2, Point2, Point2]:
    """A curve from one place to another."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    a, b = chance.between(-bend, bend), chance.between(-bend, bend)
    first = one[0] + dx / 3 - dy * a, one[1] + dy / 3 + dx * a
    return one, first, (one[0] + dx * 2 / 3 - dy * b, one[1] + dy * 2 / 3 + dx * b), other


def _village(made: Coast, at: Point2, chance: GroundChance) -> None:
    for _ in range(int(chance.between(7, 16))):
        x, y = at[0] + chance.between(-0.22, 0.22), at[1] + chance.between(-0.16, 0.16)
        made.houses.append((x, y, x + chance.between(0.03, 0.06), y + chance.between(0.025, 0.045)))


def _waves(made: Coast, land: BaseGeometry, whole: Extent, chance: GroundChance) -> None:
    """The sea in short strokes, and some white crests."""
    off = land.buffer(0.35)
    shapely.prepare(off)
    for _ in range(int((whole[2] - whole[0]) * (whole[3] - whole[1]) * 1.5)):
        x, y = chance.between(whole[0], whole[2]), chance.between(whole[1], whole[3])
        if not off.contains(Point(x, y)):
            kind = made.combers if chance.part() < 0.12 else made.waves
            kind.append((x, y, chance.between(0.1, 0.22)))


def _rings(shape: BaseGeometry) -> list[Outline]:
    return [list(part.exterior.coords) for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) and not part.is_empty]


def _holes(shape: BaseGeometry) -> list[Outline]:
    return [list(ring.coords) for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) for ring in part.interiors]
