"""The survey of a raid's planned route: place and height turn by turn, the observers, the guns in range, the fuel left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.units import Posting
from bob.day.rules.planning import BOMBERS, stays_until
from bob.day.rules.reach import left_at_formation
from bob.day.rules.timetable import Step, legs, timetable, turns_home, types_of
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.sky import HeadWind
from bob.day.state.world import World

RDF = ("chain_home", "chain_home_low")


@dataclass(frozen=True, slots=True)
class Exposure:
    """A turn of the route: `stations` that see the raid at its end, whether observers may, and the strongest guns passed on the way."""

    turn: int
    hex: Hex
    angels: int
    leg: int
    at_target: bool
    stations: tuple[str, ...]
    observed: bool
    guns: int
    gun_area: str
    balloons: bool


@dataclass(frozen=True, slots=True)
class Fuel:
    """A unit's fuel by the turns of the route: `left[i]` turns at the end of each, `home[i]` turns it needs from there.

    `leaves` is the index of the turn at whose end it turns home for want of fuel, None when it can stay to the end (OPS-B11.1).
    """

    unit: str
    aircraft: str
    endurance: int
    used: int
    left: tuple[int, ...]
    home: tuple[int, ...]
    escort: bool
    leaves: int | None

    @property
    def spare(self) -> int:
        """The turns it has left over when it comes home at the end of the route."""
        return self.left[-1] - self.home[-1]


@dataclass(frozen=True, slots=True)
class Survey:
    """A whole route surveyed. `legs` are its way-points, target and way home, `target` the index of the target among them."""

    plan: RaidPlan
    turns: tuple[Exposure, ...]
    fuel: tuple[Fuel, ...]
    way: tuple[tuple[Hex, int], ...]
    target: int | None

    @property
    def first_seen(self) -> Exposure | None:
        """The first turn at whose end a station sees the raid."""
        return next((t for t in self.turns if t.stations), None)

    @property
    def bombs(self) -> Exposure | None:
        """The turn it bombs."""
        return next((t for t in self.turns if t.at_target), None)


def survey(world: World, posted: Mapping[str, Posting], plan: RaidPlan, wind: HeadWind | None) -> Survey:
    """Survey a plan in a wind, whole or in the making. Way-points off the map end it."""
    way_points, target = legs(world, plan)
    way = tuple((leg.hex, leg.angels) for leg in way_points)
    known = [u for u in plan.units if u.unit in posted and posted[u.unit].station in world.far_fields]
    if plan.form_at not in world.theatre.grounds or any(h not in world.theatre.grounds for h, _ in way):
        return Survey(plan, (), (), way, target)
    types = types_of(world, posted, plan)
    steps = timetable(world, plan, types, wind) if types else []
    reach = max(world.observed, default=0)
    turns = tuple(_exposure(world, steps, i, reach) for i in range(len(steps)))
    fuel = []
    for unit in known:
        kind = world.types[posted[unit.unit].aircraft]
        base = posted[unit.unit].station
        full = left_at_formation(world, posted[unit.unit], plan.form_at, unit.angels)
        left = tuple(full - i for i in range(len(steps)))
        home = tuple(turns_home(world, step.hex, base, kind.mp) for step in steps)
        if steps:
            leaves = stays_until(world, posted[unit.unit], full, steps)
            escort = kind.kind not in BOMBERS and unit.role != "bomber"
            fuel.append(Fuel(unit.unit, kind.code, kind.endurance, kind.endurance - full, left, home, escort, leaves))
    return Survey(plan, turns, tuple(fuel), way, target)


def _exposure(world: World, steps: list[Step], i: int, reach: int) -> Exposure:
    step = steps[i]
    passed = hexes.line(steps[i - 1].hex, step.hex)[1:] or [step.hex] if i else [step.hex]
    stations: list[str] = []
    for kind in RDF:
        stations.extend(name for name, _ in world.seeing(kind, step.angels).get(step.hex, ()))
    guns = [g for h in passed if (g := world.guns.get(h)) is not None and step.angels <= g.ceiling]
    worst = max(guns, key=lambda g: g.factor, default=None)
    return Exposure(
        step.turn,
        step.hex,
        step.angels,
        step.leg,
        step.at_target,
        tuple(dict.fromkeys(stations)),
        step.hex in world.observed[reach],
        worst.factor if worst is not None else 0,
        worst.name if worst is not None else "",
        any(h in world.balloons for h in passed),
    )
