"""The table lookups behind the rolls of a day, worked out again from the faces in the record.

An entry is carried out again on a position of its own, with its recorded dice and with tables that note each lookup. The caller makes
sure that the recipient of a lookup may see its roll.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from bob.core.dice import Dice, Roll, ScriptedDice
from bob.core.errors import BobError
from bob.core.match import Match
from bob.core.record import Entry
from bob.data.tables import ListTable, Lookup, Table, Tables
from bob.day.game import OperationalDay
from bob.day.state.world import World
from bob.driver.local import Driver
from bob.driver.seat_log import seen_rolls


@dataclass(slots=True)
class _Notes:
    """The lookups noted by the tables: by the place of the roll in the ledger."""

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
                account = _Telling(**{f.name: getattr(table, f.name) for f in fields(table)})
                object.__setattr__(account, "heard", self._notes)
                self._made[name] = account
            else:
                self._made[name] = table
        return self._made[name]


class AskedTables:
    """The tables of one match as they were asked, worked out as it is wanted and kept."""

    def __init__(self, world: World) -> None:
        self._notes = _Notes({})
        self._game = OperationalDay(replace(world, tables=_Tables(world.tables, self._notes)))
        self._cache: dict[int, dict[int, Lookup]] = {}
        self._entries: dict[int, Entry] = {}
        self._shadow: tuple[int, Any] | None = None

    def of(self, match: Match[Any], number: int) -> dict[int, Lookup]:
        """The lookups of an entry by the place of their roll. Never raises for a whole record; empty where the tables were not asked."""
        entry = match.entries[number]
        if self._entries.get(number) is not entry:
            self._entries[number] = entry
            self._cache[number] = self._looked_up_again(match, number)
        return self._cache[number]

    def _looked_up_again(self, match: Match[Any], number: int) -> dict[int, Lookup]:
        entry = match.entries[number]
        if not entry.rolls or number < match.since:
            return {}
        dice = ScriptedDice(_faces(entry.rolls))
        self._notes.found = {}
        try:
            if number == 0:
                self._game.setup(match.header.scenario, match.header.options, dice)
                return dict(self._notes.found)
            position = self._position_before(match, number)
            self._notes.found = {}
            self._game.apply(position, entry.seat, entry.order, dice)
            self._shadow = (number, position)
        except BobError:
            self._shadow = None
            return {}
        return dict(self._notes.found)

    def _position_before(self, match: Match[Any], number: int) -> Any:
        """A position of its own as it was before an entry, carried on from the last one where that is near."""
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


def lookups_text(driver: Driver, seat: str, number: int, tables: AskedTables) -> list[Lookup | None]:
    """Return the lookups behind the rolls of the item of that number in the log of a seat, as the line sends them; None for a roll
    without a table. Raises KeyError."""
    game, items, entries = driver.match.game, driver.items(seat), driver.match.entries
    place = bisect_left(items, number, key=lambda item: item.number)
    if place == len(items) or items[place].number != number:
        raise KeyError(number)
    found = list[Lookup | None]()
    for entry in entries[items[place - 1].entry + 1 if place else 0 : items[place].entry + 1]:
        open_ones = {id(roll) for roll in seen_rolls(game, entry, seat)}
        found += [tables.of(driver.match, entry.number).get(at) for at, roll in enumerate(entry.rolls) if id(roll) in open_ones]
    return found
