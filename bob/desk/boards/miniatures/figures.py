"""The things on the cloth, drawn: aircraft on their stands, tilted by their level, with base, Pilot Skill and chits; clouds; targets."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QRadialGradient, QTransform

from bob.chart.tones import Look
from bob.desk.base.theme.lettering import MIDDLE, letters, mix
from bob.desk.base.theme.planforms import shape
from bob.desk.boards.miniatures.camera import heading_way
from bob.desk.boards.shared.aircraft import SideTone, blank_picture, draw_outline, put
from bob.tactical.miniatures.data import ACE
from bob.tactical.miniatures.position import ADVANTAGED, DISADVANTAGED, MiniatureAircraft
from bob.tactical.miniatures.rules.standing import CLOUD

UNIT = 3.0
"""The unit in which aircraft are drawn, in inches: a Spitfire is about 2.3 inches across, as miniatures are."""
BASE = 0.62
"""Half a base, in inches."""
HEIGHTS = (0.12, 0.36, 0.62)
"""The height of each level over its base, in inches of the cloth."""
TILT = (-0.34, 0.0, 0.34)
"""The angle of the nose at each level."""


def tilted(level: float) -> QTransform:
    """Return the tilt of an aircraft's picture at a level: a higher one is nearer to the eye, and larger."""
    low = int(min(1, max(0, math.floor(level))))
    tilt = TILT[low] + (TILT[low + 1] - TILT[low]) * (level - low)
    return QTransform(1, 0, 0, 0, 1 - abs(tilt) * 0.35, tilt, 0, 0, 1)


def height_of(level: float) -> float:
    """Return the height of an aircraft over its base at a level, or between two, in inches."""
    low = int(min(1, max(0, math.floor(level))))
    return HEIGHTS[low] + (HEIGHTS[low + 1] - HEIGHTS[low]) * (level - low)


@lru_cache(512)
def _miniature(
    code: str, multi: bool, skin: str, edge: str, cross: bool, px: int, turn: int, tilt: int, ratio: float, ghost: bool
) -> QPixmap:
    """Return an aircraft turned by steps of three degrees and tilted by tenths of a level."""
    wide = math.ceil(px * 2.0) + 8
    made, painter = blank_picture(wide, ratio)
    painter.translate(wide / 2, wide / 2)
    painter.rotate(turn * 3)
    painter.scale(px, px)
    painter.setTransform(tilted(tilt / 10) * painter.transform())
    painter.scale(1 / px, 1 / px)
    draw_outline(painter, code, multi, SideTone(QColor(skin), QColor(edge), cross), px, ghost=ghost)
    painter.end()
    return made


@lru_cache(256)
def _shade(code: str, multi: bool, px: int, turn: int, ratio: float) -> QPixmap:
    wide = math.ceil(px * 1.8) + 8
    made, painter = blank_picture(wide, ratio)
    painter.translate(wide / 2, wide / 2)
    painter.rotate(turn * 3)
    painter.scale(px * 0.76, px * 0.76)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 58))
    painter.drawPath(shape(code, multi).outline)
    painter.end()
    return made


def draw_base(painter: QPainter, at: QPointF, a: MiniatureAircraft, heading: float, px: float, tone: SideTone, look: Look) -> None:
    """Draw the base: its four arcs, the front marked; with the stand's foot."""
    painter.save()
    painter.translate(at)
    painter.rotate(heading)
    half = BASE * px
    plate = QRectF(-half, -half, 2 * half, 2 * half)
    fill = QColor(look.chart.paper if look.plain else mix(tone.skin.name(), look.chart.paper, 0.72))
    fill.setAlpha(255 if look.plain else 190 if not a.zoom else 120)
    painter.setPen(QPen(tone.skin if not look.plain else QColor("#000000"), max(1.0, px * 0.035)))
    painter.setBrush(fill)
    painter.drawRoundedRect(plate, half * 0.28, half * 0.28)
    painter.setPen(QPen(QColor(tone.skin.red(), tone.skin.green(), tone.skin.blue(), 120), max(0.7, px * 0.02)))
    painter.drawLine(plate.topLeft() * 0.9, plate.bottomRight() * 0.9)
    painter.drawLine(plate.topRight() * 0.9, plate.bottomLeft() * 0.9)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone.skin)
    painter.drawPolygon(QPolygonF([QPointF(0, -half * 1.26), QPointF(half * 0.2, -half * 0.96), QPointF(-half * 0.2, -half * 0.96)]))
    painter.restore()


def draw_stand(painter: QPainter, at: QPointF, height: float, px: float, look: Look) -> None:
    """The rod from the base to the aircraft."""
    top = at - QPointF(0, height * px)
    painter.setPen(QPen(QColor(look.ink), max(1.4, px * 0.05)))
    painter.drawLine(at, top)
    painter.setPen(QPen(QColor(look.chart.paper), max(0.6, px * 0.018)))
    painter.drawLine(at, top)


