"""An aid on one page: sections of short lines in two columns, the letters as large as they can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bob.chart.marks import Box
from bob.report.pieces.paper import FOOT, INK, RED, SLATE, PiecePage, PiecePages

_GAP = 6.0
_SIZES = tuple(round(4.0 - 0.1 * i, 1) for i in range(20))
PictureMaker = Callable[[PiecePage, Box, float], float]
"""Draws into the width of a column from its top down, with letters of that size; says how deep it goes."""


@dataclass(frozen=True, slots=True)
class AidSection:
    """A title, a drawing under it, and lines, each with a mark in the margin, such as +1."""

    title: str
    lines: Sequence[tuple[str, str]]
    margin: float = 11.0
    picture: PictureMaker | None = None


def aid_page(pages: PiecePages, columns: Sequence[Sequence[AidSection]]) -> None:
    """The columns beside each other on one page."""
    page = pages.begin("aid")
    for size in _SIZES:
        if _set(PiecePage("aid"), columns, size) <= page.height - FOOT or size == _SIZES[-1]:
            break
    _set(page, columns, size)


def _set(page: PiecePage, columns: Sequence[Sequence[AidSection]], size: float) -> float:
    """Lay the sections out; how deep they go."""
    wide = (page.right - page.left - _GAP) / 2
    deep = []
    for column, sections in enumerate(columns):
        left = page.left + column * (wide + _GAP)
        page.y = 17.0
        for section in sections:
            _title(page, section.title, left, left + wide, size)
            if section.picture is not None:
                page.y = section.picture(page, (left, page.y, left + wide, page.height), size)
            for mark, text in section.lines:
                _line(page, mark, text, (left, left + wide), section.margin, size)
        deep.append(page.y)
    return max(deep)


def _title(page: PiecePage, title: str, left: float, right: float, size: float) -> None:
    page.y += size * 0.9
    page.write(title, (left, page.y, right, page.y + size * 1.9), size * 1.35, "bold", RED)
    page.y += size * 2.0
    page.line([(left, page.y), (right, page.y)], SLATE, 0.25)
    page.y += size * 0.5


def _line(page: PiecePage, mark: str, text: str, ends: tuple[float, float], margin: float, size: float) -> None:
    """Write a line of the aid, with its mark in a margin."""
    left, right = ends
    room = margin if mark else 0.0
    if mark:
        page.write(mark, (left, page.y, left + room - 1, page.y + size * 1.1), size, "bold", INK, up=0.0)
    page.y = page.write(text, (left + room, page.y, right, page.y + size * 12), size, up=0.0) + size * 0.42
