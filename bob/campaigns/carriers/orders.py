"""The orders of a carrier campaign; those before a flight are the land campaigns', those of a flight the cards' own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from bob.campaigns.land.orders import Ready, SetAltitude, SetCrew, SetLoad
from bob.tactical.cards.linking import FLIGHT_ORDERS
from bob.tactical.cards.linking import orders as cards


@dataclass(frozen=True, slots=True)
class PlanTurn:
    """Secretly record a Fleet Tactic and a Flight Operation for the turn."""

    code: ClassVar[str] = "plan_turn"
    tactic: str
    operation: str


@dataclass(frozen=True, slots=True)
class TakeResource:
    """Secretly choose a Resource for the turn; None is No Resource."""

    code: ClassVar[str] = "take_resource"
    number: int | None


@dataclass(frozen=True, slots=True)
class LeaveBehind:
    """Leave an aircraft of a group behind, since damage has made the Strike or the CAP smaller."""

    code: ClassVar[str] = "leave_behind"
    group: int


@dataclass(frozen=True, slots=True)
class AddToCap:
    """Take an Element of that aircraft as the extra CAP; None takes none."""

    code: ClassVar[str] = "add_to_cap"
    aircraft: str | None


OWN: tuple[type, ...] = (PlanTurn, TakeResource, LeaveBehind, AddToCap, SetAltitude, SetLoad, SetCrew, Ready)
ORDER_TYPES: tuple[type, ...] = (*OWN, *FLIGHT_ORDERS)


def sort_key(order: Any) -> tuple[Any, ...]:
    """Return the sort key of a choice, as in the dogfight."""
    return cards.sort_key(order)
