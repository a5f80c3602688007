"""The placement of a table on the screen: fitted, zoomed, moved. Lengths of the table are in units of its own."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

import bob.desk  # noqa: F401


class BoardCamera:
    """The placement of a table in a room given in pixels. `nearest` is the most pixels to a unit."""

    def __init__(self, nearest: float) -> None:
        self.nearest = nearest
        self.area = QRectF(0, 0, 1, 1)
        self.room = QRectF(0, 0, 1, 1)
        self.scale = 1.0
        """Pixels that a unit takes."""
        self.at = QPointF(0, 0)
        """The pixel of the table's origin."""
        self.fitted = True

    def show(self, area: QRectF, room: QRectF) -> None:
        """Take a table and a room; one that was fitted stays fitted."""
        changed = area != self.area
        self.area, self.room = area, room
        if self.fitted or changed:
            self.fit()
        else:
            self._keep()

    @property
    def whole(self) -> float:
        """The scale at which the whole table is seen."""
        return max(4.0, min(self.room.width() / self.area.width(), self.room.height() / self.area.height()))

    def fit(self) -> None:
        """Show the whole table."""
        self.scale = self.whole
        self.at = self.room.center() - self.area.center() * self.scale
        self.fitted = True

    def zoom(self, factor: float, about: QPointF) -> None:
        """Zoom, keeping the point under the pointer."""
        scale = max(self.whole, min(self.nearest, self.scale * factor))
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

    def see_point(self, where: QPointF, edge: float) -> bool:
        """Bring a pixel into the room, so far from its edge; whether anything moved."""
        if self.fitted or self.room.adjusted(edge, edge, -edge, -edge).contains(where):
            return False
        self.pan(self.room.center() - where)
        return True

    def _keep(self) -> None:
        """Let no more than half the room be bare."""
        box = QRectF(self.area.topLeft() * self.scale + self.at, self.area.size() * self.scale)
        dx = max(0.0, self.room.center().x() - box.right()) - max(0.0, box.left() - self.room.center().x())
        dy = max(0.0, self.room.center().y() - box.bottom()) - max(0.0, box.top() - self.room.center().y())
        self.at = self.at + QPointF(dx, dy)

    def transform(self) -> QTransform:
        """From the table to pixels."""
        return QTransform(self.scale, 0, 0, self.scale, self.at.x(), self.at.y())
