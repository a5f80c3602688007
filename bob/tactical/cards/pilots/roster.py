"""Pilots by name, and whole battles flown by them."""

from __future__ import annotations

from collections.abc import Mapping

from bob.core.dice import Dice
from bob.core.errors import UsageError
from bob.tactical.cards.game import CardDogfight
from bob.tactical.cards.pilots.pilot import NAMES, Chance, Pilot
from bob.tactical.cards.pilots.sound import SoundCardPilot
from bob.tactical.cards.pilots.strong import Budget, Strong
from bob.tactical.cards.position import CardPosition, CardTerms


def pilot(name: str, seat: str, seed: int | str, terms: CardTerms, game: CardDogfight, budget: Budget | None = None) -> Pilot:
    """The pilot of that name for a seat of a battle fought under these terms. Raises UsageError."""
    if name == "random":
        return Chance(seat, seed)
    if name == "sound":
        return SoundCardPilot(seat, terms, game.tables)
    if name == "strong":
        return Strong(seat, seed, terms, game, budget)
    raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join(NAMES))


def fly(game: CardDogfight, position: CardPosition, pilots: Mapping[str, Pilot], dice: Dice) -> int:
    """Play a battle to its end, each pilot given the view of its own seat only; return the number of orders."""
    count = 0
    while to_move := game.to_move(position):
        seat = to_move[0]
        order = pilots[seat].decide(game.view(position, seat), game.choices(position, seat))
        game.apply(position, seat, order, dice)
        count += 1
    return count
