"""Dice that a person at the screen rolls and types."""

from __future__ import annotations

from collections.abc import Callable

from bob.dice import Dice, SeededDice, TypedDice
from bob.errors import BobError
from bob.operations.position import LUFTWAFFE, RAF
from bob.words import Words

_SECRET = ("salt", "free", "cards.dice.shuffle")
"""Rolls that no person types: they would give a secret away, or nobody could throw them."""

MOST_SIDES = 1000
"""No person throws dice of more sides."""

REAL = (4, 6, 8, 10, 12, 20)
"""The dice that lie in a box."""

REST = "*"
"""The answer that lets the program roll all the rest of an order."""

AskDice = Callable[[str, int, int, str], str | None]
"""Asks for dice: what for, how many, of how many sides, whose. An empty answer lets the program roll, REST all that follow."""


class DiceBrokenOff(BobError):
    """Typing of dice was broken off; nothing has happened."""

    def __init__(self) -> None:
        super().__init__("desk.refused.dice_broken_off")


def dresser(ask: AskDice, wanted: Callable[[str, str], bool]) -> Callable[[SeededDice], Dice]:
    """Dice of one order that a person types as far as they are wanted; never those that would give a secret away."""
    left = False

    def asked(purpose: str, count: int, sides: int, by: str) -> str | None:
        nonlocal left
        if left or purpose in _SECRET or sides > MOST_SIDES or not wanted(purpose, by):
            return None
        answer = ask(purpose, count, sides, by)
        left = answer == REST
        return None if left else answer

    return lambda seeded: TypedDice(asked, seeded)


def purpose_told(words: Words, purpose: str) -> str:
    """What dice are rolled for."""
    for key in (f"desk.dice.for_{purpose}", f"tables.title.{purpose}", purpose):
        if "." in key and words.has(key):
            return words(key)
    return purpose.replace("_", " ")


def dice_told(words: Words, purpose: str, count: int, sides: int, by: str) -> str:
    """Which dice are to be thrown and for whom, or how to come by a number where there are no such dice."""
    who = words(f"ops.seat.{by}") if by in (RAF, LUFTWAFFE) else words("ops.seat.referee")
    if sides == 100 and count == 1:
        key = "desk.dice.percent"
    elif sides not in REAL:
        key = "desk.dice.which" if purpose == "loss" else "desk.dice.number"
    else:
        key = "desk.dice.ask_one" if count == 1 else "desk.dice.ask"
    text = words(key, **{"count": count, "sides": sides, "who": who} if key == "desk.dice.ask" else {"sides": sides, "who": who})
    about = f"desk.dice.about_{purpose}"
    return f"{text} {words(about)}" if words.has(about) else text
