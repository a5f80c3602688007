"""How fast the hex dogfight is: `pytest tests/bench/test_bench_hexes.py --benchmark-enable -n 0 -s`. Time of the processor, one core."""

from __future__ import annotations

import time
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from bob.core.dice import SeededDice, Stream
from bob.tactical.hexes import HexDogfight, hints
from tests.bench.at_random import random_games

GAME = HexDogfight()
FULL: dict[str, Any] = dict.fromkeys(("altimeter", "deflection", "slip_limit", "altitude_fire", "above", "fuel"), True)


def measured(benchmark: BenchmarkFixture, name: str, mission: str, options: dict[str, Any], least: float) -> None:
    random_games(GAME, 2, mission, options)
    start = time.process_time()
    orders = random_games(GAME, 20, mission, options)
    rate = orders / (time.process_time() - start)
    print(f"\n{name}: {rate:,.0f} a second")
    benchmark.extra_info["decisions a second"] = rate
    benchmark.pedantic(random_games, (GAME, 3, mission, options), rounds=5)
    assert rate > least


def test_random_play_in_a_duel(benchmark: BenchmarkFixture) -> None:
    measured(benchmark, "random decisions in a duel", "duel", {}, 15_000)


def test_random_play_of_four_against_four(benchmark: BenchmarkFixture) -> None:
    measured(benchmark, "random decisions, four against four", "free_hunt", {}, 15_000)


def test_random_play_with_every_advanced_rule(benchmark: BenchmarkFixture) -> None:
    measured(benchmark, "random decisions with all advanced rules", "free_hunt", FULL, 12_000)


def test_the_courses_of_an_aircraft(benchmark: BenchmarkFixture) -> None:
    """All the places that a Spitfire can reach with all its speed points."""
    position, _ = GAME.setup("duel", {}, SeededDice(Stream.of(1, "game")))
    view = GAME.view(position, "raf")
    start = time.process_time()
    found = hints.ways(view, 0)
    spent = time.process_time() - start
    print(f"\ncourses of an aircraft: {len(found)} in {spent * 1000:.0f} ms")
    benchmark.pedantic(hints.ways, (view, 0), rounds=3)
    assert spent < 0.3
