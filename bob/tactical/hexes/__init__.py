"""The hex dogfight: aircraft on a map of hexes, with speed points, combat dice and Action cards.

The modules by rule: `sequence.py` has the phases, `goes.py` the activations, `flight.py` the legal moves and their price and `movement.py`
carries them out, `gunnery.py` the shots, their dice and reasons, `exchange_of_fire.py` the steps of a shot and `shooting.py` carries them
out, `cards.py` the Action cards, `damage.py` hits and the end of a turn. Legality is judged once, for a position and for a seat's view
alike (`sheet.py`); `legal.py` lists orders and refuses them by it.

An additional advanced rule is a field of `HexTerms` in `position.py`, named in `ADVANCED` there: the set-up of the desk, the printed
mission and the option of missions and command lines go by these. It is asked for where the rule decides, in the modules above; it has a
word in `hexes.option`, lines of the printed aid (`bob/report/hexes/aid.py`) and a place in `mixes.py`, so that the fuzzer plays it; the
dice that it adds are a `Reason` of `gunnery.py` with a word in `hexes.reason`. The number `rules` of `game.py` goes up, and the goldens
are written again.
"""

from bob.tactical.hexes.game import HexDogfight

__all__ = ["HexDogfight"]
