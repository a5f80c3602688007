"""Queries of a view for a screen or a pilot: the places that an aircraft can fly to and their cost, its targets and the dice.

Every function takes a seat's view and asks the rules themselves, with a map made from that view.
"""

from __future__ import annotations

from dataclasses import dataclass

from bob.core.errors import Refusal
from bob.core.hexes import Hex, distance
from bob.tactical.hexes.data import HexTables, Special
from bob.tactical.hexes.mat import Flying, on_mat
from bob.tactical.hexes.position import Go, HexAircraft, HexPosition
from bob.tactical.hexes.rules import courses, formations, gunnery, odds, ships
from bob.tactical.hexes.rules.courses import Way
from bob.tactical.hexes.rules.geometry import between, template
from bob.tactical.hexes.view import HexTableView, SeenAircraft, SeenGo


@dataclass(frozen=True, slots=True)
class Covered:
    """A hex of an aircraft's firing template: its arcs, its distance, and the aircraft there."""

    at: Hex
    arcs: tuple[str, ...]
    away: int
    aircraft: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A possible shot: the reason why it is not allowed, the obstacles in its line, its dice and the target's with their reasons, and the
    chances.

    `lost` is the chance of 0, 1, 2 ... points of structure if the target turns `converted` speed points into dice.
    """

    why_not: Refusal | None
    cuts: tuple[gunnery.Cut, ...]
    attack: tuple[gunnery.Reason, ...]
    dodge: tuple[gunnery.Reason, ...]
    lost: tuple[float, ...]
    converted: int


def mat_of(view: HexTableView, tables: HexTables) -> HexPosition:
    """Return a position made from a seat's view, without hands, piles and markers face down. The rules can be asked about it."""
    position = HexPosition(view.terms, tables, view.seats, view.sides, view.side_of, stage=view.stage, turn=view.turn, first=view.first)
    position.aircraft = [aircraft_of(a) for a in view.aircraft]
    position.clouds, position.ships = list(view.clouds), list(view.ships)
    position.hands = [view.hand if name == view.seat else () for name in view.seats]
    position.carded, position.sun = list(view.carded), list(view.sun)
    position.dice, position.kills, position.bonus, position.score = (list(x) for x in (view.dice, view.kills, view.bonus, view.score))
    position.queue, position.owing = list(view.queue), view.owing
    position.go = _go(view.go) if view.go is not None else None
    return position


def aircraft_of(seen: SeenAircraft) -> HexAircraft:
    """Return an aircraft of the rules made from its view."""
    values = {name: getattr(seen, name) for name in HexAircraft.__slots__ if name != "unseen"}
    return HexAircraft(**values)


def _go(seen: SeenGo) -> Go:
    return Go(**{name: getattr(seen, name) for name in SeenGo.__slots__})


# ---- flying


def ways(view: HexTableView, number: int, *, manoeuvres: bool = True) -> list[Way]:
    """Every place where an activation can bring an aircraft, or its formation, with the cheapest orders that do, cheapest first.

    One that is not active is taken to be activated now. WEP is left out: it is a throw of the dice; so is leaving the sheet.
    """
    a = view.aircraft[number]
    if a.out:
        return []
    go: SeenGo | Go | None = view.go
    if go is None or number not in go.active:
        go = Go(a.side, seat=a.seat, active=tuple([m.number for m in formations.of(view, a)]))
    return courses.ways(view, go, manoeuvres)


# ---- firing


def covered(view: HexTableView, number: int) -> list[Covered]:
    """Return the firing template of an aircraft, all its arcs, with the aircraft in each hex, nearest first."""
    a = view.aircraft[number]
    arcs: dict[Hex, list[str]] = {}
    for gun in a.dash.guns:
        bears = gunnery.bears(a.facing, gun.arc)
        for facing in range(6):
            for at in template(a.at, facing) if bears & 1 << facing else ():
                if gun.arc not in arcs.setdefault(at, []):
                    arcs[at].append(gun.arc)
    there = {at: tuple([b.number for b in view.aircraft if b.at == at and not b.out]) for at in arcs}
    found = [Covered(at, tuple(names), distance(a.at, at), there[at]) for at, names in arcs.items() if on_mat(view.terms, at)]
    return sorted(found, key=lambda hex_: (hex_.away, hex_.at))


