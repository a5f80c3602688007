"""Build-up over France (OPS-C1): units take off from their bases, climb on the way, and join over the formation point."""

from __future__ import annotations

from bob.data.units import Posting
from bob.day.rules.rendezvous import height_out, take_offs, way_out
from bob.day.state.execution import Play
from bob.day.state.groups import gathered, leads
from bob.day.state.position import LUFTWAFFE, Raid, RaidUnit
from bob.day.state.raid_plan import PlannedUnit
from bob.day.state.sorties import most_sorties, serviceable, turnaround
from bob.day.state.world import World


def take_off(play: Play) -> None:
    """Start the units due to take off: step 4, before the formation rolls (OPS-B4.2)."""
    for raid in play.p.raids.values():
        if raid.state in ("planned", "gathering"):
            due(play, raid, play.p.turn)


def due(play: Play, raid: Raid, turn: int, *, before: bool = False) -> None:
    """The units of a raid that take off in a turn, or have taken off before it, are in the air."""
    p, plan = play.p, raid.plan
    units = play.world.luftwaffe(p.settings.order_of_battle)
    there = {u.unit for u in raid.units}
    starts = take_offs(play.world, units, plan)
    for planned in plan.units:
        start = starts.get(planned.unit)
        if start is None or planned.unit in there or not (start < turn if before else start == turn):
            continue
        posted = units[planned.unit]
        aircraft = left(play, raid, planned, posted, start)
        if aircraft < planned.aircraft:
            play.tell("unit_short", (LUFTWAFFE,), "OPS-B2.2", raid=plan.code, unit=planned.unit, aircraft=aircraft)
        if aircraft <= 0:
            continue
        kind = play.world.types[posted.aircraft]
        raid.units.append(
            RaidUnit(
                unit=planned.unit,
                aircraft=posted.aircraft,
                role=planned.role,
                base=posted.station,
                experience=posted.experience,
                strength=aircraft,
                sent=aircraft,
                offset=planned.angels - plan.form_angels,
                hex=play.world.base(posted.station).near,
                angels=0,
                endurance=kind.endurance,
                state="gathering",
                beyond=play.world.base(posted.station).off,
                took_off=start,
            )
        )
        raid.state = "gathering"
        if before:
            _fly_out(play.world, raid, raid.units[-1], turn - start)
        else:
            play.tell("raid_took_off", (LUFTWAFFE,), "OPS-C1.1", raid=plan.code, unit=planned.unit, base=posted.station, aircraft=aircraft)
    _place(raid)


def left(play: Play, raid: Raid, planned: PlannedUnit, posted: Posting, start: int) -> int:
    """Return the aircraft that a unit can send off in the turn `start`: none while it still flies with another raid, is being serviced
    or has flown enough; of those that came back three in four (OPS-C4.1)."""
    world, p = play.world, play.p
    kind = world.types[posted.aircraft]
    before = [u for other in p.raids.values() if other is not raid for u in other.units if u.unit == planned.unit]
    if not before:
        return planned.aircraft
    last = max(before, key=lambda u: u.took_off)
    if any(u.state in ("gathering", "with_raid", "going_home") for u in before) or len(before) >= most_sorties(world, kind):
        return 0
    return min(planned.aircraft, serviceable(world, last.strength)) if start >= last.down + turnaround(world, kind) else 0


def move(play: Play, raid: Raid) -> None:
    """Move the gathering units towards the formation point, and circle them there (OPS-C1.1)."""
    for unit in raid.units:
        if unit.state == "gathering":
            _fly_out(play.world, raid, unit, play.p.turn - unit.took_off + 1)
    _place(raid)


def _fly_out(world: World, raid: Raid, unit: RaidUnit, turns: int) -> None:
    planned = next(u for u in raid.plan.units if u.unit == unit.unit)
    way = way_out(world, world.types[unit.aircraft], unit.base, raid.plan.form_at, height_out(raid.plan, planned))
    unit.hex, unit.angels, unit.beyond = way[min(turns, len(way) - 1)]


def _place(raid: Raid) -> None:
    """A raid that gathers is where its lead is (OPS-C1.2)."""
    up = gathered(raid) or [u for u in raid.units if u.state == "gathering"]
    if up:
        lead = leads(up)
        raid.hex, raid.angels = lead.hex, lead.angels
