"""The quick resolver beside the tactical games: the same engagements of full days, resolved many times by each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bob.core.dice import SeededDice, Stream
from bob.core.match import Match
from bob.data.units import SIDES
from bob.day.game import OperationalDay
from bob.day.state.position import DayPosition
from bob.driver import driver_among
from bob.staff import fights
from bob.tactical import quick
from bob.tactical.engagement import Engagement, Resolver
from bob.tactical.slot import QUICK, Slot

DAYS = ("18_august_1940", "15_september_1940")


@dataclass(frozen=True, slots=True)
class Compared:
    """The mean losses of one side in an engagement, by the quick resolver and in a tactical game."""

    game: str
    side: str
    quick: float
    played: float

    @property
    def difference(self) -> float:
        """The difference of the game from the quick resolver, as a share of the latter."""
        return (self.played - self.quick) / self.quick if self.quick else 0.0


def drawn(count: int, seed: str) -> list[Engagement]:
    """Return `count` engagements, every other one from full days that officers play."""
    game = OperationalDay()
    found: list[Engagement] = []
    day = 0
    while len(found) < count:
        match: Match[DayPosition] = Match.new(game, DAYS[day % len(DAYS)], f"{seed}/{day}", {"engagements": "ask"})
        driver, met = driver_among(match, {"raf": "park", "luftwaffe": "kesselring"}), 0
        while match.to_move and len(found) < count:
            now = match.position.combat.now
            if now is not None:
                met += 1
                if met % 2:
                    found.append(now.engagement)
            driver.step()
        day += 1
    return found


def compare(engagements: Sequence[Engagement], seed: str, slot: Slot, quickly: int = 100, played: int = 20) -> list[Compared]:
    """Resolve each engagement so often quickly and in each tactical game, flown by its usual pilots, and take the means of both sides."""
    usual = _mean(engagements, quick.resolve, f"{seed}/{QUICK}", quickly)
    found = []
    for name, kit in slot.items():
        mean = _mean(engagements, partial(fights.resolve, kit=kit), f"{seed}/{name}", played)
        found += [Compared(name, side, usual[side], mean[side]) for side in SIDES]
    return found


def _mean(engagements: Sequence[Engagement], resolver: Resolver, seed: str, times: int) -> dict[str, float]:
    lost = dict.fromkeys(SIDES, 0)
    for number, engagement in enumerate(engagements):
        for again in range(times):
            result = resolver(engagement, SeededDice(Stream.of(f"{seed}/{number}/{again}", "resolver")))
            for side in SIDES:
                lost[side] += result.destroyed(engagement, side)
    return {side: total / (len(engagements) * times) for side, total in lost.items()}
