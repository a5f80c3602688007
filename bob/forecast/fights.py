"""The quick resolver beside the tactical games by kind (OPS-D1.7): engagements of whole days, resolved many times quickly and flown once.

A kind is fighters alone, bombers alone or bombers with escort. In each the mean losses of a game are held against those of the quick
resolver, for RAF fighters, Luftwaffe fighters and bombers apart. Games are tuned on the days and seeds of `DrawnFrom.TUNING` and judged
on those of `DrawnFrom.JUDGING`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from itertools import count as count_up
from typing import Literal

from bob.core.dice import SeededDice, Stream
from bob.core.match import Match
from bob.core.workers import Workers
from bob.day.game import OperationalDay
from bob.day.state.position import DayPosition
from bob.driver import driver_among
from bob.staff import fights
from bob.tactical import quick
from bob.tactical.engagement import Engagement, Result
from bob.tactical.slot import Slot, Tactical

FightKind = Literal["fighters", "bombers", "escorted"]
KINDS: tuple[FightKind, ...] = ("fighters", "bombers", "escorted")
"""Fighters alone, bombers alone, bombers with escort."""
LostSide = Literal["raf", "fighters", "bombers"]
LOST: tuple[LostSide, ...] = ("raf", "fighters", "bombers")
"""The sides that losses are counted for: RAF fighters, Luftwaffe fighters, bombers."""
POSTURES = {"bounce": ("bounce", "advantage"), "even": ("even",), "bounced": ("disadvantage", "bounced")}
"""The RAF's posture in three groups, the better ones with the bounce, the worse ones with the bounced."""
ODDS = {"under_one": 1.0, "to_three": 3.0, "over_three": math.inf}
"""Fighters of the RAF for each of the Luftwaffe, in three groups, with the upper bound of each."""
TOLERANCE: Mapping[FightKind, float] = {"fighters": 0.2, "bombers": 0.2, "escorted": 0.3}
"""The difference of the means allowed, as a share of the quick resolver's."""
FEW, GIVE = 0.3, 0.1
"""The mean under which a difference is judged in aircraft, and the difference allowed then."""
FACTOR = 2.0
"""The factor allowed between the ratios of losses in a group of postures or odds."""
ENGAGEMENTS, FEWER = 500, {"hexes": 250}
"""The engagements of each kind that `bob calibrate --engagements` flies; fewer in the game that takes longest."""
QUICKLY = 40
"""The times that each engagement is resolved quickly."""
RAF_OFFICERS, LUFTWAFFE_OFFICER = ("park", "leigh_mallory"), "kesselring"
"""The officers of the days: Fighter Command's change from round to round, so that few meet many and many few."""
IN_A_BATCH = 10


class DrawnFrom(Enum):
    """The days that engagements are drawn from, those of tuning apart from those of judging."""

    TUNING = ("12_august_1940", "18_august_1940", "24_august_1940", "15_september_1940", "27_september_1940")
    JUDGING = (
        "13_august_1940",
        "15_august_1940",
        "16_august_1940",
        "30_august_1940",
        "31_august_1940",
        "7_september_1940",
        "11_september_1940",
        "30_september_1940",
    )


def kind_of(engagement: Engagement) -> FightKind:
    """The kind of an engagement."""
    if not engagement.bombers:
        return "fighters"
    return "escorted" if any(f.fighter for f in engagement.of("luftwaffe")) else "bombers"


def posture_group(engagement: Engagement) -> str:
    """The group of postures that the RAF's is in."""
    return next(name for name, those in POSTURES.items() if engagement.posture in those)


def odds_group(engagement: Engagement) -> str:
    """The group of the fighters of the RAF for each of the Luftwaffe."""
    luftwaffe = sum(f.count for f in engagement.of("luftwaffe") if f.fighter)
    odds = engagement.aircraft("raf") / luftwaffe if luftwaffe else math.inf
    return next(name for name, most in ODDS.items() if odds < most or most == math.inf)


