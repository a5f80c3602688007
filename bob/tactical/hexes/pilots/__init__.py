"""Pilots of the hex dogfight: they see a view and its choices, order, and say why."""

from bob.tactical.hexes.pilots.sound import SoundHexPilot
from bob.tactical.hexes.pilots.strong import StrongHexPilot
from bob.tactical.hexes.pilots.weak import WeakHexPilot

__all__ = ["SoundHexPilot", "StrongHexPilot", "WeakHexPilot"]

KINDS: dict[str, type[SoundHexPilot]] = {"sound": SoundHexPilot, "strong": StrongHexPilot, "weak": WeakHexPilot}
"""The pilots by name."""
