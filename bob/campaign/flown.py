"""What the campaigns have in common whose flights are flown with the classic cards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from bob.codec import decode, encode
from bob.dogfight.cards.linking import FlightGame, edition_of, editions_named
from bob.game import Game

P = TypeVar("P")
T = TypeVar("T")


class FlownCampaign(Game[P]):
    """A campaign in whose position a flight is played: `flights` is the game of that."""

    flights: FlightGame

    def terms_by(self, kind: type[T], options: Mapping[str, Any], edition: str) -> T:
        """Terms of that kind: the switches of the edition named in the options, or of the sheet's, and over them what the options set
        alone (CAM-DAT-17). Raises BobError for an edition that these flights cannot be flown by."""
        named = options.get("edition", edition)
        switches = encode(edition_of(self.flights.tables.editions, named)) if isinstance(named, str) else {}
        made: T = decode(kind, {**switches, **options, "edition": named})
        return made

    @staticmethod
    def check_editions(folder: Path, pattern: str, flights: FlightGame) -> None:
        """Raise DataError for a campaign of the user's own whose edition there is not."""
        editions_named(sorted(folder.glob(pattern)), flights.tables.editions)

    def rules_by_game(self) -> dict[str, int]:
        return super().rules_by_game() | self.flights.rules_by_game()

    @property
    def own_rolls(self) -> frozenset[str]:
        return self.flights.own_rolls

    @property
    def unthrown(self) -> frozenset[str]:
        return self.flights.unthrown
