"""The mutation run: what it changes, and that the change is in force."""

from __future__ import annotations

from inspect import isfunction
from pathlib import Path

import pytest

from bob.day.state import time_of_day
from tests.faults import NOTE, ROOT, mutants, note_statements, put_in
from tests.mutants import Recorded, equivalents, key_of, main

SOURCE = Path(time_of_day.__file__).resolve()


def test_every_place_is_told_once_with_what_it_becomes() -> None:
    found = mutants(SOURCE)
    assert [m.number for m in found] == list(range(len(found)))
    lines = [str(m) for m in found]
    assert any("minutes: int(hours) > 23  ->  int(hours) >= 23" in t for t in lines)
    assert any("at: turn - 1  ->  turn + 1" in t for t in lines)
    assert all(m.old != m.new for m in found)


def test_a_mutant_put_in_is_in_force() -> None:
    mutant = next(m for m in mutants(SOURCE) if m.function == ("at",) and m.new == "turn + 1")
    code = time_of_day.at.__code__
    assert time_of_day.at(600, 1) == "10:00"
    try:
        put_in(mutant)
        assert time_of_day.at(600, 1) == "10:10"
    finally:
        time_of_day.at.__code__ = code


def test_the_statements_that_run_are_noted_and_each_mutant_lies_in_one() -> None:
    noted: set[str] = set()
    code = {f: f.__code__ for f in vars(time_of_day).values() if isfunction(f)}
    try:
        note_statements(SOURCE, noted.add)
        assert time_of_day.at(600, 1) == "10:00"
        begun = set(noted)
        assert begun and all(place.startswith("bob/day/state/time_of_day.py:") for place in begun)
        of_at = {m.place for m in mutants(SOURCE) if m.function == ("at",)}
        assert of_at & begun and not of_at & {m.place for m in mutants(SOURCE) if m.function == ("minutes",)}
    finally:
        for function, was in code.items():
            function.__code__ = was
        del vars(time_of_day)[NOTE]


def test_the_quick_tests_come_first_and_no_more_than_the_budget() -> None:
    mutant = next(m for m in mutants(SOURCE) if m.function == ("at",))
    recorded = Recorded({"a": 3.0, "b": 0.1, "c": 1.0}, {mutant.place: ["a", "b", "c"]})
    assert recorded.of(mutant, 2.0) == ["b", "c"]
    assert recorded.of(mutant, 0.0) == ["b"], "one at least"
    assert Recorded().of(mutant, 2.0) == []
    tests = {"a::1": 0.1, "a::2": 0.2, "a::3": 0.3, "b::1": 0.4, "b::2": 9.0}
    assert Recorded(tests, {mutant.place: list(tests)}).of(mutant, 1.0) == ["a::1", "b::1", "a::2", "a::3"], "each file, then by time"
    assert Recorded.unpacked(*recorded.packed()) == recorded


@pytest.mark.slow
def test_every_equivalent_is_a_mutant_of_today() -> None:
    """One that was judged and is no more tells that its place has changed, and is to be judged anew."""
    by_file: dict[str, set[str]] = {}
    for key, why in equivalents().items():
        file = key.partition(" ")[0]
        if file not in by_file:
            by_file[file] = {key_of(m) for m in mutants(ROOT / file)}
        assert key in by_file[file] and why


def test_the_command_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "--sample" in capsys.readouterr().out
