"""Dice: streams that fall the same everywhere, scripted and typed dice, and the ledger of every roll."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bob
from bob.core.dice import Ledger, Roll, ScriptedDice, SeededDice, Stream, Throw, TypedDice, checked, parse_faces, stream_key
from bob.core.errors import DiceError

QUICK = settings(max_examples=100, deadline=None, database=None)
BITS = st.integers(0, 2**64 - 1)

FIRST_DICE = [4, 3, 1, 1, 2, 1, 4, 1, 3, 6, 6, 6, 1, 1, 5, 4, 3, 4, 3, 6]
FIRST_BITS = [0x80B6B323AF9C60B8, 0x6168C9663E1A3B0E, 0x100567A8A8D953A2, 0x2121ACA938F16532]


# Streams


def test_a_stream_is_splitmix64() -> None:
    """The values that the author of SplitMix64 gives for the seed 1234567."""
    stream = Stream(1234567)
    assert [stream.bits() for _ in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def test_the_first_values_of_the_game_of_1940() -> None:
    assert stream_key(1940, "game") == 0xDA841FEB67BA5819
    bits, dice = Stream.of(1940, "game"), Stream.of(1940, "game")
    assert [bits.bits() for _ in range(4)] == FIRST_BITS
    assert [dice.die() for _ in range(20)] == FIRST_DICE
    assert (bits.count, dice.count) == (4, 20)


def test_the_other_draws_of_the_game_of_1940() -> None:
    stream = Stream.of(1940, "game")
    items = list(range(10))
    stream.shuffle(items)
    assert items == [9, 8, 4, 2, 6, 1, 7, 0, 3, 5]
    assert (stream.below(100), stream.unit(), stream.choose("abcdef")) == (94, 0.9022246562599774, "f")
    assert stream.count == 12


def test_streams_of_other_names_and_seeds_differ() -> None:
    keys = [stream_key(seed, name) for seed in (1940, 1941, "1940 ", "") for name in ("game", "weather", "")]
    assert len(set(keys)) == len(keys)
    assert stream_key(1940, "weather") == 0x9C6BD2D1967A533A
    assert stream_key("1940", "game") == stream_key(1940, "game")


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_streams_do_not_hang_on_the_hash_seed_of_python(hash_seed: str) -> None:
    program = "import json; from bob.core.dice import Stream; s = Stream.of(1940, 'game'); print(json.dumps([s.die() for _ in range(20)]))"
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(bob.__file__).parents[1],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    assert json.loads(run.stdout) == FIRST_DICE


@QUICK
@given(BITS, st.integers(0, 10**6), st.integers(1, 10**9))
def test_a_stream_can_be_kept_and_taken_up_again(key: int, count: int, n: int) -> None:
    stream = Stream(key, count)
    copy = stream.copy()
    drawn = [stream.below(n) for _ in range(5)]
    assert (copy.key, copy.count) == (key, count)
    assert [copy.below(n) for _ in range(5)] == drawn
    assert stream.count == copy.count == count + 5
    again = Stream(key, count + 2)
    assert [again.below(n) for _ in range(3)] == drawn[2:]


@QUICK
@given(BITS, st.integers(1, 2**63), st.integers(1, 1000))
def test_below_and_die_stay_within_their_ranges(key: int, n: int, sides: int) -> None:
    stream = Stream(key)
    for _ in range(20):
        assert 0 <= stream.below(n) < n
        assert 1 <= stream.die(sides) <= sides
        assert 0.0 <= stream.unit() < 1.0
    assert stream.below(1) == 0 and stream.die(1) == 1


@QUICK
@given(BITS, st.lists(st.integers()))
def test_shuffle_is_a_permutation_and_choose_takes_one_of_the_items(key: int, items: list[int]) -> None:
    stream = Stream(key)
    shuffled = list(items)
    stream.shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)
    if items:
        assert stream.choose(items) in items
    else:
        with pytest.raises(IndexError):
            stream.choose(items)


def test_every_order_of_three_comes_up_alike() -> None:
    stream = Stream.of(1940, "orders")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [1, 2, 3]
        stream.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 6
    assert all(850 <= count <= 1150 for count in counts.values()), counts


@pytest.mark.parametrize("name", ["game", "weather", "anything"])
def test_dice_fall_evenly_and_one_after_another_are_independent(name: str) -> None:
    stream = Stream.of(1940, name)
    faces = [stream.die() for _ in range(36000)]
    singles = Counter(faces)
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    assert set(singles) == {1, 2, 3, 4, 5, 6} and len(pairs) == 36
    # Chi-squared, 99.9 % points for 5 and 35 degrees of freedom.
    assert sum((count - 6000) ** 2 / 6000 for count in singles.values()) < 20.5
    assert sum((count - 500) ** 2 / 500 for count in pairs.values()) < 66.6


# Faces


@pytest.mark.parametrize(("faces", "count", "sides"), [((), 0, 6), ((1, 6), 2, 6), ((20,), 1, 20)])
def test_faces_that_can_fall(faces: tuple[int, ...], count: int, sides: int) -> None:
    assert checked(list(faces), count, sides) == faces


@pytest.mark.parametrize(
    ("faces", "key", "values"),
    [
        ((1,), "error.dice_count", {"expected": 2, "found": 1}),
        ((1, 2, 3), "error.dice_count", {"expected": 2, "found": 3}),
        ((0, 1), "error.dice_face", {"face": 0, "sides": 6}),
        ((1, 7), "error.dice_face", {"face": 7, "sides": 6}),
        ((-1, 3), "error.dice_face", {"face": -1, "sides": 6}),
    ],
)
def test_faces_that_cannot_fall(faces: tuple[int, ...], key: str, values: dict[str, int]) -> None:
    with pytest.raises(DiceError) as caught:
        checked(faces, 2, 6)
    assert (caught.value.key, caught.value.values) == (key, values)
    assert all(str(value) in str(caught.value) for value in values.values())


@pytest.mark.parametrize("text", ["3,5", "3 5", " 3 , 5 ", "3,,5", "03\t5", "35", " 35 "])
def test_faces_in_a_text(text: str) -> None:
    assert parse_faces(text, 2, 6) == (3, 5)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("3", "error.dice_count"),
        ("", "error.dice_count"),
        ("3,5,1", "error.dice_count"),
        ("355", "error.dice_count"),
        ("37", "error.dice_face"),
        ("3\u0665", "error.dice_text"),
        ("3,7", "error.dice_face"),
        ("3,0", "error.dice_face"),
        ("3,-5", "error.dice_text"),
        ("3,five", "error.dice_text"),
        ("3;5", "error.dice_text"),
        ("3,5.0", "error.dice_text"),
        ("3,²", "error.dice_text"),
        ("3,٥", "error.dice_text"),
        ("3," + "9" * 5000, "error.dice_text"),
    ],
)
def test_a_text_that_is_no_faces(text: str, key: str) -> None:
    with pytest.raises(DiceError) as caught:
        parse_faces(text, 2, 6)
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("text", "count", "sides", "faces"),
    [("4", 1, 6, (4,)), ("123", 3, 6, (1, 2, 3)), ("12", 1, 20, (12,)), ("00", 1, 100, (100,)), ("07", 1, 100, (7,))],
)
def test_figures_without_a_gap(text: str, count: int, sides: int, faces: tuple[int, ...]) -> None:
    assert parse_faces(text, count, sides) == faces


def test_dice_whose_faces_may_have_two_figures_need_the_gap() -> None:
    with pytest.raises(DiceError):
        parse_faces("12", 2, 10)


@QUICK
@given(st.text())
def test_any_text_is_faces_or_a_dice_error(text: str) -> None:
    try:
        faces = parse_faces(text, 2, 6)
    except DiceError as error:
        assert str(error)
    else:
        assert len(faces) == 2 and all(1 <= face <= 6 for face in faces)


# Dice


def test_seeded_dice_enter_each_roll_in_the_ledger() -> None:
    dice = SeededDice(Stream.of(1940, "game"))
    first = dice.roll("random_event", by="raf")
    second = dice.roll("london_haze", 1)
    third = dice.roll("odd", 3, sides=20, by="luftwaffe")
    assert first == Roll("random_event", (4, 3), 6, "raf", "seeded")
    assert second == Roll("london_haze", (1,), 6, "", "seeded")
    assert (third.purpose, third.sides, third.by, len(third.faces)) == ("odd", 20, "luftwaffe", 3)
    assert all(1 <= face <= 20 for face in third.faces)
    assert dice.ledger.rolls == [first, second, third]
    assert (first.total, second.total) == (7, 1)
    assert dice.stream.count == 6


def test_two_sets_of_dice_can_share_a_ledger() -> None:
    ledger = Ledger()
    SeededDice(Stream.of(1940, "game"), ledger).roll("one")
    ScriptedDice([2, 2], ledger).roll("two", by="raf")
    assert [(roll.purpose, roll.faces, roll.by, roll.origin) for roll in ledger.rolls] == [
        ("one", (4, 3), "", "seeded"),
        ("two", (2, 2), "raf", "scripted"),
    ]
    assert Ledger().rolls == []


def test_an_empty_ledger_given_is_the_one_used() -> None:
    ledger = Ledger()
    assert SeededDice(Stream(1), ledger).ledger is ledger
    assert ScriptedDice([], ledger).ledger is ledger


def test_scripted_dice_fall_as_written() -> None:
    dice = ScriptedDice([1, 6, 20, 3])
    assert dice.roll("a").faces == (1, 6)
    assert dice.left == (20, 3)
    assert dice.roll("b", 1, sides=20).faces == (20,)
    assert dice.roll("c", 1).faces == (3,)
    assert dice.left == ()
    assert [roll.origin for roll in dice.ledger.rolls] == ["scripted"] * 3


def test_scripted_dice_that_have_run_out() -> None:
    dice = ScriptedDice([5])
    with pytest.raises(DiceError) as caught:
        dice.roll("navigation")
    assert (caught.value.key, caught.value.values) == ("error.dice_script_out", {"purpose": "navigation"})
    assert "navigation" in str(caught.value)
    assert (dice.left, dice.ledger.rolls) == ((5,), [])


@pytest.mark.parametrize("face", [0, 7, -1])
def test_scripted_dice_that_cannot_fall_so(face: int) -> None:
    dice = ScriptedDice([1, face, 2])
    with pytest.raises(DiceError) as caught:
        dice.roll("navigation")
    assert (caught.value.key, caught.value.values["face"]) == ("error.dice_face", face)
    assert (dice.left, dice.ledger.rolls) == ((1, face, 2), [])


def typed(*answers: str | None) -> tuple[TypedDice, list[tuple[str, int, int, str]]]:
    """Typed dice that get these answers, and what was asked."""
    left, asked = list(answers), []

    def ask(throw: Throw) -> str | None:
        asked.append((throw.purpose, throw.count, throw.sides, throw.by))
        return left.pop(0)

    return TypedDice(ask, SeededDice(Stream.of(1940, "game"))), asked


def test_typed_dice_are_those_typed() -> None:
    dice, asked = typed("3,5", "17")
    assert dice.roll("formation", by="luftwaffe") == Roll("formation", (3, 5), 6, "luftwaffe", "typed")
    assert dice.roll("odd", 1, sides=20).faces == (17,)
    assert asked == [("formation", 2, 6, "luftwaffe"), ("odd", 1, 20, "")]
    assert [roll.origin for roll in dice.ledger.rolls] == ["typed", "typed"]
    assert dice.instead.stream.count == 0


@pytest.mark.parametrize("answer", [None, "", "  \t"])
def test_typed_dice_left_to_the_program(answer: str | None) -> None:
    dice, _ = typed(answer, "6 6", answer)
    assert dice.roll("one", by="raf") == Roll("one", (4, 3), 6, "raf", "seeded")
    assert dice.roll("two").faces == (6, 6)
    assert dice.roll("three").faces == (1, 1)
    assert [roll.origin for roll in dice.ledger.rolls] == ["seeded", "typed", "seeded"]
    assert dice.ledger is dice.instead.ledger


@pytest.mark.parametrize(
    ("answer", "key"), [("7,1", "error.dice_face"), ("1", "error.dice_count"), ("1,2,3", "error.dice_count"), ("six", "error.dice_text")]
)
def test_typed_dice_that_cannot_fall_so(answer: str, key: str) -> None:
    dice, _ = typed(answer, "1,2")
    with pytest.raises(DiceError) as caught:
        dice.roll("formation")
    assert caught.value.key == key
    assert dice.ledger.rolls == []
    assert dice.roll("formation").faces == (1, 2)
