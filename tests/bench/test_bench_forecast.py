"""How fast forecasts are: `pytest tests/bench/test_bench_forecast.py --benchmark-enable -n 0 -s`. In time of the processor for a day."""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bob.day.state.position import LUFTWAFFE
from bob.forecast.answer import answer
from bob.forecast.asking import FlownDays, Forecast, raids_of
from tests.forecast.asking import asked


@pytest.mark.parametrize(("scenario", "most"), [("one_raid", 0.12), ("15_september_1940", 0.30)])
def test_a_forecast_by_one_core(benchmark: BenchmarkFixture, scenario: str, most: float) -> None:
    """A thousand of One raid in a minute on two cores is 0.12 s for each; a thousand whole days of 15 September in 150 s 0.30 s."""
    days = 10
    taken: list[float] = []

    def forecast() -> None:
        start = time.process_time()
        found = Forecast(asked(scenario))
        assert list(found.grow(days)) == list(range(1, days + 1))
        taken.append((time.process_time() - start) / days)

    benchmark.pedantic(forecast, rounds=5, warmup_rounds=1)
    print(f"\n{scenario}: {min(taken):.4f} s a day, wanted at most {most}")


def test_an_answer_over_four_hundred_days(benchmark: BenchmarkFixture) -> None:
    """What the desk does on its own process while a forecast grows: it should take less than a hundredth of a second."""
    found = Forecast(asked("one_raid"))
    list(found.grow(40))
    many = FlownDays(list(found.days) * 10)
    assert benchmark(lambda: answer(many, raids_of(found.asked), LUFTWAFFE)).runs == 400
