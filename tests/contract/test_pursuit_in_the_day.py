"""A tactical game of which no line of the program knows is chosen for engagements and played: in the terminal, over lines, from a file,
replayed, fuzzed, calibrated. Its kit is registered, and that is all."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bob.cli.keyboard import usage, vocabulary
from bob.core.dice import Stream
from bob.core.game import REFEREE
from bob.core.match import Match, first_difference
from bob.core.workers import Here
from bob.day.game import OperationalDay
from bob.files import Save
from bob.forecast.fights import compare, drawn
from bob.games import games, kit
from bob.words import Words
from tests.pursuit.kit import KIT, SHOWN
from tools import fuzz

Bob = Callable[..., tuple[int, str, str]]
SEED = "1"


def day() -> OperationalDay:
    made = kit("day").make()
    assert isinstance(made, OperationalDay)
    return made


def steps(match: Match[Any], seed: str) -> Iterator[Match[Any]]:
    stream = Stream.of(seed, "pursuit")
    while match.to_move:
        yield match
        seat = stream.choose(match.to_move)
        match.play(seat, match.game.sample(match.position, seat, stream))


def flown(match: Match[Any]) -> list[Any]:
    return [entry.order for entry in match.entries if getattr(entry.order, "code", "") == "fly"]


def test_it_is_in_the_slot_by_its_constructor_too() -> None:
    assert list(OperationalDay(slot=[KIT]).slot) == ["pursuit"] and "pursuit" in day().slot
    assert "pursuit" in games()


def test_a_day_is_fought_out_in_it_and_follows_from_its_seed() -> None:
    match = Match.new(day(), "one_raid", SEED, {"engagements": "pursuit"})
    seen = 0
    for _ in steps(match, SEED):
        position = match.position
        match.game.invariants(position)
        if position.combat.now is not None:
            seen += 1
            text = match.game.dump(position)
            assert match.game.dump(match.game.parse(text)) == text
            for seat in ("raf", "luftwaffe", REFEREE):
                battle = match.view(seat).engagement.battle
                assert battle.seat == seat and set(battle.brace) <= {seat} | ({"raf", "luftwaffe"} if seat == REFEREE else set())
            assert {order.game for order in match.game.choices(position, match.to_move[0]).listed} == {"pursuit"}
    assert seen and {order.game for order in flown(match)} == {"pursuit"}
    assert first_difference(match.game, match.header, match.entries) is None
    combats = [event for _, event in match.log("raf") if event.code == "combat"]
    assert combats and {event.data["resolver"] for event in combats} == {"pursuit"}


@pytest.mark.slow
def test_a_game_is_saved_killed_and_opened_again(tmp_path: Path) -> None:
    """The process dies while it plays; what it had acknowledged is there, and the game goes on."""
    path = tmp_path / "killed.bob1940"
    script = f"""
