"""Orders and the log in words for a page: the words of a teller, or the names of fields with their values where a teller would give
figures only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.game import Event
from bob.core.text import capital
from bob.day.state.orders import Fly
from bob.day.telling.sentences import in_context
from bob.report.merged_events import merge_alike
from bob.report.plain_view import PlainWords
from bob.rooms.order_wording import OrderWords
from bob.rooms.pages.situation import Situation

LAST = 60
"""Number of items of the log on a page."""


def plain_words(situation: Situation) -> PlainWords:
    return PlainWords(situation.words, situation.game.name)


def order_words(situation: Situation) -> OrderWords:
    """Return the order words for the reader of the page."""
    return OrderWords(situation.words, situation.game, situation.teller)


def named(situation: Situation, code: str) -> str:
    """Return the name of a kind of order."""
    return order_words(situation).named(code)


def order_text(situation: Situation, seat: str, order: Any) -> str:
    """An order of a seat in words."""
    return order_words(situation).order(seat, order)


def orders_text(situation: Situation, orders: Sequence[Any]) -> list[str]:
    """Return listed orders in words, no two of them alike where the game writes its table."""
    if situation.written is not None and (situation.game.name != "day" or all(isinstance(order, Fly) for order in orders)):
        return [capital(text) for text in situation.written.orders(orders, situation.seat)]
    return [order_text(situation, situation.seat, order) for order in orders]


def value_text(situation: Situation, field: str, value: Any) -> str:
    """A value of an order in words: a code of the day by its word, a place by its name."""
    return order_words(situation).value(field, value)


def log_text(situation: Situation, most: int = LAST) -> list[tuple[int, str]]:
    """The last things that a seat has heard, the newest first, each with its number."""
    if situation.game.name != "day" and situation.written is not None:
        return [(number, capital(text)) for number, text in reversed(situation.written.describe(situation.items)[-most:])]
    items = in_context(situation.items) if situation.game.name == "day" else iter(situation.items)
    last = list(items)[-2 * most :]
    events = merge_alike(situation.words, last) if situation.game.name == "day" else iter(last)
    lines = [(number, _event_text(situation, event)) for number, event in events]
    return list(reversed(lines))[:most]


def _event_text(situation: Situation, event: Event) -> str:
    try:
        return capital(situation.teller.event(event))
    except (LookupError, TypeError, ValueError):
        return event.code.replace("_", " ")
