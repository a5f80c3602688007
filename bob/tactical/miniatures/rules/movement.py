"""Flying: dives, hard turns, the normal move with its turn, tails, climbs (BRS-C21 to BRS-C38)."""

from __future__ import annotations

from bob.core.errors import Refusal
from bob.tactical.miniatures.data import GREAT_CLIMB, HIGH_ALTITUDE
from bob.tactical.miniatures.execution import MiniatureRun
from bob.tactical.miniatures.orders import DiveFor, GainHeight, MoveOn, TurnHard
from bob.tactical.miniatures.position import MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.geometry import PER, Spot, forward, leaves_by, turned

TURN_MOST, HARD_MOST = 45, 180
"""The largest turn of an aircraft at the end of its move, and when it burns advantage for it (BRS-C25, BRS-C29)."""
DIVE = 6 * PER
BRAKE, HARD = "brake", "turn"
BURNS = (BRAKE, HARD)


def least(a: MiniatureAircraft) -> int:
    """The shortest normal move: half the Speed, rounded up to whole inches (BRS-C28)."""
    return (a.speed + 1) // 2 * PER


def most(a: MiniatureAircraft) -> int:
    """The longest normal move (BRS-C27)."""
    return a.speed * PER


def burn_refusal(position: MiniaturePosition, a: MiniatureAircraft) -> Refusal | None:
    """Return the reason why an aircraft cannot burn advantage (BRS-C21, BRS-C22, BRS-D38)."""
    assert position.go is not None
    if a.cowed:
        return "cowed", "BRS-D38"
    if position.go.burnt:
        return "burnt", "BRS-C22"
    return ("lowest", "BRS-C21") if not a.level else None


def hard_burn_refusal(position: MiniaturePosition, a: MiniatureAircraft) -> Refusal | None:
    """Return the reason why an aircraft cannot burn advantage to turn hard, however far (BRS-C25, BRS-C60)."""
    return ("multi_no_hard_turn", "BRS-C60") if not a.nimble else burn_refusal(position, a)


def dive_reach(a: MiniatureAircraft, card: bool) -> int:
    """Return the length of a dive: 6 inches, with Great Dive the full Speed if that is more (BRS-D11)."""
    return max(DIVE, most(a)) if card else DIVE


def dive_refusal(position: MiniaturePosition, a: MiniatureAircraft, order: DiveFor) -> Refusal | None:
    """Return the reason why an aircraft cannot dive so."""
    go = position.go
    assert go is not None
    if go.dived:
        return "dived", "BRS-C22"
    if go.avoiding:
        if a.cowed:
            return "cowed", "BRS-D38"
    elif (why := burn_refusal(position, a)) is not None:
        return why
    if not 1 <= order.distance <= max(go.reach, dive_reach(a, order.card is not None)):
        return "dive_distance", "BRS-C23"
    return None if abs(order.turn) <= TURN_MOST else ("turn", "BRS-C24")


def hard_refusal(position: MiniaturePosition, a: MiniatureAircraft, order: TurnHard) -> Refusal | None:
    """Return the reason why an aircraft cannot turn hard before its move."""
    why = hard_burn_refusal(position, a)
    if why is not None:
        return why
    return None if order.turn and abs(order.turn) <= HARD_MOST else ("hard_turn", "BRS-C25")


def move_refusal(position: MiniaturePosition, a: MiniatureAircraft, order: MoveOn) -> Refusal | None:
    """Return the reason why an aircraft cannot move so, whatever card it plays."""
    if order.burn is not None:
        if order.burn not in BURNS:
            return "no_burn", "BRS-C22"
        why = hard_burn_refusal(position, a) if order.burn == HARD else burn_refusal(position, a)
        if why is not None:
            return why
    shortest = 0 if order.burn == BRAKE else least(a)
    if not shortest <= order.distance <= most(a):
        return "move_distance", "BRS-C26" if order.burn == BRAKE else "BRS-C28" if order.distance < shortest else "BRS-C27"
    if abs(order.turn) > (HARD_MOST if order.burn == HARD else TURN_MOST):
        return "turn", "BRS-C25" if order.burn == HARD else "BRS-C29"
    if order.after is not None and (order.card is None or not 0 <= order.after <= order.distance):
        return "turn_place", "BRS-D12"
    return None


