"""Work at the table that the tactical games share: an order being carried out, and the log in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from bob.core.dice import Dice
from bob.core.game import Event
from bob.words import Words


class Seated(Protocol):
    """A position with seats."""

    @property
    def seats(self) -> tuple[str, ...]: ...


P = TypeVar("P", bound=Seated)
T = TypeVar("T")


class DogfightRun(Generic[P]):
    """One order being carried out: the position it changes, the dice, and the events so far."""

    __slots__ = ("dice", "events", "position")

    def __init__(self, position: P, dice: Dice) -> None:
        self.position = position
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, what: str, /, rule: str | None = None, **data: Any) -> None:
        """Something that all seats learn."""
        self.events.append(Event(what, data, self.position.seats, rule))

    def tell_only(self, to: int, what: str, /, rule: str | None = None, **data: Any) -> None:
        """Something that one seat learns."""
        self.events.append(Event(what, data, (self.position.seats[to],), rule))


class DogfightTeller(Generic[T]):
    """Writer of orders and events in one language. `name` gives an aircraft of the table its name, by its number."""

    __slots__ = ("name", "tables", "words")

    def __init__(self, words: Words, tables: T, name: Callable[[int], str] = str) -> None:
        self.words = words
        self.tables = tables
        self.name = name

    def _known(self, key: str, code: str) -> str:
        """Return the words of a key; the code where there are none, as for a user's additions."""
        return self.words(key) if self.words.has(key) else code
