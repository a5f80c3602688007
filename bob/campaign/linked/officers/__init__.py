"""The officers of linked missions: they see a seat's view, choose what its side has to choose, and say why."""

from bob.campaign.linked.officers.officer import LinkedOfficer
from bob.campaign.linked.officers.outlooks import Outlooks, outlooks_of

__all__ = ["LinkedOfficer", "Outlooks", "outlooks_of"]
