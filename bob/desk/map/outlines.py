"""Shapes of the plane as paths of Qt."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

import bob.desk  # noqa: F401
from bob.chart.marks import Ring


def outline(shape_rings: Iterable[Ring], closed: bool) -> QPainterPath:
    """Rings or lines of the plane as one path."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in shape_rings:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring]))
        if closed:
            path.closeSubpath()
    return path
