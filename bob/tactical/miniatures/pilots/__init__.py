"""Pilots of the miniatures dogfight: they see a view and its choices, order, and say why."""

from bob.tactical.miniatures.pilots.sound import SoundSkyPilot
from bob.tactical.miniatures.pilots.strong import StrongSkyPilot
from bob.tactical.miniatures.pilots.weak import WeakSkyPilot

__all__ = ["SoundSkyPilot", "StrongSkyPilot", "WeakSkyPilot"]

KINDS: dict[str, type[SoundSkyPilot]] = {"sound": SoundSkyPilot, "strong": StrongSkyPilot, "weak": WeakSkyPilot}
"""The pilots by name."""
