"""The sides of a campaign, and the seats of a team: the first is called by its side, the others by its side and their number."""

from __future__ import annotations

from bob.tactical.cards.linking import SIDES

MOST_PLAYERS = 12
"""The most players of a side."""


def team_of(side: str, players: int) -> tuple[str, ...]:
    """The seats of a side with that number of players (CAM-24.43a, CAM-25.23b)."""
    return (side, *[f"{side}_{number}" for number in range(2, players + 1)])


def side_of(seat: str) -> str:
    """Return the side of a seat; another seat as it is."""
    side = seat.partition("_")[0]
    return side if side in SIDES else seat


__all__ = ["MOST_PLAYERS", "SIDES", "side_of", "team_of"]
