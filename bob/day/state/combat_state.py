"""The combats of a turn in a position: who meets whom, and the engagement in hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bob.core.codec import SPARSE
from bob.core.hexes import Hex
from bob.data.units import Side
from bob.tactical.engagement import Aim, Engagement, Posture, Result

How = str
"""The resolution of an engagement: by the quick resolver, at the players' own table, by its chooser's decision, or in a tactical game."""


@dataclass(frozen=True, slots=True)
class Engaging:
    """The standing rule of how engagements are resolved: those of at most `small_most` aircraft, those with bombers, all others."""

    small: How = "quick"
    with_bombers: How = "quick"
    others: How = "quick"
    small_most: int = 0


@dataclass(frozen=True, slots=True)
class Arranged:
    """An engagement to come: the opponents, and the manner. `group` is the code of the intercepted group, `patrol` the index of a
    Channel patrol's box (OPS-B9.1)."""

    raid: str
    group: str
    hex: Hex
    angels: int
    squadrons: tuple[str, ...]
    units: tuple[str, ...]
    posture: Posture
    attackers: Side
    surprise: Literal["raf", "luftwaffe", "none"]
    aim: Aim
    patrol: int | None = None
    on_bombers: Posture | None = None
    ahead: bool = False
    shares: Mapping[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class Met:
    """A group of the Luftwaffe as it was at the turn's tallies."""

    group: str
    raid: str
    hex: Hex
    units: list[str]


@dataclass(slots=True)
class Fight:
    """The current engagement. `battle` is the position of the tactical game that `how` names, `models` the units of its models by
    number; each represents `scale` aircraft. `tables` are its tables there, none for one table with all of it, `outcomes` those of
    the tables already flown."""

    arranged: Arranged
    engagement: Engagement
    how: How
    battle: Any = None
    models: tuple[str, ...] = ()
    scale: int = 1
    tables: tuple[Engagement, ...] = field(default=(), metadata=SPARSE)
    outcomes: tuple[Result, ...] = field(default=(), metadata=SPARSE)

    @property
    def every_table(self) -> tuple[Engagement, ...]:
        return self.tables or (self.engagement,)

    @property
    def table(self) -> Engagement:
        """Return the table that is being flown."""
        return self.every_table[len(self.outcomes)]

    @property
    def sheet(self) -> Engagement:
        return self.engagement


@dataclass(slots=True)
class Combat:
    """The combats of a turn in progress: attacks and sweeps to come (indices of `met`), the arranged engagements, the current one."""

    met: list[Met] = field(default_factory=list)
    attacks: list[int] = field(default_factory=list)
    sweeps: list[int] = field(default_factory=list)
    seen: list[tuple[str, str]] = field(default_factory=list)
    fought: list[str] = field(default_factory=list)
    queue: list[Arranged] = field(default_factory=list)
    now: Fight | None = None
