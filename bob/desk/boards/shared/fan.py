"""A hand of cards as a fan: side by side while there is room, then over each other, then scrolled. A card is clicked, reached by the
arrows, or carried to where it is to be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import MIDDLE, fitted

MARGIN = 12.0
NEAR, FAR = 0.62, 0.3
"""The least visible share of a card's width under the next: in the hand that decides, and in the others."""
MARK = 26.0
"""The width of the marks at the ends of a hand that goes on, before the text size chosen."""


@dataclass(frozen=True, slots=True)
class FanCard:
    """A card of a hand, or several of a kind: owner, code, number, and place before the hand is scrolled."""

    aircraft: int
    code: str
    count: int
    box: QRectF


def spread(counts: Sequence[int], room: float, width: float, gap: float, between: float) -> tuple[list[list[float]], float]:
    """Return the start of the cards of each group, and the end of the last: the first group gives way last.

    They are side by side while there is space, then overlap as far as they stay readable, and beyond that exceed the room.
    """
    rest = room - 2 * MARGIN - between * (len(counts) - 1) - width * len(counts)
    first, others = max(0, counts[0] - 1), sum(max(0, count - 1) for count in counts[1:])
    wide = width + gap
    far = _step((rest - first * wide) / others if others else wide, width * FAR, wide)
    near = _step((rest - others * far) / first if first else wide, width * NEAR, wide)
    if first * near + others * far > rest + 1:  # it goes on out of sight anyhow: of the first let as much be read as there is room for
        near = _step((room - 2 * MARGIN - width - (MARK if others else 0)) / first if first else wide, width * NEAR, wide)
    found: list[list[float]] = []
    x = MARGIN
    for i, count in enumerate(counts):
        step = far if i else near
        found.append([x + step * k for k in range(count)])
        x += step * max(0, count - 1) + width + between
    return found, x - between + MARGIN


def _step(asked: float, least: float, most: float) -> float:
    return max(least, min(most, asked))


