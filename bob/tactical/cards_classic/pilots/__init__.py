"""Pilots of flights: they see a view and its choices, order, and say why."""

from bob.tactical.cards_classic.pilots.sound import flown_by_rule
from bob.tactical.cards_classic.pilots.strong import StrongFlier

__all__ = ["StrongFlier", "flown_by_rule"]
