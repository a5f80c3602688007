"""The names and symbols of the map in each frame: the placing of each step is made a little at a time, and cached."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen, QPixmap

from bob.chart.marks import Point
from bob.chart.palette import Palette
from bob.chart.patterns import strokes
from bob.chart.view_camera import Camera
from bob.data.theatre import Theatre
from bob.day.state.world import World
from bob.desk.map.gazetteer import LOOKS, Feature, gazetteer
from bob.desk.map.ground import GroundPainter
from bob.desk.map.names import Placed, growth, placing
from bob.desk.map.scene import Scene
from bob.desk.map.sprites import Sprites
from bob.desk.map.textures import colour
from bob.words import Words

T = TypeVar("T")
NamesKey = tuple[int, frozenset[str], tuple[tuple[str, str], ...], float]
_GATES = frozenset(("names", "sectors", "weather", "targets"))


@dataclass(frozen=True, slots=True)
class ShownName:
    """A placed name with its pictures, and their offsets from its place."""

    placed: Placed
    symbol: QPixmap | None
    half: float
    text: QPixmap | None = None
    left: float = 0.0
    top: float = 0.0
    length: float = 0.0
    high: float = 0.0
    words: str = ""
    tone: str = ""


class Placings:
    """The placings made last, and those under way, for all tables that show the same: a game that is opened goes on where another was."""

    def __init__(self) -> None:
        self.made: dict[NamesKey, list[ShownName]] = {}
        self.under_way: dict[NamesKey, Iterator[list[ShownName] | None]] = {}


@lru_cache(maxsize=2)
def _placings(world: World, palette: Palette, language: str, ratio: float) -> Placings:
    return Placings()


@lru_cache(maxsize=2)
def _shores(theatre: Theatre) -> list[list[Point]]:
    """Return the shores, simplified for keeping names off them."""
    return [_thinned(line) for line in strokes(theatre.land.boundary.intersection(theatre.frame))]


class NamesLayer:
    """Names in one language and one palette."""

    def __init__(self, world: World, ground: GroundPainter, words: Words, palette: Palette, ratio: float) -> None:
        self.world, self.ground, self.palette = world, ground, palette
        self.words = words
        self.sprites = Sprites(palette, ratio)
        self.features = gazetteer(world.theatre, words.language)
        t = world.theatre
        self._edges = (t.west, t.north, t.east, t.south)
        self._shores = _shores(t)
        self._placings = _placings(world, palette, words.language, ratio)
        self._placed: dict[NamesKey, list[ShownName]] = {}
        self._hidden: tuple[object, frozenset[int]] | None = None

    def key(self, step: int, layers: frozenset[str], weather: Sequence[tuple[str, str]], size: float) -> NamesKey:
        """Return the key of a placing."""
        parts = tuple(weather) if "weather" in layers else ()
        return step, layers & _GATES, parts, size

    def work(self, key: NamesKey, budget: float) -> bool:
        """Place names and make their pictures for `budget` seconds; return whether the placing of that key is complete."""
        if key in self._placed:
            return True
        made, under_way = self._placings.made, self._placings.under_way
        if key in made:
            _keep(self._placed, key, made[key])
            return True
        if key not in under_way:
            _keep(under_way, key, self._making(key), 4)
        until = time.perf_counter() + budget
        for found in under_way[key]:
            if found is not None:
                del under_way[key]
                _keep(made, key, found)
                _keep(self._placed, key, found)
                return True
            if time.perf_counter() >= until:
                return False
        return False

    def _making(self, key: NamesKey) -> Iterator[list[ShownName] | None]:
        step, layers, weather, size = key
        texts: Mapping[str, str] = {code: self.words(f"ops.weather.{kind}") for code, kind in weather}
        features = [
            Feature(f.look, f"{f.name} · {texts[f.extra]}", f.at, f.key, f.layer, f.extra, f.spots) if f.extra in texts else f
            for f in self.features
        ]
        placed: list[Placed] = []
        for found in placing(features, self.ground.courses, self._edges, self._shores, step, layers, size):
            placed = found or placed
            yield None
        shown: list[ShownName] = []
        for one in placed:
            shown.append(self._shown(one, growth(step) * size))
            yield None
        yield shown

    def _shown(self, one: Placed, grow: float) -> ShownName:
        symbol = self.sprites.symbol(one.feature.look, one.symbol) if one.symbol else None
        half = symbol.width() / symbol.devicePixelRatio() / 2 if symbol is not None else 0.0
        if not one.anchor:
            return ShownName(one, symbol, half)
        look = LOOKS[one.feature.look]
        text = one.feature.name.upper() if look.upper else one.feature.name
        tone = self._tone(one.at)
        picture, ascent, length = self.sprites.text(one.feature.look, text, grow, tone)
        left = one.dx - (length if one.anchor == "end" else length / 2 if one.anchor == "middle" else 0)
        return ShownName(one, symbol, half, picture, left, one.dy - ascent, length, look.letters * grow, text, tone)

    def _tone(self, at: Point) -> str:
        """The colour of the ground under a name."""
        h, p = self.world.theatre.hex_at(*at), self.palette
        ground = self.world.theatre.grounds[h] if h is not None else None
        return p.sea if ground is None or ground.country is None else p.land if ground.british else p.far

    def best(self, key: NamesKey) -> tuple[NamesKey, list[ShownName]] | None:
        """The placing of a key, or what comes nearest to it: of a smaller scale if there is one, since there names have room."""
        if key in self._placed:
            return key, self._placed[key]
        known = [k for k in self._placed if k[1] == key[1]] or list(self._placed)
        if not known:
            return None
        nearest = min(known, key=lambda k: (k[0] > key[0], abs(k[0] - key[0])))
        return nearest, self._placed[nearest]

    def boxes(self, camera: Camera, key: NamesKey) -> list[QRectF]:
        """Return the rectangles of the names and symbols of the best placing on the screen."""
        found: list[QRectF] = []
        best = self.best(key)
        for one in best[1] if best is not None else ():
            x, y = camera.to_screen(*one.placed.at)
            if one.text is not None:
                found.append(QRectF(x + one.left, y + one.top + 5, one.length, one.high))
            if one.symbol is not None:
                found.append(QRectF(x - one.half, y - one.half, 2 * one.half, 2 * one.half))
        return found

    def _covered(self, key: NamesKey, shown: Sequence[ShownName], camera: Camera, scene: Scene) -> frozenset[int]:
        """The names that a block would cover: found once for each placing and each layout, since both move together."""
        parts = key, scene.laid_out
        if self._hidden is None or self._hidden[0] != parts:
            boxes = scene.boxes_at_rest(camera)
            hidden: set[int] = set()
            for i, one in enumerate(shown):
                if one.text is not None:
                    x, y = camera.to_screen(*one.placed.at)
                    box = QRectF(x + one.left, y + one.top + 5, one.length, one.high)
                    if any(box.intersects(b) for b in boxes):
                        hidden.add(i)
            self._hidden = parts, frozenset(hidden)
        return self._hidden[1]

    def draw(
        self, painter: QPainter, camera: Camera, key: NamesKey, scene: Scene, dark: frozenset[str], struck: frozenset[str], sharp: bool
    ) -> None:
        """Draw the names; those that a block would cover are left out. `sharp` writes letters instead of pictures, for paper."""
        found = self.best(key)
        if found is None:
            return
        grow = growth(found[0][0]) * key[3]
        hidden = self._covered(found[0], found[1], camera, scene)
        ox, oy = camera.origin
        scale, width, height = camera.scale, camera.width + 160, camera.height + 40
        out = dark | struck
        for i, one in enumerate(found[1]):
            at = one.placed.at
            x, y = at[0] * scale - ox, at[1] * scale - oy
            if not (-160 < x < width and -40 < y < height):
                continue
            if one.text is not None and i not in hidden:
                if sharp:
                    where = QPointF(x + one.left, y + one.placed.dy)
                    self.sprites.draw_text(painter, one.placed.feature.look, one.words, grow, one.tone, where)
                else:
                    painter.drawPixmap(round(x + one.left) - 4, round(y + one.top), one.text)
            if one.symbol is not None:
                if sharp:
                    painter.save()
                    painter.translate(x, y)
                    self.sprites.draw_symbol(painter, one.placed.feature.look, one.placed.symbol)
                    painter.restore()
                else:
                    painter.drawPixmap(round(x - one.half), round(y - one.half), one.symbol)
                if out and one.placed.feature.key in out:
                    self._strike(painter, x, y, one.placed.symbol)

    def _strike(self, painter: QPainter, x: float, y: float, size: float) -> None:
        """Draw a cross over a place out of action."""
        r = size * 0.55
        for ink, width in ((self.palette.paper, 4.5), (self.palette.red, 2.4)):
            painter.setPen(QPen(colour(ink), width))
            painter.drawLine(QPointF(x - r, y - r), QPointF(x + r, y + r))
            painter.drawLine(QPointF(x - r, y + r), QPointF(x + r, y - r))

    def place_at(self, camera: Camera, key: NamesKey, x: float, y: float) -> Feature | None:
        """Return the feature whose symbol is under a place on the screen."""
        found = self.best(key)
        if found is None:
            return None
        best: tuple[float, Feature] | None = None
        for one in found[1]:
            placed = one.placed
            if not placed.symbol or not placed.feature.key:
                continue
            px, py = camera.to_screen(*placed.at)
            off = max(abs(px - x), abs(py - y)) - placed.symbol / 2
            if off < 3 and (best is None or off < best[0]):
                best = off, placed.feature
        return best[1] if best else None


def _keep(kept: dict[NamesKey, T], key: NamesKey, found: T, most: int = 16) -> None:
    if len(kept) > most:
        kept.pop(next(iter(kept)))
    kept[key] = found


def _thinned(line: Sequence[Point]) -> list[Point]:
    """Every third point of a shore: enough to keep names off it."""
    return [*line[:-1:3], line[-1]]
