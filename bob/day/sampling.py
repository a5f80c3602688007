"""Random legal orders, for the fuzzer and the random officer: tried until the game's own check lets one pass."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from bob.core import hexes
from bob.core.dice import Stream
from bob.core.errors import Refused
from bob.core.game import REFEREE
from bob.day import corrections
from bob.day.phases.fights import LENGTH, flown
from bob.day.rules import legality
from bob.day.rules.fight_orders import laid_open, ways
from bob.day.rules.planning import SWEEPS
from bob.day.state.orders import (
    BreakWing,
    ChangeHeight,
    Correct,
    Correctable,
    Done,
    DropRaid,
    Engage,
    EnterResult,
    Fly,
    FormWing,
    InName,
    LendEscorts,
    Note,
    NoteSender,
    Pancake,
    PatrolSweep,
    Pick,
    PlanRaid,
    Readiness,
    Recall,
    Resolve,
    Scramble,
    Seal,
    SendTo,
    Split,
    Stance,
    ToSecondary,
    WentBack,
)
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Squadron, StanceKind
from bob.day.state.raid_plan import ESCORT_ROLES, RaidPlan
from bob.tactical.engagement import AMMO, BOMB_CARRIERS, MOST_DISRUPTION, Engagement, Force, Loss, enemy
from bob.tactical.slot import ASK

if TYPE_CHECKING:
    from bob.day.game import OperationalDay

TRIES = 12


def sample(game: OperationalDay, p: DayPosition, seat: str, stream: Stream) -> Any:
    """One legal order of a seat that owes a decision."""
    if p.phase in ("orders", "choice") and (choice := p.asked(seat)) is not None:
        names = list(choice.options)
        stream.shuffle(names)
        return Pick(tuple(names[: choice.count]))
    if p.phase == "engagement":
        return _fight(game, p, seat, stream)
    if p.phase == "planning":
        droppable = [code for code, raid in p.raids.items() if all(r.plan.joins != code for r in p.raids.values()) and raid]
        drops = droppable and (stream.below(12) == 0 or not legality.sealable(game.world_of(p), p))
        return DropRaid(stream.choose(droppable)) if drops else Seal()
    last = _hours_order(game, p) if seat == LUFTWAFFE and p.plan_open else Done()
    if stream.below(4) == 0:
        return last
    for _ in range(TRIES):
        order = _luftwaffe(game, p, stream) if seat == LUFTWAFFE else _raf(game, p, stream)
        if order is None:
            break
        try:
            game.check(p, seat, order)
        except Refused:
            continue
        return order
    return last


def _fight(game: OperationalDay, p: DayPosition, seat: str, stream: Stream) -> Any:
    """An order about the engagement in hand."""
    fight = p.combat.now
    assert fight is not None
    if (found := flown(p, game.slot)) is not None:
        kit, battle = found
        return Fly(kit.name, kit.game.sample(battle, seat, stream))
    if not laid_open(fight):
        return Resolve(stream.choose(ways(game.slot)))
    return EnterResult(tuple(_loss(fight.engagement, force, stream) for force in fight.engagement.forces), 1 + stream.below(LENGTH))


def _loss(engagement: Engagement, force: Force, stream: Stream) -> Loss:
    """Any outcome for a unit that adds up."""
    shot_at = any(foe.shoots for foe in engagement.of(enemy(force.side)))
    destroyed = stream.below(force.count + 1) if shot_at else 0
    return Loss(
        unit=force.unit,
        destroyed=destroyed,
        damaged=stream.below(force.count - destroyed + 1),
        disruption=stream.below(MOST_DISRUPTION + 1),
        ammo=stream.choose(AMMO[: AMMO.index(force.ammo) + 1]),
        jettisoned=force.role in BOMB_CARRIERS and stream.below(2) == 0,
        broke_off=stream.below(2) == 0,
        crews_lost=stream.below(destroyed + 1),
    )


def _luftwaffe(game: OperationalDay, p: DayPosition, stream: Stream) -> Any:
    if p.plan_open:
        return _on_the_hour(game, p, stream)
    if stream.below(10):
        return None
    codes = sorted(p.raids)
    kind = stream.below(6)
    if kind == 0 and codes:
        return Recall(stream.choose(codes))
    if kind == 1 and codes:
        return ToSecondary(stream.choose(codes))
    if kind == 2 and codes:
        return ChangeHeight(stream.choose(codes), bool(stream.below(2)))
    escorts = [
        (raid.plan.code, u.unit) for raid in p.raids.values() for u in raid.units if u.role in ESCORT_ROLES and u.state == "with_raid"
    ]
    if kind == 3 and escorts:
        code, unit = stream.choose(escorts)
        return LendEscorts(code, stream.choose(codes), (unit,))
    hexes = game.world.theatre.grounds
    return PatrolSweep(1 + stream.below(6), stream.choose(list(hexes)), 2 * stream.below(18))


def _hours_order(game: OperationalDay, p: DayPosition) -> Any:
    """The hour's seal, or where a new raid has come to have a fault, one of them struck."""
    if legality.sealable(game.world_of(p), p):
        return Seal()
    joined = {raid.plan.joins for raid in p.raids.values()}
    return DropRaid(next(plan.code for plan in legality.drafts(p) if plan.code not in joined))


