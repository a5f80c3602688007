"""Fighter Command in the air: vectors, climbing, patrols, the way home (OPS-B6.3, OPS-B6.5); cohesion in cloud (OPS-A6.u)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.tables import ListTable
from bob.day.rules import own_positions
from bob.day.rules.climbing import climber, flown
from bob.day.rules.control import AHEAD, carried_on, held, in_radio_range, meeting
from bob.day.rules.disruption import broken_off, most_disruption
from bob.day.rules.movement import FlownThrough, fly, spans
from bob.day.rules.readiness import home_vector
from bob.day.rules.timetable import turns_home
from bob.day.rules.weather import overcast
from bob.day.rules.wings import flown_as, leads_stack, leave, stack_of
from bob.day.state.command_network import holding
from bob.day.state.execution import Play
from bob.day.state.position import RAF, LastHeard, Squadron, Track


def track_of(play: Play, number: int) -> Track | None:
    """Return the track of that number, if it is still on the table."""
    return next((t for t in play.p.tracks if t.number == number and not t.faded), None)


def movement_phase(play: Play) -> None:
    """Every squadron in the air flies its vector, those of a Wing as one."""
    p = play.p
    listen(play)
    before = {s.unit: s.noted(p.turn) for s in p.squadrons.values() if s.box == "airborne" and s.last is None}
    fixed = own_positions.fixed(play.world, p)
    flying = [s for s in p.squadrons.values() if s.box == "airborne"]
    ready = [s for s in flying if s.forming == 0]
    for squadron in flying:
        squadron.was = squadron.hex
        squadron.used += 1
        squadron.forming = max(0, squadron.forming - 1)
    for squadron in ready:
        own_positions.reckon(play, squadron, squadron.unit in fixed)
        _mind_fuel(play, squadron)
    through: list[tuple[Squadron, int]] = []
    for squadron in ready:
        if leads_stack(p.squadrons.values(), squadron):
            stack = stack_of(p.squadrons.values(), squadron)
            _steer(play, stack)
            crossed = _move(play, stack)
            through.extend((each, crossed) for each in stack)
    listen(play, before)
    for squadron, crossed in through:
        _cohesion(play, squadron, crossed)


def listen(play: Play, before: Mapping[str, LastHeard] = MappingProxyType({})) -> None:
    """Update the squadrons that can be heard: others stay on the table as last heard, which may be `before` (OPS-C8.1)."""
    p, linked = play.p, holding(play.world, play.p).sectors
    for squadron in p.squadrons.values():
        if squadron.box != "airborne":
            continue
        hears = squadron.sector in linked and in_radio_range(play.world, p, squadron, squadron.reckoned)
        if hears:
            squadron.last = None
        elif squadron.last is None:
            squadron.last = before.get(squadron.unit) or squadron.noted(p.turn)
        if squadron.controlled != hears:
            squadron.controlled = hears
            play.tell("control_regained" if hears else "control_lost", (RAF,), "OPS-B6.2", unit=squadron.unit)


def _mind_fuel(play: Play, squadron: Squadron) -> None:
    """Check endurance first: a squadron with only the way home left, from its reckoned place, takes it (OPS-B6.3, OPS-C8.1)."""
    world, vector = play.world, squadron.vector
    base = squadron.station if vector is None or vector.field is None else vector.field
    spare = squadron.endurance - squadron.used - turns_home(world, squadron.reckoned, base, world.types[squadron.aircraft].mp)
    if spare <= 1 and (vector is None or vector.kind != "home"):
        leave(play, squadron)
        squadron.vector = home_vector(world, squadron)
        if squadron.last is None:
            play.tell("short_of_fuel", (RAF,), "OPS-B6.3", unit=squadron.unit)


def _steer(play: Play, stack: list[Squadron]) -> None:
    """To a raid a squadron, or the first of a Wing, follows the plot as long as it is controlled."""
    world, p = play.world, play.p
    squadron = stack[0]
    vector = squadron.vector
    if vector is None or vector.kind != "raid" or not squadron.controlled or vector.track is None:
        return
    track = track_of(play, vector.track)
    if track is None:
        return
    kinds = [world.types[s.aircraft] for s in stack]
    far = flown(world, tuple(s.aircraft for s in stack), squadron.angels, vector.angels, flown_as(len(stack)), AHEAD)
    met = meeting(squadron.reckoned, far, carried_on(world, track, p.turn - track.plots[-1].turn))
    goal = met.hex if met is not None else track.plots[-1].hex
    figure = track.plots[-1].angels
    ceiling = min(kind.ceiling for kind in kinds)
    angels = max(vector.angels, min(ceiling, figure + 2)) if figure is not None else vector.angels
    sent = type(vector)("raid", held(world, p, squadron.shown, goal), min(angels, ceiling), vector.track)
    for each in stack:
        each.vector = sent


def _move(play: Play, stack: list[Squadron]) -> int:
    """Fly for a turn at the pace of the slowest (OPS-B2.6); return the overcast hexes crossed at the cloud's own levels (OPS-C6.3)."""
    world, squadron = play.world, stack[0]
    vector = squadron.vector
    if vector is None:
        return 0
    table = world.tables["movement"]
    assert isinstance(table, ListTable)
    mp = min(world.types[s.aircraft].points(s.angels, level_flight=vector.angels <= s.angels) for s in stack)
    goal_angels = vector.angels
    at, began = squadron.reckoned, squadron.angels
    if vector.kind == "home" and hexes.distance(at, vector.hex) > 3:
        goal_angels = squadron.angels
    group = flown_as(len(stack))
    up = climber(world, [world.types[s.aircraft] for s in stack], squadron.climbed, group)
    entered, angels, _ = fly(table, at, squadron.angels, vector.hex, goal_angels, mp, bomber=False, dives=True, group=group, climber=up)
    own_positions.put(world, squadron, entered[-1] if entered else at)
    for each in stack:
        each.angels, each.hex, each.astray = angels, squadron.hex, squadron.astray
        each.climbed = up.kept if up is not None and up.climbed else 0
    return _overcast_crossed(play, squadron, spans(entered, began, angels))


