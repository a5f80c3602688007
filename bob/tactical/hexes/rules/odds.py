"""The chances of dice, computed and not thrown: the hits of a shot, and the rest after a dodge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from bob.tactical.hexes.data import CRITICAL, DAMAGE, SPECIAL, Special

Chances = Mapping[tuple[int, int], float]
"""The chances by number of criticals and damages."""


@cache
def results(die: tuple[str, ...], dice: int, special: Special | None) -> Chances:
    """Return the chances of the results of `dice` dice; `special` is the value of the special face here, None for nothing."""
    thrown: dict[tuple[int, int, int], float] = {(0, 0, 0): 1.0}
    faces = [(die.count(face) / len(die), face) for face in sorted(set(die))]
    for _ in range(dice):
        following: dict[tuple[int, int, int], float] = {}
        for (c, d, s), chance in thrown.items():
            for part, face in faces:
                key = (c + (face == CRITICAL), d + (face == DAMAGE), s + (face == SPECIAL))
                following[key] = following.get(key, 0.0) + chance * part
        thrown = following
    found: dict[tuple[int, int], float] = {}
    for (c, d, s), chance in thrown.items():
        more = min(s, special.most) if special is not None else 0
        as_critical = special is not None and special.counts == CRITICAL
        key2 = (c + more, d) if as_critical else (c, d + more)
        found[key2] = found.get(key2, 0.0) + chance
    return found


@cache
def taken(die: tuple[str, ...], dice: int, critical: int) -> Sequence[float]:
    """Return the chances that `dice` dice take 0, 1, 2 ... points from a target that does not dodge, where a critical takes `critical`
    points."""
    chances = [0.0] * (dice * max(1, critical) + 1)
    for (c, d), chance in results(die, dice, None).items():
        chances[c * critical + d] += chance
    return tuple(chances)


@cache
def left(die: tuple[str, ...], criticals: int, damages: int, dice: int, special: Special | None) -> Sequence[float]:
    """Return the chances that 0, 1, 2 ... of the results stay after a dodge of `dice` dice."""
    chances = [0.0] * (criticals + damages + 1)
    for (broad, narrow), chance in results(die, dice, special).items():
        on_criticals = min(broad, criticals)
        on_damages = min(damages, narrow + broad - on_criticals)
        chances[criticals + damages - on_criticals - on_damages] += chance
    return tuple(chances)


def lost(
    die: tuple[str, ...], attack: int, special: Special | None, dodge: int, converted: int, dodge_special: Special | None
) -> Sequence[float]:
    """Return the chances that a shot of `attack` dice takes 0, 1, 2 ... points of structure.

    The target has `dodge` dice and one for each hit, and turns up to `converted` speed points into more where there is a hit.
    """
    chances = [0.0] * (attack + 1)
    for (c, d), chance in results(die, attack, special).items():
        if not c + d:
            chances[0] += chance
            continue
        for points, part in enumerate(left(die, c, d, c + d + dodge + converted, dodge_special)):
            chances[points] += chance * part
    return tuple(chances)
