"""The miniatures dogfight on paper: all that a battle needs at a real table but the aircraft, to print and cut."""