def _on_the_hour(game: OperationalDay, p: DayPosition, stream: Stream) -> Any:
    """The hour's order, or before it a raid struck or flown again later (OPS-C4.1)."""
    codes = sorted(code for code, raid in p.raids.items() if not code.startswith(SWEEPS))
    kind = stream.below(4)
    if codes and kind == 0:
        return DropRaid(stream.choose(codes))
    if codes and kind == 1:
        plan = p.raids[stream.choose(codes)].plan
        later = p.turn + 12 + stream.below(max(1, p.turns - p.turn))
        return PlanRaid(_repeated_raid(p, plan, min(p.turns, later), stream))
    return Seal()


def _repeated_raid(p: DayPosition, plan: RaidPlan, form_turn: int, stream: Stream) -> RaidPlan:
    """A raid that flies again, with half of its aircraft: not all that come back can (OPS-C4.1)."""
    units = tuple(replace(unit, aircraft=(unit.aircraft + 1) // 2) for unit in plan.units)
    return replace(plan, code=f"again_{p.turn}_{stream.below(3)}", form_turn=form_turn, units=units)


def _raf(game: OperationalDay, p: DayPosition, stream: Stream) -> Any:
    squadrons = [s for s in p.squadrons.values() if s.box != "gone"]
    if not squadrons:
        return None
    s: Squadron = stream.choose(squadrons)
    tracks = [t.number for t in p.tracks if not t.faded and t.level > 0]
    kind = stream.below(20)
    angels = 2 * stream.below(17)
    if s.box == "airborne":
        if kind < 3:
            fields = sorted(p.airfields)
            return Pancake(s.unit, stream.choose(fields) if stream.below(3) == 0 else None)
        if kind == 3:
            return _stance(s, [o.unit for o in squadrons], stream)
        if kind == 4:
            near = [o.unit for o in squadrons if o.box == "airborne" and o.group == s.group and o.hex == s.hex]
            return FormWing(tuple(near[:5]), s.station) if s.wing is None else BreakWing(s.unit)
        if tracks and kind < 12:
            return SendTo(s.unit, angels, track=stream.choose(tracks))
        return SendTo(s.unit, angels, hex=stream.choose(list(game.world.theatre.grounds)))
    if s.scrambling:
        return _stance(s, [o.unit for o in squadrons], stream)
    if kind == 0:
        return Split(s.unit)
    if kind < 5 or s.box != "ready":
        return Readiness(s.unit, stream.choose(("released", "available", "ready", "ready")))
    if tracks and kind < 15:
        return Scramble(s.unit, angels, track=stream.choose(tracks))
    return Scramble(s.unit, angels, hex=stream.choose(list(game.world.theatre.grounds)))


def _stance(s: Squadron, units: list[str], stream: Stream) -> Stance:
    stance: StanceKind = stream.choose(get_args(StanceKind))
    return Stance(s.unit, stance, stream.choose(units) if stance == "wait" else None)


# ---- rare orders, and orders outside the owed ones

ASIDE, SELDOM = 60, 8
"""The rate of orders outside the owed ones, one in that number; and the rate of checks for a legal rare order."""


def besides(game: OperationalDay, p: DayPosition, stream: Stream) -> tuple[str, Any] | None:
    """Now and then a legal order, and whose it is: a correction or a note of the referee, a standing rule of how engagements are
    resolved, or of a seat that owes a decision one that chance would hardly ever find."""
    made = _side_order if stream.below(ASIDE) == 0 else _rare_order if stream.below(SELDOM) == 0 else None
    for _ in range(TRIES if made is not None else 0):
        seat, order = made(game, p, stream)  # type: ignore[misc]
        if order is None:
            break
        try:
            game.check(p, seat, order)
        except Refused:
            continue
        return seat, order
    return None


def _side_order(game: OperationalDay, p: DayPosition, stream: Stream) -> tuple[str, Any]:
    kind = stream.below(10)
    if kind == 0:
        hows = (*ways(game.slot), ASK)
        rule = Engage(stream.choose(hows), stream.choose(hows), stream.choose(hows), stream.below(40))
        return (REFEREE if stream.below(2) else p.chooser), rule
    if kind == 1:
        return REFEREE, Note(stream.choose((RAF, LUFTWAFFE)), "A word", stream.choose(get_args(NoteSender)))
    if kind == 2 and (to_move := game.to_move(p)):
        seat = stream.choose(to_move)
        return REFEREE, InName(seat, sample(game, p, seat, stream))
    if kind == 3:
        return REFEREE, WentBack(bool(stream.below(2)), stream.choose(((), (RAF,), (LUFTWAFFE, RAF))))
    return REFEREE, _correction(game, p, stream)


def _correction(game: OperationalDay, p: DayPosition, stream: Stream) -> Correct:
    """Return a random correction: place or fuel only by a little, as a unit far from home without fuel would never come down."""
    what: Correctable = stream.choose(get_args(Correctable))
    one, world = corrections.CORRECTIONS[what], game.world_of(p)
    if one.names is None:
        value = "?" if stream.below(2) else str(1 + stream.below(300))
        return Correct(what, stream.choose(list(world.theatre.grounds)).label, value, "by chance")
    names = one.names(world, p)
    name = stream.choose(names) if names else ""
    stands = corrections.stands(world, p, what, name)
    if one.values:
        value = stream.choose(one.values)
    elif what.endswith("_hex") and stands is not None:
        value = stream.choose(list(hexes.disc(hexes.from_label(stands), 2))).label
    elif what.endswith("_fuel") and stands is not None:
        value = str(max(0, int(stands) + stream.below(5) - 2))
    else:
        value = str(stream.below(36))
    return Correct(what, name, value, "by chance", stands if stream.below(2) else None)


def _rare_order(game: OperationalDay, p: DayPosition, stream: Stream) -> tuple[str, Any]:
    """An order for a Wing or a raid that may well be legal; None where there is none to be given."""
    to_move = game.to_move(p) if p.phase in ("planning", "orders") else ()
    if not to_move:
        return RAF, None
    seat = stream.choose(to_move)
    orders = _of_a_wing(game, p, stream) if seat == RAF else _of_a_raid(game, p, stream)
    return seat, stream.choose(orders) if orders else None


def _of_a_wing(game: OperationalDay, p: DayPosition, stream: Stream) -> list[Any]:
    up = [s for s in p.squadrons.values() if s.box == "airborne"]
    found: list[Any] = [BreakWing(s.unit) for s in up if s.wing is not None][:1]
    for name in p.airfields:
        over = game.world.fields[name].near
        near = [s for s in up if s.wing is None and hexes.distance(s.hex, over) <= 1]
        of_one = [s.unit for s in near if s.group == near[0].group]
        if len(of_one) > 1:
            found.append(FormWing(tuple(of_one[: 2 + stream.below(4)]), name))
    return found


def _of_a_raid(game: OperationalDay, p: DayPosition, stream: Stream) -> list[Any]:
    plans = [raid.plan for code, raid in p.raids.items() if not code.startswith(SWEEPS)]
    if p.phase == "planning" or p.plan_open:
        plan = stream.choose(plans) if plans else None
        if plan is None:
            return []
        if p.phase == "planning":
            return [PlanRaid(replace(plan, form_turn=plan.form_turn + 1))]
        late = p.turns - stream.below(max(1, p.turns - p.turn))
        return [PlanRaid(_repeated_raid(p, plan, late, stream))]
    out = [raid for raid in p.raids.values() if raid.state == "flying"]
    reach = int(game.world.figures["radio"]["lend_hexes"])
    found: list[Any] = [ChangeHeight(raid.plan.code, bool(stream.below(2))) for raid in out[:1]]
    found += [ToSecondary(raid.plan.code) for raid in out if raid.plan.secondary is not None][:1]
    for raid in out:
        escorts = [u.unit for u in raid.units if u.role in ESCORT_ROLES and u.state == "with_raid"]
        close = [other.plan.code for other in out if other is not raid and hexes.distance(raid.hex, other.hex) <= reach]
        if escorts and close:
            found.append(LendEscorts(raid.plan.code, stream.choose(close), (stream.choose(escorts),)))
    return found
