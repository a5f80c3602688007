"""A seat's view of a flight."""

from __future__ import annotations

from dataclasses import dataclass

from bob.core.game import REFEREE
from bob.tactical.cards.data import Ratings
from bob.tactical.cards.flight import HIT, MISS, STRAFING, FlightTarget
from bob.tactical.cards.position import NOBODY, Craft, Following, Stall
from bob.tactical.cards_classic.execution import kind_of
from bob.tactical.cards_classic.position import PREPARE, FlightPosition, Passage


@dataclass(frozen=True, slots=True)
class SeenSortie:
    """An aircraft of a flight; `cards`, by kind, only for its owner, altitude and load None until shown. `offense` and
    `defense` are a Wingman's."""

    number: int
    unit: str
    place: int
    seat: str
    side: str
    type: str
    kind: str
    airman: str | None
    skills: tuple[str, ...]
    ratings: Ratings
    offense: int
    defense: int
    damaged: bool
    hits: int
    out: str
    altitude: int | None
    load: str | None
    zone: str
    leader: int
    wingman: int
    formation: int
    formed: bool
    hand: int
    cards: tuple[str, ...] | None
    holds: int
    level: int
    acted: bool
    markers: int
    bursts_used: int
    gunner_used: int
    overflew: bool
    low: bool
    bombed: str
    busy: bool
    looks: int


@dataclass(frozen=True, slots=True)
class SeenExchange:
    """A card being answered, and the cards on the table."""

    action: str
    actor: int
    target: int
    card: str
    steps: int
    key: str
    side: str
    stage: str
    shot: str


@dataclass(frozen=True, slots=True)
class SeenAssault:
    """The attack that is being made."""

    attacker: int
    target: int
    formed: bool
    stage: str
    angle: str
    shots: int


@dataclass(frozen=True, slots=True)
class SeenPassage:
    """The aircraft over the target now, the cards drawn for its attack, and the cards of the Flak against it."""

    aircraft: int
    queue: tuple[int, ...]
    stage: str
    mode: str
    results: tuple[str, ...]
    flak: tuple[str, ...]
    dived: bool


@dataclass(frozen=True, slots=True)
class FlightView:
    """A flight as a seat sees it. `following` are the aircraft that decide whether to follow, `stalled` the one that pays for a stall."""

    seat: str
    target: FlightTarget | None
    bombing: str
    structure: str
    clouds: bool
    cloudy: bool
    points_per_hit: int
    leave: bool
    home_bound: int
    phase: str
    leg: str
    leg_turn: int
    leg_turns: int
    turn: int
    active: int
    owing: tuple[str, ...]
    parties: tuple[str, ...]
    first: int
    aircraft: tuple[SeenSortie, ...]
    pile: int
    discard: tuple[str, ...]
    played: tuple[str, ...]
    draw_pile: tuple[str, ...] | None
    exchange: SeenExchange | None
    assault: SeenAssault | None
    passage: SeenPassage | None
    following: tuple[int, ...]
    climbing: bool
    stalled: int
    edges: tuple[tuple[int, int], ...]
    points: int
    looks: int

    @property
    def step(self) -> str:
        """Return the current step: the phase, or its interruption."""
        return "follow" if self.following else "stall" if self.stalled >= 0 else self.phase


def flight_view(position: FlightPosition, seat: str) -> FlightView:
    """Return the flight as that seat sees it: its own hands, mini-hands and secret choices, of the other side the open cards (CAM-S.9f)."""
    referee = seat == REFEREE
    index = position.seats.index(seat) if not referee else NOBODY
    flight, pending, exchange, assault, passage = position.flight, position.pending, position.exchange, position.assault, position.passage
    return FlightView(
        seat=seat,
        target=flight.target,
        bombing=flight.bombing,
        structure=flight.structure,
        clouds=flight.effects.clouds,
        cloudy=position.cloudy,
        points_per_hit=flight.effects.points_per_hit,
        leave=flight.edition.leave == "choice",
        home_bound=flight.home_bound,
        phase=position.phase,
        leg=position.leg,
        leg_turn=position.leg_turn,
        leg_turns=position.leg_turns,
        turn=position.turn,
        active=position.active,
        owing=position.owing,
        parties=position.parties,
        first=position.first,
        aircraft=tuple([_seen(position, craft, referee or craft.seat == index) for craft in position.crafts]),
        pile=len(position.pile),
        discard=tuple(sorted(map(kind_of, position.discard))),
        played=tuple(map(kind_of, position.played)),
        draw_pile=tuple(map(kind_of, position.pile)) if referee else None,
        exchange=None
        if exchange is None
        else SeenExchange(
            exchange.action,
            exchange.actor,
            exchange.target,
            exchange.card,
            exchange.steps,
            exchange.key,
            position.parties[exchange.party],
            exchange.stage,
            exchange.shot,
        ),
        assault=None
        if assault is None
        else SeenAssault(assault.attacker, assault.target, assault.formed, assault.stage, assault.angle, assault.shots),
        passage=None if passage is None or not passage.queue else _passage(position, passage),
        following=tuple([number for number, _ in pending.queue]) if isinstance(pending, Following) else (),
        climbing=isinstance(pending, Following) and pending.climb,
        stalled=pending.aircraft if isinstance(pending, Stall) else NOBODY,
        edges=position.edges,
        points=sum(found.points for found in position.scored),
        looks=sum(sortie.looks for sortie in position.sorties),
    )


def _passage(position: FlightPosition, passage: Passage) -> SeenPassage:
    faces = [position.deck.faces[code] for code in passage.cards]
    if passage.mode == STRAFING:
        results = tuple([HIT if face.strafing else MISS for face in faces])
    else:
        results = tuple([face.bombing for face in faces])
    flak = tuple(map(kind_of, passage.flak))
    return SeenPassage(passage.queue[0], tuple(passage.queue), passage.stage, passage.mode, results, flak, passage.dived)


def _seen(position: FlightPosition, craft: Craft, own: bool) -> SeenSortie:
    sortie = position.sorties[craft.number]
    side = position.cards[craft.number][craft.damaged]
    secret = position.phase == PREPARE and not own
    chosen = craft.altitude if craft.altitude >= 0 else craft.start
    return SeenSortie(
        number=craft.number,
        unit=sortie.unit,
        place=sortie.place,
        seat=position.seats[craft.seat],
        side=position.parties[craft.party],
        type=craft.type,
        kind=sortie.kind,
        airman=sortie.airman,
        skills=sortie.skills,
        ratings=craft.now,
        offense=max(0, side.offense + sortie.rounds) if own else side.offense,
        defense=side.defense,
        damaged=craft.damaged,
        hits=craft.hits,
        out=craft.out,
        altitude=None if secret or chosen < 0 else chosen,
        load=None if secret else sortie.planned or sortie.load,
        zone=sortie.zone,
        leader=craft.leader,
        wingman=craft.wingman,
        formation=sortie.formation,
        formed=craft.bomber,
        hand=len(craft.hand),
        cards=tuple(map(kind_of, craft.hand)) if own else None,
        holds=craft.holds,
        level=craft.level,
        acted=craft.acted,
        markers=craft.markers,
        bursts_used=craft.bursts_used,
        gunner_used=craft.gunner_used,
        overflew=sortie.overflew,
        low=sortie.low,
        bombed=sortie.bombed,
        busy=sortie.busy,
        looks=sortie.looks,
    )
