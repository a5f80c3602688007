"""Relations between aircraft: sight, range, arcs, targets to shoot at, tail and outmanoeuvre; formations and squadrons."""

from __future__ import annotations

from collections.abc import Iterator

from bob.core.errors import Refusal
from bob.tactical.miniatures.data import ACE, POOR_CLIMB
from bob.tactical.miniatures.position import ADVANTAGED, DISADVANTAGED, FIGHTERS, MULTIS, NEUTRAL, MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.rules.geometry import LEFT, PER, RIGHT, Spot, apart, arc, in_front, in_rear, passes, within

RANGE = 9 * PER
"""Of shots, outmanoeuvres, tails, and of what Aces do to others (BRS-C35, BRS-C38, BRS-C39)."""
CLOUD = 3 * PER
"""The radius of a cloud, and within what distance none hides anything (BRS-C53)."""
BOMBING = 3 * PER
"""The distance within which a bomber has to pass a target point (BRS-C58)."""
FORMATION = 3 * PER
FORMATION_TURN = 15
"""The largest angle between headings in a formation, and, as `FORMATION`, the largest distance (BRS-C57)."""


def enemies(position: MiniaturePosition, a: MiniatureAircraft) -> Iterator[MiniatureAircraft]:
    """The enemies on the table, by their numbers."""
    side = a.side
    return (b for b in position.aircraft if b.side != side and not b.out)


def sees(position: MiniaturePosition, a: Spot, b: Spot) -> bool:
    """Return whether no cloud is between two points (BRS-C53)."""
    if not position.clouds or within(a, b, CLOUD):
        return True
    return not any(passes(a, b, cloud, CLOUD, touching=False) for cloud in position.clouds)


def shot_refusal(position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft) -> Refusal | None:
    """Return the reason why an aircraft cannot shoot at another with its own guns (BRS-C39, BRS-C41, BRS-098)."""
    if b.side == a.side or b.out:
        return "not_an_enemy", "BRS-C39"
    if not a.type.firepower:
        return "no_guns", "BRS-C41"
    if not a.firepower:
        return "no_rounds", "OPS-B8.4"
    if not within(a.at, b.at, RANGE):
        return "out_of_range", "BRS-C39"
    if not in_front(a.at, a.heading, b.at):
        return "not_in_front", "BRS-C39"
    if not b.type.multi and not (a.level > b.level or (a.level == b.level and position.terms.equal_level_shot)):
        return "not_lower", "BRS-C39"
    return None if sees(position, a.at, b.at) else ("no_sight", "BRS-C53")


def targets(position: MiniaturePosition, a: MiniatureAircraft) -> list[MiniatureAircraft]:
    """The enemies that an aircraft can shoot at with its own guns."""
    if not a.firepower:
        return []
    return [b for b in enemies(position, a) if shot_refusal(position, a, b) is None]


def bears(position: MiniaturePosition, a: MiniatureAircraft, weapon: int, b: MiniatureAircraft) -> bool:
    """Return whether a weapon position of an aircraft bears on another: Firepower, range, arc and sight (BRS-107, BRS-111, BRS-122)."""
    if not (0 <= weapon < len(a.type.weapons) and a.firepower_of(weapon) and within(a.at, b.at, RANGE)):
        return False
    return arc(a.at, a.heading, b.at) in a.type.weapons[weapon].arcs and sees(position, a.at, b.at)


def bearing(position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft) -> tuple[int, ...]:
    """The weapon positions of an aircraft that bear on another."""
    return tuple([w for w in range(len(a.type.weapons)) if bears(position, a, w, b)])


def head_on(position: MiniaturePosition, shooter: MiniatureAircraft, target: MiniatureAircraft) -> bool:
    """Return whether the target of a shot can shoot back with its own guns (BRS-C40)."""
    return target.firepower > 0 and faces(target, shooter)


def faces(a: MiniatureAircraft, b: MiniatureAircraft) -> bool:
    """Return whether an aircraft has another in its front arc and in range."""
    return within(a.at, b.at, RANGE) and in_front(a.at, a.heading, b.at)


def deflection(shooter: MiniatureAircraft, target: MiniatureAircraft) -> bool:
    """Return whether a shot comes from one of the target's side arcs (BRS-C44)."""
    return arc(target.at, target.heading, shooter.at) in (LEFT, RIGHT)


def holds_tail(position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft) -> bool:
    """Return whether an aircraft is placed to tail an enemy (BRS-C38, BRS-C60)."""
    if not (a.nimble and b.nimble and within(a.at, b.at, RANGE)):
        return False
    return in_front(a.at, a.heading, b.at) and in_rear(b.at, b.heading, a.at) and sees(position, a.at, b.at)


