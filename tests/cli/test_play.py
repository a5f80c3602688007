"""`bob play`, `bob replay`, `bob recover`: in the terminal, and looking back."""

from __future__ import annotations

import dataclasses
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.cli.commands.play import dice_subject
from bob.cli.keyboard import CLEAR, vocabulary
from bob.cli.terminal.day_commands import commands
from bob.cli.terminal.day_orders import LineParser
from bob.cli.terminal.day_terminal import Terminal
from bob.cli.terminal.terminal_map import SOUTH_EAST, MapSign, TerminalMap, around, coast, whole
from bob.core.codec import encode
from bob.core.dice import Throw
from bob.core.errors import UsageError
from bob.core.hexes import from_label
from bob.core.match import Match
from bob.data.theatre import Theatre
from bob.day.game import OperationalDay
from bob.day.state.orders import (
    ChangeHeight,
    Done,
    FormWing,
    LendEscorts,
    Pancake,
    Pick,
    Readiness,
    Scramble,
    Seal,
    SendTo,
    Split,
    Stance,
    ToSecondary,
)
from bob.day.state.raid_plan import ESCORT_ROLES
from bob.day.state.world import world
from bob.day.telling.view_tables import arrow
from bob.driver import Driver
from bob.games import games, names
from bob.words import Words
from tests.played import Bob, opened
from tests.played_day import EN, ON, secrets_of
from tests.sizes import fifth

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

# ---- in the terminal


@pytest.fixture(scope="module")
def noon() -> Any:
    """18 August at five past one, when three raids have formed."""
    game = OperationalDay(world())
    match: Match[Any] = Match.new(game, "18_august_1940", 3)
    match.play("luftwaffe", Seal())
    while match.position.turn < 14:
        seat = match.to_move[0]
        match.play(seat, game.choices(match.position, seat).listed[0])
    return match.view("luftwaffe")


@pytest.fixture(scope="module")
def line_parser() -> LineParser:
    return LineParser(world(), EN)


@pytest.fixture(scope="module")
def raf_view() -> Any:
    match: Match[Any] = Match.new(OperationalDay(), "15_september_1940", 1)
    return match.view("raf")


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("scramble 501 h12 15", [Scramble("501 Squadron", 16, track=12)]),
        ("SCR 501 X3", [Scramble("501 Squadron", 18, track=3)]),
        ("sc 501 h1 20", [Scramble("501 Squadron", 20, track=1)]),
        ("s 501,92 4927 18", [Scramble(u, 18, hex=from_label("4927")) for u in ("501 Squadron", "92 Squadron")]),
        ("scramble 501, 92 Dover 20", [Scramble(u, 20, hex=from_label("5027")) for u in ("501 Squadron", "92 Squadron")]),
        ("vector 92 4927 angels 18", [SendTo("92 Squadron", 18, hex=from_label("4927"))]),
        ("vector 1 rcaf Cap Gris-Nez 18", [SendTo("1 Squadron RCAF", 18, hex=from_label("5330"))]),
        ("vector 1 51.13,1.31 a12", [SendTo("1 Squadron", 12, hex=from_label("5027"))]),
        ("cap 92 h4", [SendTo("92 Squadron", 18, track=4)]),
        ("ready 501 92", [Readiness("501 Squadron", "ready"), Readiness("92 Squadron", "ready")]),
        ("prête 501 Squadron", [Readiness("501 Squadron", "ready")]),
        ("release 41", [Readiness("41 Squadron", "released")]),
        ("disponible 41", [Readiness("41 Squadron", "available")]),
        ("pancake 92", [Pancake("92 Squadron")]),
        ("land 92 at biggin", [Pancake("92 Squadron", "Biggin Hill")]),
        ("atterrir 92 à Kenley", [Pancake("92 Squadron", "Kenley")]),
        ("split 501", [Split("501 Squadron")]),
        ("wing 19 242 at Duxford", [FormWing(("19 Squadron", "242 Squadron"), "Duxford")]),
        ("aile 19,242 sur Duxford", [FormWing(("19 Squadron", "242 Squadron"), "Duxford")]),
        ("engage 92", [Stance("92 Squadron", "any_enemy")]),
        ("hold 92", [Stance("92 Squadron", "avoid")]),
        ("done", [Done()]),
        ("terminé", [Done()]),
    ],
)
def test_lines_are_read(line_parser: LineParser, raf_view: Any, line: str, orders: list[Any]) -> None:
    assert list(line_parser.read(line, raf_view).orders) == orders


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("taxi 501", "play.no_command"),
        ("re 501", "play.which_command"),
        ("seal", "play.no_command"),
        ("scramble", "play.write"),
        ("scramble 501", "play.write"),
        ("scramble 999 h1", "play.no_squadron"),
        ("ready 60", "play.which_squadron"),
        ("scramble 501 nowhere 18", "error.no_place"),
        ("scramble 501 9999", "error.off_map"),
        ("scramble 501 nan,nan 18", "error.coordinates"),
        ("pancake 92 at Paris", "play.no_field"),
        ("wing 19", "play.write"),
        ("pick 501", "play.nothing_asked"),
    ],
)
def test_what_cannot_be_read_says_what_to_do(line_parser: LineParser, raf_view: Any, line: str, key: str) -> None:
    with pytest.raises(UsageError) as error:
        line_parser.read(line, raf_view)
    assert error.value.key == key
    for language in ("en", "fr"):
        assert error.value.describe(Words(language))


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("secondary kenley_low", [ToSecondary("kenley_low")]),
        ("higher kenley_h", [ChangeHeight("kenley_high", True)]),
        ("plus-bas kenley_h", [ChangeHeight("kenley_high", False)]),
    ],
)
def test_calls_to_raids_are_read(line_parser: LineParser, noon: Any, line: str, orders: list[Any]) -> None:
    assert list(line_parser.read(line, noon).orders) == orders


