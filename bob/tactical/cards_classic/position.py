"""A position of a flight: that of the card dogfight, with what Elements, ordnance, phases and the target add to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter

from bob.tactical.cards.flight import FlightTerms
from bob.tactical.cards.position import NOBODY, CardPosition, Craft
from bob.tactical.cards_classic.data import FIGHTER_BOMBER, ClassicDeck, ClassicSide

# The stages of a flight; those of a player turn from JETTISON to DISCARD (CAM-15.2b), the Draw step has no decision.
PREPARE, SWAP, STAND_OFF, CHOOSE = "prepare", "swap", "stand_off", "choose"
JETTISON, WINGMAN, ALTITUDE, BOMBING, ACTIONS, DISCARD = "jettison", "wingman", "altitude", "bombing", "actions", "discard"
RELEASE, OVER = "release", "over"
STAGES = (PREPARE, SWAP, STAND_OFF, CHOOSE, JETTISON, WINGMAN, ALTITUDE, BOMBING, ACTIONS, DISCARD, RELEASE, OVER)

# The legs of a flight (CAM-S.8a).
OUTBOUND, INGRESS, BOMB_TURN, EGRESS, HOMEBOUND, FIGHT = "target_bound", "ingress", "bomb_turn", "egress", "home_bound", "fight"
LEGS = (OUTBOUND, INGRESS, BOMB_TURN, EGRESS, HOMEBOUND, FIGHT)
OVER_TARGET = (INGRESS, BOMB_TURN, EGRESS)

# The zones of the three turns over the target (CAM-S.8b).
ANYWHERE, OVERHEAD, OUTSIDE = "", "over", "outside"

HEAD_ON, ABEAM, ASTERN = "head_on", "side", "rear"
ANGLES = (HEAD_ON, ABEAM, ASTERN)

FLAK = -2
"""The destroyer of an aircraft where it was the Flak and no aircraft."""
AT_FIGHTERS, AT_FORMATIONS = "fighters", "formations"


@dataclass(slots=True)
class Sortie:
    """The state that a flight adds to an aircraft in play, by its number.

    `planned` is a load chosen in secret; `low` that it was at Very Low at the end of the Ingress Turn; `bombed` the mode of its attack
    on the target; `busy` that it bombs or strafes in this Bomb Turn, `chained` that it has answered one card twice in it; `aimed` at the
    kind of enemy that it has attacked in this player turn. In an engagement of a day `extra` cards are in its opening hand, `rounds` are
    a Wingman's Offense more or less, and `attacked` says that an enemy has gone for it.
    """

    unit: str
    place: int
    kind: str
    load: str
    planned: str = ""
    formation: int = NOBODY
    airman: str | None = None
    skills: tuple[str, ...] = ()
    zone: str = ANYWHERE
    overflew: bool = False
    low: bool = False
    bombed: str = ""
    busy: bool = False
    chained: bool = False
    nerves: bool = False
    swapped: bool = False
    looks: int = 0
    aimed: str = ""
    felled_by: int = NOBODY
    extra: int = 0
    rounds: int = 0
    attacked: bool = False

    def copy(self) -> Sortie:
        return Sortie(*_SORTIE(self))


@dataclass(slots=True)
class Exchange:
    """A card being answered. `key` is the title to be answered, `party` the side that may answer.

    Stages: answer (a chain of Responses), fire (a bomber may play a card), dodge (the fighter may answer that).
    """

    action: str
    actor: int
    target: int
    card: str
    steps: int
    key: str
    party: int
    stage: str = "answer"
    helper: int = NOBODY
    actor_last: bool = True
    shot: str = ""
    answered: list[tuple[int, int]] = field(default_factory=list)

    def copy(self) -> Exchange:
        return replace(self, answered=list(self.answered))

    def answers_of(self, number: int) -> int:
        """Return the number of answers that an aircraft has given."""
        return next((count for who, count in self.answered if who == number), 0)


@dataclass(slots=True)
class Assault:
    """One attack of one aircraft, from its declaration to its end (CAM-S.2b, CAM-S.4b).

    `shots` of the `cards` played did damage or could. Stages: pick (the attacker may try to pick a bomber), choose (the attacker picks
    one), name (its owner names one), fire.
    """

    attacker: int
    target: int = NOBODY
    formed: bool = False
    stage: str = "fire"
    angle: str = ""
    shots: int = 0
    cards: int = 0
    won: int = 0

    def copy(self) -> Assault:
        return replace(self)


@dataclass(slots=True)
class Passage:
    """An Element over the target in the Bomb Turn, or a bomber that releases: the aircraft still to come, and the one whose turn it is.

    Stages: dive, attack, flak, strafe. `mode` is its mode of attack, `cards` the cards drawn for the target, `flak` those drawn against
    it; `second`: it has been fired at before in this step.
    """

    queue: list[int]
    stage: str = "dive"
    mode: str = ""
    cards: tuple[str, ...] = ()
    flak: tuple[str, ...] = ()
    dived: bool = False
    second: bool = False

    def copy(self) -> Passage:
        return replace(self, queue=list(self.queue))


@dataclass(slots=True)
class Scored:
    """A bombing or strafing result that counts."""

    aircraft: int
    mode: str
    result: str
    points: int


@dataclass(slots=True, kw_only=True)
class FlightPosition(CardPosition):
    """The whole truth. `bands` and `cards` are the bands and both sides of each aircraft's card. `leg_turn` of `leg_turns` is flown of
    the leg; `edges` are Bursts won against an enemy in this player turn; `attacked`: its Wingman has attacked, or its Leader has ended
    an attack without a card."""

    flight: FlightTerms
    deck: ClassicDeck
    sorties: list[Sortie] = field(default_factory=list)
    bands: tuple[tuple[int, int], ...] = ()
    cards: tuple[tuple[ClassicSide, ClassicSide], ...] = ()
    norden: tuple[bool, ...] = ()
    leg: str = OUTBOUND
    leg_turn: int = 0
    leg_turns: int = 0
    cloudy: bool = False
    exchange: Exchange | None = None
    assault: Assault | None = None
    passage: Passage | None = None
    edges: tuple[tuple[int, int], ...] = ()
    attacked: bool = False
    angle: str = ""
    swaps: int = 0
    begun: bool = False
    scored: list[Scored] = field(default_factory=list)

    def copy(self) -> FlightPosition:
        """A position of its own; what never changes is shared."""
        twin = FlightPosition(**dict(zip(_NAMES, _FLIGHT(self), strict=True)))
        twin.crafts = [craft.copy() for craft in self.crafts]
        twin.pile, twin.discard, twin.played = self.pile[:], self.discard[:], self.played[:]
        twin.order, twin.picks, twin.score = self.order[:], self.picks[:], self.score[:]
        twin.ready, twin.naming_pilot = self.ready[:], self.naming_pilot[:]
        twin.sorties = [sortie.copy() for sortie in self.sorties]
        twin.scored = [replace(found) for found in self.scored]
        if self.pending is not None:
            twin.pending = self.pending.copy()
        if self.exchange is not None:
            twin.exchange = self.exchange.copy()
        if self.assault is not None:
            twin.assault = self.assault.copy()
        if self.passage is not None:
            twin.passage = self.passage.copy()
        return twin

    # ---- roles

    def leads(self, craft: Craft) -> bool:
        """Return whether it is a Leader: it holds a hand and has Positions (CAM-S.2a)."""
        return craft.leader == NOBODY and not craft.bomber

    def is_alone(self, craft: Craft) -> bool:
        """Return whether it is a Wingman whose Leader is lost (CAM-GAP-65)."""
        return craft.leader != NOBODY and bool(self.crafts[craft.leader].out)

    def wingman_of(self, craft: Craft) -> Craft | None:
        """Return the Wingman of a Leader, if still in the flight."""
        if craft.wingman == NOBODY:
            return None
        found = self.crafts[craft.wingman]
        return None if found.out else found

    def element(self, craft: Craft) -> list[Craft]:
        """The aircraft of an Element that fly, the Leader first."""
        leader = self.crafts[craft.leader] if craft.leader != NOBODY else craft
        members = [leader] if leader.wingman == NOBODY else [leader, self.crafts[leader.wingman]]
        return [member for member in members if not member.out]

    def engaged_at_all(self, craft: Craft) -> bool:
        """Return whether it is anything but Neutral to some enemy; a Wingman never is (CAM-S.2e)."""
        if craft.holds != NOBODY:
            return True
        number = craft.number
        return any(other.holds == number for other in self.crafts)

    def carries(self, craft: Craft) -> bool:
        """Return whether it is Loaded: an F or FB with its ordnance (CAM-18.11c)."""
        return bool(self.sorties[craft.number].load) and not craft.bomber

    def helped(self, craft: Craft) -> bool:
        """Return whether it is an FB, which others may help (CAM-17.13)."""
        return self.sorties[craft.number].kind == FIGHTER_BOMBER

    def bombing_party(self) -> int:
        """Return the party that attacks the target; NOBODY in a dogfight."""
        return self.parties.index(self.flight.bombing) if self.flight.bombing else NOBODY

    def edge(self, target: int) -> int:
        """The Bursts won against an enemy in this player turn."""
        return sum(bonus for who, bonus in self.edges if who == target)


_SORTIE = attrgetter(*Sortie.__dataclass_fields__)
_NAMES = tuple(FlightPosition.__dataclass_fields__)
_FLIGHT = attrgetter(*_NAMES)
