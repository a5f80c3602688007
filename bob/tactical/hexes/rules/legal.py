"""The orders that are legal, and why others are not. `refusal` is the one source: a list is the candidates that it lets pass."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

from bob.core.dice import Stream
from bob.core.errors import Refusal
from bob.core.hexes import distance
from bob.tactical.hexes import orders as o
from bob.tactical.hexes import setup
from bob.tactical.hexes.data import DIVE, IMMELMANN, LOOP, ROLL_LEFT, ROLL_RIGHT, SPLIT_S, ZOOM
from bob.tactical.hexes.position import (
    AFTER,
    AIM,
    ANSWER,
    BEFORE,
    CANCEL,
    CHOOSE,
    CLOUDS,
    COUNTER,
    DODGE,
    EXCHANGE,
    FLY,
    GO,
    LEVEL,
    NAMED,
    NOBODY,
    OVERHEAT,
    PLACE,
    SHOOTER,
    STEADY,
    TARGET,
    Go,
    HexPosition,
)
from bob.tactical.hexes.rules import cards, flight, formations, ships, shooting
from bob.tactical.hexes.rules.activations import seconds
from bob.tactical.hexes.rules.geometry import LEFT, REACH, RIGHT, WAYS, around

KINDS = (LOOP, ROLL_LEFT, ROLL_RIGHT, IMMELMANN, SPLIT_S)
HOW = (flight.PAY, flight.WEP, flight.TAIL)

advance = cache(o.Advance)
rotate = cache(o.Rotate)
manoeuvre = cache(o.Manoeuvre)
fire = cache(o.Fire)
activate = cache(o.Activate)
play = cache(o.PlayCard)
dodge = cache(o.Dodge)
join = cache(o.Join)
leave = cache(o.Leave)


def orders(position: HexPosition, seat: str) -> list[Any]:
    """All legal orders of a seat, in no special order; none for a seat that owes nothing."""
    if seat not in position.owing:
        return []
    number = position.seats.index(seat)
    return [order for order in candidates(position, number) if refused(position, number, order) is None]


def sample(position: HexPosition, seat: str, stream: Stream) -> Any:
    """One legal order, each as likely as any other; of cards that may be offered mostly none, so that an exchange ends."""
    if position.stage == EXCHANGE and stream.below(4):
        return o.PASS
    number = position.seats.index(seat)
    found = candidates(position, number)
    count = len(found)
    for _ in range(count):
        order = found[stream.below(count)]
        if refused(position, number, order) is None:
            return order
    legal = [order for order in found if refused(position, number, order) is None]
    return legal[stream.below(len(legal))]


def refusal(position: HexPosition, seat: str, order: Any) -> Refusal | None:
    """Return the reason why an order is not legal; None when it is."""
    if seat not in position.owing:
        return "not_your_decision", "FIS-009"
    return refused(position, position.seats.index(seat), order)


def refused(position: HexPosition, seat: int, order: Any) -> Refusal | None:
    """The same by a seat's number, whether or not it owes the decision."""
    stages, why = _CHECKS[type(order)]
    if position.stage not in stages:
        return "other_stage", "FIS-004"
    return why(position, seat, order)


def may_move(position: HexPosition) -> bool:
    """Return whether the active aircraft can do anything but fire (FIS-283)."""
    go = _going(position)
    if flight.end_refusal(position, go) is None:
        return True
    return any(refused(position, go.seat, order) is None for order in flights(position, go))


# ---- candidates


def candidates(position: HexPosition, seat: int) -> list[Any]:
    """Every order that could be legal now, and some that are not, none twice."""
    return _CANDIDATES[position.stage](position, seat)


@cache
def _moves(altimeter: bool, wind: bool, most: int) -> list[Any]:
    """All steps and manoeuvres of a single aircraft."""
    found: list[Any] = [*_hexes(altimeter, wind, most), rotate(LEFT), rotate(RIGHT), *[manoeuvre(kind) for kind in KINDS]]
    if altimeter:
        found += [manoeuvre(kind, levels) for kind in (ZOOM, DIVE) for levels in (2, 3, 4)]
    return found


@cache
def _group_moves(altimeter: bool, wind: bool, most: int, active: tuple[int, ...]) -> list[Any]:
    """All steps and rotations of a formation."""
    return [*_hexes(altimeter, wind, most), *[rotate(way, pivot) for way in (LEFT, RIGHT) for pivot in active]]


def _hexes(altimeter: bool, wind: bool, most: int) -> list[Any]:
    climbs = (0, -1, *range(1, most + 1)) if altimeter else (0,)
    return [advance(way, climb, by) for by in (HOW if wind else HOW[:2]) for way in WAYS for climb in climbs]


