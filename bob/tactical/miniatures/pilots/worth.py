"""Weights of a pilot of the miniatures, in Boom chits: levels, hits, an aircraft, bombs; and the chances of a volley."""

from __future__ import annotations

from bob.tactical.miniatures.position import DISADVANTAGED, MULTIS, NEUTRAL, MiniatureAircraft, MiniaturePosition, Volley
from bob.tactical.miniatures.rules import attack, standing
from bob.tactical.miniatures.rules.geometry import PER, within
from bob.tactical.miniatures.rules.odds import more

LEVELS = (0.0, 0.6, 1.0)
"""The worth of each level."""
LIFE = 1.0
"""The worth of a flying aircraft beyond its level and its part in a test of its squadron."""
STEP = 0.6
"""The share of its worth that a multi-engined aircraft loses: this to the power of the hits still missing."""
BOMBER = 2.5
"""The extra worth of a loaded bomber, while its bombs may decide the day."""
BOMB = 1.1
"""The worth of a bomb hit."""


def late(position: MiniaturePosition) -> float:
    """Return the part of the worth of a level and of an aircraft that the remaining turns can still realise."""
    left = position.terms.turns - position.turn
    return (0.1, 0.6, 0.85)[left] if left < 3 else 1.0


def bombing(position: MiniaturePosition, a: MiniatureAircraft) -> bool:
    """Return whether an aircraft's bombs may still decide the day."""
    strike = position.terms.strike
    return strike is not None and a.loaded and position.hits < strike.hits and position.seats[a.side] == strike.seat


def of_levels(position: MiniaturePosition, a: MiniatureAircraft) -> tuple[float, ...]:
    """Return the worth of its levels to an aircraft: to a multi-engined one they are hits that it survives."""
    part = late(position)
    if a.type.multi:
        wanting = a.type.engines - a.chits
        return tuple([part * (wear(position, a, wanting) - wear(position, a, wanting + level)) for level in range(3)])
    return tuple([part * (0.7 + 0.1 * a.ps) * level for level in LEVELS])


def whole(position: MiniaturePosition, a: MiniatureAircraft) -> float:
    """Return the worth of bringing an aircraft down: chits, its part in the test of its squadron, itself."""
    engines = a.type.engines if a.squadron == MULTIS else 1
    broken = 0.0 if position.broken[a.side][a.squadron] else 2.0 * engines
    return broken + late(position) * (LIFE * (0.4 + 0.2 * a.ps) + BOMBER * bombing(position, a))


def wear(position: MiniaturePosition, a: MiniatureAircraft, wanting: int) -> float:
    """Return the worth lost of a multi-engined aircraft when `wanting` hits are missing to bring it down."""
    return float(whole(position, a) * STEP ** max(0, wanting))


def of_hit(position: MiniaturePosition, a: MiniatureAircraft, level: int, keen: float = 0.0) -> float:
    """Return the worth of an uncancelled hit on an aircraft at that level; `keen` is how much more it is worth, by the chits that the last
    squadron of its side still takes before it breaks off (BRS-C48, BRS-C50)."""
    part = 1.0 + keen / chits_left(position, a) if keen and decides(position, a) else 1.0
    if a.type.multi:
        wanting = level + a.type.engines - a.chits
        return part * (wear(position, a, wanting - 1) - wear(position, a, wanting))
    if level == DISADVANTAGED:
        return part * whole(position, a)
    levels = of_levels(position, a)
    return part * (1.0 + levels[level] - levels[level - 1])


def decides(position: MiniaturePosition, a: MiniatureAircraft) -> bool:
    """Return whether the side of an aircraft loses when its squadron breaks off."""
    return all(position.broken[a.side][which] for which in standing.squadrons(position, a.side) if which != a.squadron)


def chits_left(position: MiniaturePosition, a: MiniatureAircraft) -> int:
    """Return the number of Boom chits that make the squadron of an aircraft break off."""
    return max(1, standing.strength(position, a.side, a.squadron) - position.chits[a.side][a.squadron] + 1)


NEAR = 14 * PER
"""The distance within which an aircraft may still shoot at an enemy this turn."""


def supporters(position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft) -> int:
    """Return the number of friends of an aircraft that may still shoot at an enemy this turn."""
    friends = [c for c in position.aircraft if c.side == a.side and not (c.out or c.zoom) and c is not a and c.firepower]
    return sum(within(c.at, b.at, NEAR) for c in friends)


def of_drop(position: MiniaturePosition, a: MiniatureAircraft, level: int, followers: int) -> float:
    """Return the worth of bringing an aircraft from that level down by one; `followers` others may shoot at it this turn."""
    levels = of_levels(position, a)
    gain = levels[level] - levels[level - 1]
    return gain + min(3, followers) * (0.18 if level == NEUTRAL else 0.08)


def of_shot(position: MiniaturePosition, volley: Volley, answering: bool = False, keen: float = 0.0) -> float:
    """Return the expected gain of a volley."""
    b = position.aircraft[volley.at]
    return chance(position, volley, answering) * of_hit(position, b, b.level, keen)


def chance(position: MiniaturePosition, volley: Volley, answering: bool = False) -> float:
    """Return the chance that a volley hits."""
    a, b = position.aircraft[volley.by], position.aircraft[volley.at]
    return more(attack.attack_dice(position, volley, answering), attack.dodge_dice(position, a, b))


def answer_of(position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft, guns: bool = True) -> Volley | None:
    """All that an aircraft can answer the fire of another with; `guns`: it fired its own guns."""
    own = guns and standing.head_on(position, a, b)
    weapons = standing.bearing(position, b, a)
    return Volley(b.number, a.number, own, weapons) if own or weapons else None


def exchange(position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft, keen: float = 0.0) -> float:
    """Return the gain of a shot with an aircraft's own guns, its answer deducted."""
    found = of_shot(position, Volley(a.number, b.number, guns=True), keen=keen)
    back = answer_of(position, a, b)
    return found - of_shot(position, back, True, keen) if back is not None else found
