"""The parts of a view put into a day that was drawn: the day, its sky, a side's own units and fields."""

from __future__ import annotations

import datetime as dt
from functools import cache

from bob.core import hexes
from bob.core.dice import Stream
from bob.core.hexes import from_label
from bob.data.tables import Table
from bob.day.game import OperationalDay
from bob.day.phases.bombing import bombing_table, unit_kind
from bob.day.rules.convoy_lanes import lane_hexes, nearest_on
from bob.day.rules.convoys import SIGHTED, TURNS_A_HEX, course, see
from bob.day.rules.ground import start_repairs
from bob.day.scenarios.random_day import patrols_unknown, weather_to_come
from bob.day.scenarios.scenario import Scenario, find, garrison, stand_by
from bob.day.scenarios.scenario_files import DayFile, FreeFile
from bob.day.state.convoy_state import ConvoySighting, DayConvoy
from bob.day.state.groups import groups, regroup
from bob.day.state.position import Airfield, DayPosition, LastHeard, Raid, RaidUnit, Squadron, StanceKind, Vector
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.day.state.scenario_forms import minutes
from bob.day.state.sky import ZoneWeather
from bob.day.state.time_of_day import MINUTES
from bob.day.state.view import Common, ConvoyView, LuftwaffeView, RafView, RaidUnitView, RaidView, SquadronView
from bob.day.state.world import World
from bob.forecast.luck import PlacedDice
from bob.tactical.engagement import Ammo

FREE = "free"
"""The scenario whose figures draw the unknown parts of a day."""
STANDING = ("available", "ready", "released")
SINGLE_SEAT = ("single_seat_fighter",)
NEAREST_GROUP = 11
"""The Group from which the squadrons of a lesson are drawn."""
MISJUDGED = 2
"""The greatest error in the Luftwaffe's belief of a squadron's strength, in aircraft."""


@cache
def _free() -> FreeFile:
    file = find(FREE).file
    assert isinstance(file, FreeFile)
    return file


def started(game: OperationalDay, scenario: Scenario, view: LuftwaffeView | RafView, seed: str) -> DayPosition:
    """Return the beginning of a day in the belief of a side, from the scenario without the entries hidden from it; the hidden facts are
    drawn (OPS-D6.1)."""
    known, dice = game.beside({scenario.code: scenario}, {}), PlacedDice(f"{seed}/setup")
    common, settings = view.common, view.settings
    posted_on = settings.order_of_battle
    options: dict[str, object] = {"switches": dict(common.switches)}
    if scenario.free:
        options["period"] = next((x.number for x in _free().period if x.since <= posted_on <= x.to), _free().period[-1].number)
    p, _ = known.setup(scenario.code, options, dice)
    world, drawn = game.world_of(p), p.settings.order_of_battle
    p.date, p.settings = dt.date.fromisoformat(common.date), settings
    if drawn != posted_on:
        p.squadrons, p.airfields, p.absent_stations, p.damaged_stations = {}, {}, [], []
        garrison(world, p)
        stand_by(world, p)
    p.title, p.turns = dict(common.title), common.turns
    p.start = minutes(common.clock) - MINUTES * (common.turn - 1)
    if isinstance(view, LuftwaffeView):
        _believed(world, p, scenario, Stream.of(seed, "believed"))
    else:
        _maybe_sighted(world, p, seed)
    _shuffled(world, p, Stream.of(seed, "ready"))
    return p


def _believed(world: World, p: DayPosition, scenario: Scenario, stream: Stream) -> None:
    """Put in the Luftwaffe's belief of Fighter Command: each squadron near its strength in the order of battle, every station on the air.
    In a lesson the response level is the number of squadrons."""
    p.damaged_stations = []
    if isinstance(scenario.file, DayFile) and scenario.file.lesson:
        near = sorted(unit for unit, s in p.squadrons.items() if s.group == NEAREST_GROUP and world.types[s.aircraft].kind in SINGLE_SEAT)
        stream.shuffle(near)
        p.squadrons = {unit: squadron for unit, squadron in p.squadrons.items() if unit in near[: p.response_level]}
        for squadron in p.squadrons.values():
            squadron.box = "ready"
    for squadron in p.squadrons.values():
        squadron.strength = max(1, squadron.strength - MISJUDGED + stream.below(2 * MISJUDGED + 1))


