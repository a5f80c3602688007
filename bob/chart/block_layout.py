"""Placing of blocks around the places that they mark: near, without overlap, and clear of the thin lines of others.

All in pixels of the map at one scale; a seat is an offset, so that it holds while the map is moved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bob.chart.marks import Box, Point

ThinLine = tuple[float, float, float, float]
_Near = tuple[list[tuple[float, Box]], list[tuple[float, ThinLine]], list[tuple[float, Box]]]

_RINGS = 22
_STEP = 15.0
_AROUND = (*(-45, 45, -135, 135, -90, 90, 0, 180, -20, 20, -160, 160), *(-68, 68, -112, 112, -33, 33, -147, 147, -56, 56, -124, 124))
"""The directions of a block from its place, in degrees, the best first."""
_GAP = 3.0
"""Pixels between two blocks."""
_RING, _TURN = 3.0, 0.1
"""The cost of a ring farther off, and of a direction later in the order."""
_SOFT, _CROSSED, _TANGLED, _COURSE, _SHUT = 1.6, 18.0, 3.0, 4.0, 120.0
"""The costs: covering something that should stay free, covering another block's line, two lines that cross, covering the block's own
course, and being out of sight."""
_INWARD, _CROWD = 20.0, 200.0
"""The highest cost of the inward side of a crowd, and the radius of a crowd in pixels."""
_STRAY, _STRAYED = 16.0, 90.0
"""The highest cost of leaving the previous seat, and the distance from which it applies in full."""
_SWEEPS = 2
"""Rounds in which badly placed blocks look for a better seat, since others have moved meanwhile."""
_PAIRS = 40
"""Pairs of blocks in each other's way that are placed again."""
_WAYS = 4
"""Ways that are tried to make room for a block that is out of sight."""
_INSET = 4.0
"""Pixels inside a block at which its line ends."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of a block: the offset of its upper left corner from the place that it marks, and its size."""

    dx: float
    dy: float
    width: float
    height: float

    def box(self, x: float, y: float) -> Box:
        """Return the rectangle of the block for that place."""
        return x + self.dx, y + self.dy, x + self.dx + self.width, y + self.dy + self.height


@dataclass(frozen=True, slots=True)
class Standing:
    """A block that wants a seat: the place that it marks, its size, how much it counts (the least first), its offset before, if it had
    one, and where its course leads."""

    at: Point
    width: float
    height: float
    weight: int
    before: Point | None = None
    course: Point | None = None


@dataclass(frozen=True, slots=True)
class ClearView:
    """The visible part of the map: the edges of the view, and the rectangles that cover it (the legend, the rose)."""

    view: Box
    shut: tuple[Box, ...] = ()

    def lies(self, at: Point) -> bool:
        """Return whether a place is in the view."""
        return self.view[0] <= at[0] <= self.view[2] and self.view[1] <= at[1] <= self.view[3]

    def load(self, standing: Iterable[Standing]) -> float:
        """Return the share of the visible area that the blocks of places in the view would cover."""
        width, height = self.view[2] - self.view[0], self.view[3] - self.view[1]
        free = width * height - sum((b[2] - b[0]) * (b[3] - b[1]) for b in self.shut)
        wanted = sum((s.width + 2 * _GAP) * (s.height + 2 * _GAP) for s in standing if self.lies(s.at))
        return wanted / max(1.0, free)

    def hides(self, box: Box) -> bool:
        """Return whether a box is not wholly visible."""
        v = self.view
        return box[0] < v[0] or box[1] < v[1] or box[2] > v[2] or box[3] > v[3] or any(_touch(box, other) for other in self.shut)


def seats(standing: Sequence[Standing], keep: Sequence[Box], sight: ClearView | None = None) -> list[Seat]:
    """Return a seat for each block; `keep` should stay free. A block without room covers whatever costs least."""
    found: list[Seat] = []
    for step in seating(standing, keep, sight):
        found = step or found
    return found


