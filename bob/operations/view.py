"""What each seat may know (OPS-B5.8): the RAF its squadrons and the plots, the Luftwaffe its raids and reports, the referee all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from bob.codec import encode
from bob.dogfight.engagement import Engagement, Force, enemy
from bob.dogfight.slot import TABLE, Slot
from bob.game import REFEREE
from bob.hexes import Hex
from bob.operations import time_of_day
from bob.operations.blips import fixed, ring
from bob.operations.control import radio_range
from bob.operations.convoy_state import ConvoySighting, DayConvoy
from bob.operations.convoys import course as convoy_course
from bob.operations.detection import colour, course
from bob.operations.fights import flown
from bob.operations.position import (
    GROUND,
    LUFTWAFFE,
    RAF,
    Call,
    DayPosition,
    Engaging,
    GroundReport,
    Plot,
    RaidPlan,
    RaidUnit,
    Squadron,
    Track,
)
from bob.operations.readiness import committed, scrambled
from bob.operations.requests import sectors_that_ask
from bob.operations.sky import HeadWind, Levels
from bob.operations.weather import levels, sun_bearing
from bob.operations.world import World
from bob.units import Side


@dataclass(frozen=True, slots=True)
class PlotView:
    """One plot on the table, with its colour by the Sector clock."""

    turn: int
    hex: Hex
    level: int
    strength: int | None
    angels: int | None
    source: str
    colour: str


@dataclass(frozen=True, slots=True)
class TrackView:
    """A raid as the RAF knows it. `label` is X with a number until a strength is told, then H."""

    number: int
    label: str
    level: int
    faded: bool
    age: int
    course: tuple[float, float] | None
    tallied_by: tuple[str, ...]
    plots: tuple[PlotView, ...]

    @property
    def last(self) -> PlotView:
        return self.plots[-1]


@dataclass(frozen=True, slots=True)
class SquadronView:
    """A squadron on the tote, in the air within `ring` hexes of where it is shown (OPS-C8.1): `fixed`, by dead reckoning, or as it was
    last `heard` at the beginning of that turn, `silence` turns ago. `on_request` it scrambles only at its own Group's word (OPS-C3.2).
    """

    unit: str
    aircraft: str
    station: str
    sector: str
    group: int
    radio: str
    radio_range: int
    experience: str
    strength: int
    flight: bool
    box: str
    turns_to_next: int | None
    becoming: str | None
    hex: Hex
    angels: int
    fuel: int
    disruption: int
    ammo: str
    vector: dict[str, Any] | None
    scrambling: bool
    on_request: bool
    ready_in: int | None
    tally: int | None
    stance: str
    waits_for: str | None
    controlled: bool
    wing: str | None
    lost: int
    emergency: bool
    committed: bool
    fixed: bool
    ring: int
    heard: int | None
    silence: int

    @property
    def silent(self) -> bool:
        """Whether it is out of hearing."""
        return self.heard is not None

    @property
    def reckoned(self) -> Hex:
        """Where it is held to be."""
        return self.hex

    @property
    def ready_ordered(self) -> bool:
        """Whether it is to be Ready when it is rearmed (OPS-B7.4)."""
        return self.ready_in is not None


@dataclass(frozen=True, slots=True)
class FieldView:
    """An airfield's capacity."""

    place: str
    capacity: int
    damage: int
    used: int
    repaired_on: int | None = None

    @property
    def open(self) -> int:
        """How many more units may take off or land this turn (OPS-B6.4)."""
        return max(0, self.capacity - self.damage - self.used)


