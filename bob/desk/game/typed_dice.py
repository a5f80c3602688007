"""What is asked of a person at the screen who throws dice and types them."""

from __future__ import annotations

from bob.operations.position import LUFTWAFFE, RAF
from bob.sitting.drawn_cards import DRAWS
from bob.words import Words

REAL = (4, 6, 8, 10, 12, 20)
"""The dice that lie in a box."""


def purpose_told(words: Words, purpose: str) -> str:
    """What dice are rolled for."""
    for key in (f"desk.dice.for_{purpose}", f"tables.title.{purpose}", purpose):
        if "." in key and words.has(key):
            return words(key)
    return purpose.replace("_", " ")


def dice_told(words: Words, purpose: str, count: int, sides: int, by: str) -> str:
    """Which dice are to be thrown and for whom, or how to come by a number where there are no such dice."""
    who = words(f"ops.seat.{by}") if by in (RAF, LUFTWAFFE) else words("ops.seat.referee")
    if purpose in DRAWS:
        return words("desk.dice.card", sides=sides)
    if sides == 100 and count == 1:
        key = "desk.dice.percent"
    elif sides not in REAL:
        key = "desk.dice.which" if purpose == "loss" else "desk.dice.number"
    else:
        key = "desk.dice.ask_one" if count == 1 else "desk.dice.ask"
    text = words(key, **{"count": count, "sides": sides, "who": who} if key == "desk.dice.ask" else {"sides": sides, "who": who})
    about = f"desk.dice.about_{purpose}"
    return f"{text} {words(about)}" if words.has(about) else text