def seating(standing: Sequence[Standing], keep: Sequence[Box], sight: ClearView | None = None) -> Iterator[list[Seat] | None]:
    """Find the same seats one block at a time: yield None while at work, at last the seats.

    Blocks that fit at their previous seats keep them; the others are placed one by one, then badly placed ones are placed again, alone
    and in pairs with a block in their way.
    """
    placing = _Placing(standing, keep, sight)
    order = sorted(range(len(standing)), key=lambda i: (standing[i].weight, standing[i].at, i))
    stayed = {i for i in order if placing.stay(i)}
    for i in order:
        if i not in stayed:
            placing.seat(i)
            yield None
    for _ in range(_SWEEPS):
        moved = False
        for i in order:
            if placing.stands_badly(i):
                moved = placing.seat(i) or moved
                yield None
        if not moved:
            break
    left = _PAIRS
    for _ in range(_SWEEPS):
        moved = False
        for i in order:
            if placing.hidden(i):
                moved = placing.push(i) or moved
                yield None
        at_odds = [i for i in order if placing.foes(i)]
        for i in sorted(at_odds, key=placing.cost, reverse=True):
            for j in placing.foes(i):
                if left > 0:
                    left -= 1
                    yield None
                    if placing.swap(i, j):
                        moved = True
                        break
        if not moved:
            break
    yield [placing.found[i] for i in range(len(standing))]


