"""Combat (OPS-B8.4 to OPS-B8.6): engagements one after another, by the resolver of each, and their outcome back on the map.

The results of a turn's interceptions are in the position as `Combat`, so that the day can wait in the middle of it: for the choice of a
resolver, for the orders of a tactical game, for the result from the players' own table.
"""

from __future__ import annotations

from typing import Any

from bob.data.tables import ListTable
from bob.data.units import SIDES
from bob.day.phases.raids import disrupt, jettison, leave
from bob.day.rules.disruption import broken_off, most_disruption
from bob.day.rules.own_positions import reports
from bob.day.rules.readiness import home_vector
from bob.day.rules.timetable import turns_home
from bob.day.rules.victory import shot_down
from bob.day.rules.weather import at as weather_at
from bob.day.rules.weather import sun_bearing
from bob.day.rules.wings import break_up
from bob.day.state.combat_state import Arranged, Engaging, Fight, How
from bob.day.state.execution import BOTH, Play
from bob.day.state.groups import flying
from bob.day.state.orders import EnterResult, Fly, Resolve
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Raid, RaidUnit, Squadron
from bob.day.state.raid_plan import BOMBING_ROLES, FIGHTING, RaidPlan
from bob.tactical import on_table, own_table, quick
from bob.tactical.engagement import BOMB_CARRIERS, Engagement, Force, Result, enemy
from bob.tactical.slot import QUICK, Slot, Tactical

LENGTH = 2
"""Turns that an engagement takes out of a unit's endurance."""


def how_by_rule(engaging: Engaging, engagement: Engagement) -> How:
    """Return the standing rule's resolver for an engagement: small ones, those with bombers, all others."""
    if sum(f.count for f in engagement.forces) <= engaging.small_most:
        return engaging.small
    return engaging.with_bombers if engagement.bombers else engaging.others


def flown(p: DayPosition, slot: Slot) -> tuple[Tactical, Any] | None:
    """The tactical game that is being played and its position, or None."""
    fight = p.combat.now
    return (slot[fight.how], fight.battle) if fight is not None and fight.battle is not None else None


def to_move(p: DayPosition, slot: Slot) -> tuple[str, ...]:
    """Return the seats that the current engagement waits for: the chooser, for the choice and the result, or the active seats of the
    tactical game."""
    found = flown(p, slot)
    return found[0].game.to_move(found[1]) if found is not None else (p.chooser,)


# ---- one engagement


def begin(play: Play, arranged: Arranged) -> None:
    """Make the engagement of an arrangement and resolve it, or wait for the input of its resolver."""
    p = play.p
    squadrons = [s for s in map(p.squadrons.__getitem__, arranged.squadrons) if s.strength > 0]
    units = _units(play, arranged)
    if not squadrons or not units:
        return  # the referee took them off meanwhile
    for squadron in squadrons:
        break_up(play, squadron)
    p.combat.fought += [s.unit for s in squadrons] + [u.unit for u in units if u.role in FIGHTING]
    for unit in units:
        unit.tallied = True
    p.engagements += 1
    engagement = Engagement(
        raid=arranged.raid,
        turn=p.turn,
        hex=arranged.hex.label,
        over_england=play.world.ground(arranged.hex).british,
        weather=weather_at(play.world, play.p, arranged.hex, arranged.angels),
        sun=sun_bearing(p),
        posture=arranged.posture,
        surprise=arranged.surprise,
        attackers=arranged.attackers,
        aim=arranged.aim,
        length=LENGTH,
        forces=(*(force_of(play, s) for s in squadrons), *(force_of(play, u, arranged.shares.get(u.unit, 1.0)) for u in units)),
        number=p.engagements,
        on_bombers=arranged.on_bombers,
        ahead=arranged.ahead,
        laden=tuple([u.unit for u in units if _laden(u)]),
        bombing=tuple([u.unit for u in units if _laden(u) and _over_target(p, u)]),
    )
    how = how_by_rule(p.engaging, engagement)
    p.combat.now = Fight(arranged, engagement, how)
    if how != QUICK:
        _tell_met(play, arranged.group, engagement)
    resolve(play, how)


def _laden(unit: RaidUnit) -> bool:
    """Return whether a unit still carries its bombs."""
    return unit.role in BOMB_CARRIERS and not unit.bombed and not unit.jettisoned


