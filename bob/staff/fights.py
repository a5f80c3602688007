"""What officers do about an engagement in hand: they leave it to the quick resolver, and let pilots fly dogfights by cards for them."""

from __future__ import annotations

from typing import Any

from bob.dice import Dice
from bob.dogfight import by_cards
from bob.dogfight.cards import CardDogfight
from bob.dogfight.cards.pilots import Pilot, fly, pilot
from bob.dogfight.engagement import SIDES, Engagement, Result
from bob.game import Choices
from bob.kit import Decision
from bob.operations.orders import Fly, Resolve
from bob.operations.play import shipped_cards

USUAL = "sound"
"""The pilot that flies for a seat unless another is named."""


class Pilots:
    """The pilots of a day's dogfights, one for each seat of each of them."""

    def __init__(self, seed: int | str, cards: CardDogfight | None = None, name: str = USUAL) -> None:
        self.seed = seed
        self.name = name
        self._cards = cards
        self._flying: dict[tuple[int, str, str], Pilot] = {}

    @property
    def cards(self) -> CardDogfight:
        return self._cards if self._cards is not None else shipped_cards()

    def answer(self, view: Any, choices: Choices, name: str | None = None) -> Decision:
        """The order of a seat about the engagement in hand, from its view; a pilot of that name, or the usual one, flies."""
        engagement = view.engagement
        if engagement.battle is None:
            return Decision(Resolve("quick"), "staff.why.quick")
        name = name if name is not None else self.name
        key = (engagement.number, view.seat, name)
        if key not in self._flying:
            self._flying = {k: found for k, found in self._flying.items() if k[0] == engagement.number}
            self._flying[key] = pilot(name, view.seat, f"{self.seed}/{engagement.number}", engagement.terms, self.cards)
        order = self._flying[key].decide(engagement.battle, Choices(tuple([fly.order for fly in choices.listed])))
        return Decision(Fly(order), "staff.why.flies")


def resolve(engagement: Engagement, dice: Dice, pilots: tuple[str, str] = (USUAL, USUAL), cards: CardDogfight | None = None) -> Result:
    """The outcome of an engagement by cards, flown to its end by pilots of those names for the RAF and the Luftwaffe."""
    game = cards if cards is not None else shipped_cards()
    drawn = by_cards.drawn_up(engagement, dice)
    battle, _ = game.setup_terms(drawn.terms, dice)
    seated: dict[str, Pilot] = {}
    for side, name in zip(SIDES, pilots, strict=True):
        seated[side] = pilot(name, side, engagement.number, drawn.terms, game)
    fly(game, battle, seated, dice)
    return by_cards.result(engagement, battle, drawn.models, dice)
