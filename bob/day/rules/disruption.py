"""Disruption (OPS-B2.3, OPS-B2.7): the most that a unit takes, and the units that have it."""

from __future__ import annotations

from bob.day.state.known import KnownSquadron
from bob.day.state.position import RaidUnit
from bob.day.state.world import World


def most_disruption(world: World, unit: KnownSquadron | RaidUnit) -> int:
    """The disruption at which a unit breaks off: by those sent, not by those left (OPS-B2.3, OPS-B2.7)."""
    figures = world.figures["units"]
    if isinstance(unit, RaidUnit):
        size = "gruppe" if unit.sent > figures["staffel_most"] else "flight"
    else:
        size = "flight" if unit.flight else "squadron"
    return int(figures["max_disruption"][size])


def broken_off(world: World, unit: KnownSquadron | RaidUnit) -> bool:
    """Return whether a unit is at its maximum disruption: it goes home and does not attack (OPS-B2.3)."""
    return unit.disruption >= most_disruption(world, unit)
