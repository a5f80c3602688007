"""The hunt for a plan that beats the historical one: changes by chance, judged by ever more common seeds (successive halving)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from bob.core.dice import Stream
from bob.core.workers import Workers
from bob.day.scenarios.plan_files import plan_toml
from tools.search.judging import Judge, Plans
from tools.search.mutations import Mutations

RUNGS = ((24, 6), (8, 16), (3, 40))
"""The number of plans of a round that are flown, and the number of runs up to which."""
KEPT = 5
"""The plans from which a round goes on."""
LAST = 60
"""Runs by seeds that the search has not seen, for the verdict."""
FIGURES = ("bombing", "luftwaffe_lost", "bombers_lost", "raf_lost", "on_ground", "raids_met")


@dataclass(slots=True)
class Hunt:
    """A search under way: the plans found, each by the changes that led to it."""

    judge: Judge
    mutations: Mutations
    stream: Stream
    names: dict[Plans, str]

    def round(self, plans: list[Plans]) -> None:
        """Fly these plans, the better half of them longer, the best as long as may be."""
        for most, runs in RUNGS:
            plans = sorted(dict.fromkeys(plans), key=self.rank, reverse=True)[:most]
            self.judge.fly([self.judge.base, *plans], runs)

    def rank(self, plans: Plans) -> float:
        """The difference that a plan is sure to make, as far as it was flown."""
        if plans not in self.judge.flown:
            return 0.0
        found = self.judge.beside(plans)
        return found.difference - found.give / 2

    def best(self) -> list[Plans]:
        """The plans that were flown the longest rung, the best first."""
        longest = [plans for plans in self.names if len(self.judge.flown.get(plans, ())) >= RUNGS[-1][1]]
        return sorted(longest, key=self.rank, reverse=True)

    def offspring(self, count: int) -> list[Plans]:
        """Plans without a fault made by one to three changes of the best."""
        parents = [*self.best()[:KEPT], self.judge.base]
        made: list[Plans] = []
        for _ in range(40 * count):
            if len(made) == count:
                break
            parent = self.stream.choose(parents)
            plans, steps = parent, []
            for _ in range(1 + self.stream.below(3)):
                step, plans = self.mutations.changed(plans, self.stream)
                steps.append(step)
            fit = self.judge.mended(plans)
            if fit is not None and fit not in self.names:
                plans = fit
                self.names[plans] = f"{self.names[parent]} + {', '.join(steps)}"
                made.append(plans)
        return made


def hunt(day: str, minutes: float, seed: str, workers: Workers, out: Path) -> None:
    """Search a day so long, print its best plans beside the historical one, and keep them as files."""
    judge = Judge(day, seed, workers)
    found = Hunt(judge, Mutations(judge), Stream.of(seed, day), {judge.base: "historical"})
    end = time.monotonic() + 60 * minutes
    known = []
    for name, drawn in found.mutations.systematic():
        plans = judge.mended(drawn)
        if plans is not None and plans not in found.names:
            found.names[plans] = name
            known.append(plans)
        elif plans is None:
            print(f"{day}: not flown for its faults: {name}", flush=True)
    judge.fly([judge.base, *known], RUNGS[0][1])
    print(f"{day}: {len(known)} plans that anybody would try", flush=True)
    for plans in sorted(known, key=found.rank, reverse=True):
        print(_line(judge, plans, found.names[plans]), flush=True)
    found.round(known)
    rounds = 0
    while time.monotonic() < end:
        found.round(found.offspring(RUNGS[0][0]))
        rounds += 1
        best = found.best()[0]
        print(f"{day}: round {rounds}, {len(found.names)} plans: {_line(judge, best, found.names[best])}", flush=True)
    last = Judge(day, f"{seed}/last", workers)
    ends = [plans for plans in found.best() if plans != judge.base][:4]
    last.fly([last.base, *ends], LAST)
    print(f"{day}: the best by {LAST} runs of other seeds", flush=True)
    out.mkdir(parents=True, exist_ok=True)
    for i, plans in enumerate([last.base, *ends]):
        print(_line(last, plans, found.names[plans]), flush=True)
        if i:
            (out / f"{day}_{i}.toml").write_text(plan_toml(judge.world, judge.view, plans), "utf-8")


def _line(judge: Judge, plans: Plans, name: str) -> str:
    vp = judge.beside(plans)
    rest = ", ".join(
        f"{figure} {judge.beside(plans, figure).mean:.1f}" for figure in FIGURES if all(figure in f for f in judge.flown[plans])
    )
    return f"  VP {vp.mean:6.1f} ({vp.difference:+6.1f} ± {vp.give:4.1f}, {vp.runs} runs); {rest} | {name}"
