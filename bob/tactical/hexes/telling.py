"""Orders and events in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from bob.core.game import Event
from bob.core.hexes import Hex
from bob.core.kit import record_event
from bob.tactical.execution import DogfightTeller
from bob.tactical.hexes.data import IMMELMANN, SPLIT_S, HexTables
from bob.tactical.hexes.view import HexTableView

_FAMILIES = {
    "card": "card",
    "cards": "card",
    "gave": "card",
    "got": "card",
    "faces": "face",
    "face": "face",
    "into": "face",
    "arc": "arc",
    "way": "way",
    "out": "way",
    "kind": "manoeuvre",
    "marker": "marker",
    "choice": "marker",
    "why": "why",
    "edge": "edge",
    "aim": "aim",
}
"""The family of the words for the values of a name."""
_AIRCRAFT = ("aircraft", "target", "pivot", "by")
_NAMES = (IMMELMANN, SPLIT_S)
"""The manoeuvres that are called by a name."""


def running(text: str, kind: str = "") -> str:
    """An order or a manoeuvre of a kind within a line: without its capital, unless it is a name or an abbreviation."""
    return text if kind in _NAMES or not text[1:2].islower() else text[:1].lower() + text[1:]


def name_of(view: HexTableView, number: int, models: Sequence[str | None] = ()) -> str:
    """An aircraft: its type, or its unit where that is known, and the number that it wears on the sheet. Empty for none."""
    if not 0 <= number < len(view.aircraft):
        return ""
    unit = models[number] if number < len(models) else None
    return f"{unit or view.aircraft[number].dash.name} ({number + 1})"


class HexTeller(DogfightTeller[HexTables]):
    """Writer of the hex dogfight's log."""

    __slots__ = ()

    def game(self) -> str:
        return self.words("hexes.name")

    def stage(self, stage: str) -> str:
        return self.words(f"hexes.stage.{stage}")

    def card(self, code: str) -> str:
        return self.words(f"hexes.card.{code}")

    def card_text(self, code: str) -> str:
        """Return the effect of a card."""
        return self.words(f"hexes.card_text.{code}", value=self.tables.cards[code].value)

    def timing(self, code: str) -> str:
        return self.words(f"hexes.timing.{self.tables.cards[code].timing}")

    def marker(self, code: str) -> str:
        return self.words(f"hexes.marker.{code}")

    def marker_text(self, code: str) -> str:
        """Return the effect of a critical marker."""
        return self.words(f"hexes.marker_text.{code}")

    def leader(self, code: str) -> str:
        """Return a leader's name, or class."""
        return self.tables.leaders[code].name if code in self.tables.leaders else self.words(f"hexes.leader.{code}")

    def rule(self, code: str) -> str:
        """The rule of a historical leader's own."""
        return self.words(f"hexes.rule.{code}")

    def facing(self, facing: int) -> str:
        return self.words(f"hexes.facing.{facing % 6}")

    def reason(self, code: str) -> str:
        """Return the reason for dice added or taken."""
        return self.words(f"hexes.reason.{code}")

    def manoeuvre(self, kind: str) -> str:
        return self.words(f"hexes.manoeuvre.{kind}")

    def option(self, name: str) -> str:
        return self.words(f"hexes.option.{name}")

    def outcome(self, code: str) -> str:
        """Return the end of a battle; the code of an outcome is itself a key."""
        return self.words(code)

    # ---- orders

    def order(self, order: Any, seat: str = "") -> str:
        """Return an order as a line; `seat` is not used."""
        values = {f.name: self._value(f.name, getattr(order, f.name)) for f in dataclasses.fields(order)}
        return self.words(f"hexes.order.{self._order(order, values)}", **values)

    def _order(self, order: Any, values: dict[str, Any]) -> str:
        code: str = order.code
        if code == "play":
            return code + ("" if order.aircraft < 0 else "_off" if order.choice else "_on")
        if code == "advance":
            values["by"] = self.words(f"hexes.by.{order.by}")
            values["climb"] = self.climb(order.climb)
            return code + ("_by" if order.by != "pay" else "") + ("_climb" if order.climb else "")
        if code == "rotate":
            return code + ("_about" if order.pivot >= 0 else "")
        if code == "manoeuvre":
            return code + ("_levels" if order.levels else "")
        if code == "reroll":
            values["by"] = self.words("hexes.by.aim") if order.by == "aim" else self.card(order.by)
        if code == "counter":
            return code + ("_level" if order.level else "")
        if code in ("join", "help"):
            values["to" if code == "join" else "leader"] = self.name(order.to if code == "join" else order.leader)
        if code == "offer":
            values["to"] = self._seat(order.to)
        return code

    def climb(self, levels: int) -> str:
        """A change of level; empty for none."""
        if not levels:
            return ""
        return self.words("hexes.climb.up", levels=levels) if levels > 0 else self.words("hexes.climb.down", levels=-levels)

    def step(self, step: str) -> str:
        """A step of a path, as events name it: `ahead`, `left+1`, `ahead/wep`, `turn_right`, `zoom3`."""
        way, _, by = step.partition("/")
        if way.startswith("turn_"):
            way = way.removeprefix("turn_")
            return running(self.words("hexes.order.rotate", way=self._known(f"hexes.way.{way}", way)))
        kind = way.rstrip("0123456789+-")
        levels = way[len(kind) :]
        if self.words.has(f"hexes.manoeuvre.{kind}"):
            name = running(self.manoeuvre(kind), kind)
            return name if not levels else self.words("hexes.order.manoeuvre_levels", kind=name, levels=levels)
        text = self._known(f"hexes.way.{kind}", kind)
        if levels:
            text = self.words("hexes.with_words", one=text, other=self.climb(int(levels)))
        return self.words("hexes.with_words", one=self._known(f"hexes.by.{by}", by), other=text) if by else text

    # ---- events

    def event(self, event: Event) -> str:
        """An event as a line."""
        said = record_event(self.words, event)
        if said is not None:
            return said
        data = event.data
        code = event.code
        values = {name: self._value(name, value) for name, value in data.items()}
        if code == "played":
            code += "_on" if "aircraft" in data else "_cloud" if "at" in data else ""
        elif code == "destroyed" and data.get("by") is not None:
            code = "destroyed_by"
        elif code == "joined":
            values["to"] = self.name(data["to"])
        return self.words(f"hexes.event.{code}", **values)

    def _seat(self, seat: str) -> str:
        key = f"play.seat.{seat}"
        return self.words(key) if self.words.has(key) else seat

    def _value(self, name: str, value: Any) -> Any:
        if name == "winner":
            return self.words("hexes.nobody") if value is None else self._seat(value)
        if value is None or value == () or value == []:
            return "–"
        if isinstance(value, Hex):
            return value.label
        if isinstance(value, tuple | list):
            return ", ".join(str(self._value(name, member)) for member in value)
        if isinstance(value, int):
            if name in _AIRCRAFT:
                return self.name(value)
            return self.facing(value) if name == "facing" else value
        if name in ("path", "step"):
            return self.step(value)
        if name in ("seat", "side"):
            return self._seat(value)
        if name == "leader":
            return self.leader(value)
        return self._known(f"hexes.{_FAMILIES[name]}.{value}", value) if name in _FAMILIES else value or "–"