def leader(at: Point, box: Box) -> ThinLine:
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
        self.shown = [sight is not None and sight.lies(s.at) for s in standing]
        self.found: dict[int, Seat] = {}
        self._boxes: dict[int, Box] = {}
        self._lines: dict[int, ThinLine] = {}
        self._costs: dict[int, float] = {}

    def sit(self, i: int, seat: Seat, cost: float) -> None:
        """Give a block a seat."""
        at = self.standing[i].at
        self.found[i], self._costs[i] = seat, cost
        self._boxes[i] = box = seat.box(*at)
        self._lines[i] = leader(at, box)

    def leave(self, i: int) -> None:
        """Take a block off its seat."""
        del self._boxes[i], self._lines[i]

    def stay(self, i: int) -> bool:
        """Leave a block where it stood, if there is room; whether there is."""
        one = self.standing[i]
        if one.before is None:
            return False
        bx, by = one.before
        base, seat, _ = min(_seats_around(one.width, one.height), key=lambda s: abs(s[1].dx - bx) + abs(s[1].dy - by))
        box = seat.box(*one.at)
        wide = box[0] - _GAP, box[1] - _GAP, box[2] + _GAP, box[3] + _GAP
        if math.dist((seat.dx, seat.dy), one.before) > _STRAYED or any(_touch(wide, other) for other in self._boxes.values()):
            return False
        if self.shown[i] and self.sight is not None and self.sight.hides(box):
            return False
        self.sit(i, seat, base)
        return True

    def seat(self, i: int) -> bool:
        """Find the best seat for a block, those of all others given; whether it has moved."""
        one = self.standing[i]
        cost, seat = self._best_seat(i, math.inf) or (math.inf, _seats_around(one.width, one.height)[0][1])
        moved = self.found.get(i) != seat
        self.sit(i, seat, cost)
        return moved

    def foes(self, i: int) -> list[int]:
        """Return the blocks in conflict with a block: one crosses the other or its line."""
        box, line = self._boxes[i], self._lines[i]
        return [j for j, other in self._boxes.items() if j != i and (_crosses(line, other) or _crosses(self._lines[j], box))]

    def hidden(self, i: int) -> bool:
        """Return whether a block is not wholly visible although its place is."""
        return self.shown[i] and self.sight is not None and self.sight.hides(self._boxes[i])

    def swap(self, i: int, j: int) -> bool:
        """Place two blocks again, the one as if the other were not there, then the other; return whether the total cost has fallen."""
        was, other = self.found[i], self.found[j]
        alone = self.cost(i)
        self.leave(i)
        rest = self.cost(j)
        self.leave(j)
        whole = alone + rest
        first = self._best_seat(i, whole)
        if first is not None:
            self.sit(i, first[1], first[0])
            second = self._best_seat(j, whole - first[0] - 0.01)
            if second is not None:
                self.sit(j, second[1], second[0])
                return True
        self.sit(j, other, rest)
        self.sit(i, was, alone)
        return False

    def push(self, i: int) -> bool:
        """Bring a hidden block into sight, if one or two others make room for it; return whether the total cost has fallen."""
        one = self.standing[i]
        x, y = one.at
        ways: list[tuple[float, Seat, list[int]]] = []
        for base, seat, _ in _seats_around(one.width, one.height):
            box = seat.box(x, y)
            if self.sight is None or self.sight.hides(box):
                continue
            wide = box[0] - _GAP, box[1] - _GAP, box[2] + _GAP, box[3] + _GAP
            out = [j for j, other in self._boxes.items() if j != i and _touch(wide, other)]
            if len(out) <= 2:
                ways.append((base + _RING * len(out), seat, out))
        ways.sort(key=lambda way: way[0])
        return any(self._make_room(i, seat, out) for _, seat, out in ways[:_WAYS])

    def _make_room(self, i: int, seat: Seat, out: Sequence[int]) -> bool:
        """Place a block there and others again; return whether the total cost has fallen, else restore all."""
        was = {j: self.found[j] for j in (i, *out)}
        costs: dict[int, float] = {}
        for j in was:
            costs[j] = self.cost(j)
            self.leave(j)
        left = sum(costs.values())
        self.sit(i, seat, 0.0)
        left -= self.cost(i)
        for j in sorted(out, key=lambda j: -self.standing[j].width * self.standing[j].height):
            best = self._best_seat(j, left - 0.01)
            if best is None:
                break
            self.sit(j, best[1], best[0])
            left -= best[0]
        else:
            return True
        for j in reversed(was):
            self.sit(j, was[j], costs[j])
        return False

    def cost(self, i: int) -> float:
        """Return the cost of a block's current seat."""
        one, seat = self.standing[i], self.found[i]
        base = next((base for base, other, _ in _seats_around(one.width, one.height) if other == seat), 0.0)
        return self._cost(i, seat, seat.box(*one.at), base, self._nearest_boxes(i), math.inf)

    def stands_badly(self, i: int) -> bool:
        """Return whether a block might have a better seat: on a line, out of sight, far off."""
        box = self._boxes[i]
        return (
            self._costs[i] > 2 * _RING
            or self.hidden(i)
            or any(_touch(box, other) for j, other in self._boxes.items() if j != i)
            or bool(self.foes(i))
        )

    def _nearest_boxes(self, i: int) -> _Near:
        """The boxes and the lines of all others and what should stay free, the nearest first, each with its distance."""
        at = self.standing[i].at
        boxes = sorted((_distance_of(at, box), box) for j, box in self._boxes.items() if j != i)
        lines = sorted((_distance_of(at, _bounds(line)), line) for j, line in self._lines.items() if j != i)
        return boxes, lines, sorted((_distance_of(at, box), box) for box in self.soft)

    def _best_seat(self, i: int, most: float) -> tuple[float, Seat] | None:
        """Return the best seat of a block beside the others, and its cost; None without a cost below `most`."""
        one, near = self.standing[i], self._nearest_boxes(i)
        x, y = one.at
        found: Seat | None = None
        for base, seat, reach in _seats_around(one.width, one.height):
            if base >= most:
                break
            left, top = x + seat.dx, y + seat.dy
            right, low = left + seat.width, top + seat.height
            before, above, behind, below = left - _GAP, top - _GAP, right + _GAP, low + _GAP
            for off, other in near[0]:
                if off > reach:
                    cost = base
                    break
                if before < other[2] and other[0] < behind and above < other[3] and other[1] < below:
                    cost = math.inf
                    break
            else:
                cost = base
            if cost < most:
                cost = self._cost(i, seat, (left, top, right, low), base, near, most)
                if cost < most:
                    most, found = cost, seat
        return (most, found) if found is not None else None

    def _cost(self, i: int, seat: Seat, box: Box, cost: float, near: _Near, most: float) -> float:
        """Return the cost of a seat that no other block occupies; infinite when above `most`."""
        one = self.standing[i]
        if one.before is not None:
            cost += _STRAY * min(1.0, math.dist((seat.dx, seat.dy), one.before) / _STRAYED)
        if self.shown[i] and self.sight is not None and self.sight.hides(box):
            cost += _SHUT
        if one.course is not None and _crosses((*one.at, *one.course), box):
            cost += _COURSE
        ux, uy = self.outward[i]
        if ux or uy:
            px, py = seat.dx + seat.width / 2, seat.dy + seat.height / 2
            cost += _INWARD * (math.hypot(ux, uy) - (ux * px + uy * py) / (math.hypot(px, py) or 1.0))
        reach = math.hypot(max(abs(seat.dx), abs(seat.dx + seat.width)), max(abs(seat.dy), abs(seat.dy + seat.height)))
        boxes, lines, soft = near
        for off, other in soft:
            if off > reach or cost >= most:
                break
            if _touch(box, other):
                cost += _SOFT
        line = leader(one.at, box)
        bounds = _bounds(line)
        for off, other in boxes:
            if off > reach or cost >= most:
                break
            if _touch(bounds, other) and _crosses(line, other):
                cost += _CROSSED
        for off, theirs in lines:
            if off > reach or cost >= most:
                break
            if _crosses(theirs, box):
                cost += _CROSSED
            if _meet(line, theirs):
                cost += _TANGLED
        return cost if cost < most else math.inf


