"""An engagement and its outcome (OPS-B8): what every resolver takes, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from bob.dice import Dice

Posture = Literal["bounce", "advantage", "even", "disadvantage", "bounced"]
POSTURES: tuple[Posture, ...] = ("bounced", "disadvantage", "even", "advantage", "bounce")
"""From the worst to the best; a side's posture is the other's turned over."""

Aim = Literal["reach_bombers", "protect", "sweep"]


def turned(posture: Posture) -> Posture:
    """The posture of the other side."""
    return POSTURES[len(POSTURES) - 1 - POSTURES.index(posture)]


@dataclass(frozen=True, slots=True)
class Force:
    """One unit in an engagement."""

    unit: str
    side: Literal["raf", "luftwaffe"]
    aircraft: str
    fighter: bool
    count: int
    experience: str
    disruption: int
    ammo: str
    angels: int
    role: str
    fuel: int


@dataclass(frozen=True, slots=True)
class Engagement:
    """An interception as one frozen value. `posture` is the RAF's."""

    raid: str
    turn: int
    hex: str
    over_england: bool
    weather: str
    sun: float
    posture: Posture
    surprise: Literal["raf", "luftwaffe", "none"]
    attackers: Literal["raf", "luftwaffe"]
    aim: Aim
    length: int
    forces: tuple[Force, ...]

    def of(self, side: str) -> tuple[Force, ...]:
        """The forces of one side."""
        return tuple(f for f in self.forces if f.side == side)


@dataclass(frozen=True, slots=True)
class Loss:
    """What became of one unit."""

    unit: str
    destroyed: int
    damaged: int
    disruption: int
    ammo: str
    jettisoned: bool
    broke_off: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of an engagement. `claims` is what each side believes that it shot down."""

    losses: tuple[Loss, ...]
    turns: int
    holds: Literal["raf", "luftwaffe", "none"]
    claims: tuple[tuple[str, int], ...]
    resolver: str


class Resolver(Protocol):
    """Whatever resolves an engagement."""

    def __call__(self, engagement: Engagement, dice: Dice) -> Result: ...