def _over_target(p: DayPosition, unit: RaidUnit) -> bool:
    """Return whether the raid of a unit is over its objective."""
    return unit.state == "with_raid" and any(
        raid.state == "over_target" and any(u is unit for u in raid.units) for raid in p.raids.values()
    )


def _report(play: Play, group: str, engagement: Engagement, side: str) -> dict[str, Any]:
    """Return the start of an engagement as seen by one side: its own units, of the enemy the types, number and height."""
    track = play.p.track_of(group)
    named = {"track": track.number if track is not None else None} if side == RAF else {"raid": engagement.raid}
    foes: dict[str, list[int]] = {}
    for force in engagement.of(enemy(side)):
        foe = foes.setdefault(force.aircraft, [0, 0])
        foe[0], foe[1] = foe[0] + force.count, max(foe[1], force.angels)
    return {
        **named,
        "number": engagement.number,
        "hex": engagement.hex,
        "posture": engagement.posture,
        "weather": engagement.weather,
        "sun": engagement.sun,
        "surprise": engagement.surprise,
        "attackers": engagement.attackers,
        "aim": engagement.aim,
        "minutes": engagement.minutes,
        "units": [[f.unit, f.count] for f in engagement.of(side)],
        "angels": max(f.angels for f in engagement.of(side)),
        "foes": [[aircraft, *figures] for aircraft, figures in foes.items()],
    }


def _tell_met(play: Play, group: str, engagement: Engagement) -> None:
    """Both sides learn that they have met (OPS-B8.4)."""
    for side in SIDES:
        play.tell("met", (side,), "OPS-B8.4", **_report(play, group, engagement, side))


def resolve(play: Play, how: How) -> None:
    """Resolve the current engagement in that way, as far as it goes without a decision."""
    fight = play.p.combat.now
    assert fight is not None
    fight.how, fight.battle, fight.models, fight.scale, fight.tables, fight.outcomes = how, None, (), 1, (), ()
    _set_subject(play, fight)
    if how == QUICK:
        _finish(play, quick.resolve(fight.engagement, play.dice))
    elif how in play.slot:
        tables = play.slot[how].tables(fight.engagement)
        fight.tables = tables if tables != (fight.engagement,) else ()
        _next_table(play, play.slot[how])


def _set_subject(play: Play, fight: Fight) -> None:
    """Name the units and the place of an engagement to the person who throws its dice."""
    raf, luftwaffe = (", ".join(f.unit for f in fight.engagement.of(side)) for side in (RAF, LUFTWAFFE))
    play.about(unit=raf, against=luftwaffe, hex=fight.arranged.hex.label)


def _next_table(play: Play, kit: Tactical) -> None:
    """Set out the next table of the current engagement (OPS-D1.1)."""
    fight = play.p.combat.now
    assert fight is not None
    if fight.outcomes:
        number, count = len(fight.outcomes) + 1, len(fight.tables)
        play.tell("next_table", BOTH, "OPS-D1.7", number=fight.engagement.number, table=number, count=count)
    drawn = kit.drawn_up(fight.table, play.dice)
    fight.models, fight.scale = drawn.models, drawn.scale
    fight.battle, lines = kit.begin(drawn, play.dice)
    play.retell(kit.name, kit.seen_in_day(lines, fight.battle))
    after_dogfight(play, kit)


def after_dogfight(play: Play, kit: Tactical) -> None:
    """Take the outcome of a table that is over: the next follows, or the engagement ends."""
    fight = play.p.combat.now
    assert fight is not None and fight.battle is not None
    if kit.game.outcome(fight.battle) is None:
        return
    fight.outcomes = (*fight.outcomes, kit.result(fight.table, fight.battle, fight.models, play.dice))
    if len(fight.outcomes) < len(fight.every_table):
        _next_table(play, kit)
    else:
        _finish(play, on_table.joined(fight.engagement, list(zip(fight.every_table, fight.outcomes, strict=True)), play.dice))


