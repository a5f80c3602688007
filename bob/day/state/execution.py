"""The shared state of the phases while an order is carried out: the world, the position, the dice, the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bob.core.dice import Dice, TypedDice
from bob.core.game import Event, Log
from bob.data.tables import Lookup, Table
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, ScoredPoints
from bob.day.state.world import World
from bob.tactical.slot import Slot, shipped

BOTH = (LUFTWAFFE, RAF)


@dataclass(slots=True)
class Play:
    """One order being carried out. `slot` has the tactical games that engagements are fought out in."""

    world: World
    p: DayPosition
    dice: Dice
    log: Log
    slot: Slot = field(default_factory=shipped)

    def table(self, name: str, by: str = "", *, about: Mapping[str, str] | None = None, **given: Any) -> Lookup:
        """Roll one of the operational tables under the scenario's readings."""
        table = self.world.tables[name]
        assert isinstance(table, Table)
        self.about(**(about or {}))
        return table.roll(self.dice, self.p.switches, by=by, **given)

    def about(self, **about: str) -> None:
        """Set the subject of the next dice, for the person who throws them: `raid`, `unit`, `against`, `hex`, `place`, `turns`."""
        if isinstance(self.dice, TypedDice):
            self.dice.about = about

    def roll(self, purpose: str, count: int = 2, by: str = "", **about: str) -> int:
        """The sum of some dice."""
        self.about(**about)
        return self.dice.roll(purpose, count, by=by).total

    def tell(self, code: str, to: Iterable[str] = (), rule: str | None = None, **data: Any) -> None:
        """Enter an event in the log."""
        self.log.tell(code, to, rule, **data)

    def retell(self, game: str, events: Sequence[Event]) -> None:
        """Enter what happened in a dogfight of that game, for the seats that learnt of it there."""
        for event in events:
            self.log.events.append(Event("dogfight", {"game": game, "what": event.code, **event.data}, tuple(event.to), event.rule))

    def score(self, rule: str, code: str, count: int, points: float, where: str) -> None:
        """Give victory points, with where they came from (OPS-B12.1)."""
        if points:
            self.p.points.append(ScoredPoints(self.p.turn, rule, code, count, points, where))
