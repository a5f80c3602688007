"""The execution of orders, the referee's corrections, and the invariants."""

from __future__ import annotations

import copy
from typing import Any

from bob.core.codec import encode
from bob.core.errors import Refused
from bob.core.hexes import Hex
from bob.data.tables import ListTable
from bob.day import corrections
from bob.day.rules import readiness, stances, wings
from bob.day.rules.control import held
from bob.day.rules.fight_orders import check_fight
from bob.day.rules.in_flight import call_of
from bob.day.rules.legality import check_rule, intercept, shown_track, sweep_plan
from bob.day.rules.own_positions import WAYS_ASTRAY
from bob.day.rules.planning import aimed
from bob.day.state.combat_state import Engaging
from bob.day.state.execution import BOTH, Play
from bob.day.state.groups import groups
from bob.day.state.orders import (
    FIGHT_ORDERS,
    IN_FLIGHT,
    BreakWing,
    Correct,
    DropRaid,
    Engage,
    FormWing,
    Note,
    Pancake,
    PatrolSweep,
    PlanRaid,
    Readiness,
    Scramble,
    SendTo,
    Split,
    Stance,
    WentBack,
)
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Raid, Squadron, Struck, Vector
from bob.day.state.world import World
from bob.tactical.slot import ASK, TABLE, Slot


def apply_order(play: Play, order: Any) -> None:
    """Carry out an order that its check let pass and that rolls no dice."""
    p, world = play.p, play.world
    if isinstance(order, PlanRaid):
        known = p.raids.get(order.plan.code)
        added = 0 if p.phase == "planning" else p.turn
        title = known.title if known is not None else {}
        plan = aimed(world, p, order.plan) if order.plan.convoy is not None else order.plan
        p.raids[plan.code] = Raid(plan, title, form_turn=plan.form_turn, added=added)
        play.tell("planned", (LUFTWAFFE,), "OPS-B3.1", raid=order.plan.code)
    elif isinstance(order, DropRaid):
        dropped = p.raids.pop(order.raid)
        if p.phase != "planning" and dropped.added != p.turn:
            p.struck.append(Struck(dropped.plan, dropped.added, p.turn))
        play.tell("dropped", (LUFTWAFFE,), "OPS-B3.1", raid=order.raid)
    elif isinstance(order, IN_FLIGHT):
        call = call_of(order)
        p.raids[order.raid].called = call
        play.tell("called", (LUFTWAFFE,), "OPS-C4.2", raid=order.raid, call=call.kind)
    elif isinstance(order, PatrolSweep):
        plan = sweep_plan(world, p, order)
        p.raids[plan.code] = Raid(plan, {}, form_turn=p.turn)
        p.patrols[order.box - 1] = []
        table = world.tables["victory_points"]
        assert isinstance(table, ListTable)
        entry = table["patrol_freie_jagd"]
        play.score(entry.rule, "patrol_freie_jagd", 1, float(entry.values["points"]), plan.code)
        play.tell("patrol_sweep", (LUFTWAFFE,), "OPS-B9.2", box=order.box, raid=plan.code)
    elif isinstance(order, FormWing):
        _form_wing(play, order)
    else:
        _apply_raf(play, order)


def goal_vector(world: World, p: DayPosition, squadron: Squadron, angels: int, h: Hex | None, track: int | None) -> Vector:
    """The vector of an order that was checked."""
    if track is None:
        assert h is not None
        return Vector("hex", h, angels)
    aimed = shown_track(p, track)
    found = intercept(world, p, squadron.shown, aimed, angels)
    assert found is not None
    return Vector("raid", held(world, p, squadron.shown, found.hex), angels, track)


def _apply_raf(play: Play, order: Any) -> None:
    p, world = play.p, play.world
    squadron = p.squadrons[order.unit]
    if isinstance(order, Readiness):
        readiness.order_change(play, squadron, order.box)
    elif isinstance(order, Scramble):
        squadron.ordered_off = goal_vector(world, p, squadron, order.angels, order.hex, order.track)
        play.tell(
            "scramble", (RAF,), "OPS-B6.4", unit=squadron.unit, hex=squadron.ordered_off.hex.label, angels=order.angels, track=order.track
        )
    elif isinstance(order, SendTo):
        vector = goal_vector(world, p, squadron, order.angels, order.hex, order.track)
        for each in wings.stack_of(p.squadrons.values(), squadron):
            each.vector = vector
        play.tell("vector", (RAF,), "OPS-B6.5", unit=squadron.unit, hex=vector.hex.label, angels=order.angels, track=order.track)
    elif isinstance(order, Pancake):
        wings.leave(play, squadron)
        squadron.vector, squadron.tally = readiness.home_vector(world, squadron, order.field), None
        play.tell("pancake", (RAF,), "OPS-B7.1", unit=squadron.unit, field=squadron.vector.field)
    elif isinstance(order, Stance):
        for each in wings.stack_of(p.squadrons.values(), squadron):
            stances.take(each, order.stance, order.waits_for)
            stances.look_away(each, groups(p))
        play.tell("stance", (RAF,), "OPS-C3.3", unit=squadron.unit, stance=order.stance, waits_for=order.waits_for)
    elif isinstance(order, BreakWing):
        wings.break_up(play, squadron)
    elif isinstance(order, Split):
        _split(play, squadron)


