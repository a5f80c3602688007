"""Beside the hand: the card of the aircraft looked at, and all aircraft in the order in which they act."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from bob.chart.tones import Look
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, TOP, fitted
from bob.desk.boards.miniatures import figures
from bob.desk.boards.shared.aircraft import tone_of
from bob.tactical.miniatures import hints
from bob.tactical.miniatures.position import MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.telling import MiniatureTeller

CARD = 286.0
CHIP, HIGH = 92.0, 40.0
GAP = 5.0


class MiniatureRoster(QWidget):
    """The card and the order of activation. `picked` is emitted with the aircraft of a clicked chip."""

    picked = Signal(int)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.position: MiniaturePosition | None = None
        self.teller: MiniatureTeller | None = None
        self.shown = -1
        self.marked: frozenset[int] = frozenset()
        self.order: list[MiniatureAircraft] = []
        self._boxes: dict[int, QRectF] = {}
        self._card = (QRectF(), -1)
        """The box of the shown card, and its aircraft."""
        self.setMouseTracking(True)
        self.setMinimumSize(round(CARD * 0.8), 110)

    def show_position(self, position: MiniaturePosition | None, teller: MiniatureTeller | None) -> None:
        """Show the aircraft of a position, or nothing."""
        self.position, self.teller = position, teller
        self.order = hints.waiting(position) if position is not None else []
        self.setAccessibleDescription(self.describe())
        self.update()

    def show_card(self, number: int, marked: frozenset[int]) -> None:
        """The aircraft whose card is shown, and those whose chips are ringed."""
        if (number, marked) != (self.shown, self.marked):
            self.shown, self.marked = number, marked
            self.update()

    def place_of(self, number: int) -> int:
        """Return the rank of an aircraft among those that wait, from 1; 0 after its activation."""
        waits = [a.number for a in self.order if not a.zoom]
        return waits.index(number) + 1 if number in waits else 0

    def sizeHint(self) -> QSize:
        return QSize(round(CARD + 4 * CHIP), 150)

    def needed(self) -> int:
        """The room that card and chips want."""
        scale = self.settings.scale
        rows = max(1, int((self.height() - 2 * GAP) // (HIGH * scale + GAP)))
        columns = -(-len(self.order) // rows)
        return round((CARD + 3 * GAP) * scale + columns * (CHIP * scale + GAP))

    def box(self, number: int) -> QRectF:
        """Return the box of an aircraft's chip."""
        return self._boxes.get(number, QRectF())

    def describe(self) -> str:
        """The order of activation in words."""
        teller = self.teller
        if teller is None:
            return ""
        return ", ".join(f"{teller.name(a.number)} {teller.names.level(a.level)}" for a in self.order if not a.zoom)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, scale = theme.look(self.settings), self.settings.scale
        painter.fillRect(self.rect(), QColor(look.panel))
        position, teller = self.position, self.teller
        self._boxes = {}
        if position is None or teller is None:
            return
        card = QRectF(GAP, GAP, min(CARD * scale, self.width() * 0.5), self.height() - 2 * GAP)
        number = self.shown if 0 <= self.shown < len(position.aircraft) else self.order[0].number if self.order else -1
        self._card = (card, number)
        if number >= 0:
            draw_miniature_card(painter, card, position.aircraft[number], position, teller, look, scale)
        self._chips(painter, QRectF(card.right() + GAP, GAP, self.width() - card.right() - 2 * GAP, card.height()), look)

    def _chips(self, painter: QPainter, room: QRectF, look: Look) -> None:
        """The aircraft in the order in which they act, column by column; those that have been are pale."""
        count = len(self.order)
        if not count or room.width() < 40:
            return
        scale = self.settings.scale
        rows = max(1, int(room.height() // (min(HIGH * scale, room.height() / 3) + GAP)))
        columns = -(-count // rows)
        wide = min(CHIP * scale, (room.width() - GAP * (columns - 1)) / columns)
        high = (room.height() - GAP * (rows - 1)) / rows
        for i, a in enumerate(self.order):
            box = QRectF(room.left() + (i // rows) * (wide + GAP), room.top() + (i % rows) * (high + GAP), wide, high)
            self._boxes[a.number] = box
            self._chip(painter, box, a, look)

    def _chip(self, painter: QPainter, box: QRectF, a: MiniatureAircraft, look: Look) -> None:
        position, scale = self.position, self.settings.scale
        assert position is not None
        tone = tone_of(look, position.seats, a.side)
        painter.save()
        painter.setOpacity(0.5 if a.zoom else 1.0)
        painter.setPen(QPen(QColor(look.line), 1))
        painter.setBrush(QColor(look.inset))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone.skin)
        head = QRectF(box.left(), box.top(), min(22 * scale, box.width() * 0.3), box.height())
        painter.drawRoundedRect(head, 4, 4)
        fitted(painter, head, MIDDLE, str(a.number + 1), 14 * scale, tone.edge, True)
        r = min(9.0 * scale, box.height() * 0.24, (box.right() - head.right()) * 0.17)
        figures.draw_level(painter, QPointF(head.right() + r * 1.6, box.center().y()), a.level, r, look)
        left = head.right() + r * 3
        key = "chip" if box.width() >= 84 * scale else "chip_short"
        text = self.settings.words(f"desk_skies.{key}", skill=a.ps, mph=a.mph)
        fitted(painter, QRectF(left, box.top(), box.right() - left - 3, box.height()), LEFT | BASE, text, 11.5 * scale, look.ink)
        if a.zoom:
            figures.draw_zoom(painter, QPointF(box.right() - r, box.top() + r), r * 0.9, look)
        if a.number in self.marked:
            painter.setOpacity(1.0)
            painter.setPen(QPen(QColor(look.brass), 2.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 4, 4)
        painter.restore()

    # ---- the mouse

    def _index_at(self, at: QPointF) -> int:
        return next((number for number, box in self._boxes.items() if box.contains(at)), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._index_at(event.position())
        if number >= 0:
            self.picked.emit(number)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.teller is not None and self.position is not None:
            number, (card, shown) = self._index_at(QPointF(event.pos())), self._card
            text = self.why(self.position.aircraft[number]) if number >= 0 else ""
            if shown >= 0 and card.contains(QPointF(event.pos())):
                text = explained(self.position.aircraft[shown], self.teller)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def why(self, a: MiniatureAircraft) -> str:
        """When an aircraft acts, and why then."""
        teller, words = self.teller, self.settings.words
        assert teller is not None
        key = "acted" if a.zoom else "acts"
        why = words(f"desk_skies.slip.{key}", place=self.place_of(a.number), level=teller.names.level(a.level), skill=a.ps, mph=a.mph)
        return f"{teller.name(a.number)}\n{why}"


def explained(a: MiniatureAircraft, teller: MiniatureTeller) -> str:
    """Explain the figures and traits of an aircraft's card."""
    words, names = teller.words, teller.names
    figures_of = {"skill": a.ps, "speed": f"{a.speed}″", "agility": a.type.agility, "firepower": a.firepower, "mph": a.mph}
    lines = [words(f"desk_skies.explain.{term}", value=value) for term, value in figures_of.items()]
    traits = [code for code in (*a.type.traits, *a.type.negative) if code not in a.type.cards]
    lines += [f"{names.permanent(code)}: {names.permanent_text(code)}" for code in traits]
    return "\n".join([teller.name(a.number), *lines])


def draw_miniature_card(
    painter: QPainter, box: QRectF, a: MiniatureAircraft, position: MiniaturePosition, teller: MiniatureTeller, look: Look, scale: float
) -> None:
    """The card of an aircraft, as it is now."""
    words, names = teller.words, teller.names
    tone = tone_of(look, position.seats, a.side)
    painter.save()
    painter.setPen(QPen(QColor(look.line), 1))
    painter.setBrush(QColor(look.inset))
    painter.drawRoundedRect(box, 5, 5)
    head = QRectF(box.left(), box.top(), box.width(), 24 * scale)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone.skin)
    painter.drawRoundedRect(head, 5, 5)
    painter.drawRect(head.adjusted(0, head.height() / 2, 0, 0))
    title = f"{a.number + 1}   {teller.name(a.number).rpartition(' (')[0]}"
    if a.ace:
        title += f" · {a.type.name}"
    fitted(painter, head.adjusted(8, 0, -8, 0), LEFT | BASE, title, 14 * scale, tone.edge, True)
    inner = QRectF(box.left() + 8, head.bottom() + 4, box.width() - 16, box.bottom() - head.bottom() - 7)
    picture = min(inner.height() * 0.5, inner.width() * 0.3)
    unit = picture / figures.UNIT * 1.2
    spot = QPointF(inner.right() - picture * 0.5, inner.top() + picture * 0.5)
    figures.draw_miniature(painter, spot, a, 0, a.level, unit, tone)
    wide = inner.width() - picture - 6
    row = 18 * scale
    y = inner.top()
    if a.out:
        fitted(painter, inner, LEFT | BASE, words(f"desk_skies.out.{a.out}"), 15 * scale, look.red, True)
        painter.restore()
        return
    r = 9.5 * scale
    figures.draw_level(painter, QPointF(inner.left() + r, y + r), a.level, r, look)
    text = f"{names.level(a.level)} · {names.skill(a.skill)} {a.ps}"
    fitted(painter, QRectF(inner.left() + 2 * r + 6, y, wide - 2 * r - 6, 2 * r), LEFT | BASE, text, 13 * scale, look.ink, True)
    y += 2 * r + 4
    parts: Mapping[str, str] = {
        "speed": f"{a.speed}″" + (f"/{a.type.speed}″" if a.chits else ""),
        "agility": str(a.type.agility),
        "firepower": str(a.firepower),
        "mph": str(a.mph),
    }
    line = "   ".join(f"{words(f'desk_skies.card.{name}')} {value}" for name, value in parts.items())
    fitted(painter, QRectF(inner.left(), y, wide, row), LEFT | BASE, line, 12.5 * scale, look.ink)
    y += row
    traits = names.traits(a.type)
    rest: list[tuple[str, str]] = [(traits, look.ink)] if traits else []
    for i, weapon in enumerate(a.type.weapons):
        wording = words(
            "skies.roster.weapon", name=names.weapon(weapon), arcs=", ".join(map(names.arc, weapon.arcs)), dice=a.firepower_of(i)
        )
        rest.append((wording, look.ink))
    if a.type.multi:
        rest.append((words("desk_skies.card.engines", chits=a.chits, engines=a.type.engines), look.red if a.chits else look.quiet))
    if a.loaded:
        rest.append((words("skies.roster.loaded"), look.ink))
    rest += [(text, look.red) for text in teller.names.needs(a)]
    if a.zoom:
        rest.append((words("desk_skies.slip.zoom"), look.quiet))
    left = inner.bottom() - y
    high = min(row, left / max(1, len(rest)))
    for i, (said, ink) in enumerate(rest):
        room = inner.width() if y + i * high > spot.y() + picture * 0.5 else wide
        fitted(painter, QRectF(inner.left(), y + i * high, room, high), LEFT | TOP, said, 12 * scale, ink)
    painter.restore()
