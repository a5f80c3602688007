"""The games that can be played, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bob.campaign import Campaign
from bob.dogfight.cards import CardDogfight
from bob.errors import UsageError
from bob.game import Game, Match
from bob.operations.day import OperationalDay

GAMES: Mapping[str, Callable[[], Game[Any]]] = {"day": OperationalDay, "cards": CardDogfight, "campaign": Campaign}
"""What makes each game."""


def game(name: str) -> Game[Any]:
    """The game of that name. Raises UsageError."""
    if name not in GAMES:
        raise UsageError("error.one_of", option="GAME", choices=", ".join(GAMES), value=name)
    return GAMES[name]()


def only_a_day(match: Match[Any], path: object) -> None:
    """Raise UsageError unless a match is an operational day: replays, reports and the desk's rooms are of days alone."""
    if match.game.name != OperationalDay.name:
        raise UsageError("game.not_a_day", file=str(path), name=match.game.name)


def games() -> dict[str, Game[Any]]:
    """All games by name, as a save asks for them."""
    return {name: make() for name, make in GAMES.items()}
