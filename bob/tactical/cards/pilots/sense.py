"""Orders that a sensible pilot never gives, whatever their scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import attack_card_refusal, attack_place_refusal, gunner_refusal
from bob.tactical.cards.position import ACTIONS, ALTITUDE, DISCARD, NOBODY, SPEED, CardPosition, Chain, Craft, Following, Stall
from bob.tactical.cards.relations import steps_refusal, targets


def deciding(position: CardPosition) -> Craft | None:
    """The aircraft for which something is decided: the one that answers or follows, else the one whose turn it is."""
    pending = position.pending
    if isinstance(pending, Chain):
        return position.crafts[pending.to]
    if isinstance(pending, Following):
        return position.crafts[pending.queue[0][0]]
    return position.crafts[position.active] if position.active != NOBODY else None


def sensible(position: CardPosition, orders: Sequence[Any]) -> Sequence[Any]:
    """The orders without the follies; all of them when nothing else is left."""
    if len(orders) == 1:
        return orders
    craft = deciding(position)
    orders = [order for order in orders if type(order) is not o.Redline or order.aircraft is None] or orders
    if craft is None or len(orders) == 1:
        return orders
    left = orders
    if position.pending is None and position.phase in _BY_PHASE:
        left = _BY_PHASE[position.phase](position, craft, orders)
    elif isinstance(position.pending, Stall):
        left = [order for order in orders if type(order) is not o.StallDiscard or not fireable(position, craft, order.card)] or orders
    if any(type(order) is o.Redline for order in left) and fatal(position, craft):
        left = [order for order in left if type(order) is not o.Redline or order.evasive is not None]
    return left or orders


def fatal(position: CardPosition, craft: Craft) -> bool:
    """Return whether the hit of a Redline brings the aircraft down, by itself or together with a shot that it would otherwise survive."""
    if craft.now.redline_free:
        return False
    left = craft.back.airframe - craft.hits
    return left <= 1 or coming(position, craft) == left - 1


def coming(position: CardPosition, craft: Craft) -> int:
    """Return the hits of the pending shot at the aircraft, if nothing more stops it."""
    chain = position.pending
    if not isinstance(chain, Chain):
        return 0
    if chain.stage in ("dodge", "evade_shot"):
        return max(0, chain.shot - chain.saved)
    if craft.number != chain.target or chain.action not in ("attack", "gunner"):
        return max(0, chain.shot) if craft.number == chain.actor else 0
    if chain.stage == "evade":
        return max(0, chain.hits - chain.saved)
    actor = position.crafts[chain.actor]
    power = actor.now.firepower if chain.action == "attack" else 0
    return max(0, position.deck.cards[chain.card or ""].hits + power + chain.bonus - chain.less)


def fireable(position: CardPosition, craft: Craft, code: str) -> bool:
    """Return whether a card could be fired as a shot in this turn."""
    if code not in position.deck.doing["attack"]:
        return False
    card = position.deck.cards[code]
    for target in targets(position, craft):
        if attack_place_refusal(position, craft, target) is None and attack_card_refusal(craft, target, card) is None:
            return True
        if gunner_refusal(craft, target, card) is None:
            return True
    return False


def _breaking(position: CardPosition, craft: Craft, orders: Sequence[Any]) -> Sequence[Any]:
    """With an enemy behind, do not stay level; and pay no climb with a shot that could be fired, if there is another way."""
    behind = any(foe.holds == craft.number for foe in position.crafts)
    left = [order for order in orders if type(order) is not o.Stay] if behind else orders
    return [x for x in left if type(x) is not o.Climb or x.card is None or not fireable(position, craft, x.card)] or left


def _stepping(position: CardPosition, craft: Craft, orders: Sequence[Any]) -> Sequence[Any]:
    """Decline no free step: neither leave one unused, nor the comparison that gives one."""
    useful = {
        order for order in orders if type(order) is o.Compare and steps_refusal(position, craft, position.crafts[order.target], 1) is None
    }
    if not useful and o.SPEED_STEP not in orders:
        return orders
    return [order for order in orders if type(order) not in (o.EndPhase, o.GiveUp) and (type(order) is not o.Compare or order in useful)]


def _acting(position: CardPosition, craft: Craft, orders: Sequence[Any]) -> Sequence[Any]:
    """A hit more only for a shot that follows, and then the shot; nothing is paid with a shot that could be fired."""
    fuel = {code for code, card in position.deck.cards.items() if card.fuel_tank}
    shots = [order for order in orders if type(order) in (o.Attack, o.GunnerAttack) and order.card not in fuel]
    if craft.next_hits and shots:
        return shots
    evasive = position.deck.doing["evasive"]

    def folly(order: Any) -> bool:
        kind = type(order)
        if kind is o.Barrage or (kind is o.Tactic and order.card not in evasive):
            return not any(shot.card != order.card or craft.hand.count(order.card) > 1 for shot in shots)
        paid = order.pay if kind is o.ChangeAltitude else order.card if kind is o.PickBomber else None
        return paid is not None and fireable(position, craft, paid)

    return [order for order in orders if not folly(order)]


def _discarding(position: CardPosition, craft: Craft, orders: Sequence[Any]) -> Sequence[Any]:
    """Throw no shot away that could be fired."""
    return [order for order in orders if type(order) is not o.Discard or not fireable(position, craft, order.card)]


_BY_PHASE: dict[str, Callable[[CardPosition, Craft, Sequence[Any]], Sequence[Any]]] = {
    ALTITUDE: _breaking,
    SPEED: _stepping,
    ACTIONS: _acting,
    DISCARD: _discarding,
}
