"""A dogfight by hexes at the keyboard: a map, a numbered list in groups, and activations typed as paths."""

from __future__ import annotations

from bob.cli.terminal.books import game_book
from bob.cli.terminal.hexes_lines import HexLines
from bob.cli.terminal.hexes_text import HexScreens
from bob.cli.terminal.typed_table import TypedTerminal
from bob.driver import Driver
from bob.words import Words


class HexTerminal(TypedTerminal):
    """Plays a dogfight by hexes at the keyboard."""

    def __init__(self, driver: Driver, words: Words) -> None:
        book = game_book(words, driver.match)
        assert isinstance(book, HexScreens)
        super().__init__(driver, words, book, HexLines(book))
