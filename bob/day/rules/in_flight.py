"""Orders in flight (OPS-C4.2): the Luftwaffe's possible radio calls to a raid in the air, and the roll for their reception."""

from __future__ import annotations

from bob.core import hexes
from bob.core.errors import Refused
from bob.day.rules.timetable import attack, legs
from bob.day.state.known import KnownRaid, KnownToLuftwaffe
from bob.day.state.orders import IN_FLIGHT, ChangeHeight, LendEscorts, Recall, ToSecondary
from bob.day.state.position import Call
from bob.day.state.raid_plan import ESCORT_ROLES
from bob.day.state.world import World

InFlight = Recall | ToSecondary | ChangeHeight | LendEscorts
ALOFT = ("gathering", "flying")
HIGHEST = 34


def call_of(order: InFlight) -> Call:
    """Return the radio call of an order."""
    if isinstance(order, ChangeHeight):
        return Call("up" if order.up else "down")
    if isinstance(order, LendEscorts):
        return Call("escorts", order.to, order.units)
    return Call("recall" if isinstance(order, Recall) else "secondary")


def check(world: World, known: KnownToLuftwaffe, order: InFlight) -> None:
    """Raise Refused unless that may be radioed to a raid now."""
    assert isinstance(order, IN_FLIGHT)
    raid = known.raid(order.raid)
    if raid is None or raid.state in ("ended", "returning"):
        raise Refused("ops.refused.no_raid", rule="OPS-B3.1", raid=order.raid)
    if raid.state == "planned":
        raise Refused("ops.refused.not_up", rule="OPS-C4.2", raid=order.raid)
    if known.turn <= raid.deaf:
        raise Refused("ops.refused.deaf", rule="OPS-C4.2", raid=order.raid, time=known.clock(raid.deaf + 1))
    if raid.called is not None:
        raise Refused("ops.refused.called", rule="OPS-C4.2", raid=order.raid)
    check_call(world, known, raid, call_of(order))


def check_call(world: World, known: KnownToLuftwaffe, raid: KnownRaid, call: Call) -> None:
    """Raise Refused unless a raid could carry out the call."""
    if call.kind == "recall":
        return
    if raid.state != "flying":
        raise Refused("ops.refused.not_formed", rule="OPS-C4.2", raid=raid.plan.code)
    if call.kind == "secondary":
        if raid.plan.secondary is None or raid.bombed or raid.diverted:
            raise Refused("ops.refused.no_secondary", rule="OPS-C4.2", raid=raid.plan.code)
    elif call.kind == "escorts":
        _check_escorts(world, known, raid, call)
    else:
        _check_height(world, raid, call)


def _check_height(world: World, raid: KnownRaid, call: Call) -> None:
    if call.kind in raid.lifted:
        raise Refused("ops.refused.lifted", rule="OPS-C4.2", raid=raid.plan.code)
    way_points, target = legs(world, raid.plan)
    left = way_points[raid.leg :]
    if not left or (raid.diverted and not raid.bombed):
        raise Refused("ops.refused.way_flown", rule="OPS-C4.2", raid=raid.plan.code)
    step = world.figures["radio"]["step"]
    change = raid.lift + (step if call.kind == "up" else -step)
    low = attack(raid.plan) == "low" and target is not None and raid.leg <= target and change > 0
    ceiling = min(
        (world.types[u.aircraft].ceiling - (u.angels - raid.angels) for u in raid.units if u.state == "with_raid"), default=HIGHEST
    )
    if low or max(leg.angels for leg in left) + change > min(HIGHEST, ceiling) or min(leg.angels for leg in left) + change < 0:
        raise Refused("ops.refused.height", rule="OPS-B2.2", raid=raid.plan.code)


def _check_escorts(world: World, known: KnownToLuftwaffe, raid: KnownRaid, call: Call) -> None:
    other = known.raid(call.to or "")
    if other is None or other.plan.code == raid.plan.code or other.state != "flying":
        raise Refused("ops.refused.no_raid", rule="OPS-C4.2", raid=call.to or "")
    reach = int(world.figures["radio"]["lend_hexes"])
    if hexes.distance(raid.hex, other.hex) > reach:
        raise Refused("ops.refused.far_apart", rule="OPS-C4.2", raid=raid.plan.code, other=other.plan.code, hexes=reach)
    there = {u.unit for u in raid.units if u.state == "with_raid" and u.role in ESCORT_ROLES and u.strength > 0}
    if not call.units or len(set(call.units)) != len(call.units) or not set(call.units) <= there:
        raise Refused("ops.refused.no_escort", rule="OPS-C4.2", raid=raid.plan.code)


def heard_at(world: World, raid: KnownRaid, call: Call) -> int:
    """The roll from which a raid hears it: bombers are harder to reach than fighters."""
    there = [u for u in raid.units if u.state in ("with_raid", "gathering")]
    bombers = call.kind != "escorts" and any(not world.types[u.aircraft].fighter for u in there)
    return int(world.figures["radio"]["bombers" if bombers else "fighters"])
