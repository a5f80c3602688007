"""Paints a chart with Qt: on the screen, as a picture, as a PDF page.

A `Painting` turns a sheet into Qt's paths once; painting it again is quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import bob.chart.qt_refcounts  # noqa: F401
from bob.chart.marks import ChartPage, Dots, FontFace, Glyph, Lettering, Letters, Mark, Path, Point, Style
from bob.chart.svg import FONTS, font_file
from bob.chart.symbols import parts
from bob.core.atomic_files import put_file
from bob.core.errors import BobError, UsageError

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QGuiApplication, QImage, QPainter, QPainterPath, QPdfWriter, QPen, QPolygonF

PAGES = ("a1", "a2", "a3", "a4", "a5")
_LEAST, _MOST = 200, 12000
_EM = 100
"""Letters are shaped at this size, in pixels, and scaled."""


def save_png(page: ChartPage, path: FilePath | str, width: int = 3200) -> None:
    """Write the chart as a PNG that many pixels wide.

    Raises UsageError for a width out of bounds, BobError without Qt or if it cannot be written.
    """
    put_file(path, _png(_image(page, width)))


def cut_out(page: ChartPage, width: int, boxes: Mapping[FilePath, tuple[float, float, float, float]]) -> dict[FilePath, bytes]:
    """Parts of the chart, left, top, width and height in millimetres, each as a PNG. Raises as `save_png` does."""
    image, scale = _image(page, width), width / page.width
    return {path: _png(image.copy(*(round(value * scale) for value in box))) for path, box in boxes.items()}


def _image(page: ChartPage, width: int) -> QImage:
    if not _LEAST <= width <= _MOST:
        raise UsageError("map.bad_width", width=width, least=_LEAST, most=_MOST)
    painting = Painting(page)
    from PySide6.QtGui import QColor, QImage, QPainter

    scale = width / page.width
    image = QImage(width, round(page.height * scale), QImage.Format.Format_RGB32)
    if image.isNull():
        raise UsageError("map.bad_width", width=width, least=_LEAST, most=_MOST)
    image.setDotsPerMeterX(round(scale * 1000))
    image.setDotsPerMeterY(round(scale * 1000))
    image.setText("Title", page.title)
    image.fill(QColor(page.paper))
    painter = QPainter(image)
    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.scale(scale, scale)
        painting.draw(painter)
    finally:
        painter.end()
    return image


def _png(image: QImage) -> bytes:
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise BobError("error.write", path="PNG", why="Qt")
    return bytes(buffer.data().data())


def save_pdf(chart_page: ChartPage, path: FilePath | str, page: str = "a2") -> None:
    """Write the chart as a PDF of one page with its fonts in it, as large as the page allows.

    Raises UsageError for an unknown page, BobError without Qt or if it cannot be written.
    """
    put_file(path, pdf(chart_page, page))


def pdf(chart_page: ChartPage, page: str = "a2") -> bytes:
    """The chart as that PDF. Raises UsageError for an unknown page, BobError without Qt."""
    name = page.lower()
    if name not in PAGES:
        raise UsageError("map.unknown_page", name=page, choices=", ".join(PAGES))
    painting = Painting(chart_page)
    from PySide6.QtCore import QMarginsF
    from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter

    size = QPageSize(getattr(QPageSize.PageSizeId, name.upper()))
    upright = QPageLayout.Orientation.Portrait if chart_page.height >= chart_page.width else QPageLayout.Orientation.Landscape

    def draw(writer: QPdfWriter) -> None:
        writer.setPageLayout(QPageLayout(size, upright, QMarginsF(0, 0, 0, 0)))
        painter = QPainter()
        if not painter.begin(writer):
            raise BobError("error.write", path="PDF", why="Qt")
        try:
            across, down = float(writer.width()), float(writer.height())
            scale = min(across / chart_page.width, down / chart_page.height)
            painter.fillRect(0, 0, writer.width(), writer.height(), QColor(chart_page.paper))
            painter.translate((across - chart_page.width * scale) / 2, (down - chart_page.height * scale) / 2)
            painter.scale(scale, scale)
            painting.draw(painter, live_text=True)
        finally:
            painter.end()

    return pdf_of(chart_page.title, 1200, draw)


def pdf_of(title: str, dots: int, draw: Callable[[QPdfWriter], None]) -> bytes:
    """Return a drawing as a whole PDF of `dots` dots to the inch. Raises BobError when Qt could not finish it."""
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QPdfWriter

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(dots)
    writer.setTitle(title)
    writer.setCreator("bob-1940")
    draw(writer)
    del writer
    made = bytes(buffer.data().data())
    if not (made.startswith(b"%PDF-") and made.rstrip().endswith(b"%%EOF")):
        raise BobError("error.write", path="PDF", why="Qt")
    return made


# ---- Qt itself

_kept: list[QGuiApplication] = []


def application() -> QGuiApplication:
    """The running Qt application, or a new one without a window. Raises BobError when Qt cannot be loaded."""
    os.environ.setdefault("QT_HASH_SEED", "0")  # else the fonts of a PDF come in another order each time
    try:
        from PySide6.QtGui import QGuiApplication
    except ImportError as error:
        raise BobError("map.no_qt", reason=str(error).splitlines()[0]) from error
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    _kept.append(QGuiApplication(["bob"]))
    return _kept[0]


@cache
def _families() -> dict[FontFace, tuple[str, str]]:
    """Family and style of each face, the shipped fonts loaded."""
    from PySide6.QtGui import QFontDatabase

    found: dict[FontFace, tuple[str, str]] = {}
    styles: dict[FontFace, str] = {"regular": "Regular", "italic": "Italic", "semibold": "SemiBold", "bold": "Bold"}
    for face in FONTS:
        number = QFontDatabase.addApplicationFont(str(font_file(face)))
        families = QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
        found[face] = (families[0] if families else "sans-serif", styles[face])
    return found


def font(lettering: Lettering) -> QFont:
    """The font of a lettering, `_EM` pixels high; the space between spaced letters is not in it."""
    from PySide6.QtGui import QFont

    family, style = _families()[lettering.face]
    made = QFont(family)
    made.setStyleName(style)
    made.setWeight(QFont.Weight(FONTS[lettering.face][1]))
    made.setItalic(FONTS[lettering.face][2] == "italic")
    made.setPixelSize(_EM)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setKerning(False)
    return made


# ---- the painting


@dataclass(slots=True)
class _Fill:
    path: QPainterPath
    pen: QPen | None
    brush: Any


@dataclass(slots=True)
class _Spray:
    points: QPolygonF
    pen: QPen


@dataclass(slots=True)
class _Line:
    """Letters at a place: the halo and the letters as paths, and the data to write them as text."""

    path: QPainterPath
    halo: QPen | None
    brush: Any
    runs: list[tuple[float, str]]
    font: QFont
    at: Point
    turn: float
    scale: float


_Piece = _Fill | _Spray | _Line


class Painting:
    """A sheet as Qt's paths, in millimetres of paper. Raises BobError when Qt cannot be loaded."""

    def __init__(self, page: ChartPage) -> None:
        application()
        self.page = page
        self._pens: dict[str, QPen] = {}
        self._fonts: dict[str, QFont] = {}
        place = page.frame.to_paper
        self.layers: dict[str, list[_Piece]] = {layer.name: self._pieces(layer.marks, place) for layer in page.layers}
        self.names: dict[str, list[_Piece]] = {layer.name: self._pieces(layer.names, place) for layer in page.layers}
        self.furniture = self._pieces(page.furniture, lambda p: p)

    def draw(self, painter: QPainter, *, live_text: bool = False, furniture: bool = True) -> None:
        """Paint it all; the painter's unit is a millimetre of paper. With `live_text` letters go out as text and not as outlines."""
        from PySide6.QtCore import QRectF

        f = self.page.frame
        painter.save()
        painter.setClipRect(QRectF(f.left, f.top, f.width, f.height))
        for part in (self.layers, self.names):
            for pieces in part.values():
                self._paint(painter, pieces, live_text)
        painter.restore()
        if furniture:
            self._paint(painter, self.furniture, live_text)

    def _paint(self, painter: QPainter, pieces: list[_Piece], live_text: bool) -> None:
        from PySide6.QtCore import QPointF, Qt

        for piece in pieces:
            if isinstance(piece, _Fill):
                painter.setPen(piece.pen if piece.pen is not None else Qt.PenStyle.NoPen)
                painter.setBrush(piece.brush if piece.brush is not None else Qt.BrushStyle.NoBrush)
                painter.drawPath(piece.path)
            elif isinstance(piece, _Spray):
                painter.setPen(piece.pen)
                painter.drawPoints(piece.points)
            else:
                if piece.halo is not None:
                    painter.strokePath(piece.path, piece.halo)
                if live_text:
                    painter.save()
                    painter.translate(QPointF(*piece.at))
                    painter.rotate(piece.turn)
                    painter.scale(piece.scale, piece.scale)
                    painter.setFont(piece.font)
                    painter.setPen(piece.brush)
                    for x, run in piece.runs:
                        painter.drawText(QPointF(x, 0), run)
                    painter.restore()
                else:
                    painter.fillPath(piece.path, piece.brush)

    # ---- from marks to pieces

    def _pieces(self, marks: tuple[Mark, ...], place: Callable[[Point], Point]) -> list[_Piece]:
        found: list[_Piece] = []
        for mark in marks:
            if isinstance(mark, Path):
                rings = [[place(p) for p in ring] for ring in mark.rings]
                found.append(_Fill(_outline(rings, mark.closed), self._pen(mark.style), _brush(mark.style.fill, mark.style.opacity)))
            elif isinstance(mark, Dots):
                found.append(self._spray(mark, place))
            elif isinstance(mark, Glyph):
                found += self._glyph(mark, place)
            elif isinstance(mark, Letters):
                for letter, (x, y, turn) in zip(mark.text, mark.places, strict=True):
                    if letter != " ":
                        found.append(self._line(mark.lettering, letter, place((x, y)), "middle", turn))
            else:
                found.append(self._line(mark.lettering, mark.text, place(mark.at), mark.anchor, mark.turn))
        return found

    def _spray(self, mark: Dots, place: Callable[[Point], Point]) -> _Spray:
        from PySide6.QtCore import QPointF
        from PySide6.QtGui import QPolygonF

        pen = self._pen(mark.style)
        assert pen is not None
        return _Spray(QPolygonF([QPointF(*place(p)) for p in mark.points]), pen)

    def _glyph(self, mark: Glyph, place: Callable[[Point], Point]) -> list[_Piece]:
        x, y = place(mark.at)
        found: list[_Piece] = []
        for path, pen, brush in self._symbol(mark.style, mark.shape, mark.size):
            found.append(_Fill(path.translated(x, y), pen, brush))
        return found

    def _symbol(self, style: Style, shape: str, size: float) -> list[tuple[QPainterPath, QPen | None, Any]]:
        drawn: list[tuple[QPainterPath, QPen | None, Any]] = []
        for part in parts(shape):
            path = _outline([[(x * size, y * size) for x, y in ring] for ring in part.rings], part.closed)
            fill = {"main": style.fill, "ground": style.ground, "line": None}[part.ink]
            drawn.append((path, self._pen(style) if part.edged or part.ink == "line" else None, _brush(fill, 1.0)))
        return drawn

    def _pen(self, style: Style) -> QPen | None:
        if style.stroke is None:
            return None
        if style.name not in self._pens:
            self._pens[style.name] = _pen(style.stroke, style.width, style.stroke_opacity, style.dash)
        return self._pens[style.name]

    def _line(self, lettering: Lettering, text: str, at: Point, anchor: str, turn: float) -> _Line:
        from PySide6.QtGui import QPainterPath, QTransform

        if lettering.name not in self._fonts:
            self._fonts[lettering.name] = font(lettering)
        face = self._fonts[lettering.name]
        scale = lettering.size / _EM
        shift = {"start": 0.0, "middle": -0.5, "end": -1.0}[anchor] * lettering.length(text)
        raw = QPainterPath()
        runs = _runs(lettering, text)
        for x, run in runs:
            raw.addText(x, 0, face, run)
        move = QTransform()
        move.translate(*at)
        move.rotate(turn)
        move.translate(shift, 0)
        move.scale(scale, scale)
        origin = move.map(0.0, 0.0)
        halo = _pen(lettering.halo, lettering.halo_width, 1.0, ()) if lettering.halo else None
        start = (float(origin[0]), float(origin[1]))  # type: ignore[index]
        return _Line(move.map(raw), halo, _brush(lettering.colour, lettering.opacity), runs, face, start, turn, scale)


