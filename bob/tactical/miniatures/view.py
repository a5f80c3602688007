"""A seat's view of a position: all that is open on the table, its own hand, the number of other cards; and an imagined position."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bob.core.game import REFEREE, Outcome
from bob.tactical.miniatures.data import MiniatureTables
from bob.tactical.miniatures.position import (
    MiniatureAircraft,
    MiniatureAttack,
    MiniatureForce,
    MiniatureGo,
    MiniaturePlayed,
    MiniaturePosition,
    MiniatureTerms,
)
from bob.tactical.miniatures.rules.geometry import Spot


@dataclass(frozen=True, slots=True)
class MiniatureTableView:
    """The table as a seat sees it. `hand` is its own; `hands`, `piles` are the numbers of cards that the seats hold and have left.

    The aircraft, the activation and the attack are copies: everything about them is open.
    """

    seat: str
    stage: str
    turn: int
    first: int
    terms: MiniatureTerms
    seats: tuple[str, ...]
    owing: tuple[str, ...]
    aircraft: tuple[MiniatureAircraft, ...]
    clouds: tuple[Spot, ...]
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    limits: tuple[int, ...]
    piles: tuple[int, ...]
    discards: tuple[tuple[str, ...], ...]
    chits: tuple[tuple[int, ...], ...]
    broken: tuple[tuple[bool, ...], ...]
    numbers: tuple[tuple[int, ...], ...]
    hits: int
    queue: tuple[int, ...]
    candidates: tuple[int, ...]
    go: MiniatureGo | None
    attack: MiniatureAttack | None
    played: tuple[MiniaturePlayed, ...]
    outcome: Outcome | None
    secrets: tuple[tuple[str, tuple[str, ...]], ...] = ()


def view(position: MiniaturePosition, seat: str) -> MiniatureTableView:
    """The table as that seat sees it; the referee sees all."""
    referee = seat == REFEREE
    secrets: list[tuple[str, tuple[str, ...]]] = []
    if referee:
        for side, name in enumerate(position.seats):
            secrets += [(name, position.hands[side]), (f"pile {name}", tuple(position.piles[side]))]
    return MiniatureTableView(
        seat=seat,
        stage=position.stage,
        turn=position.turn,
        first=position.first,
        terms=position.terms if referee else known_terms(position.terms, seat),
        seats=position.seats,
        owing=position.owing,
        aircraft=tuple([_seen(a, referee or position.seats[a.side] == seat) for a in position.aircraft]),
        clouds=tuple(position.clouds),
        hand=() if referee else position.hands[position.seats.index(seat)],
        hands=tuple([len(hand) for hand in position.hands]),
        limits=tuple(position.limits),
        piles=tuple([len(pile) for pile in position.piles]),
        discards=tuple([tuple(sorted(cards)) for cards in position.discards]),
        chits=tuple([tuple(row) for row in position.chits]),
        broken=tuple([tuple(row) for row in position.broken]),
        numbers=tuple([tuple(row) for row in position.numbers]),
        hits=position.hits,
        queue=tuple(position.queue),
        candidates=position.candidates,
        go=position.go.copy() if position.go is not None else None,
        attack=position.attack.copy() if position.attack is not None else None,
        played=tuple(position.played),
        outcome=position.outcome,
        secrets=tuple(secrets),
    )


def _seen(a: MiniatureAircraft, own: bool) -> MiniatureAircraft:
    """Return a copy of an aircraft; an enemy's without its rounds left and its endurance."""
    seen = a.copy()
    if not own:
        seen.guns = seen.leaves = 0
    return seen


def known_terms(terms: MiniatureTerms, seat: str) -> MiniatureTerms:
    """Return the terms without the contents of the other player's deck, and the facts that only their crews know."""
    return replace(terms, forces=tuple([f if f.seat == seat else _known_force(f) for f in terms.forces]))


def _known_force(force: MiniatureForce) -> MiniatureForce:
    aircraft = tuple([replace(mount, guns=0, leaves=0) for mount in force.aircraft])
    return replace(force, aircraft=aircraft, doctrine=None, theatre=None, abilities=(), extra={}, random=False)


def imagined(view: MiniatureTableView, tables: MiniatureTables) -> MiniaturePosition:
    """Return an imagined position made from a seat's view; it holds no cards of the other player, and none of the seat's own deck."""
    own = view.seats.index(view.seat) if view.seat in view.seats else -1
    return MiniaturePosition(
        terms=view.terms,
        tables=tables,
        seats=view.seats,
        stage=view.stage,
        turn=view.turn,
        first=view.first,
        aircraft=[a.copy() for a in view.aircraft],
        clouds=list(view.clouds),
        piles=[[], []],
        discards=[[], []],
        hands=[view.hand if side == own else () for side in (0, 1)],
        limits=[0, 0],
        chits=[list(row) for row in view.chits],
        broken=[list(row) for row in view.broken],
        numbers=[list(row) for row in view.numbers],
        hits=view.hits,
        queue=list(view.queue),
        candidates=view.candidates,
        go=view.go.copy() if view.go is not None else None,
        attack=view.attack.copy() if view.attack is not None else None,
        played=[played for played in view.played if played.seat == own],
        owing=view.owing,
        outcome=view.outcome,
    )
