"""A view field by field, for games that have no page of their own: a table whose names and values go by words where there are any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bob.core.codec import encode
from bob.core.kit import seat_text
from bob.data.units import aircraft_types
from bob.tactical.slot import shipped
from bob.words import Words

FAMILIES = (
    "stage",
    "phase",
    "status",
    "card",
    "marker",
    "leader",
    "type",
    "pattern",
    "side",
    "edge",
    "arc",
    "aim",
    "action",
    "alarm",
    "result",
    "altitude",
    "angle",
    "leg",
    "load",
    "mode",
    "zone",
)
"""Among which words of a game the code of a value may be."""
_HOLDS_CARDS = ("hand", "hands", "cards", "discard", "played", "saved", "flak", "draw_pile", "shot")
_LABELS = ("name", "code", "type", "seat", "unit")
"""The fields that name a row of a list, tried in order."""


@dataclass(frozen=True, slots=True)
class PlainRow:
    """A field: its name, its value in a line, and its rows, if that is more than a line."""

    name: str
    value: str
    rows: tuple[PlainRow, ...] = ()


class PlainWords:
    """The words of a game for the names and codes of its views."""

    def __init__(self, words: Words, game: str) -> None:
        self.words = words
        self.chapters = tuple(dict.fromkeys((game, *shipped(), "flight")))
        """The game's own words, and those of the games that may be played inside it."""

    def _found(self, key: str) -> str | None:
        """A text that needs no values."""
        text = self.words(key) if self.words.has(key) else None
        return None if text is None or "{" in text else text

    def field(self, name: str) -> str:
        """The name of a field: a word of the game's, or one of all games; else the field's own name."""
        keys = (*(f"{chapter}.field.{name}" for chapter in self.chapters[:1]), f"plain.field.{name}")
        return next((text for key in keys if (text := self._found(key)) is not None), name.replace("_", " "))

    def order(self, code: str) -> str:
        """Return the name of the form of a described order."""
        text = self._found(f"{self.chapters[0]}.order.{code}") or self.field(code)
        return text[:1].upper() + text[1:]

    def code(self, field: str, code: str) -> str:
        """The value of a field in words, where it is a code that has some."""
        family = "card" if field in _HOLDS_CARDS else field if field in FAMILIES else field.removesuffix("s")
        for chapter in self.chapters:
            if family in FAMILIES and (text := self._found(f"{chapter}.{family}.{code}")) is not None:
                return text
        if (text := self._found(f"plain.value.{code}")) is not None:
            return text
        if self.words.has(f"play.seat.{code}"):
            return seat_text(self.words, code)
        types = aircraft_types()
        return types[code].name if code in types else code.replace("_", " ") if code.islower() else code

    def value(self, value: Any, field: str = "") -> str:
        """A JSON value in a line."""
        words = self.words
        if isinstance(value, Mapping):
            lines = ((self._key(name), self.value(found, name)) for name, found in value.items() if not _empty(found))
            return words("plain.join").join(words("plain.pair", name=name, value=found) for name, found in lines) or "–"
        if isinstance(value, list):
            return ", ".join(self.value(found, field) for found in value) or "–"
        if isinstance(value, bool):
            return words("plain.yes" if value else "plain.no")
        if isinstance(value, str):
            return self.code(field, value) if value else "–"
        return "–" if value is None else str(value)

    def _key(self, name: str) -> str:
        """A field, or the seat that something is of."""
        return seat_text(self.words, name) if self.words.has(f"play.seat.{name}") else self.field(name)

    # ---- as a table

    def rows(self, view: Any) -> list[PlainRow]:
        """Return a view as rows: a field a row; a value longer than a line with rows of its own."""
        data = encode(view)
        return [self._row(self._key(name), found, name) for name, found in data.items()] if isinstance(data, Mapping) else []

    def _row(self, name: str, value: Any, field: str) -> PlainRow:
        if isinstance(value, list) and any(isinstance(found, Mapping) for found in value):
            within = [self._row(self._label(found, i, name), found, field) for i, found in enumerate(value, 1)]
            return PlainRow(name, str(len(within)), tuple(within))
        if isinstance(value, Mapping) and (len(value) > 3 or any(isinstance(found, Mapping) for found in value.values())):
            plain = {key: found for key, found in value.items() if not isinstance(found, list | Mapping)}
            return PlainRow(
                name,
                self.value(plain, field),
                tuple(self._row(self._key(key), found, key) for key, found in value.items() if not _empty(found)),
            )
        return PlainRow(name, self.value(value, field))

    def _label(self, found: Any, number: int, name: str) -> str:
        """Return the label of a row of a list: its name, and its number."""
        label = next((str(found[key]) for key in _LABELS if isinstance(found, Mapping) and isinstance(found.get(key), str)), "")
        text = self.code("type", label) if label else name
        return self.words("plain.row", name=text, number=number)


def _empty(value: Any) -> bool:
    return value is None or value is False or (isinstance(value, str | list | Mapping) and not value)


def _lines(rows: tuple[PlainRow, ...] | list[PlainRow], words: Words, depth: int = 0) -> Iterator[str]:
    for row in rows:
        value = row.value if not row.rows or row.value.isdigit() else ""
        yield "  " * depth + words("plain.pair", name=row.name, value=value).rstrip()
        yield from _lines(row.rows, words, depth + 1)


def figures(view: Any, words: Words, game: str) -> list[str]:
    """Return a view as lines: a field a line, its content below it."""
    return list(_lines(PlainWords(words, game).rows(view), words))


def plain_value(value: Any, words: Words, game: str, field: str = "") -> str:
    """A JSON value in a line."""
    return PlainWords(words, game).value(value, field)
