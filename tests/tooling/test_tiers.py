"""The tiers: what runs when, what a test may cost, and a failure told before the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import tiers

TESTS = """
import pytest

def test_pure(): pass

@pytest.mark.slow
def test_long(): pass

@pytest.mark.slow
@pytest.mark.parametrize("way", ["there", pytest.param("back", marks=pytest.mark.smoke)])
def test_smoke(way): pass

def test_broken(): assert 1 == 2, "one is not two"

def test_last(): pass
"""
DEAR = """
import pytest, time

def spend():
    begun = time.process_time()
    while time.process_time() < begun + 0.1: pass

def test_dear(): spend()

@pytest.mark.slow
def test_slow(): spend()
"""
DEAD = """
import os

def test_dead(): os._exit(1)

def test_next(): pass
"""
Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs tests in a folder of their own, some as the README's command does, some whole."""

    def ran(tests: str, *args: str, whole: bool = False, limit: float = tiers.LIMIT) -> pytest.RunResult:
        monkeypatch.setattr(tiers, "WHOLE", whole)
        monkeypatch.setattr(tiers, "LIMIT", limit)
        monkeypatch.setattr(tiers, "DESK", pytester.path / "desk")
        for folder in ("desk", "here"):
            pytester.mkdir(folder).joinpath(f"test_{folder}.py").write_text(tests, "utf-8")
        (pytester.path / "desk" / "test_desk.py").write_text("def test_shown(): pass\n", "utf-8")
        (pytester.path / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow\n  smoke\n  desk\n  unit\ntestpaths = desk here\n", "utf-8")
        return pytester.runpytest_inprocess("-p", "tests.tiers", "-p", "no:cacheprovider", "-p", "no:pytest-qt", *args)

    return ran


def ran(result: pytest.RunResult) -> set[str]:
    """The tests that ran."""
    lines = [line.split()[0] for line in result.outlines if " PASSED" in line or " FAILED" in line]
    return {name.partition("::test_")[2] for name in lines}


@pytest.mark.parametrize(
    ("args", "whole", "wanted"),
    [
        ((), False, {"pure", "smoke[back]", "broken", "last", "shown"}),
        ((), True, {"pure", "long", "smoke[there]", "smoke[back]", "broken", "last", "shown"}),
        (("-m", "unit"), False, {"pure", "broken", "last"}),
        (("-m", "desk"), False, {"shown"}),
        (("-m", "slow"), False, {"long", "smoke[there]", "smoke[back]"}),
        (("-m", "smoke"), False, {"smoke[back]"}),
        (("here",), False, {"pure", "long", "smoke[there]", "smoke[back]", "broken", "last"}),
        (("-k", "long"), False, {"long"}),
    ],
)
def test_each_tier_runs_when_it_is_asked_for(run: Run, args: tuple[str, ...], whole: bool, wanted: set[str]) -> None:
    assert ran(run(TESTS, "-v", *args, whole=whole)) == wanted


@pytest.mark.parametrize("whole", [False, True])
def test_it_says_at_the_start_how_long_it_takes_and_at_the_end_what_took_most(run: Run, whole: bool) -> None:
    lines = run(TESTS, whole=whole).outlines
    begun = next(i for i, line in enumerate(lines) if line == tiers.COSTS[whole])
    most = next(i for i, line in enumerate(lines) if line.endswith("that took most:"))
    assert begun < next(i for i, line in enumerate(lines) if "test_desk.py" in line) < most


def test_a_failure_is_named_before_the_tests_go_on(run: Run) -> None:
    lines = run(TESTS, "-v", whole=True).outlines
    failed = next(
        i for i, line in enumerate(lines) if line.startswith("FAILED here/test_here.py::test_broken: AssertionError: one is not two")
    )
    assert failed < next(i for i, line in enumerate(lines) if "test_last" in line)


@pytest.mark.parametrize("whole", [False, True])
def test_where_all_run_a_dear_test_that_is_not_slow_fails(run: Run, whole: bool) -> None:
    result = run(DEAR, "here", whole=whole, limit=0.05)
    result.assert_outcomes(passed=2, errors=int(whole))
    assert any(line.startswith("FAILED here/test_here.py::test_dear (teardown): It took 0.") for line in result.outlines) == whole


@pytest.mark.slow
def test_a_worker_that_dies_is_told_with_what_it_ran(run: Run) -> None:
    lines = run(DEAD, "-n", "1", "--max-worker-restart", "1").outlines
    failed = next(i for i, line in enumerate(lines) if line.startswith("FAILED here/test_here.py::test_dead: worker 'gw0' crashed"))
    assert failed < next(i for i, line in enumerate(lines) if "= FAILURES =" in line)
