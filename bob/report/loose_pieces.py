"""The map and the counters of a day for a virtual table such as VASSAL: the map without border and legend, a counter for each unit."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bob.chart.marks import ChartPage
from bob.chart.page import Page, wrapped
from bob.core.hexes import at_offset
from bob.data.theatre import Theatre
from bob.data.units import Aircraft, Posting
from bob.words import Words

SIDE, GAP = 16.0, 2.0
"""A counter's side, and the room between two, in millimetres."""
ACROSS = 12
"""Counters in a row of the sheet."""
_TONES = {"raf": ("#D8E2E6", "#2F4A57"), "luftwaffe": ("#E3E1D2", "#4F5648")}
_INK = "#1B1A17"


def bare(page: ChartPage) -> ChartPage:
    """A chart without border and legend: its edges are those of the map."""
    frame = replace(page.frame, left=0.0, top=0.0)
    return replace(page, width=frame.width, height=frame.height, frame=frame, furniture=())


@dataclass(frozen=True, slots=True)
class PixelGrid:
    """The hexes of a picture of the bare map, in pixels: the middle of hex 0000, and the steps from column to column and from row to
    row. Odd columns are half a row lower; columns are numbered before rows, both from 00."""

    x: float
    y: float
    column: float
    row: float
    columns: int
    rows: int


def grid_of(theatre: Theatre, page: ChartPage, width: int) -> PixelGrid:
    """Return the grid of a bare chart drawn `width` pixels wide."""
    scale = width / page.width
    x, y = (value * scale for value in page.frame.to_paper(theatre.middle(at_offset(0, 0))))
    across = theatre.across * page.frame.scale * scale
    return PixelGrid(x, y, across * math.sqrt(3) / 2, across, theatre.columns, theatre.rows)


@dataclass(frozen=True, slots=True)
class LooseCounter:
    """A unit's counter: its code, which is also the name of its file, and its place on the sheet, in millimetres."""

    code: str
    left: float
    top: float


def counters(units: Sequence[Posting], types: Mapping[str, Aircraft], words: Words, title: str) -> tuple[ChartPage, list[LooseCounter]]:
    """Return a sheet of counters, the RAF's squadrons first, each with its unit, its aircraft and their number; and the place of each."""
    rows = -(-len(units) // ACROSS)
    page = Page((ACROSS * (SIDE + GAP) + GAP, max(1, rows) * (SIDE + GAP) + GAP), GAP, 1.1, "loose")
    placed = []
    for i, unit in enumerate(sorted(units, key=lambda unit: (unit.side != "raf", _natural(unit.unit)))):
        left, top = GAP + i % ACROSS * (SIDE + GAP), GAP + i // ACROSS * (SIDE + GAP)
        _counter(page, unit, types[unit.aircraft].name, left, top)
        placed.append(LooseCounter(file_code(unit.code), left, top))
    return page.page(title, words.language), placed


def _counter(page: Page, unit: Posting, aircraft: str, left: float, top: float) -> None:
    ground, tone = _TONES[unit.side]
    page.box(left, top, left + SIDE, top + SIDE, ground, tone, 0.5)
    page.box(left, top, left + SIDE, top + 5.2, tone)
    middle = left + SIDE / 2
    _fitted(page, unit.unit, (middle, top + 3.8), 3.4, "#FFFFFF")
    _fitted(page, aircraft, (middle, top + 8.6), 2.5, _INK)
    page.text(page.letters("bold", 5.0, _INK), str(unit.strength), (middle, top + 14.6), "middle")


def _fitted(page: Page, text: str, at: tuple[float, float], size: float, colour: str) -> None:
    """Write a text in letters as large as there is room for; a text still too long ends early."""
    room = SIDE - 1.4
    while size > 1.6 and page.letters("bold", size, colour).length(text) > room:
        size = round(size - 0.2, 1)
    look = page.letters("bold", size, colour)
    page.text(look, wrapped(look.length, text, room)[0], at, "middle")


def file_code(code: str) -> str:
    """A unit's code as the name of a file."""
    return "_".join("".join(c if c.isascii() and c.isalnum() else " " for c in code).split()).lower()


def _natural(name: str) -> list[tuple[int, str]]:
    """Return the key that sorts names by their numbers, 17 Squadron before 111 Squadron."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name) if part]
