"""The time that each seat has spent on its present question. An order that leaves the question as it was, an order taken back, or news
in the meantime win no time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    """The length of the seat's log at the last look."""
    moment: Any
    """The subject of the answer, as the game defines it; None where each order is a question of its own."""
    since: float


@dataclass(slots=True)
class Clocks:
    """The time at which each seat was asked, by the host's clock; the caller sets `now`."""

    now: float = 0.0
    _asked: dict[str, _Question] = field(default_factory=dict)

    def since(self, seat: str) -> float | None:
        """Return the time since which a seat has owed its present answer; None where it owes none."""
        found = self._asked.get(seat)
        return found.since if found is not None else None

    def look(self, asked: Mapping[str, int], moment: Callable[[str], Any]) -> dict[str, int]:
        """Note the seats that are asked, with the number of their logs; return the seconds spent by each seat whose question is
        answered."""
        before, self._asked = self._asked, {}
        for seat, number in asked.items():
            known = before.get(seat)
            if known is not None and known.number == number:
                self._asked[seat] = known
                continue
            about = moment(seat)
            same = known is not None and about is not None and about == known.moment
            self._asked[seat] = _Question(number, about, known.since if known is not None and same else self.now)
        past = {seat: known for seat, known in before.items() if seat not in self._asked or self._asked[seat].since != known.since}
        return {seat: spent for seat, known in past.items() if (spent := round(self.now - known.since)) > 0}

    def clear(self) -> None:
        """Restart the clocks of all seats."""
        self._asked = {}
