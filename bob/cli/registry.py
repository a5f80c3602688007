"""The parts that the terminal has for each game: its pages, its dogfights of the day, its replay, its commands, its tournament."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bob.core.game import Game
from bob.core.kit import TERMINAL, GamePart, Kit, parts_of
from bob.core.match import Match
from bob.day.telling.period_names import Names
from bob.driver import Driver, SeatLog
from bob.games import kit
from bob.tactical.slot import Tactical
from bob.words import Words

if TYPE_CHECKING:
    from bob.cli.keyboard import Keyboard
    from bob.cli.terminal.books import Book, DogfightBook
    from bob.cli.terminal.day_text import DayScreens


@dataclass(frozen=True, slots=True)
class TerminalParts:
    """The parts of a game in the terminal; None for the plain one, or the one that all games share."""

    book: GamePart[Callable[[Words, Game[Any], Any, str], Book]] | None
    """Builds its pages, from a position and a scenario."""
    dogfight: GamePart[Callable[[Words, Tactical, Names], DogfightBook]] | None
    """Builds its pages of a dogfight of the day."""
    pages: GamePart[type[DayScreens]] | None = None
    """The pages of a day, which its other parts share."""
    replay: GamePart[Callable[[Match[Any], SeatLog, int, Words], tuple[list[str], str]]] | None = None
    """Returns its log and its last page up to an entry."""
    terminal: GamePart[Callable[[Driver, Words], Keyboard]] | None = None
    """Plays it at the keyboard with commands of its own."""
    tournament: GamePart[Callable[[argparse.Namespace, Words], int]] | None = None
    """Lets its pilots fly against each other."""


DECLARED: Mapping[str, TerminalParts] = {
    "day": TerminalParts(
        book=None,
        dogfight=None,
        pages=GamePart("bob.cli.terminal.day_text:DayScreens"),
        replay=GamePart("bob.cli.terminal.day_replay:describe"),
        terminal=GamePart("bob.cli.terminal.day_terminal:Terminal"),
    ),
    "cards": TerminalParts(
        book=GamePart("bob.cli.terminal.cards_text:book"), dogfight=GamePart("bob.cli.terminal.cards_dogfight:CardsDogfight")
    ),
    "hexes": TerminalParts(
        book=GamePart("bob.cli.terminal.hexes_text:book"),
        dogfight=GamePart("bob.cli.terminal.hexes_dogfight:HexesDogfight"),
        terminal=GamePart("bob.cli.terminal.hexes_terminal:HexTerminal"),
        tournament=GamePart("bob.cli.terminal.hexes_tournament:run"),
    ),
    "skies": TerminalParts(
        book=GamePart("bob.cli.terminal.miniatures_text:book"),
        dogfight=GamePart("bob.cli.terminal.miniatures_dogfight:SkiesDogfight"),
        terminal=GamePart("bob.cli.terminal.miniatures_terminal:MiniatureTerminal"),
        tournament=GamePart("bob.cli.terminal.miniatures_tournament:run"),
    ),
    "flight": TerminalParts(
        book=GamePart("bob.cli.terminal.cards_classic_text:book"),
        dogfight=GamePart("bob.cli.terminal.cards_classic_text:FlightDogfight"),
    ),
    "campaign": TerminalParts(book=GamePart("bob.cli.terminal.linked_text:book"), dogfight=None),
    "air_war": TerminalParts(book=GamePart("bob.cli.terminal.land_text:book"), dogfight=None),
    "carriers": TerminalParts(book=GamePart("bob.cli.terminal.carriers_text:book"), dogfight=None),
    "low_raid": TerminalParts(book=GamePart("bob.cli.terminal.low_raid_text:book"), dogfight=None),
}
"""The parts by the codes of the games."""
_PLAIN = TerminalParts(book=None, dogfight=None)


def terminal_parts(of: Kit) -> TerminalParts:
    """The parts of a game. Raises LookupError for a game without any whose kit does not ask for plain ones."""
    return parts_of(of, TERMINAL, DECLARED, _PLAIN)


def terminal_parts_of(game: str) -> TerminalParts:
    """The parts of the game of that code. Raises UsageError for no game."""
    return terminal_parts(kit(game))
