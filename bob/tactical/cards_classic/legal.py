"""All legal orders of a seat in a flight, and why another is not legal."""

from __future__ import annotations

from typing import Any

from bob.core.errors import Refusal
from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import gunner_refusal
from bob.tactical.cards.movement import follow_price, payments
from bob.tactical.cards.position import NOBODY, Craft, Following, Stall
from bob.tactical.cards_classic import attack, bombing, responses, setup, steps
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.contacts import engage_refusal, formations_refusal, leave_refusal, reach_refusal, waits_alone
from bob.tactical.cards_classic.data import ClassicTables
from bob.tactical.cards_classic.execution import kinds
from bob.tactical.cards_classic.position import (
    ACTIONS,
    ALTITUDE,
    DISCARD,
    JETTISON,
    PREPARE,
    RELEASE,
    STAND_OFF,
    SWAP,
    WINGMAN,
    FlightPosition,
)


def flight_orders(position: FlightPosition, seat: str, tables: ClassicTables) -> list[Any]:
    """All legal orders of a seat that owes a decision."""
    out: list[Any] = []
    if seat not in position.owing:
        return out
    pending = position.pending
    if isinstance(pending, Following):
        craft = position.crafts[pending.queue[0][0]]
        out.extend([o.Follow(cards) for cards in follow_payments(craft, pending.climb)])
        out.append(o.PASS)
    elif isinstance(pending, Stall):
        out.extend([o.StallDiscard(card) for card in kinds(position.crafts[pending.aircraft])])
    elif position.exchange is not None:
        responses.exchange_orders(position, position.exchange, out)
    elif position.passage is not None:
        bombing.passage_orders(position, tables.display, position.passage, out)
    elif position.assault is not None:
        attack.assault_orders(position, position.assault, out)
    elif position.active == NOBODY:
        _between_orders(position, position.seats.index(seat), tables, out)
    else:
        _step_orders(position, position.crafts[position.active], out)
    return out


def follow_payments(craft: Craft, up: bool) -> list[tuple[str, ...]]:
    """All ways to pay for following, by kinds of card."""
    found = payments(craft, follow_price(craft, up))
    return sorted({tuple(sorted(face.partition(".")[0] for face in cards)) for cards in found})


def _between_orders(position: FlightPosition, seat: int, tables: ClassicTables, out: list[Any]) -> None:
    phase = position.phase
    if phase == PREPARE:
        setup.prepare_orders(position, seat, out)
    elif phase == SWAP:
        craft = steps.to_swap(position)
        assert craft is not None
        out.extend([o.discard(card) for card in kinds(craft)])
        out.append(o.DONE)
    elif phase == STAND_OFF:
        craft = steps.to_decide(position)
        assert craft is not None
        out += (f.Overfly(craft.number), f.StandOff(craft.number))
    elif phase == RELEASE:
        out.extend(bombing.release_orders(position, tables.display))
    else:
        out.extend([o.Act(c.number) for c in steps.waiting(position) if c.party == position.party])


def _step_orders(position: FlightPosition, craft: Craft, out: list[Any]) -> None:
    """The orders of a step. Until the altitude is settled those of the steps after it are offered, too: taking one ends the earlier."""
    phase = position.phase
    if phase == ACTIONS:
        attack.play_orders(position, craft, out)
        return
    if phase == DISCARD:
        out.extend([o.discard(card) for card in kinds(craft)])
        out.append(o.DONE)
        return
    if phase == JETTISON:
        out.extend([f.Jettison(m.number) for m in steps.may_jettison(position, craft)])
        out.extend([f.QuitFlight(m.number) for m in steps.may_leave(position, craft)])
    if phase in (JETTISON, WINGMAN) and not steps.skips_wingman(position, craft):
        attack.wingman_orders(position, craft, out)
    out.append(o.STAY)
    if steps.climb_step_refusal(position, craft) is None:
        if position.leads(craft):
            out.extend([o.climb(card) for card in kinds(craft)])
        else:
            out.append(o.climb(None))
    if steps.dive_step_refusal(position, craft) is None:
        out.append(o.DIVE)


# ---- why not

