"""The orders and events of a seat in a game, numbered for that seat alone.

The numbers count the seat's own orders and the events sent to it, and nothing else: the number of entries in the record, and their
boundaries, may depend on secrets of the other side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from bob.core.dice import Roll
from bob.core.game import REFEREE, Event, Game, as_seen
from bob.core.record import Entry


def sees_roll(game: Game[Any], seat: str, purpose: str, by: str) -> bool:
    """Return whether a seat may see a roll: the referee all, a side those open to all and those of its own that are open to it."""
    return seat == REFEREE or purpose in game.open_rolls or game.sees_own(seat, purpose, by)


def seen_rolls(game: Game[Any], entry: Entry, seat: str) -> tuple[Roll, ...]:
    """Return the rolls of an entry that a seat may see."""
    return tuple([roll for roll in entry.rolls if sees_roll(game, seat, roll.purpose, roll.by)])


def hears(seat: str, event: Event) -> bool:
    """Return whether a seat learns of an event."""
    return seat == REFEREE or seat in event.to


def heard_by(game: Game[Any], entry: Entry, seat: str) -> Entry:
    """Return an entry as a seat may know it: without the orders of others, hidden rolls, events to others, and the names of other
    recipients."""
    if seat == REFEREE:
        return entry
    rolls = seen_rolls(game, entry, seat)
    order = entry.order if entry.seat == seat else None
    return replace(entry, order=order, events=tuple([as_seen(seat, event) for event in entry.events if hears(seat, event)]), rolls=rolls)


class Item(NamedTuple):
    """An order or event of a seat: its number for the seat, the entry of the record (which is hidden from the seat), and the event; none
    for an order of its own."""

    number: int
    entry: int
    event: Event | None


class SeatLog:
    """The log of one seat. Its number only grows while the game is open, though orders are taken back."""

    def __init__(self, seat: str, entries: Iterable[Entry] = ()) -> None:
        self.seat = seat
        self.number = 0
        """The number of the last thing."""
        self.items: list[Item] = []
        for entry in entries:
            self.enter(entry)

    def enter(self, entry: Entry) -> list[Item]:
        """Take up a new entry of the record; return its new items for the seat."""
        found: list[Event | None] = [None] if entry.seat == self.seat and entry.order is not None else []
        found += [as_seen(self.seat, event) for event in entry.events if hears(self.seat, event)]
        new = [Item(self.number + i, entry.number, event) for i, event in enumerate(found, 1)]
        self.number += len(new)
        self.items += new
        return new

    def take_back(self, number: int) -> bool:
        """Forget the entry of that number; those after it are one lower from now on. Whether the seat knew of it."""
        before = len(self.items)
        kept = [item for item in self.items if item.entry != number]
        self.items = [item if item.entry < number else item._replace(entry=item.entry - 1) for item in kept]
        knew = len(self.items) < before
        self.number += knew
        return knew

    def forget(self, number: int) -> None:
        """Forget all from the entry of that number on: the game went back."""
        before = len(self.items)
        self.items = [item for item in self.items if item.entry < number]
        self.number += len(self.items) < before

    def events(self, since: int = 0) -> list[tuple[int, Event]]:
        """Return the events from that number on, each with its number."""
        return [(item.number, item.event) for item in self.items if item.event is not None and item.number >= since]

    def entry_of(self, number: int) -> int:
        """Return the entry of the record with the item of that number. Raises KeyError."""
        low, high = 0, len(self.items)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.items[middle].number < number else (low, middle)
        if low == len(self.items) or self.items[low].number != number:
            raise KeyError(number)
        return self.items[low].entry
