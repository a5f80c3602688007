"""Bombers: being picked, their turrets, their cards, and fighter-bombers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.core.errors import Refusal
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.movement import low_bonus
from bob.tactical.cards.orders import ASK_BOMBER, BomberFire, PickBomber, give_bomber, pick_bomber
from bob.tactical.cards.orders import fire as fire_order
from bob.tactical.cards.position import NOBODY, SPEED, CardPosition, Chain, Craft, Giving
from bob.tactical.cards.relations import freely_picked, held_refusal, neighbours, target_refusal

if TYPE_CHECKING:
    from bob.tactical.cards.data import ActionCard


def manoeuvre_value(craft: Craft, card: ActionCard) -> int:
    """The manoeuvre value of a card for that fighter (DIF-091, DIF-409)."""
    return card.manoeuvre or craft.now.least_manoeuvre


# ---- picking


def pick_refusal(position: CardPosition, craft: Craft, target: Craft, by: str, card: str | None) -> Refusal | None:
    """Return the reason why a bomber cannot be picked in that way: each once in the Speed phase and once in the Action phase (DIF-224,
    DIF-225, DIF-227)."""
    if not target.bomber:
        return "not_a_bomber", "DIF-224"
    why = target_refusal(position, craft, target) or held_refusal(craft, target)
    if why is not None:
        return why
    if craft.picked == target.number:
        return "picked_already", "DIF-225"
    if position.phase == SPEED and position.speed_target != NOBODY:
        return "compared_already", "DIF-182"
    if target.number in position.declared:
        return "declared_already", "DIF-224"
    if by == "free":
        return None if freely_picked(position, target) else ("not_rearmost", "DIF-227")
    if by == "speed":
        if position.phase != SPEED:
            return "speed_phase_only", "DIF-225"
        return None if craft.now.speed > target.now.speed else ("no_faster", "DIF-176")
    if by != "card" or card is None or card not in craft.hand:
        return "no_such_card", "DIF-225"
    return None if manoeuvre_value(craft, position.deck.cards[card]) >= 1 else ("no_manoeuvre_value", "DIF-225")


def ask_refusal(position: CardPosition, craft: Craft) -> Refusal | None:
    """Return the reason why the opponent cannot be asked to pick: not while a bomber declared in this phase is still picked (DIF-226,
    GAP-42)."""
    if craft.picked in position.declared:
        return "picked_already", "DIF-226"
    if position.phase == SPEED and position.speed_target != NOBODY:
        return "compared_already", "DIF-182"
    if craft.holds != NOBODY:
        return "holds_another", "DIF-172"
    return None if to_give(position, craft) else ("no_bomber_here", "DIF-224")


def to_give(position: CardPosition, craft: Craft) -> list[Craft]:
    """The bombers that the opponent may pick: those of the first seat that has any not yet declared in this phase."""
    found = [c for c in position.crafts if c.bomber and c.number not in position.declared and target_refusal(position, craft, c) is None]
    return [c for c in found if c.seat == found[0].seat]


def pick_orders(position: CardPosition, craft: Craft, targets: list[Craft], out: list[Any]) -> None:
    """All ways to pick one of the bombers among the targets."""
    found = [t for t in targets if t.bomber]
    if not found:
        return
    if ask_refusal(position, craft) is None:
        out.append(ASK_BOMBER)
    for target in found:
        for by in ("free", "speed"):
            if pick_refusal(position, craft, target, by, None) is None:
                out.append(pick_bomber(target.number, by))
        out.extend(
            [
                pick_bomber(target.number, "card", card)
                for card in dict.fromkeys(craft.hand)
                if pick_refusal(position, craft, target, "card", card) is None
            ]
        )


def play_pick(run: CardRun, craft: Craft, order: PickBomber) -> None:
    position = run.position
    target = position.crafts[order.target]
    if order.card is not None:
        run.throw(craft, order.card)
    run.tell("bomber_picked", aircraft=craft.number, target=target.number, by=order.by, card=order.card)
    picked(position, craft, target)
    if order.by == "speed":
        position.speed_points -= 1


def picked(position: CardPosition, craft: Craft, target: Craft) -> None:
    """Enter the pick, which holds until the next or until the bomber falls (GAP-42); in the Speed phase compare its Speed (GAP-44)."""
    craft.picked = target.number
    position.declared += (target.number,)
    if position.phase == SPEED:
        position.speed_target = target.number
        position.speed_points = max(0, craft.now.speed - target.now.speed)


def play_ask(run: CardRun, craft: Craft) -> None:
    """Ask the opponent to pick one of their bombers at that altitude (DIF-226)."""
    position = run.position
    run.tell("bomber_asked", aircraft=craft.number)
    position.pending = Giving(craft.number, to_give(position, craft)[0].seat)


def give_orders(position: CardPosition, giving: Giving, out: list[Any]) -> None:
    out.extend([give_bomber(bomber.number) for bomber in to_give(position, position.crafts[giving.aircraft])])


def play_give(run: CardRun, giving: Giving, target: int) -> None:
    position = run.position
    craft = position.crafts[giving.aircraft]
    position.pending = None
    run.tell("bomber_picked", aircraft=craft.number, target=target, by="opponent", card=None)
    picked(position, craft, position.crafts[target])


# ---- turrets


def turret_cards(position: CardPosition, bomber: Craft) -> int:
    """The size of the temporary hand: Defence Turret and the neighbours' Support Turrets (DIF-240, GAP-45)."""
    return bomber.now.dt + sum(other.now.st for other in neighbours(position, bomber))


