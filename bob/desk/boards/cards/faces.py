"""Action cards, drawn: title, effect, manoeuvre value, the cards that they answer; and their backs."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED, mix, ring
from bob.desk.boards.cards.pens import Pens
from bob.tactical.cards.data import ActionCard

RATIO = 0.70
"""Width to height of a card."""


def describe(card: ActionCard, pens: Pens) -> str:
    """The whole card in words: a tooltip."""
    words = pens.words
    lines = [pens.teller.card(card.code), pens.effect(card)]
    if card.shoots:
        lines += [words("desk_cards.face.bursts", bursts=card.bursts), f"({words('desk_cards.explain.card_bursts')})"]
    return "\n".join(line for line in (*lines, *pens.uses(card)) if line)


def draw_back(painter: QPainter, box: QRectF, pens: Pens) -> None:
    """The back of a card."""
    look = pens.look
    radius = box.width() * 0.09
    painter.setPen(QPen(QColor(look.line if not look.dark else look.quiet), 1))
    painter.setBrush(QColor(look.chart.paper))
    painter.drawRoundedRect(box, radius, radius)
    inner = box.adjusted(*(box.width() * 0.09 * k for k in (1, 1, -1, -1)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mix(look.chart.slate, look.chart.paper, 0.0 if not look.dark else 0.35))
    painter.drawRoundedRect(inner, radius * 0.6, radius * 0.6)
    painter.setPen(QPen(mix(look.chart.slate, look.chart.paper, 0.55), max(1.0, box.width() * 0.02)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    centre = inner.center()
    for share in (0.34, 0.2, 0.07):
        painter.drawEllipse(centre, inner.width() * share, inner.width() * share)


def draw_card(
    painter: QPainter, box: QRectF, card: ActionCard, pens: Pens, *, legal: bool = True, chosen: bool = False, lying: bool = False
) -> None:
    """The face of a card; one without use now is pale, the chosen one has a ring; one `lying` on the table has none."""
    look, words = pens.look, pens.words
    w, h = box.width(), box.height()
    radius = w * 0.06
    painter.save()
    ink = QColor(look.ink) if legal else mix(look.ink, look.panel, 0.42)
    quiet = QColor(look.quiet) if legal else mix(look.quiet, look.panel, 0.35)
    painter.setPen(QPen(QColor(look.line if not look.dark else look.quiet), 1))
    painter.setBrush(QColor(look.inset if legal else look.panel))
    painter.drawRoundedRect(box, radius, radius)
    _stripe(painter, box, card, pens, legal)
    x = box.left() + w * 0.115
    wide = w * 0.85
    title = pens.teller.answered(card.title)
    pens.text(painter, QRectF(x, box.top() + h * 0.03, wide, h * 0.16), LEFT | BASE | WRAPPED, title, w * 0.115, ink, True)
    picture = QRectF(x, box.top() + h * 0.2, wide, h * 0.26)
    _vignette(painter, picture, card.title, mix(look.chart.slate, look.panel, 0.1 if legal else 0.5), w * 0.022)
    if card.subtitle:
        under = QRectF(x, box.top() + h * 0.17, wide, h * 0.07)
        pens.text(painter, under, LEFT | BASE, words(f"desk_cards.subtitle.{card.subtitle}"), w * 0.085, quiet)
    line = box.top() + h * 0.475
    painter.setPen(QPen(mix(look.line, look.ink, 0.1), 1))
    painter.drawLine(QPointF(x, line), QPointF(x + wide, line))
    pens.text(
        painter,
        QRectF(x, line + 2, wide * (0.71 if card.manoeuvre else 1.0), h * 0.16),
        LEFT | BASE | WRAPPED,
        pens.effect(card),
        w * 0.098,
        ink,
        True,
    )
    if card.shoots:
        _bursts(painter, QRectF(x, line + h * 0.192, wide * 0.6, h * 0.052), card.bursts, QColor(look.red) if legal else quiet)
    if card.manoeuvre:
        _badge(painter, QRectF(box.right() - w * 0.25, line + h * 0.075, w * 0.2, w * 0.2), str(card.manoeuvre), pens, legal)
    foot_text = pens.foot(card)
    if foot_text:
        foot, text = QRectF(x, box.top() + h * 0.725, wide, h * 0.265), foot_text
        tone = look.chart.slate if legal else quiet
        pens.text(painter, foot, LEFT | TOP | WRAPPED, text, w * 0.092, tone)
    if symbol := pens.symbol(card):
        _symbol(painter, QRectF(box.right() - w * 0.34, box.top() + h * 0.2, w * 0.28, h * 0.11), symbol, pens)
    if chosen:
        ring(painter, box.adjusted(-1, -1, 1, 1), look.brass, 4, radius + 1)
    elif legal and not lying:
        ring(painter, box, look.brass, 1.5, radius)
    painter.restore()


def _symbol(painter: QPainter, box: QRectF, text: str, pens: Pens) -> None:
    """The symbol of a card."""
    look = pens.look
    painter.setPen(QPen(QColor(look.red), 1))
    painter.setBrush(QColor(look.inset))
    painter.drawRoundedRect(box, 3, 3)
    pens.text(painter, box, MIDDLE, text, box.height() * 0.72, look.red, True)


def _stripe(painter: QPainter, box: QRectF, card: ActionCard, pens: Pens, legal: bool) -> None:
    """The bar at the left: an attack's, a reaction's, or both; in one ink the reaction's is stippled."""
    look = pens.look
    tones = {"attack": [look.red], "reaction": [look.chart.slate], "both": [look.red, look.chart.slate]}[card.type]
    path = QPainterPath()
    path.addRoundedRect(box, box.width() * 0.06, box.width() * 0.06)
    painter.save()
    painter.setClipPath(path)
    height = box.height() / len(tones)
    for i, tone in enumerate(tones):
        fill = mix(tone, look.panel, 0.0 if legal else 0.55)
        bar = QRectF(box.left(), box.top() + i * height, box.width() * 0.065, height)
        hatched = look.plain and tone == look.chart.slate and card.type != "attack" and i == len(tones) - 1
        painter.fillRect(bar, QBrush(fill, Qt.BrushStyle.Dense5Pattern) if hatched else QBrush(fill))
    painter.restore()


