"""Many games of one mission between pilots, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bob.dice import SeededDice, Stream
from bob.dogfight.hexes.game import HexDogfight
from bob.dogfight.hexes.pilots import KINDS
from bob.dogfight.score import Score, in_processes
from bob.kit import RANDOM


@dataclass(frozen=True, slots=True)
class HexMatch:
    """One game: the mission, the pilot of each side in its order, the seed; `own` is a folder of the user's own data."""

    mission: str
    pilots: tuple[str, str]
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    own: str = ""


@dataclass(frozen=True, slots=True)
class HexMatchResult:
    """What came of it: the sides in their order, the number of that which won, or None, and how many orders it took."""

    sides: tuple[str, ...]
    winner: int | None
    orders: int


@cache
def _game(own: str) -> HexDogfight:
    return HexDogfight.over(Path(own)) if own else HexDogfight()


def play_out(job: HexMatch) -> HexMatchResult:
    """Play a game to its end, each pilot shown the view of his own seat. Raises BobError for a mission or an option that there is not."""
    game = _game(job.own)
    dice, chance = SeededDice(Stream.of(job.seed, "duel")), Stream.of(job.seed, "random")
    position, _ = game.setup(job.mission, job.options, dice)
    names = [job.pilots[side] for side in position.side_of]
    flying = {s: None if n == RANDOM else KINDS[n](s, game.tables) for s, n in zip(position.seats, names, strict=True)}
    orders = 0
    while owing := game.owing(position):
        seat, orders = owing[0], orders + 1
        pilot = flying[seat]
        if pilot is None:
            order = game.sample(position, seat, chance)
        else:
            order = pilot.decide(game.view(position, seat), game.choices(position, seat)).order
            game.check(position, seat, order)
        game.apply(position, seat, order, dice)
    outcome = game.outcome(position)
    assert outcome is not None
    return HexMatchResult(position.sides, None if outcome.winner is None else position.sides.index(outcome.winner), orders)


def jobs_of(mission: str, pilots: tuple[str, str], games: int, seed: str, own: str = "") -> list[HexMatch]:
    """So many games, the pilots changing sides in turn; each has its own seed."""
    return [HexMatch(mission, pilots if i % 2 == 0 else pilots[::-1], f"{seed}/{mission}/{i}", own=own) for i in range(games)]


def results(jobs: Sequence[HexMatch], processes: int = 1) -> Iterator[HexMatchResult]:
    """Play the games in so many processes, giving each result as it comes, in the order of the jobs."""
    yield from in_processes(play_out, jobs, processes, 10)


@dataclass(slots=True)
class MissionCount:
    """What the games of one mission came to: for its first side, and for the first pilot."""

    mission: str
    pilots: tuple[str, str]
    sides: tuple[str, ...] = ()
    by_side: Score = field(default_factory=Score)
    by_pilot: Score = field(default_factory=Score)
    orders: int = 0

    def add(self, job: HexMatch, found: HexMatchResult) -> None:
        """Count a game in."""
        self.sides = found.sides
        winner = found.winner
        self.by_side.add(None if winner is None else winner == 0)
        first = 0 if job.pilots == self.pilots else 1
        self.by_pilot.add(None if winner is None else winner == first)
        self.orders += found.orders

    def as_json(self) -> dict[str, Any]:
        both = {"by_pilot": self.by_pilot.as_json()} if self.pilots[0] != self.pilots[1] else {}
        orders = round(self.orders / max(1, self.by_side.games), 1)
        head = {"mission": self.mission, "pilots": list(self.pilots), "sides": list(self.sides), "games": self.by_side.games}
        return {**head, "by_side": self.by_side.as_json(), **both, "orders": orders}
