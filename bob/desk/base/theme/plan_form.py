"""An aircraft's plan form on papers and cards: from above, its nose to the side, as true as the tables of the dogfights draw it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTransform

import bob.desk  # noqa: F401
from bob.desk.base.theme.planforms import plan, shape

_TWIN = ("p_38", "ki_21", "ki_45", "ki_46", "ki_48", "ki_49", "g3m", "g4m", "b_17", "b_25", "b_26", "h6k", "pby")
"""Of types without measures of their own, those with two engines."""


def draw_plan(painter: QPainter, box: QRectF, code: str, tone: QColor, left: bool) -> None:
    """Fill a box with the plan form of a type, the nose to the right, or to the left."""
    bomber = code.startswith(_TWIN)
    measures, found = plan(code, bomber), shape(code, bomber)
    unit = 1.0 / max(measures.span, measures.length)
    scale = min(box.width() / (measures.length * unit), box.height() / (measures.span * unit)) * 0.98
    middle = found.outline.boundingRect().center()
    turn = QTransform().translate(box.center().x(), box.center().y()).rotate(-90 if left else 90).scale(scale, scale)
    turn.translate(-middle.x(), -middle.y())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tone)
    painter.drawPath(turn.map(found.outline))
    for engine in found.engines:
        painter.drawPath(turn.map(engine))
