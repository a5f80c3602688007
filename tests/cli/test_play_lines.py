"""`bob play` over lines of JSON: a program plays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.cli.jsonl import Pipe
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.driver import Driver
from tests.played import Bob
from tests.played_day import EN, NAMES, secrets_of
from tests.sizes import fifth

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def lines(*values: Any) -> str:
    return "".join(value + "\n" if isinstance(value, str) else json.dumps(value) + "\n" for value in values)


def describe(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


DONE = {"order": {"code": "done"}}
PICKS = [{"order": {"code": "pick", "names": [name]}} for name in NAMES]
"""Answers to whatever an event may ask in the lesson."""
LESSON = ("play", "day", "lesson", "--seed", "5", "--jsonl", "--seats")


def test_a_day_over_lines_of_json(bob: Bob) -> None:
    scramble = {"seat": "raf", "order": {"code": "scramble", "unit": "501 Squadron", "angels": 16, "hex": "4727"}}
    code, out, err = bob(lines(scramble, DONE, *[*PICKS, DONE] * 40), *LESSON, "raf=jsonl,luftwaffe=kesselring")
    assert (code, err) == (0, "")
    answers = describe(out)
    assert [a["type"] for a in answers[:4]] == ["prompt", "accepted", "prompt", "accepted"]
    first, accepted, second = answers[:3]
    assert set(first) == {"type", "number", "seat", "view", "choices", "events"}
    assert (first["seat"], first["view"]["seat"], first["choices"]["listed"]) == ("raf", "raf", [{"code": "done"}])
    assert {d["code"] for d in first["choices"]["described"]} >= {"scramble", "readiness", "split"}
    assert accepted == {"type": "accepted", "number": first["number"] + 1, "seat": "raf"}
    assert [(e["number"], e["event"]["code"]) for e in second["events"]] == [(first["number"] + 2, "scramble")]
    assert second["number"] == first["number"] + 2
    assert answers[-1]["type"] == "over"
    assert "over" in [e["event"]["code"] for e in answers[-1]["events"]]
    assert set(answers[-1]["outcome"]) == {"code", "points", "winner"}
    assert sum(a["type"] == "over" for a in answers) == 1


GARBAGE = [
    ("", None),
    ("nonsense", "play.not_json"),
    ("{", "play.not_json"),
    ("9" * 6000, "play.not_json"),
    ("[" * 100000, "play.not_json"),
    ("[]", "play.not_object"),
    ("null", "play.not_object"),
    ('"done"', "play.not_object"),
    ("{}", "play.no_order"),
    ('{"order": null}', "game.unknown_order"),
    ('{"order": {"code": "taxi"}}', "game.unknown_order"),
    ('{"order": {"code": 7}}', "game.unknown_order"),
    ('{"order": {"code": "scramble"}}', "game.bad_order"),
    ('{"order": {"code": "scramble", "unit": 501, "angels": 16}}', "game.bad_order"),
    ('{"order": {"code": "scramble", "unit": "\\ud800", "angels": 16}}', "play.not_json"),
    ('{"order": {"code": "scramble", "unit": "501 Squadron", "angels": 16, "hex": "9999"}}', "ops.refused.off_map"),
    ('{"order": {"code": "scramble", "unit": "501 Squadron", "angels": 15, "hex": "4727"}}', "ops.refused.angels"),
    ('{"order": {"code": "seal"}}', "ops.refused.not_yours"),
    ('{"order": {"code": "pick", "names": ["x"]}}', "ops.refused.not_yours"),
    ('{"seat": "luftwaffe", "order": {"code": "done"}}', "sitting.not_outside"),
    ('{"seat": "referee", "type": "view"}', "sitting.not_outside"),
    ('{"seat": ["raf"], "order": {"code": "done"}}', "sitting.not_outside"),
    ('{"type": "resign"}', "play.unknown_type"),
    ('{"type": {"a": 1}}', "play.unknown_type"),
    ('{"type": "save"}', "play.save_file"),
    ('{"type": "save", "file": "a\\u0000b"}', "play.save_file"),
    ('\ufeff{"type": "log", "since": "byte order mark"}', "play.since"),
    ('{"order": {"code": "done", "foo": 1}}', "game.bad_order"),
    ('{"type": "save", "file": "no/such/folder.bob1940"}', "save.no_folder"),
    ('{"type": "log", "since": "start"}', "play.since"),
    ('{"type": "undo"}', "game.undo_nothing"),
    ('{"number": "1", "order": {"code": "done"}}', "play.number"),
    ('{"number": true, "order": {"code": "done"}}', "play.number"),
    ('{"number": 999, "order": {"code": "done"}}', "sitting.late"),
]


def test_garbage_is_refused_and_the_prompt_stands(bob: Bob) -> None:
    sent = [line for line, _ in GARBAGE]
    code, out, err = bob(lines(*sent, DONE), *LESSON, "raf=jsonl,luftwaffe=kesselring")
    assert (code, err) == (0, "")
    answers = describe(out)
    refused = answers[1:-2]
    assert [(a["type"], a["key"]) for a in refused] == [("refused", key) for _, key in GARBAGE if key is not None]
    assert all(set(a) == {"type", "reason", "key", "rule"} and a["reason"] for a in refused)
    assert next(a["rule"] for a in refused if a["key"] == "ops.refused.angels") == "OPS-B2.2"
    reasons = dict(zip([line for line, key in GARBAGE if key is not None], [a["reason"] for a in refused], strict=True))
    assert "line 1 " in reasons["{"]
    assert '{"type": "save", "file": ' in reasons['{"type": "save"}']
    assert "expected nothing, found 'foo'" in reasons['{"order": {"code": "done", "foo": 1}}']
    assert [a["type"] for a in answers[-2:]] == ["accepted", "prompt"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
ORDER = st.fixed_dictionaries(
    {"code": st.sampled_from([kind.code for kind in OperationalDay.order_types]) | JSON},
    optional=dict.fromkeys(("unit", "angels", "hex", "track", "raid", "box", "plan", "names", "units", "field"), JSON),
)
LINE = st.one_of(
    st.text(max_size=20),
    JSON.map(json.dumps),
    st.builds(lambda **k: json.dumps(k), order=ORDER),
    st.builds(
        lambda **k: json.dumps(k), type=st.sampled_from(["undo", "view", "log", "order"]) | JSON, seat=st.sampled_from(["raf", None])
    ),
)


@pytest.mark.slow
@settings(max_examples=fifth(40), deadline=None)
@given(st.lists(LINE, max_size=12))
def test_no_line_breaks_the_desk(sent: list[str]) -> None:
    match: Match[Any] = Match.new(OperationalDay(), "lesson", 3)
    pipe = Pipe(Driver(match, {"raf": "jsonl", "luftwaffe": "kesselring"}), EN)
    pipe.begun()
    for line in sent:
        for answer in pipe.answered(line):
            assert answer["type"] in ("prompt", "accepted", "refused", "undone", "view", "log", "over")
            assert json.loads(json.dumps(answer)) == answer


def test_both_seats_are_prompted_and_orders_can_be_taken_back(bob: Bob) -> None:
    ready = {"seat": "raf", "order": {"code": "readiness", "unit": "32 Squadron", "box": "available"}}
    sent = lines(
        {"order": {"code": "seal"}},
        {"seat": "luftwaffe", "type": "undo"},
        {"seat": "raf", "type": "view"},
        ready,
        DONE,
        {"seat": "luftwaffe", "type": "undo"},
        {"seat": "raf", "type": "undo"},
        {"seat": "luftwaffe", "order": {"code": "done"}},
        {"type": "quit"},
    )
    _, out, _ = bob(sent, *LESSON, "raf=jsonl,luftwaffe=jsonl")
    answers = describe(out)
    assert [(a["type"], a.get("seat")) for a in answers] == [
        ("prompt", "luftwaffe"),
        ("accepted", "luftwaffe"), ("prompt", "luftwaffe"), ("prompt", "raf"),
        ("refused", None), ("view", "raf"),
        ("accepted", "raf"), ("prompt", "raf"),
        ("refused", None), ("refused", None),
        ("undone", "raf"), ("prompt", "raf"),
        ("accepted", "luftwaffe"),
        ("bye", None),
    ]  # fmt: skip
    assert [a["key"] for a in answers if a["type"] == "refused"] == ["game.undo_revealed", "sitting.whose", "game.undo_revealed"]


def test_the_faults_of_a_plan_come_one_by_one(bob: Bob) -> None:
    plan = {"code": "x", "type": "main", "form_at": "3625", "form_turn": 99, "form_angels": 13, "units": [], "route": []}
    _, out, _ = bob(lines({"order": {"code": "plan_raid", "plan": plan}}), *LESSON, "raf=park,luftwaffe=jsonl")
    refused = describe(out)[-1]
    assert refused["key"] == "ops.refused.plan"
    assert len(refused["faults"]) > 3
    assert all(set(f) == {"key", "rule", "place", "reason", "mend", "values"} for f in refused["faults"])


@pytest.mark.parametrize(("seat", "other"), [("raf", ("luftwaffe", "kesselring")), ("luftwaffe", ("raf", "park"))])
def test_nothing_of_the_other_side_is_in_any_line(seat: str, other: tuple[str, str]) -> None:
    match: Match[Any] = Match.new(OperationalDay(), "one_raid", 3)
    pipe = Pipe(Driver(match, {seat: "jsonl", other[0]: other[1]}), EN)
    hidden = secrets_of("one_raid", seat)
    answers = pipe.begun()
    count = 0
    while not pipe.closed:
        listed = next(a for a in reversed(answers) if a["type"] == "prompt")["choices"]["listed"]
        answers += [a for sent in ({"type": "log"}, {"type": "view"}) for a in pipe.answered(json.dumps(sent))]
        said = [json.dumps(answer) for answer in answers]
        count += len(said)
        for line in said:
            # An attack by a Channel patrol is told to both sides, with the squadron attacked.
            assert [secret for secret in hidden if secret in line and "patrol_attack" not in line] == []
        answers = pipe.answered(json.dumps({"order": listed[0]}))
    assert answers[-1]["type"] == "over"
    assert count > 100


def test_the_referee_corrects_over_lines(bob: Bob) -> None:
    order = {"code": "correct", "what": "squadron_strength", "name": "32 Squadron", "value": "9", "reason": "trial"}
    sent = lines({"seat": "referee", "order": order}, {"seat": "referee", "type": "view"})
    _, out, _ = bob(sent, *LESSON, "raf=jsonl,luftwaffe=kesselring,referee=jsonl")
    answers = describe(out)
    assert [(a["type"], a["seat"]) for a in answers] == [("prompt", "raf"), ("accepted", "referee"), ("prompt", "raf"), ("view", "referee")]
    assert answers[2]["number"] == answers[0]["number"], "a correction is told to nobody, but it shows"
    assert answers[-1]["view"]["luftwaffe"]["raids"]


def test_a_game_that_ends_with_its_lines_is_kept_and_goes_on(bob: Bob) -> None:
    args = ("--seats", "raf=jsonl,luftwaffe=kesselring", "--jsonl")
    code, out, _ = bob(lines(DONE, DONE), "play", "day", "lesson", "--seed", "5", "--save", "a.bob1940", *args)
    last = describe(out)[-1]
    assert (code, last["type"]) == (0, "prompt")
    code, out, _ = bob(lines({"type": "log"}, {"type": "save", "file": "b.bob1940"}), "play", "day", "--open", "a.bob1940", "--jsonl")
    again = describe(out)
    assert again[0] == last | {"events": []}
    assert [a["type"] for a in again] == ["prompt", "log", "saved"]
    assert again[1]["events"][0]["event"]["code"] == "begun"
    assert again[2] == {"type": "saved", "seat": "raf", "file": "b.bob1940"} and Path("b.bob1940").is_file()
    sent = lines({"seat": "referee", "type": "save", "file": "c.bob1940"}, DONE)
    code, out, _ = bob(sent, *LESSON, "raf=jsonl,luftwaffe=kesselring,referee=jsonl")
    code, after, _ = bob("", "play", "day", "--open", "c.bob1940", "--jsonl")
    assert describe(after)[0]["view"] == describe(out)[-1]["view"], "the referee's file is the game"


def test_the_readings_of_a_day_are_chosen_whether_a_table_carries_them_or_not(bob: Bob) -> None:
    chosen = {"lost_found": "as_printed", "groups": "requests", "london_haze_6": "up_to_8"}
    given = [word for name, reading in chosen.items() for word in ("--switch", f"{name}={reading}")]
    _, out, _ = bob("", *LESSON, "raf=jsonl,luftwaffe=kesselring", *given)
    assert chosen.items() <= describe(out)[0]["view"]["common"]["switches"].items()


def test_the_same_seed_gives_the_same_lines(bob: Bob) -> None:
    sent = lines(*[DONE] * 12)
    assert bob(sent, *LESSON, "raf=jsonl,luftwaffe=random") == bob(sent, *LESSON, "raf=jsonl,luftwaffe=random")


@pytest.mark.parametrize(
    ("argv", "key"),
    [
        ("play chess", "error.one_of"),
        ("play day nowhere", "ops.no_scenario"),
        ("play day --seats raf", "play.seat_unnamed"),
        ("play day --seats raf=human,raf=human", "play.seat_twice"),
        ("play day --seats moon=human", "play.seat_unknown"),
        ("play day --seats luftwaffe=park", "staff.no_officer"),
        ("play day --seats referee=human", "play.referee_seat"),
        ("play day free --period 9", "error.whole_number"),
        ("play day --switch x", "error.switch_form"),
        ("play day --switch x=y", "play.no_switch"),
        ("play day --switch london_haze_6=maybe", "error.reading"),
        ("play day --switch lost_found=maybe", "error.reading"),
        ("play day --dice loaded", "error.one_of"),
        ("play day --dice typed --jsonl", "play.dice_and_lines"),
        ("play day lesson --open a.bob1940", "play.open_alone"),
        ("play day --open a.bob1940 --switch a=b", "play.open_alone"),
        ("play day --open nothing.bob1940", "save.missing"),
        ("replay nothing.bob1940", "save.missing"),
        ("recover nothing.bob1940 --out x.bob1940", "save.missing"),
    ],
)
def test_a_wrong_command_line_is_one_line(bob: Bob, argv: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = bob("", *argv.split())
    assert (code, out) == (2, "")
    assert err.startswith("bob: ") and err.count("\n") == 1
    start = EN(key).partition("{")[0]
    assert start in err


@pytest.mark.parametrize(
    "line", ['{"type": "save", "file": "\\ud800"}', '{"order": {"code": "\\udfff"}}', '{"seat": "\\ud800"}', "[" * 100_000]
)
def test_a_line_of_half_characters_or_without_end_is_refused_and_the_game_goes_on(bob: Any, line: str) -> None:
    code, out, err = bob(
        lines(line, {"order": {"code": "x" * 100_000}}, {"type": "x" * 100_000}, DONE), *LESSON, "raf=jsonl,luftwaffe=kesselring"
    )
    answers = describe(out)
    assert [a["type"] for a in answers[1:5]] == ["refused", "refused", "refused", "accepted"] and code == 0 and err == ""
    assert out.encode() and all(len(a["reason"]) < 2000 for a in answers[1:4])
