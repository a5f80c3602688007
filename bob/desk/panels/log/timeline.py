"""The timeline: when raids were and will be where, when squadrons were in the air, and now as a line."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from bob.core.game import REFEREE
from bob.day.state.view import Common
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.log.timeline_rows import TimelineBar, TimelineMark, TimelineRow, rows_of
from bob.desk.session.session import DeskSession

AHEAD = 6
"""Turns shown beyond now at the least."""


def _polygon(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


class Timeline(QAbstractScrollArea):
    """The rows drawn over a scale of time. A click shows the raid or squadron on the table."""

    place_asked = Signal(str, object)

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = names
        self.rows: list[TimelineRow] = []
        self.chosen = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(70)
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        settings.theme_changed.connect(self.viewport().update)
        settings.text_size_changed.connect(self.refresh)
        self.refresh()

    # ---- measures

    @property
    def _pitch(self) -> int:
        return round(20 * self.settings.scale)

    @property
    def _head(self) -> int:
        return round(22 * self.settings.scale)

    @property
    def _names(self) -> int:
        metrics = QFontMetricsF(theme.font(self.settings, 12))
        widest = max((metrics.horizontalAdvance(row.name) for row in self.rows), default=60)
        return round(min(max(90.0, widest + 22), self.viewport().width() * 0.38))

    def refresh(self) -> None:
        """Take the rows from the view of now."""
        key = self.rows[self.chosen].key if 0 <= self.chosen < len(self.rows) else None
        words = self.settings.words
        self.rows = rows_of(self.session, words, self.names)
        self.chosen = next((i for i, row in enumerate(self.rows) if row.key == key), -1)
        self.setAccessibleName(words("desk.dock.timeline"))
        self.setAccessibleDescription("\n".join(row.hint for row in self.rows))
        self._fit()
        self.viewport().update()

    def _fit(self) -> None:
        room = self.viewport().height() - self._head
        self.verticalScrollBar().setRange(0, max(0, len(self.rows) * self._pitch - room))
        self.verticalScrollBar().setPageStep(max(1, room))
        self.verticalScrollBar().setSingleStep(self._pitch)

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def _span(self, common: Common) -> tuple[float, float]:
        """The turns shown: from the first that anything happened in to a while after now, at least two hours."""
        first = min((b.start for row in self.rows for b in row.bars), default=common.turn)
        last = max((b.end for row in self.rows for b in row.bars), default=common.turn)
        begin = max(1.0, min(first, common.turn) - 1)
        end = min(float(common.turns), max(last, common.turn + AHEAD, begin + 24))
        if end - begin > 60 and common.turn - begin > 36:
            begin = max(begin, common.turn - 36)
        return begin, max(min(end, begin + 72), begin + 12)

    def _common(self) -> Common:
        view = self.session.view(self.session.seat)
        common: Common = view.raf.common if self.session.seat == REFEREE else view.common
        return common

    # ---- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tones = theme.look(self.settings)
        width, height = self.viewport().width(), self.viewport().height()
        painter.fillRect(self.viewport().rect(), QColor(tones.inset))
        common = self._common()
        begin, end = self._span(common)
        left = self._names
        scale = (width - left - 14) / max(1.0, end - begin)

        def x(turn: float) -> float:
            return left + (turn - begin) * scale

        painter.setFont(theme.font(self.settings, 11))
        every = next(n for n in (1, 2, 3, 6, 12, 24, 48) if n * scale >= 46 * self.settings.scale or n == 48)
        minute = int(common.time_of(1)[3:]) // 5
        for turn in range(int(begin), int(end) + 1):
            if (turn - 1 + minute) % every == 0:
                painter.setPen(QPen(QColor(tones.line), 1))
                painter.drawLine(QPointF(x(turn), self._head - 4), QPointF(x(turn), height))
                painter.setPen(QColor(tones.quiet))
                across = min(x(turn), width - 17 * self.settings.scale)  # the last one is seen whole, too
                box = QRectF(across - 30 * self.settings.scale, 0, 60 * self.settings.scale, self._head - 4)
                theme.draw_figures(painter, box, common.time_of(turn), Qt.AlignmentFlag.AlignHCenter)
        painter.setClipRect(0, self._head, width, height - self._head)
        offset = self._head - self.verticalScrollBar().value()
        for i, row in enumerate(self.rows):
            top = offset + i * self._pitch
            if top + self._pitch >= self._head and top <= height:
                self._row(painter, i, row, top, left, x)
        painter.setClipping(False)
        painter.setPen(QPen(QColor(tones.red), 2))
        painter.drawLine(QPointF(x(common.turn), self._head - 6), QPointF(x(common.turn), height))
        painter.setBrush(QColor(tones.red))
        painter.setPen(Qt.PenStyle.NoPen)
        at = x(common.turn)
        painter.drawPolygon(_polygon((at - 5, self._head - 9), (at + 5, self._head - 9), (at, self._head - 2)))
        if not self.rows:
            painter.setPen(QColor(tones.quiet))
            painter.setFont(theme.font(self.settings, 13, italic=True))
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self.settings.words("desk.timeline.empty"))
        if self.hasFocus():
            painter.setPen(QPen(QColor(tones.brass), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _row(self, painter: QPainter, i: int, row: TimelineRow, top: float, left: int, x: Any) -> None:
        tones = theme.look(self.settings)
        if i == self.chosen:
            painter.fillRect(QRectF(0, top, self.viewport().width(), self._pitch), QColor(tones.chosen))
        ink = QColor(tones.on_chosen if i == self.chosen else tones.ink)
        painter.setFont(theme.font(self.settings, 12, bold=row.kind != "squadron"))
        painter.setPen(ink)
        metrics = QFontMetricsF(painter.font())
        name = metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, left - 16)
        painter.drawText(QRectF(8, top, left - 12, self._pitch), Qt.AlignmentFlag.AlignVCenter, name)
        middle = top + self._pitch / 2
        painter.save()
        painter.setClipRect(left - 6, self._head, self.viewport().width() - left + 6, self.viewport().height() - self._head)
        for bar in row.bars:
            self._bar(painter, bar, x(bar.start), x(bar.end), middle)
        for mark in row.marks:
            self._mark(painter, mark, x(mark.turn), middle, ink)
        painter.restore()

    def _bar(self, painter: QPainter, bar: TimelineBar, start: float, end: float, middle: float) -> None:
        tones = theme.look(self.settings)
        half = self._pitch * 0.2
        box = QRectF(start, middle - half, max(2.0, end - start), 2 * half)
        slate, ink = QColor(tones.chart.slate), QColor(tones.ink)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if bar.style in ("track", "faded", "guess"):
            pen = QPen(ink if bar.style == "track" else QColor(tones.quiet), 2 if bar.style == "track" else 1)
            if bar.style == "guess":
                pen.setStyle(Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.drawLine(QPointF(start, middle), QPointF(end, middle))
        elif bar.style in ("planned", "fuel"):
            painter.setPen(QPen(QColor(tones.quiet), 1, Qt.PenStyle.DashLine))
            painter.drawRect(box)
        else:
            fill = {"flown": slate, "flying": QColor(tones.brass), "done": QColor(tones.line)}[bar.style]
            painter.setPen(QPen(ink, 1) if tones.plain else Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRect(box)

    def _mark(self, painter: QPainter, mark: TimelineMark, at: float, middle: float, ink: QColor) -> None:
        tones = theme.look(self.settings)
        r = self._pitch * 0.25
        if mark.shape == "plot":
            painter.setPen(QPen(ink, 1))
            painter.setBrush(QColor(tones.segment(mark.tone)))
            shape = {"red": 3, "yellow": 4, "blue": 0}[mark.tone]
            if shape == 0:
                painter.drawEllipse(QPointF(at, middle), r * 0.8, r * 0.8)
            elif shape == 3:
                painter.drawPolygon(
                    QPolygonF([QPointF(at, middle - r), QPointF(at + r, middle + r * 0.8), QPointF(at - r, middle + r * 0.8)])
                )
            else:
                painter.drawRect(QRectF(at - r * 0.75, middle - r * 0.75, 1.5 * r, 1.5 * r))
            return
        tone = QColor(tones.red) if mark.tone == "red" else ink
        painter.setPen(QPen(tone, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if mark.shape in ("fight", "target"):
            painter.drawLine(QPointF(at - r, middle - r), QPointF(at + r, middle + r))
            painter.drawLine(QPointF(at - r, middle + r), QPointF(at + r, middle - r))
            if mark.shape == "target":
                painter.drawEllipse(QPointF(at, middle), r * 1.35, r * 1.35)
        elif mark.shape == "tally":
            painter.setBrush(tone)
            painter.drawPolygon(
                QPolygonF([QPointF(at, middle - r), QPointF(at + r, middle), QPointF(at, middle + r), QPointF(at - r, middle)])
            )
        elif mark.shape == "form":
            painter.drawLine(QPointF(at, middle - 1.4 * r), QPointF(at, middle + 1.4 * r))
        else:
            painter.setPen(QPen(tone, 1))
            painter.drawLine(QPointF(at, middle - r), QPointF(at, middle + r))

    # ---- hands

    def _row_at(self, y: float) -> int:
        i = int((y - self._head + self.verticalScrollBar().value()) // self._pitch)
        return i if y >= self._head and 0 <= i < len(self.rows) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._choose(self._row_at(event.position().y()))

    def _choose(self, i: int) -> None:
        self.chosen = i
        self.viewport().update()
        if i >= 0:
            row = self.rows[i]
            top = i * self._pitch
            bar = self.verticalScrollBar()
            room = self.viewport().height() - self._head
            bar.setValue(max(top + self._pitch - room, min(bar.value(), top)))
            self.place_asked.emit(row.kind, row.key)

    def left(self) -> tuple[str | None, int]:
        """Return the chosen row and the scroll position, to restore them later."""
        key = str(self.rows[self.chosen].key) if 0 <= self.chosen < len(self.rows) else None
        return key, self.verticalScrollBar().value()

    def take_up(self, left: tuple[str | None, int] | None) -> None:
        """Look where it was left; at the top, with nothing chosen, for who comes first."""
        key, down = left or (None, 0)
        self.chosen = next((i for i, row in enumerate(self.rows) if str(row.key) == key), -1)
        self.verticalScrollBar().setValue(down)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and self.rows:
            self._choose(max(0, min(len(self.rows) - 1, self.chosen + step)))
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            i = self._row_at(event.pos().y())
            QToolTip.showText(event.globalPos(), self.rows[i].hint if i >= 0 else "", self)
            return True
        return super().viewportEvent(event)
