"""The fuzzer itself, in a short form; the long form is `python -m tools.fuzz day --games 10000 --jobs 2`."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bob.core.kit import Contest, Setting
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.scenarios.scenario import scenarios
from bob.day.state.orders import ORDERS
from bob.day.state.position import DayPosition
from bob.games import kit, registered
from bob.staff.loaded import LoadedDayKit
from tests.operations.build import GAME
from tests.sizes import fifth
from tools.fuzz import Failure, FuzzCount, main, play_one, run, setting_of, summary

BATCHES = 6


@cache
def played(batch: int) -> FuzzCount:
    """Some random games of a day."""
    whole = FuzzCount()
    for number in range(batch * 25 + 8, batch * 25 + 8 + fifth(15)):
        tally = play_one("day", number, "test", game=GAME)
        assert tally.failures == [], tally.failures[0].describe()
        assert tally.entries > 10 and sum(tally.outcomes.values()) == 1
        whole.add(tally)
    return whole


@pytest.mark.slow
@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_keep_every_invariant_and_end(batch: int) -> None:
    assert played(batch).failures == []


@pytest.mark.slow
def test_every_kind_of_order_is_given_in_random_games() -> None:
    """The referee's among them, and those for Wings and raids that chance alone would hardly ever find."""
    given = Counter[str]()
    for batch in range(BATCHES):
        given.update(played(batch).orders)
    assert {order.code for order in ORDERS} - set(given) == set()


def test_every_scenario_is_fuzzed() -> None:
    assert {s.scenario for s in kit("day").contest().settings} >= set(scenarios())
    total = sum(s.weight for s in kit("day").contest().settings)
    counts = [setting_of(kit("day").contest(), n) for n in range(total)]
    for s in kit("day").contest().settings:
        assert counts.count(s) == s.weight


@pytest.mark.smoke
def test_a_number_is_always_the_same_game() -> None:
    one, two = (play_one("day", 5, "same", game=GAME) for _ in range(2))
    assert one == two
    assert play_one("day", 5, "other", game=GAME) != one
    by_one = list(run("day", 4, "same", first=3, chunk=2))
    whole = next(run("day", 4, "same", first=3, chunk=4))
    assert sum(t.entries for t in by_one) == whole.entries


class Broken(OperationalDay):
    """A day whose squadrons grow by one aircraft on turn 4."""

    def apply(self, position: DayPosition, seat: str, order: Any, dice: Any) -> Any:
        events = super().apply(position, seat, order, dice)
        if position.turn == 4:
            next(iter(position.squadrons.values())).strength = -1
        return events


class Stuck(OperationalDay):
    """A day in which nobody ever has an order to give."""

    def to_move(self, position: DayPosition) -> tuple[str, ...]:
        return super().to_move(position) if position.turn < 3 else ()


@pytest.mark.parametrize(("game", "why"), [(Broken, "AssertionError"), (Stuck, "nobody owes a decision")])
def test_a_broken_game_is_found_with_a_reproducer(game: type[OperationalDay], why: str) -> None:
    tally = play_one("broken", 7, "broken", Contest((Setting("lesson"),)), game())
    (failure,) = tally.failures
    assert why in failure.why and failure.entry > 2 and failure.seed == "broken/7" and failure.setting.scenario == "lesson"
    assert "--seed broken --first 7 --games 1" in failure.describe()


def test_points_that_do_not_add_up_are_found() -> None:
    def audit(match: Match[Any]) -> None:
        assert match.position.score == 999.0, "wrong"

    tally = play_one("day", 1, "audit", Contest((Setting("lesson"),), audit=audit))
    assert tally.failures and isinstance(tally.failures[0], Failure)


def test_the_command_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["day", "--games", "4", "--seed", "words"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("4 games, ") and " 0 failures" in out and "outcomes: " in out


class BrokenKit(LoadedDayKit):
    """The kit of the broken day."""

    name = "broken"

    def make(self, own: Path | None = None) -> OperationalDay:
        return Broken()


def test_the_command_fails_with_a_reproducer(capsys: pytest.CaptureFixture[str]) -> None:
    with registered(BrokenKit()):
        assert main(["broken", "--games", "3"]) == 1
    assert "FAILED scenario lesson, seed 1/0" in capsys.readouterr().out


@pytest.mark.slow
def test_the_module_runs_with_jobs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.fuzz", "day", "--games", "6", "--jobs", "2"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0 and done.stdout.startswith("6 games"), done.stderr
    assert summary(next(run("day", 6, "1"))) == done.stdout.strip()
