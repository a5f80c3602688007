"""Ships: things of a mission with points of structure, fired at by guns and bombed (FIS-278).

The manual only names them among the destroyed (FIS-037). Designed: a ship lies in its hex at level 0 and bars nobody; guns fire at it from
level 0 or 1 by the rules of a shot, and it does not dodge. Bombs are dropped in its hex, one load an aircraft, in place of the shot of an
activation: as many dice as the load has, one less for each level above 1, at least 1; a critical takes 2 points, a damage 1.
"""

from __future__ import annotations

from bob.dogfight.hexes import flight, gunnery
from bob.dogfight.hexes.damage import score_aims
from bob.dogfight.hexes.data import CRITICAL, DAMAGE
from bob.dogfight.hexes.geometry import REACH
from bob.dogfight.hexes.orders import Bomb, Strafe
from bob.dogfight.hexes.position import FINISH, Go, HexAircraft, HexPosition
from bob.dogfight.hexes.table import HexRun
from bob.errors import Refusal
from bob.hexes import distance

LOW = 1
"""The highest level from which guns reach a ship and bombs lose no die."""


def _attack_refusal(position: HexPosition, go: Go, ship: int) -> Refusal | None:
    """What bars both guns and bombs."""
    why = flight.attack_refusal(position, go)
    if why is not None:
        return why
    if not 0 <= ship < len(position.ships) or not position.ships[ship]:
        return "no_ship", "FIS-278"
    a = position.aircraft[go.active[0]]
    return ("no_target", "FIS-295") if position.terms.ships[ship].side == position.sides[a.side] else None


def strafe_refusal(position: HexPosition, go: Go, ship: int, arc: str) -> Refusal | None:
    """Why the active aircraft may not fire at a ship."""
    why = _attack_refusal(position, go, ship)
    if why is not None:
        return why
    a = position.aircraft[go.active[0]]
    at = position.terms.ships[ship].at
    away = distance(a.at, at)
    if a.fired:
        return "has_fired", "FIS-113"
    unarmed = gunnery.guns_refusal(a, arc)
    if unarmed is not None:
        return unarmed
    if away > REACH:
        return "out_of_range", "FIS-083"
    if not gunnery.in_arc(a, arc, at):
        return "not_in_template", "FIS-090"
    if a.shocked >= 2:
        return "shocked", "FIS-D02"
    if position.terms.night and away > gunnery.SIGHT:
        return "night", "FIS-257"
    if a.level > LOW:
        return "too_high", "FIS-278"
    return gunnery.line_refusal(position, a, at, a.level)


def bomb_refusal(position: HexPosition, go: Go, ship: int) -> Refusal | None:
    """Why the active aircraft may not bomb a ship."""
    why = _attack_refusal(position, go, ship)
    if why is not None:
        return why
    a = position.aircraft[go.active[0]]
    if not a.bombs:
        return "no_bombs", "FIS-278"
    return None if a.at == position.terms.ships[ship].at else ("not_over_it", "FIS-278")


def strafe(run: HexRun, order: Strafe) -> None:
    """A shot at a ship: the guns' dice, and one more when it is adjacent (FIS-086)."""
    a, go = _begin(run)
    hit = a.criticals.count("guns") + a.shocked
    adjacent = distance(a.at, run.position.terms.ships[order.ship].at) == 1
    dice = max(1, gunnery.gun_dice(a, order.arc) + a.guns + adjacent - hit)
    a.fired = True
    _resolve(run, a, go, order.ship, "shot", dice, 1)


def bomb(run: HexRun, order: Bomb) -> None:
    """Drop the load."""
    a, go = _begin(run)
    dice = max(1, a.bombs - max(0, a.level - LOW))
    a.bombs = 0
    _resolve(run, a, go, order.ship, "bombs", dice, 2)


def _begin(run: HexRun) -> tuple[HexAircraft, Go]:
    run.commit()
    go = run.position.go
    assert go is not None
    return run.position.aircraft[go.active[0]], go


def _resolve(run: HexRun, a: HexAircraft, go: Go, ship: int, purpose: str, dice: int, critical: int) -> None:
    position = run.position
    faces = run.names(run.throw(purpose, dice, a.seat))
    taken = faces.count(DAMAGE) + critical * faces.count(CRITICAL)
    position.ships[ship] = max(0, position.ships[ship] - taken)
    at = position.terms.ships[ship].at.label
    run.tell("ship_hit", rule="FIS-278", aircraft=a.number, at=at, faces=faces, structure=position.ships[ship])
    if not position.ships[ship]:
        position.kills[a.side] += 1
        position.score[a.side] += 1
        run.tell("ship_sunk", rule="FIS-037", aircraft=a.number, at=at)
        score_aims(run, "ship", a, a.side, "")
    go.shot = True
    if go.displaced:
        position.stage = FINISH
