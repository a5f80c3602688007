"""History as data, what is measured of a day, and when it passes (OPS-B13, OPS-C1.3, OPS-C10)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bob.chart.svg import to_svg
from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.day.scenarios.scenario import scenarios
from bob.day.state.position import ScoredPoints
from bob.forecast import Job, measure, run
from bob.forecast.calibrated import CalibratedAspect, CalibratedDay, CalibrationVerdict
from bob.forecast.history import ASPECTS, RecordedAspect, RecordedDay, history, load_history
from bob.forecast.measure import MeasuredDay, MeasuredFight, MeasuredRaid, Spread, great_fought, great_met, lost_on_ground, value
from bob.report.calibration import sheet
from bob.words import Words
from tests.cli.test_cli import bob
from tests.operations.build import day as built

SHIPPED = data_folder("tables") / "history.toml"


def recorded(name: str = "luftwaffe_lost", low: float = 60, high: float = 60, **given: object) -> RecordedAspect:
    return RecordedAspect(name, low, high, "test", **given)  # type: ignore[arg-type]


def spread(*values: float) -> Spread:
    return Spread(tuple(sorted(values)))


# ---- the file


def test_every_dated_day_has_its_history_and_the_share_that_it_plays() -> None:
    dated = {code for code, s in scenarios().items() if not s.free and code.endswith("_1940")}
    days = {d.scenario: d for d in history().day}
    assert set(days) == dated and len(dated) >= 14
    for entry in days.values():
        assert {"luftwaffe_lost", "raf_lost", "raf_sorties"} <= {aspect.name for aspect in entry.aspect}
        assert 30 <= entry.share <= 90, entry.scenario
    sorties = {aspect.name: aspect for aspect in days["18_august_1940"].aspect}["raf_sorties"]
    assert sorties.low <= 0.55 * 886 <= sorties.high


@pytest.mark.rule("OPS-C7.3")
def test_aircraft_of_other_commands_are_no_loss_of_fighter_command() -> None:
    p = built()
    p.points += [
        ScoredPoints(3, "OPS-A15.1", "raf_on_ground", 4, 2.0, "Kenley"),
        ScoredPoints(3, "OPS-C7.3", "raf_on_ground", 46, 11.5, "Brize Norton"),
    ]
    assert lost_on_ground(p) == 4


@pytest.mark.rule("OPS-C10.1")
def test_the_model_is_tuned_on_no_other_days_than_the_five() -> None:
    five = {"12_august_1940", "18_august_1940", "24_august_1940", "15_september_1940", "27_september_1940"}
    tuned = {day.scenario for day in history().day if day.tuned}
    assert tuned == five & set(scenarios()) and tuned


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('scenario = "18_august_1940"', 'scenario = "nowhere"', "day[0].scenario"),
        ('name = "luftwaffe_lost"', 'name = "lost"', "day[0].aspect[0].name"),
        ("low = 69", "low = 70", "day[0].aspect[0].high"),
        ("low = 69", "low = -1", "day[0].aspect[0].low"),
        ("low = 69", "true = 70\nlow = 69", "day[0].aspect[0].true"),
        ('name = "raf_lost"', 'name = "luftwaffe_lost"', "day[0].aspect[1].name"),
        ("low = 69", 'part = ["9:00", "12:00"]\nlow = 69', "day[0].aspect[0].part[0]"),
        ("low = 69", 'other = "x"\nlow = 69', "day[0].aspect[0].other"),
        ("least = 20", "least = 40", "target[0].most"),
    ],
)
def test_a_wrong_history_is_told_with_its_place(tmp_path: Path, old: str, new: str, place: str) -> None:
    text = SHIPPED.read_text("utf-8")
    days = text[: text.index("[[day]]")] + text[text.index('[[day]]\nscenario = "18_august_1940"') :]
    changed = days.replace(old, new, 1)
    assert changed != days
    (tmp_path / "history.toml").write_text(changed, "utf-8")
    with pytest.raises(DataError) as found:
        load_history(tmp_path / "history.toml", scenarios())
    assert found.value.place == place


# ---- what is measured


DAY = MeasuredDay(
    start=720,
    fights=(
        MeasuredFight(1, True, True, ("32 Squadron", "610 Squadron")),
        MeasuredFight(12, False, True, ("32 Squadron",)),
        MeasuredFight(13, True, False, ("501 Squadron",)),
    ),
    up=(4, 9),
    raids=(
        MeasuredRaid("great", "main", 3, 12, 3, 9, True, True, True, 30),
        MeasuredRaid("middling", "main", 2, 12, 8, 9, True, False),
        MeasuredRaid("late", "main", 4, 14, 10, 20, True, False),
        MeasuredRaid("low", "low_level", 3, 0, 5, 6, True, True),
        MeasuredRaid("never", "main", 4, 14, None, None, False, False),
    ),
    totals={"luftwaffe_lost": 60},
)


@pytest.mark.rule("OPS-C1.3")
def test_warnings_are_of_great_raids_at_height_and_of_low_ones() -> None:
    assert value(DAY, "warning") == (30 + 50) / 2  # not two Gruppen, nor one that never came
    assert value(DAY, "warning_low") == 5
    assert value(DAY, "first_up") == 5  # nobody left the ground after the last one was seen


@pytest.mark.rule("OPS-D4.11")
def test_great_raids_are_counted_by_who_fights_them_before_their_bombs() -> None:
    """Of the two great raids that came one was met in time."""
    assert great_met(DAY) == 50 and great_fought(DAY) == 15
    quiet = MeasuredDay(720, (), (), DAY.raids[1:2], {})
    assert great_met(quiet) is None and great_fought(quiet) is None


@pytest.mark.rule("OPS-C10.1")
def test_aspects_are_counted_of_what_flew() -> None:
    assert value(DAY, "squadrons_engaged") == 3
    assert value(DAY, "squadrons_engaged", (720, 780)) == 2  # the thirteenth turn begins at one o'clock
    assert value(DAY, "squadrons_engaged", (780, 900)) == 1
    assert value(DAY, "raids_met") == 50  # the raid that never came over counts with none
    assert value(DAY, "raf_above_fighters") == 50
    assert round(value(DAY, "raf_above") or 0) == 67
    assert value(DAY, "luftwaffe_lost") == 60


@pytest.mark.rule("OPS-C10.1")
def test_a_day_without_great_raids_has_no_warning_of_them() -> None:
    quiet = MeasuredDay(720, (), (), DAY.raids[1:2], {})
    assert value(quiet, "warning") is None and value(quiet, "raf_above") is None and value(quiet, "squadrons_engaged") == 0


@pytest.mark.rule("OPS-C1.3")
def test_a_played_day_is_measured_as_it_is_summed_up() -> None:
    job = Job("one_raid", "7", (("luftwaffe", "kesselring"), ("raf", "park")))
    summed, day = run(job), measure(job)
    assert day.totals["luftwaffe_lost"] == summed["luftwaffe"]["lost"]
    assert day.totals["raf_lost"] == summed["raf"]["lost"] - summed["raf"]["on_ground"]
    assert day.totals["raf_sorties"] == summed["raf"]["sorties"]
    assert all(value(day, name) is None or (value(day, name) or 0) >= 0 for name in ASPECTS)
    assert [raid for raid in day.raids if raid.plotted is not None], "nothing was ever seen"
    assert all(raid.plotted <= raid.over_coast for raid in day.raids if raid.great and raid.plotted and raid.over_coast)


# ---- the tests of OPS-B13 and OPS-C10.1


@pytest.mark.rule("OPS-C10.1")
@pytest.mark.parametrize(
    ("true", "near", "inside", "middle"),
    [
        (50, True, True, True),
        (74, True, True, True),
        (75, True, True, True),
        (76, True, True, False),
        (37, False, True, True),
        (90, False, True, False),
        (91, False, False, False),
        (9, False, False, False),
    ],
)
def test_history_is_near_and_within(true: float, near: bool, inside: bool, middle: bool) -> None:
    """A hundred and one runs from 0 to 100, median 50: near is within 35 % of history's figure."""
    found = CalibratedAspect(recorded(low=true, high=true), spread(*range(101)))
    assert (found.near, found.inside, found.middle) == (near, inside, middle)


