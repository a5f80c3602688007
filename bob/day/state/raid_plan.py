"""A raid as it is planned: its units in their roles, its route, its target (OPS-B3.1). Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bob.core.hexes import Hex

RaidType = Literal["main", "dive_bombing", "low_level", "jabo", "freie_jagd", "feint", "return_escort", "reconnaissance"]
Role = Literal["bomber", "jabo", "strafe", "close_escort", "high_cover", "sweep", "return_escort", "reconnaissance"]

BOMBING_ROLES = ("bomber", "jabo", "strafe")
FIGHTING = ("close_escort", "high_cover", "sweep", "strafe", "jabo", "return_escort")
"""The roles that fight once a turn."""
ESCORT_ROLES = ("close_escort", "high_cover")


@dataclass(frozen=True, slots=True)
class Leg:
    """A way-point of a route: a hex and the height to be reached there."""

    hex: Hex
    angels: int


@dataclass(frozen=True, slots=True)
class PlannedUnit:
    """A unit of a plan: its role, how many aircraft it sends, and its height at formation."""

    unit: str
    role: Role
    aircraft: int
    angels: int


@dataclass(frozen=True, slots=True)
class RaidPlan:
    """A raid as planned (OPS-B3.1). `joins` names the raid that a return escort meets (OPS-B3.4); a feint that only gathers circles for
    that number of turns and disperses (OPS-C1.4); Jabos dive on their target unless they are to attack it `low` (OPS-C7.4). In place of
    a target it may aim at a convoy by its number, and flies to its expected place (OPS-C5.4)."""

    code: str
    type: RaidType
    form_at: Hex
    form_turn: int
    form_angels: int
    units: tuple[PlannedUnit, ...]
    route: tuple[Leg, ...]
    primary: str | None = None
    secondary: str | None = None
    home: tuple[Leg, ...] = ()
    joins: str | None = None
    circling: int = 0
    low: bool = False
    convoy: int | None = None
    aim: Hex | None = None
