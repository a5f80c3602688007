"""Days that officers have played up to an engagement, for the tests of the keyboard and of the lines of JSON."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.driver import driver_among
from bob.files import Save
from bob.games import games
from bob.tactical.engagement import Engagement

Bob = Callable[..., tuple[int, str, str]]
"""The fixture that runs a command line."""

SCENARIO, SEED = "one_raid", "88"
OFFICERS = {"raf": "park", "luftwaffe": "kesselring"}
ALONE = ("--seats", "raf=human,luftwaffe=kesselring")
DAYS = range(280, 380)
"""The days that are looked through, a tenth of a second each, for one that begins with the engagement that is wanted. Bombers are met first
without their escort on few."""

Wanted = Callable[[Engagement], bool]


def FIGHTERS(fight: Engagement) -> bool:
    """Fighters alone, on both sides."""
    return not fight.bombers


def BOMBERS(fight: Engagement) -> bool:
    """One squadron, of nine aircraft at least, that has found two whole Gruppen of bombers alone."""
    own, foes = fight.of("raf"), fight.of("luftwaffe")
    return len(own) == 1 and own[0].count >= 9 and [f.count for f in foes if not f.fighter] == [18, 18] and len(foes) == 2


@cache
def _seed(wanted: Wanted) -> str:
    """The seed of the first day that begins with such an engagement."""
    for seed in map(str, DAYS):
        match = Match.new(OperationalDay(), SCENARIO, seed, {"engagements": "ask"})
        driver_among(match, OFFICERS).advance(lambda match=match: match.position.phase == "engagement")
        if match.position.phase == "engagement" and wanted(match.position.combat.now.engagement):
            return seed
    raise AssertionError(f"no day begins with {wanted.__name__.lower()}")


def kept_at(path: Path, wanted: Wanted) -> Path:
    """A day, kept in a file, whose first engagement is of that kind and waits for a word."""
    save, match = Save.begin(path, OperationalDay(), SCENARIO, _seed(wanted), {"engagements": "ask"})
    driver_among(match, OFFICERS).advance(lambda: match.position.phase == "engagement")
    save.close()
    return path


def opened(path: str | Path) -> Match[Any]:
    """The match of a file, read only."""
    save, match = Save.open(path, games(), read_only=True)
    save.close()
    return match


def copied(path: str | Path) -> Match[Any]:
    """A match of its own with the record of a file."""
    kept = opened(path)
    return Match.replayed(OperationalDay(), kept.header, kept.entries)


def units(match: Match[Any], side: str) -> list[str]:
    """The units of a side in the engagement in hand."""
    return [f.unit for f in match.position.combat.now.engagement.of(side)]
