"""The pages of games in the terminal: their interface, and the plain ones."""

from __future__ import annotations

import dataclasses
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bob.cli.registry import terminal_parts
from bob.core.codec import encode
from bob.core.errors import UsageError
from bob.core.game import Event, Game, Outcome
from bob.core.kit import Teller, seat_text
from bob.core.match import Match
from bob.core.text import width
from bob.day.state.view import EngagementView
from bob.day.telling.period_names import Names
from bob.games import kit
from bob.report.plain_view import figures, plain_value
from bob.tactical.slot import Tactical
from bob.words import Words


def outcome_text(words: Words, game: Game[Any], outcome: Outcome) -> list[str]:
    """Return the result of a game in words, with the points of each seat."""
    lines = [words("play.table.over", outcome=kit(game.name).ended(words, outcome))]
    if outcome.winner is not None:
        lines.append(words("play.table.winner", seat=seat_text(words, outcome.winner)))
    points = ", ".join(f"{seat_text(words, seat)} {points:g}" for seat, points in outcome.points.items())
    return [*lines, words("play.table.points", points=points)]


class OrderLines(Protocol):
    """A writer of orders in a list."""

    def order(self, order: Any, seat: str) -> str: ...

    def value(self, value: Any) -> str:
        """Return the words that distinguish an order from another that reads the same."""


class Book(OrderLines, Protocol):
    """The interface of a game's pages to the terminal."""

    def head(self, view: Any) -> str: ...

    def page(self, view: Any) -> list[str]: ...

    def look(self, view: Any) -> None: ...

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]: ...


@dataclass(frozen=True, slots=True)
class FlownSeat:
    """A seat in a dogfight, by itself or inside a day, for the lines that only its game knows."""

    view: Callable[[], Any]
    listed: Callable[[], Sequence[Any]]
    """The dogfight's own orders that may be given."""
    give: Callable[[Any], object]
    """Give one. Raises Refused."""
    print: Callable[[Sequence[str]], None]


class DogfightBook(Protocol):
    """The interface of the pages of a dogfight inside a day to the terminal."""

    commands: tuple[str, ...]
    """The commands that only this game knows."""

    brief: frozenset[str] | None
    """The events shown also outside the dogfight; None for all."""
    begins: str
    """The event with which it begins."""
    in_play: str
    """The event that ends setting up, during which the events are not written out; empty where nothing is set up."""

    def fought(self, s: EngagementView | None) -> None:
        """Take the aircraft of this engagement from now on."""

    def blocks(self, s: EngagementView, *, whole: bool) -> tuple[str, list[str]]:
        """Return the head, and the page."""

    def order(self, order: Any, seat: str) -> str: ...

    def event(self, event: Event) -> str: ...

    def value(self, value: Any) -> str: ...

    def listing(self, listed: Sequence[Any], lines: Sequence[str]) -> str:
        """Return the possible orders as text, from the orders and their numbered lines."""

    def obey(self, at: FlownSeat, line: str) -> bool:
        """Carry out a line that only this game knows; False when it is none. Raises BobError."""


class NumbersAlone:
    """A dogfight that is played by the numbers of its orders."""

    commands: tuple[str, ...] = ()

    def listing(self, listed: Sequence[Any], lines: Sequence[str]) -> str:
        return set_in(lines)

    def obey(self, at: FlownSeat, line: str) -> bool:
        return False


class PlainBook:
    """The pages of a game without pages of its own: its view field by field, its orders and events in its teller's words."""

    def __init__(self, words: Words, teller: Teller, title: str, game: str) -> None:
        self.words, self.teller, self.title, self.game = words, teller, title, game

    def head(self, view: Any) -> str:
        return self.title

    def page(self, view: Any) -> list[str]:
        return ["\n".join(figures(view, self.words, self.game))]

    def look(self, view: Any) -> None:
        """Do nothing: the pages depend on no earlier view."""

    def order(self, order: Any, seat: str) -> str:
        return self.teller.order(order, seat)

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        return [(number, self.teller.event(event)) for number, event in events]

    def value(self, value: Any) -> str:
        return plain_value(encode(value), self.words, self.game)


class PlainDogfight(NumbersAlone):
    """The pages of a dogfight of a game that has none of its own."""

    in_play = ""

    def __init__(self, words: Words, kit: Tactical, names: Names) -> None:
        self.brief, self.begins = kit.brief, kit.begins
        self.words, self.kit, self.names = words, kit, names
        self.teller = kit.dogfight_teller(words, lambda number: names.model(words, number))

    def fought(self, s: EngagementView | None) -> None:
        self.names.models = s.models if s is not None else ()

    def blocks(self, s: EngagementView, *, whole: bool) -> tuple[str, list[str]]:
        return self.kit.title(self.words), ["\n".join(figures(s.battle, self.words, self.kit.name))]

    def order(self, order: Any, seat: str) -> str:
        return self.teller.order(order, seat)

    def event(self, event: Event) -> str:
        return self.teller.event(event)

    def value(self, value: Any) -> str:
        return plain_value(encode(value), self.words, self.kit.name)


def dogfight_book(words: Words, found: Tactical, names: Names) -> DogfightBook:
    """The pages of a dogfight inside a day."""
    declared = terminal_parts(found).dogfight
    return declared.load()(words, found, names) if declared is not None else PlainDogfight(words, found, names)


def game_book(words: Words, match: Match[Any]) -> Book:
    """The pages of a game."""
    game, scenario, found = match.game, match.header.scenario, kit(match.game.name)
    declared = terminal_parts(found).book
    if declared is not None:
        return declared.load()(words, game, match.position, scenario)
    title = found.scenarios(words).get(scenario, scenario)
    return PlainBook(words, found.teller(words, game, scenario), title, game.name)


def numbered(book: OrderLines, orders: Sequence[Any], seat: str) -> list[str]:
    """The orders in words, each with its number."""
    return [f"{i:>3}  {text}" for i, text in enumerate(distinct_texts(book, orders, seat), 1)]


def distinct_texts(book: OrderLines, orders: Sequence[Any], seat: str) -> list[str]:
    """Return the orders in words; two that read the same get the difference between them."""
    said = [book.order(order, seat) for order in orders]
    twice = {text for text, count in Counter(said).items() if count > 1}
    for text in twice:
        places = [i for i, other in enumerate(said) if other == text]
        names = [f.name for f in dataclasses.fields(orders[places[0]])]
        differ = [name for name in names if len({getattr(orders[i], name) for i in places}) > 1]
        for i in places:
            said[i] = f"{text} ({'; '.join(book.value(getattr(orders[i], name)) for name in differ)})"
    return said


def set_in(lines: Sequence[str]) -> str:
    """Numbered lines, each in as many as it needs."""
    return "\n".join(textwrap.fill(line, width(), initial_indent="  ", subsequent_indent=" " * 7) for line in lines)


def chosen(text: str, listed: Sequence[Any]) -> Any | None:
    """Return the order for a number of the list; None for any other text. Raises UsageError."""
    if not (text.isascii() and text.isdigit()):
        return None
    number = int(text) if len(text) < 6 else 0
    if not 1 <= number <= len(listed):
        raise UsageError("play.table.no_number", text=text[:10], count=len(listed))
    return listed[number - 1]


def blocks(page: Sequence[str]) -> str:
    """A page of tables and sentences, the sentences in as many lines as they need."""
    return "\n".join(block if "\n" in block else textwrap.fill(block, width(), subsequent_indent="    ") for block in page)
