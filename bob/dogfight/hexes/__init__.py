"""The hex dogfight: aircraft on a sheet of hexes, with speed points, combat dice and Action cards.

Where a rule stands: `sequence.py` has the phases, `goes.py` who activates what, `flight.py` what may be flown and for what price and
`movement.py` carries it out, `gunnery.py` what a shot may be and throws and why, `exchange_of_fire.py` the steps of a shot and
`shooting.py` carries them out, `cards.py` the Action cards, `damage.py` hits and the end of a turn. What is legal is judged once, for a
position and for a seat's view alike (`sheet.py`); `legal.py` lists orders and refuses them by it.

An advanced rule more is a field of `HexTerms` in `position.py`, named in `ADVANCED` there: the set-up of the desk, the printed mission and
the option of missions and command lines go by these. It is asked for where the rule decides, in the modules above; it has a word in
`hexes.option`, lines of the printed aid (`bob/report/hexes/aid.py`) and a place in `mixes.py`, so that the fuzzer plays it; what it adds to
dice is a `Reason` of `gunnery.py` with a word in `hexes.reason`. The number `rules` of `game.py` goes up, and the goldens are written anew.
"""

from bob.dogfight.hexes.game import HexDogfight

__all__ = ["HexDogfight"]