@dataclass(frozen=True, slots=True)
class RaidUnitView:
    """A unit of the Luftwaffe in the air, as its own side knows it."""

    unit: str
    aircraft: str
    role: str
    base: str
    strength: int
    sent: int
    hex: Hex
    angels: int
    fuel: int
    disruption: int
    ammo: str
    state: str
    took_off: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class RaidView:
    """A raid as its own side knows it."""

    code: str
    title: dict[str, str]
    state: str
    plan: RaidPlan
    form_turn: int
    hex: Hex
    angels: int
    leg: int
    bombed: bool
    diverted: bool
    units: tuple[RaidUnitView, ...]
    added: int = 0
    lift: int = 0
    lifted: tuple[str, ...] = ()
    called: Call | None = None
    deaf: int = 0


@dataclass(frozen=True, slots=True)
class ConvoyView:
    """A convoy as the RAF knows it: its course in degrees, the ships that it sailed with, those sunk, its escorts and balloons."""

    code: str
    title: dict[str, str]
    state: str
    hex: Hex
    course: int
    ships: int
    sunk: int
    escorts: int
    balloons: int
    enters: int


@dataclass(frozen=True, slots=True)
class Common:
    """What both sides know."""

    scenario: str
    title: dict[str, str]
    date: str
    turn: int
    turns: int
    clock: str
    phase: str
    owing: tuple[str, ...]
    sun: float
    wind: str
    head_wind: HeadWind | None
    weather: dict[str, str]
    levels: dict[str, Levels]
    london_haze: tuple[str, int, int]
    engaging: Engaging
    chooser: str
    switches: dict[str, str]

    @property
    def skies(self) -> dict[str, tuple[str, Levels]]:
        """By zone, the weather and the levels that it fills."""
        return {zone: (weather, self.levels[zone]) for zone, weather in self.weather.items()}

    def time_of(self, turn: int) -> str:
        """The time of day at which a turn begins."""
        return time_of_day.after(self.clock, turn - self.turn)

    def turn_of(self, time: str) -> int | None:
        """The turn of a time of day such as `11:35`, by the last five minutes; None for what is no time."""
        turns = time_of_day.between(self.clock, time)
        return None if turns is None else self.turn + turns


@dataclass(frozen=True, slots=True)
class FoeView:
    """Aircraft of one type that a side meets: how many, how high. It does not know whose they are."""

    aircraft: str
    fighter: bool
    count: int
    angels: int


@dataclass(frozen=True, slots=True)
class EngagementView:
    """The engagement in hand as a seat knows it; the referee's has the RAF as its own side and all of the foes.

    `sheet` is the whole of it, once it is laid on the players' own table (without the raid); `battle` is the view of the tactical game
    that `how` names, `models` the units of its models by number as far as they are known, each standing for `scale`.
    """

    seat: str
    number: int
    how: str
    chooser: str
    clock: str
    track: int | None
    raid: str | None
    hex: str
    over_england: bool
    weather: str
    sun: float
    posture: str
    surprise: str
    attackers: str
    aim: str
    minutes: int
    own: tuple[Force, ...]
    foes: tuple[Force | FoeView, ...]
    sheet: Engagement | None
    scale: int
    battle: Any
    models: tuple[str | None, ...]

    @property
    def left(self) -> Side:
        """The side that `own` and `posture` are of."""
        return LUFTWAFFE if self.seat == LUFTWAFFE else RAF

    @property
    def counts(self) -> tuple[int, int]:
        """How many aircraft the RAF and the Luftwaffe have in it."""
        mine, theirs = sum(f.count for f in self.own), sum(f.count for f in self.foes)
        return (mine, theirs) if self.left == RAF else (theirs, mine)


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice that a seat is asked to make."""

    kind: str
    options: Sequence[str]
    count: int


class SideView:
    """What the views of both sides share, as `known.KnownDay` names it."""

    __slots__ = ()
    seat: str
    common: Common
    choice: dict[str, Any] | None
    engagement: EngagementView | None

    @property
    def fight(self) -> EngagementView | None:
        return self.engagement

    @property
    def turn(self) -> int:
        return self.common.turn

    @property
    def phase(self) -> str:
        return self.common.phase

    @property
    def chooser(self) -> str:
        return self.common.chooser

    @property
    def head_wind(self) -> HeadWind | None:
        return self.common.head_wind

    def asked(self, seat: str) -> Asked | None:
        """The choice that a seat has to make first, if it has one and it is this view's."""
        return Asked(**self.choice) if self.choice is not None and seat == self.seat else None


