"""The Luftwaffe's orders for a day: the kinds of target that they name, and their grades (OPS-D2)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar

from bob.core import hexes
from bob.core.codec import Key
from bob.core.errors import DataError, phrase
from bob.core.ranges import OneOf, Whole
from bob.core.resources import data_folder
from bob.data.map_files import TARGETS
from bob.data.theatre import Place
from bob.data.toml_files import Between, Distinct, read_toml
from bob.data.units import Name
from bob.day.state.position import Directive, Grade
from bob.day.state.scenario_forms import Day
from bob.day.state.world import World

GRADES: tuple[Grade, ...] = ("principal", "ordered", "allowed", "none")
"""The grades of a target, the most wanted first."""

CONVOY = "convoy"
"""The kind for convoys at sea, beside those of the map."""
TOWN = "town"
"""The kind of the map that holds nothing military: worth nothing, whatever is ordered (OPS-D2.2)."""


@dataclass(frozen=True, slots=True)
class WorthLines:
    """The worth of a point at a principal, an ordered and an allowed target, and the cost of each bomber `short` of the orders
    and of each aircraft `beyond` them."""

    principal: Annotated[float, Between(0, 10)]
    ordered: Annotated[float, Between(0, 10)]
    allowed: Annotated[float, Between(0, 10)]
    short: Annotated[float, Between(0, 10)]
    beyond: Annotated[float, Between(0, 10)]


@dataclass(frozen=True, slots=True)
class TargetKind:
    """A kind of target, by what of the map belongs to it, and the number of points that count in full there (OPS-D2.3)."""

    code: Name
    of: tuple[Annotated[str, OneOf((*TARGETS, CONVOY))], ...]
    groups: tuple[Annotated[int, Whole(9, 14)], ...] = ()
    commands: tuple[Name, ...] = ()
    names: tuple[Name, ...] = ()
    coast: Annotated[int, Whole(0, 20)] | None = None
    near: Name | None = None
    within: Annotated[int, Whole(0, 60)] = 0
    cap: Annotated[int, Whole(1, 999)] | None = None

    def holds(self, world: World, place: Place) -> bool:
        """Return true for a place of this kind."""
        if place.kind not in self.of or (self.names and place.name not in self.names):
            return False
        if self.groups and place.extra.get("group") not in self.groups:
            return False
        if self.commands and place.extra.get("command") not in self.commands:
            return False
        if self.coast is not None and not any(h in world.coast for h in hexes.disc(place.near, self.coast)):
            return False
        return self.near is None or hexes.distance(world.targets[self.near].near, place.near) <= self.within


@dataclass(frozen=True, slots=True)
class OrdersLines:
    """The orders of a time."""

    code: Name
    since: Annotated[Day, Key("from")]
    to: Day
    principal: tuple[Name, ...] = ()
    ordered: tuple[Name, ...] = ()
    allowed: tuple[Name, ...] = ()

    def kinds(self) -> dict[str, Grade]:
        """The grade of each kind that they name, the most wanted first."""
        return {kind: grade for grade in GRADES[:3] for kind in getattr(self, grade)}


@dataclass(frozen=True, slots=True)
class DirectivesFile:
    """All kinds of target, and the orders of all times."""

    worth: WorthLines
    kind: Annotated[tuple[TargetKind, ...], Distinct("code")]
    orders: Annotated[tuple[OrdersLines, ...], Distinct("code")]
    unread: ClassVar[tuple[str, ...]] = ("origin", "note")


@dataclass(frozen=True, slots=True)
class DirectiveLines:
    """The orders in a day's file: those of a time, the numbers of bombers that they ask for and of aircraft that they give, and
    kinds and single targets with another
    grade on that day."""

    orders: Name | None = None
    bombers: Annotated[int, Whole(0, 2000)] = 0
    aircraft: Annotated[int, Whole(0, 4000)] = 0
    kinds: Mapping[Name, Grade] = field(default_factory=dict)
    targets: Mapping[Name, Grade] = field(default_factory=dict)
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "why", "source")


def load_directives(path: Path) -> DirectivesFile:
    """The kinds of target and the orders of a file. Raises DataError."""
    file = read_toml(path).read(DirectivesFile)
    known = [kind.code for kind in file.kind]
    for i, orders in enumerate(file.orders):
        for grade in GRADES[:3]:
            for k, kind in enumerate(getattr(orders, grade)):
                if kind not in known:
                    raise DataError(path, f"orders[{i}].{grade}[{k}]", phrase("expect.one_of", choices=", ".join(known)), kind)
        if len(orders.kinds()) < sum(len(getattr(orders, grade)) for grade in GRADES[:3]):
            raise DataError(path, f"orders[{i}]", phrase("expect.once"), orders.code)
    return file


@cache
def shipped_directives() -> DirectivesFile:
    """The kinds of target and the orders that ship."""
    return load_directives(data_folder("tables") / "directives.toml")


def orders_of(date: dt.date) -> OrdersLines:
    """The orders of the time of a day; those next to it for a day that none has."""
    orders = shipped_directives().orders
    return next((found for found in reversed(orders) if found.since <= date), orders[0])


def directive_of(date: dt.date, lines: DirectiveLines | None = None) -> Directive:
    """The orders of a day: those of its time, or those that its file names, with what that changes of them (OPS-D2.1)."""
    lines = lines if lines is not None else DirectiveLines()
    named = next((found for found in shipped_directives().orders if found.code == lines.orders), None)
    orders = named if named is not None else orders_of(date)
    kinds: dict[str, Grade] = {**orders.kinds(), **lines.kinds}
    ranked = {kind: grade for grade in GRADES[:3] for kind, wanted in kinds.items() if wanted == grade}
    return Directive(orders.code, ranked, dict(lines.targets), lines.bombers, lines.aircraft)


def known_directive(date: dt.date) -> Directive:
    """The orders as controllers of Fighter Command know them: those of the day before. New ones are a secret."""
    return directive_of(date - dt.timedelta(days=1))
