"""Work that takes its time, on a thread of its own while the interface goes on: an officer's thoughts, a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

import bob.desk  # noqa: F401

TellsProgress = Callable[[int, int], None]
"""Reports the progress of a work and its total. It raises BrokenOff when the work is cancelled."""


class BrokenOff(Exception):
    """The work was cancelled; its result is not needed any more."""


def no_progress(done: int, whole: int) -> None:
    """Ignore the progress."""


class Background(QObject):
    """Runs one work at a time on a thread of the pool and reports the result on the interface's thread."""

    ready = Signal(str, object)
    """The seat of a finished work, and its result: the exception when it failed."""
    progressed = Signal(int, int)
    """The progress of the work."""
    _back = Signal(int, str, object)
    _far = Signal(int, int, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._ticket = 0
        self.busy = False
        self.progress = (0, 0)
        """The progress of the work; a total of 0 while unknown."""
        self._back.connect(self._come)
        self._far.connect(self._heard)

    def start(self, seat: str, work: Callable[[TellsProgress], Any]) -> None:
        """Start a work for a seat. A former one is cancelled."""
        self._ticket += 1
        self.busy = True
        self.progress = (0, 0)
        ticket = self._ticket

        def tell(done: int, whole: int) -> None:
            if ticket != self._ticket:
                raise BrokenOff
            self._far.emit(ticket, done, whole)

        def run() -> None:
            found: object
            try:
                found = work(tell)
            except BrokenOff:
                return
            except Exception as error:  # reported on the interface's thread
                found = error
            self._back.emit(ticket, seat, found)

        self._pool.start(run)

    def cancel(self) -> bool:
        """Break the work off. Whether there was any."""
        was, self.busy = self.busy, False
        self._ticket += 1
        return was

    def stop(self) -> None:
        """Break the work off and wait until its thread has let go."""
        self.cancel()
        self._pool.waitForDone()

    def _heard(self, ticket: int, done: int, whole: int) -> None:
        if ticket == self._ticket and self.busy:
            self.progress = done, whole
            self.progressed.emit(done, whole)

    def _come(self, ticket: int, seat: str, found: object) -> None:
        if ticket == self._ticket:
            self.busy = False
            self.ready.emit(seat, found)
