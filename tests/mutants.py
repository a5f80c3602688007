"""Mutants: small faults put into functions one after another, and whether a test notices. By hand, not in CI:

    python -m tests.mutants bob/day --sample 200 --seed 1
    python -m tests.mutants bob/day/state/groups.py --tests tests/operations,tests/staff

The tests run once, and it is noted which statements each runs; that is kept as long as no file changes. A sample of mutants is drawn by
the seed. For each the process forks, the function's code is exchanged in the child, what was reckoned before is forgotten, and the tests
that run its statement follow, the quickest of each file first, until one fails or `--budget` seconds of them have passed: then the mutant
is alive, and is told with its place and what was changed. One in what runs while the tests are collected is put into a process of its
own. A mutant may be alive because it changes nothing that matters: those that were judged so stand in `equivalents.toml`, each with its
reason, and are counted by themselves.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from bob.core.dice import Stream
from bob.day.state.world import World
from tests.faults import ROOT, Mutant, mutants, note_statements, put_in
from tests.sizes import WHOLE

TESTS = ",".join(
    (
        *("tests/operations", "tests/staff", "tests/report/test_telling.py", "tests/report/test_refusal_words.py"),
        *("tests/data/test_operations_effects.py", "tests/test_golden_saves.py", "tests/test_golden_days.py"),
    )
)
COLLECTED = "collected"
"""Under which is noted what runs while the tests are collected."""
SOURCES = ("bob", "maps", "tables", "tests")
EQUIVALENTS = ROOT / "tests" / "equivalents.toml"
PYTEST = ("-n", "0", "-q", "-p", "no:cacheprovider", "--no-header", "--no-summary")


@dataclass(slots=True)
class Recorded:
    """What the tests run: the seconds of each by its name, and by each statement who runs it."""

    seconds: dict[str, float] = field(default_factory=dict)
    ran_by: dict[str, list[str]] = field(default_factory=dict)
    collected: list[str] = field(default_factory=list)

    def packed(self) -> tuple[dict[str, float], dict[str, list[int]], list[str]]:
        """As it is kept: who runs a statement by the numbers of the tests."""
        numbers = {test: i for i, test in enumerate(self.seconds)}
        return self.seconds, {place: [numbers[test] for test in tests] for place, tests in self.ran_by.items()}, self.collected

    @classmethod
    def unpacked(cls, seconds: dict[str, float], ran_by: dict[str, list[int]], collected: list[str]) -> Recorded:
        tests = list(seconds)
        return cls(seconds, {place: [tests[i] for i in numbers] for place, numbers in ran_by.items()}, collected)

    def of(self, mutant: Mutant, budget: float) -> list[str]:
        """The tests that run a mutant's statement, the quickest of each file first, then all by their time, so many seconds of them; one
        at least."""
        tests = sorted(self.ran_by.get(mutant.place, ()), key=lambda t: (self.seconds[t], t))
        first: dict[str, str] = {}
        for test in tests:
            first.setdefault(test.partition("::")[0], test)
        quickest = set(first.values())
        ranked = sorted((test not in quickest, self.seconds[test], test) for test in tests)
        total, found = 0.0, []
        for _, seconds, test in ranked:
            total += seconds
            if found and total > budget:
                break
            found.append(test)
        return found


class Recording:
    """The plugin that runs the collected tests once and notes what each runs."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.found = Recorded()
        self._noted: set[str] = set()
        for path in files:
            note_statements(path, self._noted.add)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.found.collected = sorted(self._noted)
        for i, item in enumerate(session.items):
            self._noted.clear()
            _forget()
            begun = time.process_time()
            # The next item is always one of the session, so that what the session shares stays.
            reports = runtestprotocol(item, log=False, nextitem=session.items[(i + 1) % len(session.items)])
            if any(report.failed for report in reports):
                print(f"fails without any mutant, left out: {item.nodeid}", flush=True)
                continue
            self.found.seconds[item.nodeid] = time.process_time() - begun
            for statement in sorted(self._noted):
                self.found.ran_by.setdefault(statement, []).append(item.nodeid)
        return True


class Mutating:
    """The plugin that runs the tests against the mutants of a sample."""

    def __init__(self, sample: list[Mutant], recorded: Recorded, budget: float) -> None:
        self.sample, self.recorded, self.budget = sample, recorded, budget
        self.alive: list[Mutant] = []
        self.unrun = 0
        self.done = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        self._warm(items)
        every = sorted({test for mutant in self.sample for test in self.recorded.of(mutant, 0.1)})
        if not self._passes([items[test] for test in every], None):
            raise SystemExit("without any mutant a test fails that passed before: the run would tell nothing")
        for i, mutant in enumerate(self.sample):
            if i % 25 == 0:
                print(f"{i} of {len(self.sample)} tried, {len(self.alive)} alive", flush=True)
            tests = self.recorded.of(mutant, self.budget)
            if mutant.place in self.recorded.collected:
                unnoticed = _alone(mutant, tests)
            else:
                unnoticed = self._passes([items[test] for test in tests], mutant)
            if unnoticed:
                self.unrun += not tests
                self.alive.append(mutant)
                print(f"alive{'' if tests else ', run by no test'}: {mutant}", flush=True)
        self.done = True
        return True

    def _warm(self, items: dict[str, pytest.Item]) -> None:
        """Run the quickest test of each file, so that what all share is there."""
        quickest: dict[Path, str] = {}
        for test in sorted(self.recorded.seconds, key=lambda t: self.recorded.seconds[t]):
            quickest.setdefault(items[test].path, test)
        for test in quickest.values():
            runtestprotocol(items[test], log=False, nextitem=_Nothing(items[test].session))  # type: ignore[arg-type]

    def _passes(self, tests: list[pytest.Item], mutant: Mutant | None) -> bool:
        """Whether a child in which the mutant is passes the tests; one that takes far too long has gone wrong."""
        until = time.monotonic() + 30 + 20 * sum(self.recorded.seconds[test.nodeid] for test in tests)
        pid = os.fork()
        if pid == 0:
            _child(mutant, tests)
        while time.monotonic() < until:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                return status == 0
            time.sleep(0.005)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return False


