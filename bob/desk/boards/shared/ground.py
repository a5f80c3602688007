"""The country under a fight, painted: a coast of 1940 with its fields, woods, villages and shallows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from bob.chart.coast import TINTS, Extent, Lie, Outline, Point2, coast
from bob.chart.tones import Look
from bob.desk.base.theme.lettering import mix


@dataclass(frozen=True, slots=True, eq=False)
class Country:
    """The country below, as paths in units of the table."""

    land: QPainterPath
    fields: tuple[tuple[int, QPolygonF, QRectF], ...]
    woods: QPainterPath
    roads: QPainterPath
    river: QPainterPath
    houses: QPainterPath
    waves: QPainterPath
    combers: QPainterPath


@lru_cache(4)
def country_of(room: Extent, afloat: tuple[Point2, ...], seed: str, lie: Lie) -> Country:
    """Return the country under a room, always the same for a seed; its coast avoids the ships."""
    found = coast(room, afloat, seed, lie)
    outlines = [(kind, _closed(ring)) for kind, ring in found.fields]
    fields = tuple([(kind, outline, outline.boundingRect()) for kind, outline in outlines])
    woods, houses = QPainterPath(), QPainterPath()
    for x, y, r in found.woods:
        woods.addEllipse(QPointF(x, y), r, r * 0.9)
    for left, top, right, bottom in found.houses:
        houses.addRect(QRectF(left, top, right - left, bottom - top))
    land = QPainterPath()
    for ring in found.land:
        land.addPolygon(_closed(ring))
    return Country(land, fields, woods, _curves(found.roads), _curves(found.rivers), houses, _strokes(found.waves), _strokes(found.combers))


def _closed(ring: Outline) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in (*ring, ring[0])])


def _curves(curves: list[tuple[Point2, Point2, Point2, Point2]]) -> QPainterPath:
    path = QPainterPath()
    for one, first, second, other in curves:
        path.moveTo(*one)
        path.cubicTo(*first, *second, *other)
    return path


def _strokes(places: list[tuple[float, float, float]]) -> QPainterPath:
    path = QPainterPath()
    for x, y, wide in places:
        path.moveTo(x, y)
        path.quadTo(x + wide * 0.25, y - wide * 0.22, x + wide * 0.5, y)
        path.quadTo(x + wide * 0.75, y + wide * 0.2, x + wide, y)
    return path


# ---- painting


def paint_country(painter: QPainter, found: Country, look: Look, whole: QRectF) -> None:
    """Paint it with a painter that is scaled to units of the table."""
    chart = look.chart
    no_pen = Qt.PenStyle.NoPen
    painter.fillRect(whole, QColor(chart.sea))
    if look.plain:
        _paint_plain(painter, found, whole)
        return
    deep = mix(chart.sea, chart.slate, 0.34)
    foam = mix(chart.sea, "#FFFFFF", 0.55 if not look.dark else 0.22)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_line(deep, 0.022, 110))
    painter.drawPath(found.waves)
    painter.setPen(_line(foam, 0.03, 150))
    painter.drawPath(found.combers)
    # The shallows: light bands and two drawn waterlines along the shore.
    for width, alpha in ((1.5, 40), (0.95, 60), (0.5, 80)):
        painter.setPen(_line(foam, width, alpha))
        painter.drawPath(found.land)
    for width in (0.78, 0.44):
        painter.setPen(_line(deep, width, 110))
        painter.drawPath(found.land)
        painter.setPen(_line(mix(chart.sea, foam.name(), 0.45), width - 0.035, 255))
        painter.drawPath(found.land)
    painter.setPen(no_pen)
    painter.setBrush(mix(chart.land, "#D9C48F" if not look.dark else chart.brass, 0.3 if not look.dark else 0.12))
    painter.drawPath(found.land)
    base = chart.land
    tones = _tints(look, base)
    painter.setPen(_line(mix(base, "#5E6B3E" if not look.dark else "#000000", 0.45), 0.022, 170))
    for kind, outline, box in found.fields:
        if whole.intersects(box):
            painter.setBrush(tones[kind] if kind < TINTS else Qt.BrushStyle.NoBrush)
            painter.drawPolygon(outline)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_line(mix(chart.sea, chart.slate, 0.2), 0.09, 255))
    painter.drawPath(found.river)
    painter.setPen(_line(mix(base, chart.ink, 0.3), 0.055, 110))
    painter.drawPath(found.roads)
    painter.setPen(_line(mix(base, "#FFFFFF" if not look.dark else chart.ink, 0.45 if not look.dark else 0.25), 0.034, 255))
    painter.drawPath(found.roads)
    painter.setPen(no_pen)
    wood = mix(base, "#41552F" if not look.dark else "#0A140C", 0.55)
    painter.setBrush(QBrush(QColor(0, 0, 0, 34)))
    painter.save()
    painter.translate(0.03, 0.04)
    painter.drawPath(found.woods)
    painter.restore()
    woods = QPainterPath(found.woods)
    woods.setFillRule(Qt.FillRule.WindingFill)
    painter.setBrush(wood)
    painter.drawPath(woods)
    painter.setBrush(mix("#9A5B45", base, 0.25 if not look.dark else 0.6))
    painter.drawPath(found.houses)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_line(QColor(chart.coast), 0.035, 230))
    painter.drawPath(found.land)


def _paint_plain(painter: QPainter, found: Country, whole: QRectF) -> None:
    """In one ink: the shore, the hedges light, the sea in strokes."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_line(QColor("#000000"), 0.015, 70))
    painter.drawPath(found.waves)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawPath(found.land)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_line(QColor("#000000"), 0.01, 38))
    for _, outline, box in found.fields:
        if whole.intersects(box):
            painter.drawPolygon(outline)
    painter.setPen(_line(QColor("#000000"), 0.05, 255))
    painter.drawPath(found.land)


def _tints(look: Look, base: str) -> list[QColor]:
    """The tones of the fields: pasture, corn, hay, plough."""
    if look.dark:
        tones = (("#3A4A36", 0.5), ("#4A4632", 0.5), ("#1C2620", 0.5), ("#39402F", 0.5), ("#2F3A2C", 0.6), ("#453B2E", 0.4))
    else:
        tones = (("#C3CB96", 0.5), ("#E2CF8E", 0.4), ("#CBBE8C", 0.36), ("#B4C08B", 0.45), ("#E9DDB2", 0.6), ("#CDB089", 0.26))
    return [mix(base, tone, share) for tone, share in tones]


def _line(tone: QColor, width: float, alpha: int) -> QPen:
    made = QColor(tone)
    made.setAlpha(alpha)
    pen = QPen(made, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
