"""The mutation run: what it changes, and that the change is in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from bob.operations import time_of_day
from tests.mutants import main, mutants, put_in

SOURCE = Path(time_of_day.__file__).resolve()


def test_every_place_is_told_once_with_what_it_becomes() -> None:
    found = mutants(SOURCE)
    assert [m.number for m in found] == list(range(len(found)))
    told = [str(m) for m in found]
    assert any("minutes: int(hours) > 23  ->  int(hours) >= 23" in t for t in told)
    assert any("at: turn - 1  ->  turn + 1" in t for t in told)
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


def test_the_command_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "--sample" in capsys.readouterr().out
