"""The linked-mission campaign of the card dogfight."""

from bob.campaigns.linked.game import Campaign

__all__ = ["Campaign"]
