"""The lights on the cloth: the ghost of a move, arcs, possible shots, the stick, lines of sight."""

from __future__ import annotations

from dataclasses import dataclass

from bob.tactical.miniatures.rules.geometry import Spot


@dataclass(frozen=True, slots=True)
class MiniatureGhost:
    """An aircraft in its possible state, its way there, and its way of leaving the table, if it does."""

    number: int
    at: Spot
    heading: int
    level: int
    ways: tuple[tuple[Spot, Spot], ...] = ()
    out: str = ""


@dataclass(frozen=True, slots=True)
class Stick:
    """A measuring stick between two points; `cuts` are the clouds that cut the sight along it."""

    start: Spot
    end: Spot
    cuts: tuple[Spot, ...] = ()
    bare: bool = False
    """Only a line of sight: nothing is measured."""
    barred: bool = False


@dataclass(frozen=True, slots=True)
class ZoneStrip:
    """A part of the table, from one corner to the other: where a side deploys."""

    first: Spot
    last: Spot


@dataclass(frozen=True, slots=True)
class FlightSpan:
    """The range of the active aircraft straight ahead: from the least to the most, in hundredths."""

    number: int
    least: int
    most: int
    turn: int


@dataclass(frozen=True, slots=True)
class MiniatureLights:
    """All of it at one moment.

    `movable` may be activated, `targets` shot at, `chosen` have the brass ring, `tails` would be tailed, `menaced_by` could shoot at the
    ghost or tail it. `arcs_of` shows its arcs and its range; with a ghost the ghost's.
    """

    movable: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    tails: frozenset[int] = frozenset()
    menaced_by: frozenset[int] = frozenset()
    ghost: MiniatureGhost | None = None
    arcs_of: int = -1
    span: FlightSpan | None = None
    sticks: tuple[Stick, ...] = ()
    strip: ZoneStrip | None = None
    cloud: Spot | None = None
    pointed: Spot | None = None


NO_SKY_LIGHTS = MiniatureLights()
