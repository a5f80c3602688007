"""Pilots as cards: a portrait in silhouette, name, skills, aircraft, and victories as marks in pencil."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from bob.chart.tones import Look
from bob.desk.base.theme.emblem import emblem
from bob.desk.base.theme.lettering import BASE, LEFT, fitted, mix
from bob.desk.campaigns.room.papers import pale
from bob.staff.advice.campaigns.room_state import PilotCard

WIDE, HIGH = 226.0, 84.0


def portrait(painter: QPainter, box: QRectF, ink: QColor, glass: QColor) -> None:
    """A pilot in helmet and goggles, head and shoulders."""
    w, h = box.width(), box.height()
    painter.save()
    painter.translate(box.center().x(), box.top())
    painter.setClipRect(QRectF(-w / 2, 0, w, h))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    body = QPainterPath(QPointF(-w * 0.5, h))
    body.cubicTo(QPointF(-w * 0.48, h * 0.74), QPointF(-w * 0.26, h * 0.7), QPointF(-w * 0.12, h * 0.64))
    body.lineTo(QPointF(w * 0.12, h * 0.64))
    body.cubicTo(QPointF(w * 0.26, h * 0.7), QPointF(w * 0.48, h * 0.74), QPointF(w * 0.5, h))
    painter.drawPath(body)
    face = QPainterPath(QPointF(-w * 0.19, h * 0.3))
    face.cubicTo(QPointF(-w * 0.19, h * 0.52), QPointF(-w * 0.1, h * 0.68), QPointF(0, h * 0.69))
    face.cubicTo(QPointF(w * 0.1, h * 0.68), QPointF(w * 0.19, h * 0.52), QPointF(w * 0.19, h * 0.3))
    face.closeSubpath()
    painter.drawPath(face)
    helmet = QPainterPath(QPointF(-w * 0.21, h * 0.46))
    helmet.cubicTo(QPointF(-w * 0.27, h * 0.02), QPointF(w * 0.27, h * 0.02), QPointF(w * 0.21, h * 0.46))
    helmet.closeSubpath()
    painter.drawPath(helmet)
    for x in (-0.225, 0.225):
        painter.drawEllipse(QPointF(x * w, h * 0.43), w * 0.05, h * 0.085)
    fine = max(1.0, w * 0.025)
    painter.setPen(QPen(glass, fine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(QPointF(-w * 0.2, h * 0.26), QPointF(w * 0.2, h * 0.26))
    painter.setBrush(glass)
    for x in (-0.085, 0.085):
        painter.drawRoundedRect(QRectF(x * w - w * 0.068, h * 0.205, w * 0.136, h * 0.1), 3, 3)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for way in (-1, 1):  # the collar
        painter.drawLine(QPointF(0, h * 0.86), QPointF(way * w * 0.17, h * 0.68))
    painter.drawLine(QPointF(0, h * 0.86), QPointF(0, h))
    painter.restore()


def tally(painter: QPainter, box: QRectF, count: int, ink: QColor) -> None:
    """Strokes in pencil, every fifth across the four before it."""
    painter.setPen(QPen(ink, 1.5))
    fives, rest = divmod(count, 5)
    step = min(5.5, box.width() / max(1.0, count * 1.0 + (fives + 1) * 0.8))
    x = box.left() + 2
    for group in range(fives + 1):
        many = 4 if group < fives else rest
        for i in range(many):
            painter.drawLine(QPointF(x + i * step, box.top()), QPointF(x + i * step - 1, box.bottom()))
        if group < fives:
            painter.drawLine(QPointF(x - 3, box.bottom() - 2), QPointF(x + 3 * step + 3, box.top() + 2))
        x += 4 * step + 5


def draw_pilot(painter: QPainter, box: QRectF, pilot: PilotCard, look: Look, tone: QColor, scale: float, missions: str, lost: str) -> None:
    """Draw a pilot's card; `missions` and `lost` are the texts about the pilot's flights and loss."""
    painter.setPen(QPen(QColor(look.red if pilot.lost else look.line), 1.6 if pilot.lost else 1))
    painter.setBrush(QColor(look.inset))
    painter.drawRoundedRect(box, 4, 4)
    picture = QRectF(box.left() + 6, box.top() + 6, box.height() * 0.72, box.height() - 12)
    painter.fillRect(picture, pale(look, tone.name(), 0.22))
    ink = QColor(look.ink) if look.plain else mix(look.inset, look.ink, 0.4 if pilot.lost else 0.85)
    portrait(painter, picture, ink, QColor(look.inset))
    painter.setPen(QPen(QColor(look.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(picture)
    if pilot.lost:
        painter.setPen(QPen(QColor(look.red), 2.4))
        painter.drawLine(picture.topLeft(), picture.bottomRight())
    emblem(painter, picture.bottomRight() - QPointF(9, 9) * scale, 6 * scale, pilot.side, tone, QColor(look.inset))
    rest = QRectF(picture.right() + 9, box.top() + 5, box.right() - picture.right() - 15, box.height() - 10)
    line = rest.height() / 4

    def row(i: int) -> QRectF:
        return QRectF(rest.left(), rest.top() + i * line, rest.width(), line)

    name = f"{pilot.name} ★" if pilot.ace else pilot.name
    fitted(painter, row(0), LEFT | BASE, name, 14 * scale, look.ink, True)
    fitted(painter, row(1), LEFT | BASE, " · ".join(part for part in (pilot.unit, pilot.aircraft) if part), 11 * scale, look.quiet)
    text = lost if pilot.lost else missions
    fitted(painter, row(2), LEFT | BASE, " · ".join(part for part in (", ".join(pilot.skills), text) if part), 11 * scale, look.ink)
    if pilot.victories:
        tally(painter, row(3).adjusted(0, 3, 0, -2), pilot.victories, QColor(look.quiet))
