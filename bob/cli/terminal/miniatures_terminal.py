"""A dogfight of miniatures at the keyboard: a table in characters, a numbered list, flights typed as words and inches."""

from __future__ import annotations

from bob.cli.terminal.books import game_book
from bob.cli.terminal.miniatures_lines import MiniatureLines
from bob.cli.terminal.miniatures_text import MiniatureScreens
from bob.cli.terminal.typed_table import TypedTerminal
from bob.driver import Driver
from bob.words import Words


class MiniatureTerminal(TypedTerminal):
    """Plays a dogfight of miniatures at the keyboard."""

    def __init__(self, driver: Driver, words: Words) -> None:
        book = game_book(words, driver.match)
        assert isinstance(book, MiniatureScreens)
        super().__init__(driver, words, book, MiniatureLines(book))
