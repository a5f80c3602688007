"""A page of the battle card being drawn: letters, emblems, tables with boxes to write in."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from bob.chart.marks import Anchor, FontFace, Glyph, Lettering, Point, Ring, Style
from bob.chart.page import A5, WHITE, Page, shared, wrapped
from bob.chart.palette import TABLE
from bob.report.battle_card.content import TICK, LeafTable

WIDTH, HEIGHT = A5
LEFT = 9.0
RIGHT = WIDTH - LEFT
INK, QUIET, RED, SLATE = TABLE.ink, "#5E594B", TABLE.red, TABLE.slate
LINE = 1.27
"""The distance of lines, as a share of the size of the letters."""


class Leaf(Page):
    """A page of the card. `size` is that of the letters of its text."""

    def __init__(self, size: float, y: float = 0.0) -> None:
        super().__init__(A5, LEFT, LINE, "card", y)
        self.size = size

    # ---- letters and lines in the card's ink

    def look(self, face: FontFace = "regular", size: float | None = None, colour: str = INK, spacing: float = 0.0) -> Lettering:
        """Letters of this page."""
        return self.letters(face, round(size if size is not None else self.size, 3), colour, spacing)

    def fitted(self, text: str, look: Lettering, room: float) -> Lettering:
        """The same letters, smaller if the text would be longer than the room."""
        length = look.length(text)
        if length <= room:
            return look
        return self.look(look.face, look.size * room / length * 0.995, look.colour, look.spacing * room / length)

    def line(self, points: Sequence[Point], stroke: str = INK, width: float = 0.2, dash: tuple[float, ...] = ()) -> None:
        super().line(points, stroke, width, dash)

    def shape(
        self, rings: Sequence[Ring], fill: str | None = INK, stroke: str | None = None, width: float = 0.0, opacity: float = 1.0
    ) -> None:
        super().shape(rings, fill, stroke, width, opacity)

    def box(
        self, left: float, top: float, right: float, foot: float, fill: str | None = None, stroke: str | None = INK, width: float = 0.2
    ) -> None:
        super().box(left, top, right, foot, fill, stroke, width)

    def glyph(self, shape: str, at: Point, size: float, fill: str = INK) -> None:
        """A symbol of the chart."""
        self.marks.append(Glyph(Style(f"card-glyph-{fill.strip('#')}", fill=fill, stroke=INK, width=0.15, ground=WHITE), shape, at, size))

    def emblem(self, side: str, at: Point, size: float) -> None:
        """The roundel or the cross."""
        self.glyph("sector_station" if side == "raf" else "balkenkreuz", at, size, RED if side == "raf" else INK)

    # ---- tables

    def heading(self, title: str, left: float = LEFT, right: float = RIGHT) -> None:
        """A title over a rule."""
        look = self.look("semibold", self.size * 1.02, SLATE)
        self.y += look.size * 1.5
        self.text(look, title, (left, self.y))
        self.y += self.size * 0.42
        self.line([(left, self.y), (right, self.y)], SLATE, 0.22)

    def grid(self, grid: LeafTable, pitch: float, left: float, right: float, fill: bool = False) -> None:
        """A table, its first head as its title; with `fill` its empty cells are boxes to write in. `pitch` is the least height of a row."""
        look, strong, head = self.look(), self.look("semibold"), self.look("italic", self.size * 0.92, QUIET)
        title_look = self.look("semibold", self.size * 1.02, SLATE)
        widths = self._widths(grid, right - left)
        self.y += head.size * 1.3
        for x, width, title, i in _columns(left, widths, grid.heads):
            at: Anchor = "end" if i in grid.right else "start"
            self.text(self.fitted(title, head if i else title_look, width + 1.2), title, (x + width if at == "end" else x, self.y), at)
        self.y += head.size * 0.4
        self.line([(left, self.y), (right, self.y)], SLATE, 0.22)
        for row in grid.rows:
            cells = [
                wrapped((strong if not i else look).length, cell, widths[i]) if TICK not in cell else [cell] for i, cell in enumerate(row)
            ]
            high = max(pitch, max(len(lines) for lines in cells) * look.size * 1.2 + pitch - look.size * 1.2)
            base = self.y + (pitch + 0.68 * look.size) / 2
            for x, width, _, i in _columns(left, widths, grid.heads):
                if fill and row[i] == "":
                    self.box(x, self.y + pitch * 0.1, x + min(width, 11.0), self.y + pitch * 0.9, WHITE)
                elif TICK in row[i]:
                    self._ticks(row[i], x, base, look)
                else:
                    for n, line in enumerate(cells[i]):
                        edge: Anchor = "end" if i in grid.right else "start"
                        self.text(look if i else strong, line, (x + width if edge == "end" else x, base + n * look.size * 1.2), edge)
            self.y += high
            self.line([(left, self.y), (right, self.y)], "#B9B29B", 0.12)

    def _ticks(self, cell: str, x: float, base: float, look: Lettering) -> None:
        """Boxes to tick, each before its word."""
        side = look.size * 0.95
        for part in re.split(re.escape(TICK), cell)[1:]:
            self.box(x, base - side * 0.86, x + side, base + side * 0.14, WHITE)
            self.text(look, part.strip(), (x + side + 0.7, base))
            x += side + 0.7 + look.length(part.strip()) + (2.0 if part.strip() else 0.0)

    def _widths(self, grid: LeafTable, room: float) -> list[float]:
        """Return the widths of the columns: each as wide as it needs, with a part of the space left; where that is too much, all but the
        first share the space."""
        gap, look, strong, head = 1.8, self.look(), self.look("semibold"), self.look("italic", self.size * 0.92)
        need = []
        for i, title in enumerate(grid.heads):
            cells = [_ticks_width(row[i], look) if TICK in row[i] else (strong if not i else look).length(row[i]) for row in grid.rows]
            name = head if i else self.look("semibold", self.size * 1.02)
            need.append(max([name.length(title), *cells]) + 0.2)
        room -= gap * (len(need) - 1)
        if sum(need) <= room:
            more = (room - sum(need)) / len(need)
            return [n + more for n in need]
        return shared(need, room, keep=(0,))


def _columns(left: float, widths: Sequence[float], heads: Sequence[str]) -> list[tuple[float, float, str, int]]:
    found, x = [], left
    for i, (width, title) in enumerate(zip(widths, heads, strict=True)):
        found.append((x, width, title, i))
        x += width + 1.8
    return found


def ring(x: float, y: float, r: float, start: float = 0.0, end: float = 360.0, n: int = 40) -> tuple[Point, ...]:
    """A circle, or an arc clockwise from the top."""
    turns = [math.radians(start + (end - start) * i / n) for i in range(n + 1)]
    return tuple((x + r * math.sin(a), y - r * math.cos(a)) for a in turns)


def _ticks_width(cell: str, look: Lettering) -> float:
    """Return the width of boxes to tick with their words."""
    parts = [part.strip() for part in cell.split(TICK)[1:]]
    return sum(look.size * 0.95 + 0.7 + look.length(part) for part in parts) + 2.0 * (len(parts) - 1)
