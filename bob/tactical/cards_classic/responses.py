"""The chain of Responses: a card, its answers from one hand or a helper's, a bomber's counter-fire, and what comes of it."""

from __future__ import annotations

from typing import Any

from bob.core.errors import Refusal
from bob.tactical.cards.orders import PASS
from bob.tactical.cards.position import NOBODY, Craft
from bob.tactical.cards_classic.contacts import EDGE, answers_limited, load_refusal
from bob.tactical.cards_classic.data import HALF_LOOP, MANEUVERING
from bob.tactical.cards_classic.execution import FlightRun, kinds
from bob.tactical.cards_classic.orders import CounterFire, Respond, counter_fire, respond
from bob.tactical.cards_classic.position import BOMB_TURN, Exchange, FlightPosition

HELPED = frozenset((MANEUVERING, HALF_LOOP))
"""The titles that others may answer for an FB or for bombers; never In My Sights or Out of the Sun (CAM-17.13b1, CAM-17.13b2,
CAM-20.32b)."""
AIMLESS = "pick"
"""An attempt to pick a bomber: it has no target yet."""


# ---- answers


def helpers(position: FlightPosition, exchange: Exchange) -> list[Craft]:
    """Return the Leaders that may answer for the target: Unengaged, at its altitude, in its zone (CAM-17.13b1, CAM-20.32b, CAM-GAP-66)."""
    card = position.deck.cards[exchange.card]
    if not position.flight.edition.helpers or card.title not in HELPED:
        return []
    actor = position.crafts[exchange.actor]
    if exchange.action != AIMLESS:
        target = position.crafts[exchange.target]
        fb = position.helped(target) and not position.engaged_at_all(target)  # CAM-17.13b3
        if not (target.bomber or fb):
            return []
    zone = position.sorties[actor.number].zone
    found = [
        c
        for c in position.crafts
        if c.party != actor.party
        and not c.out
        and c.altitude == actor.altitude
        and position.leads(c)
        and c.number != exchange.target
        and position.sorties[c.number].zone == zone
        and not position.engaged_at_all(c)
    ]
    # For bombers one Leader answers, the one that answered first (CAM-GAP-66).
    bombers = exchange.action == AIMLESS or position.crafts[exchange.target].bomber
    return [c for c in found if c.number == exchange.helper] if bombers and exchange.helper != NOBODY else found


def responders(position: FlightPosition, exchange: Exchange) -> list[Craft]:
    """Return the aircraft that may hold an answer to the last card, as far as both sides see: by the size of the hands, not by their
    cards."""
    actor = position.crafts[exchange.actor]
    if exchange.party == actor.party:
        able = [actor]
    else:
        able = helpers(position, exchange)
        if exchange.target != NOBODY and not position.crafts[exchange.target].bomber:
            able = [position.crafts[exchange.target], *able]
    return [c for c in able if c.hand and not c.out and answer_refusal(position, exchange, c) is None]


def answer_refusal(position: FlightPosition, exchange: Exchange, craft: Craft) -> Refusal | None:
    """Return the refusal of a second answer to one card by an aircraft that bombs or strafes, so also of an answer to its own
    (CAM-23.66b)."""
    return ("one_answer", "CAM-23.66b") if answers_limited(position, craft) and exchange.answers_of(craft.number) else None


def respond_refusal(position: FlightPosition, exchange: Exchange, craft: Craft, card: str, ace: bool) -> Refusal | None:
    """Return the reason why that card of that aircraft does not answer the last one."""
    if craft not in responders(position, exchange):
        return answer_refusal(position, exchange, craft) or ("not_your_answer", "CAM-15.2m")
    if card not in kinds(craft):
        return "not_in_hand", "CAM-15.2l"
    if ace:
        # Any card of the hand, declared an Ace Pilot (CAM-19.25Ab, CAM-19.25Ac).
        return None if craft.markers and not craft.bomber else ("no_ace", "CAM-19.25Ab")
    if card not in position.deck.answers[exchange.key]:
        return "no_answer", "CAM-15.2m"
    return load_refusal(position, craft, position.deck.cards[card].title, at_formed(position, exchange, craft))


