"""The officers' thread: one of them at a time thinks while the interface goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal


class Staff(QObject):
    """One officer at a time thinks on a thread of the pool; what he decided comes back to the interface's thread."""

    ready = Signal(str, object)
    _back = Signal(int, str, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._ticket = 0
        self.busy = False
        self._back.connect(self._come)

    def start(self, seat: str, work: Callable[[], list[Any]]) -> None:
        self._ticket += 1
        self.busy = True
        ticket = self._ticket

        def run() -> None:
            found: object
            try:
                found = work()
            except Exception as error:  # told on the interface's thread
                found = error
            self._back.emit(ticket, seat, found)

        self._pool.start(run)

    def cancel(self) -> bool:
        """Whether there was somebody to interrupt."""
        was, self.busy = self.busy, False
        self._ticket += 1
        return was

    def stop(self) -> None:
        self.cancel()
        self._pool.waitForDone()

    def _come(self, ticket: int, seat: str, found: object) -> None:
        if ticket == self._ticket:
            self.busy = False
            self.ready.emit(seat, found)