def test_escorts_are_lent_all_of_them_or_by_name(line_parser: LineParser, noon: Any) -> None:
    escorts = {r.code: [u.unit for u in r.units if u.role in ESCORT_ROLES and u.state == "with_raid"] for r in noon.raids}
    raid = max(escorts, key=lambda code: len(escorts[code]))
    assert list(line_parser.read(f"lend {raid} to biggin_hill", noon).orders) == [LendEscorts(raid, "biggin_hill", tuple(escorts[raid]))]
    one = escorts[raid][-1]
    assert list(line_parser.read(f"prêter {raid} à biggin_hill: {one}", noon).orders) == [LendEscorts(raid, "biggin_hill", (one,))]


def test_a_raid_is_flown_again_with_what_its_units_then_have(line_parser: LineParser, noon: Any) -> None:
    (given,) = line_parser.read("again kenley_low 16:00", noon).orders
    old = noon.raid("kenley_low").plan
    assert (given.plan.code, noon.common.time_of(given.plan.form_turn)) == ("kenley_low_2", "16:00")
    assert [u.aircraft for u in given.plan.units] == [u.strength * 3 // 4 for u in noon.raid("kenley_low").units]
    assert given.plan.route == old.route and given.plan.primary == old.primary


def test_reconnaissance_is_put_on_the_plan_by_unit_target_and_time(line_parser: LineParser, noon: Any) -> None:
    (given,) = line_parser.read("look 4.(F)/122 Kenley 15:00 2", noon).orders
    plan = given.plan
    assert (plan.type, plan.primary, plan.units[0].unit, plan.units[0].aircraft) == ("reconnaissance", "Kenley", "4.(F)/122", 2)
    for line, key in (("look 9.(X)/9 Kenley 15:00", "no_unit"), ("look 4.(F)/122 Kenley", "write"), ("lend kenley_low biggin", "write")):
        with pytest.raises(UsageError) as caught:
            line_parser.read(line, noon)
        assert caught.value.key == f"play.{key}"


def test_a_plan_is_read_from_a_file(line_parser: LineParser, noon: Any, tmp_path: Path) -> None:
    plan = encode(noon.raids[0].plan)
    path = tmp_path / "raids.json"
    path.write_text(json.dumps([plan, plan | {"code": "other"}]), "utf-8")
    assert [given.plan.code for given in line_parser.read(f"plan {path}", noon).orders] == [noon.raids[0].code, "other"]
    with pytest.raises(UsageError, match=r"no_plan_file|none"):
        line_parser.read(f"plan {tmp_path}/none.json", noon)


def test_a_choice_is_picked_by_loose_names(line_parser: LineParser) -> None:
    match: Match[Any] = Match.new(OperationalDay(), "15_september_1940", 1)
    view = match.view("luftwaffe")
    asked = dataclasses.replace(view, choice={"kind": "half_escort", "options": ["I./JG 3", "II./JG 51", "12"], "count": 2})
    assert line_parser.read("pick i jg 3 ii/jg51", asked).orders == (Pick(("I./JG 3", "II./JG 51")),)
    assert line_parser.read("choisir h12", asked).orders == (Pick(("12",)),)
    with pytest.raises(UsageError):
        line_parser.read("pick III./JG 99", asked)


def test_every_command_has_a_word_of_its_own_in_both_languages() -> None:
    known = vocabulary(tuple(commands()))
    assert set(known.values()) == set(commands())
    for command in commands():
        assert known[command] == command


PLAYED = """
tote
raids
map all
map Dover
help
help scramble
aide
ready 610
scramble 501 lympne 15
undo
undo
scramble 501,54 Lympne 16
why
why OPS-B6.5
why nothing
log
log 2
taxi
save
page
done
"""


def test_a_lesson_in_the_terminal(bob: Bob) -> None:
    code, out, err = bob(PLAYED.lstrip() + ON * 40, "play", "day", "lesson", "--seed", "5", "--save", "a.bob1940")
    assert (code, " ".join(err.split())) == (0, Words("en")("play.seed_practice"))
    for said in (
        "Fighter Command · The lesson",
        ", turn 1 of ",
        "501 Squadron, scramble: vector to Lympne (4727), Angels 16.",
        "Heights go by twos: Angels 16 for 15.",
        "Taken back.",
        "there is no squadron “610”; there are: 32, 54, 501",
        "there is no command “taxi” here",
        "no rule “nothing”",
        "OPS-B6.5  ",
        "The day is over: ",
        "bob report",
    ):
        assert said in out, said
    assert "{" not in out


def test_a_lesson_in_french(bob: Bob) -> None:
    sent = "décoller 501 lympne 16\nannuler\nsc 54 lympne\ntableau\ncarte tout\njournal\npourquoi OPS-B6.5\n" + ON * 40
    code, out, err = bob(sent, "play", "day", "lesson", "--seed", "5", "--lang", "fr")
    assert (code, " ".join(err.split())) == (0, " ".join(Words("fr")("play.seed_practice").split()))
    for said in ("La leçon", "Repris.", "cap sur Lympne", "La journée est finie"):
        assert said in out, said


class Player(io.StringIO):
    """Types the same lines again and again, and answers whatever is asked."""

    def __init__(self, again: list[str], screen: io.StringIO) -> None:
        super().__init__()
        self.again = again
        self.screen = screen
        self.waiting: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:
        asked = re.search(r"with: pick NAME. There are: ([^,\n]+)[^>]*> $", self.screen.getvalue())
        if asked:
            return f"pick {asked[1]}\n"
        self.waiting = self.waiting or list(self.again)
        return self.waiting.pop(0) + "\n"


@pytest.mark.slow
def test_the_terminal_tells_nothing_of_the_other_side(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setattr("sys.stdin", Player(["raids", "tote", "map all", "log 999", "why", "done"], screen))
    match: Match[Any] = Match.new(OperationalDay(), "one_raid", 3)
    assert Terminal(Driver(match, {"raf": "human", "luftwaffe": "kesselring"}), EN).run() == 0
    out = screen.getvalue()
    before = out[: out.index("The day is over at")]
    assert "turn 20 of 36" in before
    assert [secret for secret in secrets_of("one_raid", "raf") if secret.strip('"') in before] == []


def test_two_at_one_keyboard_do_not_see_each_other(bob: Bob) -> None:
    sent = "\nraids\nseal\ndone\n\nready 32\ndone\n\ndone\n\n"
    code, out, _ = bob(sent, "play", "day", "lesson", "--seed", "5", "--seats", "raf=human,luftwaffe=human")
    assert code == 0
    pages = out.split(CLEAR)
    assert "press Enter" in pages[1] and "Luftwaffe" in pages[1]
    assert "II./StG 1" in pages[2] and "Luftwaffe>" in pages[2]
    raf = [page for page in pages if "RAF>" in page]
    assert raf and not any("StG" in page or "Luftwaffe>" in page for page in raf)
    assert not any("RAF>" in page for page in pages if "StG" in page)


def test_the_luftwaffe_plans_in_the_terminal(bob: Bob) -> None:
    sent = (
        "plan lympne time 11:35\nplan lympne target hawkinge\nplan lympne second Lympne\nplan lympne angels 40\nplan lympne time soon\n"
        "plan lympne target nowhere\nplan {\nplan {}\nplan\ndrop nothing\nrecall lympne\nundo\nraids\nhelp plan\nseal\n"
        "sweep 1 Dover 18\nsweep x\nrecall lym\ndone\n"
    )
    code, out, err = bob(sent, "play", "day", "lesson", "--seed", "5", "--seats", "luftwaffe=human")
    assert (code, " ".join(err.split())) == (0, Words("en")("play.seed_practice"))
    assert out.count("is on the plan") == 3
    wanted = ("faults in the plan", "is not a time", "there is no target", "not JSON", "there is no raid “nothing”", "is called: come home")
    for said in wanted:
        assert said in out, said


def test_two_people_are_warned_of_a_typed_seed_and_none_of_a_drawn_one(bob: Bob) -> None:
    both = ("play", "day", "lesson", "--seats", "raf=human,luftwaffe=human")
    assert " ".join(bob("", *both, "--seed", "5")[2].split()) == Words("en")("play.seed_two")
    assert bob("", *both)[2] == ""


def test_the_referee_types_the_dice(bob: Bob) -> None:
    code, out, err = bob("done\n7,9\n3,4\n" + "\n" * 400, "play", "day", "lesson", "--seed", "5", "--dice", "typed")
    assert code == 0
    assert "a die of 6 sides cannot show 7" in err
    assert "Dice, 2 for" in err
    assert "The game was not saved" in out


@pytest.mark.parametrize(("language", "undo", "save", "leave"), [("en", "undo", "save", "quit"), ("fr", "annuler", "sauver", "quitter")])
def test_a_dice_prompt_has_ways_out(bob: Bob, language: str, undo: str, save: str, leave: str) -> None:
    """To take the order back, to keep the game, to leave: the order is not given then, and comes again."""
    words = Words(language)
    typed = f"done\n{undo}\ndone\n7,9\n{save} a.bob1940\ndone\n{leave}\n"
    code, out, err = bob(typed, "play", "day", "lesson", "--seed", "5", "--dice", "typed", "--lang", language)
    assert code == 0
    asked = words("play.dice_ask", count=2, purpose=words("tables.title.random_event"))
    assert asked in err and undo in asked and save in asked and leave in asked
    assert out.count(words("sitting.dice_broken_off")) == 3
    assert words("play.kept", file="a.bob1940") in out and Path("a.bob1940").is_file()
    assert not [entry for entry in opened("a.bob1940").entries if entry.seat == "raf"], "nothing was carried out"


def test_dice_are_asked_for_with_their_side_and_units() -> None:
    throw = Throw("claims", 2, 6, "luftwaffe", {"unit": "1 Squadron", "against": "III./JG 3", "hex": "4125"})
    assert dice_subject(Words("en"), throw) == "Luftwaffe: 1 Squadron against III./JG 3"
    assert dice_subject(Words("en"), Throw("weather", 2, 6, "")) == ""


def test_a_file_is_opened_without_the_name_of_its_game(bob: Bob, kept: str) -> None:
    code, out, err = bob("quit\n", "play", "--open", kept)
    assert (code, err) == (0, "") and out == bob("quit\n", "play", "day", "--open", kept)[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_dice_are_typed_for_is_said_in_words(bob: Bob, language: str) -> None:
    _, _, err = bob("", "play", "day", "lesson", "--seed", "5", "--dice", "typed", "--lang", language)
    assert Words(language)("tables.title.random_event") in err
    assert "random event" not in err


WORD = st.sampled_from(
    [
        *commands(),
        *vocabulary(tuple(commands())),
        "501",
        "32",
        "54",
        "h1",
        "x1",
        "4727",
        "Dover",
        "18",
        "15",
        "at",
        "all",
        "{",
        "}",
        ",",
        "lympne",
        "angels",
    ]
)
TYPED = st.one_of(
    st.lists(WORD, max_size=5).map(" ".join),
    st.text(st.characters(exclude_characters="\0\n\r/\\", exclude_categories=("Cs",)), max_size=14),
    st.builds("{} {}".format, WORD, st.text(st.characters(exclude_characters="\n\r/\\", exclude_categories=("Cs",)), max_size=8)),
)


@settings(max_examples=fifth(40), deadline=None)
@given(
    st.lists(TYPED.filter(lambda line: not line.strip().lower().startswith(("sa", "q"))), max_size=14),
    st.sampled_from(["raf", "luftwaffe"]),
)
def test_whatever_is_typed_the_terminal_goes_on(typed: list[str], seat: str) -> None:
    match: Match[Any] = Match.new(OperationalDay(), "lesson", 3)
    seats = {"raf": "park", "luftwaffe": "kesselring", seat: "human"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in typed)))
        patch.setattr("sys.stdout", io.StringIO())
        assert Terminal(Driver(match, seats), EN).run() == 0


# ---- the map


def test_the_map_keeps_its_frame(theatre: Theatre) -> None:
    for window in (SOUTH_EAST, whole(theatre), around(theatre, from_label("0000"))):
        marks = [MapSign(from_label(label), "↑", label, "red") for label in ("5027", "0000", "7669", "3625", "3625")]
        for drawn in (TerminalMap(theatre, window, plain=True), TerminalMap(theatre, window, colour=True)):
            text = drawn.draw(marks, marks, marks)
            assert len(text.splitlines()) == window.height + 1
            if drawn.plain:
                assert max(map(len, text.splitlines())) <= window.width + 5
                assert text.isascii()
    assert any(any(line) for line in coast(theatre, SOUTH_EAST))


@pytest.mark.parametrize(("step", "sign"), [(None, "○"), ((0, 0), "○"), ((0, -1), "↑"), ((0, 2), "↓"), ((1, -0.5), "→"), ((-1, 0.5), "←")])
def test_a_course_is_an_arrow(step: tuple[float, float] | None, sign: str) -> None:
    assert arrow(step) == sign


# ---- looking back


@pytest.fixture
def kept(bob: Bob) -> Iterator[str]:
    """A lesson broken off in its third turn."""
    bob("scramble 501 lympne 16\ndone\ndone\n", "play", "day", "lesson", "--seed", "5", "--save", "a.bob1940")
    yield "a.bob1940"


def test_a_replay_shows_one_side(bob: Bob, kept: str) -> None:
    code, out, err = bob("", "replay", kept)
    assert (code, err) == (0, "")
    assert ", turn 3 of " in out and "501 Squadron scrambled" in out
    assert not any(secret in out for secret in ("StG", "JG"))
    code, out, _ = bob("", "replay", kept, "--turn", "2", "--json")
    data = json.loads(out)
    assert (data["seat"], data["view"]["common"]["turn"]) == ("raf", 2)
    assert "StG" not in out


def test_the_other_side_is_shown_when_the_day_is_over(bob: Bob, kept: str) -> None:
    code, out, err = bob("", "replay", kept, "--seat", "luftwaffe")
    assert (code, out) == (2, "")
    assert "the game is not over" in err
    assert "II./StG 1" in bob("", "replay", kept, "--seat", "referee")[1]
    bob(ON * 40, "play", "day", "--open", kept)
    assert "II./StG 1" in bob("", "replay", kept, "--seat", "luftwaffe")[1]
    code, out, _ = bob("", "replay", kept, "--lang", "fr")
    assert code == 0 and "La journée finit" in out


@pytest.mark.parametrize("turn", ["0", "4", "x", "-1", "9" * 30])
def test_a_turn_that_there_is_not(bob: Bob, kept: str, turn: str) -> None:
    code, _, err = bob("", "replay", kept, f"--turn={turn}")
    assert code == 2
    assert "the game has turns 1 to 3" in err


def test_a_hot_seat_game_asks_whose_eyes(bob: Bob) -> None:
    bob("\nseal\n", "play", "day", "lesson", "--seed", "5", "--seats", "raf=human,luftwaffe=human", "--save", "a.bob1940")
    code, _, err = bob("", "replay", "a.bob1940")
    assert code == 2 and "--seat" in err
    assert bob("", "replay", "a.bob1940", "--seat", "raf")[0] == 0


def test_a_broken_file_is_recovered(bob: Bob, kept: str) -> None:
    code, out, _ = bob("", "recover", kept, "--out", "b.bob1940")
    assert code == 0 and "Nothing was wrong" in out
    raw = Path(kept).read_bytes()
    at = raw.rindex(b'"took_off"')
    Path(kept).write_bytes(raw[:at] + b'"tooc_off"' + raw[at + 10 :])
    code, _, err = bob("", "replay", kept)
    assert code == 2 and "bob recover" in err
    code, out, err = bob("", "recover", kept, "--out", "c.bob1940")
    assert (code, err) == (0, "")
    assert "Entries kept in c.bob1940" in out and "What was wrong" in out
    assert bob("", "replay", "c.bob1940", "--seat", "raf")[0] == 0


def test_the_games_have_their_names() -> None:
    assert set(names()) == set(games())
    assert all(game.name == name for name, game in games().items())
