"""The courses of an activation: the places that hexes, rotations and manoeuvres bring an aircraft or a formation to, and the cheapest way
there.

The search uses the same prices and bars as `flight`; a test compares its steps with the legal orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from bob.core.hexes import Hex
from bob.tactical.hexes.data import DIVE, ZOOM
from bob.tactical.hexes.mat import Activation, Flying, HexMat, on_mat
from bob.tactical.hexes.orders import Advance, Manoeuvre, Rotate
from bob.tactical.hexes.position import TOP
from bob.tactical.hexes.rules import flight
from bob.tactical.hexes.rules.geometry import AHEAD, LEFT, RIGHT, TURN, WAYS, around

advance = cache(Advance)
rotate = cache(Rotate)
manoeuvre = cache(Manoeuvre)


class CoursePoint(NamedTuple):
    """The state of an activation that its further course depends on."""

    at: tuple[Hex, ...]
    facing: int
    level: int
    turnable: bool
    slips: int
    shocked: int
    free_slip: bool
    tail_hexes: int
    paid: bool
    hard_turn: bool
    aerobatics: int


@dataclass(frozen=True, slots=True)
class Way:
    """A way of an activation to fly an aircraft: its end, the counters then, and the orders that fly it."""

    at: tuple[Hex, ...]
    facing: int
    level: int
    speed: int
    fuel: int
    shocked: int
    orders: tuple[Any, ...]


Exit = tuple[str, tuple[Hex, ...], frozenset[int]]
"""A way on: its name, the hexes that it leads to, the levels that enemies there bar."""
Manoeuvred = tuple[Any, bool, int, int, tuple[Hex, ...], int, int, int]
"""A manoeuvre flown: its order, whether it is a zoom or a dive, speed points, fuel, where it ends, the facing then, levels won, shocks."""
Reached = tuple[int, int, int, CoursePoint, Any]
"""The way to a state: the speed points spent, the steps, the fuel left, the state before it, the order from there."""


class Courses:
    """The courses of one activation on one sheet."""

    __slots__ = ("_exits", "_manoeuvred", "enemies", "flying", "manoeuvres", "mat", "rotation", "taken", "terms")

    def __init__(self, mat: HexMat, go: Activation, manoeuvres: bool = True) -> None:
        self.mat = mat
        self.terms = mat.terms
        self.flying: Sequence[Flying] = [mat.aircraft[n] for n in go.active]
        side = self.flying[0].side
        self.enemies: dict[Hex, tuple[int, ...]] = {}
        self.taken: set[Hex] = set()
        for other in mat.aircraft:
            if not other.out and other.number not in go.active:
                self.taken.add(other.at)
                if other.side != side:
                    self.enemies[other.at] = (*self.enemies.get(other.at, ()), other.level)
        self.rotation = max(flight.rotation_price(a) for a in self.flying)
        self.manoeuvres: list[tuple[str, int]] = []
        if manoeuvres and len(self.flying) == 1:
            a = self.flying[0]
            if "surfaces" not in a.criticals:
                for kind in flight.KINDS:
                    levels = (2, 3, 4) if kind in (ZOOM, DIVE) else (0,)
                    if flight.manoeuvre_price(a, kind) and (levels == (0,) or self.terms.altimeter):
                        self.manoeuvres += [(kind, n) for n in levels]
        # What a place and a facing alone decide is worked out once for all states that share them.
        self._exits: dict[tuple[tuple[Hex, ...], int], list[Exit]] = {}
        self._manoeuvred: dict[tuple[Hex, int, int], list[Manoeuvred]] = {}

    def start(self, go: Activation) -> CoursePoint:
        a = self.flying[0]
        at = tuple([b.at for b in self.flying])
        slips = go.slips if self.terms.slip_limit else 0
        return CoursePoint(
            at, a.facing, a.level, go.turnable, slips, a.shocked, go.free_slip, go.tail_hexes, go.paid, go.hard_turn, go.aerobatics
        )

    def free(self, at: tuple[Hex, ...]) -> bool:
        """Return whether all these hexes are empty, apart from the aircraft that fly."""
        return self.taken.isdisjoint(at)

    def onward(self, state: CoursePoint, speed: int, fuel: int) -> list[tuple[Any, CoursePoint, int, int]]:
        """The next steps: the order, where it leads, its speed points and fuel. From a friend's hex only hexes and rotations."""
        free = self.free(state.at)
        found: list[tuple[Any, CoursePoint, int, int]] = []
        self._hexes(found, state, speed, fuel, free)
        if state.turnable and (free or len(self.flying) == 1):
            found += self._rotations(state, speed)
        if free and speed and self.manoeuvres:
            self._manoeuvres(found, state, speed, fuel)
        return found

    def _exits_of(self, at: tuple[Hex, ...], facing: int) -> list[Exit]:
        """The hexes of the sheet that a place and a facing lead to."""
        found: list[Exit] = []
        for way in WAYS:
            turn = (facing + TURN[way]) % 6
            onto = tuple([around(h)[turn] for h in at])
            if all(on_mat(self.terms, h) for h in onto):
                found.append((way, onto, frozenset([level for h in onto for level in self.enemies.get(h, ())])))
        return found

    def _hexes(self, found: list[tuple[Any, CoursePoint, int, int]], state: CoursePoint, speed: int, fuel: int, free: bool) -> None:
        terms = self.terms
        tail = free and self._tail(state, speed)
        if not (speed or tail):
            return
        at, facing, height, _, slipped, shocked, used, tailed, paid, hard_turn, aerobatics = state
        limited = terms.slip_limit
        top = 1 + flight.head_bonus(terms, facing)
        climbs = range(-1, top + 1) if terms.altimeter else (0,)
        # Only a tailwind asks whether the last hex was paid.
        windy = terms.wind is not None
        slipper = self.flying[0].rule == "slip" and not used and len(self.flying) == 1
        exits = self._exits.get((at, facing))
        if exits is None:
            exits = self._exits[at, facing] = self._exits_of(at, facing)
        for way, onto, barred in exits:
            slips = slipped
            if limited and way != AHEAD:
                if slips >= flight.SLIPS:
                    continue
                slips += 1
            free_slip = slipper and way != AHEAD
            for climb in climbs:
                level = height + climb
                if not 0 <= level <= TOP or level in barred:
                    continue
                extra = climb - 1 if climb > 1 else 0
                if extra and terms.fuel and fuel < extra:
                    continue
                burnt = extra if terms.fuel else 0
                price = extra if free_slip else 1 + extra
                if speed and price <= speed:
                    made = CoursePoint(onto, facing, level, True, slips, shocked, used or free_slip, tailed, windy, hard_turn, aerobatics)
                    found.append((advance(way, climb, flight.PAY), made, price, burnt))
                if tail and extra <= speed:
                    made = CoursePoint(onto, facing, level, True, slips, shocked, used, tailed + 1, paid, hard_turn, aerobatics)
                    found.append((advance(way, climb, flight.TAIL), made, extra, burnt))

    def _tail(self, state: CoursePoint, speed: int) -> bool:
        terms = self.terms
        if terms.wind is None or state.facing != terms.wind.to or state.tail_hexes >= flight.tail_bonus(terms):
            return False
        return (speed > 0 or state.paid) and (state.tail_hexes > 0 or not any(a.tail for a in self.flying))

    def _rotations(self, state: CoursePoint, speed: int) -> Iterator[tuple[Any, CoursePoint, int, int]]:
        base = 0 if state.hard_turn else self.rotation
        if base > speed:
            return
        at, facing, level, _, slips, shocked, used, tailed, _, _, aerobatics = state
        for way in (LEFT, RIGHT):
            turned = (facing + TURN[way]) % 6
            made = CoursePoint(at, turned, level, False, slips, shocked, used, tailed, False, False, aerobatics)
            if len(self.flying) == 1:
                yield rotate(way), made, base, 0
                continue
            for a, pivot in zip(self.flying, at, strict=True):
                wheeled = flight.wheel_about(at, pivot, facing, way)
                if wheeled is None or base + wheeled[0] > speed:
                    continue
                ways = zip(at, wheeled[1], strict=True)
                if all(on_mat(self.terms, h) and h not in self.taken for h in wheeled[1]) and all(
                    flight.way_there(self.mat, a.side, level, old, new) for old, new in ways
                ):
                    yield rotate(way, a.number), made._replace(at=wheeled[1]), base + wheeled[0], 0

    def _manoeuvred_from(self, at: Hex, facing: int, aerobatics: int) -> list[Manoeuvred]:
        """Return the manoeuvres from a hex and a facing, on any level, that end on an empty hex of the map."""
        a = self.flying[0]
        found: list[Manoeuvred] = []
        for kind, levels in self.manoeuvres:
            onto, turned, climb = flight.end_of(at, facing, 0, kind, levels, self.terms.altimeter)
            if onto not in self.taken and on_mat(self.terms, onto):
                price = flight.manoeuvre_price(a, kind, aerobatics)
                burnt = flight.fuel_price(a, self.terms, price)
                found.append((manoeuvre(kind, levels), bool(levels), price, burnt, (onto,), turned, climb, flight.shocks(a, kind)))
        return found

    def _manoeuvres(self, found: list[tuple[Any, CoursePoint, int, int]], state: CoursePoint, speed: int, fuel: int) -> None:
        at, facing, height, _, slips, shocked, used, tailed, _, hard_turn, aerobatics = state
        known = self._manoeuvred.get((at[0], facing, aerobatics))
        if known is None:
            known = self._manoeuvred[at[0], facing, aerobatics] = self._manoeuvred_from(at[0], facing, aerobatics)
        for order, vertical, price, burnt, onto, turned, climb, shocks in known:
            level = height + climb
            if price > speed or burnt > fuel or (vertical and shocked >= 2) or not 0 <= level <= TOP:
                continue
            made = CoursePoint(onto, turned, level, False, slips, min(2, shocked + shocks), used, tailed, False, hard_turn, 0)
            found.append((order, made, price, burnt))


