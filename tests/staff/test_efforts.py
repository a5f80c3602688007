"""The effort of a day: what officers send by it, how a plan amounts to one, and what a file, an option or a lot makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from bob.core import hexes
from bob.core.dice import SeededDice, Stream
from bob.core.errors import BobError, DataError, UsageError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.day.rules.planning import span
from bob.day.rules.victory import grade_of
from bob.day.scenarios.scenario import check_period, find, scenarios, setup
from bob.day.scenarios.scenario_files import load
from bob.day.state.directives import known_directive
from bob.day.state.efforts import EFFORTS, amounts_to, at_hand, size_of
from bob.day.state.position import LUFTWAFFE, RAF, Effort
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES, FIGHTING, RaidPlan
from bob.day.state.view import LuftwaffeView, RafView
from bob.day.state.world import world
from bob.day.telling.briefings import Briefed, briefed
from bob.forecast.imagined import imagine
from bob.staff.raid_planner import NEAR, PROFILES, another, draft
from bob.words import Words
from tests.forecast.asking import GAME as DAYS
from tests.forecast.asking import asked
from tests.staff.scenes import GAME, staff_rules

W = world()
DATED = [s.code for s in scenarios().values() if not s.free and s.code != "lesson"]


def planning(scenario: str, **changes: Any) -> LuftwaffeView:
    view: LuftwaffeView = Match.new(GAME, scenario, 1).view("luftwaffe")
    return replace(view, **changes)


def plans(view: LuftwaffeView, name: str = "kesselring", seed: int = 1) -> list[RaidPlan]:
    return [drawn.plan for drawn in draft(staff_rules(), view, PROFILES[name], Stream.of(seed, "test"))]


def aircraft(found: list[RaidPlan], roles: tuple[str, ...] = ()) -> int:
    return sum(u.aircraft for plan in found for u in plan.units if not roles or u.role in roles)


EFFORT_OF: Mapping[str, Effort] = {
    "one_raid": "light",
    "10_july_1940": "light",
    "11_september_1940": "medium",
    "24_august_1940": "medium",
    "15_august_1940": "great",
    "18_august_1940": "great",
    "15_september_1940": "great",
    "7_september_1940": "all_out",
}


@pytest.mark.rule("OPS-D3.2")
@pytest.mark.parametrize("scenario", EFFORT_OF)
def test_a_days_effort_is_what_its_plan_amounts_to(scenario: str) -> None:
    view = planning(scenario)
    assert view.effort == EFFORT_OF[scenario]
    sent = aircraft([raid.plan for raid in view.raids])
    drawn = mean(aircraft(plans(view, name, seed)) for name in PROFILES for seed in (1, 2, 3))
    assert 0.6 * sent < drawn < 1.6 * sent, (sent, drawn)


@pytest.mark.rule("OPS-D3.2")
@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("scenario", ["18_august_1940", "27_september_1940"])
def test_the_greater_the_effort_the_more_they_send(scenario: str, name: str) -> None:
    sent, directive = [], planning(scenario).directive
    assert directive is not None
    for effort in EFFORTS:
        view = planning(scenario, effort=effort, directive=replace(directive, bombers=0))
        found = [plans(view, name, seed) for seed in (1, 2, 3)]
        sent.append(mean(map(aircraft, found)))
        covered = size_of(effort).sends(*at_hand(W, W.luftwaffe(view.posted_on)))
        assert sent[-1] < 1.4 * covered + 40
    assert sent == sorted(sent) and sent[-1] > 4 * sent[1], sent


@pytest.mark.rule("OPS-D2.4")
@pytest.mark.rule("OPS-D3.2")
def test_they_send_as_many_bombers_as_the_orders_ask_for_whatever_the_effort() -> None:
    view = planning("18_august_1940", effort="rest")
    assert view.directive is not None and view.directive.bombers == 240
    for name in PROFILES:
        assert aircraft(plans(view, name), BOMBING_ROLES) > 240


@pytest.mark.slow
@pytest.mark.rule("OPS-D3.2")
@pytest.mark.parametrize("name", PROFILES)
def test_on_an_all_out_day_most_fighters_fly_and_most_bombers_go_where_the_orders_want_them_most(name: str) -> None:
    view = planning("7_september_1940")
    directive, (_, fighters) = view.directive, at_hand(W, W.luftwaffe(view.posted_on))
    assert directive is not None and view.effort == "all_out"
    drawn = [plan for seed in range(6) for plan in plans(view, name, seed)]
    best = [plan for plan in drawn if plan.primary and grade_of(W, directive, W.targets[plan.primary]) == "principal"]
    assert aircraft(drawn, FIGHTING) / 6 > 0.7 * fighters
    assert aircraft(drawn, BOMBING_ROLES) / 6 > directive.bombers and aircraft(best, BOMBING_ROLES) > aircraft(drawn, BOMBING_ROLES) / 2


@pytest.mark.rule("OPS-D3.2")
@pytest.mark.rule("OPS-C1.1")
@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("scenario", DATED)
def test_their_raids_take_off_in_the_day_and_come_home_in_it_without_a_fault(scenario: str, name: str) -> None:
    view, rules = planning(scenario), staff_rules()
    found = plans(view, name)
    bombing = [plan for plan in found if plan.type in ("main", "dive_bombing")]
    assert bombing
    for plan in found:
        first, last = span(W, view, plan)
        assert 1 <= first < plan.form_turn and last <= view.turns
        others = [other for other in found if other is not plan]
        assert not rules.faults(view, plan, others)
        assert "plan.off_early" not in [fault.key for fault in rules.warnings(view, plan, others)]
    for plan in bombing:
        assert any(u.role in ESCORT_ROLES for u in plan.units)
        if plan.secondary is not None:
            primary, secondary = (W.targets[name].near for name in (plan.primary or "", plan.secondary))
            assert hexes.distance(primary, secondary) <= NEAR


@pytest.mark.rule("OPS-D3.2")
@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("scenario", DATED)
def test_one_more_raid_is_found_beside_the_plan_of_the_day(scenario: str, name: str) -> None:
    view = planning(scenario)
    beside = [raid.plan for raid in view.raids]
    found = another(staff_rules(), view, PROFILES[name], Stream.of(3, "test"), beside)
    assert len(found) == 1 and any(u.role in BOMBING_ROLES for u in found[0].plan.units)
    assert not staff_rules().faults(view, found[0].plan, beside)
    assert not {u.unit for u in found[0].plan.units} & {u.unit for plan in beside for u in plan.units}


@pytest.mark.rule("OPS-D3.2")
def test_an_empty_plan_amounts_to_the_usual_effort_and_one_aircraft_to_the_smallest() -> None:
    units = W.luftwaffe(planning("one_raid").posted_on)
    assert amounts_to(W, units, []) == "medium" == amounts_to(W, units, [("nobody", 99)])
    assert amounts_to(W, units, [("I./KG 76", 1)]) == "rest"
    assert amounts_to(W, units, [(u.unit, u.strength) for u in units.values()]) == "all_out"


# ---- in files, at the start of a game, in words


@pytest.mark.rule("OPS-D3.2")
def test_a_days_file_may_name_its_effort_and_what_is_expected(tmp_path: Path) -> None:
    shipped = (data_folder("tables") / "scenarios" / "one_raid.toml").read_text()
    path = tmp_path / "own.toml"
    path.write_text(shipped.replace('expected = "light"', 'effort = "great"\nexpected = "rest"'))
    game = DAYS.with_own({"scenarios/own.toml": path.read_text()})
    p, _ = game.setup("one_raid", {}, SeededDice(Stream.of(1, "game")))
    assert (p.effort, p.expected) == ("great", "rest")
    raf, luftwaffe = game.view(p, RAF), game.view(p, LUFTWAFFE)
    assert isinstance(raf, RafView) and isinstance(luftwaffe, LuftwaffeView)
    assert raf.expected == "rest" and luftwaffe.effort == "great" == Briefed.on(luftwaffe).effort
    assert Briefed.on(raf).effort == "rest"
    for key in ("effort", "expected"):
        path.write_text(shipped.replace('expected = "light"', f'{key} = "mighty"'))
        with pytest.raises(DataError) as error:
            load(path)
        assert error.value.values["place"] == key


@pytest.mark.rule("OPS-D3.2")
def test_each_side_reads_in_its_briefing_what_it_may_know_of_the_effort() -> None:
    words = Words("en")
    ours, theirs = ("\n".join(briefed(words, "7_september_1940", side)) for side in (LUFTWAFFE, RAF))
    assert "Effort of the day: all out." in ours and "all out" not in theirs
    assert "Effort that is expected of the enemy today: great" in theirs and "expected" not in ours
    p = setup(W, find("free"), {"effort": "rest"}, SeededDice(Stream.of(1, "game")))
    drawn, unsaid = DAYS.view(p, LUFTWAFFE), DAYS.view(p, RAF)
    assert isinstance(drawn, LuftwaffeView) and isinstance(unsaid, RafView)
    assert "Effort of the day: rest." in "\n".join(briefed(words, "free", LUFTWAFFE, begun=Briefed.on(drawn)))
    assert "ffort" not in "\n".join(briefed(words, "free", RAF, begun=Briefed.on(unsaid)))


@pytest.mark.rule("OPS-D3.2")
def test_a_drawn_day_has_the_effort_asked_for_and_no_other_day_is_asked() -> None:
    sent = []
    for effort in EFFORTS:
        days = [setup(W, find("free"), {"period": 2, "effort": effort}, SeededDice(Stream.of(seed, "game"))) for seed in range(4)]
        assert all(p.effort == effort for p in days)
        sent.append(mean(aircraft([raid.plan for raid in p.raids.values()]) for p in days))
    assert sent == sorted(sent) and sent[-1] > 3 * sent[0], sent
    with pytest.raises(UsageError) as error:
        setup(W, find("free"), {"effort": "mighty"}, SeededDice(Stream.of(1, "game")))
    assert error.value.key == "ops.no_effort"
    with pytest.raises(BobError):
        check_period(find("one_raid"), {"effort": "great"})


# ---- what Fighter Command imagines


@pytest.mark.rule("OPS-D6.2")
def test_fighter_command_imagines_the_effort_that_it_expects_and_those_beside_it() -> None:
    asks = asked("15_september_1940", 1, RAF)
    assert isinstance(asks.view, RafView) and asks.view.expected == "great"
    days = [imagine(DAYS, asks, number)[0] for number in range(24)]
    efforts = [p.effort for p in days]
    assert {"medium", "great"} <= set(efforts) <= {"medium", "great", "all_out"}
    assert efforts.count("great") > 12 and efforts.count("medium") > efforts.count("all_out")
    assert all(p.directive == known_directive(p.settings.order_of_battle) for p in days)
    unsaid = replace(asks, view=replace(asks.view, expected=None))
    assert {"rest", "medium"} <= {imagine(DAYS, unsaid, number)[0].effort for number in range(24)}
