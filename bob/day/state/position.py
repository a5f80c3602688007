"""The position of an operational day: typed data and nothing else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from bob.core.codec import SPARSE
from bob.core.hexes import DIRECTIONS, Hex
from bob.data.units import Side
from bob.day.state import time_of_day
from bob.day.state.combat_state import Combat, Engaging, Fight
from bob.day.state.convoy_state import ConvoySighting, DayConvoy
from bob.day.state.raid_plan import RaidPlan, Role
from bob.day.state.sky import HeadWind, Sky
from bob.tactical.engagement import Ammo

RAF: Final = "raf"
LUFTWAFFE: Final = "luftwaffe"

StanceKind = Literal["any_enemy", "bombers_first", "bombers_only", "avoid", "wait"]
ToteBox = Literal["released", "available", "ready", "airborne", "landed", "rearm_1", "rearm_2", "gone"]

Grade = Literal["principal", "ordered", "allowed", "none"]
"""The grade of a target under the Luftwaffe's orders."""

Effort = Literal["rest", "light", "medium", "great", "all_out"]
"""The size of the Luftwaffe's day (OPS-D3.2), the smallest first: forecasts take the neighbours of the expected one."""

NOWHERE = Hex(0, 0)
PART = "/"
"""Between the code of a raid and the number of those who left it together; no raid's own code has it."""
GROUND = ("released", "available", "ready", "landed", "rearm_1", "rearm_2")


