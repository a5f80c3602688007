"""The air over the table: altitude bands, the aircraft cards in them, the lines of tailing, the piles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from bob.core.text import grouped
from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, glow, mix
from bob.desk.boards.cards.faces import RATIO, draw_back
from bob.desk.boards.cards.formation import CardSpot, drawn_up
from bob.desk.boards.cards.pens import Pens, decides
from bob.desk.boards.cards.planes import Plane, bursts_text, draw_plane, explained_at, ratings_text, traits_explained
from bob.desk.boards.shared.carrying import DISCARDS
from bob.desk.boards.shared.relation_lines import draw_arrow, draw_label, way
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.card_order_lines import aircraft_of
from bob.tactical.cards.view import CardTableView, SeenCraft

PILES = 92
BAND_NAMES = 74


def _ground(field: QRectF) -> dict[int | None, QRectF]:
    """One box for all while the altitudes are not known."""
    return {None: field}


class Arena(QWidget):
    """The air, drawn. `picked` is emitted with a clicked aircraft."""

    picked = Signal(int)
    taken = Signal(int)
    """An aircraft was clicked twice."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.order: Any = None
        self.legal: frozenset[int] = frozenset()
        self.preview = ""
        self.lit: frozenset[int] = frozenset()
        """The possible places for a dragged card."""
        self._spots: dict[int, CardSpot] = {}
        self._labels: list[QRectF] = []
        self._piles: dict[str, QRectF] = {}
        self.setMinimumSize(480, 260)
        self.setMouseTracking(True)
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(900, 480)

    def show_orders(self, order: Any, legal: frozenset[int], preview: str) -> None:
        """Mark the targets of the selected order, and of the possible orders; `preview` is an aircraft card to pick."""
        self.order, self.legal, self.preview = order, legal, preview
        self.update()

    def light(self, places: frozenset[int]) -> None:
        """Let places glow where a carried card may be laid."""
        self.lit = places
        self.update()

    def place_at(self, at: QPointF) -> int | None:
        """Return the target for a card at a point: an aircraft, or the discards."""
        number = self._index_at(at)
        if number >= 0:
            return number
        return DISCARDS if self._piles.get("discard", QRectF()).contains(at) else None

    # ---- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens = Pens.of(self.settings, self.table)
        view = self.table.view
        painter.fillRect(self.rect(), QColor(pens.look.room))
        if view is None:
            return
        field = QRectF(self.rect()).adjusted(8, 8, -PILES * self.settings.scale, -8)
        self._draw_piles(painter, view, pens)
        if not view.aircraft:
            self._draw_pick(painter, field, view, pens)
            return
        in_bands = any(a.altitude is not None and not a.out for a in view.aircraft)
        bands = self._bands(painter, field, view, pens) if in_bands else _ground(field)
        names = BAND_NAMES * self.settings.scale if in_bands else 10
        self._spots = drawn_up(view, bands, names + 8)
        if in_bands:
            self._relations(painter, view, pens, labels=False)
        first = decides(view)
        touched = set(aircraft_of(self.order)) if self.order is not None else set()
        for number, spot in self._spots.items():
            seen = view.aircraft[number]
            plane = self._plane(seen, pens)
            draw_plane(
                painter, spot.box, plane, pens, view.parties,
                left=spot.left, legal=number in self.legal, chosen=number in touched, active=number == first,
            )  # fmt: skip
        if in_bands:
            self._relations(painter, view, pens, labels=True)
        self._aim(painter, view, pens, first)
        self._lost(painter, field, view, pens)
        boxes = {number: spot.box for number, spot in self._spots.items()} | {DISCARDS: self._piles["discard"]}
        for place in self.lit & set(boxes):
            glow(painter, boxes[place], pens.look.brass)

    def _plane(self, seen: SeenCraft, pens: Pens) -> Plane:
        tables, words = pens.tables, pens.words
        names = pens.named(self.table.view)
        marks = []
        if seen.loaded:
            marks.append(words("desk_cards.loaded"))
        if seen.ratings.bursts > 0 and seen.bursts_used:
            marks.append(bursts_text(words, seen.bursts_used, seen.ratings.bursts))
        if seen.evasive:
            marks.append(words("desk_cards.evasive", count=seen.evasive))
        if seen.next_hits:
            marks.append(words("desk_cards.next_hits", hits=seen.next_hits))
        if seen.markers:
            marks.append(words("desk_cards.markers", count=seen.markers))
        view = self.table.view
        assert view is not None
        notes = pens.notes(view, seen.number)
        if seen.pilot is not None and seen.pilot in tables.pilots:
            notes = (tables.pilots[seen.pilot].name, *notes)
        hand = seen.hand if not seen.bomber or seen.hand else -1
        return Plane(
            seen.type, names.name(seen.number), seen.side, seen.ratings, seen.damaged, seen.hits, seen.bomber, notes, " ".join(marks), hand
        )

    def _bands(self, painter: QPainter, field: QRectF, view: CardTableView, pens: Pens) -> dict[int | None, QRectF]:
        """The five levels, the empty ones narrow."""
        look = pens.look
        there = Counter(a.altitude for a in view.aircraft if not a.out and not a.absent)
        empty = 1.0 if len(there) < 3 and max(there.values(), default=0) < 5 else 0.45
        weights = [2.4 + 0.5 * min(6, there[level]) if level in there else empty for level in range(5)]
        unit = field.height() / sum(weights)
        bands: dict[int | None, QRectF] = {}
        y = field.top()
        for level in (4, 3, 2, 1, 0):
            box = QRectF(field.left(), y, field.width(), unit * weights[level])
            y = box.bottom()
            bands[level] = box
            tint = mix(look.chart.sea, look.chart.land, (4 - level) * 0.22)
            painter.fillRect(box, tint)
            if look.plain:
                painter.fillRect(box, QColor(look.panel))
            painter.setPen(QPen(QColor(look.line if level else look.chart.coast), 1.0 if level else 3.0))
            painter.drawLine(box.bottomLeft(), box.bottomRight())
            size = 12.0 * self.settings.scale
            name = QRectF(box.left() + 8, box.top(), BAND_NAMES * self.settings.scale - 8, box.height())
            tone = look.ink if level in there else look.quiet
            flags = LEFT | BASE | int(Qt.TextFlag.TextWordWrap)
            pens.text(painter, name, flags, pens.teller.altitude(level), size, tone, level in there)
        return bands

    def _relations(self, painter: QPainter, view: CardTableView, pens: Pens, *, labels: bool) -> None:
        """An arrow from each aircraft that holds a position to the one it holds; a dotted line between the two of a neutral duel."""
        look, done = pens.look, False
        self._labels = []
        for seen in view.aircraft:
            if seen.holds < 0 or seen.level < 1 or seen.number not in self._spots or seen.holds not in self._spots:
                continue
            done = True
            tone = QColor(look.red if seen.level == 2 else look.chart.brass_ink)
            if labels:
                self._label(painter, seen.number, seen.holds, pens.teller.position(seen.level), tone, pens)
            else:
                draw_arrow(painter, self._path(seen.number, seen.holds), tone, 2.0 + 2.5 * (seen.level - 1))
        flying = [a for a in view.aircraft if a.number in self._spots]
        if not done and len(flying) == 2 and flying[0].altitude == flying[1].altitude and flying[0].side != flying[1].side:
            one, other = (self._spots[a.number].box for a in flying)
            start, end = (one, other) if one.left() < other.left() else (other, one)
            if not labels:
                painter.setPen(QPen(QColor(look.quiet), 2, Qt.PenStyle.DotLine))
                painter.drawLine(QPointF(start.right() + 6, start.center().y()), QPointF(end.left() - 6, end.center().y()))
                return
            self._label(painter, flying[0].number, flying[1].number, pens.teller.position(0), QColor(look.quiet), pens)

    def _path(self, one: int, other: int) -> QPainterPath:
        """The way from one aircraft to another."""
        others = [spot.box for number, spot in self._spots.items() if number not in (one, other)]
        return way(self._spots[one].box, self._spots[other].box, others)

    def _label(self, painter: QPainter, one: int, other: int, text: str, tone: QColor, pens: Pens) -> None:
        """A word on the line between two cards, on a slip of paper."""
        filled, field = [*self.shown(), *self._labels], QRectF(self.rect())
        look = tone, pens.look.chart.paper
        self._labels.append(draw_label(painter, self._path(one, other), text, look, filled, field, 12 * self.settings.scale))

    def _aim(self, painter: QPainter, view: CardTableView, pens: Pens, first: int) -> None:
        """A dashed arrow for the order looked at, from the aircraft that would carry it out."""
        target = getattr(self.order, "target", None)
        if isinstance(target, int) and first in self._spots and target in self._spots and target != first:
            tone = QColor(pens.look.brass)
            draw_arrow(painter, self._path(first, target), tone, 2.5, Qt.PenStyle.DashLine)

    def _lost(self, painter: QPainter, field: QRectF, view: CardTableView, pens: Pens) -> None:
        """Draw the aircraft out of the battle as a line at the foot."""
        names = pens.named(view)
        lost = ", ".join(names.name(a.number) for a in view.aircraft if a.out)
        if lost:
            box = QRectF(field.left() + BAND_NAMES, field.bottom() - 22, field.width() - BAND_NAMES - 8, 20)
            text = pens.words("desk_cards.lost", names=lost)
            pens.text(painter, box, int(Qt.AlignmentFlag.AlignRight) | BASE, text, 12 * self.settings.scale, pens.look.red, True)

    def _draw_piles(self, painter: QPainter, view: CardTableView, pens: Pens) -> None:
        """The draw pile and the discards."""
        scale = self.settings.scale
        room = (self.height() - 26 * scale - 2 * 34 * scale) / 2  # both fit with their names, on a low sheet, too
        width = min((PILES - 26) * scale, room * RATIO)
        height = width / RATIO
        left = self.width() - PILES * scale + 11 + ((PILES - 26) * scale - width) / 2
        for i, (name, count) in enumerate((("pile", view.pile), ("discard", len(view.discard)))):
            top = 26 * scale + i * (height + min(58 * scale, max(34 * scale, self.height() - 2 * height - 60 * scale)))
            box = QRectF(left, top, width, height)
            self._piles[name] = box
            layers = min(4, (count + 19) // 20)
            for layer in range(layers):
                lifted = box.translated(-1.6 * layer, -1.6 * layer)
                if name == "pile":
                    draw_back(painter, lifted, pens)
                else:
                    painter.setPen(QPen(QColor(pens.look.line), 1))
                    painter.setBrush(QColor(pens.look.inset))
                    painter.drawRoundedRect(lifted, 6, 6)
            if not layers:
                painter.setPen(QPen(QColor(pens.look.quiet), 1, Qt.PenStyle.DashLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, 6, 6)
            label = QRectF(self.width() - PILES * scale + 3, box.bottom() + 3, (PILES - 10) * scale, 20 * scale)
            pens.text(painter, label, MIDDLE, f"{pens.words(f'desk_cards.{name}')} {count}", 12 * scale, pens.look.ink)

    def _draw_pick(self, painter: QPainter, field: QRectF, view: CardTableView, pens: Pens) -> None:
        """Both sides of the aircraft card that is looked at, while aircraft are picked."""
        tables = pens.tables
        card = tables.aircraft.get(self.preview)
        if card is None:
            text = pens.words("desk_cards.picking")
            pens.text(painter, field, MIDDLE, text, 16 * self.settings.scale, pens.look.quiet)
            return
        width = min(field.width() * 0.42, 340.0 * self.settings.scale)
        height = width * 0.62
        for i, side in enumerate((card.front, card.back)):
            box = QRectF(field.center().x() + (i - 1) * (width + 18) + 9, field.center().y() - height / 2, width, height)
            plane = Plane(
                card.code,
                card.name,
                card.side,
                side,
                bool(i),
                0,
                card.is_bomber,
                marks=pens.words("desk_cards.worth", year=card.year, points=card.vp),
            )
            draw_plane(painter, box, plane, pens, view.parties)

    # ---- the mouse

    def shown(self) -> list[QRectF]:
        """Return the boxes of the aircraft."""
        return [spot.box for spot in self._spots.values()]

    def _index_at(self, at: QPointF) -> int:
        return next((number for number, spot in self._spots.items() if spot.box.contains(at)), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._index_at(event.position())
        if number >= 0:
            self.picked.emit(number)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self._index_at(event.position())
        if number >= 0:
            self.taken.emit(number)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.describe(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def describe(self, at: QPointF) -> str:
        """Describe the thing at a point."""
        view = self.table.view
        if view is None:
            return ""
        pens = Pens.of(self.settings, self.table)
        number = self._index_at(at)
        if number >= 0:
            seen = view.aircraft[number]
            term = explained_at(at, self._spots[number].box, self._plane(seen, pens), pens)
            return term or self.aircraft_text(seen, view, pens)
        if self._piles.get("discard", QRectF()).contains(at):
            return pens.words("desk_cards.discard") + ":\n" + "\n".join(grouped(pens.teller.card(card) for card in view.discard))
        return ""

    def aircraft_text(self, seen: SeenCraft, view: CardTableView, pens: Pens) -> str:
        """An aircraft in words: for tooltips and for those who listen."""
        plane, names = self._plane(seen, pens), pens.named(view)
        lines = [f"{plane.name} ({pens.seat(seen.seat)})", *plane.notes]
        if seen.altitude is not None:
            lines.append(pens.teller.altitude(seen.altitude))
        lines.append(", ".join(f"{name} {text}" for name, text in ratings_text(seen.ratings, seen.bomber, pens)))
        lines.append(pens.words("desk_cards.airframe", hits=seen.hits, airframe=seen.ratings.airframe))
        lines.append(pens.words("desk_cards.hand_count", count=seen.hand))
        if seen.cards:
            lines.append(", ".join(pens.teller.card(card) for card in sorted(seen.cards)))
        if seen.holds >= 0 and seen.level:
            lines.append(pens.words.label(pens.teller.position(seen.level), names.name(seen.holds)))
        lines += [*traits_explained(seen.ratings, pens), plane.marks, pens.words("desk_cards.damaged") if seen.damaged else ""]
        return "\n".join(line for line in lines if line)
