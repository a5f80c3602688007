"""The pieces of a game for a real table, to print and cut: laid out by what all games share, written as one PDF."""

from __future__ import annotations

from bob.report.pieces.saving import PAPERS, check_pieces, save_fought, save_pieces

__all__ = ["PAPERS", "check_pieces", "save_fought", "save_pieces"]
