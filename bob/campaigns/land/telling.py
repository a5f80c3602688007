"""Orders and events of a land campaign in words; those of a flight are left to the flight's own writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from bob.campaigns.land.campaign_data import AirmanCounter, CounterFace, LandCampaign, LandResource, LandTarget, ResourceEffect, WarTables
from bob.campaigns.land.orders import OWN, PickResource, SetAltitude, SetCrew, SetLoad
from bob.campaigns.land.view import AirWarView
from bob.campaigns.sides import SIDES, side_of
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.tactical.cards.linking import FlightTeller
from bob.tactical.cards_classic.data import ClassicAircraft, ClassicTables
from bob.words import Words

OWN_EVENTS = frozenset(
    {
        "leads",
        "flown_by",
        "campaign",
        "mission",
        "resource_chosen",
        "resources",
        "turns_fixed",
        "turns_phased",
        "pilot_given",
        "pilot_drawn",
        "crew_drawn",
        "altitude_set",
        "load_set",
        "crew_set",
        "ready_said",
        "takes_off",
        "flak_alone",
        "target",
        "success",
        "failure",
        "points",
        "mission_over",
        "standing",
        "campaign_over",
    }
)

MUSTERED = frozenset({"pilot_given", "pilot_drawn", "crew_drawn"})
"""The events that list an airman's skills; the others use the name alone."""


def face_of(counters: Iterable[AirmanCounter], key: str) -> CounterFace:
    """The face of a counter: `code/0` or `code/1`."""
    code, _, face = key.partition("/")
    return next(counter for counter in counters if counter.code == code).faces[int(face)]


def skills_text(words: Words, face: CounterFace) -> tuple[str, ...]:
    """Return an airman's skills in words, in the order of the counter."""
    return tuple([words(f"flight.skill.{skill}") for skill in face.skills])


def airman_text(words: Words, face: CounterFace) -> str:
    """Return an airman's name, with any skills."""
    return words("air_war.skilled", name=face.name, skills=", ".join(skills_text(words, face))) if face.skilled else face.name


def force_text(words: Words, card: ClassicAircraft, count: int, wingmen: bool) -> str:
    """Return `count` aircraft of a card in words; of `count` Leaders with a Wingman each there are twice as many."""
    key = "bombers" if card.formed else "pairs" if wingmen else "lone"
    return words(f"air_war.force.{key}", count=2 * count if key == "pairs" else count, aircraft=card.name)


