"""The contract of every game, and what all of it is made of: records, matches, dice, codec, ranges, hexes, errors."""
