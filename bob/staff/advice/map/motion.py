"""Movement from one view to the next: counters move to their new places; of a track only the newest arrow moves."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from bob.chart.marks import Point
from bob.staff.advice.map.counters import Counters, PlotArrow

MotionKey = tuple[str, Any]


class Motion:
    """A movement between two tables. With nothing to move, or with `progress` 1, every counter is at its place."""

    def __init__(self, before: Counters | None = None, now: Counters | None = None, seats: Mapping[MotionKey, Point] | None = None) -> None:
        self.progress = 1.0
        self.places: dict[MotionKey, Point] = {}
        self._ways: dict[int, tuple[int, tuple[Point, ...]]] = {}
        self._seats: Mapping[MotionKey, Point] = {}
        self._halos: dict[MotionKey, float] = {}
        if before is None or now is None:
            return
        self.places = {key: at for key, at in before.places.items() if now.places.get(key, at) != at}
        if not self.places:
            return
        self.progress = 0.0
        self._seats = seats or {}
        self._halos = {halo.key: halo.radius for halo in before.halos}
        for number, arrows in now.trails.items():
            old = before.trails.get(number)
            if old is not None and ("track", number) in self.places:
                stood = _same_arrows(old, arrows)
                self._ways[number] = stood, (old[-1].at, *(a.at for a in arrows[stood:]))

    @property
    def moving(self) -> bool:
        return bool(self.places) and self.progress < 1

    def end(self) -> None:
        """Move every counter to its place at once."""
        self.progress, self.places = 1.0, {}

    def at(self, key: MotionKey, there: Point) -> Point:
        """Return the current place of a counter: a track's along its plots, any other straight on its way."""
        before = self.places.get(key) if self.progress < 1 else None
        if before is None:
            return there
        if key[0] == "track" and key[1] in self._ways:
            return _point_along(self._ways[key[1]][1], self.progress)
        return _point_between(before, there, self.progress)

    def seat(self, key: MotionKey, there: Point) -> Point:
        """Return the current offset of a block from the place that it marks."""
        before = self._seats.get(key) if self.moving else None
        return there if before is None else _point_between(before, there, self.progress)

    def radius(self, key: MotionKey, there: float) -> float:
        """Return the current radius in which a counter may be."""
        before = self._halos.get(key) if self.moving else None
        return there if before is None else before + (there - before) * self.progress

    def trail(self, number: int, arrows: Sequence[PlotArrow]) -> tuple[list[tuple[int, Point]], float]:
        """Return the current arrows of a track, each with its place, the newest last; and the number still to come, in parts of one."""
        if not self.moving or number not in self._ways or len(arrows) < 2:
            return [(i, a.at) for i, a in enumerate(arrows)], 0.0
        stood, way = self._ways[number]
        to_come = (len(arrows) - stood) * (1.0 - self.progress)
        passed = _passed_points(way, self.progress)
        shown = [(i, a.at) for i, a in enumerate(arrows[: min(stood + passed, len(arrows) - 1)])]
        return [*shown, (len(arrows) - 1, _point_along(way, self.progress))], to_come


def _same_arrows(old: Sequence[PlotArrow], new: Sequence[PlotArrow]) -> int:
    """Return the number of arrows of a track that were there before."""
    count = 0
    while count < min(len(old), len(new)) and old[count].at == new[count].at:
        count += 1
    return count


def _point_between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _point_along(way: Sequence[Point], share: float) -> Point:
    """Return the point at that share of the length of a line."""
    left = sum(math.dist(a, b) for a, b in pairwise(way)) * share
    for a, b in pairwise(way):
        length = math.dist(a, b)
        if left < length:
            return _point_between(a, b, left / length)
        left -= length
    return way[-1]


def _passed_points(way: Sequence[Point], share: float) -> int:
    """Return the number of points of a line, its first not counted, before the point at that share of its length."""
    left = sum(math.dist(a, b) for a, b in pairwise(way)) * share
    count = 0
    for a, b in pairwise(way):
        left -= math.dist(a, b)
        if left < 0:
            break
        count += 1
    return count