def give(play: Play, seat: str, order: Resolve | EnterResult | Fly) -> None:
    """Carry out an order about the engagement in hand."""
    fight = play.p.combat.now
    assert fight is not None
    _set_subject(play, fight)
    if isinstance(order, Resolve):
        play.tell("resolver", BOTH, "OPS-B8.4", number=fight.engagement.number, how=order.how)
        resolve(play, order.how)
    elif isinstance(order, EnterResult):
        _finish(play, own_table.result(fight.engagement, order.losses, order.turns, play.dice))
    else:
        kit = play.slot[fight.how]
        lines = kit.game.apply(fight.battle, seat, order.order, play.dice)
        play.retell(kit.name, kit.seen_in_day(lines, fight.battle))
        after_dogfight(play, kit)


def _units(play: Play, arranged: Arranged) -> list[RaidUnit]:
    """The units of the Luftwaffe in it that still fly, wherever they are."""
    if arranged.patrol is not None:
        flying_now = play.p.patrols[arranged.patrol]
    else:
        flying_now = [u for raid in play.p.raids.values() for u in raid.units if u.state in ("with_raid", "going_home")]
    by_name = {u.unit: u for u in flying_now if u.strength > 0}
    return [by_name[name] for name in arranged.units if name in by_name]


def fuel_to_spare(play: Play, unit: Squadron | RaidUnit) -> int:
    """The turns of endurance beyond the way home; fighters that have not enough for a fight do not begin one (OPS-B11.1)."""
    base = unit.station if isinstance(unit, Squadron) else unit.base
    return unit.endurance - unit.used - turns_home(play.world, unit.hex, base, play.world.types[unit.aircraft].mp)


def force_of(play: Play, unit: Squadron | RaidUnit, share: float = 1.0) -> Force:
    """A unit as an engagement sees it."""
    raf = isinstance(unit, Squadron)
    return Force(
        unit=unit.unit,
        side="raf" if raf else "luftwaffe",
        aircraft=unit.aircraft,
        fighter=play.world.types[unit.aircraft].fighter,
        count=unit.strength,
        experience=unit.experience,
        disruption=unit.disruption,
        ammo=unit.ammo,
        angels=unit.angels,
        role="interceptor" if isinstance(unit, Squadron) else unit.role,
        fuel=fuel_to_spare(play, unit),
        fatigue=max(0, unit.times_up - 1) if isinstance(unit, Squadron) else 0,
        share=share,
        sent=0 if isinstance(unit, Squadron) else unit.sent,
    )


# ---- its outcome


def _finish(play: Play, result: Result) -> None:
    """The engagement in hand is over: carry its outcome back onto the map (OPS-B8.6)."""
    p = play.p
    fight = p.combat.now
    assert fight is not None
    p.combat.now = None
    arranged = fight.arranged
    squadrons = [p.squadrons[force.unit] for force in fight.engagement.of(RAF)]
    units = _units(play, arranged)
    for squadron in squadrons:
        squadron.contacts += squadron.strength if not squadron.fought else 0
        squadron.fought = True
    raid = patrol_raid(play, arranged) if arranged.patrol is not None else p.raids[arranged.raid]
    apply(play, raid, fight.engagement, result, {s.unit: s for s in squadrons}, {u.unit: u for u in units}, arranged.group)
    if arranged.patrol is not None:
        for unit in units:
            unit.state, unit.ammo, unit.disruption = ("lost" if unit.strength <= 0 else "with_raid"), "full", 0
            unit.used = 0
        p.patrols[arranged.patrol] = [u for u in p.patrols[arranged.patrol] if u.strength > 0]


