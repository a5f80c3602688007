"""The tiers of the tests: which run when, what each test costs, and a failure told at once.

Every test is of one tier. `slow` is marked at the test: whole games, kills, goldens, floods, calibration, and what takes over 0.4 seconds
of the processor. Of the others, all in `tests/desk` are `desk`: widgets on no screen. The rest are `unit`. `smoke` marks the slow tests
that always run. `pytest` alone runs unit, desk and smoke; `BOB_WHOLE=1`, a file or test by its name, `-m` and `-k` choose from all tiers.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests import sources
from tests.sizes import WHOLE

DESK = Path(__file__).resolve().parent / "desk"
LIMIT = 2.0
"""Seconds of the processor that a test may take which is not slow: five times the mark, for a shared machine has hiccups."""
COSTS = {
    True: "All tiers, whole: 10 to 20 minutes on two quiet cores by their pace, 1,200 to 2,300 seconds of the processor.",
    False: "Unit, desk and the smoke of slow: 2½ to 4½ minutes on two quiet cores, 250 to 410 seconds of the processor; BOB_WHOLE=1: all.",
}
SLOWEST = 10

_NAMED = pytest.StashKey[bool]()
_QUICK = pytest.StashKey[bool]()
_BEGAN = pytest.StashKey[float]()


def processor() -> float:
    """Seconds that this process and its children that have ended took of the processor."""
    taken = os.times()
    return taken.user + taken.system + taken.children_user + taken.children_system


def pytest_configure(config: pytest.Config) -> None:
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    named = config.args_source is pytest.Config.ArgsSource.ARGS or config.option.markexpr or config.option.keyword
    config.stash[_NAMED] = bool(named)
    config.stash[_QUICK] = worker["quick"] if worker is not None else not (WHOLE or named)
    if worker is None:
        config.pluginmanager.register(Teller(config))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker is told what its own command line does not say."""
    node.workerinput["quick"] = node.config.stash[_QUICK]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: the garbage collector need not look through it while it grows."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every test its tier and leave out what does not run. Who reads the program's sources comes first: they are parsed once."""
    for item in items:
        if item.get_closest_marker("smoke"):
            item.add_marker("slow")
        elif not item.get_closest_marker("slow"):
            item.add_marker("desk" if item.path.is_relative_to(DESK) else "unit")
    if config.stash[_QUICK]:
        left_out = [item for item in items if "slow" in item.keywords and "smoke" not in item.keywords]
        items[:] = [item for item in items if "slow" not in item.keywords or "smoke" in item.keywords]
        config.hook.pytest_deselected(items=left_out)
    items.sort(key=lambda item: "sources" not in item.keywords)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[_BEGAN] = processor()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if "sources" in item.keywords and (nextitem is None or "sources" not in nextitem.keywords):
        sources.forget()


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a test cost goes with the report of its end. Where all run, one that is not slow fails if it costs too much; but for who reads
    the sources: the first of them parses for all."""
    report = yield
    if call.when == "teardown":
        cost = processor() - item.stash[_BEGAN]
        report.user_properties.append(("processor", cost))
        if WHOLE and cost > LIMIT and report.passed and not {"slow", "sources"} & set(item.keywords):
            report.outcome = "failed"
            report.longrepr = f"It took {cost:.1f} seconds of the processor: make it cheaper, or mark it slow."
    return report


class Teller:
    """What the person at the screen is told as it happens: how long it takes, each failure by its name, and at the end what cost most."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.costs: dict[str, float] = {}

    @property
    def screen(self) -> Any:
        return self.config.pluginmanager.getplugin("terminalreporter")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self) -> None:
        if not self.config.stash[_NAMED]:
            self.screen.write_line(COSTS[WHOLE])

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if cost := dict(report.user_properties).get("processor"):
            self.costs[report.nodeid] = cost  # type: ignore[assignment]
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            why = (crash.message if crash is not None else str(report.longrepr)).strip().partition("\n")[0]
            when = f" ({report.when})" if report.when in ("setup", "teardown") else ""
            self.screen.write_line(f"\nFAILED {report.nodeid}{when}: {why}", red=True)
            self.screen.flush()

    def pytest_terminal_summary(self) -> None:
        if not (WHOLE or self.config.stash[_QUICK]):
            return
        self.screen.write_line(f"The tests took {sum(self.costs.values()):.0f} seconds of the processor. The {SLOWEST} that took most:")
        for test, cost in sorted(self.costs.items(), key=lambda found: -found[1])[:SLOWEST]:
            self.screen.write_line(f"{cost:6.1f}  {test}")
