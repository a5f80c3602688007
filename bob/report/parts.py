"""The parts of a report, for any medium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bob.words import Words


@dataclass(frozen=True, slots=True)
class TablePart:
    """A table: its heads, its rows, the columns set to the right, the column that takes the remaining room, the link of each row."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    wide: int = 0
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FightSeen:
    """An engagement as one side saw it: the enemy met, its units, its claims. The title may be empty."""

    side: str
    title: str
    before: tuple[str, ...]
    units: TablePart
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """An account of an engagement: place and time, cost, origin, each side's sight, resolution."""

    anchor: str
    number: str
    head: str
    score: str
    arose: str
    sights: tuple[FightSeen, ...]
    resolved: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part with its title: a note, tables each with a caption (which may be empty), and accounts of engagements."""

    code: str
    title: str
    note: str = ""
    tables: tuple[tuple[str, TablePart], ...] = ()
    accounts: tuple[Account, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the log: its time, and its sentences, each with the sides that heard it."""

    clock: str
    lines: tuple[tuple[tuple[str, ...], str], ...]


class ReportContent(Protocol):
    """The content of a report: its head, its parts, and the identity of the game."""

    @property
    def words(self) -> Words: ...

    @property
    def title(self) -> str: ...

    @property
    def subtitle(self) -> str: ...

    @property
    def result(self) -> str: ...

    @property
    def imprint(self) -> str: ...

    def sections(self) -> Sequence[Section]: ...