class _Nothing:
    """A next test that has nothing in common with the last but the session."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session

    def listchain(self) -> list[pytest.Session]:
        return [self.session]


def _forget() -> None:
    """Forget what the tests and the tested have kept, but for the world: it is built while the tests are collected. What it has kept of
    ways and sights since then goes."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("bob.day.", "bob.staff.", "tests.", "test_")) and name not in KEPT:
            for found in vars(module).values():
                if isinstance(found, functools._lru_cache_wrapper) and found.__module__ not in KEPT:
                    found.cache_clear()
                if isinstance(found, World):
                    for memo in (found.chains, found.ways_out, found.lanes, found._seeing, found._mobile, found._posted):
                        memo.clear()


KEPT = ("bob.day.state.world", "bob.day.scenarios.scenario_files", "tests.sources", "tests.faults")


def _child(mutant: Mutant | None, tests: list[pytest.Item]) -> None:
    """Put the mutant in and run the tests: 0 when none noticed, else 1. Never returns."""
    status = 1
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    with contextlib.suppress(BaseException):
        _forget()
        if mutant is not None:
            put_in(mutant)
        status = 0
        for i, item in enumerate(tests):
            following: Any = tests[i + 1] if i + 1 < len(tests) else _Nothing(item.session)
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                status = 1
                break
    os._exit(status)


def _alone(mutant: Mutant, tests: list[str]) -> bool:
    """Whether a process of its own, in which the mutant is from the beginning, passes the tests; collecting them is one."""
    chosen = tests or ["tests/operations/scenarios/test_day_world.py"]
    asked = json.dumps([str(mutant.path), mutant.number, chosen])
    command = [sys.executable, "-c", "import sys; from tests.mutants import alone; alone(sys.argv[1])", asked]
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def alone(asked: str) -> None:
    """What such a process does."""
    path, number, tests = json.loads(asked)
    put_in(mutants(Path(path))[number])
    sys.exit(pytest.main([*PYTEST, "-x", *tests]))


# ---- what is kept


def _digest(asked: str) -> str:
    """A digest of all files that the tests can depend on, and of what is asked."""
    found = hashlib.sha256(asked.encode())
    for name in SOURCES:
        for path in sorted((ROOT / name).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:24]


def recorded(files: list[Path], tests: str) -> Recorded:
    """What the tests run of the files: as it was kept, or recorded now by a process of its own."""
    kept = Path(tempfile.gettempdir()) / f"bob-mutants-{_digest(f'{sorted(map(str, files))} {tests} {WHOLE}')}.json"
    if not kept.exists():
        pid = os.fork()
        if pid == 0:
            plugin = Recording(files)
            pytest.main([*PYTEST, *tests.split(",")], plugins=[plugin])
            found = plugin.found
            if not found.seconds:
                os._exit(1)
            written = kept.with_suffix(f".{os.getpid()}")
            written.write_text(json.dumps(found.packed()), "utf-8")
            written.rename(kept)
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(pid, 0)
    if not kept.exists():
        raise SystemExit("the tests could not be run")
    return Recorded.unpacked(*json.loads(kept.read_text("utf-8")))


def equivalents() -> dict[str, str]:
    """The mutants that were judged to change nothing that matters, by their telling without the line, each with its reason."""
    return {key: str(why) for key, why in tomllib.loads(EQUIVALENTS.read_text("utf-8")).items()}


def key_of(mutant: Mutant) -> str:
    """A mutant's telling without the line."""
    head, _, rest = str(mutant).partition(" ")
    return f"{head.rpartition(':')[0]} {rest}"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Put small faults in and see whether a test notices.")
    parser.add_argument("path", nargs="+", help="a file or folder of sources")
    parser.add_argument("--tests", default=TESTS, help="folders and files of tests, with commas between")
    parser.add_argument("--sample", type=int, default=100, help="how many mutants; 0: all")
    parser.add_argument("--seed", default="1940")
    parser.add_argument("--only", action="append", default=[], help="of the sample only those that are told by this; may be given again")
    parser.add_argument("--budget", type=float, default=20.0, help="seconds of tests for each mutant")
    args = parser.parse_args(argv)
    files = [f for name in args.path for f in (sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name])]
    every = [mutant for path in files for mutant in mutants(path)]
    Stream.of(args.seed, "mutants").shuffle(every)
    chosen = every[: args.sample or len(every)]
    chosen = [m for m in chosen if not args.only or any(part in str(m) for part in args.only)]
    plugin = Mutating(chosen, recorded(files, args.tests), args.budget)
    pytest.main([*PYTEST, *args.tests.split(",")], plugins=[plugin])
    if not plugin.done:
        raise SystemExit("the tests could not be run against the mutants")
    judged = equivalents()
    equal = [mutant for mutant in plugin.alive if key_of(mutant) in judged]
    for mutant in equal:
        print(f"judged to change nothing that matters: {mutant}: {judged[key_of(mutant)]}")
    live = len(plugin.alive) - len(equal)
    print(f"{len(chosen)} of {len(every)} mutants: {len(chosen) - len(plugin.alive)} noticed, {live} alive", end=" ")
    print(f"({100 * live / max(1, len(chosen)):.0f} %), {plugin.unrun} of them in statements that no test runs;", end=" ")
    print(f"{len(equal)} more change nothing that matters", flush=True)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
