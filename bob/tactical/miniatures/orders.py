"""The orders of the miniatures dogfight: frozen values, each with its code. Lengths are hundredths of an inch, angles whole degrees.

A turn is to the right, to the left when it is negative. A card is named as it is held: `great_dive@bf_109e`, `storm_of_fire`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar

from bob.tactical.miniatures.rules.geometry import Spot

# ---- before the battle


@dataclass(frozen=True, slots=True)
class LayCloud:
    """Lay a cloud (BRS-C53)."""

    code: ClassVar[str] = "lay_cloud"
    at: Spot


@dataclass(frozen=True, slots=True)
class Deploy:
    """Put an aircraft on the table (BRS-C11)."""

    code: ClassVar[str] = "deploy"
    aircraft: int
    at: Spot
    heading: int


# ---- cards


@dataclass(frozen=True, slots=True)
class PlayAction:
    """Play an Action card, on aircraft where it needs them, with its bonus card or without; `turn` is that of Defensive Tactics, `squadron`
    0 for the fighters and 1 for the multi-engined ones."""

    code: ClassVar[str] = "play"
    card: str
    aircraft: tuple[int, ...] = ()
    bonus: str | None = None
    turn: int | None = None
    squadron: int | None = None


@dataclass(frozen=True, slots=True)
class NoMore:
    """Nothing here: no card, no answer, no action, no defensive fire."""

    code: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class KeepCards:
    """Of the cards played in this activation try to keep these; the others are discarded (BRS-058, BRS-073)."""

    code: ClassVar[str] = "keep"
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrowAway:
    """Discard these cards of the hand at the end of a turn, and draw (BRS-060)."""

    code: ClassVar[str] = "throw"
    cards: tuple[str, ...] = ()


# ---- an activation


@dataclass(frozen=True, slots=True)
class ActivateOne:
    """Activate this one of the aircraft that may act now (BRS-C16)."""

    code: ClassVar[str] = "activate"
    aircraft: int


@dataclass(frozen=True, slots=True)
class DiveFor:
    """Burn advantage to dive, or dive by Diving Avoidance; then a turn (BRS-C23, BRS-C24). `card`: a Great Dive (BRS-D11)."""

    code: ClassVar[str] = "dive"
    distance: int
    turn: int = 0
    card: str | None = None


@dataclass(frozen=True, slots=True)
class TurnHard:
    """Burn advantage to turn hard before the normal move (BRS-C25)."""

    code: ClassVar[str] = "turn_hard"
    turn: int


@dataclass(frozen=True, slots=True)
class MoveOn:
    """The normal move and its turn (BRS-C27 to BRS-C29).

    `burn`: brake (BRS-C26), or turn for a hard turn at its end (BRS-C25). `card`: a Tight Turn, with which the turn comes after `after`
    of the distance (BRS-D12).
    """

    code: ClassVar[str] = "move"
    distance: int
    turn: int = 0
    burn: str | None = None
    card: str | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class TailEnemy:
    """Choose the enemy to tail among those that can be tailed (BRS-C38)."""

    code: ClassVar[str] = "tail"
    aircraft: int


@dataclass(frozen=True, slots=True)
class ShootAt:
    """Shoot at an enemy with the aircraft's own guns: the opening shot, or the pilot action (BRS-C20, BRS-C39)."""

    code: ClassVar[str] = "shoot"
    target: int


@dataclass(frozen=True, slots=True)
class GainHeight:
    """Climb for advantage (BRS-C32). `card`: Great Climb or High-Altitude Performance, and its bonus card (BRS-D10, BRS-D23)."""

    code: ClassVar[str] = "climb"
    card: str | None = None
    bonus: str | None = None


@dataclass(frozen=True, slots=True)
class Outmanoeuvre:
    """Try to lower an enemy's level (BRS-C34). `card`: Stalker (BRS-D37)."""

    code: ClassVar[str] = "outmanoeuvre"
    target: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class DropOn:
    """Bomb a target that the normal move passed, or fire at it where the scenario allows that (BRS-C58)."""

    code: ClassVar[str] = "bomb"
    target: int


@dataclass(frozen=True, slots=True)
class DefendWith:
    """Defensive fire: the target of each weapon position, -1 for none (BRS-106, BRS-108)."""

    code: ClassVar[str] = "defend"
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnswerFire:
    """Fire back at the attacker: with the aircraft's own guns, with weapon positions (BRS-C40, BRS-111)."""

    code: ClassVar[str] = "answer"
    guns: bool = False
    weapons: tuple[int, ...] = ()


ORDER_TYPES: tuple[type, ...] = (
    *(LayCloud, Deploy, PlayAction, NoMore, KeepCards, ThrowAway, ActivateOne),
    *(DiveFor, TurnHard, MoveOn, TailEnemy, ShootAt, GainHeight, Outmanoeuvre, DropOn, DefendWith, AnswerFire),
)
_RANK: dict[type, int] = {kind: i for i, kind in enumerate(ORDER_TYPES)}
_FIELDS = {kind: tuple(f.name for f in fields(kind)) for kind in ORDER_TYPES}


def sort_key(order: Any) -> tuple[Any, ...]:
    """Return the sort key of an order: by kind, then by its fields; empty fields come first."""
    kind = type(order)
    values = [getattr(order, name) for name in _FIELDS[kind]]
    return _RANK[kind], *[(0,) if value is None else (1, value) for value in values]
