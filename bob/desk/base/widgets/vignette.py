"""The drawing on the card of a moment, in the map's own ink: bursts on the ground, smoke, crossing trails, one that falls."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.staff.advice.event_cards import MomentKind

SIZE = QSize(96, 72)
"""Before the text size chosen."""
TRAILS = (((0.02, 0.85), (0.4, 0.7), (0.55, 0.2), (0.95, 0.12)), ((0.05, 0.15), (0.35, 0.3), (0.6, 0.85), (0.97, 0.75)))
"""Two trails that cross, in shares of the drawing."""


class Vignette(QWidget):
    """The drawing."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.kind: MomentKind = "combat"

    def show_kind(self, kind: MomentKind) -> None:
        self.kind = kind
        self.setFixedSize(SIZE * self.settings.scale)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = theme.look(self.settings)
        painter.fillRect(self.rect(), QColor(look.chart.land if self.kind in ("bombs", "hit") else look.chart.sea))
        painter.setPen(QPen(QColor(look.line), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        draw_moment(painter, QRectF(self.rect()).adjusted(4, 4, -4, -4), self.kind, QColor(look.ink), QColor(look.red))


def draw_moment(painter: QPainter, box: QRectF, kind: MomentKind, ink: QColor, red: QColor) -> None:
    """The drawing of a kind of moment in a box."""
    w, h = box.width(), box.height()

    def at(x: float, y: float) -> QPointF:
        return QPointF(box.left() + x * w, box.top() + y * h)

    pen = QPen(ink, max(1.4, w * 0.018), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if kind == "combat":
        for start, one, two, end in TRAILS:
            path = QPainterPath(at(*start))
            path.cubicTo(at(*one), at(*two), at(*end))
            painter.drawPath(path)
            _aircraft(painter, at(*end), path.angleAtPercent(1.0), w * 0.09)
        painter.setPen(QPen(red, pen.widthF(), Qt.PenStyle.DotLine))
        painter.drawLine(at(0.86, 0.2), at(0.6, 0.42))
        return
    if kind == "lost":
        path = QPainterPath(at(0.05, 0.1))
        path.cubicTo(at(0.45, 0.1), at(0.6, 0.3), at(0.74, 0.72))
        painter.drawPath(path)
        painter.setPen(QPen(red, pen.widthF() * 1.4))
        _aircraft(painter, at(0.74, 0.74), path.angleAtPercent(1.0), w * 0.1)
        painter.setPen(pen)
        for i in range(5):
            painter.drawEllipse(path.pointAtPercent(0.35 + i * 0.12), w * (0.02 + 0.012 * i), w * (0.02 + 0.012 * i))
        painter.drawLine(at(0.0, 0.97), at(1.0, 0.97))
        return
    painter.drawLine(at(0.0, 0.92), at(1.0, 0.92))
    for x, size in ((0.22, 0.16), (0.5, 0.24), (0.78, 0.18)) if kind == "bombs" else ((0.5, 0.26),):
        painter.setPen(QPen(red, pen.widthF()))
        for i in range(9):
            turn = math.pi * (i + 0.5) / 9
            inner, outer = (size * f for f in ((0.35, 1.0) if i % 2 else (0.3, 0.72)))
            painter.drawLine(
                QPointF(at(x, 0.92).x() - math.cos(turn) * inner * w, at(x, 0.92).y() - math.sin(turn) * inner * w),
                QPointF(at(x, 0.92).x() - math.cos(turn) * outer * w, at(x, 0.92).y() - math.sin(turn) * outer * w),
            )
        painter.setPen(pen)
    if kind == "hit":
        painter.drawPolyline([at(0.22, 0.92), at(0.22, 0.62), at(0.36, 0.5), at(0.5, 0.62), at(0.5, 0.92)])
        for i, (x, y) in enumerate(((0.58, 0.5), (0.66, 0.34), (0.6, 0.2), (0.74, 0.1))):
            painter.drawEllipse(at(x, y), w * (0.06 + 0.02 * i), w * (0.05 + 0.015 * i))


def _aircraft(painter: QPainter, at: QPointF, angle: float, size: float) -> None:
    """An aircraft from above, in four strokes."""
    painter.save()
    painter.translate(at)
    painter.rotate(-angle)
    painter.drawLine(QPointF(-size, 0), QPointF(size, 0))
    painter.drawLine(QPointF(size * 0.25, -size * 0.95), QPointF(size * 0.25, size * 0.95))
    painter.drawLine(QPointF(-size * 0.85, -size * 0.4), QPointF(-size * 0.85, size * 0.4))
    painter.restore()
