"""The heat of a forecast on the table: how often in a hundred days a raid is met in a hex, or aircraft are lost there."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF

import bob.desk  # noqa: F401
from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.core.hexes import Hex, from_label
from bob.day.state.world import World
from bob.desk.map.sprites import face
from bob.desk.map.textures import colour

STEPS = 5
"""Number of tones, the strongest for the hex with the highest value."""
LEAST = 0.02
"""The least share of the highest value for a hex to be drawn."""
ROOM = 34.0
"""The least width in pixels of a hex on the screen to write its figure there."""


class HeatOverlay:
    """A heat map on the table below the counters."""

    def __init__(self, world: World, heat: Mapping[str, float]) -> None:
        self.world = world
        most = max(heat.values(), default=0.0)
        self.cells: tuple[tuple[Hex, int, float], ...] = tuple(
            (from_label(label), max(1, round(STEPS * (often / most) ** 0.5)), often)
            for label, often in heat.items()
            if most and often >= LEAST * most
        )
        """Each hex, its tone, and how often it comes in a hundred days."""

    def draw(self, painter: QPainter, camera: Camera, palette: Palette, size: float) -> None:
        """Draw it, the figures too where there is room."""
        letters = face("bold", 10 * size)
        high = QFontMetricsF(letters).height()
        written = self.world.theatre.across * camera.scale >= ROOM * size
        painter.setFont(letters)
        for h, tone, often in self.cells:
            x, y = camera.to_screen(*self.world.theatre.middle(h))
            if not (-60 < x < camera.width + 60 and -60 < y < camera.height + 60):
                continue
            corners = QPolygonF([QPointF(*camera.to_screen(*corner)) for corner in self.world.theatre.outline(h)])
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(palette.ink if palette.patterns else palette.red, 0.12 * tone))
            painter.drawPolygon(corners)
            if written and often >= 1:
                text = f"{often:.0f}"
                wide = QFontMetricsF(letters).horizontalAdvance(text) + 6 * size
                box = QRectF(x - wide / 2, y - high / 2, wide, high)
                painter.setBrush(colour(palette.paper, 0.8))
                painter.drawRoundedRect(box, 3, 3)
                painter.setPen(colour(palette.ink))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
