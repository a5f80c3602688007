"""A position of the hex dogfight: the terms, the aircraft, clouds, hands and piles, whose go it is, the shot being made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Annotated, Literal

from bob.core.codec import SPARSE
from bob.core.game import Outcome
from bob.core.hexes import Hex
from bob.core.ranges import Whole
from bob.tactical.hexes.data import Dashboard, HexTables, LeaderClass

NOBODY = -1
NOWHERE = Hex(-1, -1)
"""The place of an aircraft that is not on the map."""
TOP = 4
"""The highest level of the altimeter (FIS-214)."""
ADVANCED = ("altimeter", "altitude_fire", "above", "deflection", "slip_limit", "fuel", "night")
READINGS = ("named", "wep_once")
SWITCHES = (*ADVANCED, *READINGS)
"""The fields of the terms that switch an advanced rule (FIS-205) or a doubtful reading: the set-up, the mission's printed page and the
aid go by them."""
NO_ROUNDS = -9
"""The dice less of an aircraft that has no ammunition: it does not fire at all."""

# What is asked for. Before the battle:
CLOUDS, PLACE, EXCHANGE, ANSWER = "clouds", "place", "exchange", "answer"
# phases 1 and 2: choosing a leader's card; cards before and after the initiative dice;
CHOOSE, BEFORE, AFTER = "choose", "before", "after"
# phase 3: activation; flying; leaving a formation whose counters differ; answering a named aircraft; an overheat;
GO, FLY, LEVEL, NAMED, OVERHEAT = "go", "fly", "level", "named", "overheat"
# a shot: counter-attacks, the shooter's and the target's cards, re-rolls, the dodge, its re-rolls, the cancelling (FIS-282).
COUNTER, SHOOTER, TARGET, AIM, DODGE, STEADY, CANCEL = "counter", "shooter", "target", "aim", "dodge", "steady", "cancel"
OVER = "over"
# Steps without a decision.
TURN, DEAL, DEAL_SECOND, DICE, NEXT, FINISH, PHASE_4 = "turn", "deal", "deal_second", "dice", "next", "finish", "phase_4"
ROLL, DODGED = "roll", "dodged"
STAGES = (
    *(CLOUDS, PLACE, EXCHANGE, ANSWER, CHOOSE, BEFORE, AFTER, GO, FLY, LEVEL, NAMED, OVERHEAT),
    *(COUNTER, SHOOTER, TARGET, AIM, DODGE, STEADY, CANCEL, OVER),
)


HexSide = Annotated[int, Whole(0, 5)]
"""A direction, clockwise from north."""
MissionScore = Annotated[int, Whole(-99, 99)]


@dataclass(frozen=True, slots=True)
class HexMount:
    """An aircraft that a mission gives a player. Without a hex its owner places it; `formation` is a number that its members share.

    `leader` is silver, gold or the code of a historical leader; `wingman_of` counts among the player's own aircraft. `structure`,
    `fuel`, `guns` change the values of the dashboard, guns to NO_ROUNDS for none; `bombs` are the dice of its bombs.
    """

    type: str
    at: Hex | None = None
    facing: HexSide = 0
    level: Annotated[int, Whole(0, TOP)] = 2
    leader: str = ""
    wingman_of: int | None = None
    formation: int = NOBODY
    structure: Annotated[int, Whole(-9, 20)] = 0
    fuel: Annotated[int, Whole(-20, 40)] = 0
    guns: Annotated[int, Whole(NO_ROUNDS, 9)] = 0
    bombs: Annotated[int, Whole(0, 9)] = 0


@dataclass(frozen=True, slots=True)
class HexSeat:
    """A seat: its side, its aircraft, and cards that it is dealt beyond the usual ones on the first turn."""

    seat: str
    side: str
    aircraft: tuple[HexMount, ...] = ()
    cards: Annotated[int, Whole(0, 10)] = 0


@dataclass(frozen=True, slots=True)
class Wind:
    """The direction that the wind blows to, and its force from 1 to 3."""

    to: HexSide
    force: Annotated[int, Whole(1, 3)]


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship of a side, in its hex."""

    at: Hex
    side: str
    structure: Annotated[int, Whole(1, 20)] = 4


