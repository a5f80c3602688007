"""The question of a forecast: a seat's view of a day, the leader of each side, and the part of the day to be flown. It holds nothing
that the seat does not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bob.core.codec import encode
from bob.core.errors import UsageError
from bob.core.game import REFEREE, dumps
from bob.data.units import Side
from bob.day.scenarios.known_days import known_to
from bob.day.scenarios.scenario import Scenario, find
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import DayView, LuftwaffeView, RafView, RaidView, RefereeView
from bob.staff.roster import OFFICERS

AS_PLANNED: Final = "as_planned"
"""The leader of the Luftwaffe by the plan alone, without additions or radio."""

ENEMIES: Final[Mapping[str, tuple[str, ...]]] = {
    LUFTWAFFE: tuple(name for name in OFFICERS[RAF] if name != "random"),
    RAF: tuple(name for name in OFFICERS[LUFTWAFFE] if name != "random"),
}
"""By the seat that asks, the possible officers of the other side."""

LEADERS: Final[Mapping[str, tuple[str, ...]]] = {
    LUFTWAFFE: (AS_PLANNED, *ENEMIES[RAF]),
    RAF: ENEMIES[LUFTWAFFE],
}
"""The possible leaders of the seat's own side; the first is the default."""


@dataclass(frozen=True, slots=True)
class ForecastQuestion:
    """A forecast's question. `first` are orders that the own side gives now, before its leader takes over; `against` the possible
    officers of the other side, one drawn for each day by these weights."""

    view: RafView | LuftwaffeView
    scenario: Scenario
    """The day as the seat knows it."""
    leader: str
    against: tuple[tuple[str, int], ...]
    seed: str = "1"
    first: tuple[Any, ...] = ()

    @property
    def seat(self) -> Side:
        return RAF if isinstance(self.view, RafView) else LUFTWAFFE

    @property
    def text(self) -> str:
        """The JSON text of all that the answer depends on."""
        return dumps(
            {
                "view": encode(self.view),
                "leader": self.leader,
                "against": [list(enemy) for enemy in self.against],
                "seed": self.seed,
                "first": [encode(order) for order in self.first],
                "scenario": encode(self.scenario.file),
            }
        )

    def planned(self, plans: tuple[RaidPlan, ...]) -> ForecastQuestion:
        """The same question of another plan. Only the Luftwaffe's planning has one to change."""
        view = self.view
        assert isinstance(view, LuftwaffeView)
        known = {raid.code: raid for raid in view.raids}
        raids = tuple(
            replace(known[plan.code], plan=plan, form_turn=plan.form_turn) if plan.code in known else _raid_of(plan) for plan in plans
        )
        return replace(self, view=replace(view, raids=raids))


def _raid_of(plan: RaidPlan) -> RaidView:
    return RaidView(plan.code, {}, "planned", plan, plan.form_turn, plan.form_at, 0, 0, False, False, ())


def question(
    view: DayView,
    *,
    leader: str | None = None,
    against: Mapping[str, int] | None = None,
    seed: str = "1",
    first: tuple[Any, ...] = (),
    plans: tuple[RaidPlan, ...] | None = None,
    days: Mapping[str, Scenario] | None = None,
) -> ForecastQuestion:
    """Return the question of a seat's view, of its present plan or of these `plans`, in a game with these own `days`. Raises UsageError
    when it can't be asked now, or of these officers."""
    if (view.raf if isinstance(view, RefereeView) else view).common.phase == "over":
        raise UsageError("forecast.over")
    if view.seat == REFEREE or not isinstance(view, RafView | LuftwaffeView):
        raise UsageError("forecast.a_side", choices=", ".join((RAF, LUFTWAFFE)))
    if view.engagement is not None or view.choice is not None:
        raise UsageError("forecast.decide_first")
    if view.common.phase == "planning" and view.seat == RAF:
        raise UsageError("forecast.still_planning")
    if isinstance(view, LuftwaffeView) and not (view.raids if plans is None else plans):
        raise UsageError("forecast.no_raids")
    leads = leader if leader is not None else LEADERS[view.seat][0]
    if leads not in LEADERS[view.seat]:
        raise UsageError("error.one_of", option="--leader", choices=", ".join(LEADERS[view.seat]), value=leads[:60])
    enemies = dict(against) if against else {ENEMIES[view.seat][0]: 1}
    for name, weight in enemies.items():
        if name not in ENEMIES[view.seat] or weight < 1:
            raise UsageError("error.one_of", option="--against", choices=", ".join(ENEMIES[view.seat]), value=name[:60])
    scenario = known_to(find(view.common.scenario, days), RAF if isinstance(view, RafView) else LUFTWAFFE)
    asked = ForecastQuestion(view, scenario, leads, tuple(enemies.items()), seed, first)
    return asked.planned(plans) if plans is not None else asked
