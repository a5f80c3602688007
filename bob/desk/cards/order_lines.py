"""The legal orders as lines to choose from: in a sensible order, each with its key, and what of the table each one touches."""

from __future__ import annotations

from typing import Any

from bob.desk.played.lists import KEYS, LEAVE
from bob.dogfight.cards import orders as o
from bob.dogfight.cards.heights import from_the_top, start_means
from bob.dogfight.cards.telling import CardTeller
from bob.dogfight.cards.view import CardTableView
from bob.words import Words

LEAVING = (o.NoAnswer, o.EndPhase, o.Stay, o.KeepBombs, o.PicksDone, o.PairsDone)


def is_leaving(order: Any) -> bool:
    return isinstance(order, LEAVING) or (isinstance(order, o.PickPilot) and order.pilot is None)


def keyed(listed: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """The orders with their keys; that which leaves it comes last."""
    rest = from_the_top(order for order in listed if not is_leaving(order))
    found = [(KEYS[i] if i < len(KEYS) else "", order) for i, order in enumerate(rest)]
    leaving = [order for order in listed if is_leaving(order)]
    return found + [(LEAVE if i == 0 else "", order) for i, order in enumerate(leaving)]


def cards_of(order: Any) -> tuple[str, ...]:
    """The cards of the hand that an order plays or pays with."""
    found: list[str] = []
    for name in ("card", "pay", "evasive"):
        card = getattr(order, name, None)
        if card is not None:
            found.append(card)
    return (*found, *getattr(order, "plus", ()), *getattr(order, "cards", ()))


def aircraft_of(order: Any) -> tuple[int, ...]:
    """The aircraft that an order names."""
    found = [getattr(order, name, None) for name in ("target", "aircraft", "leader", "wingman")]
    return tuple(number for number in found if isinstance(number, int))


def order_told(order: Any, words: Words, teller: CardTeller) -> str:
    """An order as a line."""
    text = _special(order, words, teller) or teller.order(order)
    return text[:1].upper() + text[1:]


def _special(order: Any, words: Words, teller: CardTeller) -> str | None:
    """Orders that need more words than their kind has."""
    if isinstance(order, o.StartAltitude):
        return f"{teller.order(order)} · {start_means(words, order.altitude)}"
    if isinstance(order, o.Climb) and order.card is None:
        return words("desk_cards.order.climb_free")
    if isinstance(order, o.ChangeAltitude):
        if not order.climb:
            return words("desk_cards.order.roll_dive", card=teller.card(order.card))
        if order.pay is None:
            return words("desk_cards.order.roll_climb", card=teller.card(order.card))
        return words("desk_cards.order.roll_climb_pay", card=teller.card(order.card), pay=teller.card(order.pay))
    if isinstance(order, o.Redline) and order.evasive is not None:
        return words("desk_cards.order.redline_evasive")
    if isinstance(order, o.BomberFire) and order.plus:
        return words("desk_cards.order.fire_plus", card=teller.card(order.card), plus=", ".join(teller.card(c) for c in order.plus))
    if isinstance(order, o.Follow) and not order.cards:
        return words("desk_cards.order.follow_free")
    if isinstance(order, o.PickPilot) and order.pilot is None:
        return words("desk_cards.order.no_pilot")
    return None


def asked(view: CardTableView, words: Words, teller: CardTeller, listed: tuple[Any, ...] = ()) -> str:
    """What is to be decided now, as a sentence."""
    chain = view.chain
    if chain is not None:
        values: dict[str, Any] = {"actor": teller.name(chain.actor), "target": teller.name(chain.target), "to": teller.name(chain.to)}
        values["what"] = teller.answered(chain.key)
        values["hits"] = max(0, (chain.shot if chain.stage == "evade_shot" else chain.hits) - chain.saved)
        return words(f"desk_cards.ask.{chain.stage}", **values)
    if view.following:
        name = teller.name(view.following[0])
        if any(isinstance(order, o.StallDiscard) for order in listed):
            return words("desk_cards.ask.stall", to=name)
        if any(isinstance(order, o.GiveBomber) for order in listed):
            return words("desk_cards.ask.give", to=name)
        return words("desk_cards.ask.follow" if listed else "desk_cards.ask.answer", to=name)
    if view.active >= 0:
        return words("desk_cards.ask.turn", phase=teller.phase(view.phase), to=teller.name(view.active))
    return words("desk_cards.ask.table", phase=teller.phase(view.phase))
