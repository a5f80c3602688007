"""Reading TOML with errors that name file, place and expected form. Shared by every loader.

A file is best declared as a dataclass, each field with its constraints, and read by `Node.read`: `bob.core.codec` knows the forms.
Constraints have `limits`, their words of JSON Schema, where there are any (`bob.schemas`).
"""

from __future__ import annotations

import codecs
import datetime as dt
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from bob.core.codec import CodecError, decode
from bob.core.errors import DataError, Phrase, phrase

T = TypeVar("T")

_KINDS: dict[type, str] = {
    str: "expect.text",
    int: "expect.whole_number",
    float: "expect.number",
    bool: "expect.true_or_false",
    list: "expect.list",
    dict: "expect.table",
    dt.date: "expect.date",
}


@dataclass(frozen=True, slots=True)
class Between:
    """A number within limits, for a field of a file."""

    least: float
    most: float

    @property
    def limits(self) -> dict[str, Any]:
        return {"minimum": self.least, "maximum": self.most}

    def check(self, value: object, place: str) -> None:
        if not (isinstance(value, int | float) and self.least <= value <= self.most):
            raise CodecError(place, phrase("expect.between", least=self.least, most=self.most), value)


@dataclass(frozen=True, slots=True)
class Distinct:
    """A list of tables with distinct values under a key; or, without a key, of distinct members."""

    key: str | None = None

    @property
    def limits(self) -> dict[str, Any]:
        return {"uniqueItems": True} if self.key is None else {}

    def check(self, value: object, place: str) -> None:
        seen: list[Any] = []
        for i, member in enumerate(value if isinstance(value, list) else ()):
            found = member if self.key is None else member.get(self.key) if isinstance(member, dict) else None
            if found is not None and found in seen:
                raise CodecError(f"{place}[{i}].{self.key}" if self.key else f"{place}[{i}]", phrase("expect.once"), found)
            seen.append(found)


@dataclass(frozen=True, slots=True)
class Keys:
    """A table that has just these keys."""

    names: tuple[str, ...]

    @property
    def limits(self) -> dict[str, Any]:
        return {"required": list(self.names), "propertyNames": {"enum": list(self.names)}}

    def check(self, value: object, place: str) -> None:
        found = value if isinstance(value, dict) else {}
        for name in self.names:
            if name not in found:
                raise CodecError(f"{place}.{name}" if place else name, phrase("expect.value"), phrase("expect.nothing"))
        for name in found:
            if name not in self.names:
                raise CodecError(f"{place}.{name}" if place else name, phrase("expect.one_of", choices=", ".join(self.names)), name)


@dataclass(frozen=True, slots=True)
class Members:
    """A list with a given number of members."""

    count: int

    @property
    def limits(self) -> dict[str, Any]:
        return {"minItems": self.count, "maxItems": self.count}

    def check(self, value: object, place: str) -> None:
        if not (isinstance(value, list | tuple) and len(value) == self.count):
            raise CodecError(place, phrase("expect.members", count=self.count), value)


@dataclass(frozen=True, slots=True)
class PointsOrMore:
    """A list of points with a minimum length."""

    least: int

    @property
    def limits(self) -> dict[str, Any]:
        return {"minItems": self.least}

    def check(self, value: object, place: str) -> None:
        if not (isinstance(value, list) and len(value) >= self.least):
            raise CodecError(place, phrase("expect.points_or_more", least=self.least), len(value) if isinstance(value, list) else value)


@dataclass(frozen=True, slots=True)
class Rising:
    """A list of numbers, each more than the one before it, or no less; with a key, of tables by their numbers under it."""

    strictly: bool = True
    key: str | None = None

    def check(self, value: object, place: str) -> None:
        members = value if isinstance(value, list | tuple) else ()
        if self.key is not None:
            members = [member[self.key] for member in members]
        if any(b < a or (self.strictly and a == b) for a, b in pairwise(members)):
            raise CodecError(place, phrase("expect.rising" if self.strictly else "expect.not_falling"), value)


