"""Aircraft from above, drawn from their true measures: span, length, the shape of the wing, engines, tail."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

USUAL_SPAN = 11.2
"""The span, in metres, that is drawn at the usual size: a Spitfire's."""


@dataclass(frozen=True, slots=True)
class PlanForm:
    """The measures of a type, in metres. `tip` is the chord at the tip as a part of that at the root, `sweep` the set-back of the tip,
    `engines` their places on a half span, as parts of it; `lower` a second wing's span as a part of the first."""

    span: float
    length: float
    chord: float
    tip: float = 0.5
    sweep: float = 0.0
    round: bool = False
    engines: tuple[float, ...] = ()
    fins: bool = False
    lower: float = 0.0
    turret: bool = False
    floats: bool = False
    body: float = 1.1
    tail: float = 3.4


PLANS = {
    "spitfire": PlanForm(11.2, 9.1, 2.55, 0.28, 0.2, round=True, tail=3.2),
    "hurricane": PlanForm(12.2, 9.6, 2.7, 0.52, 0.35, body=1.2, tail=3.4),
    "defiant": PlanForm(12.0, 10.8, 2.6, 0.5, 0.2, turret=True, tail=3.8),
    "gladiator": PlanForm(9.8, 8.4, 1.7, 0.9, lower=1.0, tail=3.3),
    "blenheim": PlanForm(17.2, 12.1, 3.4, 0.42, 0.3, engines=(0.33,), body=1.3, tail=5.0, turret=True),
    "beaufighter": PlanForm(17.6, 12.6, 3.6, 0.45, 0.3, engines=(0.3,), body=1.5, tail=5.4),
    "whirlwind": PlanForm(13.7, 9.8, 2.8, 0.5, 0.2, engines=(0.3,), body=1.0, tail=4.2),
    "anson": PlanForm(17.2, 12.9, 3.5, 0.45, 0.5, engines=(0.28,), body=1.5, tail=5.2, turret=True),
    "bf_109": PlanForm(9.9, 8.8, 2.3, 0.5, 0.25, tail=3.0),
    "bf_110": PlanForm(16.2, 12.1, 3.2, 0.45, 0.35, engines=(0.28,), fins=True, body=1.1, tail=4.6),
    "ju_87": PlanForm(13.8, 11.1, 2.9, 0.55, 0.3, tail=4.8, floats=True, body=1.2),
    "he_111": PlanForm(22.5, 16.4, 5.0, 0.3, 0.9, round=True, engines=(0.24,), body=1.9, tail=7.4),
    "do_17": PlanForm(18.0, 15.8, 4.2, 0.36, 0.6, round=True, engines=(0.26,), fins=True, body=1.3, tail=6.4),
    "ju_88": PlanForm(20.1, 14.4, 4.3, 0.4, 0.4, engines=(0.26,), body=1.6, tail=7.6),
    "fw_200": PlanForm(32.9, 23.5, 5.2, 0.35, 0.9, engines=(0.24, 0.47), body=2.3, tail=10.5),
    "he_59": PlanForm(23.7, 17.4, 3.6, 0.9, engines=(0.2,), lower=0.94, floats=True, body=1.7, tail=6.6),
    "hs_126": PlanForm(14.5, 10.9, 2.4, 0.75, 0.5, tail=4.4),
    "cr_42": PlanForm(9.7, 8.3, 1.8, 0.8, lower=0.68, tail=3.2),
    "g_50": PlanForm(11.0, 8.0, 2.4, 0.55, 0.2, body=1.3, tail=3.4),
    "br_20": PlanForm(21.6, 16.1, 4.3, 0.42, 0.5, engines=(0.24,), fins=True, body=1.6, tail=6.4),
    "battle": PlanForm(16.5, 12.9, 3.3, 0.45, 0.3, tail=5.0),
    "fulmar": PlanForm(14.1, 12.2, 3.0, 0.5, 0.3, tail=4.4),
    "skua": PlanForm(14.1, 10.8, 2.9, 0.55, 0.3, tail=4.4),
    "swordfish": PlanForm(13.9, 10.9, 1.9, 0.9, lower=0.97, tail=4.6),
    "albacore": PlanForm(15.2, 12.1, 1.95, 0.9, lower=1.0, tail=4.8),
    "hampden": PlanForm(21.1, 16.3, 4.2, 0.3, 0.7, engines=(0.26,), fins=True, body=1.1, tail=6.2),
    "whitley": PlanForm(25.6, 21.1, 5.2, 0.5, 0.4, engines=(0.24,), fins=True, body=1.7, tail=8.2),
    "wellington": PlanForm(26.3, 19.7, 5.0, 0.32, 0.7, engines=(0.24,), turret=True, body=2.0, tail=8.4),
    "beaufort": PlanForm(17.6, 13.5, 3.6, 0.45, 0.3, engines=(0.28,), turret=True, body=1.5, tail=5.4),
    "hudson": PlanForm(20.0, 13.5, 4.2, 0.28, 0.8, engines=(0.26,), fins=True, turret=True, body=1.7, tail=6.6),
    "sunderland": PlanForm(34.4, 26.0, 5.4, 0.4, 0.9, engines=(0.2, 0.42), turret=True, body=3.0, tail=10.8),
    "he_115": PlanForm(22.3, 17.3, 4.6, 0.42, 0.6, engines=(0.26,), floats=True, body=1.5, tail=7.0),
    "do_215": PlanForm(18.0, 15.8, 4.2, 0.36, 0.6, round=True, engines=(0.26,), fins=True, body=1.3, tail=6.4),
}
"""The plan forms by the prefix of a type's code."""
_FIGHTER, _BOMBER = PLANS["hurricane"], PLANS["ju_88"]


