"""The chances of dice, worked out and not thrown: what a shot hits, what a dodge leaves of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from bob.dogfight.hexes.data import CRITICAL, DAMAGE, SPECIAL, Special

Chances = Mapping[tuple[int, int], float]
"""How likely so many criticals and damages are."""


@cache
def results(die: tuple[str, ...], dice: int, special: Special | None) -> Chances:
    """What so many dice come to; `special` is what the special face counts as here, None for nothing."""
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
    """How likely it is that so many dice take 0, 1, 2 ... points from what does not dodge, where a critical takes so many."""
    chances = [0.0] * (dice * max(1, critical) + 1)
    for (c, d), chance in results(die, dice, None).items():
        chances[c * critical + d] += chance
    return tuple(chances)


@cache
def left(die: tuple[str, ...], criticals: int, damages: int, dice: int, special: Special | None) -> Sequence[float]:
    """How likely it is that so many results stay after a dodge of so many dice: the chance of 0, of 1, and so on."""
    chances = [0.0] * (criticals + damages + 1)
    for (broad, narrow), chance in results(die, dice, special).items():
        on_criticals = min(broad, criticals)
        on_damages = min(damages, narrow + broad - on_criticals)
        chances[criticals + damages - on_criticals - on_damages] += chance
    return tuple(chances)


def lost(
    die: tuple[str, ...], attack: int, special: Special | None, dodge: int, converted: int, dodge_special: Special | None
) -> Sequence[float]:
    """How likely it is that a shot of so many dice takes so many points of structure.

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
