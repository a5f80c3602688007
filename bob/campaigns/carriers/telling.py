"""Orders and events of a carrier campaign in words; those of a flight are left to the flight's own writer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bob.campaigns.carriers.campaign_data import CarrierCampaign, CarrierEffect, CarrierTables
from bob.campaigns.carriers.orders import OWN, AddToCap, LeaveBehind, PlanTurn, TakeResource
from bob.campaigns.carriers.view import CarrierView
from bob.campaigns.land import flights
from bob.campaigns.land.campaign_data import Flyers
from bob.campaigns.land.orders import SetAltitude, SetCrew, SetLoad
from bob.campaigns.land.position import AirGroup
from bob.campaigns.land.telling import airman_text, face_of, force_text
from bob.campaigns.sides import SIDES, side_of
from bob.core.codec import encode
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.tactical.cards.flight import FlightTerms
from bob.tactical.cards.linking import FlightTeller
from bob.tactical.cards_classic.data import ClassicTables
from bob.words import Words

OWN_EVENTS = frozenset(
    {
        "leads",
        "flown_by",
        "campaign",
        "carrier_turn",
        "planned",
        "plan",
        "resource_taken",
        "resources",
        "simultaneous",
        "sortie",
        "cap_drawn",
        "pilot",
        "crew",
        "left_behind",
        "cap_added",
        "altitude_set",
        "load_set",
        "crew_set",
        "ready_said",
        "nobody_flies",
        "takes_off",
        "out_of_sight",
        "in_sight",
        "scouted",
        "scout_failed",
        "landed",
        "not_recovered",
        "ticked",
        "turn_over",
        "out_of_action",
        "campaign_over",
    }
)


class CarrierTeller:
    """Writer of a carrier campaign's log in one language, its flights too: the aircraft of a flight are those of the last take-off."""

    __slots__ = ("_groups", "classic", "data", "flights", "tables", "words")

    def __init__(self, words: Words, tables: CarrierTables, campaign: CarrierCampaign, classic: ClassicTables) -> None:
        self.words, self.tables, self.data, self.classic = words, tables, campaign, classic
        self._groups: list[AirGroup] = []
        self.flights = FlightTeller(words, classic)

    def look(self, view: CarrierView) -> None:
        """The aircraft are those of this view's flight from now on."""
        if view.flight is not None:
            self._fly(AirGroup(g.number, g.side, g.aircraft, g.count, g.element, g.altitude) for g in view.groups)

    def _fly(self, groups: Iterable[AirGroup]) -> None:
        self._groups = list(groups)
        airmen = flights.FlownAirmen(())
        sides = [flights.side_flown([g for g in self._groups if g.side == side], side, self.classic.aircraft, airmen) for side in SIDES]
        self.flights = FlightTeller(self.words, self.classic, FlightTerms((sides[0], sides[1])))

    # ---- names

    def campaign(self) -> str:
        return self.words.of(self.data.name)

    def base(self, code: str) -> str:
        return self.words.of(self.data.base_of(code).name)

    def aircraft(self, code: str) -> str:
        return self.classic.aircraft[code].name if code in self.classic.aircraft else code

    def operation(self, side: str, code: str) -> str:
        found = self.data.operations(side).get(code)
        return self.words.of(found.name) if found is not None else code

    def resource(self, number: int | None) -> str:
        """Return a Resource by its name and its effects."""
        if number is None:
            return self.words("carriers.no_resource")
        found = next((r for r in self.data.resource if r.number == number), None)
        if found is None:
            return str(number)
        brings = ", ".join(self.effect(effect) for effect in found.effects)
        return self.words("carriers.resource", name=self.words.of(found.name), brings=brings)

    def effect(self, effect: CarrierEffect) -> str:
        """One thing that a Resource does."""
        form = self.force(effect.aircraft, effect.count, effect.wingmen) if effect.aircraft is not None else ""
        return self.words(
            f"carriers.effect.{effect.kind}", amount=f"{effect.amount:+d}".replace("-", "−"), force=form, more=abs(effect.amount)
        )

    def force(self, aircraft: str, count: int, wingmen: bool) -> str:
        """Return a number of aircraft in words."""
        return force_text(self.words, self.classic.aircraft[aircraft], count, wingmen)

    def forces(self, flyers: Iterable[Flyers]) -> str:
        """Return the aircraft that an Operation sends or keeps."""
        return ", ".join(self.force(f.aircraft, f.count, f.wingmen) for f in flyers) or "–"

    def airman(self, key: str) -> str:
        """Return a Skilled Pilot's or Crew's name, with skills."""
        return airman_text(self.words, face_of(self.tables.counters, key))

    def airman_named(self, key: str) -> str:
        """A Skilled Pilot or Crew by name alone."""
        return face_of(self.tables.counters, key).name

    def flown(self, unit: str) -> str:
        """Return a unit of the flight by its aircraft."""
        number = int(unit.partition("+")[0])
        return self.aircraft(self._groups[number].aircraft) if number < len(self._groups) else unit

    # ---- orders and events

    def order(self, order: Any, seat: str = "") -> str:
        words, seat = self.words, side_of(seat)
        if not isinstance(order, OWN):
            return self.flights.order(order, seat)
        values: dict[str, Any] = {}
        if isinstance(order, PlanTurn):
            tactic = words(f"carriers.tactic.{order.tactic}") if words.has(f"carriers.tactic.{order.tactic}") else order.tactic
            values = {"tactic": tactic, "operation": self.operation(seat, order.operation) if seat in SIDES else order.operation}
        elif isinstance(order, TakeResource):
            if order.number is None:
                return words("carriers.no_resource")
            values = {"resource": words.label(str(order.number), self.resource(order.number))}
        elif isinstance(order, AddToCap):
            if order.aircraft is None:
                return words("carriers.order.add_nothing")
            values = {"aircraft": self.aircraft(order.aircraft)}
        elif isinstance(order, LeaveBehind | SetAltitude | SetLoad | SetCrew):
            values = {"group": order.group + 1}
            if isinstance(order, SetAltitude):
                values["altitude"] = self._word("altitude", order.altitude)
            elif isinstance(order, SetLoad):
                values["load"] = self._word("load", order.load)
            elif isinstance(order, SetCrew):
                values["aircraft"] = order.aircraft + 1
        return words(f"carriers.order.{encode(order)['code']}", **values)

    def event(self, event: Event) -> str:
        if event.code not in OWN_EVENTS:
            return self.flights.event(event)
        data = event.data
        if event.code == "sortie":
            self._groups = []
        elif event.code == "takes_off":
            element = not self.classic.aircraft[data["aircraft"]].formed
            self._fly(
                [*self._groups, AirGroup(len(self._groups), data["side"], data["aircraft"], data["count"], element, data["altitude"])]
            )
        values = {name: self._value(name, value, event) for name, value in data.items()}
        led = event.code == "takes_off" and bool(data["airman"])
        return self.words(f"carriers.event.{event.code}{'_led' if led else ''}", **values)

    def _word(self, family: str, code: str) -> str:
        key = f"air_war.{family}.{code}"
        return self.words(key) if self.words.has(key) else code

    def _value(self, name: str, value: Any, event: Event) -> Any:
        words = self.words
        if name == "seat":
            return seat_text(words, value)
        if name == "unit":
            return self.flown(value)
        if name == "sheet":
            return self.campaign()
        if name in ("origin", "target"):
            return self.base(value)
        if name == "aircraft":
            return self.aircraft(value)
        if name == "airman":
            tell = self.airman if event.code in ("pilot", "crew") else self.airman_named
            return ", ".join(tell(key) for key in value.split(", ")) if value else ""
        if name == "operation":
            return self.operation(event.data["side"], value)
        if name == "tactic":
            return words(f"carriers.tactic.{value}")
        if name == "kind":
            return words(f"carriers.sortie.{value}")
        if name == "resource" or (event.code == "resources" and name in SIDES):
            return self.resource(value)
        if name == "card":
            return words(f"air_war.row.{value}")
        if name == "winner":
            return words(f"carriers.outcome.{value}")
        return self._word(name, value) if name in ("side", "altitude", "load") else value
