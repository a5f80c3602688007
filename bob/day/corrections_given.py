"""The referee's corrections (OPS-B4.1): the form of a correction, and helpers shared by all kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bob.core import hexes
from bob.core.errors import Refused, UsageError
from bob.core.hexes import Hex
from bob.day.state.execution import Play
from bob.day.state.position import DayPosition
from bob.day.state.world import World

HIGHEST = 34
WORKS, OUT = "working", "out"

ThingNames = Callable[[World, DayPosition], Sequence[str]]
Stands = Callable[[DayPosition, str], str]
Fits = Callable[[World, DayPosition, str, str], bool]
Put = Callable[[Play, str, str, str], None]


@dataclass(frozen=True, slots=True)
class Correction:
    """One kind of correction. `names` are the things that it applies to, a lone empty one for a single thing, None for any hex; `stands`
    returns the current value, `put` takes name, value and reason. `values` lists the valid values where that is a list, and is empty for
    a figure, a hex or a free text. `only` names the phase in which it is possible, if limited."""

    names: ThingNames | None
    stands: Stands
    fits: Fits
    put: Put
    values: tuple[str, ...] = ()
    only: str = ""

    def named(self, world: World, p: DayPosition, name: str) -> Refused | None:
        """Return why nothing of that name can be corrected; None when it can."""
        if self.names is None:
            return None if hex_of(world, name) is not None else Refused("ops.refused.no_hex", hex=name)
        names = self.names(world, p)
        return None if list(names) == [""] or name in names else Refused("ops.refused.not_there", name=name)


def whole(least: int, most: int, step: int = 1) -> Fits:
    """A whole number within these, in such steps."""
    return partial(_is_whole_within, (least, most, step))


def _is_whole_within(bounds: tuple[int, int, int], world: World, p: DayPosition, name: str, value: str) -> bool:
    return is_whole(value, *bounds)


def is_whole(value: str, least: int, most: int, step: int = 1) -> bool:
    """Return whether a text is a whole number within limits, in the given steps."""
    plain = value.isascii() and value.isdigit() and len(value) <= 3
    return plain and least <= int(value) <= most and int(value) % step == 0


def one_of(*values: str) -> Fits:
    """One of a list."""
    return partial(_is_among, values)


def _is_among(values: tuple[str, ...], world: World, p: DayPosition, name: str, value: str) -> bool:
    return value in values


def on_map(world: World, p: DayPosition, name: str, value: str) -> bool:
    """A hex of the map."""
    return hex_of(world, value) is not None


def hex_of(world: World, value: str) -> Hex | None:
    """Return the hex of a label on the map."""
    try:
        found = hexes.from_label(value)
    except UsageError:
        return None
    return found if found in world.theatre.grounds else None


def alone(world: World, p: DayPosition) -> Sequence[str]:
    """Return the name of a single thing."""
    return ("",)
