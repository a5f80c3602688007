"""The counters of a view on the screen: laid out once a scale, drawn in each frame, found under the mouse."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPolygonF

from bob.chart.block_layout import ClearView, Seat, Standing, ThinLine, leader, seating
from bob.chart.livery import plaque
from bob.chart.marks import Box, Point
from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.desk.map.blocks import SHIPS, Blocks
from bob.desk.map.lines import FAINT, Lines
from bob.desk.map.textures import colour
from bob.staff.advice.map.counters import CounterBlock, Counters, Pips
from bob.staff.advice.map.motion import Motion, MotionKey

_STANDS = ("friend", "own", "truth")
_WEIGHT = {"hostile": 0, "unknown": 1, "truth": 2, "own": 2, "friend": 3, "unheard": 4, "convoy": 5, "sighting": 5, "planned": 6}
_LAYOUTS = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Hit:
    """The thing under the mouse."""

    kind: str
    key: Any
    block: CounterBlock | None = None


class Scene:
    """Draws a `Counters` through a camera. `motion` is the movement from the table before, `faint` the tracks that are dimmed."""

    def __init__(self, table: Counters, palette: Palette, blocks: Blocks) -> None:
        self.table = table
        self.palette = palette
        self.blocks = blocks
        self.lines = Lines(blocks)
        self.grow = blocks.grow
        self.selected: MotionKey | None = None
        self.hovered: MotionKey | None = None
        self.opened: CounterBlock | None = None
        self.motion = Motion()
        self.faint: frozenset[Any] = frozenset()
        self.fields = True
        self.laid_out = 0
        self._seats: list[Seat] = []
        self._seated: tuple[CounterBlock, ...] = ()

    def adopt(self, other: Scene) -> None:
        """Take over the chosen, moving and dimmed things of a scene at another scale."""
        self.selected, self.hovered, self.opened = other.selected, other.hovered, other.opened
        self.motion, self.faint, self.fields = other.motion, other.faint, other.fields

    def stand_as(self, other: Scene) -> None:
        """Keep the seats of another scene's blocks until they are laid out."""
        self._seats, self._seated = other._seats, other._seated

    def forget(self) -> None:
        """Nothing stood anywhere before: another seat looks at the table."""
        self._seats, self._seated = [], ()

    # ---- where things are

    def lay_out(self, camera: Camera, sight: ClearView | None = None) -> None:
        """Find a seat for each block at the camera's scale; in sight if that is given."""
        for _ in self.laying_out(camera, sight):
            pass

    def laying_out(self, camera: Camera, sight: ClearView | None = None) -> Iterator[None]:
        """The same a block at a time. Blocks stay where they stood, if that is as good."""
        s = camera.scale
        standing = self.standing(camera)
        keep: list[Box] = []
        if self.fields:
            for pips in self.table.pips:
                box = self.pips_box(pips)
                x, y = pips.at[0] * s, pips.at[1] * s
                keep.append((x + box[0], y + box[1], x + box[2], y + box[3]))
        for found in seating(standing, keep, sight):
            yield None
            if found is not None:
                self._sit(found)
        self.laid_out = next(_LAYOUTS)

    def _sit(self, found: list[Seat]) -> None:
        """Take the seats found: blocks of one place go one below the other, on the side of the place."""
        seats: dict[int, Seat] = {}
        for group, whole in zip(self._groups(), found, strict=True):
            down, left = whole.dy, whole.dx + whole.width / 2 >= 0
            for i in group:
                width, height = self.blocks.size(self.table.blocks[i])
                seats[i] = Seat(whole.dx if left else whole.dx + whole.width - width, down, width, height)
                down += height
        self._seats, self._seated = [seats[i] for i in range(len(seats))], tuple(self.table.blocks)

    def _courses(self) -> dict[MotionKey, Point]:
        """Return the end of each course drawn for tracks and convoys."""
        owners = {"ahead": "track", "sails": "convoy"}
        return {(owners[way.kind], way.key): way.points[-1] for way in self.table.ways if way.kind in owners}

    def _groups(self) -> list[list[int]]:
        """Return the blocks of each place, by their numbers: the most important first, and the knowledge of a raid below the raid."""
        found: dict[Point, list[int]] = {}
        for i, block in enumerate(self.table.blocks):
            found.setdefault(block.at, []).append(i)
        blocks = self.table.blocks
        return [sorted(group, key=lambda i: (blocks[i].flat, _WEIGHT[blocks[i].look], i)) for group in found.values()]

    def standing(self, camera: Camera) -> list[Standing]:
        """Return the blocks to place: those of one place share a seat."""
        s, stood, courses = camera.scale, self.offsets(), self._courses()
        found: list[Standing] = []
        for group in self._groups():
            blocks = [self.table.blocks[i] for i in group]
            sizes = [self.blocks.size(block) for block in blocks]
            before = next((stood[key] for b in blocks if (key := (b.rows[0].kind, b.rows[0].key)) in stood), None)
            at = blocks[0].at[0] * s, blocks[0].at[1] * s
            goal = next((courses[row.kind, row.key] for b in blocks for row in b.rows if (row.kind, row.key) in courses), None)
            course = (goal[0] * s, goal[1] * s) if goal is not None else None
            weight = min(_WEIGHT[b.look] for b in blocks)
            found.append(Standing(at, max(w for w, _ in sizes), sum(h for _, h in sizes), weight, before, course))
        return found

    def hidden_by(self, camera: Camera, sight: ClearView) -> bool:
        """Return whether a block is not wholly visible although the place that it marks is."""
        s = camera.scale
        for block, seat in zip(self.table.blocks, self._seats, strict=False):
            at = block.at[0] * s, block.at[1] * s
            if sight.lies(at) and sight.hides(seat.box(*at)):
                return True
        return False

    def pictures(self) -> Iterator[None]:
        """Make the pictures of all blocks, one at each step."""
        for block in self.table.blocks:
            self.blocks.picture(block)
            yield

    def offsets(self) -> dict[MotionKey, Point]:
        """Return the offset of each counter's block from the place that it marks."""
        pairs = zip(self._seated, self._seats, strict=False)
        return {(row.kind, row.key): (seat.dx, seat.dy) for block, seat in pairs for row in block.rows}

    def at(self, key: MotionKey, there: Point) -> Point:
        """Return the current place of a counter, on its way when it is moving."""
        return self.motion.at(key, there)

    def boxes(self, camera: Camera) -> list[QRectF]:
        """Return the rectangles of the blocks on the screen."""
        found: list[QRectF] = []
        ox, oy = camera.origin
        scale, moving = camera.scale, self.motion.moving
        for block, seat in zip(self.table.blocks, self._seats, strict=False):
            at, dx, dy = block.at, seat.dx, seat.dy
            if moving:
                key = block.rows[0].kind, block.rows[0].key
                at, (dx, dy) = self.motion.at(key, at), self.motion.seat(key, (dx, dy))
            found.append(QRectF(at[0] * scale - ox + dx, at[1] * scale - oy + dy, seat.width, seat.height))
        return found

    def boxes_at_rest(self, camera: Camera) -> list[QRectF]:
        """Return the rectangles of the blocks when all movement has ended."""
        ox, oy = camera.origin
        pairs = zip(self.table.blocks, self._seats, strict=False)
        return [QRectF(*_corner(b.at, camera.scale, ox - s.dx, oy - s.dy), s.width, s.height) for b, s in pairs]

    def hit(self, camera: Camera, x: float, y: float) -> Hit | None:
        """The counter under a place on the screen, the uppermost first."""
        order = list(zip(self.table.blocks, self.boxes(camera), strict=False))
        order.reverse()
        order.sort(key=lambda item: item[0] is not self.opened)
        for block, box in order:
            opened = block is self.opened
            width, high = self.blocks.size(block, opened)
            if QRectF(box.left(), box.top(), width, high).contains(x, y):
                row = self.blocks.row_at(block, y - box.top(), opened)
                if row is None:
                    row = block.rows[-1]
                return Hit(row.kind, row.key, block)
        for number, arrows in self.table.trails.items():
            if arrows and math.dist(camera.to_screen(*arrows[-1].at), (x, y)) < 10 * self.grow:
                return Hit("track", number)
        for pips in self.table.pips if self.fields else ():
            px, py = camera.to_screen(*pips.at)
            left, top, _, _ = self.pips_box(pips)
            for i, (unit, _) in enumerate(pips.units):
                cx, cy = self._pip(i, px + left, py + top)
                if abs(cx - x) <= 4 * self.grow and abs(cy - y) <= 4 * self.grow:
                    return Hit("squadron", unit)
        return None

    # ---- drawing

    def draw(self, painter: QPainter, camera: Camera) -> None:
        """Draw all counters."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for halo in self.table.halos:
            at, radius = self.at(halo.key, halo.at), self.motion.radius(halo.key, halo.radius)
            own = halo.key[0] == "squadron"
            dimmed = not own and halo.key[1] in self.faint
            self._halo(painter, camera, at, radius, FAINT if dimmed else 1.0, own)
        for way in self.table.ways:
            faint = way.kind == "ahead" and way.key in self.faint
            self.lines.way(painter, camera, way, self.motion, self._marked, FAINT if faint else 1.0)
        self.lines.trails(painter, camera, self.table, self.motion, self.faint)
        if self.fields:
            for pips in self.table.pips:
                self._pips(painter, camera, pips)
        boxes = self.boxes(camera)
        self._leaders(painter, camera, boxes)
        margin = self.blocks.margin
        late: tuple[CounterBlock, QRectF] | None = None
        for block, box in zip(self.table.blocks, boxes, strict=False):
            if block is self.opened:
                late = block, box
                continue
            if box.right() < 0 or box.bottom() < 0 or box.left() > camera.width or box.top() > camera.height:
                continue
            painter.setOpacity(self._share(block))
            painter.drawPixmap(QPointF(round(box.left()) - margin, round(box.top()) - margin), self.blocks.picture(block))
            painter.setOpacity(1.0)
            self._rings(painter, block, box, False)
        if late is not None:
            painter.drawPixmap(QPointF(round(late[1].left()) - margin, round(late[1].top()) - margin), self.blocks.picture(late[0], True))
            self._rings(painter, late[0], late[1], True)

    def _marked(self, key: MotionKey) -> bool:
        return key in (self.selected, self.hovered)

    def _share(self, block: CounterBlock) -> float:
        """Return the opacity of a block."""
        return FAINT if block.rows[0].kind == "track" and block.rows[0].key in self.faint else 1.0

    def _rings(self, painter: QPainter, block: CounterBlock, box: QRectF, opened: bool) -> None:
        for key, width in ((self.selected, 2.8), (self.hovered, 1.3)):
            if key is None:
                continue
            row = self.blocks.row_box(block, key, opened)
            if row is None:
                continue
            around = row.translated(round(box.left()), round(box.top())).adjusted(-2.2, -2.2, 2.2, 2.2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if width > 2:
                painter.setPen(QPen(colour(self.palette.paper, 0.9), width + 2.2))
                painter.drawRoundedRect(around, 4, 4)
            painter.setPen(QPen(colour(self.palette.brass if not self.palette.patterns else "#000000"), width))
            painter.drawRoundedRect(around, 4, 4)

    def _halo(self, painter: QPainter, camera: Camera, at: Point, radius: float, share: float, own: bool) -> None:
        x, y = camera.to_screen(*at)
        r = radius * camera.scale
        if x + r < 0 or y + r < 0 or x - r > camera.width or y - r > camera.height:
            return
        friend = plaque(self.palette, "friend").ground
        line = QPen(colour(friend if own else self.palette.ink, 0.8 * share), 1.3 if own else 1.0)
        line.setDashPattern([2, 3] if own else [6, 5])
        painter.setPen(line)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, y), r, r)
        if r > 14 and not own:
            painter.setFont(self.blocks.small)
            painter.setPen(colour(self.palette.ink, 0.8 * share))
            painter.drawText(QRectF(x - 8, y + r - 9 * self.grow, 16, 18 * self.grow), Qt.AlignmentFlag.AlignCenter, "?")

    def leaders(self, camera: Camera, boxes: Sequence[QRectF]) -> list[tuple[int, ThinLine]]:
        """Return the thin lines from places to their blocks, each with the number of the block at which it ends: for a place the
        nearest, on which the others rest."""
        found: list[tuple[int, ThinLine]] = []
        for group in self._groups():
            block = self.table.blocks[group[0]]
            x, y = camera.to_screen(*self.at((block.rows[0].kind, block.rows[0].key), block.at))
            lines = [(i, leader((x, y), (boxes[i].left(), boxes[i].top(), boxes[i].right(), boxes[i].bottom()))) for i in group]
            found.append(min(lines, key=lambda one: math.dist(one[1][:2], one[1][2:])))
        return found

    def _leaders(self, painter: QPainter, camera: Camera, boxes: list[QRectF]) -> None:
        """Draw from each block a thin line to its place, and the foot of a stand there."""
        for i, line in self.leaders(camera, boxes):
            x, y = line[:2]
            if not (-80 < x < camera.width + 80 and -80 < y < camera.height + 80):
                continue
            block = self.table.blocks[i]
            look = plaque(self.palette, block.look)
            dark = look.ground if block.look in _STANDS else look.edge
            painter.setPen(QPen(colour(dark, 0.85 * self._share(block)), 1.2))
            painter.drawLine(QLineF(*line))
        for block in self.table.blocks:
            x, y = camera.to_screen(*self.at((block.rows[0].kind, block.rows[0].key), block.at))
            if block.look in (*_STANDS, *SHIPS, "unheard") and -80 < x < camera.width + 80 and -80 < y < camera.height + 80:
                look = plaque(self.palette, block.look)
                painter.setPen(QPen(colour(self.palette.paper), 1.2))
                painter.setBrush(QBrush(colour(look.ground if block.look in _STANDS else look.edge)))
                painter.drawEllipse(QPointF(x, y), 4.2 * self.grow, 4.2 * self.grow)

    # ---- the ground

    def _pip(self, i: int, left: float, top: float) -> tuple[float, float]:
        step = 7.5 * self.grow
        return left + (i % 4) * step + step / 2, top + (i // 4) * step + step / 2

    def pips_box(self, pips: Pips) -> Box:
        """Return the rectangle of a field's pips around its place."""
        step = 7.5 * self.grow
        wide, high = min(4, len(pips.units)) * step, math.ceil(len(pips.units) / 4) * step
        top = 9.5 * self.grow
        return -wide / 2, top, wide / 2, top + high

    def _pips(self, painter: QPainter, camera: Camera, pips: Pips) -> None:
        x, y = camera.to_screen(*pips.at)
        if not (-30 < x < camera.width + 30 and -30 < y < camera.height + 30):
            return
        left, top, _, _ = self.pips_box(pips)
        friend = plaque(self.palette, "friend").ground
        r = 2.9 * self.grow
        for i, (unit, box) in enumerate(pips.units):
            cx, cy = self._pip(i, x + left, y + top)
            at = QRectF(cx - r, cy - r, 2 * r, 2 * r)
            painter.setPen(QPen(colour(friend), 1.1))
            painter.setBrush(colour(self.palette.paper))
            painter.drawRect(at)
            if box in ("ready", "scrambling"):
                painter.fillRect(at, colour(friend))
            elif box == "available":
                half = QPainterPath()
                half.addPolygon(QPolygonF([at.bottomLeft(), at.topRight(), at.bottomRight(), at.bottomLeft()]))
                painter.fillPath(half, colour(friend))
            elif box in ("landed", "rearm_1", "rearm_2"):
                painter.drawLine(at.topLeft(), at.bottomRight())
                painter.drawLine(at.topRight(), at.bottomLeft())
            if box == "scrambling" or ("squadron", unit) == self.selected:
                painter.setPen(QPen(colour(self.palette.brass if not self.palette.patterns else self.palette.ink), 1.8))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(at.adjusted(-2.2, -2.2, 2.2, 2.2))


def _corner(at: Point, scale: float, left: float, top: float) -> Point:
    return at[0] * scale - left, at[1] * scale - top
