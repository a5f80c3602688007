"""What many flown days say of a question: shares and spreads, each with an interval that tells how sure it is, and what decides it."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bob.dogfight.score import wilson
from bob.forecast.facts import DecidingFact, deciders
from bob.forecast.fates import DayFate, RaidFate
from bob.forecast.measure import quantiles
from bob.forecast.sureness import student
from bob.operations.position import RAF

SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True, slots=True)
class ForecastShare:
    """In how many days something came about, with the 95 % interval of its chance."""

    count: int
    runs: int

    @property
    def share(self) -> float:
        return self.count / self.runs if self.runs else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.share, self.runs)

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {"share": round(self.share, 4), "low": round(low, 4), "high": round(high, 4), "count": self.count, "runs": self.runs}


@dataclass(frozen=True, slots=True)
class ForecastSpread:
    """How a figure lies over the days that have it, in order: its mean with the 95 % interval, and its quantiles."""

    values: tuple[float, ...]

    @classmethod
    def of(cls, values: Iterable[float | None]) -> ForecastSpread:
        return cls(tuple(sorted(value for value in values if value is not None)))

    @property
    def runs(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float:
        return statistics.fmean(self.values) if self.values else 0.0

    @property
    def half(self) -> float:
        """Half the width of the mean's interval; without end for a single day."""
        return student(self.runs - 1) * statistics.stdev(self.values) / math.sqrt(self.runs) if self.runs > 1 else math.inf

    @property
    def interval(self) -> tuple[float, float]:
        return self.mean - self.half, self.mean + self.half

    def at(self, share: float) -> float:
        """The figure below which that share of the days lies."""
        return quantiles(self.values, (share,))[0] if self.values else 0.0

    def place(self, figure: float) -> float:
        """The share of the days that stay below a figure, those that equal it counted as half."""
        return sum((v < figure) + (v == figure) / 2 for v in self.values) / self.runs if self.values else 0.5

    def as_json(self) -> dict[str, Any]:
        low, high = (round(end, 3) if math.isfinite(end) else None for end in self.interval)
        found = {f"{round(100 * share)}%": round(self.at(share), 3) for share in SHARES}
        return {"mean": round(self.mean, 3), "low": low, "high": high, **found, "runs": self.runs}


RAID_SHARES: Mapping[str, Callable[[RaidFate], bool]] = {
    "primary": lambda raid: raid.dropped == "primary",
    "secondary": lambda raid: raid.dropped == "secondary",
    "astray": lambda raid: raid.dropped == "astray",
    "met": lambda raid: raid.met is not None,
    "met_before": lambda raid: raid.before,
    "raf_above": lambda raid: raid.met is not None and raid.above,
}
"""What may come about for a raid."""

RAID_SPREADS: Mapping[str, Callable[[RaidFate], float | None]] = {
    "bombs": lambda raid: raid.bombs,
    "lost": lambda raid: raid.lost_in_all,
    "downed": lambda raid: raid.downed,
    "flak": lambda raid: raid.flak,
    "landing": lambda raid: raid.landing,
    "squadrons": lambda raid: len(raid.squadrons),
    "warning": lambda raid: None if raid.warning is None else 5 * raid.warning,
    "met_at": lambda raid: raid.met,
    "bombers": lambda raid: raid.bombers,
    "escorts": lambda raid: raid.escorts,
    "fuel": lambda raid: raid.fuel,
}
"""What is measured of a raid: points of bombs, aircraft, squadrons that met it, minutes of warning, the turn of the first fight, aircraft
over the target, the least turns of fuel that one of its units landed with."""

DAY_SPREADS: Mapping[str, Callable[[DayFate], float]] = {
    "points": lambda day: day.points,
    "luftwaffe_lost": lambda day: day.luftwaffe_lost,
    "raf_lost": lambda day: day.raf_lost,
    "raf_on_ground": lambda day: day.raf_on_ground,
    "raf_sorties": lambda day: day.raf_sorties,
}


