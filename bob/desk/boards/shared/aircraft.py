"""An aircraft from above, drawn in the tones of its side, for any table."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from bob.chart.tones import Look
from bob.desk.base.theme.lettering import mix
from bob.desk.base.theme.planforms import plan, shape, size

SPAN = 0.76
"""The span of the usual aircraft, in units of the table."""


@dataclass(frozen=True, slots=True)
class SideTone:
    """The tones of a side's aircraft: their skin, and the edge that lifts them off the ground."""

    skin: QColor
    edge: QColor
    cross: bool


def tone_of(look: Look, sides: tuple[str, ...], side: int) -> SideTone:
    """The tones of a side in the theme of the moment; in one ink the second side is solid and the first open."""
    cross = sides[side] == "luftwaffe" or ("luftwaffe" not in sides and side == 1)
    chart = look.chart
    if look.plain:
        return SideTone(QColor("#000000" if cross else "#FFFFFF"), QColor("#FFFFFF" if cross else "#000000"), cross)
    if look.dark:
        return SideTone(QColor("#C9C1A4" if cross else "#7FA3B8"), QColor("#0B1110"), cross)
    return SideTone(QColor("#3B3A36" if cross else chart.slate), QColor("#F7F2E4"), cross)


def draw_outline(painter: QPainter, code: str, bomber: bool, tone: SideTone, px: float, *, ghost: bool = False) -> None:
    """Draw an aircraft about the origin, nose up, with `px` pixels to a hex."""
    found = shape(code, bomber)
    painter.save()
    unit = px * SPAN * size(plan(code, bomber))
    painter.scale(unit, unit)
    if ghost:
        painter.setPen(QPen(tone.skin, 1.6 / unit, Qt.PenStyle.DashLine))
        veil = QColor(tone.edge)
        veil.setAlpha(120)
        painter.setBrush(veil)
        painter.drawPath(found.outline)
        painter.restore()
        return
    edge = QPen(tone.edge, max(1.6, px * 0.035) / unit)
    edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(edge)
    painter.setBrush(tone.edge)
    for pod in found.engines:
        painter.drawPath(pod)
    painter.drawPath(found.outline)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone.skin)
    painter.drawPath(found.outline)
    painter.setPen(QPen(mix(tone.skin.name(), tone.edge.name(), 0.35), max(0.6, px * 0.012) / unit))
    for pod in found.engines:
        painter.drawPath(pod)
    painter.setPen(Qt.PenStyle.NoPen)
    glass = mix(tone.skin.name(), tone.edge.name(), 0.62)
    painter.setBrush(glass)
    painter.drawEllipse(found.canopy)
    disc = QColor(tone.edge)
    disc.setAlpha(120)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(disc, max(1.0, px * 0.02) / unit))
    for at, r in found.props:
        painter.drawLine(at - QPointF(r, 0), at + QPointF(r, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    for at in found.marks:
        _mark(painter, at, found.mark, tone)
    painter.restore()


def _mark(painter: QPainter, at: QPointF, r: float, tone: SideTone) -> None:
    """A roundel or a cross on a wing."""
    painter.setBrush(tone.edge)
    if tone.cross:
        painter.drawRect(QRectF(at.x() - r, at.y() - r * 0.36, 2 * r, r * 0.72))
        painter.drawRect(QRectF(at.x() - r * 0.36, at.y() - r, r * 0.72, 2 * r))
        painter.setBrush(tone.skin)
        painter.drawRect(QRectF(at.x() - r * 0.9, at.y() - r * 0.16, 1.8 * r, r * 0.32))
        painter.drawRect(QRectF(at.x() - r * 0.16, at.y() - r * 0.9, r * 0.32, 1.8 * r))
        return
    painter.drawEllipse(at, r, r)
    painter.setBrush(tone.skin)
    painter.drawEllipse(at, r * 0.7, r * 0.7)
    painter.setBrush(tone.edge)
    painter.drawEllipse(at, r * 0.34, r * 0.34)


def aircraft_canvas(code: str, bomber: bool, px: int, turn: int, ratio: float) -> tuple[QPixmap, QPainter]:
    """Return an empty picture large enough for an aircraft, and its painter, turned about the middle by steps of five degrees."""
    wide = math.ceil(px * SPAN * size(plan(code, bomber)) * 1.5) + 6
    made, painter = blank_picture(wide, ratio)
    painter.translate(wide / 2, wide / 2)
    painter.rotate(turn * 5)
    return made, painter


def blank_picture(wide: int, ratio: float) -> tuple[QPixmap, QPainter]:
    """An empty picture so wide and high, and what paints in it."""
    made = QPixmap(math.ceil(wide * ratio), math.ceil(wide * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return made, painter


def put(painter: QPainter, at: QPointF, pixmap: QPixmap) -> None:
    """Put a picture with its middle at a point."""
    wide = pixmap.width() / pixmap.devicePixelRatio()
    painter.drawPixmap(QPointF(at.x() - wide / 2, at.y() - wide / 2), pixmap)
