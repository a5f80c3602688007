"""Many campaigns between players of the program, and who won them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from bob.core.dice import SeededDice, Stream
from bob.core.game import Game, Outcome
from bob.core.kit import RANDOM, Kit
from bob.core.workers import Workers, in_processes
from bob.tactical.matches import PilotMatch, PilotMatchResult

LOTS = "lots"
"""The player that flies soundly and draws lots for all else: a baseline for the officers."""


@cache
def _game(kit: Kit, own: str) -> Game[Any]:
    return kit.make(Path(own) if own else None)


@dataclass(frozen=True, slots=True)
class PlayedCampaign:
    """A campaign at its end: its seats, its last position, its outcome, and the number of orders."""

    seats: tuple[str, ...]
    position: object
    outcome: Outcome
    orders: int


def played_campaign(kit: Kit, job: PilotMatch) -> PlayedCampaign:
    """Play a campaign of a game to its end, each player given the view of its own seat. Raises BobError."""
    game = _game(kit, job.own)
    dice, chance = SeededDice(Stream.of(job.seed, "campaign")), Stream.of(job.seed, "random")
    position, _ = game.setup(job.scenario, job.options, dice)
    seats, orders = game.seats(position), 0
    names = dict(zip(seats, job.pilots, strict=True))
    players = {seat: kit.player(name, seat, job.seed, game) for seat, name in names.items() if name != RANDOM}
    while to_move := game.to_move(position):
        seat = to_move[0]
        if seat in players:
            decisions = players[seat].orders(game.view(position, seat), game.choices(position, seat), orders)
            found = [decision.order for decision in decisions]
        else:
            found = [game.sample(position, seat, chance)]
        for order in found:
            game.check(position, seat, order)
            game.apply(position, seat, order, dice)
            orders += 1
    outcome = game.outcome(position)
    assert outcome is not None
    return PlayedCampaign(seats, position, outcome, orders)


def campaign_out(kit: Kit, job: PilotMatch) -> PilotMatchResult:
    """Play a campaign to its end, and return who won. Raises BobError."""
    played = played_campaign(kit, job)
    winner = played.outcome.winner
    return PilotMatchResult(played.seats, None if winner is None else played.seats.index(winner), played.orders)


def campaigns_out(kit: Kit, jobs: Sequence[PilotMatch], by: int | Workers = 1) -> Iterator[PilotMatchResult]:
    """Play the campaigns in `by` processes or workers, giving each result as it comes, in the order of the jobs."""
    yield from in_processes(partial(campaign_out, kit), jobs, by, 5)
