"""How sure forecasts say they are, held beside how often they are right: few days, early stops, and many facts at once."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from bob.day.state.position import RAF
from bob.forecast.answer import ForecastSpread
from bob.forecast.asking import SURE_FROM
from bob.forecast.facts import deciders
from bob.forecast.sureness import RunningMean, student
from tests.forecast.test_answer import day_fate, raid_fate


@pytest.mark.parametrize(
    ("free", "sure", "known"),
    [(1, 0.95, 12.706), (2, 0.95, 4.303), (3, 0.95, 3.182), (7, 0.95, 2.365), (30, 0.95, 2.042), (9, 0.999, 4.781), (20, 0.999, 3.850)],
)
def test_students_distribution_is_that_of_the_books(free: float, sure: float, known: float) -> None:
    assert student(free, sure) == pytest.approx(known, abs=0.005)


def test_a_mean_that_grows_is_that_of_all_its_figures() -> None:
    chance = random.Random(1)  # noqa: S311
    figures = [chance.gauss(5, 3) for _ in range(60)]
    grown = RunningMean.of(figures)
    spread = ForecastSpread.of(figures)
    assert (grown.mean, grown.half) == (pytest.approx(statistics.fmean(figures)), pytest.approx(spread.half))
    assert RunningMean.of([4.0]).half == math.inf


def test_the_first_interval_of_eight_days_holds_as_often_as_it_says() -> None:
    chance, held, times = random.Random(2), 0, 3000  # noqa: S311
    for _ in range(times):
        low, high = ForecastSpread.of(chance.gauss(3, 10) for _ in range(8)).interval
        held += low <= 3 <= high
    assert 0.94 <= held / times <= 0.96


def test_to_stop_when_it_is_sure_leaves_the_interval_as_sure_as_it_says() -> None:
    chance, held, times, means = random.Random(3), 0, 1200, []  # noqa: S311
    for _ in range(times):
        grown = RunningMean()
        while grown.count < SURE_FROM or grown.half > 2.0:
            grown.add(chance.gauss(3, 10))
        held += abs(grown.mean - 3) <= grown.half
        means.append(grown.mean)
    assert 0.93 <= held / times <= 0.965
    assert statistics.fmean(means) == pytest.approx(3, abs=0.1), "where it stops does not pull the mean"


def test_of_many_facts_that_decide_nothing_hardly_ever_one_is_told() -> None:
    """Fifty facts beside points that hang on none of them, skewed as losses are: a false alarm in one forecast of twenty at most."""
    chance, figure, times = random.Random(4), 0, 60  # noqa: S311
    raids = [f"raid_{i}" for i in range(6)]
    for _ in range(times):
        days = []
        for number in range(80):
            fates = [
                raid_fate(
                    raid,
                    cloud=chance.random() < 0.3,
                    above=chance.random() < 0.5,
                    before=chance.random() < 0.5,
                    off_course=chance.random() < 0.2,
                    escorts=chance.choice([0, 3]),
                    squadrons=tuple(f"{n} Squadron" for n in range(8) if chance.random() < 0.2),
                )
                for raid in raids
            ]
            days.append(day_fate(number, chance.expovariate(0.1), *fates))
        figure += bool(deciders(days, raids, RAF))
    assert figure <= 6
