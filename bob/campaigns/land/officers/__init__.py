"""The officers of the land campaigns: they see a seat's view, choose Resources and plans, and say why."""

from bob.campaigns.land.officers.officer import AirWarOfficer
from bob.campaigns.land.officers.outlooks import war_outlooks_of

__all__ = ["AirWarOfficer", "war_outlooks_of"]
