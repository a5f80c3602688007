"""The markings on the aircraft of a unit: code letters, or the sign of a Gruppe of single-seat fighters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bob.core.errors import phrase
from bob.core.resources import data_folder
from bob.data.toml_files import Node, read_toml
from bob.data.units import shipped_units

SIGNS = {"II.": "bar", "III.": "stroke"}
"""The sign behind the cross of a Gruppe of single-seat fighters; the first has none."""


@dataclass(frozen=True, slots=True)
class Markings:
    """The code letters of units and of Geschwader."""

    unit: Mapping[str, str]
    geschwader: Mapping[str, str]


def load(path: Path) -> Markings:
    """The markings of a file. Raises DataError."""
    top = read_toml(path)
    top.text("source")
    units = shipped_units()[0]
    made = Markings(
        _letters(top.table("unit"), {u.name for u in units}),
        _letters(top.table("geschwader"), {u.geschwader for u in units if u.geschwader}),
    )
    top.done()
    return made


def _letters(node: Node, known: set[str]) -> dict[str, str]:
    found = {}
    for key in node:
        found[key] = node.text(key)
        if key not in known:
            node.fail(key, phrase("expect.unit_name"), key)
        if len(found[key]) != 2 or not found[key].isalnum() or found[key] != found[key].upper():
            node.fail(key, phrase("expect.two_letters"), found[key])
    return found


@cache
def shipped() -> Markings:
    """The shipped markings."""
    return load(data_folder("tables") / "markings.toml")


@cache
def _geschwader() -> Mapping[str, str]:
    return {u.name: u.geschwader for u in shipped_units()[0] if u.geschwader}


def letters(unit: str) -> str:
    """The code letters of a unit, or nothing where none are known."""
    found = shipped()
    return found.unit.get(unit) or found.geschwader.get(_geschwader().get(unit, ""), "")


def sign(unit: str) -> str:
    """The sign of a Gruppe of single-seat fighters, a key of SIGNS' values, or nothing."""
    geschwader = _geschwader().get(unit, "")
    return SIGNS.get(unit.split("/")[0], "") if geschwader.startswith("JG ") else ""
