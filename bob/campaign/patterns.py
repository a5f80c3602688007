"""Flak and bombing patterns: what flak does to a bomber, what a bomber does to the target."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bob.resources import data_folder
from bob.toml_files import Node, read_toml

DISPERSED, NORMAL, TIGHT = PATTERNS = ("dispersed", "normal", "tight")


@dataclass(frozen=True, slots=True)
class Ratio:
    """A part or a multiple; what is over is dropped (GAP-63)."""

    times: int
    by: int

    def of(self, value: int) -> int:
        return value * self.times // self.by


@dataclass(frozen=True, slots=True)
class Flak:
    """A flak pattern: its share of the Flak value, and the bombing patterns that it hits."""

    share: Ratio
    hits: frozenset[str]


@dataclass(frozen=True, slots=True)
class Patterns:
    """The three patterns of each kind (DIF-330)."""

    flak: Mapping[str, Flak]
    bombing: Mapping[str, Ratio]

    def flak_hits(self, flak: str, bombing: str, value: int) -> int:
        """The hits that a bomber takes; options have changed the value already (DIF-331 to DIF-334, DIF-337)."""
        pattern = self.flak[flak]
        return pattern.share.of(max(0, value)) if bombing in pattern.hits else 0

    def bombs(self, bombing: str, value: int) -> int:
        """The bombs that strike the target (DIF-345, DIF-346, DIF-347)."""
        return self.bombing[bombing].of(max(0, value))


def load_patterns(path: Path) -> Patterns:
    """The patterns of a file. Raises DataError."""
    top = read_toml(path)
    flak: dict[str, Flak] = {}
    bombing: dict[str, Ratio] = {}
    for kind in ("flak", "bombing"):
        node = top.table(kind)
        for name in PATTERNS:
            row = node.table(name)
            share = _share(row)
            if kind == "flak":
                hits = row.distinct("hits")
                for pattern in hits:
                    if pattern not in PATTERNS:
                        row.fail("hits", "some of " + ", ".join(PATTERNS), pattern)
                flak[name] = Flak(share, frozenset(hits))
            else:
                bombing[name] = share
            row.text("rule")
            row.done()
        node.done()
    top.done()
    return Patterns(flak, bombing)


def _share(row: Node) -> Ratio:
    figures = row.list_of("share", int)
    if len(figures) != 2 or not all(1 <= figure <= 9 for figure in figures):
        row.fail("share", "two whole numbers from 1 to 9: [2, 1] is twice, [1, 2] half", figures)
    return Ratio(*figures)


@cache
def shipped_patterns() -> Patterns:
    """The patterns that ship with the program."""
    return load_patterns(data_folder("tables") / "campaigns" / "patterns.toml")
