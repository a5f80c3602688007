"""What the referee may set right (OPS-B4.1): of each thing what can be named, what it is now, which values fit, and how it is put."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from bob import hexes
from bob.dogfight.engagement import AMMO
from bob.errors import Refused, UsageError
from bob.hexes import Hex
from bob.operations import detection, tracks, wings
from bob.operations.orders import Correctable
from bob.operations.play import Play
from bob.operations.position import GROUND, PART, DayPosition, Plot, Raid, RaidUnit, Track
from bob.operations.raids import flying, maximum_disruption
from bob.operations.world import World

BOXES = ("released", "available", "ready")
WORKS, OUT = "working", "out"
HIGHEST = 34


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that can be set right. `values` lists what fits where that is a list, empty where it is a figure, a hex or free."""

    names: Callable[[World, DayPosition], Sequence[str]]
    stands: Callable[[DayPosition, str], str]
    fits: Callable[[World, DayPosition, str, str], bool]
    put: Callable[[Play, str, str], None]
    values: tuple[str, ...] = ()


def _whole(value: str, least: int, most: int, step: int = 1) -> bool:
    plain = value.isascii() and value.isdigit() and len(value) <= 3
    return plain and least <= int(value) <= most and int(value) % step == 0


def _points(value: str) -> bool:
    try:
        return -999 <= float(value) <= 999
    except ValueError:
        return False


def _hex(world: World, value: str) -> Hex | None:
    try:
        found = hexes.from_label(value)
    except UsageError:
        return None
    return found if found in world.theatre.grounds else None


def _units(p: DayPosition) -> Mapping[str, RaidUnit]:
    return {u.unit: u for raid in p.raids.values() for u in flying(raid)}


def _up(p: DayPosition) -> list[str]:
    return [s.unit for s in p.squadrons.values() if s.box == "airborne"]


def _alive(p: DayPosition) -> list[str]:
    return [s.unit for s in p.squadrons.values() if s.strength > 0]


def _in_air(p: DayPosition) -> list[str]:
    return [code for code, raid in p.raids.items() if any(u.state == "with_raid" for u in raid.units) and raid.state == "flying"]


def _stand(p: DayPosition) -> list[str]:
    return [str(track.number) for track in p.tracks if not track.faded]


def _with(raid: Raid) -> Iterable[RaidUnit]:
    return (u for u in raid.units if u.state == "with_raid")


# ---- how each is put


def _strength(play: Play, name: str, value: str) -> None:
    squadron = play.p.squadrons[name]
    squadron.strength = int(value)
    if squadron.strength == 0:
        wings.leave(play, squadron)
        squadron.box, squadron.vector, squadron.ordered_off, squadron.tally = "gone", None, None, None
        squadron.due = squadron.becoming = None


def _box(play: Play, name: str, value: str) -> None:
    squadron = play.p.squadrons[name]
    squadron.box, squadron.due, squadron.becoming, squadron.ordered_off = value, None, None, None  # type: ignore[assignment]


def _moved(play: Play, name: str, value: str) -> None:
    squadron = play.p.squadrons[name]
    at = hexes.from_label(value)
    for other in wings.stack_of(play.p.squadrons.values(), squadron):
        other.hex, other.was, other.astray = at, None, None


def _height(play: Play, name: str, value: str) -> None:
    for other in wings.stack_of(play.p.squadrons.values(), play.p.squadrons[name]):
        other.angels, other.climbed = int(value), 0


def _squadron(field: str) -> Callable[[Play, str, str], None]:
    def put(play: Play, name: str, value: str) -> None:
        squadron = play.p.squadrons[name]
        if field == "fuel":
            squadron.used = squadron.endurance - int(value)
        elif field == "ammo":
            squadron.ammo = value  # type: ignore[assignment]
        else:
            squadron.disruption = int(value)

    return put


def _unit_strength(play: Play, name: str, value: str) -> None:
    unit = _units(play.p)[name]
    unit.strength = int(value)
    if unit.strength == 0:
        unit.state = "lost"


