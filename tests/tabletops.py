"""A position of a tactical game as its tests play it: orders one after another, the dice named beforehand, refusals by their rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import pytest

from bob.core.dice import ScriptedDice
from bob.core.errors import Refused
from bob.core.game import Event, Game


class PlayedTable:
    """A position being played; the seat that owes the decision gives the orders. Dice that are not named show `blank`."""

    game: ClassVar[Game[Any]]
    blank: ClassVar[int]
    whole: ClassVar[bool] = True
    """Whether the positions that tests make up keep the invariants of the game."""

    def __init__(self, position: Any, faces: Iterable[int] = ()) -> None:
        self.position = position
        self.events: list[Event] = []
        self.next_dice(*faces)

    @property
    def seat(self) -> str:
        found: str = self.position.owing[0]
        return found

    @property
    def stage(self) -> str:
        found: str = self.position.stage
        return found

    def next_dice(self, *faces: int) -> Self:
        """These faces fall next."""
        self.dice = ScriptedDice([*faces, *[self.blank] * 5000])
        return self

    def legal(self, kind: type | None = None) -> list[Any]:
        """The listed orders of the seat that owes a decision, all or of one kind."""
        return [order for order in self.game.choices(self.position, self.seat).listed if kind is None or isinstance(order, kind)]

    def do(self, *orders: Any) -> list[Event]:
        """Play orders one after another; the events of all of them. What passes the check is listed or fits a form."""
        lines: list[Event] = []
        for order in orders:
            self.game.check(self.position, self.seat, order)
            self.game.choices(self.position, self.seat).check(order)
            lines += self.game.apply(self.position, self.seat, order, self.dice)
            if self.whole:
                self.game.invariants(self.position)
        self.events += lines
        return lines

    def can(self, order: Any) -> bool:
        """Whether an order is legal; what is listed is."""
        try:
            self.game.check(self.position, self.seat, order)
        except Refused:
            assert order not in self.legal()
            return False
        return True

    def refused(self, order: Any) -> str:
        """The rule by which an order is refused; the position must not change."""
        before = self.game.dump(self.position)
        with pytest.raises(Refused) as caught:
            self.game.check(self.position, self.seat, order)
        assert order not in self.legal()
        assert self.game.dump(self.position) == before
        assert str(caught.value) and caught.value.rule is not None
        return caught.value.rule


def codes(events: Iterable[Event]) -> list[str]:
    return [event.code for event in events]


def describe(events: Iterable[Event], code: str) -> list[Mapping[str, Any]]:
    """What the events of a code say."""
    return [event.data for event in events if event.code == code]
