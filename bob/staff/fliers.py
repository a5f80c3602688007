"""Who flies for each seat in dogfights by cards: whoever sits there, or a pilot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FOR_A_PERSON = ("sound", "strong")
"""The pilots that may fly for a person."""


class Fliers:
    """Who flies for each person: nobody but that person, a pilot in one dogfight, or a pilot in all that come."""

    def __init__(self, kept: object = None) -> None:
        """Takes up what `as_json` gave; what makes no sense there is passed over."""
        self._named: dict[str, tuple[str, int | None]] = {}
        for seat, found in kept.items() if isinstance(kept, Mapping) else ():
            match found:
                case [str(name), None | int() as number] if name in FOR_A_PERSON:
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
        """What a save keeps."""
        return {seat: [name, number] for seat, (name, number) in self._named.items()}
