"""The mark of a side."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

import bob.desk  # noqa: F401


def emblem(painter: QPainter, centre: QPointF, r: float, side: str, on: QColor, under: QColor) -> None:
    """The mark of a side: a roundel, a cross, or a plain disc."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(on)
    if side == "axis":
        for wide, high in ((0.7, 2.0), (2.0, 0.7)):
            painter.drawRect(QRectF(centre.x() - wide * r / 2, centre.y() - high * r / 2, wide * r, high * r))
        return
    painter.drawEllipse(centre, r, r)
    painter.setBrush(under)
    painter.drawEllipse(centre, r * 0.62, r * 0.62)
    if side == "allied":
        painter.setBrush(on)
        painter.drawEllipse(centre, r * 0.3, r * 0.3)
