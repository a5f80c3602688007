"""Engagements in `bob play day`: asked about, the standing rule, flown by cards, and who flies."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bob.cli.keyboard import CLEAR, broken_off
from bob.cli.terminal.day_commands import commands, fitting
from bob.cli.terminal.day_orders import LineParser
from bob.cli.terminal.day_terminal import Terminal
from bob.core.errors import UsageError
from bob.core.match import Match
from bob.day.state.orders import Engage, Fly, Resolve
from bob.day.state.view import RafView
from bob.day.state.world import world
from bob.driver import Driver
from bob.games import names
from bob.staff.fights import Pilots
from bob.tactical.slot import shipped
from bob.words import LANGUAGES, Words
from tests.played import ALONE, FIGHTERS, Bob, copied, kept_at, opened, units
from tests.sizes import some

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

EN = Words("en")
GAMES = ", ".join(shipped())
WAYS = sorted((*shipped(), "quick", "table"))


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day in which an engagement among fighters waits for a word."""
    return kept_at(tmp_path_factory.mktemp("kept") / "waiting.bob1940", FIGHTERS)


@pytest.fixture
def asked(waiting: Path, tmp_path: Path) -> str:
    """A copy of that day."""
    shutil.copy(waiting, tmp_path / "day.bob1940")
    return "day.bob1940"


# ---- asked


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "Engagement 1",
                "against H",
                "Posture",
                "Sun",
                "Weather",
                "10 minutes",
                "1  cards — ",
                "2  flight — ",
                f"{WAYS.index('hexes') + 1}  hexes — ",
                f"{WAYS.index('quick') + 1}  quick — ",
                f"{WAYS.index('skies') + 1}  skies — ",
            ),
        ),
        ("fr", ("Engagement 1", "contre H", "Posture", "Soleil", "Météo", "10 minutes", f"{len(WAYS)}  table — ")),
    ],
)
def test_an_engagement_that_waits_is_told_in_words(bob: Bob, asked: str, language: str, said: tuple[str, ...]) -> None:
    code, out, err = bob("", "play", "day", "--open", asked, *ALONE, "--lang", language)
    assert (code, err) == (0, "")
    page = out[out.index("── Engagement") :]
    assert [text for text in said if text not in page] == []
    match = opened(asked)
    view = match.view("raf").engagement
    assert Words(language)(f"ops.aim.{view.aim}") in page and Words(language)(f"engagement.posture_own.{view.posture}") in page
    for f in view.own:
        assert re.search(rf"{f.unit} +\S.* {f.count} +{f.angels} ", page)
    for foe in view.foes:
        assert re.search(rf" {foe.count} +{foe.angels}\n", page)
    assert [unit for unit in units(match, "luftwaffe") if unit in out] == []
    assert "{" not in page


@pytest.mark.parametrize(
    ("typed", "how"),
    [
        ("quick", "quick"),
        (str(WAYS.index("quick") + 1), "quick"),
        ("2", "flight"),
        ("vite", "quick"),
        ("c", None),
        ("cards", "cards"),
        ("ta", "table"),
    ],
)
def test_the_way_is_typed_by_word_or_number(bob: Bob, asked: str, typed: str, how: str | None) -> None:
    bob(f"{typed}\n", "play", "day", "--open", asked, *ALONE)
    orders = [entry.order.how for entry in opened(asked).entries if isinstance(entry.order, Resolve) and entry.seat == "raf"]
    assert orders == ([how] if how is not None else [])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("scramble 1 h1", "first say how the engagement is resolved"),
        ("done", "first say how the engagement is resolved"),
        ("card", "no engagement is at your own table"),
        ("result 253 1", "no engagement is at your own table"),
        ("enter", "no engagement is at your own table"),
        ("7", f"there are 1 to {len(shipped()) + 2}"),
        ("taxi", f"there are: quick, {GAMES}, table, card, pieces, result, enter, rule, fly"),
        ("fly random", "cannot fly for you"),
        ("fly me now", "cannot fly for you"),
    ],
)
def test_what_cannot_be_done_there_says_why(bob: Bob, asked: str, line: str, told: str) -> None:
    before = len(opened(asked).entries)
    code, out, _ = bob(f"{line}\n", "play", "day", "--open", asked, *ALONE)
    assert code == 0 and told in out
    assert len(opened(asked).entries) == before


