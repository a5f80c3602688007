"""The legal orders as lines to choose from: in a sensible order, each with its key, and what of the table each one touches."""

from __future__ import annotations

from typing import Any

from bob.staff.advice.fights.card_consequences import Consequences
from bob.staff.advice.fights.choice_keys import KEYS, LEAVE
from bob.staff.advice.fights.folded_orders import FoldedOrders
from bob.tactical.cards import orders as o
from bob.tactical.cards.heights import from_the_top, start_means
from bob.tactical.cards.telling import CardTeller
from bob.tactical.cards.view import CardTableView
from bob.words import Words

LEAVING = (o.NoAnswer, o.EndPhase, o.Stay, o.KeepBombs, o.PicksDone, o.PairsDone)
FOLDED = ("attack", "change_altitude", "climb", "fire", "follow", "manoeuvre", "pick_bomber")
"""The orders that may be one line with others of their family."""


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


def family_of(order: Any) -> tuple[str, int] | None:
    """Return the key shared by orders that differ only in their card."""
    if isinstance(order, o.PickBomber) and order.card is None:
        return None
    target = getattr(order, "target", -1)
    return (order.code, target) if order.code in FOLDED else None


def fold_text(fold: FoldedOrders, words: Words, teller: CardTeller) -> str:
    """Several orders as a line, with the cards that they are chosen by."""
    target = teller.name(fold.target) if fold.target is not None else ""
    known = teller.tables.deck.cards
    titles = dict.fromkeys(teller.answered(known[card].title) if card in known else teller.card(card) for card in fold.cards)
    cards = ", ".join(titles)
    return words(f"desk_cards.fold.{fold.code}", target=target, cards=cards)


def order_text(order: Any, words: Words, teller: CardTeller, then: Consequences | None = None) -> str:
    """Describe an order as a line, with its effect."""
    text = teller.order(order)
    if isinstance(order, o.StartAltitude):
        text = f"{text} · {start_means(words, order.altitude, then is not None and then.view.terms.bonus_cards)}"
    after = then.describe(order) if then is not None else ""
    return f"{text[:1].upper()}{text[1:]}{f' · {after}' if after else ''}"


def asked(view: CardTableView, words: Words, teller: CardTeller, listed: tuple[Any, ...] = ()) -> str:
    """Describe the current decision as a sentence."""
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
