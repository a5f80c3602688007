"""Rate limits: wrong codes by address, messages by member."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

_MOST_KNOWN = 20_000


@dataclass(slots=True)
class _Purse:
    left: float
    at: float


class Allowance:
    """A rate limit by name: a burst, and a refill for each second. Names long unused are forgotten."""

    def __init__(self, at_once: float, per_second: float) -> None:
        self.at_once = at_once
        self.per_second = per_second
        self._purses: OrderedDict[str, _Purse] = OrderedDict()

    def left(self, name: str, now: float) -> float:
        """Return the number of tries left to a name."""
        purse = self._purses.get(name)
        return self.at_once if purse is None else min(self.at_once, purse.left + (now - purse.at) * self.per_second)

    def take(self, name: str, now: float) -> bool:
        """Take one; whether there was one."""
        left = self.left(name, now)
        taken = left >= 1
        self._purses[name] = _Purse(left - taken, now)
        self._purses.move_to_end(name)
        while len(self._purses) > _MOST_KNOWN:
            self._purses.popitem(last=False)
        return taken