@dataclass(frozen=True, slots=True)
class RaidForecast:
    """How a raid may go; `units` are the losses of each."""

    code: str
    shares: Mapping[str, ForecastShare]
    spreads: Mapping[str, ForecastSpread]
    units: Mapping[str, ForecastSpread]

    def as_json(self) -> dict[str, Any]:
        return {
            "raid": self.code,
            **{name: share.as_json() for name, share in self.shares.items()},
            **{name: spread.as_json() for name, spread in self.spreads.items()},
            "units": {unit: spread.as_json() for unit, spread in self.units.items()},
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """What so many days say. `heat` has by kind and hex how often something happens there in a hundred days; `bands` how the day may end,
    where it is asked from its beginning to its end."""

    runs: int
    spreads: Mapping[str, ForecastSpread]
    bands: Mapping[str, ForecastShare]
    raids: tuple[RaidForecast, ...]
    heat: Mapping[str, Mapping[str, float]]
    deciders: tuple[DecidingFact, ...]
    raf_units: Mapping[str, float]

    def raid(self, code: str) -> RaidForecast | None:
        return next((raid for raid in self.raids if raid.code == code), None)

    def as_json(self) -> dict[str, Any]:
        return {
            "runs": self.runs,
            **{name: spread.as_json() for name, spread in self.spreads.items()},
            "bands": {band: share.as_json() for band, share in self.bands.items()},
            "raids": [raid.as_json() for raid in self.raids],
            "heat": {kind: dict(found) for kind, found in self.heat.items()},
            "deciders": [decider.as_json() for decider in self.deciders],
            "raf_units": dict(self.raf_units),
        }


def answer(days: Sequence[DayFate], raids: Sequence[str], seat: str) -> Answer:
    """What flown days say to a seat, of these raids one by one. Of the other side's units it names none: they are imagined."""
    ends = Counter(day.band for day in days if day.band is not None)
    lost: Counter[str] = Counter()
    for day in days:
        lost.update(day.raf_units)
    return Answer(
        runs=len(days),
        spreads={name: ForecastSpread.of(map(figure, days)) for name, figure in DAY_SPREADS.items()},
        bands={band: ForecastShare(count, len(days)) for band, count in sorted(ends.items())} if ends.total() == len(days) else {},
        raids=tuple([_raid(code, [raid for day in days if (raid := day.raid(code)) is not None], seat) for code in raids]),
        heat=_heat(days),
        deciders=deciders(days, raids, seat),
        raf_units={u: round(n / len(days), 3) for u, n in sorted(lost.items(), key=lambda u: (-u[1], u[0]))} if seat == RAF else {},
    )


def _raid(code: str, flown: Sequence[RaidFate], seat: str) -> RaidForecast:
    units: dict[str, list[float]] = {}
    for raid in flown if seat != RAF else ():
        for unit, lost in raid.lost.items():
            units.setdefault(unit, []).append(lost)
    return RaidForecast(
        code,
        {name: ForecastShare(sum(map(came, flown)), len(flown)) for name, came in RAID_SHARES.items()},
        {name: ForecastSpread.of(map(figure, flown)) for name, figure in RAID_SPREADS.items()},
        {unit: ForecastSpread.of(lost) for unit, lost in units.items()},
    )


def _heat(days: Sequence[DayFate]) -> dict[str, dict[str, float]]:
    """By kind and hex, how many meetings, or aircraft lost, there are in a hundred days."""
    found: dict[str, Counter[str]] = {"met": Counter(), "lost": Counter(), "flak": Counter()}
    for spot in (spot for day in days for raid in day.raids for spot in raid.spots):
        found[spot.kind][spot.hex] += 1 if spot.kind == "met" else spot.count
    return {kind: {h: round(100 * count / len(days), 2) for h, count in sorted(counts.items())} for kind, counts in found.items()}
