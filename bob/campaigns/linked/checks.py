"""Invariants of a campaign."""

from __future__ import annotations

from bob.campaigns.linked.campaign_data import LinkedCampaign
from bob.campaigns.linked.position import BATTLE, BOMBING, DESTROYED, INTACT, OVER, PHASES, CampaignPosition
from bob.campaigns.linked.sequence import bombers, unassigned
from bob.campaigns.sides import SIDES
from bob.tactical.cards.linking import CardDogfight


def check(position: CampaignPosition, campaign: LinkedCampaign, cards: CardDogfight) -> None:
    """Raise AssertionError when the position breaks an invariant."""
    assert position.phase in PHASES and position.initiative in SIDES
    assert (position.phase == OVER) == (position.outcome is not None), "over without an outcome"
    assert len(position.missions) == position.mission - 1 <= campaign.missions, "the score sheet is not whole"
    assert position.total == sum(m.allied.total - m.axis.total for m in position.missions)
    assert (position.battle is not None) == (position.phase in (BATTLE, BOMBING)), "a dogfight out of its phase"
    for side in SIDES:
        used = position.used[side]
        assert len(set(used)) == len(used) <= position.mission and set(used) <= set(campaign.options[side]), "an option used twice"
    for code, marker in position.markers.items():
        assert code in campaign.targets and marker.side in SIDES and marker.status != INTACT
    _lines(position, campaign)
    if position.battle is not None:
        cards.invariants(position.battle)
        assert position.flak is not None and position.battle.seats == SIDES
        numbers = {craft.number for craft in bombers(position)}
        assert set(position.patterns) <= numbers
        assert position.phase == BATTLE or unassigned(position) is not None, "nothing left to choose and not bombed"
        assert (position.phase == BATTLE) == (position.battle.outcome is None)


def _lines(position: CampaignPosition, campaign: LinkedCampaign) -> None:
    """The score sheet: initiative follows from status, no own Destroyed target is attacked again."""
    destroyed: set[tuple[str, str]] = set()
    for number, line in enumerate(position.missions, 1):
        assert line.number == number and campaign.arrows[line.arrow].side == line.attacker
        assert (line.attacker, line.target) not in destroyed, "a Destroyed target was attacked again"
        if line.status != INTACT:
            destroyed = {entry for entry in destroyed if entry[1] != line.target}
        if line.status == DESTROYED:
            destroyed.add((line.attacker, line.target))
    kept = {(marker.side, code) for code, marker in position.markers.items() if marker.status == DESTROYED}
    assert kept == destroyed
