"""What the ground of the table shows, and how one looks at it. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bob.desk.plotting.layers import LAYERS, USUAL_ANGELS


@dataclass(frozen=True, slots=True)
class GroundState:
    """All that the look of the ground depends on, beside the scale."""

    layers: frozenset[str] = frozenset()
    angels: int = USUAL_ANGELS
    sector: str | None = None
    bonuses: int = 0
    dark: tuple[str, ...] = ()
    mobile: tuple[str, ...] = ()
    weather: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Standpoint:
    """From where one looks at the table, and at what: the middle of the view and its scale, the layers, the height of the RDF coverage,
    what is chosen."""

    x: float
    y: float
    scale: float
    layers: frozenset[str]
    angels: int = USUAL_ANGELS
    chosen: tuple[str, Any] | None = None


def first_layers(room: str) -> frozenset[str]:
    """What a room shows before anybody has switched anything: the Luftwaffe targets, and not the RAF's Sectors."""
    shown = frozenset(layer.name for layer in LAYERS if layer.shown)
    return (shown - {"sectors"}) | {"targets"} if room == "luftwaffe" else shown
