"""The decisions of a side before a flight: altitudes of aircraft brought by a Resource, torpedoes or bombs, the place of a Skilled Crew.

Legality is written once here: `orders` lists the orders that `refusal` does not refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.campaigns.land import orders as o
from bob.campaigns.land.campaign_data import RAID, WarTables
from bob.campaigns.land.mission import carried, entry_of, levels_of, loads_open, starts_of, target_card
from bob.campaigns.land.position import NONE, AirGroup, AirWarPosition
from bob.core.errors import Refusal
from bob.tactical.cards_classic.data import HEAVY_BOMBER, ClassicAircraft

ClassicCards = Mapping[str, ClassicAircraft]


def orders(position: AirWarPosition, tables: WarTables, cards: ClassicCards, side: str) -> list[Any]:
    """All that a side may order in its plan; what changes nothing is left out."""
    found: list[Any] = []
    for group in position.own_groups(side):
        found += [o.SetAltitude(group.number, level) for level in altitudes(position, group, cards)]
        found += [o.SetLoad(group.number, load) for load in loads(position, tables, cards, group) if load != group.load]
        found += [o.SetCrew(group.number, i) for i in seats_for_crew(position, cards, group)]
    if not waiting_crews(position, side) or not any(isinstance(order, o.SetCrew) for order in found):
        found.append(o.Ready())  # a Crew that no aircraft is left for stays behind
    return found


def nothing_to_plan(position: AirWarPosition, tables: WarTables, cards: ClassicCards, side: str) -> bool:
    """Return whether Ready is a side's only order."""
    return orders(position, tables, cards, side) == [o.Ready()]


def altitudes(position: AirWarPosition, group: AirGroup, cards: ClassicCards) -> tuple[str, ...]:
    """The other altitudes at which a group may start (CAM-24.48a, CAM-24.48d, CAM-16.22)."""
    found = starts_of(cards[group.aircraft], position.terms) if group.free else ()
    return tuple(level for level in found if level != group.altitude)


def starts_unseen(position: AirWarPosition, cards: ClassicCards, group: AirGroup) -> bool:
    """Return whether its owner chooses where a group starts: its own start, or that of bombers of its type that it goes with
    (CAM-17.22d)."""
    return any(other.free and goes_with(cards, group, other) for other in position.own_groups(group.side))


def goes_with(cards: ClassicCards, group: AirGroup, other: AirGroup) -> bool:
    """Return whether two groups of a side fly at one altitude: bombers of one type do (CAM-17.22d)."""
    if other is group:
        return True
    return not group.element and not other.element and cards[other.aircraft].type == cards[group.aircraft].type


def loads(position: AirWarPosition, tables: WarTables, cards: ClassicCards, group: AirGroup) -> tuple[str, ...]:
    """The loads between which its owner may choose."""
    target = target_card(position, tables)
    return loads_open(group, cards[group.aircraft], target is not None and target.naval)


def waiting_crews(position: AirWarPosition, side: str) -> list[int]:
    """The places in `crews` of a side's Skilled Crews that have no aircraft yet."""
    return [i for i, (whose, _) in enumerate(position.crews) if whose == side]


def seats_for_crew(position: AirWarPosition, cards: ClassicCards, group: AirGroup) -> list[int]:
    """The aircraft of a group that may get the next Crew: any heavy bomber, one Crew to an aircraft (CAM-19.34d1, CAM-19.34d2)."""
    waiting = waiting_crews(position, group.side)
    return seats_free(group) if waiting and cards[group.aircraft].kind == HEAVY_BOMBER else []


def seats_free(group: AirGroup) -> list[int]:
    """The aircraft of a group without a Crew (CAM-19.34d2)."""
    return [i for i in range(group.count) if group.crew_of(i) is None]


def refusal(position: AirWarPosition, tables: WarTables, cards: ClassicCards, side: str, order: Any) -> Refusal:
    """Return the reason why an order is not legal."""
    if isinstance(order, o.Ready):
        return "crew_waits", "CAM-19.34d1"
    group = next((g for g in position.groups if g.number == order.group), None)
    if group is None or group.side != side:
        return "no_such_group", "CAM-24.46d"
    if isinstance(order, o.SetAltitude):
        if not group.free:
            return "altitude_given", "CAM-24.48a"
        if order.altitude == group.altitude:
            return "same_already", "CAM-24.48d"
        return ("starts_low", "DIF-012") if order.altitude in levels_of(cards[group.aircraft]) else ("too_high", "CAM-16.22")
    if isinstance(order, o.SetLoad):
        open_ = loads(position, tables, cards, group)
        return ("same_already", "CAM-17.14b2") if order.load in open_ else ("no_choice_of_load", "CAM-17.14b1")
    if not waiting_crews(position, side):
        return "no_crew", "CAM-19.34b"
    return ("no_heavy", "CAM-19.3a") if cards[group.aircraft].kind != HEAVY_BOMBER else ("crew_aboard", "CAM-19.34d2")


def set_altitude(position: AirWarPosition, tables: WarTables, cards: ClassicCards, number: int, altitude: str) -> None:
    """All bombers of a type fly at one altitude (CAM-17.22d); those with torpedoes carry them at Very Low only (CAM-GAP-35)."""
    group = position.groups[number]
    for other in position.own_groups(group.side):
        if goes_with(cards, group, other):
            other.altitude = altitude
            if load_hangs_on_altitude(position, tables, cards, other):
                other.load = carried(cards[other.aircraft], True, altitude)


def load_hangs_on_altitude(position: AirWarPosition, tables: WarTables, cards: ClassicCards, group: AirGroup) -> bool:
    """Return whether the load of bombers of a Resource depends on their start: torpedo bombers in formation, Loaded, over a ship."""
    entry, target, card = entry_of(position, tables), target_card(position, tables), cards[group.aircraft]
    loaded = group.load != NONE or (entry.kind == RAID and group.side == entry.attacker)
    return loaded and target is not None and target.naval and card.formed and card.torpedo and starts_unseen(position, cards, group)
