"""All legal orders of a seat, and why another is not legal."""

from __future__ import annotations

from typing import Any

from bob.core.errors import Refusal
from bob.tactical.cards import actions, bombers, movement, reactions, setup
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import CardTables
from bob.tactical.cards.position import (
    ACTIONS,
    ALTITUDE,
    ALTITUDES,
    BOMBS,
    CHOOSE,
    DISCARD,
    FORMATION,
    NOBODY,
    PAIR,
    PICK,
    SPEED,
    CardPosition,
    Chain,
    Craft,
    Following,
    Stall,
)
from bob.tactical.cards.relations import held_refusal, steps_refusal, target_refusal, targets
from bob.tactical.cards.sequence import takes_turns


def orders(position: CardPosition, seat: str, tables: CardTables) -> list[Any]:
    """All legal orders of a seat that owes a decision, in no particular but a fixed order."""
    out: list[Any] = []
    if seat not in position.owing:
        return out
    _add_orders(position, seat, tables, out)
    if position.turn and len(position.crafts) > len(position.seats):
        reactions.other_redlines(position, position.seats.index(seat), reactions.asked_for(position), out)
    return out


def is_legal(position: CardPosition, seat: str, order: Any, tables: CardTables) -> bool:
    """Return whether an order is one of the legal ones: of the Action phase only those are listed that name its target and its card."""
    kind = type(order)
    if kind is o.Redline:
        return order in orders(position, seat, tables)
    if seat not in position.owing:
        return False
    out: list[Any] = []
    if position.phase != ACTIONS or position.pending is not None or position.active < 0 or kind is o.AskBomber:
        _add_orders(position, seat, tables, out)
    else:
        craft, number, card = position.crafts[position.active], getattr(order, "target", NOBODY), getattr(order, "card", None)
        near = [target for target in targets(position, craft) if target.number == number] if number != NOBODY else []
        actions.action_orders(position, craft, near, (card,) if card in craft.hand else (), out)
    return order in out


def _add_orders(position: CardPosition, seat: str, tables: CardTables, out: list[Any]) -> None:
    pending = position.pending
    if pending is not None:
        if isinstance(pending, Chain):
            reactions.chain_orders(position, pending, out)
        elif isinstance(pending, Following):
            movement.follow_orders(position, pending, out)
            reactions.redline_orders(position, position.crafts[pending.queue[0][0]], out)
        elif isinstance(pending, Stall):
            movement.stall_orders(position, pending, out)
            reactions.redline_orders(position, position.crafts[pending.aircraft], out)
        else:
            bombers.give_orders(position, pending, out)
        return
    phase = position.phase
    if position.active < 0:
        _setup_orders(position, phase, position.seats.index(seat), tables, out)
        return
    craft = position.crafts[position.active]
    if phase == ACTIONS:
        actions.action_orders(position, craft, targets(position, craft), dict.fromkeys(craft.hand), out)
    elif phase == ALTITUDE:
        movement.altitude_orders(position, craft, out)
        reactions.redline_orders(position, craft, out)
    elif phase == SPEED:
        near = targets(position, craft)
        movement.speed_orders(position, craft, near, out)
        bombers.pick_orders(position, craft, near, out)
        reactions.redline_orders(position, craft, out)
    elif phase == DISCARD:
        out.extend(map(o.discard, dict.fromkeys(craft.hand)))
        reactions.redline_orders(position, craft, out)
        out.append(o.DONE)
    elif phase == BOMBS:
        out += (o.DROP_BOMBS, o.KEEP_BOMBS)


def _setup_orders(position: CardPosition, phase: str, seat: int, tables: CardTables, out: list[Any]) -> None:
    if phase == PICK:
        setup.pick_orders(position, seat, tables, out)
    elif phase == PAIR:
        out += [*setup.pair_list(position, seat), o.PairsDone()]
    elif phase == ALTITUDES:
        setup.altitude_orders(position, seat, out)
    elif phase == FORMATION:
        setup.place_orders(position, out)
    elif phase == CHOOSE:
        out.extend([o.act(c.number) for c in position.crafts if c.party == position.party and takes_turns(position, c) and not c.acted])


# ---- why not


def why_not(position: CardPosition, seat: str, order: Any) -> Refusal:
    """Return the reason why an order is not legal: the first of its own conditions that fails."""
    if seat not in position.owing:
        return "not_your_decision", "DIF-016"
    if isinstance(order, o.Redline) and order.aircraft is not None:
        return _why_not_redline(position, position.seats.index(seat), order)
    pending = position.pending
    if pending is not None:
        return _why_not_pending(position, pending, order)
    if position.active < 0:
        return _why_not_setup(position, order)
    craft = position.crafts[position.active]
    if isinstance(order, (o.React, o.NoAnswer, o.Evade, o.BomberFire, o.Follow, o.StallDiscard, o.GiveBomber)):
        return "nothing_to_answer", "DIF-085"
    allowed = {
        ALTITUDE: (o.Stay, o.Climb, o.Dive, o.Redline),
        SPEED: (o.Compare, o.SpeedStep, o.PickBomber, o.AskBomber, o.GiveUp, o.EndPhase, o.Redline),
        DISCARD: (o.Discard, o.EndPhase, o.Redline),
        BOMBS: (o.DropBombs, o.KeepBombs),
        ACTIONS: _ACTION_TYPES,
    }[position.phase]
    if not isinstance(order, allowed):
        return "other_phase", "DIF-054"
    for name in ("card", "pay", "evasive"):
        card = getattr(order, name, None)
        if card is not None and card not in craft.hand and not (card == o.ACE_MARKER and craft.markers):
            return "no_such_card", "DIF-081"
    if isinstance(order, (o.Stay, o.Climb, o.Dive)):
        return _why_not_altitude(position, craft, order)
    target_number = getattr(order, "target", None)
    if target_number is not None:
        if not 0 <= target_number < len(position.crafts):
            return "no_such_aircraft", "DIF-060"
        return _why_not_target(position, craft, position.crafts[target_number], order)
    if isinstance(order, o.SpeedStep):
        return movement.speed_step_refusal(position, craft) or _NOT_NOW
    if isinstance(order, o.AskBomber):
        return bombers.ask_refusal(position, craft) or _NOT_NOW
    if isinstance(order, o.GiveUp):
        return "holds_nothing", "DIF-063"
    if isinstance(order, o.ChangeAltitude):
        return actions.roll_away_refusal(position, craft, order.climb) or _NOT_NOW
    if isinstance(order, o.Barrage) and not craft.now.barrage:
        return "no_barrage", "DIF-052"
    return "card_cannot", "DIF-081"


