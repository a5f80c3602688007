"""Turns and times of day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.day.state import time_of_day


@given(st.integers(0, 24 * 12 - 1), st.integers(-100, 300))
def test_a_time_some_turns_on_is_so_many_turns_away_within_the_day(at: int, turns: int) -> None:
    now = time_of_day.describe(5 * at)
    assert (time_of_day.between(now, time_of_day.after(now, turns)) or 0) % 288 == turns % 288


def test_the_first_turn_begins_at_the_start_and_a_turn_is_five_minutes() -> None:
    assert [time_of_day.at(11 * 60 + 30, turn) for turn in (1, 2, 7, 151)] == ["11:30", "11:35", "12:00", "00:00"]
    assert time_of_day.after("00:00", -1) == "23:55"


def test_a_time_between_two_turns_is_of_the_turn_that_has_begun() -> None:
    assert [time_of_day.between("11:30", t) for t in ("11:29", "11:30", "11:34", "11:35")] == [-1, 0, 0, 1]


@pytest.mark.parametrize("text", ["", "11", "11:", "24:00", "11:60", "-1:10", "11:30:00", "１１:3o"])
def test_what_is_no_time_is_none(text: str) -> None:
    assert time_of_day.minutes(text) is None and time_of_day.between("11:30", text) is None
    with pytest.raises(ValueError):
        time_of_day.after(text, 1)
