"""The differences between the RAF's officers: the figures of their doctrine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bob.day.state.position import StanceKind
from bob.day.state.settings import INSTRUCTIONS


@dataclass(frozen=True, slots=True)
class Doctrine:
    """The principles of a controller. `aircraft` is the reported strength for one squadron; some figures change with the stages of
    11 Group's instructions."""

    name: str
    aircraft: int
    great: int
    unknown: int
    single: int
    watch: int
    most: int
    gathering: float
    patrols: int
    pairs: bool
    reserve: float
    standing: float
    called: int
    out: int
    beyond: int
    early: int
    late: int
    inland: int
    deep: int
    above: int
    sweep: int
    sweep_share: float
    tired: int
    shelter: int
    forward: bool
    wing: int
    wing_time: int
    pair_time: int
    hurricanes: StanceKind
    spitfires: StanceKind
    overdraw: int
    stages: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def under(self, instructions: str) -> Doctrine:
        """Return the doctrine under a stage of 11 Group's instructions; each changes what those before it left (OPS-D4.13)."""
        found, stages = self, list(INSTRUCTIONS)
        for stage in stages[: stages.index(instructions) + 1]:
            found = replace(found, **self.stages.get(stage, {}))
        return found


PARK = Doctrine(
    name="park",
    aircraft=12,  # reported aircraft for each squadron sent
    great=0,  # strength of a great raid, to which the answer to others leans; 0: the answer grows as the raid
    unknown=1,  # squadrons for a raid of unknown strength
    single=3,  # aircraft up to which a track is let be once it is known
    watch=14,  # hexes from the coast at which a track without a course counts
    most=14,
    gathering=1.0,  # share of the usual answer for what still gathers over France
    patrols=1,  # squadrons over convoys without a threat
    pairs=False,
    reserve=0.15,  # share of a Sector's squadrons kept on the ground
    standing=0.6,  # share of a Sector's squadrons on the ground that are Ready when nothing is on the table
    called=10,  # hexes beyond radio range at which a threat calls a Sector to Ready
    out=6,  # hexes out to sea for the meeting with a raid
    beyond=4,  # hexes beyond the range of the radio for a squadron's goal
    early=5,  # turns that a squadron may have to wait on its patrol line
    late=10,  # turns to the meeting at most
    inland=2,  # turns over land with trust in a course
    deep=4,  # the same for a raid without interception
    above=2,  # Angels above the plotted height
    sweep=20,  # a track as high as this is taken for a Freie Jagd
    sweep_share=0.25,  # share of the usual answer that a Freie Jagd gets
    tired=2,  # disruption at which a squadron is brought home
    shelter=1,  # turns of grace for a squadron whose field the raid threatens
    forward=True,
    wing=0,
    wing_time=0,
    pair_time=0,  # turns to the meeting from which two squadrons of one field climb as a pair
    hurricanes="bombers_first",  # the targets of each type
    spitfires="any_enemy",
    overdraw=40,  # strength of an unopposed raid that justifies more than the Response Level
    stages={
        # By Park's instructions of 19 August the great formations are met in strength, over land.
        "land": {"aircraft": 8},
        # Over London all that flies is for the great raids, in pairs as ordered early in September, and nothing is kept back; a small
        # formation with bombers is met in strength, too.
        "london": {
            "patrols": 0,
            "most": 24,
            "aircraft": 12,
            "great": 80,
            "inland": 5,
            "deep": 5,
            "out": 4,
            "sweep": 22,
            "pairs": True,
            "pair_time": 4,
            "reserve": 0.0,
        },
    },
)

LEIGH_MALLORY = Doctrine(
    name="leigh_mallory",
    aircraft=8,
    great=0,
    unknown=1,
    single=0,
    watch=8,
    most=15,
    gathering=0.0,
    patrols=1,
    pairs=False,
    reserve=0.0,
    standing=0.7,
    called=16,
    out=1,
    beyond=0,
    early=6,
    late=14,
    inland=7,
    deep=7,
    above=6,
    sweep=26,
    sweep_share=0.6,
    tired=3,
    shelter=0,
    forward=False,
    wing=3,
    wing_time=7,
    pair_time=0,
    hurricanes="bombers_first",
    spitfires="bombers_first",
    overdraw=30,
)

DOWDING = Doctrine(
    name="dowding",
    aircraft=24,
    great=0,
    unknown=1,
    single=0,
    watch=10,
    most=8,
    gathering=0.25,
    patrols=1,
    pairs=False,
    reserve=0.5,
    standing=0.4,
    called=8,
    out=2,
    beyond=1,
    early=2,
    late=9,
    inland=4,
    deep=4,
    above=2,
    sweep=20,
    sweep_share=0.0,
    tired=1,
    shelter=3,
    forward=False,
    wing=0,
    wing_time=0,
    pair_time=0,
    hurricanes="bombers_only",
    spitfires="bombers_first",
    overdraw=70,
)

DOCTRINES = {d.name: d for d in (PARK, LEIGH_MALLORY, DOWDING)}
