"""Aircraft cards, drawn: the plan form, ratings, airframe and hits, the Damaged side, the hand as backs of cards."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from bob.desk.base.theme.emblem import emblem
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, letters, mix, ring
from bob.desk.base.theme.plan_form import draw_plan
from bob.desk.boards.cards.faces import RATIO, draw_back
from bob.desk.boards.cards.pens import Pens
from bob.tactical.cards.data import Ratings
from bob.words import Words

LOW = 108
"""Below this height, before the text size chosen, a card has its ratings in two lines."""
LEAST = 11
"""The least height of a line of notes on a low card, before the chosen text size."""
ROOM = 0.7
"""The share of that height below which a card has no further facts."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The contents of an aircraft card."""

    code: str
    name: str
    side: str
    ratings: Ratings
    damaged: bool = False
    hits: int = 0
    bomber: bool = False
    notes: tuple[str, ...] = ()
    marks: str = ""
    hand: int = -1
    out: bool = False
    faded: bool = False
    figures: tuple[tuple[str, str], ...] | None = None
    """The figures of a card of the classic edition by their codes; None for the ratings of the card dogfight."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A figure of an aircraft card: its code, short name and text."""

    code: str
    name: str
    text: str
    classic: bool = False

    def explained(self, pens: Pens) -> str:
        """Explain the figure by the rules of its edition, with its value."""
        if self.classic:
            return pens.words(f"desk_flight.explain.{self.code}", value=self.text)
        pre, _, post = self.text.partition("/")
        return pens.words(f"desk_cards.explain.{self.code}", value=self.text, pre=pre, post=post)


def cells_of(plane: Plane, pens: Pens) -> list[Rating]:
    """The figures of an aircraft card, of its own edition."""
    if plane.figures is None:
        return ratings_of(plane.ratings, plane.bomber, pens)
    return [Rating(code, pens.words(f"desk_flight.rating.{code}"), text, classic=True) for code, text in plane.figures]


def ratings_of(ratings: Ratings, bomber: bool, pens: Pens) -> list[Rating]:
    """The figures of a card in their order."""
    r, words = ratings, pens.words
    found: list[tuple[str, str]] = [("speed", str(r.speed))]
    if bomber:
        found += [("dt", str(r.dt)), ("st", str(r.st))]
        if r.bombs:
            found.append(("bombs", str(r.bombs)))
    else:
        found += [("performance", str(r.performance)), ("horsepower", f"{r.pre}/{r.post}"), ("bursts", str(max(0, r.bursts)))]
        found.append(("firepower", f"{r.firepower:+d}" if r.firepower else "0"))
        if r.gunner:
            found.append(("gunner", str(r.gunner)))
    return [Rating(name, words(f"desk_cards.rating.{name}"), text) for name, text in found]


def ratings_text(ratings: Ratings, bomber: bool, pens: Pens) -> list[tuple[str, str]]:
    """The ratings of a card with their short names."""
    return [(rating.name, rating.text) for rating in ratings_of(ratings, bomber, pens)]


def explained_at(at: QPointF, box: QRectF, plane: Plane, pens: Pens) -> str:
    """Explain the term of an aircraft card at a point; empty without one. `box` is the drawn card."""
    cells = cells_of(plane, pens)
    for rating, cell in zip(cells, _cell_boxes(box, cells, pens), strict=True):
        if cell.contains(at):
            return rating.explained(pens)
    words, foot = pens.words, _foot(box, pens)
    if foot.contains(at):
        text = words("desk_cards.airframe", hits=plane.hits, airframe=plane.ratings.airframe)
        key = "desk_cards.explain.airframe" if plane.figures is None else "desk_flight.explain.airframe"
        return f"{text}\n{words(key, value=plane.ratings.airframe)}"
    head = _head(box, pens)
    if plane.hand >= 0 and head.contains(at) and at.x() > box.right() - box.width() * 0.25:
        return words("desk_cards.explain.hand", value=plane.hand)
    return ""


def traits_explained(ratings: Ratings, pens: Pens) -> list[str]:
    """Explain the traits of an aircraft, a line each."""
    return [pens.words(f"desk_cards.explain.{name}") for name in ("agile", "barrage", "turbocharger") if getattr(ratings, name)]


def _head(box: QRectF, pens: Pens) -> QRectF:
    return QRectF(box.left(), box.top(), box.width(), min(28.0 * pens.settings.scale, max(19.0, box.height() * 0.17)))


