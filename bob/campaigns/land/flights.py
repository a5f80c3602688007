"""A campaign's interface to the flight: the terms that it hands over, and the use of the result (CAM-S.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bob.campaigns.land.campaign_data import FIXED, RECON, AirmanCounter, TargetCard, WarTables
from bob.campaigns.land.mission import amount, effects, entry_of, sides_of, target_card, turns_added
from bob.campaigns.land.position import (
    BOMBS,
    FLAK,
    FORMATION,
    LEADER,
    NOBODY,
    TORPEDO,
    WINGMAN,
    AircraftFate,
    AirGroup,
    Airman,
    AirWarPosition,
    BombResult,
    FlightReadings,
)
from bob.campaigns.sides import SIDES
from bob.tactical.cards.flight import (
    SWITCHES,
    FlightAirman,
    FlightEdition,
    FlightEffects,
    FlightElement,
    FlightFormation,
    FlightResult,
    FlightSide,
    FlightTarget,
    FlightTerms,
)
from bob.tactical.cards_classic.data import ClassicAircraft

_LOADS = {BOMBS: "bombs", TORPEDO: "torpedo"}
MOST_TURNS_CHANGED = 20


def flight_terms(position: AirWarPosition, tables: WarTables, cards: Mapping[str, ClassicAircraft], edition: FlightEdition) -> FlightTerms:
    """The flight of the mission in hand as it is handed over (CAM-S.9a)."""
    campaign, entry = tables.campaigns[position.sheet], entry_of(position, tables)
    attacker, _ = sides_of(entry)
    target = target_card(position, tables)
    airmen = FlownAirmen(tables.counters)
    sides = [side_flown(position.own_groups(side), side, cards, airmen) for side in SIDES]
    if not entry.phased:
        return FlightTerms((sides[0], sides[1]), structure="fixed", turns=position.turns[0], edition=edition)
    flak = amount(position, campaign, "flak")
    return FlightTerms(
        (sides[0], sides[1]),
        bombing=attacker,
        target_bound=position.turns[0],
        home_bound=entry.turns[1],
        home_change=max(-MOST_TURNS_CHANGED, min(MOST_TURNS_CHANGED, turns_added(position, tables)[1])),
        target=target_flown(target, flak) if target is not None else None,
        effects=FlightEffects(
            clouds=any(True for _ in effects(position, campaign, "clouds")),  # whoever chose them (CAM-24.53d)
            points_per_hit=max(0, min(9, amount(position, campaign, "bomb_points", attacker))),
        ),
        edition=edition,
    )


def target_flown(card: TargetCard, flak: int = 0) -> FlightTarget:
    """A target as the flight takes it, with what Resources do to its Flak."""
    return FlightTarget(
        card.code,
        naval=card.naval,
        fleet=card.fleet,
        area_flak=card.area_flak,
        target_flak=max(0, min(9, card.target_flak + flak)),
        strafing_hit=card.strafe,
        **card.points,
    )


class FlownAirmen:
    """The airmen as a flight takes them."""

    __slots__ = ("counters",)

    def __init__(self, counters: Sequence[AirmanCounter]) -> None:
        self.counters = {counter.code: counter for counter in counters}

    def given(self, airman: Airman | None) -> FlightAirman | None:
        if airman is None:
            return None
        return FlightAirman(airman.key, self.counters[airman.counter].faces[airman.face].skills)


def side_flown(groups: Sequence[AirGroup], side: str, cards: Mapping[str, ClassicAircraft], airmen: FlownAirmen) -> FlightSide:
    """A side's Elements, and its bombers in Formations of their usual size, the last perhaps smaller (CAM-17.22a, CAM-GAP-23)."""
    elements: list[FlightElement] = []
    formations: list[FlightFormation] = []
    for group in groups:
        load, man = _LOADS.get(group.load, ""), airmen.given(group.airman)
        if group.element:
            elements.append(FlightElement(f"{group.number}", group.aircraft, group.count > 1, load, group.altitude, man))
            continue
        size = cards[group.aircraft].formation_size
        for first in range(0, group.count, size):
            count = min(size, group.count - first)
            crews = tuple(airmen.given(group.crew_of(first + i)) for i in range(count))
            formations.append(FlightFormation(f"{group.number}+{first}", (group.aircraft,) * count, load, group.altitude, crews))
    return FlightSide(side, side, tuple(elements), tuple(formations))


def place_of(unit: str, place: int) -> tuple[int, int]:
    """The group and the place in it of an aircraft of a flight, by its unit there."""
    group, _, first = unit.partition("+")
    return int(group), int(first or 0) + place


def group_fates(groups: Sequence[AirGroup], result: FlightResult) -> tuple[AircraftFate, ...]:
    """Return the fates of all aircraft, group by group."""
    found = sorted(result.aircraft, key=lambda fate: place_of(fate.unit, fate.place))
    numbers = {place_of(fate.unit, fate.place): number for number, fate in enumerate(found)}
    made = []
    for fate in found:
        number, place = place_of(fate.unit, fate.place)
        group = groups[number]
        role = FORMATION if not group.element else WINGMAN if place else LEADER
        aboard = group.airman if role == LEADER else group.crew_of(place) if role == FORMATION else None
        by = NOBODY
        if fate.by is not None:
            by = FLAK if fate.by[0] == "flak" else numbers[place_of(*fate.by)]
        made.append(AircraftFate(number, group.side, fate.aircraft, fate.kind, role, fate.fate, fate.overflew, aboard, by))
    return tuple(made)


def results_of(result: FlightResult) -> tuple[BombResult, ...]:
    """The results that count, by the place of the aircraft among the fates."""
    found = sorted(result.aircraft, key=lambda fate: place_of(fate.unit, fate.place))
    numbers = {(fate.unit, fate.place): number for number, fate in enumerate(found)}
    return tuple(BombResult(numbers[hit.unit, hit.place], hit.mode, hit.result, hit.points) for hit in result.hits)


def bombs_nothing(kind: str) -> bool:
    """Return whether a mission of that kind leaves its target alone (CAM-23.64a)."""
    return kind == RECON or kind in FIXED


def edition_of(terms: FlightReadings) -> FlightEdition:
    """The switches of the edition, out of a campaign's terms."""
    return FlightEdition(**{name: getattr(terms, name) for name in SWITCHES})
