"""Positions made by hand on an open table, and a table on which tests play them.

Places are inches from the middle of the table, east and south; headings whole degrees from north. The RAF is the first side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bob.core.game import Event
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.data import shipped
from bob.tactical.miniatures.execution import MiniatureRun
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.position import (
    ADVANTAGED,
    FLY,
    NEUTRAL,
    NEXT,
    SKY_LEVELS,
    MiniatureAircraft,
    MiniatureForce,
    MiniatureGo,
    MiniatureMount,
    MiniaturePosition,
    MiniatureTerms,
    TableSpot,
)
from bob.tactical.miniatures.rules.geometry import PER, Spot
from bob.tactical.miniatures.rules.sequence import proceed
from tests.tabletops import PlayedTable, describe

TABLES = shipped()
GAME = MiniatureDogfight(TABLES, {})
MIDDLE = Spot(24 * PER, 18 * PER)
ACE_FACE, MISS = 6, 1


def at(east: float, south: float) -> Spot:
    """A point counted from the middle, in inches."""
    return Spot(MIDDLE.x + round(east * PER), MIDDLE.y + round(south * PER))


class Plane:
    """An aircraft of a position made by hand: type, place, heading; its side, Skill, level, and any value of a SkyAircraft."""

    def __init__(
        self,
        type: str = "spitfire_i",
        place: tuple[float, float] = (0, 0),
        heading: int = 0,
        side: str = "",
        skill: int = 3,
        level: int = NEUTRAL,
        **values: Any,
    ):
        self.mount = MiniatureMount(
            type, skill, values.pop("ace", ""), TableSpot(*at(*place)), heading, SKY_LEVELS[level], values.pop("loaded", False)
        )
        self.side = side
        self.values = values


def table_of(
    *planes: Plane,
    hands: Mapping[str, Iterable[str]] | None = None,
    clouds: Iterable[tuple[float, float]] = (),
    active: int | None = 0,
    piles: Mapping[str, Iterable[str]] | None = None,
    faces: Iterable[int] = (),
    **terms: Any,
) -> Table:
    """A table with these aircraft in the first turn, the active one about to fly; without one nobody is activated yet.

    The first aircraft is the RAF's, all others the Luftwaffe's, unless they say otherwise. Hands and piles hold what is named, so that
    nobody is asked for cards unless he holds one.
    """
    sides = [p.side or ("raf" if i == 0 else "luftwaffe") for i, p in enumerate(planes)]
    planes = tuple(sorted(planes, key=lambda p: sides[planes.index(p)] != "raf"))
    sides.sort(key=lambda side: side != "raf")
    forces = tuple(
        MiniatureForce(name, tuple(p.mount for p, side in zip(planes, sides, strict=True) if side == name), edge)
        for name, edge in (("raf", "south"), ("luftwaffe", "north"))
    )
    made = MiniatureTerms(forces, **terms)
    position = MiniaturePosition(made, TABLES, ("raf", "luftwaffe"), NEXT, 1, 0)
    for number, (p, side) in enumerate(zip(planes, sides, strict=True)):
        mount = p.mount
        assert mount.at is not None
        a = MiniatureAircraft(number, ("raf", "luftwaffe").index(side), TABLES.aircraft[mount.type], mount.skill, mount.ace, mount.at.spot)
        a.heading, a.level, a.loaded = mount.heading, SKY_LEVELS.index(mount.level), mount.loaded
        for name, value in p.values.items():
            setattr(a, name, value)
        position.aircraft.append(a)
    position.clouds = [at(*cloud) for cloud in clouds]
    position.hands = [tuple(sorted((hands or {}).get(name, ()))) for name in position.seats]
    position.piles = [list((piles or {}).get(name, ())) for name in position.seats]
    position.discards, position.limits = [[], []], [3, 3]
    table = Table(position, faces)
    if active is not None:
        position.stage, position.go = FLY, MiniatureGo(active)
    table.run_on()
    return table


class Table(PlayedTable):
    """Dice that are not named miss."""

    game = GAME
    blank = MISS
    whole = False
    position: MiniaturePosition

    def __getitem__(self, number: int) -> MiniatureAircraft:
        return self.position.aircraft[number]

    def run_on(self) -> None:
        run = MiniatureRun(self.position, self.dice)
        proceed(run)
        self.events += run.events

    def thrown(self, purpose: str) -> list[int]:
        """How many dice were thrown for a purpose, throw by throw."""
        return [len(roll.faces) for roll in self.dice.ledger.rolls if roll.purpose == f"skies.dice.{purpose}"]

    def forms(self) -> list[str]:
        """The codes of the described orders."""
        return [form.code for form in GAME.choices(self.position, self.seat).described]

    def quiet(self) -> list[Event]:
        """Go on without any card, answer or action until an aircraft flies or the turn ends."""
        lines: list[Event] = []
        while self.position.owing and self.stage not in (FLY, "choose", "throw"):
            lines += self.do(o.KeepCards() if self.stage == "keep" else o.NoMore())
        return lines

    def move(self, distance: float = 4, turn: int = 0, **more: Any) -> list[Event]:
        """A normal move of so many inches."""
        return self.do(o.MoveOn(round(distance * PER), turn, **more))


__all__ = ["ACE_FACE", "ADVANTAGED", "GAME", "MISS", "PER", "TABLES", "Plane", "Table", "at", "describe", "table_of"]
