"""Engagements over lines of JSON, looked back upon with `bob replay` and `bob recover`, and in simulated days."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bob.cli.jsonl import Pipe
from bob.core.game import REFEREE
from bob.day.game import OperationalDay
from bob.day.state.orders import Fly, Resolve
from bob.driver import Driver
from bob.words import Words
from tests.played import ALONE, FIGHTERS, SEED, Bob, copied, kept_at, opened, units
from tests.sizes import WHOLE, fifth

EN = Words("en")

HOWS = ("cards", "flight", "hexes", "quick", "skies", "table")


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day in which an engagement among fighters waits for a word."""
    return kept_at(tmp_path_factory.mktemp("kept") / "waiting.bob1940", FIGHTERS)


@pytest.fixture
def asked(waiting: Path, tmp_path: Path) -> str:
    """A copy of that day."""
    shutil.copy(waiting, tmp_path / "day.bob1940")
    return "day.bob1940"


# ---- over lines of JSON


def answers_of(pipe: Pipe, *orders: Any) -> list[dict[str, Any]]:
    return [answer for order in orders for answer in pipe.answered(json.dumps(order))]


@pytest.mark.rule("OPS-B8.4")
def test_a_program_says_how_enters_results_and_is_told_what_does_not_add_up(waiting: Path) -> None:
    match = copied(waiting)
    pipe = Pipe(Driver(match, {"raf": "jsonl", "luftwaffe": "kesselring"}), EN)
    prompt = pipe.begun()[-1]
    assert prompt["choices"]["listed"] == [
        {"code": "resolve", "how": how} for how in ("cards", "flight", "hexes", "quick", "skies", "table")
    ]
    assert [d["code"] for d in prompt["choices"]["described"]] == ["engage"]
    assert prompt["view"]["engagement"]["battle"] is None and prompt["view"]["engagement"]["sheet"] is None
    at_table = answers_of(pipe, {"order": {"code": "resolve", "how": "table"}})[-1]
    assert [d["code"] for d in at_table["choices"]["described"]] == ["enter_result", "engage"]
    final = answers_of(pipe, {"order": {"code": "resolve", "how": "quick"}})
    assert [(a["type"], a["key"], a["rule"]) for a in final] == [("refused", "ops.refused.laid_open", "OPS-B8.4")]
    assert at_table["choices"]["listed"] == []
    forces = at_table["view"]["engagement"]["sheet"]["forces"]
    losses = [
        {
            "unit": f["unit"],
            "destroyed": 1,
            "damaged": 0,
            "disruption": 1,
            "ammo": f["ammo"],
            "jettisoned": False,
            "broke_off": False,
            "crews_lost": 1,
        }
        for f in forces
    ]
    wrong = [losses[0] | {"destroyed": 40, "jettisoned": True}, *losses[1:]]
    refused = answers_of(pipe, {"order": {"code": "enter_result", "losses": wrong, "turns": 9}})
    assert [a["type"] for a in refused] == ["refused"]
    assert (refused[0]["key"], refused[0]["rule"]) == ("ops.refused.result", "OPS-B8.6")
    assert [(m["key"].rpartition(".")[2], m["unit"]) for m in refused[0]["misfits"]] == [
        ("too_many", forces[0]["unit"]),
        ("no_bombs", forces[0]["unit"]),
        ("turns", None),
    ]
    assert all(set(m) == {"key", "unit", "reason", "values"} and "{" not in m["reason"] for m in refused[0]["misfits"])
    assert refused[0]["misfits"][0]["reason"] in refused[0]["reason"]
    cut = answers_of(
        pipe, {"order": {"code": "enter_result", "losses": losses[1:], "turns": 1}}, {"order": {"code": "done"}}, {"order": {"code": "fly"}}
    )
    assert [a["key"] for a in cut] == ["ops.refused.result", "ops.refused.fight_first", "game.bad_order"]
    accepted, following = answers_of(pipe, {"order": {"code": "enter_result", "losses": losses, "turns": 1}})
    assert accepted["type"] == "accepted" and any(e["event"]["code"] == "combat" for e in following["events"])
    assert following["type"] == "prompt" and following["view"]["engagement"] is None


