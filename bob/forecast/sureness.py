"""The confidence of a mean: Student's distribution for few days, and a mean that grows day by day."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist


@lru_cache(4096)
def student(free: float, sure: float = 0.95) -> float:
    """Return the half-width of the confidence interval of a mean in standard errors, for that probability and `free` degrees of freedom.

    Exact for one and two of them, else by the expansion in their inverse (Abramowitz and Stegun 26.7.5): within a hundredth.
    """
    if free < 1.5:
        return math.tan(math.pi * sure / 2)
    if free < 2.5:
        return sure * math.sqrt(2 / (1 - sure * sure))
    z = NormalDist().inv_cdf((1 + sure) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / free**power for power, term in enumerate(terms, 1))


@dataclass(slots=True)
class RunningMean:
    """The mean of figures that come one by one, and how sure it is, reckoned without keeping them (Welford's way)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, figures: Iterable[float]) -> RunningMean:
        made = cls()
        for figure in figures:
            made.add(figure)
        return made

    def add(self, figure: float) -> None:
        """Add a figure."""
        self.count += 1
        off = figure - self.mean
        self.mean += off / self.count
        self.squares += off * (figure - self.mean)

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval of the mean; without end for a single figure."""
        if self.count < 2:
            return math.inf
        return student(self.count - 1) * math.sqrt(self.squares / (self.count - 1) / self.count)
