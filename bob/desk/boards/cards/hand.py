"""The hand of the seat at the screen, and the cards of an action being answered."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.core.text import of_a_kind
from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED, mix
from bob.desk.boards.cards.faces import RATIO, describe, draw_back, draw_card
from bob.desk.boards.cards.pens import Pens, decides, own
from bob.desk.boards.shared.fan import Fan, FanCard, spread
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.card_order_lines import asked
from bob.tactical.cards.view import CardTableView


def outcome_text(table: ScreenGame, pens: Pens) -> str:
    """Describe the outcome of the battle."""
    outcome = table.outcome
    if outcome is None or not outcome.winner:
        return pens.words("desk_cards.drawn")
    code = f"cards.outcome.{outcome.code.rpartition('.')[2]}"
    return pens.words("desk_cards.won", winner=pens.seat(outcome.winner), how=pens.words(code))


class Hand(Fan):
    """The own cards, those of the deciding aircraft first; cards of a kind are stacked."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, parent)
        self.table = table
        self.legal: frozenset[str] = frozenset()
        self.chosen: tuple[str, ...] = ()
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(900, 236)

    def minimumSizeHint(self) -> QSize:
        return QSize(400, 190)

    def show_orders(self, legal: frozenset[str], chosen: tuple[str, ...]) -> None:
        """Mark the cards that have a use now, and those that the order looked at plays."""
        self.legal, self.chosen = legal, chosen
        self.update()

    def lay(self) -> None:
        """Set the place of each card: each aircraft's under its name, the deciding one first."""
        self.held, self.span = [], 0.0
        view = self.table.view
        groups = own(view) if view is not None else []
        kinds = [sorted(Counter(a.cards or ()).items()) for a in groups]
        if not any(kinds):
            return
        scale = self.settings.scale
        head = 22 * scale
        height = self.height() - head - 14
        width = min(height * RATIO, 200 * scale)
        places, self.span = spread([max(1, len(kind)) for kind in kinds], self.width(), width, 8, 22)
        for seen, kind, row in zip(groups, kinds, places, strict=True):
            for (code, count), x in zip(kind, row, strict=False):
                self.held.append(FanCard(seen.number, code, count, QRectF(x, head + 8, width, width / RATIO)))

    def usable(self) -> list[str]:
        return list(dict.fromkeys(card.code for card in self.held if card.code in self.legal))

    def shown(self) -> str:
        return next((code for code in self.chosen if any(card.code == code for card in self.held)), "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens = Pens.of(self.settings, self.table)
        painter.fillRect(self.rect(), QColor(pens.look.panel))
        view = self.table.view
        if view is not None:
            self.lay()
            painter.save()
            painter.translate(-self.offset, 0)
            self._draw(painter, view, pens)
            painter.restore()
            self.draw_ends(painter)
        painter.setPen(QPen(QColor(pens.look.brass if self.hasFocus() else pens.look.line), 2 if self.hasFocus() else 1))
        painter.drawLine(0, 1, self.width(), 1)

    def _draw(self, painter: QPainter, view: CardTableView, pens: Pens) -> None:
        names, first, scale = pens.named(view), decides(view), self.settings.scale
        if not self.held:
            pens.text(painter, QRectF(self.rect()), MIDDLE, pens.words("desk_cards.no_hand"), 13 * scale, pens.look.quiet)
        for number in dict.fromkeys(card.aircraft for card in self.held):
            row = [card for card in self.held if card.aircraft == number]
            label = QRectF(row[0].box.left(), 4, row[-1].box.right() - row[0].box.left() + 14, 22 * scale)
            text = pens.words("desk_cards.hand_of", name=names.name(number), count=sum(card.count for card in row))
            pens.text(painter, label, LEFT | BASE, text, 13 * scale, pens.look.ink, number == first)
        for card in self.in_order():
            mine = self.has_use(card)
            chosen = mine and card.code in self.chosen
            painter.save()
            painter.translate(0, -6 if chosen else 0)
            face = pens.tables.deck.cards[card.code]
            if card.count > 1:
                draw_card(painter, card.box.translated(3, -3), face, pens, legal=False, lying=True)
            draw_card(painter, card.box, face, pens, legal=mine and card.code in self.legal, chosen=chosen)
            self.draw_count(painter, card)
            painter.restore()

    def has_use(self, card: FanCard) -> bool:
        """Return whether it is a card of the deciding aircraft."""
        view = self.table.view
        return view is not None and decides(view) in (card.aircraft, -1)

    def draw_face(self, painter: QPainter, code: str, box: QRectF) -> None:
        pens = Pens.of(self.settings, self.table)
        draw_card(painter, box, pens.tables.deck.cards[code], pens, lying=True)

    def card_text(self, card: FanCard) -> str:
        pens = Pens.of(self.settings, self.table)
        return describe(pens.tables.deck.cards[card.code], pens)

    def describe(self) -> str:
        """The hand in words, for those who listen."""
        self.lay()
        pens = Pens.of(self.settings, self.table)
        return ", ".join(of_a_kind(pens.teller.card(card.code), card.count) for card in self.held)


LEAST, MOST = 170, 0.32
"""The least height of the cards being answered, and the most of the window's that they take where the text is large."""


class Reaction(QWidget):
    """The current decision; under an action, the cards played so far, and the possible answers by aircraft."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.lit = False
        """True if a dragged card may be dropped here."""
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.refresh)
        self.refresh()

    def light(self, lit: bool) -> None:
        """Glow while a card is carried that answers."""
        self.lit = lit
        self.update()

    def lines(self) -> tuple[str, str]:
        """Return the question and its answers."""
        view = self.table.view
        if view is None:
            return "", ""
        pens = Pens.of(self.settings, self.table)
        if self.table.outcome is not None:
            return outcome_text(self.table, pens), ""
        head = asked(view, pens.words, pens.named(view), self.table.choices.listed)
        chain = view.chain
        if chain is None or chain.stage not in ("react", "dodge"):
            return head, ""
        kinds = set(pens.tables.deck.answers[chain.key])
        if chain.key == "oots" and view.terms.oots_answered_as_ims:
            kinds |= pens.tables.deck.answers["ims"]
        titles = sorted({pens.teller.answered(pens.tables.deck.cards[kind].title) for kind in kinds})
        return head, pens.words("desk_cards.answered_by", cards=", ".join(titles))

    def refresh(self) -> None:
        view = self.table.view
        scale = self.settings.scale
        chain = view is not None and view.chain is not None
        wanted, room = (268 if chain else 62) * scale, self.window().height()
        self.setFixedHeight(round(min(wanted, max(LEAST, room * MOST)) if chain else wanted))
        self.setAccessibleName(" ".join(self.lines()))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens = Pens.of(self.settings, self.table)
        scale, look, view = self.settings.scale, pens.look, self.table.view
        head, answers = self.lines()
        chain = view.chain if view is not None else None
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(look.brass if chain is not None else look.line), 5 if self.lit else 2 if chain is not None else 1))
        painter.setBrush(mix(look.inset, look.brass, 0.25) if self.lit else QColor(look.inset))
        painter.drawRoundedRect(box, 4, 4)
        inner = box.adjusted(10, 6, -10, -6)
        top = QRectF(inner.left(), inner.top(), inner.width(), min(46 * scale, inner.height() * 0.3) if chain is not None else 46 * scale)
        pens.text(painter, top, LEFT | BASE | WRAPPED, head, 14 * scale, look.ink, True)
        if chain is None:
            return
        foot_high = min(46 * scale, inner.height() * 0.28)
        height = min(140 * scale, inner.height() - top.height() - foot_high - 12)
        width = height * RATIO
        step = min(width + 6, (inner.width() - width) / max(1, len(chain.played) - 1)) if len(chain.played) > 1 else width
        y = top.bottom() + 6
        for i, code in enumerate(chain.played):
            draw_card(painter, QRectF(inner.left() + i * step, y, width, height), pens.tables.deck.cards[code], pens, lying=True)
        if not chain.played:
            draw_back(painter, QRectF(inner.left(), y, width * 0.6, height * 0.6), pens)
            beside = QRectF(inner.left() + width * 0.7, y, inner.width() - width * 0.7, height * 0.6)
            text = pens.words(f"cards.action.{chain.action}")
            pens.text(painter, beside, LEFT | BASE | WRAPPED, text, 14 * scale, look.ink)
        foot = QRectF(inner.left(), y + height + 6, inner.width(), inner.bottom() - y - height - 6)
        pens.text(painter, foot, LEFT | TOP | WRAPPED, answers, 13 * scale, look.chart.slate)
