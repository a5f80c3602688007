"""Places of names and symbols at a step of the scale, without overlap. Placed once a step, a few at a time, and cached."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bob.chart.labels import NameSpot, TakenSpace, around, grown
from bob.chart.marks import Lettering, Point, Quad, line_box
from bob.chart.spread_names import WideName
from bob.chart.view_camera import STEPS
from bob.desk.map.gazetteer import LOOKS, Feature
from bob.desk.map.ground import MM

_TWICE = 60.0
"""Pixels within which the same name is not repeated."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A symbol and its name: offsets in pixels from the place on the plane; no name where there was no room."""

    feature: Feature
    at: Point
    symbol: float
    dx: float = 0.0
    dy: float = 0.0
    anchor: str = ""


def scale_of(step: int) -> float:
    """The least scale of a step."""
    return float(2 ** (step / STEPS))


def growth(step: int) -> float:
    """Return the growth of symbols and letters at a step: a little with each nearer step."""
    return max(0.92, min(1.4, 1 + 0.085 * (math.log2(scale_of(step)) - 2)))


def lettering(look: str, size: float) -> Lettering:
    """The letters of a look, in units of the placing."""
    found = LOOKS[look]
    return Lettering(look, found.face, found.letters * size / MM, "#000000", spacing=found.spacing * size / MM)


def placing(
    features: Sequence[Feature],
    courses: Sequence[WideName],
    edges: tuple[float, float, float, float],
    shores: Sequence[Sequence[Point]],
    step: int,
    layers: frozenset[str],
    size: float,
) -> Iterator[list[Placed] | None]:
    """Place everything of a step; yield None while at work, at the end the placed names."""
    scale = scale_of(step)
    unit = scale / MM
    west, north, east, south = edges
    room = TakenSpace(west * unit, north * unit, east * unit, south * unit)
    for name in courses:
        _take_wide(room, name, scale, unit)
    yield None
    if scale < 9:
        for n, shore in enumerate(shores):
            room.avoid([(x * unit, y * unit) for x, y in shore], 1.9)
            if n % 6 == 5:
                yield None
    grow = growth(step) * size
    placed: list[Placed] = []
    shown = [f for f in features if LOOKS[f.look].since <= scale * 1.001 and (not f.layer or f.layer in layers)]
    homes: list[tuple[Feature, float]] = []
    for f in shown:
        look = LOOKS[f.look]
        if look.shape:
            r = look.size * grow * 0.43 / MM
            x, y = f.at[0] * unit, f.at[1] * unit
            quad: Quad = ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
            if look.priority > 60 and not room.free(quad):
                continue
            room.take(quad)
            if f.look in ("sector_station", "fighter"):
                # Below it stand the pips of its squadrons.
                wide, top = (16 if f.look == "sector_station" else 9) * grow / MM, 9.0 * grow / MM
                room.take(
                    ((x - wide, y + top), (x + wide, y + top), (x + wide, y + top + 9 * grow / MM), (x - wide, y + top + 9 * grow / MM))
                )
        homes.append((f, look.size * grow))
    yield None
    written: dict[str, list[Point]] = {}
    for n, (f, symbol) in enumerate(homes):
        placed.append(_named(f, symbol, room, unit, scale, grow, layers, written))
        if n % 4 == 3:
            yield None
    yield placed


def _named(
    f: Feature,
    symbol: float,
    room: TakenSpace,
    unit: float,
    scale: float,
    grow: float,
    layers: frozenset[str],
    written: dict[str, list[Point]],
) -> Placed:
    look = LOOKS[f.look]
    bare = Placed(f, f.at, symbol)
    if "names" not in layers or look.named > scale * 1.001:
        return bare
    x, y = f.at[0] * unit, f.at[1] * unit
    letters = lettering(f.look, grow)
    text = f.name.upper() if look.upper else f.name
    spots: list[NameSpot]
    if f.spots is not None:
        drop = 0.35 * letters.size
        spots = [NameSpot((px * unit, py * unit + drop), "middle", 0.0, cost) for (px, py), cost in f.spots()]
    elif look.shape:
        spots = around((x, y), symbol * 0.45 / MM, letters)
    else:
        moves = [(dx * 2.5, dy * 1.6) for dx in range(-4, 5) for dy in range(-4, 5)]
        moves.sort(key=lambda d: math.hypot(*d))
        spots = [NameSpot((x + dx, y + dy + 0.35 * letters.size), "middle", 0.0, math.hypot(dx, dy) / 3) for dx, dy in moves]
    if f.spots is None:
        if any(math.dist((x, y), other) < _TWICE / MM for other in written.get(text, ())):
            return bare
        written.setdefault(text, []).append((x, y))
    spot = room.place(letters, text, spots)
    if spot is None:
        return bare
    if f.spots is not None:
        x, y = spot.at
        return Placed(f, (x / unit, y / unit), 0.0, 0.0, 0.0, spot.anchor)
    return Placed(f, f.at, symbol, (spot.at[0] - x) * MM, (spot.at[1] - y) * MM, spot.anchor)


def _take_wide(room: TakenSpace, name: WideName, scale: float, unit: float) -> None:
    size = min(name.size * scale / 1.12, name.size * 4.6, 40.0)
    if name.size * scale / 1.12 < 8.5:
        return
    letters = Lettering("wide", "italic", size / MM, "#000000")
    for letter, x, y, turn in name.letters:
        if letter != " ":
            room.take(grown(line_box(letters, letter, (x * unit, y * unit), "middle", turn), 0.5))
