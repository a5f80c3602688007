"""The legality of either side's orders, judged by known facts: by the position when an order is given, by a side's view before (OPS-B4.1).

The lists, checks and samples of orders, officers and screens share these predicates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core import hexes
from bob.core.errors import Refused
from bob.core.hexes import Hex
from bob.day.rules import in_flight, readiness
from bob.day.rules.control import Meeting, carried_on, in_control
from bob.day.rules.disruption import broken_off
from bob.day.rules.fight_orders import check_fight, check_ways, ways
from bob.day.rules.planning import SWEEPS, Fault, faults
from bob.day.rules.reach import lands, met, reaches
from bob.day.rules.stances import circular
from bob.day.rules.wings import stack_of
from bob.day.state.known import KnownChoice, KnownDay, KnownSquadron, KnownToLuftwaffe, KnownToRaf, KnownTrack
from bob.day.state.orders import (
    FIGHT_ORDERS,
    IN_FLIGHT,
    BreakWing,
    Done,
    DropRaid,
    Engage,
    FormWing,
    Pancake,
    PatrolSweep,
    Pick,
    PlanRaid,
    Readiness,
    Scramble,
    Seal,
    SendTo,
    Split,
    Stance,
)
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from bob.day.state.world import World
from bob.tactical.slot import ASK, Slot


class FaultyPlan(Refused):
    """An invalid plan, with all of its faults."""

    def __init__(self, found: list[Fault]) -> None:
        super().__init__("ops.refused.plan", rule=found[0].rule, count=len(found), first=found[0].key)
        self.faults = found


class Unsealed(Refused):
    """A day's plan that cannot be sealed for the faults of a raid (OPS-B3.2)."""

    def __init__(self, raid: str, found: list[Fault]) -> None:
        super().__init__("ops.refused.seal", rule="OPS-B3.2", raid=raid, count=len(found), first=found[0].key)
        self.faults = found

    def __reduce__(self) -> tuple[type[Unsealed], tuple[str, list[Fault]]]:
        return Unsealed, (self.values["raid"], self.faults)


def check(world: World, known: Any, seat: str, order: Any, slot: Slot) -> None:
    """Raise Refused unless a side that owes a decision may give an order of the day now.

    `known` is the position, or the view of that seat. Orders in a current tactical game are checked by that game.
    """
    if isinstance(order, Engage):
        check_engage(known, seat, order, slot)
    elif known.fight is not None or isinstance(order, FIGHT_ORDERS):
        if not isinstance(order, FIGHT_ORDERS):
            raise Refused("ops.refused.fight_first", rule="OPS-B8.4")
        check_fight(known.fight, slot, order)
    elif (choice := known.asked(seat)) is not None:
        check_pick(choice, order)
    elif known.phase == "planning":
        check_planning(world, known, order)
    elif isinstance(order, Done):
        if seat == LUFTWAFFE and known.plan_open:
            raise Refused("ops.refused.hour_first", rule="OPS-C4.1")
    elif seat == RAF:
        check_raf(world, known, order)
    else:
        check_luftwaffe(world, known, order)


def check_to_move(known: KnownDay, seat: str, to_move: Sequence[str]) -> None:
    """Raise Refused unless the day waits for a decision of that side (OPS-B4.1)."""
    if known.phase == "over":
        raise Refused("ops.refused.over", rule="OPS-B12.1")
    if seat not in to_move:
        raise Refused("ops.refused.not_owing", rule="OPS-B4.1", seat=seat)


def check_engage(known: KnownDay, seat: str, order: Engage, slot: Slot) -> None:
    """Raise Refused unless a side may set that standing rule (OPS-B8.4)."""
    if seat != known.chooser:
        raise Refused("ops.refused.not_chooser", rule="OPS-B8.4", seat=known.chooser)
    check_rule(order, slot)


def check_rule(order: Engage, slot: Slot) -> None:
    """Raise Refused unless a standing rule makes sense (OPS-B8.4)."""
    check_ways((*ways(slot), ASK), order.small, order.with_bombers, order.others)
    if not 0 <= order.small_most <= 999:
        raise Refused("ops.refused.small_most", rule="OPS-B8.4", found=order.small_most)


