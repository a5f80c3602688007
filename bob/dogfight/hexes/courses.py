"""The courses of an activation: wherever hexes, rotations and manoeuvres bring an aircraft or a formation, and the cheapest way there.

The search walks by the same prices and bars as `flight`; a test holds its steps against the legal orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from bob.dogfight.hexes import flight
from bob.dogfight.hexes.data import DIVE, ZOOM
from bob.dogfight.hexes.geometry import AHEAD, LEFT, RIGHT, TURN, WAYS, around
from bob.dogfight.hexes.orders import Advance, Manoeuvre, Rotate
from bob.dogfight.hexes.position import TOP
from bob.dogfight.hexes.sheet import Activation, Flying, Sheet, on_sheet
from bob.hexes import Hex

advance = cache(Advance)
rotate = cache(Rotate)
manoeuvre = cache(Manoeuvre)


class CoursePoint(NamedTuple):
    """Where an activation stands, as far as its further course hangs on it."""

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
    """Where an activation can bring an aircraft: its end, the counters then, and the orders that fly it."""

    at: tuple[Hex, ...]
    facing: int
    level: int
    speed: int
    fuel: int
    shocked: int
    orders: tuple[Any, ...]


class Courses:
    """The courses of one activation on one sheet."""

    __slots__ = ("enemies", "flying", "manoeuvres", "prices", "rotation", "sheet", "taken", "terms")

    def __init__(self, sheet: Sheet, go: Activation, manoeuvres: bool = True) -> None:
        self.sheet = sheet
        self.terms = sheet.terms
        self.flying: Sequence[Flying] = [sheet.aircraft[n] for n in go.active]
        side = self.flying[0].side
        self.enemies: dict[Hex, tuple[int, ...]] = {}
        self.taken: set[Hex] = set()
        for other in sheet.aircraft:
            if not other.out and other.number not in go.active:
                self.taken.add(other.at)
                if other.side != side:
                    self.enemies[other.at] = (*self.enemies.get(other.at, ()), other.level)
        self.rotation = max(flight.rotation_price(a) for a in self.flying)
        self.prices: dict[str, int] = {}
        self.manoeuvres: list[tuple[str, int]] = []
        if manoeuvres and len(self.flying) == 1:
            a = self.flying[0]
            if "surfaces" not in a.criticals:
                for kind in flight.KINDS:
                    levels = (2, 3, 4) if kind in (ZOOM, DIVE) else (0,)
                    if flight.manoeuvre_price(a, kind) and (levels == (0,) or self.terms.altimeter):
                        self.manoeuvres += [(kind, n) for n in levels]

    def start(self, go: Activation) -> CoursePoint:
        a = self.flying[0]
        at = tuple([b.at for b in self.flying])
        slips = go.slips if self.terms.slip_limit else 0
        return CoursePoint(
            at, a.facing, a.level, go.turnable, slips, a.shocked, go.free_slip, go.tail_hexes, go.paid, go.hard_turn, go.aerobatics
        )

    def free(self, at: tuple[Hex, ...]) -> bool:
        """Whether all these hexes are empty, but for the aircraft that fly."""
        return not any(h in self.taken for h in at)

    def onward(self, state: CoursePoint, speed: int, fuel: int) -> Iterator[tuple[Any, CoursePoint, int, int]]:
        """The next steps: the order, where it leads, its speed points and fuel. From a friend's hex only hexes and rotations."""
        free = self.free(state.at)
        yield from self._hexes(state, speed, fuel, free)
        if state.turnable and (free or len(self.flying) == 1):
            yield from self._rotations(state, speed)
        if free and self.manoeuvres:
            yield from self._manoeuvres(state, speed, fuel)

    def _hexes(self, state: CoursePoint, speed: int, fuel: int, free: bool) -> Iterator[tuple[Any, CoursePoint, int, int]]:
        terms = self.terms
        a = self.flying[0]
        limited = terms.slip_limit
        top = 1 + flight.head_bonus(terms, state.facing)
        climbs = range(-1, top + 1) if terms.altimeter else (0,)
        tail = free and self._tail(state, speed)
        _, facing, _, _, _, shocked, used, tailed, _, hard_turn, aerobatics = state
        # Only a tailwind asks whether the last hex was paid.
        windy = terms.wind is not None
        slipper = a.rule == "slip" and not state.free_slip and len(self.flying) == 1
        for way in WAYS:
            if limited and way != AHEAD and state.slips >= flight.SLIPS:
                continue
            turn = (state.facing + TURN[way]) % 6
            at = tuple([around(h)[turn] for h in state.at])
            if not all(on_sheet(terms, h) for h in at):
                continue
            slips = state.slips + (way != AHEAD) if limited else 0
            for climb in climbs:
                level = state.level + climb
                if not 0 <= level <= TOP or any(level in self.enemies.get(h, ()) for h in at):
                    continue
                extra = climb - 1 if climb > 1 else 0
                if extra and terms.fuel and fuel < extra:
                    continue
                burnt = extra if terms.fuel else 0
                free_slip = slipper and way != AHEAD
                price = extra if free_slip else 1 + extra
                if speed and price <= speed:
                    made = CoursePoint(at, facing, level, True, slips, shocked, used or free_slip, tailed, windy, hard_turn, aerobatics)
                    yield advance(way, climb, flight.PAY), made, price, burnt
                if tail and extra <= speed:
                    made = CoursePoint(at, facing, level, True, slips, shocked, used, tailed + 1, state.paid, hard_turn, aerobatics)
                    yield advance(way, climb, flight.TAIL), made, extra, burnt

    def _tail(self, state: CoursePoint, speed: int) -> bool:
        terms = self.terms
        if terms.wind is None or state.facing != terms.wind.to or state.tail_hexes >= flight.tail_bonus(terms):
            return False
        return (speed > 0 or state.paid) and (state.tail_hexes > 0 or not any(a.tail for a in self.flying))

    def _rotations(self, state: CoursePoint, speed: int) -> Iterator[tuple[Any, CoursePoint, int, int]]:
        single = len(self.flying) == 1
        for way in (LEFT, RIGHT):
            facing = (state.facing + TURN[way]) % 6
            made = state._replace(facing=facing, turnable=False, paid=False, hard_turn=False)
            base = 0 if state.hard_turn else self.rotation
            if single:
                if base <= speed:
                    yield rotate(way), made, base, 0
                continue
            for a, pivot in zip(self.flying, state.at, strict=True):
                wheeled = flight.wheel_about(state.at, pivot, state.facing, way)
                if wheeled is None or base + wheeled[0] > speed:
                    continue
                ways = zip(state.at, wheeled[1], strict=True)
                if all(on_sheet(self.terms, h) and h not in self.taken for h in wheeled[1]) and all(
                    flight.way_there(self.sheet, a.side, state.level, old, new) for old, new in ways
                ):
                    yield rotate(way, a.number), made._replace(at=wheeled[1]), base + wheeled[0], 0

    def _manoeuvres(self, state: CoursePoint, speed: int, fuel: int) -> Iterator[tuple[Any, CoursePoint, int, int]]:
        a = self.flying[0]
        altimeter = self.terms.altimeter
        for kind, levels in self.manoeuvres:
            price = flight.manoeuvre_price(a, kind, state.aerobatics)
            burnt = flight.fuel_price(a, self.terms, price)
            if price > speed or burnt > fuel or (levels and state.shocked >= 2):
                continue
            at, facing, level = flight.end_of(state.at[0], state.facing, state.level, kind, levels, altimeter)
            if not 0 <= level <= TOP or at in self.taken or not on_sheet(self.terms, at):
                continue
            shocked = state.shocked + flight.shocks(a, kind)
            made = state._replace(at=(at,), facing=facing, level=level, turnable=False, paid=False, shocked=min(2, shocked), aerobatics=0)
            yield manoeuvre(kind, levels), made, price, burnt


