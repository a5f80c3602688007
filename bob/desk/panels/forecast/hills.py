"""Figures over many flown days as hills: the outline how often each came, the bar their middle, the stroke the median."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.panel_parts import colour, elided, letters, rule_line
from bob.desk.base.theme.theme import look
from bob.forecast.answer import ForecastSpread

ROW, HEAD = 42, 18
"""The height of a row, and of the line in it with name and figures."""
BINS = 24
FADED = 0.4
"""Opacity of figures that no longer belong to the current question."""


@dataclass(frozen=True, slots=True)
class HillRow:
    """One figure: its name, its distribution, the text beside it and the long text; in points zero may be in the middle."""

    name: str
    spread: ForecastSpread
    figures: str
    hint: str
    both_ways: bool = False
    mark: float | None = None
    """The value of the actual day."""

    @property
    def ends(self) -> tuple[float, float]:
        """The scale."""
        least, most = self.spread.ends
        if self.mark is not None:
            least, most = min(least, self.mark), max(most, self.mark)
        low, high = (min(0.0, least), max(0.0, most)) if self.both_ways else (0.0, max(1.0, most))
        return (low, high) if high > low else (low, low + 1)


class Hills(QWidget):
    """The rows, one below the other."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.rows: Sequence[HillRow] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_rows(self, rows: Sequence[HillRow]) -> None:
        """Show these; none for nothing."""
        self.rows = [row for row in rows if row.spread.counted]
        self.setAccessibleDescription("\n".join(row.hint for row in self.rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(360 * self.settings.scale), round((ROW * max(1, len(self.rows)) + 4) * self.settings.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(250 * self.settings.scale), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = int(event.pos().y() / (ROW * self.settings.scale))
            QToolTip.showText(event.globalPos(), self.rows[at].hint if at < len(self.rows) else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else FADED)
        for i, row in enumerate(self.rows):
            self._row(painter, row, i * ROW * self.settings.scale)
        if self.hasFocus():
            painter.setPen(QPen(colour(look(self.settings).brass), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _row(self, painter: QPainter, row: HillRow, top: float) -> None:
        scale, tones = self.settings.scale, look(self.settings)
        high, head = ROW * scale, HEAD * scale
        left, right, base = 6 * scale, self.width() - 8 * scale, top + high - 8 * scale
        face = letters(self.settings, 12.5)
        painter.setFont(face)
        painter.setPen(colour(tones.ink))
        figures = QFontMetricsF(face).horizontalAdvance(row.figures)
        painter.drawText(QRectF(left, top, right - left, head), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, row.figures)
        room = QRectF(left, top, max(0.0, right - left - figures - 8 * scale), head)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, elided(face, row.name, room.width()))
        low, most = row.ends

        def at(value: float) -> float:
            return left + (right - left) * (value - low) / (most - low)

        painter.setPen(QPen(rule_line(tones), 1))
        painter.drawLine(QPointF(left, base), QPointF(right, base))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(tones.ink, 0.16))
        hill = self._hill(row, low, most)
        step = (right - left) / BINS
        outline = [QPointF(left + (j + 0.5) * step, base - share * (high - head - 8 * scale)) for j, share in enumerate(hill)]
        painter.drawPolygon(QPolygonF([QPointF(left, base), *outline, QPointF(right, base)]))
        painter.setBrush(colour(tones.chart.slate))
        for least, greatest, thick in ((0.1, 0.9, 1.2), (0.25, 0.75, 3.0)):
            ends = at(row.spread.at(least)), at(row.spread.at(greatest))
            painter.drawRect(QRectF(ends[0], base - thick * scale, max(1.0, ends[1] - ends[0]), 2 * thick * scale))
        painter.setPen(QPen(colour(tones.panel), 2 * scale))
        painter.drawLine(QPointF(at(row.spread.at(0.5)), base - 3 * scale), QPointF(at(row.spread.at(0.5)), base + 3 * scale))
        if row.mark is not None:
            painter.setPen(QPen(colour(tones.chart.red), 2.4 * scale))
            painter.drawLine(QPointF(at(row.mark), top + head), QPointF(at(row.mark), base + 5 * scale))
        if low < 0 < most:
            painter.setPen(QPen(colour(tones.quiet), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(at(0), top + head), QPointF(at(0), base + 5 * scale))

    @staticmethod
    def _hill(row: HillRow, low: float, most: float) -> list[float]:
        """Return the frequencies of the values, from 0 to 1, smoothed over their neighbours."""
        counts = [0.0] * BINS
        for value, count in row.spread.counted:
            counts[max(0, min(BINS - 1, int(BINS * (value - low) / (most - low))))] += count
        smooth = [(counts[max(0, i - 1)] + 2 * counts[i] + counts[min(BINS - 1, i + 1)]) / 4 for i in range(BINS)]
        return [count / max(smooth) for count in smooth]
