"""Officers' decisions about the current engagement: the quick resolver, also at the table; in dogfights pilots play for them.

Beside them `resolve` has a single engagement flown by pilots, outside a day: calibration and tests hold the games by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.dice import Dice, SeededDice, Stream
from bob.core.game import Choices
from bob.core.kit import RANDOM, Decision, Player
from bob.data.units import SIDES
from bob.day.state.orders import EnterResult, Fly, Resolve
from bob.tactical import on_table, quick
from bob.tactical.engagement import Engagement, Result
from bob.tactical.slot import QUICK, Slot, Tactical, shipped


class Pilots:
    """The pilots of a day's dogfights, one for each seat of each of them."""

    def __init__(self, seed: int | str, slot: Slot | None = None) -> None:
        self.seed = seed
        self.slot = slot if slot is not None else shipped()
        self._flying: dict[tuple[int, str, str], Player] = {}

    def answer(self, view: Any, choices: Choices, name: str | None = None) -> Decision:
        """The order of a seat about the engagement in hand, from its view; a pilot of that name, or the usual one, flies."""
        engagement = view.engagement
        if engagement.sheet is not None:
            # What lies open is fought out: an officer throws the dice of the quick resolver at the table.
            thrown = quick.resolve(engagement.sheet, SeededDice(Stream.of(f"{self.seed}/{engagement.number}", "own_table")))
            return Decision(EnterResult(thrown.losses, thrown.turns), "staff.why.quick")
        if engagement.battle is None:
            return Decision(Resolve(QUICK), "staff.why.quick")
        kit = self.slot[engagement.how]
        known = kit.players(view.seat)
        flier = name if name in known else known[0]
        key = (engagement.number, view.seat, flier)
        if key not in self._flying:
            self._flying = {k: found for k, found in self._flying.items() if k[0] == engagement.number}
            self._flying[key] = kit.player(flier, view.seat, str(self.seed), kit.game)
        inner = Choices(tuple([fly.order for fly in choices.listed]))
        order = self._flying[key].orders(engagement.battle, inner, engagement.number)[0].order
        return Decision(Fly(kit.name, order), "staff.why.flies")


def resolve(engagement: Engagement, dice: Dice, kit: Tactical, pilots: tuple[str, str] | None = None) -> Result:
    """The outcome of an engagement fought out in a tactical game, table by table, by pilots of those names for the RAF and the Luftwaffe;
    each sees no more of it than a pilot of the day does."""
    names = pilots if pilots is not None else tuple(kit.players(side)[0] for side in SIDES)
    return on_table.joined(engagement, [(table, _flown(table, dice, kit, names)) for table in kit.tables(engagement)], dice)


def _flown(table: Engagement, dice: Dice, kit: Tactical, names: Sequence[str]) -> Result:
    """The outcome of one table."""
    drawn, game = kit.drawn_up(table, dice), kit.game
    position, _ = kit.begin(drawn, dice)
    chance = Stream.of(table.number, "pilot/random")
    flying: dict[str, Player | None] = {
        s: None if name == RANDOM else kit.player(name, s, str(table.number), game) for s, name in zip(SIDES, names, strict=True)
    }
    number = 0
    while to_move := game.to_move(position):
        seat, number = to_move[0], number + 1
        player = flying[seat]
        if player is None:
            order = game.sample(position, seat, chance)
        else:
            order = player.orders(kit.seen(position, seat), game.choices(position, seat), number)[0].order
        game.apply(position, seat, order, dice)
    return kit.result(table, position, drawn.models, dice)
