"""How long each seat has thought over what it owes. An order that leaves the question as it was, one that is taken back, or news heard
meanwhile win nobody time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    """How far the log of the seat had come when it was looked at last."""
    moment: Any
    """What the answer is about, as the game says; None where each order is a question of its own."""
    since: float


@dataclass(slots=True)
class Clocks:
    """Since when each seat has been asked, by the host's clock. It is told what time it is."""

    now: float = 0.0
    _asked: dict[str, _Question] = field(default_factory=dict)

    def since(self, seat: str) -> float | None:
        """Since when a seat has owed the answer that it owes; None where it owes none."""
        found = self._asked.get(seat)
        return found.since if found is not None else None

    def look(self, asked: Mapping[str, int], moment: Callable[[str], Any]) -> dict[str, int]:
        """Take note of who is asked, with the number of his log; the seconds that each answer took that is owed no more."""
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
        """Begin anew: nobody has spent anything."""
        self._asked = {}
