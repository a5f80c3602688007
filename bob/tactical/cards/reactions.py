"""The cycle of action and reaction: a card, its answers, and what comes of it."""

from __future__ import annotations

from typing import Any

from bob.tactical.cards import bombers
from bob.tactical.cards.damage import deal, other_party, shoot_down
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.movement import settle, settle_stall
from bob.tactical.cards.orders import ACE_MARKER, PASS, BomberFire, Redline, evade, react, redline
from bob.tactical.cards.position import CardPosition, Chain, Craft, Following, Stall


def can_answer(craft: Craft) -> bool:
    """Return whether an aircraft could hold an answer, by open facts: it has cards or Ace Pilot markers."""
    return bool(craft.hand or craft.markers)


def answers(position: CardPosition, key: str) -> frozenset[str]:
    """Return the kinds of card that answer the last card (DIF-086, DIF-104)."""
    found = position.deck.answers[key]
    if key == "oots" and position.terms.oots_answered_as_ims:  # GAP-25
        found = found | position.deck.answers["ims"]
    return found


# ---- legal orders


def chain_orders(position: CardPosition, chain: Chain, out: list[Any]) -> None:
    """Return all orders of the aircraft whose turn it is to answer."""
    craft = position.crafts[chain.to]
    stage = chain.stage
    if stage == "fire":
        bombers.fire_orders(position, chain, craft, out)
    elif stage in ("react", "dodge"):
        kinds = answers(position, chain.key)
        if not kinds.isdisjoint(craft.hand):
            out.extend([react(card) for card in dict.fromkeys(craft.hand) if card in kinds])
        if craft.markers and "ace_pilot" in kinds:
            out.append(react(ACE_MARKER))
    else:
        evasive = position.deck.doing["evasive"]
        if not evasive.isdisjoint(craft.hand):
            out.extend([evade(card) for card in dict.fromkeys(craft.hand) if card in evasive])
    redline_orders(position, craft, out)
    out.append(PASS)


def redline_orders(position: CardPosition, craft: Craft, out: list[Any], number: int | None = None) -> None:
    """Add the ways to play Redline on an aircraft, which may be done at any time (DIF-137, GAP-26)."""
    doing = position.deck.doing
    if craft.bomber or doing["redline"].isdisjoint(craft.hand):
        return
    hand = dict.fromkeys(craft.hand)
    for card in hand:
        if card in doing["redline"]:
            out.append(redline(card, None, number))
            if not craft.now.redline_free:
                out.extend([redline(card, c, number) for c in hand if c in doing["evasive"]])


def other_redlines(position: CardPosition, seat: int, asked: int, out: list[Any]) -> None:
    """Add the Redlines of a seat with aircraft for which nothing is asked: it may play them whenever it decides anything (DIF-137)."""
    for craft in position.crafts:
        if craft.seat == seat and craft.number != asked and craft.hand and position.present(craft):
            redline_orders(position, craft, out, craft.number)


def asked_for(position: CardPosition) -> int:
    """Return the aircraft for which its owner decides something now, if any."""
    pending = position.pending
    if pending is None:
        return position.active
    if isinstance(pending, Chain):
        return pending.to
    if isinstance(pending, Following):
        return pending.queue[0][0]
    return pending.aircraft


# ---- carrying out


def start(run: CardRun, chain: Chain, craft: Craft) -> None:
    """Play the first card of an action, or a free point of Speed, and let the target answer (DIF-103)."""
    position = run.position
    if chain.card == ACE_MARKER:
        craft.markers -= 1
    elif chain.card is not None:
        run.spend(craft, chain.card)
    run.tell(
        "action", action=chain.action, aircraft=craft.number, target=chain.target, card=chain.card, steps=chain.steps, bonus=chain.bonus
    )
    target = position.crafts[chain.target]
    position.pending = chain
    if target.bomber:
        bombers.draw_turrets(run, target)
        chain.stage = "fire"
        if not target.hand:
            resolve(run, chain, True)
    elif not can_answer(target):
        resolve(run, chain, True)


def play_react(run: CardRun, chain: Chain, card: str) -> None:
    """Lay an answer; now the other aircraft may answer that (DIF-105)."""
    position = run.position
    craft = position.crafts[chain.to]
    if card == ACE_MARKER:
        craft.markers -= 1
        title = "ace_pilot"
    else:
        run.spend(craft, card)
        title = position.deck.cards[card].title
    run.tell("reaction", aircraft=craft.number, card=card)
    if chain.stage == "dodge":
        # A bomber may not answer the fighter's card: its shot is cancelled (DIF-248).
        run.tell("shot_cancelled", aircraft=craft.number)
        chain.shot = 0
        resolve(run, chain, True)
        return
    chain.key = title
    chain.actor_last = not chain.actor_last
    chain.to = chain.actor if chain.to == chain.target else chain.target
    if not can_answer(position.crafts[chain.to]):
        resolve(run, chain, chain.actor_last)


def play_pass(run: CardRun, chain: Chain) -> None:
    """Leave the last card unanswered, take the shot, or take the damage."""
    stage = chain.stage
    run.tell("passed", aircraft=chain.to)
    if stage == "react":
        resolve(run, chain, chain.actor_last)
    elif stage == "fire":
        resolve(run, chain, True)
    elif stage == "dodge":
        taking(run, chain)
    elif stage == "evade":
        apply_attack(run, chain)
    else:
        after_shot(run, chain)