def climb_card_refusal(position: MiniaturePosition, a: MiniatureAircraft, order: GainHeight) -> Refusal | None:
    """Return the reason why a climb cannot be made so, leaving aside whether the cards may be played on the aircraft."""
    why = standing.climb_refusal(position, a)
    if why is not None:
        return why
    if order.card is None:
        return ("no_bonus", "BRS-041") if order.bonus is not None else None
    code = order.card.partition("@")[0]
    if code not in (GREAT_CLIMB, HIGH_ALTITUDE):
        return "not_its_moment", "BRS-053"
    if code == HIGH_ALTITUDE and not a.nimble:
        return "multi_never", "BRS-095"
    return None


# ---- carrying out


def burn(run: MiniatureRun, a: MiniatureAircraft, how: str) -> None:
    go = run.position.go
    assert go is not None
    go.burnt = how
    run.tell("burnt", rule="BRS-C22", aircraft=a.number, how=how)
    run.level(a.number, a.level - 1, "burnt", "BRS-C21")


def dive(run: MiniatureRun, order: DiveFor) -> None:
    position = run.position
    go, a = position.go, position.active
    assert go is not None
    go.dived = True
    if go.avoiding:
        go.avoiding = False
    else:
        burn(run, a, "dive")
    to = _straight(position, a, order.distance)
    run.tell("dived", rule="BRS-C23", aircraft=a.number, start=a.at, to=to, turn=order.turn)
    if not _arrive(run, a, to):
        a.heading = turned(a.heading, order.turn)


def turn_hard(run: MiniatureRun, order: TurnHard) -> None:
    a = run.position.active
    burn(run, a, HARD)
    a.heading = turned(a.heading, order.turn)
    run.tell("turned", rule="BRS-C25", aircraft=a.number, turn=order.turn, heading=a.heading)


def move(run: MiniatureRun, order: MoveOn) -> None:
    position = run.position
    go, a = position.go, position.active
    assert go is not None
    if order.burn is not None:
        burn(run, a, order.burn)
    go.moved = True
    start, after = a.at, order.after if order.after is not None else order.distance
    last = order.distance - after
    first = forward(a.at, a.heading, after) if last else _straight(position, a, after)
    ways = [(start, first)]
    if _arrive(run, a, first):
        run.tell("moved", rule="BRS-C27", aircraft=a.number, start=start, ways=tuple(ways), heading=a.heading)
        return
    a.heading = turned(a.heading, order.turn)
    if last:
        ways.append((first, _straight(position, a, last)))
        _arrive(run, a, ways[-1][1])
    go.ways = tuple(ways)
    run.tell("moved", rule="BRS-C27", aircraft=a.number, start=start, ways=go.ways, heading=a.heading)


def _straight(position: MiniaturePosition, a: MiniatureAircraft, distance: int) -> Spot:
    """Return the end of a straight part: shortened until no other base is at that very point (BRS-C30)."""
    taken = {b.at for b in position.aircraft if not b.out and b.number != a.number}
    to = forward(a.at, a.heading, distance)
    while to in taken and distance > 0:
        distance -= 1
        to = forward(a.at, a.heading, distance)
    return to


def _arrive(run: MiniatureRun, a: MiniatureAircraft, to: Spot) -> bool:
    """Bring an aircraft to a point; whether it has left the table on the way (BRS-C31, BRS-C59)."""
    terms = run.position.terms
    edge = leaves_by(a.at, to, terms.width * PER, terms.height * PER)
    a.at = to
    if not edge:
        return False
    seat = run.position.seats[a.side]
    safe = any(exit.seat == seat and exit.edge == edge and (a.type.multi or not exit.multis) for exit in terms.exits)
    a.out = "safe" if safe else "left"
    run.tell("left", rule="BRS-C59" if safe else "BRS-C31", aircraft=a.number, edge=edge, safe=safe)
    return True


def tail(run: MiniatureRun, number: int) -> None:
    """Tail an enemy: it drops a level at once (BRS-C38)."""
    position = run.position
    assert position.go is not None
    position.go.tailed = number
    b = position.aircraft[number]
    run.tell("tailed", rule="BRS-C38", aircraft=position.go.number, target=number)
    run.level(number, max(0, b.level - 1), "tailed", "BRS-C38")


def climb(run: MiniatureRun, a: MiniatureAircraft, great: bool) -> None:
    """Climb for advantage, two levels with Great Climb (BRS-C32, BRS-D10)."""
    run.tell("climbed", rule="BRS-C32", aircraft=a.number)
    levels = run.position.tables.cards[GREAT_CLIMB].value if great else 1
    run.level(a.number, min(standing.ceiling(a), a.level + levels), "climbed", "BRS-C32")
