"""The effort of the Luftwaffe's day: the size of its officers' plans, and the effort nearest to a plan (OPS-D3.2)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, ClassVar, get_args

from bob.core.ranges import Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Between, Distinct, read_toml
from bob.data.units import Posting
from bob.day.state.position import Effort
from bob.day.state.scenario_forms import Weight
from bob.day.state.world import World

EFFORTS: tuple[Effort, ...] = get_args(Effort)
"""The efforts in the order of `Effort`, the smallest first; tables/effort.toml has an entry for each."""
USUAL: Effort = "medium"
"""The effort of a day without one; how often each effort comes in a period is `weights_in`."""
BOMBERS, FIGHTERS = ("bomber", "dive_bomber"), ("single_seat_fighter", "heavy_fighter")
"""The kinds of aircraft that are counted."""


@dataclass(frozen=True, slots=True)
class EffortLines:
    """The shares of the bombers and of the fighters at hand that an effort sends, per cent; the most Gruppen of bombers in a raid, the most
    waves, and the most turns between two of them; the bombers for each one that the orders ask for."""

    code: Effort
    bombers: Annotated[float, Between(0, 100)]
    fighters: Annotated[float, Between(0, 100)]
    gruppen: Annotated[int, Whole(1, 9)]
    waves: Annotated[int, Whole(1, 9)]
    apart: Annotated[int, Whole(1, 288)]
    asked: Annotated[float, Between(0, 9)]

    def sends(self, bombers: int, fighters: int) -> float:
        """Return the number of aircraft that it sends of those at hand."""
        return (bombers * self.bombers + fighters * self.fighters) / 100


@dataclass(frozen=True, slots=True)
class EffortsFile:
    """The efforts, and how usual each is by period."""

    effort: Annotated[tuple[EffortLines, ...], Distinct("code")]
    usual: Mapping[str, Mapping[Effort, Weight]]
    unread: ClassVar[tuple[str, ...]] = ("origin", "note")


@cache
def _shipped() -> EffortsFile:
    return read_toml(data_folder("tables") / "effort.toml").read(EffortsFile)


def size_of(effort: Effort | None) -> EffortLines:
    """The size of an effort, of the usual one without any."""
    return next(lines for lines in _shipped().effort if lines.code == (effort or USUAL))


def weights_in(period: int) -> Mapping[Effort, int]:
    """The weights of the efforts in a period."""
    return _shipped().usual[str(period)]


def at_hand(world: World, units: Mapping[str, Posting]) -> tuple[int, int]:
    """The bombers and the fighters of the units that have a field on the far shore."""
    posted = [(world.types[u.aircraft].kind, u.strength) for u in units.values() if u.station in world.far_fields]
    return sum(n for kind, n in posted if kind in BOMBERS), sum(n for kind, n in posted if kind in FIGHTERS)


def amounts_to(world: World, units: Mapping[str, Posting], flown: Iterable[tuple[str, int]]) -> Effort:
    """The effort whose size is nearest to that of a plan by its units and their aircraft; without a bomber or a fighter the usual one."""
    bombers, fighters = at_hand(world, units)
    sent = sum(n for unit, n in flown if unit in units and world.types[units[unit].aircraft].kind in BOMBERS + FIGHTERS)
    if not sent:
        return USUAL
    return min(_shipped().effort, key=lambda lines: abs(math.log(sent / max(1.0, lines.sends(bombers, fighters))))).code