def play_evade(run: CardRun, chain: Chain, card: str) -> None:
    """Evasive after a successful attack: two hits fewer, for each one played (DIF-119, DIF-120, GAP-22)."""
    craft = run.position.crafts[chain.to]
    run.spend(craft, card)
    chain.saved += 2
    run.tell("evaded", aircraft=craft.number, card=card, saved=2)
    left = (chain.shot if chain.stage == "evade_shot" else chain.hits) - chain.saved
    if left > 0 and craft.hand:
        return
    if chain.stage == "evade":
        apply_attack(run, chain)
    else:
        after_shot(run, chain)


def resolve(run: CardRun, chain: Chain, success: bool) -> None:
    """The action succeeds when the acting player played last, else it is cancelled (DIF-106, DIF-107)."""
    position = run.position
    actor, target = position.crafts[chain.actor], position.crafts[chain.target]
    if not success:
        run.tell("cancelled", action=chain.action, aircraft=chain.actor, target=chain.target)
        finish(run)
        return
    action = chain.action
    if action in ("attack", "gunner"):
        card = position.deck.cards[chain.card or ""]
        if card.fuel_tank:
            # No hits: the target is destroyed, and Evasive does not help (DIF-132, DIF-133).
            if chain.stopped:
                run.tell("fuel_tank_stopped", aircraft=target.number)
            else:
                run.tell("fuel_tank", aircraft=target.number)
                shoot_down(run, target, actor.party)
            after_action(run, chain)
            return
        # Firepower counts for the fighter's own attacks only (DIF-036, DIF-043); never below none (GAP-05).
        power = actor.now.firepower if action == "attack" else 0
        chain.hits = max(0, card.hits + power + chain.bonus - chain.less)
        if chain.hits > 0 and target.hand and not target.bomber:
            chain.stage, chain.to, chain.saved = "evade", chain.target, 0
            return
        apply_attack(run, chain)
        return
    relation = position.relation(actor.number, target.number)
    if action in ("manoeuvre", "speed"):
        relation += chain.steps
    else:
        relation = 0 if action == "barrel_roll" else 1  # DIF-114, DIF-141
    position.relate(actor.number, target.number, relation)
    run.tell("position", aircraft=actor.number, target=target.number, relation=relation)
    after_action(run, chain)


def apply_attack(run: CardRun, chain: Chain) -> None:
    """Inflict the remaining hits of the attack on the target."""
    position = run.position
    target = position.crafts[chain.target]
    hits = max(0, chain.hits - chain.saved)
    if hits == 0:
        run.tell("no_hits", aircraft=target.number)
    deal(run, target, hits, position.crafts[chain.actor].party)
    after_action(run, chain)


def after_action(run: CardRun, chain: Chain) -> None:
    """Settle a bomber's shot after the action itself, whatever the bomber's fate (DIF-246, GAP-48)."""
    if chain.shot <= 0:
        finish(run)
        return
    deal(run, run.position.crafts[chain.actor], chain.shot, run.position.crafts[chain.target].party)
    finish(run)


def play_fire(run: CardRun, chain: Chain, order: BomberFire) -> None:
    """A bomber's reaction; the fighter may answer a shot with one card (DIF-247), a shield cannot be answered (DIF-254)."""
    bombers.fire(run, chain, order)
    if chain.shot <= 0:
        resolve(run, chain, True)
    elif not can_answer(run.position.crafts[chain.actor]):
        after_shot(run, chain)


def taking(run: CardRun, chain: Chain) -> None:
    """The fighter did not answer the bomber's shot; it may still play Evasive (GAP-49)."""
    actor = run.position.crafts[chain.actor]
    if chain.shot > 0 and actor.hand:
        chain.stage, chain.to, chain.saved = "evade_shot", chain.actor, 0
    else:
        after_shot(run, chain)


def after_shot(run: CardRun, chain: Chain) -> None:
    """Settle the shot; then the fighter's action happens, and both effects count (GAP-48)."""
    chain.shot = max(0, chain.shot - chain.saved)
    chain.saved = 0
    chain.stage = "fire"
    resolve(run, chain, True)


def finish(run: CardRun) -> None:
    """End the action, and discard the played cards (DIF-108)."""
    run.clear_played()
    run.position.pending = None


def play_redline(run: CardRun, order: Redline) -> None:
    """Take a hit, then three cards, whatever the Performance (DIF-138, DIF-140); it is no link of a chain (GAP-26)."""
    position = run.position
    craft = position.crafts[asked_for(position) if order.aircraft is None else order.aircraft]
    run.throw(craft, order.card)
    run.tell("redlined", aircraft=craft.number, card=order.card, evasive=order.evasive)
    if order.evasive is not None:
        run.throw(craft, order.evasive)
    elif not craft.now.redline_free:  # DIF-411
        craft.own_hits += 1
        deal(run, craft, 1, other_party(position, craft))
    if not craft.out:
        run.draw(craft, 3, "redline")
    pending = position.pending
    if isinstance(pending, Stall):
        if craft.number == pending.aircraft:
            settle_stall(run, craft)
    elif not craft.out:
        return
    elif isinstance(pending, Chain) and craft.number in (pending.actor, pending.target):
        run.tell("cancelled", action=pending.action, aircraft=pending.actor, target=pending.target)
        finish(run)
    elif isinstance(pending, Following):
        settle(run, pending)
