"""The tables of games as the terminal writes them, for those who show them elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.cli.terminal.books import distinct_texts, dogfight_book, game_book
from bob.core.game import Event
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.orders import Fly
from bob.day.telling.period_names import Names
from bob.words import Words


class GameText:
    """A game that is a table of its own."""

    def __init__(self, words: Words, match: Match[Any]) -> None:
        self._book = game_book(words, match)

    def blocks(self, view: Any) -> list[str]:
        """Return the pieces on the table, in blocks of lines."""
        self._book.look(view)
        return [self._book.head(view), *self._book.page(view)]

    def orders(self, orders: Sequence[Any], seat: str) -> list[str]:
        """Orders in words, no two of them alike."""
        return distinct_texts(self._book, orders, seat)

    def describe(self, events: Sequence[tuple[int, Event]]) -> list[tuple[int, str]]:
        """The events from the first on, in words."""
        return self._book.describe(events)


class DogfightText:
    """The dogfight of a day."""

    def __init__(self, words: Words, day: OperationalDay, view: Any) -> None:
        names = Names(day.world.theatre, day.slot)
        names.learn(view)
        self._fight = view.engagement
        self._book = dogfight_book(words, day.slot[self._fight.how], names)
        self._book.fought(self._fight)

    def blocks(self, view: Any) -> list[str]:
        """Return the pieces on the table, in blocks of lines."""
        head, page = self._book.blocks(self._fight, whole=True)
        return [head, *page]

    def orders(self, orders: Sequence[Any], seat: str) -> list[str]:
        """Orders in words, no two of them alike."""
        return distinct_texts(self._book, [order.order if isinstance(order, Fly) else order for order in orders], seat)

    def describe(self, events: Sequence[tuple[int, Event]]) -> list[tuple[int, str]]:
        """Return nothing: the log of a day leaves out its dogfight's table."""
        return []


def book_of_table(words: Words, match: Match[Any], view: Any) -> GameText | DogfightText | None:
    """Return the writer of a seat's table; None where a day has no dogfight now."""
    game = match.game
    if not isinstance(game, OperationalDay):
        return GameText(words, match)
    flown = view.engagement is not None and view.engagement.battle is not None
    return DogfightText(words, game, view) if flown else None
