"""Values to JSON and back: every kind comes back the same, and every error names its place."""

from __future__ import annotations

import datetime as dt
import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Literal, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.codec import CodecError, Key, decode, encode, encode_changed
from bob.core.errors import BobError
from bob.core.game import dumps
from bob.core.hexes import Hex, at_offset
from bob.core.ranges import Maybe, OneOf, Whole
from bob.words import Words

QUICK = settings(max_examples=150, deadline=None, database=None)


class Side(enum.Enum):
    RAF = "raf"
    LUFTWAFFE = "luftwaffe"


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 4


class Cloud(enum.StrEnum):
    CLEAR = "clear"
    BANK = "bank"


@dataclass(frozen=True, slots=True)
class Patrol:
    hex: Hex
    angels: int = 0
    code: ClassVar[str] = "patrol"


@dataclass(frozen=True, slots=True)
class Land:
    base: str
    code: ClassVar[str] = "land"


@dataclass(frozen=True, slots=True)
class Turn:
    points: tuple[int, ...]
    code: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class Everything:
    """Every kind that the codec knows."""

    text: str
    whole: int
    number: float
    flag: bool
    nothing: None
    place: Hex
    day: dt.date
    side: Side
    level: Level
    cloud: Cloud
    step: Literal[1, 2, "three", True, None]
    order: Patrol | Land | Turn
    maybe: Optional[Patrol]  # noqa: UP045 - the old form is a kind of its own
    either: int | str | None
    pair: tuple[int, str]
    row: tuple[Hex, ...]
    members: list[Land]
    chosen: frozenset[int]
    hexes: set[Hex]
    named: dict[str, tuple[int, ...]]
    numbered: dict[int, Patrol]
    placed: Mapping[Hex, Side]
    sided: dict[Side, dict[Level, bool]]
    anything: Any
    preset: int = 7
    made: list[int] = field(default_factory=list)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
