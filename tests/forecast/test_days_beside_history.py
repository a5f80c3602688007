"""Days flown out as they were, beside history (OPS-D4): bombers lost, ratios by phase, losses outside fights; and mass in time."""

from __future__ import annotations

from statistics import fmean

import pytest

from bob.core.workers import Here
from bob.day.state.position import LUFTWAFFE
from bob.forecast.anchored import AS_IT_IS, AnchorJob, flown
from bob.forecast.simulated_day import flown as forecast_day
from tests.forecast.asking import asked
from tools.search.judging import Judge
from tools.search.mutations import Mutations

RUNS = 6
PHASES = {
    2.0: ("10_july_1940", "8_august_1940", "12_august_1940", "13_august_1940", "15_august_1940", "16_august_1940", "18_august_1940"),
    1.4: ("24_august_1940", "30_august_1940", "31_august_1940"),
    1.7: ("7_september_1940", "11_september_1940", "15_september_1940", "27_september_1940", "30_september_1940"),
}
"""The days of each phase, by its ratio of German losses to British ones; the first two phases have one ratio."""


@pytest.mark.slow
@pytest.mark.rule("OPS-D4.4")
@pytest.mark.rule("OPS-D4.7")
def test_mass_in_time_helps_on_7_september_and_does_not_double_its_points() -> None:
    """As it was, the day costs 12 to 20 bombers, a quarter more or less. All raids in one minute lose fewer and do not score double."""
    judge = Judge("7_september_1940", "1940", Here())
    together = dict(Mutations(judge).systematic())["in one minute"]
    judge.fly([judge.base, together], 5 * RUNS)
    lost, massed = (judge.beside(plans, "bombers_lost") for plans in (judge.base, together))
    assert 9 < lost.mean < 25 and massed.mean < lost.mean
    points = judge.beside(together)
    assert 0 < points.difference < points.mean - points.difference


@pytest.mark.slow
@pytest.mark.rule("OPS-D4.8")
@pytest.mark.parametrize("ratio", PHASES)
def test_the_ratio_of_losses_of_a_phase_lies_near_historys(ratio: float) -> None:
    days = [flown(AnchorJob(day, AS_IT_IS, f"1940/{i}")) for day in PHASES[ratio] for i in range(2)]
    found = sum(day["luftwaffe_lost"] for day in days) / sum(day["raf_lost"] for day in days)
    assert 1 / 1.6 < found / ratio < 1.6


@pytest.mark.slow
@pytest.mark.rule("OPS-D4.12")
def test_losses_outside_fights_are_told_apart_and_are_a_small_part() -> None:
    days = [forecast_day(asked("15_september_1940", 0, LUFTWAFFE), number) for number in range(RUNS)]
    for raid in (raid for day in days for raid in day.raids):
        assert raid.downed + raid.flak + raid.landing == raid.lost_in_all
    outside = fmean(sum(raid.flak + raid.landing for raid in day.raids) for day in days)
    assert 0 < outside < 0.35 * fmean(day.luftwaffe_lost for day in days)