def test_where_a_referee_sits_he_is_asked(waiting: Path) -> None:
    pipe = Pipe(Driver(copied(waiting), {"raf": "jsonl", "luftwaffe": "kesselring", REFEREE: "jsonl"}), EN)
    prompt = pipe.begun()[-1]
    assert prompt["seat"] == REFEREE and {o["how"] for o in prompt["choices"]["listed"] if o["code"] == "resolve"} == {
        "quick",
        "cards",
        "flight",
        "hexes",
        "skies",
        "table",
    }
    assert prompt["view"]["engagement"]["own"] and prompt["view"]["engagement"]["foes"]
    following = answers_of(pipe, {"order": {"code": "resolve", "how": "cards"}})[-1]
    assert following["seat"] == "raf" and {o["code"] for o in following["choices"]["listed"]} == {"fly"}


def every(value: Any) -> Any:
    """All objects in a JSON value."""
    if isinstance(value, dict):
        yield value
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from every(member)


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("seat", ["raf", "luftwaffe"])
def test_no_line_of_a_dogfight_tells_of_the_other_side(waiting: Path, seat: str) -> None:
    match = copied(waiting)
    other = "luftwaffe" if seat == "raf" else "raf"
    hidden = units(match, other)
    match.play("raf", Resolve("cards"))
    pipe = Pipe(Driver(match, {"raf": "park", "luftwaffe": "kesselring", seat: "jsonl"}), EN)
    answers, flights, hands = pipe.begun(), 0, 0
    since = answers[-1]["number"] + 1
    while answers[-1]["type"] == "prompt" and answers[-1]["view"]["engagement"] is not None:
        assert json.loads(json.dumps(answers)) == answers
        assert [(h, a["type"]) for a in answers for h in hidden if h in json.dumps(a)] == []
        for craft in (each for a in answers for each in every(a) if "cards" in each and "hits" in each and "altitude" in each):
            assert (craft["cards"] is None) == (craft["seat"] != seat)
            hands += craft["cards"] is not None
        listed = answers[-1]["choices"]["listed"]
        assert listed and {o["code"] for o in listed} == {"fly"} and answers[-1]["choices"]["described"] == []
        flights += 1
        answers = answers_of(pipe, {"type": "view"}, {"type": "log", "since": since}, {"order": listed[flights % len(listed)]})
    assert flights > 10 and hands > 20