def _foot(box: QRectF, pens: Pens) -> QRectF:
    room = min(box.height() * 0.16, 26.0 * pens.settings.scale)
    return QRectF(box.left() + box.width() * 0.05, box.bottom() - room - 2, box.width() * 0.9, room * 0.8)


def _is_low(box: QRectF, pens: Pens) -> bool:
    return box.height() < LOW * pens.settings.scale


def _figures(box: QRectF, pens: Pens) -> QRectF:
    """Return the area of the ratings on a card."""
    tall = box.height() * 0.36 if _is_low(box, pens) else min(box.height() * 0.24, 44.0 * pens.settings.scale)
    return QRectF(box.left() + box.width() * 0.03, _foot(box, pens).top() - tall - 2, box.width() * 0.94, tall)


def _cell_boxes(box: QRectF, cells: list[Rating], pens: Pens) -> list[QRectF]:
    """Return the box of each rating: in a row, or on a low card in two lines, as wide as the texts need."""
    table = _figures(box, pens)
    if not _is_low(box, pens):
        width = table.width() / len(cells)
        return [QRectF(table.left() + i * width, table.top(), width, table.height()) for i in range(len(cells))]
    across, high = -(-len(cells) // 2), table.height() / 2
    asks = [sum(_asks(rating)) for rating in cells]
    columns = [max(asks[i::across]) for i in range(across)]
    unit, found = table.width() / sum(columns), []
    for i in range(len(cells)):
        row, column = divmod(i, across)
        x = table.left() + unit * sum(columns[:column])
        found.append(QRectF(x, table.top() + row * high, unit * columns[column], high))
    return found


def _asks(rating: Rating) -> tuple[float, float]:
    """The room that a name and its figure ask beside each other."""
    names, figures = QFontMetricsF(letters(10)), QFontMetricsF(letters(12, True))
    return names.horizontalAdvance(rating.name) + 1, figures.horizontalAdvance(rating.text) + 4


def traits_text(ratings: Ratings, pens: Pens) -> str:
    """Agile and the like."""
    names = [name for name in ("agile", "barrage", "turbocharger") if getattr(ratings, name)]
    return " · ".join(pens.words(f"desk_cards.trait.{name}") for name in names)


def draw_plane(
    painter: QPainter,
    box: QRectF,
    plane: Plane,
    pens: Pens,
    parties: tuple[str, ...] = (),
    *,
    left: bool = False,
    legal: bool = False,
    chosen: bool = False,
    active: bool = False,
) -> None:
    """An aircraft card."""
    look = pens.look
    w, h = box.width(), box.height()
    painter.save()
    tone = pens.side(plane.side, parties)
    paper = QColor(look.chart.paper)
    fill = mix(look.inset, look.red, 0.13) if plane.damaged and not look.plain else QColor(look.inset)
    painter.setPen(QPen(QColor(look.red if plane.damaged else look.line), 1.5 if plane.damaged or look.plain else 1))
    painter.setBrush(fill)
    painter.drawRoundedRect(box, 6, 6)
    head = _head(box, pens)
    clip = QPainterPath()
    clip.addRoundedRect(box, 6, 6)
    painter.save()
    painter.setClipPath(clip)
    painter.fillRect(head, tone)
    if plane.damaged:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(mix(look.red, look.inset, 0.45), Qt.BrushStyle.BDiagPattern))
        painter.drawRect(QRectF(box.left(), head.bottom(), w * 0.035, h - head.height()))
    painter.restore()
    r = head.height() * 0.32
    emblem(painter, QPointF(head.left() + r * 2, head.center().y()), r, plane.side, paper, tone)
    size = head.height() * 0.68
    reserved = w * 0.25 if plane.hand >= 0 else 4.0
    label = QRectF(head.left() + r * 3.6, head.top(), w - r * 3.6 - reserved - 3, head.height())
    pens.text(painter, label, LEFT | BASE, plane.name, size, paper, True)
    if plane.hand >= 0:
        _backs(painter, QRectF(head.right() - reserved, head.top() + 2, reserved - 4, head.height() - 4), plane.hand, pens, paper)
    _airframe(painter, _foot(box, pens), plane, pens)
    low, table = _is_low(box, pens), _figures(box, pens)
    cells = cells_of(plane, pens)
    for rating, cell in zip(cells, _cell_boxes(box, cells, pens), strict=True):
        (_line if low else _cell)(painter, cell, rating, pens)
    aside = 0.26 if low else 0.44
    picture = QRectF(box.left() + w * 0.04, head.bottom() + 3, w * aside, table.top() - head.bottom() - 6)
    body = mix(look.chart.slate if plane.side != "axis" else look.quiet, look.inset, 0.15)
    draw_plan(painter, picture, plane.code, body, left)
    notes = [*plane.notes, pens.words("desk_cards.damaged") if plane.damaged else "", traits_text(plane.ratings, pens), plane.marks]
    notes = [note for note in notes if note]
    beside = QRectF(picture.right() + w * 0.02, head.bottom() + 3, box.right() - picture.right() - w * 0.05, picture.height())
    if beside.height() < LEAST * pens.settings.scale * ROOM:
        notes = []  # the tip has them
    most = max(1, int(beside.height() / (LEAST * pens.settings.scale))) if low else len(notes)
    if len(notes) > most:  # the last line takes the remaining notes
        notes = [*notes[: most - 1], " · ".join(notes[most - 1 :])]
    high = beside.height() / max(1 if low else 3, len(notes))
    for i, note in enumerate(notes):
        line = QRectF(beside.left(), beside.top() + i * high, beside.width(), high)
        strong = plane.damaged and note == pens.words("desk_cards.damaged")
        pens.text(painter, line, LEFT | BASE, note, min(13.0, h * (0.12 if low else 0.1)), look.red if strong else look.ink, strong)
    if active:
        ring(painter, box.adjusted(-3, -3, 3, 3), look.ink, 2.5, 9)
    if legal or chosen:
        ring(painter, box.adjusted(-1, -1, 1, 1), look.brass, 4 if chosen else 2)
    painter.restore()


