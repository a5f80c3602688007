"""Changes of a position that a side of a campaign cannot notice."""

from __future__ import annotations

from collections.abc import Mapping

from bob.campaigns.linked.game import Campaign
from bob.campaigns.linked.position import BATTLE, BOMBING, FLAK, OPTIONS, CampaignPosition
from bob.campaigns.nested_worlds import nested_worlds
from bob.core.dice import Stream
from bob.core.kit import WorldChange, changes
from bob.tactical.cards.kit import KIT


def hidden(game: Campaign, seat: str) -> Mapping[str, WorldChange]:
    """The changes by name; those of the card dogfight within a mission too."""

    return {**changes(seat, option, flak, bomb_patterns), **nested_worlds(KIT.hidden(game.cards, seat), "battle")}


def option(seat: str, position: CampaignPosition, stream: Stream) -> None:
    """The option that the other side has picked and not shown."""
    if position.phase == OPTIONS:
        for side in [side for side in position.picks if side != seat]:
            position.picks[side] = stream.choose((None, 1, 2, 3))


def flak(seat: str, position: CampaignPosition, stream: Stream) -> None:
    """Change the defender's choice of flak."""
    if seat != position.defender and position.phase in (FLAK, BATTLE) and position.flak is not None:
        position.flak = "concentrated" if position.flak != "concentrated" else "spread"


def bomb_patterns(seat: str, position: CampaignPosition, stream: Stream) -> None:
    """Change the bomb patterns that the attacker has given the bombers."""
    if seat != position.attacker and position.phase in (BATTLE, BOMBING):
        position.patterns = {number: stream.choose(("a", "b")) for number in position.patterns}
