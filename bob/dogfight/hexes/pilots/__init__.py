"""The pilots of the hex dogfight: they see a seat's view and its choices, and give an order with its reason."""

from bob.dogfight.hexes.pilots.sound import SoundHexPilot

__all__ = ["SoundHexPilot"]
