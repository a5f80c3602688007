"""Pilots: bots that play the card dogfight from the view of their seat and its legal orders."""

from bob.tactical.cards.pilots.pilot import NAMES, Chance, Pilot, title_key
from bob.tactical.cards.pilots.roster import fly, pilot
from bob.tactical.cards.pilots.sound import SoundCardPilot
from bob.tactical.cards.pilots.strong import Budget, Strong

__all__ = ["NAMES", "Budget", "Chance", "Pilot", "SoundCardPilot", "Strong", "fly", "pilot", "title_key"]