@dataclass(frozen=True, slots=True)
class MissionAim:
    """A further score of a side: `exit`, an aircraft of it that leaves by an edge; `kill`, an enemy shot down; `ship`, one sunk.

    `of` is any, bomber or fighter; `edge` north, east, south or west, or any.
    """

    side: str
    kind: Literal["exit", "kill", "ship"]
    points: MissionScore
    of: Literal["any", "bomber", "fighter"] = "any"
    edge: Literal["any", "north", "east", "south", "west"] = "any"


@dataclass(frozen=True, slots=True)
class HexTerms:
    """The terms of a battle: a mission with the options laid over it.

    `limit`: the points that forces chosen by the players may cost a side, with the leaders that they allow; 0 for none (FIS-260,
    FIS-D42). The advanced rules: those of `ADVANCED`, `structure` (points more for every aircraft), `wind`. The doubtful readings:
    wep_once (one hex of WEP an activation), named (the other side may play cards whenever an aircraft is
    activated, and before each shot is declared: without it cards for the enemy's go find no moment, FIS-D31). A term of engagements of
    the day: hit_goes_home (whoever was hit leaves at the end of the turn, OPS-D1.8).
    """

    players: tuple[HexSeat, ...]
    turns: Annotated[int, Whole(1, 40)] = 8
    columns: Annotated[int, Whole(5, 99)] = 21
    rows: Annotated[int, Whole(3, 99)] = 15
    clouds: tuple[Hex, ...] = ()
    cloud_count: Annotated[int, Whole(0, 99)] = 0
    new_clouds: bool = False
    first: str | None = None
    altimeter: bool = False
    deflection: bool = False
    slip_limit: bool = False
    altitude_fire: bool = False
    above: bool = False
    fuel: bool = False
    structure: Annotated[int, Whole(0, 20)] = 0
    wind: Wind | None = None
    night: bool = False
    wep_once: bool = False
    named: bool = True
    ships: tuple[Ship, ...] = ()
    limit: Annotated[int, Whole(0, 9999)] = 0
    aims: tuple[MissionAim, ...] = ()
    handicap: Mapping[str, MissionScore] = field(default_factory=dict)
    hit_goes_home: bool | None = field(default=None, metadata=SPARSE)


@dataclass(slots=True)
class HexAircraft:
    """One aircraft in play; `seat` and `side` are numbers of the position's seats and sides.

    `rank` and `rule` are its leader's. `speed` and `fuel` are its counters; `unseen` are the critical markers still face down,
    `criticals` those turned over. `out` is empty, or down (destroyed), collided, left (the map), dry or home.
    """

    number: int
    seat: int
    side: int
    dash: Dashboard
    rank: LeaderClass | None = None
    rule: str = ""
    at: Hex = NOWHERE
    facing: int = 0
    level: int = 0
    speed: int = 0
    fuel: int = 0
    structure: int = 0
    leader: str = ""
    wingman_of: int = NOBODY
    formation: int = NOBODY
    guns: int = 0
    bombs: int = 0
    fired: bool = False
    overheat: int = 0
    shocked: int = 0
    unseen: tuple[str, ...] = ()
    criticals: tuple[str, ...] = ()
    tail: bool = False
    rule_used: bool = False
    out: str = ""

    def copy(self) -> HexAircraft:
        return HexAircraft(*_AIRCRAFT(self))


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """The former place of an aircraft, as the others still see it while its owner may take steps back."""

    number: int
    at: Hex
    facing: int
    level: int
    speed: int
    fuel: int
    shocked: int
    tail: bool


