"""The air of a flight: bands of altitude, Elements with Leader and Wingman, formations, those who wait outside the target zone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import BASE, LEFT, glow, mix
from bob.desk.boards.cards.faces import RATIO, draw_back
from bob.desk.boards.cards.planes import cells_of, draw_plane, explained_at
from bob.desk.boards.cards_classic.flight_pens import FlightPens, SkyGroup, aircraft_in, groups_of
from bob.desk.boards.shared.relation_lines import draw_arrow, draw_label, way
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.flight_consequences import acts
from bob.staff.advice.fights.flight_figures import is_wingman
from bob.tactical.cards_classic.view import FlightView, SeenSortie

SHAPE = 1.42
"""Width to height of an aircraft's card."""
WIDEST = 230.0
NAMES = 70
SMALL = 0.74
"""The size of a Wingman's card relative to the Leader's."""
OUTSIDE = 0.34
"""The share of the air outside the target zone, while an aircraft waits there."""
EMPTY = 0.15
"""The height of an empty level relative to one with aircraft."""
LANE = 20
"""The height of the lane above a line of cards, where someone holds a Position."""
FARTHEST = 60.0
"""The largest gap between two Elements."""
OVERLAP = 0.78
APART = 1.03
"""The width of an aircraft of a formation as a share of its card: where space is short, and where it is not."""


