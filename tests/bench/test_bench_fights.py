"""How fast engagements are: the quick resolver should take less than 0.2 ms."""

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
CARDS = shipped()["cards"]
DICE = SeededDice(Stream.of("bench", "resolver"))


def test_resolve_quickly(benchmark: BenchmarkFixture) -> None:
    result = benchmark(lambda: quick.resolve(ENGAGEMENT, SeededDice(DICE.stream)))
    assert result.resolver == "quick"


def test_set_out_for_the_cards(benchmark: BenchmarkFixture) -> None:
    drawn = benchmark(lambda: resolver.drawn_up(ENGAGEMENT, SeededDice(DICE.stream)))
    assert drawn.scale == 8


def test_fly_by_cards(benchmark: BenchmarkFixture) -> None:
    seeds = itertools.count()
    result = benchmark.pedantic(lambda: fights.resolve(ENGAGEMENT, SeededDice(Stream.of(next(seeds), "cards")), CARDS), rounds=40)
    assert result.resolver == "cards"
