"""The ground of the table: sea, land, boundaries, weather, coverage. It paints any piece of the map at any scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QTransform

from bob.chart.draft import Draft
from bob.chart.ground import base, coast, graticule, sectors, zones
from bob.chart.marks import Dots, Frame, Lettering, Path, Point
from bob.chart.palette import Palette
from bob.chart.patterns import rings, strokes
from bob.chart.qt import font
from bob.chart.reach import lanes, observers
from bob.chart.spread_names import LETTERS, WideName, courses
from bob.core import hexes
from bob.data.theatre import Theatre
from bob.day.state.world import World
from bob.desk.map.outlines import outline
from bob.desk.map.state import GroundState
from bob.desk.map.textures import Textures, colour
from bob.words import Words

MM = 3.3
"""Pixels of the screen to a millimetre of the chart's lines."""


@dataclass(slots=True)
class Piece:
    """Something drawn on the plane, in miles: filled, drawn along, or both."""

    path: QPainterPath
    pen: QPen | None
    brush: QBrush | None
    texture: str = ""
    bounds: QRectF | None = None


class Scaled:
    """Pieces at one scale, in pixels of the map."""

    def __init__(self, pieces: Sequence[Piece], scale: float) -> None:
        grow = QTransform.fromScale(scale, scale)
        self.pieces = [replace(p, path=grow.map(p.path), bounds=_box_around(grow.mapRect(p.path.boundingRect()))) for p in pieces]


def _box_around(box: QRectF) -> QRectF:
    return box.adjusted(-4, -4, 4, 4)


def pen(name: str, width: float, opacity: float = 1.0, dash: Sequence[float] = ()) -> QPen:
    """Return a pen with its width and dashes in pixels."""
    made = QPen(colour(name, opacity), width)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    dotted = not dash or dash[0] == 0
    made.setCapStyle(Qt.PenCapStyle.RoundCap if dotted else Qt.PenCapStyle.FlatCap)
    if dash:
        made.setDashPattern([max(d / width, 0.001) for d in dash])
    return made


def frame_of(t: Theatre, scale: float) -> Frame:
    """Return the chart's frame with the map's plane as paper; `scale` in units a mile."""
    return Frame(t.west, t.north, t.west * scale, t.north * scale, (t.east - t.west) * scale, (t.south - t.north) * scale, scale)


@dataclass(frozen=True, slots=True)
class GroundShapes:
    """The shapes of the ground of a theatre in a palette and a language; `marks` are the pieces of the chart's layers."""

    marks: dict[str, list[Piece]]
    built: list[Piece]
    zones: dict[str, QPainterPath]
    edge: Piece
    courses: list[WideName]


@lru_cache(maxsize=12)
def shapes(theatre: Theatre, palette: Palette, language: str) -> GroundShapes:
    """Return the shapes, cached for all tables, since they take half a second. Callers must not change them."""
    t, words = theatre, Words(language)
    shown = ("coast", "zones", "sectors", "lanes", "observers", "graticule")
    draft = Draft(t, words, palette, frame_of(t, 1.12), LETTERS, shown)
    for draw in (base, coast, zones, sectors, lanes, observers, graticule):
        draw(draft)
    land = outline(rings(t.land.intersection(t.frame)), True)
    built = [outline([tuple(draft.plane(*map(float, at)) for at in node.list_of("ring", list))], True) for node in LETTERS.tables("built")]
    return GroundShapes(
        {layer.name: _pieces(layer.marks) for layer in draft.layers()},
        [Piece(shape.intersected(land), None, None, "built") for shape in built],
        {zone.code: outline(rings(zone.shape), True) for zone in t.zones},
        Piece(outline([_box(t.west, t.north, t.east, t.south)], True), None, None),
        list(courses(draft, words)),
    )


