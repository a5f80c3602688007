"""A dogfight at the keyboard, by itself or inside a day, in which more is typed than the numbers of orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol

from bob.cli.keyboard import COMMON, SHORTHAND, usage, vocabulary
from bob.cli.letters import LetteredScreens
from bob.cli.terminal.books import FlownSeat, blocks, numbered
from bob.cli.terminal.cards_text import NumberedTerminal
from bob.core.game import Event
from bob.core.text import plain
from bob.day.state.view import EngagementView
from bob.driver import Driver
from bob.tactical.models import model_name
from bob.tactical.slot import Tactical
from bob.words import Words


class TypedLines(Protocol):
    """Carries out the lines that only one game knows."""

    @property
    def own(self) -> tuple[str, ...]:
        """The commands beside the common ones."""

    def typed(self, at: FlownSeat, line: str) -> bool:
        """Give the orders that a line means; False where it means none. Raises BobError."""

    def command(self, at: FlownSeat, name: str, words: list[str]) -> None:
        """Carry out one of the commands. Raises BobError."""

    def listing(self, listed: Sequence[Any], lines: Sequence[str]) -> str:
        """Return the possible orders as text, from the orders and their numbered lines."""


class TypedTerminal(NumberedTerminal):
    """Plays a dogfight by itself at the keyboard."""

    book: Any

    def __init__(self, driver: Driver, words: Words, book: Any, lines: TypedLines) -> None:
        super().__init__(driver, words, book)
        self._lines = lines
        self._commands = {**vocabulary((*COMMON, *lines.own)), **SHORTHAND}

    def obey(self, seat: str, line: str) -> None:
        if not line.startswith("{") and not line.isdigit():
            at = self._seat_of(seat)
            self.book.look(at.view())
            head, _, rest = line.partition(" ")
            if self._lines.typed(at, line):
                return
            command = self._command(head)
            if command in self._lines.own:
                self._lines.command(at, command, rest.split())
                return
        super().obey(seat, line)

    def _seat_of(self, seat: str) -> FlownSeat:
        driver = self.driver

        def listed() -> Sequence[Any]:
            return driver.choices(seat).listed if seat in driver.match.to_move else ()

        return FlownSeat(lambda: driver.match.view(seat), listed, lambda order: driver.give(seat, order), self.print)

    # ---- the page

    def page(self, seat: str) -> None:
        book = self.book
        view = self.driver.match.view(seat)
        book.look(view)
        print("── " + book.head(view))
        print(blocks(book.page(view)))
        listed = self.driver.choices(seat).listed
        print(self._lines.listing(listed, numbered(book, listed, seat)))

    def help(self, seat: str, about: str) -> None:
        super().help(seat, about)
        self.print([usage(self.words, command) for command in self._lines.own])


class TypedDogfight(LetteredScreens):
    """The pages of a dogfight inside a day: own aircraft are named by their units, the enemy's by their types."""

    in_play: ClassVar[str] = ""
    teller: Any
    head: Callable[[Any], str]
    page: Callable[[Any], list[str]]

    def sit_down(self, kit: Tactical, lines: TypedLines) -> None:
        """Store the parts of its kit and its lines that it needs; called before any other method."""
        self.brief, self.begins = kit.brief, kit.begins
        self.commands = lines.own
        self._models: tuple[str | None, ...] = ()
        self._lines = lines
        self._commands = vocabulary(lines.own)

    def unit(self, number: int) -> str:
        """An aircraft by its unit, where that is known."""
        return model_name(self.words, self._models, number) or self.types[number]

    def fought(self, s: EngagementView | None) -> None:
        self._models = s.models if s is not None else ()
        self.letters, self.types = {}, {}
        if s is not None and s.battle is not None:
            self.look(s.battle)

    def blocks(self, s: EngagementView, *, whole: bool) -> tuple[str, list[str]]:
        return self.head(s.battle), self.page(s.battle)

    def event(self, event: Event) -> str:
        text: str = self.teller.event(event)
        return text

    def listing(self, listed: Sequence[Any], lines: Sequence[str]) -> str:
        return self._lines.listing(listed, lines)

    def obey(self, at: FlownSeat, line: str) -> bool:
        head, _, rest = line.partition(" ")
        if self._lines.typed(at, line):
            return True
        command = self._commands.get(plain(head))
        if command is not None:
            self._lines.command(at, command, rest.split())
        return command is not None
