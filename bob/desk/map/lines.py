"""Draws the lines of the table: vectors, routes, courses, and the trails of tracks with their arrows."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from bob.chart.livery import plaque
from bob.chart.marks import Point
from bob.chart.view_camera import Camera
from bob.desk.map.blocks import Blocks
from bob.desk.map.drawing import clipped, stroke
from bob.desk.map.textures import colour
from bob.staff.advice.map.counters import Counters, DrawnWay, PlotArrow
from bob.staff.advice.map.motion import Motion, MotionKey

FAINT = 0.3
"""Opacity of a dimmed thing."""

_OWNERS = {"sails": "convoy", "vector": "squadron", "home": "squadron", "ahead": "track", "tie": "track"}


class Lines:
    """Draws ways and trails in the looks of the blocks."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.palette, self.grow = blocks.palette, blocks.grow
        p = self.palette
        friend = plaque(p, "friend").ground
        self._looks: dict[str, tuple[str, float, float, list[float]]] = {
            "vector": (friend, 1.8, 0.9, []),
            "home": (friend, 1.0, 0.6, [2, 4]),
            "route": (p.luftwaffe, 1.7, 0.75, []),
            "planned": (p.luftwaffe, 1.0, 0.5, [5, 4]),
            "ahead": (p.ink, 1.0, 0.7, [2, 4]),
            "sails": (p.slate, 1.5, 0.9, [3, 2]),
            "tie": (p.red, 1.0, 0.95, [2, 3]),
        }

    # ---- ways

    def way(
        self, painter: QPainter, camera: Camera, way: DrawnWay, motion: Motion, marked: Callable[[MotionKey], bool], share: float
    ) -> None:
        """Draw a way; `marked` returns whether its owner is chosen or under the mouse, `share` is its opacity."""
        owner = _OWNERS.get(way.kind, "raid"), way.key
        chosen = marked(owner)
        points = [QPointF(*camera.to_screen(*point)) for point in self._moved_way(way, owner, motion)]
        parts = clipped(points, camera.width, camera.height)
        if not parts:
            return
        name, width, opacity, dash = self._looks[way.kind]
        if chosen:
            width, opacity = width + 1.2, 1.0
        opacity *= share
        if not dash:
            for part in parts:
                stroke(painter, part, colour(name, opacity), width)
        else:
            line = QPen(colour(name, opacity), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
            line.setDashPattern(dash)
            painter.setPen(line)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, chosen)
            for part in parts:
                painter.drawPolyline(QPolygonF(part))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if way.kind in ("vector", "home") and (chosen or way.kind == "vector"):
            self._goal(painter, points[-2], points[-1], name, opacity, way.text)
        if way.kind == "sails":
            self._goal(painter, points[-2], points[-1], name, opacity, "")
        if way.kind == "ahead":
            painter.setPen(QPen(colour(name, 0.7 * share), 1.0))
            for a, b in pairwise(points):
                self._tick(painter, a, b)
        if way.kind in ("route", "planned"):
            self._way_points(painter, way, points, name, opacity)

    def _moved_way(self, way: DrawnWay, owner: MotionKey, motion: Motion) -> tuple[Point, ...]:
        """A way during a movement: a vector starts where its squadron is, a course goes along with its track."""
        if not motion.moving or way.kind not in ("vector", "home", "ahead", "sails"):
            return way.points
        at = motion.at(owner, way.points[0])
        if way.kind in ("ahead", "sails"):
            dx, dy = at[0] - way.points[0][0], at[1] - way.points[0][1]
            return tuple((x + dx, y + dy) for x, y in way.points)
        return at, *way.points[1:]

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

    def _way_points(self, painter: QPainter, way: DrawnWay, points: list[QPointF], name: str, opacity: float) -> None:
        g = self.grow
        for i, (at, mark) in enumerate(zip(points, way.marks, strict=False)):
            painter.setPen(QPen(colour(name, opacity), 1.4))
            painter.setBrush(colour(name, opacity) if i < way.done else colour(self.palette.paper, 0.9))
            r = 3.2 * g
            if mark == "target":
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(self.palette.red, min(1.0, opacity + 0.15)), 1.8))
                painter.drawEllipse(at, 6 * g, 6 * g)
                painter.drawLine(QPointF(at.x() - 9 * g, at.y()), QPointF(at.x() + 9 * g, at.y()))
                painter.drawLine(QPointF(at.x(), at.y() - 9 * g), QPointF(at.x(), at.y() + 9 * g))
            elif mark == "form":
                painter.drawRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r))
            else:
                painter.drawEllipse(at, r * 0.85, r * 0.85)

    # ---- trails

    def trails(self, painter: QPainter, camera: Camera, table: Counters, motion: Motion, faint: frozenset[Any]) -> None:
        """Draw every track: its plots joined, the arrows fading with age. Those that are faint are dimmed."""
        ink: dict[float, QColor] = {}
        for number, arrows in table.trails.items():
            share = FAINT if number in faint else 1.0
            shown, to_come = motion.trail(number, arrows)
            places = [QPointF(*camera.to_screen(*at)) for _, at in shown]
            if len(places) > 1:
                strength = 0.55 * share
                line = QPen(ink.setdefault(strength, colour(self.palette.ink, strength)), 1.0)
                line.setDashPattern([2, 3])
                painter.setPen(line)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
                for part in clipped(places, camera.width, camera.height):
                    painter.drawPolyline(QPolygonF(part))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for (i, _), place in zip(shown, places, strict=True):
                self._arrow(painter, camera, arrows[i], place, self._strength(i, len(arrows), to_come) * share)
            painter.setOpacity(1.0)

    def _strength(self, i: int, count: int, to_come: float) -> float:
        """Return the opacity of an arrow: the older, the paler; while another is on its way it pales gradually."""
        behind = count - 1 - i
        return max(0.26, 1.0 - 0.15 * max(0.0, behind - to_come if behind else 0.0))

    def _arrow(self, painter: QPainter, camera: Camera, arrow: PlotArrow, place: QPointF, strength: float) -> None:
        if not (-20 < place.x() < camera.width + 20 and -20 < place.y() < camera.height + 20):
            return
        picture = self.blocks.arrow(arrow)
        side = picture.width() / picture.devicePixelRatio() / 2
        painter.setOpacity(strength)
        painter.drawPixmap(QPointF(round(place.x() - side), round(place.y() - side)), picture)
