"""The hex dogfight: aircraft on a sheet of hexes, with speed points, combat dice and Action cards."""

from bob.dogfight.hexes.game import HexDogfight

__all__ = ["HexDogfight"]
