"""Where blocks stand around what they mark: near it, none over another, and none on the thin line that joins another to what it marks.

All in pixels of the map at one scale; a seat is an offset, so that it holds while the map is moved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bob.chart.marks import Box, Point

_RINGS = 22
_STEP = 15.0
_AROUND = (*(-45, 45, -135, 135, -90, 90, 0, 180, -20, 20, -160, 160), *(-68, 68, -112, 112, -33, 33, -147, 147, -56, 56, -124, 124))
"""The directions in which a block may stand, in degrees, the best first."""
_GAP = 3.0
"""Pixels between two blocks."""
_RING, _TURN = 3.0, 0.1
"""What it costs to stand a ring farther off, and a direction later in the order."""
_SOFT, _CROSSED, _TANGLED, _SHUT = 1.6, 9.0, 3.0, 60.0
"""What it costs to lie on what should stay free, on another's line, to let two lines cross, and to lie where nothing can be seen."""
_INWARD, _CROWD = 9.0, 150.0
"""What it costs at most to stand on the inward side of a crowd, and how far a crowd reaches, in pixels."""
_STAYS = 3.0
"""What a block saves that stays where it stood."""
_SWEEPS = 3
"""So many times blocks that stand badly look for a better seat, since others have moved meanwhile."""
_WORST = 20
"""So many of them each time."""
_INSET = 4.0
"""The line of a block ends so far inside it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a block stands: its upper left corner from the place that it marks."""

    dx: float
    dy: float
    width: float
    height: float

    def box(self, x: float, y: float) -> Box:
        """What it covers when the place is there."""
        return x + self.dx, y + self.dy, x + self.dx + self.width, y + self.dy + self.height


@dataclass(frozen=True, slots=True)
class Standing:
    """A block that wants a seat: the place that it marks, its size, how much it counts (the least first), and its offset before, if it
    had one."""

    at: Point
    width: float
    height: float
    weight: int
    before: Point | None = None


@dataclass(frozen=True, slots=True)
class ClearView:
    """What can be seen of the map: the edges of the view, and what lies over it (the legend, the rose)."""

    view: Box
    shut: tuple[Box, ...] = ()

    def lies(self, at: Point) -> bool:
        """Whether a place is in the view."""
        return self.view[0] <= at[0] <= self.view[2] and self.view[1] <= at[1] <= self.view[3]

    def load(self, standing: Iterable[Standing]) -> float:
        """What share of all that can be seen the blocks of places in the view would cover."""
        width, height = self.view[2] - self.view[0], self.view[3] - self.view[1]
        free = width * height - sum((b[2] - b[0]) * (b[3] - b[1]) for b in self.shut)
        wanted = sum((s.width + 2 * _GAP) * (s.height + 2 * _GAP) for s in standing if self.lies(s.at))
        return wanted / max(1.0, free)

    def hides(self, box: Box) -> bool:
        """Whether a box is not seen whole."""
        v = self.view
        return box[0] < v[0] or box[1] < v[1] or box[2] > v[2] or box[3] > v[3] or any(_touch(box, other) for other in self.shut)


def seats(standing: Sequence[Standing], keep: Sequence[Box], sight: ClearView | None = None) -> list[Seat]:
    """A seat for each block; `keep` should stay free. One that finds no room stands over what weighs least."""
    found: list[Seat] = []
    for step in seating(standing, keep, sight):
        found = step or found
    return found


def seating(standing: Sequence[Standing], keep: Sequence[Box], sight: ClearView | None = None) -> Iterator[list[Seat] | None]:
    """The same a block at a time: None while at work, at last the seats."""
    placing = _Placing(standing, keep, sight)
    order = sorted(range(len(standing)), key=lambda i: (standing[i].weight, standing[i].at, i))
    for i in order:
        placing.seat(i)
        yield None
    for _ in range(_SWEEPS):
        worse = [i for i in order if placing.stands_badly(i)][:_WORST]
        moved = False
        for i in worse:
            moved = placing.seat(i) or moved
            yield None
        if not moved:
            break
    yield [placing.found[i] for i in range(len(standing))]


def leader(at: Point, box: Box) -> tuple[float, float, float, float]:
    """The line from a place to its block."""
    x, y = at
    return (
        x,
        y,
        min(max(x, box[0] + _INSET), box[2] - _INSET),
        min(max(y, box[1] + _INSET), box[3] - _INSET),
    )


