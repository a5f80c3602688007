"""The fuzzer: whole games of random legal orders, with all that must always hold checked after every one of them.

    python -m tools.fuzz day --games 10000 [--seed S] [--jobs 2] [--first N]

Game number N of a seed is always the same game. A failure names its number, so that `--first N --games 1` plays it again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from bob.core.dice import Stream
from bob.core.errors import BobError
from bob.core.game import Choices, Game, dumps
from bob.core.kit import Contest, Setting
from bob.core.match import Match, first_difference
from bob.core.record import entry_from_json
from bob.games import kit, names

REPLAYED = 50
"""One game in so many is replayed from its record and rolled again from its seed."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and where to find it again. `entry` is the number of the record's last entry."""

    game: str
    number: int
    seed: str
    setting: Setting
    entry: int
    why: str

    def describe(self) -> str:
        """A reproducer."""
        options = f" options {dumps(dict(self.setting.options))}" if self.setting.options else ""
        base = self.seed.rpartition("/")[0]
        return (
            f"scenario {self.setting.scenario}{options}, seed {self.seed}, after entry {self.entry}: {self.why}\n"
            f"again: python -m tools.fuzz {self.game} --seed {base} --first {self.number} --games 1"
        )


@dataclass(slots=True)
class FuzzCount:
    """What some games came to."""

    games: int = 0
    entries: int = 0
    rolls: int = 0
    replayed: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: FuzzCount) -> None:
        """Count another tally in."""
        self.games += other.games
        self.entries += other.entries
        self.rolls += other.rolls
        self.replayed += other.replayed
        self.outcomes.update(other.outcomes)
        self.orders.update(other.orders)
        self.events.update(other.events)
        self.failures.extend(other.failures)


def setting_of(contest: Contest, number: int) -> Setting:
    """The setting of a game's number: in turn, as often as its weight says."""
    left = number % sum(s.weight for s in contest.settings)
    for setting in contest.settings:
        left -= setting.weight
        if left < 0:
            return setting
    raise AssertionError("weights that do not add up")


def play_one(name: str, number: int, base: str, contest: Contest | None = None, game: Game[Any] | None = None) -> FuzzCount:
    """Play one whole game; its tally holds a failure if anything broke."""
    contest = contest if contest is not None else kit(name).contest()
    game = game if game is not None else kit(name).make()
    setting, seed, tally = setting_of(contest, number), f"{base}/{number}", FuzzCount(games=1)
    match: Match[Any] | None = None
    try:
        match = Match.new(game, setting.scenario, seed, setting.options)
        _play(contest, match, Stream.of(seed, "fuzz"), Stream.of(seed, "fuzz/besides"))
        if contest.audit is not None:
            contest.audit(match)
        if number % REPLAYED == 0:
            _replay(match)
            tally.replayed = 1
        outcome = game.outcome(match.position)
        assert outcome is not None
        tally.outcomes[outcome.code] += 1
    except (AssertionError, BobError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        entry = len(match.entries) - 1 if match is not None else 0
        tally.failures.append(Failure(name, number, seed, setting, entry, f"{type(error).__name__}: {error!r}"[:600]))
    if match is not None:
        tally.entries = len(match.entries)
        tally.rolls = sum(len(e.rolls) for e in match.entries)
        tally.orders.update(e.order.code for e in match.entries[1:])
        tally.events.update(event.code for e in match.entries for event in e.events)
    return tally


def _play(contest: Contest, match: Match[Any], stream: Stream, aside: Stream) -> None:
    game, free = match.game, 0
    game.invariants(match.position)
    while match.to_move:
        if contest.besides is not None and (given := contest.besides(match, aside)) is not None:
            match.play(*given)
            game.invariants(match.position)
            continue
        to_move = match.to_move
        assert game.outcome(match.position) is None, "over, and yet somebody owes a decision"
        seat = stream.choose(to_move) if len(to_move) > 1 else to_move[0]
        assert game.choices(match.position, seat) != Choices(), f"{seat} owes a decision and has no choice"
        entry = match.play(seat, game.sample(match.position, seat, stream))
        game.invariants(match.position)
        free = free + 1 if match.to_move == to_move and not entry.rolls else 0
        assert free <= contest.most_free, f"{free} orders and the game stands still"
        assert len(match.entries) <= contest.most, "the game does not end"
    assert game.outcome(match.position) is not None, "nobody owes a decision, and yet it is not over"


def _replay(match: Match[Any]) -> None:
    """The record through JSON and back plays the same game, and follows from its seed."""
    game = match.game
    entries = [entry_from_json(json.loads(dumps(e.as_json())), game) for e in match.entries]
    again = Match.replayed(game, match.header, entries)
    assert game.dump(again.position) == game.dump(match.position), "the replay ends elsewhere"
    assert game.dump(game.parse(game.dump(match.position))) == game.dump(match.position), "the dump does not come back"
    assert (number := first_difference(game, match.header, match.entries)) is None, f"entry {number} does not follow from the seed"


def _chunk(name: str, numbers: Sequence[int], base: str) -> FuzzCount:
    """Play some games in one process; stop at the first failure."""
    tally, game = FuzzCount(), kit(name).make()
    for number in numbers:
        tally.add(play_one(name, number, base, game=game))
        if tally.failures:
            break
    return tally


def run(name: str, games: int, base: str, first: int = 0, jobs: int = 1, chunk: int = 50) -> Iterator[FuzzCount]:
    """Play games from a number on, chunk by chunk; each step gives the tally of a chunk, in order whatever the jobs."""
    chunks = [range(start, min(start + chunk, first + games)) for start in range(first, first + games, chunk)]
    if jobs <= 1:
        for numbers in chunks:
            yield _chunk(name, numbers, base)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = [pool.submit(_chunk, name, numbers, base) for numbers in chunks]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def summary(tally: FuzzCount) -> str:
    """The figures of a run, for people."""
    lines = [
        f"{tally.games} games, {tally.entries} entries, {tally.rolls} rolls, {tally.replayed} replayed, {len(tally.failures)} failures"
    ]
    for title, counts in (("outcomes", tally.outcomes), ("orders", tally.orders), ("events", tally.events)):
        lines.append(f"{title}: " + ", ".join(f"{code} {count}" for code, count in sorted(counts.items())))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 1 when a game failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Play random legal games and check what must always hold.")
    parser.add_argument("game", choices=sorted(names()))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    total = FuzzCount()
    for tally in run(given.game, given.games, given.seed, given.first, given.jobs):
        total.add(tally)
        if total.failures:
            break
        if total.games % 500 == 0:
            sys.stdout.write(f"{total.games} games\n")
            sys.stdout.flush()
    sys.stdout.write(summary(total) + "\n")
    for failure in total.failures:
        sys.stdout.write(f"FAILED {failure.describe()}\n")
    return 1 if total.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
