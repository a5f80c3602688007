"""A kneeboard card for each aircraft: speed, structure, level, fuel, guns, and what ails it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QToolTip, QWidget

from bob.chart.tones import Look
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, fitted, mix
from bob.desk.boards.hexes.markers import draw_aircraft
from bob.desk.boards.shared.aircraft import SideTone, tone_of
from bob.tactical.hexes.position import NOBODY
from bob.tactical.hexes.rules.flight import rotation_price, top_speed
from bob.tactical.hexes.telling import HexTeller
from bob.tactical.hexes.view import HexTableView, SeenAircraft
from bob.words import Words

WIDTH, LEAST, SMALL = 176.0, 142.0, 104.0
"""The width of a card: at most, at least in one row, at least in two rows."""
GAP = 6.0
MANY = 5
"""From more cards than these the hand beside them has its room first."""


class DashboardCards(QWidget):
    """The cards in a row, own aircraft first; small ones in two rows for many aircraft. `picked` is emitted with a clicked one."""

    picked = Signal(int)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.view: HexTableView | None = None
        self.teller: HexTeller | None = None
        self.marked: frozenset[int] = frozenset()
        self.small = False
        """True if there are enough cards for two rows."""
        self._boxes: dict[int, QRectF] = {}
        self.setMouseTracking(True)

    def show_view(self, view: HexTableView | None, teller: HexTeller | None) -> None:
        self.view, self.teller = view, teller
        self.lay()
        self.update()

    def mark(self, numbers: frozenset[int]) -> None:
        """Ring the cards of aircraft that are pointed at or active."""
        if numbers != self.marked:
            self.marked = numbers
            self.update()

    def order(self) -> list[SeenAircraft]:
        """Own aircraft, friends, enemies; those that are out last."""
        view = self.view
        if view is None:
            return []
        mine = view.seats.index(view.seat) if view.seat in view.seats else -1
        side = view.side_of[mine] if mine >= 0 else 0
        return sorted(view.aircraft, key=lambda a: (bool(a.out), a.seat != mine, a.side != side, a.number))

    def lay(self) -> None:
        """Set the place of each card: as wide as the space allows, and at least readable."""
        self._boxes = {}
        found = self.order()
        if not found:
            return
        scale = self.settings.scale
        area = self.parentWidget()
        room = float(area.width() if area is not None else self.width())
        high = float(area.height() if area is not None else self.height())
        self.small = room < GAP + len(found) * (LEAST * scale + GAP)
        rows = self._rows(found)
        columns = max(len(row) for row in rows)
        width = min(WIDTH * scale, max((SMALL if self.small else LEAST) * scale, (room - GAP) / columns - GAP))
        height = max(60.0 / len(rows), (high - GAP) / len(rows) - GAP)
        for i, row in enumerate(rows):
            for j, a in enumerate(row):
                self._boxes[a.number] = QRectF(GAP + j * (width + GAP), GAP + i * (height + GAP), width, height)
        self.setFixedWidth(round(max(room, GAP + columns * (width + GAP))))

    def _rows(self, found: list[SeenAircraft]) -> list[list[SeenAircraft]]:
        """Return the rows of the cards: one for each side where that takes no more space."""
        if not self.small:
            return [found]
        half = -(-len(found) // 2)
        near, far = ([a for a in found if (a.side == found[0].side) is own] for own in (True, False))
        return [near, far] if max(len(near), len(far)) == half else [found[:half], found[half:]]

    def box(self, number: int) -> QRectF:
        return self._boxes.get(number, QRectF())

    def needed(self) -> int:
        """The room for all cards: at their full width where few fly, small in two rows where many do."""
        scale, count = self.settings.scale, len(self.order())
        many = count > MANY
        return round(GAP + (-(-count // 2) if many else count) * ((SMALL if many else WIDTH) * scale + GAP))

    def sizeHint(self) -> QSize:
        return QSize(600, 150)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = theme.look(self.settings)
        painter.fillRect(self.rect(), QColor(look.panel))
        view, teller = self.view, self.teller
        if view is None or teller is None:
            return
        for a in self.order():
            box = self._boxes.get(a.number)
            if box is not None and box.intersects(QRectF(event.rect())):
                draw = draw_small_dashboard if self.small else draw_dashboard
                draw(painter, box, a, view, teller, look, self.settings.scale, marked=a.number in self.marked)

    def _index_at(self, at: QPointF) -> int:
        return next((number for number, box in self._boxes.items() if box.contains(at)), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._index_at(event.position())
        if number >= 0:
            self.picked.emit(number)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            number, view, teller = self._index_at(QPointF(event.pos())), self.view, self.teller
            text = ""
            if number >= 0 and view is not None and teller is not None:
                text = describe(view.aircraft[number], view, teller, explained=True)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def describe(self) -> str:
        """All cards in words, for those who listen."""
        view, teller = self.view, self.teller
        if view is None or teller is None:
            return ""
        return "\n".join(describe(a, view, teller).replace("\n", ", ") for a in self.order())


class DashboardRow(QScrollArea):
    """The cards in a strip that scrolls when there are many."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = DashboardCards(settings)
        self.setWidget(self.cards)
        self.setWidgetResizable(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(110)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.cards.setFixedHeight(self.viewport().height())
        self.cards.lay()

    def see(self, number: int) -> None:
        """Scroll to a card."""
        box = self.cards.box(number)
        if not box.isEmpty():
            self.ensureVisible(round(box.center().x()), round(box.center().y()), round(box.width() / 2) + 8, 0)


def whole_structure(a: SeenAircraft, view: HexTableView) -> int:
    """The structure that an aircraft began with, as far as can be seen."""
    return max(a.structure, a.dash.structure + view.terms.structure + (a.rank.structure if a.rank is not None else 0))


def notes_of(a: SeenAircraft, view: HexTableView, teller: HexTeller) -> list[str]:
    """Describe the troubles of an aircraft, and its leader."""
    words = teller.words
    found = [teller.marker(code) for code in a.criticals]
    found += [words("desk_hexes.dash.face_down")] * a.unseen
    if a.overheat:
        found.append(words("desk_hexes.dash.heat", count=a.overheat))
    if a.shocked:
        found.append(words("desk_hexes.dash.shocked", count=a.shocked))
    if a.fired:
        found.append(words("desk_hexes.dash.fired"))
    if a.bombs:
        found.append(words("desk_hexes.dash.bombs", count=a.bombs))
    if a.formation != NOBODY:
        found.append(words("desk_hexes.dash.formation"))
    if a.wingman_of != NOBODY and a.wingman_of < len(view.aircraft):
        found.append(words("desk_hexes.dash.wingman", name=teller.name(a.wingman_of)))
    return found


def describe(a: SeenAircraft, view: HexTableView, teller: HexTeller, *, explained: bool = False) -> str:
    """A dashboard in words; what its figures mean, too, for who points at it."""
    words = teller.words
    lines = [teller.name(a.number)]
    if a.leader:
        lines.append(teller.leader(a.leader) + (f": {teller.rule(a.rule)}" if a.rule else ""))
    if a.out:
        return "\n".join([*lines, words(f"desk_hexes.dash.out_{a.out}")])
    lines.append(words("desk_hexes.slip.facing", at=a.at.label, facing=teller.facing(a.facing)))
    if view.terms.altimeter:
        lines.append(words("desk_hexes.slip.level", level=a.level))
    lines.append(words("desk_hexes.slip.speed", speed=a.speed, most=top_speed(a)))
    lines.append(f"{words('desk_hexes.dash.structure')} {a.structure} / {whole_structure(a, view)}")
    lines.append(", ".join(f"{words(f'hexes.arc.{gun.arc}')} {gun.dice}" for gun in a.dash.guns))
    lines.append(f"{words('desk_hexes.dash.turn')} {rotation_price(a)}")
    costs = a.dash.costs
    flown = [(kind, getattr(costs, kind)) for kind in ("loop", "roll", "immelmann", "split_s", "zoom", "dive")]
    manoeuvres = ", ".join(f"{teller.manoeuvre('roll_left' if kind == 'roll' else kind)} {price}" for kind, price in flown if price)
    lines += [manoeuvres] * bool(manoeuvres)
    if view.terms.fuel:
        lines.append(f"{words('desk_hexes.dash.fuel')} {a.fuel}")
    lines += [teller.words.label(teller.marker(code), teller.marker_text(code)) for code in a.criticals]
    lines += [note for note in notes_of(a, view, teller) if note not in {teller.marker(code) for code in a.criticals}]
    terms = ["speed", "structure", "guns", "turn", *["level"] * view.terms.altimeter, *["fuel"] * view.terms.fuel]
    lines += ["", *[words(f"desk_hexes.explain.{term}") for term in terms]] if explained else []
    return "\n".join(lines).strip()


def draw_dashboard(
    painter: QPainter, box: QRectF, a: SeenAircraft, view: HexTableView, teller: HexTeller, look: Look, scale: float, *, marked: bool
) -> None:
    """One card."""
    tone = tone_of(look, view.sides, a.side)
    painter.save()
    head = _head(painter, box, a, _type(a, teller), look, scale, min(24 * scale, box.height() * 0.2), tone)
    inner = QRectF(box.left() + 8, head.bottom() + 4, box.width() - 16, box.bottom() - head.bottom() - 8)
    px = min(inner.height() * 0.5, inner.width() * 0.34) * 1.1
    spot = QPointF(inner.right() - px * 0.34, inner.top() + px * 0.36)
    draw_aircraft(painter, spot, a, tone, 0, px * 0.9)
    words = teller.words
    if a.out:
        fitted(painter, inner, LEFT | BASE, words(f"desk_hexes.dash.out_{a.out}"), 14 * scale, look.red, True)
        painter.restore()
        return
    row = min(17.5 * scale, inner.height() / 6)
    y = inner.top()
    left = QRectF(inner.left(), y, inner.width() - px * 0.8, row)
    if a.leader:
        star = QColor("#8C9296" if a.leader == "silver" else look.chart.brass_ink)
        fitted(painter, left, LEFT | BASE, f"★ {teller.leader(a.leader)}", 12 * scale, star, True)
        y += row
    dots = QRectF(inner.left(), y, left.width(), row)
    _pips(painter, dots, words("desk_hexes.dash.speed"), a.speed, max(a.speed, top_speed(a)), QColor(look.brass), look, scale)
    y += row
    boxes = QRectF(inner.left(), y, inner.width() if y > spot.y() + px * 0.4 else left.width(), row)
    whole = whole_structure(a, view)
    sound = QColor(look.red if a.structure * 2 <= whole else look.chart.slate)
    _pips(painter, boxes, words("desk_hexes.dash.structure"), a.structure, whole, sound, look, scale, square=True)
    y = max(y + row, spot.y() + px * 0.45)
    fitted(painter, QRectF(inner.left(), y, inner.width(), row), LEFT | BASE, _figures(a, view, words), 12 * scale, look.ink)
    y += row
    flags = LEFT | int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
    _notes(painter, QRectF(inner.left(), y, inner.width(), max(row, inner.bottom() - y)), flags, a, view, teller, look, 12 * scale)
    if marked:
        _ringed(painter, box, look)
    painter.restore()


def draw_small_dashboard(
    painter: QPainter, box: QRectF, a: SeenAircraft, view: HexTableView, teller: HexTeller, look: Look, scale: float, *, marked: bool
) -> None:
    """Draw one card among many: its remaining strength, its figures, and its troubles, a line each."""
    tone = tone_of(look, view.sides, a.side)
    painter.save()
    head = _head(painter, box, a, _type(a, teller) + (" ★" if a.leader else ""), look, scale, box.height() * 0.3, tone)
    inner = QRectF(box.left() + 7, head.bottom() + 2, box.width() - 13, box.bottom() - head.bottom() - 4)
    words = teller.words
    if a.out:
        fitted(painter, inner, LEFT | BASE, words(f"desk_hexes.dash.out_{a.out}"), 13 * scale, look.red, True)
    else:
        row = inner.height() / 3
        whole = whole_structure(a, view)
        sound = QColor(look.red if a.structure * 2 <= whole else look.chart.slate)
        speed = QRectF(inner.left(), inner.top(), inner.width() * 0.6, row)
        _pips(painter, speed, "", a.speed, max(a.speed, top_speed(a)), QColor(look.brass), look, scale)
        beside = QRectF(inner.left() + inner.width() * 0.68, inner.top(), inner.width() * 0.32, row)
        _pips(painter, beside, "", a.structure, whole, sound, look, scale, square=True)
        middle = QRectF(inner.left(), inner.top() + row, inner.width(), row)
        fitted(painter, middle, LEFT | BASE, _figures(a, view, words, short=True), 11.5 * scale, look.ink)
        _notes(painter, middle.translated(0, row), LEFT | BASE, a, view, teller, look, 11.5 * scale)
    if marked:
        _ringed(painter, box, look)
    painter.restore()


def _head(painter: QPainter, box: QRectF, a: SeenAircraft, name: str, look: Look, scale: float, high: float, tone: SideTone) -> QRectF:
    """The card itself and its head, with the number and the name; pale where the aircraft is out."""
    if a.out:
        painter.setOpacity(0.5)
    painter.setPen(QPen(QColor(look.line), 1))
    painter.setBrush(QColor(look.inset))
    painter.drawRoundedRect(box, 5, 5)
    clip = QPainterPath()
    clip.addRoundedRect(box, 5, 5)
    head = QRectF(box.left(), box.top(), box.width(), high)
    painter.save()
    painter.setClipPath(clip)
    painter.fillRect(head, tone.skin)
    painter.restore()
    badge = QRectF(head.left() + 5, head.top() + 3, max(head.height() * 1.1, 20 * scale), head.height() - 6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone.edge)
    painter.drawRoundedRect(badge, 4, 4)
    fitted(painter, badge, MIDDLE, str(a.number + 1), 13 * scale, tone.skin, True)
    label = QRectF(badge.right() + 6, head.top(), head.right() - badge.right() - 10, head.height())
    fitted(painter, label, LEFT | BASE, name, 13.5 * scale, tone.edge, True)
    return head


def _type(a: SeenAircraft, teller: HexTeller) -> str:
    """Its name without its number, which the badge shows."""
    return teller.name(a.number).rpartition(" (")[0]


def _figures(a: SeenAircraft, view: HexTableView, words: Words, *, short: bool = False) -> str:
    """Level, fuel, the price of a turn, the guns; in short no more than what changes, where something does."""
    parts = []
    if view.terms.altimeter:
        parts.append(f"{words('desk_hexes.dash.level')} {a.level}")
    if view.terms.fuel:
        parts.append(f"{words('desk_hexes.dash.fuel')} {a.fuel}")
    if short and parts:
        return " · ".join(parts)
    parts.append(f"{words('desk_hexes.dash.turn')} {rotation_price(a)}")
    parts.append(f"{words('desk_hexes.dash.guns')} {'/'.join(str(gun.dice) for gun in a.dash.guns)}")
    return " · ".join(parts)


def _notes(
    painter: QPainter, room: QRectF, flags: int, a: SeenAircraft, view: HexTableView, teller: HexTeller, look: Look, size: float
) -> None:
    """Write its troubles, in red unless it is a mere marker of this turn."""
    notes = notes_of(a, view, teller)
    bad = bool(a.criticals or a.unseen or a.overheat)
    if notes:
        fitted(painter, room, flags, ", ".join(notes), size, look.red if bad else look.quiet, bad)


def _ringed(painter: QPainter, box: QRectF, look: Look) -> None:
    painter.setPen(QPen(QColor(look.brass), 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, 5, 5)


def _pips(
    painter: QPainter, box: QRectF, name: str, left: int, whole: int, tone: QColor, look: Look, scale: float, *, square: bool = False
) -> None:
    """Draw a row of pips, after a name if any: filled for those left."""
    wide = -4.0
    if name:
        wide = min(box.width() * 0.5, 58 * scale)
        fitted(painter, QRectF(box.left(), box.top(), wide, box.height()), LEFT | BASE, name, 11.5 * scale, look.quiet)
    room = box.width() - wide - 4
    step = min(11.0 * scale, room / max(1, whole))
    r = step * 0.38
    for i in range(whole):
        at = QPointF(box.left() + wide + 4 + step * (i + 0.5), box.center().y())
        painter.setPen(QPen(mix(tone.name(), look.ink, 0.2), 1))
        painter.setBrush(tone if i < left else Qt.BrushStyle.NoBrush)
        if square:
            painter.drawRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r))
        else:
            painter.drawEllipse(at, r, r)
