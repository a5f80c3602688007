"""The miniatures dogfight: a table without hexes, advantage in place of altitude, an Action deck (seed 000).

Its rules are in modules of their own; `game.py` makes a game of the contract of them; `kit.py` and `loaded.py` say how
it is played from outside.
"""
