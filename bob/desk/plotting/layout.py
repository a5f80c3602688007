"""Where blocks stand around what they mark: near it, and none over another. Offsets in pixels, made once a scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bob.chart.marks import Box, Point

_RINGS = 16
_AROUND = (-45, 45, -135, 135, -90, 90, 0, 180, -20, 20, -160, 160, -68, 68, -112, 112)


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a block stands: its upper left corner from the place that it marks."""

    dx: float
    dy: float
    width: float
    height: float

    def box(self, x: float, y: float) -> Box:
        """What it covers when the place is there."""
        return x + self.dx, y + self.dy, x + self.dx + self.width, y + self.dy + self.height


def seats(
    anchors: Sequence[Point], sizes: Sequence[tuple[float, float]], weights: Sequence[int], keep: Sequence[Box], gap: float = 3.0
) -> list[Seat]:
    """A seat for each block, the weightiest first; `keep` should stay free. One that finds no room stands over what weighs least."""
    order = sorted(range(len(anchors)), key=lambda i: (weights[i], anchors[i], i))
    taken: list[Box] = []
    soft = [*keep, *[(x - 7, y - 7, x + 7, y + 7) for x, y in anchors]]
    found: dict[int, Seat] = {}
    for i in order:
        (x, y), (w, h) = anchors[i], sizes[i]
        best: tuple[float, Seat] | None = None
        reach = w + h + 15.0 * _RINGS + 20.0
        hard = [o for o in taken if o[0] < x + reach and o[2] > x - reach and o[1] < y + reach and o[3] > y - reach]
        near = [o for o in soft if o[0] < x + reach and o[2] > x - reach and o[1] < y + reach and o[3] > y - reach]
        for ring in range(_RINGS):
            for k, angle in enumerate(_AROUND):
                cost = ring * 3.0 + k * 0.12
                if best is not None and cost >= best[0]:
                    break
                seat = _seat(w, h, angle, 9.0 + ring * 15.0)
                box = seat.box(x, y)
                if any(_touch((box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap), other) for other in hard):
                    continue
                cost += sum(1.6 for other in near if _touch(box, other))
                if best is None or cost < best[0]:
                    best = cost, seat
            if best is not None and best[0] <= (ring + 1) * 3.0:
                break
        seat = best[1] if best is not None else _seat(w, h, -45, 9.0)
        found[i] = seat
        taken.append(seat.box(x, y))
    return [found[i] for i in range(len(anchors))]


def _seat(w: float, h: float, angle: float, off: float) -> Seat:
    """Beside a place in a direction, its edge so far off."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    reach = min((w / 2 + off) / abs(c) if abs(c) > 1e-6 else 1e9, (h / 2 + off) / abs(s) if abs(s) > 1e-6 else 1e9)
    reach = min(reach, math.hypot(w / 2, h / 2) + off)
    return Seat(round(c * reach - w / 2), round(s * reach - h / 2), w, h)


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
