"""Pilots: bots that play the card dogfight from the view of their seat and its legal orders."""

from bob.staff.pilots.pilot import NAMES, Chance, Pilot, title_key
from bob.staff.pilots.roster import fly, pilot
from bob.staff.pilots.sound import Sound
from bob.staff.pilots.strong import Budget, Strong

__all__ = ["NAMES", "Budget", "Chance", "Pilot", "Sound", "Strong", "fly", "pilot", "title_key"]
