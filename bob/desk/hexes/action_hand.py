"""The own action cards: what each does, when it may be played, and which can be played now."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from bob.desk.looks import theme
from bob.desk.looks.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED, fitted, mix, ring
from bob.desk.looks.tones import Look
from bob.desk.settings import Settings
from bob.dogfight.hexes.telling import HexTeller

SHAPE = 0.74
"""Width to height of a card."""
STRIPES = {"initiative": "brass", "opponent": "slate", "own": "red", "either": "ink"}


class ActionHand(QWidget):
    """The hand. `picked` is told of a card that was clicked or reached by the arrows, `taken` of one clicked twice."""

    picked = Signal(str)
    taken = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.cards: tuple[str, ...] = ()
        self.legal: frozenset[str] = frozenset()
        self.chosen = ""
        self.teller: HexTeller | None = None
        self._boxes: list[tuple[int, QRectF]] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    def show_hand(self, cards: tuple[str, ...], legal: frozenset[str], chosen: str, teller: HexTeller | None) -> None:
        """Show these cards, those that can be played now and the one that the order looked at plays."""
        self.cards, self.legal, self.chosen, self.teller = cards, legal, chosen, teller
        self.setAccessibleDescription(self.told())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        scale = self.settings.scale
        return QSize(round(4.1 * 112 * scale), round(150 * scale))

    def needed(self) -> int:
        """The room in which no card lies over another."""
        return round(6 + len(self.cards) * (self._card_width() + 6)) if self.cards else 0

    def _card_width(self) -> float:
        return min((self.height() - 14.0) * SHAPE, 150 * self.settings.scale)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(180 * self.settings.scale), 110)

    def _lay(self) -> None:
        self._boxes = []
        if not self.cards:
            return
        height = self.height() - 14.0
        width = self._card_width()
        step = width + 6
        if len(self.cards) > 1:
            step = min(step, (self.width() - 12 - width) / (len(self.cards) - 1))
        self._boxes = [(i, QRectF(6 + i * step, 7, width, height)) for i in range(len(self.cards))]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = theme.look(self.settings)
        painter.fillRect(self.rect(), QColor(look.panel))
        self._lay()
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.brass), 2))
            painter.drawLine(0, 1, self.width(), 1)
        if self.teller is None:
            return
        if not self.cards:
            text = self.settings.words("desk_hexes.no_hand")
            fitted(painter, QRectF(self.rect()).adjusted(8, 4, -8, -4), MIDDLE | WRAPPED, text, 13 * self.settings.scale, look.quiet)
        shown = False
        for i, box in self._boxes:
            card = self.cards[i]
            chosen = card == self.chosen and not shown
            shown = shown or chosen
            draw_action_card(painter, box, card, self.teller, look, self.settings.scale, legal=card in self.legal, chosen=chosen)

    def _at(self, at: QPointF) -> str:
        return next((self.cards[i] for i, box in reversed(self._boxes) if box.contains(at)), "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        card = self._at(event.position())
        if card:
            self.picked.emit(card)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        card = self._at(event.position())
        if card:
            self.taken.emit(card)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        usable = list(dict.fromkeys(card for card in self.cards if card in self.legal))
        if step is None or not usable:
            super().keyPressEvent(event)
            return
        now = usable.index(self.chosen) if self.chosen in usable else -1 if step > 0 else 0
        self.picked.emit(usable[(now + step) % len(usable)])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.teller is not None:
            card = self._at(QPointF(event.pos()))
            text = f"{self.teller.card(card)} ({self.teller.timing(card)})\n{self.teller.card_text(card)}" if card else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def told(self) -> str:
        """The hand in words, for those who listen."""
        return ", ".join(self.teller.card(card) for card in self.cards) if self.teller is not None else ""


def draw_action_card(
    painter: QPainter, box: QRectF, card: str, teller: HexTeller, look: Look, scale: float, *, legal: bool, chosen: bool
) -> None:
    """One action card; pale while it cannot be played."""
    timing = teller.tables.cards[card].timing
    tones = {"brass": look.brass, "slate": look.chart.slate, "red": look.red, "ink": look.quiet}
    stripe = QColor(tones[STRIPES[timing]])
    ink = QColor(look.ink) if legal else mix(look.ink, look.panel, 0.45)
    painter.setPen(QPen(QColor(look.line), 1))
    painter.setBrush(QColor(look.inset if legal else look.panel))
    painter.drawRoundedRect(box, 5, 5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(stripe if legal else mix(stripe.name(), look.panel, 0.5))
    painter.drawRoundedRect(QRectF(box.left(), box.top(), 6, box.height()), 3, 3)
    left, wide = box.left() + 12, box.width() - 17
    title = QRectF(left, box.top() + 5, wide, box.height() * 0.24)
    fitted(painter, title, LEFT | BASE | WRAPPED, teller.card(card), 14 * scale, ink, True)
    when = QRectF(left, title.bottom(), wide, box.height() * 0.12)
    fitted(painter, when, LEFT | BASE, teller.timing(card), 11.5 * scale, stripe if legal and not look.plain else ink)
    text = QRectF(left, when.bottom() + 3, wide, box.bottom() - when.bottom() - 8)
    fitted(painter, text, LEFT | TOP | WRAPPED, teller.card_text(card), 12 * scale, ink)
    if chosen:
        ring(painter, box.adjusted(-1, -1, 1, 1), look.brass, 4, 6)
    elif legal:
        ring(painter, box, look.brass, 1.6, 5)
