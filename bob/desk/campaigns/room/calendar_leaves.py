"""The calendar on the desk of a campaign: a leaf for each mission."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from bob.desk.base.theme.emblem import emblem
from bob.desk.base.theme.lettering import BASE, LEFT, TOP, WRAPPED
from bob.desk.campaigns.room.papers import CampaignPaper, PaperSpot, pale
from bob.staff.advice.campaigns.room_state import COMING, NOW, CalendarLeaf

HIGH = 82
WIDEST = 190.0


class CalendarLeaves(CampaignPaper):
    """Leaves side by side: those torn off with what came of them, the one in hand, those to come."""

    def sizeHint(self) -> QSize:
        return QSize(400, round(HIGH * self.scale) + 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, round(HIGH * self.scale) + 14)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        leaves = self.model.state.leaves
        if not leaves:
            return
        inner = box.adjusted(6, 6, -6, -6)
        step = min(WIDEST * self.scale, inner.width() / len(leaves))
        for i, leaf in enumerate(leaves):
            self._leaf(painter, QRectF(inner.left() + i * step, inner.top(), step - 5, inner.height()), leaf)

    def _leaf(self, painter: QPainter, box: QRectF, leaf: CalendarLeaf) -> None:
        look = self.look
        painter.setOpacity(0.6 if leaf.state == COMING and not look.plain else 1.0)
        painter.setPen(QPen(QColor(look.brass if leaf.state == NOW else look.line), 2.4 if leaf.state == NOW else 1))
        painter.setBrush(QColor(look.inset))
        painter.drawRect(box)
        head = QRectF(box.left(), box.top(), box.width(), min(18 * self.scale, box.height() * 0.28))
        tone = self.side_tone(leaf.side) if leaf.side else pale(look, look.line, 0.8)
        painter.fillRect(head.adjusted(1, 1, -1, 0), tone)
        on = look.panel if leaf.side else look.ink
        self.letter(painter, head.adjusted(6, 0, -22, 0), LEFT | BASE, leaf.head, 11, on, bold=True)
        if leaf.side:
            emblem(painter, QPointF(head.right() - 11, head.center().y()), head.height() * 0.3, leaf.side, QColor(look.panel), tone)
        rest = QRectF(box.left() + 6, head.bottom() + 2, box.width() - 12, box.bottom() - head.bottom() - 4)
        figure = QRectF(rest.left(), rest.bottom() - 19 * self.scale, rest.width(), 19 * self.scale)
        self.letter(
            painter,
            QRectF(rest.left(), rest.top(), rest.width(), figure.top() - rest.top()),
            LEFT | TOP | WRAPPED,
            leaf.title,
            12,
            bold=True,
        )
        wide = 44 * self.scale if leaf.figure else 0
        self.letter(painter, figure.adjusted(0, 0, -wide, 0), LEFT | BASE, leaf.line, 11, look.quiet)
        if leaf.figure:
            self.letter(painter, figure, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), leaf.figure, 14, bold=True)
        painter.setOpacity(1.0)
        self.spots.append(PaperSpot(box, leaf.hint))
