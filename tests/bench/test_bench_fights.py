"""Speed of engagements: the quick resolver should take less than 0.1 ms for a fight of the usual size."""

from __future__ import annotations

import itertools

from pytest_benchmark.fixture import BenchmarkFixture

from bob.core.dice import SeededDice, Stream
from bob.staff import fights
from bob.tactical import quick
from bob.tactical.cards import resolver
from bob.tactical.slot import shipped
from tests.dogfight.forces import fight, force, german

ENGAGEMENT = fight(force(), force("501 Squadron"), german("do_17z", 27, "I./KG 3"), german("do_17z", 18, "II./KG 3"))
GREAT = fight(
    *(force(f"{i} Squadron") for i in range(4)),
    *(german("do_17z", 27, f"{i}./KG 3") for i in range(4)),
    *(german("bf_109e_4", 30, f"{i}./JG 3", share=0.8) for i in range(4)),
)
"""A great fight: 48 fighters, 108 bombers, 96 escorts in position."""
CARDS = shipped()["cards"]
DICE = SeededDice(Stream.of("bench", "resolver"))


def test_resolve_quickly(benchmark: BenchmarkFixture) -> None:
    result = benchmark(lambda: quick.resolve(ENGAGEMENT, SeededDice(DICE.stream)))
    assert result.resolver == "quick"


def test_resolve_a_great_fight_quickly(benchmark: BenchmarkFixture) -> None:
    result = benchmark(lambda: quick.resolve(GREAT, SeededDice(DICE.stream)))
    assert result.resolver == "quick"


def test_set_out_for_the_cards(benchmark: BenchmarkFixture) -> None:
    drawn = benchmark(lambda: resolver.drawn_up(ENGAGEMENT, SeededDice(DICE.stream)))
    assert drawn.scale == 8


def test_fly_by_cards(benchmark: BenchmarkFixture) -> None:
    seeds = itertools.count()
    result = benchmark.pedantic(lambda: fights.resolve(ENGAGEMENT, SeededDice(Stream.of(next(seeds), "cards")), CARDS), rounds=40)
    assert result.resolver == "cards"
