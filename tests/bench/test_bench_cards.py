"""How fast the card dogfight is: `pytest tests/bench/test_bench_cards.py --benchmark-enable -n 0 -s`. Time of the processor, one core."""

from __future__ import annotations

import time

from pytest_benchmark.fixture import BenchmarkFixture

from bob.dice import SeededDice, Stream
from bob.dogfight.cards import CardDogfight
from bob.dogfight.cards.pilots.duels import drawn_up, duel

GAME = CardDogfight()
SCENARIOS = ("first_match", "duel", "pairs", "teams", "free_for_all")


def random_battles(count: int, scenarios: tuple[str, ...]) -> int:
    """Battles of random legal orders, set-up and the check of each order included; how many orders."""
    orders = 0
    for number in range(count):
        dice, stream = SeededDice(Stream.of(number, "game")), Stream.of(number, "random")
        position, _ = GAME.setup(scenarios[number % len(scenarios)], {}, dice)
        while position.owing:
            seat = position.owing[0]
            order = GAME.sample(position, seat, stream)
            GAME.check(position, seat, order)
            GAME.apply(position, seat, order, dice)
            orders += 1
    return orders


def told(name: str, count: int, spent: float) -> float:
    rate = count / spent
    print(f"\n{name}: {rate:,.0f} a second")
    return rate


def test_random_play_in_duels(benchmark: BenchmarkFixture) -> None:
    random_battles(5, ("first_match",))
    start = time.process_time()
    orders = random_battles(150, ("first_match",))
    rate = told("random decisions in duels", orders, time.process_time() - start)
    benchmark.extra_info["decisions a second"] = rate
    benchmark.pedantic(random_battles, (20, ("first_match",)), rounds=5)
    assert rate > 20_000


def test_random_play_in_all_kinds_of_battle(benchmark: BenchmarkFixture) -> None:
    start = time.process_time()
    orders = random_battles(60, SCENARIOS)
    rate = told("random decisions in all scenarios", orders, time.process_time() - start)
    benchmark.extra_info["decisions a second"] = rate
    benchmark.pedantic(random_battles, (10, SCENARIOS), rounds=5)
    assert rate > 10_000


def test_duels_by_sound_pilots(benchmark: BenchmarkFixture) -> None:
    jobs = drawn_up(("spitfire_i", "bf_109e_4"), ("sound", "sound"), 100, "bench")
    duel(jobs[0])
    start = time.process_time()
    for job in jobs:
        duel(job)
    rate = told("duels by sound pilots", len(jobs), time.process_time() - start)
    benchmark.extra_info["duels a second"] = rate
    benchmark.pedantic(duel, (jobs[0],), rounds=20)
    assert rate > 100
