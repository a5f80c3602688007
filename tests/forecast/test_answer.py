"""What many flown days say: how raids fare, shares and spreads, deciders, other plans beside one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bob.core.dice import Stream
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.view import LuftwaffeView
from bob.forecast.answer import ForecastShare, ForecastSpread, answer
from bob.forecast.asking import TOGETHER, FlownDays, Forecast, gain, raids_of
from bob.forecast.facts import deciders
from bob.forecast.fates import DayFate, RaidFate
from bob.forecast.in_words import figures_text, raid_chances, raid_text
from bob.forecast.luck import PlacedDice
from bob.forecast.sureness import student
from bob.forecast.variants import HOUR, variants
from bob.staff.rules import rules
from bob.words import Words
from tests.forecast.asking import GAME, asked


def raid_fate(code: str = "raid", **given: object) -> RaidFate:
    fate = RaidFate(code, 3, "primary", 10.0, {"I./KG 3": 2}, 0, 0, 9, True, False, ("17 Squadron",), 2, 4, 8, 20, 18, False, False, 1)
    return replace(fate, **given)  # type: ignore[arg-type]


def day_fate(number: int, points: float, *raids: RaidFate, **given: object) -> DayFate:
    return replace(DayFate(number, "park", points, None, 2, 1, 0, 24, raids), **given)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def forecast() -> Forecast:
    found = Forecast(asked("one_raid"))
    assert list(found.grow(16)) == list(range(1, 17))
    return found


@pytest.mark.slow
def test_a_raids_losses_are_those_of_its_causes(forecast: Forecast) -> None:
    for day in forecast.days:
        assert [raid.code for raid in day.raids] == ["sweep", "biggin_hill"]
        for raid in day.raids:
            assert raid.lost_in_all == raid.downed + raid.flak + raid.landing
            assert (raid.met is None) == (not raid.squadrons) == (not any(spot.kind == "met" for spot in raid.spots))
            assert sum(spot.count for spot in raid.spots if spot.kind == "lost") == raid.downed
        assert day.luftwaffe_lost >= sum(raid.lost_in_all for raid in day.raids)
        assert sum(day.raf_units.values()) == day.raf_lost + day.raf_on_ground


@pytest.mark.slow
def test_bombs_score_only_where_they_fell_and_warning_counts_to_the_coast(forecast: Forecast) -> None:
    raids = [day.raids[1] for day in forecast.days]
    assert {raid.dropped for raid in raids} >= {"primary"}
    for raid in raids:
        assert raid.dropped != "no" or raid.bombs == 0
        assert (raid.bombers is None) == (raid.dropped == "no")
        assert raid.warning is None or raid.warning >= 0
    assert any(raid.bombs > 0 for raid in raids)
    assert all(raid.bombs == 0 for day in forecast.days for raid in day.raids[:1])


def test_luck_hangs_on_the_place_in_the_day_and_not_on_what_else_is_rolled() -> None:
    one, other = PlacedDice("s"), PlacedDice("s")
    one.begin(3), other.begin(3)
    other.roll("navigation")
    other.roll("flak", by=RAF)
    assert one.roll("formation").faces == other.roll("formation").faces
    assert one.roll("flak", by=RAF).faces != other.roll("flak", by=RAF).faces  # the second of the turn
    one.begin(4), other.begin(4)
    assert one.roll("flak", by=RAF).faces == other.roll("flak", by=RAF).faces


@pytest.mark.slow
def test_another_plan_is_compared_by_the_same_luck(forecast: Forecast) -> None:
    """A Gruppe more changes little of the rest: the gain is known better than by two forecasts apart."""
    found = {v.name: v for v in variants(rules(GAME.world), forecast.asked)}
    assert list(found) == ["later", "higher", "more_escort", "no_escort", "no_sweeps"]
    one, other = Forecast(forecast.asked, forecast.days.copy()), Forecast(found["more_escort"].asked)
    list(one.grow(48)), list(other.grow(48))
    gained = gain(one.days, other.days)
    apart = one.answer.spreads["points"].half ** 2 + other.answer.spreads["points"].half ** 2
    assert gained.points.runs == 48
    assert gained.points.half**2 < 0.75 * apart


def test_other_plans_are_what_they_say() -> None:
    question = asked("one_raid")
    plans = {raid.code: raid.plan for raid in question.view.raids}  # type: ignore[union-attr]
    found = {v.name: {raid.code: raid.plan for raid in v.asked.view.raids} for v in variants(rules(GAME.world), question)}  # type: ignore[union-attr]
    # an hour later the bombers would not be home before the day ends
    assert all(found["later"][code].form_turn == plan.form_turn + HOUR // 2 for code, plan in plans.items())
    assert all(found["higher"][code].form_angels == plan.form_angels + 4 for code, plan in plans.items())
    more = {u.unit for u in found["more_escort"]["biggin_hill"].units} - {u.unit for u in plans["biggin_hill"].units}
    assert len(more) == 1
    assert {u.role for u in found["no_escort"]["biggin_hill"].units} == {"bomber"}
    assert list(found["no_sweeps"]) == ["biggin_hill"]


def test_shares_and_spreads_say_how_sure_they_are() -> None:
    assert ForecastShare(0, 20).interval[1] == pytest.approx(0.161, abs=0.001)  # Wilson's, and not 0 for what was never seen
    low, high = ForecastShare(30, 40).interval
    assert low < 0.75 < high
    spread = ForecastSpread.of([4, 1, None, 2, 3])
    assert (spread.runs, spread.mean, spread.at(0.5), spread.at(0), spread.at(1)) == (4, 2.5, 2.5, 1, 4)
    assert spread.half == pytest.approx(student(3) * 1.2909944 / 2)
    assert spread.place(3) == 0.625
    assert ForecastSpread.of([7]).as_json()["low"] is None


def test_an_interval_of_the_mean_holds_it_as_often_as_it_says() -> None:
    stream, held = Stream.of(3, "interval"), 0
    for _ in range(400):
        low, high = ForecastSpread.of(float(stream.below(101)) for _ in range(40)).interval
        held += low <= 50 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_what_decides_is_found_and_what_does_not_is_left_out() -> None:
    stream = Stream.of(1, "deciders")
    days = []
    for number in range(200):
        cloud, above = stream.below(3) == 0, stream.below(2) == 0
        days.append(day_fate(number, stream.below(20) - 25 * cloud, raid_fate(cloud=cloud, above=above, before=False)))
    found = deciders(days, ["raid"], LUFTWAFFE)
    assert [(decider.kind, decider.of) for decider in found] == [("cloud", "raid")]
    assert found[0].gain == pytest.approx(-25, abs=3)
    assert abs(found[0].gain + 25) <= found[0].half
    assert deciders(days, [], LUFTWAFFE) == ()
    assert deciders(days[:15], ["raid"], LUFTWAFFE) == ()


def test_a_raid_that_does_not_come_to_its_target_says_nothing_of_its_escort_there() -> None:
    """No escort is left on half of the days that see the raid over its target, and costs points; the others score least."""
    days = []
    for number in range(120):
        if number % 3 == 0:
            days.append(day_fate(number, number % 7 - 30.0, raid_fate(escorts=None, bombers=None, dropped="no")))
        else:
            days.append(day_fate(number, number % 7 - 10.0 * (number % 3 == 1), raid_fate(escorts=20 * (number % 3 == 2))))
    found = {decider.kind: decider for decider in deciders(days, ["raid"], LUFTWAFFE)}
    assert found["no_escort"].gain == pytest.approx(-10, abs=1)
    assert found["no_escort"].share == pytest.approx(1 / 3)
    never = [replace(day, raids=(replace(day.raids[0], escorts=day.raids[0].escorts and 0),)) for day in days]
    assert "no_escort" not in {decider.kind for decider in deciders(never, ["raid"], LUFTWAFFE)}


def test_no_side_is_told_the_others_units_by_name() -> None:
    days = [
        day_fate(i, 20.0 * (i % 2) + i % 5, raid_fate(squadrons=("17 Squadron",) * (i % 2)), raf_units={"17 Squadron": 1})
        for i in range(60)
    ]
    ours, theirs = (answer(days, ["raid"], seat) for seat in (LUFTWAFFE, RAF))
    assert "17 Squadron" not in json.dumps(ours.as_json())
    assert "KG 3" not in json.dumps(theirs.as_json())
    assert [(d.kind, d.of) for d in theirs.deciders] == [("engaged", "17 Squadron")]
    assert (list(ours.raids[0].units), list(theirs.raf_units)) == (["I./KG 3"], ["17 Squadron"])


def test_facts_that_always_come_together_are_told_once() -> None:
    days = [day_fate(i, 20.0 * (i % 2) + i % 5, raid_fate(cloud=bool(i % 2), off_course=bool(i % 2))) for i in range(100)]
    assert len(deciders(days, ["raid"], LUFTWAFFE)) == 1


def test_raids_of_a_question_are_those_still_to_come_or_on_the_table() -> None:
    assert raids_of(asked("one_raid")) == ("sweep", "biggin_hill")
    parts = raids_of(asked("one_raid", 12, RAF))
    assert parts
    assert all(code.startswith("track_") for code in parts)
    found = Forecast(asked("one_raid", 12, RAF))
    list(found.grow(3))
    assert {raid.code for raid in found.answer.raids} == set(parts)
    assert all(raid.spreads["lost"].runs == 3 for raid in found.answer.raids)


def test_losses_from_here_on_leave_out_those_before() -> None:
    late = Forecast(asked("one_raid", 18))
    list(late.grow(3))
    before = {u.unit: u.sent - u.strength for raid in late.asked.view.raids for u in raid.units}  # type: ignore[union-attr]
    assert sum(before.values()) > 0
    assert all(day.luftwaffe_lost < sum(before.values()) for day in late.days)


def test_bands_are_told_of_whole_days_alone() -> None:
    ended = [day_fate(i, 1.0, raid_fate(), band="draw") for i in range(4)]
    assert answer(ended, ["raid"], LUFTWAFFE).bands["draw"].share == 1
    assert answer([*ended, day_fate(4, 1.0)], ["raid"], LUFTWAFFE).bands == {}


def test_enough_is_when_the_points_are_sure() -> None:
    found = Forecast(asked("one_raid"))
    found.days.extend(day_fate(i, float(i % 3), raid_fate()) for i in range(49))
    assert not found.sure(10)
    found.days.append(day_fate(49, 1.0, raid_fate()))
    assert found.sure(0.3)
    assert not found.sure(0.1)
    assert found.asked.seat == LUFTWAFFE


def test_days_are_kept_packed_in_order_and_a_copy_goes_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bob.forecast.asking.TOGETHER", 4)
    made = [day_fate(i, float(i), raid_fate()) for i in range(11)]
    days = FlownDays(made[:9])
    other = days.copy()
    days.extend(made[9:])
    other.append(made[0])
    assert (len(days), list(days)) == (11, made)
    assert (len(other), list(other)) == (10, [*made[:9], made[0]])
    assert answer(days, ["raid"], LUFTWAFFE) == answer(made, ["raid"], LUFTWAFFE)


def test_many_days_take_little_room() -> None:
    """A flown day in under half a kilobyte, so that a hundred thousand take less than 50 MB."""
    found = Forecast(asked("one_raid"))
    list(found.grow(5))
    days = FlownDays(replace(day, number=i) for i in range(100) for day in found.days)
    assert len(days) == TOGETHER
    assert sum(map(len, days._packed)) < 500 * TOGETHER


def test_what_is_counted_is_told_whole_and_points_by_halves() -> None:
    assert figures_text(ForecastSpread.of([0.0, 1.0, 2.0, 2.0, 7.0]), Words("en"))[2:] == ["0", "2", "5"]
    assert figures_text(ForecastSpread.of([-1.0, 0.0, 0.0]), Words("en"))[2:] == ["−1", "0", "0"]
    assert figures_text(ForecastSpread.of([0.5, 1.0, 2.0]), Words("en"))[2:] == ["0.6", "1", "1.8"]


def test_a_raid_without_a_title_is_called_as_the_planner_calls_it(en: Words, fr: Words) -> None:
    plan = asked("one_raid")
    assert raid_text(plan, "main_1", en) == "Main raid 1"
    assert "main_1" not in raid_text(plan, "main_1", fr)
    assert raid_text(plan, "Hornchurch 2", en) == "Hornchurch 2"
    assert raid_text(plan, "biggin_hill", en) == "Biggin Hill: KG 3"


@pytest.mark.rule("OPS-D6.1")
def test_bombing_that_has_happened_has_no_per_cent() -> None:
    before = asked("one_raid", 12)
    assert isinstance(before.view, LuftwaffeView)
    raids = tuple(replace(raid, bombed=raid.code == "biggin_hill") for raid in before.view.raids)
    after = replace(before, view=replace(before.view, raids=raids))
    found = answer([day_fate(1, 4.0, raid_fate("biggin_hill"))], ("biggin_hill",), LUFTWAFFE).raids[0]
    words = Words("en")
    told = {what: chance for what, chance, _ in raid_chances(before, found, words)}
    assert told["bombs its primary target"] == "100 %"
    told = {what: chance for what, chance, _ in raid_chances(after, found, words)}
    assert told["bombed its primary target"] == "done"
    assert not set(told) & {words(f"forecast.raid.{name}") for name in ("primary", "secondary", "astray", "met_before")}
