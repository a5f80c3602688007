"""Orders in flight (OPS-C4.2): what the Luftwaffe may radio to a raid in the air, whether it is heard, and what then happens."""

from __future__ import annotations

from bob.core import hexes
from bob.core.errors import Refused
from bob.day.phases.raids import flying, send_home
from bob.day.rules.timetable import attack, legs
from bob.day.state.execution import Play
from bob.day.state.groups import regroup
from bob.day.state.known import KnownRaid, KnownToLuftwaffe
from bob.day.state.orders import IN_FLIGHT, ChangeHeight, LendEscorts, Recall, ToSecondary
from bob.day.state.position import LUFTWAFFE, Call, DayPosition, Raid
from bob.day.state.raid_plan import ESCORT_ROLES
from bob.day.state.world import World

InFlight = Recall | ToSecondary | ChangeHeight | LendEscorts
ALOFT = ("gathering", "flying")
HIGHEST = 34


def call_of(order: InFlight) -> Call:
    """What an order has radioed."""
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
    _check_call(world, known, raid, call_of(order))


def _check_call(world: World, known: KnownToLuftwaffe, raid: KnownRaid, call: Call) -> None:
    """Raise Refused unless a raid could do what it is told."""
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


def phase(play: Play) -> None:
    """The beginning of step 5: every raid that was called hears it, or flies on and hears nothing for a while (OPS-B4.2)."""
    p, world = play.p, play.world
    for raid in list(p.raids.values()):
        if raid.called is None:
            continue
        call, raid.called = raid.called, None
        if not _possible(world, p, raid, call):
            play.tell("call_late", (LUFTWAFFE,), "OPS-C4.2", raid=raid.plan.code, call=call.kind)
        elif play.roll("radio", by=LUFTWAFFE, raid=raid.plan.code) < heard_at(world, raid, call):
            raid.deaf = p.turn + int(world.figures["radio"]["deaf"])
            play.tell("call_unheard", (LUFTWAFFE,), "OPS-C4.2", raid=raid.plan.code, call=call.kind)
        else:
            _obey(play, raid, call)


def _possible(world: World, p: DayPosition, raid: Raid, call: Call) -> bool:
    """Whether it still makes sense: since the order was given the raid may have formed, without its escort."""
    if raid.state not in ALOFT:
        return False
    try:
        _check_call(world, p, raid, call)
    except Refused:
        return False
    return True


def _obey(play: Play, raid: Raid, call: Call) -> None:
    p, world = play.p, play.world
    code = raid.plan.code
    if call.kind == "recall":
        send_home(play, raid)
        play.tell("recalled", (LUFTWAFFE,), "OPS-C4.2", raid=code)
    elif call.kind == "secondary":
        raid.diverted = True
        play.tell("diverted", (LUFTWAFFE,), "OPS-C4.2", raid=code, target=raid.plan.secondary)
    elif call.kind == "escorts":
        assert call.to is not None
        _lend(play, raid, p.raids[call.to], call.units)
    else:
        step = int(world.figures["radio"]["step"])
        raid.lifted.append(call.kind)
        raid.lift += step if call.kind == "up" else -step
        play.tell("call_heard", (LUFTWAFFE,), "OPS-C4.2", raid=code, call=call.kind)


def _lend(play: Play, raid: Raid, other: Raid, names: tuple[str, ...]) -> None:
    """Escorts fly with another raid from now on: close by if they are not far above or below its lowest bombers, else as high cover."""
    close = play.world.figures["escort"]["close_angels"]
    lowest = min((u.angels for u in flying(other) if u.role not in ESCORT_ROLES), default=other.angels)
    for unit in [u for u in flying(raid) if u.unit in names]:
        unit.role = "close_escort" if abs(unit.angels - lowest) <= close else "high_cover"
        unit.offset, unit.hex, unit.group = unit.angels - other.angels, other.hex, ""
        raid.units.remove(unit)
        other.units.append(unit)
    for changed in (raid, other):
        regroup(changed)
    play.tell("escorts_lent", (LUFTWAFFE,), "OPS-C4.2", raid=raid.plan.code, met=other.plan.code, units=list(names))
