"""The sheets of a land campaign as they are in files: campaigns, target sheets, pilots' counters, awards."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bob.campaigns.sides import SIDES
from bob.core.ranges import OneOf, Text, Whole
from bob.data.toml_files import Distinct, Keys, Members, Rising
from bob.tactical.cards.flight import CLASSIC

LANGUAGES = ("en", "fr")
TITLE = Keys(LANGUAGES)

RAID, DOGFIGHT, RECON, SCOUT, RESCUE = MISSION_KINDS = ("raid", "dogfight", "recon", "scout", "rescue")
"""The kinds of mission: bombing, a dogfight, reconnaissance over a target in phases, and in a fixed number of turns a scout or a rescue,
which succeed if one of their aircraft is alive at the end (CAM-23.1a, CAM-GAP-33)."""
FIXED = (DOGFIGHT, SCOUT, RESCUE)

LEVEL_CODES = ("very_low", "low", "medium", "high", "very_high")
_Band = Annotated[str, OneOf(LEVEL_CODES)]
_Side = Annotated[str, OneOf(SIDES)]
_Naming = Annotated[Mapping[str, Annotated[str, Text(200, 1)]], TITLE]
_Brief = Annotated[Mapping[str, Annotated[str, Text(1200, 1)]], TITLE]

_Origin = Literal["designed", "source"]
AIR_ARMS = ("raf", "luftwaffe", "regia_aeronautica", "japan", "usa")
SERVICES = ("air", "army", "navy")

ROWS = (
    "maneuvering",
    "half_loop",
    "scissors",
    "full_throttle",
    "vertical_roll",
    "barrel_roll",
    "tight_turn",
    "ace_pilot",
    "ims_1b",
    "ims_2b",
    "ims_3b",
    "oots",
)
"""The rows of a Missions table: the titles of the Action cards, In My Sights by their cost in Bursts (CAM-24.44b)."""

EFFECTS = ("elements", "pilot", "out_turns", "home_turns", "clouds", "flak", "bomb_points")
"""The effects of a Resource: aircraft, a named pilot, turns more or fewer out or home, Clouds over Target, Target Flak more or less, and
points more for each bomb result that counts. A new one is carried out where its kind is asked for (`mission.amount`, `mission.effects`)
and has its words in `air_war.effect`."""
WITH_AIRCRAFT, WITH_PILOT, WITH_AMOUNT = ("elements",), ("pilot",), ("out_turns", "home_turns", "flak", "bomb_points")
"""The effects that need a force, a pilot, an amount; the rest need nothing more."""


# ---- a campaign


@dataclass(frozen=True, slots=True)
class Flyers:
    """Aircraft of a mission or a Resource: Elements of fighters and fighter-bombers (with `wingmen` L/W, without L), or `count` bombers
    (CAM-24.46b, CAM-24.46c)."""

    aircraft: str
    count: Annotated[int, Whole(1, 12)] = 1
    wingmen: bool = True


@dataclass(frozen=True, slots=True)
class LandPeriod:
    """A period: a column of the Missions table, card to target number (CAM-24.41, CAM-24.44a)."""

    code: str
    name: _Naming
    first: dt.date
    last: dt.date
    missions: Annotated[Mapping[str, int], Keys(ROWS)]


@dataclass(frozen=True, slots=True)
class LandTarget:
    """An entry of the Mission Targets table (CAM-24.45 to CAM-24.49). `attacker` is the bombing side; of a dogfight, the side whose
    sortie it is. `sheet` is its target sheet, none where nothing is bombed. `turns` has one number, or two: outward and homeward."""

    number: Annotated[int, Whole(1, 99)]
    name: _Naming
    kind: Annotated[str, OneOf(MISSION_KINDS)]
    attacker: _Side
    altitude: _Band
    turns: tuple[Annotated[int, Whole(1, 20)], ...]
    attackers: tuple[Flyers, ...]
    defenders: tuple[Flyers, ...] = ()
    sheet: str | None = None
    looks_needed: Annotated[int, Whole(1, 9)] = 1
    award: Annotated[int, Whole(0, 20)] = 0
    at: str = ""
    """The place on the map, `kind:name` as everywhere; none for a theatre that the map does not show."""
    place: tuple[float, float] | None = None
    """Its latitude and longitude: the loader's, not the file's."""
    brief: _Brief = field(default_factory=dict)
    from_source: tuple[str, ...] = ()

    @property
    def phased(self) -> bool:
        return len(self.turns) == 2


@dataclass(frozen=True, slots=True)
class ResourceEffect:
    """One thing that a Resource does."""

    kind: Annotated[str, OneOf(EFFECTS)]
    aircraft: str | None = None
    count: Annotated[int, Whole(1, 12)] = 1
    wingmen: bool = True
    loaded: bool = False
    pilot: str | None = None
    amount: Annotated[int, Whole(-9, 9)] = 0


@dataclass(frozen=True, slots=True)
class LandResource:
    """A numbered Resource of a side (CAM-24.51, CAM-24.52)."""

    side: _Side
    number: Annotated[int, Whole(1, 40)]
    name: _Naming
    effects: Annotated[tuple[ResourceEffect, ...], Distinct()]
    from_source: tuple[str, ...] = ()

    def effect(self, kind: str) -> tuple[ResourceEffect, ...]:
        """Its effects of a kind."""
        return tuple(effect for effect in self.effects if effect.kind == kind)


@dataclass(frozen=True, slots=True)
class Performance:
    """A step of the Air Group Performance table: the least Axis less Allied points for it (CAM-24.7)."""

    code: str
    least: Annotated[int, Whole(-999, 999)]


PERFORMANCES = ("allied_major", "allied_minor", "draw", "axis_minor", "axis_major")


@dataclass(frozen=True, slots=True)
class LandCampaign:
    """A Land Campaign Sheet (CAM-24.2). Its flights go by the edition of that name."""

    code: str
    name: _Naming
    brief: _Brief
    missions: Annotated[int, Whole(1, 20)]
    period: Annotated[tuple[LandPeriod, ...], Distinct("code")]
    target: Annotated[tuple[LandTarget, ...], Distinct("number")]
    resource: tuple[LandResource, ...]
    performance: Annotated[tuple[Performance, ...], Members(len(PERFORMANCES)), Rising(key="least")]
    origin: _Origin
    why: Annotated[str, Text(3000, 1)]
    from_source: tuple[str, ...] = ()
    edition: Annotated[str, Text(80, 1)] = CLASSIC

    def target_of(self, number: int) -> LandTarget:
        """The entry of that number."""
        return next(target for target in self.target if target.number == number)

    def period_of(self, code: str) -> LandPeriod:
        """The period of that code, which there is."""
        return next(period for period in self.period if period.code == code)

    def resources(self, side: str) -> dict[int, LandResource]:
        """A side's Resources by number."""
        return {found.number: found for found in self.resource if found.side == side}


