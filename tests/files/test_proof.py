"""Cheats who know how a file is sealed: what they write into it is found by carrying the orders out once more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bob.cli import main
from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import Game
from bob.core.match import Match
from bob.core.position_history import packed
from bob.driver import play_out
from bob.files import Save
from bob.files.proof import first_forged, proofs, record
from bob.games import games
from tests.toy import GAMES, TOY, Plan, Strike, Toy, ToyPosition


def played(seed: int = 5, orders: int = 90) -> Match[ToyPosition]:
    """A toy game, its positions kept."""
    match = Match.new(TOY, "long", seed)
    stream = Stream.of(seed, "player")
    match.keep_history()
    for _ in range(orders):
        match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
        match.keep_history()
    return match


def sealed(path: Path, match: Match[Any], entries: list[Any], rows: Mapping[int, Any] | None = None) -> Path:
    """A file of these entries, correctly sealed by whoever knows how."""
    kept = {number: match.history.row(number) for number in range(len(entries))}
    Save.written(path, match.header, "1", entries, (), kept | dict(rows or {})).close()
    return path


def opened(path: Path, known: Mapping[str, Game[Any]] = GAMES) -> Match[Any]:
    save, match = Save.open(path, known, read_only=True)
    save.close()
    return match


def test_an_honest_record_is_proved(tmp_path: Path) -> None:
    match = played()
    assert first_forged(match) is None and first_forged(match, each=1) is None
    again = opened(sealed(tmp_path / "a", match, [entry.as_json() for entry in match.entries]))
    assert [(proof.what, proof.holds) for proof in record(again)] == [("record", True)]


@pytest.mark.parametrize("number", [0, 1, 40, 90])
@pytest.mark.parametrize("how", ["another", "one more", "one less", "to another"])
def test_a_forged_event_that_opens_well_is_found(number: int, how: str, tmp_path: Path) -> None:
    match = played()
    raws = [json.loads(json.dumps(entry.as_json())) for entry in match.entries]
    events = raws[number]["events"]
    if how == "one more" or (how == "another" and not events):
        events.append({"code": "struck", "data": {"hits": 6}, "to": ["blue", "red"], "rule": None})
    elif not events:
        pytest.skip("that entry tells nothing")
    elif how == "another":
        events[0]["data"] = {**events[0]["data"], "forged": 1}
    elif how == "one less":
        del events[-1]
    else:
        events[0]["to"] = [] if events[0]["to"] else ["blue"]
    try:
        again = opened(sealed(tmp_path / "a", match, raws))
    except Exception:
        assert number == 0, "only the setup is made again when a file is opened"
        return
    assert first_forged(again) == number
    assert [(proof.what, proof.holds, dict(proof.values)) for proof in record(again)] == [("forged", False, {"number": number})]


@pytest.mark.parametrize("number", [90, 64, 33])
def test_a_forged_position_is_found(number: int, tmp_path: Path) -> None:
    match = played()
    raws = [entry.as_json() for entry in match.entries]
    page = match.history.page(number)
    assert page is not None
    position = match.game.parse(page)
    position.turn += 1
    forged = match.game.dump(position)
    rows = {number: packed(None, forged)}
    follower = match.history.page(number + 1) if number + 1 < len(raws) else None
    if follower is not None:
        rows[number + 1] = packed(None, follower)
    again = opened(sealed(tmp_path / "a", match, raws, rows))
    assert again.history.page(number) == forged
    assert [proof.what for proof in record(again)] == ["forged"]
    assert first_forged(again) == (number if number % 64 == 0 or number == 90 else None), "opening looks at some, verify at all"


def test_who_says_that_the_rules_were_others_proves_nothing(tmp_path: Path) -> None:
    match = played()
    match.header = replace(match.header, rules={"toy": 99})
    raws = [json.loads(json.dumps(entry.as_json())) for entry in match.entries]
    raws[40]["events"].append({"code": "struck", "data": {"hits": 6}, "to": ["blue"], "rule": None})
    found = list(proofs(opened(sealed(tmp_path / "a", match, raws))))
    assert found[0].what == "former_record" and found[0].holds is None
    assert not any(proof.what in ("record", "rolls") and proof.holds for proof in found)


class NewerToy(Toy):
    """The toy by rules of a later version."""

    rules = Toy.rules + 1


def test_what_was_played_by_the_rules_of_today_is_proved_after_former_ones(tmp_path: Path) -> None:
    match, newer = played(orders=20), {"toy": NewerToy()}
    path = sealed(tmp_path / "a", match, [entry.as_json() for entry in match.entries])
    save, again = Save.open(path, newer)
    with save:
        for order in (Plan(1, "a"), Strike(), Plan(2, "b")):
            if again.to_move and again.game.choices(again.position, again.to_move[0]):
                try:
                    again.play(again.to_move[0], order)
                except Exception:
                    again.play(again.to_move[0], TOY.sample(again.position, again.to_move[0], Stream.of(1, "x")))
    assert again.since == 21 and len(again.entries) == 25
    assert [(proof.what, proof.holds) for proof in record(again)] == [("former_record", None), ("record", True)]
    for number in (21, 23):  # the entry that says so, and one after it
        raws = [json.loads(json.dumps(entry.as_json())) for entry in again.entries]
        raws[number]["events"].append({"code": "struck", "data": {"hits": 6}, "to": ["blue"], "rule": None})
        forged = opened(sealed(tmp_path / f"{number}", again, raws), newer)
        assert first_forged(forged) == number


def test_verify_finds_it_at_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A day: a victory is written into a log that opens well, of a game that goes on and of one that is over."""
    day = games()["day"]
    for name, turns in (("running", 3), ("over", 10_000)):
        match: Match[Any] = Match.new(day, "lesson", "9")
        if name == "over":
            play_out(match, {"raf": "park", "luftwaffe": "kesselring"})
        else:
            for seat in ("luftwaffe", "raf", "luftwaffe")[:turns]:
                if seat in match.to_move:
                    match.play(seat, day.sample(match.position, seat, Stream.of(1, seat)))
        again: Match[Any] = Match(day, match.header)
        for entry in match.entries:
            again.follow(entry)
            again.keep_history()
        honest = sealed(tmp_path / f"{name} honest", again, [entry.as_json() for entry in match.entries])
        assert main(["verify", str(honest), "--yes"]) == 0, name
        raws = [json.loads(json.dumps(entry.as_json())) for entry in match.entries]
        event = {"code": "note", "data": {"text": "the other side has won"}, "to": ["raf"], "rule": None}
        raws[1]["events"].append(event)
        path = sealed(tmp_path / f"{name} forged", again, raws)
        assert event in [encode(e) for e in opened(path, games()).entries[1].events], "it opens, and its log tells it"
        capsys.readouterr()
        assert main(["verify", str(path), "--json", "--yes"]) == 1, name
        account = json.loads(capsys.readouterr().out)
        assert not account["good"] and account["over"] == (name == "over")
        assert [row["number"] for row in account["proofs"] if row["what"] == "forged"] == [1]
        assert main(["verify", str(path), "--lang", "fr", "--yes"]) == 1
        assert "le fichier a été modifié" in capsys.readouterr().out
