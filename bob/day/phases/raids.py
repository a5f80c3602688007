"""Raids: formation (OPS-A2), movement along the plan (OPS-A9, OPS-A6), escorts and their endurance (OPS-B11)."""

from __future__ import annotations

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.tables import ListTable
from bob.day.phases import assembly
from bob.day.rules.climbing import climber
from bob.day.rules.convoys import balloons_over
from bob.day.rules.disruption import most_disruption
from bob.day.rules.movement import FlownThrough, fly, points, spans, way
from bob.day.rules.planning import MEETING
from bob.day.rules.timetable import home_from, legs, turns_home, used_at_formation
from bob.day.rules.weather import at as weather_at
from bob.day.rules.weather import overcast
from bob.day.rules.winds import blown
from bob.day.state.execution import Play
from bob.day.state.groups import flying, regroup
from bob.day.state.position import LUFTWAFFE, Choice, Raid, RaidUnit
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES

_ALL_FIGHTERS = ("freie_jagd", "return_escort")


def escorts_missing(result: str, escorts: int) -> int:
    """Return the number of escort units that miss the rendezvous: half of them, rounded up, or all (OPS-A2.half, OPS-A2.none)."""
    if result == "half_escort":
        return (escorts + 1) // 2
    return escorts if result == "no_escort" else 0


def bombers_disrupted(result: str, bombers: int) -> int:
    """Return the number of bomber units that take one disruption level (OPS-A2.disruption)."""
    return min(1, bombers) if result == "disruption" else 0


def formation_phase(play: Play) -> None:
    """Units take off (OPS-C1.1), and raids due this turn roll for formation (OPS-A2.table)."""
    p = play.p
    assembly.take_off(play)
    for raid in p.raids.values():
        if raid.state in ("planned", "gathering") and raid.form_turn == p.turn:
            if raid.form_turn > raid.plan.form_turn or raid.plan.type == "reconnaissance":  # which rolls for nothing (OPS-C4.4)
                _form(play, raid)
            else:
                _roll(play, raid)


def _roll(play: Play, raid: Raid) -> None:
    plan = raid.plan
    weather = weather_at(play.world, play.p, plan.form_at, plan.form_angels)
    kind = "freie_jagd" if plan.type in _ALL_FIGHTERS else plan.type
    most = play.world.figures["units"]["staffel_most"]
    sent = {u.unit: u.sent for u in raid.units} if raid.state == "gathering" else {u.unit: u.aircraft for u in plan.units}
    found = play.table(
        "formation",
        LUFTWAFFE,
        about={"raid": plan.code, "hex": plan.form_at.label},
        weather=weather,
        angels=min(u.angels for u in plan.units if u.unit in sent),
        gruppen=sum(aircraft > most for aircraft in sent.values()),  # by those sent (OPS-B2.7)
        type=kind,
    )
    result, details = str(found.result), found.details
    if result == "special":
        found = play.table("formation_special", LUFTWAFFE, about={"raid": plan.code, "hex": plan.form_at.label}, weather=weather)
        result, details = str(found.result), found.details
    play.tell("formation", (LUFTWAFFE,), found.rule, raid=plan.code, result=result)
    turns = int(details.get("turns", 0))
    if turns:
        raid.form_turn += turns
        return
    _form(play, raid)
    if bombers_disrupted(result, sum(u.role in BOMBING_ROLES for u in raid.units)):
        bomber = max((u for u in raid.units if u.role in BOMBING_ROLES), key=lambda u: u.strength)
        bomber.disruption += 1
        play.tell("disrupted", (LUFTWAFFE,), "OPS-A2.disruption", raid=plan.code, unit=bomber.unit, levels=1)
    escorts = [u.unit for u in raid.units if u.role in ESCORT_ROLES]
    missing = escorts_missing(result, len(escorts))
    if missing and missing == len(escorts):
        _miss(play, raid, escorts, found.rule)
    elif missing:
        play.p.choices.append(Choice(LUFTWAFFE, "half_escort", escorts, missing, plan.code))


def _miss(play: Play, raid: Raid, names: list[str], rule: str) -> None:
    """Escorts miss the rendezvous and fly home from there (OPS-C1.5)."""
    for unit in raid.units:
        if unit.unit in names:
            leave(play, raid, unit)
    play.tell("escort_missed", (LUFTWAFFE,), rule, raid=raid.plan.code, units=names)