def read_toml(path: Path) -> Node:
    """The file's top table. Raises DataError for a file that is missing, not UTF-8, or not TOML."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise DataError(path, "-", phrase("expect.readable"), error.strerror or str(error)) from error
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise DataError(path, "byte 0", phrase("expect.utf8"), phrase("expect.utf16"))
    try:
        return read_text(path, raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataError(path, f"byte {error.start}", phrase("expect.utf8"), raw[error.start : error.start + 1]) from error


def read_text(path: Path, text: str) -> Node:
    """The top table of a text that is no file, or no longer; errors name it by the path. Raises DataError for one that is not TOML."""
    try:
        return Node(path, "", tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        # TOMLDecodeError is a ValueError; a number of thousands of figures is a plain one.
        raise DataError(path, "-", phrase("expect.toml_text"), str(error)) from error


class Node:
    """A table of a TOML file that knows its place, and the keys already read."""

    __slots__ = ("_asked", "data", "file", "place")

    def __init__(self, file: Path, place: str, data: dict[str, Any]) -> None:
        self.file = file
        self.place = place
        self.data = data
        self._asked: set[str] = set()

    def at(self, key: str) -> str:
        """The place of a key, for an error."""
        return f"{self.place}.{key}" if self.place else key

    def fail(self, key: str, expected: Phrase, found: object = None) -> NoReturn:
        """Raise a DataError at that key."""
        raise DataError(self.file, self.at(key), expected, found)

    def _checked(self, key: str, value: Any, kind: type[T]) -> T:
        if kind is float and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 1023:
            return float(value)  # type: ignore[return-value]
        if (
            not isinstance(value, kind)
            or (isinstance(value, bool) and kind not in (bool, object))
            or (kind is dt.date and isinstance(value, dt.datetime))
        ):
            self.fail(key, phrase(_KINDS[kind]), value)
        return value

    def get(self, key: str, kind: type[T]) -> T:
        """The value of a key that must be there."""
        self._asked.add(key)
        if key not in self.data:
            self.fail(key, phrase(_KINDS.get(kind, "expect.value")), phrase("expect.nothing"))
        return self._checked(key, self.data[key], kind)

    def maybe(self, key: str, kind: type[T]) -> T | None:
        """The value of a key, or None when it is not there."""
        self._asked.add(key)
        return self._checked(key, self.data[key], kind) if key in self.data else None

    def text(self, key: str, choices: tuple[str, ...] | None = None) -> str:
        """A text that must be there and not be empty, one of the choices if any are given."""
        value = self.get(key, str)
        if choices is not None and value not in choices:
            self.fail(key, phrase("expect.one_of", choices=", ".join(choices)), value)
        if not value.strip():
            self.fail(key, phrase("expect.text"), value)
        return value

    def number(self, key: str, least: float, most: float) -> float:
        """A number within limits."""
        value = self.get(key, float)
        if not least <= value <= most:
            self.fail(key, phrase("expect.between", least=least, most=most), value)
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        """A whole number within limits."""
        value = self.get(key, int)
        if not least <= value <= most:
            self.fail(key, phrase("expect.whole", least=least, most=most), value)
        return value

    def list_of(self, key: str, kind: type[T], required: bool = True) -> list[T]:
        """A list whose members are all of that kind; empty when it is absent and not required."""
        value = self.get(key, list) if required else self.maybe(key, list)
        return [self._checked(f"{key}[{i}]", member, kind) for i, member in enumerate(value or [])]

    def table(self, key: str) -> Node:
        """A table that must be there."""
        return Node(self.file, self.at(key), self.get(key, dict))

    def distinct(self, key: str, required: bool = True) -> tuple[str, ...]:
        """A list of texts that names nothing twice."""
        members = self.list_of(key, str, required)
        if len(set(members)) != len(members):
            self.fail(key, phrase("expect.distinct"), ", ".join(members))
        return tuple(members)

    def maybe_table(self, key: str) -> Node:
        """A table, empty when it is absent."""
        return Node(self.file, self.at(key), self.maybe(key, dict) or {})

    def tables(self, key: str, required: bool = True) -> Iterator[Node]:
        """The tables of a list of tables."""
        for i, member in enumerate(self.list_of(key, dict, required)):
            yield Node(self.file, f"{self.at(key)}[{i}]", member)

    def read(self, kind: type[T]) -> T:
        """The whole table as a value of that kind. Raises DataError."""
        try:
            return decode(kind, self.data, self.place)
        except CodecError as error:
            raise DataError(self.file, error.values["place"], error.values["expected"], error.found) from error

    def __iter__(self) -> Iterator[str]:
        """All keys, in the order of the file."""
        return iter(list(self.data))

    def done(self) -> None:
        """Raise DataError if the table has a key that nothing asked for."""
        for key in self.data:
            if key not in self._asked:
                self.fail(key, phrase("expect.one_of", choices=", ".join(sorted(self._asked))), key)
