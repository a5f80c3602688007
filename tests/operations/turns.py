"""Whole turns of an operational day, with dice that fall by what they are rolled for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bob.dice import Ledger, Roll, checked
from bob.game import Event
from bob.operations.orders import Done, Seal
from bob.operations.position import LUFTWAFFE, DayPosition
from tests.operations.build import GAME, order

USUAL: Mapping[str, tuple[int, ...]] = {"random_event": (3, 4)}
"""No event; all other dice fall on a three."""


class DiceByPurpose:
    """Dice that fall as they are told for a purpose: always so, or once each by a list of faces; else on a three each."""

    def __init__(self, **faces: tuple[int, ...] | list[tuple[int, ...]]) -> None:
        self.ledger = Ledger()
        self._faces: dict[str, Any] = {**USUAL, **faces}

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Roll:
        given = self._faces.get(purpose, (3,) * count)
        if isinstance(given, list):
            given = given.pop(0) if given else (3,) * count
        return self.ledger.add(Roll(purpose, checked(given, count, sides), sides, by, "scripted"))

    def rolled(self, purpose: str) -> list[Roll]:
        """What was rolled for a purpose."""
        return [roll for roll in self.ledger.rolls if roll.purpose == purpose]


def whole_turn(p: DayPosition, *orders: Any, dice: DiceByPurpose | None = None, luftwaffe: Sequence[Any] = ()) -> list[Event]:
    """The RAF gives its orders, the Luftwaffe its own and on the hour its seal, and the turn runs to the next one's orders."""
    dice = dice if dice is not None else DiceByPurpose()
    events = [event for given in orders for event in order(p, "raf", given)]
    events += [event for given in luftwaffe for event in order(p, LUFTWAFFE, given)]
    turn = p.turn
    for seat in ("luftwaffe", "raf"):
        if seat == LUFTWAFFE and p.plan_open:
            events += order(p, seat, Seal())
        GAME.check(p, seat, Done())
        events += GAME.apply(p, seat, Done(), dice)
    GAME.invariants(p)
    assert p.turn == turn + 1 and p.phase == "orders", "the turn stopped on the way"
    return events
