"""Patterns of the table as seamless squares: weather, gun areas, built-up land. They read in grey and keep their size on the screen."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap

import bob.desk  # noqa: F401
from bob.chart.palette import Palette

_SIDE = 120
_STEPS = (0.31, -0.22, 0.4, -0.36, 0.12, -0.08, 0.27, -0.41, 0.05, 0.35, -0.29, 0.18, -0.15)


def colour(name: str, opacity: float = 1.0) -> QColor:
    """Return a colour of the palette with an opacity."""
    found = QColor(name)
    found.setAlphaF(opacity)
    return found


def _spread(rows: int, columns: int, jitter: float = 1.0) -> Iterator[QPointF]:
    """Staggered places over the square, each a little off, the same at every edge."""
    high, wide = _SIDE / rows, _SIDE / columns
    for row in range(rows):
        for column in range(columns):
            k = row * 7 + column * 3
            x = (column + (0.5 if row % 2 else 0.0) + jitter * 0.8 * _STEPS[k % 13]) * wide
            y = (row + 0.5 + jitter * 0.8 * _STEPS[(k + 5) % 13]) * high
            yield QPointF(x % _SIDE, y % _SIDE)


def _wrapped(painter: QPainter, at: QPointF, reach: float) -> Iterator[QPointF]:
    """A place and its copies beyond the edges that still reach into the square."""
    for dx in (-_SIDE, 0, _SIDE):
        for dy in (-_SIDE, 0, _SIDE):
            x, y = at.x() + dx, at.y() + dy
            if -reach <= x <= _SIDE + reach and -reach <= y <= _SIDE + reach:
                yield QPointF(x, y)


class Textures:
    """The patterns of a palette, made once each."""

    def __init__(self, palette: Palette, ratio: float = 1.0) -> None:
        self.palette = palette
        self.ratio = ratio
        self._made: dict[str, QBrush] = {}

    def brush(self, name: str) -> QBrush:
        """A pattern by name: a kind of weather, `built`, or `guns_1` to `guns_4` by weight. Raises KeyError."""
        if name not in self._made:
            square = QPixmap(round(_SIDE * self.ratio), round(_SIDE * self.ratio))
            square.setDevicePixelRatio(self.ratio)
            square.fill(Qt.GlobalColor.transparent)
            painter = QPainter(square)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter, name)
            painter.end()
            self._made[name] = QBrush(square.copy())
        return self._made[name]

    def _draw(self, painter: QPainter, name: str) -> None:
        if name.startswith("guns_"):
            self._guns(painter, int(name[5:]))
        elif name == "built":
            self._dots(painter, 20, 17, 1.5, colour(self.palette.quiet, 0.8), 0.8)
        else:
            getattr(self, f"_{name}")(painter)

    # ---- helpers

    def _ink(self, opacity: float) -> QColor:
        p = self.palette
        return colour(p.slate, min(1.0, opacity * (0.85 if p.patterns or p.name == "night" else 1.0)))

    def _veil(self, painter: QPainter, opacity: float) -> None:
        if not self.palette.patterns:
            painter.fillRect(QRectF(0, 0, _SIDE, _SIDE), colour(self.palette.slate, opacity))

    def _dots(self, painter: QPainter, rows: int, columns: int, size: float, ink: QColor, jitter: float = 0.0) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for at in _spread(rows, columns, jitter):
            for place in _wrapped(painter, at, size):
                painter.drawEllipse(place, size / 2, size / 2)

    def _lines(self, painter: QPainter, gap: float, width: float, ink: QColor, dash: float = 0.0) -> None:
        painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for row in range(round(_SIDE / gap)):
            y = (row + 0.5) * gap
            if not dash:
                painter.drawLine(QLineF(0, y, _SIDE, y))
                continue
            shift = dash * 0.9 * (row % 3)
            for k in range(-1, round(_SIDE / (dash * 1.5)) + 1):
                x = shift + k * dash * 1.5
                painter.drawLine(QLineF(x, y, x + dash, y))

    def _cloud(self, painter: QPainter, at: QPointF, size: float) -> None:
        """A small cloud: two bumps on a base."""
        for place in _wrapped(painter, at, size * 2):
            x, y = place.x(), place.y()
            painter.drawArc(QRectF(x - size, y - size * 0.55, size, size), 30 * 16, 150 * 16)
            painter.drawArc(QRectF(x - size * 0.25, y - size * 0.85, size * 1.3, size * 1.3), 0, 150 * 16)

    # ---- the weather

    def _fair(self, painter: QPainter) -> None:
        pass

    def _scattered(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._ink(0.5), 1.1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for at in _spread(4, 3, 0.6):
            self._cloud(painter, at, 6.0)

    def _cloudy(self, painter: QPainter) -> None:
        self._veil(painter, 0.03)
        self._dots(painter, 14, 12, 1.8, self._ink(0.34))

    def _overcast(self, painter: QPainter) -> None:
        self._veil(painter, 0.14)
        self._dots(painter, 20, 17, 2.3, self._ink(0.38))

    def _haze(self, painter: QPainter) -> None:
        self._lines(painter, 7.5, 0.9, self._ink(0.4))

    def _dense_haze(self, painter: QPainter) -> None:
        self._veil(painter, 0.08)
        self._lines(painter, 4.0, 1.0, self._ink(0.45))

    def _fog(self, painter: QPainter) -> None:
        self._veil(painter, 0.14)
        self._lines(painter, 5.0, 2.0, self._ink(0.45), dash=13.333333)

    def _rain(self, painter: QPainter) -> None:
        self._veil(painter, 0.15)
        painter.setPen(QPen(self._ink(0.6), 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for at in _spread(12, 10, 0.7):
            for place in _wrapped(painter, at, 12):
                painter.drawLine(QLineF(place.x(), place.y(), place.x() - 3.2, place.y() + 7.5))

    # ---- the ground

    def _guns(self, painter: QPainter, factor: int) -> None:
        gap = {1: 15, 2: 12, 3: 10, 4: 8}.get(max(1, min(4, factor)), 10)
        across = _SIDE / gap
        painter.setPen(QPen(colour(self.palette.red, 0.62), 1.0))
        for k in range(-math.ceil(across), math.ceil(across) + 1):
            painter.drawLine(QLineF(k * gap - 2, _SIDE + 2, k * gap + _SIDE + 2, -2))
