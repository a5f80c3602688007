"""The record of a room beside its game: invitations, members, notes, slips and terms. All of it is frozen: a new book replaces the
former as a whole, so that a kill leaves one or the other."""

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
    """An invitation to a seat, good for `uses` more members. An observer sees one `side`, or without one the truth, `delay` turns late."""

    id: str
    seat: str
    salt: str
    digest: str
    uses: int = 1
    share: tuple[str, ...] = ()
    """The Sectors or Geschwader that its members command; empty for all of the side's."""
    side: str = ""
    delay: int = 0
    withdrawn: bool = False
    keeper: bool = False
    """True for the invitation of the player whose desk keeps the game."""
    by: str = ""
    """The player who invites with it to a seat outside their own side."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person in the room, with the invitation used; `digest` is that of the member's key."""

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
    """A line of the public, permanent register of a room: an arrival, a departure, an invitation or a withdrawal. `whose` is the seat
    concerned, `by` the person responsible, `delay` the delay of observers of the truth."""

    what: Literal["came", "left", "invited", "asked", "declined", "withdrawn", "gallery", "gallery_ended"]
    name: str
    whose: str
    by: str = ""
    by_seat: str = ""
    side: str = ""
    delay: int = 0


@dataclass(frozen=True, slots=True)
class SentAway:
    """A withdrawn membership, by the digest of the member's key, and the person responsible; the member learns of it on return."""

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
    """The terms that hold from then on, for a note that announces a change of terms; such a note has no text."""


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
class LateReport:
    """A report that goes out to a side when a turn begins."""

    seat: str
    text: str
    turn: int
    sender: str


@dataclass(frozen=True, slots=True)
class HandOut:
    """A hand-out for a reader: a seat, or one member by id. Its content is kept beside the book."""

    id: str
    to: str
    name: str
    """The name of its author."""
    title: Mapping[str, str]
    """The title by language."""
    moment: Mapping[str, str]
    sheets: tuple[str, ...] = ()
    eyes: str = ""
    """The seat whose view its sheets show; empty for a note alone."""
    beyond: bool = False
    """True when it was meant to hold more than its reader may see."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a room: slips for orders, the time to think, deputies for seats left empty, the delay of observers of the truth, and
    the choice of dice."""

    slips: bool = False
    clock: ClockKind = "none"
    seconds: int = 0
    deputies: Mapping[str, str] = field(default_factory=dict)
    """By seat, the officer who holds it while it is empty or its time is up."""
    away: int = 120
    """Seconds of absence after which a seat counts as left."""
    delay: int = 0
    """The least delay, in turns, of all observers of the truth."""
    dice: DiceHand | None = None
    """The choice of dice; None for the choice made when the game began."""


def may_invite(by: Member, seat: str, share: Sequence[str]) -> bool:
    """Return whether a member may invite to a share of a seat: the referee to all, a player to their own side and at most to their own
    share of it, an observer to none."""
    return by.seat == REFEREE or (by.seat == seat != OBSERVER and (not by.share or (bool(share) and set(share) <= set(by.share))))


@dataclass(frozen=True, slots=True)
class RoomBook:
    """The whole record of a room. `count` numbers members, so that no number comes twice."""

    room: str
    count: int = 0
    invitations: tuple[SeatInvitation, ...] = ()
    members: tuple[Member, ...] = ()
    notes: tuple[RoomNote, ...] = ()
    slips: tuple[OrderSlip, ...] = ()
    later: tuple[LateReport, ...] = ()
    hand_outs: tuple[HandOut, ...] = ()
    terms: Terms = field(default_factory=Terms)
    held: bool = False
    register: tuple[Doing, ...] = ()
    gallery: int = 0
    """The least delay, in turns, at which players may let observers see the truth, as agreed by the sides; 0 without an agreement."""
    away: tuple[SentAway, ...] = ()
    spent: Mapping[str, int] = field(default_factory=dict)
    """The seconds used by each seat of a clock for the whole day."""

    def member(self, ident: str) -> Member | None:
        """The member of that name."""
        return next((member for member in self.members if member.id == ident), None)

    def invitation(self, ident: str) -> SeatInvitation | None:
        """The invitation of that name."""
        return next((found for found in self.invitations if found.id == ident), None)

    def may_withdraw(self, by: Member, invitation: SeatInvitation) -> bool:
        """Return whether a member may withdraw an invitation alone; never their own, nor an older one. The side that an observer sees
        may send the observer away; so may each side that let an observer see the truth."""
        if invitation.seat == OBSERVER and by.seat not in (REFEREE, OBSERVER):
            return not by.share and (invitation.side == by.seat or (not invitation.side and bool(invitation.by)))
        known = [found.id for found in self.invitations]
        own = known.index(by.invitation) if by.invitation in known else -1
        return by.seat == REFEREE or (may_invite(by, invitation.seat, invitation.share) and known.index(invitation.id) > own)
