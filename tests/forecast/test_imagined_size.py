"""The enemy that Fighter Command imagines before its first plot: a day of the size of the true one, worth about as much (OPS-D6.2)."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean, quantiles

import pytest

from bob.day.scenarios.scenario import scenarios
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.view import RafView
from bob.forecast.imagined import imagine
from bob.forecast.question import ForecastQuestion
from bob.forecast.simulated_day import flown
from tests.forecast.asking import GAME, asked, stood

DATED = [s.code for s in scenarios().values() if not s.free and s.code != "lesson"]
SOME = ("24_august_1940", "7_september_1940", "15_september_1940")
DAYS = 32


def before_the_first_plot(scenario: str) -> ForecastQuestion:
    asks = asked(scenario, 1, RAF)
    assert isinstance(asks.view, RafView)
    return replace(asks, view=replace(asks.view, tracks=()))


def aircraft(p: DayPosition) -> int:
    return sum(u.aircraft for raid in p.raids.values() for u in raid.plan.units)


@pytest.mark.slow
@pytest.mark.rule("OPS-D6.2")
@pytest.mark.parametrize("scenario", DATED)
def test_the_enemy_imagined_is_of_the_size_of_the_true_one(scenario: str) -> None:
    asks = before_the_first_plot(scenario)
    size = mean(aircraft(imagine(GAME, asks, number)[0]) for number in range(8))
    assert 0.6 < size / aircraft(stood(scenario)) < 1.6


@pytest.mark.slow
@pytest.mark.rule("OPS-D6.2")
@pytest.mark.parametrize("scenario", SOME)
def test_the_day_imagined_is_worth_what_the_true_one_may_be(scenario: str) -> None:
    true = quantiles((flown(asked(scenario, 0, LUFTWAFFE), number).points for number in range(DAYS)), n=10)
    imagined = mean(flown(before_the_first_plot(scenario), number).points for number in range(DAYS))
    assert true[0] <= imagined <= true[-1], (true, imagined)
