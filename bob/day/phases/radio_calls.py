"""Radio calls to raids in the air (OPS-C4.2): whether each is heard, and what then happens."""

from __future__ import annotations

from bob.core.errors import Refused
from bob.day.phases.raids import send_home
from bob.day.rules.in_flight import ALOFT, check_call, heard_at
from bob.day.state.execution import Play
from bob.day.state.groups import flying, regroup
from bob.day.state.position import LUFTWAFFE, Call, DayPosition, Raid
from bob.day.state.raid_plan import ESCORT_ROLES
from bob.day.state.world import World


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
    """Return whether a call still makes sense: since the order was given the raid may have formed, without its escort."""
    if raid.state not in ALOFT:
        return False
    try:
        check_call(world, p, raid, call)
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
