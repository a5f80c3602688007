"""Tables, rows, results and rolls in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.core.dice import Roll
from bob.core.text import shift, signed
from bob.data.tables import Cell, Comparison, Condition, ListTable, Lookup, Modifier, Table
from bob.words import Words

PURPOSES = (
    "detection",
    "plot_place",
    "plot_strength",
    "plot_height",
    "plot_aside",
    "plot_low",
    "parting",
    "x_plot",
    "fix",
    "astray",
    "tally",
    "intervene",
    "shooting",
    "remainder",
    "loss",
    "claims",
    "claim",
    "flak",
    "balloons",
    "balloon_points",
    "divert",
    "channel_patrol",
    "weather_marker",
    "radio",
    "request",
    "rdf_repair",
    "convoy_count",
    "crew",
    "scale_model",
    "scale_loss",
    "behind_model",
    "loosened",
    "jettison",
    "rounds",
)
"""Purposes of dice beside the tables."""


def purpose(words: Words, name: str) -> str:
    """Return the purpose of a roll."""
    if name in PURPOSES:
        return words(f"desk_dice.purpose.{name}")
    return words(f"tables.title.{name}") if words.has(f"tables.title.{name}") else name


def owner(words: Words, roll: Roll) -> str:
    """Return the side of a roll; empty without one."""
    return words(f"ops.seat.{roll.by}") if roll.by else ""


def row_text(table: Table, label: str, words: Words) -> str:
    """A row's label: `10-11`, `6 or less`, or a word."""
    if words.has(f"tables.choice.{label}"):
        return words(f"tables.choice.{label}")
    low, dots, high = label.partition("..")
    if not dots:
        return label
    if not low:
        return words("cli.or_less", number=high)
    return words("cli.or_more", number=low) if not high else f"{low}–{high}"


def column_text(table: Table, label: str, words: Words) -> str:
    """A column's head."""
    if table.columns_by is None:
        return words("desk_dice.result")
    if table.columns_by == "shift":
        return shift(int(label))
    key = f"tables.column.{table.name}.{label}"
    return words(key) if words.has(key) else words(f"tables.choice.{label}") if words.has(f"tables.choice.{label}") else label


def cell_text(table: str, cell: Cell | None, words: Words) -> str:
    """A cell."""
    if cell is None:
        return "–"
    if isinstance(cell, tuple):
        return ", ".join(words(f"tables.zone.{zone}") for zone in cell)
    key = f"tables.result.{table}.{cell}"
    return words(key) if words.has(key) else str(cell)


def result_text(lookup: Lookup, words: Words) -> str:
    """A result."""
    if isinstance(lookup.result, tuple):
        return ", ".join(words(f"tables.zone.{zone}") for zone in lookup.result) or "–"
    key = f"tables.result.{lookup.table}.{lookup.result}"
    if words.has(key):
        return words(key)
    number = f"tables.number.{lookup.table}"
    details: Mapping[str, Any] = lookup.details
    return words(number, **{"value": lookup.result, **details}) if words.has(number) else str(lookup.result)


def rule_text(words: Words, rule: str) -> str:
    """Return the text of a rule; empty for one without words."""
    return words(f"rules.{rule}") if words.has(f"rules.{rule}") else ""


def worth(modifier: Modifier) -> str:
    """Return the value of a modifier, with a cross after one that counts several times."""
    return signed(modifier.value) + ("×" if modifier.per is not None else "")


def _comparison(words: Words, found: Comparison) -> str:
    name = words(f"tables.circumstance.{found.name}")
    if not found.values:
        low, high = found.low, found.high
        return words.label(name, f"{low if low is not None else ''}–{high if high is not None else ''}")
    values = ", ".join(choice_text(words, v) for v in found.values)
    return f"{name} {'≠' if found.but else '='} {values}"


def condition_text(words: Words, when: Condition) -> str:
    """When a modifier counts, in full."""
    parts = [_comparison(words, c) for c in when.all_of]
    if when.any_of:
        parts.append(" / ".join(_comparison(words, c) for c in when.any_of))
    parts += [f"¬ {_comparison(words, c)}" for c in when.none_of]
    return words.separated(parts)


def choice_text(words: Words, value: object) -> str:
    """A choice of a circumstance."""
    if isinstance(value, bool):
        return words("desk_dice.yes") if value else words("desk_dice.no")
    key = f"tables.choice.{value}"
    return words(key) if words.has(key) else str(value)


def entries(table: ListTable, words: Words) -> list[tuple[str, str, str]]:
    """A list: rule, figure, words."""
    found = []
    for entry in table.entries:
        figure = signed(entry.values["points"]) if "points" in entry.values else ""
        found.append((entry.rule, figure, words(f"tables.entry.{table.name}.{entry.code}")))
    return found
