"""The head of the tote: the scramble limit in pips, the Response Level as a bar, the Groups in figures."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from bob.day.state.view import RafView
from bob.day.telling.period_names import figure
from bob.desk.base.settings import Settings
from bob.desk.base.theme.panel_parts import draw_silhouette, elided, lamp, letters, rule_line
from bob.desk.base.theme.theme import look
from bob.staff.advice.fighter_command.tote_rows import limits, totals


class ToteHead(QWidget):
    """Painted from a view; its words are its accessible description as well."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self._view: RafView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumHeight(self.sizeHint().height())

    def show_view(self, view: RafView) -> None:
        """Show these figures."""
        self._view = view
        self.retranslate()

    def retranslate(self) -> None:
        """Words, theme or text size have changed."""
        if self._view is not None:
            self.setAccessibleDescription(self.settings.words.separated((*limits(self.settings.words, self._view), *self.groups())))
            self.setToolTip(
                "\n".join((*limits(self.settings.words, self._view), *self.groups(), self.settings.words("desk_tote.limits_tip")))
            )
        self.setAccessibleName(self.settings.words("desk_tote.title"))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def clear(self) -> None:
        """Forget all."""
        self._view = None
        self.setAccessibleDescription("")
        self.setToolTip("")

    def groups(self) -> list[str]:
        """Each Group in a sentence."""
        words = self.settings.words
        if self._view is None:
            return []
        return [
            words(
                "desk_tote.group_total",
                group=t.group,
                squadrons=figure(words, t.squadrons),
                ready=figure(words, t.ready),
                airborne=figure(words, t.airborne),
                aircraft=t.aircraft,
            )
            for t in totals(self._view)
        ]

    def sizeHint(self) -> QSize:
        return QSize(420, round(78 * self.settings.scale))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the mouse's text when the keyboard focus comes here."""
        super().focusInEvent(event)
        QToolTip.showText(self.mapToGlobal(QPoint(8, self.height())), self.toolTip(), self)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        QToolTip.hideText()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = self.settings.scale
        self._scrambles(painter, QRectF(8, 4, self.width() * 0.5 - 12, 36 * scale), self._view)
        self._response(painter, QRectF(self.width() * 0.5 + 4, 4, self.width() * 0.5 - 12, 36 * scale), self._view)
        self._groups(painter, QRectF(8, 44 * scale, self.width() - 16, 30 * scale), self._view)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(look(self.settings).ink), 1, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -2, -2))
        painter.end()

    def _head(self, painter: QPainter, box: QRectF, name: str, value: str) -> QRectF:
        """Draw a name and its value in the rest of a box; return the rectangle."""
        p, settings = look(self.settings), self.settings
        painter.setPen(QColor(p.ink))
        painter.setFont(letters(settings, 15, "bold"))
        painter.drawText(box, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight, value)
        room = box.width() - painter.fontMetrics().horizontalAdvance(value) - 6
        painter.setPen(QColor(p.quiet))
        font = letters(settings, 12)
        painter.setFont(font)
        line = QRectF(box.x(), box.y(), room, 18 * settings.scale)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, elided(font, name, room))
        return QRectF(box.x(), box.y() + 21 * settings.scale, box.width(), 12 * settings.scale)

    def _scrambles(self, painter: QPainter, box: QRectF, view: RafView) -> None:
        p, words = look(self.settings), self.settings.words
        value = f"{figure(words, view.scrambled)} / {view.scramble_limit}"
        at = self._head(painter, box, words("desk_tote.scramble_limit"), value)
        pips = max(view.scramble_limit, 1)
        step = min(22 * self.settings.scale, at.width() / pips)
        for i in range(view.scramble_limit):
            pip = QRectF(at.x() + i * step, at.y(), step - 4, at.height())
            painter.setPen(QPen(QColor(p.ink), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(pip)
            share = max(0.0, min(1.0, view.scrambled - i))
            painter.fillRect(QRectF(pip.x() + 2, pip.y() + 2, (pip.width() - 4) * share, pip.height() - 4), QColor(p.red))

    def _response(self, painter: QPainter, box: QRectF, view: RafView) -> None:
        p, words = look(self.settings), self.settings.words
        value = f"{figure(words, view.committed)} / {view.response_level}"
        at = self._head(painter, box, words("desk_tote.response_level"), value)
        over = view.committed > view.response_level
        whole = max(view.response_level, view.committed, 1)
        painter.setPen(QPen(QColor(p.ink), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(at)
        width = (at.width() - 4) * view.committed / whole
        painter.fillRect(QRectF(at.x() + 2, at.y() + 2, width, at.height() - 4), QColor(p.red if over else p.chart.slate))
        mark = at.x() + 2 + (at.width() - 4) * view.response_level / whole
        if over:
            painter.setPen(QPen(QColor(p.ink), 2))
            painter.drawLine(round(mark), round(at.y() - 3), round(mark), round(at.bottom() + 3))

    def _groups(self, painter: QPainter, box: QRectF, view: RafView) -> None:
        p, words, settings = look(self.settings), self.settings.words, self.settings
        found = totals(view)
        painter.setPen(QPen(rule_line(p), 1))
        painter.drawLine(box.topLeft(), box.topRight())
        wide = box.width() / max(1, len(found))
        for i, t in enumerate(found):
            at = QRectF(box.x() + i * wide, box.y() + 3, wide - 8, box.height() - 3)
            painter.setPen(QColor(p.ink))
            painter.setFont(letters(settings, 14, "bold"))
            name = words("desk_tote.group_short", group=t.group)
            painter.drawText(at, Qt.AlignmentFlag.AlignVCenter, name)
            x = at.x() + painter.fontMetrics().horizontalAdvance(name) + 7 * settings.scale
            side = 15 * settings.scale
            painter.setFont(letters(settings, 13))
            all_figures = (("ready", figure(words, t.ready)), ("airborne", figure(words, t.airborne)), ("", str(t.aircraft)))
            needed = sum(side + painter.fontMetrics().horizontalAdvance(text) + 9 * settings.scale for _, text in all_figures)
            for what, text in all_figures if x + needed <= at.x() + wide else all_figures[:2]:
                spot = QRectF(x, at.center().y() - side / 2, side, side)
                if what:
                    lamp(painter, spot, what, words(f"desk_tote.letter.{what}"), p, settings, lit=True, due=None)
                else:
                    draw_silhouette(painter, spot, "hurricane", QColor(p.quiet))
                painter.setFont(letters(settings, 13))
                painter.setPen(QColor(p.ink))
                painter.drawText(QRectF(x + side + 2, at.y(), 60, at.height()), Qt.AlignmentFlag.AlignVCenter, text)
                x += side + painter.fontMetrics().horizontalAdvance(text) + 9 * settings.scale
        painter.setPen(QPen(rule_line(p), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
