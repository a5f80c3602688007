"""The reachable hexes of an aircraft, computed off the interface's thread and cached for the current view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from bob.desk.base.widgets.background import Background, TellsProgress
from bob.tactical.hexes import hints
from bob.tactical.hexes.rules.courses import Way
from bob.tactical.hexes.view import HexTableView


class Reaches(QObject):
    """The ways of the aircraft of one view."""

    ready = Signal(int)
    """The ways of an aircraft are known, or more of them are."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view: HexTableView | None = None
        self._found: dict[int, list[Way]] = {}
        self._whole: set[int] = set()
        self._wanted = -1
        self._at_work = Background(self)
        self._at_work.ready.connect(self._come)

    def show_view(self, view: HexTableView | None) -> None:
        """Drop the results of another view."""
        if view is self._view:
            return
        self._view = view
        self._found, self._whole, self._wanted = {}, set(), -1
        self._at_work.cancel()

    def ways(self, number: int) -> list[Way] | None:
        """The ways that are known of an aircraft, cheapest first; None, and `ready` when they are, while nothing is."""
        view = self._view
        if view is None or not 0 <= number < len(view.aircraft):
            return None
        if number not in self._whole and self._wanted != number:
            self._wanted = number
            self._start(view, number, number in self._found or not _takes_long(view))
        return self._found.get(number)

    @property
    def busy(self) -> bool:
        return self._at_work.busy

    def stop(self) -> None:
        """Break off, and wait for the thread."""
        self._at_work.stop()

    def _start(self, view: HexTableView, number: int, whole: bool) -> None:
        self._at_work.start(f"{number}/{whole:d}", _work(view, number, whole))

    def _come(self, what: str, found: object) -> None:
        if isinstance(found, BaseException):
            raise found
        view = self._view
        number, whole = (int(part) for part in what.split("/"))
        if view is None or not isinstance(found, list):
            return
        self._found[number] = found
        self._wanted = -1
        if whole:
            self._whole.add(number)
        else:
            self._wanted = number
            self._start(view, number, True)
        self.ready.emit(number)


def _takes_long(view: HexTableView) -> bool:
    """Return whether the ways with manoeuvres take long enough to compute those without first."""
    return view.terms.altimeter


def _work(view: HexTableView, number: int, whole: bool) -> Callable[[TellsProgress], list[Way]]:
    def work(tell: TellsProgress) -> list[Way]:
        tell(0, 1)
        return hints.ways(view, number, manoeuvres=whole)

    return work
