"""Orders and the log told for a page: what a teller says, and where that would be figures only, the names of fields with their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bob.codec import encode
from bob.errors import BobError
from bob.game import Event
from bob.kit import seat_told
from bob.operations.boards import short
from bob.operations.named import capital
from bob.operations.orders import Fly, InName, Pick, Resolve
from bob.operations.telling import in_context
from bob.report.gather import gathered
from bob.report.plain_view import PlainWords
from bob.server.pages.situation import Situation

LAST = 60
"""How many things of the log a page shows."""


def plain_words(situation: Situation) -> PlainWords:
    return PlainWords(situation.words, situation.game.name)


def named(situation: Situation, code: str) -> str:
    """What a kind of order is called."""
    key = f"ops.order.{code}"
    if situation.game.name == "day" and situation.words.has(key):
        return situation.words(key)
    return plain_words(situation).order(code)


def order_told(situation: Situation, seat: str, order: Any) -> str:
    """An order of a seat in words."""
    if isinstance(order, Pick):
        return ", ".join(map(short, order.names))
    if isinstance(order, InName):
        return situation.words.label(seat_told(situation.words, order.seat), order_told(situation, order.seat, order.order))
    if situation.game.name != "day" or isinstance(order, Fly | Resolve):
        return capital(situation.teller.order(order, seat))
    data: Mapping[str, Any] = encode(order)
    plain = plain_words(situation)
    told = [
        situation.words("plain.pair", name=plain.field(name), value=value_told(situation, name, value))
        for name, value in data.items()
        if name != "code" and value not in (None, [], {})
    ]
    return situation.words.label(named(situation, order.code), situation.words.parted(told)) if told else named(situation, order.code)


def orders_told(situation: Situation, orders: Sequence[Any]) -> list[str]:
    """Listed orders in words, no two of them alike where somebody writes the table."""
    if situation.written is not None and (situation.game.name != "day" or all(isinstance(order, Fly) for order in orders)):
        return [capital(text) for text in situation.written.orders(orders, situation.seat)]
    return [order_told(situation, situation.seat, order) for order in orders]


def value_told(situation: Situation, field: str, value: Any) -> str:
    """A value of an order in words: a code of the day by its word, a place by its name."""
    words = situation.words
    if situation.game.name == "day":
        names = situation.names
        if field == "track" and isinstance(value, int):
            return str(names.track(value))
        if field in ("hex", "aim", "form_at") and isinstance(value, str):
            return str(names.at(words, value))
        if field in ("primary", "secondary") and isinstance(value, str):
            return str(names.target(words, value))
        if field in ("raid", "to", "joins") and isinstance(value, str):
            return str(names.raid(words, value))
    for family in ("box", "stance", "role", "type", "ammo", "seat"):
        if family == field.removesuffix("s") and words.has(f"ops.{family}.{value}"):
            return words(f"ops.{family}.{value}")
    if field == "sender" and words.has(f"pages.sender.{value}"):
        return words(f"pages.sender.{value}")
    return plain_words(situation).value(value, field)


def slip_told(situation: Situation, slip: Mapping[str, Any]) -> str:
    """What is on a slip; of one that was passed on, what was given."""
    order = slip.get("given") or slip["order"]
    told = json_told(situation, slip["seat"], order) if order is not None else ""
    return situation.words.parted(text for text in (told, slip["text"]) if text)


def json_told(situation: Situation, seat: str, data: Any) -> str:
    """An order in its JSON form in words; as it stands where it is none."""
    try:
        return order_told(situation, seat, situation.game.order(data))
    except (BobError, LookupError, TypeError, ValueError, AttributeError, AssertionError):
        return str(data)


def log_told(situation: Situation, most: int = LAST) -> list[tuple[int, str]]:
    """The last things that a seat has heard, the newest first, each with its number."""
    if situation.game.name != "day" and situation.written is not None:
        return [(number, capital(text)) for number, text in reversed(situation.written.told(situation.items)[-most:])]
    items = in_context(situation.items) if situation.game.name == "day" else iter(situation.items)
    last = list(items)[-2 * most :]
    events = gathered(situation.words, last) if situation.game.name == "day" else iter(last)
    told = [(number, _event_told(situation, event)) for number, event in events]
    return list(reversed(told))[:most]


def _event_told(situation: Situation, event: Event) -> str:
    try:
        return capital(situation.teller.event(event))
    except (LookupError, TypeError, ValueError):
        return event.code.replace("_", " ")
