"""The tote: the readiness board of the RAF's room, and the orders given from it."""

from bob.desk.panels.tote.board import Tote

__all__ = ["Tote"]
