"""Plans as files: what is written is read again, a day's own file is read as a plan, and what is wrong names its place."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bob.core.errors import DataError
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.scenarios.plan_files import plan_toml, plans_pasted, plans_read, raid_toml
from bob.day.scenarios.scenario import find
from bob.day.state.position import LUFTWAFFE
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import LuftwaffeView
from bob.day.state.world import World, world
from tests.sizes import some

DAYS = ("10_july_1940", "13_august_1940", "18_august_1940", "15_september_1940", "one_raid")


def plans(code: str) -> tuple[World, LuftwaffeView, list[RaidPlan]]:
    """A day's world, the Luftwaffe's view of it, and the raids that it gives out."""
    match = Match.new(OperationalDay(), code, 1)
    view = match.view(LUFTWAFFE)
    return world(), view, [raid.plan for raid in view.raids]


def unaimed(found: list[RaidPlan]) -> list[RaidPlan]:
    """Plans without where their convoys will be, which is reckoned anew."""
    return [replace(plan, aim=None) for plan in found]


@pytest.mark.parametrize("code", some(DAYS))
def test_what_is_written_is_read_again(code: str, tmp_path: Path) -> None:
    surroundings, view, found = plans(code)
    path = tmp_path / "plan.toml"
    path.write_text(plan_toml(surroundings, view, found), "utf-8")
    assert plans_read(surroundings, view, path) == unaimed(found)
    assert tomllib.loads(path.read_text("utf-8"))["scenario"] == view.common.scenario


def test_a_days_own_file_is_a_plan() -> None:
    surroundings, view, found = plans("18_august_1940")
    read = plans_read(surroundings, view, find("18_august_1940").path)
    assert [plan.code for plan in read] == [plan.code for plan in found if "_return_" not in plan.code]


def test_a_raid_against_a_convoy_names_it_by_the_luftwaffes_number() -> None:
    surroundings, view, found = plans("10_july_1940")
    plan = next(plan for plan in found if plan.convoy is not None)
    text = raid_toml(surroundings, view, plan)
    assert f'convoy = "{plan.convoy}"' in text and plans_pasted(surroundings, view, text, "paper") == unaimed([plan])
    with pytest.raises(DataError) as error:
        plans_pasted(surroundings, view, text.replace(f'convoy = "{plan.convoy}"', 'convoy = "9"'), "paper")
    assert error.value.place == "raid[0].convoy" and error.value.file == "paper"
    with pytest.raises(DataError) as error:
        plans_pasted(surroundings, view, text.replace("convoy =", 'primary = "Kenley"\nconvoy =', 1), "paper")
    assert error.value.place == "raid[0].convoy", "a target beside it"


def test_a_name_with_quotation_marks_comes_back() -> None:
    surroundings, view, found = plans("one_raid")
    plan = replace(found[0], code='the "big" one \\ é')
    assert plans_pasted(surroundings, view, raid_toml(surroundings, view, plan), "paper") == [plan]


WRONG: dict[str, tuple[Callable[[str], str], str]] = {
    "no TOML": (lambda text: text + "[[raid", "-"),
    "an unknown key": (lambda text: text.replace("form_angels", "form_heights = 3\nform_angels", 1), "raid[0].form_heights"),
    "an odd height": (lambda text: text.replace("form_angels = 22", "form_angels = 23", 1), "raid[0].form_angels"),
    "a place off the map": (lambda text: text.replace('form_at = "Cap Blanc-Nez"', 'form_at = "Berlin"', 1), "raid[0].form_at"),
    "a unit of another day": (lambda text: text.replace("III./JG 26", "I./KG 99"), "raid[0].units[0].unit"),
    "too early": (lambda text: text.replace('form_time = "10:45"', 'form_time = "09:00"', 1), "raid[0].form_time"),
    "a raid to meet that is not there": (lambda text: text + 'joins = "nobody"\n', "raid[1].joins"),
    "no raid": (lambda text: text.partition("[[raid]]")[0] + "raid = []\n", "raid"),
    "a code twice": (lambda text: text.replace('code = "biggin_hill"', 'code = "sweep"'), "raid[1].code"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_named_by_its_place(wrong: str, tmp_path: Path) -> None:
    surroundings, view, found = plans("one_raid")
    change, place = WRONG[wrong]
    path = tmp_path / "plan.toml"
    path.write_text(change(plan_toml(surroundings, view, found)), "utf-8")
    with pytest.raises(DataError) as error:
        plans_read(surroundings, view, path)
    assert (error.value.file, error.value.place) == (str(path), place), str(error.value)
    assert "expected" in str(error.value)


def test_all_that_a_raid_may_have_is_written_and_read() -> None:
    surroundings, view, found = plans("one_raid")
    sweep, main = found
    feint = RaidPlan("feint", "feint", main.form_at, 1, 14, main.units, (), circling=4)
    low = replace(main, code="low", type="jabo", low=True, secondary=None, form_turn=view.common.turns)
    for plan in (feint, low):
        assert plans_pasted(surroundings, view, raid_toml(surroundings, view, plan), "paper") == [plan]
    text = raid_toml(surroundings, view, feint)
    assert f"circling = {feint.circling}" in text and "low" not in text and 'name = { en = "Feint", fr = "Feint" }' in text
    assert "low = true" in raid_toml(surroundings, view, low) and "circling" not in raid_toml(surroundings, view, low)
    both = raid_toml(surroundings, view, replace(sweep, joins="low")) + raid_toml(surroundings, view, low)
    assert [plan.joins for plan in plans_pasted(surroundings, view, both, "paper")] == ["low", None]
    assert plans_pasted(surroundings, view, raid_toml(surroundings, view, replace(sweep, joins=main.code)), "p")[0].joins == main.code


def test_a_unit_without_a_number_sends_all_that_it_has() -> None:
    surroundings, view, found = plans("one_raid")
    text = raid_toml(surroundings, view, found[0])
    unit = found[0].units[0]
    (read,) = plans_pasted(surroundings, view, text.replace(f"aircraft = {unit.aircraft}, ", ""), "paper")
    assert [u.aircraft for u in read.units] == [surroundings.luftwaffe(view.settings.order_of_battle)[unit.unit].strength]
    with pytest.raises(DataError) as error:
        plans_pasted(surroundings, view, text[: text.index("units = [")] + "units = []\n", "paper")
    assert error.value.place == "raid[0].units"


def test_a_days_own_file_names_its_convoys_by_their_codes_and_the_plan_has_their_numbers() -> None:
    surroundings, view, found = plans("10_july_1940")
    numbers = {plan.code: plan.convoy for plan in found}
    read = {plan.code: plan.convoy for plan in plans_read(surroundings, view, find("10_july_1940").path)}
    assert any(read.values()) and read == {code: numbers[code] for code in read}
