"""The state of the ground of the table, and its point of view. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bob.desk.map.layers import LAYERS, USUAL_ANGELS


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
    """The point of view on the table: the middle of the view and its scale, the layers, the height of the RDF coverage, the chosen
    thing."""

    x: float
    y: float
    scale: float
    layers: frozenset[str]
    angels: int = USUAL_ANGELS
    chosen: tuple[str, Any] | None = None


def first_layers(room: str) -> frozenset[str]:
    """Return the layers that a room shows at first: the Luftwaffe targets, and not the RAF's Sectors."""
    shown = frozenset(layer.name for layer in LAYERS if layer.shown)
    return (shown - {"sectors"}) | {"targets"} if room == "luftwaffe" else shown
