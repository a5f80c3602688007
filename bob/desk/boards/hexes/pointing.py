"""The meaning of the pointed hex: its lights, and the orders of a click. All of it from the seat's view and its choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from bob.core.hexes import Hex, distance
from bob.desk.boards.hexes.flights import steps_on
from bob.staff.advice.fights.hexes_lights import Ghost, Lights, SightLine
from bob.tactical.hexes import hints
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.data import HexTables
from bob.tactical.hexes.hints import Prospect, ShipProspect
from bob.tactical.hexes.mat import Flying
from bob.tactical.hexes.position import COUNTER, FLY, GO, PLACE
from bob.tactical.hexes.rules import formations, gunnery
from bob.tactical.hexes.rules.courses import Way
from bob.tactical.hexes.view import HexTableView, SeenAircraft


@dataclass(frozen=True, slots=True)
class Meaning:
    """The pointed thing and the effect of a click: `orders` one after another, at once or only at a second click (`firm`)."""

    lights: Lights
    orders: tuple[Any, ...] = ()
    firm: bool = False
    way: Way | None = None
    aircraft: int = -1
    """The aircraft in that hex."""
    prospect: Prospect | None = None
    """The prospect of a shot at it, from the active aircraft."""
    shooter: int = -1
    arc: str = ""
    threats: tuple[tuple[int, str, Prospect], ...] = ()
    """The targets from the end of its course: target, arc, prospect."""
    ship: int = -1
    """The ship in that hex."""
    afloat: tuple[ShipProspect, ...] = ()
    """The possible attacks on that ship now; for a course, on any ship from its end."""


class Pointing:
    """Reads a view and the orders that may be given."""

    def __init__(self, view: HexTableView, tables: HexTables, listed: Sequence[Any], trail: tuple[Hex, ...] = ()) -> None:
        self.view, self.tables, self.listed, self.trail = view, tables, tuple(listed), trail
        self.mine = view.seats.index(view.seat) if view.seat in view.seats else -1
        go = view.go
        self.active: tuple[int, ...] = go.active if go is not None else ()
        self.decides = view.seat in view.owing and bool(self.listed)
        self.flying = self.decides and view.stage == FLY
        self.movable = self._movable()
        self.targets = {order.target: order for order in self.listed if isinstance(order, o.Fire)}

    def _movable(self) -> dict[int, int]:
        """Return the aircraft that can be activated, each with its number: formations by that of their first member."""
        found: dict[int, int] = {}
        for order in self.listed:
            if isinstance(order, o.Activate):
                for member in formations.of(self.view, self.view.aircraft[order.aircraft]):
                    found[member.number] = order.aircraft
        return found

    def at(self, at: Hex | None) -> SeenAircraft | None:
        """The aircraft in a hex: the active one before others, own before the enemy's."""
        if at is None:
            return None
        there = [a for a in self.view.aircraft if a.at == at and not a.out]
        return min(there, key=lambda a: (a.number not in self.active, a.seat != self.mine, a.number), default=None)

    def reach_of(self, at: Hex | None, looked: int) -> int:
        """Return the aircraft whose ways are shown for a pointed hex: the active one, else an own one that can be activated."""
        if self.flying and self.active:
            return self.active[0]
        a = self.at(at)
        if a is not None and a.number in self.movable:
            return self.movable[a.number]
        if self.view.stage == GO and self.decides:
            if looked in self.movable:
                return self.movable[looked]
            if len(set(self.movable.values())) == 1:
                return next(iter(self.movable.values()))
        return -1

    # ---- lights without a pointed hex

    def base(self, ways: list[Way] | None, looked: int, armed: Any) -> Lights:
        """Return the lights without a pointed hex; `armed` is the selected order of the list."""
        view = self.view
        lights = Lights(movable=frozenset(self.movable), trail=self.trail, chosen=frozenset(self.active))
        if self.flying:
            lights = replace(lights, targets=frozenset(self.targets))
            lights = self._templated(lights, view.aircraft[self.active[0]]) if len(self.active) == 1 else lights
            if ways:
                lights = replace(lights, reach=most_left(ways))
        elif self.decides:
            lights = replace(lights, places=self._places())
            if ways and view.stage == GO:
                lights = replace(lights, reach=most_left(ways))
        if view.shots:
            shot = view.shots[-1]
            one, other = view.aircraft[shot.shooter], view.aircraft[shot.target]
            if not one.out and not other.out:
                hit = frozenset({other.number})
                lights = replace(lights, line=SightLine(one.at, other.at), chosen=hit, targets=hit)
        if looked >= 0 and not view.aircraft[looked].out and not self.flying:
            lights = self._templated(lights, view.aircraft[looked])
            lights = replace(lights, chosen=lights.chosen | {looked})
        return self._armed(lights, armed)

    def _places(self) -> frozenset[Hex]:
        """The hexes that the orders of now name."""
        found: set[Hex] = set()
        for order in self.listed:
            if isinstance(order, o.PlaceCloud | o.SetUp | o.Counter):
                found.add(order.at)
        return frozenset(found)

    def _templated(self, lights: Lights, a: SeenAircraft) -> Lights:
        covered = hints.covered(self._view_with(a), a.number)
        return replace(lights, template={c.at: c.away for c in covered})

    def _view_with(self, a: SeenAircraft) -> HexTableView:
        """The view with this aircraft in its new state."""
        if self.view.aircraft[a.number] is a:
            return self.view
        return replace(self.view, aircraft=tuple([a if b.number == a.number else b for b in self.view.aircraft]))

    def _armed(self, lights: Lights, order: Any) -> Lights:
        """The order looked at in the list, on the sheet."""
        view = self.view
        if isinstance(order, o.Fire):
            return self._sighted(lights, view.aircraft[order.target])
        if isinstance(order, o.PlaceCloud | o.ShiftCloud):
            return replace(lights, aimed=order.to if isinstance(order, o.ShiftCloud) else order.at)
        if isinstance(order, o.SetUp | o.Counter):
            ghost = Ghost(order.aircraft, order.at, order.facing, getattr(order, "level", 0))
            return replace(lights, ghosts=(ghost,), aimed=order.at)
        if isinstance(order, o.Strafe | o.Bomb):
            return replace(lights, aimed=view.terms.ships[order.ship].at)
        if isinstance(order, o.Activate | o.PlayCard | o.Join | o.Leave) and 0 <= order.aircraft < len(view.aircraft):
            return replace(lights, chosen=lights.chosen | {order.aircraft})
        if self.flying and len(self.active) == 1 and isinstance(order, o.Advance | o.Rotate | o.Manoeuvre):
            return self._stepped(lights, order)
        return lights

    def _stepped(self, lights: Lights, order: Any) -> Lights:
        a = self.view.aircraft[self.active[0]]
        if isinstance(order, o.Advance):
            step = f"{order.way}{order.climb:+d}" if order.climb else order.way
        elif isinstance(order, o.Rotate):
            step = f"turn_{order.way}"
        else:
            step = order.kind + (str(order.levels) if order.levels else "")
        at, facing, level = steps_on(a.at, a.facing, a.level, (step,), self.view.terms.altimeter)[-1]
        return replace(lights, ghosts=(Ghost(a.number, at, facing % 6, level),), aimed=at)

    def _sighted(self, lights: Lights, target: SeenAircraft) -> Lights:
        if len(self.active) != 1:
            return lights
        one = self.view.aircraft[self.active[0]]
        if one.out or one.at == target.at:
            return lights
        _, cuts = hints.line(self.view, one.number, target.number)
        barred = target.number not in self.targets
        return replace(lights, line=SightLine(one.at, target.at, cuts, barred), aimed=target.at)

    # ---- the pointed hex

    def read(self, lights: Lights, at: Hex, side: int | None, level: int | None, ways: list[Way] | None) -> Meaning:
        """Return the meaning of a pointed hex, towards one of its sides, with a wished level."""
        lights = replace(lights, pointed=at)
        a = self.at(at)
        if self.flying and self.active:
            return self._flight_meaning(lights, at, a, side, level, ways)
        if self.decides and self.view.stage == COUNTER:
            found = self._countered(lights, at, side)
            if found is not None:
                return found
        if self.decides and self.view.stage == PLACE:
            found = self._set_up(lights, at, side)
            if found is not None:
                return found
        orders = self._orders_at(at, a)
        if a is not None:
            lights = self._templated(lights, a)
            return Meaning(lights, orders, aircraft=a.number)
        return Meaning(lights, orders)

    def _orders_at(self, at: Hex, a: SeenAircraft | None) -> tuple[Any, ...]:
        if not self.decides:
            return ()
        if a is not None and a.number in self.movable:
            return (o.Activate(self.movable[a.number]),)
        cloud = o.PlaceCloud(at)
        return (cloud,) if cloud in self.listed else ()

    def _flight_meaning(
        self, lights: Lights, at: Hex, a: SeenAircraft | None, side: int | None, level: int | None, ways: list[Way] | None
    ) -> Meaning:
        """Return the meaning in flight: a course there, or a shot at the aircraft there."""
        lead = self.view.aircraft[self.active[0]]
        if a is not None and a.side != lead.side:
            return self._shot(lights, a, ways)
        there = [way for way in ways or () if way.at[0] == at]
        ship = self.ship_at(at)
        attack = self._attack(ship)
        if ship >= 0 and (attack is not None or not there):
            return self._meaning_of_ship(lights, lead, ship, attack)
        if not there or (at == lead.at and side is None):
            aircraft = a.number if a is not None else -1
            return Meaning(self._templated(lights, a) if a is not None else lights, aircraft=aircraft)
        way = chosen_way(there, lead, side, level)
        facings: dict[int, int] = {}
        for other in there:
            if other.level == way.level:
                facings[other.facing] = max(facings.get(other.facing, -1), other.speed)
        ghosts = tuple([Ghost(n, h, way.facing, way.level) for n, h in zip(self.active, way.at, strict=True)])
        course = self._course(lead, way)
        stood = replace(lead, at=at, facing=way.facing, level=way.level, speed=way.speed, shocked=way.shocked)
        lights = replace(lights, ghosts=ghosts, course=course, facings=facings, template={})
        threats: tuple[tuple[int, str, Prospect], ...] = ()
        afloat: tuple[ShipProspect, ...] = ()
        if len(self.active) == 1:
            afloat = self._afloat_from(stood)
            lights = self._templated(lights, stood)
            threats = self._threats(stood)
            lights = replace(lights, targets=frozenset([n for n, _, _ in threats]))
        return Meaning(
            lights, way.orders, way=way, aircraft=a.number if a is not None else -1, shooter=lead.number, threats=threats, afloat=afloat
        )

    def _course(self, lead: SeenAircraft, way: Way) -> tuple[Hex, ...]:
        """The hexes of the course of the first that flies."""
        steps = []
        for order in way.orders:
            if isinstance(order, o.Advance):
                steps.append(f"{order.way}{order.climb:+d}" if order.climb else order.way)
            elif isinstance(order, o.Rotate):
                steps.append(f"turn_{order.way}")
            else:
                steps.append(order.kind + (str(order.levels) if order.levels else ""))
        if len(self.active) > 1:
            return (lead.at, way.at[0])
        return (lead.at, *[at for at, _, _ in steps_on(lead.at, lead.facing, lead.level, steps, self.view.terms.altimeter)])

    def _threats(self, stood: SeenAircraft) -> tuple[tuple[int, str, Prospect], ...]:
        """Return the targets of an aircraft in that state, the best shot first."""
        go = self.view.go
        if go is not None and go.shot:
            return ()
        view = self._view_with(stood)
        found = []
        for other in view.aircraft:
            if other.side == stood.side or other.out or distance(other.at, stood.at) > 4:
                continue
            best = self.best_arc(view, stood, other)
            if best is not None and best[1].why_not is None:
                found.append((other.number, *best))
        return tuple(sorted(found, key=lambda one: one[2].lost[0]))

    def best_arc(self, view: HexTableView, one: SeenAircraft, other: SeenAircraft) -> tuple[str, Prospect] | None:
        """Return the guns that bear best on another aircraft, and the prospect of the shot; None without guns."""
        shots = [(gun.arc, hints.prospect_of(view, self.tables.die, one, other, gun.arc, 0)) for gun in one.dash.guns]
        return min(shots, key=lambda shot: (shot[1].why_not is not None, shot[1].lost[0]), default=None)

    def _shot(self, lights: Lights, target: SeenAircraft, ways: list[Way] | None) -> Meaning:
        lead = self.view.aircraft[self.active[0]]
        lights = self._sighted(lights, target)
        if len(self.active) != 1:
            return Meaning(lights, aircraft=target.number)
        best = self.best_arc(self.view, lead, target)
        order = self.targets.get(target.number)
        arc, prospect = best if best is not None else ("", None)
        if order is not None:
            fire = next((f for f in self.listed if isinstance(f, o.Fire) and f.target == target.number and f.arc == arc), order)
            return Meaning(lights, (fire,), True, None, target.number, prospect, lead.number, arc)
        # Not from here: light the hexes from which it could be fired at.
        places = self.firing_places(lead, target, ways or ())
        lights = replace(lights, reach=places, template={})
        return Meaning(lights, (), False, None, target.number, prospect, lead.number, arc)

    def firing_places(self, lead: SeenAircraft, target: SeenAircraft, ways: Sequence[Way]) -> dict[Hex, int]:
        """The hexes in reach from which an aircraft could fire at another, with the most dice that it would throw there."""
        if self.view.go is not None and self.view.go.shot:
            return {}
        found: dict[Hex, int] = {}
        alone = _Stood(lead)
        for way in ways:
            if distance(way.at[0], target.at) > 4:
                continue
            alone.at, alone.facing, alone.level, alone.shocked = way.at[0], way.facing, way.level, way.shocked
            shooter = cast(Flying, alone)
            for gun in lead.dash.guns:
                if gunnery.shot_refusal(self.view, shooter, target, gun.arc) is None:
                    dice = gunnery.total(gunnery.attack_reasons(self.view, shooter, target, gun.arc))
                    found[way.at[0]] = max(found.get(way.at[0], 0), dice)
        return found

    def ship_at(self, at: Hex) -> int:
        """The number of the ship in a hex, while it is afloat; -1 for none."""
        terms, left = self.view.terms, self.view.ships
        return next((number for number, ship in enumerate(terms.ships) if ship.at == at and left[number]), -1)

    def _attack(self, ship: int) -> Any:
        """The order against a ship: its bombs before its guns."""
        orders = [order for order in self.listed if isinstance(order, o.Strafe | o.Bomb) and order.ship == ship]
        return min(orders, key=lambda order: isinstance(order, o.Strafe), default=None)

    def _meaning_of_ship(self, lights: Lights, lead: SeenAircraft, ship: int, attack: Any) -> Meaning:
        """Return the meaning of a pointed ship: the possible attacks of the active aircraft."""
        orders = () if attack is None else (attack,)
        enemy = self.view.terms.ships[ship].side != self.view.sides[lead.side]
        found = tuple(hints.ship_prospects(self.view, self.tables, lead, ship)) if enemy and len(self.active) == 1 else ()
        lights = replace(lights, aimed=self.view.terms.ships[ship].at)
        return Meaning(lights, orders, firm=True, shooter=lead.number, ship=ship, afloat=found)

    def _afloat_from(self, stood: SeenAircraft) -> tuple[ShipProspect, ...]:
        """Return the possible attacks on ships of an aircraft in that state, the best first."""
        if self.view.go is not None and self.view.go.shot:
            return ()
        view = self._view_with(stood)
        each = [hints.ship_prospects(view, self.tables, stood, ship) for ship in range(len(view.ships))]
        found = [prospect for prospects in each for prospect in prospects if prospect.why_not is None]
        return tuple(sorted(found, key=lambda one: one.lost[0]))

    def _set_up(self, lights: Lights, at: Hex, side: int | None) -> Meaning | None:
        there = {order.facing: order for order in self.listed if isinstance(order, o.SetUp) and order.at == at}
        if not there:
            return None
        facing = nearest(list(there), side, next(iter(there)))
        order = there[facing]
        lights = replace(lights, ghosts=(Ghost(order.aircraft, at, facing, 0),), facings=dict.fromkeys(there, 0), aimed=None)
        return Meaning(lights, (order,))

    def _countered(self, lights: Lights, at: Hex, side: int | None) -> Meaning | None:
        there = [order for order in self.listed if isinstance(order, o.Counter) and order.at == at]
        if not there:
            return None
        facing = nearest(sorted({order.facing for order in there}), side, there[0].facing)
        order = next(order for order in there if order.facing == facing)
        ghost = Ghost(order.aircraft, at, facing, order.level)
        return Meaning(replace(lights, ghosts=(ghost,)), (order,), firm=True)


