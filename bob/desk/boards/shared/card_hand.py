"""A hand of cards with words on them: what each does, when it may be played, and which can be played now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.chart.tones import Look
from bob.core.text import grouped
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED, fitted, mix, ring
from bob.desk.boards.shared.fan import MARGIN, Fan, FanCard, spread

SHAPE, NARROW = 0.74, 0.54
"""Width to height of a card, and of one where there are many side by side."""
GAP = 6
"""The gap between two cards side by side."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as shown: its code, title, window, effect, and the tone of its edge: brass, slate, red or ink."""

    code: str
    title: str
    when: str
    text: str
    stripe: str = "ink"


class CardHand(Fan):
    """The hand; cards of a kind are stacked."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(settings, parent)
        self.faces: tuple[CardFace, ...] = ()
        self.legal: frozenset[str] = frozenset()
        self.chosen = ""
        self.empty = ""
        """The text of an empty hand."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The codes of the cards."""
        return tuple([face.code for face in self.faces])

    def show_cards(self, faces: Sequence[CardFace], legal: frozenset[str], chosen: str, empty: str = "") -> None:
        """Show these cards, those that can be played now and the one that the order looked at plays."""
        self.faces, self.legal, self.chosen, self.empty = tuple(faces), legal, chosen, empty
        self.setAccessibleDescription(self.describe())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        scale = self.settings.scale
        return QSize(round(4.1 * 112 * scale), round(150 * scale))

    def needed(self) -> int:
        """Return the width at which no card covers another."""
        return round(2 * MARGIN + len(set(self.cards)) * (self._card_width() + GAP)) if self.faces else 0

    def least(self) -> int:
        """The same, each card as narrow as it may be."""
        return round(2 * MARGIN + len(set(self.cards)) * ((self.height() - 14.0) * NARROW + GAP)) if self.faces else 0

    def _card_width(self) -> float:
        return min((self.height() - 14.0) * SHAPE, 150 * self.settings.scale)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(180 * self.settings.scale), 110)

    def lay(self) -> None:
        self.held, self.span = [], 0.0
        kinds = Counter(self.cards)
        if not kinds:
            return
        height = self.height() - 14.0
        width = min(self._card_width(), max(height * NARROW, (self.width() - 2 * MARGIN) / len(kinds) - GAP))
        (row,), self.span = spread([len(kinds)], self.width(), width, GAP, 0)
        for (code, count), x in zip(kinds.items(), row, strict=True):
            self.held.append(FanCard(0, code, count, QRectF(x, 7, width, height)))

    def usable(self) -> list[str]:
        return [card for card in dict.fromkeys(self.cards) if card in self.legal]

    def shown(self) -> str:
        return self.chosen

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, scale = theme.look(self.settings), self.settings.scale
        painter.fillRect(self.rect(), QColor(look.panel))
        self.lay()
        if not self.faces:
            fitted(painter, QRectF(self.rect()).adjusted(8, 4, -8, -4), MIDDLE | WRAPPED, self.empty, 13 * scale, look.quiet)
        painter.save()
        painter.translate(-self.offset, 0)
        known = {face.code: face for face in self.faces}
        for card in self.in_order():
            chosen = card.code == self.chosen
            if card.count > 1:
                draw_card_face(painter, card.box.translated(3, -3), known[card.code], look, scale, legal=False, chosen=False)
            draw_card_face(painter, card.box, known[card.code], look, scale, legal=card.code in self.legal, chosen=chosen)
            self.draw_count(painter, card)
        painter.restore()
        self.draw_ends(painter)
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.brass), 2))
            painter.drawLine(0, 1, self.width(), 1)

    def draw_face(self, painter: QPainter, code: str, box: QRectF) -> None:
        face = next(face for face in self.faces if face.code == code)
        draw_card_face(painter, box, face, theme.look(self.settings), self.settings.scale, legal=True, chosen=False)

    def card_text(self, card: FanCard) -> str:
        face = next(face for face in self.faces if face.code == card.code)
        return f"{face.title} ({face.when})\n{face.text}"

    def describe(self) -> str:
        """The hand in words, for those who listen."""
        return ", ".join(grouped(face.title for face in self.faces))


def draw_card_face(painter: QPainter, box: QRectF, face: CardFace, look: Look, scale: float, *, legal: bool, chosen: bool) -> None:
    """One card; pale while it cannot be played."""
    tones = {"brass": look.brass, "slate": look.chart.slate, "red": look.red, "ink": look.quiet}
    stripe = QColor(tones[face.stripe])
    ink = QColor(look.ink) if legal else mix(look.ink, look.panel, 0.45)
    painter.setPen(QPen(QColor(look.line), 1))
    painter.setBrush(QColor(look.inset if legal else look.panel))
    painter.drawRoundedRect(box, 5, 5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(stripe if legal else mix(stripe.name(), look.panel, 0.5))
    painter.drawRoundedRect(QRectF(box.left(), box.top(), 6, box.height()), 3, 3)
    left, wide = box.left() + 12, box.width() - 17
    title = QRectF(left, box.top() + 5, wide, box.height() * 0.24)
    fitted(painter, title, LEFT | BASE | WRAPPED, face.title, 14 * scale, ink, True)
    when = QRectF(left, title.bottom(), wide, box.height() * 0.12)
    fitted(painter, when, LEFT | BASE, face.when, 11.5 * scale, stripe if legal and not look.plain else ink)
    text = QRectF(left, when.bottom() + 3, wide, box.bottom() - when.bottom() - 8)
    fitted(painter, text, LEFT | TOP | WRAPPED, face.text, 12 * scale, ink)
    if chosen:
        ring(painter, box.adjusted(-1, -1, 1, 1), look.brass, 4, 6)
    elif legal:
        ring(painter, box, look.brass, 1.6, 5)
