"""Dice that a person throws and types."""

from __future__ import annotations

from collections.abc import Callable, Set

from bob.core.dice import Dice, SeededDice, Throw, TypedDice
from bob.core.errors import BobError

MOST_SIDES = 1000
"""No person throws dice of more sides."""

REST = "*"
"""The answer that lets the program roll all the rest of an order."""

ALIKE = "**"
"""The answer that lets the program roll all of an order that are for the same purpose."""

AskDice = Callable[[Throw], str | None]
"""Asks for dice. An empty answer lets the program roll, ALIKE all that are for the same, REST all that follow."""

Dress = Callable[[SeededDice], Dice]


class DiceBrokenOff(BobError):
    """Typing of dice was broken off; nothing has happened. `line` is the command that was typed in their place, if one was."""

    def __init__(self, line: str = "") -> None:
        super().__init__("sitting.dice_broken_off")
        self.line = line


def dresser(ask: AskDice, wanted: Callable[[str, str], bool], unthrown: Set[str] = frozenset()) -> Dress:
    """Return the dice of one order that a person types when their purpose and seat are `wanted`; never those that would disclose a
    secret or that cannot be thrown by hand."""
    left: set[str] = set()

    def asked(throw: Throw) -> str | None:
        purpose = throw.purpose
        if not left.isdisjoint((REST, purpose)) or purpose in unthrown or throw.sides > MOST_SIDES or not wanted(purpose, throw.by):
            return None
        answer = ask(throw)
        if answer not in (REST, ALIKE):
            return answer
        left.add(REST if answer == REST else purpose)
        return None

    return lambda seeded: TypedDice(asked, seeded)
