"""The first pages of a game: the track of its turns, short texts, tables in rows that go on overleaf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bob.chart.page import shared
from bob.report.pieces.paper import FAINT, INK, QUIET, RED, SLATE, PiecePage, PiecePages

ROW = 5.4
"""The height of a row."""
_PER, _BOX = 18, 10.5


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A row of cells, its ground, and a flag that emphasises it as a sum."""

    cells: Sequence[str]
    ground: str | None = None
    bold: bool = False


def turn_track(page: PiecePage, title: str, turns: int) -> None:
    """A box for each turn."""
    page.write(title, (page.left, page.y, page.left + 40, page.y + 5), 3.0, "semibold", SLATE)
    page.y += 6.0
    for turn in range(1, turns + 1):
        left, top = page.left + (turn - 1) % _PER * _BOX, page.y + (turn - 1) // _PER * _BOX
        page.box(left, top, left + 10.0, top + 10.0, "#FBF9F1", INK, 0.2)
        page.write(str(turn), (left + 1, top + 1, left + 9, top + 9), 4.2, "bold", QUIET, "middle")
    page.y += (turns + _PER - 1) // _PER * _BOX + 3.0


def row_table(pages: PiecePages, page: PiecePage, heads: Sequence[str], rows: Sequence[PieceRow], right: Sequence[int] = ()) -> PiecePage:
    """Write rows under their heads, on a new page of the part where one ends; return the last page.

    The first column has the width that it needs, the others share the rest. The columns of `right` are figures.
    """
    look, bold = page.look("regular", 2.8), page.look("semibold", 2.8)
    table = [PieceRow(heads, bold=True), *rows]
    need = [max((bold if row.bold else look).length(row.cells[i]) for row in table) + 2.6 for i in range(len(heads))]
    across = page.right - page.left
    spare = across - sum(need)
    widths = [n + spare / len(need) for n in need] if spare >= 0 else shared(need, across, keep=(0,))
    for number, row in enumerate(table):
        if page.y + ROW > page.height - 16:
            page = pages.begin(page.part)
            page.y = 20.0
            if number:
                _row(page, table[0], widths, right, RED)
        _row(page, row, widths, right, INK if number else RED)
    return page


def _row(page: PiecePage, row: PieceRow, widths: Sequence[float], right: Sequence[int], ink: str) -> None:
    x = page.left
    if row.ground is not None:
        page.box(x, page.y, page.right, page.y + ROW, row.ground, None)
    for i, (cell, width) in enumerate(zip(row.cells, widths, strict=True)):
        room = (x + 0.8, page.y + 0.2, x + width - (1.6 if i in right else 0.6), page.y + ROW - 0.2)
        page.write(cell, room, 2.8, "semibold" if row.bold else "regular", ink, "end" if i in right else "start")
        x += width
    page.y += ROW
    page.line([(page.left, page.y), (page.right, page.y)], FAINT, 0.15)
