"""The values that fit into an order: typed ranges, described to clients, checked and drawn from by the same code.

A range describes a value in its JSON form, as in a client's line: a hex is its label, a point a pair of whole numbers. Each range has a
`code` for its kind (`docs/described-orders.md`), checks a value, counts and lists its values, and draws one for random play. Nothing
here is a floating-point number: a game on an open table measures in whole parts of its unit. `limits` are the words of JSON Schema for
the constraints on one value, for the schemas of files (`bob.schemas`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from bob.core.codec import CodecError
from bob.core.dice import Stream
from bob.core.errors import Phrase, phrase


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some values: texts, whole numbers, yes or no, or nothing (null)."""

    code: ClassVar[str] = "one_of"
    choices: tuple[str | int | bool | None, ...]

    @property
    def expected(self) -> Phrase:
        return phrase("expect.one_of", choices=", ".join(map(_as_text, self.choices)))

    @property
    def limits(self) -> dict[str, Any]:
        return {"enum": list(self.choices)}

    def check(self, value: Any, place: str) -> None:
        if not any(type(value) is type(choice) and value == choice for choice in self.choices):
            raise CodecError(place, self.expected, value)

    @property
    def count(self) -> int:
        return len(self.choices)

    def values(self) -> Iterator[Any]:
        return iter(self.choices)

    def sample(self, stream: Stream) -> Any:
        return stream.choose(self.choices)


FLAG = OneOf((False, True))


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from the least to the most, in steps counted from the least."""

    code: ClassVar[str] = "whole"
    least: int
    most: int
    step: int = 1

    def __post_init__(self) -> None:
        if self.step < 1:
            raise ValueError(f"a step of {self.step}")

    @property
    def expected(self) -> Phrase:
        return phrase("expect.whole" if self.step == 1 else "expect.whole_step", least=self.least, most=self.most, step=self.step)

    @property
    def limits(self) -> dict[str, Any]:
        made = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return made | ({"multipleOf": self.step} if self.step > 1 and not self.least % self.step else {})

    def has(self, value: Any) -> bool:
        """Return whether a value fits."""
        return _is_whole(value) and self.least <= value <= self.most and (value - self.least) % self.step == 0

    def check(self, value: Any, place: str) -> None:
        if not self.has(value):
            raise CodecError(place, self.expected, value)

    @property
    def count(self) -> int:
        return max(0, (self.most - self.least) // self.step + 1)

    def values(self) -> Iterator[int]:
        return iter(range(self.least, self.most + 1, self.step))

    def sample(self, stream: Stream) -> int:
        return self.least + self.step * stream.below(self.count)


@dataclass(frozen=True, slots=True)
class Grid:
    """A point of an open table: a pair of whole numbers, counted in parts of the game's unit of length, `per` to the unit."""

    code: ClassVar[str] = "point"
    x: Whole
    y: Whole
    per: int = 1

    @property
    def expected(self) -> Phrase:
        return phrase("expect.point", x=self.x.expected, y=self.y.expected)

    def check(self, value: Any, place: str) -> None:
        if not (isinstance(value, list | tuple) and len(value) == 2 and self.x.has(value[0]) and self.y.has(value[1])):
            raise CodecError(place, self.expected, value)

    @property
    def count(self) -> int:
        return self.x.count * self.y.count

    def values(self) -> Iterator[list[int]]:
        return ([x, y] for x in self.x.values() for y in self.y.values())

    def sample(self, stream: Stream) -> list[int]:
        return [self.x.sample(stream), self.y.sample(stream)]


