"""Dice that a person at the screen rolls and types."""

from __future__ import annotations

from collections.abc import Callable

from bob.dice import Dice, SeededDice, TypedDice
from bob.errors import BobError

_SECRET = ("salt", "free")
"""Rolls that no person types: they would give a secret away."""

AskDice = Callable[[str, int, int, str], str | None]
"""Asks for dice: what for, how many, of how many sides, whose. An empty answer lets the program roll."""


class DiceBrokenOff(BobError):
    """Typing of dice was broken off; nothing has happened."""

    def __init__(self) -> None:
        super().__init__("desk.refused.dice_broken_off")


def dresser(ask: AskDice, wanted: Callable[[str, str], bool]) -> Callable[[SeededDice], Dice]:
    """Dice that a person types as far as they are wanted; never those that would give a secret away."""

    def asked(purpose: str, count: int, sides: int, by: str) -> str | None:
        return ask(purpose, count, sides, by) if purpose not in _SECRET and wanted(purpose, by) else None

    return lambda seeded: TypedDice(asked, seeded)
