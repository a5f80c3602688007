"""Random events and their effects (OPS-A1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bob.data.tables import Lookup, Table
from bob.day.state.world import World

EVENTS = (
    *("good_conditions", "group_scramble", "dispersal_dash", "navigation_test", "emergency_scramble", "nothing", "turnaround"),
    *("sector_scramble", "impromptu_detachment", "clear_radio", "weather_change"),
)
"""Every event of the table, from the lowest roll up."""
RADIO_EVENTS = ("good_conditions", "clear_radio")
CHECKS = ("check_detected", "check_undetected")
"""Checks that a face of the dice may trigger beside the event."""


@dataclass(frozen=True, slots=True)
class Radio:
    """The radio events in force."""

    bonuses: frozenset[str] = frozenset()

    def after(self, event: str) -> Radio:
        """The radio after an event: each of the two switches its own bonus on, and off when it comes again (OPS-A1.hf)."""
        return Radio(self.bonuses ^ {event}) if event in RADIO_EVENTS else self


def outcome(world: World, event: str) -> Lookup:
    """Return the table's entry for an event without a roll: then no face triggers a check of detection (OPS-A1.det1)."""
    table = world.tables["random_event"]
    assert isinstance(table, Table)
    found = [one for one in map(table.look_up, table.every_roll()) if one.result == event]
    return replace(found[0], details={**found[0].details, **dict.fromkeys(CHECKS, False)})
