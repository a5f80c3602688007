"""`bob play skies` in the terminal: the table in characters, typed flights, set-up by a word, own data and scenarios, and tournaments."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bob.cli import main
from bob.cli.jsonl import Pipe
from bob.cli.letters import names
from bob.cli.terminal.miniatures_map import drawn
from bob.cli.terminal.miniatures_terminal import MiniatureTerminal
from bob.cli.terminal.miniatures_text import MiniatureScreens
from bob.core.dice import SeededDice, Stream
from bob.core.errors import DataError, Refused, UsageError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.driver import Driver
from bob.files import Save
from bob.games import game
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.mixes import mixed
from bob.tactical.miniatures.position import ACTION, CLOUDS, FLY, PLACE
from bob.words import LANGUAGES, Words
from tests.skies.typed_lines import line_of

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

GAME = MiniatureDogfight()
SCENARIOS = data_folder("tables") / "skies" / "scenarios"


def at_the_keyboard(scenario: str = "pairs", language: str = "en", **options: Any) -> tuple[MiniatureTerminal, Driver]:
    """Both seats at one keyboard."""
    driver = Driver(Match.new(game("skies"), scenario, 3, options), {"raf": "human", "luftwaffe": "human"})
    return MiniatureTerminal(driver, Words(language)), driver


def brought_to(driver: Driver, *stages: str) -> str:
    """Play on at random until one of these stages is asked; who is asked."""
    match, stream = driver.match, Stream.of(1, "on")
    for _ in range(2000):
        seat = match.to_move[0]
        if match.position.stage in stages:
            return seat
        driver.give(seat, match.game.sample(match.position, seat, stream))
    raise AssertionError(stages)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(4))
def test_every_order_can_be_typed_and_every_page_shown(language: str, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Battles with all options at random, each order typed: words and inches, or its number; no line of the map is too long."""
    scenario, options = mixed(seed)
    match = Match.new(game("skies"), scenario, seed, {**options, "turns": 3})
    driver = Driver(match, dict.fromkeys(match.position.seats, "human"))
    terminal, stream, words = MiniatureTerminal(driver, Words(language)), Stream.of(seed, "pages"), Words(language)
    typed = Counter[str]()
    while match.to_move and len(match.entries) < 160:
        seat = match.to_move[0]
        view = match.view(seat)
        if len(match.entries) % 4 == 0:
            terminal.page(seat)
            page = capsys.readouterr().out
            assert "skies." not in page and "{" not in page
            assert all(len(line) <= 80 for line in drawn(view, names(view), 80))
            assert all(a.out or names(view)[a.number] in page for a in view.aircraft)
        listed = driver.choices(seat).listed
        order = match.game.sample(match.position, seat, stream)
        terminal.obey(seat, line_of(words, names(view), order, listed))
        assert match.entries[-1].order == order
        typed[order.code] += 1
        assert terminal.describe(seat) is not None
    assert typed["move"] > 5 and typed["pass"]


def test_the_map_shows_aircraft_where_they_are_and_where_they_point() -> None:
    mounts = {"spitfire_i": (600, 600, 90, "advantaged"), "bf_109e": (2400, 1800, 225, "disadvantaged")}
    forces = [
        {"seat": seat, "edge": edge, "aircraft": [{"type": kind, "at": {"x": x, "y": y}, "heading": heading, "level": level}]}
        for seat, edge, (kind, (x, y, heading, level)) in zip(("raf", "luftwaffe"), ("north", "south"), mounts.items(), strict=True)
    ]
    clouds = [{"x": 3600, "y": 900}]
    position, _ = GAME.setup("dogfight", {"forces": forces, "clouds": clouds, "cloud_count": 0}, SeededDice(Stream.of(1, "map")))
    view = GAME.view(position, "raf")
    assert names(view) == {0: "A", 1: "a"}
    for bare, one, other, cloud in ((False, "A→+", "a↙-", "░░░"), (True, "A>+", "a/-", "###")):
        lines = drawn(view, names(view), 80, bare)
        found = [(line, text.index(mark)) for mark in (one, other, cloud) for line, text in enumerate(lines) if mark in text]
        assert found[0] == (1 + 4, 4 + 8) and found[1] == (1 + 12, 4 + 32), found
        assert {line for line, _ in found[2:]} <= set(range(1 + 4, 1 + 9)) and len(found) > 4
        assert not bare or all(ord(letter) < 128 for line in lines for letter in line)


