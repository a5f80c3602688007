"""The chances of dice that count on one face in six, computed exactly and not thrown (BRS-C04)."""

from __future__ import annotations

from functools import cache
from math import comb


@cache
def aces_of(dice: int) -> tuple[float, ...]:
    """Return the chances that `dice` dice show no Ace face, one, two and so on."""
    return tuple([comb(dice, k) * 5 ** (dice - k) / 6**dice for k in range(dice + 1)])


@cache
def more(mine: int, his: int) -> float:
    """Return the chance that `mine` dice show more Ace faces than `his`: a hit that no dodge cancels, an outmanoeuvre (BRS-C36,
    BRS-C43)."""
    against = aces_of(max(0, his))
    return sum(chance * sum(against[:k]) for k, chance in enumerate(aces_of(max(0, mine))))


@cache
def any_ace(dice: int) -> float:
    """Return the chance that `dice` dice show an Ace face: a Skill test (BRS-069)."""
    return 1.0 - aces_of(max(0, dice))[0]
