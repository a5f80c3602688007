"""The orders of a flight that the card dogfight does not have. Aircraft are named by their number, cards by their kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, get_args

from bob.tactical.cards.orders import (
    Act,
    Attack,
    ChangeAltitude,
    Climb,
    Discard,
    Dive,
    EndPhase,
    Follow,
    GiveUp,
    GunnerAttack,
    NoAnswer,
    PlayManoeuvre,
    Ranked,
    Scissors,
    StallDiscard,
    StartAltitude,
    Stay,
)


@dataclass(frozen=True, slots=True)
class TakeLoad(Ranked):
    """Choose in secret, before the first turn, the load of a torpedo bomber."""

    code: ClassVar[str] = "take_load"
    aircraft: int
    load: str


@dataclass(frozen=True, slots=True)
class Overfly(Ranked):
    """Fly on over the target."""

    code: ClassVar[str] = "overfly"
    aircraft: int


@dataclass(frozen=True, slots=True)
class StandOff(Ranked):
    """Wait outside the target zone."""

    code: ClassVar[str] = "stand_off"
    aircraft: int


@dataclass(frozen=True, slots=True)
class Jettison(Ranked):
    """Throw an aircraft's bomb or torpedo away."""

    code: ClassVar[str] = "jettison"
    aircraft: int


@dataclass(frozen=True, slots=True)
class QuitFlight(Ranked):
    """Leave for good: an Element by its Leader's number, a Damaged Wingman alone by its own."""

    code: ClassVar[str] = "quit"
    aircraft: int


@dataclass(frozen=True, slots=True)
class GoFor(Ranked):
    """Go for an enemy Fighter: a Wingman in its step, or a Leader for an enemy Wingman."""

    code: ClassVar[str] = "engage"
    target: int


@dataclass(frozen=True, slots=True)
class AttackFormations(Ranked):
    """Go for the bombers at this altitude, from an angle if those are played with."""

    code: ClassVar[str] = "attack_formations"
    angle: str = ""


@dataclass(frozen=True, slots=True)
class TryPick(Ranked):
    """Play a card to pick the bomber oneself."""

    code: ClassVar[str] = "try_pick"
    card: str


@dataclass(frozen=True, slots=True)
class LetName(Ranked):
    """Let the owner of the bombers name the one that is attacked."""

    code: ClassVar[str] = "let_name"


@dataclass(frozen=True, slots=True)
class NameBomber(Ranked):
    """Name the bomber that is attacked."""

    code: ClassVar[str] = "name_bomber"
    target: int


@dataclass(frozen=True, slots=True)
class GainEdge(Ranked):
    """Play a card at an enemy that has no Position, for more Bursts against it."""

    code: ClassVar[str] = "gain_edge"
    card: str
    target: int


@dataclass(frozen=True, slots=True)
class EndAttack(Ranked):
    """End the attack on this enemy."""

    code: ClassVar[str] = "end_attack"


@dataclass(frozen=True, slots=True)
class FullThrottle(Ranked):
    """Play Full Throttle to become Neutral."""

    code: ClassVar[str] = "full_throttle"
    card: str
    target: int


@dataclass(frozen=True, slots=True)
class Respond(Ranked):
    """Answer with a card of that aircraft; with the Ace Ability as an Ace Pilot, whatever card it is."""

    code: ClassVar[str] = "respond"
    aircraft: int
    card: str
    ace: bool = False


@dataclass(frozen=True, slots=True)
class CounterFire(Ranked):
    """A bomber answers with a card; with an ace crew it spoils the attack, too."""

    code: ClassVar[str] = "counter_fire"
    card: str
    ace: bool = False


@dataclass(frozen=True, slots=True)
class DiveToBomb(Ranked):
    """The Element dives on the target: a band lower, without a card."""

    code: ClassVar[str] = "dive_to_bomb"


@dataclass(frozen=True, slots=True)
class BombTarget(Ranked):
    """Bomb the target in that way."""

    code: ClassVar[str] = "bomb"
    mode: str


@dataclass(frozen=True, slots=True)
class StrafeTarget(Ranked):
    """Strafe the target."""

    code: ClassVar[str] = "strafe"


@dataclass(frozen=True, slots=True)
class AnswerFlak(Ranked):
    """Answer one card of the Flak."""

    code: ClassVar[str] = "answer_flak"
    card: str
    against: str
    ace: bool = False


@dataclass(frozen=True, slots=True)
class Release(Ranked):
    """An aircraft in formation bombs, or looks, at the end of the Bomb Turn."""

    code: ClassVar[str] = "release"
    aircraft: int
    mode: str


FlightOrder = (
    StartAltitude
    | TakeLoad
    | Act
    | Overfly
    | StandOff
    | Jettison
    | QuitFlight
    | GoFor
    | AttackFormations
    | TryPick
    | LetName
    | NameBomber
    | GainEdge
    | EndAttack
    | Stay
    | Climb
    | Dive
    | DiveToBomb
    | BombTarget
    | StrafeTarget
    | AnswerFlak
    | Release
    | PlayManoeuvre
    | Scissors
    | FullThrottle
    | Attack
    | GunnerAttack
    | ChangeAltitude
    | GiveUp
    | EndPhase
    | Discard
    | StallDiscard
    | Respond
    | CounterFire
    | Follow
    | NoAnswer
)
"""Any order of a flight."""

FLIGHT_ORDERS: tuple[type, ...] = get_args(FlightOrder)

END_ATTACK, LET_NAME, DIVE_TO_BOMB, STRAFE = EndAttack(), LetName(), DiveToBomb(), StrafeTarget()
respond = cache(Respond)
counter_fire = cache(CounterFire)
engage = cache(GoFor)
gain_edge = cache(GainEdge)
try_pick = cache(TryPick)
full_throttle = cache(FullThrottle)
answer_flak = cache(AnswerFlak)