# ---- targets, pilots, awards

RESULTS = ("miss", "hit", "direct", "vital")
"""The results of a bombing card, in rising order (CAM-21.13b)."""


@dataclass(frozen=True, slots=True)
class DamageLevel:
    """A level of damage: its name, the points from which it is reached, the victory points for it (CAM-21.81, CAM-21.82)."""

    code: str
    name: _Naming
    least: Annotated[int, Whole(0, 999)]
    vp: Annotated[int, Whole(0, 99)]


@dataclass(frozen=True, slots=True)
class TargetCard:
    """A Target Sheet (CAM-21.91, CAM-21.92b). `points` go by the results miss, hit, direct, vital; `strafe` is for a strafing hit. A
    Carrier Fleet has no levels: they are on its Damage Track (CAM-21.92c)."""

    code: str
    name: _Naming
    area_flak: Annotated[int, Whole(0, 9)]
    target_flak: Annotated[int, Whole(0, 9)]
    points: Annotated[Mapping[str, Annotated[int, Whole(0, 30)]], Keys(RESULTS)]
    origin: _Origin
    why: Annotated[str, Text(3000, 1)]
    levels: Annotated[tuple[DamageLevel, ...], Rising(key="least"), Distinct("code")] = ()
    strafe: Annotated[int, Whole(0, 9)] = 1
    naval: bool = False
    fleet: bool = False
    number: str = ""
    """The number printed on the sheet, such as 3A."""
    from_source: tuple[str, ...] = ()

    def level(self, points: int) -> DamageLevel:
        """Return the level that `points` points reach; only this one scores (CAM-21.81, CAM-21.82b)."""
        return [level for level in self.levels if points >= level.least][-1]


