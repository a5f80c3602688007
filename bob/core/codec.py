"""Frozen values to JSON and back, and out of TOML, by their dataclass fields and type hints.

Known: text, whole numbers, numbers, booleans, None, Hex, dates, enums, dataclasses, named tuples, tuples, lists, dicts, (frozen)sets,
unions, literals, and `Annotated` with constraints on the written value: anything with `check(value, place)`, such as the ranges of
`bob.core.ranges`. `Key("from")` in it names the key of a field in a file. A union of dataclasses is distinguished by the field `code` that
each of them has as a class variable. A dataclass may name in `unread` keys that a file may hold for human readers, and raise CodecError
from `__post_init__` for values that do not fit together.

Each kind is compiled into a function once, on first use.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import json
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass
from functools import cache, reduce
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from bob.core.errors import BobError, Phrase, phrase, shown
from bob.core.hexes import Hex, from_label

T = TypeVar("T")
Reader = Callable[[Any], Any]
Writer = Callable[[Any], Any]


SPARSE: Mapping[str, bool] = types.MappingProxyType({"sparse": True})
"""Metadata of a field of a dataclass that is left out when empty."""


class CodecError(BobError):
    """A value not of the wanted form. Names the place and the expected form."""

    def __init__(self, place: str, expected: Phrase, found: object) -> None:
        super().__init__("error.codec", place=place or "-", expected=expected, found=found if isinstance(found, Phrase) else shown(found))
        self.place = place
        self.found = found


class _Unfit(Exception):
    """A value that does not fit; each container that it passes on its way out writes its own place in front."""

    def __init__(self, expected: Phrase, found: object, place: str = "") -> None:
        self.expected = expected
        self.found = found
        self.place = place

    def within(self, step: str) -> _Unfit:
        self.place = step if not self.place else f"{step}{self.place}" if self.place[0] == "[" else f"{step}.{self.place}"
        return self


@dataclass(frozen=True, slots=True)
class Key:
    """The key of a field, where it is not the field's own name."""

    name: str


# ---- writing


def encode(value: Any) -> Any:
    """The value in JSON's own kinds. Sets come out sorted, a Hex as its label."""
    kind = type(value)
    return value if kind in _BARE else _writer(kind)(value)


def encode_changed(value: Any, before: Any, written: Any) -> Any:
    """Return the result of `encode`, for a value much like the one `before` it, whose encoding is `written`: equal parts are taken from
    that, as the same objects, so that differences are found fast."""
    kind = type(value)
    if kind in _BARE or kind is not type(before):
        return encode(value)
    if value is before or value == before:
        return written
    if dataclasses.is_dataclass(kind):
        absent = [name for name in _sparse(kind) if _empty(getattr(value, name))]
        parts = {
            name: encode_changed(getattr(value, name), getattr(before, name), written.get(name))
            for name in _names(kind)
            if name not in absent
        }
        return parts if "code" not in written else {"code": written["code"], **parts}
    if kind is dict:
        return {
            (place := encode_key(key)): encode_changed(member, before[key], written[place]) if key in before else encode(member)
            for key, member in value.items()
        }
    if kind is list or kind is tuple:
        known = len(before)
        return [encode_changed(m, before[i], written[i]) if i < known else encode(m) for i, m in enumerate(value)]
    return encode(value)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in dataclasses.fields(kind))


@cache
def _sparse(kind: type) -> tuple[str, ...]:
    """The fields that are left out when empty."""
    return tuple(f.name for f in dataclasses.fields(kind) if f.metadata.get("sparse"))


def _empty(member: object) -> bool:
    return member is None or member in ({}, [], ())


def encode_key(key: Any) -> str:
    """A key of a mapping as text."""
    return key.label if isinstance(key, Hex) else str(key.value if isinstance(key, enum.Enum) else key)


_BARE = frozenset({str, int, float, bool, type(None)})
"""The types that JSON writes unchanged."""