def ways(sheet: Sheet, go: Activation, manoeuvres: bool = True) -> list[Way]:
    """Every place where the activation can come to rest, with the cheapest course, cheapest first; WEP and leaving the sheet apart."""
    courses = Courses(sheet, go, manoeuvres)
    speed = min(a.speed for a in courses.flying)
    fuel = min(a.fuel for a in courses.flying)
    start = courses.start(go)
    # Of courses with one state the one with the most speed points left is kept, then that of the fewest steps.
    best: dict[CoursePoint, tuple[int, int]] = {start: (0, 0)}
    came: dict[CoursePoint, tuple[CoursePoint, Any]] = {}
    tanks = {start: fuel}
    todo: list[tuple[int, int, int, CoursePoint]] = [(0, 0, 0, start)]
    serial = 0
    while todo:
        spent, steps, _, state = heappop(todo)
        if best[state] != (spent, steps):
            continue
        for order, following, price, burnt in courses.onward(state, speed - spent, tanks[state]):
            rank = (spent + price, steps + 1)
            if rank < best.get(following, (99, 0)):
                best[following] = rank
                came[following] = (state, order)
                tanks[following] = tanks[state] - burnt
                serial += 1
                heappush(todo, (*rank, serial, following))
    kept: dict[tuple[tuple[Hex, ...], int, int], tuple[tuple[int, int], CoursePoint]] = {}
    for state, rank in best.items():
        key = (state.at, state.facing, state.level)
        if state is not start and courses.free(state.at) and (key not in kept or rank < kept[key][0]):
            kept[key] = (rank, state)
    found = [_way(state, speed - rank[0], tanks[state], start, came) for rank, state in kept.values()]
    return sorted(found, key=lambda way: (-way.speed, len(way.orders), way.at, way.facing, way.level))


def _way(state: CoursePoint, speed: int, fuel: int, start: CoursePoint, came: dict[CoursePoint, tuple[CoursePoint, Any]]) -> Way:
    orders: list[Any] = []
    now = state
    while now in came and now is not start:
        now, order = came[now]
        orders.append(order)
    return Way(state.at, state.facing, state.level, speed, fuel, state.shocked, tuple(reversed(orders)))