def at_formed(position: FlightPosition, exchange: Exchange, craft: Craft) -> bool:
    """Return whether the cards are played in an aircraft's own attack on bombers: it answers without the Load Penalty then; a helper of
    bombers fights a fighter, and keeps it (CAM-17.15g)."""
    return craft.number == exchange.actor and (exchange.action == AIMLESS or position.crafts[exchange.target].bomber)


def exchange_orders(position: FlightPosition, exchange: Exchange, out: list[Any]) -> None:
    """Return all orders of the aircraft that is to answer."""
    if exchange.stage == "fire":
        bomber = position.crafts[exchange.target]
        for card in kinds(bomber):
            for ace in (False, True):
                if fire_refusal(position, bomber, card, ace) is None:
                    out.append(counter_fire(card, ace))
    else:
        answers = position.deck.answers[exchange.key]
        for craft in responders(position, exchange):
            held, formed = kinds(craft), at_formed(position, exchange, craft)
            for card in held:
                if card in answers and load_refusal(position, craft, position.deck.cards[card].title, formed) is None:
                    out.append(respond(craft.number, card))
            if craft.markers:
                out.extend([respond(craft.number, card, True) for card in held])
    out.append(PASS)


def fire_refusal(position: FlightPosition, bomber: Craft, card: str, ace: bool) -> Refusal | None:
    """Return the reason why a bomber cannot play that card: In My Sights, Out of the Sun, or a Spoiled Attack (CAM-20.51b). An ace crew
    lends one of its markers to such a card (CAM-19.35Aa, CAM-GAP-08)."""
    if card not in kinds(bomber):
        return "not_in_hand", "CAM-20.51a"
    kind = position.deck.cards[card]
    if ace:
        return None if bomber.markers and kind.shoots and not kind.spoils else ("no_ace", "CAM-19.35Aa")
    return None if kind.shoots or kind.spoils else ("no_counter_fire", "CAM-20.51b")


# ---- the chain


def start(run: FlightRun, exchange: Exchange, craft: Craft) -> None:
    """Play the first card, and open the answers to it (CAM-15.2m)."""
    position = run.position
    run.spend(craft, exchange.card)
    run.tell("card_played", action=exchange.action, aircraft=exchange.actor, target=exchange.target, card=exchange.card)
    position.exchange = exchange
    target = position.crafts[exchange.target] if exchange.target != NOBODY else None
    if target is not None and target.bomber and exchange.action == "attack":
        exchange.stage = "fire"
        if not target.hand:
            _after_fire(run, exchange)
        return
    # Bombers do not answer manoeuvres; only a Leader may do it for them (CAM-20.43c, CAM-GAP-20).
    if not responders(position, exchange):
        resolve(run, exchange)


def play_respond(run: FlightRun, order: Respond) -> None:
    """Lay an answer; now the other side may answer that."""
    position = run.position
    exchange = position.exchange
    assert exchange is not None
    craft = position.crafts[order.aircraft]
    run.spend(craft, order.card)
    _count(position, exchange, craft)
    if order.ace:
        craft.markers -= 1
    run.tell("answered", aircraft=craft.number, card=order.card, ace=order.ace)
    if exchange.stage == "dodge":
        # The bomber cannot answer that (CAM-20.52e).
        run.tell("shot_dodged", "CAM-20.52d", aircraft=craft.number)
        finish(run)
        return
    if craft.party != position.crafts[exchange.actor].party and craft.number != exchange.target:
        exchange.helper = craft.number
    exchange.key = "ace_pilot" if order.ace else position.deck.cards[order.card].title  # CAM-19.25Ad
    exchange.actor_last = not exchange.actor_last
    exchange.party = 1 - exchange.party
    if not responders(position, exchange):
        resolve(run, exchange)


def _count(position: FlightPosition, exchange: Exchange, craft: Craft) -> None:
    """Keep count of answers by aircraft and attack card; a second one bars it from bombing this turn (CAM-GAP-15)."""
    found = dict(exchange.answered)
    found[craft.number] = found.get(craft.number, 0) + 1
    exchange.answered = sorted(found.items())
    if found[craft.number] > 1 and position.leg == BOMB_TURN and craft.number != exchange.actor:
        position.sorties[craft.number].chained = True


