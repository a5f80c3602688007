"""The hands of a flight at the foot of its sheet: Leaders', and the mini-hands of Wingmen and bombers while they have them."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.core.text import of_a_kind
from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE
from bob.desk.boards.cards.faces import RATIO, describe, draw_card
from bob.desk.boards.cards_classic.flight_pens import FlightPens
from bob.desk.boards.shared.fan import Fan, FanCard, spread
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.flight_consequences import acts
from bob.staff.advice.fights.flight_figures import is_wingman
from bob.tactical.cards_classic.execution import kind_of
from bob.tactical.cards_classic.view import FlightView


class FlightHand(Fan):
    """The own cards; faces of a kind are stacked."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, parent)
        self.table = table
        self.legal: frozenset[tuple[int, str]] = frozenset()
        self.chosen: tuple[int, tuple[str, ...]] = (-1, ())
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(900, 206)

    def minimumSizeHint(self) -> QSize:
        return QSize(400, 150)

    def show_orders(self, legal: frozenset[tuple[int, str]], chosen: tuple[int, tuple[str, ...]]) -> None:
        """Mark the kinds that can be used now, each with its owner (-1: the aircraft of the moment), and those that the selected order
        plays, with their owners."""
        self.legal, self.chosen = legal, chosen
        self.update()

    def lay(self) -> None:
        """Set the place of each card: each aircraft's under its name, that of the moment first."""
        self.held, self.span = [], 0.0
        view: FlightView | None = self.table.view
        if view is None:
            return
        first = acts(view)
        own = sorted((a for a in view.aircraft if a.cards and not a.out), key=lambda a: (a.number != first, a.number))
        if not own:
            return
        head = 22 * self.settings.scale
        high = self.height() - head - 22
        kinds = [sorted(Counter(kind_of(face) for face in a.cards or ()).items()) for a in own]
        places, self.span = spread([len(kind) for kind in kinds], self.width(), high * RATIO, 6, 18)
        for seen, kind, row in zip(own, kinds, places, strict=True):
            for (code, count), x in zip(kind, row, strict=True):
                self.held.append(FanCard(seen.number, code, count, QRectF(x, head + 8, high * RATIO, high)))

    def usable(self) -> list[str]:
        known = {kind for _, kind in self.legal}
        return list(dict.fromkeys(card.code for card in self.held if card.code in known))

    def shown(self) -> str:
        return next((code for code in self.chosen[1] if any(card.code == code for card in self.held)), "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens, view = FlightPens(self.settings, self.table), self.table.view
        painter.fillRect(self.rect(), QColor(pens.look.panel))
        if view is not None:
            self.lay()
            painter.save()
            painter.translate(-self.offset, 0)
            self._draw(painter, view, pens)
            painter.restore()
            self.draw_ends(painter)
        painter.setPen(QPen(QColor(pens.look.brass if self.hasFocus() else pens.look.line), 2 if self.hasFocus() else 1))
        painter.drawLine(0, 1, self.width(), 1)

    def _draw(self, painter: QPainter, view: FlightView, pens: FlightPens) -> None:
        s, names, words = self.settings.scale, pens.teller(view), pens.words
        if not self.held:
            pens.plain.text(painter, QRectF(self.rect()), MIDDLE, words("desk_cards.no_hand"), 13 * s, pens.look.quiet)
        first = acts(view)
        for number in dict.fromkeys(card.aircraft for card in self.held):
            row = [card for card in self.held if card.aircraft == number]
            label = QRectF(row[0].box.left(), 4, row[-1].box.right() - row[0].box.left() + 14, 22 * s)
            mini = is_wingman(view.aircraft[number]) or view.aircraft[number].formed
            count = sum(card.count for card in row)
            text = words("desk_flight.mini_hand" if mini else "desk_cards.hand_of", name=names.name(number), count=count)
            pens.plain.text(painter, label, LEFT | BASE, text, 13 * s, pens.look.ink, number == first)
        whose, kinds = self.chosen
        for card in self.in_order():
            face = pens.tables.deck.cards.get(card.code)
            if face is None:
                continue
            mine = card.aircraft == (whose if whose >= 0 else first) or (whose < 0 and first < 0)
            chosen = mine and card.code in kinds
            painter.save()
            painter.translate(0, -6 if chosen else 0)
            if card.count > 1:
                draw_card(painter, card.box.translated(3, -3), face, pens.plain, legal=False, lying=True)
            draw_card(painter, card.box, face, pens.plain, legal=self.is_of_use(card.aircraft, card.code, first), chosen=chosen)
            self.draw_count(painter, card)
            painter.restore()

    def is_of_use(self, aircraft: int, kind: str, first: int) -> bool:
        """Return whether a card of an aircraft can be used now."""
        return (aircraft, kind) in self.legal or (aircraft == first and (-1, kind) in self.legal)

    def draw_face(self, painter: QPainter, code: str, box: QRectF) -> None:
        pens = FlightPens(self.settings, self.table)
        draw_card(painter, box, pens.tables.deck.cards[code], pens.plain, lying=True)

    def card_text(self, card: FanCard) -> str:
        return self.face_text(card.code)

    def face_text(self, face: str) -> str:
        """A card in words."""
        pens = FlightPens(self.settings, self.table)
        kind, words = kind_of(face), pens.words
        card = pens.tables.deck.cards.get(kind)
        lines = [words(f"flight.card.{kind}") if words.has(f"flight.card.{kind}") else kind]
        if card is not None:
            lines += describe(card, pens.plain).split("\n")[1:]
        return "\n".join(lines)

    def described(self) -> str:
        """The hands in words, for those who listen."""
        self.lay()
        teller = FlightPens(self.settings, self.table).teller(self.table.view)
        return ", ".join(of_a_kind(teller.card(card.code), card.count) for card in self.held)