def _bursts(painter: QPainter, box: QRectF, bursts: int, tone: QColor) -> None:
    """Bursts as cartridges."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    width, gap = box.height() * 1.5, box.height() * 0.5
    for i in range(bursts):
        left = box.left() + i * (width + gap)
        path = QPainterPath(QPointF(left, box.top()))
        path.lineTo(left + width * 0.62, box.top())
        path.quadTo(left + width, box.center().y(), left + width * 0.62, box.bottom())
        path.lineTo(left, box.bottom())
        path.closeSubpath()
        painter.drawPath(path)


def _badge(painter: QPainter, box: QRectF, text: str, pens: Pens, legal: bool) -> None:
    """The manoeuvre value, in a lozenge."""
    look = pens.look
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.chart.slate) if legal else mix(look.chart.slate, look.panel, 0.5))
    centre, r = box.center(), box.width() * 0.6
    path = QPainterPath(QPointF(centre.x(), centre.y() - r))
    for dx, dy in ((r, 0), (0, r), (-r, 0)):
        path.lineTo(centre.x() + dx, centre.y() + dy)
    path.closeSubpath()
    painter.drawPath(path)
    pens.text(painter, box, MIDDLE, text, box.width() * 0.75, look.chart.paper, True)


def _vignette(painter: QPainter, box: QRectF, title: str, tone: QColor, pen: float) -> None:
    """The manoeuvre as a pilot's hand would show it."""
    painter.setPen(QPen(tone, max(1.4, pen), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    side = box.height() * 0.82
    cx, cy = box.center().x(), box.center().y() + box.height() * 0.04

    def at(x: float, y: float) -> QPointF:
        return QPointF(cx + x * side, cy + y * side)

    path = QPainterPath()
    end: tuple[QPointF, float] | None = None
    if title == "ims":
        for r in (0.45, 0.22):
            path.addEllipse(at(0, 0), r * side, r * side)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            path.moveTo(at(0.1 * dx, 0.1 * dy))
            path.lineTo(at(0.55 * dx, 0.55 * dy))
    elif title == "oots":
        path.addEllipse(at(0, 0), side * 0.2, side * 0.2)
        for i in range(10):
            a = i * math.tau / 10
            path.moveTo(at(0.3 * math.cos(a), 0.3 * math.sin(a)))
            path.lineTo(at(0.5 * math.cos(a), 0.5 * math.sin(a)))
    elif title == "redline":
        path.arcMoveTo(QRectF(at(-0.5, -0.45), at(0.5, 0.55)), 210)
        path.arcTo(QRectF(at(-0.5, -0.45), at(0.5, 0.55)), 210, -240)
        path.moveTo(at(0, 0.08))
        path.lineTo(at(0.34, -0.2))
    elif title == "ace_pilot":
        for i in range(5):
            a = -math.pi / 2 + i * math.tau * 2 / 5
            (path.lineTo if i else path.moveTo)(at(0.5 * math.cos(a), 0.5 * math.sin(a)))
        path.closeSubpath()
    elif title == "scissors":
        for sign in (1, -1):
            path.moveTo(at(-0.8, 0.35 * sign))
            path.cubicTo(at(-0.3, 0.35 * sign), at(-0.3, -0.35 * sign), at(0, -0.35 * sign))
            path.cubicTo(at(0.3, -0.35 * sign), at(0.3, 0.3 * sign), at(0.75, 0.3 * sign))
        end = at(0.75, 0.3), 0
    elif title == "barrel_roll":
        path.moveTo(at(-0.9, 0.25))
        path.cubicTo(at(-0.1, 0.25), at(0.5, 0.2), at(0.35, -0.25))
        path.cubicTo(at(0.2, -0.62), at(-0.4, -0.45), at(-0.25, -0.05))
        path.cubicTo(at(-0.1, 0.3), at(0.5, 0.25), at(0.85, 0.25))
        end = at(0.85, 0.25), 0
    elif title == "tight_turn":
        path.moveTo(at(-0.6, 0.42))
        path.lineTo(at(0.1, 0.42))
        path.cubicTo(at(0.7, 0.42), at(0.7, -0.4), at(0.1, -0.4))
        path.lineTo(at(-0.55, -0.4))
        end = at(-0.55, -0.4), 180
    elif title == "vertical_roll":
        path.moveTo(at(-0.6, 0.45))
        path.cubicTo(at(0.1, 0.45), at(0.15, 0.3), at(0.15, -0.45))
        path.addEllipse(at(0.15, -0.02), side * 0.22, side * 0.08)
        end = at(0.15, -0.45), 270
    elif title == "maneuvering":
        path.moveTo(at(-0.85, 0.42))
        path.cubicTo(at(-0.3, 0.42), at(0.25, 0.3), at(0.3, -0.12))
        for wing in (-0.16, 0.16):
            path.moveTo(at(0.3, -0.5))
            path.lineTo(at(0.3 + wing, -0.3))
        end = at(0.3, -0.12), 274
    elif title == "half_loop":
        path.moveTo(at(-0.75, 0.45))
        path.lineTo(at(0.15, 0.45))
        path.cubicTo(at(0.75, 0.45), at(0.75, -0.45), at(0.1, -0.45))
        path.lineTo(at(-0.1, -0.45))
        path.addEllipse(at(-0.3, -0.45), side * 0.07, side * 0.13)
        path.moveTo(at(-0.45, -0.45))
        path.lineTo(at(-0.75, -0.45))
        end = at(-0.75, -0.45), 180
    elif title == "full_throttle":
        for level, start, stop in ((-0.22, -0.35, 0.2), (0.22, -0.35, 0.2), (0.0, -0.9, 0.75)):
            path.moveTo(at(start, level))
            path.lineTo(at(stop, level))
        end = at(0.75, 0.0), 0
    elif title == "yo_yo":
        path.moveTo(at(-0.85, 0.4))
        path.cubicTo(at(-0.35, -0.75), at(0.1, -0.65), at(0.75, 0.35))
        end = at(0.75, 0.35), 55
    else:
        path.moveTo(at(-0.8, 0.1))
        for x, y in ((-0.45, -0.35), (-0.1, 0.35), (0.25, -0.35), (0.6, 0.3)):
            path.lineTo(at(x, y))
        end = at(0.6, 0.3), 60
    painter.drawPath(path)
    if end is not None:
        tip, degrees = end
        a = math.radians(degrees)
        size = side * 0.17
        head = QPainterPath(tip)
        for turn in (2.6, -2.6):
            head.moveTo(tip)
            head.lineTo(tip.x() + size * math.cos(a + turn), tip.y() + size * math.sin(a + turn))
        painter.drawPath(head)