@pytest.mark.parametrize("option", ["quick", "cards", "bombers", "table", "ask"])
def test_an_option_gives_the_standing_rule_and_the_first_person_chooses(bob: Bob, option: str) -> None:
    for seats, chooser in (("raf=human", "raf"), ("luftwaffe=human", "luftwaffe"), ("luftwaffe=human,raf=human", "luftwaffe")):
        bob("", "play", "day", "one_raid", "--seed", "1", "--seats", seats, "--engagements", option, "--save", f"{seats}.bob1940")
        match = opened(f"{seats}.bob1940")
        assert match.header.options.get("engagements") == option and match.position.chooser == chooser
    bob("", "play", "day", "one_raid", "--seats", "raf=human", "--chooser", "luftwaffe", "--save", "other.bob1940")
    assert opened("other.bob1940").position.chooser == "luftwaffe"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("play day --engagements dice", f"quick, {GAMES}, table, ask, bombers"),
        ("play day --chooser referee", "--chooser takes one of raf, luftwaffe"),
        ("play day --pilots raf", "--pilots takes raf=WHO"),
        ("play day --pilots referee=sound", "--pilots takes raf=WHO"),
        ("play day --pilots raf=random", "me or one of sound, strong"),
        ("play day --pilots luftwaffe=me", "nobody sits at the seat luftwaffe"),
        ("play cards --pilots raf=sound", "--pilots is not for the game cards"),
        ("play campaign --engagements ask", "--engagements is not for the game campaign"),
        ("play day --open x.bob1940 --engagements ask", "leave --engagements out"),
        ("simulate one_raid --engagements ask", f"--engagements takes one of quick, {GAMES}, bombers"),
    ],
)
def test_a_wrong_command_line_is_one_line(bob: Bob, argv: str, said: str) -> None:
    code, out, err = bob("", *argv.split())
    assert (code, out) == (2, "")
    assert err.startswith("bob: ") and err.count("\n") == 1 and said in err


# ---- the standing rule


@pytest.fixture(scope="module")
def line_parser() -> LineParser:
    return LineParser(world(), EN)


@pytest.fixture(scope="module")
def view(waiting: Path) -> RafView:
    found: RafView = opened(waiting).view("raf")
    return found


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("rule cards", Engage("cards", "cards", "cards", 0)),
        ("rule bombers", Engage("quick", "cards", "quick", 16)),
        ("règle demander", Engage("ask", "ask", "ask", 0)),
        ("rule small 12 quick", Engage("quick", "ask", "ask", 12)),
        ("rule small quick 12 bombers cards others table", Engage("quick", "cards", "table", 12)),
        ("règle petits 9 dés bombardiers cartes", Engage("quick", "cards", "ask", 9)),
        ("rule oth tab", Engage("ask", "ask", "table", 0)),
    ],
)
def test_the_rule_is_read(line_parser: LineParser, view: RafView, line: str, rule: Engage) -> None:
    assert line_parser.read(line, view).orders == (rule,)


@pytest.mark.parametrize("line", ["rule dice cards", "rule 12", "rule others 3", "rule x", "rule small 12 bombers 3"])
def test_a_rule_that_is_none(line_parser: LineParser, view: RafView, line: str) -> None:
    with pytest.raises(UsageError) as error:
        line_parser.read(line, view)
    assert error.value.key == "play.write"


def test_the_rule_is_shown_and_changed_by_its_chooser_alone(bob: Bob, asked: str) -> None:
    _, out, _ = bob("rule\nrule small 9 quick others cards\nrule\n", "play", "day", "--open", asked, *ALONE)
    assert "Dogfights from now on: ask each time." in out and "up to 9 aircraft quickly, by dice" in out
    assert "It is for this seat to change it: RAF." in out
    assert opened(asked).position.engaging.small_most == 9
    seats = ("--seats", "luftwaffe=human,raf=park", "--chooser", "raf")
    _, out, _ = bob("seal\nrule cards\n", "play", "day", "lesson", *seats)
    assert "is for the RAF to say [OPS-B8.4]" in out


def test_commands_fit_the_phase_and_have_words_of_their_own() -> None:
    assert set(fitting("raf", "engagement")) | set(fitting("raf", "orders")) == {c for c, seats in commands().items() if "raf" in seats}
    assert "scramble" not in fitting("raf", "engagement") and "enter" not in fitting("raf", "orders")
    assert not set(fitting("luftwaffe", "engagement")) & {"tote", "scramble"}


