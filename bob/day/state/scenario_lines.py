"""Parts of a dated scenario's file that few days have: the weather's script, convoys, the initial state of the ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from bob.core.codec import Key
from bob.core.ranges import OneOf, Text, Whole
from bob.data.units import Name
from bob.data.weathers import WEATHERS
from bob.day.state.scenario_forms import Clock, Day, Heights, MapSpot, Title

WeatherName = Annotated[str, OneOf(WEATHERS)]

SWITCHES: Mapping[str, tuple[str, ...]] = {
    "repair": ("none", "by_hours"),  # OPS-C7.2
    "groups": ("one_hand", "requests", "requests_all"),  # OPS-C3.2: of 12 Group, of 10 and 12 Group
    "climb": ("paper", "by_type"),  # OPS-C9.6
    "lost_found": ("finds", "as_printed"),  # OPS-A5.found
    "worth": ("printed", "directive"),  # OPS-D2.1
    "emergency": ("at_once", "by_order"),  # OPS-A1.6
}
"""The switches that no table carries, and their readings; the first holds where a scenario says nothing."""

SWITCH_RULES: Mapping[str, str] = {
    "repair": "OPS-C7.2",
    "groups": "OPS-C3.2",
    "climb": "OPS-C9.6",
    "lost_found": "OPS-A5.found",
    "worth": "OPS-D2.1",
    "emergency": "OPS-A1.6",
}
"""The rule that each of them is about."""


def reading(switches: Mapping[str, str], name: str) -> str:
    """Return the reading of a switch of SWITCHES under a day's switches."""
    return switches.get(name, SWITCHES[name][0])


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """From an hour on, the weather of some zones, of all when none is named, and their weather after a change (OPS-C6.1)."""

    at: Annotated[str, Clock()]
    weather: WeatherName
    zones: tuple[Name, ...] = ()
    levels: Heights | None = None
    flips_to: WeatherName | None = None
    flips_levels: Heights | None = None
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "source")


@dataclass(frozen=True, slots=True)
class WindLine:
    """From an hour on, the wind; a head wind has a direction, and costs a number of hexes in four turns (OPS-C6.2)."""

    at: Annotated[str, Clock()]
    wind: Name
    blows_from: Annotated[int, Key("from"), Whole(0, 359)] = 315
    hexes: Annotated[int, Whole(1, 4)] = 1
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "source")


@dataclass(frozen=True, slots=True)
class ConvoyLine:
    """A convoy on a lane: its place on arrival, its goal, and whether the Luftwaffe knows of it at first (OPS-C5.1)."""

    code: Name
    name: Title
    lane: Annotated[str, Text(200, 1)]
    at: MapSpot
    towards: MapSpot
    ships: Annotated[int, Whole(1, 60)]
    enters: Annotated[str, Clock()] | None = None
    escorts: Annotated[int, Whole(0, 2)] = 1
    balloons: Annotated[int, Whole(0, 40)] = 0
    known: bool = False
    unread: ClassVar[tuple[str, ...]] = ("historical", "source", "note", "origin")


@dataclass(frozen=True, slots=True)
class DamageLine:
    """An airfield that begins with so much of its capacity lost (OPS-C7.1)."""

    field: Name
    capacity: Annotated[int, Whole(1, 9)]
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "source")


@dataclass(frozen=True, slots=True)
class GroundLine:
    """The number of squadrons on an airfield of another Command, and the aircraft of each (OPS-C7.3)."""

    field: Name
    squadrons: Annotated[int, Whole(0, 6)]
    aircraft: Annotated[int, Whole(1, 24)] = 12
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "source")


@dataclass(frozen=True, slots=True)
class LeftLine:
    """Damage of an earlier day, with the last day of its repair: an operations room replaced by its emergency room, an RDF station off
    the air or replaced by a mobile one (OPS-C7.2)."""

    what: Literal["room", "station", "mobile"]
    name: Name
    until: Day
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "source")
