"""Raids that may be behind the plots on Fighter Command's table: where they are plotted, as strong as they were reported, on their
present course. All other raids are such as the RAF could not have seen yet."""

from __future__ import annotations

from collections.abc import Sequence

from bob.core import hexes
from bob.core.dice import Stream
from bob.core.hexes import Hex
from bob.data.units import Posting
from bob.day.rules.timetable import used_at_formation
from bob.day.rules.tracks import known_bombers
from bob.day.rules.victory import wanted, worth_of
from bob.day.state.position import DayPosition, Plot, Raid, RaidUnit, Track
from bob.day.state.raid_plan import BOMBING_ROLES, PlannedUnit, RaidPlan, RaidType, Role
from bob.day.state.view import RafView, TrackView
from bob.day.state.world import World
from bob.staff.raid_planner import TARGETS_AS_PRINTED
from bob.staff.rules import USUAL_ANGELS, Rules, reported_angels, rules

UNTOLD = (6, 60)
"""The range of aircraft for a raid without a report of its strength."""
SHOWN = (80, 140)
"""The range of the true strength, as shares of the reported one, per cent."""
SWEEP_FROM = 20
"""The Angels from which a raid may well be fighters alone."""
BOMBER_SHARE = 35
"""The share of bombers in a raid that has any, per cent."""
WITHIN = 4
"""The greatest distance of a target from its foreseen way."""
REACH = 24
"""The greatest distance from the plot."""


def put_raids_behind_plots(world: World, p: DayPosition, view: RafView, stream: Stream) -> None:
    """Remove the raids that would be on the table and are not, and put a raid behind each track on it."""
    known = rules(world)
    seen = {code for track in p.tracks for code in track.groups}
    hidden = [r for code, r in p.raids.items() if r.state == "planned" or (r.state == "gathering" and code not in seen)]
    p.raids = {raid.plan.code: raid for raid in hidden}
    busy = {unit.unit for raid in hidden for unit in raid.plan.units} | {u.unit for box in p.patrols for u in box}
    free = {
        name: u for name, u in world.luftwaffe(p.settings.order_of_battle).items() if name not in busy and u.station in world.far_fields
    }
    p.tracks, p.parted = [], []
    for track in view.tracks:
        made = None
        if track.level > 0 and not track.faded:
            made = _raid_behind(world, known, p, track, free, stream)
        p.tracks.append(_track(track, made))
        if made is not None:
            p.raids[made.plan.code] = made
    p.next_track = max((track.number for track in view.tracks), default=0) + 1
    by_number = {track.number: track.groups[0] for track in p.tracks if track.groups}
    for squadron in view.squadrons:
        p.squadrons[squadron.unit].tally = by_number.get(squadron.tally) if squadron.tally is not None else None


def _track(seen: TrackView, raid: Raid | None) -> Track:
    plots = [Plot(x.turn, x.hex, x.level, x.strength, x.angels, x.source, x.bombers) for x in seen.plots]
    return Track([raid.plan.code] if raid is not None else [], seen.number, seen.level, plots, seen.faded)


