"""The worth of a place on the map to an aircraft, as a pilot judges it: shots from there, dangers, the places of the enemies."""

from __future__ import annotations

from functools import cache

from bob.core.hexes import DIRECTIONS, Hex, distance
from bob.tactical.hexes import hints
from bob.tactical.hexes.data import Special
from bob.tactical.hexes.position import NOBODY, TOP, HexAircraft, HexPosition
from bob.tactical.hexes.rules import gunnery, odds
from bob.tactical.hexes.rules.geometry import REACH, facings_over

BOMBER = 1.6
"""The worth of a hit on a bomber beside one on a fighter, to the side that attacks the bombers."""
LEADER = 1.4
NEAR_BOMBERS = 5
"""From how near an enemy threatens a friend's bomber."""
SPENT = 0.07
"""The cost of a speed point turned into a dodge die, in points of structure."""
LAST = 1.5
"""The weight of the last point of structure beside the others."""


@cache
def expected(die: tuple[str, ...], attack: int, special: Special | None, dodge: int, converted: int, other: Special | None) -> float:
    """The mean number of points of structure that a shot takes."""
    return sum(points * part for points, part in enumerate(odds.lost(die, attack, special, dodge, converted, other)))


def shot_worth(mat: HexPosition, a: HexAircraft, other: HexAircraft, arc: str, weight: float) -> float:
    """Return the worth of a shot at an enemy: the share of it that the shot is likely to take. The enemy dodges with its points."""
    attack = max(1, gunnery.total(gunnery.attack_reasons(mat, a, other, arc)))
    dodge = max(0, gunnery.total(gunnery.dodge_reasons(mat, a, other)))
    away = distance(a.at, other.at)
    special, answer = hints.special_of(a, "attack", other, arc, away), hints.special_of(other, "dodge")
    points = expected(mat.tables.die, attack, special, dodge, min(other.speed, 2), answer)
    return weight * min(1.0, points * (LAST if other.structure == 1 else 1.0) / max(1, other.structure))


def best_shot(mat: HexPosition, a: HexAircraft, weights: dict[int, float]) -> tuple[float, int, str] | None:
    """The best legal shot of an aircraft from where it is: its worth, the target, the arc."""
    best: tuple[float, int, str] | None = None
    for number, weight in weights.items():
        other = mat.aircraft[number]
        if distance(a.at, other.at) > REACH:
            continue
        for gun in a.dash.guns:
            if gunnery.shot_refusal(mat, a, other, gun.arc) is None:
                found = shot_worth(mat, a, other, gun.arc, weight), -number, gun.arc
                if best is None or found > (best[0], -best[1], best[2]):
                    best = found[0], number, gun.arc
    return best


def weights(mat: HexPosition, side: int) -> dict[int, float]:
    """The enemies still flying, and how much each is worth shooting at."""
    mine = [a for a in mat.aircraft if a.side == side and not a.out]
    bombers = [a for a in mine if a.dash.bomber]
    found: dict[int, float] = {}
    for other in mat.aircraft:
        if other.side == side or other.out:
            continue
        weight = (BOMBER if other.dash.bomber else 1.0) * (LEADER if other.leader else 1.0)
        if any(distance(other.at, b.at) <= NEAR_BOMBERS for b in bombers):
            weight *= BOMBER
        found[other.number] = weight
    return found


@cache
def bearing(q: int, r: int) -> int:
    """The direction that leads nearest to a hex so far away."""
    flat = max(abs(q), abs(r), abs(q + r))
    near = [distance(Hex(q, r), Hex(d.q * flat, d.r * flat)) for d in DIRECTIONS]
    return near.index(min(near))


def turned(one: int, other: int) -> int:
    """Return the number of hex sides between two directions."""
    return min((one - other) % 6, (other - one) % 6)


def lie(a: HexAircraft, other: HexAircraft, altimeter: bool) -> float:
    """Return the score of an aircraft's place relative to an enemy: near, turned to it, behind it, not below."""
    away = distance(a.at, other.at)
    to = bearing(other.at.q - a.at.q, other.at.r - a.at.r)
    off, tail = turned(to, a.facing), turned(to, other.facing)
    found = -0.05 * away - (0.09 * off + 0.05 * tail if away < 9 else 0.06 * off)
    if altimeter:
        gap = a.level - other.level
        found -= 0.05 * abs(gap) if away <= REACH else 0.03 * max(0, -gap) - 0.01 * min(2, gap)
    return found


AT_EASE = 5
"""The hexes beyond the reach of an enemy's guns at which fighters still fly in formation."""
TOGETHER = 3
"""The distance that a fighter likes to keep to a friend."""


def apart(mat: HexPosition, a: HexAircraft) -> float:
    """Return the distance of an aircraft from its friends, beyond the one that keeps them together; of a wingman from its leader
    (FIS-195)."""
    if a.wingman_of != NOBODY and not mat.aircraft[a.wingman_of].out:
        return float(min(6, max(0, distance(a.at, mat.aircraft[a.wingman_of].at) - 2)))
    friends = [distance(a.at, b.at) for b in mat.aircraft if b.side == a.side and not b.out and b is not a and not b.dash.bomber]
    return float(min(6, max(0, min(friends) - TOGETHER))) if friends else 0.0


def unmet(mat: HexPosition, a: HexAircraft) -> bool:
    """Return whether no enemy can fire at an aircraft this turn, even if it flies a little towards them: then it may fly in formation."""
    return all(distance(a.at, b.at) > b.speed + REACH + AT_EASE for b in mat.aircraft if b.side != a.side and not b.out)


def height(mat: HexPosition, a: HexAircraft) -> float:
    """Return the worth of the levels above the lowest to a fighter: they are speed and the first pass."""
    return float(min(a.level, TOP - 1)) if mat.terms.altimeter else 0.0


def danger(mat: HexPosition, a: HexAircraft, enemies: list[HexAircraft]) -> float:
    """Return the structure that the enemies are likely to take from an aircraft now: those with it in their arcs, and those behind it
    that may still turn."""
    found = 0.0
    for other in enemies:
        away = distance(a.at, other.at)
        if other.fired or away > REACH + 2 or not other.dash.guns:
            continue
        over = facings_over(other.at, a.at)
        near = mat.terms.altimeter and abs(a.level - other.level) > 1
        if over and any(over & gunnery.bears(other.facing, gun.arc) for gun in other.dash.guns):
            dice = max(gunnery.gun_dice(other, gun.arc) for gun in other.dash.guns)
            behind = gunnery.fires_with_sight(mat, other, a)
            found += (0.05 * dice + 0.09 * behind + 0.06 * (away == 1)) * (0.4 if near else 1.0)
        elif other.speed and not other.dash.bomber:
            to = bearing(a.at.q - other.at.q, a.at.r - other.at.r)
            found += 0.04 * (turned(to, other.facing) <= 1) * (1 + (turned(to, a.facing) <= 1))
    return found * (1.6 if a.structure == 1 else 1.0)
