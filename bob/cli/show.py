"""Words for codes of tables, shared by the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from bob.core.text import plain
from bob.data.tables import Cell, Table
from bob.words import LANGUAGES, Words


@cache
def _spoken(choices: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for code in choices:
        found[plain(code)] = code
        for language in LANGUAGES:
            words = Words(language)
            if words.has(f"tables.choice.{code}"):
                found.setdefault(plain(words(f"tables.choice.{code}")), code)
    return found


def choice_code(choices: Sequence[str], text: str) -> str:
    """The code that a person means by a word in either language; the text itself when nothing fits."""
    return _spoken(tuple(choices)).get(plain(text), text)


def described_row(table: Table, label: str, words: Words) -> str:
    """A row's label for a person: `10-11`, `6 or less`, or a word."""
    if words.has(f"tables.choice.{label}"):
        return words(f"tables.choice.{label}")
    low, dots, high = label.partition("..")
    if not dots:
        return label
    if not low:
        return words("cli.or_less", number=high)
    if not high:
        return words("cli.or_more", number=low)
    return f"{low}-{high}"


def result_text(table: str, result: Cell, details: Mapping[str, Any], words: Words) -> str:
    """A result for a person."""
    if isinstance(result, tuple):
        return words.separated(words(f"tables.zone.{zone}") for zone in result)
    if words.has(f"tables.result.{table}.{result}"):
        return words(f"tables.result.{table}.{result}")
    key = f"tables.number.{table}"
    return words(key, **{"value": result, **details}) if words.has(key) else str(result)


def cell_text(table: str, cell: Cell | None, words: Words) -> str:
    """A cell of a whole table, shorter than a result."""
    if cell is None:
        return "–"
    if isinstance(cell, tuple):
        return words.separated(words(f"tables.zone.{zone}") for zone in cell)
    key = f"tables.result.{table}.{cell}"
    return words(key) if words.has(key) else str(cell)
