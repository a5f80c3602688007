"""One model for many aircraft in the tactical games, and losses back again (OPS-B8.5)."""

from __future__ import annotations

from collections.abc import Sequence

from bob.core.dice import Dice
from bob.data.units import SIDES
from bob.tactical.engagement import Engagement

MOST_MODELS = 6
PAIR = 2
"""The least number of aircraft behind a model of the day by hexes and with miniatures: small fights are no deadlier than great ones."""


def scale(raf: int, luftwaffe: int, least: int = 1) -> int:
    """Return the number of aircraft for each model, `least` or more, so that neither side has more than six models."""
    return max(least, -(-max(raf, luftwaffe) // MOST_MODELS))


def models(counts: Sequence[int], n: int, dice: Dice, by: str = "") -> list[int]:
    """Return the number of models of each unit of a side; models for the remainders go by chance to the units that have them."""
    found = [count // n for count in counts]
    remainders = [count % n for count in counts]
    for _ in range(-(-sum(counts) // n) - sum(found)):
        pick = dice.roll("scale_model", 1, sides=sum(remainders), by=by).total
        for i, remainder in enumerate(remainders):
            pick -= remainder
            if pick <= 0:
                found[i] += 1
                remainders[i] = 0
                break
    return found


def shares(counts: Sequence[int], n: int) -> list[int]:
    """Return the same without dice: models for the remainders go to the largest remainders, the first of equals."""
    found = [count // n for count in counts]
    over = -(-sum(counts) // n) - sum(found)
    for i in sorted(range(len(counts)), key=lambda i: (-(counts[i] % n), i))[:over]:
        found[i] += 1
    return found


def scaled(engagement: Engagement, dice: Dice | None, least: int = 1) -> tuple[int, dict[str, list[int]]]:
    """Return the number of aircraft for each model, and the models of each unit of each side; without dice, as `shares` gives them."""
    n = scale(engagement.aircraft("raf"), engagement.aircraft("luftwaffe"), least)
    counts = {side: [force.count for force in engagement.of(side)] for side in SIDES}
    return n, {side: shares(of, n) if dice is None else models(of, n, dice, by=side) for side, of in counts.items()}


def aircraft_lost(models_lost: int, models_in: int, count: int, dice: Dice, by: str = "") -> int:
    """The aircraft that a unit loses for its models lost: in proportion, a part of an aircraft decided by the dice."""
    if models_in <= 0 or models_lost <= 0:
        return 0
    whole, part = divmod(count * min(models_lost, models_in), models_in)
    if part and dice.roll("scale_loss", 1, sides=models_in, by=by).total <= part:
        whole += 1
    return whole