def _made_writer(kind: Any) -> Writer:
    if kind in _BARE:
        return _read_same
    if issubclass(kind, enum.Enum):
        return lambda value: value.value
    if issubclass(kind, Hex):
        return lambda value: value.label
    if issubclass(kind, bool | int | float | str):
        return _read_same
    if issubclass(kind, dt.date):
        return lambda value: value.isoformat()
    if dataclasses.is_dataclass(kind):
        return _dataclass_writer(kind)
    if issubclass(kind, Mapping):
        return lambda value: {key if type(key) is str else encode_key(key): encode(member) for key, member in value.items()}
    if issubclass(kind, set | frozenset):
        return lambda value: sorted(map(encode, value), key=repr)
    if issubclass(kind, list | tuple):
        return lambda value: [encode(member) for member in value]
    raise TypeError(f"no form for {kind.__name__}")


_writer: Callable[[Any], Writer] = cache(_made_writer)


def _dataclass_writer(kind: Any) -> Writer:
    """Return the writer of a dataclass: its fields written out in one expression, since every entry of a save writes thousands of them."""
    code = getattr(kind, "code", None)
    head = [f"'code': {code!r}"] if isinstance(code, str) else []
    members = [f"{f.name!r}: m if type(m := value.{f.name}) in bare else encode(m)" for f in dataclasses.fields(kind)]
    whole: Writer = eval(f"lambda value: {{{', '.join(head + members)}}}", {"bare": _BARE, "encode": encode})
    sparse = _sparse(kind)
    if not sparse:
        return whole

    def thin(value: object) -> dict[str, object]:
        absent = [name for name in sparse if _empty(getattr(value, name))]
        return {name: member for name, member in whole(value).items() if name not in absent}

    return thin


def _read_same(value: Any) -> Any:
    return value


# ---- reading


def parsed(line: str) -> Any:
    """Parse a line of JSON. Raises CodecError for a line that is no JSON, is nested without end, or holds half a character."""
    try:
        data = json.loads(line)
        if "\\u" in line or not line.isascii():
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise CodecError("-", phrase("expect.text"), line) from None
    except (ValueError, RecursionError) as error:
        raise CodecError("-", phrase("expect.json"), str(error)) from None
    return data


def decode(kind: type[T] | Any, data: Any, place: str = "") -> T:
    """Return the value of that kind. Raises CodecError with the place and the expected form."""
    try:
        found: T = _reader(kind)(data)
    except _Unfit as unfit:
        at = unfit.within(place).place if place else unfit.place
        raise CodecError(at, unfit.expected, unfit.found) from None
    return found


def _made_reader(kind: Any) -> Reader:
    """Return the reader of a kind: a function that returns the value, or raises _Unfit."""
    if kind is Any or kind is object:
        return _read_same
    if kind is None or kind is type(None):
        return _read_only_if(phrase("expect.nothing"), lambda data: data is None)
    if kind in _PLAIN:
        return _plain_reader(kind)
    if kind is Hex:
        return _hex
    if kind is dt.date:
        return _date
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(args[0], args[1:])
    if origin is typing.Literal:
        return _read_only_if(_one_of(args), lambda data: any(type(data) is type(member) and data == member for member in args))
    if origin in (Union, types.UnionType):
        return _union(args)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _enum(kind)
    if dataclasses.is_dataclass(kind):
        return _table(kind)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = typing.get_type_hints(kind, include_extras=True)
        whole = _row(tuple(hints[name] for name in kind._fields))
        return lambda data: kind(*whole(data))
    origin = origin or kind
    if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _mapping(*(args or (str, Any)))
    if origin is tuple and args and args[-1] is not Ellipsis:
        return _row(args)
    if origin in (list, tuple, set, frozenset, Sequence):
        return _list_reader(args[0] if args else Any, list if origin is Sequence else origin)
    raise TypeError(f"no form for {kind}")


_reader: Callable[[Any], Reader] = cache(_made_reader)


def _one_of(choices: Sequence[Any]) -> Phrase:
    return phrase("expect.one_of", choices=", ".join(map(str, choices)))


def _read_only_if(expected: Phrase, fits: Callable[[Any], bool]) -> Reader:
    def read(data: Any) -> Any:
        if fits(data):
            return data
        raise _Unfit(expected, data)

    return read


_PLAIN = {str: "expect.text", int: "expect.whole_number", float: "expect.number", bool: "expect.true_or_false"}