def check_pick(choice: KnownChoice, order: Any) -> None:
    """Raise Refused unless an order answers the choice that is open."""
    if not isinstance(order, Pick):
        raise Refused("ops.refused.choice_first", rule="OPS-B4.1", kind=choice.kind)
    if len(order.names) != choice.count or len(set(order.names)) != len(order.names) or not set(order.names) <= set(choice.options):
        raise Refused("ops.refused.pick", rule="OPS-B4.1", count=choice.count, choices=", ".join(choice.options))


# ---- the Luftwaffe's plan


def check_planning(world: World, known: KnownToLuftwaffe, order: Any) -> None:
    """Raise Refused unless an order is one of planning and valid; a plan with a fault is not sealed (OPS-B3.2)."""
    if isinstance(order, PlanRaid):
        _check_plan(world, known, order.plan)
    elif isinstance(order, DropRaid):
        _check_drop(known, order.raid)
    elif isinstance(order, Seal):
        _check_seal(world, known, [raid.plan for raid in known.every_raid()])
    else:
        raise Refused("ops.refused.planning", rule="OPS-B3.2")


def _check_plan(world: World, known: KnownToLuftwaffe, plan: RaidPlan) -> None:
    found = faults(world, known, plan, [raid.plan for raid in known.every_raid()])
    if found:
        raise FaultyPlan(found)


def _check_drop(known: KnownToLuftwaffe, code: str) -> None:
    if known.raid(code) is None:
        raise Refused("ops.refused.no_raid", rule="OPS-B3.1", raid=code)
    joined = [raid.plan.code for raid in known.every_raid() if raid.plan.joins == code and raid.state != "ended"]
    if joined:
        raise Refused("ops.refused.joined", rule="OPS-B3.4", raid=code, others=", ".join(joined))


def _check_seal(world: World, known: KnownToLuftwaffe, plans: Sequence[RaidPlan]) -> None:
    """Raise Refused for the first of some plans that has a fault."""
    everybody = [raid.plan for raid in known.every_raid()]
    for plan in plans:
        found = faults(world, known, plan, everybody)
        if found:
            raise Unsealed(plan.code, found)


def check_hour(world: World, known: KnownToLuftwaffe, order: PlanRaid | DropRaid | Seal) -> None:
    """Raise Refused unless the plan may be changed so, or sealed, on this hour (OPS-C4.1)."""
    if not known.plan_open:
        raise Refused("ops.refused.no_hour", rule="OPS-C4.1")
    if isinstance(order, PlanRaid):
        standing = known.raid(order.plan.code)
        if order.plan.code in known.struck_codes or (standing is not None and standing.added != known.turn):
            raise Refused("ops.refused.fixed", rule="OPS-C4.1", raid=order.plan.code)
        _check_plan(world, known, order.plan)
    elif isinstance(order, DropRaid):
        raid = known.raid(order.raid)
        if raid is not None and (raid.state != "planned" or raid.plan.code.startswith(SWEEPS)):
            raise Refused("ops.refused.begun", rule="OPS-C4.1", raid=order.raid)
        _check_drop(known, order.raid)
    else:
        _check_seal(world, known, drafts(known))


def drafts(known: KnownToLuftwaffe) -> list[RaidPlan]:
    """Return the raids added on this hour and not sealed yet; the rest of the plan is fixed."""
    return [raid.plan for raid in known.every_raid() if known.plan_open and raid.added == known.turn]


def check_luftwaffe(world: World, known: KnownToLuftwaffe, order: Any) -> None:
    """Raise Refused unless the Luftwaffe may give an order in a turn."""
    if isinstance(order, PlanRaid | DropRaid | Seal):
        check_hour(world, known, order)
    elif isinstance(order, IN_FLIGHT):
        in_flight.check(world, known, order)
    elif isinstance(order, PatrolSweep):
        if not 1 <= order.box <= len(known.patrols) or not known.patrols[order.box - 1]:
            raise Refused("ops.refused.patrol", rule="OPS-B9.2", box=order.box)
        if order.angels % 2 or not 0 <= order.angels <= 34:
            raise Refused("ops.refused.angels", rule="OPS-B2.2", angels=order.angels, ceiling=34)
        if order.hex not in world.theatre.grounds:
            raise Refused("ops.refused.off_map", rule="OPS-B1.2", hex=order.hex.label)
        found = faults(world, known, sweep_plan(world, known, order), [])
        if found:
            raise FaultyPlan(found)
    else:
        raise Refused("ops.refused.not_yours", rule="OPS-B4.0")