def escorts_picked(play: Play, choice: Choice, names: tuple[str, ...]) -> None:
    """The Luftwaffe has chosen which escorts miss the rendezvous (OPS-A2.half)."""
    assert choice.raid is not None
    _miss(play, play.p.raids[choice.raid], list(names), "OPS-A2.half")


def _form(play: Play, raid: Raid) -> None:
    """Form the raid: its units are at the places of the plan; their fuel used is the table's, whatever they flew (OPS-C1.5)."""
    world, p, plan = play.world, play.p, raid.plan
    if raid.state == "planned":
        assembly.due(play, raid, p.turn + 1, before=True)  # units on call in the air
    raid.state, raid.hex, raid.angels, raid.leg = "flying", plan.form_at, plan.form_angels, 0
    planned = {unit.unit: unit for unit in plan.units}
    for unit in raid.units:
        if unit.state == "gathering":
            unit.state, unit.hex, unit.angels, unit.beyond = "with_raid", plan.form_at, planned[unit.unit].angels, 0
            unit.used = used_at_formation(world, world.types[unit.aircraft], unit.base, plan.form_at, unit.angels)
    order = list(planned)
    raid.units.sort(key=lambda u: order.index(u.unit))
    play.tell("formed", (LUFTWAFFE,), "OPS-A2.table", raid=plan.code, hex=plan.form_at.label, late=p.turn - plan.form_turn)


def movement_phase(play: Play) -> None:
    """Every raid moves along its plan; units on their own fly home; cloud may scatter them (OPS-B4.0)."""
    p = play.p
    for raid in p.raids.values():
        for unit in raid.units:
            unit.was, unit.in_cloud, unit.barrages = unit.hex, 0, []
        if raid.state == "gathering":
            assembly.move(play, raid)
        if raid.state in ("flying", "over_target", "returning") and flying(raid) and _route_flown(play, raid):
            _at_the_end(play, raid)
        homeward = [u for u in raid.units if u.state == "going_home"]
        if raid.state in ("flying", "over_target", "returning"):
            if flying(raid) and raid.form_turn < p.turn and not _route_flown(play, raid):
                _move(play, raid)
                for unit in flying(raid):
                    _cohesion(play, raid, unit)
            _escorts(play, raid)
        for unit in homeward:
            _go_home(play, raid, unit)
            _cohesion(play, raid, unit)
        _wind_up(play, raid)
        regroup(raid)


def _route_flown(play: Play, raid: Raid) -> bool:
    return aside(play, raid) is None and raid.form_turn < play.p.turn and raid.leg >= len(legs(play.world, raid.plan)[0])


def _move(play: Play, raid: Raid) -> None:
    world, plan = play.world, raid.plan
    units = flying(raid)
    types = [world.types[u.aircraft] for u in units]
    way_points, target = legs(world, plan)
    table = world.tables["movement"]
    assert isinstance(table, ListTable)
    bomber = any(not t.fighter for t in types)
    dives = plan.type == "dive_bombing"
    for unit in units:
        unit.used += 1
    if (goal_hex := aside(play, raid)) is not None:
        mp = points(types, raid.angels, False) + _wind_shift(play, raid, raid.hex, goal_hex, False)
        entered, raid.angels, _ = fly(table, raid.hex, raid.angels, goal_hex, raid.angels, mp, bomber=bomber, dives=dives)
        _enter(play, raid, entered, raid.angels)
        if raid.hex == goal_hex:
            raid.state = "over_target"
        _place(raid)
        return
    mp = points(types, raid.angels, way_points[raid.leg].angels + raid.lift > raid.angels)
    mp += _wind_shift(play, raid, raid.hex, way_points[raid.leg].hex, raid.leg >= home_from(plan))
    began, up = raid.angels, climber(world, types, raid.climbed)
    while raid.leg < len(way_points):
        goal = way_points[raid.leg]
        may_climb, height, wanted = raid.angels <= began, raid.angels, goal.angels + raid.lift
        entered, raid.angels, mp = fly(
            table, raid.hex, raid.angels, goal.hex, wanted, mp, bomber=bomber, dives=dives, may_climb=may_climb, climber=up
        )
        _enter(play, raid, entered, height)
        if raid.hex != goal.hex or (raid.angels < wanted and raid.leg != target):
            break
        raid.leg += 1
        if raid.leg - 1 == target and not raid.bombed:
            raid.state = "over_target"
            break
        if mp <= 0:
            break
    raid.climbed = up.kept if up is not None and up.climbed else 0
    _place(raid)


