"""The cards on the desk of a campaign: options, Resources or patterns, to choose one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED, ring
from bob.desk.campaigns.room.papers import CampaignPaper, PaperSpot, pale
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.staff.advice.campaigns.room_state import SPENT, TAKEN, CampaignCard

HIGH = 132
HIGH_OF_TWO = 196
"""One row of cards, and two."""
WIDEST = 168.0
LEAST = 84.0
GAP = 22.0
"""The space before the cards of another choice."""
FEW, FEW_WIDER = 3, 1.8
"""The number up to which cards are wider, and the factor."""


class DeskCards(CampaignPaper):
    """The cards in one row, or in two where they are many."""

    def __init__(self, settings: Settings, model: CampaignModel, parent: QWidget | None = None) -> None:
        super().__init__(settings, model, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def refresh(self) -> None:
        self.setAccessibleName(self.model.state.cards_title)
        cards = self.model.state.cards
        said = [f"{card.key or card.head} {card.title}: {', '.join(card.lines)} {card.useless}".strip() for card in cards]
        self.setAccessibleDescription("\n".join(said))
        super().refresh()

    def _rows(self, width: float) -> int:
        """Return the number of rows of cards."""
        return 1 if width / max(1, len(self.model.state.cards)) >= LEAST * self.scale else 2

    def sizeHint(self) -> QSize:
        high = HIGH if self._rows(self.width()) == 1 else HIGH_OF_TWO
        return QSize(400, round((high + 24) * self.scale) + 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, round((HIGH * 0.8 + 24) * self.scale) + 14)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        state = self.model.state
        head = QRectF(box.left() + 10, box.top() + 3, box.width() - 20, 20 * self.scale)
        self.letter(painter, head, LEFT | BASE, state.cards_title, 12, self.look.quiet)
        field = QRectF(box.left() + 8, head.bottom() + 2, box.width() - 16, box.bottom() - head.bottom() - 10)
        if not state.cards:
            return
        rows = self._rows(field.width())
        across = (len(state.cards) + rows - 1) // rows
        widest = WIDEST * (FEW_WIDER if len(state.cards) <= FEW else 1.0)
        gaps = GAP * sum(card.apart for card in state.cards)
        step, high = min(widest * self.scale, (field.width() - gaps) / across), field.height() / rows
        left = field.left()
        for i, card in enumerate(state.cards):
            armed = card.order is not None and card.order == self.model.armed
            lift = 4 if armed else 0
            left += GAP if card.apart else 0
            place = QRectF(left + i % across * step, field.top() + i // across * high + 4 - lift, step - 6, high - 4)
            self._card(painter, place, card, armed)

    def _card(self, painter: QPainter, box: QRectF, card: CampaignCard, armed: bool) -> None:
        look = self.look
        spent, useless = card.state == SPENT, bool(card.useless) and card.state != SPENT
        painter.setPen(QPen(QColor(look.line), 1))
        painter.setBrush(QColor(look.panel if spent else look.inset))
        painter.drawRoundedRect(box, 5, 5)
        painter.setOpacity((0.5 if spent else 0.72 if useless else 1.0) if not look.plain else 1.0)
        tone = self.side_tone(card.side)
        high = min(24 * self.scale, box.height() * 0.22)
        band = QRectF(box.left(), box.top(), box.width(), high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        painter.drawRoundedRect(band, 5, 5)
        painter.drawRect(band.adjusted(0, high / 2, 0, 0))
        capped = card.key if card.key and card.key != card.head else ""
        left = band.left() + 8
        if capped:
            cap = QRectF(band.left() + 4, band.top() + 3, high * 0.8, high - 6)
            painter.setBrush(QColor(look.panel))
            painter.drawRoundedRect(cap, 3, 3)
            self.letter(painter, cap, MIDDLE, capped, 12, bold=True)
            left = cap.right() + 6
        head = QRectF(left, band.top(), band.right() - 8 - left, band.height())
        self.letter(painter, head, LEFT | BASE, card.head, 13, look.panel, bold=True)
        if card.picture:
            self._pattern(
                painter, QRectF(band.right() - high * 1.6, band.top() + 2, high * 1.4, high - 4), card.picture, QColor(look.panel)
            )
        inner = QRectF(box.left() + 7, band.bottom() + 3, box.width() - 14, box.bottom() - band.bottom() - 7)
        part = inner.height() * 0.36
        self.letter(painter, QRectF(inner.left(), inner.top(), inner.width(), part), LEFT | TOP | WRAPPED, card.title, 13, bold=True)
        foot = min(16 * self.scale, inner.height() * 0.2) if useless else 0.0
        rest = QRectF(inner.left(), inner.top() + part, inner.width(), inner.height() - part - foot)
        self.letter(painter, rest, LEFT | TOP | WRAPPED, "\n".join(card.lines), 12, look.ink if not spent else look.quiet)
        painter.setOpacity(1.0)
        if useless:
            below = QRectF(inner.left(), inner.bottom() - foot, inner.width(), foot)
            self.letter(painter, below, LEFT | BASE, self.settings.words("desk_campaign.no_use"), 11, look.red, bold=True)
        if spent:
            painter.setPen(QPen(QColor(look.quiet), 1.4))
            painter.drawLine(box.topLeft() + QPointF(6, high + 4), box.bottomRight() - QPointF(6, 6))
        if card.state == TAKEN:
            painter.setBrush(pale(look, look.brass, 0.25))
            painter.setPen(QPen(QColor(look.brass), 2))
            seal = QRectF(box.right() - 22 * self.scale, box.bottom() - 22 * self.scale, 18 * self.scale, 18 * self.scale)
            painter.drawEllipse(seal)
            self.letter(painter, seal, MIDDLE, "✓", 12, bold=True)
        if armed or card.order is not None:
            ring(painter, box.adjusted(-1, -1, 1, 1), look.brass, 4 if armed else 1.6, 6)
        self.spots.append(PaperSpot(box, card.hint, card.order))

    def _pattern(self, painter: QPainter, box: QRectF, picture: str, ink: QColor) -> None:
        """Draw the pattern of bursts or bombs: spread out, evenly, close together."""
        spread = {"dispersed": 1.0, "normal": 0.62, "tight": 0.3}.get(picture)
        if spread is None:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        for x, y in ((0, 0), (-1, -0.7), (1, -0.6), (-0.9, 0.75), (0.95, 0.7)):
            at = box.center() + QPointF(x * box.width() * 0.42 * spread, y * box.height() * 0.5 * spread)
            painter.drawEllipse(at, box.height() * 0.11, box.height() * 0.11)
