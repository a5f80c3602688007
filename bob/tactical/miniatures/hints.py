"""Queries of a position for a screen: dice with the reason for each, chances, and the result of a flight.

The position is made from a seat's view (`view.imagined`); the rules themselves are asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bob.core.dice import SeededDice, Stream
from bob.core.errors import Refusal
from bob.tactical.miniatures.data import VULNERABLE
from bob.tactical.miniatures.execution import MiniatureRun
from bob.tactical.miniatures.orders import DiveFor, MoveOn, TurnHard
from bob.tactical.miniatures.position import MiniatureAircraft, MiniaturePosition, Volley
from bob.tactical.miniatures.rules import cards, movement, sequence, standing
from bob.tactical.miniatures.rules.geometry import Spot, passes, within
from bob.tactical.miniatures.rules.odds import more
from bob.tactical.miniatures.rules.standing import CLOUD


@dataclass(frozen=True, slots=True)
class DiceReason:
    """A reason for dice thrown or taken away, and its rule; `name` is a weapon's, where one gives them."""

    code: str
    dice: int
    rule: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class MiniatureProspect:
    """A possible attack: the reason why it may not be made, its dice and the target's, the chance that it hits, and its answers."""

    by: int
    at: int
    why_not: Refusal | None
    attack: tuple[DiceReason, ...]
    dodge: tuple[DiceReason, ...]
    chance: float
    deflection: bool
    answer: tuple[DiceReason, ...] = ()
    answer_chance: float = 0.0


@dataclass(frozen=True, slots=True)
class MiniatureOutlook:
    """The situation of an aircraft after a flight: its place or the edge that it left by, its targets to shoot at and tail, and the
    enemies that could do so to it."""

    at: Spot
    heading: int
    level: int
    ways: tuple[tuple[Spot, Spot], ...]
    out: str
    targets: tuple[MiniatureProspect, ...] = ()
    tails: tuple[int, ...] = ()
    tailed_by: tuple[int, ...] = ()
    threats: tuple[int, ...] = ()
    over: tuple[int, ...] = ()


# ---- dice


def total(reasons: tuple[DiceReason, ...]) -> int:
    return max(0, sum(reason.dice for reason in reasons))


def attack_reasons(position: MiniaturePosition, volley: Volley, answering: bool) -> tuple[DiceReason, ...]:
    """The dice of a volley one by one; their sum is `attack.attack_dice`."""
    a, b = position.aircraft[volley.by], position.aircraft[volley.at]
    found: list[DiceReason] = []
    if volley.guns:
        found += [DiceReason("firepower", a.firepower, "BRS-C41"), DiceReason("skill", a.ps, "BRS-C41")]
        if a.guns:
            found.append(DiceReason("rounds", a.guns, "OPS-B8.4"))
    for weapon in volley.weapons:
        found.append(DiceReason("weapon", a.firepower_of(weapon), "BRS-110", a.type.weapons[weapon].name))
    if (
        answering
        and volley.weapons
        and sum(r.dice for r in found)
        and position.terms.formation_fire
        and standing.formation_die(position, a, b)
    ):
        found.append(DiceReason("formation", 1, "BRS-C57"))
    if volley.more:
        found.append(DiceReason("played", volley.more, "BRS-053"))
    if VULNERABLE in b.type.negative:
        found.append(DiceReason("vulnerable", 1, "BRS-D16"))
    if volley.fewer:
        found.append(DiceReason("robust", -volley.fewer, "BRS-D13"))
    return tuple(found)


def dodge_reasons(position: MiniaturePosition, shooter: MiniatureAircraft, target: MiniatureAircraft) -> tuple[DiceReason, ...]:
    """The dodge dice one by one; their sum is `attack.dodge_dice`."""
    found = []
    if standing.deflection(shooter, target) and target.speed > target.type.agility:
        found.append(DiceReason("speed", target.speed, "BRS-C44"))
    else:
        found.append(DiceReason("agility", target.type.agility, "BRS-C43" if target.nimble else "BRS-099"))
    if target.nimble:
        found.append(DiceReason("skill", target.ps, "BRS-C43"))
    return tuple(found)


