"""Plans, crews, stations and doctrines changed in one way each, by common seeds (OPS-D4): the anchors as data, and a short form of them."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bob.core.errors import DataError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.core.workers import Here
from bob.day.scenarios.scenario import scenarios
from bob.day.state.position import LUFTWAFFE
from bob.day.state.view import LuftwaffeView
from bob.forecast.anchored import AS_IT_IS, CHANGES, AnchorJob, ChangedDay, PlanAnchor, anchors, exceptions, flown, held, hold, load_anchors
from bob.staff.rules import rules
from tests.cli.test_cli import bob
from tests.sizes import LONG, WHOLE

SHIPPED = data_folder("tables") / "anchors.toml"
RUNS = 24 if WHOLE and LONG else 12


def test_every_change_but_a_few_has_an_anchor_and_each_says_why() -> None:
    asked = {name for anchor in anchors() for name in (anchor.change, anchor.than)}
    assert asked == set(CHANGES) - {"raf_veteran", "luftwaffe_veteran", "no_sweeps", "all_out"}
    assert all(anchor.least < anchor.most and anchor.why and anchor.rule.startswith("OPS-D4.") for anchor in anchors())


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('change = "no_escort"', 'change = "no_wings"', "anchor[0].change"),
        ('than = "fighters_20"', 'than = "fighters"', "anchor[4].than"),
        ('figure = "vp"', 'figure = "points"', "anchor[0].figure"),
        ("least = -500", "least = -5000", "anchor[0].least"),
        ('[[exception]]\nchange = "no_escort"', '[[exception]]\nchange = "no_wings"', "exception[0].change"),
    ],
)
def test_a_wrong_anchor_is_told_with_its_place(tmp_path: Path, old: str, new: str, place: str) -> None:
    text = SHIPPED.read_text("utf-8")
    (tmp_path / "anchors.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError) as found:
        load_anchors(tmp_path / "anchors.toml")
    assert found.value.place == place


ANCHOR = PlanAnchor("OPS-D4.9", "raf_green", "raf_lost", 20, 40, "test", per_cent=True)


@pytest.mark.parametrize(
    ("after", "difference", "holds"), [((13, 26), 30, True), ((10, 20), 0, False), ((10, 34), 46.7, True), ((25, 35), 100, False)]
)
def test_an_anchor_is_held_by_common_seeds(after: tuple[float, float], difference: float, holds: bool) -> None:
    """The mean of the differences, in per cent of the mean as it is; it fails when its whole interval lies outside."""
    found = held(ANCHOR, "x", [{"raf_lost": 10}, {"raf_lost": 20}], [{"raf_lost": value} for value in after])
    assert found is not None and round(found.difference, 1) == difference and (found.before, found.holds) == (15, holds)
    plain = held(replace(ANCHOR, per_cent=False), "x", [{"raf_lost": 10}], [{"raf_lost": 12}])
    assert plain is not None and (plain.difference, plain.give, plain.holds) == (2, 0, False)
    assert held(ANCHOR, "x", [{"vp": 1}], [{"vp": 2}]) is None


DATED = [s.code for s in scenarios().values() if not s.free and s.code != "lesson"]


def test_every_exception_is_of_an_anchor_and_of_dated_days_and_says_why() -> None:
    assert exceptions()
    for exception in exceptions():
        assert exception.why and exception.figures and set(exception.days) <= set(DATED)
        for figure in exception.figures:
            assert any(exception.fits(replace(anchor, figure=figure), exception.days[0]) for anchor in anchors() if anchor.figure == figure)


def test_an_exception_excuses_its_own_days_alone() -> None:
    exception = exceptions()[0]
    anchor = next(anchor for anchor in anchors() if exception.fits(anchor, exception.days[0]))
    found = [held(anchor, day, [{anchor.figure: 100}], [{anchor.figure: 100}]) for day in (exception.days[0], "7_september_1940")]
    assert [figure is not None and figure.excused for figure in found] == [exception.why, ""]


@pytest.mark.rule("OPS-D4.1")
@pytest.mark.parametrize("scenario", DATED)
def test_every_plan_that_is_changed_can_still_be_flown(scenario: str) -> None:
    """A plan with a fault would not be sealed: the officer would draw one up instead."""
    for name, change in CHANGES.items():
        if change.position is None:
            continue
        game = ChangedDay(change)
        match = Match.new(game, scenario, "whole")
        view, known = match.view(LUFTWAFFE), rules(game.world_of(match.position))
        assert isinstance(view, LuftwaffeView)
        plans = [raid.plan for raid in view.raids]
        faults = [fault for plan in plans for fault in known.faults(view, plan, [other for other in plans if other is not plan])]
        assert not faults, (name, faults)


AS_IT_WAS = AnchorJob("18_august_1940", AS_IT_IS, "1940/1")


@cache
def unchanged() -> dict[str, float]:
    return flown(AS_IT_WAS)


@pytest.mark.slow
def test_a_day_of_the_same_seed_is_the_same() -> None:
    assert flown(AS_IT_WAS) == unchanged()


@pytest.mark.parametrize("change", [name for name in CHANGES if name != AS_IT_IS])
@pytest.mark.slow
def test_each_change_makes_another_day_of_the_same_seed(change: str) -> None:
    assert flown(replace(AS_IT_WAS, change=change)) != unchanged()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "changes"),
    [
        pytest.param("7_september_1940", ("no_escort", "no_fighters", "fighters_4"), marks=pytest.mark.rule("OPS-D4.1")),
        pytest.param("31_august_1940", ("wings_always",), marks=pytest.mark.rule("OPS-D4.5")),
        pytest.param(
            "15_september_1940",
            ("raf_green", "luftwaffe_green", "refuse_all", "half_as_many"),
            marks=[pytest.mark.rule("OPS-D4.9"), pytest.mark.rule("OPS-D4.10")],
        ),
    ],
)
def test_what_a_plan_a_crew_and_restraint_are_worth(scenario: str, changes: tuple[str, ...]) -> None:
    """The short form of `bob calibrate --plans`: with few runs each figure goes the right way, or its interval reaches the bounds."""
    asked = [anchor for anchor in anchors() if anchor.change in changes]
    (found,) = hold(asked, [scenario], RUNS, "1940", Here())
    assert len(found) == len(asked)
    wrong = [f.as_json() for f in found if not f.holds and f.difference * (f.anchor.least + f.anchor.most) <= 0]
    assert not wrong


@pytest.mark.slow
def test_the_command_prints_every_anchor_of_a_day_and_fails_when_one_does() -> None:
    args = ["calibrate", "--plans", "--day", "7_september_1940", "--runs", "2", "--jobs", "1", "--change", "no_escort"]
    _, text, _ = bob(*args)
    assert ("OPS-D4.1" in text and "no escort" in text and "3 of 3" in text) or "of 3 anchors" in text
    code, listed, _ = bob(*args, "--json")
    rows = json.loads(listed)
    assert {row["figure"] for row in rows} == {"vp", "bombers_lost", "raf_lost"} and code == (0 if all(row["holds"] for row in rows) else 1)
