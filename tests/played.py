"""Days that officers have played up to an engagement, for the tests of the keyboard and of the lines of JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bob.games import games
from bob.match import Match
from bob.operations.day import OperationalDay
from bob.save import Save
from bob.sitting import among

Bob = Callable[..., tuple[int, str, str]]
"""The fixture that runs a command line."""

SCENARIO, SEED = "one_raid", "88"
FIGHTERS, BOMBERS = 1, 3
"""The numbers of the first engagement of this day among fighters alone, and of the first with bombers."""
ALONE = ("--seats", "raf=human,luftwaffe=kesselring")


def kept_at(path: Path, number: int) -> Path:
    """Play that day until its engagement of that number waits for a word, and keep it in a file."""
    save, match = Save.begin(path, OperationalDay(), SCENARIO, SEED, {"engagements": "ask"})
    officers = {"raf": "park", "luftwaffe": "kesselring"}
    among(match, officers).advance(lambda: match.position.phase == "engagement" and match.position.engagements >= number)
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
