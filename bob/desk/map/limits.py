"""The limits of endurance on the table: the range within which each kind of unit can still come home, as contours with their names.

They are computed from a view a little at a time in idle moments, and cached as long as the same units have the same fuel.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform

from bob.chart.marks import Point
from bob.chart.palette import Palette
from bob.chart.rim import Contour, outlines
from bob.chart.view_camera import Camera
from bob.core.hexes import Hex
from bob.day.rules.planning import BOMBERS
from bob.day.rules.reach import FlyingRange, Reach, of_plan, of_raid, of_squadron, of_units, spare
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import LuftwaffeView, RafView
from bob.day.state.world import World
from bob.day.telling.period_names import leading
from bob.desk.map.sprites import face
from bob.desk.map.textures import colour
from bob.staff.advice.map.counters import short
from bob.words import Words

_EVERY, _STEP = 150.0, 5.0
"""Miles along a contour from one of its names to the next, and the step in miles to shift a name out of the way."""
_NEAR = 7.0
_FINE = 0.12
"""The greatest deviation of a simplified contour, in miles."""
_MARK = re.compile(r"\S+ \D*\d+")
_DASHES: dict[str, list[float]] = {"fighter": [], "heavy": [9, 3, 2, 3], "bomber": [6, 4], "one_way": [1.5, 3.5]}


PlacedName = tuple[str, Point, float]
"""A name, its place on the plane, and the turn in degrees at which it reads upright."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a limit: a squadron or a raid by its name, and the data of its units."""

    name: str
    ranges: tuple[FlyingRange, ...]
    state: str
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """A contour: its name, its text at the mouse, its dashes, and its lines on the plane."""

    name: str
    hint: str
    dash: str
    lines: tuple[Contour, ...]
    polygons: tuple[QPolygonF, ...]


def subjects(
    world: World, raf: RafView | None, luftwaffe: LuftwaffeView | None, chosen: tuple[str, Any] | None, drawn: RaidPlan | None
) -> tuple[Subject, ...]:
    """Return the subjects whose limits a view shows: the chosen squadron or raid, a plan that is being drawn, else every raid on its way
    out."""
    kind, key = chosen if chosen is not None else ("", None)
    if kind == "squadron" and raf is not None:
        squadron = next((s for s in raf.squadrons if s.unit == key), None)
        r = of_squadron(world, squadron) if squadron is not None else None
        if squadron is None or r is None:
            return ()
        return (Subject(short(squadron.unit), (r,), "flying" if squadron.box == "airborne" else "ground", one_way=True),)
    if luftwaffe is None:
        return ()
    posted = world.luftwaffe(luftwaffe.settings.order_of_battle)
    if kind == "patrol" and isinstance(key, int) and 1 <= key <= len(luftwaffe.patrols):
        box = luftwaffe.patrols[key - 1]
        return (Subject(str(key), tuple(of_units(world, box, box[0].angels)), "flying"),) if box else ()
    if drawn is not None and (kind != "raid" or key == drawn.code):
        return (Subject(leading(drawn), tuple(of_plan(world, drawn, posted)), "planned"),)
    raids = [r for r in luftwaffe.raids if (r.code == key if kind == "raid" else r.state in ("flying", "over_target"))]
    found = [Subject(leading(r.plan), tuple(of_raid(world, r, posted)), "planned" if r.state == "planned" else "flying") for r in raids]
    return tuple(subject for subject in found if subject.ranges)


