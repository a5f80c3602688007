"""Readiness boxes, scrambles, landings and turnaround (OPS-B7, OPS-B6.4)."""

from __future__ import annotations

from bob.core.errors import Refused
from bob.data.tables import ListTable
from bob.day.rules import stances
from bob.day.rules.own_positions import set_out
from bob.day.state.execution import BOTH, Play
from bob.day.state.known import KnownSquadron, KnownToRaf
from bob.day.state.position import GROUND, RAF, Airfield, Committed, DayPosition, Squadron, ToteBox, Vector
from bob.day.state.world import World

_NEXT: dict[ToteBox, ToteBox] = {"landed": "rearm_1", "rearm_1": "rearm_2", "rearm_2": "available"}


def turns_in(world: World, p: DayPosition, squadron: Squadron, box: ToteBox) -> int:
    """Return the duration of a box of the turnaround for a squadron (OPS-B7.3); Hurricanes are armed sooner (OPS-B7.4)."""
    figures = world.figures["readiness"]
    fast = box == "rearm_1" and squadron.aircraft.startswith("hurricane")
    turns = int(figures["rearm_1_hurricane" if fast else box])
    if box in ("rearm_1", "rearm_2"):
        if squadron.ammo == "none":
            turns += figures["no_ammunition"]
        field = p.airfields.get(squadron.station)
        if field is not None and field.damage >= field.capacity:
            turns += figures["damaged_field"]
    if box == "rearm_2" and squadron.station in p.hangars:
        turns += world.figures["ground"]["hangars"]
    return turns


_STEPS = (("released", "available"), ("available", "ready"), ("available", "released"), ("ready", "available"))


def check_change(squadron: KnownSquadron, box: ToteBox) -> None:
    """Raise Refused unless a squadron may be ordered to a box (OPS-B7.2)."""
    if squadron.box == "rearm_2" and box == ("available" if squadron.ready_ordered else "ready"):
        return  # in Rearm-Refuel 2 Ready may be ordered, and called off again (OPS-B7.4)
    if (squadron.box, box) not in _STEPS:
        raise Refused("ops.refused.readiness", rule="OPS-B7.2", unit=squadron.unit, box=squadron.box, wanted=box)
    if squadron.becoming == box:
        raise Refused("ops.refused.already", rule="OPS-B7.2", unit=squadron.unit)


def order_change(play: Play, squadron: Squadron, box: ToteBox) -> None:
    """Begin a change of readiness: upward it takes its time, unless in an emergency (OPS-A1.6); downward it is at once (OPS-B7.2)."""
    figures = play.world.figures["readiness"]
    wait = {("released", "available"): figures["released_to_available"], ("available", "ready"): figures["available_to_ready"]}.get(
        (squadron.box, box)
    )
    squadron.ordered_off = None
    stances.take(squadron)
    if squadron.box == "rearm_2":
        _when_rearmed(play, squadron, box)
        return
    if wait is None or (box == "ready" and squadron.unit in play.p.emergency):
        wait, squadron.box, squadron.becoming, squadron.due = None, box, None, None
    else:
        squadron.becoming, squadron.due = box, play.p.turn + int(wait)
    play.tell("readiness_ordered", (RAF,), "OPS-B7.2", unit=squadron.unit, box=box, turns=wait or 0)


def _when_rearmed(play: Play, squadron: Squadron, box: ToteBox) -> None:
    """Ready is ordered while it rearms: its turns run from now, and it is Ready when both are over (OPS-B7.4); or that is called off."""
    assert squadron.due is not None
    wait = int(play.world.figures["readiness"]["available_to_ready"])
    squadron.ready_on = play.p.turn + wait if box == "ready" else None
    turns = max(wait if box == "ready" else 0, squadron.due - play.p.turn)
    play.tell("readiness_ordered", (RAF,), "OPS-B7.4", unit=squadron.unit, box=box, turns=turns)


def weight(squadron: KnownSquadron) -> float:
    """Return a squadron's weight against limits: a flight is half of one."""
    return 0.5 if squadron.flight else 1.0


def scrambled(known: KnownToRaf) -> float:
    """Return the weight of squadrons ordered off this turn, outside emergencies."""
    emergency = known.emergency
    return sum(weight(s) for s in known.taking_off() if s.unit not in emergency)


def check_scramble(known: KnownToRaf, squadron: KnownSquadron) -> None:
    """Raise Refused unless a squadron may scramble: Ready, within the limit and the field's capacity."""
    if squadron.box != "ready" or squadron.strength <= 0:
        raise Refused("ops.refused.not_ready", rule="OPS-B7.2", unit=squadron.unit, box=squadron.box)
    if squadron.scrambling:
        return
    if squadron.unit not in known.emergency and scrambled(known) + weight(squadron) > known.scrambles:
        raise Refused("ops.refused.scramble_limit", rule="OPS-B6.4", unit=squadron.unit, limit=known.scrambles)
    field = known.airfield(squadron.station)
    if field is None:
        raise Refused("ops.refused.no_field", rule="OPS-B6.4", field=squadron.station)
    waiting = sum(s.station == squadron.station for s in known.taking_off())
    if waiting + 1 > field.open:
        raise Refused(
            "ops.refused.capacity",
            rule="OPS-B6.4",
            unit=squadron.unit,
            field=squadron.station,
            capacity=max(0, field.capacity - field.damage),
        )