import sys
from bob.games import registered
from bob.files import Save
from tests.contract.test_pursuit_in_the_day import day, steps
from tests.pursuit.kit import KIT
with registered(KIT):
    save, match = Save.begin({str(path)!r}, day(), "one_raid", {SEED!r}, {{"engagements": "pursuit"}})
    for _ in steps(match, {SEED!r}):
        last = match.entries[-1]
        print(last.number, getattr(last.order, "code", ""), flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as child:
        assert child.stdout is not None
        acknowledged = -1
        for line in child.stdout:
            acknowledged = int(line.split()[0])
            if line.split()[1:] == ["fly"]:
                child.kill()
                break
    save, match = Save.open(path, games())
    with save:
        assert len(match.entries) > acknowledged > 0 and flown(match), acknowledged
        for _ in steps(match, "again"):
            match.game.invariants(match.position)
        assert match.game.outcome(match.position) is not None


def test_it_is_played_over_lines(bob: Bob) -> None:
    answers = [{"order": {"code": "seal"}}, {"order": {"code": "brace", "by": 2}}, {"order": {"code": "hold"}}, {"type": "log"}]
    code, out, _ = bob(
        "\n".join(map(json.dumps, answers)), "play", "pursuit", "--jsonl", "--seed", "1", "--seats", "raf=jsonl,luftwaffe=random"
    )
    assert code == 0
    prompts = [json.loads(line) for line in out.splitlines()]
    asked = [a for a in prompts if a["type"] == "prompt"]
    assert asked and asked[0]["choices"]["listed"][0] == {"code": "hold"}
    assert asked[0]["choices"]["described"][0]["code"] == "brace"
    assert [a["type"] for a in prompts[:5]] == ["prompt", "refused", "accepted", "prompt", "accepted"]
    assert prompts[-1]["type"] == "log" and {"drawn_up", "braced"} <= {e["event"]["code"] for e in prompts[-1]["events"]}


def test_it_is_played_in_the_terminal(bob: Bob) -> None:
    for language in ("en", "fr"):
        code, out, err = bob("2\n" * 30, "play", "pursuit", "--seed", "1", "--seats", "raf=human,luftwaffe=random", "--lang", language)
        assert (code, err.split()) == (0, Words(language)("play.seed_practice").split())
        assert SHOWN["hold"][language] in out and SHOWN["shoot"][language].partition("{")[0] in out
        assert any(SHOWN[ending][language] in out for ending in KIT.endings)


@pytest.fixture
def asking(tmp_path: Path) -> Path:
    """A day in a file, in which somebody is to say how an engagement is resolved."""
    path = tmp_path / "asking.bob1940"
    save, match = Save.begin(path, day(), "one_raid", SEED, {"engagements": "ask"})
    with save:
        for _ in steps(match, SEED):
            if match.position.phase == "engagement":
                return path
    raise AssertionError("nobody meets")


def test_it_is_chosen_and_flown_in_a_day_in_the_terminal(bob: Bob, asking: Path) -> None:
    seats = ("--seats", "raf=human,luftwaffe=kesselring")
    code, out, err = bob("pursuit\n" + "2\n" * 4 + "log\n", "play", "day", "--open", str(asking), *seats, "--lang", "en")
    assert (code, err) == (0, "")
    assert f"{KIT.title(Words('en'))}" in out and SHOWN["hold"]["en"] in out and "flying:" in out
    save, match = Save.open(asking, games())
    with save:
        assert {order.game for order in flown(match)} == {"pursuit"}


def test_a_game_without_words_for_its_command_goes_by_its_name(en: Words) -> None:
    assert usage(en, KIT.name) == KIT.name and vocabulary((KIT.name,)) == {KIT.name: KIT.name}


def test_it_is_chosen_and_flown_in_a_day_over_lines(bob: Bob, asking: Path) -> None:
    orders = [{"code": "resolve", "how": "pursuit"}, {"code": "fly", "game": "pursuit", "order": {"code": "hold"}}]
    lines = "\n".join(json.dumps({"order": order}) for order in orders)
    code, out, _ = bob(lines, "play", "day", "--open", str(asking), "--seats", "raf=jsonl,luftwaffe=kesselring", "--jsonl")
    assert code == 0
    answers = [json.loads(line) for line in out.splitlines()]
    assert [a["type"] for a in answers].count("accepted") == 2
    battle = next(a["view"]["engagement"]["battle"] for a in answers if a["type"] == "prompt" and a["view"]["engagement"]["battle"])
    assert battle["seat"] == "raf"


def test_it_is_fuzzed_alone_and_in_the_day() -> None:
    tally = next(fuzz.run("pursuit", 40, "1"))
    assert tally.failures == [] and sum(tally.outcomes.values()) == 40
    settings = [s for s in kit("day").contest().settings if s.options.get("engagements") == "pursuit"]
    assert settings


def test_it_is_calibrated_beside_the_quick_resolver() -> None:
    (found,) = compare(drawn(2, "1940", Here()), "1940", {"pursuit": KIT}, Here(), quickly=3)
    assert [(c.kind, c.side) for c in found.sides][:2] == [("fighters", "raf"), ("fighters", "fighters")]
    assert all(c.game == "pursuit" and c.played >= 0 for c in found.sides)
