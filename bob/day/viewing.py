"""The views made from a position: what each seat may know of a day, and nothing else (OPS-B5.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bob.core.codec import encode
from bob.core.game import REFEREE
from bob.data.units import Side
from bob.day.phases.fights import flown
from bob.day.rules.control import radio_range
from bob.day.rules.convoys import course as convoy_course
from bob.day.rules.own_positions import fixed, ring
from bob.day.rules.readiness import committed, scrambled
from bob.day.rules.requests import sectors_that_ask
from bob.day.rules.tracks import course
from bob.day.rules.weather import levels, sun_bearing
from bob.day.state.combat_state import Fight
from bob.day.state.convoy_state import DayConvoy
from bob.day.state.position import GROUND, LUFTWAFFE, RAF, DayPosition, Plot, RaidUnit, Squadron, Track
from bob.day.state.time_of_day import MINUTES, segment
from bob.day.state.view import (
    Common,
    ConvoyView,
    DayView,
    EngagementView,
    FieldView,
    FoeView,
    LuftwaffeView,
    PlotView,
    RafView,
    RaidUnitView,
    RaidView,
    RefereeView,
    SquadronView,
    TableView,
    TrackView,
)
from bob.day.state.world import World
from bob.tactical.engagement import Engagement, enemy
from bob.tactical.slot import TABLE, Slot


def view(world: World, p: DayPosition, seat: str, to_move: tuple[str, ...], slot: Slot) -> DayView:
    """The view of a seat. Raises KeyError for a seat that there is not."""
    if seat == RAF:
        return raf_view(world, p, _known_to_move(p, RAF, to_move), slot)
    if seat == LUFTWAFFE:
        return luftwaffe_view(world, p, _known_to_move(p, LUFTWAFFE, to_move), slot)
    if seat == REFEREE:
        return RefereeView(
            REFEREE,
            raf_view(world, p, to_move, slot, truth=True),
            luftwaffe_view(world, p, to_move, slot),
            {code: t.number for t in p.tracks for code in t.groups},
            {t.friend: t.number for t in p.tracks if t.friend is not None and not t.faded},
            tuple(encode(point) for point in p.points),
            p.score,
            engagement_view(p, REFEREE, slot),
        )
    raise KeyError(seat)


def _known_to_move(p: DayPosition, side: Side, to_move: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats that owe a decision as a side knows them. During the orders it knows only of itself, not whether the other side
    still gives its own or answers a choice of its own (OPS-B4.1)."""
    if p.phase not in ("orders", "choice"):
        return to_move
    return (side,) if side in to_move else (enemy(side),)


def _common(world: World, p: DayPosition, to_move: tuple[str, ...]) -> Common:
    sky = p.sky
    return Common(
        p.scenario,
        p.title,
        p.date.isoformat(),
        p.turn,
        p.turns,
        p.clock(),
        p.phase if p.phase != "choice" else "orders",
        to_move,
        sun_bearing(p),
        sky.wind,
        sky.head_wind,
        {code: zone.now for code, zone in sky.zones.items()},
        {code: levels(world, zone) for code, zone in sky.zones.items()},
        (sky.london_haze, sky.haze_least, sky.haze_most),
        p.engaging,
        p.chooser,
        dict(p.switches),
        p.settings.order_of_battle.isoformat(),
    )


def _choice(p: DayPosition, seat: str) -> dict[str, Any] | None:
    if (choice := p.asked(seat)) is not None:
        return {"kind": choice.kind, "options": list(choice.options), "count": choice.count}
    return None


