"""Legal orders of a seat: one set of predicates checks an order and lists the choices. Choices too many to list are described by ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from bob.core.dice import Stream
from bob.core.errors import Refusal
from bob.core.game import Choices
from bob.core.ranges import Described, Field, Grid, OneOf, Several, Whole
from bob.tactical.miniatures import setup
from bob.tactical.miniatures.data import DEFENSIVE_TACTICS, GREAT_CLIMB, GREAT_DIVE, HIGH_ALTITUDE, STALKER, TIGHT_TURN
from bob.tactical.miniatures.orders import (
    ActivateOne,
    AnswerFire,
    DefendWith,
    Deploy,
    DiveFor,
    DropOn,
    GainHeight,
    KeepCards,
    LayCloud,
    MoveOn,
    NoMore,
    Outmanoeuvre,
    PlayAction,
    ShootAt,
    TailEnemy,
    ThrowAway,
    TurnHard,
)
from bob.tactical.miniatures.position import (
    ACTION,
    ANSWER,
    BEGIN,
    CHOOSE,
    CLOUDS,
    DEFEND,
    DEPLOYED,
    DODGED,
    FIRING,
    FLY,
    FOLLOW,
    KEEP,
    LATE,
    NOBODY,
    NOWHERE,
    PLACE,
    REACT,
    TAIL,
    TARGETED,
    THROW,
    MiniatureAircraft,
    MiniaturePosition,
)
from bob.tactical.miniatures.rules import attack, cards, movement, sequence, standing
from bob.tactical.miniatures.rules.cards import code_of
from bob.tactical.miniatures.rules.geometry import CIRCLE, PER, Spot, forward, on_table, turned

KINDS: dict[str, tuple[type, ...]] = {
    CLOUDS: (LayCloud,),
    PLACE: (Deploy,),
    DEPLOYED: (PlayAction,),
    CHOOSE: (ActivateOne,),
    BEGIN: (PlayAction, NoMore),
    REACT: (PlayAction, NoMore),
    FLY: (PlayAction, ShootAt, DiveFor, TurnHard, MoveOn),
    TAIL: (TailEnemy,),
    ACTION: (ShootAt, GainHeight, Outmanoeuvre, DropOn, NoMore),
    FOLLOW: (Outmanoeuvre, NoMore),
    DEFEND: (DefendWith, NoMore),
    ANSWER: (AnswerFire, NoMore),
    FIRING: (PlayAction, NoMore),
    TARGETED: (PlayAction, NoMore),
    DODGED: (PlayAction, NoMore),
    KEEP: (KeepCards,),
    LATE: (PlayAction, NoMore),
    THROW: (ThrowAway,),
}
"""The kinds of orders at each decision."""


def refusal(position: MiniaturePosition, seat: str, order: Any) -> Refusal | None:
    """Return the reason why an order of a seat is not legal; None when it is."""
    if seat not in position.owing:
        return "not_owing", "BRS-C12"
    if type(order) not in KINDS[position.stage]:
        return "not_now", "BRS-C19"
    return _CHECKS[type(order)](position, position.seats.index(seat), order)


def _cloud(position: MiniaturePosition, side: int, order: LayCloud) -> Refusal | None:
    return setup.cloud_refusal(position, order.at)


def _activate(position: MiniaturePosition, side: int, order: ActivateOne) -> Refusal | None:
    return None if order.aircraft in position.candidates else ("not_its_turn", "BRS-C16")


def _dive(position: MiniaturePosition, side: int, order: DiveFor) -> Refusal | None:
    a = position.active
    why = movement.dive_refusal(position, a, order)
    if why is None and order.card is not None:
        why = _with_card(position, side, order.card, a, GREAT_DIVE)
    return why


def _move(position: MiniaturePosition, side: int, order: MoveOn) -> Refusal | None:
    a = position.active
    why = movement.move_refusal(position, a, order)
    if why is None and order.card is not None:
        why = _with_card(position, side, order.card, a, TIGHT_TURN)
    return why


def _with_card(position: MiniaturePosition, side: int, card: str, a: MiniatureAircraft, code: str) -> Refusal | None:
    if code_of(card) != code:
        return "not_its_moment", "BRS-053"
    return cards.on_refusal(position, side, card, a)


def _tail(position: MiniaturePosition, side: int, order: TailEnemy) -> Refusal | None:
    return None if order.aircraft in position.candidates else ("cannot_tail", "BRS-C38")


def _shoot(position: MiniaturePosition, side: int, order: ShootAt) -> Refusal | None:
    go = position.go
    assert go is not None
    if position.stage == FLY:
        if not position.terms.opening_shot:
            return "no_opening_shot", "BRS-C20"
        if go.opened or go.burnt or go.dived:
            return "too_late", "BRS-C19"
    if not 0 <= order.target < len(position.aircraft):
        return "no_aircraft", "BRS-C39"
    return standing.shot_refusal(position, position.active, position.aircraft[order.target])


def _climb(position: MiniaturePosition, side: int, order: GainHeight) -> Refusal | None:
    a = position.active
    why = movement.climb_card_refusal(position, a, order)
    if why is None and order.card is not None:
        why = cards.on_refusal(position, side, order.card, a)
        if why is None and order.bonus is not None:
            why = cards.bonus_refusal(position, side, order.card, order.bonus, a)
    return why


def _outmanoeuvre(position: MiniaturePosition, side: int, order: Outmanoeuvre) -> Refusal | None:
    if not 0 <= order.target < len(position.aircraft):
        return "no_aircraft", "BRS-C35"
    a = position.active
    why = standing.outmanoeuvre_refusal(position, a, position.aircraft[order.target])
    if why is None and order.card is not None:
        why = _with_card(position, side, order.card, a, STALKER)
    return why


def _bomb(position: MiniaturePosition, side: int, order: DropOn) -> Refusal | None:
    return None if order.target in sequence.bombable(position, position.active) else ("not_over_target", "BRS-C58")


def _defend(position: MiniaturePosition, side: int, order: DefendWith) -> Refusal | None:
    return attack.defence_refusal(position, position.active, order)


def _keep(position: MiniaturePosition, side: int, order: KeepCards) -> Refusal | None:
    left = [played.card for played in cards.keepable(position, side)]
    for card in order.cards:
        if card not in left:
            return "cannot_keep", "BRS-064"
        left.remove(card)
    return None if tuple(sorted(order.cards)) == order.cards else ("unsorted", "BRS-064")


def _throw(position: MiniaturePosition, side: int, order: ThrowAway) -> Refusal | None:
    left = list(position.hands[side])
    for card in order.cards:
        if card not in left:
            return "no_such_card", "BRS-060"
        left.remove(card)
    return None if tuple(sorted(order.cards)) == order.cards else ("unsorted", "BRS-060")


def _no_refusal(position: MiniaturePosition, side: int, order: NoMore) -> Refusal | None:
    return None


_CHECKS: dict[type, Callable[[MiniaturePosition, int, Any], Refusal | None]] = {
    LayCloud: _cloud,
    Deploy: setup.deploy_refusal,
    PlayAction: cards.play_refusal,
    NoMore: _no_refusal,
    KeepCards: _keep,
    ThrowAway: _throw,
    ActivateOne: _activate,
    DiveFor: _dive,
    TurnHard: lambda position, side, order: movement.hard_refusal(position, position.active, order),
    MoveOn: _move,
    TailEnemy: _tail,
    ShootAt: _shoot,
    GainHeight: _climb,
    Outmanoeuvre: _outmanoeuvre,
    DropOn: _bomb,
    DefendWith: _defend,
    AnswerFire: attack.answer_refusal,
}


# ---- the choices


def choices(position: MiniaturePosition, seat: str) -> Choices:
    """Return the choices of a seat now; the listed orders are not sorted."""
    if seat not in position.owing:
        return Choices()
    side = position.seats.index(seat)
    return Choices(tuple(listed(position, side)), tuple(_forms(position, side)))


def listed(position: MiniaturePosition, side: int) -> Iterator[Any]:
    """The orders of a seat that can be listed, each legal."""
    stage = position.stage
    kinds = KINDS[stage]
    if NoMore in kinds:
        yield NoMore()
    if PlayAction in kinds and position.hands[side]:
        yield from cards.plays(position, side)
    if stage == CHOOSE:
        yield from (ActivateOne(number) for number in position.candidates)
    elif stage == TAIL:
        yield from (TailEnemy(number) for number in position.candidates)
    elif stage == KEEP:
        yield from (KeepCards(some) for some in _subsets([played.card for played in cards.keepable(position, side)]))
    elif stage == THROW:
        yield from (ThrowAway(some) for some in _subsets(position.hands[side]))
    elif stage == ANSWER:
        assert position.attack is not None
        guns, weapons = attack.answers(position, position.attack)
        for own in (True, False) if guns else (False,):
            yield from (AnswerFire(own, some) for some in _subsets(weapons) if own or some)
    elif stage == DEFEND:
        ways = product(*((NOBODY, *aims) for aims in attack.can_defend(position, position.active)))
        yield from (DefendWith(some) for some in ways if any(target != NOBODY for target in some))
    elif stage == FLY:
        yield from (order for order in _shots(position) if _shoot(position, side, order) is None)
    elif stage in (ACTION, FOLLOW):
        yield from _actions(position, side)


def _subsets(items: Any) -> Iterator[tuple[Any, ...]]:
    """The different parts of some cards or numbers, each sorted."""
    found = {some for count in range(len(items) + 1) for some in combinations(sorted(items), count)}
    return iter(sorted(found))


def _shots(position: MiniaturePosition) -> Iterator[ShootAt]:
    return (ShootAt(b.number) for b in standing.targets(position, position.active))


def _actions(position: MiniaturePosition, side: int) -> Iterator[Any]:
    a = position.active
    hand = sorted(set(position.hands[side]))
    if position.stage == ACTION:
        yield from _shots(position)
        if standing.climb_refusal(position, a) is None:
            yield GainHeight()
            for card in hand:
                if code_of(card) in (GREAT_CLIMB, HIGH_ALTITUDE):
                    ways = (GainHeight(card, bonus) for bonus in (None, *cards.bonuses(position, side, card)))
                    yield from (order for order in ways if _climb(position, side, order) is None)
        yield from (DropOn(target) for target in sequence.bombable(position, a))
    stalkers = [None, *[card for card in hand if code_of(card) == STALKER and _with_card(position, side, card, a, STALKER) is None]]
    for b in standing.enemies(position, a):
        if standing.outmanoeuvre_refusal(position, a, b) is None:
            yield from (Outmanoeuvre(b.number, card) for card in stalkers)


def _forms(position: MiniaturePosition, side: int) -> Iterator[Described]:
    """The orders of a seat that are too many to list."""
    stage, terms = position.stage, position.terms
    if stage == CLOUDS:
        edge = setup.CLOUD_EDGE
        x, y = Whole(edge, terms.width * PER - edge), Whole(edge, terms.height * PER - edge)
        yield Described("lay_cloud", (Field("at", Grid(x, y, PER)),))
    elif stage == PLACE:
        first, last = setup.zone(terms, terms.forces[side])
        waiting = tuple([a.number for a in position.aircraft if a.side == side and a.at == NOWHERE])
        at = Grid(Whole(first.x, last.x), Whole(first.y, last.y), PER)
        yield Described("deploy", (Field("aircraft", OneOf(waiting)), Field("at", at), Field("heading", Whole(0, CIRCLE - 1))))
    elif stage == TARGETED:
        yield from _defensive_forms(position, side)
    elif stage == FLY:
        yield from _flights(position, side)


def _defensive_ways(position: MiniaturePosition, side: int) -> Iterator[tuple[PlayAction, int]]:
    """The ways to play Defensive Tactics, each with how far it turns at most."""
    assert position.attack is not None
    target = (position.attack.volley.at,)
    for card in sorted(set(position.hands[side])):
        if code_of(card) == DEFENSIVE_TACTICS:
            for bonus in (None, *cards.bonuses(position, side, card)):
                most = cards.turn_of(position, bonus)
                order = PlayAction(card, target, bonus, most)
                if cards.play_refusal(position, side, order) is None:
                    yield order, most


def _defensive_forms(position: MiniaturePosition, side: int) -> Iterator[Described]:
    for order, most in _defensive_ways(position, side):
        fields = [Field("card", OneOf((order.card,))), Field("aircraft", Several(OneOf(order.aircraft), 1, 1))]
        if order.bonus is not None:
            fields.append(Field("bonus", OneOf((order.bonus,))))
        yield Described("play", (*fields, Field("turn", Whole(-most, most))))


def _flights(position: MiniaturePosition, side: int) -> Iterator[Described]:
    """Dives, hard turns and moves of the active aircraft."""
    a, go = position.active, position.go
    assert go is not None
    turn, hard = Whole(-movement.TURN_MOST, movement.TURN_MOST), Whole(-movement.HARD_MOST, movement.HARD_MOST)
    held = sorted(set(position.hands[side]))
    burns, turns_hard = movement.burn_refusal(position, a) is None, movement.hard_burn_refusal(position, a) is None
    if movement.dive_refusal(position, a, DiveFor(1)) is None:
        yield Described("dive", (Field("distance", Whole(1, go.reach)), Field("turn", turn)))
        for card in held:
            if code_of(card) == GREAT_DIVE and _with_card(position, side, card, a, GREAT_DIVE) is None:
                reach = Whole(1, movement.dive_reach(a, True))
                yield Described("dive", (Field("distance", reach), Field("turn", turn), Field("card", OneOf((card,)))))
    if turns_hard:
        yield Described("turn_hard", (Field("turn", hard),))
    distance = Whole(movement.least(a), movement.most(a))
    forms: list[tuple[Whole, Whole, str | None]] = [(distance, turn, None)]
    if burns:
        forms.append((Whole(0, movement.most(a)), turn, movement.BRAKE))
    if turns_hard:
        forms.append((distance, hard, movement.HARD))
    tight = _tight(position, side)
    for ahead, turns, burn in forms:
        fields = (Field("distance", ahead), Field("turn", turns), *([Field("burn", OneOf((burn,)))] if burn is not None else []))
        yield Described("move", fields)
        for card in tight:
            yield Described("move", (*fields, Field("card", OneOf((card,))), Field("after", Whole(0, movement.most(a)))))


def _tight(position: MiniaturePosition, side: int) -> list[str]:
    """The Tight Turns of a seat that the active aircraft may fly."""
    held = sorted({card for card in position.hands[side] if code_of(card) == TIGHT_TURN})
    return [card for card in held if cards.on_refusal(position, side, card, position.active) is None]


# ---- random play


def sample(position: MiniaturePosition, seat: str, stream: Stream) -> Any:
    """One legal order, drawn at random."""
    side = position.seats.index(seat)
    stage = position.stage
    if stage == CLOUDS:
        return LayCloud(stream.choose(setup.cloud_room(position)))
    if stage == PLACE:
        return _sample_place(position, side, stream)
    if stage == FLY:
        return _sample_flight(position, side, stream)
    found = list(listed(position, side))
    if stage == TARGETED:
        found += [replace(order, turn=stream.choose((-most, 1 - most // 2, most))) for order, most in _defensive_ways(position, side)]
    return stream.choose(found)


def _sample_place(position: MiniaturePosition, side: int, stream: Stream) -> Deploy:
    first, last = setup.zone(position.terms, position.terms.forces[side])
    waiting = [a.number for a in position.aircraft if a.side == side and a.at == NOWHERE]
    middle = Spot(position.terms.width * PER // 2, position.terms.height * PER // 2)
    while True:
        at = Spot(first.x + stream.below(last.x - first.x + 1), first.y + stream.below(last.y - first.y + 1))
        order = Deploy(stream.choose(waiting), at, turned(_quarter_towards(at, middle), stream.below(61) - 30))
        if setup.deploy_refusal(position, side, order) is None:
            return order


def _quarter_towards(at: Spot, to: Spot) -> int:
    """Return the quarter of the compass nearest to the way."""
    dx, dy = to.x - at.x, to.y - at.y
    return (90 if dx > 0 else 270) if abs(dx) > abs(dy) else (180 if dy > 0 else 0)


def _sample_flight(position: MiniaturePosition, side: int, stream: Stream) -> Any:
    """Draw a card or a shot now and then, a dive or a hard turn, else a move; the random flyer keeps to the table where possible."""
    a, go = position.active, position.go
    assert go is not None
    if go.untouched:
        found = list(listed(position, side))
        if found and stream.below(2):
            return stream.choose(found)
    burns, turns_hard = movement.burn_refusal(position, a) is None, movement.hard_burn_refusal(position, a) is None
    if turns_hard and not _stays(position, a, movement.least(a), 0, movement.least(a)):
        return TurnHard(stream.choose((-180, -135, 135, 180)))
    luck = stream.below(8)
    if luck == 0 and movement.dive_refusal(position, a, DiveFor(1)) is None:
        dive = DiveFor(1 + stream.below(go.reach), stream.below(91) - 45)
        if _stays(position, a, dive.distance, dive.turn, movement.least(a)):
            return dive
    if luck == 1 and turns_hard:
        return TurnHard(stream.choose((-180, -135, -90, 90, 135, 180)))
    tight = _tight(position, side)
    burn = stream.choose((None, None, movement.BRAKE, movement.HARD if turns_hard else movement.BRAKE)) if burns else None
    shortest = 0 if burn == movement.BRAKE else movement.least(a)
    wide = movement.HARD_MOST if burn == movement.HARD else movement.TURN_MOST
    for _ in range(_TRIES):
        distance = shortest + stream.below(movement.most(a) - shortest + 1)
        turn = stream.below(2 * wide + 1) - wide
        if _stays(position, a, distance, turn, 2 * movement.least(a)):
            break
    if tight and stream.below(2):
        return MoveOn(distance, turn, burn, stream.choose(tight), stream.below(distance + 1))
    return MoveOn(distance, turn, burn)


_TRIES = 4
"""The number of moves that the random flyer draws to find one that keeps it on the table."""


def _stays(position: MiniaturePosition, a: MiniatureAircraft, distance: int, turn: int, next: int) -> bool:
    """Return whether an aircraft that flies on so stays on the table, and does so too on the way after its turn."""
    wide, high = position.terms.width * PER, position.terms.height * PER
    at = forward(a.at, a.heading, distance)
    return on_table(at, wide, high) and on_table(forward(at, turned(a.heading, turn), next), wide, high)
