"""Whole turns of a day by hand: both sides give no orders, and a raid that forms late keeps the day going."""

from __future__ import annotations

import dataclasses
from typing import Any

from bob.core.dice import ScriptedDice
from bob.day.state.orders import Done
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Raid
from tests.operations.build import GAME, raid


def turn_over(p: DayPosition, *first: int) -> list[Any]:
    """The orders of both sides given, to the orders of the next turn; these dice come first in what follows."""
    GAME.apply(p, LUFTWAFFE, Done(), ScriptedDice([]))
    return list(GAME.apply(p, RAF, Done(), ScriptedDice([*first, *([3, 4] * 60)])))


def quiet() -> Raid:
    """A raid that forms at the end of the day."""
    late = raid(state="planned", code="late")
    late.units, late.form_turn = [], 59
    late.plan = dataclasses.replace(late.plan, form_turn=59)
    return late
