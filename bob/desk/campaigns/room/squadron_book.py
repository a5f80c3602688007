"""The squadron book of a campaign: pilots, losses, and victories as marks in pencil."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.emblem import emblem
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE
from bob.desk.base.theme.plan_form import draw_plan
from bob.desk.campaigns.room.papers import CampaignPaper, PaperSpot
from bob.desk.campaigns.room.pilot_cards import HIGH, WIDE, draw_pilot, tally
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.staff.advice.campaigns.room_state import SquadronLine, SquadronPage

ROW = 30


class SquadronBook(CampaignPaper):
    """An open book: a page for each side. `put_away` is emitted when it is closed."""

    put_away = Signal()

    def __init__(self, settings: Settings, model: CampaignModel, parent: QWidget | None = None) -> None:
        super().__init__(settings, model, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._first = 0

    def sizeHint(self) -> QSize:
        return QSize(860, 560)

    def refresh(self) -> None:
        words = self.settings.words
        lines = [
            words.label(page.title, words.separated(" ".join((row.name, *row.cells)) for row in page.lines))
            for page in self.model.state.book
        ]
        self.setAccessibleDescription("\n".join(lines))
        super().refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_Up: -1, Qt.Key.Key_PageUp: -8}.get(Qt.Key(event.key()))
        if step is not None:
            most = max((len(page.lines) + len(page.pilots) for page in self.model.state.book), default=0)
            self._first = max(0, min(most - 1, self._first + step))
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Escape):
            if not event.isAutoRepeat():
                self.put_away.emit()
        else:
            super().keyPressEvent(event)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        pages = self.model.state.book
        if not pages:
            self.letter(painter, box, MIDDLE, self.settings.words("desk_campaign.no_book"), 15, self.look.quiet)
            return
        step = box.width() / len(pages)
        for i, page in enumerate(pages):
            if i:
                painter.setPen(QPen(QColor(self.look.line), 3))
                painter.drawLine(QPointF(box.left() + i * step, box.top() + 6), QPointF(box.left() + i * step, box.bottom() - 6))
            self._page(painter, QRectF(box.left() + i * step, box.top(), step, box.height()).adjusted(22, 12, -22, -12), page)

    def _page(self, painter: QPainter, box: QRectF, page: SquadronPage) -> None:
        s, look = self.scale, self.look
        head = QRectF(box.left(), box.top(), box.width(), 32 * s)
        emblem(painter, QPointF(head.left() + 12 * s, head.center().y()), 9 * s, page.side, self.side_tone(page.side), QColor(look.panel))
        self.letter(painter, head.adjusted(30 * s, 0, 0, 0), LEFT | BASE, page.title, 19, bold=True)
        first = box.width() * (0.44 if len(page.heads) < 6 else 0.34)
        step = (box.width() - first) / max(1, len(page.heads))
        top = self._pilots(painter, QRectF(box.left(), head.bottom() + 4, box.width(), box.bottom() - head.bottom()), page)
        heads = QRectF(box.left(), top, box.width(), 22 * s)
        for i, name in enumerate(page.heads):
            self.letter(painter, QRectF(box.left() + first + i * step, heads.top(), step - 4, heads.height()), MIDDLE, name, 11, look.quiet)
        y = heads.bottom()
        for line in page.lines[self._first :]:
            row = QRectF(box.left(), y, box.width(), ROW * s)
            if row.bottom() > box.bottom():
                break
            painter.setPen(QPen(QColor(look.line), 1))
            painter.drawLine(row.bottomLeft(), row.bottomRight())
            self._line(painter, row, line, first, step)
            y = row.bottom()

    def _pilots(self, painter: QPainter, box: QRectF, page: SquadronPage) -> float:
        """Draw the pilots' cards in rows and return the start of the rest of the page; the arrows scroll to hidden ones."""
        s, words = self.scale, self.settings.words
        if not page.pilots:
            return box.top()
        across = max(1, int(box.width() // (WIDE * s)))
        step = box.width() / across
        rows = min((len(page.pilots) + across - 1) // across, max(1, int((box.height() - (len(page.lines) + 1) * ROW * s) // (HIGH * s))))
        first = min(self._first, max(0, (len(page.pilots) - 1) // across + 1 - rows)) * across
        for i, pilot in enumerate(page.pilots[first : first + rows * across]):
            place = QRectF(box.left() + i % across * step, box.top() + i // across * HIGH * s, step - 8, HIGH * s - 8)
            missions = words("desk_campaign.pilot_missions", count=pilot.missions)
            lost = words("desk_campaign.pilot_lost")
            draw_pilot(painter, place, pilot, self.look, self.side_tone(pilot.side), s, missions, lost)
            self.spots.append(PaperSpot(place, pilot.hint))
        return box.top() + rows * HIGH * s + 4

    def _line(self, painter: QPainter, row: QRectF, line: SquadronLine, first: float, step: float) -> None:
        look, s = self.look, self.scale
        picture = QRectF(row.left(), row.top() + 3, 34 * s, row.height() - 6)
        if line.aircraft:
            draw_plan(painter, picture, line.aircraft, QColor(look.quiet if line.lost else look.ink), line.side == "axis")
        name = QRectF(picture.right() + 8, row.top(), first - picture.width() - 12, row.height())
        wide = min(name.width() * 0.42, (5.5 * line.marks + 4 * ((line.marks - 1) // 5) + 8) * s) if line.marks else 0.0
        self.letter(painter, name.adjusted(0, 0, -wide, 0), LEFT | BASE, line.name, 13, look.quiet if line.lost else "", bold=not line.lost)
        if line.marks:
            tally(painter, QRectF(name.right() - wide, name.top() + 7 * s, wide, name.height() - 14 * s), line.marks, QColor(look.quiet))
        if line.lost:
            painter.setPen(QPen(QColor(look.red), 1.6))
            painter.drawLine(QPointF(name.left(), name.center().y()), QPointF(name.right() - wide - 6, name.center().y()))
        for i, cell in enumerate(line.cells):
            self.letter(painter, QRectF(row.left() + first + i * step, row.top(), step - 4, row.height()), MIDDLE, cell, 13)
        self.spots.append(PaperSpot(row, line.hint))