def sweep_plan(world: World, known: KnownToLuftwaffe, order: PatrolSweep) -> RaidPlan:
    """The Freie Jagd of a Channel patrol box: it forms over the French coast of the Straits and flies to a hex."""
    form_at = world.theatre.find("Cap Gris-Nez").near
    units = tuple(PlannedUnit(u.unit, "sweep", min(u.strength, u.sent), order.angels) for u in known.patrols[order.box - 1])
    code = f"{SWEEPS}{order.box}_{known.turn}"
    return RaidPlan(code, "freie_jagd", form_at, known.turn, order.angels, units, (Leg(order.hex, order.angels),))


def sealable(world: World, known: KnownToLuftwaffe) -> bool:
    """Return whether no changeable raid has a fault, so that the plan may be sealed (OPS-B3.2)."""
    plans = [raid.plan for raid in known.every_raid()]
    return not any(faults(world, known, plan, plans) for plan in (plans if known.phase == "planning" else drafts(known)))


# ---- the RAF's orders


def squadron_of(known: KnownToRaf, unit: str) -> KnownSquadron:
    """The squadron of that name. Raises Refused."""
    squadron = known.squadron(unit)
    if squadron is None or squadron.box == "gone":
        raise Refused("ops.refused.no_squadron", rule="OPS-B2.2", unit=unit)
    return squadron


def shown_track(known: KnownToRaf, number: int) -> KnownTrack:
    """The track of that number on the table. Raises Refused."""
    track = known.track(number)
    if track is None or track.faded or track.level <= 0:
        raise Refused("ops.refused.no_track", rule="OPS-B5.8", track=number)
    return track


def intercept(world: World, known: KnownToRaf, squadron: KnownSquadron, track: KnownTrack, angels: int | None = None) -> Meeting | None:
    """Return where a squadron, with its Wing, would meet a track at a height and come home, or None (OPS-B6.5)."""
    stack = stack_of(known.every_squadron(), squadron)
    return met(world, squadron, carried_on(world, track, known.turn - track.plots[-1].turn), angels, stack)


def check_raf(world: World, known: KnownToRaf, order: Any) -> None:
    """Raise Refused unless the RAF may give an order now."""
    if isinstance(order, FormWing):
        _check_wing(world, known, order)
        return
    if not isinstance(order, Readiness | Scramble | SendTo | Pancake | Stance | Split | BreakWing):
        raise Refused("ops.refused.not_yours", rule="OPS-B4.0")
    squadron = squadron_of(known, order.unit)
    if isinstance(order, Readiness):
        readiness.check_change(squadron, order.box)
    elif isinstance(order, Scramble):
        if in_control(world, known, squadron) or not by_telephone(world, squadron, order):
            check_off(world, known, squadron)
        else:
            readiness.check_scramble(known, squadron)
        _check_goal(world, known, squadron, order.angels, order.hex, order.track)
    elif isinstance(order, SendTo):
        _check_fit(world, known, squadron)
        _check_goal(world, known, squadron, order.angels, order.hex, order.track)
    elif isinstance(order, Pancake):
        _check_flying(world, known, squadron)
        _check_field(world, known, squadron, order.field)
    elif isinstance(order, Stance):
        _check_stance(world, known, squadron, order)
    elif isinstance(order, BreakWing):
        _check_flying(world, known, squadron)
        if squadron.wing is None:
            raise Refused("ops.refused.no_wing", rule="OPS-B2.6", unit=squadron.unit)
    elif (
        squadron.box not in ("released", "available", "ready") or squadron.flight or squadron.strength < 2 or squadron.becoming is not None
    ):
        raise Refused("ops.refused.split", rule="OPS-B2.1", unit=squadron.unit)


def by_telephone(world: World, squadron: KnownSquadron, order: Scramble) -> bool:
    """Return whether a scramble is a patrol over the squadron's own airfield, for which a telephone is enough (OPS-B6.6)."""
    return order.track is None and order.hex == world.fields[squadron.station].near


def check_off(world: World, known: KnownToRaf, squadron: KnownSquadron) -> None:
    """Raise Refused unless a squadron may scramble now, wherever to (OPS-B6.4, OPS-B7.2)."""
    if not in_control(world, known, squadron):
        raise Refused("ops.refused.uncontrolled", rule="OPS-A14.sector", unit=squadron.unit)
    readiness.check_scramble(known, squadron)