def _unit_disruption(play: Play, name: str, value: str) -> None:
    _units(play.p)[name].disruption = int(value)


def _raid_moved(play: Play, name: str, value: str) -> None:
    raid = play.p.raids[name]
    raid.hex = hexes.from_label(value)
    for unit in _with(raid):
        unit.hex, unit.was = raid.hex, None


def _raid_height(play: Play, name: str, value: str) -> None:
    raid = play.p.raids[name]
    by = int(value) - raid.angels
    raid.angels = int(value)
    for unit in _with(raid):
        unit.angels = max(0, min(HIGHEST, unit.angels + by))


def _strike(play: Play, name: str, _: str) -> None:
    track = next(t for t in play.p.tracks if str(t.number) == name)
    tracks.strike(play, track)


def _false(play: Play, name: str, value: str) -> None:
    """A plot of nothing: it looks like any first plot, and is struck when it is old (OPS-C2.4)."""
    level = 1 if value == "?" else 2
    plot = Plot(play.p.turn, hexes.from_label(name), level, None if value == "?" else int(value), None, "observer_corps")
    detection.enter(play, [Track([], 0, level, [plot])])


def _damage(play: Play, name: str, value: str) -> None:
    play.p.airfields[name].damage = int(value)


def _station(play: Play, name: str, value: str) -> None:
    p = play.p
    for gone in (p.damaged_stations, p.absent_stations, p.mobile_stations):
        if name in gone:
            gone.remove(name)
    p.stations_due.pop(name, None)
    if value == OUT:
        p.damaged_stations.append(name)


def _room(play: Play, name: str, value: str) -> None:
    p = play.p
    for gone in (p.rooms_hit, p.emergency_rooms):
        if name in gone:
            gone.remove(name)
    p.rooms_due.pop(name, None)
    if value == OUT:
        p.rooms_hit.append(name)


def _weather(play: Play, name: str, value: str) -> None:
    play.p.sky.zones[name].is_bad = value == "bad"


def _stations(world: World) -> list[str]:
    return sorted(place.name for place in world.theatre.of_kind("chain_home", "chain_home_low"))


def _sectors(p: DayPosition) -> list[str]:
    return sorted({s.sector for s in p.squadrons.values()})


