"""The player of each seat in dogfights of a day: the seat's person, or a pilot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bob.words import Words


def pilot_text(words: Words, name: str) -> str:
    """A pilot's name; one that has no words goes by its code."""
    key = f"pilots.name.{name}"
    return words(key) if words.has(key) else name


class Fliers:
    """The player for each person: the person alone, a pilot in one dogfight, or a pilot in all later ones."""

    def __init__(self, kept: object = None, known: Sequence[str] = ()) -> None:
        """Takes up what `as_json` gave; what makes no sense there, or names no pilot that is `known`, is passed over."""
        self._named: dict[str, tuple[str, int | None]] = {}
        for seat, found in kept.items() if isinstance(kept, Mapping) else ():
            match found:
                case [str(name), None | int() as number] if name in known:
                    self._named[str(seat)] = name, number

    def name(self, seat: str, number: int) -> str | None:
        """The pilot who flies for a seat in the dogfight of that number; None when the person does."""
        name, only = self._named.get(seat, ("", None))
        return name if name and only in (None, number) else None

    def always(self, seat: str) -> str | None:
        """The pilot who flies for a seat in all dogfights that come."""
        name, only = self._named.get(seat, ("", None))
        return name if name and only is None else None

    def choose(self, seat: str, name: str | None, number: int | None) -> None:
        """Let a pilot fly for a seat, in the dogfight of that number or in all; None for the person."""
        if name is None:
            self._named.pop(seat, None)
        else:
            self._named[seat] = name, number

    def as_json(self) -> dict[str, Any]:
        """Return the data for a save."""
        return {seat: [name, number] for seat, (name, number) in self._named.items()}
