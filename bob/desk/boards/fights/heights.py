"""A side view of the heights: one side on the left, the other on the right, the sun, the cloud."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.data.weathers import CLOUD
from bob.day.state.position import RAF
from bob.day.state.view import EngagementView, FoeView
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.plan_form import draw_plan
from bob.tactical.engagement import Force

STEP = 5
"""Angels between two lines of height."""


class HeightsPicture(QWidget):
    """The picture of a situation."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.shown: EngagementView | None = None
        self.setMinimumSize(260, 100)
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(420, 250)

    def show_situation(self, shown: EngagementView | None) -> None:
        """Draw another situation; None for nothing."""
        self.shown = shown
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        s = self.shown
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tones = theme.look(self.settings)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(tones.line), 1))
        painter.setBrush(QColor(tones.chart.sea if not tones.plain else tones.panel))
        painter.drawRect(box)
        if s is None:
            return
        angels = [f.angels for f in (*s.own, *s.foes)]
        low, high = min(angels) // STEP * STEP, (max(angels) // STEP + 1) * STEP
        low = max(0, low - STEP) if min(angels) - low < 2 else low
        scale = self.settings.scale
        top, bottom = box.top() + 24 * scale, box.bottom() - 22 * scale

        def level(height: float) -> float:
            return bottom - (height - low) / (high - low) * (bottom - top)

        painter.setFont(theme.font(self.settings, 11))
        for height in range(low, high + 1, STEP):
            y = level(height)
            painter.setPen(QPen(QColor(tones.quiet), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(box.left() + 34 * scale, y), QPointF(box.right() - 8, y))
            painter.setPen(QColor(tones.ink))
            theme.draw_figures(painter, QRectF(box.left() + 4, y - 9 * scale, 24 * scale, 18 * scale), str(height))
        if s.weather in CLOUD:
            self._cloud(painter, box, level(min(angels) - 1.5), tones.chart.coast)
        self._sun(painter, box, tones.brass)
        middle = box.center().x() + 12 * scale
        self._side(painter, s.own, s.left == RAF, QRectF(box.left() + 36 * scale, top, middle - box.left() - 44 * scale, 0), level)
        self._side(painter, s.foes, s.left != RAF, QRectF(middle + 8, top, box.right() - middle - 16, 0), level, right=True)
        painter.setFont(theme.font(self.settings, 11))
        painter.setPen(QColor(tones.ink))
        foot = QRectF(box.left() + 8, box.bottom() - 20 * scale, box.width() - 16, 18 * scale)
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.settings.words("desk_fights.angels"))

    def _side(
        self,
        painter: QPainter,
        forces: Sequence[Force | FoeView],
        raf: bool,
        box: QRectF,
        level: Callable[[float], float],
        *,
        right: bool = False,
    ) -> None:
        """A side's aircraft at their heights: for each height and type one mark with their number."""
        tones = theme.look(self.settings)
        tone = QColor(tones.chart.slate if raf else tones.chart.luftwaffe)
        scale = self.settings.scale
        for height, row in sorted(_rows(forces).items()):
            width = min(96 * scale, box.width() / len(row))
            y = level(height)
            for i, (aircraft, count) in enumerate(row):
                x = box.right() - (i + 1) * width if right is False else box.left() + i * width
                mark = QRectF(x + 2, y - 13 * scale, 34 * scale, 26 * scale)
                draw_plan(painter, mark, aircraft, tone, right)
                painter.setFont(theme.font(self.settings, 16, bold=True))
                painter.setPen(tone)
                text = QRectF(mark.right() + 3, y - 13 * scale, width - mark.width() - 5, 26 * scale)
                metrics = QFontMetricsF(painter.font())
                painter.drawText(QPointF(text.left(), y + metrics.ascent() / 2 - 2), str(count))

    def _sun(self, painter: QPainter, box: QRectF, tone: str) -> None:
        centre, r = QPointF(box.right() - 22, box.top() + 20), 8.0
        painter.setPen(QPen(QColor(tone), 1.6))
        painter.setBrush(QColor(tone))
        painter.drawEllipse(centre, r, r)
        for i in range(8):
            painter.save()
            painter.translate(centre)
            painter.rotate(45 * i)
            painter.drawLine(QPointF(r + 3, 0), QPointF(r + 7, 0))
            painter.restore()

    def _cloud(self, painter: QPainter, box: QRectF, y: float, tone: str) -> None:
        """A bank of cloud as a row of arcs."""
        painter.save()
        painter.setClipRect(box)
        painter.setPen(QPen(QColor(tone), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        width = 34 * self.settings.scale
        x = box.left() + 40 * self.settings.scale
        while x < box.right():
            painter.drawArc(QRectF(x, y - width / 3, width, width * 0.66), 0, 180 * 16)
            x += width * 0.8
        painter.restore()


def _rows(forces: Iterable[Force | FoeView]) -> dict[int, list[tuple[str, int]]]:
    """For each height the types that fly there, the most numerous first."""
    found: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for force in forces:
        found[force.angels][force.aircraft] += force.count
    return {height: sorted(row.items(), key=lambda pair: (-pair[1], pair[0])) for height, row in found.items()}