def prospect(position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft) -> MiniatureProspect:
    """Return the prospect of a shot with an aircraft's own guns, from the current places."""
    volley = Volley(a.number, b.number, guns=True)
    attacking, dodging = attack_reasons(position, volley, False), dodge_reasons(position, a, b)
    guns, weapons = standing.head_on(position, a, b), standing.bearing(position, b, a)
    back: tuple[DiceReason, ...] = ()
    chance = 0.0
    if guns or weapons:
        back = attack_reasons(position, Volley(b.number, a.number, guns, weapons), True)
        chance = more(total(back), total(dodge_reasons(position, b, a)))
    return MiniatureProspect(
        a.number,
        b.number,
        standing.shot_refusal(position, a, b),
        attacking,
        dodging,
        more(total(attacking), total(dodging)),
        standing.deflection(a, b),
        back,
        chance,
    )


def outmanoeuvre_chance(
    position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft, card: str | None = None
) -> tuple[int, int, float]:
    """The dice of an outmanoeuvre, those against it, and the chance that it succeeds."""
    added = position.tables.card(card).value if card is not None else 0
    mine = a.ps + a.type.agility + added + cards.signature(position, a, "outmanoeuvre")
    his = b.ps + b.type.agility + cards.signature(position, b, "outmanoeuvre")
    return mine, his, more(mine, his)


def cutting(position: MiniaturePosition, a: Spot, b: Spot) -> tuple[Spot, ...]:
    """The clouds that cut a line of sight (BRS-C53)."""
    if within(a, b, CLOUD):
        return ()
    return tuple([cloud for cloud in position.clouds if passes(a, b, cloud, CLOUD, touching=False)])


# ---- flights


def flown(position: MiniaturePosition, order: DiveFor | TurnHard | MoveOn) -> MiniaturePosition:
    """A position as it would be after a flight of the active aircraft, before anything else; a card that goes with it stays in hand."""
    made = position.copy()
    run = MiniatureRun(made, SeededDice(Stream.of(0, "nothing is thrown")))
    if isinstance(order, DiveFor):
        movement.dive(run, order)
    elif isinstance(order, TurnHard):
        movement.turn_hard(run, order)
    else:
        movement.move(run, order)
    return made


def outlook(position: MiniaturePosition, order: DiveFor | TurnHard | MoveOn) -> MiniatureOutlook:
    """Return the situation after a flight."""
    before = position.active
    made = flown(position, order)
    a = made.active
    go = made.go
    assert go is not None
    ways = go.ways if isinstance(order, MoveOn) else ((before.at, a.at),)
    if a.out:
        ways = ways or ((before.at, a.at),)
        return MiniatureOutlook(a.at, a.heading, a.level, ways, a.out)
    return replace(standing_so(made, a), ways=ways, over=tuple(sequence.bombable(made, a)) if isinstance(order, MoveOn) else ())


def standing_so(position: MiniaturePosition, a: MiniatureAircraft) -> MiniatureOutlook:
    """Return the targets that an aircraft could shoot at and tail from its place, and the enemies that could do so to it."""
    targets = tuple([prospect(position, a, b) for b in standing.targets(position, a)])
    foes = list(standing.enemies(position, a))
    return MiniatureOutlook(
        a.at,
        a.heading,
        a.level,
        (),
        a.out,
        targets,
        standing.can_tail(position, a),
        tuple([b.number for b in foes if standing.holds_tail(position, b, a)]),
        tuple([b.number for b in foes if b.firepower and standing.shot_refusal(position, b, a) is None]),
    )


# ---- the order of activation


def waiting(position: MiniaturePosition) -> list[MiniatureAircraft]:
    """Return the aircraft on the table in their order of activation, by the current levels; those already activated come last."""
    flying = position.flying()
    active = position.go.number if position.go is not None else -1
    return sorted(flying, key=lambda a: (a.number != active, a.zoom, *[-part for part in map(int, sequence.rank(position, a))], a.number))


def bears(position: MiniaturePosition, side: int, which: int) -> int:
    """Return the number of further Boom chits that a squadron takes before it breaks off (BRS-C48, BRS-118)."""
    return standing.strength(position, side, which) - position.chits[side][which]
