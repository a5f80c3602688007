"""The public face of a flight: a Mission or Strike flown by cards, as a campaign hands it over and gets it back (CAM-S.9).

All is typed, frozen and goes through the codec. A side flies Elements (a Leader, with or without a Wingman) and Formations (aircraft that
fly in formation). Whatever a campaign alone knows, awards, cups, calendars, stays with it; it names its units by texts of its own that
come back unchanged.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Annotated

from bob.core.codec import SPARSE
from bob.core.ranges import OneOf, Text, Whole
from bob.tactical.cards.data import ALTITUDES, SIDES

PILOT_SKILLS = ("A", "BM", "BU", "CV", "D", "G", "H", "P", "S")
CREW_SKILLS = ("A", "BD", "D", "EA", "NS", "TD", "TS")

# What an aircraft carries (CAM-18.11). CHOICE: its owner says before the first turn whether it carries a torpedo or bombs (CAM-17.14b2).
NO_LOAD, BOMBS, TORPEDO, CHOICE = "", "bombs", "torpedo", "choice"
LOADS = (NO_LOAD, BOMBS, TORPEDO, CHOICE)

# Ways to attack a target (CAM-21.2); LOOK is a reconnaissance flown like bombing (CAM-23.64b), NEITHER is to fly over it.
LEVEL, DIVE, DROP, SATURATION, STRAFING, LOOK, NEITHER = "level", "dive", "torpedo", "saturation", "strafing", "look", "neither"
BOMB_MODES = (LEVEL, DIVE, DROP, SATURATION)

MISS, HIT, DIRECT, VITAL = "miss", "hit", "direct", "vital"
BOMB_RESULTS = (MISS, HIT, DIRECT, VITAL)
"""In rising order (CAM-21.13b)."""

PHASED, FIXED = "phased", "fixed"
HOME = "home"

# What became of an aircraft (CAM-S.9b).
WHOLE, DAMAGED, DESTROYED, LEFT, LEFT_DAMAGED = "whole", "damaged", "destroyed", "left", "left_damaged"
FATES = (WHOLE, DAMAGED, DESTROYED, LEFT, LEFT_DAMAGED)

_Altitude = Annotated[str, OneOf(ALTITUDES)]
_Turns = Annotated[int, Whole(0, 60)]


@dataclass(frozen=True, slots=True)
class FlightAirman:
    """A Skilled Pilot in a Leader's aircraft, or a Skilled Crew in a Heavy Bomber (CAM-19.11). Unskilled airmen are not handed over."""

    code: Annotated[str, Text(80, 1)]
    skills: tuple[Annotated[str, OneOf(tuple(sorted({*PILOT_SKILLS, *CREW_SKILLS})))], ...]


@dataclass(frozen=True, slots=True)
class FlightHandicap:
    """The advantages and handicaps of a crew in one flight: Performance, Bursts, cards of the opening hand.

    Of a Wingman Bursts are the Offense, and the rest means nothing. With `NO_ROUNDS` there is no shot at all.
    """

    performance: Annotated[int, Whole(-9, 9)] = 0
    bursts: Annotated[int, Whole(-9, 9)] = 0
    cards: Annotated[int, Whole(0, 20)] = 0


NO_ROUNDS = -9
"""The Bursts of a handicap without rounds."""


