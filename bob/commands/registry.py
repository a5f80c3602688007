"""The parts that the terminal has for each game: its pages, its dogfights of the day, its replay, its commands, its tournament."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bob.dogfight.slot import Tactical
from bob.game import Game
from bob.games import kit
from bob.kit import TERMINAL, GamePart, Kit, parts_of
from bob.match import Match
from bob.operations.named import Names
from bob.sitting import SeatLog, Sitting
from bob.words import Words

if TYPE_CHECKING:
    from bob.commands.books import Book, DogfightBook
    from bob.commands.day_text import Pages
    from bob.commands.keyboard import Keyboard


@dataclass(frozen=True, slots=True)
class TerminalParts:
    """The parts of a game in the terminal; None for the plain one, or the one that all games share."""

    book: GamePart[Callable[[Words, Game[Any], Any, str], Book]] | None
    """Its pages, made of a position and a scenario."""
    dogfight: GamePart[Callable[[Words, Tactical, Names], DogfightBook]] | None
    """Its pages of a dogfight of the day."""
    pages: GamePart[type[Pages]] | None = None
    """The pages of a day, which its other parts share."""
    replay: GamePart[Callable[[Match[Any], SeatLog, int, Words], tuple[list[str], str]]] | None = None
    """Tells its log and its last page up to an entry."""
    terminal: GamePart[Callable[[Sitting, Words], Keyboard]] | None = None
    """Plays it at the keyboard with commands of its own."""
    tournament: GamePart[Callable[[argparse.Namespace, Words], int]] | None = None
    """Lets its pilots fly against each other."""


DECLARED: Mapping[str, TerminalParts] = {
    "day": TerminalParts(
        book=None,
        dogfight=None,
        pages=GamePart("bob.commands.day_text:Pages"),
        replay=GamePart("bob.commands.day_replay:told"),
        terminal=GamePart("bob.commands.day_terminal:Terminal"),
    ),
    "cards": TerminalParts(book=GamePart("bob.commands.cards_text:book"), dogfight=GamePart("bob.commands.cards_dogfight:CardsDogfight")),
    "hexes": TerminalParts(
        book=GamePart("bob.commands.hexes_text:book"),
        dogfight=GamePart("bob.commands.hexes_dogfight:HexesDogfight"),
        terminal=GamePart("bob.commands.hexes_terminal:HexTerminal"),
        tournament=GamePart("bob.commands.hexes_tournament:run"),
    ),
    "skies": TerminalParts(
        book=GamePart("bob.commands.skies_text:book"),
        dogfight=GamePart("bob.commands.skies_dogfight:SkiesDogfight"),
        terminal=GamePart("bob.commands.skies_terminal:SkyTerminal"),
        tournament=GamePart("bob.commands.skies_tournament:run"),
    ),
    "flight": TerminalParts(book=GamePart("bob.commands.flight_text:book"), dogfight=None),
    "campaign": TerminalParts(book=GamePart("bob.commands.campaign_text:book"), dogfight=None),
    "air_war": TerminalParts(book=GamePart("bob.commands.air_war_text:book"), dogfight=None),
    "carriers": TerminalParts(book=GamePart("bob.commands.carriers_text:book"), dogfight=None),
    "low_raid": TerminalParts(book=GamePart("bob.commands.low_raid_text:book"), dogfight=None),
}
"""By the codes of the games."""
_PLAIN = TerminalParts(book=None, dogfight=None)


def terminal_parts(of: Kit) -> TerminalParts:
    """The parts of a game. Raises LookupError for a game without any whose kit does not ask for plain ones."""
    return parts_of(of, TERMINAL, DECLARED, _PLAIN)


def terminal_parts_of(game: str) -> TerminalParts:
    """The parts of the game of that code. Raises UsageError for no game."""
    return terminal_parts(kit(game))
