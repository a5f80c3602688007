"""Many games of one scenario between pilots, and their results; for every tactical game whose pilots decide from a view and its choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bob.core.dice import SeededDice, Stream
from bob.core.game import Game
from bob.core.kit import RANDOM
from bob.tactical.flier import Decider
from bob.tactical.score import Score

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class PilotMatch:
    """One game: the scenario, the pilot of each side in its order, the seed; `own` is a folder of the user's own data."""

    scenario: str
    pilots: tuple[str, str]
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    own: str = ""


@dataclass(frozen=True, slots=True)
class PilotMatchResult:
    """The result of a game: the sides in their order, the number of the winner, or None, and the number of orders."""

    sides: tuple[str, ...]
    winner: int | None
    orders: int


def fly_out(
    game: Game[P], job: PilotMatch, made: Callable[[str, str], Decider], sides: Callable[[P], tuple[tuple[str, ...], Sequence[int]]]
) -> PilotMatchResult:
    """Play a game to its end, each pilot given the view of its own seat.

    `made` makes a pilot by name for a seat; `sides` are the sides of a position and that of each of its seats. Raises BobError for an
    unknown scenario or option.
    """
    dice, chance = SeededDice(Stream.of(job.seed, "duel")), Stream.of(job.seed, "random")
    position, _ = game.setup(job.scenario, job.options, dice)
    named, side_of = sides(position)
    names = {seat: job.pilots[side] for seat, side in zip(game.seats(position), side_of, strict=True)}
    flying = {seat: None if name == RANDOM else made(name, seat) for seat, name in names.items()}
    orders = 0
    while to_move := game.to_move(position):
        seat, orders = to_move[0], orders + 1
        pilot = flying[seat]
        if pilot is None:
            order = game.sample(position, seat, chance)
        else:
            order = pilot.decide(game.view(position, seat), game.choices(position, seat)).order
            game.check(position, seat, order)
        game.apply(position, seat, order, dice)
    outcome = game.outcome(position)
    assert outcome is not None
    return PilotMatchResult(named, None if outcome.winner is None else named.index(outcome.winner), orders)


def jobs_of(scenario: str, pilots: tuple[str, str], games: int, seed: str, own: str = "") -> list[PilotMatch]:
    """Return `games` jobs, the pilots changing sides in turn; each has its own seed."""
    return [PilotMatch(scenario, pilots if i % 2 == 0 else pilots[::-1], f"{seed}/{scenario}/{i}", own=own) for i in range(games)]


@dataclass(slots=True)
class MatchCount:
    """The results of the games of one scenario: for its first side, and for the first pilot."""

    scenario: str
    pilots: tuple[str, str]
    sides: tuple[str, ...] = ()
    by_side: Score = field(default_factory=Score)
    by_pilot: Score = field(default_factory=Score)
    orders: int = 0

    def add(self, job: PilotMatch, found: PilotMatchResult) -> None:
        """Count a game in."""
        self.sides = found.sides
        winner = found.winner
        self.by_side.add(None if winner is None else winner == 0)
        first = 0 if job.pilots == self.pilots else 1
        self.by_pilot.add(None if winner is None else winner == first)
        self.orders += found.orders

    def as_json(self, called: str) -> dict[str, Any]:
        """Return the figures for a line of JSON; `called` is the game's word for a scenario."""
        both = {"by_pilot": self.by_pilot.as_json()} if self.pilots[0] != self.pilots[1] else {}
        orders = round(self.orders / max(1, self.by_side.games), 1)
        head = {called: self.scenario, "pilots": list(self.pilots), "sides": list(self.sides), "games": self.by_side.games}
        return {**head, "by_side": self.by_side.as_json(), **both, "orders": orders}
