"""Pilots of the miniatures dogfight: they see a view and its choices, order, and say why."""

from bob.dogfight.skies.pilots.sound import SoundSkyPilot
from bob.dogfight.skies.pilots.strong import StrongSkyPilot
from bob.dogfight.skies.pilots.weak import WeakSkyPilot

__all__ = ["SoundSkyPilot", "StrongSkyPilot", "WeakSkyPilot"]

KINDS: dict[str, type[SoundSkyPilot]] = {"sound": SoundSkyPilot, "strong": StrongSkyPilot, "weak": WeakSkyPilot}
"""The pilots by name."""
