"""A convoy, and the Luftwaffe's knowledge of one (OPS-C5.1): typed data and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bob.core.hexes import Hex


@dataclass(frozen=True, slots=True)
class ConvoySighting:
    """A convoy as the Luftwaffe saw it last, under its own number: where, when, its course in degrees, its ships as they were counted."""

    number: int
    turn: int
    hex: Hex
    course: int
    ships: int


@dataclass(slots=True)
class DayConvoy:
    """A convoy on a lane. It `entered` in that turn at the `first` hex of the lane and runs to the `last`, by index; `seen` is the
    Luftwaffe's knowledge of it, under its `number`."""

    code: str
    title: dict[str, str]
    lane: str
    first: int
    last: int
    entered: int
    ships: int
    escorts: int
    balloons: int
    hex: Hex
    state: Literal["to_come", "under_way", "in_port", "sunk"] = "to_come"
    sunk: int = 0
    number: int | None = None
    seen: ConvoySighting | None = None

    @property
    def afloat(self) -> int:
        """The ships that are left."""
        return self.ships - self.sunk