def draw_turrets(run: CardRun, bomber: Craft) -> None:
    """Draw the temporary hand when a fighter first tries anything on the bomber in its turn (DIF-239, GAP-46)."""
    position = run.position
    if bomber.number in position.turrets:
        return
    for other in position.turrets:
        empty_turrets(run, position.crafts[other])
    position.turrets = (*position.turrets, bomber.number)
    run.draw(bomber, turret_cards(position, bomber), "turrets")


def empty_turrets(run: CardRun, bomber: Craft) -> None:
    """Discard the rest of a temporary hand (DIF-241)."""
    if bomber.hand and bomber.bomber:
        run.position.discard.extend(bomber.hand)
        run.tell("turrets_done", aircraft=bomber.number, cards=bomber.hand)
        bomber.hand = ()


def fire_orders(position: CardPosition, chain: Chain, bomber: Craft, out: list[Any]) -> None:
    """One card, or one shot with any number of +1 cards (DIF-242, DIF-243, GAP-47)."""
    cards = position.deck.cards
    bundles: list[tuple[str, ...]] = [()]
    for card in sorted(dict.fromkeys(bomber.hand)):
        if cards[card].bomber.plus:
            bundles = [bundle + (card,) * count for bundle in bundles for count in range(bomber.hand.count(card) + 1)]
    for card in dict.fromkeys(bomber.hand):
        line = cards[card].bomber
        if line.shot is not None:
            out.extend([fire_order(card, plus) for plus in bundles])
        elif chain.action == "attack" and (line.less or (line.stop_fuel_tank and cards[chain.card or ""].fuel_tank)):
            out.append(fire_order(card))


def fire(run: CardRun, chain: Chain, order: BomberFire) -> None:
    """The bomber's one reaction: it saves itself hits, and shoots; it never cancels the action (DIF-246, DIF-249, DIF-254)."""
    position = run.position
    bomber = position.crafts[chain.target]
    for card in (order.card, *order.plus):
        run.spend(bomber, card)
    kind = position.deck.cards[order.card]
    line = kind.bomber
    chain.less, chain.stopped = line.less, line.stop_fuel_tank
    if line.shot is None:
        run.tell("bomber_shields", aircraft=bomber.number, card=order.card)
        return
    # No Firepower and no Bursts (DIF-212, GAP-39, GAP-50); the +1 cards are one shot with it (DIF-256, DIF-257).
    chain.shot = line.shot + sum(position.deck.cards[card].bomber.plus for card in order.plus)
    chain.stage, chain.to, chain.key = "dodge", chain.actor, kind.title
    run.tell("bomber_fires", aircraft=bomber.number, target=chain.actor, card=order.card, plus=order.plus, hits=chain.shot)


def drop_bombs(run: CardRun, craft: Craft) -> None:
    """A fighter-bomber becomes a fighter: out of the formation, and a full hand at once (DIF-269, DIF-270, DIF-396)."""
    craft.loaded = craft.bomber = False
    craft.row = craft.column = NOBODY
    for other in run.position.crafts:
        if other.picked == craft.number:
            other.picked = NOBODY
    run.tell("bombs_dropped", aircraft=craft.number)
    run.draw(craft, craft.now.performance, "full_hand")
    if run.position.terms.bonus_cards:
        run.draw(craft, low_bonus(craft.altitude), "bonus")