def _pieces(marks: Iterable[Any]) -> list[Piece]:
    found: list[Piece] = []
    for mark in marks:
        if not isinstance(mark, Path) or isinstance(mark, Dots):
            continue
        s = mark.style
        line = pen(s.stroke, max(1.0, s.width * MM), s.stroke_opacity, [d * MM for d in s.dash]) if s.stroke else None
        brush = QBrush(colour(s.fill, s.opacity)) if s.fill else None
        if s.fill and not s.stroke:
            found += [Piece(outline([ring], True), None, brush) for ring in mark.rings] if s.name in ("land", "far") else []
            if s.name not in ("land", "far"):
                found.append(Piece(outline(mark.rings, True), None, brush))
        else:
            found += [Piece(outline([ring], mark.closed), line, brush) for ring in mark.rings]
    return found


class GroundPainter:
    """The ground of a world in a palette. Additions of a state are cached while the state lasts."""

    def __init__(self, world: World, palette: Palette, words: Words, ratio: float = 1.0) -> None:
        self.world, self.palette, self.words = world, palette, words
        self.textures = Textures(palette, ratio)
        self.outside = _table_colour(palette)
        made = shapes(world.theatre, palette, words.language)
        self._marks, self._built, self._zones, self._edge = made.marks, made.built, made.zones, made.edge
        self.courses = made.courses
        self._state: GroundState | None = None
        self._extra: tuple[list[Piece], list[Piece]] = ([], [])
        self._cache: dict[tuple[object, ...], list[Piece]] = {}
        self._scaled: tuple[float, GroundState, dict[str, Scaled]] | None = None

    # ---- what a state adds

    def _prepare(self, state: GroundState) -> None:
        if state == self._state:
            return
        self._state = state
        under: list[Piece] = []
        over: list[Piece] = []
        if "weather" in state.layers:
            under += [Piece(self._zones[code], None, None, kind) for code, kind in state.weather if kind != "fair" and code in self._zones]
            over += self._marks.get("zones", [])
        if "rdf" in state.layers:
            over += self._keep(("rdf", state.angels, state.dark, state.mobile), lambda: self._coverage(state))
        if "guns" in state.layers:
            over += self._keep(("guns",), self._guns)
        if "observers" in state.layers:
            over += self._marks.get("observers", [])
        if "lanes" in state.layers:
            over += self._marks.get("lanes", [])
        if "sectors" in state.layers:
            over += self._marks.get("sectors", [])
        for fit in ("hf", "vhf"):
            if fit in state.layers:
                over += self._keep((fit, state.sector, state.bonuses), lambda fit=fit: self._radio(fit, state))
        self._extra = under, over

    def _keep(self, key: tuple[object, ...], make: Any) -> list[Piece]:
        if key not in self._cache:
            if len(self._cache) > 60:
                self._cache.clear()
            self._cache[key] = make()
        return self._cache[key]

    def _coverage(self, state: GroundState) -> list[Piece]:
        """Return the coverage of the working stations at the height: a tint and its edge; that of the stations that are out, dotted."""
        t, p = self.world.theatre, self.palette
        found: list[Piece] = []
        shores = t.land.boundary.buffer(0.2)
        dark, half = set(state.dark), set(state.mobile)
        for kind in ("chain_home", "chain_home_low"):
            stations = t.of_kind(kind)
            seeing = [t.coverage(s, state.angels, f"{kind}:{s.name}" in half) for s in stations if f"{kind}:{s.name}" not in dark]
            whole = _union(seeing, t.frame)
            home = kind == "chain_home"
            if not whole.is_empty:
                if not p.patterns:
                    found.append(Piece(outline(rings(whole), True), None, QBrush(colour(p.brass, 0.15 if home else 0.12))))
                edge = strokes(whole.boundary.intersection(t.frame.buffer(-0.05)).difference(shores))
                line = pen(p.brass_ink, 1.6 if home else 1.2, 0.9, () if home else (5, 3))
                found += [Piece(outline([part], False), line, None) for part in edge if _length(part) > 4]
            lost = _union([t.coverage(s, state.angels) for s in stations if f"{kind}:{s.name}" in dark | half], t.frame)
            gap = lost.difference(whole)
            if not gap.is_empty:
                found.append(Piece(outline(rings(gap), True), pen(p.red, 1.4, 0.9, (1.5, 4)), None, "haze"))
        return found

    def _radio(self, fit: str, state: GroundState) -> list[Piece]:
        t, p = self.world.theatre, self.palette
        found: list[Piece] = []
        for station in t.of_kind("sector_station"):
            if state.sector is not None and station.name != state.sector:
                continue
            chosen = state.sector is not None
            circle = t.radio_circle(station, "hf" if fit == "hf" else "vhf", state.bonuses)
            line = pen(p.slate, 2.0 if chosen else 1.0, 0.95 if chosen else 0.6, () if fit == "hf" else (7, 4))
            found += [Piece(outline([part], False), line, None) for part in strokes(circle.boundary.intersection(t.frame))]
        return found

    def _guns(self) -> list[Piece]:
        t, p = self.world.theatre, self.palette
        found: list[Piece] = []
        west, north, east, south = t.west, t.north, t.east, t.south
        frame = outline([_box(west, north, east, south)], True)
        covered = QPainterPath()
        for place in sorted(t.of_kind("gun_area"), key=lambda s: (-s.extra["factor"], s.name)):
            circle, radius = QPainterPath(), place.extra["radius_miles"]
            circle.addEllipse(QPointF(place.x, place.y), radius, radius)
            circle = circle.intersected(frame)
            found.append(Piece(circle.subtracted(covered), None, None, f"guns_{place.extra['factor']}"))
            found.append(Piece(circle, pen(p.red, 1.1), None))
            covered = covered.united(circle)
        return found

    # ---- painting

    def ready(self, scale: float, state: GroundState) -> bool:
        """Return whether everything is scaled for painting at this scale and state."""
        return self._scaled is not None and self._scaled[0] == scale and self._scaled[1] == state

    def prepare(self, scale: float, state: GroundState) -> None:
        """Scale everything for painting at this scale and state; `paint` does so if necessary."""
        self._scaled_at(scale, state)

    def _scaled_at(self, scale: float, state: GroundState) -> dict[str, Scaled]:
        if self._scaled is None or self._scaled[0] != scale or self._scaled[1] != state:
            self._prepare(state)
            old = self._scaled[2] if self._scaled is not None and self._scaled[0] == scale else None
            found = old or {
                "base": Scaled(self._marks["base"][1:], scale),
                "built": Scaled(self._built, scale),
                "coast": Scaled(self._marks["coast"], scale),
                "graticule": Scaled(self._marks["graticule"], scale),
                "edge": Scaled([self._edge], scale),
            }
            found["under"], found["over"] = Scaled(self._extra[0], scale), Scaled(self._extra[1], scale)
            self._scaled = scale, state, found
        return self._scaled[2]

    def paint(self, painter: QPainter, left: float, top: float, width: float, height: float, scale: float, state: GroundState) -> None:
        """Paint a rectangle of the map, in pixels at this scale, with its upper left corner at the painter's origin."""
        at = self._scaled_at(scale, state)
        view = QRectF(left, top, width, height)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-left, -top)
        painter.fillRect(view, QColor(self.outside))
        edge = at["edge"].pieces[0].path.boundingRect()
        self._border(painter, edge, view)
        painter.setClipRect(edge.intersected(view))
        if not edge.intersected(view).isEmpty():
            painter.fillRect(edge.intersected(view), QColor(self.palette.sea))
            for name in ("base", "built", "under"):
                self._draw(painter, at[name], view)
            if "grid" in state.layers:
                self._grid(painter, view, scale)
            for name in ("over", "coast", "graticule"):
                self._draw(painter, at[name], view)
            self._wide_names(painter, view, scale)
        painter.restore()

    def _draw(self, painter: QPainter, scaled: Scaled, view: QRectF) -> None:
        for piece in scaled.pieces:
            if piece.bounds is not None and not piece.bounds.intersects(view):
                continue
            if piece.texture:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self.textures.brush(piece.texture))
                painter.setBrushOrigin(0, 0)
                painter.drawPath(piece.path)
                if piece.pen is None:
                    continue
            painter.setPen(piece.pen if piece.pen is not None else Qt.PenStyle.NoPen)
            painter.setBrush(piece.brush if piece.brush is not None else Qt.BrushStyle.NoBrush)
            painter.drawPath(piece.path)

    def _border(self, painter: QPainter, edge: QRectF, view: QRectF) -> None:
        if edge.contains(view):
            return
        ink = colour(self.palette.ink, 0.75)
        for by, width in ((2.5, 1.0), (6.5, 2.6)):
            painter.setPen(QPen(ink, width))
            painter.setBrush(QBrush(QColor(self.palette.paper)) if by > 5 else QBrush(Qt.BrushStyle.NoBrush))
            painter.drawRect(edge.adjusted(-by, -by, by, by))
        painter.setPen(QPen(ink, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(edge.adjusted(-2.5, -2.5, 2.5, 2.5))

    def _grid(self, painter: QPainter, view: QRectF, scale: float) -> None:
        """The hexes of a rectangle, the fainter the farther off; from near, their labels as well."""
        t, p = self.world.theatre, self.palette
        across = t.across * scale
        strength = max(0.0, min(1.0, (across - 17) / 22))
        if strength <= 0:
            return
        west, north = view.left() / scale, view.top() / scale
        east, south = view.right() / scale, view.bottom() / scale
        first, _ = hexes.offset(t.nearest_hex(west - t.across, north))
        last, _ = hexes.offset(t.nearest_hex(east + t.across, south))
        lines: list[QLineF] = []
        labels: list[tuple[float, float, str]] = []
        for column in range(first, last + 1):
            x0 = t.middle(hexes.at_offset(column, 0))
            top = max(0, math.floor((north - x0[1]) / t.across - 1))
            bottom = min(t.rows - 1, math.ceil((south - x0[1]) / t.across + 1))
            for row in range(top, bottom + 1):
                h = hexes.at_offset(column, row)
                c = [(x * scale, y * scale) for x, y in t.outline(h)]
                lines += [QLineF(*c[k], *c[k + 1]) for k in (3, 4)]
                lines.append(QLineF(*c[5], *c[0]))
                if across > 54:
                    mx, my = t.middle(h)
                    labels.append((mx * scale, my * scale - across * 0.38, h.label))
        painter.setPen(QPen(colour(p.ink, min(0.6, p.grid * (1.35 if across > 60 else 1.15)) * strength), 1.0))
        painter.drawLines(lines)
        if labels:
            size = min(13.0, across * 0.15)
            face = font(Lettering("hex", "regular", size, p.ink))
            face.setPixelSize(max(8, round(size)))
            painter.setFont(face)
            painter.setPen(colour(p.ink, 0.36 if not p.patterns else 0.7))
            for x, y, text in labels:
                painter.drawText(QRectF(x - across / 2, y - size * 0.3, across, size * 1.3), Qt.AlignmentFlag.AlignCenter, text)

    def _wide_names(self, painter: QPainter, view: QRectF, scale: float) -> None:
        """The names of seas and countries, spread along their courses."""
        for name in self.courses:
            size = name.size * (scale / 1.12)
            if size < 8.5:
                continue
            size = min(size, name.size * 4.6, 40.0)
            face = font(Lettering("wide", "italic" if name.water else "regular", size, name.colour))
            face.setPixelSize(round(size))
            painter.setFont(face)
            painter.setPen(colour(name.colour, name.opacity))
            for letter, x, y, turn in name.letters:
                px, py = x * scale, y * scale
                if letter == " " or not view.adjusted(-50, -50, 50, 50).contains(px, py):
                    continue
                painter.save()
                painter.translate(px, py)
                painter.rotate(turn)
                painter.drawText(
                    QRectF(-50, -60 + size * 0.35, 100, 60), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, letter
                )
                painter.restore()


def _table_colour(palette: Palette) -> str:
    """The table beside the map."""
    return {"table": "#8A7B62", "night": "#0B0F0E", "contrast": "#FFFFFF"}.get(palette.name, palette.paper)


def _box(west: float, north: float, east: float, south: float) -> tuple[Point, ...]:
    return ((west, north), (east, north), (east, south), (west, south))


def _union(shapes: Iterable[Any], frame: Any) -> Any:
    """Return the shapes joined, clipped to the frame."""
    return reduce(lambda a, b: a.union(b), shapes, frame.difference(frame)).intersection(frame)


def _length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))