def _overcast_crossed(play: Play, squadron: Squadron, passed: Sequence[FlownThrough]) -> int:
    """Count the overcast hexes of a move, by where it truly flew."""
    at, held = squadron.hex, squadron.reckoned
    flown_through = [(Hex(h.q + at.q - held.q, h.r + at.r - held.r), low, high) for h, low, high in passed]
    return sum(overcast(play.world, play.p, h, low, high) for h, low, high in flown_through if h in play.world.theatre.grounds)


def _cohesion(play: Play, squadron: Squadron, crossed: int) -> None:
    """Scatter a squadron by its move through two or more overcast hexes, as raids are (OPS-A6.u); at its maximum it goes home (OPS-B2.3).

    Out of hearing it reports nothing, and the roll is hidden (OPS-C8.1, OPS-B4.3).
    """
    if crossed < 2:
        return
    heard = squadron.last is None
    about = {"unit": squadron.unit}
    found = play.table("cloud_cohesion", RAF if heard else "", about=about, overcast_hexes=min(60, crossed))
    levels = int(str(found.result))
    if not levels:
        return
    to = (RAF,) if heard else ()
    squadron.disruption = min(most_disruption(play.world, squadron), squadron.disruption + levels)
    if not broken_off(play.world, squadron) or (squadron.vector is not None and squadron.vector.kind == "home"):
        play.tell("scattered", to, "OPS-A6.u", unit=squadron.unit, levels=levels)
        return
    leave(play, squadron)
    squadron.vector, squadron.tally = home_vector(play.world, squadron), None
    play.tell("scattered_home", to, "OPS-B2.3", unit=squadron.unit)
