"""What a command refuses says which file or words it means, what was expected and what to do, in both languages."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bob.cli import main
from bob.core.errors import UsageError
from bob.files import Save
from bob.games import kit
from bob.words import LANGUAGES, Words


def said(capsys: pytest.CaptureFixture[str], language: str, *args: str) -> str:
    """What a command that is refused says."""
    assert main([*args, "--lang", language]) == 2
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1
    return err


def kept(path: Path, game: str, scenario: str) -> str:
    """A file with a game that has just begun."""
    save, _ = Save.begin(path, kit(game).make(), scenario, "1", {})
    save.close()
    return str(path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "holds", "scenario"), [("cards", "day", "lesson"), ("day", "cards", "duel"), ("campaign", "hexes", "duel")]
)
def test_another_games_file_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, game: str, holds: str, scenario: str
) -> None:
    file = kept(tmp_path / "a.bob1940", holds, scenario)
    expected = Words(language)("play.open_other", file=file, name=holds, game=game)
    assert expected in said(capsys, language, "play", game, "--open", file)
    assert f"bob play {holds} --open {file}" in expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("seats", "key", "values"),
    [
        ("raf=human,raf=park", "seat_twice", {"seat": "raf", "first": "human", "second": "park"}),
        ("human", "seat_unnamed", {"choices": "raf, luftwaffe", "text": "human"}),
        ("raf=park, =human", "seat_unnamed", {"choices": "raf, luftwaffe", "text": "=human"}),
        ("red=human", "seat_unknown", {"choices": "raf, luftwaffe", "seat": "red"}),
    ],
)
def test_seats_that_are_wrong(capsys: pytest.CaptureFixture[str], language: str, seats: str, key: str, values: dict[str, str]) -> None:
    assert Words(language)(f"play.{key}", **values) in said(capsys, language, "play", "day", "lesson", "--seats", seats)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_for_nobody(capsys: pytest.CaptureFixture[str], language: str) -> None:
    err = said(capsys, language, "play", "cards", "--seats", "allied=")
    assert Words(language)("play.seat_empty", seat="allied", players="sound, strong, random", text="allied=") in err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_without_any_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    (tmp_path / "notes.txt").write_text("nothing", "utf-8")
    choices = "aircraft.toml, pilots.toml, deck.toml"
    expected = Words(language)("error.no_own_files", path=str(tmp_path), choices=choices)
    assert expected in said(capsys, language, "play", "cards", "--cards", str(tmp_path))
    with pytest.raises(UsageError, match="missions"):
        kit("hexes").make(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [("play", "day", "one_raid"), ("simulate", "one_raid")])
def test_a_period_is_for_a_free_day(capsys: pytest.CaptureFixture[str], language: str, command: tuple[str, ...]) -> None:
    err = said(capsys, language, *command, "--period", "2")
    assert Words(language)("ops.period_dated", scenario="one_raid", own=3, period=2) in err and "free --period 2" in err


def test_a_free_day_takes_its_period(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    file = tmp_path / "free.bob1940"
    assert main(["play", "day", "free", "--period", "2", "--seed", "1", "--save", str(file), "--lang", "en"]) == 0
    save, match = Save.open(file, {"day": kit("day").make()}, read_only=True)
    save.close()
    assert match.header.options["period"] == 2 and match.position.period == 2
