"""Letters, tones and rings that drawings of tables share."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from bob.desk.base.theme import theme

WRAPPED = int(Qt.TextFlag.TextWordWrap)
UNCUT = int(Qt.TextFlag.TextDontClip)
MIDDLE = int(Qt.AlignmentFlag.AlignCenter)
TOP = int(Qt.AlignmentFlag.AlignTop)
LEFT = int(Qt.AlignmentFlag.AlignLeft)
BASE = int(Qt.AlignmentFlag.AlignVCenter)


@lru_cache(64)
def letters(pixels: int, bold: bool = False) -> QFont:
    """Return a font with a height in pixels."""
    made = QFont(theme.family())
    made.setPixelSize(max(7, pixels))
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return made


def mix(one: str, other: str, share: float) -> QColor:
    """A tone between two, so much of the other."""
    a, b = QColor(one), QColor(other)
    pairs = ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    return QColor(*(round(x + (y - x) * share) for x, y in pairs))


def fitted(painter: QPainter, box: QRectF, flags: int, text: str, pixels: float, tone: QColor | str, bold: bool = False) -> None:
    """A text in a box, smaller if it must be; one line that is too long even so ends with dots."""
    size = round(pixels)
    painter.setPen(QColor(tone))
    while True:
        painter.setFont(letters(size, bold))
        needed = painter.boundingRect(box, flags, text)
        if size <= 7 or (needed.height() <= box.height() + 1 and needed.width() <= box.width() + 1):
            break
        size -= 1
    if not flags & WRAPPED:
        flags |= UNCUT
        if needed.width() > box.width() + 1:
            text = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width() + 1)
    painter.drawText(box, flags, text)


def ring(painter: QPainter, box: QRectF, tone: str, width: float, radius: float = 7) -> None:
    """Draw a ring around a chosen thing."""
    painter.setPen(QPen(QColor(tone), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, radius, radius)


def glow(painter: QPainter, box: QRectF, tone: str) -> None:
    """Light around what something may be laid on."""
    light = QColor(tone)
    for out, alpha in ((12, 40), (7, 70), (3, 110)):
        light.setAlpha(alpha)
        painter.setPen(QPen(light, 5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-out, -out, out, out), 8 + out / 2, 8 + out / 2)
    light.setAlpha(38)
    painter.fillRect(box, light)


def dashed(painter: QPainter, start: QPointF, end: QPointF, tone: QColor, width: float = 2) -> None:
    painter.setPen(QPen(tone, width, Qt.PenStyle.DashLine))
    painter.drawLine(start, end)
