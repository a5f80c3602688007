"""The common part of the campaigns with flights by the classic cards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from bob.campaigns.land.orders import Ready
from bob.campaigns.sides import SIDES
from bob.core.codec import decode, encode
from bob.core.dice import Stream
from bob.core.errors import Refusal, Refused
from bob.core.game import Choices, Game, Outcome
from bob.tactical.cards.linking import FlightGame, FlightPosition, edition_of, editions_named, orders


class FlownPosition(Protocol):
    """The common part of the positions of these campaigns."""

    flight: FlightPosition | None
    outcome: Outcome | None


P = TypeVar("P", bound=FlownPosition)
T = TypeVar("T")


class FlightCampaign(Game[P]):
    """A campaign in whose position a flight is played: `flights` is the game of that."""

    flights: FlightGame
    own_orders: ClassVar[tuple[type, ...]]
    """The orders outside a flight."""

    def terms_by(self, kind: type[T], options: Mapping[str, Any], edition: str) -> T:
        """Return terms of that kind: the switches of the edition named in the options, or of the sheet's, and over them those that the
        options set alone (CAM-DAT-17). Raises BobError for an edition without switches for these flights."""
        named = options.get("edition", edition)
        switches = encode(edition_of(self.flights.tables.editions, named)) if isinstance(named, str) else {}
        made: T = decode(kind, {**switches, **options, "edition": named})
        return made

    @staticmethod
    def check_editions(folder: Path, pattern: str, flights: FlightGame) -> None:
        """Raise DataError for a campaign of the user's own with an unknown edition."""
        editions_named(sorted(folder.glob(pattern)), flights.tables.editions)

    @abstractmethod
    def _orders(self, position: P, seat: str) -> list[Any]:
        """All legal orders of a seat outside a flight."""

    @abstractmethod
    def _why_not(self, position: P, seat: str, order: Any) -> Refusal:
        """Return the reason why an order is not legal."""

    @abstractmethod
    def _refused(self, key: str, rule: str) -> Refused:
        """The refusal in the game's own words."""

    def choices(self, position: P, seat: str) -> Choices:
        if position.flight is not None:
            return self.flights.choices(position.flight, seat)
        return Choices(tuple(sorted(self._orders(position, seat), key=orders.sort_key)))

    def check(self, position: P, seat: str, order: Any) -> None:
        if position.flight is not None and not isinstance(order, self.own_orders):
            self.flights.check(position.flight, seat, order)
        elif order not in self._orders(position, seat):
            key, rule = self._why_not(position, seat, order)
            raise self._refused(key, rule)

    def sample(self, position: P, seat: str, stream: Stream) -> Any:
        if position.flight is not None:
            return self.flights.sample(position.flight, seat, stream)
        found = self._orders(position, seat)
        if Ready() in found and stream.below(2):
            return Ready()  # a plan can be changed for ever
        return stream.choose(found)

    def seats(self, position: P) -> tuple[str, ...]:
        return SIDES

    def outcome(self, position: P) -> Outcome | None:
        return position.outcome

    def rules_by_game(self) -> dict[str, int]:
        return super().rules_by_game() | self.flights.rules_by_game()

    @property
    def own_rolls(self) -> frozenset[str]:
        return self.flights.own_rolls

    @property
    def unthrown(self) -> frozenset[str]:
        return self.flights.unthrown
