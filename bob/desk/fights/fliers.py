"""The pilots who fly in dogfights by cards for the persons and the officers, and think off the interface's thread."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

import bob.desk  # noqa: F401
from bob.desk.game.background import Background, Tell
from bob.dogfight.slot import Slot
from bob.errors import BobError
from bob.game import Choices
from bob.staff.fights import Pilots


class Cockpit(QObject):
    """The pilots of a session. One at a time thinks; what he decided is told after a pause in which it can be followed."""

    decided = Signal(str, object)
    """A seat and its order."""
    failed = Signal(object)
    """The exception that broke a pilot's thoughts off."""
    busy_changed = Signal(bool)

    def __init__(self, seed: str, parent: QObject, slot: Slot) -> None:
        super().__init__(parent)
        self.pace = 0
        """Milliseconds before a pilot's order is given."""
        self._seed, self._slot = seed, slot
        self._pilots = Pilots(seed, slot)
        self._staff = Background(self)
        self._staff.ready.connect(self._thought)
        self._ready: tuple[str, Any] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._give)

    @property
    def busy(self) -> bool:
        """Whether a pilot thinks, or has decided and not told."""
        return self._staff.busy or self._ready is not None

    def think(self, seat: str, view: Any, choices: Choices, name: str | None) -> None:
        """Let the pilot of that name, or the usual one, decide for a seat what its view and its choices call for."""
        pilots = self._pilots

        def work(_: Tell) -> Any:
            return pilots.answer(view, choices, name).order

        self._staff.start(seat, work)
        self.busy_changed.emit(True)

    def cancel(self) -> bool:
        """Break the thoughts off; nothing of them is given. Whether there were any."""
        was = self.busy
        self._staff.cancel()
        self._timer.stop()
        self._ready = None
        if was:
            self._pilots = Pilots(self._seed, self._slot)  # the thread may still hold the others
            self.busy_changed.emit(False)
        return was

    def stop(self) -> None:
        """Break the thoughts off and wait for their thread."""
        self._timer.stop()
        self._ready = None
        self._staff.stop()

    def _thought(self, seat: str, found: object) -> None:
        if isinstance(found, BaseException):
            self.busy_changed.emit(False)
            self.failed.emit(found)
            if not isinstance(found, BobError):
                raise found
            return
        self._ready = seat, found
        self._timer.start(self.pace)

    def _give(self) -> None:
        assert self._ready is not None
        seat, order = self._ready
        self._ready = None
        self.busy_changed.emit(False)
        self.decided.emit(seat, order)
