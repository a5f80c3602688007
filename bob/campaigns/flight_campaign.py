"""The common part of the campaigns with flights by the classic cards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar, get_type_hints

from bob.campaigns.land.orders import Ready
from bob.campaigns.land.position import FlightReadings
from bob.campaigns.sides import SIDES, side_of, team_of
from bob.core.codec import decode, encode
from bob.core.dice import Dice, Stream
from bob.core.errors import Refusal, Refused
from bob.core.game import Choices, Event, Game, Outcome
from bob.tactical.cards.linking import FlightGame, FlightPosition, asked_unit, edition_of, editions_named, orders, units_of


class FlownPosition(Protocol):
    """The common part of the positions of these campaigns."""

    flight: FlightPosition | None
    outcome: Outcome | None

    @property
    def terms(self) -> FlightReadings: ...
    @property
    def rounds(self) -> int:
        """The number of the mission or turn."""
        ...


P = TypeVar("P", bound=FlownPosition)
T = TypeVar("T")


class FlightCampaign(Game[P]):
    """A campaign whose position holds a flight; `flights` is the game of the flight.

    A side is a team of one player or more. The players lead missions, or turns, in rotation. The leader gives all orders before the flight,
    and in the flight those that concern no single aircraft, such as which Element acts next. The side's Elements and Formations are dealt
    out to the team one after another, beginning with the leader; each player gives the orders of their own aircraft, answers among them.
    The whole team sees what its side sees (CAM-24.43a, CAM-25.23b).
    """

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

    # ---- the two sides, which the concrete campaigns know

    @abstractmethod
    def sides_to_move(self, position: P) -> tuple[str, ...]:
        """The sides that owe a decision."""

    @abstractmethod
    def apply_of_side(self, position: P, side: str, order: Any, dice: Dice) -> list[Event]:
        """Carry out an order of a side."""

    @abstractmethod
    def view_of_side(self, position: P, side: str) -> Any:
        """The view of a side, or of the referee."""

    # ---- their teams

    def decider(self, position: P, side: str) -> str:
        """The player of a side whose decision it is."""
        team = position.terms.team(side)
        if len(team) == 1:
            return side
        unit = asked_unit(position.flight, side) if position.flight is not None else None
        return self.leader(position, side) if unit is None or position.flight is None else self.flown_by(position, side)[unit]

    def leader(self, position: P, side: str) -> str:
        """The player of a side who leads the mission or turn: the next at each."""
        team = position.terms.team(side)
        return team[(position.rounds - 1) % len(team)]

    def flown_by(self, position: P, side: str) -> dict[str, str]:
        """The players of a side by the units that they fly: dealt out from the leader on."""
        team = position.terms.team(side)
        first = team.index(self.leader(position, side))
        assert position.flight is not None
        return {unit: team[(first + i) % len(team)] for i, unit in enumerate(units_of(position.flight, side))}

    def to_move(self, position: P) -> tuple[str, ...]:
        return tuple([self.decider(position, side) for side in self.sides_to_move(position)])

    def apply(self, position: P, seat: str, order: Any, dice: Dice) -> list[Event]:
        rounds, flying = position.rounds, position.flight
        events = self.apply_of_side(position, side_of(seat), order, dice)
        if position.terms.axis_players == position.terms.allied_players == 1:
            return events
        if position.flight is not None and position.flight is not flying:
            shares = [share for side in SIDES if len(position.terms.team(side)) > 1 for share in self.flown_by(position, side).items()]
            events += [Event("flown_by", {"seat": player, "unit": unit}, SIDES, "CAM-24.43a") for unit, player in shares]
        if position.rounds != rounds and position.outcome is None:
            events += self.leader_events(position)
        return self.to_teams(position, events)

    def leader_events(self, position: P) -> list[Event]:
        """Return the event that names the leader of the mission or turn, for each side with more players than one."""
        sides = [side for side in SIDES if len(position.terms.team(side)) > 1]
        return [Event("leads", {"seat": self.leader(position, side)}, SIDES, "CAM-24.43a") for side in sides]

    def to_teams(self, position: P, events: Iterable[Event]) -> list[Event]:
        """Address the events of a side to its whole team."""
        teams = {side: position.terms.team(side) for side in SIDES}
        return [replace(event, to=tuple([seat for to in event.to for seat in teams.get(to, (to,))])) for event in events]

    def read_view(self, data: Any) -> Any:
        return decode(get_type_hints(type(self).view_of_side)["return"], data)

    def view(self, position: P, seat: str) -> Any:
        found = self.view_of_side(position, side_of(seat))
        return found if len(self.seats(position)) == len(SIDES) else replace(found, owing=self.to_move(position))

    def choices(self, position: P, seat: str) -> Choices:
        if seat not in self.to_move(position):
            return Choices()
        if position.flight is not None:
            return self.flights.choices(position.flight, side_of(seat))
        return Choices(tuple(sorted(self._orders(position, side_of(seat)), key=orders.sort_key)))

    def check(self, position: P, seat: str, order: Any) -> None:
        side = side_of(seat)
        if side in self.sides_to_move(position) and seat != self.decider(position, side):
            raise self._refused("another_decides", "CAM-24.43a")
        if position.flight is not None and not isinstance(order, self.own_orders):
            self.flights.check(position.flight, side, order)
        elif order not in self._orders(position, side):
            key, rule = self._why_not(position, side, order)
            raise self._refused(key, rule)

    def sample(self, position: P, seat: str, stream: Stream) -> Any:
        if position.flight is not None:
            return self.flights.sample(position.flight, side_of(seat), stream)
        found = self._orders(position, side_of(seat))
        if Ready() in found and stream.below(2):
            return Ready()  # a plan can be changed for ever
        return stream.choose(found)

    def seats(self, position: P) -> tuple[str, ...]:
        return tuple([seat for side in SIDES for seat in position.terms.team(side)])

    def allies(self, position: P, seat: str) -> tuple[str, ...]:
        return position.terms.team(side_of(seat))

    @staticmethod
    def teams_of(options: Mapping[str, object]) -> dict[str, str]:
        """The sides of the seats of a new game, by its options, which a set-up checks."""
        counts = {side: options.get(f"{side}_players", 1) for side in SIDES}
        return {seat: side for side, n in counts.items() for seat in team_of(side, n if isinstance(n, int) else 1)}

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
