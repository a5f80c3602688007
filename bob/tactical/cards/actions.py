"""The Action phase: the actions that a fighter may start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bob.core.errors import Refusal
from bob.tactical.cards import bombers, reactions
from bob.tactical.cards.data import ActionCard
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.movement import climb_price, climb_refusal, dive_refusal, leader_refusal
from bob.tactical.cards.orders import (
    ACE_MARKER,
    DONE,
    GIVE_UP,
    AgileScissors,
    Attack,
    BarrelRoll,
    GunnerAttack,
    PlayManoeuvre,
    Scissors,
    agile_scissors,
    attack,
    barrage,
    barrel_roll,
    change_altitude,
    gunner_attack,
    manoeuvre,
    scissors,
    tactic,
)
from bob.tactical.cards.position import NOBODY, CardPosition, Chain, Craft
from bob.tactical.cards.relations import held_refusal, place_refusal, relation_refusal

TACTICS = ("evasive", "plus_hit")
NEVER = 99
"""More points than any card has."""
ACE_PILOT = 4
"""The manoeuvre value of an Ace Pilot, the marker's too (DIF-111, DIF-402)."""


def bursts_left(craft: Craft) -> int:
    """The Bursts that an attack may cost now: printed, one for Advantaged, two more for Tailing, less those used this turn
    (DIF-033 to DIF-035, DIF-154 to DIF-156, DIF-378 to DIF-381, GAP-14, GAP-72)."""
    level = craft.level
    return max(0, craft.now.bursts + (3 if level == 2 else level) - craft.bursts_used)


def burst_cost(card: ActionCard, target: Craft) -> int:
    """Return the cost of an attack: the printed Bursts, and one for each Evasive of the target (DIF-118, DIF-124, GAP-22, GAP-23)."""
    return card.bursts + target.evasive


# ---- why not: each predicate assumes that the target may be targeted at all


def steps_of(position: CardPosition, craft: Craft, target: Craft) -> list[int]:
    """Return the numbers of steps that a Manoeuvre on the target may have, as far as places are free."""
    relation = position.relation(craft.number, target.number)
    return [after - relation for after in range(relation + 1, 3) if relation_refusal(position, craft, target, after) is None]


def value_refusal(position: CardPosition, craft: Craft, target: Craft, value: int, steps: int) -> Refusal | None:
    """Return the reason why a card of that manoeuvre value does not reach: on a bomber the first point may have to pick it (DIF-091,
    DIF-237, GAP-42)."""
    if value < 1:
        return "no_manoeuvre_value", "DIF-089"
    price = pick_price(position, craft, target)
    if price == NEVER:
        return "declared_already", "DIF-224"
    return None if steps + price <= value else ("value_too_small", "DIF-091")


def pick_price(position: CardPosition, craft: Craft, target: Craft) -> int:
    """The points of a Manoeuvre that pick its target: one for a bomber not yet picked, NEVER for one that cannot be declared again."""
    if not target.bomber or craft.picked == target.number:
        return 0
    return 1 if target.number not in position.declared else NEVER


def attack_place_refusal(position: CardPosition, craft: Craft, target: Craft) -> Refusal | None:
    """Return the reason why the target cannot be attacked from here (DIF-158, DIF-160, GAP-28)."""
    why = held_refusal(craft, target)
    if why is not None:
        return why
    if target.holds == craft.number:
        return ("disadvantaged", "DIF-158") if target.level == 1 else ("tailed", "DIF-160")
    return ("not_picked", "DIF-225") if target.bomber and craft.picked != target.number else None


def attack_card_refusal(craft: Craft, target: Craft, card: ActionCard) -> Refusal | None:
    if card.action != "attack":
        return "no_attack_card", "DIF-123"
    return None if burst_cost(card, target) <= bursts_left(craft) else ("too_few_bursts", "DIF-129")


def gunner_refusal(craft: Craft, target: Craft, card: ActionCard) -> Refusal | None:
    """Return the reason why the Gunner cannot fire: only at an aircraft that holds a position on this one, from a pool of its own
    (DIF-040, DIF-041, GAP-06)."""
    if card.action != "attack":
        return "no_attack_card", "DIF-042"
    if target.holds != craft.number:
        return "not_behind", "DIF-040"
    return None if burst_cost(card, target) <= craft.now.gunner - craft.gunner_used else ("too_few_bursts", "DIF-042")


def roll_refusal(craft: Craft, target: Craft) -> Refusal | None:
    """Barrel Roll needs an enemy that holds a position on the fighter (DIF-114)."""
    return held_refusal(craft, target) or (None if target.holds == craft.number else ("not_behind", "DIF-114"))


def scissors_refusal(position: CardPosition, craft: Craft, target: Craft) -> Refusal | None:
    """Scissors needs an enemy that is Advantaged, and a free place to become so oneself (DIF-141, GAP-29)."""
    why = held_refusal(craft, target)
    if why is not None:
        return why
    if target.holds != craft.number or target.level != 1:
        return "not_disadvantaged", "DIF-141"
    return place_refusal(position, craft, target, 1)


def agile_refusal(craft: Craft) -> Refusal | None:
    if not craft.now.agile:
        return "not_agile", "DIF-048"
    return ("agile_used", "DIF-048") if craft.agile_used else None


def roll_away_refusal(position: CardPosition, craft: Craft, up: bool) -> Refusal | None:
    """Return the reason why Vertical Roll cannot change the altitude that way: the climb must be paid with another card (DIF-147,
    DIF-195), and a Wingman does not leave its Leader (DIF-362)."""
    why = leader_refusal(position, craft, 1 if up else -1)
    if why is not None:
        return why
    if not up:
        return dive_refusal(craft)
    why = climb_refusal(craft)
    if why is None and len(craft.hand) < 1 + climb_price(craft):
        return "no_card_to_climb", "DIF-192"
    return why