class _Placing:
    """Seats being found."""

    def __init__(self, standing: Sequence[Standing], keep: Sequence[Box], sight: ClearView | None) -> None:
        self.standing, self.sight = standing, sight
        self.soft = [*keep, *[(s.at[0] - 7, s.at[1] - 7, s.at[0] + 7, s.at[1] + 7) for s in standing]]
        self.outward = [_outward(s.at, [other.at for other in standing]) for s in standing]
        self.found: dict[int, Seat] = {}
        self._boxes: dict[int, Box] = {}
        self._lines: dict[int, tuple[float, float, float, float]] = {}
        self._costs: dict[int, float] = {}

    def seat(self, i: int) -> bool:
        """Find the best seat for a block, those of all others given; whether it has moved."""
        one = self.standing[i]
        x, y = one.at
        w, h = one.width, one.height
        others = [(j, box) for j, box in self._boxes.items() if j != i]
        reach = w + h + _STEP * _RINGS + 20.0
        soft = [o for o in self.soft if o[0] < x + reach and o[2] > x - reach and o[1] < y + reach and o[3] > y - reach]
        shown = self.sight is not None and self.sight.lies(one.at)
        best: tuple[float, Seat] | None = None
        around = _around(w, h)
        if one.before is not None:
            stood = next(((base, seat) for base, seat in around if (seat.dx, seat.dy) == one.before), None)
            if stood is not None:
                cost = self._cost(i, stood[1], stood[0] - _STAYS, others, soft, shown, math.inf)
                best = (cost, stood[1]) if cost < math.inf else None
        for base, seat in around:
            if best is not None and base >= best[0]:
                break
            cost = self._cost(i, seat, base, others, soft, shown, best[0] if best is not None else math.inf)
            if best is None or cost < best[0]:
                best = (cost, seat) if cost < math.inf else best
        cost, seat = best if best is not None else (math.inf, around[0][1])
        moved = self.found.get(i) != seat
        self.found[i], self._costs[i] = seat, cost
        self._boxes[i] = box = seat.box(x, y)
        self._lines[i] = leader(one.at, box)
        return moved

    def stands_badly(self, i: int) -> bool:
        """Whether a block might stand better: on a line, out of sight, far off."""
        seat, line = self.found[i], self._lines[i]
        if self._costs[i] > 2 * _RING:
            return True
        box = self._boxes[i]
        return (
            any(_crosses(other, box) for j, other in self._lines.items() if j != i)
            or any(_crosses(line, other) for j, other in self._boxes.items() if j != i)
            or (seat.width > 0 and any(_touch(box, other) for j, other in self._boxes.items() if j != i))
        )

    def _cost(
        self, i: int, seat: Seat, cost: float, others: Sequence[tuple[int, Box]], soft: Sequence[Box], shown: bool, most: float
    ) -> float:
        """What a seat costs; without end where another block stands, or when it is more than `most`."""
        at = self.standing[i].at
        box = seat.box(*at)
        wide = box[0] - _GAP, box[1] - _GAP, box[2] + _GAP, box[3] + _GAP
        for _, other in others:
            if wide[0] < other[2] and other[0] < wide[2] and wide[1] < other[3] and other[1] < wide[3]:
                return math.inf
        if shown and self.sight is not None and self.sight.hides(box):
            cost += _SHUT
        for other in soft:
            if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
                cost += _SOFT
        ux, uy = self.outward[i]
        if ux or uy:
            px, py = seat.dx + seat.width / 2, seat.dy + seat.height / 2
            cost += _INWARD * (math.hypot(ux, uy) - (ux * px + uy * py) / (math.hypot(px, py) or 1.0))
        if cost >= most:
            return math.inf
        line = leader(at, box)
        for j, other in others:
            if _crosses(line, other):
                cost += _CROSSED
            theirs = self._lines[j]
            if _crosses(theirs, box):
                cost += _CROSSED
            if cost >= most:
                return math.inf
            if _meet(line, theirs):
                cost += _TANGLED
        return cost


def _outward(at: Point, others: Sequence[Point]) -> Point:
    """The way out of the crowd in which a place lies, the longer the denser the crowd, 1 at most."""
    near = [p for p in others if p != at and math.dist(p, at) < _CROWD]
    if not near:
        return 0.0, 0.0
    dx, dy = at[0] - sum(p[0] for p in near) / len(near), at[1] - sum(p[1] for p in near) / len(near)
    length = math.hypot(dx, dy)
    share = min(1.0, len(near) / 6) * min(1.0, length / 12)
    return (dx / length * share, dy / length * share) if length else (0.0, 0.0)


@lru_cache(maxsize=256)
def _around(w: float, h: float) -> tuple[tuple[float, Seat], ...]:
    """All seats that a block of a size may take, the best first, with what each costs."""
    found = [
        (ring * _RING + k * _TURN, _seat(w, h, angle, 9.0 + ring * _STEP)) for ring in range(_RINGS) for k, angle in enumerate(_AROUND)
    ]
    return tuple(sorted(found, key=lambda one: one[0]))


def _seat(w: float, h: float, angle: float, off: float) -> Seat:
    """Beside a place in a direction, its edge so far off."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    reach = min((w / 2 + off) / abs(c) if abs(c) > 1e-6 else 1e9, (h / 2 + off) / abs(s) if abs(s) > 1e-6 else 1e9)
    reach = min(reach, math.hypot(w / 2, h / 2) + off)
    return Seat(round(c * reach - w / 2), round(s * reach - h / 2), w, h)


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _crosses(line: tuple[float, float, float, float], box: Box) -> bool:
    """Whether a line runs through a box, its edge not counted."""
    ax, ay, bx, by = line
    left, top, right, bottom = box[0] + 1, box[1] + 1, box[2] - 1, box[3] - 1
    if (ax < left and bx < left) or (ax > right and bx > right) or (ay < top and by < top) or (ay > bottom and by > bottom):
        return False
    dx, dy = bx - ax, by - ay
    first, last = 0.0, 1.0
    for step, room in ((-dx, ax - left), (dx, right - ax), (-dy, ay - top), (dy, bottom - ay)):
        if step == 0:
            if room < 0:
                return False
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    return first <= last


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Whether two lines cross; those from the same place do not."""
    ax, ay, bx, by = one
    cx, cy, dx, dy = other
    if (ax, ay) == (cx, cy):
        return False
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return False

    def side(px: float, py: float, qx: float, qy: float, rx: float, ry: float) -> float:
        return (qx - px) * (ry - py) - (qy - py) * (rx - px)

    return (
        side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0 and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
    )
