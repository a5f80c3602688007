"""A Strike and the CAP that meets it: their aircraft by Operation, Resource and damage, and their owners' secret decisions.

Legality of these decisions is written once here: `orders` lists the orders that `refusal` does not refuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.campaigns.carriers import orders as o
from bob.campaigns.carriers.campaign_data import CarrierBase, CarrierCampaign, CarrierEffect, CarrierTables, FlightOperation
from bob.campaigns.carriers.position import BASE_STRIKE, SCOUT, CarrierPosition, FleetSortie
from bob.campaigns.land import orders as war
from bob.campaigns.land.campaign_data import LEVEL_CODES, Flyers
from bob.campaigns.land.campaign_files import Crafts
from bob.campaigns.land.mission import carried, levels_of, loads_open, nearest, starts_of
from bob.campaigns.land.planning import seats_free
from bob.campaigns.land.position import BOMBS, NONE, TORPEDO, AirGroup, enemy_of
from bob.core.errors import Refusal
from bob.tactical.cards_classic.data import FIGHTER, HEAVY_BOMBER, ClassicAircraft

START = "medium"
"""The default start of aircraft that may start anywhere (CAM-25.62c, CAM-GAP-64)."""


def operation_of(position: CarrierPosition, campaign: CarrierCampaign, side: str) -> FlightOperation:
    """The Flight Operation that a side has chosen for the turn."""
    return campaign.operations(side)[position.plans[side].operation]


def effects(position: CarrierPosition, campaign: CarrierCampaign, side: str, kind: str) -> tuple[CarrierEffect, ...]:
    """The effects of a kind of the Resource that a side has chosen for the turn."""
    number = position.picks.get(side)
    return campaign.resources(side)[number].effect(kind) if number is not None else ()


def amount(position: CarrierPosition, campaign: CarrierCampaign, side: str, kind: str) -> int:
    return sum(effect.amount for effect in effects(position, campaign, side, kind))


# ---- who flies


def launched(position: CarrierPosition, campaign: CarrierCampaign, sortie: FleetSortie) -> tuple[Flyers, ...]:
    """The base number of aircraft of a flight, before damage and Resources (CAM-25.43a, CAM-25.43c, CAM-25.63a)."""
    if sortie.kind == SCOUT:
        return campaign.scout[sortie.side].aircraft
    if sortie.kind == BASE_STRIKE:
        state = campaign.base_of(sortie.origin).state(position.damage(sortie.origin))
        return state.strike if state is not None else ()
    return operation_of(position, campaign, sortie.side).strike


def patrol(position: CarrierPosition, campaign: CarrierCampaign, base: CarrierBase, drawn: str) -> tuple[Flyers, ...]:
    """The base number of aircraft over a base: by its owner's Operation, by its damage, or by the card drawn (CAM-25.43b to d)."""
    if base.fleet:
        return operation_of(position, campaign, base.side).cap
    if base.drawn_cap is not None:
        return base.drawn_cap[drawn]
    state = base.state(position.damage(base.code))
    return state.cap if state is not None else ()


def reductions(position: CarrierPosition, campaign: CarrierCampaign, sortie: FleetSortie) -> tuple[int, int]:
    """Return the number of aircraft that damage takes off a Strike and off the CAP that meets it, by the current tracks (CAM-25.63b,
    CAM-25.63d, CAM-25.64, CAM-25.84)."""
    origin, target = campaign.base_of(sortie.origin), campaign.base_of(sortie.target)
    strike = origin.track.strike_less(position.damage(origin.code)) if sortie.kind != SCOUT else 0
    return strike, target.track.cap_less(position.damage(target.code)) if target.fleet else 0


