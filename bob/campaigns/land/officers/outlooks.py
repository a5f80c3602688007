"""The outlook of a mission of a land campaign: simulated by dice a number of times, from the facts that the side knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bob.campaigns.data_cache import DataCache
from bob.campaigns.land import flights
from bob.campaigns.land import mission as m
from bob.campaigns.land.position import AirWarPosition, AirWarTerms
from bob.campaigns.land.quick import fly
from bob.campaigns.land.scoring import lines_of, succeeded
from bob.campaigns.land.sequence import LandRun
from bob.campaigns.sides import SIDES
from bob.core.dice import SeededDice, Stream
from bob.tactical.cards.flight import FlightEdition

if TYPE_CHECKING:
    from bob.campaigns.land.game import AirWar

NOW, LATER = 40, 10
"""The number of simulations of the current mission, and of a mission that may come."""

WarPicks = tuple[int | None, int | None]
"""The Resources of both sides, in the order of the sides."""


class WarOutlooks:
    """The average results of missions: Axis less Allied points. Results are cached, since they depend on the sheets alone."""

    def __init__(self, game: AirWar) -> None:
        self.game = game
        self._found: dict[tuple[str, int, WarPicks, int], int] = {}

    def of(self, page: str, target: int, picks: WarPicks = (None, None), runs: int = NOW) -> float:
        """A mission with these Resources, its pilots from the cup. Missions are compared by the same dice."""
        return sum(self._once(page, target, picks, run) for run in range(runs)) / runs

    def against(self, page: str, target: int, side: str, number: int | None, theirs: Sequence[int], runs: int = NOW) -> float:
        """A mission with a Resource of a side, or none, against each of those that the enemy may have chosen in turn."""
        total = 0
        for run in range(runs):
            other = theirs[run % len(theirs)] if theirs else None
            total += self._once(page, target, (number, other) if side == SIDES[0] else (other, number), run)
        return total / runs

    def _once(self, page: str, target: int, picks: WarPicks, run: int) -> int:
        """One flight of a mission."""
        key = (page, target, picks, run)
        if key not in self._found:
            position = AirWarPosition(page, AirWarTerms(), target=target, picks=dict(zip(SIDES, picks, strict=True)))
            cards = self.game.classic.aircraft
            position.groups = m.groups(position, self.game.tables, cards)
            position.turns = m.turns(position, self.game.tables, cards)
            LandRun(position, self.game.tables, self.game.classic, self.game.flights, _dice(run, f"cup/{page}/{target}")).draw_airmen()
            self._found[key] = self.flown(position, run)
        return self._found[key]

    def planned(self, position: AirWarPosition, runs: int = NOW) -> float:
        """The mission in hand with its groups as they are planned."""
        return sum(self.flown(position, run) for run in range(runs)) / runs

    def flown(self, position: AirWarPosition, run: int) -> int:
        """One flight by dice: Axis less Allied points."""
        tables, classic = self.game.tables, self.game.classic
        terms = flights.flight_terms(position, tables, classic.aircraft, FlightEdition())
        result = fly(terms, classic, _dice(run, f"flight/{position.sheet}/{position.target}"))
        entry, fates = m.entry_of(position, tables), flights.group_fates(position.groups, result)
        damage = 0 if flights.bombs_nothing(entry.kind) else result.points
        listed = sum(not group.extra and group.side == entry.attacker for group in position.groups)
        lines = lines_of(position, tables, fates, damage, succeeded(entry, fates, listed, result.looks))
        return sum(line.points * (1 if line.side == SIDES[0] else -1) for line in lines)


def _dice(run: int, name: str) -> SeededDice:
    return SeededDice(Stream.of(run, name))


_KEPT: DataCache[AirWar, WarOutlooks] = DataCache(lambda game: (game.tables, game.classic), WarOutlooks)


def war_outlooks_of(game: AirWar) -> WarOutlooks:
    """The outlooks of a game: they are the same for both sides, and for all games over the same data."""
    return _KEPT.of(game)