def aside(play: Play, raid: Raid) -> Hex | None:
    """Return the goal of a raid off its route: its secondary target, or a convoy that it has seen (OPS-C5.4)."""
    if raid.diverted and not raid.bombed and raid.plan.secondary is not None:
        return play.world.targets[raid.plan.secondary].near
    return play.p.convoys[raid.chasing].hex if raid.chasing is not None and not raid.bombed else None


def _wind_shift(play: Play, raid: Raid, at: Hex, goal: Hex, homeward: bool, ahead: int = 0) -> int:
    return blown(play.world, play.p.head_wind, play.p.turn + ahead - raid.form_turn, at, goal, homeward)


def _enter(play: Play, raid: Raid, entered: list[Hex], began: int) -> None:
    """The raid flies through hexes, from a height to that which it has now; each of its units so much above or below it."""
    if not entered:
        return
    raid.hex = entered[-1]
    units, staffel = flying(raid), play.world.figures["units"]["staffel_most"]
    if not raid.crossed and any(u.role == "bomber" and u.sent > staffel for u in units):
        raid.crossed = any(play.world.ground(h).british for h in entered)  # the coast (OPS-C4.1)
    for unit in units:
        pass_through(play, unit, spans(entered, began, raid.angels), unit.offset)


def pass_through(play: Play, unit: RaidUnit, passed: list[FlownThrough], offset: int = 0) -> None:
    """Record a unit's passage: overcast at its own levels, and barrages (OPS-C6.3, OPS-C9.4)."""
    world, p = play.world, play.p
    for h, low, high in passed:
        lowest, highest = max(0, low + offset), min(34, high + offset)
        unit.in_cloud += overcast(world, p, h, lowest, highest)
        if lowest <= world.figures["flak"]["balloon_angels"] and balloons_over(world, p, h):
            unit.barrages.append(h)


def _place(raid: Raid) -> None:
    """The raid's units are where it is, each at its own height above or below."""
    for unit in flying(raid):
        unit.hex = raid.hex
        unit.angels = min(34, max(0, raid.angels + unit.offset))


def _at_the_end(play: Play, raid: Raid) -> None:
    """A raid whose route is flown: fighters stay as long as they can, a return escort waits for its raid, the rest go home."""
    plan = raid.plan
    if plan.type == "return_escort" and plan.joins in play.p.raids:
        met = play.p.raids[plan.joins]
        if met.state in ("flying", "over_target", "returning") and hexes.distance(met.hex, raid.hex) <= MEETING and flying(met):
            for unit in flying(raid):
                unit.used += 1
                unit.role, unit.hex = "close_escort", met.hex
                unit.offset = max(-4, min(4, unit.offset + raid.angels - met.angels))
                met.units.append(unit)
            raid.units = [u for u in raid.units if u.state != "with_raid"]
            play.tell("return_escort_met", (LUFTWAFFE,), "OPS-B3.4", raid=plan.code, met=met.plan.code)
            return
    if (plan.type in _ALL_FIGHTERS and plan.primary is None) or raid.loiter < plan.circling:
        raid.loiter += 1
        for unit in flying(raid):
            unit.used += 1
        return
    send_home(play, raid)


def send_home(play: Play, raid: Raid) -> None:
    """The whole raid breaks up: each unit flies home by itself."""
    for unit in (*flying(raid), *(u for u in raid.units if u.state == "gathering")):
        leave(play, raid, unit)
    raid.state = "returning"


def leave(play: Play, raid: Raid, unit: RaidUnit) -> None:
    """One unit leaves its raid and flies home."""
    off = play.world.base(unit.base).off
    unit.beyond = off - unit.beyond if unit.state == "gathering" else off
    unit.state = "going_home"


def _ahead(play: Play, raid: Raid, turns: int) -> list[Hex]:
    """Return a raid's place at the end of each of the next turns, climbing aside; over its target a turn's move ends."""
    world = play.world
    way_points, target = legs(world, raid.plan)
    goals = [(leg.hex, i == target, i >= home_from(raid.plan)) for i, leg in enumerate(way_points) if i >= raid.leg]
    if (off := aside(play, raid)) is not None:
        goals = [(off, True, False)]
    path, at = [(raid.hex, False, raid.hex, False)], raid.hex
    for goal, halt, home in goals:
        path.extend((h, halt and h == goal, goal, home) for h in way(at, goal)[1:])
        at = goal
    mp = points([world.types[u.aircraft] for u in flying(raid)], raid.angels, False)
    found, place = [], 0
    for turn in range(1, turns + 1):
        _, _, goal, home = path[min(place + 1, len(path) - 1)]
        for _ in range(mp + _wind_shift(play, raid, path[place][0], goal, home, turn)):
            place = min(place + 1, len(path) - 1)
            if path[place][1]:
                break
        found.append(path[place][0])
    return found