def play_pass(run: FlightRun) -> None:
    """Leave the last card unanswered."""
    exchange = run.position.exchange
    assert exchange is not None
    run.tell("let_pass", party=run.position.parties[exchange.party])
    if exchange.stage == "fire":
        _after_fire(run, exchange)
    elif exchange.stage == "dodge":
        _take_shot(run, exchange)
    else:
        resolve(run, exchange)


def resolve(run: FlightRun, exchange: Exchange) -> None:
    """It succeeds when the acting side played last, else it is without effect."""
    position = run.position
    actor = position.crafts[exchange.actor]
    action = exchange.action
    if not exchange.actor_last:
        run.tell("without_effect", action=action, aircraft=exchange.actor, target=exchange.target)
        finish(run)
        return
    if action == AIMLESS:
        assault = position.assault
        assert assault is not None
        assault.stage, assault.won = "choose", EDGE[position.deck.cards[exchange.card].title]  # CAM-20.32d1
        run.tell("may_pick", aircraft=actor.number)
    elif action in ("attack", "gunner"):
        run.hurt(position.crafts[exchange.target], position.deck.cards[exchange.card].hits, actor.number)  # CAM-S.3f
    elif action == "edge":
        win_edge(run, actor, exchange.target, EDGE[position.deck.cards[exchange.card].title])
    else:
        relation = position.relation(actor.number, exchange.target)
        relation = relation + exchange.steps if action == "manoeuvre" else 1 if action == "scissors" else 0
        position.relate(actor.number, exchange.target, relation)
        run.tell("position", aircraft=actor.number, target=exchange.target, relation=relation)
    finish(run)


def win_edge(run: FlightRun, actor: Craft, target: int, bonus: int) -> None:
    """Bursts won against an enemy for the rest of the player turn; a Wingman has none to win (CAM-20.43a)."""
    position = run.position
    if position.leads(actor):
        position.edges = (*position.edges, (target, bonus))
        run.tell("edge_won", aircraft=actor.number, target=target, bursts=bonus)


def finish(run: FlightRun) -> None:
    """The card and its answers are done with."""
    run.clear_played()
    run.position.exchange = None


# ---- counter-fire (CAM-20.5)


def play_fire(run: FlightRun, order: CounterFire) -> None:
    """The bomber's one card (CAM-20.51a)."""
    position = run.position
    exchange = position.exchange
    assert exchange is not None
    bomber = position.crafts[exchange.target]
    run.spend(bomber, order.card)
    if order.ace:
        bomber.markers -= 1
    exchange.shot = order.card
    run.tell("counter_fire", aircraft=bomber.number, target=exchange.actor, card=order.card, ace=order.ace)
    _after_fire(run, exchange, spoiled=order.ace or position.deck.cards[order.card].spoils)


def _after_fire(run: FlightRun, exchange: Exchange, spoiled: bool = False) -> None:
    """Inflict the attack, unless it is spoiled; then the fighter may answer the bomber's shot, which counts even if the bomber has
    fallen (CAM-20.52a, CAM-20.52f, CAM-20.53a, CAM-20.54a)."""
    position = run.position
    actor = position.crafts[exchange.actor]
    if spoiled:
        run.tell("spoiled", aircraft=exchange.target, target=exchange.actor)
    else:
        run.hurt(position.crafts[exchange.target], position.deck.cards[exchange.card].hits, actor.number)
    if not exchange.shot or not position.deck.cards[exchange.shot].shoots:
        finish(run)  # a Spoiled Attack cannot be answered (CAM-20.53b)
        return
    exchange.stage, exchange.key, exchange.party = "dodge", position.deck.cards[exchange.shot].title, actor.party
    if not responders(position, exchange):
        _take_shot(run, exchange)


def _take_shot(run: FlightRun, exchange: Exchange) -> None:
    """Not answered: the fighter takes the damage of the bomber's card (CAM-20.52c)."""
    position = run.position
    run.hurt(position.crafts[exchange.actor], position.deck.cards[exchange.shot].hits, exchange.target)
    finish(run)


def start_of(position: FlightPosition, action: str, actor: Craft, target: int, card: str, steps: int = 0) -> Exchange:
    """A card as it is laid on the table."""
    return Exchange(action, actor.number, target, card, steps, position.deck.cards[card].title, 1 - actor.party)