def test_two_at_one_place_are_both_shown() -> None:
    mount = {"type": "spitfire_i", "heading": 0}
    forces = [
        {"seat": "raf", "edge": "north", "aircraft": [{**mount, "at": {"x": 1000 + i, "y": 1000}} for i in range(3)]},
        {"seat": "luftwaffe", "edge": "south", "aircraft": [{"type": "bf_109e", "at": {"x": 1000, "y": 1001}}]},
    ]
    position, _ = GAME.setup("dogfight", {"forces": forces, "cloud_count": 0, "limit": 0}, SeededDice(Stream.of(1, "map")))
    view = GAME.view(position, "raf")
    text = "\n".join(drawn(view, names(view), 80))
    assert all(letter in text for letter in "ABCa")


def test_one_word_deploys_everything(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, driver = at_the_keyboard("dogfight")
    while driver.match.position.stage == CLOUDS:
        terminal.obey(driver.match.to_move[0], "cloud")
    assert len(driver.match.position.clouds) == 3
    first = driver.match.to_move[0]
    terminal.obey(first, "deploy")
    second = driver.match.to_move[0]
    assert second != first and driver.match.position.stage == PLACE
    terminal.obey(second, "deploy")
    assert driver.match.position.stage != PLACE
    for line, key in (("deploy", "nothing_to_deploy"), ("cloud", "nothing_to_lay")):
        with pytest.raises(UsageError) as error:
            terminal.obey(driver.match.to_move[0], line)
        assert error.value.key == f"skies.page.{key}"
    capsys.readouterr()


def flying(language: str = "en", **options: Any) -> tuple[MiniatureTerminal, Driver, str]:
    """Somebody is to fly, untouched."""
    terminal, driver = at_the_keyboard("pairs", language, **options)
    return terminal, driver, brought_to(driver, FLY)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("forward 7, turn left 30", [o.MoveOn(700, -30)]),
        ("f 6.5 l 30", [o.MoveOn(650, -30)]),
        ("avant 6,5, virage gauche 30", [o.MoveOn(650, -30)]),
        ("dive 4 turn right 20, forward 7", [o.DiveFor(400, 20), o.MoveOn(700)]),
        ("pique 4 droite 20 avant 7", [o.DiveFor(400, 20), o.MoveOn(700)]),
        ("turn left 120, forward 5, right 45", [o.TurnHard(-120), o.MoveOn(500, 45)]),
        ("hard forward 5 turn left 120", [o.MoveOn(500, -120, "turn")]),
        ("forward 0 brake turn right 30", [o.MoveOn(0, 30, "brake")]),
    ],
)
def test_flights_are_typed(line: str, orders: list[Any], capsys: pytest.CaptureFixture[str]) -> None:
    terminal, driver, seat = flying()
    before = len(driver.match.entries)
    terminal.obey(seat, line)
    assert [entry.order for entry in driver.match.entries[before:]] == orders
    capsys.readouterr()


@pytest.mark.parametrize(
    "line", ["forward", "forward north", "forward 7 turn left", "dive x", "forward 7.123", "left 3.5", "bomb", "after 3 4"]
)
def test_a_line_that_means_nothing_is_refused_whole(line: str) -> None:
    terminal, driver, seat = flying()
    before = len(driver.match.entries)
    with pytest.raises(UsageError):
        terminal.obey(seat, line)
    assert len(driver.match.entries) == before


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("forward 9", "move_distance"),
        ("forward 6 left 90", "turn"),
        ("tight forward 6 left 30", "no_such_card"),
        ("shoot a", "not_an_enemy"),
    ],
)
def test_an_order_against_the_rules_is_refused_in_words(line: str, refusal: str) -> None:
    terminal, driver, seat = flying(deck=False)
    line = line.replace("shoot a", f"shoot {names(driver.match.view(seat))[driver.match.view(seat).go.number]}")
    with pytest.raises(Refused) as error:
        terminal.obey(seat, line)
    assert error.value.key == f"skies.refuse.{refusal}" and error.value.rule
    assert all(error.value.describe(Words(language)) != error.value.key for language in LANGUAGES)