def take_off(play: Play) -> None:
    """The scrambled take off at the end of the turn (OPS-B7.2)."""
    p = play.p
    for squadron in p.squadrons.values():
        if squadron.ordered_off is None:
            continue
        field = p.airfields[squadron.station]
        vector, squadron.ordered_off = squadron.ordered_off, None
        if field.open <= 0:
            play.tell("scramble_held", (RAF,), "OPS-B6.4", unit=squadron.unit, field=squadron.station)
            continue
        field.used += 1
        place = play.world.fields[squadron.station]
        squadron.box, squadron.becoming, squadron.due = "airborne", None, None
        squadron.hex, squadron.angels, squadron.used, squadron.ammo = place.near, 0, 0, "full"
        squadron.vector, squadron.tally, squadron.fought = vector, None, False
        squadron.sorties += squadron.strength
        squadron.times_up += 1
        squadron.endurance = play.world.types[squadron.aircraft].endurance
        set_out(play, squadron)
        play.tell("took_off", (RAF,), "OPS-B7.2", unit=squadron.unit, field=squadron.station, aircraft=squadron.strength)
        if not squadron.committed:
            squadron.committed = True
            p.commitments.append(Committed(squadron.unit, squadron.flight))


def settle(play: Play, crossed: int) -> None:
    """At the end of the day those committed beyond the Response Level cost points (OPS-A15.5); each added raid whose bombers crossed the
    coast has raised it (OPS-C4.1)."""
    p = play.p
    table = play.world.tables["victory_points"]
    assert isinstance(table, ListTable)
    level = p.response_level + crossed * int(play.world.figures["again"]["response"])
    before = 0.0
    for one in p.commitments:
        before += 0.5 if one.flight else 1.0
        if before > level:
            code = "flight_beyond_response" if one.flight else "squadron_beyond_response"
            entry = table[code]
            play.score(entry.rule, code, 1, float(entry.values["points"]), one.unit)
    if crossed:
        play.tell("response_raised", BOTH, "OPS-C4.1", raids=crossed, level=level)


def committed(p: DayPosition) -> float:
    """Return the weight of squadrons committed so far, a flight as half of one."""
    return sum(weight(s) for s in p.squadrons.values() if s.committed)


def land(play: Play, squadron: Squadron, field: Airfield) -> None:
    """A squadron comes down on a field and begins its turnaround."""
    field.used += 1
    squadron.box, squadron.station = "landed", field.place
    squadron.becoming, squadron.due = "rearm_1", play.p.turn + turns_in(play.world, play.p, squadron, "landed")
    squadron.vector = squadron.tally = squadron.last = squadron.astray = None
    squadron.angels = squadron.rest = 0
    stances.take(squadron)
    play.tell("landed", (RAF,), "OPS-B7.1", unit=squadron.unit, field=field.place)


def tick(play: Play) -> None:
    """Squadrons whose time has come change their box at the beginning of a turn."""
    p = play.p
    turns = int(play.world.figures["readiness"]["rest"])
    for squadron in p.squadrons.values():
        if squadron.box in GROUND and squadron.disruption:
            squadron.rest += 1
            if squadron.rest >= turns:
                squadron.rest, squadron.disruption = 0, squadron.disruption - 1
        if squadron.box not in GROUND or squadron.due is None or p.turn < squadron.due or squadron.becoming is None:
            continue
        squadron.box = squadron.becoming
        after = _NEXT.get(squadron.box)
        if after is None:
            squadron.becoming = squadron.due = None
            if squadron.box == "available" and squadron.ready_on is not None:
                _rearmed(p, squadron, squadron.ready_on)
            squadron.ammo, squadron.used = "full", 0
        else:
            squadron.due, squadron.becoming = p.turn + turns_in(play.world, p, squadron, squadron.box), after
        play.tell("readiness", (RAF,), "OPS-B7.1", unit=squadron.unit, box=squadron.box)


def _rearmed(p: DayPosition, squadron: Squadron, ready_on: int) -> None:
    """It is Ready at once if its turns have run, else when they have (OPS-B7.4)."""
    squadron.ready_on = None
    if p.turn >= ready_on:
        squadron.box = "ready"
    else:
        squadron.becoming, squadron.due = "ready", ready_on


def home_vector(world: World, squadron: Squadron, name: str | None = None) -> Vector:
    """The way home, or to another field."""
    field = world.fields[name or squadron.station]
    return Vector("home", field.near, 0, None, field.name)