# ---- legal orders


def action_orders(position: CardPosition, craft: Craft, targets: list[Craft], hand: Iterable[str], out: list[Any]) -> None:
    """All that a fighter may start in its Action phase at those targets and with those cards (DIF-060, DIF-062, DIF-064)."""
    cards = position.deck.cards
    add = out.append
    if targets:
        kinds = [cards[code] for code in hand]
        for target in targets:
            _at_target(position, craft, target, kinds, out)
        bombers.pick_orders(position, craft, targets, out)
    for code in hand:
        action = cards[code].action
        if action in TACTICS:
            add(tactic(code))
        elif action == "attack":
            if craft.now.barrage:
                add(barrage(code))
        elif action == "altitude":
            _altitude_orders(position, craft, code, out)
    reactions.redline_orders(position, craft, out)
    if craft.holds != NOBODY:
        add(GIVE_UP)
    add(DONE)


def _at_target(position: CardPosition, craft: Craft, target: Craft, kinds: list[ActionCard], out: list[Any]) -> None:
    number = target.number
    add = out.append
    if target.holds == craft.number and craft.now.gunner:
        for card in kinds:
            if gunner_refusal(craft, target, card) is None:
                add(gunner_attack(card.code, number))
    if held_refusal(craft, target) is not None:
        return
    price = pick_price(position, craft, target)
    steps = steps_of(position, craft, target)
    least = craft.now.least_manoeuvre
    may_attack = attack_place_refusal(position, craft, target) is None
    may_roll = roll_refusal(craft, target) is None
    may_scissors = may_roll and scissors_refusal(position, craft, target) is None
    may_agile = may_scissors and agile_refusal(craft) is None
    for card in kinds:
        code = card.code
        reach = card.manoeuvre or least
        for step in steps:
            if step + price <= reach:
                add(manoeuvre(code, number, step))
        if may_attack:
            if card.action == "attack" and attack_card_refusal(craft, target, card) is None:
                add(attack(code, number))
        elif may_roll:
            if card.action == "barrel_roll":
                add(barrel_roll(code, number))
            if may_scissors and card.action == "scissors":
                add(scissors(code, number))
            if may_agile:
                add(agile_scissors(code, number))
    if craft.markers:
        out.extend([manoeuvre(ACE_MARKER, number, step) for step in steps if step + price <= ACE_PILOT])


def _altitude_orders(position: CardPosition, craft: Craft, card: str, out: list[Any]) -> None:
    if roll_away_refusal(position, craft, False) is None:
        out.append(change_altitude(card, False))
    if roll_away_refusal(position, craft, True) is None:
        if climb_price(craft) == 0:
            out.append(change_altitude(card, True))
        else:
            out.extend([change_altitude(card, True, pay) for pay in dict.fromkeys(craft.hand) if pay != card or craft.hand.count(card) > 1])


# ---- carrying out


def play_manoeuvre(run: CardRun, craft: Craft, order: PlayManoeuvre) -> None:
    """A Manoeuvre; the card's title no longer matters (DIF-095). On a bomber it may pick it first."""
    target = run.position.crafts[order.target]
    if target.bomber and craft.picked != target.number:
        run.tell("bomber_picked", aircraft=craft.number, target=target.number, by="manoeuvre", card=None)
        bombers.picked(run.position, craft, target)
    reactions.start(run, Chain("manoeuvre", craft.number, target.number, order.card, order.steps, "manoeuvre", target.number), craft)


def play_attack(run: CardRun, craft: Craft, order: Attack | GunnerAttack) -> None:
    """Declare an attack: the Bursts are spent now, and the +1 hits are used up, whatever its result (DIF-131, GAP-19)."""
    position = run.position
    target = position.crafts[order.target]
    card = position.deck.cards[order.card]
    gunner = isinstance(order, GunnerAttack)
    if gunner:
        craft.gunner_used += burst_cost(card, target)
    else:
        craft.bursts_used += burst_cost(card, target)
    chain = Chain("gunner" if gunner else "attack", craft.number, target.number, card.code, 0, card.title, target.number)
    chain.bonus, craft.next_hits = craft.next_hits, 0
    reactions.start(run, chain, craft)


def play_roll(run: CardRun, craft: Craft, order: BarrelRoll | Scissors | AgileScissors) -> None:
    """Barrel Roll, Scissors, or a card played as Scissors by an Agile fighter: once a turn, countered or not (GAP-08)."""
    if isinstance(order, AgileScissors):
        craft.agile_used = True
    key = "barrel_roll" if isinstance(order, BarrelRoll) else "scissors"
    reactions.start(run, Chain(order.code, craft.number, order.target, order.card, 0, key, order.target), craft)


def play_tactic(run: CardRun, craft: Craft, card: str, barrage: bool) -> None:
    """Play a Tactic on the own aircraft; no aircraft may react (DIF-096, DIF-097)."""
    run.throw(craft, card)
    if not barrage and run.position.deck.cards[card].action == "evasive":
        craft.evasive += 1
    else:
        craft.next_hits += 1
    run.tell("tactic", aircraft=craft.number, card=card, barrage=barrage)


def give_up(run: CardRun, craft: Craft) -> None:
    """Give up the position and be Neutral to that enemy (DIF-063, DIF-173)."""
    run.tell("gave_up", aircraft=craft.number, target=craft.holds)
    craft.holds, craft.level = NOBODY, 0