PILOT_SKILLS = ("A", "BM", "BU", "CV", "D", "G", "H", "P", "S")
CREW_SKILLS = ("A", "BD", "D", "EA", "NS", "TD", "TS")
SKILLS = tuple(sorted({*PILOT_SKILLS, *CREW_SKILLS}))
"""The letters of CAM-19.25 and of CAM-19.35."""

NATIONALITIES = (
    "australia",
    "belgium",
    "canada",
    "czechoslovakia",
    "france",
    "germany",
    "ireland",
    "italy",
    "japan",
    "new_zealand",
    "poland",
    "south_africa",
    "united_kingdom",
    "united_states",
)


@dataclass(frozen=True, slots=True)
class CounterFace:
    """A side of a Pilot or Crew counter. Skill letters make it Skilled (CAM-19.22a, CAM-19.32)."""

    name: Annotated[str, Text(60, 1)]
    nationality: Annotated[str, OneOf(NATIONALITIES)]
    unit: str = ""
    skills: Annotated[tuple[Annotated[str, OneOf(SKILLS)], ...], Distinct()] = ()

    @property
    def skilled(self) -> bool:
        return bool(self.skills)


@dataclass(frozen=True, slots=True)
class AirmanCounter:
    """A two-sided Pilot or Crew counter: of an air arm, and of a service of it or of any (CAM-19.21, CAM-GAP-48). `type` is the aircraft
    type that it names, any model of it (CAM-19.23); counters without a Skilled side name none. `first` and `last` are the days between
    which its man flew, where that matters: at other times it is not in the cup."""

    code: str
    air_arm: Annotated[str, OneOf(AIR_ARMS)]
    faces: Annotated[tuple[CounterFace, ...], Members(2)]
    origin: _Origin
    why: Annotated[str, Text(3000, 1)]
    service: Annotated[str, OneOf(SERVICES)] | None = None
    type: str | None = None
    crew: bool = False
    first: dt.date | None = None
    last: dt.date | None = None

    def flew(self, first: dt.date | None, last: dt.date | None) -> bool:
        """Return whether its man flew on any of those days; an end that is None is open."""
        joined = self.first is None or last is None or self.first <= last
        return joined and (self.last is None or first is None or self.last >= first)

    @property
    def skilled_face(self) -> CounterFace | None:
        """Return its first Skilled side, used by a Resource that names the counter (CAM-19.24e)."""
        return next((face for face in self.faces if face.skilled), None)


@dataclass(frozen=True, slots=True)
class AircraftAward:
    """The points for a class of aircraft: Damaged, Destroyed, its Skilled Pilot or Crew lost, home not Damaged (CAM-24.61)."""

    damaged: Annotated[int, Whole(0, 50)]
    destroyed: Annotated[int, Whole(0, 50)]
    pilot: Annotated[int, Whole(0, 50)] = 0
    home: Annotated[int, Whole(0, 50)] = 0


AIRCRAFT_CLASSES = ("fighter", "fighter_bomber", "medium", "heavy", "recon")


@dataclass(frozen=True, slots=True)
class LandAwards:
    """The award table of the Land Log Sheet (CAM-24.32), by class; `types` are awards of single aircraft types, over their class's."""

    classes: Annotated[Mapping[str, AircraftAward], Keys(AIRCRAFT_CLASSES)]
    origin: _Origin
    why: Annotated[str, Text(3000, 1)]
    types: Mapping[str, AircraftAward] = field(default_factory=dict)
    from_source: tuple[str, ...] = ()

    def of(self, kind: str, card: str) -> AircraftAward:
        """The award for an aircraft of a class, by its card."""
        return self.types.get(card, self.classes[kind])


@dataclass(frozen=True, slots=True)
class WarTables:
    """All that the land campaigns are played by."""

    campaigns: Mapping[str, LandCampaign]
    targets: Mapping[str, TargetCard]
    counters: tuple[AirmanCounter, ...]
    awards: LandAwards
    own: Mapping[str, str] = field(default_factory=dict)
    """The user's own files laid over ours, by name."""
