"""Clocks: the Sector clock with its coloured five-minute segments, and the plain dial of the Luftwaffe."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bob.day.state.time_of_day import SEGMENTS
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme


class ClockDial(QWidget):
    """A dial that shows a time of day. `coloured` is the Sector clock; without it the dial is dark, of 24 hours."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.coloured = True
        self._minutes = 12.0 * 60
        self._known = False
        self._turn = QVariantAnimation(self)
        self._turn.setDuration(500)
        self._turn.valueChanged.connect(self._move)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = max(78, round(78 * min(1.5, self.settings.scale)))
        return QSize(side, side)

    def set_time(self, text: str) -> None:
        """Show a time such as 11:35; the hand moves there."""
        hours, _, minutes = text.partition(":")
        goal = float(int(hours) * 60 + int(minutes))
        self.setToolTip(text)
        self.setAccessibleName(self.settings.words("desk_lessons.first_raid.head.clock"))
        self.setAccessibleDescription(text)
        self._turn.stop()
        if self._known and self.settings.animate and self.isVisible() and 0 < goal - self._minutes <= 60:
            self._turn.setStartValue(self._minutes)
            self._turn.setEndValue(goal)
            self._turn.start()
        else:
            self._move(goal)
        self._known = True

    def _move(self, minutes: object) -> None:
        self._minutes = float(minutes)  # type: ignore[arg-type]
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width(), self.height())
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(side / 200, side / 200)
        if self.coloured:
            self._sector_clock(painter)
        else:
            self._field_clock(painter)
        painter.end()

    def _sector_clock(self, painter: QPainter) -> None:
        tones = theme.look(self.settings)
        ink = QColor(tones.dial_ink)
        painter.setPen(QPen(QColor(tones.brass), 5))
        painter.setBrush(QColor(tones.dial))
        painter.drawEllipse(QPointF(0, 0), 96, 96)
        # The ring of wedges: red, yellow, blue from the full hour on, clockwise.
        for i in range(12):
            wedge = QPainterPath()
            start = 90 - 30 * i
            wedge.arcMoveTo(QRectF(-88, -88, 176, 176), start)
            wedge.arcTo(QRectF(-88, -88, 176, 176), start, -30)
            wedge.arcTo(QRectF(-58, -58, 116, 116), start - 30, 30)
            wedge.closeSubpath()
            name = SEGMENTS[i % 3]
            painter.setPen(QPen(QColor(tones.dial), 2))
            painter.setBrush(QColor(tones.segment(name)))
            painter.drawPath(wedge)
        # The current segment has an edge, to show without colour.
        i = int(self._minutes) % 60 // 5
        wedge = QPainterPath()
        wedge.arcMoveTo(QRectF(-90, -90, 180, 180), 90 - 30 * i)
        wedge.arcTo(QRectF(-90, -90, 180, 180), 90 - 30 * i, -30)
        wedge.arcTo(QRectF(-56, -56, 112, 112), 60 - 30 * i, 30)
        wedge.closeSubpath()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink, 4))
        painter.drawPath(wedge)
        self._figures(painter, ink, 43, 12)
        self._hands(painter, ink, 12, 30, 72)

    def _field_clock(self, painter: QPainter) -> None:
        tones = theme.look(self.settings)
        painter.setPen(QPen(QColor(tones.strip_quiet), 5))
        painter.setBrush(QColor("#15181A") if not tones.plain else QColor("#000000"))
        painter.drawEllipse(QPointF(0, 0), 96, 96)
        pale = QColor("#E9E6D2") if not tones.plain else QColor("#FFFFFF")
        for i in range(60):
            painter.save()
            painter.rotate(6 * i)
            painter.setPen(QPen(pale, 4 if i % 5 == 0 else 1.5))
            painter.drawLine(QPointF(0, -90), QPointF(0, -80 if i % 5 == 0 else -85))
            painter.restore()
        self._figures(painter, pale, 64, 12)
        self._hands(painter, pale, 12, 42, 76)

    def _figures(self, painter: QPainter, ink: QColor, radius: float, hours: int) -> None:
        font = QFont(theme.family())
        font.setPixelSize(19)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(ink)
        for hour in range(1, hours + 1):
            angle = math.radians(360 / hours * hour)
            x, y = radius * math.sin(angle), -radius * math.cos(angle)
            painter.drawText(QRectF(x - 16, y - 13, 32, 26), Qt.AlignmentFlag.AlignCenter, str(hour))

    def _hands(self, painter: QPainter, ink: QColor, hours: int, short: float, long: float) -> None:
        for degrees, length, width in ((self._minutes / 60 * 360 / hours, short, 9.0), (self._minutes % 60 * 6, long, 5.5)):
            painter.save()
            painter.rotate(degrees)
            hand = QPainterPath(QPointF(-width / 2, 8))
            hand.lineTo(-width / 2, -length * 0.7)
            hand.lineTo(0, -length)
            hand.lineTo(width / 2, -length * 0.7)
            hand.lineTo(width / 2, 8)
            hand.closeSubpath()
            painter.setPen(QPen(QColor(255, 255, 255, 90), 1))
            painter.setBrush(ink)
            painter.drawPath(hand)
            painter.restore()
        painter.setBrush(ink)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(0, 0), 7, 7)
