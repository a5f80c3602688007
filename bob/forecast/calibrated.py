"""Days played many times beside history: the place of its figures among the runs, and the result of the test (OPS-B13, OPS-C10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.workers import Workers
from bob.forecast import AT_ONCE, Job, measure
from bob.forecast.history import LOSSES, AimedMedian, RecordedAspect, RecordedDay, RecordedHistory
from bob.forecast.measure import Spread

INSIDE, MIDDLE = (0.1, 0.9), (0.25, 0.75)
"""The shares of the runs that should enclose history: for three aspects in four, and for two in five."""
INSIDE_LEAST, MIDDLE_LEAST = 0.75, 0.4


@dataclass(frozen=True, slots=True)
class CalibratedAspect:
    """An aspect of a day: the historical figure, and the distribution of the runs."""

    recorded: RecordedAspect
    spread: Spread

    @property
    def near(self) -> bool:
        return self.spread.near(self.recorded.figure)

    @property
    def inside(self) -> bool:
        return self.spread.within(self.recorded.figure, *INSIDE)

    @property
    def middle(self) -> bool:
        return self.spread.within(self.recorded.figure, *MIDDLE)

    @property
    def tested(self) -> bool:
        """True for the test of losses; both its halves must hold (OPS-B13)."""
        return self.recorded.name in LOSSES and self.recorded.part is None

    @property
    def passes(self) -> bool:
        return self.near and self.inside

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs."""
        recorded, spread = self.recorded, self.spread
        return {
            "figure": recorded.name,
            "part": list(recorded.part) if recorded.part is not None else None,
            "history": [recorded.low, recorded.high],
            "true": recorded.figure,
            **quantiles_of(spread),
            "place": round(spread.place(recorded.figure), 3),
            "near": self.near,
            "within": self.inside,
            "middle": self.middle,
            "source": recorded.source,
        }


@dataclass(frozen=True, slots=True)
class AimedAspect:
    """The range aimed at for the median of an aspect, and the distribution of the runs."""

    aimed: AimedMedian
    spread: Spread

    @property
    def passes(self) -> bool:
        return self.aimed.least <= self.spread.at(0.5) <= self.aimed.most

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs."""
        aimed = self.aimed
        return {
            "figure": aimed.name,
            "rule": aimed.rule,
            "target": [aimed.least, aimed.most],
            **quantiles_of(self.spread),
            "passes": self.passes,
            "source": aimed.source,
        }


@dataclass(frozen=True, slots=True)
class CalibratedDay:
    """A day, its aspects, and the medians aimed at. Aspects that the day lacks are left out."""

    recorded: RecordedDay
    runs: int
    aspects: tuple[CalibratedAspect, ...]
    aims: tuple[AimedAspect, ...]


@dataclass(frozen=True, slots=True)
class CalibrationVerdict:
    """The number of aspects of some days that are in their range (OPS-C10.1)."""

    losses: int
    losses_passed: int
    aspects: int
    inside: int
    middle: int

    @classmethod
    def of(cls, days: Sequence[CalibratedDay]) -> CalibrationVerdict:
        found = [aspect for day in days for aspect in day.aspects]
        tested = [aspect for aspect in found if aspect.tested]
        return cls(len(tested), sum(a.passes for a in tested), len(found), sum(a.inside for a in found), sum(a.middle for a in found))

    @property
    def passes(self) -> bool:
        enough = self.inside >= INSIDE_LEAST * self.aspects and self.middle >= MIDDLE_LEAST * self.aspects
        return self.losses_passed == self.losses and enough


def quantiles_of(spread: Spread) -> dict[str, float]:
    """The shares of the runs that are shown."""
    return {f"{round(100 * share)}%": spread.at(share) for share in (0.1, 0.25, 0.5, 0.75, 0.9)}


def calibrate(
    history: RecordedHistory,
    scenarios: Sequence[str],
    runs: int,
    seed: str,
    officers: tuple[tuple[str, str], ...],
    workers: Workers,
) -> Iterator[CalibratedDay]:
    """Play the days of history with these scenarios so often by these officers, and hold each beside history as it ends."""
    days = [day for day in history.day if day.scenario in scenarios]
    results = workers.each(measure, [Job(day.scenario, f"{seed}/{i}", officers) for day in days for i in range(runs)], AT_ONCE)
    for day in days:
        played = [next(results) for _ in range(runs)]
        aspects = [CalibratedAspect(aspect, Spread.of(played, aspect.name, aspect.hours)) for aspect in day.aspect]
        aims = [AimedAspect(target, Spread.of(played, target.name)) for target in history.target]
        yield CalibratedDay(
            day,
            runs,
            tuple([aspect for aspect in aspects if aspect.spread.values]),
            tuple([aim for aim in aims if aim.spread.values]),
        )
