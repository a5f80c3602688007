"""The marks about aircraft on any board: the ring of the chosen one, the sights of possible targets, bursts."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRadialGradient

from bob.chart.tones import Look


def draw_chosen(painter: QPainter, at: QPointF, r: float, look: Look, strong: bool) -> None:
    """Draw a brass ring in its light: `strong` for a chosen one, else for a possible one."""
    if not look.plain:
        tone = QColor(look.brass)
        tone.setAlpha(150 if strong else 95)
        glow = QRadialGradient(at, r * 1.24)
        glow.setColorAt(0.3, tone)
        tone.setAlpha(0)
        glow.setColorAt(1, tone)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawEllipse(at, r * 1.24, r * 1.24)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(look.brass), 3.0 if strong else 1.6, Qt.PenStyle.SolidLine if strong else Qt.PenStyle.DashLine))
    painter.drawEllipse(at, r, r)


def draw_sights(painter: QPainter, at: QPointF, r: float, look: Look) -> None:
    """The sights about whom one may fire at."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(look.red), 2.4))
    for i in range(4):
        painter.drawArc(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), (i * 90 + 20) * 16, 50 * 16)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        painter.drawLine(at + QPointF(dx, dy) * (r * 0.86), at + QPointF(dx, dy) * (r * 1.14))


def draw_burst(painter: QPainter, at: QPointF, share: float, size: float, plain: bool) -> None:
    """Draw a burst at a share of its duration; `size` is that of its smoke at the end."""
    for i, part in enumerate((1.0, 0.62, 0.34)):
        tone = QColor(("#5B5752", "#D9662B", "#F6D66A")[i]) if not plain else QColor("#000000")
        tone.setAlpha(round(210 * (1 - share)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        reach = size * part * (0.3 + 0.7 * share)
        painter.drawEllipse(at, reach, reach)
