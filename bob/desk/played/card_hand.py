"""A hand of cards with words on them: what each does, when it may be played, and which can be played now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from bob.desk.looks import theme
from bob.desk.looks.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED, fitted, mix, ring
from bob.desk.looks.tones import Look
from bob.desk.settings import Settings

SHAPE, NARROW = 0.74, 0.54
"""Width to height of a card, and of one where many lie side by side."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as it is shown: its code, title, when it may be played, what it does, and the tone of its edge: brass, slate, red or ink."""

    code: str
    title: str
    when: str
    text: str
    stripe: str = "ink"


class CardHand(QWidget):
    """The hand. `picked` is told of a card that was clicked or reached by the arrows, `taken` of one clicked twice."""

    picked = Signal(str)
    taken = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.faces: tuple[CardFace, ...] = ()
        self.legal: frozenset[str] = frozenset()
        self.chosen = ""
        self.empty = ""
        """What is said where there are no cards."""
        self._boxes: list[tuple[int, QRectF]] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    @property
    def cards(self) -> tuple[str, ...]:
        """The codes of the cards."""
        return tuple([face.code for face in self.faces])

    def show_cards(self, faces: Sequence[CardFace], legal: frozenset[str], chosen: str, empty: str = "") -> None:
        """Show these cards, those that can be played now and the one that the order looked at plays."""
        self.faces, self.legal, self.chosen, self.empty = tuple(faces), legal, chosen, empty
        self.setAccessibleDescription(self.told())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        scale = self.settings.scale
        return QSize(round(4.1 * 112 * scale), round(150 * scale))

    def needed(self) -> int:
        """The room in which no card lies over another."""
        return round(6 + len(self.faces) * (self._card_width() + 6)) if self.faces else 0

    def least(self) -> int:
        """The same, each card as narrow as it may be."""
        return round(6 + len(self.faces) * ((self.height() - 14.0) * NARROW + 6)) if self.faces else 0

    def _card_width(self) -> float:
        return min((self.height() - 14.0) * SHAPE, 150 * self.settings.scale)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(180 * self.settings.scale), 110)

    def _lay(self) -> None:
        self._boxes = []
        if not self.faces:
            return
        height = self.height() - 14.0
        width = min(self._card_width(), max(height * NARROW, (self.width() - 6) / len(self.faces) - 6))
        step = width + 6
        if len(self.faces) > 1:
            step = min(step, (self.width() - 12 - width) / (len(self.faces) - 1))
        self._boxes = [(i, QRectF(6 + i * step, 7, width, height)) for i in range(len(self.faces))]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = theme.look(self.settings)
        painter.fillRect(self.rect(), QColor(look.panel))
        self._lay()
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.brass), 2))
            painter.drawLine(0, 1, self.width(), 1)
        if not self.faces:
            fitted(painter, QRectF(self.rect()).adjusted(8, 4, -8, -4), MIDDLE | WRAPPED, self.empty, 13 * self.settings.scale, look.quiet)
        shown = False
        for i, box in self._boxes:
            face = self.faces[i]
            chosen = face.code == self.chosen and not shown
            shown = shown or chosen
            draw_card_face(painter, box, face, look, self.settings.scale, legal=face.code in self.legal, chosen=chosen)

    def _at(self, at: QPointF) -> str:
        return next((self.faces[i].code for i, box in reversed(self._boxes) if box.contains(at)), "")

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
        if isinstance(event, QHelpEvent):
            card = self._at(QPointF(event.pos()))
            face = next((face for face in self.faces if face.code == card), None)
            text = f"{face.title} ({face.when})\n{face.text}" if face is not None else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def told(self) -> str:
        """The hand in words, for those who listen."""
        return ", ".join(face.title for face in self.faces)


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
