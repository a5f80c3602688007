"""Fighter Command led in other ways, by common seeds (OPS-D4.10)."""

from __future__ import annotations

from bob.core.workers import Workers
from bob.forecast import AT_ONCE
from bob.forecast.anchored import AS_IT_IS, AnchorJob, flown

ASKED = (
    AS_IT_IS, "never_scramble", "all_out", "wings_always", "refuse_all", "leave_sweeps", "twice_as_many", "half_as_many",
)  # fmt: skip
FIGURES = ("vp", "bombing", "luftwaffe_lost", "bombers_lost", "raf_lost", "raids_met")
HEADS = ["doctrine", *FIGURES]


def tried(day: str, runs: int, seed: str, workers: Workers) -> list[list[str]]:
    """Each doctrine and the means of its figures over so many runs, with half the 95 % interval of the points beside Park's."""
    jobs = [AnchorJob(day, name, f"{seed}/{i}") for name in ASKED for i in range(runs)]
    results = workers.each(flown, jobs, AT_ONCE)
    rows = []
    for name in ASKED:
        played = [next(results) for _ in range(runs)]
        means = [[day[figure] for day in played if figure in day] for figure in FIGURES]
        rows.append([name, *(f"{sum(values) / len(values):.1f}" if values else "–" for values in means)])
    return rows
