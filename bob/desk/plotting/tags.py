"""Where a few words beside a place of the table are written: off the blocks and off each other, as far as that can be."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

import bob.desk  # noqa: F401

TRIED = 4
"""So many places above, and as many below, are tried on either side."""


def beside(at: QPointF, off: float, wide: float, high: float, taken: Sequence[QRectF]) -> QRectF:
    """The box of a tag beside a place, so far off: above on the right if that is free, else where it hides the least of what is taken."""
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
    """How many pixels of a box lie on another."""
    both = box.intersected(other)
    return both.width() * both.height()
