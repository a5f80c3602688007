"""A mission's aircraft and figures: the groups, their loads and altitudes, the turns out and home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bob.campaigns.land.campaign_data import (
    DOGFIGHT,
    LEVEL_CODES,
    MISSION_KINDS,
    RAID,
    Flyers,
    LandCampaign,
    LandResource,
    LandTarget,
    ResourceEffect,
    TargetCard,
    WarTables,
)
from bob.campaigns.land.position import BOMBS, NONE, TORPEDO, AirGroup, AirWarPosition, enemy_of
from bob.campaigns.sides import SIDES
from bob.tactical.cards.flight import FlightEdition
from bob.tactical.cards_classic.data import FIGHTER_BOMBER, FIGHTER_SPEED, HEAVY_BOMBER, MEDIUM_BOMBER, ClassicAircraft
from bob.tactical.cards_classic.data import RECON as RECON_AIRCRAFT

WITH_BOMBS = tuple(kind for kind in MISSION_KINDS if kind != DOGFIGHT)
"""The kinds of mission whose listed fighters start with a Bomb counter, if they can carry bombs (CAM-24.46e)."""


def entry_of(position: AirWarPosition, tables: WarTables) -> LandTarget:
    """The entry of the mission in hand."""
    return tables.campaigns[position.sheet].target_of(position.target)


def target_card(position: AirWarPosition, tables: WarTables) -> TargetCard | None:
    """Its target sheet, where something is flown over (CAM-24.45)."""
    page = entry_of(position, tables).sheet
    return tables.targets[page] if page is not None else None


def sides_of(entry: LandTarget) -> tuple[str, str]:
    """The bombing side, and the Defender."""
    return entry.attacker, enemy_of(entry.attacker)


def resource_of(position: AirWarPosition, campaign: LandCampaign, side: str) -> LandResource | None:
    """The Resource that a side has chosen for the mission in hand."""
    number = position.picks.get(side)
    return campaign.resources(side)[number] if number is not None else None


def effects(position: AirWarPosition, campaign: LandCampaign, kind: str, side: str | None = None) -> Iterator[ResourceEffect]:
    """The effects of a kind that are in force: of one side's Resource, or of both."""
    for whose in SIDES if side is None else (side,):
        found = resource_of(position, campaign, whose)
        if found is not None:
            yield from found.effect(kind)


def amount(position: AirWarPosition, campaign: LandCampaign, kind: str, side: str | None = None) -> int:
    """The amounts of the effects of a kind, added."""
    return sum(effect.amount for effect in effects(position, campaign, kind, side))


def unused(position: AirWarPosition, campaign: LandCampaign, side: str) -> list[int]:
    """The Resources that a side has left, by number: each is chosen once a campaign (CAM-24.53a)."""
    return [number for number in sorted(campaign.resources(side)) if number not in position.used[side]]


# ---- the aircraft


def groups(position: AirWarPosition, tables: WarTables, cards: Mapping[str, ClassicAircraft]) -> list[AirGroup]:
    """All aircraft of the mission: those listed, then those that the Resources bring (CAM-24.46d, CAM-24.46g, CAM-24.47)."""
    campaign, entry = tables.campaigns[position.sheet], entry_of(position, tables)
    attacker, defender = sides_of(entry)
    made: list[AirGroup] = []
    for side, listed in ((attacker, entry.attackers), (defender, entry.defenders)):
        for flyers in listed:
            _add(made, side, flyers, cards, entry.altitude)
        for effect in effects(position, campaign, "elements", side):
            assert effect.aircraft is not None
            extra = Flyers(effect.aircraft, effect.count, effect.wingmen)
            for group in _add(made, side, extra, cards, entry.altitude):
                group.extra = True
                group.load = BOMBS if effect.loaded else NONE
    naval = (found := target_card(position, tables)) is not None and found.naval
    for group in made:
        card = cards[group.aircraft]
        flown = (RAID,) if card.formed else WITH_BOMBS
        bombing = group.side == attacker and entry.kind in flown and (card.formed or not group.extra)
        if bombing or group.load == BOMBS:
            group.load = carried(card, naval, group.altitude)
        if group.extra:
            group.free = not card.formed or not _keeps_altitude(made, group, cards)
            group.altitude = nearest(position.terms.starts(card.bands) if group.free else card.bands, group.altitude)
    return made


