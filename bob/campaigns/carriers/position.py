"""A position of a carrier campaign: plans, Resources, tracks, the flights of the turn, the aircraft of the one in hand, the log."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from bob.campaigns.land.position import AircraftFate, AirGroup, Airman, BombResult, FlightReadings
from bob.campaigns.sides import SIDES
from bob.core.game import Outcome
from bob.core.ranges import Whole
from bob.tactical.cards.linking import FlightPosition

# The phases of a turn, in order (CAM-25.1b).
PLAN, RESOURCE, FORM, FLIGHT, OVER = PHASES = ("plan", "resource", "form", "flight", "over")

SCOUT, BASE_STRIKE, FLEET_STRIKE = ("scout", "base_strike", "fleet_strike")
"""The flights of a turn, in their order (CAM-GAP-46)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarrierTerms(FlightReadings):
    """The terms of the campaign: `turns`, the sheet's when 0; `quick` resolves the flights by dice; the rest are the switches of its
    edition."""

    turns: Annotated[int, Whole(0, 20)] = 0
    quick: bool = False


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """A side's Fleet Tactic and Flight Operation of a turn."""

    tactic: str
    operation: str


@dataclass(frozen=True, slots=True)
class FleetSortie:
    """A flight of the turn: a side's aircraft from a base against another. `read` are the aircraft that damage takes off the Strike and
    off the CAP, where both were read before either of two simultaneous Strikes (CAM-GAP-31)."""

    kind: str
    side: str
    origin: str
    target: str
    read: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Recovery:
    """A test of a Damaged aircraft: its place among the fates, how many cards were drawn, and whether it landed (CAM-25.71)."""

    craft: int
    cards: int
    landed: bool


@dataclass(frozen=True, slots=True)
class FlownSortie:
    """A line of the Log Sheet (CAM-25.22a). `fought`: it found its target and was fought. `ticks` are the boxes ticked on each track."""

    turn: int
    sortie: FleetSortie
    fought: bool
    success: bool
    damage: int
    fates: tuple[AircraftFate, ...]
    results: tuple[BombResult, ...]
    recoveries: tuple[Recovery, ...]
    ticks: tuple[tuple[str, int], ...]

    @property
    def number(self) -> int:
        """Return its number in the squadrons' book: its turn."""
        return self.turn


@dataclass(frozen=True, slots=True)
class TurnLine:
    """The choices of both sides in a turn (CAM-25.22a)."""

    turn: int
    axis: TurnPlan
    allied: TurnPlan
    axis_resource: int | None
    allied_resource: int | None


@dataclass(slots=True)
class CarrierPosition:
    """The whole truth. `fewer` are the aircraft that a side has still to leave behind, `more` the Elements of extra CAP that it has still
    to name, `gains` whether its scout came through this turn."""

    sheet: str
    terms: CarrierTerms
    phase: str = PLAN
    turn: int = 0
    plans: dict[str, TurnPlan] = field(default_factory=dict)
    picks: dict[str, int | None] = field(default_factory=dict)
    used: dict[str, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(SIDES, ()))
    tracks: dict[str, int] = field(default_factory=dict)
    queue: list[FleetSortie] = field(default_factory=list)
    sortie: FleetSortie | None = None
    groups: list[AirGroup] = field(default_factory=list)
    crews: list[tuple[str, Airman]] = field(default_factory=list)
    fewer: dict[str, int] = field(default_factory=dict)
    more: dict[str, int] = field(default_factory=dict)
    gains: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    turns: list[TurnLine] = field(default_factory=list)
    log: list[FlownSortie] = field(default_factory=list)
    outcome: Outcome | None = None
    flight: FlightPosition | None = None

    @property
    def rounds(self) -> int:
        """The number of the turn in hand."""
        return self.turn

    def own_groups(self, side: str) -> list[AirGroup]:
        return [group for group in self.groups if group.side == side]

    def damage(self, base: str) -> int:
        """The boxes ticked on a base's track."""
        return self.tracks.get(base, 0)

    def copy(self) -> CarrierPosition:
        """A position of its own; what never changes is shared."""
        changed: dict[str, Any] = {
            "plans": dict(self.plans),
            "picks": dict(self.picks),
            "used": dict(self.used),
            "tracks": dict(self.tracks),
            "queue": list(self.queue),
            "groups": [group.copy() for group in self.groups],
            "crews": list(self.crews),
            "fewer": dict(self.fewer),
            "more": dict(self.more),
            "turns": list(self.turns),
            "log": list(self.log),
            "flight": self.flight.copy() if self.flight is not None else None,
        }
        return replace(self, **changed)
