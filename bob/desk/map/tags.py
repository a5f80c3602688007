"""Places for short texts beside a place of the table: clear of the blocks and of each other, as far as possible."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

import bob.desk  # noqa: F401

TRIED = 4
"""Places that are tried above, and as many below, on either side."""


def beside(at: QPointF, off: float, wide: float, high: float, taken: Sequence[QRectF]) -> QRectF:
    """Return the box of a tag beside a place, at that distance: above on the right if that is free, else where it covers the least."""
    ups = [y for i in range(TRIED) for y in (-off - high - i * high, off + i * high)]
    best, least = QRectF(), math.inf
    for place in (QRectF(at.x() + x, at.y() + y, wide, high) for y in ups for x in (off, -off - wide)):
        hidden = sum(_shared(place, other) for other in taken)
        if hidden < least:
            best, least = place, hidden
        if not hidden:
            break
    return best


def _shared(box: QRectF, other: QRectF) -> float:
    """Return the area of the overlap of two boxes, in pixels."""
    both = box.intersected(other)
    return both.width() * both.height()
