"""A mission's forces and figures: the aircraft of both sides, turns, target and Flak, as the options make them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bob.campaigns.linked.campaign_data import Arrow, Effect, Flight, LinkedCampaign, Option, Target
from bob.campaigns.linked.position import CampaignPosition, enemy_of
from bob.campaigns.sides import SIDES
from bob.tactical.cards.linking import ALTITUDES, CardMount, CardSeat, CardTables, CardTerms

MOST_DECKS = 8


def arrow_of(position: CampaignPosition, campaign: LinkedCampaign) -> Arrow:
    """The arrow of the mission in hand."""
    assert position.arrow is not None
    return campaign.arrows[position.arrow]


def option_of(position: CampaignPosition, campaign: LinkedCampaign, side: str) -> Option | None:
    """The option that a side has chosen for the mission in hand."""
    number = position.picks.get(side)
    return campaign.options[side][number] if number is not None else None


def effects(position: CampaignPosition, campaign: LinkedCampaign, side: str, kind: str) -> Iterator[Effect]:
    """The effects of a kind that a side's option has."""
    option = option_of(position, campaign, side)
    for effect in option.effects if option is not None else ():
        if effect.kind == kind:
            yield effect


def change(position: CampaignPosition, campaign: LinkedCampaign, side: str, kind: str) -> int:
    """Return the change of a side's figure by both options: the own raises it, the enemy's lowers it (DIF-305, DIF-306, DIF-310,
    DIF-312, DIF-322)."""
    raised = sum(e.amount for e in effects(position, campaign, side, kind) if e.own)
    return raised - sum(e.amount for e in effects(position, campaign, enemy_of(side), kind) if e.enemy)


def amount(position: CampaignPosition, campaign: LinkedCampaign, side: str, kind: str) -> int:
    """The amounts of that kind in a side's option."""
    return sum(e.amount for e in effects(position, campaign, side, kind))


def has(position: CampaignPosition, campaign: LinkedCampaign, side: str, kind: str) -> bool:
    """Return whether a side's option has an effect of that kind."""
    return any(True for _ in effects(position, campaign, side, kind))


def turns(position: CampaignPosition, campaign: LinkedCampaign) -> int:
    """The turns of the mission: the sheet's, more or fewer by Winds (DIF-273, DIF-324); one at least."""
    count = campaign.turns
    for side in SIDES:
        way = position.declared.get(side)
        if way in ("more", "fewer"):
            count += amount(position, campaign, side, "winds") * (1 if way == "more" else -1)
    return max(1, count)


def goal(position: CampaignPosition, target: Target) -> tuple[int, int]:
    """The bombs for Damaged and for Destroyed, multiplied by the scale (DIF-297, DIF-388)."""
    return target.damaged * position.terms.scale, target.destroyed * position.terms.scale


def flak_value(position: CampaignPosition, campaign: LinkedCampaign) -> int:
    """The target's Flak as the options make it, not multiplied, never below 0 (DIF-310, DIF-337, DIF-389)."""
    target = campaign.targets[arrow_of(position, campaign).target]
    return max(0, target.flak + change(position, campaign, position.defender, "flak"))


# ---- the aircraft


def terms(position: CampaignPosition, campaign: LinkedCampaign, tables: CardTables) -> CardTerms:
    """The terms of the mission's dogfight: the attacker begins every turn (DIF-338, GAP-55)."""
    given = position.terms
    return CardTerms(
        players=tuple([CardSeat(side, side, mounts(position, campaign, tables, side)) for side in SIDES]),
        turns=turns(position, campaign),
        historical=True,
        wingmen=given.wingmen,
        bonus_cards=given.bonus_cards,
        decks=min(MOST_DECKS, given.scale),
        first=position.attacker,
        flip=given.flip,
        oots_answered_as_ims=given.oots_answered_as_ims,
        mission=True,
    )


def mounts(position: CampaignPosition, campaign: LinkedCampaign, tables: CardTables, side: str) -> tuple[CardMount, ...]:
    """Return a side's aircraft, bombers first (DIF-282 to DIF-284), multiplied by the scale (DIF-388), with the effects of the options."""
    arrow = arrow_of(position, campaign)
    gained = [Flight(e.aircraft, e.count) for e in effects(position, campaign, side, "aircraft") if e.aircraft is not None]
    made: list[CardMount] = []
    if side == position.attacker:
        # A fighter pictured with the arrow is loaded with bombs (DIF-259); escorts and those gained are not (DIF-308).
        for flight in arrow.bombers:
            made.append(CardMount(flight.aircraft, loaded=not tables.aircraft[flight.aircraft].is_bomber, count=flight.count))
        given = [*arrow.escorts, *gained]
    else:
        given = [*campaign.targets[arrow.target].interceptors, *gained]
    made += [CardMount(flight.aircraft, count=flight.count) for flight in given]
    made.sort(key=lambda m: not (m.loaded or tables.aircraft[m.aircraft].is_bomber))
    scaled = [replace(m, count=m.count * position.terms.scale) for m in made]
    changed = [_changed(position, campaign, tables, side, mount) for mount in scaled]
    return tuple(_with_pilots(position, campaign, side, changed))


def _changed(position: CampaignPosition, campaign: LinkedCampaign, tables: CardTables, side: str, mount: CardMount) -> CardMount:
    """An aircraft as both options leave it; a loaded fighter-bomber is a bomber (GAP-53)."""
    card = tables.aircraft[mount.aircraft]
    enemy = enemy_of(side)
    mount = replace(
        mount,
        hits=amount(position, campaign, enemy, "shortage"),  # DIF-320
        leaves=turns(position, campaign) if not card.is_bomber and has(position, campaign, enemy, "fuel") else None,  # DIF-311
    )
    if mount.loaded or card.is_bomber:
        altitude = None
        if card.altitude is not None and has(position, campaign, side, "altitude"):
            level = card.altitude + (1 if position.declared.get(side) == "up" else -1)
            altitude = ALTITUDES[min(len(ALTITUDES) - 1, max(0, level))]  # DIF-304, GAP-62
        return replace(
            mount,
            altitude=altitude,
            dt=change(position, campaign, side, "defense"),
            st=change(position, campaign, side, "support"),
            bombs=change(position, campaign, side, "bombs"),
        )
    return replace(
        mount,
        late=1 if has(position, campaign, enemy, "late") else 0,  # DIF-313 to DIF-315
        extra_cards=amount(position, campaign, side, "sun"),  # DIF-321
        gunner=change(position, campaign, side, "gunner"),
    )


def _with_pilots(position: CampaignPosition, campaign: LinkedCampaign, side: str, made: list[CardMount]) -> list[CardMount]:
    """Put each named pilot into the first aircraft of its type that is not loaded and has none; one at any scale (DIF-316, DIF-390)."""
    for effect in effects(position, campaign, side, "pilot"):
        for i, mount in enumerate(made):
            if mount.aircraft == effect.aircraft and not mount.loaded and mount.pilot is None:
                rest = [replace(mount, count=mount.count - 1)] if mount.count > 1 else []
                made[i : i + 1] = [replace(mount, pilot=effect.pilot, count=1), *rest]
                break
    return made
