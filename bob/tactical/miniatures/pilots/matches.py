"""Many games of one scenario of the miniatures between pilots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from bob.core.workers import Workers, in_processes
from bob.tactical.matches import PilotMatch, PilotMatchResult, fly_out
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.pilots import KINDS


@cache
def _table(own: str) -> MiniatureDogfight:
    return MiniatureDogfight.over(Path(own)) if own else MiniatureDogfight()


def flown(job: PilotMatch) -> PilotMatchResult:
    """Play a game to its end. Raises BobError for a scenario or an option that there is not."""
    game = _table(job.own)
    return fly_out(game, job, lambda name, seat: KINDS[name](seat, game.tables), lambda position: (position.seats, (0, 1)))


def all_flown(jobs: Sequence[PilotMatch], by: int | Workers = 1) -> Iterator[PilotMatchResult]:
    """Play the games in `by` processes or workers, giving each result as it comes, in the order of the jobs."""
    yield from in_processes(flown, jobs, by, 10)
