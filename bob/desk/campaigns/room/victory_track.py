"""The victory track of a campaign: the total so far, and its meaning at the end."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, mix
from bob.desk.campaigns.room.papers import CampaignPaper, PaperSpot, pale
from bob.staff.advice.campaigns.room_state import VictoryMarker

HIGH = 58


class VictoryTrack(CampaignPaper):
    """The stretches of the table of victory side by side, with a pointer at the total."""

    def sizeHint(self) -> QSize:
        return QSize(400, round(HIGH * self.scale) + 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, round(HIGH * self.scale) + 14)

    def refresh(self) -> None:
        track = self.model.state.track
        self.setAccessibleDescription(track.said if track is not None else "")
        super().refresh()

    def draw(self, painter: QPainter, box: QRectF) -> None:
        track = self.model.state.track
        if track is None:
            return
        s = self.scale
        head = QRectF(box.left() + 10, box.top() + 2, box.width() - 20, 20 * s)
        self.letter(painter, head, LEFT | BASE, track.said, 12, bold=True)
        bar = QRectF(box.left() + 10, head.bottom() + 8 * s, box.width() - 20, box.bottom() - head.bottom() - 14 * s)
        low, high = _ends(track)
        edges = [low, *[float(step.least) for step in track.steps if step.least is not None], high]

        def across(value: float) -> float:
            return bar.left() + bar.width() * (min(high, max(low, value)) - low) / (high - low)

        for step, (start, end) in zip(track.steps, pairwise(edges), strict=True):
            cell = QRectF(across(start), bar.top(), across(end) - across(start), bar.height())
            self._step(painter, cell, step.side, step.name, major=step in (track.steps[0], track.steps[-1]))
            if step.least is not None:
                figure = QRectF(cell.left() - 22, bar.top() - 11 * s, 44, 11 * s)
                self.letter(painter, figure, MIDDLE, _signed(step.least), 9, self.look.quiet)
        x = across(track.total + 0.5)  # in the middle of its point: the edges of the stretches lie between points
        painter.setPen(QPen(QColor(self.look.panel), 1.2))
        painter.setBrush(QColor(self.look.red))
        painter.drawPolygon(QPolygonF([QPointF(x, bar.top() + 5), QPointF(x - 6, bar.top() - 7), QPointF(x + 6, bar.top() - 7)]))
        painter.setPen(QPen(QColor(self.look.red), 2))
        for y, way in ((bar.top(), 1), (bar.bottom(), -1)):  # clear of the name of the stretch
            painter.drawLine(QPointF(x, y), QPointF(x, y + way * bar.height() * 0.2))
        self.spots.append(PaperSpot(box, track.hint))

    def _step(self, painter: QPainter, cell: QRectF, side: str, name: str, *, major: bool) -> None:
        look = self.look
        tone = self.side_tone(side)
        painter.setPen(QPen(QColor(look.line), 1))
        painter.setBrush(mix(look.panel, tone.name(), 0.5 if major else 0.25) if side and not look.plain else pale(look, look.line, 0.3))
        painter.drawRect(cell)
        if look.plain and side:
            painter.setBrush(QBrush(tone, Qt.BrushStyle.BDiagPattern if side == "axis" else Qt.BrushStyle.FDiagPattern))
            painter.drawRect(cell)
            painter.fillRect(cell.adjusted(4, 3, -4, -3), QColor(look.panel))
        self.letter(painter, cell.adjusted(3, 0, -3, 0), MIDDLE, name, 10)


def _ends(track: VictoryMarker) -> tuple[float, float]:
    """From where to where the track is drawn: as much again beyond its outermost steps, and never short of the total."""
    known = [float(step.least) for step in track.steps if step.least is not None] or [0.0]
    wide = max(10.0, known[-1] - known[0])
    return min(known[0] - wide * 0.35, float(track.total)), max(known[-1] + wide * 0.35, float(track.total))


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "−")
