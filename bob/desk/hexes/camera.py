"""How the sheet of hexes lies on the screen: fitted to its room, nearer, moved."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF, QTransform

from bob.hexes import Hex, centre, containing

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
    m = middle(at)
    return QPolygonF([QPointF(m.x() + c.x() * share, m.y() + c.y() * share) for c in _CORNERS])


def ahead(facing: float) -> QPointF:
    """One hex that way: a facing, or a part between two."""
    turn = math.radians(facing * 60)
    return QPointF(math.sin(turn), -math.cos(turn))


class SheetCamera:
    """Where the sheet lies in a room of so many pixels."""

    def __init__(self) -> None:
        self.sheet = QRectF(0, 0, 1, 1)
        self.room = QRectF(0, 0, 1, 1)
        self.scale = 1.0
        """Pixels that a hex is across."""
        self.at = QPointF(0, 0)
        """The pixel of the middle of hex 0000."""
        self.fitted = True

    def show(self, sheet: QRectF, room: QRectF) -> None:
        """Take a sheet and a room; one that was fitted stays fitted."""
        changed = sheet != self.sheet
        self.sheet, self.room = sheet, room
        if self.fitted or changed:
            self.fit()
        else:
            self._keep()

    @property
    def whole(self) -> float:
        """The scale at which the whole sheet is seen."""
        return max(4.0, min(self.room.width() / self.sheet.width(), self.room.height() / self.sheet.height()))

    def fit(self) -> None:
        """Show the whole sheet."""
        self.scale = self.whole
        self.at = self.room.center() - self.sheet.center() * self.scale
        self.fitted = True

    def zoom(self, factor: float, about: QPointF) -> None:
        """Nearer or farther, keeping what is under a point."""
        scale = max(self.whole, min(NEAREST, self.scale * factor))
        self.at = about + (self.at - about) * (scale / self.scale)
        self.scale = scale
        self.fitted = scale <= self.whole * 1.001
        if self.fitted:
            self.fit()
        else:
            self._keep()

    def pan(self, by: QPointF) -> None:
        self.at = self.at + by
        self._keep()

    def see(self, at: Hex) -> bool:
        """Bring a hex into the room; whether anything moved."""
        where, edge = self.to_screen(at), self.scale
        room = self.room.adjusted(edge, edge, -edge, -edge)
        if self.fitted or room.contains(where):
            return False
        self.pan(self.room.center() - where)
        return True

    def _keep(self) -> None:
        """Let no more than half the room be bare."""
        box = QRectF(self.sheet.topLeft() * self.scale + self.at, self.sheet.size() * self.scale)
        dx = max(0.0, self.room.center().x() - box.right()) - max(0.0, box.left() - self.room.center().x())
        dy = max(0.0, self.room.center().y() - box.bottom()) - max(0.0, box.top() - self.room.center().y())
        self.at = self.at + QPointF(dx, dy)

    def transform(self) -> QTransform:
        """From hexes to pixels."""
        return QTransform(self.scale, 0, 0, self.scale, self.at.x(), self.at.y())

    def to_screen(self, at: Hex) -> QPointF:
        return middle(at) * self.scale + self.at

    def to_hex(self, point: QPointF) -> Hex:
        """The hex under a pixel, on the sheet or not."""
        p = (point - self.at) / self.scale
        return containing(p.x(), p.y(), 1.0)

    def facing_at(self, point: QPointF, at: Hex) -> int | None:
        """Towards which side of a hex a point of it lies; None near its middle."""
        d = point - self.to_screen(at)
        if math.hypot(d.x(), d.y()) < self.scale * 0.2:
            return None
        return round(math.degrees(math.atan2(d.x(), -d.y())) / 60) % 6
