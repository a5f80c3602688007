"""The hand of the seat at the screen, and the cards of an action being answered."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from bob.desk.cards.faces import RATIO, draw_back, draw_card, told
from bob.desk.cards.order_lines import asked
from bob.desk.cards.pens import Pens, decides, own
from bob.desk.looks.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED
from bob.desk.played.screen_game import ScreenGame
from bob.desk.settings import Settings

EDGE = 5
"""Of a card that lies under others, in pixels: what is seen of it at least."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the hand: whose, of what kind, and where it lies."""

    aircraft: int
    code: str
    box: QRectF


def outcome_told(table: ScreenGame, pens: Pens) -> str:
    """How the battle ended."""
    outcome = table.outcome
    if outcome is None or not outcome.winner:
        return pens.words("desk_cards.drawn")
    code = f"cards.outcome.{outcome.code.rpartition('.')[2]}"
    return pens.words("desk_cards.won", winner=pens.seat(outcome.winner), how=pens.words(code))


class Hand(QWidget):
    """The own cards, those of the aircraft that decides first. `picked` is told of a card that was clicked or reached by the arrows."""

    picked = Signal(str)
    taken = Signal(str)

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.legal: frozenset[str] = frozenset()
        self.chosen: tuple[str, ...] = ()
        self.held: list[Held] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
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
        """Where each card lies: each aircraft's under its name, overlapping where there is no room."""
        self.held = []
        view = self.table.view
        groups = own(view) if view is not None else []
        head = 22 * self.settings.scale
        cards = sum(max(1, len(a.cards or ())) for a in groups)
        if not cards:
            return
        fitting = (self.width() - 24 - 22 * (len(groups) - 1)) / cards - 8
        width = min((self.height() - head - 14) * RATIO, max(fitting, 104 * self.settings.scale), 200 * self.settings.scale)
        width = min(width, (self.width() - 24 - 22 * (len(groups) - 1)) / len(groups))
        height = width / RATIO
        room = self.width() - 24 - 22 * (len(groups) - 1) - width * len(groups)
        even = min(width + 8, room / max(1, cards - len(groups))) if cards > len(groups) else width
        # The cards of the aircraft that decides lie side by side; the others take what is left, down to the edge of a card.
        first = max(0, len(groups[0].cards or ()) - 1)
        others = cards - len(groups) - first
        near = min(width + 8, (room - EDGE * self.settings.scale * others) / max(1, first))
        left = (room - first * near) / max(1, others)
        parted = len(groups) > 1 and view is not None and decides(view) >= 0 and near > even
        x = 12.0
        for i, seen in enumerate(groups):
            step = even if not parted else near if i == 0 else min(width + 8, left)
            for code in sorted(seen.cards or ()):
                self.held.append(Held(seen.number, code, QRectF(x, head + 8, width, height)))
                x += step
            x += (width - step if seen.cards else width) + 22

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens = Pens.of(self.settings, self.table)
        painter.fillRect(self.rect(), QColor(pens.look.panel))
        painter.setPen(QPen(QColor(pens.look.brass if self.hasFocus() else pens.look.line), 2 if self.hasFocus() else 1))
        painter.drawLine(0, 1, self.width(), 1)
        view = self.table.view
        if view is None:
            return
        self.lay()
        names, first, scale = pens.named(view), decides(view), self.settings.scale
        if not self.held:
            pens.text(painter, QRectF(self.rect()), MIDDLE, pens.words("desk_cards.no_hand"), 13 * scale, pens.look.quiet)
        left = set(self.chosen)
        seen: set[int] = set()
        for held in self.held:
            if held.aircraft not in seen:
                seen.add(held.aircraft)
                count = sum(h.aircraft == held.aircraft for h in self.held)
                last = max(h.box.right() for h in self.held if h.aircraft == held.aircraft)
                label = QRectF(held.box.left(), 4, max(last - held.box.left(), held.box.width()) + 14, 22 * scale)
                text = pens.words("desk_cards.hand_of", name=names.name(held.aircraft), count=count)
                pens.text(painter, label, LEFT | BASE, text, 13 * scale, pens.look.ink, held.aircraft == first)
            mine = held.aircraft == first or first < 0
            chosen = mine and held.code in left
            if chosen:
                left.discard(held.code)
            box = held.box.translated(0, -6 if chosen else 0)
            draw_card(painter, box, pens.tables.deck.cards[held.code], pens, legal=mine and held.code in self.legal, chosen=chosen)

    def _at(self, at: QPointF) -> Held | None:
        return next((held for held in reversed(self.held) if held.box.contains(at)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        held = self._at(event.position())
        if held is not None:
            self.picked.emit(held.code)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        held = self._at(event.position())
        if held is not None:
            self.taken.emit(held.code)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        usable = list(dict.fromkeys(held.code for held in self.held if held.code in self.legal))
        if step is None or not usable:
            super().keyPressEvent(event)
            return
        now = next((usable.index(code) for code in self.chosen if code in usable), -1 if step > 0 else 0)
        self.picked.emit(usable[(now + step) % len(usable)])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            held = self._at(QPointF(event.pos()))
            pens = Pens.of(self.settings, self.table)
            QToolTip.showText(event.globalPos(), told(pens.tables.deck.cards[held.code], pens) if held is not None else "", self)
            return True
        return super().event(event)

    def told(self) -> str:
        """The hand in words, for those who listen."""
        self.lay()
        pens = Pens.of(self.settings, self.table)
        return ", ".join(pens.teller.card(held.code) for held in self.held)


class Reaction(QWidget):
    """What is being decided; under an action, the cards played so far, who may answer, and with what."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.refresh)
        self.refresh()

    def lines(self) -> tuple[str, str]:
        """What is asked, and what answers it."""
        view = self.table.view
        if view is None:
            return "", ""
        pens = Pens.of(self.settings, self.table)
        if self.table.outcome is not None:
            return outcome_told(self.table, pens), ""
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
        self.setFixedHeight(round((268 if chain else 62) * scale))
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
        painter.setPen(QPen(QColor(look.brass if chain is not None else look.line), 2 if chain is not None else 1))
        painter.setBrush(QColor(look.inset))
        painter.drawRoundedRect(box, 4, 4)
        inner = box.adjusted(10, 6, -10, -6)
        top = QRectF(inner.left(), inner.top(), inner.width(), 46 * scale)
        pens.text(painter, top, LEFT | BASE | WRAPPED, head, 14 * scale, look.ink, True)
        if chain is None:
            return
        height = 140 * scale
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
