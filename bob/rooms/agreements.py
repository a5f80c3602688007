"""Requests of one side that need the consent of another: to send a member away, and to let observers see the truth."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from bob.core.errors import Refused, UsageError
from bob.core.game import REFEREE
from bob.driver import Driver
from bob.rooms.book import OBSERVER, Doing, Member, RoomBook, SeatInvitation
from bob.rooms.invitations import Entrance, noted

AWAY = 180.0
"""Seconds of absence after which the members asked to give up their seats count as gone."""
LEAST_DELAY = 6
"""The least delay, in turns, at which players may let observers see the truth."""


@dataclass(slots=True)
class AskedOfOthers:
    """A request that needs the consent of others: of the members of an `invitation` to go, or else of the sides to let observers see the
    truth `delay` turns late."""

    by: Member
    invitation: str = ""
    delay: int = 0
    waits: set[str] = field(default_factory=set)
    """The seats that have not agreed yet."""
    agreed: set[str] = field(default_factory=set)
    """The ids of the members that have agreed to go."""
    since: float = 0.0
    """The time since which none of the members asked to go has been present."""


class Agreements(Entrance):
    """The questions that are open between sides."""

    def __init__(self, driver: Driver, book: RoomBook) -> None:
        super().__init__(driver, book)
        self._going: AskedOfOthers | None = None
        self._gallery: AskedOfOthers | None = None

    # ---- to send somebody away

    def ask_away(self, ident: str, by: Member) -> bool:
        """Withdraw an invitation at once where the member may do so alone or it is unused; otherwise ask its members. Return whether
        members are asked. Raises UsageError."""
        found = self.book.invitation(ident)
        if found is None or found.withdrawn or self.book.may_withdraw(by, found) or not self.keeps(by, found):
            self.withdraw(ident, by)
            return False
        there = [member for member in self.book.members if member.invitation == ident]
        if not there:
            self._withdrawn(found, by)
            return False
        if self._going is not None and self._going.invitation != ident:
            raise UsageError("room.asks_already")
        if self._going is None:
            self._going = AskedOfOthers(by, ident, since=self._clocks.now)
            self._note("asked", ", ".join(member.name for member in there), found.seat, by)
        return True

    def keeps(self, by: Member, found: SeatInvitation) -> bool:
        """Return whether a member keeps the game, with no referee seated, and may therefore ask those at another seat to go; or invited
        them there."""
        if found.seat not in self.players or found.seat == by.seat or by.share:
            return False
        return (by.keeper and REFEREE not in self.seats) or found.by == by.id

    def answer_away(self, member: Member, agreed: bool) -> None:
        """Record a member's answer to the request to go; each member of the invitation answers for themselves. Raises Refused when no
        request concerns the member."""
        going = self._going
        found = self.book.invitation(going.invitation) if going is not None else None
        if going is None or found is None or member.invitation != found.id:
            raise Refused("room.nobody_asks")
        if not agreed:
            self._going = None
            self._note("declined", member.name, member.seat, going.by)
            return
        going.agreed.add(member.id)
        if all(other.id in going.agreed for other in self.book.members if other.invitation == found.id):
            self._going = None
            self._withdrawn(found, going.by)

    def look_for_the_gone(self) -> bool:
        """Count the members asked to go as gone when all of them that have not agreed were absent for `AWAY` seconds. Return whether
        anything happened."""
        going, now = self._going, self._clocks.now
        if going is None:
            return False
        found, there = self.book.invitation(going.invitation), self._there
        if found is None or self.book.member(going.by.id) is None:
            self._going = None
        elif any(m.id in there and m.id not in going.agreed for m in self.book.members if m.invitation == found.id):
            going.since = now
        elif now - going.since > AWAY:
            self._going = None
            self._withdrawn(found, going.by)
            return True
        return False

    # ---- who looks on at the truth

    def ask_gallery(self, member: Member, delay: int) -> bool:
        """Ask the other sides, and the referee, whether players may let observers see the truth `delay` turns late; 0 ends the
        permission and sends its observers away. Return whether others are asked. Raises UsageError."""
        if member.seat not in self.players or member.share:
            raise UsageError("room.may_not_invite")
        if delay == 0:
            self._gallery = None
            self._end_gallery(member)
            return False
        if not LEAST_DELAY <= delay <= 1000:
            raise UsageError("room.gallery_delay", least=LEAST_DELAY)
        self._gallery = AskedOfOthers(member, delay=delay, waits={seat for seat in self.seats if seat != member.seat})
        return not self._agreed()

    def answer_gallery(self, member: Member, agreed: bool, delay: int) -> None:
        """Answer for a side the request to let observers see the truth `delay` turns late. Raises Refused when there is no such request,
        or no longer."""
        asked = self._gallery
        if asked is None or member.seat not in asked.waits or member.share or (agreed and delay != asked.delay):
            raise Refused("room.nobody_asks")
        asked.waits.discard(member.seat)
        if not agreed:
            self._gallery = None
        else:
            self._agreed()

    def _agreed(self) -> bool:
        """Let others look on, where all sides have agreed."""
        asked = self._gallery
        if asked is None or asked.waits:
            return False
        self._gallery = None
        doing = Doing("gallery", "", OBSERVER, asked.by.name, asked.by.seat, delay=asked.delay)
        self._keep(noted(replace(self.book, gallery=asked.delay), doing))
        return True

    def _end_gallery(self, by: Member) -> None:
        if not self.book.gallery:
            return
        self._keep(noted(replace(self.book, gallery=0), Doing("gallery_ended", "", OBSERVER, by.name, by.seat)))
        for found in [i for i in self.book.invitations if i.seat == OBSERVER and not i.side and i.by]:
            self._withdrawn(found, by)

    def _note(self, what: Any, name: str, whose: str, by: Member) -> None:
        self._keep(noted(self.book, Doing(what, name, whose, by.name, by.seat)))

    # ---- what is told of it

    def asked_of(self, member: Member) -> list[dict[str, Any]]:
        """The questions that are open, as far as a member asks them or is asked."""
        found = list[dict[str, Any]]()
        going, gallery = self._going, self._gallery
        if going is not None and (member.invitation == going.invitation or member.id == going.by.id):
            found.append(_notice("away", going, answer=member.invitation == going.invitation and member.id not in going.agreed))
        if gallery is not None and (member.seat in gallery.waits or member.seat == gallery.by.seat):
            found.append(_notice("gallery", gallery, answer=member.seat in gallery.waits and not member.share))
        return found


def _notice(kind: str, asked: AskedOfOthers, *, answer: bool) -> dict[str, Any]:
    return {"kind": kind, "name": asked.by.name, "seat": asked.by.seat, "delay": asked.delay, "answer": answer}
