"""What plans are worth by the orders of a day, in forecasts by common luck (OPS-D2): nothing is gained where there is nothing to bomb."""

from __future__ import annotations

from dataclasses import replace
from math import fsum

import pytest

from bob.core.workers import Here
from bob.day.state.directives import known_directive
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.raid_plan import ESCORT_ROLES, RaidPlan
from bob.day.state.view import LuftwaffeView
from bob.desk.window.help.planning_lesson import GOAL, TEMPLATE
from bob.forecast.imagined import imagine
from bob.forecast.in_words import worth_line
from bob.forecast.question import ForecastQuestion
from bob.forecast.simulated_day import flown
from bob.words import Words
from tests.forecast.asking import GAME, asked
from tests.sizes import WHOLE
from tools.search.judging import Judge
from tools.search.mutations import Mutations

DAYS = 3


def mean(of: ForecastQuestion) -> float:
    """The mean of the points of some days, by the same luck whatever the plan."""
    return fsum(flown(of, number).points for number in range(DAYS)) / DAYS


def alone(view: LuftwaffeView, target: str) -> tuple[RaidPlan, ...]:
    """Every Gruppe of bombers by itself, with no escort, straight to one target."""
    found: list[RaidPlan] = []
    for plan in (raid.plan for raid in view.raids if raid.plan.type in ("main", "dive_bombing")):
        angels = max(10, plan.form_angels)
        for unit in (replace(unit, angels=angels) for unit in plan.units if unit.role == "bomber"):
            found.append(RaidPlan(f"alone {len(found)}", "main", plan.form_at, plan.form_turn, angels, (unit,), (), target))
    return tuple(found)


@pytest.mark.slow
@pytest.mark.rule("OPS-D2.4")
@pytest.mark.rule("OPS-D2.1")
@pytest.mark.parametrize("target", ["town:Margate", "Manston"])
def test_every_gruppe_alone_to_the_seaside_is_worth_far_less_than_the_historical_plan(target: str) -> None:
    asks = asked("7_september_1940", 0, LUFTWAFFE)
    assert isinstance(asks.view, LuftwaffeView)
    as_flown, seaside = mean(asks), mean(asks.planned(alone(asks.view, target)))
    assert seaside < 0.25 * as_flown and as_flown > 60, (as_flown, seaside)


@pytest.mark.slow
@pytest.mark.rule("OPS-D2.3")
def test_all_to_one_station_is_worth_less_than_it_was_by_the_size_of_the_bombs() -> None:
    """Twenty Gruppen over one field: what it holds is soon hit."""
    asks = asked("18_august_1940", 0, LUFTWAFFE)
    assert isinstance(asks.view, LuftwaffeView)
    all_there = asks.planned(alone(asks.view, "Hornchurch"))
    most = 1.5 * (40 + 40 / 2)
    for number in range(DAYS):
        assert fsum(raid.bombs for raid in flown(all_there, number).raids) <= most


@pytest.mark.rule("OPS-D2.1")
def test_a_forecast_names_the_grades_of_a_raids_targets_to_the_luftwaffe_alone() -> None:
    asks = asked("one_raid", 0, LUFTWAFFE)
    assert worth_line(asks, "biggin_hill", Words("en")) == "Biggin Hill: principal, counts 1½ · West Malling: ordered, counts 1"
    assert worth_line(asks, "sweep", Words("en")) == ""
    assert worth_line(asked("one_raid", 2, RAF), "biggin_hill", Words("en")) == ""


@pytest.mark.rule("OPS-D2.1")
def test_fighter_command_imagines_a_day_by_the_orders_of_the_day_before() -> None:
    asks = asked("7_september_1940", 2, RAF)
    p, _ = imagine(GAME, asks, 1)
    assert p.directive == known_directive(p.date) and p.directive is not None and p.directive.orders == "stations"


@pytest.mark.slow
@pytest.mark.rule("OPS-D2.4")
@pytest.mark.parametrize("code", ["30_august_1940", "27_september_1940"])
def test_where_history_cost_more_than_it_brought_the_seaside_is_no_way_out(code: str) -> None:
    """Bombs on Margate cost nobody, and the bombers that the orders ask for are missed."""
    asks = asked(code, 0, LUFTWAFFE)
    assert isinstance(asks.view, LuftwaffeView)
    as_flown, seaside = mean(asks), mean(asks.planned(alone(asks.view, "town:Margate")))
    assert seaside < as_flown - 50, (as_flown, seaside)


@pytest.mark.slow
def test_the_escort_that_the_planning_lesson_takes_away_and_gives_back_pays() -> None:
    """A raid on Hornchurch beside *One raid*'s, with its two Gruppen of fighters and without: by common luck it is worth less alone."""
    judge = Judge("one_raid", "lesson", Here())
    raid = Mutations(judge).by_template(judge.base, TEMPLATE, GOAL)
    bare = replace(raid, units=tuple([unit for unit in raid.units if unit.role not in ESCORT_ROLES]))
    asks = asked("one_raid", 0, LUFTWAFFE)
    with_escort, alone = (asks.planned((*judge.base, plan)) for plan in (raid, bare))
    days = 60 if WHOLE else 16
    apart = [flown(with_escort, number).points - flown(alone, number).points for number in range(days)]
    assert fsum(apart) / days > 2, apart
