"""The ground in tiles: painted a few at a time in idle moments, cached, and put together in each frame."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from functools import lru_cache

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.day.state.world import World
from bob.desk.map.ground import GroundPainter
from bob.desk.map.state import GroundState

SIDE = 192
_BYTES = 75_000_000
_COARSE = 3.0
"""Pixels a mile of the picture of the whole map that replaces missing tiles."""

TileKey = tuple[int, int]


class Level:
    """The tiles of one scale and one state."""

    def __init__(self, scale: float, state: GroundState) -> None:
        self.scale = scale
        self.state = state
        self.tiles: OrderedDict[TileKey, QPixmap] = OrderedDict()


class PaintedTiles:
    """The painted parts of a ground, cached for the next table that shows it: its levels, and the picture of the whole map."""

    def __init__(self) -> None:
        self.levels: list[Level] = []
        self.whole: tuple[GroundState, QPixmap] | None = None


@lru_cache(maxsize=1)
def _painted(world: World, palette: Palette, language: str, ratio: float) -> PaintedTiles:
    """Return the cached parts of the last ground: tables with the same look share them, and so does the next game."""
    return PaintedTiles()


class Tiles:
    """The painted and the wanted parts of the ground. `level` is shown; `wanted` replaces it once it covers the view."""

    def __init__(self, ground: GroundPainter, ratio: float = 1.0) -> None:
        self.ground = ground
        self.ratio = ratio
        self.level: Level | None = None
        self.wanted: Level | None = None
        self._painted = _painted(ground.world, ground.palette, ground.words.language, ratio)
        self._cache = self._painted.levels
        self._whole: tuple[GroundState, QPixmap] | None = None
        self._still: tuple[object, QPixmap] | None = None

    # ---- wanted level

    def want(self, scale: float, state: GroundState) -> None:
        """Set the scale and state to paint from now on."""
        if self.wanted is not None and self.wanted.scale == scale and self.wanted.state == state:
            return
        found = next((level for level in self._cache if level.scale == scale and level.state == state), None)
        if found is None:
            found = Level(scale, state)
        else:
            self._cache.remove(found)
        self._cache.append(found)
        self.wanted = found
        most = max(1, _BYTES // round(SIDE * SIDE * 4 * self.ratio**2))
        while len(self._cache) > 1 and (len(self._cache) > 8 or sum(len(level.tiles) for level in self._cache) > most):
            old = self._cache[0]
            if old is self.level and len(self._cache) > 2:
                old = self._cache[1]
            self._cache.remove(old)

    def _missing(self, camera: Camera, margin: int) -> TileKey | None:
        """A tile that the view, or its surroundings, still lacks; the nearest to the middle first."""
        assert self.wanted is not None
        left, top, right, bottom = _span(camera, self.wanted.scale, margin)
        mx, my = (left + right) / 2, (top + bottom) / 2
        lacking = [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1) if (x, y) not in self.wanted.tiles]
        return min(lacking, key=lambda k: (abs(k[0] - mx) + abs(k[1] - my), k)) if lacking else None

    def work(self, camera: Camera, budget: float) -> bool:
        """Paint tiles for `budget` seconds; return whether the visible part has changed. `ready` returns whether all is done."""
        if self.wanted is None:
            return False
        until = time.perf_counter() + budget
        changed = False
        while True:
            key = self._missing(camera, 0)
            seen = key is not None and self.level is self.wanted
            if key is None:
                if self.level is not self.wanted:
                    self.level = self.wanted
                    changed = True
                key = self._missing(camera, 1)
                if key is None:
                    return changed
            if not self.ground.ready(self.wanted.scale, self.wanted.state):
                self.ground.prepare(self.wanted.scale, self.wanted.state)
            else:
                self._paint(self.wanted, key)
                changed = changed or seen
            if time.perf_counter() >= until:
                if self.level is not self.wanted and self._missing(camera, 0) is None:
                    self.level = self.wanted
                    changed = True
                return changed

    def ready(self, camera: Camera) -> bool:
        """Return whether the view and its surroundings are painted as wanted."""
        return self.wanted is None or (self.level is self.wanted and self._missing(camera, 1) is None)

    def _paint(self, level: Level, key: TileKey) -> None:
        tile = QPixmap(round(SIDE * self.ratio), round(SIDE * self.ratio))
        tile.setDevicePixelRatio(self.ratio)
        painter = QPainter(tile)
        self.ground.paint(painter, key[0] * SIDE, key[1] * SIDE, SIDE, SIDE, level.scale, level.state)
        painter.end()
        level.tiles[key] = tile.copy()  # a copy leaves the painter's engine behind
        most = max(60, _BYTES // round(SIDE * SIDE * 4 * self.ratio**2))
        while len(level.tiles) > most:
            level.tiles.popitem(last=False)

    def _coarse(self, camera: Camera, state: GroundState) -> QPixmap:
        if self._whole is None or (self._whole[0] != state and self.level is None):
            self._whole = self._painted.whole if self._painted.whole is not None and self._painted.whole[0] == state else None
        if self._whole is None:
            width, height = (round((b - a) * _COARSE) for a, b in ((camera.west, camera.east), (camera.north, camera.south)))
            picture = QPixmap(width, height)
            painter = QPainter(picture)
            self.ground.paint(painter, camera.west * _COARSE, camera.north * _COARSE, width, height, _COARSE, state)
            painter.end()
            self._whole = self._painted.whole = state, picture.copy()
        return self._whole[1]

    # ---- the frame

    def draw(self, painter: QPainter, camera: Camera) -> None:
        """Draw the view from the painted parts."""
        level = self.level if self.level is not None else self.wanted
        if level is None:
            return
        if level.scale == camera.scale:
            self._compose(painter, camera, level)
            return
        # Stretching tiles takes long: while one waits for sharp ones, the stretched view is kept.
        key = level, len(level.tiles), camera.scale, camera.origin, camera.width, camera.height
        if self._still is None or self._still[0] != key:
            size = round(camera.width * self.ratio), round(camera.height * self.ratio)
            picture = self._still[1] if self._still is not None else QPixmap()
            if (picture.width(), picture.height()) != size:
                picture = QPixmap(*size)
                picture.setDevicePixelRatio(self.ratio)
            inner = QPainter(picture)
            self._compose(inner, camera, level)
            inner.end()
            self._still = key, picture
        painter.drawPixmap(0, 0, self._still[1])

    def _compose(self, painter: QPainter, camera: Camera, level: Level) -> None:
        exact = level.scale == camera.scale
        left, top, right, bottom = _span(camera, level.scale, 0)
        seen = [(x, y) for x, y in level.tiles if left <= x <= right and top <= y <= bottom]
        if len(seen) < (right - left + 1) * (bottom - top + 1):
            self._stand_in(painter, camera, level.state)
        share = camera.scale / level.scale
        ox, oy = camera.origin
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not exact)
        for x, y in seen:
            tile = level.tiles[x, y]
            if exact:
                painter.drawPixmap(x * SIDE - ox, y * SIDE - oy, tile)
                continue
            x0, y0 = round(x * SIDE * share - ox), round(y * SIDE * share - oy)
            x1, y1 = round((x + 1) * SIDE * share - ox), round((y + 1) * SIDE * share - oy)
            painter.drawPixmap(QRect(x0, y0, x1 - x0, y1 - y0), tile)

    def _stand_in(self, painter: QPainter, camera: Camera, state: GroundState) -> None:
        picture = self._coarse(camera, state)
        painter.fillRect(0, 0, camera.width, camera.height, QColor(self.ground.outside))
        west, north = camera.to_screen(camera.west, camera.north)
        east, south = camera.to_screen(camera.east, camera.south)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawPixmap(QRectF(west, north, east - west, south - north), picture, QRectF(picture.rect()))


def _span(camera: Camera, scale: float, margin: int) -> tuple[int, int, int, int]:
    """Return the tiles of a scale that the view touches, with a margin around."""
    west, north, east, south = camera.seen()
    left, top = math.floor(west * scale / SIDE), math.floor(north * scale / SIDE)
    right, bottom = math.floor((east * scale - 0.01) / SIDE), math.floor((south * scale - 0.01) / SIDE)
    return left - margin, top - margin, right + margin, bottom + margin