BOT = """
import json, random, sys
chance = random.Random(3)
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "prompt":
        print(json.dumps({"order": chance.choice(said["choices"]["listed"])}), flush=True)
    elif said["type"] != "accepted":
        print(said["type"], {"over": said.get("outcome"), "refused": said.get("reason")}.get(said["type"]), file=sys.stderr)
        break
"""

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.4")
def test_a_program_of_its_own_plays_a_day_with_dogfights_to_the_end(tmp_path: Path) -> None:
    """Two processes and two pipes: the bot knows the lines alone, and takes any order of the list."""
    day = [
        "play",
        "day",
        "one_raid",
        "--seed",
        SEED,
        "--seats",
        "luftwaffe=jsonl,raf=park",
        "--engagements",
        "cards" if WHOLE else "bombers",
        "--jsonl",
        "--save",
        "d.bob1940",
    ]
    bot = subprocess.Popen([sys.executable, "-c", BOT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    game = subprocess.Popen([sys.executable, "-m", "bob", *day], stdin=bot.stdout, stdout=bot.stdin, stderr=subprocess.PIPE, text=True)
    assert bot.stdin is not None and bot.stdout is not None and bot.stderr is not None and game.stderr is not None
    bot.stdin.close()
    bot.stdout.close()
    assert bot.stderr.read().startswith("over {'code': "), game.stderr.read()
    assert game.stderr.read() == ""
    assert (bot.wait(60), game.wait(60)) == (0, 0)
    bot.stderr.close()
    game.stderr.close()
    match = opened("d.bob1940")
    flights = [entry.seat for entry in match.entries if isinstance(entry.order, Fly)]
    assert flights.count("luftwaffe") > 20 and flights.count("raf") > 20
    assert match.position.phase == "over" and any(e.code == "combat" and e.data["resolver"] == "cards" for _, e in match.log("raf"))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_lines_with_a_pilot_for_the_program(bob: Bob) -> None:
    codes = [code for turn in range(1, fifth(50) + 1) for code in (("seal", "done") if turn % 12 == 7 or turn == 1 else ("done",))]
    sent = "".join(json.dumps({"order": {"code": code}}) + "\n" for code in codes)
    seats = ("--seats", "luftwaffe=jsonl,raf=park", "--pilots", "luftwaffe=sound")
    args = ("play", "day", "one_raid", "--seed", SEED, *seats, "--engagements", "cards", "--jsonl")
    one, other = (bob(sent, *args, "--save", f"{name}.bob1940") for name in ("one", "other"))
    assert one == other and '"fly"' not in one[1]
    flights = [[entry.order for entry in opened(f"{name}.bob1940").entries if isinstance(entry.order, Fly)] for name in ("one", "other")]
    assert flights[0] == flights[1] and len(flights[0]) > 100


# ---- looked back upon, and played out


@pytest.mark.slow
def test_a_replay_in_the_middle_of_a_dogfight_and_after_it(bob: Bob, asked: str) -> None:
    bob("cards\n1\n1\n", "play", "day", "--open", asked, *ALONE)
    own, foes = units(opened(asked), "raf"), units(opened(asked), "luftwaffe")
    code, out, err = bob("", "replay", asked)
    assert (code, err) == (0, "")
    assert "Dogfight: game turn 1 of" in out and any(f"{unit} (1)" in out for unit in own) and "Hand of your" in out
    assert " takes its turn." in out
    assert [unit for unit in foes if unit in out] == []
    code, out, _ = bob("", "replay", asked, "--seat", "referee", "--lang", "fr")
    assert code == 0 and f"Main de {foes[0]} (1)" in out
    assert json.loads(bob("", "replay", asked, "--json")[1])["view"]["engagement"]["battle"]["turn"] == 1
    code, out, _ = bob("", "recover", asked, "--out", "whole.bob1940")
    assert code == 0 and "Nothing was wrong" in out
    assert OperationalDay().dump(opened("whole.bob1940").position) == OperationalDay().dump(opened(asked).position)
    bob("fly sound\n", "play", "day", "--open", asked, *ALONE)
    _, out, _ = bob("", "replay", asked)
    assert "takes its turn" not in out and "Engagement 1 is resolved by cards." in out


@pytest.mark.slow
def test_a_broken_file_is_recovered_in_the_middle_of_a_dogfight(bob: Bob, asked: str) -> None:
    bob("cards\n1\n1\n1\n1\n", "play", "day", "--open", asked, *ALONE)
    raw = Path(asked).read_bytes()
    at = raw.rindex(b'"dogfight"')
    Path(asked).write_bytes(raw[:at] + b'"dogfighd"' + raw[at + 10 :])
    assert bob("", "replay", asked)[0] == 2
    code, out, _ = bob("", "recover", asked, "--out", "whole.bob1940")
    assert code == 0 and "What was wrong" in out
    code, out, _ = bob("cards\nfly sound\n", "play", "day", "--open", "whole.bob1940", *ALONE)
    assert code == 0 and "Combat " in out[out.index("A sound pilot") :]


@pytest.mark.slow
def test_days_are_simulated_with_dogfights_by_cards(bob: Bob) -> None:
    runs = [json.loads(bob("", "simulate", "one_raid", "--seed", SEED, "--json", *more)[1]) for more in ([], ["--engagements", "cards"])]
    again = json.loads(bob("", "simulate", "one_raid", "--seed", SEED, "--json", "--engagements", "cards")[1])
    assert runs[1] == again and runs[0]["digest"] != runs[1]["digest"]
