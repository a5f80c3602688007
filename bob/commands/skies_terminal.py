"""A dogfight of miniatures at the keyboard: a table in characters, a numbered list, flights typed as words and inches."""

from __future__ import annotations

from bob.commands.books import game_book
from bob.commands.skies_lines import SkyLines
from bob.commands.skies_text import SkyPages
from bob.commands.typed_table import TypedTerminal
from bob.sitting import Sitting
from bob.words import Words


class SkyTerminal(TypedTerminal):
    """Plays a dogfight of miniatures at the keyboard."""

    def __init__(self, sitting: Sitting, words: Words) -> None:
        book = game_book(words, sitting.match)
        assert isinstance(book, SkyPages)
        super().__init__(sitting, words, book, SkyLines(book))