@dataclass(frozen=True, slots=True)
class Directive:
    """The Luftwaffe's orders for a day (OPS-D2.1): their code, the grades of kinds of target and of single targets, the number of
    `bombers` that they ask for (OPS-D2.4), and of the `aircraft` that they give (OPS-D2.5); 0 for no such number."""

    orders: str
    kinds: Mapping[str, Grade] = field(default_factory=dict)
    targets: Mapping[str, Grade] = field(default_factory=dict)
    bombers: int = field(default=0, metadata=SPARSE)
    aircraft: int = field(default=0, metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class DaySettings:
    """The settings of a day in place of the calendar (OPS-D4.13): the day whose order of battle it has, the stage of 11 Group's
    instructions to its controllers, the way in which 12 Group helps, and the time whose orders the Luftwaffe has."""

    order_of_battle: dt.date
    instructions: str
    group_12: str
    orders: str


@dataclass(slots=True)
class RaidUnit:
    """A Gruppe or Staffel in the air. `used` counts its turns of endurance; `beyond` the hexes still to fly off the map, outward while it
    gathers, else homeward; it `took_off` in that turn, and was `down` again in that.

    `group` is the code of the group that it flies with (`groups`), by default that of its raid; `tallied` that it was tallied or fought
    since its raid formed; `in_cloud` and `barrages` the hexes of this turn's flight that were overcast, or had balloons at its height;
    `was` the start of its last move.
    """

    unit: str
    aircraft: str
    role: Role
    base: str
    experience: str
    strength: int
    sent: int
    offset: int
    hex: Hex
    angels: int
    endurance: int
    used: int = 0
    disruption: int = 0
    ammo: Ammo = "full"
    state: Literal["gathering", "with_raid", "going_home", "landed", "lost"] = "with_raid"
    beyond: int = 0
    took_off: int = 0
    jettisoned: bool = False
    bombed: bool = False
    over_target: bool = False
    group: str = ""
    tallied: bool = False
    in_cloud: int = 0
    barrages: list[Hex] = field(default_factory=list)
    down: int = 0
    was: Hex | None = None
    drawn: int = 0
    drawn_on: int = 0

    @property
    def fuel(self) -> int:
        """The turns of endurance that it has left."""
        return self.endurance - self.used


@dataclass(frozen=True, slots=True)
class Call:
    """A radio call to a raid in flight (OPS-C4.2): home, to its secondary, 2 Angels up or down, or some escorts to another raid."""

    kind: Literal["recall", "secondary", "up", "down", "escorts"]
    to: str | None = None
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GroundReport:
    """A report of a target to the Luftwaffe (OPS-C4.3): by the crews of a raid their claims, by reconnaissance its finds (OPS-C4.4).
    `turn` is the turn of the report, `seen` that of the observation; a field without a statement is None. `lost` is the capacity lost of
    an airfield, `off` whether an RDF station is damaged, `aircraft` the number destroyed on the ground, or present there, `harm` the
    damage of another target, from 0 to 3."""

    turn: int
    seen: int
    by: Literal["crews", "reconnaissance"]
    raid: str
    target: str
    lost: int | None = None
    off: bool | None = None
    aircraft: int | None = None
    ships: int | None = None
    harm: int | None = field(default=None, metadata=SPARSE)


@dataclass(slots=True)
class Raid:
    """A raid under way. `leg` is the index of the next way-point in route, then target, then home; `parts` counts the groups that left it.

    It was `added` on the hour of that turn, 0 if it was on the first plan. `lift` is its height above the plan by radio call, `lifted`
    the directions of those calls; `called` is this turn's radio call, and it hears nothing till the end of turn `deaf`. `crossed` marks
    that it brought a bomber Gruppe over the English coast. `done` are its effects and finds at its target, not reported yet; it is
    `chasing` the convoy of that code. `climbed` is the part of its climb short of a full height (OPS-C9.6).
    """

    plan: RaidPlan
    title: dict[str, str] = field(default_factory=dict)
    state: Literal["planned", "gathering", "flying", "over_target", "returning", "ended"] = "planned"
    form_turn: int = 0
    hex: Hex = NOWHERE
    angels: int = 0
    leg: int = 0
    units: list[RaidUnit] = field(default_factory=list)
    lost: bool = False
    decoyed: bool = False
    diverted: bool = False
    bombed: bool = False
    bomb_turn: int | None = None
    loiter: int = 0
    parts: int = 0
    added: int = 0
    lift: int = 0
    lifted: list[str] = field(default_factory=list)
    called: Call | None = None
    deaf: int = 0
    crossed: bool = False
    chasing: str | None = None
    done: list[GroundReport] = field(default_factory=list)
    climbed: int = 0


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot on the RAF's table: the report, not the truth. `bombers` of the strength are counted by eye at level 4; elsewhere None."""

    turn: int
    hex: Hex
    level: int
    strength: int | None
    angels: int | None
    source: str
    bombers: int | None = field(default=None, metadata=SPARSE)


@dataclass(slots=True)
class Track:
    """The RAF's knowledge of aircraft that fly together. `groups` is the referee's secret, and so is `friend`, the squadron of an X plot
    (OPS-C2.3); the RAF knows the number. A faded one is removed from the table for good, and has no aircraft any more."""

    groups: list[str]
    number: int
    level: int
    plots: list[Plot] = field(default_factory=list)
    faded: bool = False
    friend: str | None = None


@dataclass(frozen=True, slots=True)
class Vector:
    """The goal of a squadron: a hex, or a track by number, and a height."""

    kind: Literal["hex", "raid", "home"]
    hex: Hex
    angels: int
    track: int | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class LastHeard:
    """A squadron as it was when it was last heard, at the beginning of a turn (OPS-C8.1)."""

    turn: int
    hex: Hex
    angels: int
    strength: int
    used: int
    disruption: int
    ammo: Ammo
    vector: Vector | None
    wing: str | None = None
    stance: StanceKind = "any_enemy"
    waits_for: str | None = None


@dataclass(slots=True)
class Squadron:
    """A squadron, or a flight of one, of Fighter Command: the truth.

    It `took_off` in that turn; `fixing` marks that its set is on, so that it can be fixed. Without a fix it flies by its own reckoning,
    which is `astray` in a direction from 1 to 6, or 0 for true. `last` is its last heard state, while it is out of hearing; `crossed`
    that it was checked for an X plot on this sortie; `was` the start of its last move; `climbed` the parts of a turn of its climb short
    of a full height (OPS-C9.6). Fighter Command's knowledge of it is `shown`. `wing` names the Wing that it flies in; it has `waited`
    that number of turns for the squadron that it `waits_for` (OPS-C3.3).
    """

    unit: str
    aircraft: str
    station: str
    sector: str
    group: int
    radio: Literal["hf", "vhf"]
    experience: str
    strength: int
    flight: bool = False
    box: ToteBox = "available"
    due: int | None = None
    becoming: ToteBox | None = None
    ready_on: int | None = None
    hex: Hex = NOWHERE
    angels: int = 0
    used: int = 0
    endurance: int = 17
    disruption: int = 0
    ammo: Ammo = "full"
    vector: Vector | None = None
    ordered_off: Vector | None = None
    tally: str | None = None
    stance: StanceKind = "any_enemy"
    waits_for: str | None = None
    waited: int = 0
    controlled: bool = True
    committed: bool = False
    wing: str | None = None
    forming: int = 0
    lost: int = 0
    sorties: int = 0
    times_up: int = 0
    contacts: int = 0
    fought: bool = False
    took_off: int = 0
    fixing: bool = True
    astray: int | None = None
    last: LastHeard | None = None
    crossed: bool = False
    was: Hex | None = None
    climbed: int = 0
    rest: int = 0

    @property
    def fuel(self) -> int:
        """The turns of endurance that it has left."""
        return self.endurance - self.used

    @property
    def ready_ordered(self) -> bool:
        """Return whether it is to be Ready when it is rearmed (OPS-B7.4)."""
        return self.ready_on is not None

    @property
    def scrambling(self) -> bool:
        """Return whether it is ordered off and takes off at the end of the turn (OPS-B7.2)."""
        return self.ordered_off is not None

    @property
    def silent(self) -> bool:
        """Return whether it is out of hearing, and shown as last heard."""
        return self.last is not None and self.box == "airborne"

    @property
    def reckoned(self) -> Hex:
        """Return its believed place, also its Sector's belief: the true one, unless its reckoning is astray."""
        if not self.astray:
            return self.hex
        off = DIRECTIONS[self.astray - 1]
        return Hex(self.hex.q - off.q, self.hex.r - off.r)

    def noted(self, turn: int) -> LastHeard:
        """Return its Sector's note of it now, for the table at the beginning of a turn."""
        return LastHeard(
            turn,
            self.reckoned,
            self.angels,
            self.strength,
            self.used,
            self.disruption,
            self.ammo,
            self.vector,
            self.wing,
            self.stance,
            self.waits_for,
        )

    @property
    def shown(self) -> Squadron:
        """This squadron as the table shows it: all that Fighter Command goes by (OPS-C8.1)."""
        last = self.last
        if last is None or self.box != "airborne":
            return replace(self, hex=self.reckoned, astray=None) if self.astray else self
        return replace(
            self,
            hex=last.hex,
            angels=last.angels,
            strength=last.strength,
            used=last.used,
            disruption=last.disruption,
            ammo=last.ammo,
            vector=last.vector,
            wing=last.wing,
            stance=last.stance,
            waits_for=last.waits_for,
            astray=None,
        )


@dataclass(slots=True)
class Airfield:
    """An airfield of Fighter Command: what its damage took, when that is next repaired, and what used it this turn."""

    place: str
    capacity: int
    damage: int = 0
    used: int = 0
    repaired_on: int | None = None

    @property
    def open(self) -> int:
        """Return the number of units that may still take off or land this turn (OPS-B6.4)."""
        return max(0, self.capacity - self.damage - self.used)


@dataclass(slots=True)
class ScoredPoints:
    """Victory points and where they came from (OPS-B12.1). `rule` is that of the award."""

    turn: int
    rule: str
    code: str
    count: int
    points: float
    where: str


@dataclass(frozen=True, slots=True)
class Sealing:
    """One sealing of the Luftwaffe's plan: its turn, its salt, and the digest that was published (OPS-B3.3, OPS-C4.1)."""

    turn: int
    salt: str
    digest: str


@dataclass(frozen=True, slots=True)
class Struck:
    """A plan that was sealed and struck on an hour: since the turn `added`, no more from the turn `struck` (OPS-C4.1)."""

    plan: RaidPlan
    added: int
    struck: int


@dataclass(frozen=True, slots=True)
class Committed:
    """A squadron or flight that was committed, for the settling of the Response Level (OPS-A15.5)."""

    unit: str
    flight: bool


@dataclass(slots=True)
class Choice:
    """A decision that the sequence waits for, beside the turn's orders."""

    seat: str
    kind: Literal["dispersal_dash", "navigation_test", "emergency_scramble", "turnaround", "half_escort"]
    options: list[str] = field(default_factory=list)
    count: int = 1
    raid: str | None = None


@dataclass(slots=True)
class DayPosition:
    """An operational day at one moment. `in_vain` counts by Group the turns running in which it was asked in vain (OPS-C3.2). A day whose
    targets have a worth has a `directive`; `bombed` are the points of table A13 on each target up to now (OPS-D2.3). Fields with burnt
    `hangars` are slower till dusk; `left` is longer damage, as `room:Kenley` or `chain_home:Rye`, with its last day (OPS-C7.2). The
    Luftwaffe's officers plan for an `effort`; Fighter Command knows the one `expected` (OPS-D3.2)."""

    scenario: str
    title: dict[str, str]
    date: dt.date
    start: int
    turn: int
    turns: int
    period: int
    phase: Literal["planning", "orders", "choice", "engagement", "over"]
    response_level: int
    scramble_limit: int
    switches: dict[str, str]
    bands: dict[str, float]
    settings: DaySettings
    sky: Sky
    raids: dict[str, Raid]
    squadrons: dict[str, Squadron]
    airfields: dict[str, Airfield]
    patrols: list[list[RaidUnit]]
    tracks: list[Track] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    step: int = 0
    radio_events: list[str] = field(default_factory=list)
    scramble_bonus: int = 0
    scrambled: int = 0
    emergency: list[str] = field(default_factory=list)
    check_detected: bool = False
    check_undetected: bool = False
    damaged_stations: list[str] = field(default_factory=list)
    rooms_hit: list[str] = field(default_factory=list)
    absent_stations: list[str] = field(default_factory=list)
    mobile_stations: list[str] = field(default_factory=list)
    emergency_rooms: list[str] = field(default_factory=list)
    stations_due: dict[str, int] = field(default_factory=dict)
    rooms_due: dict[str, int] = field(default_factory=dict)
    others: dict[str, list[int]] = field(default_factory=dict)
    convoys: dict[str, DayConvoy] = field(default_factory=dict)
    points: list[ScoredPoints] = field(default_factory=list)
    next_track: int = 1
    parted: list[str] = field(default_factory=list)
    balloons: int = 0
    seals: dict[str, str] = field(default_factory=dict)
    salt: str = ""
    engaging: Engaging = field(default_factory=Engaging)
    chooser: Side = "raf"
    engagements: int = 0
    in_vain: dict[str, int] = field(default_factory=dict)
    combat: Combat = field(default_factory=Combat)
    sealings: list[Sealing] = field(default_factory=list)
    struck: list[Struck] = field(default_factory=list)
    hour_sealed: int = 0
    commitments: list[Committed] = field(default_factory=list)
    reports: list[GroundReport] = field(default_factory=list)
    directive: Directive | None = field(default=None, metadata=SPARSE)
    bombed: dict[str, float] = field(default_factory=dict, metadata=SPARSE)
    hangars: list[str] = field(default_factory=list, metadata=SPARSE)
    left: dict[str, dt.date] = field(default_factory=dict, metadata=SPARSE)
    effort: Effort | None = field(default=None, metadata=SPARSE)
    expected: Effort | None = field(default=None, metadata=SPARSE)

    def clock(self, turn: int | None = None) -> str:
        """The time of day at the beginning of a turn."""
        return time_of_day.at(self.start, self.turn if turn is None else turn)

    # ---- known facts, read-only

    @property
    def on_the_hour(self) -> bool:
        """Return whether the turn's clock shows a full hour (OPS-B4.2)."""
        return self.clock().endswith(":00")

    @property
    def plan_open(self) -> bool:
        """Return whether the Luftwaffe has still to seal its plan on this hour; the first turn's is the first plan (OPS-C4.1)."""
        return self.phase not in ("planning", "over") and self.turn > 1 and self.on_the_hour and self.hour_sealed != self.turn

    @property
    def struck_codes(self) -> tuple[str, ...]:
        """The codes of the raids that were struck."""
        return tuple(found.plan.code for found in self.struck)

    @property
    def fight(self) -> Fight | None:
        """The engagement in hand."""
        return self.combat.now

    @property
    def head_wind(self) -> HeadWind | None:
        """The head wind that blows now, if one does."""
        return self.sky.head_wind

    @property
    def silent_stations(self) -> list[str]:
        """The RDF stations that are off the air, whether hit or not there yet."""
        return [*self.damaged_stations, *self.absent_stations]

    def sighting(self, number: int) -> ConvoySighting | None:
        """The convoy of that number as the Luftwaffe last saw it."""
        return next((convoy.seen for convoy in self.convoys.values() if convoy.number == number), None)

    @property
    def radio_bonuses(self) -> int:
        """Return the number of events that extend the range of the HF radio (OPS-A1.hf)."""
        return len(self.radio_events)

    @property
    def scrambles(self) -> int:
        """Return the number of squadrons that may scramble this turn (OPS-B6.4, OPS-A1.3, OPS-A1.9)."""
        return self.scramble_limit + self.scramble_bonus

    def asked(self, seat: str) -> Choice | None:
        """The choice that a seat has to make first, if it has one."""
        return next((choice for choice in self.choices if choice.seat == seat), None)

    def every_squadron(self) -> Iterable[Squadron]:
        """Fighter Command's units as the table shows them (OPS-C8.1), each made when it comes: most askers want none of them."""
        return (s.shown for s in self.squadrons.values())

    def taking_off(self) -> list[Squadron]:
        """The units that take off at the end of the turn: on the ground the table shows them as they are."""
        return [s for s in self.squadrons.values() if s.ordered_off is not None]

    def squadron(self, unit: str) -> Squadron | None:
        """A unit of Fighter Command as the table shows it (OPS-C8.1)."""
        found = self.squadrons.get(unit)
        return found.shown if found is not None else None

    def track(self, number: int) -> Track | None:
        """Return the track of that number, on the table or not."""
        return next((t for t in self.tracks if t.number == number), None)

    def track_of(self, group: str | None) -> Track | None:
        """The track of those that fly together under that code, if they are on the table."""
        return next((t for t in self.tracks if group in t.groups), None)

    def airfield(self, name: str) -> Airfield | None:
        return self.airfields.get(name)

    def every_raid(self) -> Iterable[Raid]:
        return self.raids.values()

    def raid(self, code: str) -> Raid | None:
        return self.raids.get(code)

    @property
    def score(self) -> float:
        """The Luftwaffe's victory points."""
        return sum(point.points for point in self.points)