def test_actions_are_typed_by_letter_or_number(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, driver = at_the_keyboard("dogfight")
    given = set()
    for _ in range(300):
        if not driver.match.to_move:
            break
        seat = brought_to(driver, ACTION, FLY)
        view, listed = driver.match.view(seat), driver.choices(seat).listed
        order = next((found for found in listed if found.code in ("shoot", "outmanoeuvre", "climb")), None)
        if order is None or order.code in given or getattr(order, "card", None) is not None:
            driver.give(seat, driver.match.game.sample(driver.match.position, seat, Stream.of(len(driver.match.entries), "any")))
            continue
        target = getattr(order, "target", None)
        who = "" if target is None else f" {names(view)[target] if order.code == 'shoot' else target + 1}"
        assert "%" in terminal.book.order(order, seat) or target is None
        terminal.obey(seat, f"{order.code}{who}")
        assert driver.match.entries[-1].order == order
        given.add(order.code)
        if {"climb"} < given:
            break
    assert "climb" in given and len(given) > 1
    with pytest.raises(UsageError) as error:
        terminal.obey(driver.match.to_move[0], "shoot z")
    assert error.value.key == "skies.page.which" and "A, B, C, D, E, F, a, b" in str(error.value)
    capsys.readouterr()


@pytest.mark.parametrize("language", LANGUAGES)
def test_hand_and_help_tell_what_there_is(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    terminal, _, seat = flying(language)
    words = Words(language)
    terminal.obey(seat, "hand")
    assert len(capsys.readouterr().out.split()) > 5
    terminal.help(seat, "")
    text = capsys.readouterr().out
    assert words("play.usage.deploy")[:20] in text and words("play.usage.cloud")[:9] in text
    terminal.page(seat)
    page = capsys.readouterr().out
    assert words("skies.page.type")[:30] in page and re.search(r"\d–\d", page)


# ---- over lines of JSON


def filled(kind: dict[str, Any], stream: Stream) -> Any:
    """A value that fits the kind of a field, as docs/described-orders.md tells it."""
    if kind["code"] == "one_of":
        return stream.choose(kind["choices"])
    if kind["code"] == "whole":
        return kind["least"] + kind["step"] * stream.below((kind["most"] - kind["least"]) // kind["step"] + 1)
    if kind["code"] == "point":
        return [filled(kind[axis], stream) for axis in "xy"]
    assert kind["code"] == "list", kind
    return [filled(kind["of"], stream) for _ in range(kind["least"])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_plays_by_what_is_listed_and_described(language: str) -> None:
    """It knows nothing of the rules; what it is refused it is told with the rule, and it is asked until it orders something else."""
    match = Match.new(game("skies"), "airfield", 5, {})
    pipe = Pipe(Driver(match, {"raf": "jsonl", "luftwaffe": "jsonl"}), Words(language))
    stream, given, refused = Stream.of(2, "lines"), Counter[str](), 0
    answers = pipe.begun()
    while answers[-1]["type"] != "over":
        if answers[-1]["type"] == "prompt":
            prompt = answers[-1]
        forms, listed = prompt["choices"]["described"], prompt["choices"]["listed"]
        if forms and (not listed or stream.below(2)):
            form = stream.choose(forms)
            order = {"code": form["code"], **{field["name"]: filled(field["kind"], stream) for field in form["fields"]}}
        else:
            order = stream.choose(listed)
        answers = pipe.answered(json.dumps({"order": order, "seat": prompt["seat"], "number": prompt["number"]}))
        if answers[0]["type"] == "refused":
            refused += 1
            assert answers[0]["rule"] and answers[0]["reason"]
        else:
            given[order["code"]] += 1
    assert given["move"] > 20 and given["deploy"] > 3 and refused < sum(given.values())
    assert answers[-1]["outcome"]["code"].startswith("skies.outcome.")


# ---- own data, own scenarios, replay


def test_a_scenario_of_ones_own_file_is_played_saved_opened_and_replayed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (SCENARIOS / "pairs.toml").read_text("utf-8")
    Path("mine.toml").write_text(text.replace('"spitfire_i"', '"hurricane_i"'), "utf-8")
    lines = "cloud\ncloud\ndeploy\n1\n1\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["play", "skies", "mine.toml", "--save", "mine.bob1940", "--seed", "1", "--lang", "en"]) == 0
    assert "Hurricane" in capsys.readouterr().out
    Path("mine.toml").unlink()
    save, match = Save.open(Path("mine.bob1940"), {"skies": game("skies")})
    save.close()
    assert match.position.aircraft[0].type.code == "hurricane_i" and match.header.scenario == "mine"
    assert main(["replay", "mine.bob1940", "--seat", "raf", "--lang", "en"]) == 0
    wording = capsys.readouterr().out
    assert "Deploys first" in wording and "A Hurricane" in wording


def test_a_wrong_scenario_file_is_told_by_file_key_and_expectation(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("wrong.toml")
    path.write_text((SCENARIOS / "pairs.toml").read_text("utf-8").replace('"spitfire_i"', '"spitfire_x"'), "utf-8")
    with pytest.raises(DataError) as wrong:
        GAME.with_scenario(path)
    assert "aircraft[0].type" in str(wrong.value) and str(path) in str(wrong.value)
    for language in LANGUAGES:
        assert main(["play", "skies", str(path), "--lang", language]) == 2
    assert main(["play", "skies", "none.toml"]) == 2
    assert main(["play", "skies", "--skies", "none"]) == 2
    assert main(["play", "hexes", "--skies", "none"]) == 2
    assert capsys.readouterr().err.count("\n") == 5


def test_own_tables_and_scenarios_of_a_folder_are_laid_over(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ours = (data_folder("tables") / "skies" / "aircraft.toml").read_text("utf-8")
    first = "[[aircraft]]\n" + ours.split("\n[[aircraft]]\n")[1]
    Path("own/scenarios").mkdir(parents=True)
    Path("own/aircraft.toml").write_text(first.replace("Spitfire I", "My Spitfire"), "utf-8")
    Path("own/scenarios/special.toml").write_text((SCENARIOS / "pairs.toml").read_text("utf-8"), "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "skies", "special", "--skies", "own", "--lang", "en"]) == 0
    assert "My Spitfire" in capsys.readouterr().out
    assert main(["tournament", "--game", "skies", "--skies", "own", "--missions", "special", "--games", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    Path("own/aircraft.toml").write_text(first.replace("speed = 7", "speed = 99"), "utf-8")
    assert main(["play", "skies", "special", "--skies", "own"]) == 2


def test_the_page_of_a_scenario_drawn_by_the_dice_has_a_title() -> None:
    match = Match.new(game("skies"), "random", 1, {})
    book = MiniatureTerminal(Driver(match, {"raf": "human", "luftwaffe": "human"}), Words("en")).book
    assert isinstance(book, MiniatureScreens) and book.head(match.view("raf")).startswith("A scenario drawn")


# ---- tournaments


@pytest.mark.slow
def test_scenarios_are_fought_out_between_pilots(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["tournament", "--game", "skies", "--missions", "pairs,random", "--pilots", "weak,random", "--games", "2", "--seed", "2"]
    assert main([*line, "--lang", "en"]) == 0
    assert "Two pairs" in capsys.readouterr().out
    assert main([*line, "--json"]) == 0
    rows = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert [row["scenario"] for row in rows] == ["pairs", "random"]
    assert main([*line, "--json"]) == 0
    assert [json.loads(text) for text in capsys.readouterr().out.splitlines()] == rows, "one seed, the same games"
    assert main(["play", "skies", "--tournament", "--games", "1", "--lang", "fr"]) == 0


@pytest.mark.parametrize(
    "wrong", [["--missions", "nothing"], ["--pilots", "baron"], ["--pairs", "a:b"], ["--skies", "none"], ["--hexes", "none"]]
)
def test_a_wrong_tournament_is_refused(wrong: list[str]) -> None:
    assert main(["tournament", "--game", "skies", *wrong]) == 2
    assert main(["tournament", "--game", "cards", "--skies", "none"]) == 2
