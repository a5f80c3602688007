"""The orders of a campaign; those of a mission's dogfight are the dogfight's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from bob.tactical.cards.linking import orders as cards


@dataclass(frozen=True, slots=True)
class PickArrow:
    """Choose the mission: an attack arrow."""

    code: ClassVar[str] = "pick_arrow"
    arrow: int


@dataclass(frozen=True, slots=True)
class PickOption:
    """Secretly choose an option for the mission, or none."""

    code: ClassVar[str] = "pick_option"
    option: int | None


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare which way an option works: bombers up or down, turns more or fewer."""

    code: ClassVar[str] = "declare"
    way: str


@dataclass(frozen=True, slots=True)
class LayFlak:
    """Secretly choose the flak pattern."""

    code: ClassVar[str] = "lay_flak"
    pattern: str


@dataclass(frozen=True, slots=True)
class PickBombing:
    """Choose the bombing pattern of one bomber that reached the target."""

    code: ClassVar[str] = "pick_bombing"
    aircraft: int
    pattern: str


OWN: tuple[type, ...] = (PickArrow, PickOption, Declare, LayFlak, PickBombing)
ORDER_TYPES: tuple[type, ...] = (*OWN, *cards.ORDER_TYPES)


def sort_key(order: Any) -> tuple[Any, ...]:
    """Return the sort key of a choice, as in the dogfight."""
    return cards.sort_key(order)
