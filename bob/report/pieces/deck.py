"""Cards of one size on pages to cut: sixteen to a page, a frame in the colour of their kind, a page of backs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bob.chart.marks import Box
from bob.chart.page import A4, WHITE
from bob.report.battle_card.leaf import ring
from bob.report.pieces.paper import FOOT, HEAD, MARGIN, SLATE, PiecePage, PiecePages

WIDE, HIGH = 47.0, 63.0
COLUMNS, ROWS = 4, 4
PER = COLUMNS * ROWS


def card_pages(pages: PiecePages, fronts: Sequence[Callable[[PiecePage, Box], None]], note: str, beside: str = "") -> None:
    """Draw pages of cards, each by its function into its box; `beside` replaces the game's title."""
    for start in range(0, len(fronts), PER):
        page = pages.begin("cards", note, beside=beside)
        for place, front in enumerate(fronts[start : start + PER]):
            front(page, _place(place))
        _crops(page)


def card_backs(pages: PiecePages, text: str, aircraft: str, colour: str = SLATE, beside: str = "") -> None:
    """A page of backs with a gunsight over an aircraft."""
    page = pages.begin("backs", pages.words("pieces.note.backs"), beside=beside)
    for place in range(PER):
        _draw_back(page, _place(place), text, aircraft, colour)
    _crops(page)


def _place(place: int) -> Box:
    left, top = MARGIN + 1 + place % COLUMNS * WIDE, HEAD + place // COLUMNS * HIGH
    return left, top, left + WIDE, top + HIGH


def _crops(page: PiecePage) -> None:
    assert _place(PER - 1)[3] <= A4[1] - FOOT + 4
    page.crops([MARGIN + 1 + i * WIDE for i in range(COLUMNS + 1)], [HEAD + i * HIGH for i in range(ROWS + 1)])


def card_frame(page: PiecePage, box: Box, name: str, colour: str) -> None:
    """The ground of a card, and its name in a band of its colour."""
    left, top, right, foot = box
    page.box(left + 2, top + 2, right - 2, foot - 2, "#FBF9F1", colour, 0.5)
    page.box(left + 2, top + 2, right - 2, top + 9.5, colour, None)
    page.write(name, (left + 3, top + 2.5, right - 3, top + 9.0), 4.2, "bold", WHITE, "middle")
    page.cut(box)


def card_foot(page: PiecePage, box: Box, text: str, colour: str, margin: float = 3.0) -> None:
    """Write the foot of a card, under a line, at a margin from its sides."""
    left, _, right, foot = box
    page.line([(left + 5, foot - 9.2), (right - 5, foot - 9.2)], colour, 0.25)
    page.write(text, (left + margin, foot - 8.6, right - margin, foot - 2.8), 2.9, "semibold", colour, "middle")


def _draw_back(page: PiecePage, box: Box, text: str, aircraft: str, colour: str) -> None:
    left, top, right, foot = box
    x, y = (left + right) / 2, (top + foot) / 2
    page.box(left + 2, top + 2, right - 2, foot - 2, colour, None)
    page.box(left + 3.4, top + 3.4, right - 3.4, foot - 3.4, None, WHITE, 0.3)
    for r in (15.0, 10.0):
        page.shape([ring(x, y, r)], None, WHITE, 0.25)
    page.line([(x - 18, y), (x + 18, y)], WHITE, 0.25)
    page.line([(x, y - 18), (x, y + 18)], WHITE, 0.25)
    page.aircraft(aircraft, (x, y), 15.0, WHITE)
    page.write(text, (left + 5, foot - 11.0, right - 5, foot - 5.0), 3.0, "semibold", WHITE, "middle")
    page.cut(box)
