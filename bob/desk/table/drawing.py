"""Small things drawn on the table: a hex that is meant, the ring of what is chosen, the line of a squadron that is carried, the focus."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from bob.chart.marks import Point
from bob.chart.palette import Palette
from bob.desk.table.camera import Camera
from bob.desk.table.sprites import face
from bob.desk.table.textures import colour
from bob.hexes import Hex
from bob.operations.world import World


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
    painter: QPainter, palette: Palette, begin: Point | None, goal: Point | None, mouse: Point, text: str, area: QRect, size: float
) -> None:
    """The line from a squadron to where it would go, and what is said of that."""
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
    """The frame that tells that keys go to the table."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(palette.brass if not palette.patterns else palette.ink), 2))
    painter.drawRect(QRectF(area).adjusted(1, 1, -1, -1))
