"""The sides of a campaign, which are its seats."""

from __future__ import annotations

from bob.tactical.cards.linking import SIDES

__all__ = ["SIDES"]
