"""The replay of a day in the terminal: a seat's news, and its page of the turn."""

from __future__ import annotations

from typing import Any

from bob.cli.commands.play import bare_terminal, terminal_colour
from bob.cli.terminal.day_text import DayScreens
from bob.cli.terminal.fights_text import Chronicle
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.driver import SeatLog
from bob.words import Words


def describe(match: Match[Any], log: SeatLog, last: int, words: Words) -> tuple[list[str], str]:
    """Return the news of a seat up to an entry, line by line, and its page of that moment."""
    game, seat = match.game, log.seat
    assert isinstance(game, OperationalDay)
    position = match.at(last)
    view = game.view(position, seat)
    pages = DayScreens(game.world, words, game.slot, colour=terminal_colour(), bare=bare_terminal())
    pages.names.learn(view)
    fight = position.combat.now
    flown = fight.engagement.number if fight is not None and fight.battle is not None else -1

    def view_at(seat: str, number: int) -> Any:
        return game.view(match.at(log.entry_of(number)), seat)

    chronicle = Chronicle(view_at, words, pages.names, pages.fights)
    return list(chronicle.describe(seat, log.events(), flown=lambda number: number == flown)), pages.page(view)