def formed(position: CarrierPosition, tables: CarrierTables, crafts: Crafts, sortie: FleetSortie, drawn: str) -> None:
    """Set up the aircraft of the flight: the Strike or the scout, and the enemies that meet it."""
    campaign = tables.campaigns[position.sheet]
    target = campaign.base_of(sortie.target)
    made: list[AirGroup] = []
    for flyers in launched(position, campaign, sortie):
        add(made, sortie.side, flyers, crafts)
    if sortie.kind not in (SCOUT, BASE_STRIKE):
        for effect in effects(position, campaign, sortie.side, "strike"):
            assert effect.aircraft is not None
            add(made, sortie.side, Flyers(effect.aircraft, effect.count, effect.wingmen), crafts, extra=True)
        if sortie.side in position.gains:
            for flyers in campaign.scout[sortie.side].gains:
                add(made, sortie.side, flyers, crafts, extra=True)
    for flyers in patrol(position, campaign, target, drawn):
        add(made, target.side, flyers, crafts)
    position.more = {}
    if target.fleet and sortie.kind != SCOUT:
        for effect in effects(position, campaign, target.side, "cap"):
            assert effect.aircraft is not None
            add(made, target.side, Flyers(effect.aircraft, effect.count, effect.wingmen), crafts, extra=True)
        extra = len(effects(position, campaign, target.side, "extra_cap"))
        if extra:
            position.more = {target.side: extra}
    position.groups = made
    bombed = campaign.base_of(sortie.target).sheet
    naval = tables.targets[bombed].naval
    altitude = operation_of(position, campaign, sortie.side).altitude if sortie.kind not in (SCOUT, BASE_STRIKE) else START
    escorted = any(group.side == sortie.side and crafts[group.aircraft].kind != FIGHTER for group in made)
    for group in made:
        card = crafts[group.aircraft]
        start(group, crafts, campaign.scout[sortie.side].altitude if sortie.kind == SCOUT else altitude)
        if group.side == sortie.side and sortie.kind != SCOUT and not (escorted and card.kind == FIGHTER):
            load(group, card, naval)
    less = sortie.read if sortie.read is not None else reductions(position, campaign, sortie)
    position.fewer = {sortie.side: min(less[0], count(made, sortie.side)), target.side: min(less[1], count(made, target.side))}


def start(group: AirGroup, crafts: Crafts, altitude: str) -> None:
    """Set the default start of a group; a Medium with torpedoes starts at Very Low (CAM-21.53a)."""
    card = crafts[group.aircraft]
    group.altitude = nearest(card.bands, LEVEL_CODES[0] if card.formed and card.torpedo else altitude)


def load(group: AirGroup, card: ClassicAircraft, naval: bool) -> None:
    """Set the load of a Strike's aircraft: torpedo bombers carry torpedoes against ships (CAM-17.14b2), fighters bombs only where they
    fly without bombers, and are no escort."""
    group.load = carried(card, naval, group.altitude)


def add(made: list[AirGroup], side: str, flyers: Flyers, crafts: Crafts, *, extra: bool = False) -> None:
    """Add a line's aircraft: an extra one completes a lone Leader of its card into an Element (CAM-25.63f), and none is added that the
    box has no card for (CAM-25.65a)."""
    card = crafts[flyers.aircraft]
    each = 1 if card.formed else 2 if flyers.wingmen else 1
    room = card.copies - count(made, side, card.code) if card.copies is not None else flyers.count * each
    if card.formed:
        number = min(flyers.count, room)
        if number > 0:
            made.append(AirGroup(len(made), side, card.code, number, False, START, extra=extra, free=True))
        return
    for _ in range(flyers.count):
        size = min(each, room)
        if size <= 0:
            return
        room -= size
        lone = next((g for g in made if extra and size == 1 and g.side == side and g.aircraft == card.code and g.count == 1), None)
        if lone is not None:
            lone.count = 2
        else:
            made.append(AirGroup(len(made), side, card.code, size, True, START, extra=extra, free=True))


def count(groups: Sequence[AirGroup], side: str, aircraft: str | None = None) -> int:
    """Return the number of aircraft of a side there, of a card or in all."""
    return sum(group.count for group in groups if group.side == side and aircraft in (None, group.aircraft))


def cap_choices(position: CarrierPosition, campaign: CarrierCampaign, crafts: Crafts, side: str) -> list[str]:
    """Return the aircraft open to an extra CAP: the F and FB of the side's Operations with another Element in the box (CAM-25.65a,
    CAM-25.65b)."""
    listed = {f.aircraft for operation in campaign.operations(side).values() for f in (*operation.strike, *operation.cap)}
    found = []
    for code in sorted(listed):
        card = crafts[code]
        if not card.formed and (card.copies is None or card.copies - count(position.groups, side, code) >= 2):
            found.append(code)
    return found


# ---- what their owners decide