def plan(code: str, bomber: bool) -> PlanForm:
    """The measures of a type; those of a usual one where ours lacks it."""
    return next((found for name, found in PLANS.items() if code.startswith(name)), _BOMBER if bomber else _FIGHTER)


def size(found: PlanForm) -> float:
    """Return the relative size of a drawn type: by the root of its span, so that a bomber remains within its hex."""
    return math.sqrt(max(found.span, found.length) / USUAL_SPAN)


@dataclass(frozen=True, slots=True)
class Shape:
    """An aircraft of span or length 1, nose up, about the middle: its outline, the parts above it, the places of its marks and engines."""

    outline: QPainterPath
    engines: tuple[QPainterPath, ...]
    canopy: QRectF
    marks: tuple[QPointF, ...]
    mark: float
    props: tuple[tuple[QPointF, float], ...]


@cache
def shape(code: str, bomber: bool) -> Shape:
    """The shape of a type."""
    p = plan(code, bomber)
    unit = 1.0 / max(p.span, p.length)
    half, length, chord, body = p.span * unit / 2, p.length * unit, p.chord * unit, p.body * unit
    nose = -length * 0.42
    wing = nose + length * (0.24 if p.engines else 0.27)
    outline = _body(nose, length, body)
    outline = outline.united(_wing(half, wing, chord, p.tip * chord, p.sweep * unit, p.round))
    if p.lower:
        outline = outline.united(_wing(half * p.lower, wing + chord * 0.35, chord, p.tip * chord, 0.0, False))
    back = nose + length
    outline = outline.united(_wing(p.tail * unit / 2, back - chord * 0.62, chord * 0.5, chord * 0.3, chord * 0.08, True))
    fin = max(0.012, body * 0.16)
    at = (p.tail * unit / 2,) if p.fins else (0.0,)
    for x in at if not p.fins else (-at[0], at[0]):
        outline.addRoundedRect(QRectF(x - fin, back - chord * 0.72, 2 * fin, chord * 0.72), fin, fin)
    if p.floats:
        for sign in (-1, 1):
            outline.addRoundedRect(QRectF(sign * half * 0.26 - body * 0.22, wing - chord * 0.1, body * 0.44, chord * 0.9), 0.02, 0.02)
    outline.setFillRule(outline.fillRule().WindingFill)
    engines: list[QPainterPath] = []
    props = [] if p.engines else [(QPointF(0, nose), body * 1.35)]
    for part in p.engines:
        for sign in (-1, 1):
            x = sign * half * part
            pod = QPainterPath()
            width = body * 0.72
            top = wing - chord * 0.42
            pod.addRoundedRect(QRectF(x - width / 2, top, width, chord * 1.02), width * 0.45, width * 0.45)
            engines.append(pod)
            props.append((QPointF(x, top), body * 0.95))
    cockpit = nose + length * (0.13 if p.engines else 0.36)
    canopy = QRectF(-body * 0.26, cockpit, body * 0.52, length * (0.17 if p.turret else 0.13))
    out = half * (0.66 if p.engines else 0.6)
    marks = (QPointF(-out, wing + chord * 0.42), QPointF(out, wing + chord * 0.42))
    return Shape(outline, tuple(engines), canopy, marks, chord * 0.24, tuple(props))


def _body(nose: float, length: float, width: float) -> QPainterPath:
    back, w = nose + length, width / 2
    path = QPainterPath(QPointF(0, nose))
    path.cubicTo(QPointF(w * 0.9, nose), QPointF(w, nose + length * 0.08), QPointF(w, nose + length * 0.3))
    path.cubicTo(QPointF(w, nose + length * 0.55), QPointF(w * 0.3, back - length * 0.1), QPointF(w * 0.12, back))
    path.lineTo(QPointF(-w * 0.12, back))
    path.cubicTo(QPointF(-w * 0.3, back - length * 0.1), QPointF(-w, nose + length * 0.55), QPointF(-w, nose + length * 0.3))
    path.cubicTo(QPointF(-w, nose + length * 0.08), QPointF(-w * 0.9, nose), QPointF(0, nose))
    return path


def _wing(half: float, top: float, chord: float, tip: float, sweep: float, rounded: bool) -> QPainterPath:
    """A wing or a tailplane, both halves."""
    end_top = top + sweep + (chord - tip) * 0.34
    path = QPainterPath(QPointF(0, top))
    if rounded:
        path.cubicTo(QPointF(half * 0.55, top), QPointF(half, end_top), QPointF(half, end_top + tip * 0.5))
        path.cubicTo(QPointF(half, end_top + tip * 1.1), QPointF(half * 0.55, top + chord), QPointF(0, top + chord))
        path.cubicTo(QPointF(-half * 0.55, top + chord), QPointF(-half, end_top + tip * 1.1), QPointF(-half, end_top + tip * 0.5))
        path.cubicTo(QPointF(-half, end_top), QPointF(-half * 0.55, top), QPointF(0, top))
        return path
    corner = min(tip * 0.4, half * 0.12)
    for sign in (1, -1):
        side = QPainterPath(QPointF(0, top))
        side.lineTo(sign * (half - corner), end_top)
        side.quadTo(QPointF(sign * half, end_top), QPointF(sign * half, end_top + corner))
        side.lineTo(sign * half, end_top + tip - corner)
        side.quadTo(QPointF(sign * half, end_top + tip), QPointF(sign * (half - corner), end_top + tip))
        side.lineTo(0, top + chord)
        side.closeSubpath()
        path = path.united(side)
    return path
