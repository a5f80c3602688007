"""The attacks in their short form, and that they find what does leak."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.errors import Refused
from bob.core.game import Game
from bob.core.kit import WorldChange
from bob.core.match import Match
from bob.day.phases import fights
from bob.games import registered
from bob.tactical.engagement import Engagement, enemy
from bob.tactical.hexes.rules import cards
from tests.pursuit.game import Pursuit, PursuitPosition, PursuitView
from tests.pursuit.loaded import LoadedPursuitKit
from tools.attack import played, saves, seeds, surfaces, worlds
from tools.attack.__main__ import CLASSES, main, run
from tools.attack.report import Report
from tools.attack.surfaces import same_drawing

SEATS = ("raf", "luftwaffe")
QUICK = [name for name in CLASSES if name not in ("desk", "full")]


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_a_short_attack_of_each_class_finds_nothing(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--short", "--class", name])
    text = capsys.readouterr().out
    assert code == 0, text
    assert text.startswith(f"{name}: ") and "1 rounds" in text and "0 found" in text


def test_rounds_are_the_same_again() -> None:
    first, second = (run("lines", "9", short=True, minutes=1, first=3, rounds=1) for _ in range(2))
    assert first.tried == second.tried and first.findings == second.findings


# ---- it finds what leaks


class Leaky(Pursuit):
    """Pursuit whose view, refusals or choices tell how the other seat has braced itself."""

    where = ""

    def view(self, position: PursuitPosition, seat: str) -> PursuitView:
        seen = super().view(position, seat)
        reported = self.where == "view" or (self.where == "peek" and seat in position.brace)
        return replace(seen, brace=dict(position.brace)) if reported else seen

    def check(self, position: PursuitPosition, seat: str, order: Any) -> None:
        if self.where == "refusal" and seat != position.mover:
            raise Refused("game.not_listed", code=order.code, found=str(position.brace))
        super().check(position, seat, order)


class LeakyKit(LoadedPursuitKit):
    """Its kit."""

    def __init__(self, where: str) -> None:
        self.where = where

    def make(self, own: object = None) -> Game[Any]:
        game = Leaky()
        game.where = self.where
        return game

    def hidden(self, game: Game[Any], seat: str) -> dict[str, WorldChange]:
        return dict(super().hidden(game, seat))


@pytest.fixture(params=["", "view", "refusal"])
def leaky(request: pytest.FixtureRequest) -> Iterator[str]:
    with registered(LeakyKit(request.param)):
        worlds.made.cache_clear()
        yield request.param
    worlds.made.cache_clear()


def test_what_leaks_is_found_and_named(leaky: str) -> None:
    report = Report("worlds", "1")
    match: Match[Any] = Match.new(worlds.made("pursuit"), "even", "leaky")
    stream = Stream.of(1, "leaky")
    for _ in range(3):
        for seat in ("raf", "luftwaffe"):
            worlds.pair(report, match, seat, stream, asked=True)
    assert bool(report.findings) == bool(leaky)
    assert all("brace" in found.what and "--class worlds --seed 1" in found.describe() for found in report.findings)


def test_what_an_order_that_may_be_taken_back_shows_is_found(leaky: str) -> None:
    report = Report("worlds", "1")
    setting = worlds.setting_of(LeakyKit(leaky).contest(), 0)
    for report.round in range(12):
        list(worlds.positions("pursuit", setting, report, 9))
    assert report.tried["free orders of pursuit"]
    if leaky == "view":
        assert report.findings


def test_a_look_that_is_paid_for_by_no_order_is_found() -> None:
    with registered(LeakyKit("peek")):
        worlds.made.cache_clear()
        report, stream = Report("worlds", "1"), Stream.of(1, "peeking")
        match: Match[Any] = Match.new(worlds.made("pursuit"), "even", "peek")
        while match.to_move and not report.findings:
            for seat in match.to_move:
                worlds.peek(report, match, seat, stream)
            match.play(match.to_move[0], match.game.sample(match.position, match.to_move[0], stream))
    worlds.made.cache_clear()
    assert report.tried["peeks of pursuit"] and "may take it back" in report.findings[0].what


def test_differences_are_told_with_what_is_around_them() -> None:
    found = list(surfaces.differences({"view": "x" * 200 + "a", "lines": "same"}, {"view": "x" * 200 + "b", "lines": "same"}))
    assert len(found) == 1 and found[0].startswith("view: ") and "xxxa" in found[0] and "xxxb" in found[0]
    hidden = {"refusal 1": surfaces.HIDDEN}, {"refusal 1": ""}
    assert list(surfaces.differences(*hidden)) == []


def test_a_figure_that_tells_a_hidden_one_is_found() -> None:
    rows = [({"level": float(n % 3), "wind": float(n % 7)}, {"raids": float(n % 3 + 2)}) for n in range(120)]
    assert [(one, other) for one, other, _ in seeds.together(rows)] == [("level", "raids")]
    assert dict(seeds.figures({"a": [{"b": 2}, {"b": 3}], "sky": 4, "names": ["x", "x"]})) == {
        ".a#": 2.0, ".names#": 2.0, ".names[x]": 2.0,
    }  # fmt: skip


def test_a_damaged_file_that_opens_as_another_game_is_found(tmp_path: Any) -> None:
    whole = saves.played(tmp_path / "a.bob1940", "hexes", 12, "1")
    other = saves.played(tmp_path / "b.bob1940", "hexes", 12, "2")
    assert any("opened with another record" in fault for fault in saves.faults(tmp_path / "c.bob1940", other.raw, whole, verify=False))
    assert saves.faults(tmp_path / "d.bob1940", whole.raw, whole, verify=True) == []


def test_an_attack_that_breaks_is_a_finding(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tools.attack.lines.attack", lambda report: 1 / 0)
    assert main(["--short", "--class", "lines"]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().out and importlib.util.find_spec("tools.attack.lines")


@pytest.mark.parametrize("first", ["2", "3"])
def test_a_short_attack_of_the_desk_finds_nothing(first: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The windows of games by themselves; that of a day is of the long form."""
    pytest.importorskip("PySide6.QtWidgets")
    code = main(["--short", "--class", "desk", "--first", first])
    text = capsys.readouterr().out
    assert code == 0 and "windows of" in text and "0 found" in text, text