HEXES = st.builds(at_offset, st.integers(0, 99), st.integers(0, 99))
WHOLE = st.integers(-(2**70), 2**70)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
PATROLS = st.builds(Patrol, HEXES, WHOLE)
LANDS = st.builds(Land, TEXTS)
TURNS = st.builds(Turn, st.lists(WHOLE, max_size=3).map(tuple))
JSON = st.recursive(
    st.none() | st.booleans() | WHOLE | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
EVERYTHING = st.builds(
    Everything,
    text=TEXTS,
    whole=WHOLE,
    number=NUMBERS,
    flag=st.booleans(),
    nothing=st.none(),
    place=HEXES,
    day=st.dates(),
    side=st.sampled_from(Side),
    level=st.sampled_from(Level),
    cloud=st.sampled_from(Cloud),
    step=st.sampled_from([1, 2, "three", True, None]),
    order=PATROLS | LANDS | TURNS,
    maybe=st.none() | PATROLS,
    either=WHOLE | TEXTS | st.none(),
    pair=st.tuples(WHOLE, TEXTS),
    row=st.lists(HEXES, max_size=3).map(tuple),
    members=st.lists(LANDS, max_size=3),
    chosen=st.frozensets(WHOLE, max_size=4),
    hexes=st.sets(HEXES, max_size=4),
    named=st.dictionaries(TEXTS, st.lists(WHOLE, max_size=2).map(tuple), max_size=3),
    numbered=st.dictionaries(st.integers(-(10**9), 10**9), PATROLS, max_size=3),
    placed=st.dictionaries(HEXES, st.sampled_from(Side), max_size=3),
    sided=st.dictionaries(st.sampled_from(Side), st.dictionaries(st.sampled_from(Level), st.booleans())),
    anything=JSON,
    preset=WHOLE,
    made=st.lists(WHOLE, max_size=3),
)

PLAIN = Everything(
    text="Kenley", whole=1, number=1.5, flag=True, nothing=None, place=at_offset(37, 6), day=dt.date(1940, 8, 18), side=Side.RAF,
    level=Level.HIGH, cloud=Cloud.BANK, step="three", order=Land("Kenley"), maybe=None, either=3, pair=(1, "a"), row=(at_offset(1, 2),),
    members=[Land("a"), Land("b")], chosen=frozenset({3, 1}), hexes={at_offset(2, 2)}, named={"a": (1, 2)},
    numbered={4: Patrol(at_offset(3, 3))}, placed={at_offset(4, 4): Side.LUFTWAFFE}, sided={Side.RAF: {Level.LOW: True}},
    anything={"x": [1, None]},
)  # fmt: skip


@pytest.mark.smoke
@QUICK
@given(EVERYTHING)
def test_every_kind_comes_back_the_same(value: Everything) -> None:
    text = dumps(encode(value))
    again = decode(Everything, json.loads(text))
    assert again == value
    assert type(again.step) is type(value.step)
    assert type(again.either) is type(value.either)
    assert dumps(encode(again)) == text


@pytest.mark.slow
@QUICK
@given(EVERYTHING, EVERYTHING)
def test_what_is_written_anew_is_the_same_and_takes_over_what_is_equal(before: Everything, after: Everything) -> None:
    written = encode(before)
    assert encode_changed(after, before, written) == encode(after)
    again = replace(before, whole=before.whole + 1)
    renewed = encode_changed(again, before, written)
    assert renewed == encode(again)
    assert all(renewed[name] is written[name] for name in written if name != "whole")


@QUICK
@given(JSON)
def test_whatever_comes_in_is_taken_or_refused_in_words(data: Any) -> None:
    for kind in (
        Everything,
        Patrol | Land | Turn,
        Patrol | int | None,
        dict[int, Side],
        set[Hex],
        tuple[int, str],
        Literal[1, "a"],
        dt.date,
    ):
        try:
            value = decode(kind, data)
        except CodecError as error:
            assert str(error)
        else:
            assert decode(kind, encode(value)) == value


@QUICK
@given(st.data())
def test_one_spoilt_member_is_named_or_still_fits(data: st.DataObject) -> None:
    raw = encode(PLAIN)
    name = data.draw(st.sampled_from(sorted(raw)))
    try:
        decode(Everything, raw | {name: data.draw(JSON)})
    except CodecError as error:
        assert error.place == name or error.place.startswith((f"{name}.", f"{name}["))


def test_the_form_is_as_a_person_would_write_it() -> None:
    assert encode(PLAIN) == {
        "text": "Kenley", "whole": 1, "number": 1.5, "flag": True, "nothing": None, "place": "3706", "day": "1940-08-18", "side": "raf",
        "level": 4, "cloud": "bank", "step": "three", "order": {"code": "land", "base": "Kenley"}, "maybe": None, "either": 3,
        "pair": [1, "a"], "row": ["0102"], "members": [{"code": "land", "base": "a"}, {"code": "land", "base": "b"}], "chosen": [1, 3],
        "hexes": ["0202"], "named": {"a": [1, 2]}, "numbered": {"4": {"code": "patrol", "hex": "0303", "angels": 0}},
        "placed": {"0404": "luftwaffe"}, "sided": {"raf": {"0": True}}, "anything": {"x": [1, None]}, "preset": 7, "made": [],
    }  # fmt: skip


def test_what_has_a_default_may_be_left_out() -> None:
    raw = encode(PLAIN)
    del raw["preset"], raw["made"]
    assert decode(Everything, raw) == PLAIN
    assert decode(Patrol, {"hex": "3706"}) == Patrol(at_offset(37, 6))
    assert decode(Patrol, {"hex": "3706", "code": "patrol"}) == Patrol(at_offset(37, 6))


@pytest.mark.parametrize(
    ("name", "value", "place", "expected"),
    [
        ("text", 1, "text", "a text"),
        ("text", "\ud800", "text", "a text"),
        ("whole", 1.0, "whole", "a whole number"),
        ("whole", True, "whole", "a whole number"),
        ("number", "1", "number", "a number"),
        ("number", 10**400, "number", "a number"),
        ("number", False, "number", "a number"),
        ("flag", 1, "flag", "true or false"),
        ("nothing", 0, "nothing", "nothing"),
        ("place", "99", "place", "a hex such as 3706"),
        ("place", 3706, "place", "a hex such as 3706"),
        ("day", "18 August", "day", "a date such as 1940-08-18"),
        ("day", 5, "day", "a date such as 1940-08-18"),
        ("side", "usaaf", "side", "one of raf, luftwaffe"),
        ("side", ["raf"], "side", "one of raf, luftwaffe"),
        ("level", 3, "level", "one of 0, 4"),
        ("step", 3, "step", "one of 1, 2, three, True, None"),
        ("step", 1.0, "step", "one of 1, 2, three, True, None"),
        ("step", False, "step", "one of 1, 2, three, True, None"),
        ("order", {"code": "loop"}, "order.code", "one of land, patrol, turn"),
        ("order", {"code": ["land"]}, "order.code", "one of land, patrol, turn"),
        ("order", {}, "order.code", "one of land, patrol, turn"),
        ("order", 7, "order", "a table"),
        ("order", {"code": "land"}, "order.base", "a text"),
        ("order", {"code": "turn", "points": [1, "x"]}, "order.points[1]", "a whole number"),
        ("maybe", {"code": "land", "hex": "0101"}, "maybe.code", "one of patrol"),
        ("maybe", [], "maybe", "a table of hex, angels"),
        ("either", 1.5, "either", "a whole number or a text"),
        ("pair", [1], "pair", "2 members"),
        ("pair", [1, 2], "pair[1]", "a text"),
        ("pair", "ab", "pair", "a list"),
        ("row", {"0": "0101"}, "row", "a list"),
        ("row", ["0101", "x"], "row[1]", "a hex such as 3706"),
        ("members", [{"base": "a"}, {"base": 2}], "members[1].base", "a text"),
        ("members", [{"base": "a", "bse": 2}], "members[0].bse", "one of base"),
        ("chosen", [1, None], "chosen[1]", "a whole number"),
        ("named", [], "named", "a table"),
        ("named", {"a": [1, "x"]}, "named.a[1]", "a whole number"),
        ("numbered", {"four": {"hex": "0101"}}, "numbered", "a whole number"),
        ("numbered", {"1_0": {"hex": "0101"}}, "numbered", "a whole number"),
        ("numbered", {"4": {"hex": "x"}}, "numbered.4.hex", "a hex such as 3706"),
        ("placed", {"x": "raf"}, "placed", "a hex such as 3706"),
        ("placed", {"0101": "x"}, "placed.0101", "one of raf, luftwaffe"),
        ("sided", {"x": {}}, "sided", "one of raf, luftwaffe"),
        ("sided", {"raf": {"3": True}}, "sided.raf", "one of 0, 4"),
        ("sided", {"raf": {"4": 1}}, "sided.raf.4", "true or false"),
    ],
)
def test_each_error_names_its_place(name: str, value: Any, place: str, expected: str, fr: Words) -> None:
    with pytest.raises(CodecError) as error:
        decode(Everything, encode(PLAIN) | {name: value})
    assert (error.value.place, str(error.value.values["expected"])) == (place, expected)
    assert place in str(error.value)
    assert error.value.describe(fr)


def test_errors_at_the_top_have_a_place_too() -> None:
    for kind, data, place in (
        (Patrol | Land, {"code": "x"}, "code"),
        (Patrol, {"code": "x", "hex": "0101"}, "code"),
        (Patrol, {}, "hex"),
        (tuple[int, ...], [1, "x"], "[1]"),
        (dict[str, int], {"a": "x"}, "a"),
    ):
        with pytest.raises(CodecError) as error:
            decode(kind, data)
        assert error.value.place == place
    with pytest.raises(CodecError) as error:
        decode(int, "x")
    assert str(error.value).startswith("at -: expected a whole number")
    assert decode(int, 1, "raid.angels") == 1
    with pytest.raises(BobError) as account:
        decode(int, "x", "raid.angels")
    assert "raid.angels" in str(account.value)


def test_an_unknown_kind_is_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError):
        encode(object())
    with pytest.raises(TypeError):
        decode(complex, 1)


