"""The pilot's play of Action cards that have windows of their own: the gain of each now, by the odds of the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bob.tactical.miniatures.data import (
    ABILITY,
    ACE,
    DEFENSIVE_TACTICS,
    DIVING_AVOIDANCE,
    GREAT_CLIMB,
    GREAT_DIVE,
    HEAVY_HITTER,
    HIGH_ALTITUDE,
    HOME_GROUND,
    ROBUST,
    TRAIT,
)
from bob.tactical.miniatures.execution import aces
from bob.tactical.miniatures.orders import AnswerFire, DefendWith, KeepCards, PlayAction, ThrowAway
from bob.tactical.miniatures.pilots.judgement import UNITS, MiniatureJudgement
from bob.tactical.miniatures.pilots.worth import answer_of, chance, of_hit, of_shot
from bob.tactical.miniatures.position import ADVANTAGED, DISADVANTAGED, NOBODY, MiniatureAttack, MiniaturePosition, Volley
from bob.tactical.miniatures.rules import attack, cards, standing
from bob.tactical.miniatures.rules.cards import code_of, type_of
from bob.tactical.miniatures.rules.geometry import turned
from bob.tactical.miniatures.rules.odds import more

WORTH_IT = 0.02
"""The least gain of a card to be played: the hand is filled again after each activation."""
TURNS = (15, 30, 45, 60, 75, 90)


def firing(position: MiniaturePosition, side: int, plays: Sequence[PlayAction]) -> PlayAction | None:
    """The card that makes most of an attack of one's own, or takes most off its answer; none when none is worth it."""
    made = position.attack
    assert made is not None
    return _best_action((_shooting(position, made, order), order) for order in plays)


def _shooting(position: MiniaturePosition, made: MiniatureAttack, order: PlayAction) -> float:
    code = code_of(order.card)
    if code == ROBUST:
        return _robust(position, made.answer, True)
    volley = made.volley
    b = position.aircraft[volley.at]
    dice, dodge = attack.attack_dice(position, volley, False), attack.dodge_dice(position, position.aircraft[volley.by], b)
    hit = of_hit(position, b, b.level)
    heavy = code == HEAVY_HITTER or order.bonus is not None
    extra = 1.0 if (heavy and not volley.heavy and (not b.type.multi or b.level == DISADVANTAGED)) else 0.0
    more_dice = 0 if code == HEAVY_HITTER else position.tables.cards[code].value
    return more(dice + more_dice, dodge) * (hit + extra) - more(dice, dodge) * hit


def _robust(position: MiniaturePosition, volley: Volley | None, answering: bool) -> float:
    if volley is None:
        return 0.0
    a, b = position.aircraft[volley.by], position.aircraft[volley.at]
    dice, dodge = attack.attack_dice(position, volley, answering), attack.dodge_dice(position, a, b)
    return (more(dice, dodge) - more(dice - 1, dodge)) * of_hit(position, b, b.level)


def targeted(position: MiniaturePosition, side: int, plays: Sequence[PlayAction]) -> PlayAction | None:
    """The card that spares an own aircraft most of the fire at it: Robust, or a turn by Defensive Tactics."""
    made = position.attack
    assert made is not None
    found = [(_robust(position, made.volley, False), order) for order in plays if code_of(order.card) == ROBUST]
    found += [(_turning(position, made, order), order) for order in turns(position, side)]
    return _best_action(found)


def turns(position: MiniaturePosition, side: int) -> Iterator[PlayAction]:
    """The turns of Defensive Tactics that are worth a thought."""
    assert position.attack is not None
    target = (position.attack.volley.at,)
    for card in sorted(set(position.hands[side])):
        if code_of(card) == DEFENSIVE_TACTICS:
            for bonus in (None, *cards.bonuses(position, side, card)):
                for by in TURNS:
                    for turn in (by, -by):
                        order = PlayAction(card, target, bonus, turn)
                        if cards.play_refusal(position, side, order) is None:
                            yield order


def _turning(position: MiniaturePosition, made: MiniatureAttack, order: PlayAction) -> float:
    """Return the gain of a turn: less of the attack, more of an answer, no edge of the table ahead."""
    b, shooter = position.aircraft[made.volley.at], position.aircraft[made.volley.by]
    assert order.turn is not None
    judge = MiniatureJudgement(position, b)
    kept = b.heading
    found = []
    for heading in (kept, turned(kept, order.turn)):
        b.heading = heading
        (x, y), (hx, hy) = b.at, UNITS[heading]
        value = -chance(position, made.volley) * of_hit(position, b, b.level) - judge.edge(x, y, hx, hy)
        back = answer_of(position, shooter, b, made.volley.guns)
        value += of_shot(position, back, True) if back is not None else 0.0
        found.append(value - 0.4 * judge.danger(x, y, hx, hy, b.level))
    b.heading = kept
    return found[1] - found[0] - (0.03 if order.bonus is not None else 0.0)


