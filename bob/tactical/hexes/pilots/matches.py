"""Many games of one mission between pilots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from bob.core.workers import Workers, in_processes
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.pilots import KINDS
from bob.tactical.matches import PilotMatch, PilotMatchResult, fly_out


@cache
def _game(own: str) -> HexDogfight:
    return HexDogfight.over(Path(own)) if own else HexDogfight()


def play_out(job: PilotMatch) -> PilotMatchResult:
    """Play a game to its end. Raises BobError for a mission or an option that there is not."""
    game = _game(job.own)
    return fly_out(game, job, lambda name, seat: KINDS[name](seat, game.tables), lambda position: (position.sides, position.side_of))


def results(jobs: Sequence[PilotMatch], by: int | Workers = 1) -> Iterator[PilotMatchResult]:
    """Play the games in `by` processes or workers, giving each result as it comes, in the order of the jobs."""
    yield from in_processes(play_out, jobs, by, 10)
