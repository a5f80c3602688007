"""What is kept of a room beside its game: who is invited and who has come, notes, slips, and what was agreed. All of it is frozen: the
book of a room is put in the place of the one before and kept whole, so that a kill leaves the one or the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bob.core.game import REFEREE

OBSERVER = "observer"
"""The seat of those who only look on."""

BOOK = "room"
"""The draft of a save that holds it."""

ClockKind = Literal["none", "turn", "day"]
SlipState = Literal["waiting", "passed", "refused"]
DiceHand = Literal["program", "referee"]


@dataclass(frozen=True, slots=True)
class SeatInvitation:
    """Who knows its code may sit down, `uses` times more. An observer sees one `side`, or with none the truth, `delay` turns late."""

    id: str
    seat: str
    salt: str
    digest: str
    uses: int = 1
    share: tuple[str, ...] = ()
    """The Sectors or Geschwader that whoever comes by it commands; none for all of the side's."""
    side: str = ""
    delay: int = 0
    withdrawn: bool = False
    keeper: bool = False
    """Whether it is for the one at whose desk the game is kept, who plays as well."""
    by: str = ""
    """The player who invites by it, where that is not to his own side."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who has come, by which invitation; `digest` is of his key."""

    id: str
    name: str
    seat: str
    invitation: str
    digest: str
    share: tuple[str, ...] = ()
    side: str = ""
    delay: int = 0
    keeper: bool = False


@dataclass(frozen=True, slots=True)
class Doing:
    """A line of the register of a room, which all may read and nobody strikes: who came, went, was invited or sent away, by whom.
    `whose` is the seat that it is about, `delay` how late those see the truth who look on."""

    what: Literal["came", "left", "invited", "asked", "declined", "withdrawn", "gallery", "gallery_ended"]
    name: str
    whose: str
    by: str = ""
    by_seat: str = ""
    side: str = ""
    delay: int = 0


@dataclass(frozen=True, slots=True)
class SentAway:
    """Whose invitation was withdrawn, by the digest of his key, and by whom: he is told when he comes back."""

    digest: str
    by: str
    by_seat: str


@dataclass(frozen=True, slots=True)
class RoomNote:
    """A note from one member to a side, to the referee, or to all."""

    number: int
    by: str
    name: str
    seat: str
    to: str
    text: str
    terms: Terms | None = None
    """The terms that hold from then on, where it tells all that they were changed; then there is no text."""


@dataclass(frozen=True, slots=True)
class OrderSlip:
    """An order, or words, handed in to the referee."""

    number: int
    by: str
    name: str
    seat: str
    order: Any
    text: str
    state: SlipState = "waiting"
    answer: str = ""
    given: Any = None
    """The order as it was passed on."""


@dataclass(frozen=True, slots=True)
class Later:
    """A report that goes out to a side when a turn begins."""

    seat: str
    text: str
    turn: int
    sender: str


@dataclass(frozen=True, slots=True)
class HandOut:
    """A hand-out that lies before its reader: a seat, or one member by his id. What stands on it is kept beside the book."""

    id: str
    to: str
    name: str
    """Whose it is."""
    title: Mapping[str, str]
    """By language."""
    moment: Mapping[str, str]
    sheets: tuple[str, ...] = ()
    eyes: str = ""
    """By whose eyes its sheets are; nobody's where it is a note alone."""
    beyond: bool = False
    """Whether it was meant to hold more than its reader may see."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed on: whether players hand their orders in as slips, how long they may think, who holds a seat that is left, how far
    behind the truth those are who look on, and who rolls."""

    slips: bool = False
    clock: ClockKind = "none"
    seconds: int = 0
    deputies: Mapping[str, str] = field(default_factory=dict)
    """The officer who holds a seat, by the seat, while nobody of it is there or its time is up."""
    away: int = 120
    """After how many seconds without anybody a seat counts as left."""
    delay: int = 0
    """How many turns behind the truth everybody who looks on is at least."""
    dice: DiceHand | None = None
    """Who rolls; None for as it was when the game began."""


def may_invite(by: Member, seat: str, share: Sequence[str]) -> bool:
    """Whether a member may invite to a share of a seat: the referee to all, a player to his own side and no more of it than he has. Who
    looks on invites nobody: what others would see is not his to give."""
    return by.seat == REFEREE or (by.seat == seat != OBSERVER and (not by.share or (bool(share) and set(share) <= set(by.share))))


@dataclass(frozen=True, slots=True)
class RoomBook:
    """All of it. `count` numbers members, so that no number comes twice."""

    room: str
    count: int = 0
    invitations: tuple[SeatInvitation, ...] = ()
    members: tuple[Member, ...] = ()
    notes: tuple[RoomNote, ...] = ()
    slips: tuple[OrderSlip, ...] = ()
    later: tuple[Later, ...] = ()
    hand_outs: tuple[HandOut, ...] = ()
    terms: Terms = field(default_factory=Terms)
    held: bool = False
    register: tuple[Doing, ...] = ()
    gallery: int = 0
    """So many turns late, at least, players may let others look on at the truth, as the sides agreed; 0 where they did not."""
    away: tuple[SentAway, ...] = ()
    spent: Mapping[str, int] = field(default_factory=dict)
    """Of a clock for the whole day, the seconds that each seat has used."""

    def member(self, ident: str) -> Member | None:
        """The member of that name."""
        return next((member for member in self.members if member.id == ident), None)

    def invitation(self, ident: str) -> SeatInvitation | None:
        """The invitation of that name."""
        return next((found for found in self.invitations if found.id == ident), None)

    def may_withdraw(self, by: Member, invitation: SeatInvitation) -> bool:
        """Whether a member may withdraw an invitation by himself: nobody his own, or one that is older. Who looks on may be sent away by
        the side that he sees, and by each side where he sees the truth by its leave."""
        if invitation.seat == OBSERVER and by.seat not in (REFEREE, OBSERVER):
            return not by.share and (invitation.side == by.seat or (not invitation.side and bool(invitation.by)))
        known = [found.id for found in self.invitations]
        own = known.index(by.invitation) if by.invitation in known else -1
        return by.seat == REFEREE or (may_invite(by, invitation.seat, invitation.share) and known.index(invitation.id) > own)