@dataclass(frozen=True, slots=True)
class FlightElement:
    """A Leader of that aircraft card, with or without a Wingman of the same (CAM-S.1a). Without an altitude its owner chooses one in
    secret (CAM-GAP-64). The handicaps are of the Leader and of the Wingman."""

    unit: Annotated[str, Text(80, 1)]
    aircraft: Annotated[str, Text(80, 1)]
    wingman: bool = True
    load: Annotated[str, OneOf(LOADS)] = NO_LOAD
    altitude: _Altitude | None = None
    pilot: FlightAirman | None = None
    handicaps: tuple[FlightHandicap, ...] = field(default=(), metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class FlightFormation:
    """Aircraft of one type that fly in formation, by their cards: one, two or three (CAM-17.22). Crews by their place in it.

    `load` BOMBS or TORPEDO is the weapon of their attack; NO_LOAD is for those that only look (CAM-23.64a). `loose` is the Turret Support
    that each lacks, by its place.
    """

    unit: Annotated[str, Text(80, 1)]
    aircraft: tuple[Annotated[str, Text(80, 1)], ...]
    load: Annotated[str, OneOf(LOADS)] = BOMBS
    altitude: _Altitude | None = None
    crews: tuple[FlightAirman | None, ...] = ()
    loose: tuple[Annotated[int, Whole(0, 9)], ...] = field(default=(), metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class FlightSide:
    """One side: the seat that decides for it, and its aircraft."""

    side: Annotated[str, OneOf(SIDES)]
    seat: Annotated[str, Text(80, 1)]
    elements: tuple[FlightElement, ...] = ()
    formations: tuple[FlightFormation, ...] = ()


@dataclass(frozen=True, slots=True)
class FlightTarget:
    """The values of a target in a flight (CAM-21.9, CAM-22.0): points of a Miss, a Hit, a Direct, a Vital, and of a strafing Hit.

    `naval`: may be torpedoed, and Saturation loses a level against it. `fleet`: may not be strafed. They are two flags.
    """

    name: Annotated[str, Text(80, 1)]
    naval: bool = False
    fleet: bool = False
    area_flak: Annotated[int, Whole(0, 9)] = 0
    target_flak: Annotated[int, Whole(0, 9)] = 0
    miss: Annotated[int, Whole(0, 99)] = 0
    hit: Annotated[int, Whole(0, 99)] = 1
    direct: Annotated[int, Whole(0, 99)] = 2
    vital: Annotated[int, Whole(0, 99)] = 3
    strafing_hit: Annotated[int, Whole(0, 99)] = 1

    def points(self, result: str) -> int:
        """The points of a bombing result (CAM-21.15)."""
        return (self.miss, self.hit, self.direct, self.vital)[BOMB_RESULTS.index(result)]


@dataclass(frozen=True, slots=True)
class FlightEffects:
    """Resources in force, as far as the flight itself plays them. Aircraft that they add are Elements, turns that they add are in the
    lengths, both given by the campaign.

    `clouds`: Clouds over Target (CAM-24.53d). `points_per_hit`: extra points for each bomb result of the bombing side, not torpedo, that
    is still a Hit or better (Loaded Flight Deck, CAM-GAP-52).
    """

    clouds: bool = False
    points_per_hit: Annotated[int, Whole(0, 9)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightEdition:
    """The switches of an edition for flights (CAM-DAT-17): tables/cards/editions.toml names the editions, and the values here are those of
    its `classic`.

    `flip`: whether a damage limit is met at equality (CAM-GAP-51). `altitude_draw`: the cards that each band adds to Horsepower in the
    Draw step (CAM-S.1e). `start_altitude`: a side that may choose its start does so at any band of the card, or up to Medium as in the
    card dogfight (CAM-GAP-64, DIF-012). The rest are the doubtful readings of the seam, by its names; the last three are read by
    campaigns alone.
    """

    flip: Annotated[str, OneOf(("reach", "exceed"))] = "reach"
    altitude_draw: tuple[int, int, int, int, int] = (1, 1, 0, -1, -2)
    helpers: bool = True
    loaded: Annotated[str, OneOf(("penalty", "none"))] = "penalty"
    leave: Annotated[str, OneOf(("choice", "never"))] = "choice"
    start_altitude: Annotated[str, OneOf(("any", "low"))] = "any"
    angle_of_attack: bool = False
    rear_angle: Annotated[int, Whole(-1, 1)] = 1
    strafe_only_flak_attacks: Annotated[int, Whole(1, 2)] = 1
    strafing_skips_play: bool = True
    both_in_a_turn: bool = False
    first_skip: Annotated[str, OneOf(("element", "side"))] = "element"
    wingman_attacks: Annotated[str, OneOf(("one", "all"))] = "one"
    wingman_strafes: Annotated[str, OneOf(("leader", "printed"))] = "leader"
    lone_wingman: Annotated[str, OneOf(("flies_on", "leads", "leaves"))] = "flies_on"
    pilots_lost: Annotated[str, OneOf(("return", "out"))] = "return"
    heavies_per_crew: Annotated[int, Whole(1, 9)] = 3
    return_needs_overflight: bool = True

    def starts(self, bands: range) -> range:
        """The bands of a card at which its owner may choose to start; the lowest of a card that has none up to Medium."""
        found = range(bands.start, min(bands.stop, ALTITUDES.index("medium") + 1)) if self.start_altitude == "low" else bands
        return found or range(bands.start, bands.start + 1)


CLASSIC = "classic"
"""The name of the default edition of flights."""
SWITCHES = tuple([f.name for f in dataclasses.fields(FlightEdition)])


@dataclass(frozen=True, slots=True)
class FlightTerms:
    """A flight as it is handed over.

    `structure` FIXED: a dogfight-like Mission of `turns` game turns (CAM-23.1a). PHASED: `target_bound` turns, three over the target, then
    the way home (CAM-23.1c). `target_bound` is the final length, Speeds and Resources reckoned in. `home_bound` is the base number: with
    `speed_shortens` (a Mission, not a Strike) the flight takes the slowest survivor's Speed off it when the Egress Turn is over
    (CAM-23.8b); `home_change` is what Resources add to it or take off it. `bombing` is the side that attacks the target; none in a
    dogfight. `task` "look": its Formations without a load look at the target in the Bomb Turn (CAM-GAP-33). `first`: the side that begins;
    by lot if none (CAM-GAP-55).

    Only an engagement of a day has the rest: `holds` are Positions at the beginning, an aircraft by its number, an enemy Leader, and 1 for
    Advantaged or 2 for Tailing; with `damaged` HOME the Damaged leave when the game turn is over.
    """

    sides: tuple[FlightSide, FlightSide]
    bombing: Annotated[str, OneOf(("", *SIDES))] = ""
    structure: Annotated[str, OneOf((PHASED, FIXED))] = PHASED
    turns: _Turns = 0
    target_bound: _Turns = 0
    home_bound: _Turns = 0
    home_change: Annotated[int, Whole(-20, 20)] = 0
    speed_shortens: bool = True
    target: FlightTarget | None = None
    effects: FlightEffects = FlightEffects()
    edition: FlightEdition = FlightEdition()
    first: Annotated[str, OneOf(SIDES)] | None = None
    holds: tuple[tuple[int, int, int], ...] = field(default=(), metadata=SPARSE)
    damaged: Annotated[str, OneOf((HOME,))] | None = field(default=None, metadata=SPARSE)


# ---- what comes back


@dataclass(frozen=True, slots=True)
class FlightFate:
    """One aircraft afterwards. `place` is 0 for a Leader and 1 for its Wingman, or its place in the Formation.

    `damaged`: its card shows the Damaged side, destroyed or not. `airman` is the Pilot or Crew aboard; `airman_lost`: shot down with it.
    `looks` are those that count of a reconnaissance.
    """

    unit: str
    place: int
    side: str
    aircraft: str
    kind: str
    fate: Annotated[str, OneOf(FATES)]
    hits: int
    damaged: bool
    overflew: bool
    bombed: bool
    airman: str | None = None
    airman_lost: bool = False
    looks: int = 0
    by: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class FlightHit:
    """A bombing or strafing result that counts: the aircraft, the mode, the result, and its points with all modifiers."""

    unit: str
    place: int
    mode: str
    result: Annotated[str, OneOf(BOMB_RESULTS)]
    points: int


@dataclass(frozen=True, slots=True)
class FlightResult:
    """A flight as it comes back: every aircraft, every result that counts, the points on the target, the turns flown."""

    aircraft: tuple[FlightFate, ...]
    hits: tuple[FlightHit, ...]
    points: int
    looks: int
    turns: int