def orders(position: CarrierPosition, tables: CarrierTables, crafts: Crafts, side: str) -> list[Any]:
    """All that a side may order before the flight; what changes nothing is left out."""
    campaign = tables.campaigns[position.sheet]
    if position.fewer.get(side, 0):
        return [o.LeaveBehind(group.number) for group in position.own_groups(side) if group.count]
    found: list[Any] = []
    if position.more.get(side, 0):
        return [o.AddToCap(None), *[o.AddToCap(code) for code in cap_choices(position, campaign, crafts, side)]]
    for group in position.own_groups(side):
        if not group.count:
            continue
        levels = starts_of(crafts[group.aircraft], position.terms)
        found += [war.SetAltitude(group.number, level) for level in levels if level != group.altitude]
        found += [war.SetLoad(group.number, kind) for kind in loads(position, tables, crafts, group) if kind != group.load]
        found += [war.SetCrew(group.number, i) for i in seats_for_crew(position, crafts, group)]
    if not any(whose == side for whose, _ in position.crews) or not any(isinstance(order, war.SetCrew) for order in found):
        found.append(war.Ready())  # a Crew that no aircraft is left for stays behind
    return found


def loads(position: CarrierPosition, tables: CarrierTables, crafts: Crafts, group: AirGroup) -> tuple[str, ...]:
    """The loads between which a group's owner may choose (CAM-17.14b2, CAM-GAP-35)."""
    assert position.sortie is not None
    target = tables.campaigns[position.sheet].base_of(position.sortie.target)
    return loads_open(group, crafts[group.aircraft], tables.targets[target.sheet].naval)


def seats_for_crew(position: CarrierPosition, crafts: Crafts, group: AirGroup) -> list[int]:
    """The aircraft of a group that may get the next Crew (CAM-19.34d1)."""
    waiting = any(whose == group.side for whose, _ in position.crews)
    return seats_free(group) if waiting and crafts[group.aircraft].kind == HEAVY_BOMBER else []


def refusal(position: CarrierPosition, tables: CarrierTables, crafts: Crafts, side: str, order: Any) -> Refusal:
    """Return the reason why an order is not legal."""
    if position.fewer.get(side, 0) and not isinstance(order, o.LeaveBehind):
        return "leave_behind_first", "CAM-25.63b"
    if isinstance(order, o.AddToCap):
        return ("no_such_cap", "CAM-25.65a") if position.more.get(side, 0) else ("no_extra_cap", "CAM-25.64")
    if isinstance(order, o.LeaveBehind) and not position.fewer.get(side, 0):
        return "none_to_leave", "CAM-25.63b"
    if position.more.get(side, 0):
        return "extra_cap_first", "CAM-25.64"
    if isinstance(order, war.Ready):
        return "crew_waits", "CAM-19.34d1"
    group = next((g for g in position.own_groups(side) if g.number == order.group and g.count), None)
    if group is None:
        return "no_such_group", "CAM-25.63e"
    if isinstance(order, war.SetAltitude):
        if order.altitude == group.altitude:
            return "same_already", "CAM-GAP-64"
        return ("starts_low", "DIF-012") if order.altitude in levels_of(crafts[group.aircraft]) else ("too_high", "CAM-16.22")
    if isinstance(order, war.SetLoad):
        open_ = loads(position, tables, crafts, group)
        return ("same_already", "CAM-17.14b2") if order.load in open_ else ("no_choice_of_load", "CAM-17.14b2")
    return "no_crew", "CAM-19.34b"


def set_altitude(position: CarrierPosition, tables: CarrierTables, crafts: Crafts, number: int, altitude: str) -> None:
    """All bombers of a type fly at one altitude (CAM-17.22d); away from Very Low a Medium cannot carry torpedoes (CAM-GAP-35)."""
    group = position.groups[number]
    kind = crafts[group.aircraft].type
    for other in position.groups:
        together = other.side == group.side and not group.element and not other.element and crafts[other.aircraft].type == kind
        if other is not group and not together:
            continue
        other.altitude = altitude
        if other.load == TORPEDO and not other.element and altitude != LEVEL_CODES[0]:
            other.load = BOMBS if crafts[other.aircraft].bomb_capable else NONE


def leave_behind(position: CarrierPosition, side: str, number: int) -> None:
    """Leave one aircraft of a group behind: of an Element the Wingman's place, so that no Wingman is left alone (CAM-GAP-32)."""
    position.groups[number].count -= 1
    position.fewer[side] -= 1


def meets(sortie: FleetSortie) -> str:
    """The side that a flight meets."""
    return enemy_of(sortie.side)
