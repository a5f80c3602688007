"""What a new game by itself is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class GamePlan:
    """What a new game is made of."""

    game: str
    scenario: str
    seed: str
    seats: Mapping[str, str]
    """Each seat and who plays it: `human`, or a player of the game."""
    options: Mapping[str, Any] = field(default_factory=dict)
    typed: bool = False
    """Whether persons type their dice."""
