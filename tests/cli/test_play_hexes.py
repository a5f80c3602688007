"""`bob play hexes` in the terminal: the map, paths, own data and missions, and tournaments."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from bob.cli import main
from bob.cli.letters import names
from bob.cli.terminal.hexes_lines import bare_word, code_of, step_of
from bob.cli.terminal.hexes_map import CELL, drawn
from bob.cli.terminal.hexes_terminal import HexTerminal
from bob.cli.terminal.hexes_text import STEPS, typed
from bob.core.dice import SeededDice, Stream
from bob.core.errors import DataError, UsageError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.driver import Driver
from bob.files import Save
from bob.games import game
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.mixes import mixed
from bob.tactical.hexes.options import RANDOM_MISSION, shipped_missions
from bob.tactical.hexes.position import DODGE, FLY, GO
from bob.words import LANGUAGES, Words

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")

GAME = HexDogfight()
MISSIONS = data_folder("tables") / "hexes" / "missions"


def at_the_keyboard(mission: str, language: str = "en", **options: Any) -> tuple[HexTerminal, Driver]:
    """Both seats at one keyboard."""
    driver = Driver(Match.new(game("hexes"), mission, 3, options), {"raf": "human", "luftwaffe": "human"})
    return HexTerminal(driver, Words(language)), driver


def brought_to(driver: Driver, stage: str) -> str:
    """Play on by the first order until something of that stage is asked; who is asked."""
    match = driver.match
    for _ in range(400):
        seat = match.to_move[0]
        view = match.view(seat)
        if view.stage == stage:
            return seat
        listed = match.game.choices(match.position, seat).listed
        order = next((o for o in listed if o.code == "fire"), None) or next((o for o in listed if o.code == "pass"), listed[0])
        driver.give(seat, order)
    raise AssertionError(stage)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(3))
def test_every_page_of_a_battle_with_any_options_can_be_shown(language: str, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Battles with all options at random; no line of the map is longer than 80 columns, and all that may be ordered is on the page."""
    mission, options = mixed(seed)
    match = Match.new(game("hexes"), mission, seed, {**options, "turns": 2})
    driver = Driver(match, dict.fromkeys(match.position.seats, "human"))
    terminal, stream = HexTerminal(driver, Words(language)), Stream.of(seed, "pages")
    for _ in range(80):
        if not match.to_move:
            break
        seat = match.to_move[0]
        terminal.page(seat)
        page = capsys.readouterr().out
        assert "hexes." not in page and "{" not in page
        count = len(driver.choices(seat).listed)
        assert f"{count} " in page
        letters = names(match.view(seat))
        assert all(len(line) <= 80 for line in drawn(match.view(seat), letters, 80))
        driver.give(seat, match.game.sample(match.position, seat, stream))
        assert terminal.describe(seat) is not None


def test_the_map_shows_aircraft_where_they_are_and_where_they_point() -> None:
    position, _ = GAME.setup("duel", {"clouds": ["0607"], "altimeter": True}, SeededDice(Stream.of(1, "map")))
    view = GAME.view(position, "raf")
    assert names(view) == {0: "A", 1: "a"}
    for bare, one, other, cloud in ((False, "A↘2", "a↖2", "░░░"), (True, "A\\2", "a`2", "###")):
        lines = drawn(view, names(view), 80, bare)
        assert lines[0].split()[:3] == ["00", "01", "02"] and len(lines) <= 1 + 2 * 15 + 1
        found = [(line, text.index(mark)) for mark in (one, other, cloud) for line, text in enumerate(lines) if mark in text]
        assert [column for _, column in found] == [3 + CELL * c for c in (5, 15, 6)]
        assert found[0][0] == found[1][0] == found[2][0] + 1, "odd columns stand half a hex lower"
        assert not bare or all(ord(letter) < 128 for line in lines for letter in line)