class _Stood:
    """An aircraft as if it stood elsewhere."""

    def __init__(self, a: SeenAircraft) -> None:
        self._a = a
        self.at, self.facing, self.level, self.shocked = a.at, a.facing, a.level, a.shocked

    def __getattr__(self, name: str) -> object:
        return getattr(self._a, name)


def most_left(ways: Sequence[Way]) -> dict[Hex, int]:
    """Each hex in reach with the most speed points left there."""
    found: dict[Hex, int] = {}
    for way in ways:
        found[way.at[0]] = max(found.get(way.at[0], -1), way.speed)
    return found


def nearest(facings: Sequence[int], side: int | None, usual: int) -> int:
    """Of some facings the one nearest to a side; the usual one when no side is meant."""
    if side is None:
        return usual
    return min(facings, key=lambda f: (min((f - side) % 6, (side - f) % 6), f))


def chosen_way(there: Sequence[Way], lead: SeenAircraft, side: int | None, level: int | None) -> Way:
    """Of the ways to one hex the one meant: at the level wished for, facing the side pointed at, the cheapest."""
    wish = lead.level if level is None else level
    gap = min(abs(way.level - wish) for way in there)
    at_level = [way for way in there if abs(way.level - wish) == gap]
    cheapest = at_level[0]
    facing = nearest(sorted({way.facing for way in at_level}), side, cheapest.facing)
    return next(way for way in at_level if way.facing == facing)