@dataclass(frozen=True, slots=True)
class RafView(SideView):
    """The RAF's room."""

    seat: str
    common: Common
    squadrons: tuple[SquadronView, ...]
    tracks: tuple[TrackView, ...]
    fields: tuple[FieldView, ...]
    damaged_stations: tuple[str, ...]
    absent_stations: tuple[str, ...]
    mobile_stations: tuple[str, ...]
    rooms_hit: tuple[str, ...]
    emergency_rooms: tuple[str, ...]
    scramble_limit: int
    scrambled: float
    response_level: int
    committed: float
    hf_events: tuple[str, ...]
    choice: dict[str, Any] | None
    seals: dict[str, str]
    score: float | None
    engagement: EngagementView | None
    convoys: tuple[ConvoyView, ...] = ()
    in_vain: dict[str, int] = field(default_factory=dict)

    @property
    def silent_stations(self) -> tuple[str, ...]:
        return (*self.damaged_stations, *self.absent_stations)

    @property
    def radio_bonuses(self) -> int:
        return len(self.hf_events)

    @property
    def switches(self) -> dict[str, str]:
        return self.common.switches

    @property
    def emergency(self) -> tuple[str, ...]:
        return tuple(s.unit for s in self.squadrons if s.emergency)

    @property
    def scrambles(self) -> int:
        return self.scramble_limit

    def every_squadron(self) -> Iterable[SquadronView]:
        return self.squadrons

    def taking_off(self) -> list[SquadronView]:
        return [s for s in self.squadrons if s.scrambling]

    def squadron(self, unit: str) -> SquadronView | None:
        return next((s for s in self.squadrons if s.unit == unit), None)

    def track(self, number: int) -> TrackView | None:
        return next((t for t in self.tracks if t.number == number), None)

    def airfield(self, name: str) -> FieldView | None:
        return next((f for f in self.fields if f.place == name), None)


@dataclass(frozen=True, slots=True)
class LuftwaffeView(SideView):
    """The Luftwaffe's room."""

    seat: str
    common: Common
    raids: tuple[RaidView, ...]
    patrols: tuple[tuple[RaidUnitView, ...], ...]
    choice: dict[str, Any] | None
    seals: dict[str, str]
    score: float | None
    engagement: EngagementView | None
    plan_open: bool = False
    struck_codes: tuple[str, ...] = ()
    reports: tuple[GroundReport, ...] = ()
    convoys: tuple[ConvoySighting, ...] = ()

    def sighting(self, number: int) -> ConvoySighting | None:
        return next((convoy for convoy in self.convoys if convoy.number == number), None)

    @property
    def date(self) -> dt.date:
        return dt.date.fromisoformat(self.common.date)

    @property
    def turns(self) -> int:
        return self.common.turns

    def clock(self, turn: int | None = None) -> str:
        """The time of day at the beginning of a turn, of this one unless another is given."""
        now = self.common.clock
        minutes = int(now[:2]) * 60 + int(now[3:]) + 5 * ((self.turn if turn is None else turn) - self.turn)
        return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"

    def every_raid(self) -> Iterable[RaidView]:
        return self.raids

    def raid(self, code: str) -> RaidView | None:
        return next((r for r in self.raids if r.code == code), None)


@dataclass(frozen=True, slots=True)
class RefereeView:
    """The whole truth, and both rooms: `tracks` has the numbers of those that fly together, `friends` those of X plots by squadron."""

    seat: str
    raf: RafView
    luftwaffe: LuftwaffeView
    tracks: dict[str, int]
    friends: dict[str, int]
    points: tuple[dict[str, Any], ...]
    score: float
    engagement: EngagementView | None


