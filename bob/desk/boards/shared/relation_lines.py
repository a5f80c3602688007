"""Arrows between the cards of aircraft, and their labels: clear of other cards where there is room."""

from __future__ import annotations

import math
from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from bob.desk.base.theme.lettering import MIDDLE, UNCUT, letters

RISE = 34
"""The height of an arrow above the cards below it, in pixels."""
ALONG = (0.35, 0.22, 0.5, 0.1, 0.03, 0.65, 0.78, 0.9, 0.97)
ASIDE = (-18, 0, 18, -9, 9, 30, -30)
"""The places of a label: shares of the way, and pixels above or below it; the first are best."""
BEYOND = 0.3
"""The share of a label's area that its place beyond the middle costs: a label belongs to the card where its way begins."""


def way(one: QRectF, other: QRectF, others: Collection[QRectF]) -> QPainterPath:
    """Return the way from one card to another: straight between neighbours, else over the top."""
    right = other.center().x() > one.center().x()
    start = QPointF(one.right() + 4 if right else one.left() - 4, one.center().y())
    end = QPointF(other.left() - 9 if right else other.right() + 9, other.center().y())
    straight = QPainterPath(start)
    straight.lineTo(end)
    if not any(straight.intersects(box) for box in others):
        return straight
    start = QPointF(one.center().x(), one.top() - 2)
    end = QPointF(other.center().x(), other.top() - 9)
    path = QPainterPath(start)
    path.quadTo(QPointF((start.x() + end.x()) / 2, min(one.top(), other.top()) - RISE), end)
    return path


def draw_arrow(painter: QPainter, path: QPainterPath, tone: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
    """Draw a way with its head."""
    painter.setPen(QPen(tone, width, style))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    tip = path.pointAtPercent(1.0)
    angle = math.radians(-path.angleAtPercent(1.0))
    size = 7 + 2.4 * width
    head = QPainterPath(QPointF(tip.x() + 5 * math.cos(angle), tip.y() + 5 * math.sin(angle)))
    for turn in (2.6, -2.6):
        head.lineTo(tip.x() + size * math.cos(angle + turn), tip.y() + size * math.sin(angle + turn))
    head.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    painter.drawPath(head)


def free_place(path: QPainterPath, size: QSizeF, filled: Collection[QRectF], field: QRectF) -> QRectF:
    """The place of a label near a way that covers least of the cards and labels there, within the field."""
    best, least = QRectF(), math.inf
    for rank, along in enumerate(ALONG):
        point = path.pointAtPercent(along)
        for step, aside in enumerate(ASIDE):
            box = QRectF(QPointF(), size)
            box.moveCenter(QPointF(point.x(), point.y() + aside))
            outside = _area(box) - _area(box & field)
            cost = sum(_area(box & other) for other in filled) + 2 * outside + 2 * rank + step
            cost += BEYOND * _area(box) if along > 0.5 else 0.0
            if cost < least:
                best, least = box, cost
    return best


def draw_label(
    painter: QPainter, path: QPainterPath, text: str, look: tuple[QColor, str], filled: Collection[QRectF], field: QRectF, pixels: float
) -> QRectF:
    """Draw a word near a way on a slip of paper, in a smaller size where cards leave little room, and return its place. `look` is the tone
    of the word and that of the paper."""
    tone, paper = look
    for size in sorted({round(pixels), round(pixels * 0.85), round(pixels * 0.7)}, reverse=True):
        font = letters(size, True)
        metrics = QFontMetricsF(font)
        box = free_place(path, QSizeF(metrics.horizontalAdvance(text) + 12, metrics.height() + 4), filled, field)
        if not any(box.intersects(other) for other in filled):
            break
    painter.setPen(QPen(tone, 1))
    painter.setBrush(QColor(paper))
    painter.drawRoundedRect(box, 3, 3)
    painter.setFont(font)
    painter.setPen(tone)
    painter.drawText(box, MIDDLE | UNCUT, text)
    return box


def _area(box: QRectF) -> float:
    return max(0.0, box.width()) * max(0.0, box.height())
