"""The camera of the table: a pure mapping between the plane in miles and the screen in pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

MOST = 48.0
"""Pixels a mile that one may come near."""
NOTCHES = 16
"""Steps to the octave at which a zoom comes to rest."""
STEPS = 2
"""Steps to the octave at which names are placed again."""


@dataclass(slots=True)
class Camera:
    """The middle of the view on the plane, pixels a mile, the size of the view, and the edges of the map."""

    west: float
    north: float
    east: float
    south: float
    width: int = 800
    height: int = 600
    x: float = 0.0
    y: float = 0.0
    scale: float = 3.0

    def whole(self) -> float:
        """The scale at which the whole map fits."""
        return min(self.width / (self.east - self.west), self.height / (self.south - self.north)) * 0.985

    def covering(self) -> float:
        """The scale at which the map is as wide as the view."""
        return max(self.whole(), min(self.width / (self.east - self.west), MOST))

    def least(self) -> float:
        """The smallest scale."""
        return max(0.5, self.whole())

    # ---- mapping

    @property
    def origin(self) -> tuple[int, int]:
        """The view's upper left corner in pixels of the map at this scale: whole, so that tiles stay sharp."""
        return round(self.x * self.scale - self.width / 2), round(self.y * self.scale - self.height / 2)

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """The place on the screen of a point of the plane."""
        ox, oy = self.origin
        return x * self.scale - ox, y * self.scale - oy

    def to_plane(self, x: float, y: float) -> tuple[float, float]:
        """The point of the plane under a place on the screen."""
        ox, oy = self.origin
        return (x + ox) / self.scale, (y + oy) / self.scale

    def seen(self) -> tuple[float, float, float, float]:
        """Return west, north, east and south of the visible part."""
        return (*self.to_plane(0, 0), *self.to_plane(self.width, self.height))

    @property
    def step(self) -> int:
        """The step of names and symbols at this scale: it never holds more than there is room for."""
        return math.floor(STEPS * math.log2(self.scale) + 1e-6)

    # ---- moving

    def fit(self) -> None:
        """Show the whole map."""
        self.scale = self.whole()
        self.x, self.y = (self.west + self.east) / 2, (self.north + self.south) / 2

    def rested(self, scale: float) -> float:
        """The nearest scale at which a zoom may rest, within the bounds."""
        least = self.least()
        if scale <= least * 1.01:
            return least
        return float(max(least, min(MOST, 2 ** (round(math.log2(scale) * NOTCHES) / NOTCHES))))

    def zoom_at(self, at: tuple[float, float], scale: float) -> None:
        """Change the scale and keep the point under a place on the screen there."""
        px, py = self.to_plane(*at)
        self.scale = max(self.least(), min(MOST, scale))
        self.x = px + (self.width / 2 - at[0]) / self.scale
        self.y = py + (self.height / 2 - at[1]) / self.scale
        self.hold()

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by an offset in pixels."""
        self.x += dx / self.scale
        self.y += dy / self.scale
        self.hold()

    def centre_on(self, x: float, y: float) -> None:
        """Bring a point of the plane to the middle."""
        self.x, self.y = x, y
        self.hold()

    def hold(self) -> None:
        """Keep the map on the screen: its middle when it is smaller than the view, else no more than its edge in sight."""
        self.x = _clamp(self.x, self.west, self.east, self.width / self.scale)
        self.y = _clamp(self.y, self.north, self.south, self.height / self.scale)


def _clamp(at: float, low: float, high: float, span: float) -> float:
    slack = min(span * 0.06, 20.0)
    if span >= high - low + 2 * slack:
        return (low + high) / 2
    return max(low - slack + span / 2, min(high + slack - span / 2, at))
