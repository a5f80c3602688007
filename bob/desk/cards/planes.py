"""Aircraft cards, drawn: the plan form, ratings, airframe and hits, the Damaged side, the hand as backs of cards."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from bob.desk.cards.faces import RATIO, draw_back
from bob.desk.cards.pens import Pens
from bob.desk.looks.emblem import emblem
from bob.desk.looks.lettering import BASE, LEFT, MIDDLE, letters, mix, ring
from bob.desk.looks.plan_form import draw_plan
from bob.dogfight.cards.data import Ratings

LOW = 108
"""Below this height, before the text size chosen, a card has its ratings in two lines."""
LEAST = 11
"""So high a line of notes is at least, before the text size chosen, on a low card."""


@dataclass(frozen=True, slots=True)
class Plane:
    """What an aircraft card shows."""

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


def ratings_told(ratings: Ratings, bomber: bool, pens: Pens) -> list[tuple[str, str]]:
    """The ratings of a card with their short names."""
    r, words = ratings, pens.words
    found: list[tuple[str, str]] = [("speed", str(r.speed))]
    if bomber:
        found += [("dt", str(r.dt)), ("st", str(r.st))]
        if r.bombs:
            found.append(("bombs", str(r.bombs)))
    else:
        found += [("performance", str(r.performance)), ("horsepower", f"{r.pre}/{r.post}"), ("bursts", str(r.bursts))]
        found.append(("firepower", f"{r.firepower:+d}" if r.firepower else "0"))
        if r.gunner:
            found.append(("gunner", str(r.gunner)))
    return [(words(f"desk_cards.rating.{name}"), text) for name, text in found]


def traits_told(ratings: Ratings, pens: Pens) -> str:
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
    head = QRectF(box.left(), box.top(), w, min(28.0 * pens.settings.scale, max(19.0, h * 0.17)))
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
    label = QRectF(head.left() + r * 3.6, head.top(), w - r * 3.6 - reserved, head.height())
    pens.text(painter, label, LEFT | BASE, plane.name, size, paper, True)
    if plane.hand >= 0:
        _backs(painter, QRectF(head.right() - reserved, head.top() + 2, reserved - 4, head.height() - 4), plane.hand, pens, paper)
    room = min(h * 0.16, 26.0 * pens.settings.scale)
    foot = QRectF(box.left() + w * 0.05, box.bottom() - room - 2, w * 0.9, room * 0.8)
    _airframe(painter, foot, plane, pens)
    cells = ratings_told(plane.ratings, plane.bomber, pens)
    low = h < LOW * pens.settings.scale
    tall = h * 0.36 if low else min(h * 0.24, 44.0 * pens.settings.scale)
    table = QRectF(box.left() + w * 0.03, foot.top() - tall - 2, w * 0.94, tall)
    (_lines if low else _cells)(painter, table, cells, pens)
    aside = 0.26 if low else 0.44
    picture = QRectF(box.left() + w * 0.04, head.bottom() + 3, w * aside, table.top() - head.bottom() - 6)
    body = mix(look.chart.slate if plane.side != "axis" else look.quiet, look.inset, 0.15)
    draw_plan(painter, picture, plane.code, body, left)
    notes = [*plane.notes, pens.words("desk_cards.damaged") if plane.damaged else "", traits_told(plane.ratings, pens), plane.marks]
    notes = [note for note in notes if note]
    beside = QRectF(picture.right() + w * 0.02, head.bottom() + 3, box.right() - picture.right() - w * 0.05, picture.height())
    most = max(1, int(beside.height() / (LEAST * pens.settings.scale))) if low else len(notes)
    if len(notes) > most:  # the last line takes what has no line of its own
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
    """A hand from behind: up to three backs and the number of cards."""
    width = box.height() * RATIO
    for i in range(min(3, count)):
        draw_back(painter, QRectF(box.left() + i * width * 0.35, box.top(), width, box.height()), pens)
    figure = QRectF(box.left() + width * 1.8, box.top(), box.width() - width * 1.8, box.height())
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


def _lines(painter: QPainter, box: QRectF, cells: list[tuple[str, str]], pens: Pens) -> None:
    """The ratings in two lines, each beside its name: on a low card they are larger so than under their names."""
    across, high = -(-len(cells) // 2), box.height() / 2
    names, figures = QFontMetricsF(letters(10)), QFontMetricsF(letters(12, True))
    asks = [(names.horizontalAdvance(name) + 1, figures.horizontalAdvance(text) + 4) for name, text in cells]
    columns = [max(sum(ask) for ask in asks[i::across]) for i in range(across)]
    unit, x = box.width() / sum(columns), box.left()
    for i, column in enumerate(columns):
        for row, ((name, text), (_, asked)) in enumerate(zip(cells[i::across], asks[i::across], strict=True)):
            before = QRectF(x, box.top() + row * high, unit * (column - asked), high)
            pens.text(painter, before, LEFT | BASE, name, high * 0.72, pens.look.quiet)
            after = QRectF(before.right(), before.top(), unit * asked - 1, high)
            pens.text(painter, after, LEFT | BASE, text, high * 0.85, pens.look.ink, True)
        x += unit * column


def _cells(painter: QPainter, box: QRectF, cells: list[tuple[str, str]], pens: Pens) -> None:
    """The ratings in a row, each under its name."""
    look = pens.look
    width = box.width() / len(cells)
    for i, (name, text) in enumerate(cells):
        cell = QRectF(box.left() + i * width, box.top(), width, box.height())
        over = QRectF(cell.left(), cell.top(), width, box.height() * 0.42)
        under = QRectF(cell.left(), over.bottom() - 1, width, box.height() * 0.6)
        pens.text(painter, over.adjusted(1, 0, -1, 0), MIDDLE, name, box.height() * 0.36, look.quiet)
        pens.text(painter, under, MIDDLE, text, box.height() * 0.52, look.ink, True)