def _outward(at: Point, others: Sequence[Point]) -> Point:
    """Return the direction out of the crowd around a place: the longer the denser the crowd, 1 at most."""
    near = [p for p in others if p != at and math.dist(p, at) < _CROWD]
    if not near:
        return 0.0, 0.0
    dx, dy = at[0] - sum(p[0] for p in near) / len(near), at[1] - sum(p[1] for p in near) / len(near)
    length = math.hypot(dx, dy)
    share = min(1.0, len(near) / 6) * min(1.0, length / 12)
    return (dx / length * share, dy / length * share) if length else (0.0, 0.0)


@lru_cache(maxsize=256)
def _seats_around(w: float, h: float) -> tuple[tuple[float, Seat, float], ...]:
    """Return all seats that a block of a size may take, the best first, with the cost of each and its distance from the place."""
    found: list[tuple[float, Seat, float]] = []
    for ring in range(_RINGS):
        for k, angle in enumerate(_AROUND):
            seat = _seat(w, h, angle, 9.0 + ring * _STEP)
            reach = math.hypot(max(abs(seat.dx), abs(seat.dx + w)) + _GAP, max(abs(seat.dy), abs(seat.dy + h)) + _GAP)
            found.append((ring * _RING + k * _TURN, seat, reach))
    return tuple(sorted(found, key=lambda one: one[0]))


def _seat(w: float, h: float, angle: float, off: float) -> Seat:
    """Return the seat beside a place in a direction, with its edge at that distance."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    reach = min((w / 2 + off) / abs(c) if abs(c) > 1e-6 else 1e9, (h / 2 + off) / abs(s) if abs(s) > 1e-6 else 1e9)
    reach = min(reach, math.hypot(w / 2, h / 2) + off)
    return Seat(round(c * reach - w / 2), round(s * reach - h / 2), w, h)


def _bounds(line: ThinLine) -> Box:
    ax, ay, bx, by = line
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _distance_of(at: Point, box: Box) -> float:
    """Return the distance of a box from a place."""
    return math.hypot(max(box[0] - at[0], 0.0, at[0] - box[2]), max(box[1] - at[1], 0.0, at[1] - box[3]))


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _crosses(line: ThinLine, box: Box) -> bool:
    """Return whether a line runs through a box, its edge not counted."""
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


def _meet(one: ThinLine, other: ThinLine) -> bool:
    """Return whether two lines cross; those from the same place do not."""
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
