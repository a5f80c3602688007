"""The orders of the card dogfight. Aircraft are named by their number, cards by their kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, get_args

ACE_MARKER = "ace_marker"
"""The code that represents an Ace Pilot marker used as a card (DIF-402)."""


class Ranked:
    """An order that knows what choices are sorted by."""

    __slots__ = ("rank",)
    rank: tuple[Any, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank", sort_key(self))


def sort_key(order: Any) -> tuple[Any, ...]:
    """Return the sort key of a choice: the code, then the fields in order; nothing comes before numbers, numbers before texts."""
    return (order.code, *[_rank(getattr(order, name)) for name in order.__slots__])


def _rank(value: Any) -> tuple[int, Any]:
    if value is None:
        return (0, 0)
    if isinstance(value, int):
        return (1, value)
    return (2, value) if isinstance(value, str) else (3, value)


@dataclass(frozen=True, slots=True)
class PickAircraft(Ranked):
    """Secretly pick an aircraft card."""

    code: ClassVar[str] = "pick_aircraft"
    aircraft: str


@dataclass(frozen=True, slots=True)
class PickPilot(Ranked):
    """Secretly pick a pilot for the aircraft just picked, or none."""

    code: ClassVar[str] = "pick_pilot"
    pilot: str | None


@dataclass(frozen=True, slots=True)
class PicksDone(Ranked):
    """Pick no more aircraft."""

    code: ClassVar[str] = "picks_done"


@dataclass(frozen=True, slots=True)
class Pair(Ranked):
    """Make two own fighters Leader and Wingman."""

    code: ClassVar[str] = "pair"
    leader: int
    wingman: int


@dataclass(frozen=True, slots=True)
class PairsDone(Ranked):
    """Make no more pairs."""

    code: ClassVar[str] = "pairs_done"


@dataclass(frozen=True, slots=True)
class StartAltitude(Ranked):
    """Secretly choose where an aircraft starts."""

    code: ClassVar[str] = "start_altitude"
    aircraft: int
    altitude: str


HEAD = 20
"""Row and column of the first bomber of a formation: far enough from 0 for any formation."""


@dataclass(frozen=True, slots=True)
class PlaceBomber(Ranked):
    """Put a bomber in its formation; row 0 is in front of row 1."""

    code: ClassVar[str] = "place"
    aircraft: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Act(Ranked):
    """Choose the aircraft of one's team that takes its turn now."""

    code: ClassVar[str] = "act"
    aircraft: int


@dataclass(frozen=True, slots=True)
class DropBombs(Ranked):
    """Rid a fighter-bomber of its bombs: a fighter from now on."""

    code: ClassVar[str] = "drop_bombs"


@dataclass(frozen=True, slots=True)
class KeepBombs(Ranked):
    """Fly on as a bomber."""

    code: ClassVar[str] = "keep_bombs"


@dataclass(frozen=True, slots=True)
class Stay(Ranked):
    """Stay at this altitude."""

    code: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class Climb(Ranked):
    """Climb a level and pay with a card, if a card is due."""

    code: ClassVar[str] = "climb"
    card: str | None


@dataclass(frozen=True, slots=True)
class Dive(Ranked):
    """Dive a level."""

    code: ClassVar[str] = "dive"


@dataclass(frozen=True, slots=True)
class Compare(Ranked):
    """Compare Speed with an enemy."""

    code: ClassVar[str] = "compare"
    target: int


@dataclass(frozen=True, slots=True)
class SpeedStep(Ranked):
    """Use one point of Speed as a Manoeuvre 1."""

    code: ClassVar[str] = "speed_step"


@dataclass(frozen=True, slots=True)
class PickBomber(Ranked):
    """Pick an enemy bomber: free, for a point of Speed, or for a card."""

    code: ClassVar[str] = "pick_bomber"
    target: int
    by: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class AskBomber(Ranked):
    """Let the opponent say which bomber."""

    code: ClassVar[str] = "ask_bomber"


@dataclass(frozen=True, slots=True)
class GiveBomber(Ranked):
    """Say which bomber the enemy fighter has picked."""

    code: ClassVar[str] = "give_bomber"
    target: int


@dataclass(frozen=True, slots=True)
class GiveUp(Ranked):
    """Give up the Advantaged or Tailing position."""

    code: ClassVar[str] = "give_up"


@dataclass(frozen=True, slots=True)
class EndPhase(Ranked):
    """End this phase of the turn."""

    code: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class PlayManoeuvre(Ranked):
    """Play a card as a Manoeuvre of `steps` steps."""

    code: ClassVar[str] = "manoeuvre"
    card: str
    target: int
    steps: int


@dataclass(frozen=True, slots=True)
class Attack(Ranked):
    """Play In My Sights or Out of the Sun to do damage."""

    code: ClassVar[str] = "attack"
    card: str
    target: int


