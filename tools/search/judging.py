"""Plans of a day, checked as the planner checks them, flown out against Park by common seeds, and held beside the historical plan."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bob.core.match import Match
from bob.core.workers import Workers
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, DayPosition, Raid
from bob.day.state.raid_plan import BOMBING_ROLES, RaidPlan
from bob.day.state.view import LuftwaffeView
from bob.forecast import AT_ONCE
from bob.forecast.anchored import ChangedDay, DayChange, played
from bob.staff.rules import Rules, rules

MENDED = 6
"""The number of times that fighters with a fault are left at home before a plan is given up."""

Plans = tuple[RaidPlan, ...]
Flown = Mapping[str, float]
"""The figures of a day flown out, by name."""


@dataclass(frozen=True, slots=True)
class Flight:
    """One run of a day under a plan."""

    scenario: str
    plans: Plans
    seed: str


def _put(p: DayPosition, plans: Plans) -> None:
    titles = {code: raid.title for code, raid in p.raids.items()}
    p.raids = {plan.code: Raid(plan, titles.get(plan.code, {}), form_turn=plan.form_turn) for plan in plans}


def fly(flight: Flight) -> Flown:
    """Play a day out under a plan, by Park and Kesselring."""
    return played(ChangedDay(DayChange(partial(_put, plans=flight.plans))), flight.scenario, flight.seed)


@dataclass(frozen=True, slots=True)
class Beside:
    """A figure of a plan beside that of the historical plan, over common seeds: mean, difference, half its 95 % interval."""

    runs: int
    mean: float
    difference: float
    give: float


class Judge:
    """The day in which plans are judged. Every flight of a plan is kept, so the same plan is never flown twice by one seed."""

    def __init__(self, scenario: str, seed: str, workers: Workers) -> None:
        self.scenario, self.seed, self.workers = scenario, seed, workers
        game = OperationalDay()
        match: Match[DayPosition] = Match.new(game, scenario, "search")
        view = match.view(LUFTWAFFE)
        assert isinstance(view, LuftwaffeView)
        self.view = view
        self.world = game.world_of(match.position)
        self.rules: Rules = rules(self.world)
        self.directive = match.position.directive
        self.base: Plans = tuple([raid.plan for raid in view.raids])
        self.flown: dict[Plans, list[Flown]] = {}

    def whole(self, plans: Plans) -> bool:
        """Return whether a plan has no fault, as the planner checks it."""
        codes = [plan.code for plan in plans]
        return (
            bool(plans)
            and len(set(codes)) == len(codes)
            and not any(self.rules.faults(self.view, plan, [other for other in plans if other is not plan]) for plan in plans)
        )

    def mended(self, plans: Plans) -> Plans | None:
        """Return plans without the fighters that have a fault in them; None where that does not help."""
        for _ in range(MENDED):
            left = list[RaidPlan]()
            for plan in plans:
                found = self.rules.faults(self.view, plan, [other for other in plans if other is not plan])
                at_fault = {fault.place.removeprefix("unit:") for fault in found if fault.place.startswith("unit:")}
                units = tuple([u for u in plan.units if u.role in BOMBING_ROLES or u.unit not in at_fault])
                if not found:
                    left.append(plan)
                elif any(u.role in BOMBING_ROLES for u in plan.units) and units != plan.units:
                    left.append(replace(plan, units=units))
                elif any(u.role in BOMBING_ROLES for u in plan.units):
                    return None
            if tuple(left) == plans:
                return plans if plans else None
            plans = tuple(left)
        return None

    def fly(self, asked: Sequence[Plans], runs: int) -> None:
        """Fly each of these plans until it has so many runs."""
        left = [(plans, i) for plans in dict.fromkeys(asked) for i in range(len(self.flown.get(plans, ())), runs)]
        found = self.workers.each(fly, [Flight(self.scenario, plans, f"{self.seed}/{i}") for plans, i in left], AT_ONCE)
        for (plans, _), result in zip(left, found, strict=True):
            self.flown.setdefault(plans, []).append(result)

    def beside(self, plans: Plans, figure: str = "vp") -> Beside:
        """A figure of a plan beside the historical one's, over the seeds that both were flown by."""
        values = [flown[figure] for flown in self.flown[plans]]
        apart = [value - flown[figure] for value, flown in zip(values, self.flown[self.base], strict=False)]
        give = 1.96 * statistics.stdev(apart) / math.sqrt(len(apart)) if len(apart) > 1 else math.inf
        return Beside(len(apart), statistics.fmean(values[: len(apart)]), statistics.fmean(apart), give)