def draw_shade(painter: QPainter, at: QPointF, a: MiniatureAircraft, heading: float, px: float, height: float) -> None:
    """Draw the shadow under the lamp: farther off and softer for a greater height."""
    ratio = painter.device().devicePixelRatioF()
    away = px * (0.12 + height * 0.9)
    picture = _shade(a.type.code, a.type.multi, round(px * UNIT * 0.96), round(heading / 3) % 120, ratio)
    put(painter, at + QPointF(away * 0.8, away), picture)


def draw_miniature(
    painter: QPainter, at: QPointF, a: MiniatureAircraft, heading: float, level: float, px: float, tone: SideTone, *, ghost: bool = False
) -> None:
    """An aircraft over its base."""
    ratio = painter.device().devicePixelRatioF()
    skin, edge = tone.skin.name(), tone.edge.name()
    size = round(px * UNIT)
    turn, tilt = round(heading / 3) % 120, round(level * 10)
    put(painter, at, _miniature(a.type.code, a.type.multi, skin, edge, tone.cross, size, turn, tilt, ratio, ghost))


def draw_level(painter: QPainter, at: QPointF, level: int, r: float, look: Look) -> None:
    """The mark of a level, which needs no colour: two chevrons up, a bar, two chevrons down."""
    painter.setPen(QPen(QColor(look.ink), max(1.0, r * 0.12)))
    painter.setBrush(QColor(look.chart.paper))
    painter.drawRoundedRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), r * 0.4, r * 0.4)
    draw_chevrons(painter, at, level, r, look)


def draw_chevrons(painter: QPainter, at: QPointF, level: int, r: float, look: Look) -> None:
    """The same without its paper."""
    pen = QPen(QColor(look.ink if level != DISADVANTAGED or look.plain else look.red), max(1.6, r * 0.3))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if level not in (ADVANTAGED, DISADVANTAGED):
        painter.drawLine(at - QPointF(r * 0.55, 0), at + QPointF(r * 0.55, 0))
        return
    way = -1 if level == ADVANTAGED else 1
    for i in (-0.32, 0.32):
        tip = at + QPointF(0, r * (i + 0.24 * way))
        wing = r * 0.48
        painter.drawPolyline(QPolygonF([tip + QPointF(-wing, -way * wing), tip, tip + QPointF(wing, -way * wing)]))


def plate_size(a: MiniatureAircraft, px: float, scale: float) -> tuple[float, float]:
    """Return the width and height of the plate of an aircraft."""
    high = max(12.5 * scale, px * 0.52)
    cells = 3 + bool(a.zoom) + bool(a.chits) + a.loaded
    return high * (0.98 * cells + (0.35 if a.number >= 9 else 0.0)), high


def draw_plate(painter: QPainter, box: QRectF, a: MiniatureAircraft, tone: SideTone, look: Look) -> None:
    """The plate at a base: number, level, Pilot Skill; Zoom chit, Boom chits, bombs."""
    high = box.height()
    painter.setPen(QPen(QColor(look.ink), max(1.0, high * 0.06)))
    painter.setBrush(QColor(look.chart.paper))
    painter.drawRoundedRect(box, high * 0.25, high * 0.25)
    wide = high * (0.98 + (0.35 if a.number >= 9 else 0.0))
    cell = QRectF(box.left(), box.top(), wide, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone.skin)
    painter.drawRoundedRect(cell, high * 0.25, high * 0.25)
    painter.setFont(letters(round(high * 0.8), True))
    painter.setPen(tone.edge)
    painter.drawText(cell, MIDDLE, str(a.number + 1))
    step = QPointF(high * 0.98, 0)
    at = QPointF(cell.right() + step.x() / 2, box.center().y())
    draw_chevrons(painter, at, a.level, high * 0.42, look)
    at += step
    _disc(painter, at, high * 0.42, str(a.ps), QColor(look.brass if a.skill == ACE else look.chart.paper), look)
    at += step
    if a.zoom:
        draw_zoom(painter, at, high * 0.4, look)
        at += step
    if a.chits:
        draw_boom(painter, at, high * 0.48, look, a.chits)
        at += step
    if a.loaded:
        _bomb(painter, at, high * 0.46, look)


def draw_name(painter: QPainter, at: QPointF, text: str, high: float, look: Look) -> None:
    """The name of a named Ace."""
    painter.setFont(letters(round(high * 0.74), True))
    wide = painter.fontMetrics().horizontalAdvance(text) + high * 0.6
    box = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
    paper = QColor(look.chart.paper)
    paper.setAlpha(225)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(paper)
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(QColor(look.ink))
    painter.drawText(box, MIDDLE, text)


def _disc(painter: QPainter, at: QPointF, r: float, text: str, tone: QColor, look: Look) -> None:
    painter.setPen(QPen(QColor(look.ink), max(1.0, r * 0.12)))
    painter.setBrush(tone)
    painter.drawEllipse(at, r, r)
    painter.setFont(letters(round(r * 1.45), True))
    painter.setPen(QColor("#1B1A17") if tone.lightness() > 110 else QColor("#FFFFFF"))
    painter.drawText(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), MIDDLE, text)


