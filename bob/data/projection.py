"""Lambert's conformal conic projection on a sphere, in statute miles: x to the east, y to the south."""

from __future__ import annotations

import math
from dataclasses import dataclass

EARTH_MILES = 3958.7613


@dataclass(frozen=True, slots=True)
class Projection:
    """A projection with its middle and its two true parallels, in degrees."""

    latitude: float
    longitude: float
    parallel_1: float
    parallel_2: float

    def _cone(self) -> tuple[float, float, float]:
        p1, p2 = math.radians(self.parallel_1), math.radians(self.parallel_2)
        t1, t2 = math.tan(math.pi / 4 + p1 / 2), math.tan(math.pi / 4 + p2 / 2)
        n = math.log(math.cos(p1) / math.cos(p2)) / math.log(t2 / t1)
        f = EARTH_MILES * math.cos(p1) * t1**n / n
        return n, f, f / math.tan(math.pi / 4 + math.radians(self.latitude) / 2) ** n

    def to_plane(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Return the coordinates of a place on the plane."""
        n, f, rho_0 = self._cone()
        rho = f / math.tan(math.pi / 4 + math.radians(latitude) / 2) ** n
        theta = n * math.radians(longitude - self.longitude)
        return rho * math.sin(theta), rho * math.cos(theta) - rho_0

    def to_earth(self, x: float, y: float) -> tuple[float, float]:
        """Latitude and longitude of a point of the plane; the inverse of `to_plane`."""
        n, f, rho_0 = self._cone()
        rho = math.copysign(math.hypot(x, y + rho_0), n)
        theta = math.atan2(x, y + rho_0)
        latitude = 2 * math.atan((f / rho) ** (1 / n)) - math.pi / 2
        return math.degrees(latitude), self.longitude + math.degrees(theta / n)

    def north(self, x: float, y: float) -> float:
        """Return the direction of true north at a point, in degrees clockwise of the map's top."""
        rho_0 = self._cone()[2]
        return -math.degrees(math.atan2(x, y + rho_0))


def great_circle(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Statute miles between two places given by latitude and longitude."""
    la, lb = math.radians(a[0]), math.radians(b[0])
    h = math.sin((lb - la) / 2) ** 2 + math.cos(la) * math.cos(lb) * math.sin(math.radians(b[1] - a[1]) / 2) ** 2
    return 2 * EARTH_MILES * math.asin(min(1.0, math.sqrt(h)))