def test_history_has_its_place_among_the_runs() -> None:
    assert spread(1, 2, 3, 4).place(3.5) == 0.75
    assert spread(2, 2, 4, 4).place(2) == 0.25
    assert recorded(low=56, high=61).figure == 58.5 and recorded(low=56, high=61, true=58).figure == 58


@pytest.mark.rule("OPS-C10.1")
def test_three_aspects_in_four_and_two_in_five_pass() -> None:
    middle = CalibratedAspect(recorded("raf_sorties", 50, 50), spread(*range(101)))
    inside = CalibratedAspect(recorded("raf_sorties", 80, 80), spread(*range(101)))
    outside = CalibratedAspect(recorded("raf_sorties", 99, 99), spread(*range(101)))
    lost = CalibratedAspect(recorded("luftwaffe_lost", 99, 99), spread(*range(101)))

    def passes(*aspects: CalibratedAspect) -> bool:
        day = CalibratedDay(RecordedDay("18_august_1940", True, ()), 101, aspects, ())
        return CalibrationVerdict.of([day]).passes

    assert passes(middle, middle, inside, outside)
    assert not passes(middle, middle, outside, outside)
    assert not passes(middle, inside, inside, inside)
    assert passes(middle, middle, inside, inside, inside)
    assert not passes(middle, middle, middle, middle, lost)


def test_the_picture_shows_every_aspect_and_history() -> None:
    aspect = CalibratedAspect(recorded(low=56, high=61), spread(40, 50, 60, 70))
    day = CalibratedDay(RecordedDay("18_august_1940", True, ()), 4, (aspect,), ())
    drawn = to_svg(sheet([day], Words("fr")))
    assert "appareils de la Luftwaffe perdus" in drawn and "56-61" in drawn and "la plus dure journée" in drawn
    assert to_svg(sheet([day], Words("fr"))) == drawn


@pytest.mark.slow
@pytest.mark.rule("OPS-C10.2")
def test_the_command_plays_the_days_asked_for_and_says_who_played(tmp_path: Path) -> None:
    out = tmp_path / "days.svg"
    args = ["calibrate", "--runs", "2", "--jobs", "1", "--day", "18_august_1940", "--raf", "dowding"]
    _, text, _ = bob(*args, "--out", str(out))
    assert "Dowding" in text and "OPS-C1.3" in text and out.read_text("utf-8").startswith("<?xml")
    listed = json.loads(bob(*args, "--json")[1])
    lost = next(row for row in listed if row["figure"] == "luftwaffe_lost")
    assert lost["officers"] == {"luftwaffe": "kesselring", "raf": "dowding"} and lost["history"] == [69, 69] and lost["tuned"] is True
    assert lost["10%"] <= lost["50%"] <= lost["90%"]
