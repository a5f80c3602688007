"""The settings of a new game without a desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class GamePlan:
    """The settings of a new game."""

    game: str
    scenario: str
    seed: str
    seats: Mapping[str, str]
    """The player of each seat: `human`, or a player of the game."""
    options: Mapping[str, Any] = field(default_factory=dict)
    typed: bool = False
    """True when persons type their dice."""
