"""The orders of an operational day: small frozen values, checked where they are carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from bob.core.hexes import Hex
from bob.day.state.combat_state import How
from bob.day.state.position import StanceKind
from bob.day.state.raid_plan import RaidPlan
from bob.tactical.engagement import Loss


@dataclass(frozen=True, slots=True)
class PlanRaid:
    """Luftwaffe, planning or on the hour: put a raid on the plan, or change one that is not sealed yet (OPS-B3.1, OPS-C4.1)."""

    code: ClassVar[str] = "plan_raid"
    plan: RaidPlan


@dataclass(frozen=True, slots=True)
class DropRaid:
    """Luftwaffe, planning or on the hour: strike a raid from the plan, as long as it has not begun to gather (OPS-C4.1)."""

    code: ClassVar[str] = "drop_raid"
    raid: str


@dataclass(frozen=True, slots=True)
class Seal:
    """Luftwaffe, planning and on every hour: commit the plan; its digest is published to the other side (OPS-B3.3, OPS-C4.1)."""

    code: ClassVar[str] = "seal"


@dataclass(frozen=True, slots=True)
class Readiness:
    """RAF: bring a squadron to another state of readiness (OPS-B7.2)."""

    code: ClassVar[str] = "readiness"
    unit: str
    box: Literal["released", "available", "ready"]


@dataclass(frozen=True, slots=True)
class Scramble:
    """RAF: send a Ready squadron up, towards a hex or a plotted raid (OPS-B6.4, OPS-B7.2)."""

    code: ClassVar[str] = "scramble"
    unit: str
    angels: int
    hex: Hex | None = None
    track: int | None = None


@dataclass(frozen=True, slots=True)
class SendTo:
    """RAF: vector a controlled squadron to a hex or to intercept a plotted raid (OPS-B6.5)."""

    code: ClassVar[str] = "vector"
    unit: str
    angels: int
    hex: Hex | None = None
    track: int | None = None


@dataclass(frozen=True, slots=True)
class Pancake:
    """RAF: send a squadron home, or to another airfield, to land."""

    code: ClassVar[str] = "pancake"
    unit: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Stance:
    """RAF: the rules of engagement of a squadron in the air or ordered off; one that waits names for whom (OPS-C3.3)."""

    code: ClassVar[str] = "stance"
    unit: str
    stance: StanceKind
    waits_for: str | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """RAF: part a squadron on the ground into two flights (OPS-B2.1)."""

    code: ClassVar[str] = "split"
    unit: str


@dataclass(frozen=True, slots=True)
class FormWing:
    """RAF: let airborne squadrons of one Group form a Wing or Balbo over an airfield (OPS-B2.6)."""

    code: ClassVar[str] = "form_wing"
    units: tuple[str, ...]
    field: str


@dataclass(frozen=True, slots=True)
class BreakWing:
    """RAF: break up the Wing or Balbo that a squadron flies in (OPS-B2.6)."""

    code: ClassVar[str] = "break_wing"
    unit: str


@dataclass(frozen=True, slots=True)
class Recall:
    """Luftwaffe: call a raid in the air home (OPS-C4.2)."""

    code: ClassVar[str] = "recall"
    raid: str


@dataclass(frozen=True, slots=True)
class ToSecondary:
    """Luftwaffe: send a raid in the air to its secondary target (OPS-C4.2)."""

    code: ClassVar[str] = "secondary"
    raid: str


@dataclass(frozen=True, slots=True)
class ChangeHeight:
    """Luftwaffe: have a raid in the air fly 2 Angels higher or lower than planned from here on (OPS-C4.2)."""

    code: ClassVar[str] = "height"
    raid: str
    up: bool


@dataclass(frozen=True, slots=True)
class LendEscorts:
    """Luftwaffe: send escorts of a raid in the air over to another one close by (OPS-C4.2)."""

    code: ClassVar[str] = "lend_escorts"
    raid: str
    to: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PatrolSweep:
    """Luftwaffe: send the units of a Channel patrol box off on a Freie Jagd (OPS-B9.2, OPS-A15.7)."""

    code: ClassVar[str] = "patrol_sweep"
    box: int
    hex: Hex
    angels: int


@dataclass(frozen=True, slots=True)
class Pick:
    """Either side: answer a choice that an event asks for."""

    code: ClassVar[str] = "pick"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Engage:
    """The chooser, or the referee: the standing rule of how engagements are resolved (OPS-B8.4)."""

    code: ClassVar[str] = "engage"
    small: How
    with_bombers: How
    others: How
    small_most: int


@dataclass(frozen=True, slots=True)
class Resolve:
    """The chooser, or the referee: how the engagement in hand is resolved (OPS-B8.4)."""

    code: ClassVar[str] = "resolve"
    how: How


@dataclass(frozen=True, slots=True)
class EnterResult:
    """The chooser, or the referee: what came of the engagement at the players' own table (OPS-B8.6)."""

    code: ClassVar[str] = "enter_result"
    losses: tuple[Loss, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class Fly:
    """Either side: an order of the tactical game that is being played, by its name."""

    code: ClassVar[str] = "fly"
    game: str
    order: Any


IN_FLIGHT = (Recall, ToSecondary, ChangeHeight, LendEscorts)
"""The orders that are radioed to a raid in the air (OPS-C4.2)."""

FIGHT_ORDERS = (Resolve, EnterResult, Fly)
"""The orders about the engagement in hand."""


@dataclass(frozen=True, slots=True)
class Done:
    """Either side: no more orders this turn."""

    code: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class InName:
    """Referee: an order in the name of a side; only one that the side could give itself."""

    code: ClassVar[str] = "in_name"
    seat: str
    order: Any


@dataclass(frozen=True, slots=True)
class WentBack:
    """Referee: records that the game went back, or forward again, to the current state: to the sides that must know of it."""

    code: ClassVar[str] = "went_back"
    forward: bool
    to: tuple[str, ...] = ()


def given(seat: str, order: Any) -> tuple[str, Any]:
    """Return the seat of an order, and the order itself: the side's, where the referee gave it in its name."""
    return (order.seat, order.order) if isinstance(order, InName) else (seat, order)


NoteSender = Literal["referee", "filter_room", "higher"]
"""The apparent sender of a note: the referee, the Filter Room (for the Luftwaffe its listening service), or higher command."""

Correctable = Literal[
    "squadron_strength",
    "squadron_box",
    "squadron_hex",
    "squadron_angels",
    "squadron_fuel",
    "squadron_ammo",
    "squadron_disruption",
    "squadron_station",
    "raid_unit_strength",
    "raid_unit_disruption",
    "raid_unit_fuel",
    "raid_unit_ammo",
    "raid_unit_bombs",
    "raid_unit_state",
    "raid_hex",
    "raid_angels",
    "raid_course",
    "raid_forms",
    "plot_hex",
    "plot_strength",
    "plot_angels",
    "plot_struck",
    "plot_false",
    "plot_shown",
    "airfield_damage",
    "station",
    "room",
    "convoy_hex",
    "convoy_sunk",
    "zone_weather",
    "zone_sky",
    "random_event",
    "scrambles",
    "response_level",
    "points",
]
"""The kinds of the referee's corrections."""


@dataclass(frozen=True, slots=True)
class Correct:
    """Referee: correct something, with a reason; the log keeps it, with the former value `was` if it is given."""

    code: ClassVar[str] = "correct"
    what: Correctable
    name: str
    value: str
    reason: str
    was: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Referee: a note to one side, as from the referee or from an apparent sender."""

    code: ClassVar[str] = "note"
    seat: str
    text: str
    sender: NoteSender = "referee"


ORDERS = (
    PlanRaid,
    DropRaid,
    Seal,
    Readiness,
    Scramble,
    SendTo,
    Pancake,
    Stance,
    Split,
    FormWing,
    BreakWing,
    Recall,
    ToSecondary,
    ChangeHeight,
    LendEscorts,
    PatrolSweep,
    Pick,
    Engage,
    Resolve,
    EnterResult,
    Fly,
    Done,
    Correct,
    Note,
    InName,
    WentBack,
)
"""Every kind of order."""