_NOT_NOW: Refusal = ("not_now", "DIF-054")
_ACTION_TYPES = (
    o.PlayManoeuvre,
    o.Attack,
    o.GunnerAttack,
    o.BarrelRoll,
    o.Scissors,
    o.AgileScissors,
    o.Tactic,
    o.Barrage,
    o.ChangeAltitude,
    o.Redline,
    o.PickBomber,
    o.AskBomber,
    o.GiveUp,
    o.EndPhase,
)


def _why_not_redline(position: CardPosition, seat: int, order: o.Redline) -> Refusal:
    """Return the reason why Redline cannot be played on another aircraft than the one asked."""
    if position.turn == 0:
        return _NOT_NOW
    own = [c for c in position.crafts if c.number == order.aircraft and c.seat == seat and position.present(c)]
    if not own:
        return "no_such_aircraft", "DIF-137"
    if any(card is not None and card not in own[0].hand for card in (order.card, order.evasive)):
        return "no_such_card", "DIF-081"
    return "card_cannot", "DIF-081"


def _why_not_pending(position: CardPosition, pending: Any, order: Any) -> Refusal:
    if isinstance(pending, Chain):
        craft = position.crafts[pending.to]
        if isinstance(order, (o.React, o.Evade, o.BomberFire, o.Redline)):
            if order.card not in craft.hand and not (order.card == o.ACE_MARKER and craft.markers):
                return "no_such_card", "DIF-086"
            if isinstance(order, o.React) and pending.stage in ("react", "dodge"):
                return "does_not_answer", "DIF-086"
            if isinstance(order, o.React) and pending.stage == "fire":
                return "bombers_fire_only", "DIF-243"
            return "card_cannot", "DIF-081"
        return "answer_first", "DIF-105"
    if isinstance(pending, Following):
        craft = position.crafts[pending.queue[0][0]]
        if isinstance(order, o.Follow):
            return movement.follow_refusal(craft, pending.climb) or ("wrong_payment", "DIF-202")
        return "follow_or_stay", "DIF-199"
    return ("pay_the_stall", "DIF-196") if isinstance(pending, Stall) else ("give_a_bomber", "DIF-226")


def _why_not_setup(position: CardPosition, order: Any) -> Refusal:
    phase = position.phase
    if phase == PICK:
        return ("pick_refused", "DIF-006") if isinstance(order, (o.PickAircraft, o.PickPilot)) else ("other_phase", "DIF-005")
    if phase == ALTITUDES:
        return ("start_altitude", "DIF-012") if isinstance(order, o.StartAltitude) else ("other_phase", "DIF-011")
    if phase == FORMATION:
        return "bad_place", "DIF-220"
    return ("bad_pair", "DIF-361") if phase == PAIR else ("cannot_act", "DIF-369")


def _why_not_altitude(position: CardPosition, craft: Craft, order: Any) -> Refusal:
    way = 1 if isinstance(order, o.Climb) else -1 if isinstance(order, o.Dive) else 0
    why = movement.leader_refusal(position, craft, way)
    if why is not None:
        return why
    if way > 0:
        return movement.climb_refusal(craft) or ("wrong_payment", "DIF-191")
    return movement.dive_refusal(craft) or _NOT_NOW


def _why_not_target(position: CardPosition, craft: Craft, target: Craft, order: Any) -> Refusal:
    why = target_refusal(position, craft, target)
    if why is not None:
        return why
    if isinstance(order, o.Compare):
        return movement.compare_refusal(position, craft, target) or _NOT_NOW
    if isinstance(order, o.PickBomber):
        return bombers.pick_refusal(position, craft, target, order.by, order.card) or ("wrong_payment", "DIF-225")
    marker = order.card == o.ACE_MARKER
    card = position.deck.cards["ace_pilot" if marker else order.card]
    if isinstance(order, o.GunnerAttack):
        return actions.gunner_refusal(craft, target, card) or _NOT_NOW
    why = held_refusal(craft, target)
    if why is not None:
        return why
    if isinstance(order, o.PlayManoeuvre):
        value = bombers.manoeuvre_value(craft, card)
        return (
            steps_refusal(position, craft, target, order.steps)
            or actions.value_refusal(position, craft, target, value, order.steps)
            or _NOT_NOW
        )
    if isinstance(order, o.Attack):
        return actions.attack_place_refusal(position, craft, target) or actions.attack_card_refusal(craft, target, card) or _NOT_NOW
    if isinstance(order, o.BarrelRoll):
        return actions.roll_refusal(craft, target) or ("card_cannot", "DIF-081")
    if isinstance(order, o.AgileScissors):
        why = actions.agile_refusal(craft)
        if why is not None:
            return why
    return actions.scissors_refusal(position, craft, target) or ("card_cannot", "DIF-081")