class AirWarTeller:
    """Writer of a land campaign's log in one language, its flights too. The aircraft of a flight are those of the last groups that it
    was given, by the events of their take-off or by `look`."""

    __slots__ = ("_called", "_groups", "cards", "data", "flights", "tables", "words")

    def __init__(self, words: Words, tables: WarTables, campaign: LandCampaign, classic: ClassicTables) -> None:
        self.words, self.tables, self.data, self.cards = words, tables, campaign, classic.aircraft
        self.flights = FlightTeller(words, classic, None, self._name, self.airman, self._target_card)
        self._groups: list[tuple[str, str, int]] = []
        self._called: list[str] = []

    def look(self, view: AirWarView) -> None:
        """The aircraft are those of this view's mission from now on."""
        self._groups = [(group.side, group.aircraft, group.count) for group in view.groups]
        self._called = []

    def _target_card(self, code: str) -> str:
        return self.words.of(self.tables.targets[code].name)

    def _name(self, number: int) -> str:
        """An aircraft of the flight by its number there: type by type, Wingmen by their Leader, in the order in which they went into it."""
        if not self._called:
            counts: Counter[tuple[str, str]] = Counter()
            for side in SIDES:
                own = [group for group in self._groups if group[0] == side]
                for _, aircraft, count in sorted(own, key=lambda group: self.cards[group[1]].formed):
                    for place in range(count):
                        wingman = place > 0 and not self.cards[aircraft].formed
                        counts[side, self.aircraft(aircraft)] += not wingman
                        key = "wingman" if wingman else "one"
                        number_ = counts[side, self.aircraft(aircraft)]
                        self._called.append(self.words(f"air_war.called.{key}", type=self.aircraft(aircraft), number=number_))
        return self._called[number] if 0 <= number < len(self._called) else str(number)

    # ---- names

    def campaign(self) -> str:
        return self.words.of(self.data.name)

    def period(self, code: str) -> str:
        return self.words.of(self.data.period_of(code).name)

    def target(self, number: int) -> str:
        """An entry of the Mission Targets table by its name, with the kind of its target."""
        return self.entry(self.data.target_of(number))

    def entry(self, entry: LandTarget) -> str:
        return self.words("air_war.target", name=self.words.of(entry.name), kind=self.kind_of(entry))

    def kind_of(self, entry: LandTarget) -> str:
        """Return the target of bombing, or the kind of mission."""
        if entry.sheet is not None:
            return self.words.of(self.tables.targets[entry.sheet].name)
        return self.words(f"air_war.kind.{entry.kind}")

    def aircraft(self, code: str) -> str:
        return str(self.cards[code].name)

    def airman(self, key: str) -> str:
        """Return a pilot's name, with any skills."""
        return airman_text(self.words, face_of(self.tables.counters, key))

    def airman_named(self, key: str) -> str:
        """A pilot by name alone."""
        return face_of(self.tables.counters, key).name

    def side(self, side: str) -> str:
        return self.words(f"air_war.side.{side}")

    def level(self, entry: LandTarget, code: str) -> str:
        """A level of damage of a target."""
        assert entry.sheet is not None
        levels = self.tables.targets[entry.sheet].levels
        return self.words.of(next(level for level in levels if level.code == code).name)

    def card(self, row: str) -> str:
        """A row of the Missions table: the title of the card, In My Sights with its cost."""
        return self.words(f"air_war.row.{row}")

    def resource(self, side: str, number: int | None) -> str:
        """Return a side's Resource by its name and its effects."""
        if not number:
            return "–"
        found = self.data.resources(side)[number]
        return self.words("air_war.resource", name=self.words.of(found.name), brings=self.brings(found))

    def brings(self, resource: LandResource) -> str:
        """Return the effects of a Resource."""
        return ", ".join(self.effect(effect) for effect in resource.effects)

    def effect(self, effect: ResourceEffect) -> str:
        """One thing that a Resource does."""
        form = ""
        if effect.aircraft is not None:
            form = self.force(effect.aircraft, effect.count, effect.wingmen)
        pilot = ""
        if effect.pilot is not None:
            faces = next(c for c in self.tables.counters if c.code == effect.pilot).faces
            pilot = next(face for face in faces if face.skilled).name
        return self.words(f"air_war.effect.{effect.kind}", amount=f"{effect.amount:+d}".replace("-", "−"), force=form, pilot=pilot)

    def force(self, aircraft: str, count: int, wingmen: bool) -> str:
        """Return the number of aircraft in words; a Leader counts with its Wingman, and one without a Wingman is called lone."""
        return force_text(self.words, self.cards[aircraft], count, wingmen)

    def flown(self, unit: str) -> str:
        """Return a unit of the flight by its aircraft: its group, and of bombers the first of its Formation."""
        number = int(unit.partition("+")[0])
        return self.aircraft(self._groups[number][1]) if number < len(self._groups) else unit

    # ---- orders and events

    def order(self, order: Any, seat: str = "") -> str:
        key, seat = f"air_war.order.{order.code}", side_of(seat)
        if not isinstance(order, OWN):
            return self.flights.order(order, seat)
        values: dict[str, Any] = {}
        if isinstance(order, PickResource):
            known = seat in ("axis", "allied") and order.number in self.data.resources(seat)
            number = str(order.number)
            values["resource"] = self.words.label(number, self.resource(seat, order.number)) if known else number
        elif isinstance(order, SetAltitude | SetLoad | SetCrew):
            values["group"] = order.group + 1
            if isinstance(order, SetAltitude):
                values["altitude"] = self._word("altitude", order.altitude)
            elif isinstance(order, SetLoad):
                values["load"] = self._word("load", order.load)
            else:
                values["aircraft"] = order.aircraft + 1
        return self.words(key, **values)

    def event(self, event: Event) -> str:
        if event.code not in OWN_EVENTS:
            return self.flights.event(event)
        if event.code == "mission":
            self._groups, self._called = [], []
        elif event.code == "takes_off":
            self._groups.append((event.data["side"], event.data["aircraft"], event.data["count"]))
            self._called = []
        values = {name: self._value(name, value, event) for name, value in event.data.items()}
        key = f"air_war.event.{event.code}"
        if event.code in ("pilot_drawn", "crew_drawn"):
            key += "_skilled" if event.data["skilled"] else "_unskilled"
        elif event.code == "takes_off" and event.data["airman"]:
            key += "_led"
        elif event.code == "points":
            key = f"air_war.points.{event.data['source']}"
        return self.words(key, **values)

    def _word(self, family: str, code: str) -> str:
        key = f"air_war.{family}.{code}"
        return self.words(key) if self.words.has(key) else code

    def _value(self, name: str, value: Any, event: Event) -> Any:
        if event.code == "resources" and name in ("axis", "allied"):
            return self.resource(name, value)
        if event.code == "resource_chosen" and len({side_of(seat) for seat in event.to}) == 1:
            return self.resource(side_of(event.to[0]), value)
        if name == "seat":
            return seat_text(self.words, value)
        if name == "unit":
            return self.flown(value)
        if name == "sheet":
            return self.campaign()
        if name == "period":
            return self.period(value)
        if name == "target_number":
            return self.target(value)
        if name == "aircraft" and isinstance(value, str):
            return self.aircraft(value) if value else ""
        if name == "airman":
            tell = self.airman if event.code in MUSTERED else self.airman_named
            return ", ".join(tell(key) for key in value.split(", ")) if value else ""
        if name == "card":
            return self.card(value)
        if name == "level":
            if event.code == "target":
                return self.level(self.data.target_of(event.data["target_number"]), value)
            return self.words(f"air_war.standing.{value}")
        if name in ("side", "altitude", "load"):
            return self._word(name, value)
        if name == "number" and event.code == "crew_set":
            return value + 1
        if name == "difference":
            return f"{value:+d}".replace("-", "−") if value else "0"
        return value
