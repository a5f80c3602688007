"""The linked-mission campaign of the card dogfight."""

from bob.campaign.linked.game import Campaign

__all__ = ["Campaign"]
