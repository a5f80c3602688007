"""What an officer is: somebody who sees a seat's view and gives its orders, each with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from bob.dice import SecretStream, Stream
from bob.game import Choices
from bob.kit import Decision
from bob.operations.orders import Done
from bob.staff.rules import Rules

PLACES_A_TURN = 1 << 16
"""How far apart the turns lie on an officer's stream, so that his thoughts of a turn do not hang on those of others."""


class Officer(Protocol):
    """Gives the orders of a seat. He is asked for one order at a time, or for all of a turn at once."""

    name: str
    seat: str
    heed: Callable[[int, int], None] | None
    """Who hears how many of so many things the officer has weighed; it may raise to break his thoughts off."""

    def decide(self, view: Any, choices: Choices, game_rules: Rules) -> Decision:
        """The next order of his seat."""
        ...

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """All that he would order on this view, to be given one after another; the last ends his say."""
        ...


class StaffOfficer:
    """What all officers share: a name, a seat, a stream of thoughts, and giving a turn's orders out one by one."""

    name: str
    seat: str
    heed: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: int | str) -> None:
        self.name = name
        self.seat = seat
        self._key = SecretStream.of(seed, f"officer/{name}").key
        self._asked: tuple[int, str, str] | None = None
        self._queue: list[Decision] = []

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

    def decide(self, view: Any, choices: Choices, game_rules: Rules) -> Decision:
        """The next of the turn's orders that still stands; what he decides in a turn he decides once."""
        asked = (view.common.turn, view.common.phase, str(view.choice))
        if asked != self._asked:
            self._asked, self._queue = asked, self.orders(view, game_rules)
        while self._queue:
            decision = self._queue.pop(0)
            if decision.order in choices.listed or game_rules.stands(view, decision.order):
                return decision
        order = choices.listed[0] if choices.listed else Done()
        return Decision(order, "staff.why.no_more")
