"""The look shared by tote, planner and panels: letters, colours, lamps, silhouettes. Everything is drawn, nothing is loaded."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from bob.chart.marks import FontFace
from bob.chart.svg import FONTS
from bob.chart.tones import Look
from bob.desk.base.settings import Settings
from bob.desk.base.theme.theme import family

TEXT = 13.0
"""Pixels of the usual text at 100 per cent."""

LAMPS: Mapping[str, tuple[str, str]] = {
    "released": ("#F4EFDF", "#2B2A26"),
    "available": ("#5E9C6B", "#10160F"),
    "ready": ("#E9B93A", "#231C08"),
    "airborne": ("#C8402F", "#FFF6EC"),
    "landed": ("#3D7EB3", "#F2F8FC"),
    "rearm_1": ("#9DB6C6", "#17222A"),
    "rearm_2": ("#9DB6C6", "#17222A"),
}
"""The colour of each lit lamp and of the letter in it."""

CLOCK: Mapping[str, str] = {"red": "#C0392B", "yellow": "#E0B030", "blue": "#2F6EA5"}


@cache
def _letters(face: FontFace, pixels: int) -> QFont:
    made = QFont(family())
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight(FONTS[face][1]))
    made.setItalic(FONTS[face][2] == "italic")
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def letters(settings: Settings, size: float = TEXT, face: FontFace = "regular") -> QFont:
    """A face of the shipped letters at a size that follows the setting."""
    return _letters(face, max(7, round(size * settings.scale)))


def colour(name: str, opacity: float = 1.0) -> QColor:
    made = QColor(name)
    made.setAlphaF(opacity)
    return made


def mixed(a: str, b: str, share: float) -> QColor:
    """A colour between two: `share` of the second."""
    first, second = QColor(a), QColor(b)
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
    )


def board(p: Look) -> QColor:
    """The ground of a board."""
    return QColor(p.inset)


def stripe(p: Look) -> QColor:
    """Every second line of a board, and its heads."""
    return QColor(p.inset) if p.plain else mixed(p.panel, p.line, 0.3)


def rule_line(p: Look) -> QColor:
    return mixed(p.inset, p.ink, 0.45 if p.plain else 0.16)


def warning(p: Look) -> QColor:
    """Return the colour for trouble; always used together with a sign."""
    return QColor(p.red)


def lamp(painter: QPainter, box: QRectF, kind: str, letter: str, p: Look, settings: Settings, *, lit: bool, due: float | None) -> None:
    """A lamp: lit in its colour with its letter, dark, or dark with a ring that fills while its time comes (`due`, from 0 to 1)."""
    side = min(box.width(), box.height())
    r = side / 2 - 1.5
    middle = box.center()
    ring = QRectF(middle.x() - r, middle.y() - r, 2 * r, 2 * r)
    painter.setPen(QPen(QColor(p.ink) if lit else rule_line(p), 1.6 if lit else 1.0))
    if lit:
        fill, ink = ("#000000", "#FFFFFF") if p.plain else LAMPS[kind]
        painter.setBrush(QColor(fill))
        painter.drawEllipse(ring)
        painter.setPen(QColor(ink))
        painter.setFont(letters(settings, side * 0.56 / settings.scale, "bold"))
        painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, letter)
        return
    painter.setBrush(mixed(p.inset, p.ink, 0.0 if p.plain else 0.05))
    painter.drawEllipse(ring)
    if due is not None:
        painter.setPen(QPen(QColor(p.ink), 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawArc(ring, 90 * 16, -round(360 * 16 * max(0.06, min(1.0, due))))
        painter.setPen(QColor(p.ink))
        painter.setFont(letters(settings, side * 0.5 / settings.scale, "semibold"))
        painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, letter)


def bar(painter: QPainter, box: QRectF, share: float, p: Look, *, low: bool, cells: int = 0) -> None:
    """A bar filled from the left; `low` hatches it."""
    painter.setPen(QPen(QColor(p.ink), 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    frame = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRect(frame)
    filled = QRectF(frame.x() + 1.5, frame.y() + 1.5, max(0.0, (frame.width() - 3) * max(0.0, min(1.0, share))), frame.height() - 3)
    painter.fillRect(filled, QColor(p.red if low else p.chart.slate))
    if low:
        painter.fillRect(filled, QBrush(QColor(p.inset), Qt.BrushStyle.Dense6Pattern))
    if cells > 1:
        painter.setPen(QPen(QColor(p.inset), 1.0))
        for i in range(1, cells):
            x = frame.x() + frame.width() * i / cells
            painter.drawLine(QPointF(x, filled.top()), QPointF(x, filled.bottom()))


# ---- silhouettes, seen from above with the nose up, one unit high


_PLANS: Mapping[str, tuple[float, float, float, float, int]] = {
    # span, chord at the root, taper, length, engines
    "spitfire": (1.0, 0.27, 0.35, 0.86, 1),
    "hurricane": (1.04, 0.26, 0.62, 0.84, 1),
    "defiant": (1.0, 0.25, 0.7, 0.92, 1),
    "blenheim": (1.15, 0.22, 0.55, 0.86, 2),
    "bf_109": (0.92, 0.22, 0.6, 0.84, 1),
    "bf_110": (1.15, 0.2, 0.5, 0.86, 2),
    "ju_87": (1.1, 0.24, 0.7, 0.9, 1),
    "ju_88": (1.15, 0.21, 0.5, 0.86, 2),
    "he_111": (1.2, 0.26, 0.4, 0.88, 2),
    "do_17": (1.12, 0.22, 0.62, 0.94, 2),
}
_ROUND = ("spitfire", "he_111")


@cache
def silhouette(aircraft: str) -> QPainterPath:
    """The plan view of a type, one unit high around the origin; a plain one for types without their own."""
    name = next((known for known in _PLANS if aircraft.startswith(known)), "bf_110" if aircraft.startswith("bf_") else "hurricane")
    span, chord, taper, length, engines = _PLANS[name]
    nose, tail, wing = -length / 2, length / 2, -length / 2 + 0.32
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addEllipse(QRectF(-0.055, nose, 0.11, length))
    half = span / 2
    if name in _ROUND:
        path.addEllipse(QRectF(-half, wing - chord * 0.4, span, chord))
    else:
        tip = chord * taper
        path.addPolygon(
            QPolygonF(
                [
                    QPointF(-half, wing + (chord - tip) * 0.35),
                    QPointF(0, wing - chord * 0.1),
                    QPointF(half, wing + (chord - tip) * 0.35),
                    QPointF(half, wing + (chord - tip) * 0.35 + tip),
                    QPointF(0, wing + chord * 0.9),
                    QPointF(-half, wing + (chord - tip) * 0.35 + tip),
                ]
            )
        )
    path.addEllipse(QRectF(-0.2 * span, tail - 0.13, 0.4 * span, 0.1))
    if engines == 2:
        for side in (-1, 1):
            path.addRoundedRect(QRectF(side * 0.17 * span - 0.035, wing - 0.13, 0.07, 0.28), 0.03, 0.03)
    if name == "do_17":
        for side in (-1, 1):
            path.addEllipse(QRectF(side * 0.2 - 0.025, tail - 0.16, 0.05, 0.16))
    return path.simplified()


def draw_silhouette(painter: QPainter, box: QRectF, aircraft: str, ink: QColor) -> None:
    """A type in a box."""
    size = min(box.width() / 1.15, box.height())
    painter.save()
    painter.translate(box.center())
    painter.scale(size, size)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPath(silhouette(aircraft))
    painter.restore()


def elided(font_: QFont, text: str, width: float) -> str:
    return QFontMetricsF(font_).elidedText(text, Qt.TextElideMode.ElideRight, width)


def arrow(painter: QPainter, at: QPointF, step: Sequence[float], size: float, ink: QColor) -> None:
    """A small arrow along a course on the plane."""
    turn = math.degrees(math.atan2(step[1], step[0]))
    painter.save()
    painter.translate(at)
    painter.rotate(turn)
    painter.setPen(QPen(ink, 1.4))
    painter.drawLine(QPointF(-size, 0), QPointF(size, 0))
    painter.drawLine(QPointF(size, 0), QPointF(size * 0.4, -size * 0.45))
    painter.drawLine(QPointF(size, 0), QPointF(size * 0.4, size * 0.45))
    painter.restore()
