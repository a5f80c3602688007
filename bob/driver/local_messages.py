"""The messages to a seat. Each is made from the view and the events of its seat; its number is that seat's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from bob.core.codec import encode
from bob.core.game import Choices, Event, Outcome


@dataclass(frozen=True, slots=True)
class Question:
    """The seat owes a decision: its view, and its choices. An answer may name the number."""

    number: int
    seat: str
    view: Any
    choices: Choices
    type: ClassVar[str] = "prompt"


@dataclass(frozen=True, slots=True)
class Accepted:
    """An order of the seat was carried out and is kept. Its results come in messages of their own: the reach of one order may depend on
    a secret of the other side."""

    number: int
    seat: str
    type: ClassVar[str] = "accepted"


@dataclass(frozen=True, slots=True)
class EventMessage:
    """The seat learns of something."""

    number: int
    seat: str
    event: Event
    type: ClassVar[str] = "event"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last order that the seat gave, or knew of, was taken back."""

    number: int
    seat: str
    type: ClassVar[str] = "undone"


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""

    number: int
    seat: str
    outcome: Outcome | None
    type: ClassVar[str] = "over"


Message = Question | Accepted | EventMessage | TakenBack | Over


def as_json(message: Message) -> dict[str, Any]:
    """The fixed form of a message."""
    return {"type": message.type, **encode(message)}
