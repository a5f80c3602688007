"""Flak and bombing patterns: the effect of flak on a bomber, and of a bomber on the target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

from bob.core.ranges import OneOf, Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Distinct, Keys, read_toml

DISPERSED, NORMAL, TIGHT = PATTERNS = ("dispersed", "normal", "tight")


Pattern = Annotated[str, OneOf(PATTERNS)]
Rule = Annotated[str, Text(40, 1)]


class Ratio(NamedTuple):
    """A part or a multiple; fractions are dropped (GAP-63)."""

    times: Annotated[int, Whole(1, 9)]
    by: Annotated[int, Whole(1, 9)]

    def of(self, value: int) -> int:
        return value * self.times // self.by


@dataclass(frozen=True, slots=True)
class Flak:
    """A flak pattern: its share of the Flak value, and the bombing patterns that it hits."""

    share: Ratio
    hits: Annotated[frozenset[Pattern], Distinct()]
    rule: Rule


@dataclass(frozen=True, slots=True)
class Bombing:
    """A bombing pattern: its share of the bombs."""

    share: Ratio
    rule: Rule


@dataclass(frozen=True, slots=True)
class Patterns:
    """The three patterns of each kind (DIF-330)."""

    flak: Annotated[Mapping[str, Flak], Keys(PATTERNS)]
    bombing: Annotated[Mapping[str, Bombing], Keys(PATTERNS)]

    def flak_hits(self, flak: str, bombing: str, value: int) -> int:
        """The hits that a bomber takes; options have changed the value already (DIF-331 to DIF-334, DIF-337)."""
        pattern = self.flak[flak]
        return pattern.share.of(max(0, value)) if bombing in pattern.hits else 0

    def bombs(self, bombing: str, value: int) -> int:
        """The bombs that strike the target (DIF-345, DIF-346, DIF-347)."""
        return self.bombing[bombing].share.of(max(0, value))


def load_patterns(path: Path) -> Patterns:
    """The patterns of a file. Raises DataError."""
    return read_toml(path).read(Patterns)


@cache
def shipped_patterns() -> Patterns:
    """The patterns that ship with the program."""
    return load_patterns(data_folder("tables") / "campaigns" / "patterns.toml")
