"""A position of the miniatures dogfight: terms, aircraft, clouds, decks and hands, whose activation it is, the attack being made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Annotated, Literal

from bob.core.game import Outcome
from bob.core.ranges import OneOf, Whole
from bob.tactical.miniatures.data import ACE, ROOKIE, MiniatureTables, MiniatureType
from bob.tactical.miniatures.rules.geometry import CIRCLE, PER, Spot

NOBODY = -1
NOWHERE = Spot(-1, -1)
"""The place of an aircraft that is not on the table."""
DISADVANTAGED, NEUTRAL, ADVANTAGED = 0, 1, 2
SKY_LEVELS = ("disadvantaged", "neutral", "advantaged")
"""The names of the levels by their numbers (BRS-C01)."""
FIGHTERS, MULTIS = 0, 1
"""The two squadrons that a side may have (BRS-119)."""

# What is asked for. Before the battle: clouds, placing aircraft, deployment cards;
CLOUDS, PLACE, DEPLOYED = "clouds", "place", "deployed"
# an activation: which aircraft; its player's cards before an enemy's reaction, that reaction; flying; whom to tail; the pilot action, an
# outmanoeuvre after a climb; defensive fire;
CHOOSE, BEGIN, REACT, FLY, TAIL, ACTION, FOLLOW, DEFEND = "choose", "begin", "react", "fly", "tail", "action", "follow", "defend"
# an attack (BRS-C55): the answer, the active player's cards, his enemy's, cards after the dodge;
ANSWER, FIRING, TARGETED, DODGED = "answer", "firing", "targeted", "dodged"
# after an activation and a turn: cards kept, cards of the end phase, cards thrown away.
KEEP, LATE, THROW = "keep", "late", "throw"
OVER = "over"
# Steps without a decision.
TURN, NEXT, MOVED, ROLL, APPLY, FINISH, CHECK = "turn", "next", "moved", "roll", "apply", "finish", "check"
STAGES = (
    *(CLOUDS, PLACE, DEPLOYED, CHOOSE, BEGIN, REACT, FLY, TAIL, ACTION, FOLLOW, DEFEND),
    *(ANSWER, FIRING, TARGETED, DODGED, KEEP, LATE, THROW, OVER),
)

NO_ROUNDS = -9
"""The figure of guns that have nothing to fire."""
MOST = 100 * PER
SkyPart = Annotated[int, Whole(0, MOST)]
"""A coordinate, in hundredths of an inch."""
SkyHeading = Annotated[int, Whole(0, CIRCLE - 1)]
SkyEdge = Literal["north", "east", "south", "west"]


@dataclass(frozen=True, slots=True)
class TableSpot:
    """A point of the table as a scenario gives it, in hundredths of an inch from its north-western corner."""

    x: SkyPart
    y: SkyPart

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y)


@dataclass(frozen=True, slots=True)
class MiniatureMount:
    """An aircraft that a scenario gives a player: its type, its pilot's Skill, the named Ace who flies it. Without a spot its owner places
    it.

    `guns`: dice more or less on every shot with its own guns, `NO_ROUNDS` for guns that have nothing to fire. `leaves`: after which turn
    it must go home; 0 for never. The enemy knows neither.
    """

    type: str
    skill: Annotated[int, Whole(ROOKIE, ACE)] = 3
    ace: str = ""
    at: TableSpot | None = None
    heading: SkyHeading = 0
    level: Annotated[str, OneOf(SKY_LEVELS)] = "neutral"
    loaded: bool = False
    guns: Annotated[int, Whole(NO_ROUNDS, 4)] = 0
    leaves: Annotated[int, Whole(0, 40)] = 0


@dataclass(frozen=True, slots=True)
class MiniatureForce:
    """A player's force and deck.

    `edge`: the player's edge of the table. `doctrine`, `theatre`: the codes of cards; null for the side's pack, filled up by dice.
    `abilities`: Ace Ability cards. `extra`: by type, the trait that gets the odd card (BRS-019). `random`: Doctrine and Theatre cards
    dealt by dice (BRS-025). `cards`: cards dealt beyond the hand at the start.
    """

    seat: str
    aircraft: tuple[MiniatureMount, ...] = ()
    edge: SkyEdge = "south"
    doctrine: tuple[str, ...] | None = None
    theatre: tuple[str, ...] | None = None
    abilities: tuple[str, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    random: bool = False
    cards: Annotated[int, Whole(0, 10)] = 0


@dataclass(frozen=True, slots=True)
class MiniatureStrike:
    """The bombing task of a side: one or more target points, and the number of hits that wins it the battle (BRS-C58, BRS-D44).

    `strafe`: fighters may fire their guns at a target in the same way (Firepower in place of engines).
    """

    seat: str
    targets: tuple[TableSpot, ...]
    hits: Annotated[int, Whole(1, 99)]
    strafe: bool = False


@dataclass(frozen=True, slots=True)
class MiniatureExit:
    """The edge where aircraft of a side leave in safety: all, or multi-engined ones only (BRS-C59)."""

    seat: str
    edge: SkyEdge
    multis: bool = False


@dataclass(frozen=True, slots=True)
class MiniatureTerms:
    """The terms of a battle: a scenario with the options laid over it.

    `width`, `height` in inches. `deck`: with Action cards (BRS-001). `first`: in the first turn this player's aircraft of a level act
    before the other's. `handicap`: Boom chits by seat that count for the verdict at the turn limit. The switches of the ledger:
    opening_shot, setup_levels, equal_level_shot, saved_hit_chit, formation_fire, ability_beside_any (an Ace's Ability goes beside any
    card; by ours beside a Trait only, the one card that the rules name there, BRS-089).
    """

    forces: tuple[MiniatureForce, ...]
    turns: Annotated[int, Whole(1, 40)] = 8
    width: Annotated[int, Whole(24, 96)] = 48
    height: Annotated[int, Whole(24, 96)] = 36
    clouds: tuple[TableSpot, ...] = ()
    cloud_count: Annotated[int, Whole(0, 12)] = 0
    first: str | None = None
    deck: bool = True
    opening_shot: bool = True
    setup_levels: bool = False
    equal_level_shot: bool = False
    saved_hit_chit: bool = False
    formation_fire: bool = False
    ability_beside_any: bool = False
    strike: MiniatureStrike | None = None
    exits: tuple[MiniatureExit, ...] = ()
    limit: Annotated[int, Whole(0, 9999)] = 0
    handicap: Mapping[str, Annotated[int, Whole(-99, 99)]] = field(default_factory=dict)


@dataclass(slots=True)
class MiniatureAircraft:
    """One aircraft in play; `side` is the number of its seat.

    `skill` is the pilot's own, `borrowed` that of Lead by Example until its activation ends. `zoom`: activated this turn. `chits`: Boom
    chits on its base. `carded`, `gifted`: it has had its Action card, its Ace Ability card this turn; `traited`: that Action card was a
    Trait card. `cowed`: by Fearsome Reputation. `guns`, `leaves` are as its scenario has them. `out` is empty, or down, left, safe (by
    its exit edge), broke (its squadron broke off).
    """

    number: int
    side: int
    type: MiniatureType
    skill: int
    ace: str = ""
    at: Spot = NOWHERE
    heading: int = 0
    level: int = NEUTRAL
    loaded: bool = False
    zoom: bool = False
    chits: int = 0
    carded: bool = False
    traited: bool = False
    gifted: bool = False
    borrowed: int = 0
    cowed: bool = False
    guns: int = 0
    leaves: int = 0
    out: str = ""

    @property
    def firepower(self) -> int:
        """The Firepower of its own guns as it counts now: none without rounds (OPS-B8.4)."""
        return self.type.firepower if self.guns > NO_ROUNDS else 0

    @property
    def ps(self) -> int:
        """Pilot Skill as it counts now."""
        return self.borrowed or self.skill

    @property
    def speed(self) -> int:
        """Speed in inches, an inch less for each chit on the base (BRS-121)."""
        return max(0, self.type.speed - self.chits)

    @property
    def mph(self) -> int:
        return self.type.mph - 50 * self.chits

    @property
    def squadron(self) -> int:
        return MULTIS if self.type.multi else FIGHTERS

    @property
    def nimble(self) -> bool:
        """Return whether it outmanoeuvres and dodges as a fighter (BRS-095 to BRS-101)."""
        return not self.type.multi or self.type.agile

    def firepower_of(self, weapon: int) -> int:
        """The Firepower of a weapon position, one less for each chit on the base (BRS-122)."""
        return max(0, self.type.weapons[weapon].firepower - self.chits)

    def copy(self) -> MiniatureAircraft:
        return MiniatureAircraft(*_AIRCRAFT(self))


@dataclass(frozen=True, slots=True)
class MiniaturePlayed:
    """A card played in this activation: its seat, its aircraft, and whether it went with a bonus card or was one (BRS-043)."""

    seat: int
    card: str
    aircraft: int
    doctrine_kept: bool = False
    bonus: bool = False


@dataclass(slots=True)
class MiniatureGo:
    """An activation under way.

    `opened`: the opening shot is made. `burnt`: the ways of burning advantage used (dive, turn, brake). `dived`: it has dived.
    `avoiding`: Diving Avoidance lets it dive; `reach`: the length of a dive, in hundredths. `ways`: the straight parts of its normal
    move. `tailed`: the enemy that it tails. `acted`: its pilot action is done. `reacted`: the enemy has answered its beginning.
    """

    number: int
    opened: bool = False
    burnt: str = ""
    dived: bool = False
    avoiding: bool = False
    reach: int = 6 * PER
    moved: bool = False
    ways: tuple[tuple[Spot, Spot], ...] = ()
    tailed: int = NOBODY
    acted: bool = False
    reacted: bool = False

    def copy(self) -> MiniatureGo:
        return replace(self)

    @property
    def untouched(self) -> bool:
        """Return whether nothing has been done yet: the moment of cards for an aircraft that is activated."""
        return not (self.opened or self.burnt or self.dived or self.moved)


@dataclass(slots=True)
class Volley:
    """The fire of one aircraft at another: with its own guns, with weapon positions, with dice that cards gave or took (BRS-136).

    `heavy`: the Boom chits that Heavy Hitter adds. `faces`, `dodge` are the dice; `rerolled`: the dodge was thrown again.
    """

    by: int
    at: int
    guns: bool = False
    weapons: tuple[int, ...] = ()
    more: int = 0
    fewer: int = 0
    heavy: int = 0
    faces: tuple[int, ...] = ()
    dodge: tuple[int, ...] = ()
    rerolled: bool = False

    def copy(self) -> Volley:
        return replace(self)


@dataclass(slots=True)
class MiniatureAttack:
    """An attack being resolved, and what answers it (BRS-C55). `then` is the stage that follows it; `kind` opening, action or defence.

    `turned`: Defensive Tactics has turned the target, so its answer is asked again. `waiting`: targets of defensive fire still to come.
    """

    volley: Volley
    kind: str
    then: str
    answer: Volley | None = None
    turned: bool = False
    waiting: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def copy(self) -> MiniatureAttack:
        answer = self.answer.copy() if self.answer is not None else None
        return MiniatureAttack(self.volley.copy(), self.kind, self.then, answer, self.turned, self.waiting)


@dataclass(slots=True)
class MiniaturePosition:
    """The whole truth. `chits`, `broken`, `numbers` are by side and squadron; `hits` are bomb hits; `queue` are the seats still to be
    asked."""

    terms: MiniatureTerms
    tables: MiniatureTables
    seats: tuple[str, ...]
    stage: str = CLOUDS
    turn: int = 0
    first: int = NOBODY
    aircraft: list[MiniatureAircraft] = field(default_factory=list)
    clouds: list[Spot] = field(default_factory=list)
    cloudless: bool = False
    piles: list[list[str]] = field(default_factory=list)
    discards: list[list[str]] = field(default_factory=list)
    hands: list[tuple[str, ...]] = field(default_factory=list)
    limits: list[int] = field(default_factory=list)
    chits: list[list[int]] = field(default_factory=lambda: [[0, 0], [0, 0]])
    broken: list[list[bool]] = field(default_factory=lambda: [[False, False], [False, False]])
    numbers: list[list[int]] = field(default_factory=lambda: [[0, 0], [0, 0]])
    hits: int = 0
    queue: list[int] = field(default_factory=list)
    candidates: tuple[int, ...] = ()
    go: MiniatureGo | None = None
    attack: MiniatureAttack | None = None
    played: list[MiniaturePlayed] = field(default_factory=list)
    owing: tuple[str, ...] = ()
    outcome: Outcome | None = None

    def copy(self) -> MiniaturePosition:
        """A position of its own; what never changes is shared."""
        twin = MiniaturePosition(*_POSITION(self))
        twin.aircraft = [a.copy() for a in self.aircraft]
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in _NESTED:
            setattr(twin, name, [row[:] for row in getattr(self, name)])
        twin.go = self.go.copy() if self.go is not None else None
        twin.attack = self.attack.copy() if self.attack is not None else None
        return twin

    def flying(self) -> list[MiniatureAircraft]:
        """The aircraft on the table."""
        return [a for a in self.aircraft if not a.out]

    @property
    def active(self) -> MiniatureAircraft:
        """The aircraft that is activated."""
        assert self.go is not None
        return self.aircraft[self.go.number]


_LISTS = ("clouds", "hands", "limits", "queue", "played")
_NESTED = ("piles", "discards", "chits", "broken", "numbers")
_AIRCRAFT = attrgetter(*MiniatureAircraft.__slots__)
_POSITION = attrgetter(*MiniaturePosition.__slots__)
