"""The map of plots in a terminal: the coast in dots, plots and squadrons as letters, hexes along the edges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.theatre import Theatre
from bob.day.telling.view_tables import ARROWS

COLOURS = {"red": "31", "yellow": "33", "blue": "94", "friend": "1;32", "foe": "1;31", "quiet": "2", "title": "1", "coast": "2;36"}
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_PLAIN = str.maketrans({"○": "o", "□": "#", "∙": ".", "·": ".", "✠": "*", "◌": "o", **{a: "^/>\\v/<\\"[i] for i, a in enumerate(ARROWS)}})
"""The signs for a terminal that knows plain letters only."""
_DIVIDE = 0.5
"""The share of land from which a point counts as land."""
_BLUR = 0.6
"""The reach of a hex's influence on its neighbours, as a share of its width."""


def painted(text: str, colour: str | None, on: bool) -> str:
    """A text in a colour of the terminal, if there are colours."""
    return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if on and colour is not None else text


@dataclass(frozen=True, slots=True)
class MapSign:
    """A sign in a hex, and a label beside it that is left out where there is no room."""

    hex: Hex
    sign: str
    label: str = ""
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the map that is shown: columns and rows of hexes, and the number of hexes for each letter."""

    west: int
    north: int
    east: int
    south: int
    scale: int = 1

    @property
    def width(self) -> int:
        return (self.east - self.west + 1) * 2 // self.scale

    @property
    def height(self) -> int:
        return (self.south - self.north + 1) // self.scale


SOUTH_EAST = Window(23, 13, 60, 37)
"""London, Kent, Sussex, the Straits and the shore of France."""


def whole(theatre: Theatre) -> Window:
    """The whole map, at half the size."""
    return Window(0, 0, theatre.columns - 1, theatre.rows - 1, 2)


def around(theatre: Theatre, h: Hex) -> Window:
    """The map as large as usual, with a hex in its middle."""
    column, row = hexes.offset(h)
    wide, high = SOUTH_EAST.east - SOUTH_EAST.west, SOUTH_EAST.south - SOUTH_EAST.north
    west = min(max(0, column - wide // 2), theatre.columns - 1 - wide)
    north = min(max(0, row - high // 2), theatre.rows - 1 - high)
    return Window(west, north, west + wide, north + high)


class TerminalMap:
    """A map; the same theatre and window are drawn again quickly."""

    def __init__(self, theatre: Theatre, window: Window = SOUTH_EAST, *, colour: bool = False, plain: bool = False) -> None:
        self.theatre = theatre
        self.window = window
        self.colour = colour
        self.plain = plain

    def shows(self, h: Hex) -> bool:
        """Return whether a hex is in the window."""
        column, row = hexes.offset(h)
        w = self.window
        return w.west <= column <= w.east and w.north <= row <= w.south

    def _cell(self, h: Hex) -> tuple[int, int]:
        column, row = hexes.offset(h)
        w = self.window
        return (column - w.west) * 2 // w.scale, min(w.height - 1, (row - w.north) // w.scale)

    def draw(self, trails: Iterable[MapSign], marks: Sequence[MapSign], ground: Iterable[MapSign] = ()) -> str:
        """The map with these marks; the first ones have the first choice of room."""
        w = self.window
        sea = coast(self.theatre, w)
        cells: list[list[tuple[str, str | None]]] = [
            [((":" if dots else " ") if self.plain else chr(0x2800 + dots) if dots else " ", "coast") for dots in line] for line in sea
        ]
        taken: set[tuple[int, int]] = set()
        for mark in trails:
            if self.shows(mark.hex):
                x, y = self._cell(mark.hex)
                cells[y][x] = (mark.sign, mark.colour)
        shown = [mark for mark in marks if self.shows(mark.hex)]
        for mark in shown:
            x, y = self._cell(mark.hex)
            if (x, y) not in taken:
                cells[y][x] = (mark.sign, mark.colour)
                taken.add((x, y))
        for mark in (*shown, *(m for m in ground if self.shows(m.hex))):
            x, y = self._cell(mark.hex)
            if mark not in shown:
                if (x, y) in taken:
                    continue
                cells[y][x] = (mark.sign, mark.colour)
                taken.add((x, y))
            spot = self._room(x, y, len(mark.label), taken) if mark.label else None
            if spot is not None:
                for i, letter in enumerate(mark.label):
                    cells[spot[1]][spot[0] + i] = (letter, mark.colour)
                    taken.add((spot[0] + i, spot[1]))
        return "\n".join(self._framed(cells))

    def _room(self, x: int, y: int, length: int, taken: set[tuple[int, int]]) -> tuple[int, int] | None:
        """Return a free place for a label beside its sign, or None."""
        for dx, dy in ((1, 0), (-length, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-length, 1), (-length, -1)):
            left, line = x + dx, y + dy
            fits = 0 <= line < self.window.height and left >= 0 and left + length <= self.window.width
            if fits and not any((left + i, line) in taken for i in range(length)):
                return left, line
        return None

    def _framed(self, cells: list[list[tuple[str, str | None]]]) -> list[str]:
        w = self.window
        columns = [f"{c:02d}" if c % 5 == 0 else "" for c in range(w.west, w.east + 1)]
        ruler = [" "] * (w.width + 2)
        for i, text in enumerate(columns):
            for j, figure in enumerate(text):
                ruler[i * 2 // w.scale + j] = figure
        head = painted("   " + "".join(ruler).rstrip(), "quiet", self.colour)
        out = [head]
        for i, line in enumerate(cells):
            row = w.north + i * w.scale
            edge = painted(f"{row:02d} " if row % 5 == 0 else "   ", "quiet", self.colour)
            line = [(sign.translate(_PLAIN), colour) for sign, colour in line] if self.plain else line
            out.append((edge + "".join(painted(sign, colour if sign != " " else None, self.colour) for sign, colour in line)).rstrip())
        return out


@cache
def coast(theatre: Theatre, window: Window) -> tuple[tuple[int, ...], ...]:
    """Return for each letter of a window the dots of its coast, by the hexes' terrain: land beside any other."""
    across = theatre.across * window.scale / 4
    left, top = theatre.middle(hexes.at_offset(window.west, window.north))
    step = theatre.across * math.sqrt(3) / 2 * window.scale / 4
    wide, high = window.width * 2, window.height * 4

    def land(i: int, j: int) -> bool | None:
        x, y = left + (i - 1) * step, top + (j - 1.5) * across
        return _land(theatre, x, y)

    solid = [[land(i, j) for i in range(wide)] for j in range(high)]
    found = [[0] * window.width for _ in range(window.height)]
    for j in range(high):
        for i in range(wide):
            beside = ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1))
            if solid[j][i] and any(0 <= a < wide and 0 <= b < high and solid[b][a] is False for a, b in beside):
                found[j // 4][i // 2] |= _DOTS[j % 4][i % 2]
    return tuple(tuple(line) for line in found)


def _land(theatre: Theatre, x: float, y: float) -> bool | None:
    """Return whether a point is land, by the land in the hexes about it, the nearest weighing most; None off the map."""
    middle = theatre.hex_at(x, y)
    if middle is None:
        return None
    share = total = 0.0
    for h in (middle, *hexes.neighbours(middle)):
        ground = theatre.grounds.get(h)
        if ground is not None:
            weight = math.exp(-((ground.x - x) ** 2 + (ground.y - y) ** 2) / (_BLUR * theatre.across) ** 2)
            share += weight * ground.land
            total += weight
    return share >= _DIVIDE * total