@dataclass(slots=True)
class Sums:
    """Sums over engagements that give the means of both ways, and the interval of their difference."""

    count: int = 0
    quick: float = 0.0
    played: float = 0.0
    squares: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])

    def add(self, quick: float, played: float) -> None:
        self.count += 1
        self.quick += quick
        self.played += played
        for i, product in enumerate((played * played, played * quick, quick * quick)):
            self.squares[i] += product

    def spread(self, ratio: float) -> float:
        """Return 1.96 standard errors of the mean of played less `ratio` times quick."""
        if self.count < 2:
            return math.inf
        both, mixed, alone = self.squares
        total = both - 2 * ratio * mixed + ratio * ratio * alone
        off = (self.played - ratio * self.quick) / self.count
        return 1.96 * math.sqrt(max(0.0, total / self.count - off * off) / (self.count - 1))


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """The mean losses of a side in engagements of a kind, by the quick resolver and in a tactical game.

    `difference` and `give`, half the interval of 95 %, are shares of the quick mean, or aircraft where that is small.
    """

    game: str
    kind: FightKind
    side: LostSide
    count: int
    quick: float
    played: float
    difference: float
    give: float
    tolerance: float
    in_aircraft: bool

    @property
    def holds(self) -> bool:
        """Return whether the interval reaches into the tolerance."""
        return abs(self.difference) - self.give <= self.tolerance

    @property
    def inside(self) -> bool:
        """Return whether the mean itself is within the tolerance."""
        return abs(self.difference) <= self.tolerance

    @classmethod
    def of(cls, game: str, kind: FightKind, side: LostSide, sums: Sums) -> ComparedSide:
        """The comparison that sums give."""
        n = max(1, sums.count)
        quick, played = sums.quick / n, sums.played / n
        if quick < FEW:
            return cls(game, kind, side, sums.count, quick, played, played - quick, sums.spread(1.0), GIVE, True)
        ratio = played / quick
        return cls(game, kind, side, sums.count, quick, played, ratio - 1, sums.spread(ratio) / quick, TOLERANCE[kind], False)