def ways(mat: HexMat, go: Activation, manoeuvres: bool = True) -> list[Way]:
    """Every place where the activation can come to rest, with the cheapest course, cheapest first; WEP and leaving the sheet apart."""
    courses = Courses(mat, go, manoeuvres)
    speed = min(a.speed for a in courses.flying)
    fuel = min(a.fuel for a in courses.flying)
    start = courses.start(go)
    # Of courses with one state the one with the most speed points left is kept, then that of the fewest steps.
    reached: dict[CoursePoint, Reached] = {start: (0, 0, fuel, start, None)}
    todo: list[tuple[int, int, int, CoursePoint]] = [(0, 0, 0, start)]
    serial = 0
    while todo:
        spent, steps, _, state = heappop(todo)
        cheapest, fewest, tank, _, _ = reached[state]
        if cheapest != spent or fewest != steps:
            continue
        steps += 1
        for order, following, price, burnt in courses.onward(state, speed - spent, tank):
            price += spent
            before = reached.get(following)
            if before is None or price < before[0] or (price == before[0] and steps < before[1]):
                reached[following] = (price, steps, tank - burnt, state, order)
                serial += 1
                heappush(todo, (price, steps, serial, following))
    kept: dict[tuple[tuple[Hex, ...], int, int], tuple[tuple[int, int], CoursePoint]] = {}
    for state, (spent, steps, _, _, _) in reached.items():
        key = (state.at, state.facing, state.level)
        if state is not start and courses.free(state.at) and (key not in kept or (spent, steps) < kept[key][0]):
            kept[key] = ((spent, steps), state)
    found = [_way(state, speed, start, reached) for _, state in kept.values()]
    return sorted(found, key=lambda way: (-way.speed, len(way.orders), way.at, way.facing, way.level))


def _way(state: CoursePoint, speed: int, start: CoursePoint, reached: dict[CoursePoint, Reached]) -> Way:
    spent, _, fuel, _, _ = reached[state]
    orders: list[Any] = []
    now = state
    while now is not start:
        _, _, _, now, order = reached[now]
        orders.append(order)
    return Way(state.at, state.facing, state.level, speed - spent, fuel, state.shocked, tuple(reversed(orders)))
