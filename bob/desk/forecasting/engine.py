"""Forecasts flown in the background: they grow, are told now and then, and are broken off when something else is asked."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable

from PySide6.QtCore import QObject, QThreadPool, Signal

import bob.desk  # noqa: F401
from bob.forecast.asking import Forecast
from bob.workers import Processes, Workers

AT_ONCE = 4
"""How many days a process is given at once: few, so that it is free at once for another plan."""
FIRST, GROWTH = 8, 1.4
"""After how many days something is told first, and how much more must be known each time."""


def modest_processes() -> Workers:
    """As many processes as there are cores, each behind everything else that the machine does."""
    return Processes(multiprocessing.cpu_count(), modest=True)


class ForecastEngine(QObject):
    """One forecast at a time. What `grew` tells of belongs to the forecast that was asked last."""

    grew = Signal(object)
    """The forecast, with more days than before; nobody adds any to it."""
    done = Signal()
    """As many days as were asked for have been flown."""
    failed = Signal(object)
    """The error for which no more days are flown."""
    _come = Signal(int, object)

    usual: Callable[[], Workers] = staticmethod(modest_processes)
    """How workers are made unless it is said."""

    def __init__(self, parent: QObject, make: Callable[[], Workers] | None = None) -> None:
        super().__init__(parent)
        self._make = make if make is not None else type(self).usual
        self.workers: Workers | None = None
        """Who flies, from the first question on."""
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._ticket = 0
        self.busy = False
        self._come.connect(self._heard)

    def ask(self, found: Forecast, runs: int) -> None:
        """Let a forecast grow to so many days. What was asked before is broken off."""
        self.stop()
        self.busy = True
        if self.workers is None:
            self.workers = self._make()
        ticket, workers = self._ticket, self.workers

        def run() -> None:
            told = FIRST if len(found.days) < FIRST else round(GROWTH * len(found.days))
            try:
                for number in found.grow(runs, workers, at_once=AT_ONCE):
                    if ticket != self._ticket:
                        return
                    if number >= told or number == runs:
                        told = max(number + 1, round(GROWTH * number))
                        self._come.emit(ticket, Forecast(found.asked, list(found.days)))
                self._come.emit(ticket, None)
            except Exception as error:  # told on the interface's thread
                self._come.emit(ticket, error)

        self._pool.start(run)

    def stop(self) -> None:
        """Break off what was asked."""
        self._ticket += 1
        self.busy = False

    def close(self) -> None:
        """Break off, wait until the thread has let go, and let the workers go."""
        self.stop()
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
        self.busy = False
        if found is None:
            self.done.emit()
        else:
            self.failed.emit(found)
