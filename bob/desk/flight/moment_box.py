"""What the moment of a flight is about: a card being answered, an attack on bombers, an aircraft over the target under fire."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.cards.faces import RATIO, draw_card
from bob.desk.flight.flight_pens import FlightPens
from bob.desk.looks.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED
from bob.desk.played.screen_game import ScreenGame
from bob.desk.settings import Settings
from bob.dogfight.cards.classic.table import kind_of

HIGH = 168


class MomentBox(QWidget):
    """The cards that lie on the table, with what they are there for; low while there are none."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed, table.changed):
            signal.connect(self.refresh)
        self.refresh()

    def rows(self) -> list[tuple[str, tuple[str, ...], bool]]:
        """What is written, the cards or faces under it, and whether they go by what they say when drawn."""
        view = self.table.view
        if view is None:
            return []
        pens = FlightPens(self.settings, self.table)
        names, words = pens.teller(view), pens.words
        made: list[tuple[str, tuple[str, ...], bool]] = []
        if view.exchange is not None:
            e = view.exchange
            action = words(f"flight.action.{e.action}") if words.has(f"flight.action.{e.action}") else e.action
            head = words("desk_flight.exchange", actor=names.name(e.actor), action=action, target=names.name(e.target))
            made.append((head, view.played or (e.card,), False))
        elif view.passage is not None:
            p = view.passage
            mode = words(f"flight.mode.{p.mode}") if words.has(f"flight.mode.{p.mode}") else p.mode
            if p.cards:
                made.append((words("desk_flight.passage", aircraft=names.name(p.aircraft), mode=mode), p.cards, True))
            if p.flak:
                made.append((words("desk_flight.flak_at", aircraft=names.name(p.aircraft)), p.flak, False))
        return made

    def refresh(self) -> None:
        rows = self.rows()
        self.setFixedHeight(round(HIGH * self.settings.scale * min(2, len(rows)) * (0.78 if len(rows) > 1 else 1.0)) if rows else 0)
        self.setVisible(bool(rows))
        self.setAccessibleDescription("\n".join(head for head, _, _ in rows))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens, rows = FlightPens(self.settings, self.table), self.rows()
        look, s = pens.look, self.settings.scale
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(look.brass), 2))
        painter.setBrush(QColor(look.inset))
        painter.drawRoundedRect(box, 4, 4)
        for i, (head, faces, drawn) in enumerate(rows):
            part = QRectF(box.left() + 8, box.top() + 4 + i * box.height() / len(rows), box.width() - 16, box.height() / len(rows) - 8)
            top = QRectF(part.left(), part.top(), part.width(), 34 * s)
            pens.plain.text(painter, top, LEFT | TOP | WRAPPED, head, 13 * s, look.ink, True)
            high = part.height() - top.height() - (16 * s if drawn else 0)
            wide = high * RATIO
            step = min(wide + 5, (part.width() - wide) / max(1, len(faces) - 1))
            for j, face in enumerate(faces):
                place = QRectF(part.left() + j * step, top.bottom(), wide, high)
                card = pens.tables.deck.cards.get(kind_of(face))
                if card is not None:
                    draw_card(painter, place, card, pens.plain, lying=True)
                said = pens.tables.deck.faces.get(face)
                if drawn and said is not None:
                    under = QRectF(place.left() - 4, place.bottom(), max(step, 40.0), 15 * s)
                    result = pens.words(f"flight.result.{said.bombing}")
                    tone = look.red if said.bombing != "miss" else look.quiet
                    pens.plain.text(painter, under, MIDDLE if len(faces) == 1 else LEFT | BASE, result, 11 * s, tone, True)
