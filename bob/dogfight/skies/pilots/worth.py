"""What things are worth to a pilot of the miniatures, in Boom chits: levels, hits, an aircraft, bombs; and the chances of a volley."""

from __future__ import annotations

from bob.dogfight.skies import attack, standing
from bob.dogfight.skies.geometry import PER, within
from bob.dogfight.skies.odds import more
from bob.dogfight.skies.position import DISADVANTAGED, MULTIS, NEUTRAL, SkyAircraft, SkyPosition, Volley

LEVELS = (0.0, 0.6, 1.0)
"""What it is worth to be at each level."""
LIFE = 1.0
"""What an aircraft that flies is worth beyond its level and beyond what it counts in a test of its squadron."""
STEP = 0.6
"""What part of its worth a multi-engined aircraft has lost when so many hits are wanting yet: a power of this."""
BOMBER = 2.5
"""What a loaded bomber is worth more, while its bombs may decide the day."""
BOMB = 1.1
"""What a bomb hit is worth."""


def late(position: SkyPosition) -> float:
    """How much of the worth of a level and of an aircraft the turns that are left can still bring in."""
    left = position.terms.turns - position.turn
    return (0.1, 0.6, 0.85)[left] if left < 3 else 1.0


def bombing(position: SkyPosition, a: SkyAircraft) -> bool:
    """Whether an aircraft's bombs may still decide the day."""
    strike = position.terms.strike
    return strike is not None and a.loaded and position.hits < strike.hits and position.seats[a.side] == strike.seat


def of_levels(position: SkyPosition, a: SkyAircraft) -> tuple[float, ...]:
    """What its levels are worth to an aircraft: to a multi-engined one they are hits that it stands."""
    part = late(position)
    if a.type.multi:
        wanting = a.type.engines - a.chits
        return tuple([part * (wear(position, a, wanting) - wear(position, a, wanting + level)) for level in range(3)])
    return tuple([part * (0.7 + 0.1 * a.ps) * level for level in LEVELS])


def whole(position: SkyPosition, a: SkyAircraft) -> float:
    """What it is worth to bring an aircraft down: chits, its part in the test of its squadron, itself."""
    engines = a.type.engines if a.squadron == MULTIS else 1
    broken = 0.0 if position.broken[a.side][a.squadron] else 2.0 * engines
    return broken + late(position) * (LIFE * (0.4 + 0.2 * a.ps) + BOMBER * bombing(position, a))


def wear(position: SkyPosition, a: SkyAircraft, wanting: int) -> float:
    """How much of a multi-engined aircraft is gone when so many hits are wanting to bring it down."""
    return float(whole(position, a) * STEP ** max(0, wanting))


def of_hit(position: SkyPosition, a: SkyAircraft, level: int) -> float:
    """What an uncancelled hit is worth on an aircraft at that level."""
    if a.type.multi:
        wanting = level + a.type.engines - a.chits
        return wear(position, a, wanting - 1) - wear(position, a, wanting)
    if level == DISADVANTAGED:
        return whole(position, a)
    levels = of_levels(position, a)
    return 1.0 + levels[level] - levels[level - 1]


NEAR = 14 * PER
"""How near an aircraft is that may yet shoot at an enemy this turn."""


def supporters(position: SkyPosition, a: SkyAircraft, b: SkyAircraft) -> int:
    """How many friends of an aircraft may yet shoot at an enemy this turn."""
    friends = [c for c in position.aircraft if c.side == a.side and not (c.out or c.zoom) and c is not a and c.firepower]
    return sum(within(c.at, b.at, NEAR) for c in friends)


def of_drop(position: SkyPosition, a: SkyAircraft, level: int, followers: int) -> float:
    """What it is worth to bring an aircraft from that level down by one; so many others may shoot at it this turn."""
    levels = of_levels(position, a)
    gain = levels[level] - levels[level - 1]
    return gain + min(3, followers) * (0.18 if level == NEUTRAL else 0.08)


def of_shot(position: SkyPosition, volley: Volley, answering: bool = False) -> float:
    """What a volley is likely to bring."""
    b = position.aircraft[volley.at]
    return chance(position, volley, answering) * of_hit(position, b, b.level)


def chance(position: SkyPosition, volley: Volley, answering: bool = False) -> float:
    """How likely a volley hits."""
    a, b = position.aircraft[volley.by], position.aircraft[volley.at]
    return more(attack.attack_dice(position, volley, answering), attack.dodge_dice(position, a, b))


def answer_of(position: SkyPosition, a: SkyAircraft, b: SkyAircraft, guns: bool = True) -> Volley | None:
    """All that an aircraft can answer the fire of another with; `guns`: it fired its own guns."""
    own = guns and standing.head_on(position, a, b)
    weapons = standing.bearing(position, b, a)
    return Volley(b.number, a.number, own, weapons) if own or weapons else None


def exchange(position: SkyPosition, a: SkyAircraft, b: SkyAircraft) -> float:
    """What a shot with an aircraft's own guns brings, its answer taken off."""
    found = of_shot(position, Volley(a.number, b.number, guns=True))
    back = answer_of(position, a, b)
    return found - of_shot(position, back, True) if back is not None else found