@dataclass(frozen=True, slots=True)
class ComparedRatio:
    """The losses of the RAF for each fighter that the Luftwaffe lost, in engagements of a kind that have one posture, or like odds."""

    game: str
    kind: FightKind
    group: str
    count: int
    quick: float | None
    played: float | None

    @property
    def alike(self) -> bool | None:
        """Return whether the ratios are within the factor allowed; None where a ratio is missing."""
        if not self.quick or not self.played:
            return None
        return max(self.quick / self.played, self.played / self.quick) <= FACTOR


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A tactical game beside the quick resolver."""

    sides: tuple[ComparedSide, ...]
    ratios: tuple[ComparedRatio, ...]


# ---- the engagements


def of_day(day: tuple[str, str, str]) -> list[Engagement]:
    """The engagements of a whole day: its scenario, its seed, and the officer of the RAF."""
    scenario, seed, officer = day
    match: Match[DayPosition] = Match.new(OperationalDay(), scenario, seed, {"engagements": "ask"})
    driver = driver_among(match, {"raf": officer, "luftwaffe": LUFTWAFFE_OFFICER})
    found: dict[int, Engagement] = {}
    while match.to_move:
        now = match.position.combat.now
        if now is not None:
            found.setdefault(now.engagement.number, now.engagement)
        driver.step()
    return list(found.values())


def drawn(count: int, seed: str, workers: Workers, source: DrawnFrom = DrawnFrom.JUDGING) -> dict[FightKind, list[Engagement]]:
    """Return `count` engagements of each kind, from as many whole days as it takes."""
    found: dict[FightKind, list[Engagement]] = {kind: [] for kind in KINDS}
    for day in workers.each(of_day, _days(seed, source), 1):
        for engagement in day:
            those = found[kind_of(engagement)]
            if len(those) < count:
                those.append(engagement)
        if all(len(those) == count for those in found.values()):
            break
    return found


def _days(seed: str, source: DrawnFrom) -> Iterator[tuple[str, str, str]]:
    """Yield days without end, in each round with another seed and the next officer."""
    for number in count_up():
        for scenario in source.value:
            yield scenario, f"{seed}/{source.name.lower()}/{number}", RAF_OFFICERS[number % len(RAF_OFFICERS)]


# ---- the comparison


def lost(engagement: Engagement, result: Result) -> tuple[int, ...]:
    """The losses in an engagement, in the order of `LOST`."""
    found = dict.fromkeys(LOST, 0)
    for loss in result.losses:
        force = engagement.force(loss.unit)
        found["raf" if force.side == "raf" else "fighters" if force.fighter else "bombers"] += loss.destroyed
    return tuple(found.values())


def quick_means(numbered: tuple[int, Engagement], seed: str, times: int) -> tuple[float, ...]:
    """The mean losses of an engagement that is resolved quickly so often."""
    number, engagement = numbered
    dice = SeededDice(Stream.of(f"{seed}/quick/{number}", "resolver"))
    rows = [lost(engagement, quick.resolve(engagement, dice)) for _ in range(times)]
    return tuple(sum(column) / times for column in zip(*rows, strict=True))


def flown(numbered: tuple[int, Engagement], seed: str, kit: Tactical) -> tuple[int, ...]:
    """The losses of an engagement that is flown by the usual pilots."""
    number, engagement = numbered
    dice = SeededDice(Stream.of(f"{seed}/{kit.name}/{number}", "resolver"))
    return lost(engagement, fights.resolve(engagement, dice, kit))


def compare(
    engagements: Mapping[FightKind, Sequence[Engagement]],
    seed: str,
    slot: Slot,
    workers: Workers,
    quickly: int = QUICKLY,
    count_for: Callable[[str], int | None] = lambda name: None,
) -> Iterator[ComparedGame]:
    """Yield each game beside the quick resolver, by the engagements of each kind; `count_for` limits them for a game of that name."""
    numbered = {kind: list(enumerate(those)) for kind, those in engagements.items()}
    means = {
        kind: list(workers.each(partial(quick_means, seed=f"{seed}/{kind}", times=quickly), those, IN_A_BATCH))
        for kind, those in numbered.items()
    }
    for name, kit in slot.items():
        sides: list[ComparedSide] = []
        ratios: list[ComparedRatio] = []
        for kind, those in numbered.items():
            chosen = those[: count_for(name)]
            rows = list(workers.each(partial(flown, seed=f"{seed}/{kind}", kit=kit), chosen, IN_A_BATCH))
            sides += _sides(name, kind, means[kind], rows)
            if kind != "bombers":
                ratios += _ratios(name, kind, [engagement for _, engagement in chosen], means[kind], rows)
        yield ComparedGame(tuple(sides), tuple(ratios))


Rows = Sequence[Sequence[float]]


def _sides(game: str, kind: FightKind, quickly: Rows, played: Rows) -> Iterator[ComparedSide]:
    absent = {"fighters": "bombers", "bombers": "fighters"}.get(kind)
    for i, side in enumerate(LOST):
        if side != absent:
            sums = Sums()
            for means, losses in zip(quickly, played, strict=False):
                sums.add(means[i], losses[i])
            yield ComparedSide.of(game, kind, side, sums)


def _ratios(game: str, kind: FightKind, engagements: Sequence[Engagement], quickly: Rows, played: Rows) -> Iterator[ComparedRatio]:
    for grouped, names in ((posture_group, tuple(POSTURES)), (odds_group, tuple(ODDS))):
        for name in names:
            these = [i for i, engagement in enumerate(engagements) if grouped(engagement) == name]
            if these:
                yield ComparedRatio(game, kind, name, len(these), _ratio(quickly, these), _ratio(played, these))


def _ratio(rows: Rows, these: Sequence[int]) -> float | None:
    raf, luftwaffe = (sum(rows[i][column] for i in these) for column in (0, 1))
    return raf / luftwaffe if luftwaffe else None


def as_json(game: ComparedGame) -> list[dict[str, object]]:
    """The fixed form for programs."""
    sides: list[dict[str, object]] = [
        {
            "figure": "lost_in_an_engagement",
            "game": s.game,
            "kind": s.kind,
            "side": s.side,
            "engagements": s.count,
            "quick": round(s.quick, 4),
            "played": round(s.played, 4),
            "difference": round(s.difference, 4),
            "give": round(s.give, 4) if math.isfinite(s.give) else None,
            "tolerance": s.tolerance,
            "in_aircraft": s.in_aircraft,
            "holds": s.holds,
        }
        for s in game.sides
    ]
    return sides + [
        {
            "figure": "raf_for_luftwaffe_fighters",
            "game": r.game,
            "kind": r.kind,
            "group": r.group,
            "engagements": r.count,
            "quick": r.quick,
            "played": r.played,
            "alike": r.alike,
        }
        for r in game.ratios
    ]
