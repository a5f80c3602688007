"""The places that an aircraft reaches in an empty sky: computed once by the rules, then used wherever such an aircraft flies.

Edges, enemies on the way and taken hexes are checked when the places are laid on a map. A longer way around an obstacle of the short one
is not searched: the pilots need none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from bob.core.hexes import Hex, at_offset
from bob.tactical.hexes.data import Dashboard, LeaderClass
from bob.tactical.hexes.mat import Activation, on_mat
from bob.tactical.hexes.orders import Advance, Manoeuvre, Rotate
from bob.tactical.hexes.position import Go, HexAircraft, HexPosition, HexTerms, Wind
from bob.tactical.hexes.rules import courses, flight
from bob.tactical.hexes.rules.geometry import TURN, around

_MIDDLE = at_offset(48, 48)
_WIDE = 99
_PLENTY = 4
"""More fuel than this is taken for this much: a few speed points burn no more."""
_TURNS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda q, r: (q, r),
    lambda q, r: (-r, q + r),
    lambda q, r: (-q - r, q),
    lambda q, r: (-q, -r),
    lambda q, r: (r, -q - r),
    lambda q, r: (q + r, -q),
)
"""The rotations of a step by a number of hex sides clockwise."""


class Rest(NamedTuple):
    """A place where an activation can come to rest: the hexes of its aircraft, the counters there, the first order of the way."""

    at: tuple[Hex, ...]
    facing: int
    level: int
    speed: int
    order: Any


class _Passed(NamedTuple):
    """A hex on the way, as a step from the first, with the level there; `empty`: it must be."""

    q: int
    r: int
    level: int
    empty: bool


class _Open(NamedTuple):
    """The same as steps from where the aircraft begins; `path` are the hexes that it enters on the way."""

    q: int
    r: int
    facing: int
    level: int
    speed: int
    order: Any
    path: tuple[_Passed, ...]


class _EmptySky(NamedTuple):
    """A sheet with one aircraft."""

    terms: HexTerms
    aircraft: tuple[HexAircraft, ...]
    clouds: tuple[Hex, ...] = ()


class _Air(NamedTuple):
    """The values of the terms that the courses depend on."""

    altimeter: bool
    slip_limit: bool
    fuel: bool
    wind: tuple[int, int] | None
    """The direction that it blows to, in hex sides clockwise from the aircraft's facing, and its force."""


class _Kind(NamedTuple):
    """The values of an aircraft that the courses depend on, beside its place and its counters."""

    dash: Dashboard
    rank: LeaderClass | None
    slip: bool
    criticals: tuple[str, ...]


def rests(mat: HexPosition, go: Activation, a: HexAircraft, speed: int, manoeuvres: bool) -> Iterator[Rest]:
    """Yield the places that `speed` speed points bring an aircraft that flies alone to, those first that keep most of them."""
    terms = mat.terms
    wind = terms.wind
    blows = None if wind is None else ((wind.to - a.facing) % 6, wind.force)
    air = _Air(terms.altimeter, terms.slip_limit, terms.fuel, blows)
    state = (go.turnable, go.slips if terms.slip_limit else 0, go.free_slip, go.tail_hexes, go.paid, go.hard_turn, go.aerobatics, a.tail)
    fuel = min(a.fuel, _PLENTY) if terms.fuel else 0
    kind = _Kind(a.dash, a.rank, a.rule == "slip", a.criticals)
    found = _places_facing(kind, a.facing, a.level, speed, fuel, min(a.shocked, 2) if manoeuvres else 0, state, air, manoeuvres)
    taken: set[Hex] = set()
    enemies: set[tuple[Hex, int]] = set()
    for other in mat.aircraft:
        if not other.out and other is not a:
            taken.add(other.at)
            if other.side != a.side:
                enemies.add((other.at, other.level))
    q, r = a.at
    for way in found:
        at = Hex(q + way.q, r + way.r)
        if at in taken or not on_mat(terms, at):
            continue
        for dq, dr, level, empty in way.path:
            on = Hex(q + dq, r + dr)
            if (on, level) in enemies or not on_mat(terms, on) or (empty and on in taken):
                break
        else:
            yield Rest((at,), way.facing, way.level, way.speed, way.order)


@lru_cache(maxsize=1024)
def _places_facing(
    kind: _Kind, facing: int, level: int, speed: int, fuel: int, shocked: int, state: tuple[Any, ...], air: _Air, manoeuvres: bool
) -> tuple[_Open, ...]:
    """The places for an aircraft that faces so."""
    found = _northward(kind, level, speed, fuel, shocked, state, air, manoeuvres)
    if not facing:
        return found
    turn = _TURNS[facing]
    places = []
    for way in found:
        q, r = turn(way.q, way.r)
        path = tuple([_Passed(*turn(on.q, on.r), on.level, on.empty) for on in way.path])
        places.append(_Open(q, r, (way.facing + facing) % 6, way.level, way.speed, way.order, path))
    return tuple(places)


@lru_cache(maxsize=512)
def _northward(
    kind: _Kind, level: int, speed: int, fuel: int, shocked: int, state: tuple[Any, ...], air: _Air, manoeuvres: bool
) -> tuple[_Open, ...]:
    """The same for one that faces north; the wind of the air blows as seen from it."""
    dash, rank, slip, criticals = kind
    a = HexAircraft(0, 0, 0, dash, rank, "slip" if slip else "", _MIDDLE, 0, level, speed, fuel, shocked=shocked, criticals=criticals)
    turnable, slips, free_slip, tail_hexes, paid, hard_turn, aerobatics, a.tail = state
    wind = Wind(*air.wind) if air.wind is not None else None
    terms = HexTerms((), columns=_WIDE, rows=_WIDE, altimeter=air.altimeter, slip_limit=air.slip_limit, fuel=air.fuel, wind=wind)
    go = Go(0, active=(0,), turnable=turnable, slips=slips, free_slip=free_slip, tail_hexes=tail_hexes, paid=paid)
    go.hard_turn, go.aerobatics = hard_turn, aerobatics
    found = []
    for way in courses.ways(_EmptySky(terms, (a,)), go, manoeuvres):
        q, r = way.at[0].q - _MIDDLE.q, way.at[0].r - _MIDDLE.r
        found.append(_Open(q, r, way.facing, way.level, way.speed, way.orders[0], _hexes_entered(a, way.orders, air.altimeter)))
    return tuple(found)


def _hexes_entered(a: HexAircraft, orders: tuple[Any, ...], altimeter: bool) -> tuple[_Passed, ...]:
    """The hexes that the orders enter, but for the last, as steps from the first; a manoeuvre begins and ends in a hex of its own."""
    at, facing, level = a.at, a.facing, a.level
    entered: list[_Passed] = []
    for order in orders:
        manoeuvred = isinstance(order, Manoeuvre)
        if manoeuvred and entered:
            entered[-1] = entered[-1]._replace(empty=True)
        if isinstance(order, Advance):
            at, level = around(at)[(facing + TURN[order.way]) % 6], level + order.climb
        elif isinstance(order, Rotate):
            facing = (facing + TURN[order.way]) % 6
            continue
        else:
            at, facing, level = flight.end_of(at, facing, level, order.kind, order.levels, altimeter)
        entered.append(_Passed(at.q - a.at.q, at.r - a.at.r, level, manoeuvred))
    return tuple(entered[:-1])
