"""The battle card written: as plain text, as PDF, as SVG."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from bob.core.atomic_files import put_file
from bob.core.errors import UsageError
from bob.report.battle_card.content import BLANK, NEVER, TICK, BattleCard, LeafTable, SidePart, cards
from bob.report.battle_card.facts import Facts
from bob.tactical.engagement import Engagement
from bob.words import Words

ENDINGS = (".pdf", ".svg", ".txt")
WIDTH, WIDEST = 100, 130
"""Letters in a line of the text, and in a line of a table."""


def save(engagement: Engagement, where: Facts, words: Words, path: Path) -> None:
    """Write the card as .pdf (A5), .svg (its pages side by side) or .txt.

    Raises UsageError for another ending, BobError without Qt or when it cannot be written.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise UsageError("card.ending", path=str(path))
    if ending == ".txt":
        put_file(path, text(engagement, where, words))
        return
    from bob.chart.svg import to_svg
    from bob.report.battle_card.page import all_pages, spread
    from bob.report.flowing import save_pages

    papers = all_pages(engagement, where, words)
    if ending == ".svg":
        put_file(path, to_svg(spread(papers)))
    else:
        save_pages(papers, path, "a5")


def text(engagement: Engagement, where: Facts, words: Words, wide: int = WIDTH) -> str:
    """Return the cards of all tables as plain text, for a terminal or a plain printer of `wide` letters a line."""
    wide = min(wide, WIDTH)
    texts = ["\n".join(line.rstrip() for line in _lines(found, words, wide)) for _, found in cards(engagement, where, words)]
    return "\n\n\n".join(texts) + "\n"


def _lines(card: BattleCard, words: Words, width: int) -> Iterator[str]:
    yield card.title
    yield card.day
    yield card.place
    yield ""
    yield from _wrapped(" ".join(card.story), width)
    yield ""
    wide = max(len(label) for label, _ in card.facts)
    for label, value in card.facts:
        yield f"{label:<{wide}}  {value}"
    yield ""
    yield from _title(card.set_title)
    yield from _wrapped(card.set_models, width)
    for name, lines in card.games:
        yield ""
        yield from _wrapped(words("card.label", label=name, text=lines), width)
    yield ""
    yield from _title(card.back_title)
    for line in card.back:
        yield from _wrapped(line, width)
    for slip in card.slips:
        yield ""
        yield f"- - - {card.cut} ".ljust(width, "-")
        yield from _slip(slip, words, width)
    yield ""
    yield "-" * width
    yield from _title(card.close_title)
    for label, choices in card.close:
        yield from _wrapped(words("card.label", label=label, text="   ".join(f"{TICK} {choice}" for choice in choices)), width)
    yield card.hint
    yield ""
    yield card.imprint


def _slip(slip: SidePart, words: Words, width: int) -> Iterator[str]:
    yield from _title(slip.title)
    yield from _wrapped(" ".join(slip.lines), width)
    for grid in (slip.own, slip.table, slip.fill):
        yield ""
        yield from _grid(grid, words, width, fill=grid is slip.fill)


def _title(title: str) -> Iterator[str]:
    yield title
    yield "=" * len(title)


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, break_on_hyphens=False)


def _grid(grid: LeafTable, words: Words, width: int, *, fill: bool) -> Iterator[str]:
    """Yield a table in columns, or row by row where they are too wide; with `fill`, an empty cell gets a line to write on."""
    rows = [tuple("____" if fill and cell == BLANK else cell for cell in row) for row in grid.rows]
    widths = [max(len(row[i]) for row in (grid.heads, *rows)) for i in range(len(grid.heads))]
    narrow = width < WIDTH
    gap = 1 if sum(widths) + 2 * len(widths) - 2 > (width if narrow else WIDEST) else 2
    if sum(widths) + len(widths) - 1 > (width if narrow else WIDEST):
        for row in rows:
            text = ", ".join(f"{head} {cell}" for head, cell in zip(grid.heads[1:], row[1:], strict=True) if cell not in (BLANK, NEVER))
            yield from textwrap.wrap(words("card.label", label=row[0], text=text), width, subsequent_indent="    ", break_on_hyphens=False)
        return
    for row in (grid.heads, *rows):
        cells = [cell.rjust(w) if i in grid.right else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))]
        yield (" " * gap).join(cells)
