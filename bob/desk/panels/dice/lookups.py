"""The rolls of a session that the seat at the screen may see, with the lookups behind them."""

from __future__ import annotations

from dataclasses import dataclass

from bob.core.dice import Roll
from bob.data.tables import Lookup
from bob.desk.session.session import DeskSession
from bob.driver.behind_rolls import AskedTables

HIDDEN = ("salt", "free")
"""Rolls that are never shown: the salt of the seals, the drawing of a free scenario."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll that the seat at the screen may see, with the number of its entry and the lookup behind it, if a table was asked."""

    number: int
    turn: int
    roll: Roll
    lookup: Lookup | None


class Lookups:
    """The visible rolls of a session, with their lookups, computed on demand and cached. For a game played elsewhere its host computes
    them: they come a little later, with a change of the session."""

    def __init__(self, session: DeskSession) -> None:
        self.session = session
        self._tables = AskedTables(session.world)

    def seen(self, *, lookups: bool = True, last: int | None = None) -> list[Thrown]:
        """Return the visible rolls, the oldest first; only those of the last `last` entries that have any, if given."""
        session = self.session
        heard = session.entries()
        chosen = [entry for entry in heard if any(roll.purpose not in HIDDEN for roll in entry.rolls)]
        if last is not None:
            chosen = chosen[-last:]
        found = []
        turns = self._turns(len(heard))
        for entry in chosen:
            made = self.of(entry.number) if lookups else {}
            whole = session.match.entries[entry.number].rolls
            for roll in entry.rolls:
                if roll.purpose not in HIDDEN:
                    at = next(i for i, other in enumerate(whole) if other is roll)
                    found.append(Thrown(entry.number, turns[entry.number], roll, made.get(at)))
        return found

    def _turns(self, count: int) -> list[int]:
        turn, found = 1, []
        for entry in self.session.match.entries[:count]:
            found.append(turn)
            turn = next((int(e.data["turn"]) for e in reversed(entry.events) if e.code == "turn"), turn)
        return found

    def of(self, number: int) -> dict[int, Lookup]:
        """Return the lookups of an entry by the place of their roll. Never raises for a whole record; empty for an entry without a
        lookup."""
        values = self.session.core.lookups_of(number)
        return dict(values) if values is not None else self._tables.of(self.session.truth(), number)
