"""The lights on the sheet: possible moves with their costs, possible targets, a course, a line of sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bob.core.hexes import Hex
from bob.tactical.hexes.rules.gunnery import Cut


@dataclass(frozen=True, slots=True)
class Ghost:
    """An aircraft in its possible state."""

    number: int
    at: Hex
    facing: int
    level: int


@dataclass(frozen=True, slots=True)
class SightLine:
    """A line of sight between two hexes, and what cuts it."""

    start: Hex
    end: Hex
    cuts: tuple[Cut, ...] = ()
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Lights:
    """All of it at one moment.

    `reach` are hexes with the most speed points left there, `places` hexes where something may be put, `facings` the facings that can be
    had in the hex pointed at, with the points left. `movable` may be activated, `targets` fired at, `chosen` have the brass ring.
    """

    reach: Mapping[Hex, int] = field(default_factory=dict)
    places: frozenset[Hex] = frozenset()
    movable: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    ghosts: tuple[Ghost, ...] = ()
    course: tuple[Hex, ...] = ()
    trail: tuple[Hex, ...] = ()
    facings: Mapping[int, int] = field(default_factory=dict)
    pointed: Hex | None = None
    template: Mapping[Hex, int] = field(default_factory=dict)
    line: SightLine | None = None
    aimed: Hex | None = None


NO_LIGHTS = Lights()