def draw_zoom(painter: QPainter, at: QPointF, r: float, look: Look) -> None:
    """A Zoom chit: it has been activated this turn."""
    _disc(painter, at, r, "Z", QColor(look.chart.slate), look)


def draw_boom(painter: QPainter, at: QPointF, r: float, look: Look, count: int = 0) -> None:
    """Draw a Boom chit, with the number of them."""
    path = QPainterPath()
    for i in range(18):
        size = r if i % 2 == 0 else r * 0.66
        point = at + QPointF(math.sin(i * math.pi / 9), -math.cos(i * math.pi / 9)) * size
        if i:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    painter.setPen(QPen(QColor(look.chart.paper), max(0.8, r * 0.08)))
    painter.setBrush(QColor(look.red))
    painter.drawPath(path)
    if count:
        painter.setFont(letters(round(r * 1.1), True))
        painter.setPen(QColor(look.chart.paper if not look.dark else "#14110A"))
        painter.drawText(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), MIDDLE, str(count))


def _bomb(painter: QPainter, at: QPointF, r: float, look: Look) -> None:
    painter.setPen(QPen(QColor(look.chart.paper), max(0.8, r * 0.1)))
    painter.setBrush(QColor(look.ink))
    body = QPainterPath()
    body.addEllipse(at, r * 0.42, r * 0.7)
    body.addRect(QRectF(at.x() - r * 0.36, at.y() - r * 0.95, r * 0.72, r * 0.3))
    painter.drawPath(body)


# ---- clouds, targets


@lru_cache(24)
def _cloud(px: int, ratio: float, dark: bool, plain: bool, kind: int) -> QPixmap:
    r = px * CLOUD / 100
    wide = math.ceil(2.5 * r)
    made, painter = blank_picture(wide, ratio)
    painter.translate(wide / 2, wide / 2)
    painter.setPen(Qt.PenStyle.NoPen)
    if not plain:
        for ring in range(3):
            for i in range(9 - 2 * ring):
                turn = i * math.tau / (9 - 2 * ring) + kind * 0.7 + ring
                away = r * (0.66, 0.4, 0.12)[ring]
                at = QPointF(math.sin(turn) * away, -math.cos(turn) * away)
                size = r * (0.36 + 0.07 * ((i * 5 + kind) % 3))
                glow = QRadialGradient(at, size)
                core = QColor(150, 162, 160, 120) if dark else QColor(255, 255, 252, 178)
                glow.setColorAt(0, core)
                glow.setColorAt(0.6, QColor(core.red(), core.green(), core.blue(), round(core.alpha() * 0.7)))
                glow.setColorAt(1, QColor(core.red(), core.green(), core.blue(), 0))
                painter.setBrush(glow)
                painter.drawEllipse(at, size, size)
    painter.setBrush(QColor(0, 0, 0, 26) if plain else Qt.BrushStyle.NoBrush)
    edge = QColor("#000000") if plain else QColor(230, 228, 214, 150) if dark else QColor(90, 96, 98, 150)
    painter.setPen(QPen(edge, max(1.0, px * 0.04), Qt.PenStyle.DotLine))
    painter.drawEllipse(QPointF(0, 0), r, r)
    painter.end()
    return made


def draw_miniature_cloud(painter: QPainter, at: QPointF, px: float, look: Look, kind: int) -> None:
    """A cloud of three inches, whose edge is what cuts a line of sight."""
    r = px * CLOUD / 100
    if not look.plain:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 24))
        painter.drawEllipse(at + QPointF(px * 0.5, px * 0.7), r * 0.9, r * 0.84)
    put(painter, at, _cloud(round(px), painter.device().devicePixelRatioF(), look.dark, look.plain, kind % 5))


def draw_target(painter: QPainter, at: QPointF, px: float, reach: float, number: int, look: Look) -> None:
    """A target point with the range within which a move has to pass it."""
    red = QColor(look.red)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(red, max(1.2, px * 0.04), Qt.PenStyle.DashLine))
    painter.drawEllipse(at, reach, reach)
    painter.setPen(QPen(QColor(look.chart.paper), max(3.0, px * 0.16)))
    for tone, wide in ((QColor(look.chart.paper), 0.2), (red, 0.1)):
        painter.setPen(QPen(tone, max(2.0, px * wide)))
        painter.drawEllipse(at, px * 0.55, px * 0.55)
        for way in range(0, 360, 90):
            painter.drawLine(at + heading_way(way) * (px * 0.35), at + heading_way(way) * (px * 0.95))
    painter.setFont(letters(round(max(9.0, px * 0.5)), True))
    painter.setPen(red)
    painter.drawText(QRectF(at.x() - px, at.y() - px * 0.5, 2 * px, px), MIDDLE, str(number))
