"""The campaign of linked missions as it is played from outside."""

from __future__ import annotations

from typing import ClassVar

from bob.campaigns.matches import LOTS
from bob.core.kit import RANDOM, Kit, on_demand
from bob.tactical.cards.kit import PILOTS

CAMPAIGNS = ("poland_1939", "channel_convoys_1940", "airfields_1940", "london_1940")


class CampaignKit(Kit):
    """The campaign of linked missions."""

    name: ClassVar[str] = "campaign"
    usual: ClassVar[str] = "channel_convoys_1940"
    flags: ClassVar[frozenset[str]] = frozenset({"option", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(
        f"campaign.outcome.{code}" for code in ("axis_major", "axis_minor", "draw", "allied_minor", "allied_major")
    )

    def players(self, seat: str) -> tuple[str, ...]:
        return (*PILOTS, LOTS, RANDOM)


KIT: Kit = on_demand(CampaignKit, "bob.campaigns.linked.loaded:LoadedCampaignKit")
