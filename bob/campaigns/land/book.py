"""The squadrons' book: the missions, kills and fates of the pilots and crews of a campaign, by the log of its missions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bob.campaigns.land.position import DAMAGED, DESTROYED, LEFT_DAMAGED, AircraftFate, Airman

ACE_KILLS = 5
"""The number of aircraft shot down that makes a pilot an ace, as in 1940."""


class LoggedFlight(Protocol):
    """A flight of a campaign's log: its number, by mission or turn, and what became of its aircraft."""

    @property
    def number(self) -> int: ...

    @property
    def fates(self) -> Sequence[AircraftFate]: ...


@dataclass(frozen=True, slots=True)
class BookLine:
    """A Skilled Pilot or Crew: the missions flown, by number, with the aircraft of each; the kills, the Damaged enemies, the own losses.

    `kills` are the cards of the aircraft shot down. `away` is true of an airman out of the campaign for good (CAM-GAP-58).
    """

    airman: Airman
    side: str
    missions: tuple[int, ...]
    aircraft: tuple[str, ...]
    kills: tuple[str, ...]
    damaged: int
    shot_down: tuple[int, ...]
    away: bool

    @property
    def ace(self) -> bool:
        return len(self.kills) >= ACE_KILLS


def book(log: Sequence[LoggedFlight], pilots_lost: str) -> tuple[BookLine, ...]:
    """Return the lines of all airmen that have flown, in the order of their first missions."""
    found: dict[Airman, list[tuple[LoggedFlight, int, AircraftFate]]] = {}
    for flown in log:
        for place, fate in enumerate(flown.fates):
            if fate.airman is not None:
                found.setdefault(fate.airman, []).append((flown, place, fate))
    away = lost(log, pilots_lost)
    return tuple(_line(airman, flights, airman.counter in away) for airman, flights in found.items())


def _line(airman: Airman, flights: list[tuple[LoggedFlight, int, AircraftFate]], away: bool) -> BookLine:
    first = flights[0][2]
    return BookLine(
        airman=airman,
        side=first.side,
        missions=tuple(flown.number for flown, _, _ in flights),
        aircraft=tuple(dict.fromkeys(fate.aircraft for _, _, fate in flights)),
        kills=tuple(downed.aircraft for flown, place, _ in flights for downed in flown.fates if downed.by == place),
        damaged=sum(fate.fate in (DAMAGED, LEFT_DAMAGED) for _, _, fate in flights),
        shot_down=tuple(flown.number for flown, _, fate in flights if fate.fate == DESTROYED),
        away=away,
    )


def lost(log: Iterable[LoggedFlight], pilots_lost: str) -> frozenset[str]:
    """The counters that are out of the campaign: of Skilled Pilots shot down, both faces, by one reading (CAM-GAP-58)."""
    if pilots_lost != "out":
        return frozenset()
    downed = (fate for flown in log for fate in flown.fates if fate.fate == DESTROYED)
    return frozenset(fate.airman.counter for fate in downed if fate.airman is not None)


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A side's aircraft of a card over the campaign: flown, Damaged, lost, and how many they shot down."""

    side: str
    aircraft: str
    flown: int
    damaged: int
    lost: int
    kills: int


def types(log: Iterable[LoggedFlight]) -> tuple[TypeLine, ...]:
    """Return the lines of the aircraft of each card, by side and card."""
    counts: dict[tuple[str, str], list[int]] = {}
    for flown in log:
        for fate in flown.fates:
            line = counts.setdefault((fate.side, fate.aircraft), [0, 0, 0, 0])
            line[0] += 1
            line[1] += fate.fate in (DAMAGED, LEFT_DAMAGED)
            line[2] += fate.fate == DESTROYED
        for fate in flown.fates:
            if fate.by >= 0:
                killer = flown.fates[fate.by]
                counts[killer.side, killer.aircraft][3] += 1
    return tuple(TypeLine(side, aircraft, *line) for (side, aircraft), line in sorted(counts.items()))
