"""The referee's corrections of squadrons (OPS-B4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bob.core import hexes
from bob.day.corrections_given import HIGHEST, Correction, is_whole, on_map, one_of, whole
from bob.day.rules import readiness, wings
from bob.day.rules.disruption import most_disruption
from bob.day.state.execution import Play
from bob.day.state.orders import Correctable
from bob.day.state.position import GROUND, DayPosition, Squadron, Vector
from bob.day.state.world import World
from bob.tactical.engagement import AMMO

BOXES = ("released", "available", "ready", "rearm_1", "rearm_2", "airborne")
MOST = 24


def _units_in_air(world: World, p: DayPosition) -> list[str]:
    return [s.unit for s in p.squadrons.values() if s.box == "airborne"]


def _units_on_ground(world: World, p: DayPosition) -> list[str]:
    return [s.unit for s in p.squadrons.values() if s.box in GROUND]


def _units_present(world: World, p: DayPosition) -> list[str]:
    return [s.unit for s in p.squadrons.values() if s.box != "gone"]


def _strength(play: Play, name: str, value: str, reason: str) -> None:
    squadron = play.p.squadrons[name]
    squadron.strength = int(value)
    if squadron.strength == 0:
        _off_the_table(play, squadron)
        squadron.box = "gone"


def _off_the_table(play: Play, squadron: Squadron) -> None:
    """It flies nowhere and is sent nowhere any more."""
    wings.leave(play, squadron)
    squadron.vector, squadron.ordered_off, squadron.tally = None, None, None
    squadron.due = squadron.becoming = squadron.ready_on = None
    squadron.last = squadron.astray = None


def _box(play: Play, name: str, value: str, reason: str) -> None:
    """On the ground in another state, down at once, or up over its airfield with all its fuel: as it would be after a turn of it."""
    squadron, p = play.p.squadrons[name], play.p
    if value == "airborne":
        if squadron.box != "airborne":
            over = play.world.fields[squadron.station].near
            _off_the_table(play, squadron)
            squadron.box, squadron.hex, squadron.angels, squadron.used, squadron.ammo = "airborne", over, 2, 0, "full"
            squadron.vector, squadron.took_off, squadron.fought, squadron.crossed = Vector("hex", over, 2), p.turn, False, False
            squadron.endurance = play.world.types[squadron.aircraft].endurance
        return
    if squadron.box == "airborne":
        squadron.disruption, squadron.angels = 0, 0
    _off_the_table(play, squadron)
    squadron.box = value  # type: ignore[assignment]
    if value in ("rearm_1", "rearm_2"):
        squadron.becoming = "rearm_2" if value == "rearm_1" else "available"
        squadron.due = p.turn + readiness.turns_in(play.world, p, squadron, squadron.box)


def _station(play: Play, name: str, value: str, reason: str) -> None:
    """It belongs to another airfield, and lands there."""
    squadron = play.p.squadrons[name]
    squadron.station = value
    if squadron.vector is not None and squadron.vector.kind == "home":
        squadron.vector = readiness.home_vector(play.world, squadron)
    squadron.ordered_off = None


def _moved(play: Play, name: str, value: str, reason: str) -> None:
    at = hexes.from_label(value)
    for other in wings.stack_of(play.p.squadrons.values(), play.p.squadrons[name]):
        other.hex, other.was, other.astray = at, None, None
        if other.last is not None:
            other.last = replace(other.last, hex=at)


def _height(play: Play, name: str, value: str, reason: str) -> None:
    for other in wings.stack_of(play.p.squadrons.values(), play.p.squadrons[name]):
        other.angels, other.climbed = int(value), 0


def _figure(put: Callable[[Squadron, str], None]) -> Callable[[Play, str, str, str], None]:
    return lambda play, name, value, reason: put(play.p.squadrons[name], value)


def _fuel(squadron: Squadron, value: str) -> None:
    squadron.used = squadron.endurance - int(value)


def _ammo(squadron: Squadron, value: Any) -> None:
    squadron.ammo = value


def _disruption(squadron: Squadron, value: str) -> None:
    squadron.disruption = int(value)


def _fields(world: World, p: DayPosition, name: str, value: str) -> bool:
    return value in p.airfields and world.fields[value].hex is not None


SQUADRONS: Mapping[Correctable, Correction] = {
    "squadron_strength": Correction(_units_present, lambda p, n: str(p.squadrons[n].strength), whole(0, MOST), _strength),
    "squadron_box": Correction(_units_present, lambda p, n: p.squadrons[n].box, one_of(*BOXES), _box, BOXES),
    "squadron_hex": Correction(_units_in_air, lambda p, n: p.squadrons[n].hex.label, on_map, _moved),
    "squadron_angels": Correction(_units_in_air, lambda p, n: str(p.squadrons[n].angels), whole(0, HIGHEST, 2), _height),
    "squadron_fuel": Correction(
        _units_in_air, lambda p, n: str(p.squadrons[n].fuel), lambda w, p, n, v: is_whole(v, 0, p.squadrons[n].endurance), _figure(_fuel)
    ),
    "squadron_ammo": Correction(_units_in_air, lambda p, n: p.squadrons[n].ammo, one_of(*AMMO), _figure(_ammo), AMMO),
    "squadron_disruption": Correction(
        _units_in_air,
        lambda p, n: str(p.squadrons[n].disruption),
        lambda w, p, n, v: is_whole(v, 0, most_disruption(w, p.squadrons[n])),
        _figure(_disruption),
    ),
    "squadron_station": Correction(_units_on_ground, lambda p, n: p.squadrons[n].station, _fields, _station),
}
