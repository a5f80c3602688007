"""The pieces of a game, checked and written as one PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bob.chart.marks import ChartPage
from bob.chart.page import A4
from bob.core.atomic_files import put_file
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.games import names
from bob.report.battle_card import Facts
from bob.report.join import joined
from bob.report.registry import PagesMaker, for_engagements, fought_maker, pages_maker, printable
from bob.tactical.engagement import Engagement
from bob.tactical.tabletop import tables
from bob.words import Words

PAPERS = ("a4", "a3")
"""The paper for pieces larger than a page; all else is on A4."""


def check_pieces(game: str, path: Path, paper: str = PAPERS[0]) -> PagesMaker:
    """Return the function that lays a game's pieces out. Raises UsageError for a game without pieces, another ending or another paper."""
    made = pages_maker(game) if game in names() else None
    if made is None:
        raise UsageError("pieces.no_pieces", name=game[:60], choices=", ".join(printable()))
    if path.suffix.lower() != ".pdf":
        raise UsageError("pieces.ending", path=str(path))
    if paper not in PAPERS:
        raise UsageError("error.one_of", option="--paper", choices=", ".join(PAPERS), value=paper)
    return made


def save_pieces(match: Match[Any], words: Words, path: Path, paper: str = PAPERS[0], seat: str = REFEREE) -> int:
    """Write the pieces of a game's scenario as PDF, those that a seat may see; return the number of pages. Raises BobError: as
    `check_pieces`, for an unknown seat, without Qt, when it cannot be written."""
    maker = check_pieces(match.game.name, path, paper)
    seats = (*match.game.seats(match.position), REFEREE)
    if seat not in seats:
        raise UsageError("error.one_of", option="--seat", choices=", ".join(seats), value=seat)
    return _as_text(maker(match, words, paper, seat), path, paper)


def save_fought(game: str, engagement: Engagement, where: Facts, words: Words, path: Path, paper: str = PAPERS[0]) -> int:
    """Write the pieces of an engagement of the day, for the players' own table, as PDF; return the number of pages. Raises BobError."""
    check_pieces(game, path, paper)
    made = fought_maker(game)
    if made is None:
        raise UsageError("pieces.no_pieces", name=game[:60], choices=", ".join(for_engagements()))
    return _as_text([page for table in tables(engagement) for page in made(table[game], where, words, paper)], path, paper)


def _as_text(found: list[ChartPage], path: Path, paper: str) -> int:
    from bob.chart.qt import pdf

    put_file(path, joined([pdf(page, paper if max(page.width, page.height) > A4[1] else "a4") for page in found]))
    return len(found)