def test_a_large_sheet_is_shown_about_the_aircraft() -> None:
    position, _ = GAME.setup("duel", {"columns": 60, "rows": 40}, SeededDice(Stream.of(1, "map")))
    lines = drawn(GAME.view(position, "raf"), {0: "A", 1: "a"}, 80)
    assert all(len(line) <= 80 for line in lines) and "A↘" in "".join(lines) and "a↖" in "".join(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_can_be_typed_as_it_is_told(language: str) -> None:
    words = Words(language)
    steps: set[Any] = set()
    for seed in range(6):
        mission, options = mixed(seed)
        position, _ = GAME.setup(mission, options, SeededDice(Stream.of(seed, "steps")))
        stream = Stream.of(seed, "chance")
        for _ in range(200):
            if not position.owing:
                break
            seat = position.owing[0]
            steps |= {order for order in GAME.choices(position, seat).listed if isinstance(order, STEPS)}
            GAME.apply(position, seat, GAME.sample(position, seat, stream), SeededDice(Stream.of(len(steps), "x")))
    assert len(steps) > 20
    for order in steps:
        assert step_of(typed(words, order)) == code_of(order), order
        assert step_of(bare_word(typed(words, order))) == code_of(order)
    assert step_of("zz") is None and step_of("") is None


def test_a_path_is_flown_step_by_step_and_what_cannot_be_flown_is_said() -> None:
    terminal, driver = at_the_keyboard("duel")
    seat = brought_to(driver, FLY)
    a = driver.match.position.aircraft[driver.match.position.go.active[0]]
    speed, facing = a.speed, a.facing
    terminal.obey(seat, "ahead a tr")
    assert (a.speed, a.facing) == (speed - 3, (facing + 1) % 6)
    with pytest.raises(UsageError) as wrong:
        terminal.obey(seat, "path tr")
    assert wrong.value.key == "hexes.page.no_step"
    with pytest.raises(UsageError) as later:
        terminal.obey(seat, "avant tl virer-gauche")
    assert later.value.key == "hexes.page.no_step_after" and a.speed == speed - 5, "what could be flown stands"
    terminal.obey(seat, "undo")
    terminal.obey(seat, "undo")
    assert a is not None and driver.match.position.aircraft[a.number].speed == speed - 3
    terminal.obey(seat, "fin")
    assert driver.match.view(seat).stage != FLY or driver.match.to_move != (seat,)
    with pytest.raises(UsageError):
        terminal.obey(seat, "ahead")


def test_ways_tell_where_an_aircraft_can_go_and_their_words_fly_it(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, driver = at_the_keyboard("duel")
    seat = brought_to(driver, GO)
    terminal.page(seat)
    capsys.readouterr()
    letter = "A" if seat == "raf" else "a"
    goal = "0608" if seat == "raf" else "1407"
    terminal.obey(seat, f"ways {letter} {goal}")
    first = capsys.readouterr().out.splitlines()[0]
    assert goal in first and "speed left 5" in first
    terminal.obey(seat, "1")
    driver.give("luftwaffe" if seat == "raf" else "raf", o.PASS)  # no card against the activation
    terminal.obey(seat, first.rpartition(": ")[2])
    number = 0 if seat == "raf" else 1
    assert driver.match.position.aircraft[number].at.label == goal
    terminal.obey(seat, "ways")
    assert "And" in capsys.readouterr().out
    with pytest.raises(UsageError):
        at_the_keyboard("duel")[0].obey("raf", "ways")


def test_the_odds_of_a_shot_and_of_a_dodge_stand_beside_the_orders(capsys: pytest.CaptureFixture[str]) -> None:
    close = [
        {"seat": "raf", "side": "raf", "aircraft": [{"type": "spitfire_i", "at": "0807", "facing": 2}]},
        {"seat": "luftwaffe", "side": "luftwaffe", "aircraft": [{"type": "bf_109e", "at": "1008", "facing": 5}]},
    ]
    terminal, driver = at_the_keyboard("duel", players=close)
    seat = brought_to(driver, FLY)
    terminal.page(seat)
    assert "a hit gets through in" in capsys.readouterr().out
    other = brought_to(driver, DODGE)
    terminal.page(other)
    page = capsys.readouterr().out
    assert "unhurt" in page and "Thrown:" in page and "Combat dice:" in page


def test_the_hand_is_told_and_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, driver = at_the_keyboard("duel")
    seat = driver.match.to_move[0]
    terminal.obey(seat, "hand")
    assert len(capsys.readouterr().out.split()) > 5
    terminal.help(seat, "")
    text = capsys.readouterr().out
    assert "path STEP" in text and "ways" in text and "hand" in text


# ---- own data, own missions, the random mission


def test_a_mission_of_ones_own_file_is_played_saved_and_opened(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = (MISSIONS / "duel.toml").read_text("utf-8")
    Path("mine.toml").write_text(text.replace('"spitfire_i"', '"hurricane_i"').replace('en = "Duel"', 'en = "My duel"'), "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "hexes", "mine.toml", "--save", "mine.bob1940", "--lang", "en"]) == 0
    assert "Hurricane" in capsys.readouterr().out
    Path("mine.toml").unlink()
    save, match = Save.open(Path("mine.bob1940"), {"hexes": game("hexes")})
    save.close()
    assert match.position.aircraft[0].dash.code == "hurricane_i" and match.header.scenario == "mine"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("facing = 2", "facing = 9", "players[0].aircraft[0].facing"),
        ('"spitfire_i"', '"spitfire_x"', "players[0].aircraft[0].type"),
        ('at = "0507"', 'at = "9907"', "players[0].aircraft[0].at"),
        ("turns = 8", "turns = 0", "turns"),
        ("turns = 8", "turn = 8", "turn"),
        ('side = "luftwaffe"', 'side = "raf"', "players"),
        ("turns = 8", "turns = ", "-"),
    ],
)
def test_a_wrong_mission_file_is_told_by_file_key_and_expectation(old: str, new: str, place: str) -> None:
    path = Path("wrong.toml")
    path.write_text((MISSIONS / "duel.toml").read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(DataError) as wrong:
        GAME.with_mission(path)
    assert wrong.value.values["file"] == path or str(path) in str(wrong.value)
    assert place in str(wrong.value)
    assert main(["play", "hexes", str(path)]) == 2


def test_files_that_are_not_there_and_games_without_them_are_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "hexes", "none.toml"]) == 2
    assert main(["play", "cards", "none.toml"]) == 2
    assert main(["play", "hexes", "--hexes", "none"]) == 2
    assert main(["play", "cards", "--hexes", "none"]) == 2
    assert capsys.readouterr().err.count("\n") == 4


def test_own_tables_and_missions_of_a_folder_are_laid_over(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ours = (data_folder("tables") / "hexes" / "aircraft.toml").read_text("utf-8")
    first = "[[aircraft]]\n" + ours.split("\n[[aircraft]]\n")[1]
    Path("own/missions").mkdir(parents=True)
    Path("own/aircraft.toml").write_text(first.replace("Spitfire I", "My Spitfire"), "utf-8")
    Path("own/missions/special.toml").write_text((MISSIONS / "duel.toml").read_text("utf-8"), "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "hexes", "special", "--hexes", "own", "--lang", "en"]) == 0
    assert "My Spitfire" in capsys.readouterr().out
    assert main(["tournament", "--game", "hexes", "--hexes", "own", "--missions", "special", "--games", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    Path("own/aircraft.toml").write_text(first.replace("speed = 6", "speed = 0"), "utf-8")
    assert main(["play", "hexes", "special", "--hexes", "own"]) == 2


@pytest.mark.rule("FIS-260", "FIS-261", "FIS-D42")
@pytest.mark.parametrize("limit", [22, 60, 100, 200])
def test_a_random_mission_spends_as_many_points_on_both_sides(limit: int) -> None:
    found = []
    for seed in range(20):
        position, _ = GAME.setup(RANDOM_MISSION, {"limit": limit}, SeededDice(Stream.of(seed, "random")))
        terms = position.terms
        from bob.tactical.hexes.options import check_limit, cost

        check_limit(terms, GAME.tables)
        spent = [cost(player.aircraft, GAME.tables) for player in terms.players]
        assert all(0 < points <= limit for points in spent) and min(spent) >= limit - 22
        found.append([mount.type for player in terms.players for mount in player.aircraft])
    assert len({str(force) for force in found}) > 5


def test_a_random_mission_is_the_same_from_one_seed() -> None:
    one, other = (Match.new(game("hexes"), RANDOM_MISSION, 5, {}) for _ in range(2))
    assert one.position.terms == other.position.terms
    with pytest.raises(UsageError):
        GAME.setup(RANDOM_MISSION, {"limits": 3}, SeededDice(Stream.of(1, "x")))


# ---- tournaments


@pytest.mark.slow
def test_missions_are_fought_out_between_pilots(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["tournament", "--game", "hexes", "--missions", "duel,random", "--pilots", "sound,random", "--games", "2", "--seed", "2"]
    assert main([*line, "--lang", "en"]) == 0
    wording = capsys.readouterr().out
    assert "Duel" in wording and "sound pilot against random pilot" in wording
    assert main([*line, "--json"]) == 0
    rows = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert [row["mission"] for row in rows] == ["duel", "random"]
    assert all(row["by_side"]["won"] + row["by_side"]["drawn"] + row["by_side"]["lost"] == 2 for row in rows)
    assert main([*line, "--json"]) == 0
    assert [json.loads(text) for text in capsys.readouterr().out.splitlines()] == rows, "one seed, the same games"
    assert main(["play", "hexes", "--tournament", "--games", "1", "--lang", "en"]) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        ["--missions", "nothing"],
        ["--pilots", "baron"],
        ["--pilots", "sound,weak,strong"],
        ["--games", "0"],
        ["--pairs", "a:b"],
        ["--hexes", "none"],
    ],
)
def test_a_wrong_tournament_is_refused(wrong: list[str]) -> None:
    assert main(["tournament", "--game", "hexes", *wrong]) == 2
    assert main(["tournament", "--game", "cards", "--missions", "duel"]) == 2


# ---- the missions


def test_there_are_ten_missions_and_each_has_its_name_and_briefing_in_both_languages() -> None:
    missions = shipped_missions()
    assert len(missions) >= 10
    for mission in missions.values():
        assert set(mission.name) == set(mission.text) == set(LANGUAGES), mission.code
        assert all(mission.text.values()) and mission.text["en"] != mission.text["fr"]
