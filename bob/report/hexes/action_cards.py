"""The Action deck to cut out, and a page of backs."""

from __future__ import annotations

from bob.chart.marks import Box
from bob.chart.page import A4, WHITE
from bob.dogfight.hexes.data import EITHER, INITIATIVE, OPPONENT, OWN, HexCard, HexTables
from bob.report.battle_card.leaf import ring
from bob.report.hexes.paper import FOOT, HEAD, INK, MARGIN, QUIET, RED, SLATE, PiecePage, PieceSheets
from bob.words import Words

WIDE, HIGH = 47.0, 63.0
COLUMNS, ROWS = 4, 4
COLOURS = {INITIATIVE: QUIET, OPPONENT: RED, OWN: "#4D7A4A", EITHER: "#A9842B"}
"""The ink of the four timings; the same is in words and in the mark of each."""


def action_cards(sheets: PieceSheets, tables: HexTables) -> None:
    """Every card of the deck, in the order of its file, then the backs."""
    words = sheets.words
    deck = [card for card in tables.cards.values() for _ in range(card.copies)]
    per = COLUMNS * ROWS
    for start in range(0, len(deck), per):
        page = sheets.begin("cards", words("hex_pieces.note.cards"))
        for place, card in enumerate(deck[start : start + per]):
            _front(page, _box(place), card, words)
        _crops(page)
    if deck:
        page = sheets.begin("backs", words("hex_pieces.note.backs"))
        for place in range(per):
            _back(page, _box(place), words("hex_pieces.card.back"))
        _crops(page)


def _box(place: int) -> Box:
    left, top = MARGIN + 1 + place % COLUMNS * WIDE, HEAD + place // COLUMNS * HIGH
    return left, top, left + WIDE, top + HIGH


def _crops(page: PiecePage) -> None:
    assert _box(COLUMNS * ROWS - 1)[3] <= A4[1] - FOOT + 4
    page.crops([MARGIN + 1 + i * WIDE for i in range(COLUMNS + 1)], [HEAD + i * HIGH for i in range(ROWS + 1)])


def _front(page: PiecePage, box: Box, card: HexCard, words: Words) -> None:
    left, top, right, foot = box
    colour = COLOURS[card.timing]
    page.box(left + 2, top + 2, right - 2, foot - 2, "#FBF9F1", colour, 0.5)
    page.box(left + 2, top + 2, right - 2, top + 9.5, colour, None)
    page.write(words(f"hexes.card.{card.code}"), (left + 3, top + 2.5, right - 3, top + 9.0), 4.2, "bold", WHITE, "middle")
    _mark(page, card.timing, ((left + right) / 2, top + 19.5), colour)
    text = words(f"hexes.card_text.{card.code}", value=card.value)
    page.write(text, (left + 4, top + 29.0, right - 4, foot - 10.0), 3.3, "regular", INK, "middle")
    page.line([(left + 5, foot - 9.2), (right - 5, foot - 9.2)], colour, 0.25)
    timing = words(f"hex_pieces.card.colour_{card.timing}")
    page.write(timing, (left + 3, foot - 8.6, right - 3, foot - 2.8), 2.9, "semibold", colour, "middle")
    page.cut(box)


def _mark(page: PiecePage, timing: str, at: tuple[float, float], colour: str) -> None:
    """The mark of a timing: a die, an arrow that comes, one that goes, both."""
    x, y = at
    if timing == INITIATIVE:
        page.box(x - 5.5, y - 5.5, x + 5.5, y + 5.5, WHITE, colour, 0.8)
        for dx, dy in ((-2.8, -2.8), (2.8, 2.8), (0.0, 0.0)):
            page.shape([ring(x + dx, y + dy, 1.0)], colour)
        return
    ways = {OWN: (1,), OPPONENT: (-1,), EITHER: (1, -1)}[timing]
    for way in ways:
        cx = x + (4.2 * way if len(ways) == 2 else 0.0)
        tip, tail = (y - 7.0, y + 6.0) if way > 0 else (y + 7.0, y - 6.0)
        neck = tip + 5.5 * way
        half = ((1.5, neck), (1.5, tail))
        shaft = ((cx + 4.0, neck), *((cx + dx, dy) for dx, dy in half), *((cx - dx, dy) for dx, dy in reversed(half)), (cx - 4.0, neck))
        page.shape([((cx, tip), *shaft)], colour)


def _back(page: PiecePage, box: Box, told: str) -> None:
    left, top, right, foot = box
    x, y = (left + right) / 2, (top + foot) / 2
    page.box(left + 2, top + 2, right - 2, foot - 2, SLATE, None)
    page.box(left + 3.4, top + 3.4, right - 3.4, foot - 3.4, None, WHITE, 0.3)
    for r in (15.0, 10.0):
        page.shape([ring(x, y, r)], None, WHITE, 0.25)
    page.line([(x - 18, y), (x + 18, y)], WHITE, 0.25)
    page.line([(x, y - 18), (x, y + 18)], WHITE, 0.25)
    page.aircraft("spitfire_i", (x, y), 15.0, WHITE)
    page.write(told, (left + 5, foot - 11.0, right - 5, foot - 5.0), 3.0, "semibold", WHITE, "middle")
    page.cut(box)
