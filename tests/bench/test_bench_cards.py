"""How fast the card dogfight is: `pytest tests/bench/test_bench_cards.py --benchmark-enable -n 0 -s`. Time of the processor, one core."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bob.core.dice import SeededDice, Stream
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.pilots.duels import drawn_up, duel
from bob.tactical.cards.position import CardPosition

GAME = CardDogfight()
SCENARIOS = ("first_match", "duel", "pairs", "teams", "free_for_all")


def by_sample(position: CardPosition, seat: str, stream: Stream) -> Any:
    return GAME.sample(position, seat, stream)


def from_the_list(position: CardPosition, seat: str, stream: Stream) -> Any:
    return stream.choose(GAME.choices(position, seat).listed)


def checked(position: CardPosition, seat: str, stream: Stream) -> Any:
    order = GAME.sample(position, seat, stream)
    GAME.check(position, seat, order)
    return order


Chooser = Callable[[CardPosition, str, Stream], Any]


def random_battles(count: int, scenarios: tuple[str, ...], choose: Chooser = checked) -> int:
    """Battles of random legal orders, set-up included; how many orders."""
    orders = 0
    for number in range(count):
        dice, stream = SeededDice(Stream.of(number, "game")), Stream.of(number, "random")
        position, _ = GAME.setup(scenarios[number % len(scenarios)], {}, dice)
        while position.owing:
            seat = position.owing[0]
            GAME.apply(position, seat, choose(position, seat, stream), dice)
            orders += 1
    return orders


def yardstick(count: int = 20_000) -> int:
    """A fixed loop of plain Python, to tell the load of the machine from the speed of the game."""
    seen: dict[int, int] = {}
    x = 0
    for i in range(count):
        x = (x * 31 + i) & 0xFFFF
        seen[x] = seen.get(x, 0) + 1
    return count


def rate(work: Callable[[], int]) -> float:
    """How much of it is done in a second of the processor."""
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def measure(benchmark: BenchmarkFixture, name: str, work: Callable[[], int], least: float, turns: int = 20) -> None:
    """The best rate of many short turns with the yardstick between them: others may be at work on the machine.

    Held to a share of the yardstick, which the load hardly moves.
    """
    work()
    best = loop = 0.0
    for _ in range(turns):
        loop, best = max(loop, rate(yardstick)), max(best, rate(work))
    print(f"\n{name}: {best:,.0f} a second, {best / loop:.6f} of the yardstick's {loop:,.0f}")
    benchmark.extra_info.update({"a second": best, "of the yardstick": best / loop})
    benchmark.pedantic(work, rounds=5)
    assert best / loop > least


@pytest.mark.parametrize(("choose", "least"), [(by_sample, 0.007), (from_the_list, 0.006), (checked, 0.005)])
def test_random_play_in_duels(benchmark: BenchmarkFixture, choose: Chooser, least: float) -> None:
    measure(benchmark, f"random decisions in duels, {choose.__name__}", lambda: random_battles(10, ("first_match",), choose), least)


def test_random_play_in_all_kinds_of_battle(benchmark: BenchmarkFixture) -> None:
    measure(benchmark, "random decisions in all scenarios", lambda: random_battles(10, SCENARIOS), 0.003)


def test_duels_by_sound_pilots(benchmark: BenchmarkFixture) -> None:
    jobs = drawn_up(("spitfire_i", "bf_109e_4"), ("sound", "sound"), 10, "bench")
    measure(benchmark, "decisions of sound pilots", lambda: sum(duel(job).orders for job in jobs), 0.0010, turns=8)
