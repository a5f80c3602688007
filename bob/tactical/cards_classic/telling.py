"""Orders and events of a flight in words."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bob.core.game import Event
from bob.core.kit import record_event, seat_text
from bob.core.text import grouped
from bob.tactical.cards.data import ALTITUDES
from bob.tactical.cards.flight import FlightTerms
from bob.tactical.cards_classic.data import ClassicTables
from bob.tactical.cards_classic.execution import kind_of
from bob.tactical.cards_classic.view import FlightView
from bob.tactical.execution import DogfightTeller
from bob.words import Words

STANDINGS = ("tailed", "disadvantaged", "neutral", "advantaged", "tailing")
_FAMILIES = ("mode", "zone", "leg", "angle", "load", "by", "why", "action")
_CARDS = ("card", "cards", "pay", "against")


def flight_names(words: Words, tables: ClassicTables, terms: FlightTerms) -> list[str]:
    """The aircraft of a flight by type and number, in the order of their own numbers: Elements and aircraft in formation are counted by
    type within their side, Wingmen by their Leader."""
    names: list[str] = []
    for side in terms.sides:
        counts: Counter[str] = Counter()
        for element in side.elements:
            kind = aircraft_name(tables, element.aircraft)
            counts[kind] += 1
            names.append(words("flight.leader", type=kind, number=counts[kind]))
            if element.wingman:
                names.append(words("flight.wingman", type=kind, number=counts[kind]))
        for formation in side.formations:
            for code in formation.aircraft:
                kind = aircraft_name(tables, code)
                counts[kind] += 1
                names.append(words("flight.formed", type=kind, number=counts[kind]))
    return names


def names_seen(view: FlightView, words: Words, tables: ClassicTables) -> list[str]:
    """The aircraft of a view by type and number: counted by type within their side, Wingmen by their Leader."""
    counts: Counter[tuple[str, str]] = Counter()
    return [craft_name(words, tables, counts, seen.side, seen.type, seen.place) for seen in view.aircraft]


def names_in_events(events: Iterable[Event], words: Words, tables: ClassicTables) -> dict[int, str]:
    """The names of the aircraft of a flight of a day by their numbers, from its events."""
    counts: Counter[tuple[str, str]] = Counter()
    revealed = [event.data for event in events if event.code == "revealed"]
    return {data["aircraft"]: craft_name(words, tables, counts, data["seat"], data["type"], data.get("place", 0)) for data in revealed}


def craft_name(words: Words, tables: ClassicTables, counts: Counter[tuple[str, str]], side: str, code: str, place: int) -> str:
    """The next aircraft of a flight by type and number, counted in; `place` 1 in an Element is the Wingman."""
    kind = aircraft_name(tables, code)
    formed = code in tables.aircraft and tables.aircraft[code].formed
    wingman = place == 1 and not formed
    counts[side, kind] += not wingman
    return words(f"flight.{'wingman' if wingman else 'formed' if formed else 'leader'}", type=kind, number=counts[side, kind])


def aircraft_name(tables: ClassicTables, code: str) -> str:
    """The name on an aircraft card; a code of the user's own as it is."""
    return tables.aircraft[code].name if code in tables.aircraft else code


