"""`bob tournament`: what it prints, in both languages, and what it refuses."""

from __future__ import annotations

import argparse
import json

import pytest

from bob.cli import main
from bob.cli.commands.tournament import run_tournament
from bob.words import Words


def bob(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    code = main(line.split())
    found = capsys.readouterr()
    return code, found.out, found.err


def test_a_table_with_shares_and_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = bob(capsys, "tournament --games 12 --pilots sound,random --pairs spitfire_i:bf_109e_4,gladiator_ii:cr_42 --lang en")
    assert (code, err) == (0, "")
    assert "Spitfire I – Bf 109E-4" in out and "Gladiator II" in out
    assert "sound pilot against random pilot: " in out
    assert out.count(" % (") >= 8
    assert "who begins wins" in out and "of 24 duels" in out


def test_one_kind_of_pilot_has_no_share_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = bob(capsys, "tournament --games 4 --pairs spitfire_i:bf_109e_4 --lang fr")
    assert code == 0
    assert "pilote" not in out
    assert "qui commence" in out


@pytest.mark.slow
def test_json_is_an_object_a_pairing(capsys: pytest.CaptureFixture[str]) -> None:
    line = "tournament --games 6 --pairs spitfire_i:bf_109e_4,p_11c:bf_109e_1 --pilots strong,sound --strong-sims 2 --json"
    code, out, _ = bob(capsys, line)
    found = [json.loads(text) for text in out.splitlines()]
    assert code == 0
    assert [one["aircraft"] for one in found] == [["spitfire_i", "bf_109e_4"], ["p_11c", "bf_109e_1"]]
    for one in found:
        for name in ("first_aircraft", "first_player", "first_pilot"):
            score = one[name]
            assert score["won"] + score["drawn"] + score["lost"] == one["games"] == 6
            assert 0.0 <= score["low"] <= score["share"] <= score["high"] <= 1.0
    assert bob(capsys, line)[1] == out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--games 0", "--games"),
        ("--games many", "--games"),
        ("--pilots bader", "random, sound, strong"),
        ("--pilots sound,random,strong", "sound,random,strong"),
        ("--pairs spitfire_i", "spitfire_i:bf_109e_4"),
        ("--pairs spitfire_i:he_111h", "he_111h"),
        ("--strong-sims none", "--strong-sims"),
        ("--jobs 0", "--jobs"),
    ],
)
def test_what_cannot_be_flown_is_refused_in_a_line(capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    code, out, err = bob(capsys, f"tournament {line}")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1 and words in err


def test_another_command_can_call_it_with_what_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_tournament(argparse.Namespace(games="2", seed=None), Words("en"), "cards") == 0
    assert "Spitfire I – Spitfire I" in capsys.readouterr().out
