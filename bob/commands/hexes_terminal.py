"""A dogfight by hexes at the keyboard: a map, a numbered list in groups, and activations typed as paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.commands.books import FlownSeat, blocks, game_book, numbered
from bob.commands.cards_text import TableTerminal
from bob.commands.hexes_lines import OWN, HexLines, listing
from bob.commands.hexes_text import HexPages
from bob.commands.keyboard import COMMON, SHORTHAND, usage, vocabulary
from bob.sitting import Sitting
from bob.words import Words


class HexTerminal(TableTerminal):
    """Plays a dogfight by hexes at the keyboard."""

    book: HexPages

    def __init__(self, sitting: Sitting, words: Words) -> None:
        super().__init__(sitting, words, game_book(words, sitting.match))
        self._commands = {**vocabulary((*COMMON, *OWN)), **SHORTHAND}
        self._lines = HexLines(self.book)

    def obey(self, seat: str, line: str) -> None:
        if not line.startswith("{") and not line.isdigit():
            at = self._at(seat)
            self.book.look(at.view())
            head, _, rest = line.partition(" ")
            if self._lines.steps(at, line.split()):
                return
            command = self._command(head)
            if command in OWN:
                self._lines.command(at, command, rest.split())
                return
        super().obey(seat, line)

    def _at(self, seat: str) -> FlownSeat:
        sitting = self.sitting

        def listed() -> Sequence[Any]:
            return sitting.choices(seat).listed if seat in sitting.match.owing else ()

        return FlownSeat(lambda: sitting.match.view(seat), listed, lambda order: sitting.give(seat, order), self.print)

    # ---- the page

    def page(self, seat: str) -> None:
        book = self.book
        view = self.sitting.match.view(seat)
        book.look(view)
        print("── " + book.head(view))
        print(blocks(book.page(view)))
        listed = self.sitting.choices(seat).listed
        print(listing(book, listed, numbered(book, listed, seat)))

    def help(self, seat: str, about: str) -> None:
        super().help(seat, about)
        self.print([usage(self.words, command) for command in OWN])


TERMINAL = HexTerminal
"""By which the command line finds it."""
