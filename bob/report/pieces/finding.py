"""The pieces of a game: who lays them out, by the game's name, and all of them written as one PDF."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from bob.chart.marks import ChartSheet
from bob.chart.page import A4
from bob.dogfight.engagement import Engagement
from bob.errors import UsageError
from bob.game import REFEREE
from bob.games import names
from bob.match import Match
from bob.report.battle_card import Facts
from bob.report.join import joined
from bob.words import Words
from bob.written import put_file

PAPERS = ("a4", "a3")
"""The paper of what is larger than a page; all else is on A4."""
PagesMaker: TypeAlias = Callable[[Match[Any], Words, str, str], list[ChartSheet]]
"""Makes the pages of a match in a language, on a paper, as that seat may know them; for the referee all."""
FoughtMaker: TypeAlias = Callable[[Engagement, Facts, Words, str], list[ChartSheet]]
"""The same of an engagement of the day, for both who sit at the table."""


def _room(game: str) -> Any:
    """The module `bob.report.<game>.pieces`; None for a game that has none."""
    room = f"bob.report.{game}"
    if find_spec(room) is None or find_spec(f"{room}.pieces") is None:
        return None
    return import_module(f"{room}.pieces")


def pages_maker(game: str) -> PagesMaker | None:
    """The `PAGES` of its module, which lays out the pieces of a game that has begun; None for a game that has none."""
    room = _room(game)
    made: PagesMaker | None = room.PAGES if room is not None else None
    return made


def fought_maker(game: str) -> FoughtMaker | None:
    """The `FOUGHT` of its module, which lays out the pieces of an engagement of the day; None for a game that has none."""
    made: FoughtMaker | None = getattr(_room(game), "FOUGHT", None)
    return made


def for_engagements() -> tuple[str, ...]:
    """The games that have pieces for an engagement of the day."""
    return tuple(name for name in names() if fought_maker(name) is not None)


def printable() -> tuple[str, ...]:
    """The games that have pieces."""
    return tuple(name for name in names() if pages_maker(name) is not None)


def check_pieces(game: str, path: Path, paper: str = PAPERS[0]) -> PagesMaker:
    """What lays a game's pieces out. Raises UsageError for a game without pieces, another ending or another paper."""
    made = pages_maker(game)
    if made is None:
        raise UsageError("pieces.no_pieces", name=game[:60], choices=", ".join(printable()))
    if path.suffix.lower() != ".pdf":
        raise UsageError("pieces.ending", path=str(path))
    if paper not in PAPERS:
        raise UsageError("error.one_of", option="--paper", choices=", ".join(PAPERS), value=paper)
    return made


def save_pieces(match: Match[Any], words: Words, path: Path, paper: str = PAPERS[0], seat: str = REFEREE) -> int:
    """Write the pieces of a game's scenario as PDF, those that a seat may see; how many pages. Raises BobError: as `check_pieces`, for a
    seat that there is not, without Qt, when it cannot be written."""
    maker = check_pieces(match.game.name, path, paper)
    seats = (*match.game.seats(match.position), REFEREE)
    if seat not in seats:
        raise UsageError("error.one_of", option="--seat", choices=", ".join(seats), value=seat)
    return _written(maker(match, words, paper, seat), path, paper)


def save_fought(game: str, engagement: Engagement, where: Facts, words: Words, path: Path, paper: str = PAPERS[0]) -> int:
    """Write the pieces of an engagement of the day that lies at the players' own table as PDF; how many pages. Raises BobError."""
    check_pieces(game, path, paper)
    made = fought_maker(game)
    if made is None:
        raise UsageError("pieces.no_pieces", name=game[:60], choices=", ".join(for_engagements()))
    return _written(made(engagement, where, words, paper), path, paper)


def _written(found: list[ChartSheet], path: Path, paper: str) -> int:
    from bob.desk.looks.paint import pdf

    put_file(path, joined([pdf(sheet, paper if max(sheet.width, sheet.height) > A4[1] else "a4") for sheet in found]))
    return len(found)