def _backs(painter: QPainter, box: QRectF, count: int, pens: Pens, tone: QColor) -> None:
    """A hand from behind: up to three backs, one where there is little room, and the number of cards."""
    width = box.height() * RATIO
    backs = 3 if box.width() > width * 3.4 else 1
    for i in range(min(backs, count)):
        draw_back(painter, QRectF(box.left() + i * width * 0.35, box.top(), width, box.height()), pens)
    before = width * (1.1 + 0.35 * (backs - 1))
    figure = QRectF(box.left() + before, box.top(), box.width() - before, box.height())
    pens.text(painter, figure, LEFT | BASE, f"×{count}", box.height() * 0.85, tone, True)


def _airframe(painter: QPainter, box: QRectF, plane: Plane, pens: Pens) -> None:
    """The airframe as boxes, a hit in each struck one."""
    look = pens.look
    limit = max(plane.ratings.airframe, plane.hits, 1)
    side = min(box.height(), box.width() / (limit * 1.18), 15.0)
    for i in range(limit):
        cell = QRectF(box.left() + i * side * 1.18, box.center().y() - side / 2, side, side)
        hit = i < plane.hits
        painter.setPen(QPen(QColor(look.red if hit else look.quiet), 1.2))
        painter.setBrush(mix(look.red, look.inset, 0.75) if hit and not look.plain else Qt.BrushStyle.NoBrush)
        painter.drawRect(cell)
        if hit:
            painter.drawLine(cell.topLeft(), cell.bottomRight())
            painter.drawLine(cell.topRight(), cell.bottomLeft())


def _line(painter: QPainter, cell: QRectF, rating: Rating, pens: Pens) -> None:
    """A rating beside its name: on a low card they are larger so than under their names."""
    name, figure = _asks(rating)
    asked = cell.width() * figure / (name + figure)
    before = QRectF(cell.left(), cell.top(), cell.width() - asked, cell.height())
    pens.text(painter, before, LEFT | BASE, rating.name, cell.height() * 0.72, pens.look.quiet)
    after = QRectF(before.right(), before.top(), asked - 1, cell.height())
    pens.text(painter, after, LEFT | BASE, rating.text, cell.height() * 0.85, pens.look.ink, True)


def _cell(painter: QPainter, cell: QRectF, rating: Rating, pens: Pens) -> None:
    """A rating under its name."""
    look, high = pens.look, cell.height()
    over = QRectF(cell.left(), cell.top(), cell.width(), high * 0.42)
    under = QRectF(cell.left(), over.bottom() - 1, cell.width(), high * 0.6)
    pens.text(painter, over.adjusted(1, 0, -1, 0), MIDDLE, rating.name, high * 0.36, look.quiet)
    pens.text(painter, under, MIDDLE, rating.text, high * 0.52, look.ink, True)


def bursts_text(words: Words, used: int, printed: int) -> str:
    """Return the Bursts that an aircraft has used, with the source of those beyond its own."""
    return words("desk_cards.bursts_beyond" if used > printed else "desk_cards.bursts_used", used=used)