# ---- by cards


class Hand(io.StringIO):
    """Types a first line, then a number of the list that was shown last, another each time; nothing more once `enough` says so."""

    def __init__(self, screen: io.StringIO, enough: Callable[[str], bool], first: str) -> None:
        super().__init__()
        self.screen, self.enough, self.first, self.count = screen, enough, first, 0

    def readline(self, size: int | None = -1, /) -> str:
        said = self.screen.getvalue()
        if said.rstrip().endswith("alone at the table."):
            return "\n"
        if self.first:
            line, self.first = self.first, ""
            return line
        if self.enough(said):
            return ""
        listed = re.findall(r"^ +(\d+)  ", said[said.rindex("\n\n") :], re.M)
        self.count += 1
        return f"{listed[self.count % len(listed)]}\n" if listed else ""


def flown(
    match: Match[Any], seats: dict[str, str], monkeypatch: pytest.MonkeyPatch, enough: Callable[[str], bool], words: Words = EN
) -> str:
    """What is shown while the engagement in hand is flown by cards at the keyboard."""
    screen = io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", screen)
        patch.setattr("sys.stdin", Hand(screen, enough, "cards\n"))
        assert Terminal(Driver(match, seats), words).run() == 0
    return screen.getvalue()


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("language", some(["en", "fr"]))
def test_an_engagement_is_flown_by_cards_to_its_end(waiting: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    match, words = copied(waiting), Words(language)
    own, foes = units(match, "raf"), units(match, "luftwaffe")
    begins = f"── {words('engagement.caption', number=1, clock=match.position.clock())}"
    seats = {"raf": "human", "luftwaffe": "kesselring"}
    out = flown(match, seats, monkeypatch, lambda said: "\n  Combat " in said[said.index(begins) :], words)
    out = out[out.index(begins) :]
    lines = [e for _, e in match.log("raf") if e.code == "combat"]
    assert len(lines) == 1 and lines[0].data["resolver"] == "cards"
    assert [u for u in foes if u in out] == []
    assert f"{own[0]} (1)" in out and words("play.fight.dogfight", head="§").partition("§")[0] in out
    assert not re.search(r"(?:[Aa]ircraft|appareil) \d+(?!\d* Squadron)|victory point|points? de victoire|\{", out)
    flights = [entry.seat for entry in match.entries if isinstance(entry.order, Fly)]
    assert set(flights) == {"raf", "luftwaffe"} and match.position.combat.now is None and match.position.phase in ("orders", "choice")


@pytest.mark.slow
@pytest.mark.parametrize("language", some(["en", "fr"]))
def test_what_is_shown_does_not_hang_on_the_other_hand(waiting: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """The page and the log are the same, letter by letter, whatever the enemy holds and whoever he is."""
    match = copied(waiting)
    match.play("raf", Resolve("cards"))
    driver = Driver(match, {"raf": "human", "luftwaffe": "kesselring"})
    printed: list[str] = []
    monkeypatch.setattr("builtins.print", lambda *values, **_: printed.append(" ".join(map(str, values))))

    def shown() -> str:
        printed.clear()
        sat = Terminal(driver, Words(language))
        sat._news("raf")
        for line in ("page", "log 1000", "fly", "rule"):
            sat.obey("raf", line)
        return "\n".join(printed)

    count = 0
    for _ in range(40):
        driver.advance()
        if match.position.combat.now is None or not driver.asked_seats:
            break
        before = shown()
        now = match.position.combat.now
        for craft in now.battle.crafts:
            if now.battle.seats[craft.seat] != "raf":
                craft.hand = tuple("evasive" for _ in craft.hand)
        now.battle.pile.reverse()
        real = now.engagement, now.models
        foes = {u: f"X {u}" for u in units(match, "luftwaffe")}
        now.engagement = replace(
            now.engagement, forces=tuple(replace(f, unit=foes.get(f.unit, f.unit), experience="green") for f in now.engagement.forces)
        )
        now.models = tuple(foes.get(u, u) for u in now.models)
        again = shown()
        now.engagement, now.models = real
        assert again == before
        count += 1
        driver.give("raf", driver.choices("raf").listed[-1])
    assert count > 5


def test_two_at_one_keyboard_fly_against_each_other(waiting: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = copied(waiting)
    foes, own = units(match, "luftwaffe"), units(match, "raf")
    out = flown(match, {"raf": "human", "luftwaffe": "human"}, monkeypatch, lambda said: said.count(CLEAR) > 40)
    pages = out.split(CLEAR)
    raf, luftwaffe = ([page for page in pages if f"{seat}> " in page] for seat in ("RAF", "Luftwaffe"))
    assert len(raf) > 3 and len(luftwaffe) > 3
    assert not [page for page in raf if "Luftwaffe>" in page or any(unit in page for unit in foes)]
    assert not [page for page in luftwaffe if "RAF>" in page]
    assert any(f"Hand of your {unit}" in page for page in raf for unit in (own[0], f"{own[0]} (1)"))
    assert not any(f"Hand of your {unit}" in page for page in luftwaffe for unit in own)
    assert not any(f"{unit} (" in page for page in luftwaffe for unit in own)


# ---- who flies


@pytest.mark.slow
def test_a_pilot_flies_to_the_end_and_the_person_has_the_stick_again(bob: Bob, asked: str) -> None:
    code, out, _ = bob("cards\nfly\nfly sound\nfly\nlog 3\nfly strong always\nfly\n", "play", "day", "--open", asked, *ALONE)
    assert code == 0
    assert out.count("You fly yourself.") == 2  # before, and when that dogfight was over
    assert "A sound pilot flies for you to the end of this dogfight" in out
    assert "A strong pilot flies for you in all dogfights" in out
    match = opened(asked)
    assert match.position.phase in ("orders", "choice") and match.position.combat.now is None
    after = out[out.index("A sound pilot") :]
    assert "draws" not in after and "Combat " in after, "only the worst is told of what one did not fly"
    _, out, _ = bob("fly\nfly me\nfly\n", "play", "day", "--open", asked, *ALONE)
    assert out.index("A strong pilot flies for you") < out.index("You fly yourself.")
    _, out, _ = bob("fly\n", "play", "day", "--open", asked, *ALONE, "--pilots", "raf=sound")
    assert "A sound pilot flies for you in all dogfights" in out


@pytest.mark.skipif(not hasattr(signal, "raise_signal"), reason="signals")
def test_ctrl_c_gives_the_stick_back_in_the_middle(bob: Bob, asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answered, before = Pilots.answer, signal.getsignal(signal.SIGINT)
    seen: list[str] = []

    def answer(self: Pilots, view: Any, *args: Any) -> Any:
        seen.append(view.seat)
        if len(seen) == 9:
            os.kill(os.getpid(), signal.SIGINT)
        return answered(self, view, *args)

    monkeypatch.setattr(Pilots, "answer", answer)
    code, out, _ = bob("cards\nfly sound\nfly\n", "play", "day", "--open", asked, *ALONE)
    assert code == 0 and "You have the stick again." in out
    assert out.rindex("You fly yourself.") > out.index("You have the stick again.")
    match = opened(asked)
    assert match.position.combat.now.battle is not None and match.to_move == ("raf",)
    assert signal.getsignal(signal.SIGINT) is before
    with broken_off() as pressed:
        signal.raise_signal(signal.SIGINT)
        assert pressed()


@pytest.mark.slow
def test_officers_may_have_other_pilots_and_a_game_opened_again_goes_on_as_it_would(bob: Bob, asked: str) -> None:
    shutil.copy(asked, "again.bob1940")
    bob("cards\nfly sound\n", "play", "day", "--open", asked, *ALONE)
    bob("cards\n", "play", "day", "--open", "again.bob1940", *ALONE)
    bob("fly sound\n", "play", "day", "--open", "again.bob1940", *ALONE)
    one, other = (opened(path).entries for path in (asked, "again.bob1940"))
    assert [e.order for e in one] == [e.order for e in other]
    driver = Driver(copied(Path(asked)), {"raf": "park", "luftwaffe": "kesselring"})
    driver.fliers.choose("luftwaffe", "strong", None)
    assert driver.pilot_of("luftwaffe") == "strong" and driver.pilot_of("raf") is None and not driver.by_pilot("luftwaffe")


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_help_names_every_tactical_game(bob: Bob, command: str, language: str) -> None:
    code, out, _ = bob("", command, "--help", "--lang", language)
    assert code == 0 and f"quick, {GAMES}" in " ".join(out.split()).replace(" (by dice)", "").replace(" (aux dés)", "")
    assert command == "simulate" or ", ".join(names()) in " ".join(out.split())
