"""The flights of the active aircraft that are worth a thought: of all that the ranges allow, by coarse steps and by what matters.

A flight is what brings it to the end of its normal move: burnt advantage or none, a dive, a hard turn, a brake, a Tight Turn, the move.
Each is made of orders that are legal one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bob.tactical.miniatures.data import DIVING_AVOIDANCE, GREAT_DIVE, TIGHT_TURN
from bob.tactical.miniatures.orders import DiveFor, MoveOn, PlayAction, TurnHard
from bob.tactical.miniatures.position import DISADVANTAGED, FLY, MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.rules import cards, movement
from bob.tactical.miniatures.rules.cards import code_of
from bob.tactical.miniatures.rules.geometry import PER, Spot, forward, leaves_by, turned
from bob.tactical.miniatures.rules.movement import BRAKE, HARD, HARD_MOST, TURN_MOST


@dataclass(frozen=True, slots=True)
class FlightSteps:
    """The steps of the ranges searched: turns in degrees, distances in hundredths of an inch."""

    turn: int = 15
    distance: int = PER
    hard: int = 30
    dive: int = 2 * PER


COARSE, FINE = FlightSteps(22, 150, 45, 3 * PER), FlightSteps()


@dataclass(frozen=True, slots=True)
class MiniatureCourse:
    """The end of a flight, the next order towards it and the number that follow; `burns`: it burns advantage; `cards`: those that it
    takes; `left`: the edge where it leaves the table; `ways`: the straight parts of its normal move; `dives`: it has a dive in it."""

    order: Any
    at: Spot
    heading: int
    burns: bool = False
    cards: tuple[str, ...] = ()
    left: str = ""
    ways: tuple[tuple[Spot, Spot], ...] = ()
    dives: bool = False


def steps(first: int, last: int, by: int) -> list[int]:
    """Return a range in steps, with both its ends, and with 0 where the range includes it."""
    if first < 0 < last:
        return [*[-n for n in steps(0, -first, by)[:0:-1]], *steps(0, last, by)]
    found = list(range(first, last, by))
    if found and last - found[-1] < by // 2 and len(found) > 1:
        found.pop()
    return [*found, last]


def flights(position: MiniaturePosition, side: int, fine: FlightSteps = FINE, burns: bool = True) -> Iterator[MiniatureCourse]:
    """The flights of the active aircraft that are worth a thought; without those that burn advantage when that is not wanted."""
    a, go = position.active, position.go
    assert go is not None and position.stage == FLY and not go.moved
    held = sorted(set(position.hands[side]))
    tight = [c for c in held if code_of(c) == TIGHT_TURN and cards.on_refusal(position, side, c, a) is None]
    yield from _moves(position, a, a.at, a.heading, fine, tight[:1])
    if go.avoiding:
        yield from _dives(position, a, fine, go.reach, DiveFor, False)
    elif burns and movement.burn_refusal(position, a) is None:
        yield from _burnt(position, a, fine)
        if not go.dived:
            yield from _dives(position, a, fine, movement.DIVE, DiveFor, True)
            for card in held:
                if code_of(card) == GREAT_DIVE and movement.most(a) > movement.DIVE and cards.on_refusal(position, side, card, a) is None:
                    yield from _far_dives(position, a, fine, card)
    elif burns and a.level == DISADVANTAGED and go.untouched and not a.cowed:
        yield from _avoiding_dives(position, side, a, fine, held)


def _moves(
    position: MiniaturePosition,
    a: MiniatureAircraft,
    at: Spot,
    heading: int,
    fine: FlightSteps,
    tight: list[str],
    first: Any = None,
    **also: Any,
) -> Iterator[MiniatureCourse]:
    """Normal moves without burning, from where the aircraft is or will be; with a Tight Turn too."""
    least, most = movement.least(a), movement.most(a)
    turns = steps(-TURN_MOST, TURN_MOST, fine.turn)
    for distance in steps(least, most, fine.distance):
        to = forward(at, heading, distance)
        left = _turn_side(position, at, to)
        if left:
            yield MiniatureCourse(first if first is not None else MoveOn(distance), to, heading, left=left, ways=((at, to),), **also)
            continue
        for turn in turns:
            order = first if first is not None else MoveOn(distance, turn)
            yield MiniatureCourse(order, to, turned(heading, turn), ways=((at, to),), **also)
    for card in tight:
        for distance in (least, most):
            for after in (0, distance // 2):
                middle = forward(at, heading, after)
                if _turn_side(position, at, middle):
                    continue
                for turn in turns:
                    if turn:
                        new = turned(heading, turn)
                        to = forward(middle, new, distance - after)
                        order = MoveOn(distance, turn, None, card, after)
                        ways = ((at, middle), (middle, to))
                        yield MiniatureCourse(order, to, new, cards=(card,), left=_turn_side(position, middle, to), ways=ways)


def _turn_side(position: MiniaturePosition, start: Spot, end: Spot) -> str:
    terms = position.terms
    return leaves_by(start, end, terms.width * PER, terms.height * PER)


def _burnt(position: MiniaturePosition, a: MiniatureAircraft, fine: FlightSteps) -> Iterator[MiniatureCourse]:
    """Brakes, hard turns after the move and before it."""
    least, most = movement.least(a), movement.most(a)
    turns = steps(-TURN_MOST, TURN_MOST, 2 * fine.turn)
    hard = [turn for turn in steps(-HARD_MOST, HARD_MOST, fine.hard) if abs(turn) > TURN_MOST and turn != -HARD_MOST]
    for distance in steps(0, least, 2 * PER)[:-1]:
        to = forward(a.at, a.heading, distance)
        if not _turn_side(position, a.at, to):
            for turn in turns:
                yield MiniatureCourse(MoveOn(distance, turn, BRAKE), to, turned(a.heading, turn), True, ways=((a.at, to),))
    if movement.hard_burn_refusal(position, a) is not None:
        return
    for distance in steps(least, most, 3 * PER):
        to = forward(a.at, a.heading, distance)
        if not _turn_side(position, a.at, to):
            for turn in hard:
                yield MiniatureCourse(MoveOn(distance, turn, HARD), to, turned(a.heading, turn), True, ways=((a.at, to),))
    for turn in hard:
        yield from _shortest_courses(position, a, a.at, turned(a.heading, turn), TurnHard(turn), burns=True)


def _shortest_courses(
    position: MiniaturePosition, a: MiniatureAircraft, at: Spot, heading: int, first: Any, **also: Any
) -> Iterator[MiniatureCourse]:
    """The shortest and the longest move that may follow, each straight on and turned as far as may be."""
    coarse = FlightSteps(TURN_MOST, 99 * PER)
    return _moves(position, a, at, heading, coarse, [], first, **also)


def _dives(
    position: MiniaturePosition, a: MiniatureAircraft, fine: FlightSteps, reach: int, kind: type, burns: bool
) -> Iterator[MiniatureCourse]:
    for distance in steps(2 * PER, reach, fine.dive):
        yield from _dived(position, a, distance, DiveFor, burns, ())


def _far_dives(position: MiniaturePosition, a: MiniatureAircraft, fine: FlightSteps, card: str) -> Iterator[MiniatureCourse]:
    yield from _dived(position, a, movement.dive_reach(a, True), lambda d, t: DiveFor(d, t, card), True, (card,))


def _dived(
    position: MiniaturePosition, a: MiniatureAircraft, distance: int, make: Any, burns: bool, spent: tuple[str, ...]
) -> Iterator[MiniatureCourse]:
    """A dive so far, each way that the aircraft may turn after it, and the moves that may follow."""
    at = forward(a.at, a.heading, distance)
    if not _turn_side(position, a.at, at):
        for turn in (-TURN_MOST, 0, TURN_MOST):
            yield from _shortest_courses(
                position, a, at, turned(a.heading, turn), make(distance, turn), burns=burns, cards=spent, dives=True
            )


def _avoiding_dives(
    position: MiniaturePosition, side: int, a: MiniatureAircraft, fine: FlightSteps, held: list[str]
) -> Iterator[MiniatureCourse]:
    """Dives by Diving Avoidance, whose card is played first (BRS-D22)."""
    for card in held:
        if code_of(card) == DIVING_AVOIDANCE:
            for bonus in (None, *cards.bonuses(position, side, card)):
                first = PlayAction(card, (a.number,), bonus)
                if cards.play_refusal(position, side, first) is None:
                    spent = (card,) if bonus is None else (card, bonus)
                    reach = movement.dive_reach(a, bonus is not None)
                    for distance in steps(2 * PER, reach, fine.dive) if bonus is None else (reach,):
                        yield from _dived(position, a, distance, lambda d, t, first=first: first, False, spent)