def _maybe_sighted(world: World, p: DayPosition, seed: str) -> None:
    """Draw the convoys that the Luftwaffe knows of, which Fighter Command cannot know."""
    stream, dice = Stream.of(seed, "convoys"), PlacedDice(f"{seed}/convoys")
    for convoy in p.convoys.values():
        convoy.number = convoy.seen = None
    known = [convoy for convoy in p.convoys.values() if stream.below(100) < _free().draw.convoy_known]
    for number, convoy in enumerate(known, 1):
        convoy.number = number
        see(world, p, convoy, dice)


def _shuffled(world: World, p: DayPosition, stream: Stream) -> None:
    """Draw the squadrons of each Group that are at readiness at the beginning; only their number depends on the hour."""
    alike: dict[tuple[int, str], list[Squadron]] = {}
    for squadron in p.squadrons.values():
        if squadron.box in STANDING:
            alike.setdefault((squadron.group, world.types[squadron.aircraft].kind), []).append(squadron)
    for squadrons in alike.values():
        boxes = [squadron.box for squadron in squadrons]
        stream.shuffle(boxes)
        for squadron, box in zip(squadrons, boxes, strict=True):
            squadron.box = box


def put_sky(game: OperationalDay, p: DayPosition, common: Common, seed: str) -> None:
    """Put in the present sky as it is seen; its future is drawn, as for an unknown day."""
    world, sky = game.world_of(p), p.sky
    for code, (now, levels) in common.skies.items():
        zone = sky.zones[code]
        usual = tuple(world.figures["layers"][now])
        own = levels if tuple(levels) != usual else None
        if zone.now != now:
            sky.zones[code] = ZoneWeather(now, zone.now, False, own, zone.levels)
        elif zone.is_bad:
            zone.bad_levels = own
        else:
            zone.good_levels = own
    table = world.tables["wind"]
    assert isinstance(table, Table)
    sky.wind, sky.crosswind_from = common.wind, table.details[common.wind].get("crosswind_from")
    if common.head_wind is not None:
        sky.blows_from, sky.wind_hexes = common.head_wind
    sky.london_haze, sky.haze_least, sky.haze_most = common.london_haze
    weather_to_come(world, p, _free(), PlacedDice(f"{seed}/weather/{p.turn}"))


def put_patrols(world: World, p: DayPosition, seed: str) -> None:
    """The Channel patrols as they may be, for Fighter Command, which knows none before it meets one."""
    patrols_unknown(world, p, _free(), PlacedDice(f"{seed}/patrols"))


# ---- the Luftwaffe's own


def put_luftwaffe(world: World, p: DayPosition, view: LuftwaffeView, seed: str) -> None:
    """Put in the raids and patrols as their own side knows them; remove the RAF's plots of any that are no longer where they were."""
    imagined = p.raids
    p.raids = {r.code: _raid(world, p, r, imagined.get(r.code)) for r in view.raids}
    put_own_patrols(world, p, view)
    p.hour_sealed = 0 if view.plan_open else p.turn
    p.reports = list(view.reports)
    _put_bombed(world, p, view)
    put_sightings(world, p, view, seed)
    for seen in view.raids:
        raid = p.raids[seen.code]
        regroup(raid)
        raid.hex, raid.angels = seen.hex, seen.angels  # losses since it was last regrouped move it only when it flies on
    there = {group.code for group in groups(p)} | {code for code, raid in p.raids.items() if raid.state == "gathering"}
    for track in p.tracks:
        track.groups = [code for code in track.groups if code in there]
    for squadron in p.squadrons.values():
        if squadron.tally not in there:
            squadron.tally = None


def _put_bombed(world: World, p: DayPosition, view: LuftwaffeView) -> None:
    """Put in the targets bombed up to now, with the usual points of the units: the true ones are secret (OPS-D2.3)."""
    table = bombing_table(world)
    for raid in view.raids:
        place = world.targets.get((raid.plan.secondary if raid.diverted else raid.plan.primary) or "")
        if p.directive is None or not raid.bombed or place is None:
            continue
        for unit in raid.units:
            if unit.role in BOMBING_ROLES:
                key, kind = f"{place.kind}:{place.name}", unit_kind(world, unit.role, unit.strength)
                p.bombed[key] = p.bombed.get(key, 0.0) + float(str(table.look_up((), p.switches, unit=kind).result))