_UNKNOWN: Refusal = ("no_such_aircraft", "CAM-S.1a")
_IN_CHAIN = (f.Respond, f.CounterFire)
_IN_PASSAGE = (f.DiveToBomb, f.BombTarget, f.StrafeTarget, f.AnswerFlak)
_IN_ASSAULT = (f.TryPick, f.LetName, f.NameBomber, f.GainEdge, f.EndAttack)
_STEP: dict[type, tuple[str, ...]] = {
    f.Jettison: (JETTISON, WINGMAN, ALTITUDE),
    f.QuitFlight: (JETTISON, WINGMAN, ALTITUDE),
    o.Stay: (JETTISON, WINGMAN, ALTITUDE),
    o.Climb: (JETTISON, WINGMAN, ALTITUDE),
    o.Dive: (JETTISON, WINGMAN, ALTITUDE),
    f.GoFor: (JETTISON, WINGMAN, ALTITUDE, ACTIONS),
    f.AttackFormations: (JETTISON, WINGMAN, ALTITUDE, ACTIONS),
    o.PlayManoeuvre: (ACTIONS,),
    o.Attack: (ACTIONS,),
    o.GunnerAttack: (ACTIONS,),
    o.Scissors: (ACTIONS,),
    f.FullThrottle: (ACTIONS,),
    o.ChangeAltitude: (ACTIONS,),
    o.GiveUp: (ACTIONS,),
    o.Discard: (DISCARD, SWAP),
    o.EndPhase: (ACTIONS, DISCARD, SWAP),
    o.Act: ("choose",),
    o.StartAltitude: (PREPARE,),
    f.TakeLoad: (PREPARE,),
    f.Overfly: (STAND_OFF,),
    f.StandOff: (STAND_OFF,),
    f.Release: (RELEASE,),
}


def flight_why_not(position: FlightPosition, seat: str, order: Any, tables: ClassicTables) -> Refusal:
    """Return the reason why an order is not legal: the first of its own conditions that fails."""
    if seat not in position.owing:
        return "not_your_decision", "CAM-S.1c"
    for name in ("aircraft", "target"):
        number = getattr(order, name, None)
        if isinstance(number, int) and not 0 <= number < len(position.crafts):
            return _UNKNOWN
    card = getattr(order, "card", None)
    if isinstance(card, str) and card not in position.deck.cards:
        return "no_such_card", "CAM-S.3a"
    if position.pending is not None:
        return "not_now", "CAM-S.6c"
    if position.exchange is not None:
        return _why_not_chain(position, order)
    if position.passage is not None:
        return _why_not_passage(position, order, tables)
    if position.assault is not None:
        return _why_not_assault(position, order)
    if position.phase not in _STEP.get(type(order), ()):
        return "other_step", "CAM-15.2b"
    if position.active == NOBODY:
        return "not_that_one", "CAM-S.1c"
    return _why_not_step(position, position.crafts[position.active], order)


def _why_not_chain(position: FlightPosition, order: Any) -> Refusal:
    exchange = position.exchange
    assert exchange is not None
    if isinstance(order, f.Respond) and exchange.stage != "fire":
        why = responses.respond_refusal(position, exchange, position.crafts[order.aircraft], order.card, order.ace)
    elif isinstance(order, f.CounterFire) and exchange.stage == "fire":
        why = responses.fire_refusal(position, position.crafts[exchange.target], order.card, order.ace)
    else:
        why = None
    return why or ("not_now", "CAM-15.2m")


def _why_not_passage(position: FlightPosition, order: Any, tables: ClassicTables) -> Refusal:
    passage = position.passage
    assert passage is not None
    craft = position.crafts[passage.queue[0]]
    why = None
    if isinstance(order, f.BombTarget) and passage.stage == "attack":
        why = bombing.mode_refusal(position, tables.display, craft, order.mode)
    elif isinstance(order, f.StrafeTarget) and passage.stage in ("attack", "strafe"):
        why = bombing.strafe_refusal(position, craft)
    elif isinstance(order, f.AnswerFlak) and passage.stage == "flak":
        why = bombing.flak_answer_refusal(position, passage, craft, order.card, order.against, order.ace)
    elif isinstance(order, f.DiveToBomb):
        why = bombing.dive_bomb_refusal(position, craft)
    return why or ("not_now", "CAM-23.67")


