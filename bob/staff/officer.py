"""What an officer is: somebody who sees a seat's view and gives its orders, each with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from bob.core.dice import SecretStream, Stream
from bob.core.kit import Decision
from bob.staff.rules import Rules

PLACES_A_TURN = 1 << 16
"""How far apart the turns lie on an officer's stream, so that his thoughts of a turn do not hang on those of others."""


class Officer(Protocol):
    """Gives the orders of a seat. He is asked for all of a turn at once."""

    name: str
    seat: str
    heed: Callable[[int, int], None] | None
    """Who hears how many of so many things the officer has weighed; it may raise to break his thoughts off."""

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """All that he would order on this view, to be given one after another; the last ends his say."""
        ...


class StaffOfficer:
    """What all officers share: a name, a seat, a stream of thoughts."""

    name: str
    seat: str
    heed: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: int | str) -> None:
        self.name = name
        self.seat = seat
        self._key = SecretStream.of(seed, f"officer/{name}").key

    def thoughts(self, turn: int) -> Stream:
        """The officer's stream at its place of a turn."""
        return SecretStream(self._key, turn * PLACES_A_TURN)

    def weighed(self, done: int, whole: int) -> None:
        """Tell whoever heeds it how far the thoughts are."""
        if self.heed is not None:
            self.heed(done, whole)

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """All that the officer would order on this view."""
        raise NotImplementedError
