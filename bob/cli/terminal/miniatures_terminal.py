"""A dogfight of miniatures at the keyboard: a table in characters, a numbered list, flights typed as words and inches."""

from __future__ import annotations

from bob.cli.terminal.books import game_book
from bob.cli.terminal.miniatures_lines import SkyLines
from bob.cli.terminal.miniatures_text import SkyPages
from bob.cli.terminal.typed_table import TypedTerminal
from bob.driver import Sitting
from bob.words import Words


class SkyTerminal(TypedTerminal):
    """Plays a dogfight of miniatures at the keyboard."""

    def __init__(self, sitting: Sitting, words: Words) -> None:
        book = game_book(words, sitting.match)
        assert isinstance(book, SkyPages)
        super().__init__(sitting, words, book, SkyLines(book))
