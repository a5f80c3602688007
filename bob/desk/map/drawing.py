"""Small drawings on the table: the target hex, the ring around the chosen thing, the line of a dragged squadron, the focus."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEngine, QPainter, QPen, QPolygonF

from bob.chart.marks import Point
from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.core.hexes import Hex
from bob.day.state.world import World
from bob.desk.map.sprites import face
from bob.desk.map.textures import colour


def clipped(points: Sequence[QPointF], width: float, height: float) -> list[list[QPointF]]:
    """Return the parts of a line of points within a view: Qt's raster takes ten times as long over lines that leave it."""
    if all(0 <= p.x() <= width and 0 <= p.y() <= height for p in points):
        return [list(points)]
    parts: list[list[QPointF]] = []
    for a, b in pairwise(points):
        inside = _clipped(a, b, width, height)
        if inside is None:
            continue
        start, end = inside
        if parts and parts[-1][-1] == start:
            parts[-1].append(end)
        else:
            parts.append([start, end])
    return parts


def _clipped(a: QPointF, b: QPointF, width: float, height: float) -> tuple[QPointF, QPointF] | None:
    """Return the part of a line within a view, by Liang and Barsky."""
    dx, dy = b.x() - a.x(), b.y() - a.y()
    first, last = 0.0, 1.0
    for step, room in ((-dx, a.x()), (dx, width - a.x()), (-dy, a.y()), (dy, height - a.y())):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first > last:
        return None
    return a if first == 0 else QPointF(a.x() + dx * first, a.y() + dy * first), b if last == 1 else QPointF(
        a.x() + dx * last, a.y() + dy * last
    )


def stroke(painter: QPainter, points: Sequence[QPointF], ink: QColor, width: float) -> None:
    """Draw along points, softly edged, up to 3 pixels wide.

    On a raster a line of one pixel costs a tenth of a wider one, which is why a wide line is drawn there as thin ones side by side.
    """
    engine = painter.paintEngine()
    if width <= 1.0 or engine is None or engine.type() != QPaintEngine.Type.Raster:
        painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
        return
    painter.setPen(QPen(ink, 1.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    count = math.ceil(width)
    offs = [(width - 1) * (k / (count - 1) - 0.5) for k in range(count)]
    lines = []
    for a, b in pairwise(points):
        dx, dy = b.x() - a.x(), b.y() - a.y()
        length = math.hypot(dx, dy)
        if length > 0:
            nx, ny = -dy / length, dx / length
            lines += [QLineF(a.x() + nx * o, a.y() + ny * o, b.x() + nx * o, b.y() + ny * o) for o in offs]
    painter.drawLines(lines)


def draw_hex(painter: QPainter, camera: Camera, world: World, h: Hex, palette: Palette, *, chosen: bool) -> None:
    """The outline of a hex."""
    corners = QPolygonF([QPointF(*camera.to_screen(*c)) for c in world.theatre.outline(h)])
    painter.setBrush(colour(palette.brass, 0.12) if chosen and not palette.patterns else Qt.BrushStyle.NoBrush)
    if chosen:
        painter.setPen(QPen(colour(palette.paper, 0.8), 4.6))
        painter.drawPolygon(corners)
    painter.setPen(
        QPen(colour(palette.brass if chosen and not palette.patterns else palette.ink, 1.0 if chosen else 0.4), 2.4 if chosen else 1.2)
    )
    painter.drawPolygon(corners)


def draw_spot(painter: QPainter, camera: Camera, at: Point, palette: Palette, radius: float) -> None:
    """A brass ring around a place."""
    x, y = camera.to_screen(*at)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((colour(palette.paper, 0.85), 4.8), (colour(palette.brass if not palette.patterns else palette.ink), 2.6)):
        painter.setPen(QPen(ink, width))
        painter.drawEllipse(QPointF(x, y), radius, radius)


def draw_rubber(
    painter: QPainter,
    palette: Palette,
    begin: Point | None,
    goal: Point | None,
    mouse: Point,
    text: str,
    area: QRect,
    size: float,
    barred: bool,
) -> None:
    """Draw the line from a squadron to its goal, with a text; crossed when the goal is refused."""
    end = QPointF(*(goal if goal is not None else mouse))
    if begin is not None:
        for ink, width in ((colour(palette.paper, 0.8), 5.0), (colour(palette.brass_ink), 2.4)):
            line = QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            if width < 3:
                line.setDashPattern([4, 2.2])
            painter.setPen(line)
            painter.drawLine(QPointF(*begin), end)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(palette.brass_ink), 2.2))
    painter.drawEllipse(end, 9 * size, 9 * size)
    if barred:
        r = 6.4 * size
        painter.drawLine(end + QPointF(-r, r), end + QPointF(r, -r))
    if text:
        lines = text.split("\n")
        letters = face("semibold", 12.5 * size)
        measure = QFontMetricsF(letters)
        width = max(measure.horizontalAdvance(line) for line in lines) + 16
        high = measure.height() * len(lines) + 8
        left = min(max(4.0, mouse[0] + 18), area.width() - width - 4)
        top = min(max(4.0, mouse[1] + 14), area.height() - high - 4)
        box = QRectF(left, top, width, high)
        painter.setPen(QPen(colour(palette.brass_ink), 1.4))
        painter.setBrush(colour(palette.paper, 0.96))
        painter.drawRoundedRect(box, 3, 3)
        painter.setFont(letters)
        painter.setPen(colour(palette.ink))
        painter.drawText(box.adjusted(8, 4, -8, -4), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def draw_focus(painter: QPainter, palette: Palette, area: QRect) -> None:
    """Draw the frame that shows that the table has the focus."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(palette.brass if not palette.patterns else palette.ink), 2))
    painter.drawRect(QRectF(area).adjusted(1, 1, -1, -1))