CORRECTIONS: Mapping[str, Correction] = {
    "squadron_strength": Correction(
        lambda _, p: _alive(p), lambda p, n: str(p.squadrons[n].strength), lambda w, p, n, v: _whole(v, 0, 24), _strength
    ),
    "squadron_box": Correction(
        lambda _, p: [s.unit for s in p.squadrons.values() if s.box in GROUND],
        lambda p, n: p.squadrons[n].box,
        lambda w, p, n, v: v in BOXES,
        _box,
        BOXES,
    ),
    "squadron_hex": Correction(
        lambda _, p: _up(p), lambda p, n: p.squadrons[n].hex.label, lambda w, p, n, v: _hex(w, v) is not None, _moved
    ),
    "squadron_angels": Correction(
        lambda _, p: _up(p), lambda p, n: str(p.squadrons[n].angels), lambda w, p, n, v: _whole(v, 0, HIGHEST, 2), _height
    ),
    "squadron_fuel": Correction(
        lambda _, p: _up(p),
        lambda p, n: str(p.squadrons[n].fuel),
        lambda w, p, n, v: _whole(v, 0, p.squadrons[n].endurance),
        _squadron("fuel"),
    ),
    "squadron_ammo": Correction(
        lambda _, p: _up(p), lambda p, n: p.squadrons[n].ammo, lambda w, p, n, v: v in AMMO, _squadron("ammo"), AMMO
    ),
    "squadron_disruption": Correction(
        lambda _, p: _up(p),
        lambda p, n: str(p.squadrons[n].disruption),
        lambda w, p, n, v: _whole(v, 0, maximum_disruption(w, 0, True, p.squadrons[n].flight)),
        _squadron("disruption"),
    ),
    "raid_unit_strength": Correction(
        lambda _, p: list(_units(p)),
        lambda p, n: str(_units(p)[n].strength),
        lambda w, p, n, v: _whole(v, 0, _units(p)[n].sent),
        _unit_strength,
    ),
    "raid_unit_disruption": Correction(
        lambda _, p: list(_units(p)), lambda p, n: str(_units(p)[n].disruption), lambda w, p, n, v: _whole(v, 0, 4), _unit_disruption
    ),
    "raid_hex": Correction(
        lambda _, p: _in_air(p), lambda p, n: p.raids[n].hex.label, lambda w, p, n, v: _hex(w, v) is not None, _raid_moved
    ),
    "raid_angels": Correction(
        lambda _, p: _in_air(p), lambda p, n: str(p.raids[n].angels), lambda w, p, n, v: _whole(v, 0, HIGHEST, 2), _raid_height
    ),
    "plot_struck": Correction(lambda _, p: _stand(p), lambda p, n: "plotted", lambda w, p, n, v: v == "struck", _strike, ("struck",)),
    "plot_false": Correction(
        lambda w, p: [],
        lambda p, n: "",
        lambda w, p, n, v: v == "?" or _whole(v, 1, 300),
        _false,
    ),
    "airfield_damage": Correction(
        lambda _, p: list(p.airfields),
        lambda p, n: str(p.airfields[n].damage),
        lambda w, p, n, v: _whole(v, 0, p.airfields[n].capacity),
        _damage,
    ),
    "station": Correction(
        lambda w, p: _stations(w),
        lambda p, n: OUT if n in p.silent_stations else WORKS,
        lambda w, p, n, v: v in (WORKS, OUT),
        _station,
        (WORKS, OUT),
    ),
    "room": Correction(
        lambda _, p: _sectors(p), lambda p, n: OUT if n in p.rooms_hit else WORKS, lambda w, p, n, v: v in (WORKS, OUT), _room, (WORKS, OUT)
    ),
    "zone_weather": Correction(
        lambda _, p: list(p.sky.zones),
        lambda p, n: "bad" if p.sky.zones[n].is_bad else "good",
        lambda w, p, n, v: v in ("good", "bad"),
        _weather,
        ("good", "bad"),
    ),
    "points": Correction(
        lambda _, p: [],
        lambda p, _: f"{p.score:g}",
        lambda w, p, n, v: _points(v),
        lambda play, name, value: None,
    ),
}
assert tuple(CORRECTIONS) == get_args(Correctable)


def check(world: World, p: DayPosition, what: str, name: str, value: str) -> None:
    """Raise Refused unless that can be set right so."""
    one = CORRECTIONS[what]
    fight = p.combat.now
    if fight is not None and any(f.unit == name for f in fight.engagement.forces):
        raise Refused("ops.refused.in_fight", rule="OPS-B8.6", unit=name)
    if fight is not None and what in ("raid_hex", "raid_angels") and name == fight.engagement.raid.partition(PART)[0]:
        raise Refused("ops.refused.in_fight", rule="OPS-B8.6", unit=name)
    if what == "plot_false":
        if _hex(world, name) is None:
            raise Refused("ops.refused.no_hex", hex=name)
    elif what != "points" and name not in one.names(world, p):
        raise Refused("ops.refused.not_there", name=name)
    if not one.fits(world, p, name, value):
        raise Refused("ops.refused.value", value=value)


def put(play: Play, what: str, name: str, value: str, reason: str) -> None:
    """Set something right."""
    if what == "points":
        play.score("OPS-B12.1", "correction", 1, float(value), reason)
    else:
        CORRECTIONS[what].put(play, name, value)


def stands(world: World, p: DayPosition, what: str, name: str) -> str | None:
    """What something is before it is set right; None where there is nothing of that name."""
    one = CORRECTIONS[what]
    return one.stands(p, name) if what == "points" or name in one.names(world, p) else None
