"""What the ground of the table shows: which layers, at which height, of which Sector, in what weather. A plain value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GroundState:
    """All that the look of the ground depends on, beside the scale."""

    layers: frozenset[str] = frozenset()
    angels: int = 18
    sector: str | None = None
    bonuses: int = 0
    dark: tuple[str, ...] = ()
    weather: tuple[tuple[str, str], ...] = ()