def squadron_view(
    world: World, p: DayPosition, unit: Squadron, fixes: frozenset[str], asking: frozenset[str], *, truth: bool = False
) -> SquadronView:
    """A squadron as the tote shows it, or as it is. `fixes` are the units that can be fixed, `asking` the Sectors whose scrambles are
    requests."""
    s = unit if truth else unit.shown
    tallied = p.track_of(s.tally) if s.tally is not None else None
    up = s.box == "airborne"
    fix = up and (truth or (s.unit in fixes and s.last is None))
    vector = None
    if s.vector is not None:
        vector = {
            "kind": s.vector.kind,
            "hex": s.vector.hex.label,
            "angels": s.vector.angels,
            "track": s.vector.track,
            "field": s.vector.field,
        }
    return SquadronView(
        unit=s.unit,
        aircraft=s.aircraft,
        station=s.station,
        sector=s.sector,
        group=s.group,
        radio=s.radio,
        radio_range=radio_range(world, p, s),
        experience=s.experience,
        strength=s.strength,
        flight=s.flight,
        box=s.box,
        turns_to_next=None if s.due is None else max(0, s.due - p.turn),
        becoming=s.becoming,
        hex=s.hex,
        angels=s.angels,
        fuel=s.endurance - s.used,
        disruption=s.disruption,
        ammo=s.ammo,
        vector=vector,
        scrambling=s.ordered_off is not None,
        on_request=s.box in GROUND and s.sector in asking,
        ready_in=None if s.ready_on is None else max(0, s.ready_on - p.turn),
        tally=tallied.number if tallied is not None else None,
        stance=s.stance,
        waits_for=s.waits_for,
        controlled=s.controlled,
        wing=s.wing,
        lost=s.lost,
        emergency=s.unit in p.emergency,
        committed=s.committed,
        fixed=fix,
        ring=ring(world.figures["control"], s, s.unit in fixes, p.turn) if up and not truth else 0,
        heard=s.last.turn if up and s.last is not None else None,
        silence=p.turn - s.last.turn if up and s.last is not None else 0,
    )


_PLOTS: dict[tuple[int, int], tuple[Plot, PlotView]] = {}
"""The views of plots by the start of their day and the identity of the plot: every view shows all plots of a day again. Each entry holds
its plot, so that its identity is not reused."""


def _plot_view(start: int, x: Plot) -> PlotView:
    found = _PLOTS.get((start, id(x)))
    if found is None:
        if len(_PLOTS) >= 16384:
            _PLOTS.clear()
        colour = segment(start + MINUTES * (x.turn - 1))
        found = _PLOTS[start, id(x)] = (x, PlotView(x.turn, x.hex, x.level, x.strength, x.angels, x.source, colour, x.bombers))
    return found[1]


def track_view(p: DayPosition, t: Track) -> TrackView:
    """A track as the table shows it; nothing of the raid behind it."""
    plots = tuple([_plot_view(p.start, x) for x in t.plots])
    known = any(x.strength is not None for x in t.plots)
    tallied = tuple([s.unit for s in p.squadrons.values() if s.tally in t.groups]) if t.groups else ()
    return TrackView(t.number, f"{'H' if known else 'X'}{t.number}", t.level, t.faded, p.turn - t.plots[-1].turn, course(t), tallied, plots)


def engagement_view(p: DayPosition, seat: str, slot: Slot) -> EngagementView | None:
    """The engagement in hand as a seat knows it, or None."""
    fight = p.combat.now
    if fight is None:
        return None
    e, referee = fight.engagement, seat == REFEREE
    own: Side = LUFTWAFFE if seat == LUFTWAFFE else RAF
    track = p.track_of(fight.arranged.group)
    known = {f.unit for f in e.forces if referee or f.side == own}
    page = e if referee else replace(e, raid="") if fight.how == TABLE else None
    return EngagementView(
        seat=seat,
        number=e.number,
        how=fight.how,
        chooser=p.chooser,
        clock=p.clock(),
        track=track.number if seat != LUFTWAFFE and track is not None else None,
        raid=e.raid if seat != RAF else None,
        hex=e.hex,
        over_england=e.over_england,
        weather=e.weather,
        sun=e.sun,
        posture=e.posture_of(own),
        surprise=e.surprise,
        attackers=e.attackers,
        aim=e.aim,
        minutes=e.minutes,
        own=e.of(own),
        foes=e.of(enemy(own)) if referee else _foes(e, own),
        sheet=page,
        scale=fight.scale,
        battle=played[0].seen(played[1], seat) if (played := flown(p, slot)) is not None else None,
        models=tuple([unit if unit in known else None for unit in fight.models]),
        table=_table(fight, own, referee=referee) if fight.tables else None,
    )


