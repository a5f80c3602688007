"""The places to drop a card of the hand for an order, and the possible meanings of a drop elsewhere."""

from __future__ import annotations

from typing import Any

from bob.desk.boards.cards.pens import decides
from bob.desk.boards.shared.carrying import ANSWERED, DISCARDS
from bob.staff.advice.fights.card_order_lines import aircraft_of
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import ActionCard
from bob.tactical.cards.view import CardTableView

ANSWERS = (o.React, o.Evade, o.BomberFire)
THROWN = (o.Discard, o.StallDiscard, o.Climb, o.Follow)


def laid_for(order: Any) -> str:
    """The card that is laid down for an order: the one it plays, or the first it is paid with; empty for none."""
    card = getattr(order, "card", None)
    paid = getattr(order, "cards", ())
    return str(card or (paid[0] if paid else ""))


def places_of(order: Any, view: CardTableView) -> frozenset[int]:
    """Return the places for the card of an order: its target, the answered action, the discards, or the own aircraft."""
    if found := aircraft_of(order):
        return frozenset(found[:1])
    own = decides(view)
    if isinstance(order, ANSWERS):
        chain = view.chain
        return frozenset({ANSWERED, own, *((chain.actor, chain.target) if chain is not None else ())})
    return frozenset({own, DISCARDS}) if isinstance(order, THROWN) else frozenset({own})


def tries(code: str, card: ActionCard | None, place: int, view: CardTableView) -> list[Any]:
    """Return the possible meanings of a card dropped there, the likeliest first."""
    if view.chain is not None:
        return [o.React(code)]
    if view.following:
        return [o.Follow((code,))]
    own = decides(view)
    if place == DISCARDS:
        return [o.Discard(code)]
    if place == ANSWERED or card is None or own < 0:
        return [o.React(code)]
    if place == own or view.aircraft[place].seat == view.seat:
        kinds = {"altitude": o.ChangeAltitude(code, False), "redline": o.Redline(code)}
        return [kinds.get(card.action, o.Tactic(code))]
    at_enemy = {"attack": o.Attack, "barrel_roll": o.BarrelRoll, "scissors": o.Scissors}
    likely = [at_enemy[card.action](code, place)] if card.action in at_enemy else []
    return [*likely, o.PlayManoeuvre(code, place, 1)]