def flights(position: HexPosition, go: Go) -> list[Any]:
    """All that moves the active aircraft."""
    terms = position.terms
    lead = position.aircraft[go.active[0]]
    most = 1 + flight.head_bonus(terms, lead.facing)
    tail = flight.tail_bonus(terms) > 0
    if len(go.active) > 1:
        return _group_moves(terms.altimeter, tail, most, go.active)
    found = _moves(terms.altimeter, tail, most)
    ways = flight.force_ways(position, go)
    return [*found, *[o.ForceThrough(*way) for way in ways]] if ways else found


def _fly(position: HexPosition, seat: int) -> list[Any]:
    go = _going(position)
    found = [o.END, *flights(position, go)]
    if len(go.active) == 1 and not go.shot:
        a = position.aircraft[go.active[0]]
        for target in position.aircraft:
            if target.side != a.side and not target.out and distance(a.at, target.at) <= REACH:
                found += [fire(target.number, gun.arc) for gun in a.dash.guns]
        for ship in range(len(position.ships)):
            found += [o.Bomb(ship), *[o.Strafe(ship, gun.arc) for gun in a.dash.guns]]
    if len(go.active) > 1:
        found += [leave(n) for n in go.active]
    elif go.displaced:
        found += [join(go.active[0], a.number) for a in position.aircraft if a.seat == seat and a.number != go.active[0] and not a.out]
    return found + _card_plays(position, seat)


def _going(position: HexPosition) -> Go:
    go = position.go
    assert go is not None
    return go


def _go(position: HexPosition, seat: int) -> list[Any]:
    mine = [activate(a.number) for a in position.aircraft if a.seat == seat and a.speed]
    return [*mine, o.PASS, *_formings(position, seat), *_card_plays(position, seat)]


def _formings(position: HexPosition, seat: int) -> list[Any]:
    mine = [a for a in position.aircraft if a.seat == seat and not a.out]
    found: list[Any] = [leave(a.number) for a in mine if a.formation != NOBODY]
    for a in mine:
        if a.formation == NOBODY:
            found += [join(a.number, b.number) for b in mine if b is not a and b.facing == a.facing and distance(a.at, b.at) == 1]
    return found


def _level(position: HexPosition, seat: int) -> list[Any]:
    return [o.PASS, *[leave(a.number) for a in position.aircraft if a.formation == position.queue[0] and a.seat == seat]]


def _card_plays(position: HexPosition, seat: int) -> list[Any]:
    """Every play of the cards in hand."""
    found: list[Any] = []
    if position.carded[seat]:
        return found
    stage = position.stage
    for code in dict.fromkeys(position.hands[seat]):
        if stage not in cards.AT[code]:
            continue
        mine = [a.number for a in position.aircraft if a.seat == seat and not a.out]
        if code == "shifting_cloud":
            found += [o.ShiftCloud(code, at, to) for at in position.clouds for to in around(at)]
        elif code in ("cool_nerves", "skid"):
            found += [o.Reroll(code, faces) for faces in _subsets(cards.rolled(position))]
        elif code == "quick_hands":
            found += [play(code, n, marker) for n in mine for marker in ("overheat", "shocked")]
        elif code in ("full_throttle", "second_pass", "reserve_tank", "mutual_support"):
            found += [play(code, n) for n in mine]
        else:
            found.append(play(code))
    return found