def put_own_patrols(world: World, p: DayPosition, view: LuftwaffeView) -> None:
    """The Channel patrols as their own side knows them."""
    p.patrols = [[_unit(world, p, u, None, 0) for u in box] for box in view.patrols]


def put_sightings(world: World, p: DayPosition, view: LuftwaffeView, seed: str) -> None:
    """Put in the convoys sighted, each on the lane nearest to its place and course, with the ships counted; drawn convoys without a
    sighting remain."""
    stream = Stream.of(seed, "sighted")
    p.convoys = {code: convoy for code, convoy in p.convoys.items() if convoy.number is None}
    for seen in view.convoys:
        lane, at, last = _sailing(world, seen)
        made = max(0, p.turn - seen.turn) // TURNS_A_HEX
        h = lane_hexes(world, lane)[min(last, at + made) if last > at else max(last, at - made)]
        code, escorts, balloons = f"{SIGHTED}{seen.number}", stream.below(3), stream.below(9)
        convoy = DayConvoy(
            code, {}, lane, at, last, seen.turn, seen.ships, escorts, balloons, h, "under_way", number=seen.number, seen=seen
        )
        p.convoys[code] = convoy


def _sailing(world: World, seen: ConvoySighting) -> tuple[str, int, int]:
    """Return the lane of a convoy that was sighted, its place there, and the end for which it steers, by index."""
    found: list[tuple[int, int, str, int, int]] = []
    for lane in world.theatre.lanes:
        way = lane_hexes(world, lane.name)
        if (at := nearest_on(way, seen.hex)) is None:
            continue
        for last in (len(way) - 1, 0):
            if last != at:
                convoy = DayConvoy("", {}, lane.name, at, last, 1, 1, 0, 0, way[at])
                off = abs((course(world, convoy) - seen.course + 180) % 360 - 180)
                found.append((hexes.distance(way[at], seen.hex), off, lane.name, at, last))
    _, _, name, at, last = min(found)
    return name, at, last


def _raid(world: World, p: DayPosition, r: RaidView, imagined: Raid | None) -> Raid:
    raid = Raid(
        r.plan,
        dict(r.title),
        r.state,  # type: ignore[arg-type]
        r.form_turn,
        r.hex,
        r.angels,
        r.leg,
        diverted=r.diverted,
        bombed=r.bombed,
        added=r.added,
        lift=r.lift,
        lifted=list(r.lifted),
        called=r.called,
        deaf=r.deaf,
    )
    planned = {u.unit: u for u in r.plan.units}
    before = {u.unit: u for u in imagined.units} if imagined is not None else {}
    for u in r.units:
        offset = planned[u.unit].angels - r.plan.form_angels if u.unit in planned else 0
        unit = _unit(world, p, u, before.get(u.unit), offset)
        unit.bombed = r.bombed and u.role == "bomber"
        raid.units.append(unit)
    if imagined is not None:
        raid.lost, raid.loiter, raid.crossed = imagined.lost, imagined.loiter, imagined.crossed
    return raid


def _unit(world: World, p: DayPosition, u: RaidUnitView, imagined: RaidUnit | None, offset: int) -> RaidUnit:
    posted = world.luftwaffe(p.settings.order_of_battle).get(u.unit)
    endurance = world.types[u.aircraft].endurance
    beyond = 0
    if u.state in ("gathering", "going_home"):
        same = imagined is not None and imagined.state == u.state and imagined.hex == u.hex
        beyond = imagined.beyond if imagined is not None and same else world.base(u.base).off
    return RaidUnit(
        unit=u.unit,
        aircraft=u.aircraft,
        role=u.role,  # type: ignore[arg-type]
        base=u.base,
        experience=posted.experience if posted is not None else "average",
        strength=u.strength,
        sent=u.sent,
        offset=offset,
        hex=u.hex,
        angels=u.angels,
        endurance=endurance,
        used=endurance - u.fuel,
        disruption=u.disruption,
        ammo=u.ammo,  # type: ignore[arg-type]
        state=u.state,  # type: ignore[arg-type]
        beyond=beyond,
        took_off=u.took_off,
        down=u.down,
    )


# ---- Fighter Command's own