def _add(made: list[AirGroup], side: str, flyers: Flyers, cards: Mapping[str, ClassicAircraft], altitude: str) -> list[AirGroup]:
    """The groups of a line: an Element each of fighters, with or without Wingman, all bombers of it together (CAM-24.46b, CAM-24.46c)."""
    card, first = cards[flyers.aircraft], len(made)
    if not card.formed:
        size = 2 if flyers.wingmen else 1
        made += [AirGroup(first + i, side, card.code, size, True, altitude) for i in range(flyers.count)]
    else:
        made.append(AirGroup(first, side, card.code, flyers.count, False, altitude))
    return made[first:]


def _keeps_altitude(made: list[AirGroup], extra: AirGroup, cards: Mapping[str, ClassicAircraft]) -> bool:
    """Return whether bombers of a Resource keep the altitude of those of their type that are there already (CAM-17.22d, CAM-GAP-24)."""
    kind = cards[extra.aircraft].type
    return any(g.number < extra.number and g.side == extra.side and not g.element and cards[g.aircraft].type == kind for g in made)


def carried(card: ClassicAircraft, naval: bool, altitude: str) -> str:
    """Return the load of aircraft of a bombing mission: bombs if they can, torpedoes against ships (CAM-24.46e, CAM-GAP-25, CAM-17.14b)."""
    if card.torpedo and naval and (not card.formed or altitude == LEVEL_CODES[0]):  # CAM-GAP-35
        return TORPEDO
    return BOMBS if card.bomb_capable else NONE


def loads_open(group: AirGroup, card: ClassicAircraft, naval: bool) -> tuple[str, ...]:
    """Between what loads its owner may choose: torpedo bombers against a ship, bombs where the card has a mode for them (CAM-17.14b2)."""
    if group.load == NONE or not (card.torpedo and naval and card.bomb_capable):
        return ()
    return (BOMBS, TORPEDO) if not card.formed or group.altitude == LEVEL_CODES[0] else ()


def levels_of(card: ClassicAircraft) -> tuple[str, ...]:
    """The altitudes at which an aircraft may fly (CAM-16.22)."""
    return tuple(LEVEL_CODES[band] for band in card.bands)


def starts_of(card: ClassicAircraft, edition: FlightEdition) -> tuple[str, ...]:
    """Return the starting altitudes open to an aircraft whose owner may choose (CAM-GAP-64, DIF-012)."""
    return tuple(LEVEL_CODES[band] for band in edition.starts(card.bands))


def nearest(bands: range, altitude: str) -> str:
    """Return that altitude, or the nearest of those bands."""
    return LEVEL_CODES[min(max(LEVEL_CODES.index(altitude), bands[0]), bands[-1])]


# ---- the turns


def speed_of(group: AirGroup, cards: Mapping[str, ClassicAircraft]) -> int:
    """The Speed of a group on a mission; every fighter and fighter-bomber has 6 (CAM-23.24b)."""
    card = cards[group.aircraft]
    return card.front.speed if card.formed else FIGHTER_SPEED


def turns(position: AirWarPosition, tables: WarTables, cards: Mapping[str, ClassicAircraft]) -> tuple[int, ...]:
    """The turns of the mission in hand: one number, or outward and homeward less the Speed of the slowest attacker, with what Resources
    add; none below 0 (CAM-23.21, CAM-23.23 to CAM-23.25, CAM-24.49, CAM-GAP-19)."""
    entry = entry_of(position, tables)
    if not entry.phased:
        return entry.turns
    slowest = min((speed_of(group, cards) for group in position.own_groups(entry.attacker)), default=FIGHTER_SPEED)
    added = turns_added(position, tables)
    return tuple(max(0, base - slowest + more) for base, more in zip(entry.turns, added, strict=True))


def turns_added(position: AirWarPosition, tables: WarTables) -> tuple[int, int]:
    """By how many turns the Resources lengthen the way out and the way home (CAM-23.25a)."""
    campaign = tables.campaigns[position.sheet]
    return amount(position, campaign, "out_turns"), amount(position, campaign, "home_turns")


def is_bomber(kind: str) -> bool:
    """Return whether a class of aircraft brings points for a safe return: heavy, medium and light bombers (CAM-24.61d), and
    reconnaissance aircraft, which are Mediums for every rule (CAM-17.32)."""
    return kind in (FIGHTER_BOMBER, MEDIUM_BOMBER, HEAVY_BOMBER, RECON_AIRCRAFT)
