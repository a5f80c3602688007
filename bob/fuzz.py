"""The fuzzer: whole games of random legal orders, with all that must always hold checked after every one of them.

    python -m bob.fuzz day --games 10000 [--seed S] [--jobs 2] [--first N]

Game number N of a seed is always the same game. A failure names its number, so that `--first N --games 1` plays it again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from bob.dice import Stream
from bob.errors import BobError
from bob.game import Choices, Game, Match, dumps, entry_from_json, first_difference

REPLAYED = 50
"""One game in so many is replayed from its record and rolled again from its seed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A scenario with its options, and how often it comes up."""

    scenario: str
    options: Mapping[str, Any] = field(default_factory=dict)
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Contest:
    """A game as the fuzzer plays it. `audit` checks a finished match; `most` bounds the orders that lead nowhere and the whole game."""

    make: Callable[[], Game[Any]]
    settings: tuple[Setting, ...]
    most_free: int = 400
    most: int = 20000
    audit: Callable[[Match[Any]], None] | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and where to find it again. `entry` is the number of the record's last entry."""

    game: str
    number: int
    seed: str
    setting: Setting
    entry: int
    why: str

    def told(self) -> str:
        """A reproducer."""
        options = f" options {dumps(dict(self.setting.options))}" if self.setting.options else ""
        base = self.seed.rpartition("/")[0]
        return (
            f"scenario {self.setting.scenario}{options}, seed {self.seed}, after entry {self.entry}: {self.why}\n"
            f"again: python -m bob.fuzz {self.game} --seed {base} --first {self.number} --games 1"
        )


@dataclass(slots=True)
class Tally:
    """What some games came to."""

    games: int = 0
    entries: int = 0
    rolls: int = 0
    replayed: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.games += other.games
        self.entries += other.entries
        self.rolls += other.rolls
        self.replayed += other.replayed
        self.outcomes.update(other.outcomes)
        self.orders.update(other.orders)
        self.events.update(other.events)
        self.failures.extend(other.failures)


def _day() -> Game[Any]:
    from bob.operations.day import OperationalDay

    return OperationalDay()


def _cards() -> Game[Any]:
    from bob.dogfight.cards import CardDogfight

    return CardDogfight()


def _campaign() -> Game[Any]:
    from bob.campaign import Campaign

    return Campaign()


def _audit_day(match: Match[Any]) -> None:
    """The victory points add up, line by line, and agree with what was told of losses."""
    from bob.operations.position import Position

    p: Position = match.position
    found = match.game.outcome(p)
    assert found is not None
    total = sum(point.points for point in p.points)
    assert abs(found.points["luftwaffe"] - total) < 1e-9 and abs(found.points["raf"] + total) < 1e-9, found
    worth = {
        "raf_on_ground": 0.5,
        "raf_shot_down": 1.0,
        "raf_not_over_england": 0.5,
        "fighter_shot_down": -1.0,
        "bomber_shot_down": -1.5,
        "luftwaffe_over_england": -0.5,
        "balloon_points": 0.25,
        "squadron_beyond_response": 3.0,
        "flight_beyond_response": 1.5,
        "return_escort": -0.5,
        "patrol_freie_jagd": -2.0,
    }
    counts: Counter[str] = Counter()
    for point in p.points:
        counts[point.code] += point.count
        if point.code in worth:
            assert abs(point.points - worth[point.code] * point.count) < 1e-9, point
    told = [event for _, event in match.log("referee")]
    shot = sum(sum(e.data["lost"].values()) for e in told if e.code == "combat" and e.to == ("raf",))
    down = sum(e.data["destroyed"] for e in told if e.code == "hit_on_ground")
    landing = sum(e.data["aircraft"] for e in told if e.code == "lost_landing" and e.to == ("raf",))
    assert counts["raf_shot_down"] == shot and counts["raf_on_ground"] == down, (counts, shot, down)
    lost = sum(s.lost for s in p.squadrons.values())
    assert lost == shot + down + landing, (lost, shot, down, landing)
    over = next(e for e in told if e.code == "over")
    assert abs(over.data["points"] - total) < 1e-9
    revealed = next(e for e in told if e.code == "revealed")
    assert revealed.data["kept"] is True, "the revealed plan is not the sealed one"


_CAMPAIGNS = ("poland_1939", "channel_convoys_1940", "airfields_1940", "london_1940")