def _check_flying(world: World, known: KnownToRaf, squadron: KnownSquadron) -> None:
    if squadron.box != "airborne":
        raise Refused("ops.refused.not_airborne", rule="OPS-B6.3", unit=squadron.unit)
    if not in_control(world, known, squadron):
        raise Refused("ops.refused.uncontrolled", rule="OPS-B6.3", unit=squadron.unit)


def _check_fit(world: World, known: KnownToRaf, squadron: KnownSquadron) -> None:
    _check_flying(world, known, squadron)
    if broken_off(world, squadron):
        raise Refused("ops.refused.broken_off", rule="OPS-B2.3", unit=squadron.unit)


def _check_stance(world: World, known: KnownToRaf, squadron: KnownSquadron, order: Stance) -> None:
    """Raise Refused unless a squadron may be given those rules of engagement (OPS-C3.3)."""
    if not squadron.scrambling:
        _check_flying(world, known, squadron)
    elif not in_control(world, known, squadron):
        raise Refused("ops.refused.uncontrolled", rule="OPS-A14.sector", unit=squadron.unit)
    if order.stance != "wait":
        if order.waits_for is not None:
            raise Refused("ops.refused.waits_for", rule="OPS-C3.3", unit=squadron.unit)
        return
    other = squadron_of(known, order.waits_for) if order.waits_for is not None else None
    if (
        other is None
        or not (other.box == "airborne" or other.scrambling)
        or other.unit in {s.unit for s in stack_of(known.every_squadron(), squadron)}
    ):
        raise Refused("ops.refused.waits_for", rule="OPS-C3.3", unit=squadron.unit)
    if circular(known, squadron, other):
        raise Refused("ops.refused.waits_in_circle", rule="OPS-C3.3", unit=squadron.unit, other=other.unit)


def _check_goal(world: World, known: KnownToRaf, squadron: KnownSquadron, angels: int, h: Hex | None, track: int | None) -> None:
    stack = stack_of(known.every_squadron(), squadron)
    ceiling = min(world.types[s.aircraft].ceiling for s in stack)
    if angels % 2 or not 0 <= angels <= ceiling:
        raise Refused("ops.refused.angels", rule="OPS-B2.2", angels=angels, ceiling=ceiling)
    if (h is None) == (track is None):
        raise Refused("ops.refused.goal", rule="OPS-B6.5")
    if track is not None:
        if intercept(world, known, squadron, shown_track(known, track), angels) is None:
            raise Refused("ops.refused.out_of_reach", rule="OPS-B6.5", unit=squadron.unit, track=track)
        return
    assert h is not None
    if h not in world.theatre.grounds:
        raise Refused("ops.refused.off_map", rule="OPS-B1.2", hex=h.label)
    if h in world.barred:
        raise Refused("ops.refused.far_shore", rule="OPS-C1.6", hex=h.label)
    for each in stack:  # a Wing flies as one (OPS-B2.6)
        if not reaches(world, each, h):
            raise Refused("ops.refused.too_far", rule="OPS-B2.5", unit=each.unit, hex=h.label)


def _check_field(world: World, known: KnownToRaf, squadron: KnownSquadron, name: str | None) -> None:
    if name is None:
        return
    if known.airfield(name) is None:
        raise Refused("ops.refused.no_field", rule="OPS-B6.4", field=name)
    if not lands(world, squadron, name):
        raise Refused("ops.refused.field_too_far", rule="OPS-B2.5", unit=squadron.unit, field=name)


def _check_wing(world: World, known: KnownToRaf, order: FormWing) -> None:
    if not 2 <= len(set(order.units)) == len(order.units) <= 5:
        raise Refused("ops.refused.wing_size", rule="OPS-B2.6")
    if known.airfield(order.field) is None:
        raise Refused("ops.refused.no_field", rule="OPS-B6.4", field=order.field)
    found = [squadron_of(known, unit) for unit in order.units]
    if len({s.group for s in found}) != 1:
        raise Refused("ops.refused.wing_group", rule="OPS-B2.6")
    over = world.fields[order.field].near
    for squadron in found:
        _check_fit(world, known, squadron)
        if squadron.wing is not None or hexes.distance(squadron.hex, over) > 1:
            raise Refused("ops.refused.wing_place", rule="OPS-B2.6", unit=squadron.unit, field=order.field)
