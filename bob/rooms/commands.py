"""The messages of members to a room, by name: read strictly, then passed to the room. Lines, pages and slips all come through here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bob.core.codec import CodecError, decode
from bob.core.errors import UsageError
from bob.rooms.book import Member
from bob.rooms.handing_out import Looking
from bob.rooms.room import GameRoom


@dataclass(frozen=True, slots=True)
class SaysOrder:
    order: Any
    number: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class SaysNothing:
    pass


@dataclass(frozen=True, slots=True)
class SaysAgreed:
    agree: bool


@dataclass(frozen=True, slots=True)
class SaysAgreedBack:
    agree: bool
    seat: str = ""


@dataclass(frozen=True, slots=True)
class SaysAgreedGallery:
    agree: bool
    delay: int = 0


@dataclass(frozen=True, slots=True)
class SaysNote:
    to: str
    text: str


@dataclass(frozen=True, slots=True)
class SaysSlip:
    order: Any = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class SaysToSlip:
    slip: int
    order: Any = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class SaysTurn:
    turn: int


@dataclass(frozen=True, slots=True)
class SaysReport:
    seat: str
    text: str
    turn: int
    sender: str = "filter_room"


@dataclass(frozen=True, slots=True)
class SaysDrop:
    seat: str
    text: str
    turn: int


@dataclass(frozen=True, slots=True)
class SaysInvite:
    seat: str
    share: tuple[str, ...] = ()
    uses: int = 1
    side: str = ""
    delay: int = 0


@dataclass(frozen=True, slots=True)
class SaysWithdraw:
    invitation: str


@dataclass(frozen=True, slots=True)
class SaysGallery:
    delay: int


@dataclass(frozen=True, slots=True)
class SaysTerms:
    terms: Any


@dataclass(frozen=True, slots=True)
class SaysLook:
    to: str
    sheets: tuple[str, ...] = ()
    eyes: str = "own"
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SaysHandOut:
    look: str
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class SaysTakeBack:
    id: str


Saying = tuple[type, Callable[[GameRoom, Member, Any], dict[str, Any] | None]]


def _invite(room: GameRoom, member: Member, said: SaysInvite) -> dict[str, Any]:
    made, code = room.invite(said.seat, share=said.share, uses=said.uses, side=said.side, delay=said.delay, by=member)
    return {"type": "accepted", "invitation": made.id, "seat": made.seat, "code": code}


def _asked(asked: bool) -> dict[str, Any]:
    """Return the answer to a request that is done, or needs consent first."""
    return {"type": "accepted", "asked": asked}


def _slip(room: GameRoom, member: Member, said: SaysSlip) -> dict[str, Any]:
    return {"type": "accepted", "slip": room.slip(member, said.order, said.text)}


LOOK = "hand_out/look"
SAYINGS: Mapping[str, Saying] = {
    "order": (SaysOrder, lambda room, member, said: room.order(member, said.order, said.number, said.key)),
    "undo": (SaysNothing, lambda room, member, said: room.undo(member)),
    "undo/answer": (SaysAgreedBack, lambda room, member, said: room.agree(member, said.agree, said.seat)),
    "note": (SaysNote, lambda room, member, said: room.note(member, said.to, said.text)),
    "slip": (SaysSlip, _slip),
    "slip/answer": (SaysToSlip, lambda room, member, said: room.answer_slip(member, said.slip, said.order, said.text)),
    "hold": (SaysNothing, lambda room, member, said: room.hold(member, True)),
    "go_on": (SaysNothing, lambda room, member, said: room.hold(member, False)),
    "back": (SaysTurn, lambda room, member, said: room.back(member, said.turn)),
    "forward": (SaysNothing, lambda room, member, said: room.back(member, None)),
    "later": (SaysReport, lambda room, member, said: room.later(member, said.seat, said.text, said.turn, said.sender)),
    "later/drop": (SaysDrop, lambda room, member, said: room.drop_later(member, said.seat, said.text, said.turn)),
    "invite": (SaysInvite, _invite),
    "withdraw": (SaysWithdraw, lambda room, member, said: _asked(room.ask_away(said.invitation, member))),
    "withdraw/answer": (SaysAgreed, lambda room, member, said: room.answer_away(member, said.agree)),
    "gallery": (SaysGallery, lambda room, member, said: _asked(room.ask_gallery(member, said.delay))),
    "gallery/answer": (SaysAgreedGallery, lambda room, member, said: room.answer_gallery(member, said.agree, said.delay)),
    "terms": (SaysTerms, lambda room, member, said: room.set_terms(member, said.terms)),
    LOOK: (SaysLook, lambda room, member, said: room.look_at(member, said.to, said.sheets, said.eyes, said.title, said.text)),
    "hand_out": (SaysHandOut, lambda room, member, said: room.hand_out(member, said.look, beyond=said.beyond)),
    "hand_out/take_back": (SaysTakeBack, lambda room, member, said: room.take_back(member, said.id)),
    "leave": (SaysNothing, lambda room, member, said: room.leave(member)),
}
"""The messages by name; `dice` bypasses the room, which waits for them."""


def say(room: GameRoom, member: Member, name: str, data: Any) -> dict[str, Any]:
    """Say something in a room; the answer. Raises BobError, and then nothing has changed."""
    found = SAYINGS.get(name)
    if found is None:
        raise UsageError("room.unknown_saying", name=name[:40], choices=", ".join(SAYINGS))
    kind, said = found
    return said(room, member, _read(room, member, name, kind, data)) or {"type": "accepted"}


def begin_look(room: GameRoom, member: Member, data: Any) -> Looking:
    """Begin to look at a hand-out, as `hand_out/look` says it. Raises BobError."""
    said: SaysLook = _read(room, member, LOOK, SaysLook, data)
    return room.begin_look(member, said.to, said.sheets, said.eyes, said.title, said.text)


def _read(room: GameRoom, member: Member, name: str, kind: Any, data: Any) -> Any:
    if room.book.member(member.id) is None:
        raise UsageError("room.no_member")
    try:
        return decode(kind, data)
    except CodecError as error:
        raise UsageError("room.bad_saying", name=name, **error.values) from error
