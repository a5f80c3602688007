"""The orders of a land campaign; those of a flight are the card dogfight's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from bob.tactical.cards.linking import FLIGHT_ORDERS
from bob.tactical.cards.linking import orders as cards


@dataclass(frozen=True, slots=True)
class PickResource:
    """Secretly choose a Resource for the mission."""

    code: ClassVar[str] = "pick_resource"
    number: int


@dataclass(frozen=True, slots=True)
class SetAltitude:
    """Say at which altitude a group brought by a Resource starts."""

    code: ClassVar[str] = "set_altitude"
    group: int
    altitude: str


@dataclass(frozen=True, slots=True)
class SetLoad:
    """Say whether a group of torpedo bombers carries torpedoes or bombs against a ship."""

    code: ClassVar[str] = "set_load"
    group: int
    load: str


@dataclass(frozen=True, slots=True)
class SetCrew:
    """Put the next Skilled Crew that was drawn into a heavy bomber: a group, and which of its aircraft."""

    code: ClassVar[str] = "set_crew"
    group: int
    aircraft: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Declare the plan ready: the flight may begin."""

    code: ClassVar[str] = "ready"


OWN: tuple[type, ...] = (PickResource, SetAltitude, SetLoad, SetCrew, Ready)
ORDER_TYPES: tuple[type, ...] = (*OWN, *FLIGHT_ORDERS)


def sort_key(order: Any) -> tuple[Any, ...]:
    """Return the sort key of a choice, as in the dogfight."""
    return cards.sort_key(order)
