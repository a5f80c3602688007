"""A campaign's position: markers, options used, the mission in hand with its dogfight, the score sheet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from bob.campaigns.sides import SIDES
from bob.core.game import Outcome
from bob.core.ranges import OneOf, Whole
from bob.tactical.cards.linking import CardPosition

# The phases of a mission, in order (GAP-56).
ARROW, OPTIONS, DECLARE, FLAK, BATTLE, BOMBING, OVER = "arrow", "options", "declare", "flak", "battle", "bombing", "over"
PHASES = (ARROW, OPTIONS, DECLARE, FLAK, BATTLE, BOMBING, OVER)

INTACT, DAMAGED, DESTROYED = ("intact", "damaged", "destroyed")
"""The states of a target (DIF-277)."""


def enemy_of(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


@dataclass(frozen=True, slots=True)
class CampaignTerms:
    """The terms of the campaign. `scale` multiplies the aircraft (DIF-387); `quick` resolves the dogfights by dice; `option_points` says
    whether Rest and Press are divided by the scale: they are, for the rules divide all points of a mission (GAP-60). The rest are options
    and readings of the dogfight."""

    scale: Annotated[int, Whole(1, 6)] = 1
    quick: bool = False
    bonus_cards: bool = False
    wingmen: bool = False
    flip: Annotated[str, OneOf(("reach", "exceed"))] = "reach"
    oots_answered_as_ims: bool = False
    option_points: Annotated[str, OneOf(("scaled", "whole"))] = "scaled"


@dataclass(frozen=True, slots=True)
class Marker:
    """A Damaged or Destroyed marker on a target, and its owner (DIF-287, DIF-289)."""

    side: str
    status: str


@dataclass(frozen=True, slots=True)
class MissionPoints:
    """A side's victory points of a mission: for the target, for aircraft, doubled or not, divided by the scale, and what Press and Rest
    add to that."""

    target: int
    aircraft: int
    times: int
    scaled: int
    option: int

    @property
    def total(self) -> int:
        return self.scaled + self.option


@dataclass(frozen=True, slots=True)
class Mission:
    """A line of the score sheet (DIF-272)."""

    number: int
    attacker: str
    arrow: int
    target: str
    axis_option: int | None
    allied_option: int | None
    bombs: int
    status: str
    axis: MissionPoints
    allied: MissionPoints

    @property
    def result(self) -> int:
        """Allied less Axis victory points (DIF-357)."""
        return self.allied.total - self.axis.total


@dataclass(slots=True)
class CampaignPosition:
    """The whole truth."""

    campaign: str
    terms: CampaignTerms
    initiative: str
    phase: str = ARROW
    mission: int = 1
    arrow: int | None = None
    markers: dict[str, Marker] = field(default_factory=dict)
    used: dict[str, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(SIDES, ()))
    picks: dict[str, int | None] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)
    flak: str | None = None
    patterns: dict[int, str] = field(default_factory=dict)
    missions: list[Mission] = field(default_factory=list)
    outcome: Outcome | None = None
    battle: CardPosition | None = None

    @property
    def attacker(self) -> str:
        """The side with the initiative."""
        return self.initiative

    @property
    def defender(self) -> str:
        return enemy_of(self.initiative)

    @property
    def total(self) -> int:
        """The results of all missions added (DIF-359)."""
        return sum(mission.result for mission in self.missions)

    def copy(self) -> CampaignPosition:
        """A position of its own; what never changes is shared."""
        changed: dict[str, Any] = {
            "markers": dict(self.markers),
            "used": dict(self.used),
            "picks": dict(self.picks),
            "declared": dict(self.declared),
            "patterns": dict(self.patterns),
            "missions": list(self.missions),
            "battle": self.battle.copy() if self.battle is not None else None,
        }
        return replace(self, **changed)
