"""Small pictures made once: names with their halos, symbols. Drawing them again is quick."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from bob.chart.marks import FontFace, Lettering
from bob.chart.palette import Palette
from bob.chart.qt import font
from bob.chart.symbols import parts
from bob.desk.map.gazetteer import LOOKS
from bob.desk.map.outlines import outline
from bob.desk.map.textures import colour

_PAD = 4


@cache
def face(name: FontFace, size: float, spacing: float = 0.0) -> QFont:
    """Return a face of the shipped letters, `size` pixels high. It is shared: callers must not change it."""
    made = QFont(font(Lettering(name, name, size, "#000000")))
    made.setPixelSize(max(6, round(size)))
    made.setKerning(True)
    if spacing:
        made.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing)
    return made


class Sprites:
    """The pictures of a palette at a pixel ratio."""

    def __init__(self, palette: Palette, ratio: float = 1.0) -> None:
        self.palette = palette
        self.ratio = ratio
        self._symbols: dict[tuple[str, int], QPixmap] = {}
        self._texts: dict[tuple[str, str, int, str], tuple[QPixmap, float, float]] = {}

    def clear(self) -> None:
        """Clear the cache; pictures are made again on demand."""
        self._symbols.clear()
        self._texts.clear()

    def _blank(self, width: float, height: float) -> QPixmap:
        made = QPixmap(max(1, round(width * self.ratio)), max(1, round(height * self.ratio)))
        made.setDevicePixelRatio(self.ratio)
        made.fill(Qt.GlobalColor.transparent)
        return made

    def symbol(self, look: str, size: float) -> QPixmap:
        """The symbol of a look, its middle in the middle of the picture."""
        key = look, round(size * 2)
        if key not in self._symbols:
            side = round(size) + 6 + round(size) % 2
            made = self._blank(side, side)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(side / 2, side / 2)
            self.draw_symbol(painter, look, size)
            painter.end()
            self._symbols[key] = made.copy()  # a copy leaves the painter's engine, far larger than the picture, behind
        return self._symbols[key]

    def draw_symbol(self, painter: QPainter, look: str, size: float) -> None:
        """Draw the symbol of a look around the painter's origin."""
        p = self.palette
        found = LOOKS[look]
        fill, ink = getattr(p, found.fill), getattr(p, found.ink)
        for part in parts(found.shape):
            path = outline([tuple((x * size, y * size) for x, y in ring) for ring in part.rings], part.closed)
            brush = {"main": fill, "ground": p.paper, "line": None}[part.ink]
            painter.setBrush(colour(brush) if brush else Qt.BrushStyle.NoBrush)
            if part.edged or part.ink == "line":
                painter.setPen(QPen(colour(ink), max(1.0, size * 0.075)))
            else:
                painter.setPen(Qt.PenStyle.NoPen)
            painter.drawPath(path)

    def text(self, look: str, words: str, grow: float, ground: str) -> tuple[QPixmap, float, float]:
        """A name with its halo; where its base line begins in the picture; its length."""
        key = look, words, round(grow * 100), ground
        if key not in self._texts:
            found = LOOKS[look]
            letters = face(found.face, found.letters * grow, found.spacing * grow)
            measure = QFontMetricsF(letters)
            length = measure.horizontalAdvance(words) - found.spacing * grow
            made = self._blank(length + 2 * _PAD + 2, measure.height() + 2 * _PAD)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw_text(painter, look, words, grow, ground, QPointF(_PAD, _PAD + measure.ascent()))
            painter.end()
            self._texts[key] = made.copy(), _PAD + measure.ascent(), length
        return self._texts[key]

    def draw_text(self, painter: QPainter, look: str, words: str, grow: float, ground: str, at: QPointF) -> None:
        """Write a name with its halo from a point of its base line."""
        found = LOOKS[look]
        path = QPainterPath()
        path.addText(at, face(found.face, found.letters * grow, found.spacing * grow), words)
        halo = QPen(colour(ground, 0.85), max(2.4, found.letters * grow * 0.27))
        halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, halo)
        painter.fillPath(path, colour(getattr(self.palette, found.ink)))
