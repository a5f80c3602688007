"""The players' own table: a result that they bring back, checked and completed."""

from __future__ import annotations

from bob.core.dice import Dice
from bob.tactical import fates
from bob.tactical.engagement import Engagement, Loss, Result


def result(engagement: Engagement, losses: tuple[Loss, ...], turns: int, dice: Dice) -> Result:
    """The outcome of losses that have no misfits; what each side claims falls by the dice."""
    return fates.outcome(engagement, losses, turns, "table", dice)
