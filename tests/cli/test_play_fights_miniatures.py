"""Engagements of `bob play day` flown with miniatures at the keyboard: the table in characters, typed flights, both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bob.cli.terminal.day_terminal import Terminal
from bob.core.errors import UsageError
from bob.core.game import Choices
from bob.core.match import Match
from bob.day.state.orders import Fly, Resolve
from bob.driver import Driver
from bob.games import kit
from bob.tactical.miniatures.position import FLY
from bob.words import LANGUAGES, Words
from tests.played import BOMBERS, copied, kept_at, units
from tests.skies.typed_lines import line_of

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day in which an engagement with bombers waits for a word."""
    return kept_at(tmp_path_factory.mktemp("kept") / "bombers.bob1940", BOMBERS)


class Seated:
    """The RAF at the keyboard, in a dogfight with miniatures."""

    def __init__(self, match: Match[Any], language: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.match, self.capsys, self.words = match, capsys, Words(language)
        match.play("raf", Resolve("skies"))
        self.driver = Driver(match, {"raf": "human", "luftwaffe": "kesselring"})
        self.terminal = Terminal(self.driver, self.words)
        self.pilot = kit("skies").player("sound", "raf", "1", kit("skies").make())

    @property
    def battle(self) -> Any:
        """The dogfight as the RAF sees it; None when it is over."""
        s = self.match.view("raf").engagement
        return s.battle if s is not None else None

    @property
    def letters(self) -> dict[int, str]:
        return self.terminal.pages.fights.book("skies").letters  # type: ignore[attr-defined, no-any-return]

    def go_on(self) -> bool:
        """Let the officer decide; whether the RAF is asked."""
        self.driver.advance()
        return self.battle is not None and self.driver.asked_seats == ("raf",)

    def write(self, line: str) -> str:
        """What is shown when a line is typed."""
        self.capsys.readouterr()
        self.terminal.obey("raf", line)
        return self.capsys.readouterr().out

    def listed(self) -> list[Any]:
        return [fly.order for fly in self.driver.choices("raf").listed if isinstance(fly, Fly)]

    def wanted(self) -> Any:
        """The order of a sound pilot."""
        return self.pilot.orders(self.battle, Choices(tuple(self.listed())), 0)[0].order


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_engagement_is_flown_with_miniatures_to_its_end(waiting: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every page has the table with all that flies, own aircraft by unit, the enemy's by type; flights and set-up are typed."""
    sat = Seated(copied(waiting), language, capsys)
    own, foes = units(sat.match, "raf"), units(sat.match, "luftwaffe")
    out, typed = "", 0
    for _ in range(3000):
        if not sat.go_on():
            break
        view = sat.battle
        page = sat.write("page")
        assert all(a.out or sat.letters[a.number] in page for a in view.aircraft) and "{" not in page and "skies." not in page
        order = sat.wanted()
        line = line_of(sat.words, sat.letters, order, sat.listed())
        typed += not line[0].isdigit() and view.stage == FLY
        before = sat.match.entries[-1].number
        out += page + sat.write(line)
        assert sat.match.entries[before + 1].order == Fly("skies", order)
    assert sat.battle is None and typed > 5
    assert f"{own[0]} (1)" in out and [unit for unit in foes if unit in out] == []
    lines = [e for _, e in sat.match.log("raf") if e.code == "combat"]
    assert lines[-1].data["resolver"] == "skies"
    history = "\n".join(sat.terminal.history("raf"))
    assert own[0] in history and [unit for unit in foes if unit in history] == []


def test_what_is_no_flight_is_refused_and_the_hand_is_told(waiting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sat = Seated(copied(waiting), "en", capsys)
    while sat.go_on() and not (sat.battle.stage == FLY and sat.battle.hand):
        sat.write(line_of(sat.words, sat.letters, sat.wanted(), sat.listed()))
    with pytest.raises(UsageError) as error:
        sat.write("forward nonsense")
    assert error.value.key == "skies.page.not_understood"
    with pytest.raises(UsageError) as error:
        sat.write("deploy")
    assert error.value.key == "skies.page.nothing_to_deploy"
    assert "(" in sat.write("hand") and "deploy [LETTER" in sat.write("help")
