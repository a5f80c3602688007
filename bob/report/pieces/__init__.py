"""The pieces of a game for a real table, to print and cut: found by its name, laid out by what all share, written as one PDF."""

from __future__ import annotations

from bob.report.pieces.finding import (
    PAPERS,
    FoughtMaker,
    PagesMaker,
    check_pieces,
    for_engagements,
    pages_maker,
    printable,
    save_fought,
    save_pieces,
)

__all__ = [
    "PAPERS",
    "FoughtMaker",
    "PagesMaker",
    "check_pieces",
    "for_engagements",
    "pages_maker",
    "printable",
    "save_fought",
    "save_pieces",
]
