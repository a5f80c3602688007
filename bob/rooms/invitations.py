"""Admission to a room: invitations, codes and members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.rooms.book import OBSERVER, Doing, Member, RoomBook, SeatInvitation, SentAway, may_invite
from bob.rooms.codes import (
    code_digest,
    code_read,
    fresh_code,
    fresh_invitation,
    fresh_salt,
    fresh_token,
    is_name,
    same_secret,
    token_digest,
)
from bob.rooms.plain_text import name_of
from bob.rooms.room_base import StoredRoom
from bob.rooms.shares import shares_of

MOST_INVITATIONS, MOST_MEMBERS = 40, 100
"""The most invitations for each seat, and the most members."""


_NONE = SeatInvitation("", "", "", "")
"""A dummy for a code that names no invitation, so that its check takes as long as any other."""

MOST_DOINGS = 100
"""The most lines of the register kept about each seat."""


def noted(book: RoomBook, doing: Doing) -> RoomBook:
    """Return a book with one more line in its register. Old lines are dropped by the seat they are about, so that comings and goings at
    one side never push out a line about another."""
    gone = {id(old) for old in [old for old in book.register if old.whose == doing.whose][: 1 - MOST_DOINGS]}
    return replace(book, register=(*(old for old in book.register if id(old) not in gone), doing))


class Entrance(StoredRoom):
    """The door of a room."""

    def invite(
        self,
        seat: str,
        *,
        share: Sequence[str] = (),
        uses: int = 1,
        side: str = "",
        delay: int = 0,
        by: Member | None = None,
        keeper: bool = False,
    ) -> tuple[SeatInvitation, str]:
        """Return a new invitation and its code, which is shown only once; a member with a share invites to no more than that share.
        Raises UsageError for an unknown seat or share, and for a member who lacks the right."""
        if by is not None and by.seat != REFEREE and (seat == OBSERVER or by.seat != seat):
            self._may_ask_in(by, seat, share, side, delay)
            if seat != OBSERVER and uses > 1:  # the inviter knows the code and could take the remaining uses
                raise UsageError("room.uses", most=1)
        else:
            share = tuple(share) or (by.share if by is not None else ())
            if by is not None and not may_invite(by, seat, share):
                raise UsageError("room.may_not_invite")
        if by is not None and sum(i.seat == seat and not i.withdrawn for i in self.book.invitations) >= MOST_INVITATIONS:
            raise UsageError("room.too_many_invitations", most=MOST_INVITATIONS)
        if seat not in (*self.seats, OBSERVER):
            raise UsageError("room.no_seat", seat=seat[:40], choices=", ".join((*self.seats, OBSERVER)))
        shares = shares_of(self.driver.view(seat)) if seat in self.players else ()
        if wrong := next((name for name in share if name not in shares), None):
            raise UsageError("room.no_share", name=wrong[:40], choices=", ".join(shares) or "–")
        if side and (seat != OBSERVER or side not in self.driver.match.game.seats(self.driver.match.position)):
            raise UsageError("room.no_seat", seat=side[:40], choices=", ".join(self.players) or "–")
        if not 1 <= uses <= MOST_MEMBERS or not 0 <= delay <= 1000:
            raise UsageError("room.uses", most=MOST_MEMBERS)
        ident = next(name for name in iter(fresh_invitation, "") if self.book.invitation(name) is None)
        code, salt = fresh_code(self.name, ident), fresh_salt()
        strange = by is not None and by.seat not in (REFEREE, seat)
        inviter = by.id if by is not None and strange else ""
        made = SeatInvitation(ident, seat, salt, code_digest(code, salt), uses, tuple(share), side, delay, False, keeper, inviter)
        book = replace(self.book, invitations=(*self.book.invitations, made))
        if by is not None and strange:
            book = noted(book, Doing("invited", "", seat, by.name, by.seat, side, delay))
        elif by is None and (seat == OBSERVER or any(m.seat in self.allies(seat) for m in book.members)):
            book = noted(book, Doing("invited", "", seat, side=side, delay=delay))  # at the machine that hosts
        self._keep(book)
        return made, code

    def _may_ask_in(self, by: Member, seat: str, share: Sequence[str], side: str, delay: int) -> None:
        """Raise UsageError unless a player may invite to another seat: observers of their own, or of the truth as the sides agreed; one
        person to an empty seat of their own side; and, for the keeper of a game without a referee, one person to another side without
        members and invitations at any of its seats."""
        book, own = self.book, self.allies(by.seat)
        if by.seat == OBSERVER or by.share or share:
            raise UsageError("room.may_not_invite")
        if seat == OBSERVER and side == by.seat:
            return
        if seat == OBSERVER and not side:
            if not book.gallery or delay < book.gallery:
                raise UsageError("room.no_gallery", delay=book.gallery)
            return
        if seat == OBSERVER or (seat not in own and (not by.keeper or REFEREE in self.seats)):
            raise UsageError("room.may_not_invite")
        taken = (seat,) if seat in own else self.allies(seat)
        if any(m.seat in taken for m in book.members) or any(i.seat in taken and i.uses and not i.withdrawn for i in book.invitations):
            raise UsageError("room.seat_invited")

    def withdraw(self, ident: str, by: Member | None = None) -> None:
        """Delete an invitation: its members are no longer members. Raises UsageError."""
        found = self.book.invitation(ident)
        if found is None or found.withdrawn:
            raise UsageError("room.no_invitation", name=ident[:20])
        if by is not None and not self.book.may_withdraw(by, found):
            raise UsageError("room.may_not_withdraw")
        self._withdrawn(found, by)

    def _withdrawn(self, found: SeatInvitation, by: Member | None) -> None:
        """Delete an invitation and announce it: to its members, now or on their return, with the name of the person responsible, and to
        all others in the register."""
        invitations = tuple(i for i in self.book.invitations if i.id != found.id)
        leaving = [member for member in self.book.members if member.invitation == found.id]
        gone = {member.id for member in leaving}
        book = replace(self.book, invitations=invitations, members=tuple(m for m in self.book.members if m.id not in gone))
        if by is not None:
            away = tuple(SentAway(member.digest, by.name, by.seat) for member in leaving)
            book = replace(book, away=(*book.away, *away)[-MOST_MEMBERS:])
            for name in [member.name for member in leaving] or [""]:
                book = noted(book, Doing("withdrawn", name, found.seat, by.name, by.seat, found.side, found.delay))
        self._keep(book)
        self._ready -= gone
        values = {"by": by.name, "seat": by.seat} if by is not None else {}
        for stream in [stream for stream in self.streams if stream.member in gone]:
            stream.send({"type": "bye", **values})
            self.streams.remove(stream)

    def sent_away(self, token: str) -> SentAway | None:
        """Return the record of the withdrawal for the member with that key, if there is one."""
        digest = token_digest(token)
        return next((one for one in reversed(self.book.away) if same_secret(one.digest, digest)), None)

    def join(self, code: str, name: str) -> tuple[Member, str]:
        """Admit the holder of a code; return the member, and the key, which is shown only once. Raises UsageError, alike for all wrong
        codes."""
        called = name_of(name)
        if not called:
            raise UsageError("room.no_name")
        invitation = self._invited_by(code)
        if invitation is None:
            raise UsageError("room.wrong_code")
        if invitation.uses < 1 or len(self.book.members) >= MOST_MEMBERS:
            raise UsageError("room.used_up")
        book, number = self._counted()
        token = fresh_token()
        taken = {member.name for member in book.members}
        called = next(text for text in (called, *(f"{called} {n}" for n in range(2, MOST_MEMBERS + 2))) if text not in taken)
        member = Member(
            f"m{number}",
            called,
            invitation.seat,
            invitation.id,
            token_digest(token),
            invitation.share,
            invitation.side,
            invitation.delay,
            invitation.keeper,
        )
        invitations = tuple(replace(i, uses=i.uses - 1) if i.id == invitation.id else i for i in book.invitations)
        book = replace(book, members=(*book.members, member), invitations=invitations)
        self._keep(noted(book, Doing("came", called, member.seat, side=member.side, delay=member.delay)))
        return member, token

    def _invited_by(self, code: str) -> SeatInvitation | None:
        """The invitation with that code. A code is tried on the one that it names, or on none, which takes as long; one that names none on
        those that were made when codes did not."""
        read = code_read(code)
        standing = [i for i in self.book.invitations if not i.withdrawn]
        named = [i for i in standing if (i.id == read.invitation if read.invitation else not is_name(i.id))]
        fits = [i for i in named or [_NONE] if same_secret(code_digest(read.whole, i.salt), i.digest)]
        return fits[0] if fits else None

    def member_of(self, token: str) -> Member | None:
        """The member with that key."""
        digest = token_digest(token)
        return next((member for member in self.book.members if same_secret(member.digest, digest)), None)

    def leave(self, member: Member) -> None:
        """Take a member off the list; the invitation is good for one more."""
        invitations = tuple(replace(i, uses=i.uses + 1) if i.id == member.invitation else i for i in self.book.invitations)
        book = replace(self.book, members=tuple(m for m in self.book.members if m.id != member.id), invitations=invitations)
        self._keep(noted(book, Doing("left", member.name, member.seat, side=member.side, delay=member.delay)))
        self._ready.discard(member.id)
        for stream in [stream for stream in self.streams if stream.member == member.id]:
            stream.send({"type": "bye"})
            self.streams.remove(stream)
