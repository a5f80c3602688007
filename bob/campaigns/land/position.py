"""A position of a land campaign: Resources used, the mission in hand with its groups and its flight, the log of the missions flown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from bob.campaigns.sides import MOST_PLAYERS, SIDES, team_of
from bob.core.game import Outcome
from bob.core.ranges import Whole
from bob.tactical.cards.flight import CLASSIC, FlightEdition
from bob.tactical.cards.linking import FlightPosition

# The phases of a mission, in order (CAM-24.1b).
RESOURCE, PLAN, FLIGHT, OVER = "resource", "plan", "flight", "over"
PHASES = (RESOURCE, PLAN, FLIGHT, OVER)

LEADER, WINGMAN, FORMATION = ROLES = ("leader", "wingman", "formation")
WHOLE, DAMAGED, DESTROYED, LEFT, LEFT_DAMAGED = FATES = ("whole", "damaged", "destroyed", "left", "left_damaged")
NONE, BOMBS, TORPEDO = LOADS = ("none", "bombs", "torpedo")
NOBODY = -1
FLAK = -2
"""The destroyer of an aircraft where it was the guns of the target and no aircraft."""


def enemy_of(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightReadings(FlightEdition):
    """The switches of a campaign's flights: those of the edition of that name, and those set alone (CAM-DAT-17); and how many players each
    team has (CAM-24.43a, CAM-25.23b)."""

    edition: str = CLASSIC
    axis_players: Annotated[int, Whole(1, MOST_PLAYERS)] = 1
    allied_players: Annotated[int, Whole(1, MOST_PLAYERS)] = 1

    def team(self, side: str) -> tuple[str, ...]:
        """The seats of a side."""
        return team_of(side, self.axis_players if side == SIDES[0] else self.allied_players)


@dataclass(frozen=True, slots=True, kw_only=True)
class AirWarTerms(FlightReadings):
    """The terms of the campaign. `period` is one of the sheet's, its first when empty; `missions` their number, the sheet's when 0;
    `quick` resolves the flights by dice; with `targets_keep_damage` a target begins with its earlier damage. The rest are the switches
    of its edition."""

    period: str = ""
    missions: Annotated[int, Whole(0, 20)] = 0
    quick: bool = False
    targets_keep_damage: bool = False


@dataclass(frozen=True, slots=True)
class Airman:
    """A Skilled Pilot or Crew: the counter, and the number of its face."""

    counter: str
    face: Annotated[int, Whole(0, 1)]

    @property
    def key(self) -> str:
        return f"{self.counter}/{self.face}"


def airmen_of(pilot: Airman | None, crews: tuple[tuple[int, Airman], ...]) -> tuple[Airman, ...]:
    """The Leader's Pilot, if a group has one, and its Crews."""
    return (*(() if pilot is None else (pilot,)), *[airman for _, airman in crews])


@dataclass(slots=True)
class AirGroup:
    """A mission's aircraft that go together: an Element (a Leader, and with two aircraft its Wingman), or `count` bombers of a line.

    `extra` aircraft come by a Resource, and those whose altitude is `free` start where their owner chooses. `airman` is the Skilled
    Pilot of the Leader, `crews` are the Skilled Crews of bombers by the number of their aircraft.
    """

    number: int
    side: str
    aircraft: str
    count: int
    element: bool
    altitude: str
    load: str = NONE
    extra: bool = False
    free: bool = False
    airman: Airman | None = None
    crews: tuple[tuple[int, Airman], ...] = ()

    unread: ClassVar[tuple[str, ...]] = ("aboard",)
    """Saves by the first rules give one Crew to a line, as its airman: it comes into the first aircraft."""

    def __post_init__(self) -> None:
        if not self.element and self.airman is not None:
            self.crews, self.airman = ((0, self.airman),), None

    def crew_of(self, aircraft: int) -> Airman | None:
        """The Skilled Crew of one of its bombers."""
        return dict(self.crews).get(aircraft)

    @property
    def airmen(self) -> tuple[Airman, ...]:
        """All Skilled Pilots and Crews of it."""
        return airmen_of(self.airman, self.crews)

    def copy(self) -> AirGroup:
        return replace(self)


@dataclass(frozen=True, slots=True)
class AircraftFate:
    """The fate of one aircraft of a flight. `by` is the place of the aircraft in the list that shot it down."""

    group: int
    side: str
    aircraft: str
    kind: str
    role: str
    fate: str
    overflew: bool = False
    airman: Airman | None = None
    by: int = NOBODY


@dataclass(frozen=True, slots=True)
class BombResult:
    """A result of a bomb, a torpedo or a strafing pass that counts: its aircraft, its mode, the result, and its points."""

    craft: int
    mode: str
    result: str
    points: int


@dataclass(frozen=True, slots=True)
class PointLine:
    """Victory points of a side and where they come from: `what` is target, success, damaged, destroyed, pilot or home; then the aircraft
    by its place among the fates."""

    side: str
    what: str
    points: int
    craft: int = NOBODY


@dataclass(frozen=True, slots=True)
class FlownMission:
    """A line of the Log Sheet (CAM-24.31a)."""

    number: int
    target: int
    axis_resource: int | None
    allied_resource: int | None
    damage: int
    level: str
    success: bool
    fates: tuple[AircraftFate, ...]
    results: tuple[BombResult, ...]
    lines: tuple[PointLine, ...]

    def points(self, side: str) -> int:
        """All that the mission brings a side (CAM-24.61e)."""
        return sum(line.points for line in self.lines if line.side == side)


@dataclass(slots=True)
class AirWarPosition:
    """The whole truth. `groups` are the aircraft of the mission in hand, `crews` those Skilled Crews that wait for their aircraft,
    `flight` the position of the flight while it is flown."""

    sheet: str
    terms: AirWarTerms
    phase: str = RESOURCE
    mission: int = 0
    target: int = 0
    card: str = ""
    used: dict[str, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(SIDES, ()))
    picks: dict[str, int | None] = field(default_factory=dict)
    turns: tuple[int, ...] = ()
    groups: list[AirGroup] = field(default_factory=list)
    crews: list[tuple[str, Airman]] = field(default_factory=list)
    ready: tuple[str, ...] = ()
    log: list[FlownMission] = field(default_factory=list)
    outcome: Outcome | None = None
    flight: FlightPosition | None = None

    @property
    def rounds(self) -> int:
        """The number of the mission in hand."""
        return self.mission

    def total(self, side: str) -> int:
        """A side's victory points so far."""
        return sum(flown.points(side) for flown in self.log)

    @property
    def difference(self) -> int:
        """Axis less Allied victory points (CAM-24.7)."""
        return self.total(SIDES[0]) - self.total(SIDES[1])

    def own_groups(self, side: str) -> list[AirGroup]:
        return [group for group in self.groups if group.side == side]

    def copy(self) -> AirWarPosition:
        """A position of its own; what never changes is shared."""
        changed: dict[str, Any] = {
            "used": dict(self.used),
            "picks": dict(self.picks),
            "groups": [group.copy() for group in self.groups],
            "crews": list(self.crews),
            "log": list(self.log),
            "flight": self.flight.copy() if self.flight is not None else None,
        }
        return replace(self, **changed)
