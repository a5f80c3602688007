"""The chart while it is being drawn: the layers so far, the names still to be placed, the legend."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import shapely
from shapely.geometry.base import BaseGeometry

from bob.chart.curves import spread
from bob.chart.labels import NameSpot, TakenSpace, around, grown
from bob.chart.marks import (
    Dots,
    FontFace,
    Frame,
    Glyph,
    Layer,
    Lettering,
    Letters,
    Mark,
    Path,
    Point,
    Quad,
    Ring,
    Style,
    TextMark,
    letter_boxes,
)
from bob.chart.palette import Palette
from bob.data.theatre import Place, Theatre
from bob.data.toml_files import Node
from bob.words import Words

LayerGroup = Literal["land", "lines", "air", "rdf", "defence", "targets"]
GROUPS: tuple[LayerGroup, ...] = ("land", "air", "lines", "rdf", "defence", "targets")

_BLOCKING = 0.86
"""The share of a symbol's size that no name may cover."""

_GREAT = 34
"""Names up to this priority take their place before the symbols that may be dropped."""
_STRAIGHT = 30
"""The priority from which spread names are straight, with nothing between their letters."""
_TWICE = 16.0
"""The distance in millimetres within which a name is not repeated: a town and its airfield share it."""


@dataclass(frozen=True, slots=True)
class NameWish:
    """A name that wants a place. Lower priority numbers choose first; `spots` is asked when its turn has come."""

    priority: float
    layer: str
    text: str
    lettering: Lettering
    spots: Callable[[Lettering], Iterable[NameSpot]]
    course: tuple[Point, Point, Point] | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol that wants a place, with its name."""

    priority: float
    layer: str
    style: Style
    shape: str
    at: Point
    size: float
    name: str
    look: Lettering
    move: float
    drop: bool


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A line of the legend: a sample drawn around the origin in millimetres, and its words."""

    group: LayerGroup
    text: str
    sample: tuple[Mark, ...]


