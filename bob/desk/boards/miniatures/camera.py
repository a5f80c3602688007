"""The placement of the miniatures' table on the screen, in inches."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF

from bob.desk.boards.shared.camera import BoardCamera
from bob.tactical.miniatures.position import MiniatureTerms
from bob.tactical.miniatures.rules.geometry import PER, Spot

NEAREST = 90.0
"""The most pixels that an inch takes."""
EDGE = 1.35
"""The room kept around the table, in inches."""


def cloth_of(terms: MiniatureTerms) -> QRectF:
    """The table, in inches."""
    return QRectF(0, 0, terms.width, terms.height)


def inched(at: Spot) -> QPointF:
    """A point of the table, in inches."""
    return QPointF(at.x / PER, at.y / PER)


def heading_way(heading: float) -> QPointF:
    """An inch that way."""
    turn = math.radians(heading)
    return QPointF(math.sin(turn), -math.cos(turn))


class ClothCamera(BoardCamera):
    """The placement of the cloth in a room given in pixels; the unit is an inch, the origin the north-western corner."""

    def __init__(self) -> None:
        super().__init__(NEAREST)

    def to_screen(self, at: Spot) -> QPointF:
        return inched(at) * self.scale + self.at

    def to_spot(self, point: QPointF) -> Spot:
        """The point of the table under a pixel, on the table or not."""
        p = (point - self.at) / self.scale
        return Spot(round(p.x() * PER), round(p.y() * PER))

    def see(self, at: Spot) -> bool:
        """Bring a point into the room; whether anything moved."""
        return self.see_point(self.to_screen(at), 3 * self.scale)
