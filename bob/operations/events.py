"""Random events: what they leave behind (OPS-A1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bob.tables import Lookup

RADIO_EVENTS = ("good_conditions", "clear_radio")


@dataclass(frozen=True, slots=True)
class Radio:
    """The radio events in force."""

    bonuses: frozenset[str] = frozenset()

    def after(self, event: str) -> Radio:
        """The radio after an event: each of the two switches its own bonus on, and off when it comes again (OPS-A1.hf)."""
        return Radio(self.bonuses ^ {event}) if event in RADIO_EVENTS else self


def raids_to_check(lookup: Lookup, raids: Iterable[tuple[str, bool, bool]]) -> list[str]:
    """Which raids make a detection check after an event roll.

    A raid is its name, whether it is detected, and whether it is tallied: a tallied one makes none (OPS-A1.det1, OPS-A1.det2).
    """
    return [
        name for name, detected, tallied in raids if not tallied and lookup.details["check_detected" if detected else "check_undetected"]
    ]
