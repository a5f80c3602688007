"""A seat's orders and events as entries: each begins with an order of the seat, or where a message or a turn does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bob.core.codec import decode
from bob.core.dice import Roll
from bob.core.errors import BobError
from bob.core.game import REFEREE, Event, Game
from bob.core.record import Entry, Header
from bob.driver.wire import WireError


class FarItem(NamedTuple):
    """An order or event of the seat: its number, the order or the event, and the rolls since the item before that the seat may see."""

    number: int
    order: Any
    event: Event | None
    rolls: tuple[Roll, ...] = ()


def items_read(data: Any, game: Game[Any]) -> list[FarItem]:
    """The items of a message. Raises WireError."""
    try:
        return [_item(one, game) for one in data]
    except (BobError, KeyError, TypeError, AttributeError) as error:
        raise WireError from error


def _item(data: Mapping[str, Any], game: Game[Any]) -> FarItem:
    number = data["number"]
    if type(number) is not int:
        raise WireError
    rolls: tuple[Roll, ...] = tuple([decode(Roll, roll) for roll in data.get("rolls", ())])
    if "event" in data:
        return FarItem(number, None, decode(Event, data["event"]), rolls)
    return FarItem(number, game.order(data["order"]), None, rolls)


class FarRecord:
    """The entries of one seat: without others' orders and hidden rolls, and independent of the number of entries at the host."""

    since = 0

    def __init__(self, game: Game[Any], header: Header, seat: str) -> None:
        self.game, self.header, self.seat = game, header, seat
        self.entries: list[Entry] = []
        self.to_move: tuple[str, ...] = ()
        self._items: list[FarItem] = []
        self._ends: list[int] = []
        self.others: Callable[[str], list[tuple[int, Event]]] = lambda seat: []
        """Returns the log of another seat, as far as it is known."""

    def enter(self, items: Iterable[FarItem]) -> list[Entry]:
        """Add the items of a message; return the new entries."""
        new: list[list[FarItem]] = []
        for item in items:
            turns = item.event is not None and item.event.code == "turn"
            if not new or item.event is None or (turns and any(one.event is not None for one in new[-1])):
                new.append([])
            new[-1].append(item)
        made = []
        for group in new:
            order, events = group[0].order, tuple([item.event for item in group if item.event is not None])
            seat = self.seat if group[0].event is None else REFEREE
            rolls = tuple([roll for item in group for roll in item.rolls])
            made.append(Entry(len(self.entries), seat, order, rolls, events, False))
            self.entries.append(made[-1])
            self._items += group
            self._ends.append(len(self._items))
        return made

    def again(self, items: list[FarItem]) -> tuple[int, list[Entry]]:
        """Take up the whole once more: the number of the first entry that is not as it was, and all from there on."""
        same = next((i for i, (a, b) in enumerate(zip(self._items, items, strict=False)) if a.number != b.number), None)
        common = min(len(self._items), len(items)) if same is None else same
        kept = sum(end <= common for end in self._ends)
        del self.entries[kept:], self._ends[kept:]
        del self._items[self._ends[-1] if self._ends else 0 :]
        return kept, self.enter(items[len(self._items) :])

    def number_of(self, entry: int) -> int:
        """The number of the last thing of an entry. Raises IndexError."""
        if not 0 <= entry < len(self._ends):
            raise IndexError(entry)
        return self._items[self._ends[entry] - 1].number

    @property
    def ends(self) -> Sequence[int]:
        """The number of items up to the end of each entry."""
        return self._ends

    @property
    def codes(self) -> list[str | None]:
        """The event code of each item; None for an order."""
        return [item.event.code if item.event is not None else None for item in self._items]

    def rolled(self, entry: int) -> list[tuple[int, int]]:
        """Return the items of an entry with rolls: the number of each, and the number of its rolls. Raises IndexError."""
        first = self._ends[entry - 1] if entry else 0
        return [(item.number, len(item.rolls)) for item in self._items[first : self._ends[entry]] if item.rolls]

    def log(self, seat: str) -> list[tuple[int, Event]]:
        """Return the events that the seat heard, by entries; for another seat those known, which are none before the truth is revealed."""
        if seat != self.seat:
            return self.others(seat)
        return [(entry.number, event) for entry in self.entries for event in entry.events]

    def heard(self, since: int) -> list[tuple[int, Event]]:
        """Return the events that the seat heard from that number of its log on."""
        return [(item.number, item.event) for item in self._items if item.event is not None and item.number >= since]

    def last_order(self, seat: str | None = None) -> Entry | None:
        """The entry of the seat's last order."""
        found = (entry for entry in reversed(self.entries) if entry.order is not None)
        return next(found, None) if seat in (None, self.seat) else None