@dataclass(frozen=True, slots=True)
class Angle:
    """A direction: a whole number from 0 up to, but not, `full`, at most `within` to either side of `towards`, in steps from there."""

    code: ClassVar[str] = "angle"
    towards: int = 0
    within: int = 180
    step: int = 1
    full: int = 360

    def __post_init__(self) -> None:
        if not (self.step >= 1 and 0 <= self.towards < self.full and 0 <= self.within <= self.full // 2):
            raise ValueError(f"no angle: {self}")

    @property
    def expected(self) -> Phrase:
        return phrase("expect.angle", towards=self.towards, within=self.within, step=self.step, full=self.full)

    def check(self, value: Any, place: str) -> None:
        if _is_whole(value) and 0 <= value < self.full:
            off = min((value - self.towards) % self.full, (self.towards - value) % self.full)
            if off <= self.within and off % self.step == 0:
                return
        raise CodecError(place, self.expected, value)

    @property
    def count(self) -> int:
        most = self.within // self.step
        return 2 * most + (2 * most * self.step != self.full)

    def values(self) -> Iterator[int]:
        """From the left of `towards` to the right."""
        most = self.within // self.step
        first = 1 if 2 * most * self.step == self.full else 0
        return ((self.towards + k * self.step) % self.full for k in range(first - most, most + 1))

    def sample(self, stream: Stream) -> int:
        return next(itertools.islice(self.values(), stream.below(self.count), None))


@dataclass(frozen=True, slots=True)
class Board:
    """A hex of a map, by its label: its column and its row within limits."""

    code: ClassVar[str] = "hex"
    columns: Whole
    rows: Whole

    @property
    def expected(self) -> Phrase:
        return phrase("expect.board", first=_label(self.columns.least, self.rows.least), last=_label(self.columns.most, self.rows.most))

    def check(self, value: Any, place: str) -> None:
        is_label = isinstance(value, str) and len(value) == 4 and value.isascii() and value.isdigit()
        if not (is_label and self.columns.has(int(value[:2])) and self.rows.has(int(value[2:]))):
            raise CodecError(place, self.expected, value)

    @property
    def count(self) -> int:
        return self.columns.count * self.rows.count

    def values(self) -> Iterator[str]:
        return (_label(column, row) for column in self.columns.values() for row in self.rows.values())

    def sample(self, stream: Stream) -> str:
        return _label(self.columns.sample(stream), self.rows.sample(stream))


@dataclass(frozen=True, slots=True)
class Text:
    """A text with a length within limits, not all blank unless it may be empty; it is not listed."""

    code: ClassVar[str] = "text"
    most: int
    least: int = 0

    @property
    def expected(self) -> Phrase:
        return phrase("expect.text_of", least=self.least, most=self.most)

    @property
    def limits(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.most} | ({"minLength": self.least, "pattern": r"\S"} if self.least else {})

    def check(self, value: Any, place: str) -> None:
        if not (isinstance(value, str) and self.least <= len(value) <= self.most and (value.strip() or not self.least)):
            raise CodecError(place, self.expected, value)

    @property
    def count(self) -> None:
        return None

    def values(self) -> Iterator[Any]:
        return iter(())

    def sample(self, stream: Stream) -> str:
        count = self.least + stream.below(min(self.most, self.least + 20) - self.least + 1)
        return "".join(stream.choose("abcdefghéà—" if i == 0 else "abcdefgh éà—") for i in range(count))


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value of a range, or nothing (null)."""

    code: ClassVar[str] = "maybe"
    of: Range

    @property
    def expected(self) -> Phrase:
        return phrase("expect.maybe", of=self.of.expected)

    def check(self, value: Any, place: str) -> None:
        if value is not None:
            self.of.check(value, place)

    @property
    def count(self) -> int | None:
        return None if self.of.count is None else 1 + self.of.count

    def values(self) -> Iterator[Any]:
        return itertools.chain((None,), self.of.values())

    def sample(self, stream: Stream) -> Any:
        return self.of.sample(stream) if self.of.count != 0 and stream.below(2) else None


@dataclass(frozen=True, slots=True)
class Several:
    """A list of values of a range, with a length within limits, without duplicates when they are `distinct`; it is not listed."""

    code: ClassVar[str] = "list"
    of: Range
    least: int
    most: int
    distinct: bool = False

    @property
    def expected(self) -> Phrase:
        key = "expect.several_distinct" if self.distinct else "expect.several"
        return phrase(key, least=self.least, most=self.most, of=self.of.expected)

    def check(self, value: Any, place: str) -> None:
        if not (isinstance(value, list | tuple) and self.least <= len(value) <= self.most):
            raise CodecError(place, self.expected, value)
        for i, member in enumerate(value):
            self.of.check(member, f"{place}[{i}]")
            if self.distinct and member in value[:i]:
                raise CodecError(f"{place}[{i}]", self.expected, member)

    @property
    def count(self) -> None:
        return None

    def values(self) -> Iterator[Any]:
        return iter(())

    def sample(self, stream: Stream) -> list[Any]:
        known = self.of.count
        if not self.distinct:
            return [self.of.sample(stream) for _ in range(self.least + stream.below(self.most - self.least + 1))]
        most = self.most if known is None else max(self.least, min(self.most, known))
        wanted = self.least + stream.below(most - self.least + 1)
        found: list[Any] = []
        for _ in range(_TRIES * wanted):
            member = self.of.sample(stream)
            if member not in found:
                found.append(member)
            if len(found) == wanted:
                break
        return found


_TRIES = 40
"""The number of draws for each member of a list of different members before the list is left shorter."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value that a described order needs: its name, and what fits."""

    name: str
    kind: Range


@dataclass(frozen=True, slots=True)
class Parts:
    """A value with fields of its own; an absent field is left out, or null."""

    code: ClassVar[str] = "parts"
    fields: tuple[Field, ...]

    @property
    def expected(self) -> Phrase:
        return phrase("expect.parts", names=", ".join(field.name for field in self.fields))

    def check(self, value: Any, place: str) -> None:
        if not isinstance(value, Mapping):
            raise CodecError(place, self.expected, value)
        _check_fields(self.fields, value, place)

    @property
    def count(self) -> None:
        return None

    def values(self) -> Iterator[Any]:
        return iter(())

    def sample(self, stream: Stream) -> dict[str, Any]:
        return {field.name: field.kind.sample(stream) for field in self.fields}


@dataclass(frozen=True, slots=True)
class Described:
    """A form of an order whose legal values are too many to list; a kind of order may have several forms."""

    code: str
    fields: tuple[Field, ...] = ()

    def check(self, data: Any, place: str = "") -> None:
        """Raise CodecError unless an order in its JSON form is of this code and fits."""
        if not isinstance(data, Mapping) or data.get("code") != self.code:
            raise CodecError(f"{place}.code" if place else "code", OneOf((self.code,)).expected, data)
        _check_fields(self.fields, {key: value for key, value in data.items() if key != "code"}, place)

    def sample(self, stream: Stream) -> dict[str, Any]:
        """An order in its JSON form that fits, drawn at random. Raises IndexError when a range of it is empty."""
        return {"code": self.code} | {field.name: field.kind.sample(stream) for field in self.fields}


@dataclass(frozen=True, slots=True)
class Inner:
    """An order of a game within the game, in one of these forms."""

    code: ClassVar[str] = "order"
    forms: tuple[Described, ...]

    @property
    def expected(self) -> Phrase:
        return OneOf(tuple(sorted({form.code for form in self.forms}))).expected

    def check(self, value: Any, place: str) -> None:
        check_forms(self.forms, value, place)

    @property
    def count(self) -> None:
        return None

    def values(self) -> Iterator[Any]:
        return iter(())

    def sample(self, stream: Stream) -> dict[str, Any]:
        return stream.choose(self.forms).sample(stream)


Range = OneOf | Whole | Grid | Angle | Board | Text | Maybe | Several | Parts | Inner
"""Every range; a client distinguishes them by their code."""


def check_forms(forms: tuple[Described, ...], data: Any, place: str = "") -> None:
    """Raise CodecError unless an order in its JSON form fits one of these; the reported fault is that of the best fitting form."""
    code = data.get("code") if isinstance(data, Mapping) else None
    of_code = [form for form in forms if form.code == code]
    if not of_code:
        raise CodecError(f"{place}.code" if place else "code", OneOf(tuple(sorted({form.code for form in forms}))).expected, code)
    faults: list[tuple[int, CodecError]] = []
    for form in of_code:
        try:
            form.check(data, place)
        except CodecError as error:
            fitting = sum(_fits(field, data) for field in form.fields)
            faults.append((fitting - len(form.fields), error))
        else:
            return
    raise max(faults, key=lambda fault: fault[0])[1]


def _fits(field: Field, data: Mapping[str, Any]) -> bool:
    try:
        field.kind.check(data.get(field.name), field.name)
    except CodecError:
        return False
    return True


def _check_fields(fields: tuple[Field, ...], data: Mapping[str, Any], place: str) -> None:
    """Raise CodecError unless each field fits and nothing else is said."""
    names = {field.name for field in fields}
    for name, value in data.items():
        if name not in names and value is not None:
            raise CodecError(f"{place}.{name}" if place else str(name), phrase("expect.nothing"), value)
    for field in fields:
        field.kind.check(data.get(field.name), f"{place}.{field.name}" if place else field.name)


def _label(column: int, row: int) -> str:
    return f"{column:02d}{row:02d}"


def _as_text(value: str | int | bool | None) -> str:
    """A value as a line of JSON has it, a text without its marks."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else "null" if value is None else str(value)
