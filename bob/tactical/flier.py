"""A pilot of a tactical game as a player of the contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from bob.core.errors import UsageError
from bob.core.game import Choices
from bob.core.kit import RANDOM, Decision


class Decider(Protocol):
    """A pilot: it gets a view and its choices, and returns an order."""

    def decide(self, view: Any, choices: Choices, /) -> Decision: ...


class Flier:
    """A pilot as a player. Pilots throw no dice and keep no memory, so that they play the same in a reopened game.

    `made` creates the pilot when it is first asked. Raises UsageError for an unknown name.
    """

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, known: Sequence[str], made: Callable[[], Decider]) -> None:
        if name not in known:
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join((*known, RANDOM)))
        self.name, self.seat, self._made = name, seat, made
        self._pilot: Decider | None = None

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        if self._pilot is None:
            self._pilot = self._made()
        return [self._pilot.decide(view, choices)]
