"""Pilots of the miniatures dogfight: they see a view and its choices, order, and say why."""

from bob.tactical.miniatures.pilots.sound import SoundMiniaturePilot
from bob.tactical.miniatures.pilots.strong import StrongMiniaturePilot
from bob.tactical.miniatures.pilots.weak import WeakMiniaturePilot

__all__ = ["SoundMiniaturePilot", "StrongMiniaturePilot", "WeakMiniaturePilot"]

KINDS: dict[str, type[SoundMiniaturePilot]] = {"sound": SoundMiniaturePilot, "strong": StrongMiniaturePilot, "weak": WeakMiniaturePilot}
"""The pilots by name."""
