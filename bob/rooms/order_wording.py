"""Orders and slips in words, for pages and desks: the words of a teller, or the names of fields with their values where a teller would
give figures only. A slip is an order handed in to the referee, with its result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.core.codec import encode
from bob.core.errors import BobError
from bob.core.game import Game
from bob.core.kit import Teller, seat_text
from bob.core.text import capital
from bob.day.state.orders import Fly, InName, Pick, Resolve
from bob.day.telling.view_tables import short
from bob.games import kit
from bob.report.plain_view import PlainWords
from bob.words import Words

SlipMapping = Mapping[str, Any]
"""A slip as the room sends it."""


class OrderWords:
    """Words for the orders of a game, with the names known to a teller."""

    def __init__(self, words: Words, game: Game[Any], teller: Teller) -> None:
        self.words, self.game, self.teller = words, game, teller
        self.plain = PlainWords(words, game.name)
        self.is_day = game.name == "day"

    def named(self, code: str) -> str:
        """Return the name of a kind of order."""
        key = f"ops.order.{code}"
        if self.is_day and self.words.has(key):
            return self.words(key)
        return self.plain.order(code)

    def field(self, name: str) -> str:
        """Return the name of a field of an order."""
        return capital(self.plain.field(name))

    def order(self, seat: str, order: Any) -> str:
        """An order of a seat."""
        if isinstance(order, Pick):
            return ", ".join(map(short, order.names))
        if isinstance(order, InName):
            return self.words.label(seat_text(self.words, order.seat), self.order(order.seat, order.order))
        if not self.is_day or isinstance(order, Fly | Resolve):
            return capital(self.teller.order(order, seat))
        data: Mapping[str, Any] = encode(order)
        lines = [
            self.words("plain.pair", name=self.plain.field(name), value=self.value(name, value))
            for name, value in data.items()
            if name != "code" and value not in (None, [], {})
        ]
        return self.words.label(self.named(order.code), self.words.separated(lines)) if lines else self.named(order.code)

    def value(self, field: str, value: Any) -> str:
        """A value of an order: a code of the day by its word, a place by its name."""
        words = self.words
        if self.is_day and (found := self._of_day(field, value)) is not None:
            return found
        for family in ("box", "stance", "role", "type", "ammo", "seat"):
            if family == field.removesuffix("s") and words.has(f"ops.{family}.{value}"):
                return words(f"ops.{family}.{value}")
        if field == "sender" and words.has(f"pages.sender.{value}"):
            return words(f"pages.sender.{value}")
        return self.plain.value(value, field)

    def _of_day(self, field: str, value: Any) -> str | None:
        names: Any = getattr(self.teller, "names", None)
        if names is None:
            return None
        if field == "track" and isinstance(value, int):
            return str(names.track(value))
        if not isinstance(value, str):
            return None
        if field in ("hex", "aim", "form_at"):
            return str(names.at(self.words, value))
        if field in ("primary", "secondary"):
            return str(names.target(self.words, value))
        return str(names.raid(self.words, value)) if field in ("raid", "to", "joins") else None

    # ---- slips

    def json(self, seat: str, data: Any) -> str:
        """Return an order in its JSON form in words; the plain text of any other value."""
        try:
            return self.order(seat, self.game.order(data))
        except (BobError, LookupError, TypeError, ValueError, AttributeError, AssertionError):
            return str(data)

    def slip(self, slip: SlipMapping) -> str:
        """Return the content of a slip, as it was handed in."""
        wording = self.json(slip["seat"], slip["order"]) if slip["order"] is not None else ""
        return self.words.separated(text for text in (wording, slip["text"]) if text)

    def became(self, slip: SlipMapping) -> str:
        """Return the result of a slip: with the umpire, carried out, carried out otherwise (with the order), given back, or answered."""
        words, state = self.words, slip["state"]
        if state == "waiting":
            return words("room.slip.waiting")
        if state == "refused":
            return words("room.slip.refused" if slip["order"] is not None else "room.slip.answered")
        if slip["given"] == slip["order"]:
            return words("room.slip.passed")
        return words("room.slip.changed", given=self.json(slip["seat"], slip["given"]))


def account_by(words: Words, game: Game[Any], scenario: str, view: Any) -> Teller:
    """Return a teller of a game that has learnt the names in a view."""
    teller = kit(game.name).teller(words, game, scenario)
    names = getattr(teller, "names", None)
    if names is not None and hasattr(view, "engagement"):
        names.learn(view)
        names.models = view.engagement.models if view.engagement is not None else ()
    return teller
