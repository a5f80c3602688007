"""What a position and a seat's view of it have in common: the sheet with its aircraft. Legality is written once against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bob.dogfight.hexes.data import Dashboard, LeaderClass
from bob.dogfight.hexes.position import Terms
from bob.hexes import Hex

Refusal = tuple[str, str]
"""Why an order is not legal: a key of the words, and the rule."""


class Flying(Protocol):
    """An aircraft as all see it."""

    @property
    def number(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def side(self) -> int: ...
    @property
    def dash(self) -> Dashboard: ...
    @property
    def rank(self) -> LeaderClass | None: ...
    @property
    def rule(self) -> str: ...
    @property
    def at(self) -> Hex: ...
    @property
    def facing(self) -> int: ...
    @property
    def level(self) -> int: ...
    @property
    def speed(self) -> int: ...
    @property
    def fuel(self) -> int: ...
    @property
    def structure(self) -> int: ...
    @property
    def leader(self) -> str: ...
    @property
    def wingman_of(self) -> int: ...
    @property
    def formation(self) -> int: ...
    @property
    def guns(self) -> int: ...
    @property
    def fired(self) -> bool: ...
    @property
    def overheat(self) -> int: ...
    @property
    def shocked(self) -> int: ...
    @property
    def criticals(self) -> tuple[str, ...]: ...
    @property
    def tail(self) -> bool: ...
    @property
    def rule_used(self) -> bool: ...
    @property
    def out(self) -> str: ...


class Sheet(Protocol):
    """The sheet with its clouds and aircraft."""

    @property
    def terms(self) -> Terms: ...
    @property
    def aircraft(self) -> Sequence[Flying]: ...
    @property
    def clouds(self) -> Sequence[Hex]: ...


class Activation(Protocol):
    """How far an activation has gone."""

    @property
    def active(self) -> tuple[int, ...]: ...
    @property
    def displaced(self) -> bool: ...
    @property
    def spent(self) -> bool: ...
    @property
    def turnable(self) -> bool: ...
    @property
    def shot(self) -> bool: ...
    @property
    def released(self) -> bool: ...
    @property
    def paid(self) -> bool: ...
    @property
    def slips(self) -> int: ...
    @property
    def weps(self) -> int: ...
    @property
    def tail_hexes(self) -> int: ...
    @property
    def free_slip(self) -> bool: ...
    @property
    def hard_turn(self) -> bool: ...
    @property
    def aerobatics(self) -> int: ...


def on_sheet(terms: Terms, at: Hex) -> bool:
    """Whether a hex is of the sheet (FIS-D41)."""
    return 0 <= at.q < terms.columns and 0 <= at.r + (at.q - (at.q & 1)) // 2 < terms.rows


def taken(sheet: Sheet, at: Hex, but: Sequence[int] = ()) -> bool:
    """Whether an aircraft, other than these, holds a hex (FIS-054)."""
    for other in sheet.aircraft:  # noqa: SIM110 - asked for every step; a generator takes twice the time
        if other.at == at and other.number not in but:
            return True
    return False


def enemy_at(sheet: Sheet, side: int, at: Hex, level: int) -> Flying | None:
    """The enemy that bars a hex to a side at a level (FIS-053, FIS-219)."""
    for other in sheet.aircraft:
        if other.at == at and other.side != side and other.level == level:
            return other
    return None


def cloudy(sheet: Sheet, at: Hex) -> bool:
    """Whether an aircraft in that hex is inside a cloud, at any level (FIS-287)."""
    return at in sheet.clouds
