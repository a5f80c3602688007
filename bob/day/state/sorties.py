"""The sorties of a unit of the Luftwaffe in a day, its time on the ground between, and its strength (OPS-C4.1)."""

from __future__ import annotations

from dataclasses import dataclass

from bob.data.units import Aircraft
from bob.day.state.world import World


@dataclass(frozen=True, slots=True)
class UnitFlight:
    """A flight of a unit with a raid: the turns of its take-off and of its landing, as flown or as planned, and how many come back."""

    raid: str
    first: int
    last: int
    back: int


def turnaround(world: World, kind: Aircraft) -> int:
    """The turns after its landing in which a unit can't take off yet."""
    figures = world.figures["again"]
    if kind.fighter:
        return int(figures["fighters"])
    return int(figures["dive_bombers" if kind.kind == "dive_bomber" else "bombers"])


def most_sorties(world: World, kind: Aircraft) -> int:
    """Return the most sorties of a unit in a day."""
    return int(world.figures["again"]["fighter_sorties" if kind.fighter else "other_sorties"])


def serviceable(world: World, back: int) -> int:
    """Return the number of returned aircraft that can fly again: three in four, rounded down."""
    figures = world.figures["again"]
    return back * int(figures["back"]) // int(figures["back_of"])