def _form_wing(play: Play, order: FormWing) -> None:
    """Squadrons gather over an airfield, one turn for each after the first, and circle there till they are sent (OPS-B2.6)."""
    p = play.p
    over = play.world.fields[order.field].near
    stack = [p.squadrons[unit] for unit in order.units]
    lowest = min(s.angels for s in stack)
    for squadron in stack:
        squadron.wing, squadron.hex, squadron.angels = f"{stack[0].unit}/{p.turn}", over, lowest
        squadron.vector, squadron.forming = Vector("hex", over, lowest), len(stack) - 1
        squadron.tally = squadron.astray = None  # over an airfield they see where they are
        stances.take(squadron, stack[0].stance, stack[0].waits_for)
    play.tell("wing_formed", (RAF,), "OPS-B2.6", units=list(order.units), field=order.field)


def _split(play: Play, squadron: Squadron) -> None:
    """A squadron becomes two flights, A the larger (OPS-B2.1)."""
    p = play.p
    names = (f"{squadron.unit} A", f"{squadron.unit} B")
    flights = []
    for i, name in enumerate(names):
        flight = copy.copy(squadron)
        flight.unit, flight.flight = name, True
        flight.strength = (squadron.strength + 1 - i) // 2
        flight.lost = squadron.lost if i == 0 else 0
        flight.sorties = squadron.sorties if i == 0 else 0
        flight.contacts = squadron.contacts if i == 0 else 0
        flights.append(flight)
    rebuilt: dict[str, Squadron] = {}
    for unit, other in p.squadrons.items():
        if unit == squadron.unit:
            rebuilt.update({f.unit: f for f in flights})
        else:
            rebuilt[unit] = other
    p.squadrons.clear()
    p.squadrons.update(rebuilt)
    p.emergency = [u for e in p.emergency for u in (names if e == squadron.unit else (e,))]
    play.tell("split", (RAF,), "OPS-B2.1", unit=squadron.unit, flights=list(names))


# ---- the referee


def check_referee(world: World, p: DayPosition, order: Any, slot: Slot) -> None:
    """Raise Refused unless an order is a correction or a note that can be carried out."""
    if isinstance(order, Engage):
        check_rule(order, slot)
        return
    if isinstance(order, FIGHT_ORDERS):
        check_fight(p.fight, slot, order, referee=True)
        return
    if isinstance(order, Note):
        if order.seat not in (RAF, LUFTWAFFE) or not order.text.strip():
            raise Refused("ops.refused.note")
        return
    if isinstance(order, WentBack):
        return
    if not isinstance(order, Correct):
        raise Refused("ops.refused.not_yours", rule="OPS-B4.0")
    if not order.reason.strip():
        raise Refused("ops.refused.reason")
    corrections.check(world, p, order.what, order.name, order.value)
    if order.was is not None and order.was != corrections.stands(world, p, order.what, order.name):
        raise Refused("ops.refused.not_so_now")


def apply_engage(play: Play, order: Engage) -> None:
    """From now on engagements are resolved by that rule; the one in hand stays as it is."""
    play.p.engaging = Engaging(order.small, order.with_bombers, order.others, order.small_most)
    play.tell("engage", BOTH, "OPS-B8.4", **encode(play.p.engaging))


def apply_referee(play: Play, order: Any) -> None:
    """Carry out a correction or a note; the log keeps it with its reason."""
    if isinstance(order, Note):
        if order.sender == "referee":
            play.tell("note", (order.seat,), text=order.text)
        else:
            play.tell("note_from", (order.seat,), seat=order.seat, sender=order.sender, text=order.text)
        return
    if isinstance(order, WentBack):
        if order.forward:
            play.tell("went_forward", order.to, turn=play.p.turn, clock=play.p.clock())
        else:
            play.tell("went_back", order.to, turn=play.p.turn, clock=play.p.clock())
        return
    corrections.put(play, order.what, order.name, order.value, order.reason)
    if order.was is None:
        play.tell("corrected", (), what=order.what, name=order.name, value=order.value, reason=order.reason)
    else:
        play.tell("set_right", (), what=order.what, name=order.name, was=order.was, value=order.value, reason=order.reason)