def dodged(position: MiniaturePosition, side: int, plays: Sequence[PlayAction]) -> PlayAction | None:
    """Sixth Sense, when a hit got through."""
    volley = cards.dodging(position, side)
    through = volley is not None and aces(volley.faces) > aces(volley.dodge)
    return plays[0] if through and plays else None


def _best_action(found: Any) -> PlayAction | None:
    best: tuple[float, PlayAction | None] = (WORTH_IT, None)
    for worth, order in found:
        if worth > best[0]:
            best = worth, order
    return best[1]


def answer(position: MiniaturePosition, listed: Sequence[Any]) -> Any:
    """Answer with all guns and weapons that bear."""
    ways = [order for order in listed if isinstance(order, AnswerFire)]
    return max(ways, key=lambda order: (order.guns, len(order.weapons)))


def defence(position: MiniaturePosition, listed: Sequence[Any]) -> DefendWith:
    """Return the target of each weapon: the weapons together where that gains more, apart where not."""
    a = position.active

    def worth(order: DefendWith) -> float:
        grouped: dict[int, tuple[int, ...]] = {}
        for weapon, target in enumerate(order.targets):
            if target != NOBODY:
                grouped[target] = (*grouped.get(target, ()), weapon)
        return sum(of_shot(position, Volley(a.number, target, weapons=weapons)) for target, weapons in grouped.items())

    ways = [order for order in listed if isinstance(order, DefendWith)]
    return max(ways, key=lambda order: (worth(order), [-target for target in order.targets]))


# ---- the hand


def useful(position: MiniaturePosition, side: int, card: str) -> float:
    """Return the likely further use of a card of the hand, from 0 to 1."""
    code, kind = code_of(card), position.tables.card(card).kind
    mine = [a for a in position.aircraft if a.side == side and not a.out]
    foes = [b for b in position.aircraft if b.side != side and not b.out]
    if kind == TRAIT:
        own = [a for a in mine if a.type.code == type_of(card)]
        if not own or (code == GREAT_DIVE and not any(position.tables.card(c).code == DIVING_AVOIDANCE for c in position.hands[side])):
            return 0.0
        if code == GREAT_CLIMB:
            return 0.2 + 0.2 * sum(a.level == DISADVANTAGED for a in own)
        return {ROBUST: 0.8, HEAVY_HITTER: 0.6}.get(code, 0.5) if code != HEAVY_HITTER or any(a.type.firepower for a in own) else 0.1
    if kind == ABILITY:
        return 0.9 if any(a.skill == ACE for a in mine) else 0.0
    if code == HOME_GROUND:
        return 0.9
    if code == DIVING_AVOIDANCE:
        return 0.2 + 0.2 * sum(a.level == DISADVANTAGED and a.nimble for a in mine)
    if code == HIGH_ALTITUDE:
        lifts = any(a.nimble and a.level < ADVANTAGED for a in mine)
        return 0.5 if lifts and any(b.nimble for b in foes) else 0.0
    return 0.8 if mine else 0.0


USELESS = 0.25
"""Below this a card is thrown away for another."""


def throw(position: MiniaturePosition, side: int) -> ThrowAway:
    """Discard the cards that are not likely to be of use, and the surplus of one kind."""
    return ThrowAway(tuple(sorted(card for card in position.hands[side] if useful(position, side, card) < USELESS)))


def keep(position: MiniaturePosition, side: int) -> KeepCards:
    """Choose the cards to keep: all that may still be of use."""
    found = [played.card for played in cards.keepable(position, side)]
    return KeepCards(tuple(sorted(card for card in found if played_again(position, side, card))))


def played_again(position: MiniaturePosition, side: int, card: str) -> bool:
    return useful(position, side, card) >= USELESS


def relief(position: MiniaturePosition, side: int, plays: Sequence[PlayAction]) -> PlayAction:
    """Home Ground Advantage for the squadron that is nearest to breaking off."""

    def margin(order: PlayAction) -> int:
        assert order.squadron is not None
        return standing.strength(position, side, order.squadron) - position.chits[side][order.squadron]

    return min(plays, key=margin)