class Limits:
    """The limits that are shown, in the words of a language."""

    def __init__(self, world: World, words: Words, palette: Palette, ratio: float = 1.0) -> None:
        self.world, self.words, self.palette, self.ratio = world, words, palette, ratio
        self.reach = Reach(world)
        self.shown: list[Limit] = []
        self._wanted: tuple[Subject, ...] = ()
        self._work: Iterator[Limit | None] | None = None
        self._made: list[Limit] = []
        self._names: dict[tuple[str, int, int], QPixmap] = {}
        self._spots: list[PlacedName] = []
        self._placed: object = None
        self._placing: tuple[object, Iterator[list[PlacedName] | None]] | None = None

    # ---- subjects

    def want(self, subjects: Sequence[Subject]) -> None:
        """From now on show the limits of these."""
        if tuple(subjects) != self._wanted:
            self._wanted = tuple(subjects)
            self._work, self._made = self._making(), []
            if not subjects:
                self.shown, self._work = [], None

    @property
    def ready(self) -> bool:
        return self._work is None

    def work(self, budget: float) -> bool:
        """Work for `budget` seconds; return whether all limits are ready."""
        until = time.perf_counter() + budget
        while self._work is not None:
            try:
                found = next(self._work)
            except StopIteration:
                self.shown, self._work, self._spots = self._made, None, []
                break
            if found is not None:
                self._made.append(found)
            if time.perf_counter() >= until:
                break
        return self.ready

    def _making(self) -> Iterator[Limit | None]:
        for subject in self._wanted:
            kinds: dict[str, list[FlyingRange]] = {}
            for r in subject.ranges:
                kinds.setdefault(self.family(r.aircraft), []).append(r)
            for family, ranges in kinds.items():
                area = None
                for r in dict.fromkeys(ranges):
                    here = self.reach.within(r)
                    area = here if area is None else area & here
                    yield None
                name = subject.name if subject.one_way else f"{subject.name}, {family}" if len(self._wanted) > 1 else family
                least = min(ranges, key=lambda r: (spare(self.world, r), r.left))
                yield self._limit(name, self._describe(subject, name, least), self._dash(least), area or frozenset(), "limit")
                if subject.one_way:
                    yield self._limit(name, self._describe(subject, name, least), "one_way", self.reach.one_way(least), "no_return")

    def family(self, aircraft: str) -> str:
        """Return the family of an aircraft type: `Bf 109` for all its marks."""
        name = self.world.types[aircraft].name
        mark = _MARK.match(name)
        return mark[0] if mark else name

    def _dash(self, r: FlyingRange) -> str:
        kind = self.world.types[r.aircraft]
        return "bomber" if kind.kind in BOMBERS else "fighter" if kind.kind == "single_seat_fighter" else "heavy"

    def _describe(self, subject: Subject, name: str, r: FlyingRange) -> str:
        w, left = self.words, 5 * max(0, r.left)
        home = 5 * max(0, r.left - spare(self.world, r))
        lines = [w("desk_table.limit.head", name=name), w(f"desk_table.limit.{subject.state}", fuel=left, home=home, base=r.base)]
        return "\n".join(lines)

    def _limit(self, name: str, wording: str, dash: str, area: frozenset[Hex], label: str) -> Limit | None:
        drawn = [Contour(part, _FINE) for part in outlines(self.world.theatre, area) if len(part) > 2]
        if not drawn:
            return None
        polygons = tuple(QPolygonF([QPointF(x, y) for x, y in line.points]) for line in drawn)
        text = name if label == "limit" and len(self._wanted) > 1 else self.words(f"desk_table.limit.{label}", name=name)
        return Limit(text, wording, dash, tuple(drawn), polygons)

    # ---- drawing

    def placed(self, layout: object) -> bool:
        """Return whether the names are placed for this layout of the table."""
        return not self.shown or self._placed == (id(self.shown), layout)

    def lay_out(self, layout: object, camera: Camera, size: float, taken: Callable[[], Sequence[QRectF]], budget: float) -> None:
        """Place the names for `budget` seconds; `taken` returns the boxes of the screen to leave free."""
        key = id(self.shown), layout
        if self._placing is None or self._placing[0] != key:
            self._placing = key, place(self.shown, camera, size, taken())
        until = time.perf_counter() + budget
        for found in self._placing[1]:
            if found is not None:
                self._placed, self._placing, self._spots = key, None, found
                return
            if time.perf_counter() >= until:
                return

    def draw(self, painter: QPainter, camera: Camera, size: float) -> None:
        """Draw the contours, then their names over them."""
        if not self.shown:
            return
        p = self.palette
        ox, oy = camera.origin
        casing, ink = (colour(p.paper, 0.5), (-1.4, 1.4)), (colour(p.brass_ink, 0.95), (-0.4, 0.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for limit in self.shown:
            for tone, offs in (ink,) if p.patterns else (casing, ink):
                line = QPen(tone, 1.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
                line.setCosmetic(True)
                if offs == ink[1] and _DASHES[limit.dash]:
                    line.setDashPattern(_DASHES[limit.dash])
                painter.setPen(line)
                for off in offs:
                    painter.save()
                    painter.translate(off - ox, off - oy)
                    painter.scale(camera.scale, camera.scale)
                    for polygon in limit.polygons:
                        painter.drawPolyline(polygon)
                    painter.restore()
        for text, (x, y), turn in self._spots:
            at = QPointF(*camera.to_screen(x, y))
            picture = self._name(text, turn, size)
            half = QPointF(picture.width(), picture.height()) / picture.devicePixelRatio() / 2
            if QRectF(0, 0, camera.width, camera.height).adjusted(-half.x(), -half.y(), half.x(), half.y()).contains(at):
                painter.drawPixmap((at - half).toPoint(), picture)

    def _name(self, text: str, turn: float, size: float) -> QPixmap:
        """A name along its contour, with a halo that breaks the line."""
        key = text, round(turn / 3), round(size * 100)
        if key not in self._names:
            if len(self._names) > 200:
                self._names.clear()
            letters = face("semibold", 11.5 * size)
            measure = QFontMetricsF(letters)
            path = QPainterPath()
            path.addText(QPointF(-measure.horizontalAdvance(text) / 2, measure.capHeight() / 2), letters, text)
            path = QTransform().rotate(3 * key[1]).map(path)
            box = path.boundingRect()
            wide = math.ceil(max(-box.left(), box.right())) * 2 + 10
            high = math.ceil(max(-box.top(), box.bottom())) * 2 + 10
            made = QPixmap(round(wide * self.ratio), round(high * self.ratio))
            made.setDevicePixelRatio(self.ratio)
            made.fill(Qt.GlobalColor.transparent)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(wide / 2, high / 2)
            halo = QPen(colour(self.palette.paper, 0.9), 4.5)
            halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, halo)
            painter.fillPath(path, colour(self.palette.brass_ink))
            painter.end()
            self._names[key] = made.copy()
        return self._names[key]

    def text_at(self, camera: Camera, x: float, y: float) -> str:
        """Return the text about the limit under a place on the screen; empty when there is none."""
        spot = camera.to_plane(x, y)
        found = [limit for limit in self.shown if any(line.off(*spot) * camera.scale < _NEAR for line in limit.lines)]
        return "\n".join(dict.fromkeys(limit.hint for limit in found))


def place(shown: Sequence[Limit], camera: Camera, size: float, taken: Sequence[QRectF]) -> Iterator[list[PlacedName] | None]:
    """Yield the places for the names along their contours, at the last step; before that None at each.

    A name is placed clear of other things, and on a straight part of its line if possible; without room it is left out.
    """
    measure = QFontMetricsF(face("semibold", 11.5 * size))
    boxes = list(taken)
    found: list[PlacedName] = []
    for limit in shown:
        wide = (measure.horizontalAdvance(limit.name) + 6) / camera.scale
        for line in limit.lines:
            if line.length < max(25.0, wide):
                continue
            count = max(1, math.floor(line.length / max(_EVERY, 2 * wide)))
            for k in range(count):
                yield None
                middle, room = line.length * (k + 0.5) / count, line.length / count * 0.42
                tries = [middle + side * step * _STEP for step in range(int(room / _STEP) + 1) for side in ((1, -1) if step else (1,))]
                spots = (_spot(line, at, wide) for at in tries)
                best = next((s for s in spots if s is not None and _free(s, camera, wide, size, boxes)), None)
                if best is None and count == 1:
                    bent = (_spot(line, at, wide, bent=True) for at in tries)
                    best = next((s for s in bent if s is not None and _free(s, camera, wide, size, boxes)), None)
                if best is not None:
                    boxes += _squares(best, camera, wide, size)
                    found.append((limit.name, best[0], best[1]))
    yield found


def _spot(line: Contour, at: float, wide: float, *, bent: bool = False) -> tuple[Point, float] | None:
    """Return the place on a line for a name of that width, and its turn; None where the line is bent, unless `bent`."""
    if not bent and not wide / 2 <= at <= line.length - wide / 2:
        return None
    a, middle, b = (line.at(at + off) for off in (-wide / 2, 0, wide / 2))
    sag = math.dist(middle, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
    if sag > wide * 0.06 and not bent:
        return None
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return middle, turn + 180 if turn < -90 else turn - 180 if turn > 90 else turn


def _squares(spot: tuple[Point, float], camera: Camera, wide: float, size: float) -> list[QRectF]:
    """Return the area of a name on the screen, as small squares along it."""
    (x, y), turn = spot
    cx, cy = camera.to_screen(x, y)
    dx, dy = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half, side = wide * camera.scale / 2, 14 * size
    count = max(2, math.ceil(2 * half / side))
    offs = [half * (2 * (k + 0.5) / count - 1) for k in range(count)]
    return [QRectF(cx + dx * o - side / 2, cy + dy * o - side / 2, side, side) for o in offs]


def _free(spot: tuple[Point, float], camera: Camera, wide: float, size: float, boxes: Sequence[QRectF]) -> bool:
    squares = _squares(spot, camera, wide, size)
    around = squares[0].united(squares[-1])
    near = [box for box in boxes if box.intersects(around)]
    return not any(square.intersects(box) for box in near for square in squares)
