"""What the parts of a report are, whatever it is written on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bob.words import Words


@dataclass(frozen=True, slots=True)
class TablePart:
    """A table: its heads, its rows, the columns set to the right, the one that takes the room that is left, whither each row leads."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    wide: int = 0
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FightSeen:
    """An engagement as one side saw it: whom it met, its units, what it claims. The title may be empty."""

    side: str
    title: str
    before: tuple[str, ...]
    units: TablePart
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """An engagement told: where and when, what it cost, how it arose, as each side saw it, how it was resolved."""

    anchor: str
    number: str
    head: str
    score: str
    arose: str
    sights: tuple[FightSeen, ...]
    resolved: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part with its title: a note, tables each with a caption (which may be empty), and engagements told one by one."""

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
    """What a report says: its head, its parts, and which game it was."""

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
