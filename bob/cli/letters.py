"""Aircraft by letter: on a map in characters, and in typed lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from bob.words import Words


class Sided(Protocol):
    """An aircraft of one side or the other."""

    @property
    def number(self) -> int: ...

    @property
    def side(self) -> int: ...


class TableOfAircraft(Protocol):
    """A table with aircraft on it."""

    @property
    def aircraft(self) -> Sequence[Sided]: ...


def names(view: TableOfAircraft) -> dict[int, str]:
    """The aircraft by letter: capitals for the first side, small letters for the other."""
    found: dict[int, str] = {}
    for side in (0, 1):
        mine = [a.number for a in view.aircraft if a.side == side]
        for i, number in enumerate(mine):
            letter = chr(ord("A" if side == 0 else "a") + i % 26)
            found[number] = letter if i < 26 else f"{letter}{i // 26}"
    return found


class LetteredScreens:
    """The common base of the pages of dogfights with aircraft by letters."""

    def __init__(self, words: Words, title: str, text: str = "", called: Callable[[int], str] | None = None) -> None:
        """Take `called`, which names an aircraft by its unit; without it, the aircraft have the names of their types."""
        from bob.cli.commands.play import bare_terminal

        self.words, self.title, self.text = words, title, text
        self.called = called
        self.bare = bare_terminal()
        self.letters: dict[int, str] = {}
        self.types: dict[int, str] = {}

    def aircraft(self, number: int) -> str:
        """An aircraft by its letter on the map and its type, or its unit."""
        if number not in self.letters:
            return self.words("log.part.model", number=number + 1)
        return f"{self.letters[number]} {self.called(number) if self.called is not None else self.types[number]}"

    def look(self, view: Any) -> None:
        """The aircraft are those of this view from now on."""
        self.letters = names(view)
