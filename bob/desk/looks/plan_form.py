"""An aircraft's plan form: from above, its nose to the side, with the wings and engines of its type."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

import bob.desk  # noqa: F401

_TWIN = ("bf_110", "ju_88", "do_17", "do_215", "he_111", "he_59", "br_20", "blenheim", "beaufighter", "whirlwind", "p_38", "ki_", "g4m")
_BIPLANE = ("gladiator", "cr_42", "he_59")


def plan_form(code: str) -> list[QPainterPath]:
    """The parts of an aircraft from above, flying to the right, about one unit long."""
    twin = code.startswith(_TWIN)
    span = 0.72 if twin else 0.6
    body = QPainterPath(QPointF(0.5, 0))
    body.cubicTo(0.5, 0.09, 0.2, 0.085, 0.05, 0.08)
    body.cubicTo(-0.2, 0.07, -0.4, 0.03, -0.5, 0.015)
    body.lineTo(-0.5, -0.015)
    body.cubicTo(-0.4, -0.03, -0.2, -0.07, 0.05, -0.08)
    body.cubicTo(0.2, -0.085, 0.5, -0.09, 0.5, 0)
    parts = [body]
    for sign in (1, -1):
        wing = QPainterPath(QPointF(0.24, 0))
        if code.startswith("spitfire"):
            wing.cubicTo(0.24, 0.35 * sign, 0.2, span * sign, 0.08, span * sign)
            wing.cubicTo(0.0, span * sign, -0.05, 0.3 * sign, -0.06, 0)
        else:
            wing.lineTo(0.16, (span - 0.03) * sign)
            wing.quadTo(0.1, (span + 0.02) * sign, 0.04, (span - 0.03) * sign)
            wing.lineTo(-0.04, 0)
        parts.append(wing)
        tail = QPainterPath(QPointF(-0.36, 0))
        tail.lineTo(-0.42, 0.2 * sign)
        tail.quadTo(-0.47, 0.23 * sign, -0.49, 0.18 * sign)
        tail.lineTo(-0.48, 0)
        parts.append(tail)
        if twin:
            parts.append(_pod(QRectF(0.0, 0.22 * sign - 0.05, 0.36, 0.1)))
        if code.startswith(_BIPLANE):
            parts.append(_pod(QRectF(0.2, min(0, sign * (span - 0.04)), 0.13, span - 0.04)))
    return parts


def _pod(box: QRectF) -> QPainterPath:
    """An engine, or the other wing of a biplane."""
    path = QPainterPath()
    path.addRoundedRect(box, 0.05, 0.05)
    return path


def draw_plan(painter: QPainter, box: QRectF, code: str, tone: QColor, left: bool) -> None:
    """Fill a box with the plan form of a type, the nose to the right, or to the left."""
    scale = min(box.width() / 1.02, box.height() / (1.46 if code.startswith(_TWIN) else 1.22))
    turn = QTransform().translate(box.center().x(), box.center().y()).scale(-scale if left else scale, scale)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    for part in plan_form(code):
        painter.drawPath(turn.map(part))
