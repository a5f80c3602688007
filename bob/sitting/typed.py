"""Dice that a person throws and types."""

from __future__ import annotations

from collections.abc import Callable, Set

from bob.dice import Dice, SeededDice, TypedDice
from bob.errors import BobError

MOST_SIDES = 1000
"""No person throws dice of more sides."""

REST = "*"
"""The answer that lets the program roll all the rest of an order."""

AskDice = Callable[[str, int, int, str], str | None]
"""Asks for dice: what for, how many, of how many sides, whose. An empty answer lets the program roll, REST all that follow."""

Dress = Callable[[SeededDice], Dice]


class DiceBrokenOff(BobError):
    """Typing of dice was broken off; nothing has happened. `line` is the command that was typed in their place, if one was."""

    def __init__(self, line: str = "") -> None:
        super().__init__("sitting.dice_broken_off")
        self.line = line


def dresser(ask: AskDice, wanted: Callable[[str, str], bool], unthrown: Set[str] = frozenset()) -> Dress:
    """Dice of one order that a person types as far as their purpose, and whose they are, is wanted; never those that would give a
    secret away or that nobody can throw."""
    left = False

    def asked(purpose: str, count: int, sides: int, by: str) -> str | None:
        nonlocal left
        if left or purpose in unthrown or sides > MOST_SIDES or not wanted(purpose, by):
            return None
        answer = ask(purpose, count, sides, by)
        left = answer == REST
        return None if left else answer

    return lambda seeded: TypedDice(asked, seeded)
