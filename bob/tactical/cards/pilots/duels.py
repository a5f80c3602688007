"""Many duels between two aircraft and two pilots, and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bob.core.dice import SeededDice, Stream
from bob.core.workers import Workers, in_processes
from bob.tactical.cards.game import CardDogfight
from bob.tactical.cards.options import terms
from bob.tactical.cards.pilots.roster import fly, pilot
from bob.tactical.cards.pilots.strong import Budget
from bob.tactical.score import Score

SEATS = ("one", "other")


@dataclass(frozen=True, slots=True)
class Duel:
    """One duel: the aircraft and the pilot of each seat, which of them begins, and the seed."""

    aircraft: tuple[str, str]
    pilots: tuple[str, str]
    first: int
    seed: str
    sims: int | None = None


@dataclass(frozen=True, slots=True)
class Flown:
    """The result of a duel: the number of the seat that won, or None; the kind of end; the number of orders."""

    duel: Duel
    winner: int | None
    code: str
    orders: int


@cache
def _game() -> CardDogfight:
    return CardDogfight()


def duel(job: Duel) -> Flown:
    """Fly a duel. Raises BobError for an unknown aircraft or pilot."""
    game = _game()
    players = [{"seat": seat, "side": seat, "aircraft": [{"aircraft": code}]} for seat, code in zip(SEATS, job.aircraft, strict=True)]
    made = terms("duel", {"players": players, "first": SEATS[job.first]}, game.scenarios, game.tables)
    dice = SeededDice(Stream.of(job.seed, "game"))
    position, _ = game.setup_terms(made, dice)
    budget = Budget() if job.sims is None else Budget(sims=job.sims)
    pilots = {seat: pilot(name, seat, job.seed, made, game, budget) for seat, name in zip(SEATS, job.pilots, strict=True)}
    orders = fly(game, position, pilots, dice)
    outcome = game.outcome(position)
    assert outcome is not None
    winner = SEATS.index(outcome.winner) if outcome.winner is not None else None
    return Flown(job, winner, outcome.code.rpartition(".")[2], orders)


def drawn_up(aircraft: tuple[str, str], pilots: tuple[str, str], games: int, seed: str, sims: int | None = None) -> list[Duel]:
    """Return `games` duels, the first turn and the pilots changing sides in turn; each has its own seed."""
    jobs = []
    for i in range(games):
        flown = pilots if i // 2 % 2 == 0 else (pilots[1], pilots[0])
        jobs.append(Duel(aircraft, flown, i % 2, f"{seed}/{aircraft[0]}/{aircraft[1]}/{i}", sims))
    return jobs


def many(jobs: Sequence[Duel], by: int | Workers = 1) -> Iterator[Flown]:
    """Fly the duels in `by` processes or workers, giving each result as it comes, in the order of the jobs."""
    yield from in_processes(duel, jobs, by)


@dataclass(slots=True)
class DuelCount:
    """The results of the duels of one pairing: for its first aircraft, for the first pilot, for the side that began."""

    aircraft: tuple[str, str]
    pilots: tuple[str, str]
    by_aircraft: Score = field(default_factory=Score)
    by_pilot: Score = field(default_factory=Score)
    by_first: Score = field(default_factory=Score)
    ends: Counter[str] = field(default_factory=Counter)
    orders: int = 0

    def add(self, flown: Flown) -> None:
        """Count a duel in."""
        winner, job = flown.winner, flown.duel
        self.by_aircraft.add(None if winner is None else winner == 0)
        self.by_pilot.add(None if winner is None else job.pilots[winner] == self.pilots[0])
        self.by_first.add(None if winner is None else winner == job.first)
        self.ends[flown.code] += 1
        self.orders += flown.orders

    def as_json(self) -> dict[str, Any]:
        """The pairing as an object for programs; who flew better only where two kinds of pilot flew."""
        found: dict[str, Any] = {
            "aircraft": list(self.aircraft),
            "pilots": list(self.pilots),
            "games": self.by_aircraft.games,
            "orders": self.orders,
            "first_aircraft": self.by_aircraft.as_json(),
            "first_player": self.by_first.as_json(),
            "ends": dict(sorted(self.ends.items())),
        }
        if self.pilots[0] != self.pilots[1]:
            found["first_pilot"] = self.by_pilot.as_json()
        return found