def put_raf(world: World, p: DayPosition, view: RafView) -> None:
    """Put in the squadrons, fields and stations as their own side knows them; a squadron out of hearing is where it was last heard."""
    p.squadrons = {s.unit: _squadron(world, p, s) for s in view.squadrons}
    p.airfields = {f.place: Airfield(f.place, f.capacity, f.damage, f.used, f.repaired_on) for f in view.fields}
    p.damaged_stations, p.absent_stations = list(view.damaged_stations), list(view.absent_stations)
    p.mobile_stations, p.emergency_rooms = list(view.mobile_stations), list(view.emergency_rooms)
    p.rooms_hit, p.response_level = list(view.rooms_hit), view.response_level
    p.hangars, p.left = list(view.hangars), dict(view.left)
    repaired = {f.place: f.repaired_on for f in view.fields}
    start_repairs(p)
    for place, field in p.airfields.items():
        field.repaired_on = repaired[place]
    p.scramble_bonus = max(0, view.scramble_limit - p.scramble_limit)
    p.radio_events, p.emergency = list(view.hf_events), list(view.emergency)
    p.in_vain = dict(view.in_vain)
    p.done, p.choices = [], []
    p.convoys = {seen.code: _convoy(world, p, seen) for seen in view.convoys}


def _convoy(world: World, p: DayPosition, seen: ConvoyView) -> DayConvoy:
    """Return a convoy as the RAF knows it; one of a drawn day is on the lane nearest to its place and course."""
    convoy = p.convoys.get(seen.code)
    if convoy is None or convoy.title != seen.title:
        lane, at, last = _sailing(world, ConvoySighting(0, p.turn, seen.hex, seen.course, seen.ships))
        title = dict(seen.title)
        convoy = DayConvoy(seen.code, title, lane, at, last, seen.enters, seen.ships, seen.escorts, seen.balloons, seen.hex)
    convoy.state, convoy.hex, convoy.sunk = seen.state, seen.hex, seen.sunk  # type: ignore[assignment]
    return convoy


def _squadron(world: World, p: DayPosition, s: SquadronView) -> Squadron:
    endurance = world.types[s.aircraft].endurance
    vector = _vector(s)
    return Squadron(
        unit=s.unit,
        aircraft=s.aircraft,
        station=s.station,
        sector=s.sector,
        group=s.group,
        radio=s.radio,  # type: ignore[arg-type]
        experience=s.experience,
        strength=s.strength,
        flight=s.flight,
        box=s.box,  # type: ignore[arg-type]
        due=p.turn + s.turns_to_next if s.turns_to_next is not None else None,
        becoming=s.becoming,  # type: ignore[arg-type]
        ready_on=p.turn + s.ready_in if s.ready_in is not None else None,
        hex=s.hex,
        angels=s.angels,
        used=endurance - s.fuel,
        endurance=endurance,
        disruption=s.disruption,
        ammo=s.ammo,  # type: ignore[arg-type]
        vector=None if s.scrambling else vector,
        ordered_off=(vector or Vector("hex", s.hex, s.angels)) if s.scrambling else None,
        stance=s.stance,  # type: ignore[arg-type]
        waits_for=s.waits_for,
        controlled=s.controlled,
        committed=s.committed,
        wing=s.wing,
        lost=s.lost,
        took_off=p.turn - (endurance - s.fuel),
        fixing=_fixing(world, s),
        last=_last_report(s, endurance, vector),
    )


def _fixing(world: World, s: SquadronView) -> bool:
    """Return whether a squadron's set is on, as far as the size of its ring shows."""
    if s.box != "airborne" or s.fixed:
        return True
    figures = world.figures["control"]
    return s.heard is not None and s.ring <= min(figures["ring_most"], s.silence // figures["ring_turns"])


def _last_report(s: SquadronView, endurance: int, vector: Vector | None) -> LastHeard | None:
    """Return the last report of a squadron that is not heard now; it is taken to be there still."""
    if s.heard is None:
        return None
    used = endurance - s.fuel
    ammo: Ammo = s.ammo  # type: ignore[assignment]
    stance: StanceKind = s.stance  # type: ignore[assignment]
    return LastHeard(s.heard, s.hex, s.angels, s.strength, used, s.disruption, ammo, vector, s.wing, stance, s.waits_for)


def _vector(s: SquadronView) -> Vector | None:
    if s.vector is None:
        return None
    return Vector(s.vector["kind"], from_label(s.vector["hex"]), s.vector["angels"], s.vector["track"], s.vector["field"])
