"""What a room is made of: its game, the book that is kept of it, and who listens. What can be said there stands on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bob.core.codec import encode
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.driver import Sitting
from bob.rooms.book import BOOK, OBSERVER, Member, RoomBook, RoomNote
from bob.rooms.clocks import Clocks
from bob.rooms.delayed_observers import Hindsight
from bob.rooms.message_numbers import PaperLane

ALL = "all"
"""Whom a note for everybody is to."""
MOST_NOTES = 100
"""So many notes are kept from each seat to each."""


class ToMember(Protocol):
    """A line to one member."""

    member: str
    last: Any
    """What the member was last told of the room."""

    def send(self, *messages: Mapping[str, Any]) -> None: ...


@dataclass(slots=True)
class Asking:
    """A side asks to take an order back that others have heard of: the members who have yet to agree."""

    number: int
    """How far the log of the side had come: when it has done or heard anything more it asks no longer."""
    by: Member
    waits: set[str]
    """The seats that have not agreed yet."""


class KeptRoom:
    """A game, the book of its room, and the lines to those who are there."""

    def __init__(self, sitting: Sitting, book: RoomBook) -> None:
        self.sitting = sitting
        self.book = book
        self.streams: list[ToMember] = []
        self._ready: set[str] = set()
        self._askings: dict[str, Asking] = {}
        """Who asks to take an order back, by his seat: what one side asks ends no question of another, which would see that."""
        self._clocks = Clocks()
        self.hindsight = Hindsight(sitting)
        self._seen: dict[str, float] = {}
        """By seat when somebody was there last."""
        if REFEREE in sitting.outside:
            sitting.screen.sit(REFEREE)

    @property
    def name(self) -> str:
        return self.book.room

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that people may sit at."""
        return self.sitting.outside

    @property
    def players(self) -> tuple[str, ...]:
        """The seats of sides that people play."""
        return tuple(seat for seat in self.seats if seat != REFEREE)

    def _keep(self, book: RoomBook) -> None:
        """Keep a new book. Raises SaveError; then the one before holds."""
        if self.sitting.save is not None:
            self.sitting.save.put_draft(BOOK, encode(book))
        self.book = book

    def _counted(self) -> tuple[RoomBook, int]:
        return replace(self.book, count=self.book.count + 1), self.book.count + 1

    def _only_referee(self, member: Member) -> None:
        if member.seat != REFEREE:
            raise UsageError("room.referee_only")

    @property
    def _places(self) -> tuple[str, ...]:
        """All seats that somebody may write from."""
        return (*self.sitting.match.game.seats(self.sitting.match.position), REFEREE, OBSERVER)

    def _noted(self, note: RoomNote) -> RoomBook:
        """The book with one note more, which gets its number."""
        places = (*self._places, ALL)
        lane = PaperLane(places.index(note.seat) * len(places) + places.index(note.to), len(places) ** 2)
        made = replace(note, number=lane.next(self.book.notes))
        return replace(self.book, notes=lane.kept((*self.book.notes, made), MOST_NOTES))

    @property
    def _there(self) -> set[str]:
        """The members who listen."""
        return {stream.member for stream in self.streams}

    @property
    def present(self) -> set[str]:
        """The seats of which somebody listens."""
        there = self._there
        return {member.seat for member in self.book.members if member.id in there}

    @property
    def waits_for_dice(self) -> bool:
        """Whether the game waits for the referee, who types the dice and is gone. It does, whether or not dice are needed, for as long as
        anybody may be away; from then on the program rolls until he is back."""
        if not self.sitting.typed or REFEREE not in self.seats or self.sitting.is_over or REFEREE in self.present:
            return False
        return self._clocks.now - self._seen.get(REFEREE, self._clocks.now) <= self.book.terms.away

    @property
    def _asked_back(self) -> list[Asking]:
        """Who asks to take an order back. What another side orders without his knowing does not end it, for he would see that; that the
        game is over does, for then everybody may have had the truth."""
        if self.sitting.is_over:
            return []
        return [asking for seat, asking in self._askings.items() if self.sitting.number(seat) == asking.number]
