"""The placement of the sheet of hexes on the screen: fitted, zoomed, moved."""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF

from bob.core.hexes import Hex, centre, containing
from bob.desk.boards.shared.camera import BoardCamera

CORNER = 1 / math.sqrt(3)
"""From the middle of a hex to its corner, where it is 1 across."""
NEAREST = 220.0
"""The most pixels that a hex is across."""
_CORNERS = [QPointF(CORNER * math.cos(i * math.pi / 3), CORNER * math.sin(i * math.pi / 3)) for i in range(6)]


def bounds(columns: int, rows: int) -> QRectF:
    """The room of a sheet, in hexes."""
    right = (columns - 1) * math.sqrt(3) / 2 + CORNER
    return QRectF(-CORNER, -0.5, right + CORNER, rows + (0.5 if columns > 1 else 0.0))


def middle(at: Hex) -> QPointF:
    """The middle of a hex, in hexes."""
    return QPointF(*centre(at, 1.0))


def outline(at: Hex, share: float = 1.0) -> QPolygonF:
    """A hex, or so much of it about its middle, in hexes."""
    return _shape(share).translated(middle(at))


@cache
def _shape(share: float) -> QPolygonF:
    return QPolygonF([c * share for c in _CORNERS])


def ahead(facing: float) -> QPointF:
    """One hex that way: a facing, or a part between two."""
    turn = math.radians(facing * 60)
    return QPointF(math.sin(turn), -math.cos(turn))


class MatCamera(BoardCamera):
    """The placement of the sheet in a room given in pixels; the unit is a hex across, the origin the middle of hex 0000."""

    def __init__(self) -> None:
        super().__init__(NEAREST)

    def see(self, at: Hex) -> bool:
        """Bring a hex into the room; whether anything moved."""
        return self.see_point(self.to_screen(at), self.scale)

    def to_screen(self, at: Hex) -> QPointF:
        return middle(at) * self.scale + self.at

    def to_hex(self, point: QPointF) -> Hex:
        """The hex under a pixel, on the sheet or not."""
        p = (point - self.at) / self.scale
        return containing(p.x(), p.y(), 1.0)

    def facing_at(self, point: QPointF, at: Hex) -> int | None:
        """Return the side of a hex nearest to a point in it; None near its middle."""
        d = point - self.to_screen(at)
        if math.hypot(d.x(), d.y()) < self.scale * 0.2:
            return None
        return round(math.degrees(math.atan2(d.x(), -d.y())) / 60) % 6
