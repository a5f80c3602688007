"""Drawings over the map beside counters: balloons, the rose of sun and wind, the scale."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.day.state.view import Common
from bob.day.state.world import World
from bob.desk.map.sprites import face
from bob.desk.map.textures import colour
from bob.words import Words


@cache
def _balloon(palette: Palette, ratio: float) -> QPixmap:
    """One balloon on its cable, its middle six pixels from the corner."""
    made = QPixmap(round(12 * ratio), round(14 * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour(palette.ink, 0.85), 1.1))
    painter.setBrush(colour(palette.paper, 0.75))
    painter.drawEllipse(QPointF(6, 6), 3.0, 2.2)
    painter.drawLine(QLineF(6, 8.2, 6, 11))
    painter.end()
    return made


def draw_balloons(painter: QPainter, camera: Camera, world: World, palette: Palette) -> None:
    """Balloon barrages as rings of small rings."""
    balloon = _balloon(palette, painter.device().devicePixelRatioF())
    for place in world.theatre.of_kind("balloon_barrage"):
        radius = place.extra["radius_miles"] * camera.scale
        x, y = camera.to_screen(place.x, place.y)
        if x + radius < 0 or y + radius < 0 or x - radius > camera.width or y - radius > camera.height:
            continue
        count = max(6, min(40, round(2 * math.pi * radius / 13)))
        for k in range(count):
            angle = 2 * math.pi * k / count
            at = QPointF(x + radius * math.cos(angle), y + radius * math.sin(angle))
            if -8 < at.x() < camera.width + 8 and -8 < at.y() < camera.height + 8:
                painter.drawPixmap(QPointF(round(at.x()) - 6, round(at.y()) - 6), balloon)


def _panel(painter: QPainter, palette: Palette, box: QRectF) -> None:
    painter.setPen(QPen(colour(palette.ink, 0.45), 1))
    painter.setBrush(colour(palette.paper, 0.88))
    painter.drawRoundedRect(box, 3, 3)


_ROOM = 3.2
"""The least height of the table, in heights of the rose; on a lower one the rose is folded to a line."""


def folded(area: QRectF, size: float) -> bool:
    """Return whether the table has no room for the whole rose."""
    return area.height() < _ROOM * 122 * size


def rose_box(area: QRectF, size: float) -> QRectF:
    """Return the rectangle of the rose on the screen, whole or folded."""
    side = 104 * size
    if folded(area, size):
        return QRectF(area.right() - 2 * side - 8, area.top() + 8, 2 * side, 24 * size)
    return QRectF(area.right() - side - 10, area.top() + 10, side, side + 18 * size)


def _wind(painter: QPainter, palette: Palette, centre: QPointF, r: float, blows_from: int, size: float) -> None:
    """An arrow in from where a head wind blows."""
    a = math.radians(blows_from)
    out = QPointF(math.sin(a), -math.cos(a))
    side = QPointF(out.y(), -out.x())
    tip, tail = centre + out * (r - 9 * size), centre + out * (r + 11 * size)
    painter.setPen(QPen(colour(palette.slate), 2 * size, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(tail, tip)
    for way in (1, -1):
        painter.drawLine(tip, tip + out * 6 * size + side * 4 * way * size)


def draw_rose(painter: QPainter, palette: Palette, words: Words, common: Common, area: QRectF, size: float) -> None:
    """Draw the directions of the sun and the wind."""
    box = rose_box(area, size)
    _panel(painter, palette, box)
    if folded(area, size):
        _folded(painter, palette, words, common, box, size)
        return
    centre = QPointF(box.center().x(), box.top() + 50 * size)
    r = 30 * size
    ink = colour(palette.ink)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(palette.ink, 0.7), 1.1))
    painter.drawEllipse(centre, r, r)
    for k in range(16):
        a = math.radians(22.5 * k)
        inner = r - (7 if k % 4 == 0 else 4 if k % 2 == 0 else 2.5) * size
        painter.drawLine(
            QLineF(
                centre.x() + inner * math.sin(a),
                centre.y() - inner * math.cos(a),
                centre.x() + r * math.sin(a),
                centre.y() - r * math.cos(a),
            )
        )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF([centre + QPointF(0, -r + 9 * size), centre + QPointF(3.2 * size, 0), centre + QPointF(-3.2 * size, 0)]))
    painter.setBrush(colour(palette.paper))
    painter.setPen(QPen(ink, 1))
    painter.drawPolygon(QPolygonF([centre + QPointF(0, r - 9 * size), centre + QPointF(3.2 * size, 0), centre + QPointF(-3.2 * size, 0)]))
    if common.head_wind is not None:
        _wind(painter, palette, centre, r, common.head_wind.blows_from, size)
    a = math.radians(common.sun)
    sun = QPointF(centre.x() + (r + 9 * size) * math.sin(a), centre.y() - (r + 9 * size) * math.cos(a))
    gold = "#D99A1E" if not palette.patterns else "#000000"
    painter.setPen(QPen(colour(gold), 1.5 * size))
    for k in range(8):
        b = math.pi / 4 * k
        painter.drawLine(sun + QPointF(math.cos(b), math.sin(b)) * 6 * size, sun + QPointF(math.cos(b), math.sin(b)) * 9 * size)
    painter.setPen(QPen(ink, 1))
    painter.setBrush(colour(gold))
    painter.drawEllipse(sun, 4.6 * size, 4.6 * size)
    painter.setPen(ink)
    painter.setFont(face("bold", 10.5 * size))
    if common.sun > 20:
        painter.drawText(
            QRectF(centre.x() - 12, centre.y() - r - 13 * size, 24, 12 * size), Qt.AlignmentFlag.AlignCenter, words("map.north_south")
        )
    painter.setFont(face("semibold", 11 * size))
    below = QRectF(box.left() + 2, box.bottom() - 30 * size, box.width() - 4, 15 * size)
    painter.drawText(below, Qt.AlignmentFlag.AlignCenter, words("desk_table.rose.sun", bearing=f"{common.sun:03.0f}"))
    painter.setFont(_fitting(words(f"ops.wind.{common.wind}"), 11 * size, box.width() - 8))
    painter.drawText(below.translated(0, 13.5 * size), Qt.AlignmentFlag.AlignCenter, words(f"ops.wind.{common.wind}"))


def _folded(painter: QPainter, palette: Palette, words: Words, common: Common, box: QRectF, size: float) -> None:
    """Sun and wind in a line: the sun with the way to it, the wind by its name."""
    ink = colour(palette.ink)
    gold = colour("#D99A1E" if not palette.patterns else "#000000")
    centre = QPointF(box.left() + 14 * size, box.center().y())
    a = math.radians(common.sun)
    out = QPointF(math.sin(a), -math.cos(a))
    painter.setPen(QPen(ink, 1))
    painter.setBrush(gold)
    painter.drawEllipse(centre, 4.2 * size, 4.2 * size)
    painter.setPen(QPen(gold, 2 * size, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(centre + out * 6 * size, centre + out * 10 * size)
    sky = words("desk_table.rose.sun", bearing=f"{common.sun:03.0f}")
    text = words("desk_table.rose.line", sun=sky, wind=words(f"ops.wind.{common.wind}"))
    painter.setPen(ink)
    painter.setFont(_fitting(text, 11.5 * size, box.width() - 34 * size))
    painter.drawText(box.adjusted(28 * size, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def _fitting(text: str, size: float, width: float) -> QFont:
    """The regular face, made smaller until a text fits."""
    letters = face("regular", size)
    while size > 8 and QFontMetricsF(letters).horizontalAdvance(text) > width:
        size -= 0.5
        letters = face("regular", size)
    return letters


def _miles(camera: Camera) -> int:
    return next((m for m in (5, 10, 20, 25, 50, 100) if m * camera.scale >= 90), 100)


def scale_box(camera: Camera, area: QRectF, size: float) -> QRectF:
    """Return the rectangle of the bar of miles on the screen."""
    long = _miles(camera) * camera.scale
    return QRectF(area.right() - long - 34, area.bottom() - 34 * size, long + 24, 26 * size)


def draw_scale(painter: QPainter, palette: Palette, words: Words, camera: Camera, area: QRectF, size: float) -> None:
    """A bar of statute miles in the lower right corner."""
    miles = _miles(camera)
    long = miles * camera.scale
    box = scale_box(camera, area, size)
    _panel(painter, palette, box)
    y = box.bottom() - 8 * size
    x = box.left() + 12
    painter.setPen(QPen(colour(palette.ink), 1))
    for k in range(4):
        painter.setBrush(colour(palette.ink if k % 2 == 0 else palette.paper))
        painter.drawRect(QRectF(x + long * k / 4, y, long / 4, 3.5 * size))
    painter.setFont(face("regular", 11 * size))
    painter.drawText(
        QRectF(x - 10, box.top() + 1, long + 20, 15 * size), Qt.AlignmentFlag.AlignCenter, words("desk_table.rose.miles", miles=miles)
    )
