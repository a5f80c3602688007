"""A forecast as it grows: days are flown until there are enough of them, or they say it surely enough."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from bob.core.workers import Here, Workers
from bob.day.state.position import LUFTWAFFE
from bob.day.state.view import LuftwaffeView
from bob.forecast.answer import ForecastAnswer, ForecastSpread, answer
from bob.forecast.fates import DayFate
from bob.forecast.question import ForecastQuestion
from bob.forecast.simulated_day import flown
from bob.forecast.sureness import RunningMean

TOGETHER = 500
"""Number of days packed together."""


class FlownDays:
    """Days in the order of their numbers, to be read one after another; none is ever removed. All but the last are packed."""

    __slots__ = ("_last", "_packed")

    def __init__(self, days: Iterable[DayFate] = ()) -> None:
        self._packed: list[bytes] = []
        self._last: list[DayFate] = []
        self.extend(days)

    def __len__(self) -> int:
        return TOGETHER * len(self._packed) + len(self._last)

    def __iter__(self) -> Iterator[DayFate]:
        for packed in self._packed:
            yield from pickle.loads(zlib.decompress(packed))  # its own bytes: they were never out of this process
        yield from self._last

    def append(self, day: DayFate) -> None:
        """Add a day."""
        self._last.append(day)
        if len(self._last) == TOGETHER:
            self._packed.append(zlib.compress(pickle.dumps(self._last), 1))
            self._last = []

    def extend(self, days: Iterable[DayFate]) -> None:
        """More, in order."""
        for day in days:
            self.append(day)

    def copy(self) -> FlownDays:
        """The same days, to which others may be added than to these."""
        made = FlownDays()
        made._packed, made._last = list(self._packed), list(self._last)
        return made


SURE_FROM = 50
"""The days from which on an interval is believed."""
AT_ONCE = 16
"""Number of days given to a process at once: small, so that little work is lost when a plan changes."""


def raids_of(asked: ForecastQuestion) -> tuple[str, ...]:
    """Return the raids that are shown one by one: those of the plan that are not down, or those on the RAF's table."""
    view = asked.view
    if isinstance(view, LuftwaffeView):
        return tuple(raid.code for raid in view.raids if raid.state != "ended")
    return tuple(f"track_{track.number}" for track in view.tracks if track.level > 0 and not track.faded)


@dataclass(slots=True)
class Forecast:
    """The days flown so far for a question."""

    asked: ForecastQuestion
    days: FlownDays = field(default_factory=FlownDays)
    _answer: ForecastAnswer | None = None

    @property
    def answer(self) -> ForecastAnswer:
        """The answer of the days; computed once for each number of days."""
        if self._answer is None or self._answer.runs != len(self.days):
            self._answer = answer(self.days, raids_of(self.asked), self.asked.seat)
        return self._answer

    def sure(self, within: float) -> bool:
        """Return whether the mean of the points is known to `within` points to either side."""
        return _is_sure(RunningMean.of(day.points for day in self.days), within)

    def grow(self, runs: int, workers: Workers | None = None, within: float | None = None, at_once: int = AT_ONCE) -> Iterator[int]:
        """Fly more days, up to `runs` in all, or until the points are known to `within`; yield the number of days after each.

        To stop at the first day that is sure enough makes the interval hold hardly less often than it says: it is never believed early.
        """
        workers = workers if workers is not None else Here()
        points = RunningMean.of(day.points for day in self.days)
        for day in workers.each(partial(flown, self.asked), range(len(self.days), runs), at_once):
            self.days.append(day)
            points.add(day.points)
            yield len(self.days)
            if within is not None and _is_sure(points, within):
                return


def _is_sure(points: RunningMean, within: float) -> bool:
    return points.count >= SURE_FROM and points.half <= within


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of another plan in points, and in aircraft of either side, day by day with the same luck."""

    points: ForecastSpread
    luftwaffe_lost: ForecastSpread
    raf_lost: ForecastSpread


def gain(before: Iterable[DayFate], after: Iterable[DayFate]) -> Gain:
    """Return the gain of the second of two forecasts over the first, over the days that both have."""
    pairs = [
        (b.points - a.points, float(b.luftwaffe_lost - a.luftwaffe_lost), float(b.raf_lost - a.raf_lost))
        for a, b in zip(before, after, strict=False)
    ]
    points, theirs, ours = zip(*pairs, strict=True) if pairs else ((), (), ())
    return Gain(ForecastSpread.of(points), ForecastSpread.of(theirs), ForecastSpread.of(ours))


def own_title(asked: ForecastQuestion, raid: str) -> dict[str, str]:
    """Return the asking side's title of a raid; empty where it has no name."""
    if asked.seat != LUFTWAFFE:
        return {}
    assert isinstance(asked.view, LuftwaffeView)
    found = asked.view.raid(raid)
    return dict(found.title) if found is not None else {}