def _runs(lettering: Lettering, text: str) -> list[tuple[float, str]]:
    """The pieces of a line written in one go and where each starts, in pixels of the font: its letters where they are spaced.

    A font's own letter spacing comes out wrong on a page of fine resolution.
    """
    if not lettering.spacing:
        return [(0.0, text)]
    step = _EM / lettering.size
    starts = [(lettering.length(text[:i]) + (lettering.spacing if i else 0.0)) * step for i in range(len(text))]
    return [(x, letter) for x, letter in zip(starts, text, strict=True) if letter != " "]


def _colour(name: str, opacity: float) -> Any:
    from PySide6.QtGui import QColor

    colour = QColor(name)
    colour.setAlphaF(opacity)
    return colour


def _brush(name: str | None, opacity: float) -> Any:
    return None if name is None else _colour(name, opacity)


def _pen(name: str, width: float, opacity: float, dash: tuple[float, ...]) -> QPen:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QPen

    pen = QPen(_colour(name, opacity))
    pen.setWidthF(width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    dotted = not dash or dash[0] == 0
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if dotted else Qt.PenCapStyle.FlatCap)
    if dash:
        pen.setDashPattern([max(d / width, 0.001) for d in dash])
    return pen


def _outline(rings: list[list[Point]], closed: bool) -> QPainterPath:
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtGui import QPainterPath, QPolygonF

    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring]))
        if closed:
            path.closeSubpath()
    return path
