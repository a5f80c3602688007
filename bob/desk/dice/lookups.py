"""The lookups behind the rolls of a game: the record has the faces; the tables tell once more what they made of them.

An entry is carried out again on a position of its own with its recorded dice and with tables that write down what is asked of them.
Only the lookups of rolls that the seat at the screen may see are handed out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from bob.desk.game.session import Session
from bob.dice import Dice, Roll, ScriptedDice
from bob.errors import BobError
from bob.operations.day import OperationalDay
from bob.tables import ListTable, Lookup, Table, Tables

HIDDEN = ("salt", "free")
"""Rolls that are nobody's business: the salt of the seals, the drawing of a free scenario."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll that the seat at the screen may see, with the number of its entry and the lookup behind it, if a table was asked."""

    number: int
    turn: int
    roll: Roll
    lookup: Lookup | None


@dataclass(slots=True)
class _Notes:
    """What the tables wrote down: by the place of the roll in the ledger."""

    found: dict[int, Lookup]


class _Telling(Table):
    """A table that writes its lookups down."""

    heard: _Notes

    def roll(self, dice: Dice, /, readings: Mapping[str, str] | None = None, by: str | None = None, **given: object) -> Lookup:
        at = len(dice.ledger.rolls)
        found = Table.roll(self, dice, readings, by, **given)
        self.heard.found[at] = found
        return found


class _Tables(Tables):
    """The tables of a world, each telling."""

    def __init__(self, tables: Tables, notes: _Notes) -> None:
        super().__init__()
        self._tables = tables
        self._notes = notes
        self._made: dict[str, Table | ListTable] = {}

    def __getitem__(self, name: str) -> Table | ListTable:
        if name not in self._made:
            table = self._tables[name]
            if isinstance(table, Table):
                told = _Telling(**{f.name: getattr(table, f.name) for f in fields(table)})
                object.__setattr__(told, "heard", self._notes)
                self._made[name] = told
            else:
                self._made[name] = table
        return self._made[name]


class Lookups:
    """The rolls of a session that may be seen, with their lookups, worked out as they are asked for and kept."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._notes = _Notes({})
        self._game = OperationalDay(replace(session.world, tables=_Tables(session.world.tables, self._notes)))
        self._kept: dict[int, dict[int, Lookup]] = {}
        self._entries: dict[int, Any] = {}
        self._shadow: tuple[int, Any] | None = None

    def seen(self, *, lookups: bool = True, last: int | None = None) -> list[Thrown]:
        """The rolls that may be seen, the oldest first; only those of the last entries that have any, if `last` says how many."""
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
        """The lookups of an entry by the place of their roll. Never raises for a whole record; empty where the tables were not asked."""
        entry = self.session.match.entries[number]
        if self._entries.get(number) is not entry:
            self._entries[number] = entry
            self._kept[number] = self._again(number)
        return self._kept[number]

    def _again(self, number: int) -> dict[int, Lookup]:
        match = self.session.truth()
        entry = match.entries[number]
        if not entry.rolls or number < match.since:
            return {}
        dice = ScriptedDice(_faces(entry.rolls))
        self._notes.found = {}
        try:
            if number == 0:
                self._game.setup(match.header.scenario, match.header.options, dice)
                return dict(self._notes.found)
            position = self._before(number)
            self._notes.found = {}
            self._game.apply(position, entry.seat, entry.order, dice)
            self._shadow = (number, position)
        except BobError:
            self._shadow = None
            return {}
        return dict(self._notes.found)

    def _before(self, number: int) -> Any:
        """A position of its own as it was before an entry, carried on from the last one where that is near."""
        match = self.session.truth()
        if (
            self._shadow is not None
            and match.since <= self._shadow[0] <= number - 1
            and self._entries.get(self._shadow[0]) is match.entries[self._shadow[0]]
        ):
            at, position = self._shadow
            for entry in match.entries[at + 1 : number]:
                self._game.apply(position, entry.seat, entry.order, ScriptedDice(_faces(entry.rolls)))
            return position
        return match.at(number - 1)


def _faces(rolls: Sequence[Roll]) -> list[int]:
    return [face for roll in rolls for face in roll.faces]