DayView = RafView | LuftwaffeView | RefereeView


def view(world: World, p: DayPosition, seat: str, owing: tuple[str, ...], slot: Slot) -> DayView:
    """The view of a seat. Raises KeyError for a seat that there is not."""
    if seat == RAF:
        return raf_view(world, p, _owing_known(p, RAF, owing), slot)
    if seat == LUFTWAFFE:
        return luftwaffe_view(world, p, _owing_known(p, LUFTWAFFE, owing), slot)
    if seat == REFEREE:
        return RefereeView(
            REFEREE,
            raf_view(world, p, owing, slot, truth=True),
            luftwaffe_view(world, p, owing, slot),
            {code: t.number for t in p.tracks for code in t.groups},
            {t.friend: t.number for t in p.tracks if t.friend is not None and not t.faded},
            tuple(encode(point) for point in p.points),
            p.score,
            engagement_view(p, REFEREE, slot),
        )
    raise KeyError(seat)


def _owing_known(p: DayPosition, side: Side, owing: tuple[str, ...]) -> tuple[str, ...]:
    """Who owes a decision as a side knows it. While orders are given it knows of itself alone; whether the other side still gives its own
    or answers a choice that only it has been asked, it does not (OPS-B4.1)."""
    if p.phase not in ("orders", "choice"):
        return owing
    return (side,) if side in owing else (enemy(side),)


def _common(world: World, p: DayPosition, owing: tuple[str, ...]) -> Common:
    sky = p.sky
    return Common(
        p.scenario,
        p.title,
        p.date.isoformat(),
        p.turn,
        p.turns,
        p.clock(),
        p.phase if p.phase != "choice" else "orders",
        owing,
        sun_bearing(p),
        sky.wind,
        sky.head_wind,
        {code: zone.now for code, zone in sky.zones.items()},
        {code: levels(world, zone) for code, zone in sky.zones.items()},
        (sky.london_haze, sky.haze_least, sky.haze_most),
        p.engaging,
        p.chooser,
        dict(p.switches),
    )


def _choice(p: DayPosition, seat: str) -> dict[str, Any] | None:
    if p.choices and p.choices[0].seat == seat:
        choice = p.choices[0]
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


@lru_cache(maxsize=16384)
def _plot_view(start: int, x: Plot) -> PlotView:
    return PlotView(x.turn, x.hex, x.level, x.strength, x.angels, x.source, colour(start, x.turn))


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
    sheet = e if referee else replace(e, raid="") if fight.how == TABLE else None
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
        sheet=sheet,
        scale=fight.scale,
        battle=played[0].seen(played[1], seat) if (played := flown(p, slot)) is not None else None,
        models=tuple([unit if unit in known else None for unit in fight.models]),
    )


def _foes(e: Engagement, side: Side) -> tuple[FoeView, ...]:
    """What a side sees of the enemy: types, numbers and heights."""
    foes: dict[tuple[str, int], FoeView] = {}
    for force in e.of(enemy(side)):
        before = foes.get((force.aircraft, force.angels))
        count = force.count + (before.count if before is not None else 0)
        foes[force.aircraft, force.angels] = FoeView(force.aircraft, force.fighter, count, force.angels)
    return tuple(foes.values())


def raf_view(world: World, p: DayPosition, owing: tuple[str, ...], slot: Slot, *, truth: bool = False) -> RafView:
    """All that the RAF may know; for the referee its squadrons as they are."""
    fixes, asking = fixed(world, p), sectors_that_ask(world, p, p.squadrons.values())
    return RafView(
        RAF,
        _common(world, p, owing),
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


def luftwaffe_view(world: World, p: DayPosition, owing: tuple[str, ...], slot: Slot) -> LuftwaffeView:
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
        _common(world, p, owing),
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
    )
