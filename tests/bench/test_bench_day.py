"""How fast a day by staff officers is: `pytest tests/bench/test_bench_day.py --benchmark-enable -n 0 -s`. In time of the processor."""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bob.forecast import Job, run

OFFICERS = (("luftwaffe", "kesselring"), ("raf", "park"))


@pytest.mark.parametrize("scenario", ["18_august_1940", "15_september_1940"])
def test_a_day_by_officers(benchmark: BenchmarkFixture, scenario: str) -> None:
    """It should take less than 0.25 s on a quiet machine; the least of some turns is told, since others may be at work on it."""
    taken: list[float] = []

    def day() -> None:
        start = time.process_time()
        assert run(Job(scenario, "bench", OFFICERS))["outcome"] is not None
        taken.append(time.process_time() - start)

    benchmark.pedantic(day, rounds=8, warmup_rounds=1)
    print(f"\n{scenario}: {min(taken):.3f} s")