def tailed(position: MiniaturePosition, a: MiniatureAircraft) -> bool:
    """Return whether an enemy holds its tail (BRS-C33)."""
    return any(holds_tail(position, b, a) for b in enemies(position, a))


def can_tail(position: MiniaturePosition, a: MiniatureAircraft) -> tuple[int, ...]:
    """The enemies that an aircraft can tail at the end of its move."""
    return tuple([b.number for b in enemies(position, a) if holds_tail(position, a, b)])


def climb_refusal(position: MiniaturePosition, a: MiniatureAircraft) -> Refusal | None:
    """Return the reason why an aircraft cannot climb for advantage (BRS-C32, BRS-C33, BRS-120, BRS-D17)."""
    if a.level == ADVANTAGED:
        return "at_the_top", "BRS-C32"
    if a.level == ceiling(a):
        return "cannot_climb", "BRS-120" if a.chits else "BRS-D17"
    return ("tailed", "BRS-C33") if tailed(position, a) else None


def ceiling(a: MiniatureAircraft) -> int:
    """The highest level to which an aircraft can climb: no damaged multi-engined aircraft, and none of poor climb, is Advantaged again."""
    damaged = a.type.multi and a.chits > 0
    return NEUTRAL if (damaged or POOR_CLIMB in a.type.negative) and a.level < ADVANTAGED else ADVANTAGED


def outmanoeuvre_refusal(position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft) -> Refusal | None:
    """Return the reason why an aircraft cannot try to outmanoeuvre another (BRS-C35, BRS-095, BRS-096, BRS-D38)."""
    if a.cowed:
        return "cowed", "BRS-D38"
    if not a.nimble:
        return "multi_never", "BRS-095"
    if b.side == a.side or b.out:
        return "not_an_enemy", "BRS-C35"
    if not b.nimble:
        return "multi_never_suffers", "BRS-096"
    if b.level == DISADVANTAGED:
        return "already_lowest", "BRS-C35"
    if not within(a.at, b.at, RANGE):
        return "out_of_range", "BRS-C35"
    return None if sees(position, a.at, b.at) else ("no_sight", "BRS-C53")


def near_ace(position: MiniaturePosition, side: int, a: MiniatureAircraft) -> bool:
    """Return whether an aircraft is near an Ace of a side (BRS-D36, BRS-D38)."""
    return any(
        b.side == side and not b.out and b.skill == ACE and b.number != a.number and within(a.at, b.at, RANGE) for b in position.aircraft
    )


def in_formation(a: MiniatureAircraft, b: MiniatureAircraft) -> bool:
    """Return whether two aircraft fly in formation (BRS-C57)."""
    if a.number == b.number or a.side != b.side or a.out or b.out or not a.type.multi or a.type.code != b.type.code:
        return False
    return within(a.at, b.at, FORMATION) and apart(a.heading, b.heading) <= FORMATION_TURN


def formation_die(position: MiniaturePosition, a: MiniatureAircraft, attacker: MiniatureAircraft) -> bool:
    """Return whether another aircraft of its formation has a weapon that bears on the attacker (BRS-C57)."""
    return any(in_formation(a, b) and bool(bearing(position, b, attacker)) for b in position.aircraft)


# ---- squadrons


def squadron(position: MiniaturePosition, side: int, which: int) -> list[MiniatureAircraft]:
    """The aircraft of a squadron, also those that are out."""
    return [a for a in position.aircraft if a.side == side and a.squadron == which]


def squadrons(position: MiniaturePosition, side: int) -> list[int]:
    """The squadrons of a side (BRS-119)."""
    return [which for which in (FIGHTERS, MULTIS) if any(a.side == side and a.squadron == which for a in position.aircraft)]


def strength(position: MiniaturePosition, side: int, which: int) -> int:
    """Return the strength that the Boom chits of a squadron are compared with: its aircraft that fly or are safe, the engines of
    multi-engined ones, with the addition of Numbers (BRS-C48, BRS-118, BRS-C59, BRS-D33)."""
    left = [a for a in squadron(position, side, which) if a.out in ("", "safe")]
    return sum(a.type.engines if which == MULTIS else 1 for a in left) + position.numbers[side][which]


def strikers(position: MiniaturePosition) -> list[MiniatureAircraft]:
    """The aircraft that the side which is to bomb has for it: those that began loaded, or all of it where it may strafe."""
    strike = position.terms.strike
    if strike is None:
        return []
    side = position.seats.index(strike.seat)
    mine = [a for a in position.aircraft if a.side == side]
    mounts = position.terms.forces[side].aircraft
    return [a for a, mount in zip(mine, mounts, strict=True) if strike.strafe or mount.loaded]
