"""How fast the miniatures dogfight is: `pytest tests/bench/test_bench_skies.py --benchmark-enable -n 0 -s`. Time of the processor, one
core."""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bob.tactical.matches import PilotMatch
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.pilots.matches import flown
from tests.bench.at_random import random_games

GAME = MiniatureDogfight()


@pytest.mark.parametrize("scenario", ["dogfight", "bomber_run", "airfield"])
def test_random_play(benchmark: BenchmarkFixture, scenario: str) -> None:
    """The goal: 8,000 decisions a second."""
    random_games(GAME, 2, scenario, {})
    start = time.process_time()
    orders = random_games(GAME, 20, scenario, {})
    rate = orders / (time.process_time() - start)
    print(f"\nrandom decisions, {scenario}: {rate:,.0f} a second")
    benchmark.extra_info["decisions a second"] = rate
    benchmark.pedantic(random_games, (GAME, 3, scenario, {}), rounds=5)
    assert rate > 8_000


def seconds_a_game(pilot: str, games: int) -> float:
    """The mean of so many dogfights, six against six, between pilots of one kind."""
    flown(PilotMatch("dogfight", (pilot, pilot), "warm"))
    start = time.process_time()
    for number in range(games):
        flown(PilotMatch("dogfight", (pilot, pilot), f"bench/{number}"))
    return (time.process_time() - start) / games


@pytest.mark.parametrize(("pilot", "games", "most"), [("sound", 10, 2), ("strong", 3, 15)])
def test_a_dogfight_of_pilots(benchmark: BenchmarkFixture, pilot: str, games: int, most: float) -> None:
    """The goal: less than two seconds with sound pilots."""
    spent = seconds_a_game(pilot, games)
    print(f"\na dogfight of {pilot} pilots: {spent:.2f} s")
    benchmark.pedantic(seconds_a_game, (pilot, 1), rounds=3)
    assert spent < most
