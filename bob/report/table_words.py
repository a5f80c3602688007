"""The rows, cells and results of tables in words."""

from __future__ import annotations

from bob.tables import Cell, Lookup
from bob.words import Words


def row_text(label: str, words: Words) -> str:
    """A row's label: `10–11`, `6 or less`, or a word."""
    if words.has(f"tables.choice.{label}"):
        return words(f"tables.choice.{label}")
    low, dots, high = label.partition("..")
    if not dots:
        return label
    if not low:
        return words("cli.or_less", number=high)
    return words("cli.or_more", number=low) if not high else f"{low}–{high}"


def cell_text(table: str, cell: Cell | None, words: Words) -> str:
    """A cell of a whole table, shorter than a result."""
    if not cell and not isinstance(cell, int):
        return "–"
    if isinstance(cell, tuple):
        return ", ".join(words(f"tables.zone.{zone}") for zone in cell)
    key = f"tables.result.{table}.{cell}"
    return words(key) if words.has(key) else str(cell)


def result_text(lookup: Lookup, words: Words) -> str:
    """A result."""
    result, number = lookup.result, f"tables.number.{lookup.table}"
    if isinstance(result, tuple) or words.has(f"tables.result.{lookup.table}.{result}") or not words.has(number):
        return cell_text(lookup.table, result, words)
    return words(number, **{"value": result, **lookup.details})
