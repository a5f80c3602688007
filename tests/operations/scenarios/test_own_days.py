"""A day of a user's own: checked, played, kept in its save, forecast; and no seat gets its file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from bob.core.errors import DataError, UsageError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.day.game import OperationalDay
from bob.day.scenarios.scenario import find
from bob.day.state.position import LUFTWAFFE, RAF
from bob.driver import Driver
from bob.driver.wire import Channel
from bob.files import Save
from bob.forecast import Job, run
from bob.forecast.question import question
from bob.forecast.simulated_day import flown
from bob.games import games, kit
from bob.schemas import write_schemas as written_schemas
from bob.words import Words

Bob = Callable[..., tuple[int, str, str]]
CODE, SECRET = "my_forenoon", "nobody may read this"
OFFICERS = {"raf": "park", "luftwaffe": "kesselring"}


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    """A day of one's own: the single raid by another name, shorter, with these changes."""
    text = (data_folder("tables") / "scenarios" / "one_raid.toml").read_text("utf-8")
    for old, new in (('code = "one_raid"', f'code = "{CODE}"'), ("turns = 36", "turns = 30"), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "my day.toml"
    path.write_text(f"# {SECRET}\n{text}", "utf-8")
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path)


def test_a_day_from_a_file_is_set_up_and_kept_in_the_record(path: Path) -> None:
    game, code = OperationalDay().with_day(path)
    assert code == CODE and list(game.own) == [f"scenarios/{CODE}.toml"] and SECRET in game.own[f"scenarios/{CODE}.toml"]
    match = Match.new(game, code, 1, {})
    assert (match.position.turns, len(match.position.raids)) == (30, 2)
    assert match.header.own == game.own
    with pytest.raises(UsageError):
        find(code)


def test_the_save_opens_where_the_file_is_gone(path: Path, tmp_path: Path) -> None:
    game, code = kit("day").with_file(kit("day").make(), path)
    kept = tmp_path / "kept.bob1940"
    driver = Driver.new(game, code, 1, {}, OFFICERS, kept)
    for _ in range(3):
        driver.step()
    entries = [entry.as_json() for entry in driver.match.entries]
    driver.close()
    path.unlink()
    save, match = Save.open(kept, games())
    with save:
        assert [entry.as_json() for entry in match.entries] == entries
        assert match.game.days[code].turns == 30  # type: ignore[attr-defined]


def test_a_folder_of_days_stands_beside_ours(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    written(tmp_path / "scenarios")
    game = kit("day").make(tmp_path)
    assert isinstance(game, OperationalDay) and set(game.days) == {CODE}
    assert find("one_raid", game.days).code == "one_raid" and find(CODE, game.days).turns == 30
    with pytest.raises(UsageError):
        OperationalDay.over(tmp_path / "scenarios")


def test_no_seat_gets_the_file_of_the_day(path: Path) -> None:
    game, code = OperationalDay().with_day(path)
    driver = Driver.new(game, code, 1, {}, {"raf": "human", "luftwaffe": "human"})
    for seat in (RAF, LUFTWAFFE):
        said = json.dumps(Channel(driver, seat).whole())
        assert code in said and SECRET not in said and "designed; units" not in said
    assert "main_1" not in json.dumps(Channel(driver, RAF).whole())


def test_simulated_and_forecast_by_its_own_file(path: Path) -> None:
    game, code = OperationalDay().with_day(path)
    own = tuple(game.own.items())
    assert run(Job(code, "1", (("luftwaffe", "kesselring"), ("raf", "park")), (), own))["outcome"]
    view = Match.new(game, code, 1, {}).view(LUFTWAFFE)
    asked = question(view, days=game.days)
    assert flown(asked, 1) == flown(asked, 1)
    with pytest.raises(UsageError, match="there is no scenario"):
        question(view)


def test_what_cannot_be_set_up_names_the_users_file(tmp_path: Path) -> None:
    for change, place in ((('unit = "III./JG 26"', 'unit = "III./JG 99"'), "units[0].unit"), (("turns = 30", "turns = 0"), "turns")):
        bad = written(tmp_path, change)
        with pytest.raises(DataError) as error:
            made, code = OperationalDay().with_day(bad)
            made.try_day(code)
        text = error.value.describe(Words("en"))
        assert str(bad) in text and place in text


def test_the_small_day_of_the_documents_holds_and_fits_its_schema(tmp_path: Path) -> None:
    text = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text("utf-8")
    path = tmp_path / "margate.toml"
    path.write_text(text.partition("```toml\n")[2].partition("```")[0], "utf-8")
    validator = Draft7Validator(json.loads(written_schemas(Words("en"))["day.json"]))
    plain = json.loads(json.dumps(tomllib.loads(path.read_text("utf-8")), default=str))
    assert [error.message for error in validator.iter_errors(plain)] == []
    game, code = OperationalDay().with_day(path)
    position, faults = game.try_day(code)
    assert faults == [] and list(position.convoys) == ["bosom"] and list(position.raids) == ["ships"]


# ---- on the command line


@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_day_is_checked_and_played_by_its_file(bob: Bob, path: Path, tmp_path: Path) -> None:
    code, out, _ = bob("", "scenarios", str(path))
    assert code == 0 and "raids: 2" in out and f"bob play day {path}" in out
    assert json.loads(bob("", "scenarios", str(path), "--json")[1])[0]["scenario"] == CODE
    code, out, err = bob("quit\n", "play", "day", str(path), "--seats", "luftwaffe=human,raf=park", "--save", "x.bob1940")
    assert code == 0 and "KG 3" in out, err
    assert bob("", "simulate", str(path), "--runs", "1", "--seed", "1")[0] == 0
    assert bob("", "forecast", str(path), "--runs", "1", "--jobs", "1")[0] == 0


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_plan_that_cannot_be_sealed_is_told_raid_by_raid(bob: Bob, tmp_path: Path) -> None:
    bad = written(tmp_path, ("aircraft = 18, angels = 14", "aircraft = 18, angels = 32"))
    code, out, _ = bob("", "scenarios", str(bad))
    assert code == 1 and "OPS-" in out and "cannot be sealed" in out
    assert "ne peut être scellé" in bob("", "scenarios", str(bad), "--lang", "fr")[1]


@pytest.mark.usefixtures("in_an_empty_folder")
@pytest.mark.parametrize("command", [("scenarios",), ("play", "day"), ("simulate",), ("forecast",)])
def test_a_file_that_is_not_there_is_told(bob: Bob, command: tuple[str, ...]) -> None:
    code, _, err = bob("", *command, "nowhere.toml")
    assert code == 2 and "nowhere.toml" in err


def test_a_free_day_of_ones_own_is_drawn(tmp_path: Path) -> None:
    text = (data_folder("tables") / "scenarios" / "free.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('code = "free"', 'code = "mine"', 1), "utf-8")
    game, code = OperationalDay().with_day(path)
    drawn: Any = Match.new(game, code, 1, {"period": 2})
    assert drawn.position.period == 2
