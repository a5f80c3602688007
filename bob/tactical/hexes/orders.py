"""The orders of the hex dogfight: frozen values, each with its code."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, get_args

from bob.core.hexes import Hex

# ---- before the battle


@dataclass(frozen=True, slots=True)
class PlaceCloud:
    """Lay a cloud on a hex."""

    code: ClassVar[str] = "place_cloud"
    at: Hex


@dataclass(frozen=True, slots=True)
class SetUp:
    """Put an aircraft on a hex, facing so."""

    code: ClassVar[str] = "set_up"
    aircraft: int
    at: Hex
    facing: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer a card to a seat of one's own team."""

    code: ClassVar[str] = "offer"
    to: str
    card: str


@dataclass(frozen=True, slots=True)
class Swap:
    """Take the offered card and give this one for it."""

    code: ClassVar[str] = "swap"
    card: str


# ---- cards


@dataclass(frozen=True, slots=True)
class Choose:
    """Take this card out of the draw pile for a leader."""

    code: ClassVar[str] = "choose"
    card: str


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card: on an aircraft, where it needs one; `choice` is a marker for Quick hands."""

    code: ClassVar[str] = "play"
    card: str
    aircraft: int = -1
    choice: str = ""


@dataclass(frozen=True, slots=True)
class ShiftCloud:
    """Play Shifting cloud: move a cloud to a hex beside it."""

    code: ClassVar[str] = "shift_cloud"
    card: str
    at: Hex
    to: Hex


@dataclass(frozen=True, slots=True)
class Reroll:
    """Throw these faces again, by a card or by a leader's rule (`aim`)."""

    code: ClassVar[str] = "reroll"
    by: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline: no card, counter-attack, re-roll, offer, second aircraft, or departure."""

    code: ClassVar[str] = "pass"


# ---- formations


@dataclass(frozen=True, slots=True)
class Join:
    """An aircraft joins another, or the formation that the other flies in."""

    code: ClassVar[str] = "join"
    aircraft: int
    to: int


@dataclass(frozen=True, slots=True)
class Leave:
    """An aircraft leaves its formation."""

    code: ClassVar[str] = "leave"
    aircraft: int


# ---- an activation


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate an aircraft, or the formation whose member of the lowest number it is."""

    code: ClassVar[str] = "activate"
    aircraft: int


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance one hex ahead, or left or right by wing slip, climbing by a number of levels; `by` pay, wep or tail."""

    code: ClassVar[str] = "advance"
    way: str
    climb: int = 0
    by: str = "pay"


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn one hex side; a formation about one of its members."""

    code: ClassVar[str] = "rotate"
    way: str
    pivot: int = -1


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """Fly a special manoeuvre; zoom and dive by a number of levels."""

    code: ClassVar[str] = "manoeuvre"
    kind: str
    levels: int = 0


@dataclass(frozen=True, slots=True)
class ForceThrough:
    """Force a way through an enemy: into its hex that way, and on out of it."""

    code: ClassVar[str] = "force"
    target: int
    way: str
    out: str


@dataclass(frozen=True, slots=True)
class Fire:
    """Fire the guns of an arc at an enemy."""

    code: ClassVar[str] = "fire"
    target: int
    arc: str


@dataclass(frozen=True, slots=True)
class Strafe:
    """Fire the guns of an arc at a ship."""

    code: ClassVar[str] = "strafe"
    ship: int
    arc: str


@dataclass(frozen=True, slots=True)
class Bomb:
    """Drop the bombs on the ship below."""

    code: ClassVar[str] = "bomb"
    ship: int


@dataclass(frozen=True, slots=True)
class End:
    """End the activation."""

    code: ClassVar[str] = "end"


# ---- a shot


@dataclass(frozen=True, slots=True)
class Counter:
    """A wingman counter-attacks: it flies to that hex, facing and level, and fires."""

    code: ClassVar[str] = "counter"
    aircraft: int
    at: Hex
    facing: int
    level: int
    arc: str


@dataclass(frozen=True, slots=True)
class Dodge:
    """Turn a number of speed points into dodge dice and dodge."""

    code: ClassVar[str] = "dodge"
    speed: int


@dataclass(frozen=True, slots=True)
class Help:
    """Let a leader that covers its friends add a die to the dodge."""

    code: ClassVar[str] = "help"
    leader: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """Cancel a number of criticals and of damages with the dodge faces."""

    code: ClassVar[str] = "cancel"
    criticals: int
    damages: int


HexOrder = (
    PlaceCloud
    | SetUp
    | Offer
    | Swap
    | Choose
    | PlayCard
    | ShiftCloud
    | Reroll
    | Pass
    | Join
    | Leave
    | Activate
    | Advance
    | Rotate
    | Manoeuvre
    | ForceThrough
    | Fire
    | Strafe
    | Bomb
    | End
    | Counter
    | Dodge
    | Help
    | Cancel
)
"""Any order of the hex dogfight."""

ORDER_TYPES: tuple[type, ...] = get_args(HexOrder)

PASS, END = Pass(), End()


def sort_key(order: Any) -> tuple[Any, ...]:
    """Return the sort key of a choice: the code, then the fields in order."""
    return (order.code, *[getattr(order, field.name) for field in fields(order)])
