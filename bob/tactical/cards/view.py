"""A seat's view of a position."""

from __future__ import annotations

from dataclasses import dataclass

from bob.core.game import REFEREE
from bob.tactical.cards.data import Ratings
from bob.tactical.cards.position import FORMATION, NOBODY, CardPosition, CardTerms, Chain, Craft, Following, Giving, Stall


@dataclass(frozen=True, slots=True)
class SeenCraft:
    """An aircraft on the table; `cards` only for its owner, altitude None until shown."""

    number: int
    seat: str
    side: str
    type: str
    pilot: str | None
    ratings: Ratings
    damaged: bool
    hits: int
    out: str
    altitude: int | None
    hand: int
    cards: tuple[str, ...] | None
    holds: int
    level: int
    picked: int
    loaded: bool
    bomber: bool
    acted: bool
    absent: bool
    evasive: int
    markers: int
    bursts_used: int
    gunner_used: int
    agile_used: bool
    next_hits: int
    leader: int
    wingman: int
    row: int
    column: int
    own_hits: int = 0


@dataclass(frozen=True, slots=True)
class SeenChain:
    """An action being answered, and the cards lying on the table."""

    action: str
    actor: int
    target: int
    card: str | None
    steps: int
    key: str
    to: int
    stage: str
    bonus: int
    hits: int
    less: int
    shot: int
    saved: int
    played: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardTableView:
    """The table as a seat sees it."""

    seat: str
    terms: CardTerms
    phase: str
    turn: int
    turns: int
    active: int
    owing: tuple[str, ...]
    aircraft: tuple[SeenCraft, ...]
    pile: int
    discard: tuple[str, ...]
    draw_pile: tuple[str, ...] | None
    chain: SeenChain | None
    following: tuple[int, ...]
    climbing: bool
    began: int
    speed_target: int
    speed_points: int
    declared: tuple[int, ...]
    score: tuple[int, ...]
    parties: tuple[str, ...]
    picks: tuple[tuple[str, str | None], ...]
    secrets: tuple[tuple[str, str | int | None], ...] = ()


def view(position: CardPosition, seat: str) -> CardTableView:
    """Return the table as that seat sees it: its own hands, picks and altitudes, of the others the open cards; the referee sees all."""
    referee = seat == REFEREE
    index = position.seats.index(seat) if not referee else -1
    pending = position.pending
    secrets: list[tuple[str, str | int | None]] = []
    if referee:
        for name, picks in zip(position.seats, position.picks, strict=True):
            secrets += [(name, f"{a}/{p or '-'}") for a, p in picks]
    return CardTableView(
        seat=seat,
        terms=position.terms,
        phase=position.phase,
        turn=position.turn,
        turns=position.terms.turns,
        active=position.active,
        owing=position.owing,
        aircraft=tuple([_aircraft(position, craft, referee or craft.seat == index) for craft in position.crafts]),
        pile=len(position.pile),
        discard=tuple(sorted(position.discard)),
        draw_pile=tuple(position.pile) if referee else None,
        chain=_chain(position, pending) if isinstance(pending, Chain) else None,
        following=tuple([n for n, _ in pending.queue]) if isinstance(pending, Following) else _asked(pending),
        climbing=isinstance(pending, Following) and pending.climb,
        began=position.began,
        speed_target=position.speed_target,
        speed_points=position.speed_points,
        declared=position.declared,
        score=tuple(position.score),
        parties=position.parties,
        picks=() if referee else position.picks[index],
        secrets=tuple(secrets),
    )


def _asked(pending: Stall | Giving | Chain | None) -> tuple[int, ...]:
    return (pending.aircraft,) if isinstance(pending, Stall | Giving) else ()


def _aircraft(position: CardPosition, craft: Craft, own: bool) -> SeenCraft:
    altitude = craft.altitude if craft.altitude >= 0 else (craft.start if own and craft.start >= 0 else None)
    return SeenCraft(
        number=craft.number,
        seat=position.seats[craft.seat],
        side=position.parties[craft.party],
        type=craft.type,
        pilot=craft.pilot,
        ratings=craft.now,
        damaged=craft.damaged,
        hits=craft.hits,
        out=craft.out,
        altitude=altitude,
        hand=len(craft.hand),
        cards=craft.hand if own else None,
        holds=craft.holds,
        level=craft.level,
        picked=craft.picked,
        loaded=craft.loaded,
        bomber=craft.bomber,
        acted=craft.acted,
        absent=craft.late >= max(position.turn, 1),
        evasive=craft.evasive,
        markers=craft.markers,
        bursts_used=craft.bursts_used,
        gunner_used=craft.gunner_used,
        agile_used=craft.agile_used,
        next_hits=craft.next_hits,
        leader=craft.leader,
        wingman=craft.wingman,
        row=craft.row if own or position.phase != FORMATION else NOBODY,
        column=craft.column if own or position.phase != FORMATION else NOBODY,
        own_hits=craft.own_hits,
    )


def _chain(position: CardPosition, chain: Chain) -> SeenChain:
    return SeenChain(
        chain.action,
        chain.actor,
        chain.target,
        chain.card,
        chain.steps,
        chain.key,
        chain.to,
        chain.stage,
        chain.bonus,
        chain.hits,
        chain.less,
        chain.shot,
        chain.saved,
        tuple(position.played),
    )