def test_a_drawing_is_the_same_but_for_the_rounding_of_letters() -> None:
    drawn = '<path d="M14.6348,287.5 L14.6348,285.75"/>'
    assert same_drawing(drawn, drawn.replace("14.6348", "14.6354"))
    assert not same_drawing(drawn, drawn.replace("287.5", "288.5"))
    assert not same_drawing(drawn, drawn.replace("L", "M"))
    assert not same_drawing(drawn, drawn + drawn)


# ---- worlds that are played on


@pytest.mark.slow
def test_a_name_told_in_a_fight_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    report, told = Report("played", "1", short=True), fights._report

    def leaky(play: Any, group: str, engagement: Engagement, side: str) -> dict[str, Any]:
        return told(play, group, engagement, side) | {"theirs": engagement.of(enemy(side))[0].unit}

    played.fly(report, "cards", 1)
    assert not report.findings and report.tried["orders of fights"] > 10
    monkeypatch.setattr(fights, "_report", leaky)
    played.fly(report, "cards", 1)
    assert len(report.findings) == 2 and all(f"{seat} sees names of units" in report.findings[i].what for i, seat in enumerate(SEATS))


@pytest.mark.slow
def test_a_pause_that_tells_of_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    report = Report("played", "1", short=True)
    for report.round in range(4):
        played.play_on(report, "hexes", 2, 20)
    assert not report.findings and report.tried["orders played on"] > 20
    monkeypatch.setattr(cards, "window", lambda position, seat: not position.carded[seat] and "stoppage" in position.hands[seat])
    for report.round in range(4):
        played.play_on(report, "hexes", 4, 40)
    assert report.findings and "others hold other cards" in report.findings[0].what
