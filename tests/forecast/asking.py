"""Days to ask forecasts about, as they stand at the orders of a turn."""

from __future__ import annotations

import pickle
from functools import cache

from bob.core.dice import SecretStream, SeededDice
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.world import world
from bob.forecast.flying import fly
from bob.forecast.question import ForecastQuestion, question
from bob.staff.roster import officer

GAME = OperationalDay(world())


@cache
def _stood(scenario: str, turn: int, seed: str) -> bytes:
    dice = SeededDice(SecretStream.of(seed, "game"))
    p, _ = GAME.setup(scenario, {}, dice)
    if turn:
        officers = {LUFTWAFFE: officer("kesselring", seed), RAF: officer("park", seed)}
        fly(GAME, p, officers, dice, None, lambda at: at.phase == "orders" and at.turn >= turn)
    return pickle.dumps(p)


def stood(scenario: str, turn: int = 0, seed: str = "x") -> DayPosition:
    """A day as officers have brought it to the orders of a turn; before its planning for turn 0."""
    found: DayPosition = pickle.loads(_stood(scenario, turn, seed))
    return found


def asked(scenario: str, turn: int = 0, seat: str = LUFTWAFFE, **given: object) -> ForecastQuestion:
    """The question of a seat about such a day."""
    return question(GAME.view(stood(scenario, turn), seat), **given)  # type: ignore[arg-type]
