"""Letters spread along a bent line."""

from __future__ import annotations

import math
from itertools import pairwise

from bob.chart.marks import Frame, Point


def bent(start: Point, middle: Point, end: Point, steps: int = 48) -> list[Point]:
    """The arc of a parabola from start through middle to end."""
    cx, cy = 2 * middle[0] - (start[0] + end[0]) / 2, 2 * middle[1] - (start[1] + end[1]) / 2
    points: list[Point] = []
    for i in range(steps + 1):
        t = i / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * start[0] + b * cx + c * end[0], a * start[1] + b * cy + c * end[1]))
    return points


def spread(text: str, start: Point, middle: Point, end: Point, frame: Frame) -> tuple[tuple[float, float, float], ...]:
    """A place on the plane and a turn for each letter, evenly along the arc; the arc is given on paper."""
    arc = bent(start, middle, end)
    lengths = [0.0]
    for a, b in pairwise(arc):
        lengths.append(lengths[-1] + math.dist(a, b))
    places: list[tuple[float, float, float]] = []
    for i in range(len(text)):
        wanted = lengths[-1] * (i / (len(text) - 1) if len(text) > 1 else 0.5)
        k = next((k for k in range(1, len(lengths)) if lengths[k] >= wanted - 1e-9), len(lengths) - 1)
        share = (wanted - lengths[k - 1]) / (lengths[k] - lengths[k - 1])
        a, b = arc[k - 1], arc[k]
        x, y = frame.to_plane((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        places.append((round(x, 4), round(y, 4), round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])), 2)))
    return tuple(places)
