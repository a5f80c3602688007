"""The counters of a view as they stand on the screen: laid out once a scale, drawn in each frame, found under the mouse."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPolygonF

from bob.chart.marks import Point
from bob.chart.palette import Palette
from bob.desk.table.blocks import Blocks
from bob.desk.table.camera import Camera
from bob.desk.table.counters import Block, Pips, Table, Way
from bob.desk.table.layout import Box, Seat, seats
from bob.desk.table.livery import plaque
from bob.desk.table.textures import colour

Key = tuple[str, Any]
_WEIGHT = {"hostile": 0, "unknown": 1, "truth": 2, "own": 2, "friend": 3, "planned": 5, "faded": 6}


@dataclass(frozen=True, slots=True)
class Hit:
    """What lies under the mouse."""

    kind: str
    key: Any
    block: Block | None = None


class Scene:
    """Draws a `Table` through a camera. `old` are the places of the table before, for a movement half done."""

    def __init__(self, table: Table, palette: Palette, grow: float, ratio: float = 1.0) -> None:
        self.table = table
        self.palette = palette
        self.blocks = Blocks(palette, grow, ratio)
        self.grow = grow
        self.selected: Key | None = None
        self.hovered: Key | None = None
        self.opened: Block | None = None
        self.old: dict[Key, Point] = {}
        self.progress = 1.0
        self.fields = True
        self.laid_out = 0
        self._seats: list[Seat] = []

    # ---- where things are

    def lay_out(self, camera: Camera) -> None:
        """Find a seat for each block at the camera's scale."""
        s = camera.scale
        anchors = [(b.at[0] * s, b.at[1] * s) for b in self.table.blocks]
        sizes = [self.blocks.size(b) for b in self.table.blocks]
        weights = [_WEIGHT[b.look] for b in self.table.blocks]
        keep: list[Box] = []
        if self.fields:
            for pips in self.table.pips:
                box = self.pips_box(pips)
                x, y = pips.at[0] * s, pips.at[1] * s
                keep.append((x + box[0], y + box[1], x + box[2], y + box[3]))
        self._seats = seats(anchors, sizes, weights, keep)
        self.laid_out += 1

    def at(self, key: Key, there: Point) -> Point:
        """Where a counter is now, half-way when it is moving."""
        before = self.old.get(key) if self.progress < 1 else None
        if before is None:
            return there
        p = self.progress
        return before[0] + (there[0] - before[0]) * p, before[1] + (there[1] - before[1]) * p

    def boxes(self, camera: Camera) -> list[QRectF]:
        """What the blocks cover on the screen."""
        found: list[QRectF] = []
        for block, seat in zip(self.table.blocks, self._seats, strict=False):
            x, y = camera.to_screen(*self.at((block.rows[0].kind, block.rows[0].key), block.at))
            found.append(QRectF(x + seat.dx, y + seat.dy, seat.width, seat.height))
        return found

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
        for number, (arrows, _) in self.table.trails.items():
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
            self._halo(painter, camera, self.at(("track", halo.key), halo.at), halo.radius)
        for way in self.table.ways:
            self._way(painter, camera, way)
        self._trails(painter, camera)
        if self.fields:
            for pips in self.table.pips:
                self._pips(painter, camera, pips)
        self._leaders(painter, camera)
        margin = self.blocks.margin
        late: tuple[Block, QRectF] | None = None
        for block, box in zip(self.table.blocks, self.boxes(camera), strict=False):
            if block is self.opened:
                late = block, box
                continue
            if box.right() < 0 or box.bottom() < 0 or box.left() > camera.width or box.top() > camera.height:
                continue
            painter.drawPixmap(QPointF(round(box.left()) - margin, round(box.top()) - margin), self.blocks.picture(block))
            self._rings(painter, block, box, False)
        if late is not None:
            painter.drawPixmap(QPointF(round(late[1].left()) - margin, round(late[1].top()) - margin), self.blocks.picture(late[0], True))
            self._rings(painter, late[0], late[1], True)

    def _rings(self, painter: QPainter, block: Block, box: QRectF, opened: bool) -> None:
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

    def _halo(self, painter: QPainter, camera: Camera, at: Point, radius: float) -> None:
        x, y = camera.to_screen(*at)
        r = radius * camera.scale
        if x + r < 0 or y + r < 0 or x - r > camera.width or y - r > camera.height:
            return
        line = QPen(colour(self.palette.ink, 0.8), 1.0)
        line.setDashPattern([6, 5])
        painter.setPen(line)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, y), r, r)
        if r > 14:
            painter.setFont(self.blocks.small)
            painter.setPen(colour(self.palette.ink, 0.8))
            painter.drawText(QRectF(x - 8, y + r - 9 * self.grow, 16, 18 * self.grow), Qt.AlignmentFlag.AlignCenter, "?")

    def _way(self, painter: QPainter, camera: Camera, way: Way) -> None:
        p = self.palette
        kind = {"vector": "squadron", "home": "squadron", "ahead": "track", "tie": "track"}.get(way.kind, "raid")
        chosen = (kind, way.key) in (self.selected, self.hovered)
        points = [QPointF(*camera.to_screen(*point)) for point in way.points]
        if way.kind in ("vector", "home", "ahead"):
            points[0] = QPointF(*camera.to_screen(*self.at((kind, way.key), way.points[0])))
        box = QPolygonF(points).boundingRect().adjusted(-20, -20, 20, 20)
        if not box.intersects(QRectF(0, 0, camera.width, camera.height)):
            return
        looks: dict[str, tuple[str, float, float, list[float]]] = {
            "vector": (plaque(p, "friend").ground, 1.8, 0.9, []),
            "home": (plaque(p, "friend").ground, 1.0, 0.6, [2, 4]),
            "route": (p.luftwaffe, 1.7, 0.75, []),
            "planned": (p.luftwaffe, 1.0, 0.5, [5, 4]),
            "ahead": (p.ink, 1.0, 0.7, [2, 4]),
            "tie": (p.red, 1.0, 0.95, [2, 3]),
        }
        name, width, opacity, dash = looks[way.kind]
        if chosen:
            width, opacity = width + 1.2, 1.0
        line = QPen(colour(name, opacity), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
        if dash:
            line.setDashPattern(dash)
        painter.setPen(line)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not dash or chosen)
        painter.drawPolyline(QPolygonF(points))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if way.kind in ("vector", "home") and (chosen or way.kind == "vector"):
            self._goal(painter, points[-2], points[-1], name, opacity, way.text)
        if way.kind == "ahead":
            painter.setPen(QPen(colour(name, 0.7), 1.4))
            for a, b in pairwise(points):
                self._tick(painter, a, b)
        if way.kind in ("route", "planned"):
            self._way_points(painter, way, points, name, opacity, chosen)

    def _tick(self, painter: QPainter, a: QPointF, b: QPointF) -> None:
        length = math.hypot(b.x() - a.x(), b.y() - a.y()) or 1.0
        nx, ny = -(b.y() - a.y()) / length * 3.5, (b.x() - a.x()) / length * 3.5
        painter.drawLine(QPointF(b.x() - nx, b.y() - ny), QPointF(b.x() + nx, b.y() + ny))

    def _goal(self, painter: QPainter, a: QPointF, b: QPointF, name: str, opacity: float, text: str) -> None:
        """An open arrow head at the goal and the turns to it."""
        turn = math.atan2(b.y() - a.y(), b.x() - a.x())
        size = 8 * self.grow
        painter.setPen(QPen(colour(name, opacity), 2.0))
        for side in (2.6, -2.6):
            painter.drawLine(QLineF(b, QPointF(b.x() + size * math.cos(turn + side), b.y() + size * math.sin(turn + side))))
        if text and math.hypot(b.x() - a.x(), b.y() - a.y()) > 34:
            middle = QPointF((a.x() + b.x()) / 2, (a.y() + b.y()) / 2)
            painter.setBrush(colour(self.palette.paper, 0.92))
            painter.setPen(QPen(colour(name, opacity), 1))
            painter.drawEllipse(middle, 7.5 * self.grow, 7.5 * self.grow)
            painter.setFont(self.blocks.small)
            painter.setPen(colour(self.palette.ink))
            painter.drawText(QRectF(middle.x() - 10, middle.y() - 10, 20, 20), Qt.AlignmentFlag.AlignCenter, text)

    def _way_points(self, painter: QPainter, way: Way, points: list[QPointF], name: str, opacity: float, chosen: bool) -> None:
        for i, (at, mark) in enumerate(zip(points, way.marks, strict=False)):
            painter.setPen(QPen(colour(name, opacity), 1.4))
            painter.setBrush(colour(name, opacity) if i < way.done else colour(self.palette.paper, 0.9))
            r = 3.2 * self.grow
            if mark == "target":
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(self.palette.red, min(1.0, opacity + 0.15)), 1.8))
                painter.drawEllipse(at, 6 * self.grow, 6 * self.grow)
                painter.drawLine(QPointF(at.x() - 9 * self.grow, at.y()), QPointF(at.x() + 9 * self.grow, at.y()))
                painter.drawLine(QPointF(at.x(), at.y() - 9 * self.grow), QPointF(at.x(), at.y() + 9 * self.grow))
            elif mark == "form":
                painter.drawRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r))
            else:
                painter.drawEllipse(at, r * 0.85, r * 0.85)

    def _trails(self, painter: QPainter, camera: Camera) -> None:
        for number, (arrows, faded) in self.table.trails.items():
            places = [QPointF(*camera.to_screen(*a.at)) for a in arrows]
            if len(places) > 1:
                line = QPen(colour(self.palette.ink, 0.28 if faded else 0.55), 1.0)
                line.setDashPattern([2, 3])
                painter.setPen(line)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
                painter.drawPolyline(QPolygonF(places))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for i, arrow in enumerate(arrows):
                if faded and i < len(arrows) - 2:
                    continue
                place = places[i]
                if i == len(arrows) - 1:
                    place = QPointF(*camera.to_screen(*self.at(("track", number), arrow.at)))
                if not (-20 < place.x() < camera.width + 20 and -20 < place.y() < camera.height + 20):
                    continue
                picture = self.blocks.arrow(arrow, faded)
                side = picture.width() / picture.devicePixelRatio() / 2
                painter.setOpacity(max(0.26, 1.0 - 0.15 * (len(arrows) - 1 - i)) * (0.5 if faded else 1.0))
                painter.drawPixmap(QPointF(round(place.x() - side), round(place.y() - side)), picture)
            painter.setOpacity(1.0)

    def _leaders(self, painter: QPainter, camera: Camera) -> None:
        """From each block a thin line to what it marks, and the foot of a stand there."""
        for block, box in zip(self.table.blocks, self.boxes(camera), strict=False):
            x, y = camera.to_screen(*self.at((block.rows[0].kind, block.rows[0].key), block.at))
            if not (-80 < x < camera.width + 80 and -80 < y < camera.height + 80):
                continue
            look = plaque(self.palette, block.look)
            dark = look.ground if block.look in ("friend", "own", "truth") else look.edge
            near = QPointF(min(max(x, box.left() + 4), box.right() - 4), min(max(y, box.top() + 4), box.bottom() - 4))
            painter.setPen(QPen(colour(dark, 0.85 if block.look != "faded" else 0.4), 1.2))
            painter.drawLine(QPointF(x, y), near)
            if block.look in ("friend", "own", "truth"):
                painter.setPen(QPen(colour(self.palette.paper), 1.2))
                painter.setBrush(QBrush(colour(dark)))
                painter.drawEllipse(QPointF(x, y), 4.2 * self.grow, 4.2 * self.grow)

    # ---- the ground

    def _pip(self, i: int, left: float, top: float) -> tuple[float, float]:
        step = 7.5 * self.grow
        return left + (i % 4) * step + step / 2, top + (i // 4) * step + step / 2

    def pips_box(self, pips: Pips) -> Box:
        """What the pips of a field cover around its place."""
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
