"""The forces of a mission of a campaign, as far as a seat knows them, and its prospects."""

from __future__ import annotations

from dataclasses import dataclass

from bob.campaigns.linked import mission as m
from bob.campaigns.linked.campaign_data import LinkedCampaign
from bob.campaigns.linked.game import Campaign
from bob.campaigns.linked.orders import Declare, PickArrow, PickOption
from bob.campaigns.linked.patterns import DISPERSED, NORMAL, PATTERNS, TIGHT
from bob.campaigns.linked.position import CampaignPosition, CampaignTerms, enemy_of
from bob.campaigns.linked.view import CampaignView


@dataclass(frozen=True, slots=True)
class CampaignFlight:
    """Aircraft of one kind in a mission. `bombs` are those of one of them; None for an aircraft that carries none."""

    aircraft: str
    count: int
    bombs: int | None
    airframe: int
    pilot: str | None
    late: int
    leaves: int | None
    hits: int
    extra_cards: int


@dataclass(frozen=True, slots=True)
class MissionOutlook:
    """A mission that might be flown: the arrow, both sides' aircraft, the target as it would be met."""

    arrow: int
    attacker: str
    target: str
    turns: int
    damaged: int
    destroyed: int
    flak: int
    flights: dict[str, tuple[CampaignFlight, ...]]

    @property
    def bombers(self) -> list[CampaignFlight]:
        return [f for f in self.flights[self.attacker] if f.bombs is not None]

    def fighters(self, side: str) -> int:
        """Return the number of a side's aircraft without bombs."""
        return sum(f.count for f in self.flights[side] if f.bombs is None)


def outlook(game: Campaign, view: CampaignView, armed: object) -> MissionOutlook | None:
    """The mission in hand, or that of the order looked at; None while there is none."""
    campaign = game.campaigns[view.campaign]
    number = view.arrow if view.arrow is not None else armed.arrow if isinstance(armed, PickArrow) else None
    if number is None:
        return None
    arrow = campaign.arrows[number]
    position = CampaignPosition(view.campaign, CampaignTerms(view.scale), arrow.side, arrow=number)
    position.picks = _picks(view, armed)
    position.declared = dict(view.declared)
    if isinstance(armed, Declare):
        position.declared[view.seat] = armed.way
    damaged, destroyed = m.goal(position, campaign.targets[arrow.target])
    flights = {side: _flights(game, campaign, position, side) for side in (arrow.side, enemy_of(arrow.side))}
    return MissionOutlook(
        number, arrow.side, arrow.target, m.turns(position, campaign), damaged, destroyed, m.flak_value(position, campaign), flights
    )


def _picks(view: CampaignView, armed: object) -> dict[str, int | None]:
    """The options as far as they are known: both once shown, the own one, or the one that is looked at."""
    if view.options:
        return dict(view.options)
    found = dict(view.secrets)
    if view.own_option is not None:
        found[view.seat] = view.own_option
    elif isinstance(armed, PickOption):
        found[view.seat] = armed.option
    return found


def _flights(game: Campaign, campaign: LinkedCampaign, position: CampaignPosition, side: str) -> tuple[CampaignFlight, ...]:
    tables = game.cards.tables
    made = []
    for mount in m.mounts(position, campaign, tables, side):
        card = tables.aircraft[mount.aircraft]
        carries = mount.loaded or (card.is_bomber and side == position.attacker)
        made.append(
            CampaignFlight(
                mount.aircraft, mount.count, max(0, card.front.bombs + mount.bombs) if carries else None, card.front.airframe,
                mount.pilot, mount.late, mount.leaves, mount.hits, mount.extra_cards,
            )
        )  # fmt: skip
    return tuple(made)


def bombs_by_pattern(game: Campaign, found: MissionOutlook) -> dict[str, int]:
    """Return the bombs in each pattern, when all bombers survive undamaged."""
    return {
        pattern: sum(f.count * game.patterns.bombs(pattern, f.bombs) for f in found.bombers if f.bombs is not None) for pattern in PATTERNS
    }


def worst_flak(game: Campaign, value: int) -> dict[str, int]:
    """The hits that a bomber takes at worst, by the pattern in which it bombs."""
    return {pattern: max(game.patterns.flak_hits(flak, pattern, value) for flak in PATTERNS) for pattern in PATTERNS}


__all__ = ["DISPERSED", "NORMAL", "PATTERNS", "TIGHT", "CampaignFlight", "MissionOutlook", "bombs_by_pattern", "outlook", "worst_flak"]