def _plain_reader(kind: type) -> Reader:
    expected = phrase(_PLAIN[kind])

    def text(data: Any) -> str:
        if isinstance(data, str):
            try:
                data.encode()  # JSON can smuggle in half a character
            except UnicodeEncodeError:
                raise _Unfit(expected, data) from None
            return data
        raise _Unfit(expected, data)

    def number(data: Any) -> float:
        if isinstance(data, float):
            return data
        if isinstance(data, int) and not isinstance(data, bool) and abs(data) < 1 << 1023:
            return float(data)
        raise _Unfit(expected, data)

    def other(data: Any) -> Any:
        if type(data) is kind:
            return data
        raise _Unfit(expected, data)

    return text if kind is str else number if kind is float else other


def _hex(data: Any) -> Hex:
    if isinstance(data, str):
        try:
            return from_label(data)
        except BobError:
            pass
    raise _Unfit(phrase("expect.hex"), data)


def _date(data: Any) -> dt.date:
    if isinstance(data, dt.date) and not isinstance(data, dt.datetime):
        return data
    try:
        return dt.date.fromisoformat(data)
    except (TypeError, ValueError):
        raise _Unfit(phrase("expect.date"), data) from None


def _enum(kind: type[enum.Enum]) -> Reader:
    expected = _one_of([member.value for member in kind])

    def read(data: Any) -> Any:
        try:
            return kind(data)
        except ValueError:
            raise _Unfit(expected, data) from None

    return read


def _annotated(kind: Any, notes: tuple[Any, ...]) -> Reader:
    inner, checks = _reader(kind), [note for note in notes if hasattr(note, "check")]

    def read(data: Any) -> Any:
        value = inner(data)
        for check in checks:
            try:
                check.check(data, "")
            except CodecError as error:
                raise _Unfit(error.values["expected"], error.found, error.place) from None
        return value

    return read


def _union(kinds: tuple[Any, ...]) -> Reader:
    maybe, rest = type(None) in kinds, [kind for kind in kinds if kind is not type(None)]
    if len(rest) == 1:
        only = _reader(rest[0])
        return lambda data: None if data is None else only(data)
    coded: dict[str, Reader] = {}
    for kind in rest:
        code = getattr(kind, "code", None) if dataclasses.is_dataclass(kind) else None
        if isinstance(code, str):
            if code in coded:
                raise TypeError(f"two kinds of one code {code!r} in {rest}")
            coded[code] = _reader(kind)
    readers, all_coded = [_reader(kind) for kind in rest], len(coded) == len(rest)
    codes, either = _one_of(sorted(coded)), _either_of(rest)

    def read(data: Any) -> Any:
        if data is None and maybe:
            return None
        if isinstance(data, Mapping):
            code = data.get("code")
            if isinstance(code, str) and code in coded:
                return coded[code](data)
            if all_coded:
                raise _Unfit(codes, code, "code")
        for reader in readers:
            try:
                return reader(data)
            except _Unfit:
                continue
        raise _Unfit(either, data)

    return read


_EITHER = ("expect.whole_number", "expect.number", "expect.true_or_false", "expect.text", "expect.list")
"""The order in which kinds are listed when one of several is expected."""


def _either_of(kinds: Sequence[Any]) -> Phrase:
    """Describe one of some kinds without distinct codes."""

    def text_of(kind: Any) -> Phrase:
        while get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        if kind in _PLAIN:
            return phrase(_PLAIN[kind])
        if get_origin(kind) in (tuple, list):
            return phrase("expect.list")
        return phrase("expect.table")

    # `int | str` and `str | int` are one kind, read by one reader: which of them came first must not show.
    phrases = sorted(
        {text.key: text for text in map(text_of, kinds)}.values(),
        key=lambda said: _EITHER.index(said.key) if said.key in _EITHER else len(_EITHER),
    )
    return reduce(lambda first, second: phrase("expect.or", first=first, second=second), phrases)


def _mapping(key_kind: Any, kind: Any) -> Reader:
    key_of, inner = _key(key_kind), _reader(kind)

    def read(data: Any) -> dict[Any, Any]:
        if not isinstance(data, Mapping):
            raise _Unfit(phrase("expect.table"), data)
        found = {}
        for key, member in data.items():
            name = key_of(key)  # a wrong key is reported at the place of its table
            try:
                found[name] = inner(member)
            except _Unfit as unfit:
                raise unfit.within(str(key)) from None
        return found

    return read


