"""The remaining range of a unit with the way home (OPS-B2.5): in the air, on the ground, and planned, by known facts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.units import Posting
from bob.day.rules.climbing import flown
from bob.day.rules.control import AHEAD, Meeting, meeting
from bob.day.rules.movement import points
from bob.day.rules.timetable import turns_home, types_of, used_at_formation
from bob.day.rules.wings import flown_as
from bob.day.state.known import KnownRaid, KnownRaider, KnownSquadron
from bob.day.state.position import GROUND
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.world import World

WITH_RAID = "with_raid"
FLYING = (WITH_RAID, "going_home")
_KEPT = 200


@dataclass(frozen=True, slots=True)
class FlyingRange:
    """The data of a unit's range: its start, the turns of fuel there, the hexes it flies out in a turn, and home in one."""

    aircraft: str
    base: str
    at: Hex
    left: int
    out: int
    back: int


def home_in(world: World, s: KnownSquadron, h: Hex, field: str | None = None) -> int:
    """The turns from a hex to a squadron's field, or to another."""
    return turns_home(world, h, field or s.station, world.types[s.aircraft].mp)


def fuel_of(world: World, s: KnownSquadron) -> int:
    """The turns of fuel that a squadron sets out with: on the ground full tanks."""
    return world.types[s.aircraft].endurance if s.box in GROUND else s.fuel


def reaches(world: World, s: KnownSquadron, h: Hex) -> bool:
    """Return whether a squadron can fly to a hex of the map and home again (OPS-B2.5)."""
    out = -(-hexes.distance(s.hex, h) // world.types[s.aircraft].mp)
    return h in world.theatre.grounds and out + home_in(world, s, h) <= fuel_of(world, s)


def lands(world: World, s: KnownSquadron, field: str) -> bool:
    """Return whether a squadron in the air reaches an airfield (OPS-B2.5)."""
    return home_in(world, s, s.hex, field) <= s.fuel


def met(
    world: World, s: KnownSquadron, way: Iterable[Hex], angels: int | None = None, stack: Sequence[KnownSquadron] = ()
) -> Meeting | None:
    """Return where a squadron, or the Wing that it flies in, would meet a track on its way and all come home; from the ground with a
    turn for takeoff, and the climb to the ordered height (OPS-B6.5)."""
    units = stack or (s,)
    kinds, goal = tuple(u.aircraft for u in units), s.angels if angels is None else angels
    found = meeting(s.hex, flown(world, kinds, s.angels, goal, flown_as(len(units)), AHEAD), way, 1 if s.box in GROUND else 0)
    if found is None or any(found.turns + home_in(world, u, found.hex) > fuel_of(world, u) for u in units):
        return None
    return found


def of_squadron(world: World, s: KnownSquadron) -> FlyingRange | None:
    """A squadron's: on the ground it has full tanks. None when it is gone or has lost all."""
    if s.box == "gone" or s.strength <= 0:
        return None
    mp = world.types[s.aircraft].mp
    return FlyingRange(s.aircraft, s.station, s.hex, fuel_of(world, s), mp, mp)


def of_units(world: World, units: Iterable[KnownRaider], angels: int) -> list[FlyingRange]:
    """Those of units in the air at a height; what keeps with its raid flies at the pace of the slowest (OPS-B2.4)."""
    flying = [u for u in units if u.state in FLYING and u.base in world.far_fields and u.strength > 0]
    together = [world.types[u.aircraft] for u in flying if u.state == WITH_RAID]
    found = []
    for u in flying:
        kind = world.types[u.aircraft]
        out = points(together, angels, False) if u.state == WITH_RAID else kind.mp
        found.append(FlyingRange(u.aircraft, u.base, u.hex, u.fuel, out, kind.mp))
    return found


def of_raid(world: World, raid: KnownRaid, posted: Mapping[str, Posting]) -> list[FlyingRange]:
    """Those of a raid: of its units in the air, or of its plan as long as it has not formed."""
    if raid.state == "ended":
        return []
    return of_plan(world, raid.plan, posted) if raid.state in ("planned", "gathering") else of_units(world, raid.units, raid.angels)


def of_plan(world: World, plan: RaidPlan, posted: Mapping[str, Posting]) -> list[FlyingRange]:
    """Return the ranges of a plan's units from their formation: the fuel for the way there from their fields is spent (OPS-A3.table)."""
    types = types_of(world, posted, plan)
    if not types or plan.form_at not in world.theatre.grounds:
        return []
    pace = points(types, plan.form_angels, False)
    found = []
    for unit in plan.units:
        entry = posted.get(unit.unit)
        if entry is not None and entry.station in world.far_fields:
            kind = world.types[entry.aircraft]
            left = left_at_formation(world, entry, plan.form_at, unit.angels)
            found.append(FlyingRange(entry.aircraft, entry.station, plan.form_at, left, pace, kind.mp))
    return found


def left_at_formation(world: World, posting: Posting, h: Hex, angels: int) -> int:
    """The turns of fuel that a unit has left when its raid forms at a hex and a height."""
    kind = world.types[posting.aircraft]
    return kind.endurance - used_at_formation(world, kind, posting.station, h, max(0, min(34, angels - angels % 2)))


def spare(world: World, r: FlyingRange) -> int:
    """The turns of fuel that a unit need not keep for the way home from where it is."""
    return r.left - turns_home(world, r.at, r.base, r.back)


class Reach:
    """The reachable areas of units. Distances are cached, since many units share their places and bases."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._grounds = tuple(world.theatre.grounds)
        self._far: OrderedDict[Hex, tuple[int, ...]] = OrderedDict()

    def within(self, r: FlyingRange) -> frozenset[Hex]:
        """The hexes that a unit can fly to and still come home."""
        base = self.world.base(r.base)
        ways = zip(self._grounds, self._distances(r.at), self._distances(base.near), strict=True)
        return frozenset(h for h, there, home in ways if _turns(there, r.out) + _turns(home + base.off, r.back) <= r.left)

    def one_way(self, r: FlyingRange) -> frozenset[Hex]:
        """The hexes that a unit can fly to if it need not come home."""
        return frozenset(h for h, there in zip(self._grounds, self._distances(r.at), strict=True) if _turns(there, r.out) <= r.left)

    def _distances(self, at: Hex) -> tuple[int, ...]:
        """From a hex to every hex of the map."""
        if at not in self._far:
            self._far[at] = tuple([hexes.distance(at, h) for h in self._grounds])
            if len(self._far) > _KEPT:
                self._far.popitem(last=False)
        self._far.move_to_end(at)
        return self._far[at]


def _turns(distance: int, speed: int) -> int:
    return -(-distance // speed)
