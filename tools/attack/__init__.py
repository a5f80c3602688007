"""Attacks on the program, as a cheat, a careless owner and a bad disk would make them, from a seed: `python -m tools.attack`."""
