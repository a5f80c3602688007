"""The hands of a flight at the foot of its sheet: Leaders', and the mini-hands of Wingmen and bombers while they have them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from bob.desk.cards.faces import RATIO, draw_card, told
from bob.desk.flight.flight_pens import FlightPens, acts, is_wingman
from bob.desk.looks.lettering import BASE, LEFT, MIDDLE
from bob.desk.played.screen_game import ScreenGame
from bob.desk.settings import Settings
from bob.dogfight.cards.classic.table import kind_of
from bob.dogfight.cards.classic.view import FlightView


@dataclass(frozen=True, slots=True)
class HeldFace:
    """A card of a hand: whose, which face, where it lies."""

    aircraft: int
    face: str
    box: QRectF


class FlightHand(QWidget):
    """The own cards. `picked` is told of the kind of card that was clicked or reached by the arrows."""

    picked = Signal(str)
    taken = Signal(str)

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.legal: frozenset[tuple[int, str]] = frozenset()
        self.chosen: tuple[int, tuple[str, ...]] = (-1, ())
        self.held: list[HeldFace] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(900, 206)

    def minimumSizeHint(self) -> QSize:
        return QSize(400, 150)

    def show_orders(self, legal: frozenset[tuple[int, str]], chosen: tuple[int, tuple[str, ...]]) -> None:
        """Mark the kinds that have a use now, each with whose it is (-1: of whom the moment is about), and those that the order looked at
        plays, with whose they are."""
        self.legal, self.chosen = legal, chosen
        self.update()

    def lay(self) -> None:
        """Where each card lies: each aircraft's under its name, overlapping where there is no room."""
        self.held = []
        view: FlightView | None = self.table.view
        if view is None:
            return
        first = acts(view)
        own = sorted((a for a in view.aircraft if a.cards and not a.out), key=lambda a: (a.number != first, a.number))
        count = sum(len(a.cards or ()) for a in own)
        if not count:
            return
        head = 22 * self.settings.scale
        high = self.height() - head - 22
        wide = high * RATIO
        room = self.width() - 24 - 18 * (len(own) - 1) - wide * len(own)
        step = max(6.0, min(wide + 6, room / max(1, count - len(own))))
        x = 12.0
        for seen in own:
            for face in sorted(seen.cards or ()):
                self.held.append(HeldFace(seen.number, face, QRectF(x, head + 8, wide, high)))
                x += step
            x += wide - step + 18

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens, view = FlightPens(self.settings, self.table), self.table.view
        painter.fillRect(self.rect(), QColor(pens.look.panel))
        painter.setPen(QPen(QColor(pens.look.brass if self.hasFocus() else pens.look.line), 2 if self.hasFocus() else 1))
        painter.drawLine(0, 1, self.width(), 1)
        if view is None:
            return
        self.lay()
        s, names, words = self.settings.scale, pens.teller(view), pens.words
        if not self.held:
            pens.plain.text(painter, QRectF(self.rect()), MIDDLE, words("desk_cards.no_hand"), 13 * s, pens.look.quiet)
        first = acts(view)
        whose, kinds = self.chosen
        left, seen = list(kinds), set[int]()
        for held in self.held:
            if held.aircraft not in seen:
                seen.add(held.aircraft)
                own = [h for h in self.held if h.aircraft == held.aircraft]
                label = QRectF(held.box.left(), 4, max(own[-1].box.right() - held.box.left(), held.box.width()) + 14, 22 * s)
                mini = is_wingman(view.aircraft[held.aircraft]) or view.aircraft[held.aircraft].formed
                text = words("desk_flight.mini_hand" if mini else "desk_cards.hand_of", name=names.name(held.aircraft), count=len(own))
                pens.plain.text(painter, label, LEFT | BASE, text, 13 * s, pens.look.ink, held.aircraft == first)
            kind = kind_of(held.face)
            mine = held.aircraft == (whose if whose >= 0 else first) or (whose < 0 and first < 0)
            chosen = mine and kind in left
            if chosen:
                left.remove(kind)
            card = pens.tables.deck.cards.get(kind)
            if card is None:
                continue
            box = held.box.translated(0, -6 if chosen else 0)
            draw_card(painter, box, card, pens.plain, legal=self.has_use(held.aircraft, kind, first), chosen=chosen)
            if card.spoils:
                mark = QRectF(box.right() - box.width() * 0.34, box.top() + box.height() * 0.2, box.width() * 0.28, box.height() * 0.11)
                painter.setPen(QPen(QColor(pens.look.red), 1))
                painter.setBrush(QColor(pens.look.inset))
                painter.drawRoundedRect(mark, 3, 3)
                pens.plain.text(painter, mark, MIDDLE, words("desk_flight.spoils"), 10 * s, pens.look.red, True)

    def has_use(self, aircraft: int, kind: str, first: int) -> bool:
        """Whether a card of an aircraft has a use now."""
        return (aircraft, kind) in self.legal or (aircraft == first and (-1, kind) in self.legal)

    def _at(self, at: QPointF) -> HeldFace | None:
        return next((held for held in reversed(self.held) if held.box.contains(at)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if (held := self._at(event.position())) is not None:
            self.picked.emit(kind_of(held.face))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (held := self._at(event.position())) is not None:
            self.taken.emit(kind_of(held.face))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        known = {kind for _, kind in self.legal}
        usable = list(dict.fromkeys(kind_of(held.face) for held in self.held if kind_of(held.face) in known))
        if step is None or not usable:
            super().keyPressEvent(event)
            return
        now = next((usable.index(kind) for kind in self.chosen[1] if kind in usable), -1 if step > 0 else 0)
        self.picked.emit(usable[(now + step) % len(usable)])

    def face_told(self, face: str) -> str:
        """A card in words."""
        pens = FlightPens(self.settings, self.table)
        kind, words = kind_of(face), pens.words
        card = pens.tables.deck.cards.get(kind)
        lines = [words(f"flight.card.{kind}") if words.has(f"flight.card.{kind}") else kind]
        if card is not None:
            lines += told(card, pens.plain).split("\n")[1:]
            if card.spoils:
                lines.append(words("desk_flight.spoils_told"))
        return "\n".join(lines)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            held = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.face_told(held.face) if held is not None else "", self)
            return True
        return super().event(event)

    def described(self) -> str:
        """The hands in words, for those who listen."""
        self.lay()
        teller = FlightPens(self.settings, self.table).teller(self.table.view)
        return ", ".join(teller.card(held.face) for held in self.held)
