"""Engagements of `bob play day` flown by hexes at the keyboard: the map in characters, paths, what is laid, both languages."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bob.cli.terminal.books import NumbersAlone, dogfight_book
from bob.cli.terminal.day_terminal import Terminal
from bob.cli.terminal.hexes_text import STEPS, typed
from bob.core.errors import UsageError
from bob.core.game import Choices
from bob.core.match import Match
from bob.day.state.orders import Fly, Resolve
from bob.driver import Driver
from bob.games import kit
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.position import CLOUDS, FLY
from bob.tactical.slot import shipped
from bob.words import LANGUAGES, Words
from tests.played import ALONE, BOMBERS, copied, kept_at, units

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day in which an engagement with bombers waits for a word."""
    return kept_at(tmp_path_factory.mktemp("kept") / "bombers.bob1940", BOMBERS)


class Sat:
    """The RAF at the keyboard, in a dogfight by hexes."""

    def __init__(self, match: Match[Any], language: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.match, self.capsys = match, capsys
        self.words = Words(language)
        match.play("raf", Resolve("hexes"))
        self.driver = Driver(match, {"raf": "human", "luftwaffe": "kesselring"})
        self.terminal = Terminal(self.driver, self.words)
        self.pilot = kit("hexes").player("sound", "raf", "1", kit("hexes").make())

    @property
    def battle(self) -> Any:
        """The dogfight as the RAF sees it; None when it is over."""
        s = self.match.view("raf").engagement
        return s.battle if s is not None else None

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

    def line_of(self, order: Any) -> str:
        """How an order is typed: a step as a word of a path, what is laid with its hex, all others by their numbers."""
        words, view = self.words, self.battle
        if view.stage == FLY and (isinstance(order, STEPS) or order == o.END):
            return words("hexes.typed.end") if order == o.END else typed(words, order)
        if isinstance(order, o.PlaceCloud):
            return f"{words('play.usage.lay').split()[0]} {order.at.label}"
        return str(self.listed().index(order) + 1)


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_engagement_is_flown_by_hexes_to_its_end(waiting: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every page has the map with all that flies, own aircraft by unit, the enemy's by type; steps and clouds are typed."""
    sat = Sat(copied(waiting), language, capsys)
    own, foes = units(sat.match, "raf"), units(sat.match, "luftwaffe")
    out, typed_steps, laid = "", 0, 0
    for _ in range(3000):
        if not sat.go_on():
            break
        view = sat.battle
        page = sat.write("page")
        for a in view.aircraft:
            letter = sat.terminal.pages.fights.book("hexes").letters[a.number]  # type: ignore[attr-defined]
            assert a.out or re.search(rf"(?<!\w)({letter}[↑↗↘↓↙↖]|{letter}\w\+|\w{letter}\+|\w[3-9]\+)", page), (letter, page)
        assert not re.search(r"\{|aircraft \d|appareil \d", page)
        order = sat.wanted()
        line = sat.line_of(order)
        typed_steps += not line[0].isdigit() and view.stage == FLY
        laid += view.stage == CLOUDS
        before = sat.match.entries[-1].number
        out += page + sat.write(line)
        assert sat.match.entries[before + 1].order == Fly("hexes", order)
    assert sat.battle is None and typed_steps > 5 and laid
    assert f"{own[0]} (1)" in out and [unit for unit in foes if unit in out] == []
    lines = [e for _, e in sat.match.log("raf") if e.code == "combat"]
    assert lines[-1].data["resolver"] == "hexes"
    history = "\n".join(sat.terminal.history("raf"))
    assert own[0] in history and [unit for unit in foes if unit in history] == []


@pytest.mark.slow
def test_a_path_is_flown_step_by_step_and_taken_back(waiting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sat = Sat(copied(waiting), "en", capsys)
    while sat.go_on() and not (sat.battle.stage == FLY and sat.battle.aircraft[sat.battle.go.active[0]].speed > 2):
        sat.write(sat.line_of(sat.wanted()))
    number = sat.battle.go.active[0]
    before = sat.battle.aircraft[number]
    letter = sat.terminal.pages.fights.book("hexes").letters[number]  # type: ignore[attr-defined]
    text = sat.write("ways")
    assert re.search(r"\d{4}.*ahead", text) and sat.write(f"ways {letter}") == text
    flown = len(sat.match.entries)
    with pytest.raises(UsageError) as error:
        sat.write("ahead ahead nonsense")
    assert error.value.key == "hexes.page.no_step_after" and len(sat.match.entries) == flown + 2
    assert sat.battle.aircraft[number].at != before.at
    sat.write("undo")
    sat.write("undo")
    assert sat.battle.aircraft[number] == before
    assert all(sat.terminal.words(f"hexes.card.{code}") in sat.write("hand") for code in sat.battle.hand)
    assert "lay HEX" in sat.write("help") and "path STEP" in sat.write("help")


def test_hexes_are_laid_by_their_names_and_listed_as_spans(waiting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sat = Sat(copied(waiting), "en", capsys)
    assert sat.go_on() and sat.battle.stage == CLOUDS
    page = sat.write("page")
    assert "0400–04" in page and page.count("Cloud on") == 0 and len(page.splitlines()) < 60
    for line in ("lay", "lay 9999", "lay 0000"):
        with pytest.raises(UsageError) as error:
            sat.write(line)
        assert error.value.key == "hexes.page.no_place"
    sat.write("lay 1004")
    assert "1004" in [at.label for at in sat.battle.clouds]


def test_own_lines_are_none_of_the_cards(waiting: Path) -> None:
    """A game without lines of its own is played by numbers, and its page lists them."""
    names = Terminal(Driver(copied(waiting), {"raf": "human", "luftwaffe": "kesselring"}), Words("en")).pages.names
    cards = dogfight_book(Words("en"), shipped()["cards"], names)
    assert isinstance(cards, NumbersAlone) and cards.commands == ()
    assert cards.listing([], ["  1  one", "  2  two"]).splitlines() == ["    1  one", "    2  two"]


@pytest.mark.slow
def test_pieces_of_an_engagement_at_ones_own_table_are_written(
    waiting: Path, tmp_path: Path, bob: Callable[..., tuple[int, str, str]]
) -> None:
    """From its page and from the command line; not before both sides lie open at the table."""
    pytest.importorskip("PySide6.QtGui")
    shutil.copy(waiting, tmp_path / "day.bob1940")
    code, _, err = bob("", "print", "hexes", "day.bob1940", "--out", "early.pdf")
    assert code == 2 and "own table" in err and not (tmp_path / "early.pdf").exists()
    _, out, _ = bob("pieces page.pdf\ntable\npieces\npieces page.pdf\n", "play", "day", "--open", "day.bob1940", *ALONE)
    assert out.count("no engagement is at your own table") == 1 and "write: pieces FILE.pdf" in out
    code, out, err = bob("", "print", "hexes", "day.bob1940", "--out", "line.pdf")
    assert (code, err) == (0, "") and "line.pdf" in out
    assert (tmp_path / "page.pdf").read_bytes() == (tmp_path / "line.pdf").read_bytes()
