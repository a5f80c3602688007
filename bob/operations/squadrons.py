"""Fighter Command in the air: vectors, climbing, patrols, the way home (OPS-B6.3, OPS-B6.5)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bob import hexes
from bob.operations import blips
from bob.operations.control import carried_on, held, in_touch, meeting
from bob.operations.movement import FlightGroup, fly
from bob.operations.planning import turns_home
from bob.operations.play import Play
from bob.operations.position import RAF, LastHeard, Squadron, Track
from bob.operations.readiness import home_vector
from bob.tables import ListTable


def track_of(play: Play, number: int) -> Track | None:
    """The track of that number, if it still stands on the table."""
    return next((t for t in play.p.tracks if t.number == number and not t.faded), None)


def movement_phase(play: Play) -> None:
    """Every squadron in the air flies its vector."""
    p = play.p
    listen(play)
    before = {s.unit: s.noted(p.turn) for s in p.squadrons.values() if s.box == "airborne" and s.last is None}
    fixed = blips.fixed(play.world, p)
    for squadron in p.squadrons.values():
        if squadron.box != "airborne":
            continue
        squadron.used += 1
        if squadron.forming > 0:
            squadron.forming -= 1
            continue
        blips.reckon(play, squadron, squadron.unit in fixed)
        _steer(play, squadron)
        _move(play, squadron)
    listen(play, before)


def listen(play: Play, before: Mapping[str, LastHeard] = MappingProxyType({})) -> None:
    """Who can be heard now and who no more: those stay on the table as they were when last heard, which may be `before` (OPS-C8.1)."""
    p = play.p
    for squadron in p.squadrons.values():
        if squadron.box != "airborne":
            continue
        heard = in_touch(play.world, p, squadron)
        if heard:
            squadron.last = None
        elif squadron.last is None:
            squadron.last = before.get(squadron.unit) or squadron.noted(p.turn)
        if squadron.controlled != heard:
            squadron.controlled = heard
            play.tell("control_regained" if heard else "control_lost", (RAF,), "OPS-B6.2", unit=squadron.unit)


def _steer(play: Play, squadron: Squadron) -> None:
    """Endurance first, then the vector: to a raid it follows the plot as long as the squadron is controlled."""
    world, p = play.world, play.p
    vector = squadron.vector
    base = squadron.station if vector is None or vector.field is None else vector.field
    spare = squadron.endurance - squadron.used - turns_home(world, squadron.hex, base, world.types[squadron.aircraft].mp)
    if spare <= 1 and (vector is None or vector.kind != "home"):
        squadron.vector = home_vector(world, squadron)
        if squadron.last is None:
            play.tell("short_of_fuel", (RAF,), "OPS-B6.3", unit=squadron.unit)
        return
    if vector is None or vector.kind != "raid" or not squadron.controlled or vector.track is None:
        return
    track = track_of(play, vector.track)
    if track is None:
        return
    kind = world.types[squadron.aircraft]
    met = meeting(squadron.reckoned, kind.points(squadron.angels), carried_on(world, track, p.turn - track.plots[-1].turn))
    goal = met.hex if met is not None else track.plots[-1].hex
    told = track.plots[-1].angels
    angels = max(vector.angels, min(kind.ceiling, told + 2)) if told is not None else vector.angels
    squadron.vector = type(vector)("raid", held(world, p, squadron.shown, goal), min(angels, kind.ceiling), vector.track)


def _move(play: Play, squadron: Squadron) -> None:
    world = play.world
    vector = squadron.vector
    if vector is None:
        return
    table = world.tables["movement"]
    assert isinstance(table, ListTable)
    kind = world.types[squadron.aircraft]
    together = [s for s in play.p.squadrons.values() if s.wing is not None and s.wing == squadron.wing and s.box == "airborne"]
    group: FlightGroup = "single" if len(together) < 2 else "wing" if len(together) <= 3 else "balbo"
    mp = kind.points(squadron.angels, level_flight=vector.angels <= squadron.angels)
    goal_angels = vector.angels
    at = squadron.reckoned
    if vector.kind == "home" and hexes.distance(at, vector.hex) > 3:
        goal_angels = squadron.angels
    entered, squadron.angels, _ = fly(table, at, squadron.angels, vector.hex, goal_angels, mp, bomber=False, dives=True, group=group)
    blips.put(world, squadron, entered[-1] if entered else at)
