"""A seat's view of a position: its own hand, all open facts, and of others' steps those that can no longer be taken back."""

from __future__ import annotations

from dataclasses import dataclass

from bob.core.game import REFEREE
from bob.core.hexes import Hex
from bob.tactical.hexes.data import Dashboard, LeaderClass
from bob.tactical.hexes.position import ANSWER, CHOOSE, NOBODY, Go, HexAircraft, HexPosition, HexTerms, SeenPlace, Shot
from bob.tactical.hexes.rules import cards, gunnery, shooting


@dataclass(frozen=True, slots=True)
class SeenAircraft:
    """An aircraft on the map; `seat` and `side` count in the view's `seats` and `sides`, `unseen` is the number of markers face down."""

    number: int
    seat: int
    side: int
    dash: Dashboard
    rank: LeaderClass | None
    rule: str
    at: Hex
    facing: int
    level: int
    speed: int
    fuel: int
    structure: int
    leader: str
    wingman_of: int
    formation: int
    guns: int
    bombs: int
    fired: bool
    overheat: int
    shocked: int
    unseen: int
    criticals: tuple[str, ...]
    tail: bool
    rule_used: bool
    out: str


@dataclass(frozen=True, slots=True)
class SeenGo:
    """A side's go and the activation under way."""

    side: int
    seat: int
    done: tuple[int, ...]
    active: tuple[int, ...]
    flown: tuple[int, ...]
    twice: bool
    singles: tuple[int, ...]
    displaced: bool
    spent: bool
    turnable: bool
    shot: bool
    released: bool
    paid: bool
    slips: int
    weps: int
    tail_hexes: int
    free_slip: bool
    hard_turn: bool
    aerobatics: int
    aims_at: int = NOBODY


@dataclass(frozen=True, slots=True)
class SeenShot:
    """A shot being resolved, with its dice and the reasons for each."""

    shooter: int
    target: int
    arc: str
    collision: bool
    answering: bool
    attack: tuple[str, ...]
    attack_reasons: tuple[gunnery.Reason, ...]
    criticals: int
    damages: int
    converted: int
    dodge: tuple[str, ...]
    dodge_reasons: tuple[gunnery.Reason, ...]


@dataclass(frozen=True, slots=True)
class HexTableView:
    """The table as a seat sees it. `hand` is its own; `searching` the draw pile while it picks a card out of it."""

    seat: str
    stage: str
    turn: int
    first: int
    terms: HexTerms
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    owing: tuple[str, ...]
    aircraft: tuple[SeenAircraft, ...]
    clouds: tuple[Hex, ...]
    ships: tuple[int, ...]
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    carded: tuple[bool, ...]
    pile: int
    discard: tuple[str, ...]
    bag: int
    dice: tuple[int, ...]
    kills: tuple[int, ...]
    bonus: tuple[int, ...]
    sun: tuple[int, ...]
    score: tuple[int, ...]
    queue: tuple[int, ...]
    go: SeenGo | None
    shots: tuple[SeenShot, ...]
    searching: tuple[str, ...] = ()
    offered: str = ""
    agreeing: bool = False
    secrets: tuple[tuple[str, tuple[str, ...]], ...] = ()


def view(position: HexPosition, seat: str) -> HexTableView:
    """The table as that seat sees it; the referee sees all."""
    referee = seat == REFEREE
    index = position.seats.index(seat) if not referee else -1
    go = position.go
    own_go = go is None or referee or go.seat == index
    before = {} if own_go or go is None else {place.number: place for place in go.before}
    secrets: list[tuple[str, tuple[str, ...]]] = []
    if referee:
        secrets = [(name, hand) for name, hand in zip(position.seats, position.hands, strict=True)]
        secrets += [("pile", tuple(position.pile)), ("bag", tuple(position.bag))]
        secrets += [(f"aircraft {a.number}", a.unseen) for a in position.aircraft if a.unseen]
    searches = position.stage == CHOOSE and seat in position.owing
    offer = position.offer if position.stage == ANSWER else None
    return HexTableView(
        seat=seat,
        stage=position.stage,
        turn=position.turn,
        first=position.first,
        terms=position.terms,
        seats=position.seats,
        sides=position.sides,
        side_of=position.side_of,
        owing=position.owing,
        aircraft=tuple([_aircraft(a, before.get(a.number)) for a in position.aircraft]),
        clouds=tuple(position.clouds),
        ships=tuple(position.ships),
        hand=() if referee else position.hands[index],
        hands=tuple([len(hand) for hand in position.hands]),
        carded=tuple(position.carded),
        pile=len(position.pile),
        discard=tuple(sorted(position.discard)),
        bag=len(position.bag),
        dice=tuple(position.dice),
        kills=tuple(position.kills),
        bonus=tuple(position.bonus),
        sun=tuple(position.sun),
        score=tuple(position.score),
        queue=tuple(position.queue),
        go=_go(go, own_go) if go is not None else None,
        shots=tuple([_shot(position, shot) for shot in position.shots]),
        searching=tuple(sorted(position.pile)) if searches else (),
        offered=(position.returned or offer[2]) if offer is not None and (referee or index in offer[:2]) else "",
        agreeing=bool(position.returned) and offer is not None and (referee or index in offer[:2]),
        secrets=tuple(secrets),
    )


def _aircraft(a: HexAircraft, before: SeenPlace | None) -> SeenAircraft:
    """An aircraft, as it stood before steps that its owner may still take back."""
    now: HexAircraft | SeenPlace = a if before is None else before
    return SeenAircraft(
        number=a.number,
        seat=a.seat,
        side=a.side,
        dash=a.dash,
        rank=a.rank,
        rule=a.rule,
        at=now.at,
        facing=now.facing,
        level=now.level,
        speed=now.speed,
        fuel=now.fuel,
        structure=a.structure,
        leader=a.leader,
        wingman_of=a.wingman_of,
        formation=a.formation,
        guns=a.guns,
        bombs=a.bombs,
        fired=a.fired,
        overheat=a.overheat,
        shocked=now.shocked,
        unseen=len(a.unseen),
        criticals=a.criticals,
        tail=now.tail,
        rule_used=a.rule_used,
        out=a.out,
    )


def _go(go: Go, reported: bool) -> SeenGo:
    """Return the go; the moves left to its owner are shown to no other seat, since they change with steps that may be taken back."""
    return SeenGo(
        go.side,
        go.seat,
        go.done,
        go.active,
        go.flown,
        go.twice,
        go.singles,
        go.displaced and reported,
        go.spent and reported,
        go.turnable and reported,
        go.shot,
        go.released,
        go.paid and reported,
        go.slips if reported else 0,
        go.weps,
        go.tail_hexes if reported else 0,
        go.free_slip and reported,
        go.hard_turn and reported,
        go.aerobatics if reported else 0,
        go.aims_at,
    )


def _shot(position: HexPosition, shot: Shot) -> SeenShot:
    criticals, damages = cards.results(position, shot)
    die = position.tables.die
    return SeenShot(
        shooter=shot.shooter,
        target=shot.target,
        arc=shot.arc,
        collision=bool(shot.into),
        answering=shot.answering,
        attack=tuple([die[face - 1] for face in shot.attack]),
        attack_reasons=tuple(shooting.attack_dice(position, shot)),
        criticals=criticals,
        damages=damages,
        converted=shot.converted,
        dodge=tuple([die[face - 1] for face in shot.dodge]),
        dodge_reasons=tuple(shooting.dodge_dice(position, shot)),
    )