@dataclass(slots=True)
class Go:
    """A side's go in phase 3, and the activation under way: `active` are its aircraft, none while the seat still chooses.

    `displaced`, `spent`: it has moved as it must (FIS-051, FIS-280); `turnable`: a hex was advanced just before (FIS-064). `shot`: it
    fired in this activation; `flown`: the aircraft activated; `released`: brought to 0 speed points by dodging. `twice`: the seat may
    activate a second single aircraft, `singles`: those activated already (FIS-191). `before` are the places that the others see until
    the steps are shown, `path` the steps. `aims_at`, `aims_by`: the shot, by its target and arc, that waits for the other side's cards.
    """

    side: int
    done: tuple[int, ...] = ()
    seat: int = NOBODY
    active: tuple[int, ...] = ()
    flown: tuple[int, ...] = ()
    twice: bool = False
    singles: tuple[int, ...] = ()
    displaced: bool = False
    spent: bool = False
    turnable: bool = False
    shot: bool = False
    released: bool = False
    paid: bool = False
    slips: int = 0
    weps: int = 0
    tail_hexes: int = 0
    free_slip: bool = False
    hard_turn: bool = False
    aerobatics: int = 0
    before: tuple[SeenPlace, ...] = ()
    path: tuple[str, ...] = ()
    aims_at: int = NOBODY
    aims_by: str = ""

    def copy(self) -> Go:
        return replace(self)


@dataclass(slots=True)
class Shot:
    """A shot, or a collision when `into` is set, being resolved; dice are faces of the die (FIS-282).

    `bonus` and `malus` are dice that cards gave or took from the shooter, `cover` those that cards and helpers gave the target. `haze`:
    no Fighter in Sight bonus. `asked` are wingmen that have answered. `answering`: a counter-attack, whose end lets the shot below go
    on.
    """

    shooter: int
    target: int
    arc: str
    into: tuple[Hex, ...] = ()
    answering: bool = False
    asked: tuple[int, ...] = ()
    bonus: int = 0
    malus: int = 0
    cover: int = 0
    haze: bool = False
    plated: int = 0
    converted: int = 0
    attack: tuple[int, ...] = ()
    dodge: tuple[int, ...] = ()

    def copy(self) -> Shot:
        return replace(self)


@dataclass(slots=True)
class HexPosition:
    """The whole truth. The top of `shots` is being resolved; `carded` are the seats that have played in this window.

    `offer` is a card offered in a team: from whom, to whom, which; `returned` the card named for it, `offered` that one was in this round.
    """

    terms: HexTerms
    tables: HexTables
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    stage: str = CLOUDS
    turn: int = 0
    first: int = NOBODY
    aircraft: list[HexAircraft] = field(default_factory=list)
    clouds: list[Hex] = field(default_factory=list)
    ships: list[int] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    hands: list[tuple[str, ...]] = field(default_factory=list)
    bag: list[str] = field(default_factory=list)
    carded: list[bool] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    sun: list[int] = field(default_factory=list)
    bonus: list[int] = field(default_factory=list)
    kills: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    queue: list[int] = field(default_factory=list)
    offer: tuple[int, int, str] | None = None
    returned: str = ""
    offered: bool = False
    go: Go | None = None
    shots: list[Shot] = field(default_factory=list)
    then: str = ""
    owing: tuple[str, ...] = ()
    outcome: Outcome | None = None

    def copy(self) -> HexPosition:
        """A position of its own; what never changes is shared."""
        twin = HexPosition(*_POSITION(self))
        twin.aircraft = [a.copy() for a in self.aircraft]
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        twin.go = self.go.copy() if self.go is not None else None
        twin.shots = [shot.copy() for shot in self.shots]
        return twin

    def flying(self) -> list[HexAircraft]:
        """The aircraft on the sheet."""
        return [a for a in self.aircraft if not a.out]


_LISTS = ("clouds", "ships", "pile", "discard", "hands", "bag", "carded", "dice", "sun", "bonus", "kills", "score", "queue")
_AIRCRAFT = attrgetter(*HexAircraft.__slots__)
_POSITION = attrgetter(*HexPosition.__slots__)
