"""What the phases share while an order is carried out: the world, the position, the dice, the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bob.dice import Dice
from bob.dogfight.cards import CardDogfight
from bob.game import Event, Log
from bob.hexes import Hex
from bob.operations.position import LUFTWAFFE, RAF, Point, Position
from bob.operations.world import World
from bob.tables import Lookup, Table

BOTH = (LUFTWAFFE, RAF)


@cache
def shipped_cards() -> CardDogfight:
    """The card dogfight with the cards that ship with the program."""
    return CardDogfight()


@dataclass(slots=True)
class Play:
    """One order being carried out. `cards` gives the dogfight that engagements by cards are fought in."""

    world: World
    p: Position
    dice: Dice
    log: Log
    cards: Callable[[], CardDogfight] = shipped_cards

    def table(self, name: str, by: str = "", **given: Any) -> Lookup:
        """Roll one of the operational tables under the scenario's readings."""
        table = self.world.tables[name]
        assert isinstance(table, Table)
        return table.roll(self.dice, self.p.switches, by=by, **given)

    def roll(self, purpose: str, count: int = 2, by: str = "") -> int:
        """The sum of some dice."""
        return self.dice.roll(purpose, count, by=by).total

    def tell(self, code: str, to: Iterable[str] = (), rule: str | None = None, **data: Any) -> None:
        """Enter an event in the log."""
        self.log.tell(code, to, rule, **data)

    def retell(self, events: Sequence[Event]) -> None:
        """Enter what happened in a dogfight, for the seats that learnt of it there."""
        for event in events:
            self.tell("dogfight", event.to, event.rule, **{"what": event.code, **event.data})

    def score(self, rule: str, code: str, count: int, points: float, where: str) -> None:
        """Give victory points, with where they came from (OPS-B12.1)."""
        if points:
            self.p.points.append(Point(self.p.turn, rule, code, count, points, where))

    def weather(self, h: Hex, angels: int) -> str:
        """The weather in a hex at a height."""
        from bob.operations.weather import at

        return at(self.world, self.p, h, angels)
