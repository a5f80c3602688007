"""The base of a room: its game, its book, and its listeners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bob.core.codec import encode
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.driver import Driver
from bob.rooms.book import BOOK, OBSERVER, Member, RoomBook, RoomNote
from bob.rooms.delayed_observers import Hindsight
from bob.rooms.message_numbers import PaperLane


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    """The length of the seat's log at the last look."""
    moment: Any
    """The subject of the answer, as the game defines it; None where each order is a question of its own."""
    since: float


@dataclass(slots=True)
class Clocks:
    """The time at which each seat was asked, by the host's clock; the caller sets `now`.

    An order that leaves the question as it was, an order taken back, or news in the meantime win no time.
    """

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


ALL = "all"
"""The reader of a note to all members."""
MOST_NOTES = 100
"""The most notes kept from each seat to each."""


class ToMember(Protocol):
    """A line to one member."""

    member: str
    last: Any
    """The last message about the room sent to the member."""

    def send(self, *messages: Mapping[str, Any]) -> None: ...


@dataclass(slots=True)
class Asking:
    """A side's request to take back an order that others have heard of."""

    number: int
    """The length of the side's log at the request, which lapses with any later item."""
    by: Member
    waits: set[str]
    """The seats that have not agreed yet."""


class StoredRoom:
    """A game, the book of its room, and the lines to the members present."""

    def __init__(self, driver: Driver, book: RoomBook) -> None:
        self.driver = driver
        self.book = book
        self.streams: list[ToMember] = []
        self._ready: set[str] = set()
        self._askings: dict[str, Asking] = {}
        """The requests to take an order back, by seat: a request of one side must not end another's, which would disclose it."""
        self._clocks = Clocks()
        self.hindsight = Hindsight(driver)
        self._seen: dict[str, float] = {}
        """The last time at which each seat had a listener."""
        if REFEREE in driver.outside:
            driver.screen.sit(REFEREE)

    @property
    def name(self) -> str:
        return self.book.room

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that people may sit at."""
        return self.driver.outside

    @property
    def players(self) -> tuple[str, ...]:
        """The seats of sides that people play."""
        return tuple(seat for seat in self.seats if seat != REFEREE)

    def allies(self, seat: str) -> tuple[str, ...]:
        """Return the seats of the side of a seat; the referee and observers have none but their own."""
        match = self.driver.match
        return match.game.allies(match.position, seat) if seat in match.game.seats(match.position) else (seat,)

    def _keep(self, book: RoomBook) -> None:
        """Keep a new book. Raises SaveError; then the one before holds."""
        if self.driver.save is not None:
            self.driver.save.put_draft(BOOK, encode(book))
        self.book = book

    def _counted(self) -> tuple[RoomBook, int]:
        return replace(self.book, count=self.book.count + 1), self.book.count + 1

    def _only_referee(self, member: Member) -> None:
        if member.seat != REFEREE:
            raise UsageError("room.referee_only")

    @property
    def _places(self) -> tuple[str, ...]:
        """All seats from which a member may write."""
        return (*self.driver.match.game.seats(self.driver.match.position), REFEREE, OBSERVER)

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
        """The seats with at least one listener."""
        there = self._there
        return {member.seat for member in self.book.members if member.id in there}

    @property
    def waits_for_dice(self) -> bool:
        """True while the game waits for an absent referee who types the dice, needed or not: for as long as the terms let a seat be
        away; after that the program rolls until the referee is back."""
        if not self.driver.typed or REFEREE not in self.seats or self.driver.is_over or REFEREE in self.present:
            return False
        return self._clocks.now - self._seen.get(REFEREE, self._clocks.now) <= self.book.terms.away

    @property
    def _asked_back(self) -> list[Asking]:
        """The open requests to take an order back. A hidden order of another side does not end one, because the end would disclose it;
        the end of the game does, because all members may have seen the truth since."""
        if self.driver.is_over:
            return []
        return [asking for seat, asking in self._askings.items() if self.driver.number(seat) == asking.number]
