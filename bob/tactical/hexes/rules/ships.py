"""Ships: things of a mission with points of structure, fired at by guns and bombed (FIS-278).

The manual only names them among the destroyed (FIS-037). Designed: a ship is in its hex at level 0 and bars no way; guns fire at it from
level 0 or 1 by the rules of a shot, and it does not dodge. Bombs are dropped in its hex, one load an aircraft, in place of the shot of
an activation: as many dice as the load has, one less for each level above 1, at least 1; a critical takes 2 points, a damage 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bob.core.errors import Refusal
from bob.core.hexes import Hex, distance
from bob.tactical.hexes.data import CRITICAL, DAMAGE
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.mat import Flying, HexMat
from bob.tactical.hexes.orders import Bomb, Strafe
from bob.tactical.hexes.position import FINISH, Go, HexAircraft, HexPosition
from bob.tactical.hexes.rules import flight, gunnery
from bob.tactical.hexes.rules.damage import score_aims
from bob.tactical.hexes.rules.geometry import REACH
from bob.tactical.hexes.rules.gunnery import Reason

LOW = 1
"""The highest level from which guns reach a ship and bombs lose no die."""
GUNS_CRITICAL, BOMBS_CRITICAL = 1, 2
"""The points that a critical takes from a ship."""


class Waters(HexMat, Protocol):
    """A map with its ships: the structure left of each."""

    @property
    def ships(self) -> Sequence[int]: ...
    @property
    def sides(self) -> Sequence[str]: ...


def _ship_bar(mat: Waters, a: Flying, ship: int) -> Refusal | None:
    """Return the reason why an aircraft may not attack a ship."""
    if not 0 <= ship < len(mat.ships) or not mat.ships[ship]:
        return "no_ship", "FIS-278"
    return ("no_target", "FIS-295") if mat.terms.ships[ship].side == mat.sides[a.side] else None


def strafe_bar(mat: Waters, a: Flying, ship: int, arc: str) -> Refusal | None:
    """Return the reason why an aircraft may not fire at a ship from its place."""
    why = _ship_bar(mat, a, ship)
    if why is not None:
        return why
    at = mat.terms.ships[ship].at
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
    if mat.terms.night and away > gunnery.SIGHT:
        return "night", "FIS-257"
    if a.level > LOW:
        return "too_high", "FIS-278"
    return gunnery.line_refusal(mat, a, at, a.level)


def bomb_bar(mat: Waters, a: Flying, ship: int) -> Refusal | None:
    """Return the reason why an aircraft may not bomb a ship from its place."""
    why = _ship_bar(mat, a, ship)
    if why is not None:
        return why
    if not a.bombs:
        return "no_bombs", "FIS-278"
    return None if a.at == mat.terms.ships[ship].at else ("not_over_it", "FIS-278")


def strafe_refusal(position: HexPosition, go: Go, ship: int, arc: str) -> Refusal | None:
    """Return the reason why the active aircraft may not fire at a ship now."""
    return flight.attack_refusal(position, go) or strafe_bar(position, position.aircraft[go.active[0]], ship, arc)


def bomb_refusal(position: HexPosition, go: Go, ship: int) -> Refusal | None:
    """Return the reason why the active aircraft may not bomb a ship now."""
    return flight.attack_refusal(position, go) or bomb_bar(position, position.aircraft[go.active[0]], ship)


def strafe_reasons(a: Flying, at: Hex, arc: str) -> list[Reason]:
    """The dice of a shot at a ship in that hex: the guns', and one more when it is adjacent (FIS-086)."""
    found = [Reason("guns", gunnery.gun_dice(a, arc), "FIS-103")]
    if a.guns:
        found.append(Reason("mission", a.guns, "FIS-103"))
    if distance(a.at, at) == 1:
        found.append(Reason("adjacent", 1, "FIS-086"))
    if a.shocked:
        found.append(Reason("shocked", -a.shocked, "FIS-D02"))
    hit = a.criticals.count("guns")
    if hit:
        found.append(Reason("guns_hit", -hit, "FIS-D20"))
    return found


def bomb_reasons(a: Flying) -> list[Reason]:
    """The dice of a load of bombs."""
    found = [Reason("load", a.bombs, "FIS-278")]
    if a.level > LOW:
        found.append(Reason("height", LOW - a.level, "FIS-278"))
    return found


def strafe(run: HexRun, order: Strafe) -> None:
    """A shot at a ship."""
    a, go = _begin(run)
    dice = max(1, gunnery.total(strafe_reasons(a, run.position.terms.ships[order.ship].at, order.arc)))
    a.fired = True
    _resolve(run, a, go, order.ship, "shot", dice, GUNS_CRITICAL)


def bomb(run: HexRun, order: Bomb) -> None:
    """Drop the load."""
    a, go = _begin(run)
    dice = max(1, gunnery.total(bomb_reasons(a)))
    a.bombs = 0
    _resolve(run, a, go, order.ship, "bombs", dice, BOMBS_CRITICAL)


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