class Fan(QWidget):
    """The base of hands. `picked` is emitted with a card that was clicked or reached by the arrows, `taken` with one clicked twice;
    `carried` and `laid` with one dragged over the screen and dropped there, `dropped` with one not played after all."""

    picked = Signal(str)
    taken = Signal(str)
    carried = Signal(str, QPoint)
    laid = Signal(str, QPoint)
    dropped = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.held: list[FanCard] = []
        self.span = 0.0
        """The width of the hand."""
        self._offset = 0.0
        self._over: tuple[int, str] | None = None
        self._pressed: tuple[FanCard, QPoint] | None = None
        self._carrying = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # ---- what a hand says of itself

    def lay(self) -> None:
        """Set the place of each card in `held`, and the total width in `span`."""
        raise NotImplementedError

    def usable(self) -> list[str]:
        """The cards that have a use now, in their order."""
        raise NotImplementedError

    def shown(self) -> str:
        """The card that the order looked at plays; empty for none."""
        raise NotImplementedError

    def card_text(self, card: FanCard) -> str:
        """A card in words."""
        raise NotImplementedError

    def draw_face(self, painter: QPainter, code: str, box: QRectF) -> None:
        """Draw a card by itself, as at the pointer that carries it."""
        raise NotImplementedError

    # ---- scrolling

    @property
    def offset(self) -> float:
        """Return the scroll offset of the hand."""
        self._offset = max(0.0, min(self._offset, self.span - self.width()))
        return self._offset

    def scroll_by(self, pixels: float) -> None:
        self._offset = self.offset + pixels
        self.update()

    def bring(self, code: str) -> None:
        """Scroll until a card is seen whole."""
        self.lay()
        box = next((card.box for card in self.held if self.name_of(card) == code), None)
        if box is not None and self.span > self.width():
            edge = MARK * self.settings.scale + 4
            self._offset = min(max(self.offset, box.right() - self.width() + edge), box.left() - edge)
            self.update()

    def in_order(self) -> list[FanCard]:
        """Return the cards from the lowest up: the pointed or selected one covers its neighbours."""
        top = self._over or next(((card.aircraft, card.code) for card in self.held if self.name_of(card) == self.shown()), None)
        return sorted(self.held, key=lambda card: (card.aircraft, card.code) == top)

    def draw_ends(self, painter: QPainter) -> None:
        """Mark the hidden parts of the hand at the left and right, with the number of cards there."""
        look, scale = theme.look(self.settings), self.settings.scale
        wide = MARK * scale
        for left in (True, False):
            hidden = sum(card.count for card in self.held if self._is_hidden(card, left))
            if hidden:
                box = QRectF(0 if left else self.width() - wide, 2, wide, self.height() - 2)
                painter.fillRect(box, QColor(look.panel))
                fitted(painter, box.adjusted(2, 0, -2, 0), MIDDLE, f"‹\n{hidden}" if left else f"›\n{hidden}", 16 * scale, look.ink, True)

    def draw_count(self, painter: QPainter, card: FanCard) -> None:
        """Draw the number of cards of a kind on the card's upper edge, above its title."""
        if card.count < 2:
            return
        look, scale = theme.look(self.settings), self.settings.scale
        high = 14 * scale
        box = QRectF(card.box.right() - 32 * scale, max(0.0, card.box.top() - 0.55 * high), 27 * scale, high)
        painter.setPen(QPen(QColor(look.line), 1))
        painter.setBrush(QColor(look.chart.slate))
        painter.drawRoundedRect(box, 4, 4)
        fitted(painter, box, MIDDLE, f"{card.count} ×", 11 * scale, look.chart.paper, True)

    def _is_hidden(self, card: FanCard, left: bool) -> bool:
        middle = card.box.center().x() - self.offset
        return middle < 0 if left else middle > self.width()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.span <= self.width():
            super().wheelEvent(event)
            return
        turn = event.angleDelta()
        self.scroll_by(-(turn.x() or turn.y()) * 0.6 * self.settings.scale)
        event.accept()

    # ---- the mouse

    def at(self, at: QPointF) -> FanCard | None:
        """The card at a point of the widget."""
        point = at + QPointF(self.offset, 0)
        return next((card for card in reversed(self.in_order()) if card.box.contains(point)), None)

    def _end_at(self, at: QPointF) -> int:
        """-1 or 1 on the marks of a hand that goes on, else 0."""
        wide = MARK * self.settings.scale
        if at.x() < wide and any(self._is_hidden(card, True) for card in self.held):
            return -1
        return 1 if at.x() > self.width() - wide and any(self._is_hidden(card, False) for card in self.held) else 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        if end := self._end_at(event.position()):
            self.scroll_by(end * self.width() * 0.6)
        elif (card := self.at(event.position())) is not None:
            self._pressed = card, event.position().toPoint()
            self.picked.emit(self.name_of(card))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            card, start = self._pressed
            far = (at.toPoint() - start).manhattanLength() >= QApplication.startDragDistance()
            if (far or self._carrying) and self.has_use(card):
                self._carrying = self.name_of(card)
                self.carried.emit(self._carrying, event.globalPosition().toPoint())
            return
        card_there = self.at(at) if not self._end_at(at) else None
        over = (card_there.aircraft, card_there.code) if card_there is not None else None
        if over != self._over:
            self._over = over
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        carrying, self._carrying, self._pressed = self._carrying, "", None
        if carrying:
            self.laid.emit(carrying, event.globalPosition().toPoint())
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (card := self.at(event.position())) is not None and not self._end_at(event.position()):
            self._pressed = card, event.position().toPoint()  # a second press may begin a drag
            self.taken.emit(self.name_of(card))

    def leaveEvent(self, event: QEvent) -> None:
        self._over = None
        self.update()
        super().leaveEvent(event)

    def let_go(self) -> None:
        """Put a card back that is being carried."""
        if self._carrying:
            self._carrying, self._pressed = "", None
            self.dropped.emit()

    def name_of(self, card: FanCard) -> str:
        """Return the name of a card in orders."""
        return card.code

    def has_use(self, card: FanCard) -> bool:
        """Return whether the card can be played anywhere: one without use may still be dragged, to show the reason."""
        return True

    # ---- keys and words

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        usable = self.usable()
        if step is None or not usable:
            super().keyPressEvent(event)
            return
        now = usable.index(self.shown()) if self.shown() in usable else -1 if step > 0 else 0
        chosen = usable[(now + step) % len(usable)]
        self.picked.emit(chosen)
        self.bring(chosen)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            card = self.at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.card_text(card) if card is not None else "", self)
            return True
        return super().event(event)
