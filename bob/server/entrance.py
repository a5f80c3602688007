"""Who may come into a room: invitations, codes and members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bob.errors import UsageError
from bob.server.book import OBSERVER, Member, SeatInvitation, may_invite
from bob.server.codes import code_digest, fresh_code, fresh_salt, fresh_token, same_secret, token_digest
from bob.server.kept_room import KeptRoom
from bob.server.plain_text import name_of
from bob.server.shares import shares_of

MOST_INVITATIONS, MOST_MEMBERS = 40, 100
"""So many invitations are kept of each seat, and so many people may come."""


class Entrance(KeptRoom):
    """The door of a room."""

    def invite(
        self, seat: str, *, share: Sequence[str] = (), uses: int = 1, side: str = "", delay: int = 0, by: Member | None = None
    ) -> tuple[SeatInvitation, str]:
        """A new invitation and its code, which nobody is told again; who shares a side shares no more than he has. Raises UsageError for
        a seat or a share that there is not, and for who may not invite."""
        share = tuple(share) or (by.share if by is not None else ())
        if by is not None and not may_invite(by, seat, share):
            raise UsageError("room.may_not_invite")
        if by is not None and sum(i.seat == seat and not i.withdrawn for i in self.book.invitations) >= MOST_INVITATIONS:
            raise UsageError("room.too_many_invitations", most=MOST_INVITATIONS)
        if seat not in (*self.seats, OBSERVER):
            raise UsageError("room.no_seat", seat=seat[:40], choices=", ".join((*self.seats, OBSERVER)))
        shares = shares_of(self.sitting.view(seat)) if seat in self.players else ()
        if wrong := next((name for name in share if name not in shares), None):
            raise UsageError("room.no_share", name=wrong[:40], choices=", ".join(shares) or "–")
        if side and (seat != OBSERVER or side not in self.sitting.match.game.seats(self.sitting.match.position)):
            raise UsageError("room.no_seat", seat=side[:40], choices=", ".join(self.players) or "–")
        if not 1 <= uses <= MOST_MEMBERS or not 0 <= delay <= 1000:
            raise UsageError("room.uses", most=MOST_MEMBERS)
        book, number = self._counted()
        code, salt = fresh_code(self.name), fresh_salt()
        made = SeatInvitation(f"i{number}", seat, salt, code_digest(code, salt), uses, share, side, delay)
        self._keep(replace(book, invitations=(*book.invitations, made)))
        return made, code

    def withdraw(self, ident: str, by: Member | None = None) -> None:
        """Make an invitation void: whoever came by it is no longer a member. Raises UsageError."""
        found = self.book.invitation(ident)
        if found is None or found.withdrawn:
            raise UsageError("room.no_invitation", name=ident[:20])
        if by is not None and not self.book.may_withdraw(by, found):
            raise UsageError("room.may_not_withdraw")
        invitations = tuple(i for i in self.book.invitations if i.id != ident)
        gone = {member.id for member in self.book.members if member.invitation == ident}
        self._keep(replace(self.book, invitations=invitations, members=tuple(m for m in self.book.members if m.id not in gone)))
        self._ready -= gone
        for stream in [stream for stream in self.streams if stream.member in gone]:
            stream.send({"type": "bye"})
            self.streams.remove(stream)

    def join(self, code: str, name: str) -> tuple[Member, str]:
        """Let in whoever has that code; the member, and the key that nobody is told again. Raises UsageError, alike for all wrong codes."""
        called = name_of(name)
        if not called:
            raise UsageError("room.no_name")
        fits = [i for i in self.book.invitations if not i.withdrawn and same_secret(code_digest(code, i.salt), i.digest)]
        if not fits:
            raise UsageError("room.wrong_code")
        invitation = fits[0]
        if invitation.uses < 1 or len(self.book.members) >= MOST_MEMBERS:
            raise UsageError("room.used_up")
        book, number = self._counted()
        token = fresh_token()
        taken = {member.name for member in book.members}
        called = next(text for text in (called, *(f"{called} {n}" for n in range(2, MOST_MEMBERS + 2))) if text not in taken)
        member = Member(
            f"m{number}", called, invitation.seat, invitation.id, token_digest(token), invitation.share, invitation.side, invitation.delay
        )
        invitations = tuple(replace(i, uses=i.uses - 1) if i.id == invitation.id else i for i in book.invitations)
        self._keep(replace(book, members=(*book.members, member), invitations=invitations))
        return member, token

    def member_of(self, token: str) -> Member | None:
        """The member with that key."""
        digest = token_digest(token)
        return next((member for member in self.book.members if same_secret(member.digest, digest)), None)

    def leave(self, member: Member) -> None:
        """Take a member off the list; the invitation is good for one more."""
        invitations = tuple(replace(i, uses=i.uses + 1) if i.id == member.invitation else i for i in self.book.invitations)
        self._keep(replace(self.book, members=tuple(m for m in self.book.members if m.id != member.id), invitations=invitations))
        self._ready.discard(member.id)
        for stream in [stream for stream in self.streams if stream.member == member.id]:
            stream.send({"type": "bye"})
            self.streams.remove(stream)