class FlightTeller(DogfightTeller[ClassicTables]):
    """Writer of a flight's log. It knows the names of the aircraft from the terms; without terms they go by their numbers. A campaign
    gives the names of its airmen and targets; `seats` are the sides that go by another name."""

    __slots__ = ("_airman", "_seats", "_target")

    def __init__(
        self,
        words: Words,
        tables: ClassicTables,
        terms: FlightTerms | None = None,
        name: Callable[[int], str] | None = None,
        airman: Callable[[str], str] | None = None,
        target: Callable[[str], str] | None = None,
        seats: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._seats = seats
        self._airman, self._target = airman, target
        names = flight_names(words, tables, terms) if terms is not None else []
        super().__init__(words, tables, name or (lambda number: names[number] if 0 <= number < len(names) else str(number)))

    def card(self, code: str) -> str:
        """A card, or a face, by its kind; a kind of the user's own deck by its code."""
        kind = kind_of(code)
        return self._known(f"flight.card.{kind}", kind)

    def altitude(self, level: int | str) -> str:
        return self.words(f"cards.altitude.{level if isinstance(level, str) else ALTITUDES[level]}")

    def position(self, relation: int) -> str:
        return self.words(f"cards.position.{STANDINGS[relation + 2]}")

    def target(self, code: str) -> str:
        """A target by its name; one of a campaign's by its code there."""
        return self._target(code) if self._target is not None else self._known(f"flight.target.{code}", code.replace("_", " "))

    def airman(self, code: str) -> str:
        """A Pilot or Crew by the counter's code; campaigns know their names."""
        return self._airman(code) if self._airman is not None else code.replace("_", " ").title()

    def scenario(self, code: str) -> str:
        return self._known(f"flight.scenario.{code}", code)

    def order(self, order: Any, seat: str = "") -> str:
        """An order as a line, whosever it is."""
        code: str = order.code
        if getattr(order, "ace", False):
            code += "_ace"
        elif code == "attack_formations" and order.angle:
            code += "_angle"
        elif code == "change_altitude":
            code += "_climb" if order.climb else "_dive"
        elif (code == "climb" and order.card is None) or (code == "follow" and not order.cards):
            code += "_free"
        values = {f.name: self._value(f.name, getattr(order, f.name)) for f in dataclasses.fields(order)}
        return self.words(f"flight.order.{code}", **values)

    def event(self, event: Event) -> str:
        """An event as a line."""
        said = record_event(self.words, event)
        if said is not None:
            return said
        code, data = event.code, dict(event.data)
        if data.get("ace") or data.get("cloudy"):
            code += "_ace" if data.get("ace") else "_cloudy"
        elif code == "goes_for_bombers" and data["angle"]:
            code += "_angle"
        elif code == "card_played" and data["action"] == "pick":
            code += "_pick"
        elif code == "flight" and not data["target"]:
            code += "_free"
        elif code == "game_turn" and data["leg"] == "fight":
            code += "_fight"
        elif code == "results" and not data["results"]:
            code += "_none"
        elif code == "revealed" and data["airman"]:
            code += "_airman"
        values = {name: self._value(name, value) for name, value in data.items()}
        if "faces" in data:
            values["faces"] = self._faces(event.code, data["faces"])
            values["margin"] = values["faces"] if event.code == "clouds" else None
        if "party" in data:
            values["side"] = seat_text(self.words, self._seats.get(data["party"], data["party"]))
        return self.words(f"flight.event.{code}", **values)

    def _faces(self, what: str, faces: Sequence[str]) -> str:
        """Return the results of drawn cards: bombs, strafing, weather, or shots of the Flak."""
        known = self.tables.deck.faces
        lines = []
        for code in faces:
            face = known.get(code)
            if face is None or what in ("flak", "area_flak"):
                lines.append(self.card(code))
            elif what == "bombs":
                lines.append(self.words(f"flight.result.{face.bombing}"))
            elif what == "strafes":
                lines.append(self.words(f"flight.result.{'hit' if face.strafing else 'miss'}"))
            else:
                lines.append(self.words(f"flight.margin.{'blue' if face.blue else 'plain'}"))
        return ", ".join(lines) or self.words("flight.no_card")

    def _value(self, name: str, value: Any) -> Any:
        if value is None or value in ((), ""):
            return "–"
        if name == "results":
            return ", ".join(self.words(f"flight.result.{result}") for result in value)
        if isinstance(value, tuple | list):
            between = " · " if name in _CARDS else ", "  # the names of cards have commas
            return between.join(grouped(str(self._value(name, member)) for member in value))
        if name in ("aircraft", "target") and isinstance(value, int):
            return self.name(value) if value >= 0 else "–"
        if name == "altitude":
            return self.altitude(value)
        if name == "relation":
            return self.position(value)
        if isinstance(value, str):
            if name in _CARDS:
                return self.card(value)
            if name in ("seat", "side"):
                return seat_text(self.words, self._seats.get(value, value))
            if name == "type":
                return aircraft_name(self.tables, value)
            if name == "target":
                return self.target(value)
            if name == "airman":
                return self.airman(value)
            if name in _FAMILIES:
                return self._known(f"flight.{name}.{value}", value)
        return value