def prospect(view: HexTableView, tables: HexTables, shooter: int, target: int, arc: str, converted: int = 0) -> Prospect:
    """Return the prospect of a shot at an aircraft from the current places: allowed or not, the line, the dice and their reasons, the
    chances."""
    one, other = view.aircraft[shooter], view.aircraft[target]
    return prospect_of(view, tables.die, one, other, arc, converted)


def prospect_of(
    page: HexTableView | HexPosition, die: tuple[str, ...], one: Flying, other: Flying, arc: str, converted: int = 0
) -> Prospect:
    """The same of a sheet and two aircraft on it."""
    why_not = gunnery.shot_refusal(page, one, other, arc)
    attack, dodge = gunnery.attack_reasons(page, one, other, arc), gunnery.dodge_reasons(page, one, other)
    dice = max(1, gunnery.total(attack))
    away = distance(one.at, other.at)
    lost = odds.lost(die, dice, special_of(one, "attack", other, arc, away), gunnery.total(dodge), converted, special_of(other, "dodge"))
    return Prospect(why_not, tuple(gunnery.cuts(page, one, other.at, other.level)), tuple(attack), tuple(dodge), tuple(lost), converted)


def special_of(a: Flying, when: str, other: Flying | None = None, arc: str = "any", away: int = 0) -> Special | None:
    """Return the value of the special face to an aircraft in a roll; None for nothing."""
    return a.dash.special if gunnery.special_holds(a, when, other, arc, away) else None


def dodge_chances(view: HexTableView, tables: HexTables, converted: int) -> tuple[float, ...]:
    """Return the chance of losing 0, 1, 2 ... points of structure in a dodge that is being decided, with `converted` speed points."""
    shot = view.shots[-1]
    target = view.aircraft[shot.target]
    dice = gunnery.total(shot.dodge_reasons) - shot.converted + converted
    return tuple(odds.left(tables.die, shot.criticals, shot.damages, dice, special_of(target, "dodge")))


@dataclass(frozen=True, slots=True)
class ShipProspect:
    """A possible attack on a ship, by the guns of an arc or, without one, by bombs: the reason why it is not allowed, its dice with
    their reasons, and the chance of taking 0, 1, 2 ... points of structure."""

    ship: int
    arc: str
    why_not: Refusal | None
    attack: tuple[gunnery.Reason, ...]
    lost: tuple[float, ...]


def ship_prospects(view: HexTableView, tables: HexTables, a: SeenAircraft, ship: int) -> list[ShipProspect]:
    """Return the attacks of an aircraft on a ship from its place: its bombs first, if it has any, then its guns; the best shot of each."""
    found = []
    if a.bombs:
        reasons = ships.bomb_reasons(a)
        lost = odds.taken(tables.die, max(1, gunnery.total(reasons)), ships.BOMBS_CRITICAL)
        found.append(ShipProspect(ship, "", ships.bomb_bar(view, a, ship), tuple(reasons), tuple(lost)))
    shots = []
    for gun in a.dash.guns:
        reasons = ships.strafe_reasons(a, view.terms.ships[ship].at, gun.arc)
        lost = odds.taken(tables.die, max(1, gunnery.total(reasons)), ships.GUNS_CRITICAL)
        shots.append(ShipProspect(ship, gun.arc, ships.strafe_bar(view, a, ship, gun.arc), tuple(reasons), tuple(lost)))
    best = min(shots, key=lambda shot: (shot.why_not is not None, shot.lost[0]), default=None)
    return found if best is None else [*found, best]


def line(view: HexTableView, shooter: int, target: int) -> tuple[tuple[Hex, ...], tuple[gunnery.Cut, ...]]:
    """The hexes that the line of sight touches between two aircraft, and what cuts it."""
    one, other = view.aircraft[shooter], view.aircraft[target]
    return tuple(between(one.at, other.at)), tuple(gunnery.cuts(view, one, other.at, other.level))
