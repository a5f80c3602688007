"""The hex dogfight on paper: all that a mission needs at a real table, to print and cut."""