def _subsets(faces: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every choice of dice to throw again, as their faces."""
    kinds = sorted(set(faces))
    counts = product(*[range(faces.count(kind) + 1) for kind in kinds])
    return [found for found in (tuple([k for k, n in zip(kinds, c, strict=True) for _ in range(n)]) for c in counts) if found]


def _rerolls(position: HexPosition, seat: int) -> list[Any]:
    found = [o.PASS, *_card_plays(position, seat)]
    if position.shots:
        found += [o.Reroll("aim", (face,)) for face in sorted(set(cards.rolled(position)))]
    return found


def _dodges(position: HexPosition, seat: int) -> list[Any]:
    shot = position.shots[-1]
    found: list[Any] = [dodge(n) for n in range(shooting.most_converted(position, position.aircraft[shot.target]) + 1)]
    found.append(leave(shot.target))
    return [*found, *[o.Help(n) for n in shooting.helpers(position, shot)], *_card_plays(position, seat)]


def _counters(position: HexPosition, seat: int) -> list[Any]:
    found: list[Any] = [o.PASS]
    shot = position.shots[-1]
    attacker = position.aircraft[shot.shooter]
    for a in shooting.wingmen(position, shot):
        if a.seat == seat:
            found += [o.Counter(a.number, *place[:4]) for place in shooting.counters(position, a, attacker)]
    return found


def _passing(position: HexPosition, seat: int) -> list[Any]:
    return [o.PASS, *_card_plays(position, seat)]


def _offers(position: HexPosition, seat: int) -> list[Any]:
    found: list[Any] = [o.PASS]
    for other, name in enumerate(position.seats):
        if other != seat and position.side_of[other] == position.side_of[seat]:
            found += [o.Offer(name, card) for card in dict.fromkeys(position.hands[seat])]
    return found


def _swaps(position: HexPosition, seat: int) -> list[Any]:
    assert position.offer is not None
    given = (position.offer[2],) if position.returned else position.hands[seat]
    return [o.PASS, *[o.Swap(card) for card in dict.fromkeys(given)]]


def _placing(position: HexPosition, seat: int) -> list[Any]:
    if position.queue[0] >= 0:
        return setup.place_candidates(position)
    return [o.PASS, *_formings(position, seat)]


_CANDIDATES: dict[str, Callable[[HexPosition, int], list[Any]]] = {
    CLOUDS: lambda position, seat: setup.cloud_candidates(position),
    PLACE: _placing,
    EXCHANGE: _offers,
    ANSWER: _swaps,
    CHOOSE: lambda position, seat: [o.Choose(card) for card in dict.fromkeys(position.pile)],
    BEFORE: _passing,
    AFTER: _passing,
    LEVEL: _level,
    GO: _go,
    NAMED: _passing,
    FLY: _fly,
    OVERHEAT: _rerolls,
    COUNTER: _counters,
    SHOOTER: _passing,
    TARGET: _passing,
    AIM: _rerolls,
    DODGE: _dodges,
    STEADY: _rerolls,
    CANCEL: lambda position, seat: list(shooting.cancels(position, position.shots[-1])),
}


# ---- why not


def _place_cloud(position: HexPosition, seat: int, order: o.PlaceCloud) -> Refusal | None:
    return setup.cloud_refusal(position, order.at)


def _set_up(position: HexPosition, seat: int, order: o.SetUp) -> Refusal | None:
    return setup.place_refusal(position, order)


def _offer(position: HexPosition, seat: int, order: o.Offer) -> Refusal | None:
    if order.to not in position.seats:
        return "no_seat", "FIS-271"
    other = position.seats.index(order.to)
    if other == seat or position.side_of[other] != position.side_of[seat]:
        return "own_team", "FIS-271"
    if not position.hands[other]:
        return "no_such_card", "FIS-271"
    return None if order.card in position.hands[seat] else ("no_such_card", "FIS-271")


def _swap(position: HexPosition, seat: int, order: o.Swap) -> Refusal | None:
    assert position.offer is not None
    if position.returned and order.card != position.offer[2]:
        return "other_card", "FIS-271"
    return None if order.card in position.hands[seat] else ("no_such_card", "FIS-271")


def _choose(position: HexPosition, seat: int, order: o.Choose) -> Refusal | None:
    return None if order.card in position.pile else ("not_in_pile", "FIS-179")


def _pass(position: HexPosition, seat: int, order: o.Pass) -> Refusal | None:
    if position.stage == PLACE and position.queue[0] >= 0:
        return "set_up_first", "FIS-D05"
    if position.stage == GO and not _going(position).singles and any(a.speed for a in position.aircraft if a.seat == seat):
        return "must_activate", "FIS-012"
    return None


def _activate(position: HexPosition, seat: int, order: o.Activate) -> Refusal | None:
    if not 0 <= order.aircraft < len(position.aircraft):
        return "no_aircraft", "FIS-041"
    a = position.aircraft[order.aircraft]
    if a.seat != seat or a.out:
        return "not_yours", "FIS-293"
    if not a.speed:
        return "no_speed", "FIS-043"
    if _going(position).singles:
        return None if a.number in seconds(position, seat, _going(position).singles) else ("second_single", "FIS-291")
    return None if a.formation in (NOBODY, a.number) else ("first_member", "FIS-041")


def _join(position: HexPosition, seat: int, order: o.Join) -> Refusal | None:
    if position.stage == PLACE and position.queue[0] >= 0:
        return "set_up_first", "FIS-D05"
    if position.stage == FLY:
        go = _going(position)
        if go.active != (order.aircraft,):
            return "not_active", "FIS-284"
        why = flight.end_refusal(position, go)
        if why is not None:
            return why
    return formations.join_refusal(position, seat, order.aircraft, order.to)


def _leave(position: HexPosition, seat: int, order: o.Leave) -> Refusal | None:
    active = position.go.active if position.go is not None else ()
    why = formations.leave_refusal(position, seat, order.aircraft, active)
    if why is not None:
        return why
    if position.stage == FLY and order.aircraft not in active:
        return "not_active", "FIS-284"
    if position.stage == DODGE and order.aircraft != position.shots[-1].target:
        return "not_yours", "FIS-284"
    if position.stage == LEVEL and position.aircraft[order.aircraft].formation != position.queue[0]:
        return "not_in_formation", "FIS-284"
    return None


def _advance(position: HexPosition, seat: int, order: o.Advance) -> Refusal | None:
    if order.way not in WAYS or order.by not in HOW:
        return "no_way", "FIS-055"
    return flight.step_refusal(position, _going(position), order.way, order.climb, order.by)


def _rotate(position: HexPosition, seat: int, order: o.Rotate) -> Refusal | None:
    if order.way not in WAYS:
        return "no_way", "FIS-063"
    return flight.rotation_refusal(position, _going(position), order.way, order.pivot)


def _manoeuvre(position: HexPosition, seat: int, order: o.Manoeuvre) -> Refusal | None:
    if order.kind not in flight.KINDS:
        return "no_manoeuvre", "FIS-133"
    return flight.manoeuvre_refusal(position, _going(position), order.kind, order.levels)


def _force(position: HexPosition, seat: int, order: o.ForceThrough) -> Refusal | None:
    return flight.force_refusal(position, _going(position), order.target, order.way, order.out)


def _fire(position: HexPosition, seat: int, order: o.Fire) -> Refusal | None:
    return shooting.fire_refusal(position, _going(position), order)


def _strafe(position: HexPosition, seat: int, order: o.Strafe) -> Refusal | None:
    return ships.strafe_refusal(position, _going(position), order.ship, order.arc)


def _bomb(position: HexPosition, seat: int, order: o.Bomb) -> Refusal | None:
    return ships.bomb_refusal(position, _going(position), order.ship)


def _end(position: HexPosition, seat: int, order: o.End) -> Refusal | None:
    return flight.end_refusal(position, _going(position))


def _dodge(position: HexPosition, seat: int, order: o.Dodge) -> Refusal | None:
    target = position.aircraft[position.shots[-1].target]
    if 0 <= order.speed <= shooting.most_converted(position, target):
        return None
    return ("wounded", "FIS-D20") if "pilot" in target.criticals else ("no_speed", "FIS-118")


def _help(position: HexPosition, seat: int, order: o.Help) -> Refusal | None:
    return None if order.leader in shooting.helpers(position, position.shots[-1]) else ("no_rule", "FIS-D40")


def _cancel(position: HexPosition, seat: int, order: o.Cancel) -> Refusal | None:
    return None if order in shooting.cancels(position, position.shots[-1]) else ("cannot_cancel", "FIS-123")


_Check = Callable[[HexPosition, int, Any], Refusal | None]
_CHECKS: dict[type, tuple[tuple[str, ...], _Check]] = {
    o.PlaceCloud: ((CLOUDS,), _place_cloud),
    o.SetUp: ((PLACE,), _set_up),
    o.Offer: ((EXCHANGE,), _offer),
    o.Swap: ((ANSWER,), _swap),
    o.Choose: ((CHOOSE,), _choose),
    o.PlayCard: ((BEFORE, AFTER, GO, FLY, NAMED, SHOOTER, TARGET, DODGE), cards.play_refusal),
    o.ShiftCloud: ((GO, FLY, NAMED, TARGET), cards.cloud_refusal),
    o.Reroll: ((AIM, STEADY, OVERHEAT), cards.reroll_refusal),
    o.Pass: ((PLACE, EXCHANGE, ANSWER, BEFORE, AFTER, LEVEL, GO, NAMED, OVERHEAT, COUNTER, SHOOTER, TARGET, AIM, STEADY), _pass),
    o.Join: ((PLACE, GO, FLY), _join),
    o.Leave: ((PLACE, GO, FLY, LEVEL, DODGE), _leave),
    o.Activate: ((GO,), _activate),
    o.Advance: ((FLY,), _advance),
    o.Rotate: ((FLY,), _rotate),
    o.Manoeuvre: ((FLY,), _manoeuvre),
    o.ForceThrough: ((FLY,), _force),
    o.Fire: ((FLY,), _fire),
    o.Strafe: ((FLY,), _strafe),
    o.Bomb: ((FLY,), _bomb),
    o.End: ((FLY,), _end),
    o.Counter: ((COUNTER,), shooting.counter_refusal),
    o.Dodge: ((DODGE,), _dodge),
    o.Help: ((DODGE,), _help),
    o.Cancel: ((CANCEL,), _cancel),
}
