"""`bob forecast`: of a scenario's plan, of a kept game, in both languages, and what it refuses."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bob.cli import main
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.core.workers import Here
from bob.day.state.orders import Done, Seal
from bob.driver import play_out
from bob.files import Save
from bob.forecast.asking import Forecast
from bob.forecast.in_words import points_text
from bob.forecast.looking_back import LookedBack, PlacedDay, looked_back
from bob.forecast.simulated_day import flown
from bob.words import Words
from tests.forecast.asking import GAME


def bob(*line: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([*line, "--jobs", "1"] if "--cluster" not in line else line)
    return code, out.getvalue(), err.getvalue()


def answer(*line: str) -> dict[str, Any]:
    code, out, err = bob("forecast", *line, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def kept(folder: Path, turns: int) -> Path:
    """One raid, kept in a file at the orders of a turn."""
    match: Match[Any] = Match.new(GAME, "one_raid", "kept", {})
    path = folder / "raid.bob1940"
    match.play("luftwaffe", Seal())
    while match.position.turn < turns:
        seat = match.to_move[0]
        match.play(seat, Seal() if seat == "luftwaffe" and match.position.plan_open else Done())
    Save.of(path, match).close()
    return path


@pytest.mark.slow
def test_a_plan_is_told_raid_by_raid_and_with_what_other_plans_gain() -> None:
    code, out, err = bob("forecast", "one_raid", "--runs", "6", "--what-if", "--seed", "7", "--lang", "en")
    assert (code, err) == (0, "")
    for text in ("6 days flown", "drawn anew for each day", "Biggin Hill: KG 3", "bombs its primary target", "I./KG 3", "30 minutes later"):
        assert text in out
    assert "forecast." not in out
    french = bob("forecast", "one_raid", "--runs", "6", "--seed", "7", "--lang", "fr")[1]
    assert "6 journées jouées" in french
    assert "bombarde son objectif principal" in french


@pytest.mark.smoke
def test_programs_get_the_same_figures_for_the_same_seed() -> None:
    first, again, other = (answer("one_raid", "--runs", "5", "--seed", seed) for seed in ("1", "1", "2"))
    assert first == again
    assert first["points"] != other["points"]
    assert first["runs"] == 5
    assert [raid["raid"] for raid in first["raids"]] == ["sweep", "biggin_hill"]
    assert first["raids"][1]["primary"]["runs"] == 5


@pytest.mark.slow
def test_processes_give_what_one_does() -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["forecast", "one_raid", "--runs", "9", "--jobs", "2", "--json"]) == 0
    assert json.loads(out.getvalue()) == answer("one_raid", "--runs", "9")


@pytest.mark.slow
def test_enough_days_are_flown_to_be_sure() -> None:
    assert answer("one_raid", "--runs", "400", "--sure", "60")["runs"] == 50


def test_a_kept_game_is_forecast_as_each_side_knows_it(tmp_path: Path) -> None:
    path = kept(tmp_path, 9)
    ours = answer(str(path), "--runs", "3", "--seat", "luftwaffe")
    assert (ours["turn"], ours["seat"], ours["bands"]) == (9, "luftwaffe", {})
    theirs = answer(str(path), "--runs", "3", "--seat", "raf")
    assert all(raid["raid"].startswith("track_") for raid in theirs["raids"])
    assert "biggin" not in json.dumps(theirs).casefold()


@pytest.mark.slow
def test_a_controller_asks_what_it_gains_to_send_these_and_hold_the_others(tmp_path: Path) -> None:
    path = str(kept(tmp_path, 9))
    send = json.dumps({"code": "scramble", "unit": "79 Squadron", "angels": 14, "hex": "4227"})
    found = answer(path, "--runs", "3", "--seat", "raf", "--order", send)["what_if"]
    assert [line["variant"] for line in found] == ["orders"]
    assert found[0]["gain"]["runs"] == 3
    for wrong, text in (
        ("{", "is not JSON"),
        ('{"code": "scramble", "unit": "79 Squadron"}', "angels"),
        (send.replace("79", "7900"), "7900 Squadron"),
    ):
        code, out, err = bob("forecast", path, "--seat", "raf", "--order", wrong, "--lang", "en")
        assert (code, out) == (2, "")
        assert text in err
    assert "gives orders now" in bob("forecast", "one_raid", "--order", send, "--lang", "en")[2]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("one_raid --seat referee", "--seat takes one of luftwaffe, raf"),
        ("one_raid --seat raf --what-if", "before its plan is sealed"),
        ("one_raid --sure nonsense", "--sure takes a number from 0.01 to 1000"),
        ("one_raid --against fuller", "--against takes one of park, leigh_mallory, dowding"),
        ("one_raid --runs 0", "--runs takes a whole number from 1"),
        ("nowhere", "there is no scenario"),
        pytest.param("one_raid --cluster nonsense", "there is no scheduler at nonsense", marks=pytest.mark.slow),
        ("one_raid --cluster http://host:1/x", "there is no scheduler at http://host:1/x"),
        ("one_raid --cluster tcp://host:x", "there is no scheduler at tcp://host:x"),
        ("one_raid --cluster nonsense --jobs 2", "--jobs is for this machine"),
    ],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_what_is_wrong_is_told(line: str, told: str) -> None:
    code, out, err = bob("forecast", *line.split(), "--lang", "en")
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.slow
def test_a_forecast_is_written_as_picture_and_figures(tmp_path: Path) -> None:
    figures = tmp_path / "raid.csv"
    assert bob("forecast", "one_raid", "--runs", "5", "--out", str(figures), "--lang", "en")[0] == 0
    rows = list(csv.DictReader(figures.read_text().splitlines()))
    called = {"": "", "sweep": "Sweep over Kent: III./JG 26", "biggin_hill": "Biggin Hill: KG 3"}
    assert {row["raid"]: row["title"] for row in rows} == called
    assert "I./KG 3" in {row["told"] for row in rows if row["figure"] == "unit_lost"}
    assert next(row for row in rows if row["figure"] == "points")["days"] == "5"
    assert 0 <= float(next(row["mean"] for row in rows if row["raid"] == "biggin_hill" and row["figure"] == "met")) <= 1
    met = next(row for row in rows if row["raid"] == "biggin_hill" and row["figure"] == "met_at")
    assert all(met[key][:3] in ("10:", "11:", "12:") for key in ("mean", "10%", "50%", "90%")), "times of day, as everywhere else"
    picture = tmp_path / "raid.svg"
    assert bob("forecast", "one_raid", "--runs", "5", "--out", str(picture), "--lang", "fr")[0] == 0
    drawn = picture.read_text()
    assert "points de victoire (Luftwaffe)" in drawn
    assert "La barre épaisse en est la moitié" in drawn
    assert "est intercepté\u202f: " in drawn or "est intercepté\u00a0: " in drawn
    code, _, err = bob("forecast", "one_raid", "--out", str(tmp_path / "raid.doc"), "--lang", "en")
    assert (code, "must end in one of .svg, .pdf, .png, .csv" in err) == (2, True)


def test_what_was_broken_off_is_kept_and_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Forecast, runs: int, *_: object) -> Iterator[int]:
        self.days.extend(flown(self.asked, number) for number in range(2))
        yield 2
        raise KeyboardInterrupt

    monkeypatch.setattr(Forecast, "grow", broken)
    for ending in ("csv", "svg"):
        path = tmp_path / f"part.{ending}"
        code, out, _ = bob("forecast", "one_raid", "--runs", "500", "--out", str(path), "--lang", "en")
        assert code == 130
        assert out.startswith("Broken off after 2 of 500 days")
        assert "Broken off after 2 of 500 days" in path.read_text()
    code, out, _ = bob("forecast", "one_raid", "--runs", "500", "--json")
    assert (code, json.loads(out)["whole"], json.loads(out)["runs"]) == (130, False, 2)


def test_a_full_disk_leaves_the_answer_and_says_what_was_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    monkeypatch.setattr("pathlib.Path.replace", full)
    code, out, err = bob("forecast", "one_raid", "--runs", "2", "--out", str(tmp_path / "x.csv"), "--lang", "en")
    assert code == 2
    assert "2 days flown" in out
    assert "No space left on device" in err
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.slow
def test_a_day_that_is_over_is_looked_back_upon(tmp_path: Path) -> None:
    code, out, err = bob("forecast", str(kept(tmp_path, 3)), "--look-back", "--seat", "raf", "--lang", "en")
    assert (code, out) == (2, "")
    assert "only a kept day that is over" in err
    path = tmp_path / "over.bob1940"
    match: Match[Any] = Match.new(GAME, "one_raid", "over", {})
    play_out(match, {"luftwaffe": "kesselring", "raf": "park"})
    Save.of(path, match).close()
    code, out, err = bob("forecast", str(path), "--look-back", "--runs", "4", "--lang", "en")
    assert (code, err) == (0, "")
    assert f"The day ended at {points_text(match.position.score, Words('en'))} points" in out
    assert "10:30–11:00" in out
    assert "dice moved" in out or "In no turn" in out
    code, out, err = bob("forecast", str(path), "--lang", "en")
    assert (code, out) == (2, "")
    assert "this day is over" in err


@pytest.mark.slow
def test_decisions_and_dice_together_make_the_difference_to_what_was_foreseen() -> None:
    match: Match[Any] = Match.new(GAME, "one_raid", "y", {})
    play_out(match, {"luftwaffe": "kesselring", "raf": "leigh_mallory"})
    placed, *weighed, whole = looked_back(match, 6, "1", Here())
    assert isinstance(whole, LookedBack)
    assert placed == PlacedDay(whole.points, whole.place, whole.foreseen, len(whole.parts)), "where it fell is told first"
    assert whole.parts == tuple(weighed)
    assert whole.foreseen.mean + whole.choices + whole.luck == pytest.approx(match.position.score)
    assert whole.parts[0].begin == 1
    assert whole.parts[-1].end == match.position.turn - 1
    assert all(abs(turn.luck) > turn.luck_half and turn.events for turn in whole.turns)
    assert [abs(turn.luck) for turn in whole.turns] == sorted((abs(turn.luck) for turn in whole.turns), reverse=True)
    assert whole.choices > 0  # his Wings come late, and the Luftwaffe gains by it


def test_a_plan_of_a_file_is_forecast_in_place_of_the_scenarios(tmp_path: Path) -> None:
    shipped = (data_folder("tables") / "scenarios" / "one_raid.toml").read_text()
    bombers = shipped.split("[[raid]]")[2]
    path = tmp_path / "plan.toml"
    path.write_text(f'date = 1940-08-29\nscenario = "one_raid"\n\n[[raid]]{bombers}')
    found = answer("one_raid", "--plan", str(path), "--runs", "3")
    assert [raid["raid"] for raid in found["raids"]] == ["biggin_hill"]
    path.write_text(path.read_text().replace("aircraft = 18", "aircraft = 79", 1))
    code, out, err = bob("forecast", "one_raid", "--plan", str(path), "--lang", "en")
    assert (code, out) == (2, "")
    assert "the raid biggin_hill can’t be flown: " in err
    path.write_text("[[raid]]\ncode = 3\n")
    code, out, err = bob("forecast", "one_raid", "--plan", str(path), "--lang", "en")
    assert (code, out) == (2, "")
    assert "plan.toml" in err
    assert bob("forecast", "one_raid", "--plan", str(path), "--seat", "raf")[0] == 2
