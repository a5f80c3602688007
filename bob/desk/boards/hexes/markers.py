"""The things on the sheet, drawn: aircraft with their shadows and tags, clouds, ships, bursts; over any ground and in each theme."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient, QTransform

from bob.chart.tones import Look
from bob.desk.base.theme.lettering import MIDDLE, letters, mix
from bob.desk.base.theme.planforms import plan, shape, size
from bob.desk.boards.hexes.camera import ahead
from bob.desk.boards.shared.aircraft import SPAN, SideTone, aircraft_canvas, blank_picture, draw_outline, put
from bob.tactical.hexes.view import SeenAircraft


@lru_cache(256)
def _sprite(code: str, bomber: bool, skin: str, edge: str, cross: bool, px: int, turn: int, ratio: float, ghost: bool) -> QPixmap:
    """Return an aircraft turned by a number of steps of five degrees."""
    made, painter = aircraft_canvas(code, bomber, px, turn, ratio)
    draw_outline(painter, code, bomber, SideTone(QColor(skin), QColor(edge), cross), px, ghost=ghost)
    painter.end()
    return made


@lru_cache(128)
def _shadow(code: str, bomber: bool, px: int, turn: int, ratio: float) -> QPixmap:
    made, painter = aircraft_canvas(code, bomber, px, turn, ratio)
    unit = px * SPAN * size(plan(code, bomber))
    painter.scale(unit, unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 46))
    painter.drawPath(shape(code, bomber).outline)
    painter.end()
    return made


def draw_shadow(painter: QPainter, at: QPointF, a: SeenAircraft, angle: float, px: float, height: float) -> None:
    """The shadow on the ground: the farther off, the higher."""
    away = px * (0.06 + 0.05 * height)
    ratio = painter.device().devicePixelRatioF()
    turn = round(angle * 12) % 72
    put(painter, at + QPointF(away, away * 1.25), _shadow(a.dash.code, a.dash.bomber, round(px * 0.94), turn, ratio))


def draw_aircraft(painter: QPainter, at: QPointF, a: SeenAircraft, tone: SideTone, angle: float, px: float, *, ghost: bool = False) -> None:
    """Draw an aircraft at a point, its nose at an angle in sixths of a turn."""
    ratio = painter.device().devicePixelRatioF()
    key = (a.dash.code, a.dash.bomber, tone.skin.name(), tone.edge.name(), tone.cross, round(px), round(angle * 12) % 72, ratio, ghost)
    put(painter, at, _sprite(*key))


def draw_speed(painter: QPainter, at: QPointF, a: SeenAircraft, px: float, look: Look) -> None:
    """The speed points left: a row of dots before the nose."""
    if not a.speed:
        return
    way = ahead(a.facing)
    first = px * (0.24 + 0.2 * size(plan(a.dash.code, a.dash.bomber)))
    r = max(1.5, px * 0.042)
    dot = _speed_dot(round(r * 2) / 2, round(max(0.8, px * 0.014), 1), look.brass, look.chart.paper, painter.device().devicePixelRatioF())
    for i in range(a.speed):
        put(painter, at + way * (first + i * r * 2.7), dot)


@lru_cache(32)
def _speed_dot(r: float, edge: float, tone: str, paper: str, ratio: float) -> QPixmap:
    wide = math.ceil(2 * r + 2 * edge + 2)
    made, painter = blank_picture(wide, ratio)
    painter.setPen(QPen(QColor(paper), edge))
    painter.setBrush(QColor(tone))
    painter.drawEllipse(QPointF(wide / 2, wide / 2), r, r)
    painter.end()
    return made


def draw_tag(painter: QPainter, at: QPointF, a: SeenAircraft, tone: SideTone, px: float, look: Look, altimeter: bool) -> None:
    """Number, leader and level beside an aircraft; what ails it in marks."""
    size_ = max(9.0, px * 0.23)
    back = ahead(a.facing + 3)
    # The number sits behind the tail, the level across from it, where neither hides the aircraft.
    spot = at + back * (px * 0.42)
    text = str(a.number + 1)
    box = QRectF(0, 0, size_ * (1.15 if len(text) == 1 else 1.5), size_ * 1.15)
    box.moveCenter(spot)
    painter.setPen(QPen(tone.edge, max(1.0, px * 0.02)))
    painter.setBrush(tone.skin)
    painter.drawRoundedRect(box, size_ * 0.4, size_ * 0.4)
    painter.setFont(letters(round(size_ * 0.92), True))
    painter.setPen(tone.edge)
    painter.drawText(box, MIDDLE, text)
    if a.leader:
        tones = {"silver": "#D9DCDD", "gold": look.brass}
        _star(painter, QPointF(box.right() + size_ * 0.36, box.top() + size_ * 0.2), size_ * 0.42, tones.get(a.leader, look.brass), look)
    if altimeter:
        _level(painter, at, a, px, look)
    _ails(painter, at, a, px, look)


def _star(painter: QPainter, at: QPointF, r: float, tone: str, look: Look) -> None:
    path = QPainterPath()
    for i in range(10):
        turn = -math.pi / 2 + i * math.pi / 5
        size_ = r if i % 2 == 0 else r * 0.45
        point = QPointF(at.x() + size_ * math.cos(turn), at.y() + size_ * math.sin(turn))
        if i:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    painter.setPen(QPen(QColor(look.ink), 1))
    painter.setBrush(QColor(tone))
    painter.drawPath(path)


def _level(painter: QPainter, at: QPointF, a: SeenAircraft, px: float, look: Look) -> None:
    """The level as a little ladder of four rungs with its figure."""
    side = ahead(a.facing + 1.5)
    spot = at + QPointF(side.x(), side.y()) * (px * 0.44)
    size_ = max(9.0, px * 0.2)
    box = QRectF(0, 0, size_ * 1.5, size_ * 1.2)
    box.moveCenter(spot)
    painter.setPen(QPen(QColor(look.ink), 1))
    painter.setBrush(QColor(look.chart.paper))
    painter.drawRoundedRect(box, 2, 2)
    painter.setFont(letters(round(size_), True))
    painter.setPen(QColor(look.ink))
    painter.drawText(box.adjusted(0, 0, -size_ * 0.45, 0), MIDDLE, str(a.level))
    rung = box.height() / 5
    for i in range(4):
        y = box.bottom() - rung * (i + 1)
        painter.setPen(QPen(QColor(look.ink if i < a.level else look.line), max(1.0, rung * 0.5)))
        painter.drawLine(QPointF(box.right() - size_ * 0.5, y), QPointF(box.right() - size_ * 0.15, y))


def _ails(painter: QPainter, at: QPointF, a: SeenAircraft, px: float, look: Look) -> None:
    """Marks of what ails an aircraft: it has fired, its engine is hot, its pilot is shocked, criticals."""
    marks: list[tuple[str, QColor]] = []
    red = QColor(look.red)
    marks += [("!", red)] * (len(a.criticals) + a.unseen)
    r = max(3.0, px * 0.075)
    side = ahead(a.facing + 4.5)
    spot = at + QPointF(side.x(), side.y()) * (px * 0.42)
    count = len(marks) + bool(a.overheat) + bool(a.shocked) + a.fired
    x = spot.x() - (count - 1) * r * 1.1
    for text, tone in marks:
        _dot(painter, QPointF(x, spot.y()), r, tone, text, look)
        x += r * 2.2
    if a.overheat:
        _dot(painter, QPointF(x, spot.y()), r, QColor("#D9822B") if not look.plain else QColor("#000000"), "H", look)
        x += r * 2.2
    if a.shocked:
        _dot(painter, QPointF(x, spot.y()), r, QColor(look.chart.slate), "S", look)
        x += r * 2.2
    if a.fired:
        _dot(painter, QPointF(x, spot.y()), r, QColor(look.quiet), "·", look)


def _dot(painter: QPainter, at: QPointF, r: float, tone: QColor, text: str, look: Look) -> None:
    painter.setPen(QPen(QColor(look.chart.paper), 1))
    painter.setBrush(tone)
    painter.drawEllipse(at, r, r)
    painter.setFont(letters(max(7, round(r * 1.7)), True))
    painter.setPen(QColor(look.chart.paper))
    painter.drawText(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), MIDDLE, text)


def draw_smoke(painter: QPainter, at: QPointF, a: SeenAircraft, angle: float, px: float, look: Look) -> None:
    """Smoke behind an aircraft that has lost structure, flames where it burns."""
    whole = a.dash.structure + (a.rank.structure if a.rank is not None else 0)
    lost = 1 - min(1.0, a.structure / max(1, whole))
    burning = "fire" in a.criticals
    if lost < 0.3 and not burning:
        return
    back = ahead(angle + 3)
    aside = ahead(angle + 1.5)
    tone = QColor(60, 58, 54) if not look.dark else QColor(150, 148, 140)
    puffs = 3 + round(7 * lost)
    painter.setPen(Qt.PenStyle.NoPen)
    for i in range(puffs):
        veil = QColor(tone)
        veil.setAlpha(round(130 * (1 - i / puffs) * (0.4 + 0.6 * lost)))
        painter.setBrush(veil)
        sway = math.sin(i * 1.9 + a.number) * 0.035 * i
        where = at + back * (px * (0.3 + 0.11 * i)) + aside * (px * sway)
        painter.drawEllipse(where, px * (0.05 + 0.016 * i), px * (0.05 + 0.016 * i))
    if burning:
        for i, flame in enumerate(("#E8B23A", "#D9662B")):
            painter.setBrush(QColor(flame))
            painter.drawEllipse(at + back * (px * (0.12 + 0.08 * i)), px * 0.07, px * 0.07)


# ---- clouds, ships


@lru_cache(32)
def _cloud(px: int, ratio: float, dark: bool, plain: bool, kind: int) -> QPixmap:
    wide = math.ceil(px * 1.6)
    made, painter = blank_picture(wide, ratio)
    painter.translate(wide / 2, wide / 2)
    turn = QTransform().rotate(kind * 61)
    puffs = ((0, 0, 0.44), (-0.24, 0.08, 0.34), (0.25, 0.04, 0.36), (0.05, -0.22, 0.34), (-0.1, 0.24, 0.3), (0.18, 0.22, 0.27))
    if plain:
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for x, y, r in puffs:
            path.addEllipse(turn.map(QPointF(x, y)) * px, r * px * 0.8, r * px * 0.8)
        path = path.simplified()
        painter.setPen(QPen(QColor("#000000"), 1.5, Qt.PenStyle.DotLine))
        painter.setBrush(QBrush(QColor("#000000"), Qt.BrushStyle.Dense7Pattern))
        painter.drawPath(path)
        painter.end()
        return made
    painter.setPen(Qt.PenStyle.NoPen)
    for x, y, r in puffs:
        at = turn.map(QPointF(x, y)) * px
        fill = QRadialGradient(at, r * px)
        core = QColor(148, 160, 158, 170) if dark else QColor(255, 255, 252, 205)
        rim = QColor(120, 132, 130, 0) if dark else QColor(236, 238, 236, 0)
        fill.setColorAt(0, core)
        fill.setColorAt(0.55, QColor(core.red(), core.green(), core.blue(), round(core.alpha() * 0.75)))
        fill.setColorAt(1, rim)
        painter.setBrush(fill)
        painter.drawEllipse(at, r * px, r * px)
    painter.end()
    return made


def draw_cloud(painter: QPainter, at: QPointF, px: float, look: Look, kind: int) -> None:
    """A cloud that fills a hex, with its shadow."""
    ratio = painter.device().devicePixelRatioF()
    if not look.plain:
        shade = QColor(0, 0, 0, 22)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawEllipse(at + QPointF(px * 0.14, px * 0.18), px * 0.42, px * 0.36)
    put(painter, at, _cloud(round(px), ratio, look.dark, look.plain, kind % 6))


def draw_ship(painter: QPainter, at: QPointF, px: float, look: Look, left: int, whole: int, tone: SideTone, angle: float) -> None:
    """Draw a ship from above with its wake; its remaining structure as a row of dots. A sunken one is an oily ring."""
    painter.save()
    painter.translate(at)
    if left <= 0:
        painter.setPen(QPen(QColor(look.quiet), px * 0.03, Qt.PenStyle.DotLine))
        painter.setBrush(QColor(0, 0, 0, 30))
        painter.drawEllipse(QPointF(0, 0), px * 0.32, px * 0.22)
        painter.restore()
        return
    painter.rotate(angle)
    painter.scale(px, px)
    wake = QColor(255, 255, 255, 110)
    painter.setPen(QPen(wake, 0.03))
    for sign in (-1, 1):
        painter.drawLine(QPointF(sign * 0.08, 0.3), QPointF(sign * 0.2, 0.62))
    hull = QPainterPath(QPointF(0, -0.4))
    hull.cubicTo(0.12, -0.3, 0.12, -0.1, 0.11, 0.32)
    hull.quadTo(0, 0.4, -0.11, 0.32)
    hull.cubicTo(-0.12, -0.1, -0.12, -0.3, 0, -0.4)
    painter.setPen(QPen(tone.edge, 0.035))
    painter.setBrush(tone.skin)
    painter.drawPath(hull)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mix(tone.skin.name(), tone.edge.name(), 0.5))
    for y, high in ((-0.18, 0.1), (-0.02, 0.14), (0.18, 0.08)):
        painter.drawRect(QRectF(-0.055, y, 0.11, high))
    painter.restore()
    r = max(1.5, px * 0.04)
    for i in range(whole):
        painter.setPen(QPen(QColor(look.ink), 1))
        painter.setBrush(QColor(look.ink) if i < left else QColor(look.chart.paper))
        painter.drawEllipse(QPointF(at.x() + (i - (whole - 1) / 2) * r * 2.6, at.y() + px * 0.46), r, r)
