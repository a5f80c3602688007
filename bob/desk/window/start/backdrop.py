"""The quiet picture behind the first screen: the coasts of the theatre, and the chain's reach over the sea."""

from __future__ import annotations

import json
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.core.resources import data_folder
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme

_STATIONS = ((1.30, 51.15), (0.29, 50.84), (0.97, 50.95), (-1.2, 50.59), (1.56, 51.98), (1.07, 51.86), (-0.7, 50.75), (-2.05, 50.6))


ASPECT = 0.634
"""The length of a degree of longitude relative to one of latitude, at 50 degrees 40 north."""


@cache
def coasts() -> tuple[tuple[bool, tuple[tuple[float, float], ...]], ...]:
    """The outlines of the land in degrees, each with whether it is British."""
    with (data_folder("maps") / "coastline.geojson").open(encoding="utf-8") as stream:
        features = json.load(stream)["features"]
    found = []
    for feature in features:
        shape = feature["geometry"]
        parts = {"Polygon": [shape["coordinates"]], "MultiPolygon": shape["coordinates"]}.get(shape["type"], [])
        for rings in parts:
            outline = tuple((float(x), float(y)) for x, y, *_ in rings[0])
            slant = sum(y - 0.55 * x for x, y in outline) / len(outline)
            found.append((slant > 50.2, outline))
    return tuple(found)


class Backdrop(QWidget):
    """Paints the sketch; takes no input."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tones = theme.look(self.settings)
        chart = tones.chart
        painter.fillRect(self.rect(), QColor(chart.sea))
        west, east = (pick(x for _, ring in coasts() for x, _y in ring) for pick in (min, max))
        south, north = (pick(y for _, ring in coasts() for _x, y in ring) for pick in (min, max))
        scale = max(self.width() / ((east - west) * ASPECT), self.height() / (north - south)) * 1.02
        middle = (west + east) / 2, (south + north) / 2

        def place(longitude: float, latitude: float) -> QPointF:
            return QPointF(
                self.width() / 2 + (longitude - middle[0]) * scale * ASPECT,
                self.height() / 2 - (latitude - middle[1]) * scale,
            )

        for british, ring in coasts():
            path = QPainterPath(place(*ring[0]))
            for point in ring[1:]:
                path.lineTo(place(*point))
            path.closeSubpath()
            painter.setPen(QPen(QColor(chart.coast), 1.4))
            painter.setBrush(QColor(chart.land if british else chart.far))
            painter.drawPath(path)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        tone = QColor(chart.slate)
        for longitude, latitude in _STATIONS:
            at = place(longitude, latitude)
            for step in range(1, 5):
                tone.setAlpha(110 - 22 * step)
                painter.setPen(QPen(tone, 1.2, Qt.PenStyle.DashLine if tones.plain else Qt.PenStyle.SolidLine))
                r = step * scale * 0.28
                painter.drawArc(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), -100 * 16, 130 * 16)
        painter.end()
