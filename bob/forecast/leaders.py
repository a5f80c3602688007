"""The leader of a side in a forecast: an officer, or the plan itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bob.core.kit import Decision
from bob.day.state.orders import Done, Seal
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.view import LuftwaffeView
from bob.forecast.question import AS_PLANNED, ForecastQuestion
from bob.staff.luftwaffe import weakest_missing
from bob.staff.officer import Officer
from bob.staff.roster import officer
from bob.staff.rules import Rules


class PlanFollower:
    """A leader of the Luftwaffe that only seals the present plan, adds nothing and radios nothing."""

    name, seat = AS_PLANNED, LUFTWAFFE
    on_entry: Callable[[int, int], None] | None = None

    def orders(self, view: LuftwaffeView, game_rules: Rules) -> list[Decision]:
        """Return the seal where one is due, then the end of the turn."""
        if view.choice is not None:
            return [weakest_missing(view)]
        seal = [Decision(Seal(), "staff.why.keep_plan", {"raids": len(view.raids)})]
        done = Decision(Done(), "staff.why.raids_flying", {"raids": len(view.raids)})
        if view.common.phase == "planning":
            return seal
        return [*seal, done] if view.plan_open else [done]


class Idle:
    """An officer without orders, for whom the first choice is taken."""

    name = "idle"
    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """Return nothing, so that the first order offered is taken."""
        return []


class Ordered:
    """Gives these orders first, and leaves all that comes after them to another."""

    def __init__(self, first: Sequence[Any], then: Officer) -> None:
        self.name, self.seat, self.on_entry = then.name, then.seat, then.on_entry
        self._first, self._then = list(first), then

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """Return the orders that remain to be given and then the end of the turn; after that the orders of the inner officer."""
        if view.choice is not None or not self._first:
            return self._then.orders(view, game_rules)
        given = [Decision(order, "staff.why.chance") for order in self._first]
        self._first.clear()
        return [*given, Decision(Done(), "staff.why.chance")]


def leader(asked: ForecastQuestion, seed: str) -> Officer:
    """Return the leader of the asking side, in the day of that seed."""
    own: Officer = PlanFollower() if asked.leader == AS_PLANNED else officer(asked.leader, f"{seed}/own", asked.seat)
    return Ordered(asked.first, own) if asked.first else own


def opponent(asked: ForecastQuestion, name: str, seed: str) -> Officer:
    """Return the leader of the other side, in the day of that seed."""
    return officer(name, f"{seed}/enemy", RAF if asked.seat == LUFTWAFFE else LUFTWAFFE, plan=True)
