"""The people of a room and their messages, as the host sends them whole each time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from bob.core.codec import CodecError, decode
from bob.rooms.book import LateReport, Terms


@dataclass(frozen=True, slots=True)
class Person:
    """A member of the room."""

    id: str
    name: str
    seat: str
    share: tuple[str, ...] = ()
    present: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A note from one member to a side, to the referee, or to all."""

    number: int
    name: str
    seat: str
    to: str
    text: str
    terms: Terms | None = None
    """The new terms, in a letter about their change."""


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A request to undo an order; `answer` when the answer is ours."""

    name: str
    seat: str
    answer: bool


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The seconds that the seat had when its question was put, and when that was by the host's clock; None while it owes nothing."""

    kind: str
    left: float
    since: float | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """An open invitation."""

    id: str
    seat: str
    uses: int
    share: tuple[str, ...] = ()
    side: str = ""
    delay: int = 0


@dataclass(frozen=True, slots=True)
class RegisterLine:
    """An arrival, a departure, an invitation or a removal, and who caused it."""

    what: str
    name: str
    whose: str
    by: str = ""
    by_seat: str = ""
    side: str = ""
    delay: int = 0


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A request that needs consent: the removal of a member (`away`), observers of the truth (`gallery`), with a delay in turns;
    `answer` when the answer is ours."""

    kind: str
    name: str
    seat: str
    delay: int
    answer: bool


@dataclass(frozen=True, slots=True)
class FarSlip:
    """An order, or words, handed in to the umpire, and what became of it."""

    number: int
    name: str
    seat: str
    order: Any
    text: str
    state: str = "waiting"
    answer: str = ""
    given: Any = None


@dataclass(frozen=True, slots=True)
class FarHandOut:
    """A hand-out to us; for the referee each hand-out sent."""

    id: str
    to: str
    name: str
    title: Mapping[str, str]
    moment: Mapping[str, str]
    eyes: str = ""
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class JoinedRoom:
    """All of it."""

    room: str = ""
    you: str = ""
    seats: tuple[str, ...] = ()
    """The seats that people may sit at."""
    members: tuple[Person, ...] = ()
    notes: tuple[Letter, ...] = ()
    held: bool = False
    waits: bool = False
    clock: SeatClock | None = None
    undo: UndoAsked | None = None
    ready: tuple[str, ...] = ()
    invitations: tuple[Open, ...] = ()
    register: tuple[RegisterLine, ...] = ()
    gallery: int = 0
    keeper: bool = False
    asked: tuple[OpenQuestion, ...] = ()
    slips: tuple[FarSlip, ...] = ()
    hand_outs: tuple[FarHandOut, ...] = ()
    terms: Terms = field(default_factory=Terms)
    may_agree: bool = False
    """True when we set the terms."""
    later: tuple[LateReport, ...] = ()
    owing: Mapping[str, float] = field(default_factory=dict)
    """For the referee, the time since which each seat owes a decision, by the host's clock."""
    now: float = 0.0
    """The time of that clock at this message."""

    @property
    def me(self) -> Person | None:
        return next((one for one in self.members if one.id == self.you), None)


_KINDS: Mapping[str, Any] = {
    "members": Person,
    "notes": Letter,
    "clock": SeatClock,
    "undo": UndoAsked,
    "invitations": Open,
    "register": RegisterLine,
    "asked": OpenQuestion,
    "slips": FarSlip,
    "hand_outs": FarHandOut,
    "later": LateReport,
    "terms": Terms,
}


def room_state(message: Mapping[str, Any]) -> JoinedRoom:
    """Return the state of the room in a message; unknown parts are ignored. Raises CodecError."""
    known = {field.name for field in fields(JoinedRoom)}
    found = {name: _known(name, value) for name, value in message.items() if name in known}
    return decode(JoinedRoom, found)


def _known(name: str, value: Any) -> Any:
    """A part of the message without the fields that a later host may have added."""
    kind = _KINDS.get(name)
    if kind is None:
        return value
    if isinstance(value, list):
        return [_known(name, one) for one in value]
    names = {field.name for field in fields(kind)}
    if kind is Letter and isinstance(value, dict) and value.get("terms") is not None:
        value = {**value, "terms": _known("terms", value["terms"])}
    return {key: part for key, part in value.items() if key in names} if isinstance(value, dict) else value


__all__ = [
    "CodecError",
    "FarHandOut",
    "FarSlip",
    "JoinedRoom",
    "LateReport",
    "Letter",
    "Open",
    "OpenQuestion",
    "Person",
    "RegisterLine",
    "SeatClock",
    "UndoAsked",
    "room_state",
]
