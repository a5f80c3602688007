"""Movement points for climbing and diving (OPS-A9), and flying along a line by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.tables import ListTable
from bob.data.units import Aircraft

if TYPE_CHECKING:
    from bob.day.rules.climbing import Climber

FlightGroup = Literal["single", "wing", "balbo"]


FlownThrough = tuple[Hex, int, int]
"""A hex flown through, with the lowest and the highest Angels at which."""


def spans(entered: Sequence[Hex], began: int, ended: int) -> list[FlownThrough]:
    """At which heights hexes were flown through: a climb comes first, a dive of 2 Angels a hex, the rest of it at the end."""
    found, high = [], max(began, ended)
    for i, h in enumerate(entered):
        low = ended if i == len(entered) - 1 else max(ended, high - 2)
        found.append((h, min(low, high), high))
        high = low
    return found


def climbs(table: ListTable, angels: int, *, bomber: bool, group: FlightGroup = "single") -> dict[int, tuple[int, ...]]:
    """The Angels that a unit may gain from a height, by the movement points spent in one turn.

    A bomber spends at most one point, for 2 Angels (OPS-A9.3). A fighter spends up to two: 2 for the first and 2 or 4 for the
    second; below 6 Angels the first may give 4, though not in a Wing (OPS-A9.4). Above 20 Angels, and for a Balbo anywhere,
    each point gives 2 (OPS-A9.5, OPS-A9.6).
    """
    if bomber:
        return {1: tuple(table["bomber_climb"].values["first"])}
    figures = table["fighter_climb"].values
    high, balbo = table["high_climb"].values, table["balbo_climb"].values

    def one(at: int, nth: int) -> tuple[int, ...]:
        if group == "balbo":
            return (balbo["each"],)
        if at > high["above"]:
            return (high["each"],)
        if nth == 2:
            return tuple(figures["second"])
        return tuple(figures["first_low"]) if at < figures["low_below"] and group == "single" else tuple(figures["first"])

    first = one(angels, 1)
    both = sorted({gain + more for gain in first for more in one(angels + gain, 2)})
    return {1: first, 2: tuple(both)}


def may_dive_freely(*, bomber: bool, dive_bombing: bool) -> bool:
    """Return whether one point takes a unit to any lower height: bombers only when they dive-bomb (OPS-A9.2)."""
    return not bomber or dive_bombing


def free_dive(table: ListTable) -> int:
    """The Angels that a unit may lose for nothing as it moves one hex (OPS-A9.1)."""
    lost: int = table["move"].values["free_dive"]
    return lost


def points(types: Iterable[Aircraft], angels: int, climbing: bool) -> int:
    """The movement points of units that fly together: those of the slowest (OPS-B2.4)."""
    return min(t.points(angels, level_flight=not climbing) for t in types)


@lru_cache(maxsize=8192)
def way(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes of the straight way from one to the other."""
    return tuple(hexes.line(a, b))


def fly(
    table: ListTable,
    at: Hex,
    angels: int,
    goal: Hex,
    goal_angels: int,
    mp: int,
    *,
    bomber: bool,
    dives: bool,
    group: FlightGroup = "single",
    may_climb: bool = True,
    climber: Climber | None = None,
) -> tuple[list[Hex], int, int]:
    """One turn of flight towards a goal and a height: the hexes entered, the height then, the points left over.

    Climbing comes first, unless it was done before in the turn, by the paper's figures or those of who climbs by type; a dive is free as
    the hexes go by, and one more point takes a unit that may do so down at the goal.
    """
    if climber is not None:
        if goal_angels > angels:
            angels, spent = climber.climb(angels, goal_angels, mp)
            mp -= spent
    elif goal_angels > angels and may_climb:
        bought = climbs(table, angels, bomber=bomber, group=group)
        for spent in sorted(bought, reverse=True):
            gains = [gain for gain in bought[spent] if angels + gain <= goal_angels]
            if gains and spent <= mp and (spent == 1 or angels + max(bought[1]) < goal_angels):
                angels += max(gains)
                mp -= spent
                break
    entered: list[Hex] = []
    line = way(at, goal)
    dive = free_dive(table)
    for h in line[1 : mp + 1]:
        entered.append(h)
        mp -= 1
        if angels > goal_angels:
            angels = max(goal_angels, angels - dive)
    if angels > goal_angels and mp > 0 and may_dive_freely(bomber=bomber, dive_bombing=dives):  # points left mean arrival
        angels = goal_angels
        mp -= 1
    return entered, angels, mp
