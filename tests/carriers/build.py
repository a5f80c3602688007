"""Turns of the carrier campaigns for the tests: begun, planned, taken, flown, with dice that draw cards of a sort."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bob.campaigns.carriers.game import Carriers
from bob.campaigns.carriers.orders import AddToCap, LeaveBehind, PlanTurn, TakeResource
from bob.campaigns.carriers.position import FORM, CarrierPosition
from bob.campaigns.land.orders import Ready
from bob.core.dice import Dice, Roll, SeededDice, Stream
from bob.core.game import Event
from bob.tactical.cards_classic.data import ActionFace

GAME = Carriers()
DECK = GAME.flights.tables.deck
CRAFTS = GAME.flights.tables.aircraft


class Drawn(SeededDice):
    """Dice by which the cards drawn for one purpose are of a sort; all else falls by a stream."""

    def __init__(self, purpose: str = "", wanted: Callable[[ActionFace], bool] = lambda face: True) -> None:
        super().__init__(Stream.of(3, "drawn"))
        self.purpose, self.wanted = purpose, wanted

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Roll:
        if purpose != self.purpose:
            return super().roll(purpose, count, sides=sides, by=by)
        fits = [self.wanted(DECK.faces[code]) for code in DECK.whole]
        run = 4 if any(all(fits[i : i + 4]) for i in range(len(fits) - 3)) else 1  # the next cards of the pile slip down
        found = next(i for i in range(sides) if all(fits[i : i + run])) + 1
        return self.ledger.add(Roll(purpose, (found,), sides, by, "scripted"))


def begun(page: str = "coral_sea", **options: Any) -> CarrierPosition:
    return GAME.setup(page, {"quick": True, **options}, Drawn())[0]


def give(position: CarrierPosition, seat: str, order: Any, dice: Dice | None = None) -> list[Event]:
    GAME.check(position, seat, order)
    events = GAME.apply(position, seat, order, dice if dice is not None else Drawn())
    GAME.invariants(position)
    return events


def planned(position: CarrierPosition, axis: tuple[str, str], allied: tuple[str, str]) -> CarrierPosition:
    give(position, "axis", PlanTurn(*axis))
    give(position, "allied", PlanTurn(*allied))
    return position


def taken(position: CarrierPosition, axis: int | None = None, allied: int | None = None, dice: Dice | None = None) -> CarrierPosition:
    give(position, "axis", TakeResource(axis))
    give(position, "allied", TakeResource(allied), dice)
    return position


def out_of(position: CarrierPosition, dice: Dice | None = None) -> None:
    """Both sides say ready, leaving behind what they must."""
    number = len(position.log)
    while position.phase == FORM and len(position.log) == number:
        for seat in GAME.to_move(position):
            order = next((o for o in GAME.choices(position, seat).listed if isinstance(o, LeaveBehind | AddToCap)), Ready())
            give(position, seat, order, dice)
            break


def flyers(position: CarrierPosition, side: str) -> list[tuple[str, int]]:
    return [(group.aircraft, group.count) for group in position.own_groups(side)]


LARGE, QUIET = ("medium", "large"), ("medium", "none")
