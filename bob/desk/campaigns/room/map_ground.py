"""The ground of a campaign's map: its places on a plane, and the shores between them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from bob.chart.patterns import rings
from bob.chart.tones import Look
from bob.day.state.world import world
from bob.desk.base.theme.lettering import MIDDLE, fitted
from bob.desk.map.outlines import outline
from bob.words import Words

MARGIN = 0.1
"""Of the map beyond its outermost places, as a share."""
BEYOND = 70.0
"""The greatest distance of a place beyond the chart, in miles."""
LEAST = 60.0
"""The least width of a map, in miles."""
TOWNS = (
    ("london", 51.512, -0.09), ("Brighton", 50.822, -0.137), ("Ipswich", 52.057, 1.155), ("Exeter", 50.722, -3.53),
    ("Bristol", 51.455, -2.59), ("Oxford", 51.752, -1.258), ("Norwich", 52.628, 1.297), ("Reading", 51.455, -0.97),
)  # fmt: skip
"""Towns for orientation."""
SEAS = (("english_channel", 50.15, -0.9), ("dover_straits", 50.98, 1.52), ("north_sea", 52.02, 2.45))


class CampaignGround:
    """The plane of a campaign's places: that of the theatre where they are in it, else one around themselves."""

    def __init__(self, places: Iterable[tuple[float, float]]) -> None:
        self.places = tuple(places)
        theatre = world().theatre
        near = _chart().adjusted(-BEYOND, -BEYOND, BEYOND, BEYOND)
        on_map = [near.contains(QPointF(*theatre.projection.to_plane(*at))) for at in self.places]
        self.charted = bool(on_map) and all(on_map)
        """True if there are shores to draw."""
        middle = sum(latitude for latitude, _ in self.places) / max(1, len(self.places))
        self._narrow = math.cos(math.radians(middle))

    def plane(self, at: tuple[float, float]) -> QPointF:
        """A place on the plane, in miles."""
        if self.charted:
            return QPointF(*world().theatre.projection.to_plane(*at))
        return QPointF(at[1] * 69.0 * self._narrow, -at[0] * 69.0)

    def frame(self) -> QRectF:
        """All places with a margin around them, in miles."""
        points = [self.plane(at) for at in self.places]
        if self.charted:  # what lies beyond the chart is drawn at its edge
            points = [p for p in points if _chart().contains(p)] or points
        if not points:
            return QRectF(-LEAST / 2, -LEAST / 2, LEAST, LEAST)
        west, east = min(p.x() for p in points), max(p.x() for p in points)
        north, south = min(p.y() for p in points), max(p.y() for p in points)
        wide, high = max(LEAST, east - west), max(LEAST, south - north)
        box = QRectF(0, 0, wide * (1 + 2 * MARGIN), high * (1 + 2 * MARGIN))
        box.moveCenter(QPointF((west + east) / 2, (north + south) / 2))
        return box

    def paint(self, painter: QPainter, to_screen: QTransform, box: QRectF, look: Look, words: Words, scale: float) -> None:
        """Sea, land and names, or a plain sheet with its degrees."""
        taken = [to_screen.map(self.plane(at)) for at in self.places]
        p = look.chart
        painter.fillRect(box, QColor(p.sea if self.charted or not self.places else p.land))
        if not self.charted:
            self._degrees(painter, to_screen, box, look, words, scale)
            return
        british, far = _shores()
        for path, tone in ((british, p.land), (far, p.far)):
            painter.setPen(QPen(QColor(p.coast), 1.4))
            painter.setBrush(QColor(tone))
            painter.drawPath(to_screen.map(path))
        edge = to_screen.mapRect(QRectF(QPointF(_east_of_the_chart(), 0), QPointF(9999, 1))).left()
        if edge < box.right():
            painter.setPen(QPen(QColor(p.quiet), 1, Qt.PenStyle.DashLine))
            painter.setBrush(QColor(look.panel))
            painter.drawRect(QRectF(QPointF(edge, box.top() - 2), box.bottomRight() + QPointF(2, 2)))
        for code, latitude, longitude in SEAS:
            at = to_screen.map(self.plane((latitude, longitude)))
            name = QRectF(at.x() - 110, at.y() - 12, 220, 24)
            if box.contains(name) and all(not name.adjusted(0, -12, 0, 12).contains(other) for other in taken):
                spaced = "\u2009".join(words(f"map.zone.{code}").upper())
                fitted(painter, name, MIDDLE, spaced, 11 * scale, p.slate)

    def paint_towns(
        self, painter: QPainter, to_screen: QTransform, box: QRectF, look: Look, words: Words, scale: float, names: Iterable[QRectF]
    ) -> list[str]:
        """Paint the towns clear of the targets and of their labels; return their names."""
        if not self.charted:
            return []
        written, drawn, p = list(names), [], look.chart
        taken = [to_screen.map(self.plane(at)) for at in self.places]
        for town, latitude, longitude in TOWNS:
            at = to_screen.map(self.plane((latitude, longitude)))
            called = words(f"map.zone.{town}") if town == "london" else town
            room = QRectF(at.x() - 26 * scale, at.y() - 4, 52 * scale, 6 + 14 * scale)
            clear = all(math.dist(at.toTuple(), other.toTuple()) > 46 * scale for other in taken)
            if clear and box.adjusted(50, 10, -50, -10).contains(at) and not any(room.intersects(name) for name in written):
                painter.setPen(QPen(QColor(p.quiet), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(at, 2.4, 2.4)
                fitted(painter, QRectF(at.x() - 50, at.y() + 2, 100, 14 * scale), MIDDLE, called, 10 * scale, p.quiet)
                drawn.append(called)
        return drawn

    def _degrees(self, painter: QPainter, to_screen: QTransform, box: QRectF, look: Look, words: Words, scale: float) -> None:
        """The lines of whole degrees, each with its figure."""
        if not self.places:
            return
        latitudes, longitudes = [at[0] for at in self.places], [at[1] for at in self.places]
        painter.setPen(QPen(QColor(look.chart.quiet), 0.6, Qt.PenStyle.DotLine))
        lines: list[tuple[QPointF, str, bool]] = []
        for degree in range(math.floor(min(latitudes)) - 3, math.ceil(max(latitudes)) + 4):
            at = to_screen.map(self.plane((degree, longitudes[0])))
            if box.top() + 12 < at.y() < box.bottom() - 12:
                painter.drawLine(QPointF(box.left(), at.y()), QPointF(box.right(), at.y()))
                lines.append((QPointF(box.left() + 20, at.y()), f"{degree}° N", True))
        for degree in range(math.floor(min(longitudes)) - 6, math.ceil(max(longitudes)) + 7):
            at = to_screen.map(self.plane((latitudes[0], degree)))
            if box.left() + 40 < at.x() < box.right() - 20:
                painter.drawLine(QPointF(at.x(), box.top()), QPointF(at.x(), box.bottom()))
                lines.append((QPointF(at.x(), box.bottom() - 8), f"{degree}° E", False))
        for at, text, _ in lines:
            fitted(painter, QRectF(at.x() - 18, at.y() - 8, 36, 14), MIDDLE, text, 9 * scale, look.chart.quiet)


def _chart() -> QRectF:
    """The map of the theatre, in miles."""
    theatre = world().theatre
    return QRectF(QPointF(theatre.west, theatre.north), QPointF(min(theatre.east, _east_of_the_chart()), theatre.south))


@lru_cache(1)
def _east_of_the_chart() -> float:
    """Return the east end of the far shore's coast, in miles."""
    return float(world().theatre.far_land.bounds[2]) - 0.5


@lru_cache(1)
def _shores() -> tuple[QPainterPath, QPainterPath]:
    """The land of either side as paths of the plane."""
    theatre = world().theatre
    british, far = outline(rings(theatre.british_land), True), outline(rings(theatre.far_land), True)
    return british, far