def _why_not_assault(position: FlightPosition, order: Any) -> Refusal:
    assault = position.assault
    assert assault is not None
    craft = position.crafts[assault.attacker]
    why = None
    if isinstance(order, f.TryPick) and assault.stage == "pick":
        why = attack.pick_card_refusal(position, assault, order.card)
    elif isinstance(order, o.Attack | f.GainEdge) and assault.stage == "fire":
        if order.target != assault.target:
            return "other_target", "CAM-20.32"
        if order.card not in kinds(craft):
            return "not_in_hand", "CAM-15.2l"
        why = attack.assault_card_refusal(position, assault, position.deck.cards[order.card])
        if why is None:
            why = ("not_at_that", "CAM-20.42b")
    elif isinstance(order, f.NameBomber) and assault.stage in ("choose", "name"):
        why = reach_refusal(position, craft, position.crafts[order.target]) or ("is_no_bomber", "CAM-20.32")
    return why or ("not_now", "CAM-S.4b")


def _why_not_step(position: FlightPosition, craft: Craft, order: Any) -> Refusal:
    why: Refusal | None = None
    if isinstance(order, f.Jettison):
        member = position.crafts[order.aircraft]
        if member not in position.element(craft):
            why = "not_that_one", "CAM-15.2e"
        elif member not in steps.may_jettison(position, craft):
            why = "not_loaded", "CAM-15.2c"
    elif isinstance(order, f.QuitFlight):
        member = position.crafts[order.aircraft]
        why = ("not_that_one", "CAM-S.7a") if member not in position.element(craft) else leave_refusal(position, member)
    elif isinstance(order, f.GoFor | f.AttackFormations):
        why = _why_not_go(position, craft, order)
    elif isinstance(order, o.Climb):
        why = steps.climb_step_refusal(position, craft) or ("wrong_payment", "CAM-GAP-61")
    elif isinstance(order, o.Dive):
        why = steps.dive_step_refusal(position, craft)
    elif isinstance(order, o.GiveUp):
        why = "holds_nothing", "CAM-16.31"
    elif hasattr(order, "card"):
        why = _why_not_card(position, craft, order)
    return why or ("other_step", "CAM-15.2b")


def _why_not_go(position: FlightPosition, craft: Craft, order: f.GoFor | f.AttackFormations) -> Refusal | None:
    attacker = craft
    if position.phase != ACTIONS:
        if steps.skips_wingman(position, craft):
            return "first_turn", "CAM-15.2i"
        wingman = attack.acting_wingman(position, craft)
        if wingman is None:
            return "no_wingman", "CAM-15.2h"
        attacker = wingman
        if position.attacked or waits_alone(position, attacker):
            return "attacked_already", "CAM-15.2h"
    if isinstance(order, f.GoFor):
        return engage_refusal(position, attacker, position.crafts[order.target])
    wrong = order not in attack.declarations(position)
    return formations_refusal(position, attacker) or (("no_angle", "CAM-20.31a") if wrong else None)


def _why_not_card(position: FlightPosition, craft: Craft, order: Any) -> Refusal | None:
    if order.card not in kinds(craft):
        return "not_in_hand", "CAM-15.2l"
    if isinstance(order, o.Discard):
        return None
    card = position.deck.cards[order.card]
    if isinstance(order, o.ChangeAltitude):
        if card.action != "altitude":
            return "not_that_card", "CAM-S.3b"
        return attack.roll_altitude_refusal(position, craft, order.card, order.climb, order.pay)
    target = position.crafts[order.target]
    why = reach_refusal(position, craft, target)
    if why is not None:
        return why
    if target.bomber or not position.leads(target):
        return "no_positions", "CAM-16.32"
    if isinstance(order, o.GunnerAttack):
        return gunner_refusal(craft, target, card)
    if isinstance(order, o.Attack):
        return attack.fire_at_refusal(position, craft, target, card)
    if isinstance(order, o.PlayManoeuvre):
        return attack.manoeuvre_refusal(position, craft, target, card, order.steps)
    if card.title != order.code:
        return "not_that_card", "CAM-S.3b"
    return attack.roll_off_refusal(position, craft, target, card)