# ---- what must always hold


def invariants(world: World, p: DayPosition, slot: Slot) -> None:
    """Raise AssertionError when a day is not in order."""
    grounds = world.theatre.grounds
    for squadron in p.squadrons.values():
        assert squadron.strength >= 0 and squadron.used >= 0, squadron
        assert squadron.hex in grounds and 0 <= squadron.angels <= 34 and squadron.angels % 2 == 0, squadron
        assert squadron.station in p.airfields, squadron
        assert squadron.reckoned in grounds and (squadron.astray is None or 0 <= squadron.astray < WAYS_ASTRAY), squadron
        assert squadron.last is None or squadron.last.turn <= p.turn + 1, squadron
        assert (squadron.box == "airborne") or squadron.vector is None, squadron
        assert (squadron.strength > 0) == (squadron.box != "gone"), squadron
        assert squadron.wing is None or (squadron.box == "airborne" and len(wings.stack_of(p.squadrons.values(), squadron)) > 1), squadron
        assert squadron.wing is None or squadron.hex == wings.stack_of(p.squadrons.values(), squadron)[0].hex, "a Wing in two places"
        assert (squadron.stance == "wait") == (squadron.waits_for is not None), squadron
        assert squadron.box != "airborne" or squadron.used <= squadron.endurance + 12, squadron
    names: list[str] = []
    for raid in p.raids.values():
        assert raid.hex in grounds or raid.state in ("planned", "ended"), raid
        assert 0 <= raid.angels <= 34 and raid.angels % 2 == 0, raid
        for unit in raid.units:
            assert 0 <= unit.strength <= unit.sent and unit.hex in grounds, unit
            assert 0 <= unit.angels <= 34 and unit.angels % 2 == 0, unit
            assert unit.strength > 0 or unit.state == "lost", unit
            assert unit.disruption <= 4, unit
            if unit.state in ("gathering", "with_raid", "going_home"):
                names.append(unit.unit)
    assert len(names) == len(set(names)), "a unit flies in two places"
    for field in p.airfields.values():
        assert 0 <= field.damage <= field.capacity and field.used >= 0, field
    for convoy in p.convoys.values():
        assert convoy.hex in grounds and 0 <= convoy.sunk <= convoy.ships and (convoy.state == "sunk") == (convoy.afloat == 0), convoy
        assert (convoy.seen is None) == (convoy.number is None), convoy
    stations = [*p.damaged_stations, *p.absent_stations, *p.mobile_stations]
    assert len(stations) == len(set(stations)) and not set(p.rooms_hit) & set(p.emergency_rooms), "a station or a room in two states"
    assert set(p.stations_due) <= set(p.damaged_stations) and set(p.rooms_due) <= set(p.rooms_hit), "repairs of what is whole"
    now = p.combat.now
    assert (p.phase == "engagement") == (now is not None), "the day waits for an engagement that is not there, or the other way"
    if now is not None:
        assert now.how in (*slot, TABLE, ASK) and (now.battle is not None) == (now.how in slot), now.how
        assert {f.unit for f in now.engagement.of(RAF)} <= set(p.squadrons) and now.engagement.of(LUFTWAFFE), now.engagement
        assert all(p.squadrons[f.unit].strength == f.count for f in now.engagement.of(RAF)), now.engagement
        if now.battle is not None:
            slot[now.how].invariants(now.battle, now.models)
    elif p.phase != "over":
        assert not p.combat.queue and not p.combat.attacks and not p.combat.sweeps, "combats left over"
    numbers = [t.number for t in p.tracks]
    assert numbers == sorted(set(numbers)) and all(n < p.next_track for n in numbers), numbers
    tracked = [code for track in p.tracks for code in track.groups]
    assert len(tracked) == len(set(tracked)), "one group on two tracks"
    for track in p.tracks:
        assert track.plots and 0 <= track.level <= 4, track
        assert track.friend is None or not track.groups, track
        assert not track.faded or (track.level == 0 and not track.groups), track
    assert p.seals == ({LUFTWAFFE: p.sealings[-1].digest} if p.sealings else {}), p.seals
    assert all(r.called is None for r in p.raids.values() if p.step > 4 and p.phase != "over"), "a call that was not answered"
    for point in p.points:
        assert point.rule.startswith("OPS-") and 1 <= point.turn <= p.turn and abs(point.points) < 1000, point
