"""The subject of a flight's current moment: an answered card, an attack on bombers, an aircraft over the target under fire."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import LEFT, MIDDLE, TOP, WRAPPED
from bob.desk.boards.cards.faces import RATIO, draw_card
from bob.desk.boards.cards_classic.flight_pens import FlightPens
from bob.desk.campaigns.room.bombing_scene import burst
from bob.desk.session.screen_game import ScreenGame
from bob.tactical.cards_classic.execution import kind_of
from bob.tactical.cards_classic.view import FlightView

HIGH = 168


class MomentBox(QWidget):
    """The cards on the table, with their purpose; low while there are none."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed, table.changed):
            signal.connect(self.refresh)
        self.refresh()

    def rows(self) -> list[tuple[str, tuple[str, ...], bool]]:
        """Return the captions, each with cards by their kinds, or results of drawn cards."""
        view: FlightView | None = self.table.view
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
            if p.results:
                made.append((words("desk_flight.passage", aircraft=names.name(p.aircraft), mode=mode), p.results, True))
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
            high = part.height() - top.height()
            wide = high * RATIO
            step = min(wide + 5, (part.width() - wide) / max(1, len(faces) - 1))
            for j, face in enumerate(faces):
                place = QRectF(part.left() + j * step, top.bottom(), wide, high)
                if drawn:
                    self._result(painter, place, face, pens)
                elif (card := pens.tables.deck.cards.get(kind_of(face))) is not None:
                    draw_card(painter, place, card, pens.plain, lying=True)

    def _result(self, painter: QPainter, box: QRectF, result: str, pens: FlightPens) -> None:
        """Draw the result of a card drawn for bombs."""
        look, hit = pens.look, result != "miss"
        painter.setPen(QPen(QColor(look.red if hit else look.line), 2 if hit else 1))
        painter.setBrush(QColor(look.panel))
        painter.drawRoundedRect(box, 5, 5)
        burst(
            painter,
            box.center() - QPointF(0, box.height() * 0.12),
            box.width() * (0.26 if hit else 0.1),
            QColor(look.red if hit else look.quiet),
        )
        foot = QRectF(box.left() + 2, box.bottom() - box.height() * 0.3, box.width() - 4, box.height() * 0.28)
        text = pens.words(f"flight.result.{result}")
        pens.plain.text(painter, foot, MIDDLE | WRAPPED, text, 12 * self.settings.scale, look.red if hit else look.quiet, hit)
