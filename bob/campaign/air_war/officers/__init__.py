"""The officers of the land campaigns: they see a seat's view, choose Resources and plans, and say why."""

from bob.campaign.air_war.officers.officer import AirWarOfficer
from bob.campaign.air_war.officers.outlooks import war_outlooks_of

__all__ = ["AirWarOfficer", "war_outlooks_of"]
