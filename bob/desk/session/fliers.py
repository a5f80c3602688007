"""The pilots who fly in dogfights for the persons and the officers, and think off the interface's thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

import bob.desk  # noqa: F401
from bob.core.errors import BobError
from bob.desk.base.widgets.background import Background
from bob.driver import Thought


class Cockpit(QObject):
    """The pilots of a session. One at a time thinks; a decision is given after a pause in which the player can follow it."""

    decided = Signal(object, object)
    """A thought and what came of it."""
    failed = Signal(object)
    """The exception that broke a pilot's thoughts off."""
    busy_changed = Signal(bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.pace = 0
        """Milliseconds before a pilot's order is given."""
        self._held = self._hastened = False
        self._staff = Background(self)
        self._staff.ready.connect(self._thought)
        self._thinks: Thought | None = None
        self._ready: tuple[Thought, object] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._give)

    @property
    def busy(self) -> bool:
        """Return whether a pilot is thinking, or a decision is waiting to be given."""
        return self._staff.busy or self._ready is not None

    def think(self, thought: Thought) -> None:
        """Let a pilot think."""
        self._thinks = thought
        self._staff.start(thought.seat, thought.think)
        self.busy_changed.emit(True)

    def cancel(self) -> bool:
        """Break the thoughts off; nothing of them is given. Whether there were any."""
        was = self.busy
        self._staff.cancel()
        self._timer.stop()
        self._ready = None
        if was:
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
        assert self._thinks is not None
        self._ready = self._thinks, found
        self._start()

    def _start(self) -> None:
        """Give the decision that is ready, after the pause."""
        if self._ready is not None and not self._held:
            self._timer.start(0 if self._hastened else self.pace)

    def hold(self, on: bool) -> None:
        """Give no more orders for as long as something else is to be read, or give them again."""
        was, self._held = self._held, on
        if on:
            self._timer.stop()
        elif was:
            self._start()

    def hasten(self, on: bool) -> None:
        """Give orders without a pause, the one that is ready too, or with it again."""
        self._hastened = on
        if on:
            self._start()

    def _give(self) -> None:
        assert self._ready is not None
        thought, found = self._ready
        self._ready = None
        self.busy_changed.emit(False)
        self.decided.emit(thought, found)
