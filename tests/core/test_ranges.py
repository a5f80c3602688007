"""What fits into an order: what a range lists and draws, it lets pass; everything beside it is refused in words."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.codec import CodecError, decode, encode
from bob.core.dice import Stream
from bob.core.errors import BobError, Refused
from bob.core.game import Choices, codes_once, dumps
from bob.core.match import Match
from bob.core.ranges import FLAG, Angle, Board, Described, Field, Grid, Inner, Maybe, OneOf, Parts, Range, Several, Text, Whole
from bob.games import games
from bob.words import Words
from tests.toy import TOY, Plan, Show, Strike

QUICK = settings(max_examples=150, deadline=None, database=None)

WHOLES = st.builds(lambda least, span, step: Whole(least, least + span, step), st.integers(-99, 99), st.integers(0, 60), st.integers(1, 9))
ANGLES = st.integers(1, 72).flatmap(
    lambda full: st.builds(Angle, st.integers(0, full - 1), st.integers(0, full // 2), st.integers(1, full), st.just(full))
)
SIDES = st.builds(lambda least, span: Whole(least, least + span), st.integers(0, 80), st.integers(0, 19))
LISTED = st.one_of(
    st.builds(OneOf, st.lists(st.text("abc", max_size=3) | st.integers(-3, 3) | st.none(), min_size=1, max_size=5, unique=True).map(tuple)),
    st.just(FLAG),
    WHOLES,
    st.builds(Grid, WHOLES, WHOLES, st.integers(1, 100)),
    ANGLES,
    st.builds(Board, SIDES, SIDES),
)
TEXTS = st.builds(lambda least, span: Text(least + span, least), st.integers(0, 5), st.integers(0, 30))


def wider(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    fields = st.lists(inner, min_size=1, max_size=3).map(lambda kinds: tuple(Field(f"f{i}", kind) for i, kind in enumerate(kinds)))
    return st.one_of(
        st.builds(Maybe, inner),
        st.builds(lambda of, least, span: Several(of, least, least + span), inner, st.integers(0, 2), st.integers(0, 3)),
        st.builds(Parts, fields),
        fields.map(lambda found: Inner((Described("one", found), Described("two", found)))),
    )


RANGES = st.recursive(LISTED | TEXTS, wider, max_leaves=4)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("f01code", max_size=4), inner, max_size=3),
    max_leaves=6,
)


def fits(kind: Range, value: Any) -> bool:
    try:
        kind.check(value, "here")
    except CodecError as error:
        assert error.place.startswith("here")
        for language in ("en", "fr"):
            assert error.describe(Words(language))
        return False
    return True


@pytest.mark.slow
@QUICK
@given(RANGES, st.integers(0, 10**6))
def test_what_is_drawn_fits_and_is_the_same_again(kind: Range, seed: int) -> None:
    value = kind.sample(Stream.of(seed, "x"))
    assert fits(kind, value)
    assert fits(kind, json.loads(dumps(value)))
    assert kind.sample(Stream.of(seed, "x")) == value


@pytest.mark.slow
@QUICK
@given(RANGES)
def test_a_range_goes_to_a_client_and_comes_back(kind: Range) -> None:
    assert decode(Range, json.loads(dumps(encode(kind)))) == kind


@pytest.mark.slow
@QUICK
@given(LISTED)
def test_what_is_listed_is_all_that_fits(kind: Range) -> None:
    values = [dumps(value) for value in kind.values()]
    assert len(values) == len(set(values)) == kind.count
    assert all(fits(kind, json.loads(value)) for value in values)
    if isinstance(kind, Whole | Angle):
        assert [dumps(n) for n in range(-120, 160) if fits(kind, n)] == sorted(values, key=int)
    if isinstance(kind, Board):
        corners = [(c, r) for c in (kind.columns.least - 1, kind.columns.most + 1) for r in (kind.rows.least, kind.rows.most + 1)]
        assert not any(fits(kind, f"{column:02d}{row:02d}") for column, row in corners)


@pytest.mark.slow
@QUICK
@given(RANGES, JSON)
def test_whatever_comes_in_fits_or_is_refused_in_words(kind: Range, value: Any) -> None:
    fits(kind, value)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (OneOf((1, "a")), True),
        (OneOf((1, "a")), 1.0),
        (OneOf((0, 1)), False),
        (FLAG, 0),
        (Whole(2, 8, 2), 3),
        (Whole(2, 8, 2), 10),
        (Whole(0, 1), True),
        (Whole(0, 1), 1.0),
        (Grid(Whole(0, 4800), Whole(0, 3600), 100), [4801, 0]),
        (Grid(Whole(0, 4800), Whole(0, 3600), 100), [0, -1]),
        (Grid(Whole(0, 4800), Whole(0, 3600), 100), [1]),
        (Grid(Whole(0, 4800), Whole(0, 3600), 100), [1, 2.5]),
        (Angle(350, 45), 36),
        (Angle(350, 45), 304),
        (Angle(), 360),
        (Angle(), -1),
        (Angle(0, 180, 15), 7),
        (Board(Whole(0, 76), Whole(0, 69)), "7700"),
        (Board(Whole(0, 76), Whole(0, 69)), "٣٧٠٦"),
        (Board(Whole(0, 76), Whole(0, 69)), 3706),
        (Text(3, 1), ""),
        (Text(3, 1), "abcd"),
        (Several(Whole(1, 9), 2, 3, distinct=True), [4, 4]),
        (Several(Whole(1, 9), 2, 3), [4]),
        (Parts((Field("a", FLAG),)), {"a": True, "b": 1}),
        (Parts((Field("a", FLAG),)), {}),
    ],
)
def test_what_lies_beside_is_refused(kind: Range, value: Any) -> None:
    assert not fits(kind, value)


def test_a_direction_may_cross_nought() -> None:
    assert list(Angle(350, 30, 10).values()) == [320, 330, 340, 350, 0, 10, 20]
    assert list(Angle(0, 180, 90).values()) == [270, 0, 90, 180]
    assert fits(Angle(350, 45), 35) and fits(Angle(350, 45), 305)


@pytest.mark.parametrize("wrong", [(0, 5, 0), (360, 5, 1), (0, 181, 1)])
def test_a_range_that_is_none_is_a_fault_of_the_program(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no angle"):
        Angle(*wrong)
    with pytest.raises(ValueError, match="a step"):
        Whole(0, 1, 0)


# ---- in the contract


def test_the_toy_checks_its_orders_by_its_choices() -> None:
    choices = Choices((Show(3), Strike()), (Described("plan", (Field("place", Whole(0, 9)), Field("text", Text(9)))),))
    for order in (Show(3), Strike(), Plan(9, "")):
        choices.check(order)
    for order, key, place in (
        (Show(4), "game.not_listed", None),
        (Plan(10, ""), "game.bad_order", "place"),
        (Plan(1, "x" * 10), "game.bad_order", "text"),
    ):
        with pytest.raises(Refused) as error:
            choices.check(order)
        assert (error.value.key, error.value.values.get("place")) == (key, place)
        assert error.value.describe(Words("fr"))
    with pytest.raises(Refused) as error:
        Choices((Strike(),)).check(Plan(1, ""))
    assert error.value.key == "game.not_now"


def test_of_several_forms_the_fault_told_is_that_of_the_nearest() -> None:
    unit, height = Field("unit", OneOf(("92",))), Field("angels", Whole(0, 34, 2))
    forms = (
        Described("scramble", (unit, height, Field("hex", Board(Whole(0, 76), Whole(0, 69))))),
        Described("scramble", (unit, height, Field("track", OneOf((1, 2))))),
    )
    kind = Inner(forms)
    assert fits(kind, {"code": "scramble", "unit": "92", "angels": 12, "hex": "3706", "track": None})
    for data, place in (
        ({"code": "scramble", "unit": "92", "angels": 13, "track": 2, "hex": None}, "angels"),
        ({"code": "scramble", "unit": "92", "angels": 12, "track": 2, "hex": "3706"}, "track"),
        ({"code": "scramble", "unit": "92", "angels": 12, "track": 3, "hex": None}, "track"),
        ({"code": "vector"}, "code"),
        (["scramble"], "code"),
    ):
        with pytest.raises(CodecError) as error:
            kind.check(data, "order")
        assert error.value.place == f"order.{place}"


def test_random_play_draws_listed_and_described_orders() -> None:
    position = Match.new(TOY, "short", 1).position
    stream = Stream.of(4, "draw")
    drawn = [TOY.draw(TOY.choices(position, "blue"), stream) for _ in range(200)]
    assert {order.code for order in drawn} == {"plan", "show", "strike", "wait"}
    for order in drawn:
        TOY.check(position, "blue", order)
    with pytest.raises(IndexError):
        TOY.draw(Choices(), stream)


@dataclass(frozen=True, slots=True)
class Strikes:
    """Another order of the code of Strike."""

    code: ClassVar[str] = "strike"


def test_the_code_of_an_order_is_its_own() -> None:
    for game in games().values():
        codes_once(game.name, game.order_types)
    with pytest.raises(TypeError, match="the same code 'strike'"):
        type("Twice", (type(TOY),), {"order_types": (Strike, Strikes)})
    with pytest.raises(TypeError, match="has no code"):
        type("None", (type(TOY),), {"order_types": (BobError,)})