@dataclass(frozen=True, slots=True)
class Sortie:
    """A table of a file: a key that is no name, bounds, a key for people."""

    unread: ClassVar[tuple[str, ...]] = ("note",)
    since: Annotated[dt.date, Key("from")]
    angels: Annotated[int, Whole(0, 34, 2)]
    box: Annotated[str | None, Maybe(OneOf(("a", "b")))] = None


def test_a_file_may_name_its_keys_otherwise_and_keeps_within_bounds(fr: Words) -> None:
    assert decode(Sortie, {"from": dt.date(1940, 8, 18), "angels": 12, "note": 3}) == Sortie(dt.date(1940, 8, 18), 12)
    for data, place in (
        ({"from": dt.datetime(1940, 8, 18), "angels": 12}, "day.from"),
        ({"since": "1940-08-18", "angels": 12}, "day.from"),
        ({"from": "1940-08-18", "angels": 13}, "day.angels"),
        ({"from": "1940-08-18", "angels": 2**31}, "day.angels"),
        ({"from": "1940-08-18", "angels": 12, "box": "c"}, "day.box"),
    ):
        with pytest.raises(CodecError) as error:
            decode(Sortie, data, "day")
        assert error.value.place == place and error.value.describe(fr)


@dataclass(frozen=True, slots=True)
class Landing:
    """An order of the code of Land."""

    code: ClassVar[str] = "land"


def test_two_kinds_of_one_code_are_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError, match="land"):
        decode(Land | Landing, {"code": "land"})


def test_a_long_wrong_value_is_cut_short() -> None:
    with pytest.raises(CodecError) as error:
        decode(int, "x" * 10_000)
    assert len(str(error.value)) < 200


@dataclass(frozen=True, slots=True)
class Noted:
    """Its code is a value of its own, not of its kind."""

    code: str
    to: tuple[str, ...] = ()


def test_a_code_of_its_own_is_a_field_like_others() -> None:
    assert decode(Noted, encode(Noted("begun", ("red",)))) == Noted("begun", ("red",))
    assert decode(Noted | Patrol, {"code": "begun"}) == Noted("begun")
    assert decode(Noted | Patrol, {"code": "patrol", "hex": "0101"}) == Patrol(at_offset(1, 1))
