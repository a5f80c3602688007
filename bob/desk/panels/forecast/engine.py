"""Forecasts flown in the background: they grow, report from time to time, and are cancelled by another question. Finished days are
analysed in the same way."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

import bob.desk  # noqa: F401
from bob.core.match import Match
from bob.core.workers import Processes, Workers
from bob.forecast.asking import Forecast
from bob.forecast.looking_back import LookedBack, PlacedDay, WeighedPart, looked_back

AT_ONCE = 4
"""Days in one batch of a process: few, so that it is soon free for another plan."""
SEED = "1"
"""The seed of the analysis of a finished day: the same figures every time."""
FIRST, GROWTH = 4, 1.4
"""Days before the first report, which two cores fly in half a second even for the longest day, and the growth from one report to the
next."""


CLUSTER_PATIENCE = 6.0
"""For how many seconds the cluster of the settings is waited for."""


def modest_processes() -> Workers:
    """Return as many processes as there are cores, at the lowest priority."""
    return Processes(multiprocessing.cpu_count(), modest=True)


def workers_at(address: str) -> Workers:
    """Return the workers of the cluster at an address; of this machine without one. Raises UsageError for an unknown cluster."""
    if not address:
        return modest_processes()
    from bob.core.cluster import Cluster

    return Cluster(address, CLUSTER_PATIENCE)


def _echo(number: int) -> int:
    """Return the number: a proof that the process is ready, with all data for a flight."""
    from bob.forecast import simulated_day

    assert simulated_day is not None
    return number


class ForecastEngine(QObject):
    """One forecast at a time. The results in `grew` belong to the last question."""

    grew = Signal(object)
    """The forecast, with more days than before; it does not change any more."""
    done = Signal()
    """All requested days have been flown."""
    failed = Signal(object)
    """The error that ended the forecast."""
    looked = Signal(object)
    """The place of the analysed day, a part of it, or the whole at the end."""
    _come = Signal(int, object)

    usual: Callable[[str], Workers] = staticmethod(workers_at)
    """Makes workers for the address of a cluster, or for none."""

    def __init__(self, parent: QObject, make: Callable[[], Workers] | None = None) -> None:
        super().__init__(parent)
        self.make = make if make is not None else partial(type(self).usual, "")
        """Makes the workers; called on a separate thread, for a cluster can take a while."""
        self.workers: Workers | None = None
        """The workers, from the first question on."""
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._ticket = 0
        self.busy = False
        self._come.connect(self._heard)

    def ask(self, found: Forecast, runs: int) -> None:
        """Let a forecast grow to `runs` days. The previous question is cancelled."""
        self._begin(partial(self._grown, found, runs))

    def look_back(self, match: Match[Any], runs: int) -> None:
        """Weigh the parts of a finished day. The previous question is cancelled."""
        self._begin(lambda workers: looked_back(match, runs, SEED, workers))

    def warm(self) -> None:
        """Prepare the workers before any question."""
        if not self.busy and self.workers is None:
            self._begin(lambda workers: (None for _ in workers.each(_echo, range(workers.count), 1)))

    def forget_workers(self) -> None:
        """Release the workers; the next question makes new ones."""
        self.close()

    def _begin(self, work: Callable[[Workers], Iterator[object]]) -> None:
        """Do some work on the thread; report its results except None."""
        self.stop()
        self.busy = True
        ticket = self._ticket

        def run() -> None:
            if ticket != self._ticket:  # replaced or cancelled before its turn
                return
            try:
                if self.workers is None:
                    self.workers = self.make()
                for found in work(self.workers):
                    if ticket != self._ticket:
                        return
                    if found is not None:
                        self._come.emit(ticket, found)
                self._come.emit(ticket, None)
            except Exception as error:  # reported on the interface's thread
                self._come.emit(ticket, error)

        self._pool.start(run)

    @staticmethod
    def _grown(found: Forecast, runs: int, workers: Workers) -> Iterator[object]:
        """The forecast now and then, as it grows; nothing in between."""
        figure = FIRST if len(found.days) < FIRST else round(GROWTH * len(found.days))
        for until, at_once in ((min(FIRST, runs), 1), (runs, AT_ONCE)):  # the first ones one by one, without waiting for a batch
            for number in found.grow(until, workers, at_once=at_once):
                if number < figure and number != runs:
                    yield None
                    continue
                figure = max(number + 1, round(GROWTH * number))
                grown = Forecast(found.asked, found.days.copy())
                grown.answer  # noqa: B018 - reckoned here, the interface's thread has a table to draw
                yield grown

    def stop(self) -> None:
        """Cancel the current question."""
        self._ticket += 1
        self.busy = False

    def close(self) -> None:
        """Cancel, release the workers, and wait for the thread to release them: closing the desk waits for no flight of a day."""
        self.stop()
        if self.workers is not None:
            self.workers.close()
        self._pool.waitForDone()
        if self.workers is not None:
            self.workers.close()
            self.workers = None

    def _heard(self, ticket: int, found: object) -> None:
        if ticket != self._ticket:
            return
        if isinstance(found, Forecast):
            self.grew.emit(found)
            return
        if isinstance(found, PlacedDay | WeighedPart | LookedBack):
            self.looked.emit(found)
            return
        self.busy = False
        if found is None:
            self.done.emit()
        else:
            self.failed.emit(found)
