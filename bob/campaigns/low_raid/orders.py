"""The orders of a low-level raid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Allot:
    """Give an aircraft of the wave its target."""

    code: ClassVar[str] = "allot"
    aircraft: int
    target: str


@dataclass(frozen=True, slots=True)
class SendIn:
    """The targets are allotted: the wave goes in."""

    code: ClassVar[str] = "send_in"


@dataclass(frozen=True, slots=True)
class StrafeTargets:
    """The wave comes back once more, with its guns."""

    code: ClassVar[str] = "strafe"


@dataclass(frozen=True, slots=True)
class TurnHome:
    """The wave turns for home."""

    code: ClassVar[str] = "turn_home"


ORDER_TYPES: tuple[type, ...] = (Allot, SendIn, StrafeTargets, TurnHome)


def sort_key(order: Any) -> tuple[Any, ...]:
    """Return the sort key of a choice: aircraft, then target."""
    return (ORDER_TYPES.index(type(order)), getattr(order, "aircraft", 0), getattr(order, "target", ""))
