"""The knowledge of each seat (OPS-B5.8): the RAF its squadrons and the plots, the Luftwaffe its raids and reports, the referee all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from bob.core.codec import SPARSE
from bob.core.hexes import Hex
from bob.data.units import Side
from bob.day.state import time_of_day
from bob.day.state.combat_state import Engaging
from bob.day.state.convoy_state import ConvoySighting
from bob.day.state.directives import known_directive
from bob.day.state.position import LUFTWAFFE, RAF, Call, DaySettings, Directive, Effort, GroundReport
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.settings import settings_of
from bob.day.state.sky import HeadWind, Levels
from bob.tactical.engagement import Engagement, Force


@dataclass(frozen=True, slots=True)
class PlotView:
    """One plot on the table, with its colour by the Sector clock; `bombers` of the strength where eyes have counted them."""

    turn: int
    hex: Hex
    level: int
    strength: int | None
    angels: int | None
    source: str
    colour: str
    bombers: int | None = field(default=None, metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class TrackView:
    """A raid as the RAF knows it. `label` is X with a number until a strength is reported, then H."""

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
        """Return whether it is out of hearing."""
        return self.heard is not None

    @property
    def reckoned(self) -> Hex:
        """Return its presumed place."""
        return self.hex

    @property
    def ready_ordered(self) -> bool:
        """Return whether it is to be Ready when it is rearmed (OPS-B7.4)."""
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
        """Return the number of units that may still take off or land this turn (OPS-B6.4)."""
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
    """Both sides' knowledge."""

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
    order_of_battle: str | None = field(default=None, metadata=SPARSE)

    @property
    def skies(self) -> dict[str, tuple[str, Levels]]:
        """By zone, the weather and the levels that it fills."""
        return {zone: (weather, self.levels[zone]) for zone, weather in self.weather.items()}

    def time_of(self, turn: int) -> str:
        """The time of day at which a turn begins."""
        return time_of_day.after(self.clock, turn - self.turn)

    def turn_of(self, time: str) -> int | None:
        """Return the turn of a time of day such as `11:35`, rounded down to five minutes; None for an invalid time."""
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
class TableView:
    """The table of an engagement in hand, `number` of `count`, as a seat knows it: the part of the fight, and the aircraft on it.

    `own` are units, `foes` types; for the referee the units of both sides.
    """

    number: int
    count: int
    part: Literal["screen", "attack"]
    own: tuple[tuple[str, int], ...]
    foes: tuple[tuple[str, int], ...]


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
    table: TableView | None = field(default=None, metadata=SPARSE)

    @property
    def left(self) -> Side:
        """The side that `own` and `posture` are of."""
        return LUFTWAFFE if self.seat == LUFTWAFFE else RAF

    @property
    def counts(self) -> tuple[int, int]:
        """Return the numbers of aircraft of the RAF and of the Luftwaffe in it."""
        mine, theirs = sum(f.count for f in self.own), sum(f.count for f in self.foes)
        return (mine, theirs) if self.left == RAF else (theirs, mine)


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice that a seat is asked to make."""

    kind: str
    options: Sequence[str]
    count: int


class SideView:
    """The common part of both sides' views, as named by `known.KnownDay`."""

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
    def posted_on(self) -> dt.date:
        """The day whose order of battle both sides have, as both know."""
        return dt.date.fromisoformat(self.common.order_of_battle or self.common.date)

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
    instructions: str | None = field(default=None, metadata=SPARSE)
    group_12: str | None = field(default=None, metadata=SPARSE)
    hangars: tuple[str, ...] = field(default=(), metadata=SPARSE)
    left: dict[str, dt.date] = field(default_factory=dict, metadata=SPARSE)
    expected: Effort | None = field(default=None, metadata=SPARSE)

    @property
    def settings(self) -> DaySettings:
        """The settings that this side knows; those of the enemy it takes from the day before."""
        usual, orders = settings_of(self.posted_on), known_directive(self.posted_on).orders
        return replace(usual, instructions=self.instructions or usual.instructions, group_12=self.group_12 or usual.group_12, orders=orders)

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
    directive: Directive | None = field(default=None, metadata=SPARSE)
    orders: str | None = field(default=None, metadata=SPARSE)
    effort: Effort | None = field(default=None, metadata=SPARSE)

    @property
    def settings(self) -> DaySettings:
        """The settings that this side knows; those of the enemy it takes from the day of the order of battle."""
        usual = settings_of(self.posted_on)
        return replace(usual, orders=self.orders or usual.orders)

    def sighting(self, number: int) -> ConvoySighting | None:
        return next((convoy for convoy in self.convoys if convoy.number == number), None)

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
