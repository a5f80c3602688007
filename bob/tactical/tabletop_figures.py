"""The figures for setting up an engagement by hexes and with miniatures: `tabletop` in tables/engagements.toml, which are ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from bob.core.codec import Key
from bob.core.errors import phrase
from bob.core.ranges import OneOf, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Keys, read_toml
from bob.data.units import LEVELS, Name, aircraft_types
from bob.data.weathers import CLOUD, WEATHERS
from bob.tactical.engagement import Engagement

AHEAD = ("bounce", "advantage", "even")
APPROACHES = ("behind", "flank", "head_on")
LEADERS = ("none", "silver", "gold")
STANDINGS = ("disadvantaged", "neutral", "advantaged")
ACE = 5
MOST_TURNS = 40
"""The most game turns of an engagement."""


@dataclass(frozen=True, slots=True)
class _Figures:
    """The figures that both games have: game turns for each turn of the day, fighters with little ammunition, clouds."""

    turns: Annotated[int, Whole(1, 20)]
    turns_bombers: Annotated[int, Whole(1, 20)]
    turns_hidden: Annotated[int, Whole(0, 20)]
    low_ammo: Annotated[int, Whole(-4, 0)]
    clouds: Annotated[Mapping[str, Annotated[int, Whole(0, 40)]], Keys(WEATHERS)]

    def game_turns(self, engagement: Engagement) -> int:
        """Return the game turns of an engagement."""
        turns = (self.turns_bombers if engagement.bombers else self.turns) * engagement.length
        return min(MOST_TURNS, max(1, turns - (self.turns_hidden if engagement.weather in CLOUD else 0)))


@dataclass(frozen=True, slots=True)
class HexFigures(_Figures):
    """The figures that turn an engagement into one of Fighters in Sight."""

    low: Annotated[int, Whole(0, 34)]
    per_level: Annotated[int, Whole(1, 20)]
    surprised: Annotated[int, Whole(0, 12)]
    fuel_least: Annotated[int, Whole(1, 40)]
    fuel_per_turn: Annotated[int, Whole(0, 40)]
    structure: Annotated[int, Whole(0, 4)]
    sturdy: Mapping[str, Annotated[int, Whole(1, 4)]]
    distance: Annotated[Mapping[str, Annotated[int, Whole(1, 18)]], Keys(AHEAD)]
    leader: Annotated[Mapping[str, Annotated[str, OneOf(LEADERS)]], Keys(LEVELS)]


@dataclass(frozen=True, slots=True)
class MiniatureFigures(_Figures):
    """The figures that turn an engagement into one of Blood Red Skies."""

    width_bombers: Annotated[int, Whole(36, 96)]
    hand: Annotated[int, Whole(0, 6)]
    surprised: Annotated[int, Whole(0, 6)]
    doctrine: Annotated[int, Whole(0, 12)]
    theatre: Annotated[int, Whole(0, 12)]
    ace_models: Annotated[int, Whole(1, 7)]
    leaves_least: Annotated[int, Whole(1, 20)]
    distance: Annotated[Mapping[str, Annotated[int, Whole(1, 36)]], Keys(AHEAD)]
    level: Annotated[str, OneOf(STANDINGS)]
    level_bombers: Annotated[str, OneOf(STANDINGS)]
    skill: Annotated[Mapping[str, Annotated[int, Whole(2, ACE - 1)]], Keys(LEVELS)]
    points: Annotated[Mapping[int, Annotated[int, Whole(0, 500)]], Keys(("2", "3", "4", "5"))]


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the game with miniatures: its points; our types that it is, and those that it only represents."""

    name: Name
    skies: Annotated[int, Whole(1, 200)]
    own: Annotated[tuple[str, ...], Key("is")]
    stand_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TabletopFigures:
    """The figures under `tabletop`."""

    tired: Annotated[int, Whole(1, 4)]
    approach: Annotated[Mapping[str, Annotated[str, OneOf(APPROACHES)]], Keys(AHEAD)]
    hexes: HexFigures
    skies: MiniatureFigures
    types: Annotated[tuple[Type, ...], Key("type")]

    def approach_of(self, engagement: Engagement) -> str:
        """Return the approach of those who come: against bombers from ahead only where they came from there (OPS-B8.3)."""
        if engagement.bombers and engagement.ahead:
            return "head_on"
        approach = self.approach[engagement.better_posture]
        return "flank" if engagement.bombers and approach == "head_on" else approach

    def type_of(self, code: str) -> Type:
        """Return the type that represents one of ours at the table."""
        return next(kind for kind in self.types if code in (*kind.own, *kind.stand_in))


def load(path: Path) -> TabletopFigures:
    """The figures of a file. Raises DataError."""
    node = read_toml(path).table("tabletop")
    made = node.read(TabletopFigures)
    known, found = aircraft_types(), set[str]()
    for code in made.hexes.sturdy:
        if code not in known:
            node.table("hexes").fail("sturdy", phrase("expect.aircraft_once"), code)
    for i, kind in enumerate(made.types):
        for key, codes in (("is", kind.own), ("stand_in", kind.stand_in)):
            for code in codes:
                if code not in known or code in found:
                    node.fail(f"type[{i}].{key}", phrase("expect.aircraft_once"), code)
                found.add(code)
    missing = [code for code in known if code not in found]
    if missing:
        node.fail("type", phrase("expect.none_for", name=missing[0]), phrase("expect.nothing"))
    return made


@cache
def figures() -> TabletopFigures:
    """The shipped figures."""
    return load(data_folder("tables") / "engagements.toml")
