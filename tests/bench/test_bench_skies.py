"""How fast the miniatures dogfight is: `pytest tests/bench/test_bench_skies.py --benchmark-enable -n 0 -s`. Time of the processor, one
core."""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bob.dice import SeededDice, Stream
from bob.dogfight.skies.game import SkyDogfight

GAME = SkyDogfight()


def random_battles(count: int, scenario: str) -> int:
    """Battles of random legal orders, set-up and the check of each order included; how many orders."""
    orders = 0
    for number in range(count):
        dice, stream = SeededDice(Stream.of(number, "game")), Stream.of(number, "random")
        position, _ = GAME.setup(scenario, {}, dice)
        while position.owing:
            seat = position.owing[0]
            order = GAME.sample(position, seat, stream)
            GAME.check(position, seat, order)
            GAME.apply(position, seat, order, dice)
            orders += 1
    return orders


@pytest.mark.parametrize("scenario", ["dogfight", "bomber_run", "airfield"])
def test_random_play(benchmark: BenchmarkFixture, scenario: str) -> None:
    """Issue 13 asks for 8,000 decisions a second."""
    random_battles(2, scenario)
    start = time.process_time()
    orders = random_battles(20, scenario)
    rate = orders / (time.process_time() - start)
    print(f"\nrandom decisions, {scenario}: {rate:,.0f} a second")
    benchmark.extra_info["decisions a second"] = rate
    benchmark.pedantic(random_battles, (3, scenario), rounds=5)
    assert rate > 8_000