@dataclass(frozen=True, slots=True)
class GunnerAttack(Ranked):
    """Attack with the Gunner an enemy that holds a position on the aircraft."""

    code: ClassVar[str] = "gunner_attack"
    card: str
    target: int


@dataclass(frozen=True, slots=True)
class BarrelRoll(Ranked):
    """Play Barrel Roll to become Neutral."""

    code: ClassVar[str] = "barrel_roll"
    card: str
    target: int


@dataclass(frozen=True, slots=True)
class Scissors(Ranked):
    """Play Scissors to turn Disadvantaged into Advantaged."""

    code: ClassVar[str] = "scissors"
    card: str
    target: int


@dataclass(frozen=True, slots=True)
class AgileScissors(Ranked):
    """Play any card as if it were Scissors."""

    code: ClassVar[str] = "agile_scissors"
    card: str
    target: int


@dataclass(frozen=True, slots=True)
class Tactic(Ranked):
    """Play a Tactic on the own aircraft: Evasive or a hit more."""

    code: ClassVar[str] = "tactic"
    card: str


@dataclass(frozen=True, slots=True)
class Barrage(Ranked):
    """Play a shooting card as a hit more."""

    code: ClassVar[str] = "barrage"
    card: str


@dataclass(frozen=True, slots=True)
class ChangeAltitude(Ranked):
    """Play Vertical Roll to climb or dive, and pay for the climb, if a card is due."""

    code: ClassVar[str] = "change_altitude"
    card: str
    climb: bool
    pay: str | None = None


@dataclass(frozen=True, slots=True)
class Redline(Ranked):
    """Play Redline, with an Evasive against its hit if wanted: on the aircraft asked for a decision, or on another one of one's own."""

    code: ClassVar[str] = "redline"
    card: str
    evasive: str | None = None
    aircraft: int | None = None


@dataclass(frozen=True, slots=True)
class Discard(Ranked):
    """Discard a card in the discard phase."""

    code: ClassVar[str] = "discard"
    card: str


@dataclass(frozen=True, slots=True)
class StallDiscard(Ranked):
    """Pay for a stall."""

    code: ClassVar[str] = "stall_discard"
    card: str


@dataclass(frozen=True, slots=True)
class React(Ranked):
    """Answer the last card."""

    code: ClassVar[str] = "react"
    card: str


@dataclass(frozen=True, slots=True)
class Evade(Ranked):
    """Play Evasive after a successful attack: two hits fewer."""

    code: ClassVar[str] = "evade"
    card: str


@dataclass(frozen=True, slots=True)
class BomberFire(Ranked):
    """A bomber plays a card, a shot with any number of +1 cards."""

    code: ClassVar[str] = "fire"
    card: str
    plus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Follow(Ranked):
    """Follow the enemy to its new altitude and pay these cards."""

    code: ClassVar[str] = "follow"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoAnswer(Ranked):
    """Do not answer, do not follow."""

    code: ClassVar[str] = "pass"


CardOrder = (
    PickAircraft
    | PickPilot
    | PicksDone
    | Pair
    | PairsDone
    | StartAltitude
    | PlaceBomber
    | Act
    | DropBombs
    | KeepBombs
    | Stay
    | Climb
    | Dive
    | Compare
    | SpeedStep
    | PickBomber
    | AskBomber
    | GiveBomber
    | GiveUp
    | EndPhase
    | PlayManoeuvre
    | Attack
    | GunnerAttack
    | BarrelRoll
    | Scissors
    | AgileScissors
    | Tactic
    | Barrage
    | ChangeAltitude
    | Redline
    | Discard
    | StallDiscard
    | React
    | Evade
    | BomberFire
    | Follow
    | NoAnswer
)
"""Any order of the card dogfight."""

ORDER_TYPES: tuple[type, ...] = get_args(CardOrder)

# Orders that are listed again and again are made once.
GIVE_UP, DONE, PASS, STAY, DIVE, SPEED_STEP, ASK_BOMBER = GiveUp(), EndPhase(), NoAnswer(), Stay(), Dive(), SpeedStep(), AskBomber()
DROP_BOMBS, KEEP_BOMBS = DropBombs(), KeepBombs()
pick_aircraft = cache(PickAircraft)
start_altitude = cache(StartAltitude)
place_bomber = cache(PlaceBomber)
act = cache(Act)
pick_bomber = cache(PickBomber)
give_bomber = cache(GiveBomber)
stall_discard = cache(StallDiscard)
fire = cache(BomberFire)
follow = cache(Follow)
climb = cache(Climb)
compare = cache(Compare)
manoeuvre = cache(PlayManoeuvre)
attack = cache(Attack)
gunner_attack = cache(GunnerAttack)
barrel_roll = cache(BarrelRoll)
scissors = cache(Scissors)
agile_scissors = cache(AgileScissors)
tactic = cache(Tactic)
barrage = cache(Barrage)
change_altitude = cache(ChangeAltitude)
redline = cache(Redline)
discard = cache(Discard)
react = cache(React)
evade = cache(Evade)
