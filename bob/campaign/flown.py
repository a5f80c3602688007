"""What the campaigns have in common whose flights are flown with the classic cards."""

from __future__ import annotations

from typing import TypeVar

from bob.dogfight.cards.linking import FlightGame
from bob.game import Game

P = TypeVar("P")


class FlownCampaign(Game[P]):
    """A campaign in whose position a flight is played: `flights` is the game of that."""

    flights: FlightGame

    def rules_by_game(self) -> dict[str, int]:
        return super().rules_by_game() | self.flights.rules_by_game()

    @property
    def own_rolls(self) -> frozenset[str]:
        return self.flights.own_rolls

    @property
    def unthrown(self) -> frozenset[str]:
        return self.flights.unthrown
