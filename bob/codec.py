"""Frozen values to JSON and back, by their dataclass fields and type hints.

Known: text, whole numbers, numbers, booleans, None, Hex, dates, enums, dataclasses, tuples, lists, dicts, (frozen)sets, unions and
literals. A union of dataclasses is told apart by the field `code` that each of them has as a class variable.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from typing import Any, TypeVar, Union, get_args, get_origin

from bob.errors import BobError, Phrase, phrase, shown
from bob.hexes import Hex, from_label

T = TypeVar("T")


class CodecError(BobError):
    """A value that is not of the form wanted. Says where and what was expected."""

    def __init__(self, place: str, expected: Phrase, found: object) -> None:
        super().__init__("error.codec", place=place or "-", expected=expected, found=shown(found))
        self.place = place


def encode(value: Any) -> Any:
    """The value in JSON's own kinds. Sets come out sorted, a Hex as its label."""
    if value is None or isinstance(value, bool | int | float | str):
        return value.value if isinstance(value, enum.Enum) else value
    if isinstance(value, Hex):
        return value.label
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, enum.Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        out: dict[str, Any] = {}
        code = getattr(type(value), "code", None)
        if isinstance(code, str):
            out["code"] = code
        for name in _names(type(value)):
            out[name] = encode(getattr(value, name))
        return out
    if isinstance(value, Mapping):
        return {encode_key(key): encode(member) for key, member in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((encode(member) for member in value), key=repr)
    if isinstance(value, list | tuple):
        return [encode(member) for member in value]
    raise TypeError(f"no form for {type(value).__name__}")


def encode_key(key: Any) -> str:
    """A key of a mapping as text."""
    return key.label if isinstance(key, Hex) else str(key.value if isinstance(key, enum.Enum) else key)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def decode(kind: type[T] | Any, data: Any, place: str = "") -> T:
    """The value of that kind. Raises CodecError that says where and what was expected."""
    found: T = _decode(kind, data, place)
    return found


def _decode(kind: Any, data: Any, place: str) -> Any:
    if kind is Any or kind is object:
        return data
    origin = get_origin(kind)
    if origin is typing.Literal:
        if any(type(data) is type(member) and data == member for member in get_args(kind)):
            return data
        raise CodecError(place, phrase("expect.one_of", choices=", ".join(map(str, get_args(kind)))), data)
    if origin in (Union, types.UnionType):
        return _decode_union(get_args(kind), data, place)
    if origin is not None:
        return _decode_many(origin, get_args(kind), data, place)
    if kind is None or kind is type(None):
        if data is None:
            return None
        raise CodecError(place, phrase("expect.nothing"), data)
    if kind is Hex:
        if isinstance(data, str):
            try:
                return from_label(data)
            except BobError as error:
                raise CodecError(place, phrase("expect.hex"), data) from error
        raise CodecError(place, phrase("expect.hex"), data)
    if kind in (str, int, float, bool):
        return _decode_plain(kind, data, place)
    if kind is dt.date:
        try:
            return dt.date.fromisoformat(data)
        except (TypeError, ValueError) as error:
            raise CodecError(place, phrase("expect.date"), data) from error
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        try:
            return kind(data)
        except ValueError as error:
            raise CodecError(place, phrase("expect.one_of", choices=", ".join(str(m.value) for m in kind)), data) from error
    if dataclasses.is_dataclass(kind):
        return _decode_dataclass(kind, data, place)
    if kind in (list, tuple, dict, Mapping):
        return _decode_many(kind, (), data, place)
    raise TypeError(f"no form for {kind}")


_PLAIN = {str: "expect.text", int: "expect.whole_number", float: "expect.number", bool: "expect.true_or_false"}


def _either(kinds: Sequence[Any]) -> Phrase:
    """One of some kinds that no code tells apart."""
    phrases = [
        phrase(_PLAIN[kind]) if kind in _PLAIN else phrase("expect.table_for", name=getattr(kind, "__name__", str(kind))) for kind in kinds
    ]
    return reduce(lambda first, second: phrase("expect.or", first=first, second=second), phrases)


def _decode_plain(kind: type, data: Any, place: str) -> Any:
    if kind is float and isinstance(data, int) and not isinstance(data, bool) and abs(data) < 1 << 1023:
        return float(data)
    if isinstance(data, kind) and not (isinstance(data, bool) and kind is not bool) and _is_writable(data):
        return data
    raise CodecError(place, phrase(_PLAIN[kind]), data)


def _is_writable(data: Any) -> bool:
    """Whether a text can be written: JSON can smuggle in half a character."""
    try:
        data.encode() if isinstance(data, str) else None
    except UnicodeEncodeError:
        return False
    return True


def _decode_key(kind: Any, key: str, place: str) -> Any:
    if kind is int:
        if isinstance(key, str) and key.isascii() and key.removeprefix("-").isdigit() and len(key) < 20:
            return int(key)
        raise CodecError(place, phrase("expect.whole_number"), key)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return _decode(kind, {str(member.value): member.value for member in kind}.get(key, key), place)
    return _decode(kind, key, place)


def _decode_union(kinds: tuple[Any, ...], data: Any, place: str) -> Any:
    if data is None and type(None) in kinds:
        return None
    rest = [kind for kind in kinds if kind is not type(None)]
    if len(rest) == 1:
        return _decode(rest[0], data, place)
    codes = [(getattr(kind, "code", None), kind) for kind in rest if dataclasses.is_dataclass(kind)]
    coded: dict[str, Any] = {code: kind for code, kind in codes if isinstance(code, str)}
    code = data.get("code") if isinstance(data, Mapping) else None
    if isinstance(code, str) and code in coded:
        return _decode(coded[code], data, place)
    if isinstance(data, Mapping) and len(coded) == len(rest):
        raise CodecError(f"{place}.code" if place else "code", phrase("expect.one_of", choices=", ".join(sorted(coded))), code)
    for kind in rest:
        try:
            return _decode(kind, data, place)
        except CodecError:
            continue
    raise CodecError(place, _either(rest), data)


def _decode_many(origin: Any, args: tuple[Any, ...], data: Any, place: str) -> Any:
    if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        if not isinstance(data, Mapping):
            raise CodecError(place, phrase("expect.table"), data)
        key_kind, kind = args or (str, Any)
        return {_decode_key(key_kind, k, place): _decode(kind, v, f"{place}.{k}" if place else str(k)) for k, v in data.items()}
    if not isinstance(data, list | tuple):
        raise CodecError(place, phrase("expect.list"), data)
    if origin is tuple and args and args[-1] is not Ellipsis:
        if len(data) != len(args):
            raise CodecError(place, phrase("expect.members", count=len(args)), data)
        return tuple([_decode(kind, member, f"{place}[{i}]") for i, (kind, member) in enumerate(zip(args, data, strict=True))])
    kind = args[0] if args else Any
    members = [_decode(kind, member, f"{place}[{i}]") for i, member in enumerate(data)]
    maker = {tuple: tuple, set: set, frozenset: frozenset}.get(origin, list)
    return maker(members)


def _decode_dataclass(kind: Any, data: Any, place: str) -> Any:
    if not isinstance(data, Mapping):
        raise CodecError(place, phrase("expect.table_for", name=kind.__name__), data)
    hints, names = _hints(kind), _names(kind)
    code = getattr(kind, "code", None)
    extra = set(data) - set(names) - ({"code"} if isinstance(code, str) else set())
    if extra:
        raise CodecError(place, phrase("expect.only", names=", ".join(names)), min(map(str, extra)))
    if isinstance(code, str) and data.get("code", code) != code:
        raise CodecError(f"{place}.code" if place else "code", phrase("expect.one_of", choices=code), data.get("code"))
    values: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        here = f"{place}.{field.name}" if place else field.name
        if field.name in data:
            values[field.name] = _decode(hints[field.name], data[field.name], here)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise CodecError(here, phrase("expect.value"), None)
    return kind(**values)
