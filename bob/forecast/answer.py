"""The answer of many flown days to a question: shares and spreads, each with an interval of confidence, and the deciding facts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bob.day.state.position import RAF
from bob.forecast.facts import DecidingFact, deciders
from bob.forecast.fates import DayFate, RaidFate
from bob.forecast.sureness import student
from bob.tactical.score import wilson

SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True, slots=True)
class ForecastShare:
    """The number of days with an outcome, with the 95 % interval of its chance."""

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
    """The distribution of a figure over the days that have it: each value with its number of days, in order; its mean with the 95 %
    interval, and its quantiles."""

    counted: tuple[tuple[float, int], ...]

    @classmethod
    def of(cls, values: Iterable[float | None]) -> ForecastSpread:
        return cls.counting(Counter(value for value in values if value is not None))

    @classmethod
    def counting(cls, counts: Mapping[float, int]) -> ForecastSpread:
        """Return the distribution of values with their frequencies."""
        return cls(tuple(sorted(counts.items())))

    @property
    def values(self) -> tuple[float, ...]:
        """Every value, as often as it came."""
        return tuple(value for value, count in self.counted for _ in range(count))

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the greatest value."""
        return self.counted[0][0], self.counted[-1][0]

    @property
    def runs(self) -> int:
        return sum(count for _, count in self.counted)

    @property
    def mean(self) -> float:
        return math.fsum(value * count for value, count in self.counted) / self.runs if self.counted else 0.0

    @property
    def half(self) -> float:
        """Half the width of the mean's interval; without end for a single day."""
        runs, mean = self.runs, self.mean
        if runs < 2:
            return math.inf
        squares = math.fsum(count * (value - mean) ** 2 for value, count in self.counted)
        return student(runs - 1) * math.sqrt(squares / (runs - 1) / runs)

    @property
    def interval(self) -> tuple[float, float]:
        return self.mean - self.half, self.mean + self.half

    def at(self, share: float) -> float:
        """Return the quantile of that share of the days, interpolated between two neighbours."""
        if not self.counted:
            return 0.0
        place = share * (self.runs - 1)
        low = self._value_at(int(place))
        return low + (self._value_at(min(int(place) + 1, self.runs - 1)) - low) * (place - int(place))

    def _value_at(self, place: int) -> float:
        """The value at a place among all in order."""
        for value, count in self.counted:
            place -= count
            if place < 0:
                return value
        raise IndexError(place)

    def place(self, figure: float) -> float:
        """The share of the days that stay below a figure, those that equal it counted as half."""
        below = sum(count * ((value < figure) + (value == figure) / 2) for value, count in self.counted)
        return below / self.runs if self.counted else 0.5

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
"""The possible outcomes of a raid."""

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
"""The measures of a raid: points of bombs, aircraft, squadrons that met it, minutes of warning, the turn of the first fight, aircraft
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
    """The forecast of a raid; `units` are the losses of each."""

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
class ForecastAnswer:
    """The answer of many days. `heat` has by kind and hex the number of events there in a hundred days; `bands` the results of the day,
    where the question covers it from beginning to end."""

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


def answer(days: Iterable[DayFate], raids: Sequence[str], seat: str) -> ForecastAnswer:
    """Return the answer of flown days to a seat, with these raids one by one. It names none of the other side's units: they are
    imagined."""
    runs = 0
    ends: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    figures: dict[str, Counter[float]] = {name: Counter() for name in DAY_SPREADS}
    heat: dict[str, Counter[str]] = {"met": Counter(), "lost": Counter(), "flak": Counter()}
    made = {code: _RaidCounts() for code in raids}
    for day in days:
        runs += 1
        lost.update(day.raf_units)
        if day.band is not None:
            ends[day.band] += 1
        for name, figure in DAY_SPREADS.items():
            figures[name][figure(day)] += 1
        for raid in day.raids:
            if raid.code in made:
                made[raid.code].add(raid, seat)
            for spot in raid.spots:
                heat[spot.kind][spot.hex] += 1 if spot.kind == "met" else spot.count
    return ForecastAnswer(
        runs=runs,
        spreads={name: ForecastSpread.counting(counts) for name, counts in figures.items()},
        bands={band: ForecastShare(count, runs) for band, count in sorted(ends.items())} if ends.total() == runs else {},
        raids=tuple([counts.forecast(code) for code, counts in made.items()]),
        heat={kind: {h: round(100 * count / runs, 2) for h, count in sorted(counts.items())} for kind, counts in heat.items()},
        deciders=deciders(days, raids, seat),
        raf_units={u: round(n / runs, 3) for u, n in sorted(lost.items(), key=lambda u: (-u[1], u[0]))} if seat == RAF else {},
    )


class _RaidCounts:
    """The frequencies of each figure of a raid, counted day by day: their size does not grow with the number of days."""

    def __init__(self) -> None:
        self.flown = 0
        self.shares = dict.fromkeys(RAID_SHARES, 0)
        self.figures: dict[str, Counter[float]] = {name: Counter() for name in RAID_SPREADS}
        self.units: dict[str, Counter[float]] = {}

    def add(self, raid: RaidFate, seat: str) -> None:
        self.flown += 1
        for name, came in RAID_SHARES.items():
            self.shares[name] += came(raid)
        for name, figure in RAID_SPREADS.items():
            value = figure(raid)
            if value is not None:
                self.figures[name][value] += 1
        if seat != RAF:
            for unit, lost in raid.lost.items():
                self.units.setdefault(unit, Counter())[lost] += 1

    def forecast(self, code: str) -> RaidForecast:
        return RaidForecast(
            code,
            {name: ForecastShare(count, self.flown) for name, count in self.shares.items()},
            {name: ForecastSpread.counting(counts) for name, counts in self.figures.items()},
            {unit: ForecastSpread.counting(counts) for unit, counts in self.units.items()},
        )