def _table(fight: Fight, side: Side, *, referee: bool) -> TableView:
    """Return a side's view of the table in hand."""
    table = fight.table
    foes: dict[str, int] = {}
    for force in table.of(enemy(side)):
        name = force.unit if referee else force.aircraft
        foes[name] = foes.get(name, 0) + force.count
    return TableView(
        number=len(fight.outcomes) + 1,
        count=len(fight.every_table),
        part="attack" if table.bombers else "screen",
        own=tuple([(force.unit, force.count) for force in table.of(side)]),
        foes=tuple(foes.items()),
    )


def _foes(e: Engagement, side: Side) -> tuple[FoeView, ...]:
    """Return a side's view of the enemy: types, numbers and heights."""
    foes: dict[tuple[str, int], FoeView] = {}
    for force in e.of(enemy(side)):
        before = foes.get((force.aircraft, force.angels))
        count = force.count + (before.count if before is not None else 0)
        foes[force.aircraft, force.angels] = FoeView(force.aircraft, force.fighter, count, force.angels)
    return tuple(foes.values())


def raf_view(world: World, p: DayPosition, to_move: tuple[str, ...], slot: Slot, *, truth: bool = False) -> RafView:
    """All that the RAF may know; for the referee its squadrons as they are."""
    fixes, asking = fixed(world, p), sectors_that_ask(world, p, p.squadrons.values())
    return RafView(
        RAF,
        _common(world, p, to_move),
        tuple(squadron_view(world, p, s, fixes, asking, truth=truth) for s in p.squadrons.values()),
        tuple(track_view(p, t) for t in p.tracks),
        tuple(FieldView(f.place, f.capacity, f.damage, f.used, f.repaired_on) for f in p.airfields.values()),
        tuple(p.damaged_stations),
        tuple(p.absent_stations),
        tuple(p.mobile_stations),
        tuple(p.rooms_hit),
        tuple(p.emergency_rooms),
        p.scrambles,
        scrambled(p),
        p.response_level,
        committed(p),
        tuple(p.radio_events),
        _choice(p, RAF),
        dict(p.seals),
        p.score if p.phase == "over" else None,
        engagement_view(p, RAF, slot),
        tuple(_convoy_view(world, c) for c in p.convoys.values()),
        dict(p.in_vain),
        p.settings.instructions,
        p.settings.group_12,
        tuple(p.hangars),
        dict(p.left),
        p.expected,
    )


def _convoy_view(world: World, c: DayConvoy) -> ConvoyView:
    return ConvoyView(c.code, c.title, c.state, c.hex, convoy_course(world, c), c.ships, c.sunk, c.escorts, c.balloons, c.entered)


def _unit_view(u: RaidUnit) -> RaidUnitView:
    return RaidUnitView(
        u.unit,
        u.aircraft,
        u.role,
        u.base,
        u.strength,
        u.sent,
        u.hex,
        u.angels,
        u.endurance - u.used,
        u.disruption,
        u.ammo,
        u.state,
        u.took_off,
        u.down,
    )


def luftwaffe_view(world: World, p: DayPosition, to_move: tuple[str, ...], slot: Slot) -> LuftwaffeView:
    """All that the Luftwaffe may know."""
    raids = tuple(
        RaidView(
            r.plan.code,
            r.title,
            r.state,
            r.plan,
            r.form_turn,
            r.hex,
            r.angels,
            r.leg,
            r.bombed,
            r.diverted,
            tuple(_unit_view(u) for u in r.units),
            r.added,
            r.lift,
            tuple(r.lifted),
            r.called,
            r.deaf,
        )
        for r in p.raids.values()
    )
    return LuftwaffeView(
        LUFTWAFFE,
        _common(world, p, to_move),
        raids,
        tuple(tuple(_unit_view(u) for u in box) for box in p.patrols),
        _choice(p, LUFTWAFFE),
        dict(p.seals),
        p.score if p.phase == "over" else None,
        engagement_view(p, LUFTWAFFE, slot),
        p.plan_open,
        p.struck_codes,
        tuple(p.reports),
        tuple(sorted((c.seen for c in p.convoys.values() if c.seen is not None), key=lambda seen: seen.number)),
        p.directive,
        p.settings.orders,
        p.effort,
    )