REGISTRY: dict[str, Contest] = {
    "day": Contest(
        _day,
        (
            Setting("lesson", weight=4),
            Setting("one_raid", weight=6),
            *(Setting("free", {"period": period}, 4) for period in range(1, 6)),
            Setting("15_august_1940"),
            Setting("18_august_1940"),
            Setting("7_september_1940"),
            Setting("15_september_1940"),
            Setting("one_raid", {"engagements": "ask"}, 2),
            Setting("free", {"period": 2, "engagements": "ask", "chooser": "luftwaffe"}, 2),
            Setting("18_august_1940", {"engagements": "cards"}),
            Setting("15_september_1940", {"engagements": {"small": "table", "with_bombers": "cards", "others": "ask", "small_most": 20}}),
        ),
        audit=_audit_day,
    ),
    "cards": Contest(
        _cards,
        (
            Setting("duel", weight=2),
            Setting("duel", {"pilots": True, "vp_limit": 30, "year": 1945, "balance": True}, 2),
            Setting("first_match", {"bonus_cards": True, "oots_answered_as_ims": True, "flip": "exceed"}, 2),
            Setting("pairs", {"bonus_cards": True, "decks": 2}, 2),
            Setting("teams", {"wingmen": True, "theatre": "europe"}, 2),
            Setting("free_for_all", {"pilots": True}, 2),
            Setting("raid", weight=2),
            Setting("raid", {"wingmen": True, "decks": 3, "mission": True}),
        ),
        most=60000,
    ),
    "campaign": Contest(
        _campaign,
        (
            *(Setting(code, {"quick": True}) for code in _CAMPAIGNS),
            *(Setting(code, {"bonus_cards": True, "wingmen": True}) for code in _CAMPAIGNS),
            *(Setting(code, {"scale": 2, "oots_answered_as_ims": True, "flip": "exceed"}) for code in _CAMPAIGNS),
            *(Setting(code, {"quick": True, "scale": 6}) for code in _CAMPAIGNS),
            Setting("poland_1939", {"scale": 4}),
        ),
        most=60000,
    ),
}
"""Every game that can be fuzzed, by name; a later game puts itself in here."""


def setting_of(contest: Contest, number: int) -> Setting:
    """The setting of a game's number: in turn, as often as its weight says."""
    left = number % sum(s.weight for s in contest.settings)
    for setting in contest.settings:
        left -= setting.weight
        if left < 0:
            return setting
    raise AssertionError("weights that do not add up")


def play_one(name: str, number: int, base: str, contest: Contest | None = None, game: Game[Any] | None = None) -> Tally:
    """Play one whole game; its tally holds a failure if anything broke."""
    contest = contest if contest is not None else REGISTRY[name]
    game = game if game is not None else contest.make()
    setting, seed, tally = setting_of(contest, number), f"{base}/{number}", Tally(games=1)
    match: Match[Any] | None = None
    try:
        match = Match.new(game, setting.scenario, seed, setting.options)
        _play(contest, match, Stream.of(seed, "fuzz"))
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


def _play(contest: Contest, match: Match[Any], stream: Stream) -> None:
    game, free = match.game, 0
    game.invariants(match.position)
    while match.owing:
        owing = match.owing
        assert game.outcome(match.position) is None, "over, and yet somebody owes a decision"
        seat = stream.choose(owing) if len(owing) > 1 else owing[0]
        assert game.choices(match.position, seat) != Choices(), f"{seat} owes a decision and has no choice"
        entry = match.play(seat, game.sample(match.position, seat, stream))
        game.invariants(match.position)
        free = free + 1 if match.owing == owing and not entry.rolls else 0
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


def _chunk(name: str, numbers: Sequence[int], base: str) -> Tally:
    """Play some games in one process; stop at the first failure."""
    tally, game = Tally(), REGISTRY[name].make()
    for number in numbers:
        tally.add(play_one(name, number, base, game=game))
        if tally.failures:
            break
    return tally


def run(name: str, games: int, base: str, first: int = 0, jobs: int = 1, chunk: int = 50) -> Iterator[Tally]:
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


def summary(tally: Tally) -> str:
    """The figures of a run, for people."""
    lines = [
        f"{tally.games} games, {tally.entries} entries, {tally.rolls} rolls, {tally.replayed} replayed, {len(tally.failures)} failures"
    ]
    for title, counts in (("outcomes", tally.outcomes), ("orders", tally.orders), ("events", tally.events)):
        lines.append(f"{title}: " + ", ".join(f"{code} {count}" for code, count in sorted(counts.items())))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 1 when a game failed."""
    parser = argparse.ArgumentParser(prog="python -m bob.fuzz", description="Play random legal games and check what must always hold.")
    parser.add_argument("game", choices=sorted(REGISTRY))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    total = Tally()
    for tally in run(given.game, given.games, given.seed, given.first, given.jobs):
        total.add(tally)
        if total.failures:
            break
        if total.games % 500 == 0:
            sys.stdout.write(f"{total.games} games\n")
            sys.stdout.flush()
    sys.stdout.write(summary(total) + "\n")
    for failure in total.failures:
        sys.stdout.write(f"FAILED {failure.told()}\n")
    return 1 if total.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
