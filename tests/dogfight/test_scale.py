"""Models for aircraft and back (OPS-B8.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.tactical.scale import MOST_MODELS, aircraft_lost, models, scale


@pytest.mark.rule("OPS-B8.5")
@pytest.mark.parametrize(("raf", "luftwaffe", "n"), [(6, 6, 1), (7, 3, 2), (12, 12, 2), (12, 13, 3), (12, 60, 10), (1, 61, 11), (0, 0, 1)])
def test_neither_side_has_more_than_six_models(raf: int, luftwaffe: int, n: int) -> None:
    assert scale(raf, luftwaffe) == n


@pytest.mark.rule("OPS-B8.5")
def test_what_is_over_goes_by_the_dice() -> None:
    assert models((12, 9), 5, ScriptedDice([2, 1])) == [3, 2]
    assert models((12, 8), 5, ScriptedDice([2])) == [3, 1]
    assert models((12, 8), 5, ScriptedDice([3])) == [2, 2]


@pytest.mark.rule("OPS-B8.5")
def test_losses_come_back_in_proportion_with_the_remainder_by_the_dice() -> None:
    assert aircraft_lost(1, 2, 12, ScriptedDice([])) == 6
    assert aircraft_lost(1, 2, 9, ScriptedDice([1])) == 5
    assert aircraft_lost(1, 2, 9, ScriptedDice([2])) == 4
    assert aircraft_lost(2, 2, 9, ScriptedDice([])) == 9
    assert aircraft_lost(0, 2, 9, ScriptedDice([])) == 0


@pytest.mark.rule("OPS-B8.5")
@given(st.lists(st.integers(0, 60), min_size=1, max_size=6), st.integers(0, 200), st.integers(0, 9))
def test_nobody_is_lost_who_was_not_there(counts: list[int], other: int, seed: int) -> None:
    n = scale(sum(counts), other)
    dice = SeededDice(Stream.of(seed, "scale"))
    made = models(counts, n, dice)
    assert sum(made) <= MOST_MODELS and sum(made) == -(-sum(counts) // n)
    assert all(not m or c for m, c in zip(made, counts, strict=True))
    for m, c in zip(made, counts, strict=True):
        for lost in range(m + 1):
            back = aircraft_lost(lost, m, c, dice)
            assert 0 <= back <= c and (lost < m or back == c or m == 0)
