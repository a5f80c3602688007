"""Whole matches that players of the program play among themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bob.core.kit import Decision, Player
from bob.core.match import Match
from bob.driver.local import Driver


@dataclass(slots=True)
class PlayedOut:
    """The players' results: the number of orders given, and of orders refused by the game."""

    orders: int = 0
    refused: int = 0


def driver_among(match: Match[Any], players: Mapping[str, str | Player]) -> Driver:
    """A match among players of the program, by their names or as they are brought. Raises UsageError."""
    brought = {seat: player for seat, player in players.items() if not isinstance(player, str)}
    return Driver(match, {seat: player if isinstance(player, str) else player.name for seat, player in players.items()}, brought=brought)


def play_out(
    match: Match[Any],
    players: Mapping[str, str | Player],
    tell: Callable[[str, Decision], None] | None = None,
    *,
    looked_back: bool = True,
) -> PlayedOut:
    """Play a match to its end; `tell` is called with every order given and its reason. A refused order is skipped.

    A match whose earlier positions will not be needed (`looked_back` False) is played without snapshots.
    """
    report = PlayedOut()

    def heard(seat: str, decision: Decision, given: bool) -> None:
        report.orders += given
        report.refused += not given
        if given and tell is not None:
            tell(seat, decision)

    driver = driver_among(match, players)
    driver.on_decision = heard
    driver.snapshots = looked_back
    driver.advance()
    return report