class Draft:
    """A chart in progress. Layers are drawn first, names placed after; `layers()` returns the finished list."""

    def __init__(self, theatre: Theatre, words: Words, palette: Palette, frame: Frame, lettering: Node, shown: Sequence[str]) -> None:
        self.theatre = theatre
        self.words = words
        self.palette = palette
        self.frame = frame
        self.data = lettering
        self.shown = tuple(shown)
        self.entries: list[LegendEntry] = []
        self.room = TakenSpace(frame.left, frame.top, frame.left + frame.width, frame.top + frame.height)
        self._marks: dict[str, list[Mark]] = {}
        self._names: dict[str, list[TextMark | Letters]] = {}
        self._wishes: list[NameWish] = []
        self._symbols: list[Symbol] = []
        self._placed: list[tuple[Point, float]] = []
        self._written: dict[str, list[Point]] = {}
        self._tint: tuple[BaseGeometry, float] | None = None
        shapely.prepare(theatre.british_land)
        shapely.prepare(theatre.far_land)

    # ---- drawing

    def add(self, layer: str, *marks: Mark) -> None:
        """Draw in a layer."""
        self._marks.setdefault(layer, []).extend(marks)

    def fill(self, layer: str, style: Style, rings: tuple[Ring, ...], title: str = "") -> None:
        """A filled shape, if there is any of it."""
        if rings:
            self.add(layer, Path(style, rings, closed=True, title=title))

    def draw(self, layer: str, style: Style, rings: tuple[Ring, ...], title: str = "") -> None:
        """Lines, if there are any."""
        if rings:
            self.add(layer, Path(style, rings, title=title))

    def dots(self, layer: str, style: Style, points: tuple[Point, ...]) -> None:
        """Dots, if there are any."""
        if points:
            self.add(layer, Dots(style, points))

    def symbol(
        self,
        priority: float,
        layer: str,
        style: Style,
        shape: str,
        at: Point,
        size: float,
        name: str,
        look: Lettering,
        *,
        move: float = 0.0,
        drop: bool = False,
    ) -> None:
        """Ask for a symbol with its name beside it. It may step aside by `move` millimetres for a weightier one; with `drop` it is left
        out where it finds no room, and the nearest of its shape then carries its name as well."""
        self._symbols.append(Symbol(priority, layer, style, shape, at, size, name, look, move, drop))

    def _place_symbols(self, symbols: Sequence[Symbol]) -> None:
        """Set symbols down, the weightiest first, and ask for their names."""
        kept: list[tuple[Symbol, Point, list[str]]] = []
        for wanted in sorted(symbols, key=lambda s: (s.priority, s.name, s.at)):
            home = self.frame.to_paper(wanted.at)
            found = next((at for at in _steps(home, wanted.move) if self._clear(at, wanted)), None)
            if found is None and wanted.drop:
                same = [k for k in kept if k[0].shape == wanted.shape]
                if same:
                    min(same, key=lambda k: math.dist(k[1], home))[2].append(wanted.name)
                continue
            at = found if found is not None else home
            self._placed.append((at, wanted.size))
            kept.append((wanted, at, [wanted.name]))
        for wanted, at, names in kept:
            self.room.take(_square(at, wanted.size / 2 * _BLOCKING))
            self.add(wanted.layer, Glyph(wanted.style, wanted.shape, self.frame.to_plane(at), wanted.size, " · ".join(names)))
            self.wish(wanted.priority, wanted.layer, wanted.name, wanted.look, partial(around, at, wanted.size * 0.45))

    def _clear(self, at: Point, symbol: Symbol) -> bool:
        """Return whether a symbol there touches none of those placed; one that may be dropped keeps off names as well."""
        if symbol.drop and not self.room.free(_square(at, symbol.size / 2 * _BLOCKING)):
            return False
        return all(math.dist(at, other) >= (symbol.size + theirs) / 2 * 0.84 for other, theirs in self._placed)

    def visible(self, place: Place, margin: float = 2.0) -> bool:
        """Return whether a place is within the printed map, `margin` miles from its edge."""
        return self.inside((place.x, place.y), margin)

    def inside(self, at: Point, margin: float = 2.0) -> bool:
        """Return whether a point of the plane is within the printed map, `margin` miles from its edge."""
        t = self.theatre
        return t.west + margin < at[0] < t.east - margin and t.north + margin < at[1] < t.south - margin

    # ---- styles

    def style(self, name: str, **values: Any) -> Style:
        """A style of this chart."""
        return Style(name, **values)

    def lettering(self, name: str, face: FontFace, size: float, colour: str, *, spacing: float = 0.0, opacity: float = 1.0) -> Lettering:
        """A lettering whose halo is chosen when it is placed."""
        return Lettering(name, face, size, colour, None, max(0.5, size * 0.2), spacing, opacity)

    # ---- names

    def wish(self, priority: float, layer: str, text: str, lettering: Lettering, spots: Callable[[Lettering], Iterable[NameSpot]]) -> None:
        """Ask for a name."""
        self._wishes.append(NameWish(priority, layer, text, lettering, spots))

    def wish_spread(
        self,
        priority: float,
        layer: str,
        text: str,
        lettering: Lettering,
        course: tuple[Point, Point, Point],
        shifts: Iterable[Point] = ((0.0, 0.0),),
    ) -> None:
        """Ask for a name with its letters spread along a bent line on the plane, shifted by one of these millimetres."""
        start, middle, end = (self.frame.to_paper(p) for p in course)

        def spots(_: Lettering) -> Iterable[NameSpot]:
            return [NameSpot((middle[0] + dx, middle[1] + dy), "middle") for dx, dy in shifts]

        self._wishes.append(NameWish(priority, layer, text, lettering, spots, (start, middle, end)))

    def tint(self, shape: BaseGeometry, opacity: float) -> None:
        """Declare a shape to be under a tint of brass, which halos there take on."""
        shapely.prepare(shape)
        self._tint = shape, opacity

    def place_names(self) -> None:
        """Give each symbol and each name its place: mandatory ones, their great names, optional ones, the other names."""
        self._place_symbols([s for s in self._symbols if not s.drop])
        self._place_wishes([w for w in self._wishes if w.priority <= _GREAT])
        later = [w for w in self._wishes if w.priority > _GREAT]
        self._wishes = []
        self._place_symbols([s for s in self._symbols if s.drop])
        self._place_wishes(later + self._wishes)

    def _place_wishes(self, wishes: Sequence[NameWish]) -> None:
        seen = self._written
        for wish in sorted(wishes, key=lambda w: (w.priority, w.text)):
            if wish.course is not None:
                self._place_spread(wish, wish.course)
                continue
            spots = list(wish.spots(wish.lettering))
            if any(math.dist(spots[0].at, other) < _TWICE for other in seen.get(wish.text, ())):
                continue
            spot = self.room.place(wish.lettering, wish.text, spots)
            if spot is None:
                continue
            seen.setdefault(wish.text, []).append(spot.at)
            mark = TextMark(wish.lettering, wish.text, self.frame.to_plane(spot.at), spot.anchor, spot.turn)
            box = mark.box(spot.at)
            ends = [((box[i][0] + box[3 - i][0]) / 2, (box[i][1] + box[3 - i][1]) / 2) for i in (0, 1)]
            under = [(ends[0][0] + (ends[1][0] - ends[0][0]) * k / 6, ends[0][1] + (ends[1][1] - ends[0][1]) * k / 6) for k in range(7)]
            self._names.setdefault(wish.layer, []).append(replace(mark, lettering=self._on_ground(wish.lettering, under)))

    def _place_spread(self, wish: NameWish, course: tuple[Point, Point, Point]) -> None:
        for spot in wish.spots(wish.lettering):
            dx, dy = spot.at[0] - course[1][0], spot.at[1] - course[1][1]
            start, middle, end = ((x + dx, y + dy) for x, y in course)
            letters = Letters(wish.lettering, wish.text, spread(wish.text, start, middle, end, self.frame))
            boxes: list[Quad] = [grown(box, 0.5) for box in letter_boxes(letters, self.frame)]
            wide = boxes if wish.priority < _STRAIGHT else [*boxes, (boxes[0][0], boxes[-1][1], boxes[-1][2], boxes[0][3])]
            if all(self.room.inside(box) for box in boxes) and all(self.room.free(box) for box in wide):
                for box in boxes:
                    self.room.take(box)
                self._names.setdefault(wish.layer, []).append(replace(letters, lettering=self._on_ground(wish.lettering, [spot.at])))
                return

    def _on_ground(self, lettering: Lettering, at: Sequence[Point]) -> Lettering:
        """Return the lettering with a halo in the colour of the ground under most of these places on paper."""
        points = [self.frame.to_plane(point) for point in at]
        t, p = self.theatre, self.palette
        xs, ys = [x for x, _ in points], [y for _, y in points]
        half = len(points) / 2
        if int(shapely.contains_xy(t.british_land, xs, ys).sum()) >= half:
            ground, halo = "land", p.land
        elif int(shapely.contains_xy(t.far_land, xs, ys).sum()) >= half:
            ground, halo = "far", p.far
        else:
            ground, halo = "sea", p.sea
        if self._tint is not None and int(shapely.contains_xy(self._tint[0], xs, ys).sum()) >= half:
            ground, halo = f"{ground}-seen", mixed(halo, p.brass, self._tint[1])
        return replace(lettering, name=f"{lettering.name}-{ground}", halo=halo)

    def keep_off(self, rings: Iterable[Ring], cost: float) -> None:
        """Names should not cross these lines of the plane."""
        for ring in rings:
            self.room.avoid([self.frame.to_paper(p) for p in ring], cost)

    # ---- the end

    def legend(self, group: LayerGroup, text: str, *sample: Mark) -> None:
        """A line of the legend, its sample drawn around the origin in millimetres."""
        self.entries.append(LegendEntry(group, text, sample))

    def plane(self, latitude: float, longitude: float) -> Point:
        """A point of the plane from coordinates."""
        return self.theatre.projection.to_plane(latitude, longitude)

    def layers(self) -> tuple[Layer, ...]:
        """The finished layers in drawing order."""
        return tuple(
            Layer(name, self.words(f"map.layer.{name}"), tuple(self._marks.get(name, ())), tuple(self._names.get(name, ())))
            for name in ("base", *self.shown)
        )


def mixed(ground: str, over: str, opacity: float) -> str:
    """The colour of a tint over a ground."""
    pairs = ((int(ground[i : i + 2], 16), int(over[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * opacity):02X}" for a, b in pairs)


def _steps(home: Point, most: float) -> list[Point]:
    """A place, then places around it, the nearest first."""
    rings = [most * k / 3 for k in (1, 2, 3)] if most else []
    return [home] + [(home[0] + r * math.cos(math.pi * k / 6), home[1] + r * math.sin(math.pi * k / 6)) for r in rings for k in range(12)]


def _square(at: Point, r: float) -> Quad:
    x, y = at
    return (x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)


def swatch(style: Style, width: float = 9.0, height: float = 4.6) -> Path:
    """A filled sample of the legend."""
    w, h = width / 2, height / 2
    return Path(style, (((-w, -h), (w, -h), (w, h), (-w, h)),), closed=True)


def stroke(style: Style, width: float = 9.0) -> Path:
    """A line as a sample of the legend."""
    return Path(style, (((-width / 2, 0.0), (width / 2, 0.0)),))
