"""Orders and events in words."""

from __future__ import annotations

import dataclasses
from typing import Any

from bob.dogfight.cards.data import ALTITUDES, CardTables
from bob.dogfight.cards.orders import HEAD, StartAltitude
from bob.dogfight.table import DogfightTeller
from bob.game import Event
from bob.kit import record_event

POSITIONS = ("tailed", "disadvantaged", "neutral", "advantaged", "tailing")


class CardTeller(DogfightTeller[CardTables]):
    """Tells the card dogfight."""

    __slots__ = ()

    def card(self, code: str) -> str:
        """A card, by its kind; a kind of the user's own deck by its code."""
        return self._known(f"cards.card.{code}", code)

    def answered(self, key: str) -> str:
        """What is to be answered: a title or a Manoeuvre."""
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
        if isinstance(order, StartAltitude):
            values["altitude"] = self.words(f"cards.altitude.{order.altitude}")
        if order.code == "pick_aircraft":
            values["aircraft"] = self._type(order.aircraft)
        if order.code == "place":
            values["spot"] = self._spot(order.row, order.column)
        if order.code == "pick_bomber" and order.card is not None:
            values["by"] = self.words("cards.by.this_card", card=values["card"])
        return self.words(f"cards.order.{order.code}", **values)

    def event(self, event: Event) -> str:
        """An event as a line."""
        said = record_event(self.words, event)
        if said is not None:
            return said
        values = {name: self._value(name, value) for name, value in event.data.items()}
        if event.code == "placed":
            values["spot"] = self._spot(event.data["row"], event.data["column"])
        return self.words(f"cards.event.{event.code}", **values)

    def _spot(self, row: int, column: int) -> str:
        """Where a bomber flies, seen from the first of its formation."""
        off = (("ahead", HEAD - row), ("behind", row - HEAD), ("left", HEAD - column), ("right", column - HEAD))
        parts = [self.words(f"cards.spot.{name}", steps=steps) for name, steps in off if steps > 0]
        return ", ".join(parts) or self.words("cards.spot.first")

    def _type(self, code: str) -> str:
        return self.tables.aircraft[code].name if code in self.tables.aircraft else code

    def _value(self, name: str, value: Any) -> Any:
        if value is None or value == ():
            return "–"
        if isinstance(value, tuple | list):
            return ", ".join(str(self._value(name, member)) for member in value)
        if name in ("aircraft", "target", "leader", "wingman") and isinstance(value, int):
            return self.name(value)
        if isinstance(value, str):
            if name in ("card", "cards", "pay", "evasive", "plus"):
                return self.card(value)
            if name in ("type", "aircraft_type"):
                return self._type(value)
            if name in ("why", "by", "action"):
                return self._known(f"cards.{name}.{value}", value)
            if name in ("winner", "side"):
                key = f"play.seat.{value}"
                return self.words(key) if self.words.has(key) else "–" if name == "winner" else value
            if name == "pilot" and value in self.tables.pilots:
                return self.tables.pilots[value].name
            return self.words(f"cards.altitude.{value}") if name == "altitude" else value
        if name == "altitude":
            return self.altitude(value)
        return self.position(value) if name == "relation" else value
