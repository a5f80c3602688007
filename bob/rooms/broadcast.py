"""The messages to all members of a room: the state of the game for the member's seat, and of people and table only the permitted part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bob.core.codec import encode
from bob.core.errors import Refused, UsageError
from bob.core.game import REFEREE
from bob.day.game import OperationalDay
from bob.driver import Driver
from bob.driver.behind_rolls import AskedTables, lookups_text
from bob.driver.wire import Channel
from bob.rooms.agreements import Agreements
from bob.rooms.book import OBSERVER, Member, RoomBook, Terms, may_invite
from bob.rooms.delayed_observers import DelayedView
from bob.rooms.room_base import ALL, ToMember


class Audience(Agreements):
    """Those who listen in a room."""

    def __init__(self, driver: Driver, book: RoomBook) -> None:
        super().__init__(driver, book)
        self._channels: dict[tuple[str, int], Channel | DelayedView] = {}
        self._tables: AskedTables | None = None

    def come(self, stream: ToMember, mark: str | None) -> None:
        """Connect a member's stream and send the messages since `mark`."""
        member = self.book.member(stream.member)
        if member is None:
            stream.send({"type": "bye"})
            return
        stream.send(
            *self._channel(member).since(mark)
        )  # sent before the line is present: a page shows its former state first, then the changes
        self.streams.append(stream)
        self._seen[member.seat] = self._clocks.now
        stream.last = self.room_of(member)
        stream.send(self._room_message(stream.last))

    def go(self, stream: ToMember) -> None:
        """A line has ended."""
        if stream in self.streams:
            self.streams.remove(stream)

    def spread(self) -> None:
        """Send each listener the changes for their seat."""
        fresh: dict[tuple[str, int], dict[str, Any] | None] = {}
        lines: list[tuple[ToMember, list[dict[str, Any]]]] = []
        for stream in self.streams:
            member = self.book.member(stream.member)
            if member is None:
                continue
            line = self.line_of(member)
            if line not in fresh:
                fresh[line] = self._channels[line].refresh()
            messages = [message] if (message := fresh[line]) is not None else []
            if (now := self.room_of(member)) != stream.last:
                stream.last = now
                messages.append(self._room_message(now))
            if messages:
                lines.append((stream, messages))
        for stream, messages in lines:
            stream.send(*messages)

    def _room_message(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the message about the room, with the time by the clock of its times."""
        return {"type": "room", **values, "now": round(self._clocks.now, 1)}

    def view_at(self, member: Member, number: int) -> Any:
        """Return the view of a player after the item of that number in the log of the seat. Raises UsageError, BobError."""
        if member.seat not in self.seats:
            raise UsageError("room.looks_on")
        try:
            return encode(self.driver.view_at(member.seat, number))
        except KeyError:
            raise UsageError("room.no_number", number=number) from None

    def lookups_at(self, member: Member, number: int) -> Any:
        """Return the table lookups for the rolls that a player may see, of the item of that number in the log of the seat; None for each
        roll without a table. Raises UsageError."""
        if member.seat not in self.seats:
            raise UsageError("room.looks_on")
        game = self.driver.match.game
        if self._tables is None and isinstance(game, OperationalDay):
            self._tables = AskedTables(game.world)
        try:
            return encode(lookups_text(self.driver, member.seat, number, self._tables)) if self._tables is not None else []
        except KeyError:
            raise UsageError("room.no_number", number=number) from None

    def record_of(self, member: Member) -> Any:
        """Return the whole record: for the referee, and for all members when the game is over. Raises Refused."""
        if not self.driver.is_over and member.seat != REFEREE:
            raise Refused("room.not_over")
        match = self.driver.match
        return {"header": encode(match.header), "since": match.since, "entries": [entry.as_json() for entry in match.entries]}

    def _channel(self, member: Member) -> Channel | DelayedView:
        line = self.line_of(member)
        if line not in self._channels:
            seat, delay = line
            self._channels[line] = DelayedView(self.driver, delay, self.hindsight) if seat == OBSERVER else Channel(self.driver, seat)
        else:
            # Bring the channel up to date before a new listener gets the whole state; present listeners get the news first.
            messages = self._channels[line].refresh()
            if messages is not None:
                for stream in self.streams:
                    other = self.book.member(stream.member)
                    if other is not None and self.line_of(other) == line:
                        stream.send(messages)
        return self._channels[line]

    def room_of(self, member: Member) -> dict[str, Any]:
        """The people and the table as a member may know them."""
        book, there, referee = self.book, self._there, member.seat == REFEREE
        own = member.seat
        said: dict[str, Any] = {
            "room": book.room,
            "you": member.id,
            "seats": list(self.seats),
            "members": [
                {"id": m.id, "name": m.name, "seat": m.seat, "share": list(m.share), "present": m.id in there} for m in book.members
            ],
            "notes": [
                {"number": n.number, "name": n.name, "seat": n.seat, "to": n.to, "text": n.text, "terms": encode(n.terms)}
                for n in book.notes
                if referee or n.by == member.id or n.to in (own, ALL)
            ],
            "slips": [encode(slip) for slip in book.slips if referee or slip.seat == own],
            "held": book.held,
            "waits": self.waits_for_dice,
            "terms": encode(self.terms),
            "may_agree": self.may_agree(member),
            "hand_outs": [encode(one) for one in book.hand_outs if referee or one.to in (own, member.id)],
            "clock": self._clock(own),
            "undo": None,
            "ready": [m.id for m in book.members if m.seat == own and m.id in self._ready],
            "invitations": [
                {"id": i.id, "seat": i.seat, "uses": i.uses, "share": list(i.share), "side": i.side, "delay": i.delay}
                for i in book.invitations
                if not i.withdrawn and (may_invite(member, i.seat, i.share) or book.may_withdraw(member, i) or self.keeps(member, i))
            ],
            "register": [encode(doing) for doing in book.register],
            "gallery": book.gallery,
            "keeper": member.keeper,
            "asked": self.asked_of(member),
        }
        asked_back = self._asked_back
        found = [asking for asking in asked_back if own in asking.waits] + [asking for asking in asked_back if asking.by.seat == own]
        if found:
            asking = found[0]
            said["undo"] = {"name": asking.by.name, "seat": asking.by.seat, "answer": own in asking.waits}
        if referee:
            said["later"] = [encode(report) for report in book.later]
            asked = self.driver.asked_seats
            said["owing"] = {s: round(since, 1) for s in self.seats if s in asked and (since := self._clocks.since(s)) is not None}
        return said

    @property
    def terms(self) -> Terms:
        """The terms agreed on, with the present choice of dice."""
        return replace(self.book.terms, dice="referee" if self.driver.typed else "program")

    def may_agree(self, member: Member) -> bool:
        """Return whether a member sets the terms: the referee or, without one, the keeper of the game."""
        return member.seat == REFEREE if REFEREE in self.seats else member.keeper

    def _clock(self, seat: str) -> dict[str, Any] | None:
        """Return the clock of a seat: the seconds left when its question was put, and the time of that by the host's clock."""
        terms = self.book.terms
        if terms.clock == "none" or seat not in self.players:
            return None
        left = terms.seconds - (self.book.spent.get(seat, 0) if terms.clock == "day" else 0)
        since = self._clocks.since(seat)
        return {"kind": terms.clock, "left": left, "since": round(since, 1) if since is not None else None}

    def line_of(self, member: Member) -> tuple[str, int]:
        """Return the key shared by all members who get the same messages: a seat, and a delay in turns."""
        if member.seat != OBSERVER:
            return member.seat, 0
        return (member.side, 0) if member.side else (OBSERVER, max(member.delay, self.book.terms.delay))

    def _behind(self, before: Mapping[str, tuple[str, int]]) -> None:
        """Send the whole state to each member whose `line_of` has changed; `before` holds the former values by member."""
        for stream in self.streams:
            member = self.book.member(stream.member)
            if member is not None and before.get(member.id) != self.line_of(member):
                stream.send(*self._channel(member).since(None))
