"""The officer: a player that gets a seat's view and gives its orders, each with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from bob.core.dice import SecretStream, Stream
from bob.core.kit import Decision
from bob.staff.rules import Rules

PLACES_A_TURN = 1 << 16
"""The distance between turns on an officer's stream, so that the random draws of a turn do not depend on those of others."""


class Officer(Protocol):
    """Gives the orders of a seat. An officer is asked for all of a turn at once."""

    name: str
    seat: str
    on_entry: Callable[[int, int], None] | None
    """The listener to the number of options weighed and their total; it may raise to cancel."""

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """Return all orders on this view, to be given one after another; the last ends the seat's turn."""
        ...


class StaffOfficer:
    """The common part of officers: a name, a seat, a random stream."""

    name: str
    seat: str
    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: int | str) -> None:
        self.name = name
        self.seat = seat
        self._key = SecretStream.of(seed, f"officer/{name}").key

    def thoughts(self, turn: int) -> Stream:
        """The officer's stream at its place of a turn."""
        return SecretStream(self._key, turn * PLACES_A_TURN)

    def weighed(self, done: int, whole: int) -> None:
        """Report the progress to the listener."""
        if self.on_entry is not None:
            self.on_entry(done, whole)

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """All that the officer would order on this view."""
        raise NotImplementedError