def _raid_behind(world: World, known: Rules, p: DayPosition, track: TrackView, free: dict[str, Posting], stream: Stream) -> Raid | None:
    """Return a raid that fits a track; None when no unit is left for it."""
    way = known.foreseen(track)
    at = way[0] if way else track.last.hex
    figure = next((x.strength for x in reversed(track.plots) if x.strength is not None), None)
    least, most = UNTOLD if figure is None else (figure * SHOWN[0] // 100, figure * SHOWN[1] // 100)
    wanted = max(1, least + stream.below(most - least + 1))
    height = reported_angels(track)
    angels = USUAL_ANGELS if height is None else height
    units = _units(world, wanted, known_bombers(track.plots), angels, at, free, stream)
    if not units:
        return None
    bombing = any(u.role in BOMBING_ROLES for u in units)
    away = [known.from_shore(h) for h in way[:4]]
    leaving = len(away) > 3 and away[3] > away[0]
    goal = _goal(world, p, at, () if known.gathers(track) else way, stream) if bombing and not leaving else None
    kind: RaidType = "main" if bombing else "freie_jagd"
    plan = RaidPlan(f"track_{track.number}", kind, at, p.turn, angels, units, (), goal)
    raid = Raid(plan, {}, "flying", p.turn - 1, at, angels)
    for planned in units:
        raid.units.append(_unit(world, plan, planned, free.pop(planned.unit), at, p.turn))
    if leaving:
        raid.state = "returning"
        for unit in raid.units:
            unit.state, unit.beyond = "going_home", world.base(unit.base).off
    return raid


def _units(
    world: World, wanted: int, counted: int | None, angels: int, at: Hex, free: dict[str, Posting], stream: Stream
) -> tuple[PlannedUnit, ...]:
    """Return units of `wanted` aircraft together, those of the nearest fields first: bombers with an escort, or fighters alone; with as
    many bombers as were `counted`."""
    alone = angels >= SWEEP_FROM and stream.below(100) < 60 if counted is None else counted == 0
    share = 0 if alone else BOMBER_SHARE
    bombers = wanted * share // 100 if counted is None else min(counted, wanted)
    found: list[PlannedUnit] = []
    for kinds, aircraft in ((("bomber",), bombers), (("single_seat_fighter", "heavy_fighter"), wanted)):
        near = sorted(
            (u for u in free.values() if world.types[u.aircraft].kind in kinds),
            key=lambda u: (hexes.distance(world.base(u.station).near, at) + world.base(u.station).off, u.unit),
        )[:8]
        stream.shuffle(near)
        left = aircraft - (sum(u.aircraft for u in found) if share and found else 0)
        for posted in near:
            if left <= 0:
                break
            count = min(left, posted.strength)
            role: Role = "bomber" if kinds == ("bomber",) else "sweep" if alone else ("close_escort", "high_cover")[len(found) % 2]
            above = 4 if role == "high_cover" else 2 if role == "close_escort" else 0
            found.append(PlannedUnit(posted.unit, role, count, min(world.types[posted.aircraft].ceiling, angels + above)))
            left -= count
    return tuple(found)


def _goal(world: World, p: DayPosition, at: Hex, way: Sequence[Hex], stream: Stream) -> str | None:
    """A target of the period near the way ahead, or the nearest in reach; of a raid without a way, which gathers, any in reach."""
    if p.directive is not None:
        lots = {name: round(2 * worth_of(grade)) for name, _, grade in wanted(world, p.directive)}
    else:
        kinds = TARGETS_AS_PRINTED[p.settings.orders]
        found = ((name, place) for name, place in world.targets.items() if place.kind in kinds and ":" not in name)
        lots = {name: 1 for name, place in found if world.ground(place.near).british}
    places = {name: h for name in lots if hexes.distance(h := world.targets[name].near, at) <= REACH}
    if not places:
        return None
    if not way:
        return stream.choose([name for name in sorted(places) for _ in range(lots[name])])
    on_the_way = [name for name, h in places.items() if any(hexes.distance(h, step) <= WITHIN for step in way[1:])]
    if on_the_way:
        return stream.choose(sorted(on_the_way))
    return min(places, key=lambda name: (hexes.distance(places[name], at), name))


def _unit(world: World, plan: RaidPlan, planned: PlannedUnit, posted: Posting, at: Hex, turn: int) -> RaidUnit:
    kind = world.types[posted.aircraft]
    out = hexes.distance(plan.form_at, world.base(posted.station).near) // max(1, kind.mp)
    used = min(kind.endurance - 1, used_at_formation(world, kind, posted.station, at, planned.angels))
    return RaidUnit(
        unit=planned.unit,
        aircraft=posted.aircraft,
        role=planned.role,
        base=posted.station,
        experience=posted.experience,
        strength=planned.aircraft,
        sent=planned.aircraft,
        offset=planned.angels - plan.form_angels,
        hex=at,
        angels=min(34, planned.angels),
        endurance=kind.endurance,
        used=used,
        took_off=max(1, turn - out - 1),
    )
