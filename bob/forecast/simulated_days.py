"""Flown days as they are kept: the last ones as they are, those before them packed, so that a hundred thousand take little room."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator

from bob.forecast.fates import DayFate

TOGETHER = 500
"""Number of days packed together."""


class FlownDays:
    """Days in the order of their numbers, to be read one after another; none is ever removed."""

    __slots__ = ("_last", "_packed")

    def __init__(self, days: Iterable[DayFate] = ()) -> None:
        self._packed: list[bytes] = []
        self._last: list[DayFate] = []
        self.extend(days)

    def __len__(self) -> int:
        return TOGETHER * len(self._packed) + len(self._last)

    def __iter__(self) -> Iterator[DayFate]:
        for packed in self._packed:
            yield from pickle.loads(zlib.decompress(packed))  # its own bytes: they were never out of this process
        yield from self._last

    def append(self, day: DayFate) -> None:
        """Add a day."""
        self._last.append(day)
        if len(self._last) == TOGETHER:
            self._packed.append(zlib.compress(pickle.dumps(self._last), 1))
            self._last = []

    def extend(self, days: Iterable[DayFate]) -> None:
        """More, in order."""
        for day in days:
            self.append(day)

    def copy(self) -> FlownDays:
        """The same days, to which others may be added than to these."""
        made = FlownDays()
        made._packed, made._last = list(self._packed), list(self._last)
        return made
