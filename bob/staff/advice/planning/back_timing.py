"""The clock of a raid reckoned backwards from its time over target: take-off, forming, the way out, the landing. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bob.data.units import Posting
from bob.day.rules.planning import aimed, span
from bob.day.rules.rendezvous import take_offs
from bob.day.rules.timetable import legs, timetable, types_of
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import Common, LuftwaffeView
from bob.day.state.world import World
from bob.words import Words

_TRIES = 4
"""Iterations for the time over a moving convoy and the time of formation, which depend on each other."""


@dataclass(frozen=True, slots=True)
class RaidTimes:
    """The turns of a raid by its plan: its first unit takes off, it forms, it is over its target or at the end of its way out (None
    where it has neither), its last unit lands. `strikes` says that it has a target."""

    off: int
    forms: int
    there: int | None
    lands: int
    strikes: bool

    def later(self, turns: int) -> RaidTimes:
        """Return the same times, `turns` later."""
        return RaidTimes(
            self.off + turns, self.forms + turns, self.there + turns if self.there is not None else None, self.lands + turns, self.strikes
        )

    def describe(self, words: Words, common: Common) -> str:
        """The times in words, by the clock."""
        parts = [("off", self.off), ("forms", self.forms), ("over" if self.strikes else "there", self.there), ("lands", self.lands)]
        return " · ".join(words(f"desk_planner.clock.{name}", time=common.time_of(turn)) for name, turn in parts if turn is not None)


def times(world: World, view: LuftwaffeView, posted: Mapping[str, Posting], plan: RaidPlan) -> RaidTimes | None:
    """The clock of a plan; None while it has no units, or leads off the map."""
    way, target = legs(world, plan)
    flown = [u for u in plan.units if u.unit in posted]
    if not flown or any(posted[u.unit].station not in world.far_fields for u in flown):
        return None
    if any(h not in world.theatre.grounds for h in (plan.form_at, *(leg.hex for leg in way))):
        return None
    steps = timetable(world, plan, types_of(world, posted, plan), view.head_wind)
    if not steps:
        return None
    there = next((s.turn for s in steps if s.at_target), None)
    if there is None and target is None and plan.route:
        there = next((s.turn for s in steps if s.leg >= len(plan.route)), None)
    off = min(take_offs(world, posted, plan).values(), default=plan.form_turn)
    return RaidTimes(off, plan.form_turn, there, span(world, view, plan)[1], target is not None)


def over_at(world: World, view: LuftwaffeView, posted: Mapping[str, Posting], plan: RaidPlan, turn: int) -> RaidPlan:
    """Return the plan with the time of formation that brings it over its target, or to the end of its way out, in that turn; as near to
    it as the day allows. A plan whose times are not known yet is returned unchanged."""
    for _ in range(_TRIES):
        found = times(world, view, posted, plan)
        if found is None or found.there is None or found.there == turn:
            return plan
        form = max(1, min(view.common.turns, plan.form_turn + turn - found.there))
        if form == plan.form_turn:
            return plan
        plan = replace(plan, form_turn=form)
        if plan.convoy is not None:
            plan = aimed(world, view, plan)
    return plan
