"""One raid by each template on each target that is worth anything, beside the historical plan: how often it wins the day decisively."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bob.core.workers import Workers
from bob.staff.advice.planning.raid_templates import goals, shipped_templates
from tools.search.judging import Beside, Judge, Plans
from tools.search.mutations import Mutations

Key = tuple[str, str, str]
"""A template, a goal, and whether its raid flies beside the historical plan or instead of it."""
BESIDE, INSTEAD = "beside", "instead"
SECOND = 5
"""The multiple of the best that go on to the second pass, and of the runs of the first by which they are flown."""
HEADS = ["template", "target", "", "runs", "decisive %", "VP", "difference", "±", "units"]


@dataclass(frozen=True, slots=True)
class TemplateTried:
    """A raid by a template, with the day's results under it."""

    key: Key
    plans: Plans
    vp: Beside
    decisive: float
    scores: tuple[float, ...]
    """The points of each run."""

    @property
    def cells(self) -> list[str]:
        units = ", ".join(f"{u.unit} ({u.aircraft})" for u in self.plans[-1].units) if self.key[1] else ""
        vp = self.vp
        figures = [str(vp.runs), f"{100 * self.decisive:.0f}", f"{vp.mean:.1f}", f"{vp.difference:+.1f}", f"{vp.give:.1f}"]
        return [*self.key, *figures, units]


def drawn(judge: Judge, mutations: Mutations, how: str, keys: Iterable[tuple[str, str]]) -> dict[Key, Plans]:
    """The plans with one raid more, or with it alone, by template and goal, without those that have a fault."""
    found: dict[Key, Plans] = {}
    others = judge.base if how == BESIDE else ()
    for template, goal in keys:
        plans = (*others, mutations.by_template(others, template, goal))
        if judge.whole(plans):
            found[template, goal, how] = plans
    return found


def tried(day: str, first: int, best: int, runs: int, seed: str, workers: Workers) -> list[TemplateTried]:
    """The historical plan, and the raids that won the most of their first runs with ever more runs, the best first. Those that do well
    beside the plan are flown alone, too."""
    judge = Judge(day, seed, workers)
    mutations = Mutations(judge)
    every = [
        (template.code, goal)
        for template in shipped_templates(judge.world).template
        if template.type not in ("reconnaissance", "freie_jagd")
        for goal in goals(judge.world, judge.view, template)
        if not mutations.worth or goal in mutations.worth
    ]
    found = drawn(judge, mutations, BESIDE, every)
    judge.fly([judge.base, *found.values()], first)
    left = sorted(found, key=lambda key: _order(judge, found[key]))[: SECOND * best]
    alone = drawn(judge, mutations, INSTEAD, [key[:2] for key in left])
    found |= alone
    left += alone
    for count, longer in ((len(left), SECOND * first), (best, runs)):
        left = left[:count]
        judge.fly([judge.base, *(found[key] for key in left)], longer)
        left.sort(key=lambda key: _order(judge, found[key]))
    rows = [_of(judge, key, plans) for key, plans in found.items()]
    rows.sort(key=lambda row: (-row.vp.runs, -row.decisive, -row.vp.mean))
    return [_of(judge, ("as it is", "", ""), judge.base), *rows]


def _order(judge: Judge, plans: Plans) -> tuple[float, float]:
    return -judge.beside(plans, "decisive").mean, -judge.beside(plans).mean


def _of(judge: Judge, key: Key, plans: Plans) -> TemplateTried:
    scores = tuple([flown["vp"] for flown in judge.flown[plans]])
    return TemplateTried(key, plans, judge.beside(plans), judge.beside(plans, "decisive").mean, scores)
