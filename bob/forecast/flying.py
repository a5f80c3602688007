"""A day flown without a record: officers order, the rules carry out, a watcher takes notes. For many days at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from bob.core.dice import Dice
from bob.core.errors import Refused
from bob.core.game import Event
from bob.day.game import OperationalDay
from bob.day.state.position import DayPosition
from bob.staff.officer import Officer
from bob.staff.rules import rules


class Watcher(Protocol):
    """An observer of the day."""

    def hear(self, p: DayPosition, events: Iterable[Event]) -> None:
        """Note the results of an order, and the position after it."""
        ...


def fly(
    game: OperationalDay,
    p: DayPosition,
    officers: Mapping[str, Officer],
    dice: Dice,
    watcher: Watcher | None = None,
    enough: Callable[[DayPosition], bool] = lambda p: False,
    begin: Callable[[int], None] = lambda turn: None,
) -> None:
    """Fly a day on from a position, which changes, until it is over or `enough` is true of it. `begin` is called with each turn's number.

    A refused order is skipped, and an officer without any more takes the first that is offered, as every driver does. Raises the last
    refusal where none is offered: a plan with a fault can't be sealed.
    """
    known = rules(game.world_of(p))
    while p.phase != "over" and not enough(p):
        begin(p.turn)
        seat = game.to_move(p)[0]
        said, refused = False, None
        for decision in officers[seat].orders(game.view(p, seat), known):
            try:
                game.check(p, seat, decision.order)
            except Refused as found:
                said, refused = False, found
                continue
            events = game.apply(p, seat, decision.order, dice)
            said = True
            if watcher is not None:
                watcher.hear(p, events)
        if not said and seat in game.to_move(p):
            offered = game.choices(p, seat).listed
            if not offered and refused is not None:
                raise refused
            events = game.apply(p, seat, offered[0], dice)
            if watcher is not None:
                watcher.hear(p, events)