def apply(
    play: Play,
    raid: Raid,
    engagement: Engagement,
    result: Result,
    squadrons: dict[str, Squadron],
    units: dict[str, RaidUnit],
    group: str,
) -> None:
    """Carry the outcome of an engagement back onto the map (OPS-B8.6)."""
    england = engagement.over_england
    claims = dict(result.claims)
    spent = max(0, result.turns - 1)  # beyond the turn itself
    for side in SIDES:
        mine = {f.unit for f in engagement.of(side)}
        play.tell(
            "combat",
            (side,),
            "OPS-B8.4",
            resolver=result.resolver,
            lost={loss.unit: loss.destroyed for loss in result.losses if loss.unit in mine},
            damaged={loss.unit: loss.damaged for loss in result.losses if loss.unit in mine},
            crews_lost=sum(loss.crews_lost for loss in result.losses if loss.unit in mine),
            ammo={loss.unit: loss.ammo for loss in result.losses if loss.unit in mine},
            claims=claims[side],
            **_report(play, group, engagement, side),
            **({"flown": result.flown.seen_by(engagement, side)} if result.flown is not None else {}),
        )
    for loss in result.losses:
        if loss.unit in squadrons:
            squadron = squadrons[loss.unit]
            squadron.strength -= loss.destroyed
            squadron.lost += loss.destroyed
            squadron.used += min(spent, max(0, fuel_to_spare(play, squadron)))  # who has only the way home left breaks off
            squadron.ammo = loss.ammo  # type: ignore[assignment]
            squadron.disruption = min(most_disruption(play.world, squadron), squadron.disruption + loss.disruption)
            score_losses(play, RAF, False, england, loss.destroyed, loss.unit)
            if squadron.strength <= 0:
                squadron.box, squadron.vector, squadron.tally = "gone", None, None
                play.tell("squadron_destroyed", (RAF,), "OPS-B8.6", unit=squadron.unit)
            elif loss.broke_off or squadron.ammo == "none" or broken_off(play.world, squadron):
                squadron.vector, squadron.tally = home_vector(play.world, squadron), None
                play.tell("broke_off", (RAF,), "OPS-B2.3", unit=squadron.unit)
        else:
            unit = units[loss.unit]
            hit(play, raid, unit, loss.destroyed, england)
            unit.ammo = loss.ammo  # type: ignore[assignment]
            if engagement.aim != "reach_bombers":  # who screens stays with whom he screens (OPS-D1.6)
                unit.used += min(spent, max(0, fuel_to_spare(play, unit)))
            elif unit.role in FIGHTING:
                _draw_off(play, unit, result.engaged.get(unit.unit, unit.strength))
            if unit.state in ("lost", "landed"):
                continue
            if loss.jettisoned and unit.role in BOMBING_ROLES and not unit.bombed:
                jettison(play, raid, unit)
            if loss.disruption:
                disrupt(play, raid, unit, loss.disruption, "OPS-B8.6")
            short = play.world.types[unit.aircraft].fighter and fuel_to_spare(play, unit) <= 0
            if (loss.broke_off or unit.ammo == "none" or short) and unit.state == "with_raid" and unit.role in FIGHTING:
                leave(play, raid, unit)
    for squadron in squadrons.values():
        reports(play, squadron)
    if not flying(raid) and raid.state in ("flying", "over_target"):
        raid.state = "returning"


def _draw_off(play: Play, unit: RaidUnit, engaged: int) -> None:
    """Note the aircraft of an escort that are low and out of place for the next turns (OPS-D1.6)."""
    recent = play.p.turn - unit.drawn_on <= play.world.figures["escort"]["out_of_place"]
    unit.drawn = min(unit.strength, (unit.drawn if recent else 0) + engaged)
    unit.drawn_on = play.p.turn


def hit(play: Play, raid: Raid, unit: RaidUnit, destroyed: int, england: bool) -> None:
    """A unit of the Luftwaffe loses aircraft, and the score follows."""
    destroyed = min(destroyed, unit.strength)
    unit.strength -= destroyed
    score_losses(play, LUFTWAFFE, not play.world.types[unit.aircraft].fighter, england, destroyed, unit.unit)
    if unit.strength <= 0:
        unit.state = "lost"
        play.tell("unit_destroyed", (LUFTWAFFE,), "OPS-B8.6", raid=raid.plan.code, unit=unit.unit)


def score_losses(play: Play, side: str, bomber: bool, england: bool, aircraft: int, where: str) -> None:
    """Victory points for aircraft shot down (OPS-A15.2, OPS-A15.3)."""
    if aircraft <= 0:
        return
    table = play.world.tables["victory_points"]
    assert isinstance(table, ListTable)
    for code, count in shot_down(side, bomber=bomber, over_england=england, aircraft=aircraft).items():
        entry = table[code]
        play.score(entry.rule, code, count, float(entry.values["points"]) * count, where)


def patrol_raid(play: Play, arranged: Arranged) -> Raid:
    """A Channel patrol as a raid of its own (OPS-B9.1)."""
    units = _units(play, arranged)
    plan = RaidPlan(arranged.raid, "freie_jagd", arranged.hex, play.p.turn, arranged.angels, (), ())
    return Raid(plan, {}, "flying", play.p.turn, arranged.hex, arranged.angels, units=units)
