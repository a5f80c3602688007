"""The officers of linked missions: they see a seat's view, choose what its side has to choose, and say why."""

from bob.campaigns.linked.officers.officer import LinkedOfficer
from bob.campaigns.linked.officers.outlooks import Outlooks, outlooks_of

__all__ = ["LinkedOfficer", "Outlooks", "outlooks_of"]