def _escorts(play: Play, raid: Raid) -> None:
    """Send escorts home when their remaining endurance equals the need of the way home; a turn before they warn (OPS-B11.1)."""
    world, units = play.world, flying(raid)
    places = [raid.hex, *(_ahead(play, raid, 2) if units else ())]
    for unit in units:
        kind = world.types[unit.aircraft]
        if not kind.fighter:
            continue
        # What is left over if it turned home now, in a turn, and in two: to fly on must not make it late.
        now, soon, later = (unit.endurance - unit.used - n - turns_home(world, h, unit.base, kind.mp) for n, h in enumerate(places))
        if now <= 0 or soon < 0:
            play.tell("escort_left", (LUFTWAFFE,), "OPS-B11.1", raid=raid.plan.code, unit=unit.unit)
            leave(play, raid, unit)
        elif soon <= 0 or later < 0:
            play.tell("escort_warns", (LUFTWAFFE,), "OPS-B11.1", raid=raid.plan.code, unit=unit.unit)


def _go_home(play: Play, raid: Raid, unit: RaidUnit) -> None:
    world = play.world
    kind = world.types[unit.aircraft]
    base = world.base(unit.base)
    unit.used += 1
    table = world.tables["movement"]
    assert isinstance(table, ListTable)
    goal_angels = 0 if hexes.distance(unit.hex, base.near) <= 12 else unit.angels
    mp, began = kind.mp + _wind_shift(play, raid, unit.hex, base.near, True), unit.angels
    entered, unit.angels, left = fly(table, unit.hex, began, base.near, goal_angels, mp, bomber=not kind.fighter, dives=kind.fighter)
    if entered:
        unit.hex = entered[-1]
        pass_through(play, unit, spans(entered, began, unit.angels))
    if unit.hex == base.near:
        unit.beyond = max(0, unit.beyond - left)


def _cohesion(play: Play, raid: Raid, unit: RaidUnit) -> None:
    """A move through two or more overcast hexes, each at the cloud's own levels, may scatter a unit (OPS-A6.t, OPS-C6.3)."""
    if unit.in_cloud < 2 or unit.strength <= 0:
        return
    about = {"raid": raid.plan.code, "unit": unit.unit}
    found = play.table("cloud_cohesion", LUFTWAFFE, about=about, overcast_hexes=min(60, unit.in_cloud))
    levels = int(str(found.result))
    if levels:
        disrupt(play, raid, unit, levels, "OPS-A6.t")


def disrupt(play: Play, raid: Raid, unit: RaidUnit, levels: int, rule: str) -> None:
    """A unit takes disruption; at its maximum it breaks off, and bombers jettison (OPS-B2.3, OPS-B8.7)."""
    most = most_disruption(play.world, unit)
    unit.disruption = min(most, unit.disruption + levels)
    play.tell("disrupted", (LUFTWAFFE,), rule, raid=raid.plan.code, unit=unit.unit, levels=levels)
    if unit.disruption >= most and unit.state == "with_raid":
        if unit.role in BOMBING_ROLES and not unit.bombed:
            jettison(play, raid, unit)
        leave(play, raid, unit)


def jettison(play: Play, raid: Raid, unit: RaidUnit) -> None:
    """A unit drops its bombs anywhere (OPS-B8.7)."""
    if not unit.jettisoned:
        unit.jettisoned = True
        play.tell("jettisoned", (LUFTWAFFE,), "OPS-B8.7", raid=raid.plan.code, unit=unit.unit)


def _wind_up(play: Play, raid: Raid) -> None:
    """A raid whose bombers are gone turns home; one whose last unit is down has ended."""
    if raid.state not in ("flying", "over_target", "returning"):
        return
    with_raid = flying(raid)
    bombing = any(u.role in BOMBING_ROLES for u in raid.plan.units)
    if with_raid and bombing and not any(u.role in BOMBING_ROLES for u in with_raid):
        send_home(play, raid)
        with_raid = []
    if not with_raid:
        raid.state = "returning"
        if not any(u.state == "going_home" for u in raid.units):
            raid.state = "ended"
            play.tell("raid_ended", (LUFTWAFFE,), raid=raid.plan.code)
