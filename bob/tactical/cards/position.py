"""A position of the card dogfight: players, aircraft, hands, piles, relations, and pending decisions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Annotated

from bob.core.game import Outcome
from bob.core.ranges import OneOf, Whole
from bob.tactical.cards import data
from bob.tactical.cards.data import Deck, Ratings

NOBODY = -1
MOST_AIRCRAFT = 120
"""The most aircraft that fit on a table."""

Change = Annotated[int, Whole(-99, 99)]

# The phases of a battle, in order; those of a turn from `bombs` to `post` (DIF-054).
PICK, PAIR, ALTITUDES, FORMATION, CHOOSE = "pick", "pair", "altitudes", "formation", "choose"
BOMBS, PRE, ALTITUDE, SPEED, ACTIONS, DISCARD, POST, OVER = "bombs", "pre", "altitude", "speed", "actions", "discard", "post", "over"
PHASES = (PICK, PAIR, ALTITUDES, FORMATION, CHOOSE, BOMBS, PRE, ALTITUDE, SPEED, ACTIONS, DISCARD, POST, OVER)


@dataclass(frozen=True, slots=True)
class CardMount:
    """An aircraft that a scenario gives a player, and the effects of a mission on it beforehand; without `rounds` it cannot shoot."""

    aircraft: str
    pilot: str | None = None
    altitude: Annotated[str, OneOf(data.ALTITUDES)] | None = None
    loaded: bool = False
    wingman_of: int | None = None
    late: Annotated[int, Whole(0, 20)] = 0
    leaves: int | None = None
    hits: Annotated[int, Whole(0, 99)] = 0
    extra_cards: Annotated[int, Whole(0, 55)] = 0
    dt: Change = 0
    st: Change = 0
    gunner: Change = 0
    bombs: Change = 0
    performance: Annotated[int, Whole(-9, 9)] = 0
    bursts: Annotated[int, Whole(-9, 9)] = 0
    rounds: bool = True
    count: Annotated[int, Whole(1, MOST_AIRCRAFT)] = 1


@dataclass(frozen=True, slots=True)
class CardSeat:
    """A seat: its side, the aircraft it is given, and how many it picks."""

    seat: str
    side: str
    aircraft: tuple[CardMount, ...] = ()
    picks: Annotated[int, Whole(0, 12)] = 0


@dataclass(frozen=True, slots=True)
class CardTerms:
    """The terms of a battle: a scenario with the options laid over it.

    `formed` bombers start in rows of three. With `damaged_goes_home`, a term of engagements, a fighter that is Damaged leaves at the end
    of the turn. `holds` are relations at the beginning: an aircraft, an enemy of it at its altitude, and 1 for Advantaged or 2 for
    Tailing. `own_damage`: hits by the own Redline decide a duel as the enemy's do, or not (GAP-03).
    """

    players: tuple[CardSeat, ...]
    turns: Annotated[int, Whole(1, 20)] = 6
    vp_limit: Annotated[int, Whole(-1, 9999)] = 99
    year: Annotated[int, Whole(0, 9999)] = 1999
    historical: bool = False
    free_for_all: bool = False
    wingmen: bool = False
    pilots: bool = False
    balance: bool = False
    bonus_cards: bool = False
    decks: Annotated[int, Whole(1, 8)] = 1
    theatre: Annotated[str, OneOf(("both", *data.THEATRES))] = "both"
    first: str | None = None
    flip: Annotated[str, OneOf(("reach", "exceed"))] = "reach"
    oots_answered_as_ims: bool = False
    own_damage: Annotated[str, OneOf(("apart", "counts"))] = "apart"
    mission: bool = False
    formed: bool = False
    damaged_goes_home: bool = False
    holds: tuple[tuple[int, int, int], ...] = ()


@dataclass(slots=True)
class Craft:
    """One aircraft in play. `holds` is the enemy it is Advantaged (level 1) or Tailing (level 2) on: its relation to every other
    enemy is Neutral or the reverse of what that enemy holds (DIF-161, DIF-166)."""

    number: int
    seat: int
    party: int
    type: str
    pilot: str | None
    front: Ratings
    back: Ratings
    now: Ratings
    vp: int
    pilot_vp: int
    bomber: bool
    loaded: bool
    start: int = NOBODY
    altitude: int = NOBODY
    hits: int = 0
    damaged: bool = False
    out: str = ""
    hand: tuple[str, ...] = ()
    holds: int = NOBODY
    level: int = 0
    picked: int = NOBODY
    bursts_used: int = 0
    gunner_used: int = 0
    agile_used: bool = False
    next_hits: int = 0
    evasive: int = 0
    acted: bool = False
    markers: int = 0
    leader: int = NOBODY
    wingman: int = NOBODY
    row: int = NOBODY
    column: int = NOBODY
    late: Annotated[int, Whole(0, 20)] = 0
    leaves: int | None = None
    extra_cards: int = 0
    flipped_by: int = NOBODY
    downed_by: int = NOBODY
    own_hits: int = 0

    def copy(self) -> Craft:
        return Craft(*_CRAFT(self))


@dataclass(slots=True)
class Chain:
    """An action being answered. `key` is the key that answers to the last card are looked up by, `to` the aircraft that may answer it.

    Stages: react (fighters answer in turn), fire (a bomber may play), dodge (the fighter may answer its shot), evade (the target of a
    successful attack may play Evasive), evade_shot (the same for the fighter under a bomber's shot).
    """

    action: str
    actor: int
    target: int
    card: str | None
    steps: int
    key: str
    to: int
    stage: str = "react"
    actor_last: bool = True
    bonus: int = 0
    hits: int = 0
    less: int = 0
    stopped: bool = False
    shot: int = 0
    saved: int = 0

    def copy(self) -> Chain:
        return replace(self)


@dataclass(slots=True)
class Following:
    """Aircraft deciding one after another whether to follow a change of altitude: pairs of follower and the one it holds."""

    climb: bool
    queue: list[tuple[int, int]]
    decided: list[int] = field(default_factory=list)

    def copy(self) -> Following:
        return Following(self.climb, list(self.queue), list(self.decided))


@dataclass(slots=True)
class Stall:
    """An aircraft must pay a card for its stall."""

    aircraft: int

    def copy(self) -> Stall:
        return Stall(self.aircraft)


@dataclass(slots=True)
class Giving:
    """A seat says which of its bombers a fighter has picked."""

    aircraft: int
    seat: int

    def copy(self) -> Giving:
        return Giving(self.aircraft, self.seat)


Pending = Chain | Following | Stall | Giving


@dataclass(slots=True)
class CardPosition:
    """The whole truth. `began` is the altitude at which the acting aircraft began its turn, `declared` the bombers that it has declared
    in this phase."""

    terms: CardTerms
    deck: Deck
    seats: tuple[str, ...]
    parties: tuple[str, ...]
    party_of: tuple[int, ...]
    phase: str = PICK
    turn: int = 0
    active: int = NOBODY
    party: int = NOBODY
    first: int = NOBODY
    crafts: list[Craft] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    pending: Pending | None = None
    picks: list[tuple[tuple[str, str | None], ...]] = field(default_factory=list)
    ready: list[bool] = field(default_factory=list)
    naming_pilot: list[bool] = field(default_factory=list)
    began: int = NOBODY
    speed_target: int = NOBODY
    speed_points: int = 0
    declared: tuple[int, ...] = ()
    turrets: tuple[int, ...] = ()
    drawn: bool = False
    score: list[int] = field(default_factory=list)
    owing: tuple[str, ...] = ()
    outcome: Outcome | None = None

    def copy(self) -> CardPosition:
        """A position of its own; what never changes is shared."""
        twin = CardPosition(*_POSITION(self))
        twin.crafts = [craft.copy() for craft in self.crafts]
        twin.order, twin.pile, twin.discard, twin.played = self.order[:], self.pile[:], self.discard[:], self.played[:]
        twin.picks, twin.ready, twin.naming_pilot, twin.score = self.picks[:], self.ready[:], self.naming_pilot[:], self.score[:]
        if self.pending is not None:
            twin.pending = self.pending.copy()
        return twin

    def relation(self, one: int, other: int) -> int:
        """Return the relation of `one` to `other`: -2 Tailed, -1 Disadvantaged, 0 Neutral, 1 Advantaged, 2 Tailing (DIF-162)."""
        if self.crafts[one].holds == other:
            return self.crafts[one].level
        return -self.crafts[other].level if self.crafts[other].holds == one else 0

    def relate(self, one: int, other: int, relation: int) -> None:
        """Set the relation of `one` to `other`, for both."""
        first, second = self.crafts[one], self.crafts[other]
        if first.holds == other:
            first.holds, first.level = NOBODY, 0
        if second.holds == one:
            second.holds, second.level = NOBODY, 0
        if relation > 0:
            first.holds, first.level = other, relation
        elif relation < 0:
            second.holds, second.level = one, -relation

    def present(self, craft: Craft) -> bool:
        """Return whether it is in the battle now: not shot down, not gone home, not still to come."""
        return not craft.out and self.turn > craft.late


_CRAFT = attrgetter(*Craft.__dataclass_fields__)
_POSITION = attrgetter(*CardPosition.__dataclass_fields__)