def _key(kind: Any) -> Reader:
    if kind is int:
        return _whole_key
    inner = _reader(kind)
    if not (isinstance(kind, type) and issubclass(kind, enum.Enum)):
        return inner
    members = {str(member.value): member.value for member in kind}
    return lambda key: inner(members.get(key, key))


def _whole_key(key: Any) -> int:
    if isinstance(key, str) and key.isascii() and key.removeprefix("-").isdigit() and len(key) < 20:
        return int(key)
    raise _Unfit(phrase("expect.whole_number"), key)


def _row(kinds: tuple[Any, ...]) -> Reader:
    readers = [_reader(kind) for kind in kinds]

    def read(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple):
            raise _Unfit(phrase("expect.list"), data)
        if len(data) != len(readers):
            raise _Unfit(phrase("expect.members", count=len(readers)), data)
        found = []
        for reader, member in zip(readers, data, strict=True):
            try:
                found.append(reader(member))
            except _Unfit as unfit:
                raise unfit.within(f"[{len(found)}]") from None
        return tuple(found)

    return read


def _list_reader(kind: Any, maker: Callable[[list[Any]], Any]) -> Reader:
    inner = _reader(kind)

    def read(data: Any) -> Any:
        if not isinstance(data, list | tuple):
            raise _Unfit(phrase("expect.list"), data)
        found: list[Any] = []
        try:
            for member in data:
                found.append(inner(member))
        except _Unfit as unfit:
            raise unfit.within(f"[{len(found)}]") from None
        return maker(found)

    return read


@dataclass(frozen=True, slots=True)
class _Column:
    """A field of a dataclass: its name, its key in a file, what reads it, and whether it must be there."""

    name: str
    key: str
    read: Reader
    needed: bool


def _columns(kind: Any) -> tuple[_Column, ...]:
    hints = typing.get_type_hints(kind, include_extras=True)
    found = []
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        key = next((note.name for note in notes if isinstance(note, Key)), field.name)
        found.append(_Column(field.name, key, _reader(hint), field.default is MISSING and field.default_factory is MISSING))
    return tuple(found)


def _missing(read: Reader) -> Phrase:
    """Return the expected form for a missing value."""
    try:
        read(None)
    except _Unfit as unfit:
        return unfit.expected if not unfit.place else phrase("expect.value")
    return phrase("expect.value")


def _table(kind: Any) -> Reader:
    code = getattr(kind, "code", None)
    unread = {*getattr(kind, "unread", ()), *(("code",) if isinstance(code, str) else ())}
    made: list[tuple[tuple[_Column, ...], set[str]]] = []

    def prepare() -> tuple[tuple[_Column, ...], set[str]]:
        columns = _columns(kind)
        made.append((columns, unread | {column.key for column in columns}))
        return made[0]

    def read(data: Any) -> Any:
        # The fields are looked at when the first value is read: a kind may hold itself.
        columns, known = made[0] if made else prepare()
        if not isinstance(data, Mapping):
            keys = ", ".join(column.key for column in columns)
            raise _Unfit(phrase("expect.parts", names=keys) if keys else phrase("expect.table"), data)
        if isinstance(code, str) and data.get("code", code) != code:
            raise _Unfit(_one_of([code]), data["code"], "code")
        values: dict[str, Any] = {}
        for column in columns:
            if column.key in data:
                try:
                    values[column.name] = column.read(data[column.key])
                except _Unfit as unfit:
                    raise unfit.within(column.key) from None
            elif column.needed:
                raise _Unfit(_missing(column.read), phrase("expect.nothing"), column.key)
        if not data.keys() <= known:
            strange = min(str(key) for key in data.keys() - known)
            raise _Unfit(_one_of([column.key for column in columns]) if columns else phrase("expect.nothing"), strange, strange)
        try:
            return kind(**values)
        except CodecError as error:
            raise _Unfit(error.values["expected"], error.found, error.place) from None

    return read