class FlightSky(QWidget):
    """The air, drawn. `picked` is emitted with a clicked aircraft."""

    picked = Signal(int)
    taken = Signal(int)

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.order: Any = None
        self.legal: frozenset[int] = frozenset()
        self.lit: frozenset[int] = frozenset()
        """On whom a card that is carried may be laid."""
        self._spots: dict[int, QRectF] = {}
        self.setMinimumSize(460, 240)
        self.setMouseTracking(True)
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(900, 460)

    def show_orders(self, order: Any, legal: frozenset[int]) -> None:
        """Mark the targets of the selected order, and of the possible orders."""
        self.order, self.legal = order, legal
        self.update()

    def light(self, places: frozenset[int]) -> None:
        """Let aircraft glow on whom a carried card may be laid."""
        self.lit = places
        self.update()

    def place_at(self, at: QPointF) -> int | None:
        """The aircraft at a point."""
        number = self._index_at(at)
        return number if number >= 0 else None

    # ---- where all lies

    def _bands(self, field: QRectF, view: FlightView) -> list[QRectF]:
        """The five levels from the lowest up, the empty ones narrow."""
        there = {a.altitude for a in view.aircraft if not a.out}
        weights = [1.0 if level in there else EMPTY for level in range(5)]
        unit = field.height() / sum(weights)
        found, y = [], field.bottom()
        for weight in weights:
            found.append(QRectF(field.left(), y - unit * weight, field.width(), unit * weight))
            y -= unit * weight
        return found

    def lay(self, field: QRectF, view: FlightView) -> None:
        """Set the place of each aircraft's card."""
        self._spots = {}
        flying = [a for a in view.aircraft if not a.out]
        zones = {a.zone for a in flying}
        share = OUTSIDE if {"over", "outside"} <= zones else 0.0
        for level, band in enumerate(self._bands(field, view)):
            there = [a for a in flying if a.altitude == level]
            inner = band.adjusted(NAMES * self.settings.scale, 3, -6, -3)
            aside = QRectF(inner.right() - inner.width() * share, inner.top(), inner.width() * share, inner.height())
            inner.setWidth(inner.width() * (1 - share) - (12 if share else 0))
            self._row(inner, [a for a in there if not share or a.zone != "outside"], view)
            self._row(aside, [a for a in there if share and a.zone == "outside"], view)
        unknown = [a for a in flying if a.altitude is None]
        if unknown:
            self._row(field.adjusted(NAMES * self.settings.scale, 3, -6, -3), unknown, view)

    def _row(self, box: QRectF, there: Sequence[SeenSortie], view: FlightView) -> None:
        """A band's groups side by side, the first side's on the left; in more lines where they are many."""
        groups = sorted(groups_of(there), key=lambda g: (view.parties.index(g.members[0].side), not g.formed, g.members[0].number))
        if not groups:
            return
        gap = 14.0
        lane = LANE * self.settings.scale if any(a.holds >= 0 and a.level for a in there) else 0.0
        best: tuple[float, list[list[SkyGroup]], float] = (0.0, [groups], APART)
        for step in (APART, OVERLAP):
            for rows in (1, 2, 3):
                lines = _parted(groups, rows, step)
                most = max(_length(line, step) for line in lines)
                room = box.width() - gap * (max(map(len, lines)) - 1)
                high = box.height() / len(lines)
                wide = min(room / most, (high - 4 - min(lane, high * 0.2)) * SHAPE, WIDEST * self.settings.scale)
                if wide > best[0] + 1:
                    best = wide, lines, step
        wide, lines, step = best
        high = wide / SHAPE
        spare = min(lane, box.height() / len(lines) - high) / 2
        most = max(map(len, lines))
        longest = max(_length(line, step) for line in lines) * wide
        gap = max(gap, min(FARTHEST, (box.width() - longest) / max(1, most - 1)))
        for row, line in enumerate(lines):
            whole = _length(line, step) * wide + gap * (len(line) - 1)
            x = box.left() + max(0.0, (box.width() - whole) / 2)
            y = box.top() + (row + 0.5) * box.height() / len(lines) - high / 2 + spare
            for group in line:
                self._group(group, x, y, wide, high, step)
                x += _width(group, step) * wide + gap

    def _group(self, group: SkyGroup, x: float, y: float, wide: float, high: float, step: float) -> None:
        for i, seen in enumerate(group.members):
            if group.formed:
                self._spots[seen.number] = QRectF(x + i * wide * step, y, wide, high)
            elif i == 0:
                self._spots[seen.number] = QRectF(x, y, wide, high)
            else:
                self._spots[seen.number] = QRectF(x + wide + 2, y + high * (1 - SMALL), wide * SMALL, high * SMALL)

    # ---- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens, view = FlightPens(self.settings, self.table), self.table.view
        look, s = pens.look, self.settings.scale
        painter.fillRect(self.rect(), QColor(look.room))
        if view is None:
            return
        field = QRectF(self.rect()).adjusted(8, 6, -8, -6)
        self.lay(field, view)
        for level, band in enumerate(self._bands(field, view)):
            painter.fillRect(band, QColor(look.panel) if look.plain else mix(look.chart.sea, look.chart.land, (4 - level) * 0.22))
            painter.setPen(QPen(QColor(look.line if level else look.chart.coast), 1.0 if level else 3.0))
            painter.drawLine(band.bottomLeft(), band.bottomRight())
            name = QRectF(band.left() + 6, band.top(), NAMES * s - 8, band.height())
            flags = LEFT | BASE | int(Qt.TextFlag.TextWordWrap)
            pens.plain.text(painter, name, flags, pens.plain.teller.altitude(level), 12 * s, look.ink)
        self._zones(painter, field, view, pens)
        names = pens.teller(view)
        touched = set(aircraft_in(self.order)) if self.order is not None else set()
        first = acts(view)
        self._relations(painter, view, pens, labels=False)
        for number, box in self._spots.items():
            seen = view.aircraft[number]
            left = view.parties.index(seen.side) == 1
            plane = pens.plane(seen, names.name(number))
            draw_plane(
                painter, box, plane, pens.plain, view.parties,
                left=left, legal=number in self.legal, chosen=number in touched, active=number == first,
            )  # fmt: skip
        self._relations(painter, view, pens, labels=True)
        self._foot(painter, field, view, pens)
        for number in self.lit & set(self._spots):
            glow(painter, self._spots[number], look.brass)

    def _zones(self, painter: QPainter, field: QRectF, view: FlightView, pens: FlightPens) -> None:
        """Draw the aircraft outside the target zone behind a dashed line."""
        if not {"over", "outside"} <= {a.zone for a in view.aircraft if not a.out}:
            return
        inner = field.adjusted(NAMES * self.settings.scale, 0, -6, 0)
        x = inner.right() - inner.width() * OUTSIDE - 6
        painter.setPen(QPen(QColor(pens.look.red), 2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, field.top()), QPointF(x, field.bottom()))

    def _relations(self, painter: QPainter, view: FlightView, pens: FlightPens, *, labels: bool) -> None:
        """Draw an arrow from each holder of a Position to its target, and from the current attacker to its target; or their labels."""
        look = pens.look
        pairs = [(a.number, a.holds, a.level, False) for a in view.aircraft if a.holds >= 0 and a.level >= 1]
        if view.exchange is not None:
            pairs.append((view.exchange.actor, view.exchange.target, 0, True))
        target = getattr(self.order, "target", None)
        if isinstance(target, int):
            pairs.append((acts(view), target, 0, True))
        filled = list(self._spots.values())
        for one, other, level, dashed in sorted(pairs, key=lambda pair: not pair[3]):  # a label lies on top
            if one not in self._spots or other not in self._spots or one == other:
                continue
            tone = QColor(look.brass if dashed else look.red if level == 2 else look.chart.brass_ink)
            path = way(self._spots[one], self._spots[other], [box for number, box in self._spots.items() if number not in (one, other)])
            if dashed or not labels:
                if dashed is labels:  # a Position lies below the cards, an attack above them
                    draw_arrow(painter, path, tone, 2.4 + level, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
                continue
            text, field = pens.plain.teller.position(level), QRectF(self.rect())
            filled.append(draw_label(painter, path, text, (tone, look.chart.paper), filled, field, 11 * self.settings.scale))

    def _foot(self, painter: QPainter, field: QRectF, view: FlightView, pens: FlightPens) -> None:
        """Draw the pile, and the departed aircraft, in the lower corner."""
        s, names = self.settings.scale, pens.teller(view)
        high = 34 * s
        back = QRectF(field.right() - 78 * s, field.bottom() - high - 3, high * RATIO, high)
        draw_back(painter, back, pens.plain)
        text = pens.words("desk_flight.pile", count=view.pile)
        pens.plain.text(painter, QRectF(back.right() + 4, back.top(), 60 * s, high), LEFT | BASE, text, 11 * s, pens.look.ink)
        gone = [a for a in view.aircraft if a.out]
        if gone:
            wording = ", ".join(f"{names.name(a.number)} ({pens.words(f'desk_flight.out.{a.out}')})" for a in gone)
            box = QRectF(field.left() + NAMES * s, field.bottom() - 20 * s, field.width() - (NAMES + 86) * s, 18 * s)
            pens.plain.text(painter, box, int(Qt.AlignmentFlag.AlignRight) | BASE, wording, 11 * s, pens.look.red, True)

    # ---- the mouse

    def _index_at(self, at: QPointF) -> int:
        return next((number for number, box in reversed(self._spots.items()) if box.contains(at)), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if (number := self._index_at(event.position())) >= 0:
            self.picked.emit(number)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (number := self._index_at(event.position())) >= 0:
            self.taken.emit(number)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            view, number = self.table.view, self._index_at(QPointF(event.pos()))
            text = self._text_at(view, number, QPointF(event.pos())) if view is not None and number >= 0 else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _text_at(self, view: FlightView, number: int, at: QPointF) -> str:
        """The term of an aircraft's card that is pointed at, or all of the aircraft."""
        pens, seen = FlightPens(self.settings, self.table), view.aircraft[number]
        plane = pens.plane(seen, pens.teller(view).name(number))
        return explained_at(at, self._spots[number], plane, pens.plain) or self.aircraft_text(seen, view)

    def aircraft_text(self, seen: SeenSortie, view: FlightView) -> str:
        """An aircraft in words: for tooltips and for those who listen."""
        pens = FlightPens(self.settings, self.table)
        names, words = pens.teller(view), pens.words
        plane = pens.plane(seen, names.name(seen.number))
        lines = [f"{plane.name} ({pens.plain.seat(seen.seat)})", words(f"flight.kind.{seen.kind}"), *plane.notes]
        lines += [words.label(skill, words(f"flight.skill.{skill}")) for skill in seen.skills]
        if seen.altitude is not None:
            lines.append(names.altitude(seen.altitude))
        lines.append(", ".join(f"{cell.name} {cell.text}" for cell in cells_of(plane, pens.plain)))
        lines.append(words("desk_cards.airframe", hits=seen.hits, airframe=seen.ratings.airframe))
        if seen.hand:
            lines.append(words("desk_cards.hand_count", count=seen.hand))
        if seen.holds >= 0 and seen.level:
            lines.append(words.label(pens.plain.teller.position(seen.level), names.name(seen.holds)))
        if is_wingman(seen) and seen.leader >= 0:
            lines.append(words("desk_flight.wingman_of", name=names.name(seen.leader)))
        lines += [plane.marks, words("desk_cards.damaged") if seen.damaged else ""]
        return "\n".join(line for line in lines if line)


def _width(group: SkyGroup, step: float) -> float:
    """Return the width of a group in cards, with the given spacing of a formation."""
    count = len(group.members)
    return 1 + (count - 1) * step if group.formed else 1 + (count - 1) * SMALL


def _length(line: Sequence[SkyGroup], step: float) -> float:
    """Return the width of a line of groups in cards."""
    return sum(_width(group, step) for group in line)


def _parted(groups: list[SkyGroup], rows: int, step: float) -> list[list[SkyGroup]]:
    """Split the groups into that number of lines of about the same length."""
    whole = _length(groups, step) / rows
    lines: list[list[SkyGroup]] = [[]]
    for group in groups:
        if lines[-1] and len(lines) < rows and _length(lines[-1], step) + _width(group, step) / 2 > whole:
            lines.append([])
        lines[-1].append(group)
    return lines
