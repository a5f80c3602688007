"""A position of a low-level raid, and its view: everything, since nothing is hidden but the order of the cards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from bob.core.game import Outcome
from bob.core.ranges import OneOf

ALLOT, RETURN, OVER = PHASES = ("allot", "return", "over")
"""Targets are being allotted; the wave has bombed and may come back to strafe; the raid is over."""

WHOLE, DAMAGED, DESTROYED = STATES = ("whole", "damaged", "destroyed")


@dataclass(frozen=True, slots=True)
class LowRaidTerms:
    """The terms of a raid: `strafing`, whether a wave may come back with its guns; `alarm`, whether the defence is surprised as on the
    sheet, or awake from the first."""

    strafing: bool = True
    alarm: Annotated[str, OneOf(("sheet", "alerted"))] = "sheet"


@dataclass(slots=True)
class Raider:
    """An aircraft of a wave, its target once it has one, and how it fares."""

    number: int
    aircraft: str
    target: str = ""
    status: str = WHOLE


@dataclass(frozen=True, slots=True)
class AttackRun:
    """An attack of an aircraft: the results of its cards as they count, and the points."""

    aircraft: int
    target: str
    results: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class WaveLine:
    """A pass of a wave on the log: the defence's card, its effects, and the attacks."""

    wave: int
    strafing: bool
    card: str
    lowered: int
    damaged: tuple[int, ...]
    destroyed: tuple[int, ...]
    runs: tuple[AttackRun, ...]


@dataclass(slots=True)
class LowRaidPosition:
    """The whole truth."""

    sheet: str
    terms: LowRaidTerms
    phase: str = ALLOT
    wave: int = 0
    raiders: list[Raider] = field(default_factory=list)
    damage: dict[str, int] = field(default_factory=dict)
    lost: int = 0
    hurt: int = 0
    log: list[WaveLine] = field(default_factory=list)
    outcome: Outcome | None = None

    def copy(self) -> LowRaidPosition:
        """A position of its own; what never changes is shared."""
        return replace(self, raiders=[replace(raider) for raider in self.raiders], damage=dict(self.damage), log=list(self.log))

    @property
    def flying(self) -> list[Raider]:
        """The aircraft of the wave that are still in the air."""
        return [raider for raider in self.raiders if raider.status != DESTROYED]


@dataclass(frozen=True, slots=True)
class SeenRaider:
    """An aircraft of the wave in hand."""

    number: int
    aircraft: str
    target: str
    status: str


@dataclass(frozen=True, slots=True)
class SeenPart:
    """A target: its points of damage, the level that they reach, and the worth of the level."""

    target: str
    damage: int
    level: str
    vp: int


@dataclass(frozen=True, slots=True)
class LowRaidView:
    """The raid as it is seen."""

    seat: str
    sheet: str
    phase: str
    owing: tuple[str, ...]
    wave: int
    waves: int
    alarm: str
    altitude: str
    raiders: tuple[SeenRaider, ...]
    targets: tuple[SeenPart, ...]
    lost: int
    hurt: int
    points: int
    log: tuple[WaveLine, ...]
