"""Action cards: the conditions and effect of each, and the cards kept (BRS-041 to BRS-074, BRS-089 to BRS-092, section D3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from bob.core.errors import Refusal
from bob.tactical.miniatures.data import (
    ABILITY,
    ACE,
    AUTO,
    BALLISTIC,
    CLEAR_SKY,
    DEAD_SHOT,
    DEFENSIVE_TACTICS,
    DIVING_AVOIDANCE,
    FEARSOME,
    HEAVY_HITTER,
    HOME_GROUND,
    LEAD,
    MANOEUVRE,
    NUMBERS,
    RADAR_SUPPORT,
    REMOVE,
    ROBUST,
    SIXTH_SENSE,
    STORM_OF_FIRE,
    TESTS,
    TRAIT,
)
from bob.tactical.miniatures.execution import MiniatureRun, aces
from bob.tactical.miniatures.orders import KeepCards, PlayAction
from bob.tactical.miniatures.position import (
    ADVANTAGED,
    BEGIN,
    DEPLOYED,
    DISADVANTAGED,
    DODGED,
    FIRING,
    FLY,
    LATE,
    MULTIS,
    NOBODY,
    REACT,
    TARGETED,
    MiniatureAircraft,
    MiniaturePlayed,
    MiniaturePosition,
    Volley,
)
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.geometry import turned
from bob.tactical.miniatures.rules.movement import dive_reach

AT = {
    RADAR_SUPPORT: (DEPLOYED,),
    CLEAR_SKY: (DEPLOYED,),
    NUMBERS: (DEPLOYED,),
    HOME_GROUND: (LATE,),
    LEAD: (BEGIN, FLY),
    DIVING_AVOIDANCE: (BEGIN, FLY),
    FEARSOME: (REACT,),
    STORM_OF_FIRE: (FIRING,),
    HEAVY_HITTER: (FIRING,),
    DEAD_SHOT: (FIRING,),
    ROBUST: (FIRING, TARGETED),
    DEFENSIVE_TACTICS: (TARGETED,),
    SIXTH_SENSE: (DODGED,),
}
"""At which decisions each card is played by itself; the others go with a dive, a move, a climb or an outmanoeuvre."""
TURN_STEP = 5


def code_of(card: str) -> str:
    return card.partition("@")[0]


def type_of(card: str) -> str:
    return card.partition("@")[2]


# ---- may it be played


def on_refusal(position: MiniaturePosition, side: int, card: str, a: MiniatureAircraft, reaction: bool = False) -> Refusal | None:
    """Return the reason why a card of a seat may not be played on that aircraft now, whatever its effect (BRS-017, BRS-051, BRS-052,
    BRS-063, BRS-090)."""
    if card not in position.hands[side]:
        return "no_such_card", "BRS-047"
    if type_of(card) and (a.side != side or a.type.code != type_of(card)):
        return "other_type", "BRS-017"
    kind = position.tables.card(card).kind
    ability = kind == ABILITY
    if code_of(card) not in (LEAD, FEARSOME):
        if a.side != side:
            return "not_yours", "BRS-053"
        if ability and a.skill != ACE:
            return "no_ace", "BRS-090"
    if reaction:
        return None if position.tables.card(card).reaction else ("no_reaction", "BRS-062")
    # An Ace Ability card goes beside a Trait card; by the other reading beside any card (BRS-089, BRS-092).
    alone = not position.terms.ability_beside_any
    if ability and a.skill == ACE:
        if a.gifted:
            return "one_ability", "BRS-092"
        return ("beside_a_trait", "BRS-092") if alone and a.carded and not a.traited else None
    if alone and a.gifted and kind != TRAIT:
        return "beside_a_trait", "BRS-092"
    return ("one_card", "BRS-051") if a.carded and not ability else None


def bonus_refusal(position: MiniaturePosition, side: int, card: str, bonus: str, a: MiniatureAircraft) -> Refusal | None:
    """Return the reason why a bonus card does not go with a Doctrine card on that aircraft (BRS-041, BRS-045)."""
    if position.tables.card(card).bonus != code_of(bonus):
        return "no_bonus", "BRS-041"
    if bonus not in position.hands[side]:
        return "no_such_card", "BRS-047"
    return None if type_of(bonus) == a.type.code else ("other_type", "BRS-017")


def play_refusal(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    """Return the reason why a card may not be played so at this decision."""
    if order.card not in position.hands[side]:
        return "no_such_card", "BRS-047"
    code = code_of(order.card)
    if position.stage not in AT.get(code, ()):
        return "not_its_moment", "BRS-053"
    if order.bonus is not None and position.stage == DEPLOYED:
        return "no_bonus", "BRS-041"
    return _PLAYS[code](position, side, order)


def _nothing_more(order: PlayAction, turn: bool = False, squadron: bool = False) -> bool:
    return (turn or order.turn is None) and (squadron or order.squadron is None)


def _on_active(position: MiniaturePosition, side: int, order: PlayAction, reaction: bool = False) -> Refusal | None:
    """Return the reason why a card may not be played on the active aircraft, with its bonus card or without."""
    a = position.active
    if order.aircraft != (a.number,) or not _nothing_more(order):
        return "on_the_active", "BRS-053"
    why = on_refusal(position, side, order.card, a, reaction)
    if why is None and order.bonus is not None:
        why = bonus_refusal(position, side, order.card, order.bonus, a)
    return why


def _radar(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    ok = len(order.aircraft) <= position.tables.cards[RADAR_SUPPORT].value and tuple(sorted(set(order.aircraft))) == order.aircraft
    ok = ok and all(0 <= n < len(position.aircraft) and position.aircraft[n].side == side for n in order.aircraft)
    return None if ok and _nothing_more(order) else ("radar", "BRS-D31")


def _clear_sky(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    return None if not order.aircraft and _nothing_more(order) else ("on_no_aircraft", "BRS-D32")


def _numbers(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    ok = order.squadron in standing.squadrons(position, side) and not order.aircraft and order.turn is None
    return None if ok else ("squadron", "BRS-D33")


def _home_ground(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    which = order.squadron
    if which not in standing.squadrons(position, side) or order.aircraft or order.turn is not None or order.bonus is not None:
        return "squadron", "BRS-D30"
    assert which is not None
    return None if relieved(position, side, which) else ("no_chit", "BRS-D30")


def relieved(position: MiniaturePosition, side: int, which: int) -> bool:
    """Return whether Home Ground Advantage can take a chit from a squadron."""
    return position.chits[side][which] > 0 and not position.broken[side][which]


def _activated(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    """Cards for an aircraft that is activated: before anything else is done (BRS-053)."""
    go, a = position.go, position.active
    assert go is not None
    if not go.untouched or (position.stage == FLY and go.reacted):
        return "not_its_moment", "BRS-053"
    if code_of(order.card) == LEAD:
        if a.side != side or a.skill == ACE or not standing.near_ace(position, side, a):
            return "near_ace", "BRS-D36"
    elif a.level != DISADVANTAGED or go.avoiding:
        return "not_lowest", "BRS-D22"
    return _on_active(position, side, order)


def _fearsome(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    if not standing.near_ace(position, side, position.active):
        return "near_ace", "BRS-D38"
    return _on_active(position, side, order, reaction=True)


def _shooting(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    """Storm of Fire, Heavy Hitter, Dead Shot: on the active aircraft, which shoots."""
    assert position.attack is not None
    return ("newly_open", "BRS-135") if position.attack.turned else _on_active(position, side, order)


def _robust(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    attack = position.attack
    assert attack is not None
    volley = attack.volley if position.stage == TARGETED else attack.answer
    if volley is None or order.aircraft != (volley.at,) or not _nothing_more(order) or order.bonus is not None:
        return "not_attacked", "BRS-D13"
    return on_refusal(position, side, order.card, position.aircraft[volley.at], reaction=position.stage == TARGETED)


def _defensive(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    assert position.attack is not None
    target = position.attack.volley.at
    if order.aircraft != (target,) or not _nothing_more(order, turn=True):
        return "not_attacked", "BRS-D20"
    a = position.aircraft[target]
    why = on_refusal(position, side, order.card, a, reaction=True)
    if why is None and order.bonus is not None:
        why = bonus_refusal(position, side, order.card, order.bonus, a)
    if why is not None:
        return why
    return None if order.turn and abs(order.turn) <= turn_of(position, order.bonus) else ("turn", "BRS-D20")


def turn_of(position: MiniaturePosition, bonus: str | None) -> int:
    """Return the angle of Defensive Tactics, with its bonus card or without."""
    return position.tables.cards[DEFENSIVE_TACTICS].value * (1 if bonus is None else 2)


def _sixth_sense(position: MiniaturePosition, side: int, order: PlayAction) -> Refusal | None:
    volley = dodging(position, side)
    if volley is None or volley.rerolled or order.aircraft != (volley.at,) or not _nothing_more(order) or order.bonus is not None:
        return "no_dodge", "BRS-D35"
    return on_refusal(position, side, order.card, position.aircraft[volley.at], reaction=side != position.active.side)


def dodging(position: MiniaturePosition, side: int) -> Volley | None:
    """The fire that an aircraft of a seat has dodged in this attack."""
    attack = position.attack
    assert attack is not None
    for volley in (attack.volley, attack.answer):
        if volley is not None and volley.dodge and position.aircraft[volley.at].side == side:
            return volley
    return None


_PLAYS: dict[str, Callable[[MiniaturePosition, int, PlayAction], Refusal | None]] = {
    RADAR_SUPPORT: _radar,
    CLEAR_SKY: _clear_sky,
    NUMBERS: _numbers,
    HOME_GROUND: _home_ground,
    LEAD: _activated,
    DIVING_AVOIDANCE: _activated,
    FEARSOME: _fearsome,
    STORM_OF_FIRE: _shooting,
    HEAVY_HITTER: _shooting,
    DEAD_SHOT: _shooting,
    ROBUST: _robust,
    DEFENSIVE_TACTICS: _defensive,
    SIXTH_SENSE: _sixth_sense,
}


def plays(position: MiniaturePosition, side: int) -> Iterator[PlayAction]:
    """The cards that a seat may play at this decision. The turns of Defensive Tactics are described, not listed."""
    for card in sorted(set(position.hands[side])):
        code = code_of(card)
        if position.stage in AT.get(code, ()):
            for order in _ways(position, side, card, code):
                if play_refusal(position, side, order) is None:
                    yield order


def _ways(position: MiniaturePosition, side: int, card: str, code: str) -> Iterator[PlayAction]:
    """The ways in which a card might be played."""
    if code == CLEAR_SKY:
        yield PlayAction(card)
    elif code in (NUMBERS, HOME_GROUND):
        yield from (PlayAction(card, squadron=which) for which in standing.squadrons(position, side))
    elif code == RADAR_SUPPORT:
        mine = [a.number for a in position.aircraft if a.side == side and a.level < ADVANTAGED]
        for count in range(min(len(mine), position.tables.cards[code].value) + 1):
            yield from (PlayAction(card, some) for some in combinations(mine, count))
    elif code in (ROBUST, SIXTH_SENSE):
        assert position.attack is not None
        volleys = (position.attack.volley, position.attack.answer)
        yield from (PlayAction(card, (volley.at,)) for volley in volleys if volley is not None)
    elif code != DEFENSIVE_TACTICS:
        active = (position.active.number,)
        yield from (PlayAction(card, active, bonus) for bonus in (None, *bonuses(position, side, card)))


def bonuses(position: MiniaturePosition, side: int, card: str) -> list[str]:
    """The cards of the hand that a Doctrine card names as its bonus."""
    wanted = position.tables.card(card).bonus
    return sorted({held for held in position.hands[side] if wanted is not None and code_of(held) == wanted})


# ---- playing


def spend(
    run: MiniatureRun, side: int, card: str, a: MiniatureAircraft | None, bonus: str | None = None, reaction: bool = False, **data: object
) -> None:
    """Take a card out of the hand onto an aircraft, with its bonus card."""
    position = run.position
    on = a.number if a is not None else NOBODY
    run.out_of_hand(side, card)
    position.played.append(MiniaturePlayed(side, card, on, doctrine_kept=bonus is not None))
    if bonus is not None:
        run.out_of_hand(side, bonus)
        position.played.append(MiniaturePlayed(side, bonus, on, bonus=True))
    if a is not None and a.side == side and not reaction:
        if position.tables.card(card).kind == ABILITY:
            a.gifted |= a.skill == ACE
        else:
            a.carded, a.traited = True, position.tables.card(card).kind == TRAIT
    run.tell("played", rule="BRS-053", seat=position.seats[side], card=card, aircraft=on, bonus=bonus, **data)


def play(run: MiniatureRun, side: int, order: PlayAction) -> None:
    """Play a card at its own moment."""
    position = run.position
    code = code_of(order.card)
    if code in (RADAR_SUPPORT, CLEAR_SKY, NUMBERS, HOME_GROUND):
        _theatre(run, side, order)
        return
    a = position.aircraft[order.aircraft[0]]
    mine = position.active.side == side
    data = {"turn": order.turn} if code == DEFENSIVE_TACTICS else {}
    spend(run, side, order.card, a, order.bonus, not mine, **data)
    go, attack = position.go, position.attack
    assert go is not None
    value = position.tables.cards[code].value
    if code == LEAD:
        a.borrowed = max(a.skill, value)
    elif code == DIVING_AVOIDANCE:
        go.avoiding, go.reach = True, dive_reach(a, order.bonus is not None)
    elif code == FEARSOME:
        a.cowed = True
    elif code == SIXTH_SENSE:
        volley = dodging(position, side)
        assert volley is not None
        volley.dodge, volley.rerolled = run.throw("dodge", len(volley.dodge), side), True
        run.tell("rerolled", rule="BRS-D35", aircraft=a.number, dice=volley.dodge, dodged=aces(volley.dodge))
    else:
        assert attack is not None
        if code == ROBUST:
            hit_by = attack.volley if attack.volley.at == a.number else attack.answer
            assert hit_by is not None
            hit_by.fewer += value
        elif code == DEFENSIVE_TACTICS:
            assert order.turn is not None
            a.heading, attack.turned = turned(a.heading, order.turn), True
        else:
            attack.volley.more += 0 if code == HEAVY_HITTER else value
            if code == HEAVY_HITTER or order.bonus is not None:
                attack.volley.heavy += position.tables.cards[HEAVY_HITTER].value


def _theatre(run: MiniatureRun, side: int, order: PlayAction) -> None:
    """Theatre cards leave the game when they are played (BRS-068, BRS-133)."""
    position = run.position
    code = code_of(order.card)
    run.out_of_hand(side, order.card)
    run.tell("played", rule="BRS-036", seat=position.seats[side], card=order.card, aircraft=NOBODY, bonus=None, squadron=order.squadron)
    if position.stage == DEPLOYED:
        position.queue.pop(0)
    if code == RADAR_SUPPORT:
        for number in order.aircraft:
            run.level(number, min(ADVANTAGED, position.aircraft[number].level + 1), "radar", "BRS-D31")
    elif code == CLEAR_SKY:
        position.clouds, position.cloudless = [], True
        run.tell("cleared", rule="BRS-D32")
    else:
        assert order.squadron is not None
        if code == HOME_GROUND:
            taken = min(position.tables.cards[code].value, position.chits[side][order.squadron])
            position.chits[side][order.squadron] -= taken
            run.tell("relieved", rule="BRS-D30", seat=position.seats[side], squadron=order.squadron)
        else:
            more = position.tables.cards[code].value
            position.numbers[side][order.squadron] += 2 * more if order.squadron == MULTIS else more
        if position.tables.cards[code].retention != REMOVE and position.stage == LATE:
            position.discards[side].append(order.card)


# ---- keeping

NOTHING_KEPT = KeepCards()


def keepable(position: MiniaturePosition, side: int) -> list[MiniaturePlayed]:
    """The cards played in this activation that a seat may try to keep (BRS-058, BRS-064)."""
    found = []
    for played in position.played:
        if played.seat == side and not played.bonus:
            retention = position.tables.card(played.card).retention
            if played.doctrine_kept or retention == AUTO or (retention in TESTS and _pilot(position, played) is not None):
                found.append(played)
    return found


def _pilot(position: MiniaturePosition, played: MiniaturePlayed) -> MiniatureAircraft | None:
    """The own aircraft that takes a test for a card; none when it is down or the card was played on none (BRS-072, BRS-074)."""
    if played.aircraft == NOBODY:
        return None
    a = position.aircraft[played.aircraft]
    return a if a.side == played.seat and a.out != "down" else None


def keep(run: MiniatureRun, side: int, order: KeepCards) -> None:
    """Try to keep the cards named; all others played by the seat in this activation go (BRS-066 to BRS-074)."""
    position = run.position
    wanted = list(order.cards)
    may = keepable(position, side)
    for played in [p for p in position.played if p.seat == side]:
        position.played.remove(played)
        retention = position.tables.card(played.card).retention
        if played in may and played.card in wanted:
            wanted.remove(played.card)
            if played.doctrine_kept or retention == AUTO or _tested(run, played, retention):
                run.into_hand(side, played.card)
                run.tell("kept", rule="BRS-044" if played.doctrine_kept else "BRS-064", seat=position.seats[side], card=played.card)
                continue
        elif retention == REMOVE and not played.bonus:
            run.tell("removed", rule="BRS-068", seat=position.seats[side], card=played.card)
            continue
        position.discards[side].append(played.card)


def skill_dice(position: MiniaturePosition, a: MiniatureAircraft, test: str) -> int:
    """The dice of a Skill test: Pilot Skill, for two of them with Agility or Firepower, and a named Ace's Signature trait (BRS-069 to
    BRS-071, BRS-084)."""
    own = {MANOEUVRE: a.type.agility, BALLISTIC: a.type.firepower}.get(test, 0)
    return a.ps + own + signature(position, a, test)


def signature(position: MiniaturePosition, a: MiniatureAircraft, test: str) -> int:
    """The dice that a named Ace has more on a test (BRS-084, BRS-D39)."""
    ace = position.tables.aces.get(a.ace)
    return ace.dice if ace is not None and ace.test == test else 0


def _tested(run: MiniatureRun, played: MiniaturePlayed, retention: str) -> bool:
    a = _pilot(run.position, played)
    assert a is not None
    faces = run.throw("test", skill_dice(run.position, a, retention), a.side)
    run.tell("tested", rule="BRS-069", aircraft=a.number, card=played.card, test=retention, dice=faces, kept=aces(faces) > 0)
    return aces(faces) > 0
