"""Weather, wind and sun of a day: the current state, and the script to come (OPS-C6.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

NORTH_WEST = 315
"""The direction of a head wind's origin unless a script sets it (OPS-C6.2)."""

Levels = tuple[int, int]
"""The lowest and the highest Angels of weather."""


class HeadWind(NamedTuple):
    """A head wind: where it blows from, in degrees, and the hexes that it costs in every four turns (OPS-C6.2)."""

    blows_from: int
    hexes: int


@dataclass(slots=True)
class ZoneWeather:
    """The weather of a zone: both sides of its marker with their levels, by default those of its kind, and the side that is up."""

    good: str
    bad: str
    is_bad: bool
    good_levels: Levels | None = None
    bad_levels: Levels | None = None

    @property
    def now(self) -> str:
        return self.bad if self.is_bad else self.good

    @property
    def levels(self) -> Levels | None:
        """Return the levels of the current weather, if they differ from those of its kind."""
        return self.bad_levels if self.is_bad else self.good_levels


@dataclass(frozen=True, slots=True)
class WeatherTurn:
    """From a turn on, the weather of some zones, and their weather after a change."""

    turn: int
    zones: tuple[str, ...]
    weather: str
    flips_to: str
    levels: Levels | None = None
    flips_levels: Levels | None = None

    def made(self) -> ZoneWeather:
        return ZoneWeather(self.weather, self.flips_to, False, self.levels, self.flips_levels)


@dataclass(frozen=True, slots=True)
class WindTurn:
    """From a turn on, the wind."""

    turn: int
    wind: str
    blows_from: int = NORTH_WEST
    hexes: int = 1


@dataclass(slots=True)
class Sky:
    """Weather, wind and sun of the day; `script` and `winds` are hidden from all seats until they apply."""

    zones: dict[str, ZoneWeather]
    wind: str
    crosswind_from: int | None
    london_haze: str
    haze_least: int
    haze_most: int
    blows_from: int = NORTH_WEST
    wind_hexes: int = 1
    script: list[WeatherTurn] = field(default_factory=list)
    winds: list[WindTurn] = field(default_factory=list)

    @property
    def head_wind(self) -> HeadWind | None:
        """The head wind that blows now, if one does (OPS-A7.t)."""
        return HeadWind(self.blows_from, self.wind_hexes) if self.wind == "headwind" else None
