"""The data of the measures: where modules belong, and which words and sentences count."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]


def longest(module: str, known: Iterable[str]) -> str | None:
    """The longest name of a module or folder that a module is or lies in."""
    parts = module.split(".")
    names = set(known)
    return next((name for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in names), None)


Floor = tuple[str, tuple[str, ...]]
"""The name of a floor and its modules and folders."""


def levels(given: Iterable[Floor]) -> dict[str, int]:
    """The number of each module's floor, from the bottom."""
    return {module: level for level, (_, modules) in enumerate(given) for module in modules}


def floors(given: Iterable[Mapping[str, Any]]) -> tuple[Floor, ...]:
    """The floors of a list of tables."""
    return tuple((floor["name"], tuple(floor["modules"])) for floor in given)


@dataclass(frozen=True)
class Layout:
    """The order of layers and of the floors of desk and day, and where Qt is at home. Modules are named as below `bob`: `desk.window`."""

    layers: tuple[tuple[str, ...], ...]
    exceptions: frozenset[tuple[str, str]]
    floors: tuple[Floor, ...]
    day: tuple[Floor, ...]
    qt: tuple[str, ...]
    qt_homes: tuple[str, ...]

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each layer's member, from the bottom."""
        return {name: at for at, name in enumerate(name for layer in self.layers for name in layer)}

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """The floor of each part of the desk, by number."""
        return levels(self.floors)

    @cached_property
    def day_levels(self) -> Mapping[str, int]:
        """The floor of each part of the day, by number."""
        return levels(self.day)

    def member(self, module: str) -> str | None:
        """The layer's member that a module belongs to."""
        return longest(module, self.order)

    def floor(self, module: str) -> int | None:
        """The number of the floor that a module of the desk stands on. The desk's own `__init__` lends its floor to no other."""
        home = longest(module, self.levels.keys() - {"desk"} if module != "desk" else self.levels)
        return None if home is None else self.levels[home]

    def day_floor(self, module: str) -> int | None:
        """The number of the floor that a module of the day stands on."""
        home = longest(module, self.day_levels)
        return None if home is None else self.day_levels[home]

    def upward(self, module: str, target: str) -> bool:
        """True for an import against the order of the layers, permitted or not. Modules without a layer are above all others."""
        mine, other = self.member(module), self.member(target)
        if other is None or mine == other:
            return False
        return mine is None or self.order[other] > self.order[mine]

    def excepted(self, module: str, target: str) -> bool:
        """True for an import against the order that is permitted."""
        return (self.member(module), self.member(target)) in self.exceptions


@dataclass(frozen=True)
class Language:
    """The words, module names and turns of phrase that are counted."""

    words: frozenset[str]
    modules: frozenset[str]
    heads: re.Pattern[str]
    patterns: Mapping[str, re.Pattern[str]]


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def layout(root: Path = CHECKOUT) -> Layout:
    """The layout of a checkout: its own where it has one, otherwise today's."""
    own = root / "tools" / "house" / "layout.toml"
    found = read(own if own.exists() else HERE / "layout.toml")
    return Layout(
        layers=tuple(tuple(layer) for layer in found["layers"]),
        exceptions=frozenset((above, below) for above, below in found["exceptions"]),
        floors=floors(found["floors"]),
        day=floors(found["day"]),
        qt=tuple(found["qt"]),
        qt_homes=tuple(found["qt_homes"]),
    )


def language() -> Language:
    found = read(HERE / "language.toml")
    return Language(
        words=frozenset(found["words"]),
        modules=frozenset(found["modules"]),
        heads=re.compile(rf"\s*(?:{'|'.join(found['heads'])})\b"),
        patterns={name: re.compile(pattern, re.IGNORECASE) for name, pattern in found["patterns"].items()},
    )
