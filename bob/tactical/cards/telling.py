"""Orders and events in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from bob.core.game import Event
from bob.core.kit import record_event, seat_text
from bob.core.text import grouped
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import ALTITUDES, CardTables
from bob.tactical.execution import DogfightTeller
from bob.words import Words

POSITIONS = ("tailed", "disadvantaged", "neutral", "advantaged", "tailing")


def _sentence_key(order: Any) -> str:
    """Return the key of an order's sentence: an order without cost, or with an addition, has one of its own."""
    code = str(order.code)
    if isinstance(order, o.PickPilot) and order.pilot is None:
        return "no_pilot"
    if isinstance(order, o.ChangeAltitude):
        return f"{code}_{'dive' if not order.climb else 'free' if order.pay is None else 'climb'}"
    if (isinstance(order, o.Climb) and order.card is None) or (isinstance(order, o.Follow) and not order.cards):
        return f"{code}_free"
    if isinstance(order, o.Redline):
        return code + ("_evasive" if order.evasive is not None else "") + ("_of" if order.aircraft is not None else "")
    return f"{code}_plus" if isinstance(order, o.BomberFire) and order.plus else code


IN_DAY: Mapping[str, str] = {"allied": "raf", "axis": "luftwaffe"}
"""The sides of the cards as a day calls them."""


class CardTeller(DogfightTeller[CardTables]):
    """Writer of the card dogfight's log; `seats` are the sides that go by another name."""

    __slots__ = ("seats",)

    def __init__(
        self, words: Words, tables: CardTables, name: Callable[[int], str] = str, seats: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        super().__init__(words, tables, name)
        self.seats = seats

    def card(self, code: str) -> str:
        """A card, by its kind; a kind of the user's own deck by its code."""
        return self._known(f"cards.card.{code}", code)

    def answered(self, key: str) -> str:
        """Return the name of the title or Manoeuvre to be answered."""
        key_of_title = f"cards.title.{key}"
        return self.words(key_of_title) if self.words.has(key_of_title) else self.card(key)

    def altitude(self, level: int) -> str:
        return self.words(f"cards.altitude.{ALTITUDES[level]}")

    def position(self, relation: int) -> str:
        return self.words(f"cards.position.{POSITIONS[relation + 2]}")

    def phase(self, phase: str) -> str:
        return self.words(f"cards.phase.{phase}")

    def scenario(self, code: str) -> str:
        return self._known(f"cards.scenario.{code}", code)

    def option(self, name: str) -> str:
        return self.words(f"cards.option.{name}")

    def game(self) -> str:
        return self.words("cards.name")

    def order(self, order: Any, seat: str = "") -> str:
        """An order as a line, whosever it is."""
        values = {f.name: self._value(f.name, getattr(order, f.name)) for f in dataclasses.fields(order)}
        if isinstance(order, o.StartAltitude):
            values["altitude"] = self.words(f"cards.altitude.{order.altitude}")
        if order.code == "pick_aircraft":
            values["aircraft"] = self._type(order.aircraft)
        if order.code == "place":
            values["spot"] = self._spot(order.row, order.column)
        if order.code == "pick_bomber" and order.card is not None:
            values["by"] = self.words("cards.by.this_card", card=values["card"])
        return self.words(f"cards.order.{_sentence_key(order)}", **values)

    def event(self, event: Event) -> str:
        """An event as a line."""
        said = record_event(self.words, event)
        if said is not None:
            return said
        values = {name: self._value(name, value) for name, value in event.data.items()}
        if event.code == "revealed":
            values["seat"] = seat_text(self.words, self.seats.get(event.data["seat"], event.data["seat"]))
        if event.code == "placed":
            values["spot"] = self._spot(event.data["row"], event.data["column"])
        code = event.code
        if (code == "action" and event.data["card"] is None) or (code == "revealed" and values["aircraft"] == values["type"]):
            code += "_bare"
        elif code == "picked_pilot" and event.data["pilot"] == "none":
            code += "_none"
        elif code == "over" and not event.data["winner"]:
            code += "_drawn"
        return self.words(f"cards.event.{code}", **values)

    def _spot(self, row: int, column: int) -> str:
        """Return the place of a bomber, seen from the first of its formation."""
        off = (("ahead", o.HEAD - row), ("behind", row - o.HEAD), ("left", o.HEAD - column), ("right", column - o.HEAD))
        parts = [self.words(f"cards.spot.{name}", steps=steps) for name, steps in off if steps > 0]
        return ", ".join(parts) or self.words("cards.spot.first")

    def _type(self, code: str) -> str:
        return self.tables.aircraft[code].name if code in self.tables.aircraft else code

    def _value(self, name: str, value: Any) -> Any:
        if value is None or value == ():
            return "–"
        if isinstance(value, tuple | list):
            lines = grouped(str(self._value(name, member)) for member in value)
            return self.words.separated(lines) if name == "cards" else ", ".join(lines)  # the names of cards have commas of their own
        if name in ("aircraft", "target", "leader", "wingman") and isinstance(value, int):
            return self.name(value)
        if isinstance(value, str):
            if name in ("card", "cards", "pay", "evasive", "plus"):
                return self.card(value)
            if name in ("type", "aircraft_type"):
                return self._type(value)
            if name in ("why", "by", "action"):
                return self._known(f"cards.{name}.{value}", value)
            if name in ("winner", "side", "seat"):
                key = f"play.seat.{self.seats.get(value, value)}"
                return self.words(key) if self.words.has(key) else value
            if name == "pilot" and value in self.tables.pilots:
                return self.tables.pilots[value].name
            return self.words(f"cards.altitude.{value}") if name == "altitude" else value
        if name == "altitude":
            return self.altitude(value)
        return self.position(value) if name == "relation" else value
