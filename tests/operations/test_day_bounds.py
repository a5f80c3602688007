"""Bounds of the day that other tests passed over: the last turn on which raids may be added, what the climb puts out of
reach, who is missing from a plan."""

from __future__ import annotations

import dataclasses

import pytest

from bob.core.dice import SeededDice, Stream
from bob.day.rules.planning import sorties
from bob.day.rules.timetable import turns_home
from bob.day.scenarios.random_day import weather_to_come
from bob.day.scenarios.scenario import _parted, find
from bob.day.scenarios.scenario_files import FreeFile, load
from bob.day.secret_changes import luftwaffe_choice
from bob.day.state.orders import Correct, Scramble, SendTo, WentBack
from bob.day.state.position import LUFTWAFFE, RAF, Choice
from bob.day.state.raid_plan import PlannedUnit
from tests.operations.build import BOMBERS, ESCORT, GAME, SEA, W, at, day, order, plan, raid, refusal, squadron, step, track, unit

HOME = at("Biggin Hill")


@pytest.mark.rule("OPS-B6.5")
@pytest.mark.parametrize(("used", "reached"), [(12, 16), (13, 2)])
def test_what_the_climb_puts_out_of_reach_is_refused_at_that_height(used: int, reached: int) -> None:
    """Eight hexes out: two turns level and three with the climb to 16, then two home. Who has fuel for four goes level or not at all."""
    still = track("raid", 1, 3, (1, step(HOME, 0, 8)), (3, step(HOME, 0, 8)))
    p = day(squadrons=[squadron(angels=2, used=used)], raids=[raid()], tracks=[still])
    GAME.check(p, RAF, SendTo("79 Squadron", reached, track=1))
    if reached < 16:
        assert refusal(p, RAF, SendTo("79 Squadron", 16, track=1)) == ("out_of_reach", "OPS-B6.5")


@pytest.mark.rule("OPS-B6.5")
def test_who_is_on_the_ground_and_climbs_to_a_raid_meets_it_where_the_climb_is_counted() -> None:
    still = track("raid", 1, 3, (1, step(HOME, 0, 8)), (3, step(HOME, 0, 8)))
    p = day(squadrons=[squadron("2", "ready")], raids=[raid()], tracks=[still])
    order(p, RAF, Scramble("2", 16, track=1))
    sent = p.squadrons["2"].ordered_off
    assert sent is not None and (sent.kind, sent.angels, sent.track) == ("raid", 16, 1)


@pytest.mark.rule("OPS-C6.1")
@pytest.mark.parametrize(("chance", "drawn"), [(0, False), (100, True)])
def test_the_weather_of_a_drawn_day_turns_as_often_as_its_file_says(chance: int, drawn: bool) -> None:
    file = load(find("free").path)
    assert isinstance(file, FreeFile)
    p = day(turns=60)
    account = dataclasses.replace(file, draw=dataclasses.replace(file.draw, weather_turns=chance, wind_turns=chance))
    weather_to_come(W, p, account, SeededDice(Stream.of(1, "weather")))
    assert (bool(p.sky.script), bool(p.sky.winds)) == (drawn, drawn)


@pytest.mark.rule("OPS-B3.4")
def test_a_return_escort_of_a_unit_that_is_not_there_leaves_the_others() -> None:
    main, *_ = plan().units
    backs = (PlannedUnit("IX./JG 99", "return_escort", 20, 16), PlannedUnit(ESCORT, "return_escort", 20, 16))
    found = _parted(W, day(), plan(units=(main, *backs)))
    assert [p.code for p in found] == ["raid", "raid_return_2"]


def test_when_the_day_is_over_the_referee_may_only_go_back() -> None:
    p = day(raids=[raid()], phase="over")
    order(p, "referee", WentBack(False, (RAF, LUFTWAFFE)))
    assert refusal(p, "referee", Correct("points", "", "1", "x")) == ("over", "OPS-B12.1")


def test_what_the_luftwaffe_is_asked_can_be_another_thing_without_the_raf_seeing_it() -> None:
    p = day(choices=[Choice(LUFTWAFFE, "half_escort", [ESCORT, "II./JG 3"], 1, "raid")], phase="choice")
    before = GAME.view(p, RAF)
    luftwaffe_choice([SEA], p, Stream.of(1, "choice"))
    (asked,) = p.choices
    assert (asked.raid, asked.count) == ("another", 2) and ESCORT not in asked.options
    assert GAME.view(p, RAF) == before


@pytest.mark.rule("OPS-C4.1")
def test_a_unit_on_its_way_home_is_reckoned_down_when_it_can_be_there() -> None:
    flown = raid(SEA, unit(state="going_home"))
    p = day(raids=[flown])
    (flight,) = sorties(W, p, BOMBERS, "another", [flown.plan])
    home = turns_home(W, SEA, flown.units[0].base, W.types[flown.units[0].aircraft].mp)
    assert home > 1 and flight.last == p.turn + home
