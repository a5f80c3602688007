"""One game of a mission between two pilots, by side."""

from __future__ import annotations

from typing import Any

from bob.core.dice import Stream
from bob.tactical.hexes.pilots.matches import play_out
from bob.tactical.hexes.position import HexPosition
from bob.tactical.matches import PilotMatch


def fight(mission: str, by_side: dict[str, str], seed: str, options: dict[str, Any] | None = None) -> tuple[str | None, int]:
    """The side that wins a mission whose sides are the RAF and the Luftwaffe, None for a draw, and how many orders it took."""
    found = play_out(PilotMatch(mission, (by_side["raf"], by_side["luftwaffe"]), seed, options or {}))
    assert found.sides == ("raf", "luftwaffe")
    return None if found.winner is None else found.sides[found.winner], found.orders


def chosen_seat(position: HexPosition, stream: Stream) -> str:
    """One of the seats that owe a decision."""
    return position.owing[stream.below(len(position.owing))]
