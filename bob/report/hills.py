"""Distributions as hills on a page: how often each value came, the middle of the runs as a bar, a mark where something truly was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bob.chart.page import Page

ROW = 9.5
NAMES, FIGURES = 78.0, 34.0
"""The widths of the columns to either side of the hills."""
HILL = 5.6
BINS = 28
INK, PALE, HILL_COLOUR, BAR, WHITE, RED = "#26231E", "#8A8578", "#C9D3D6", "#3B5A6B", "#FFFFFF", "#B3261E"


class ManyValues(Protocol):
    """Values in order, and their quantile at a share."""

    @property
    def values(self) -> tuple[float, ...]: ...

    def at(self, share: float) -> float: ...


class Hill:
    """One row of a page: a name, the hill of many values on a scale of its own, and figures. It is drawn at once; marks are added."""

    def __init__(self, page: Page, name: str, spread: ManyValues, low: float, high: float, figures: str, right: float = 12.0) -> None:
        self.page, self.low, self.high = page, low, high
        self.base = page.y + ROW - 2.6
        self.left, self.right = page.left + NAMES, page.right - FIGURES
        page.text(page.letters("regular", 3.1, INK), name, (page.left, self.base))
        page.shape([((self.at(low), self.base), *self._outline(spread), (self.at(high), self.base))], HILL_COLOUR)
        page.line([(self.left, self.base), (self.right, self.base)], PALE, 0.12)
        page.box(self.at(spread.at(0.1)), self.base - 0.35, self.at(spread.at(0.9)), self.base + 0.35, BAR)
        page.box(self.at(spread.at(0.25)), self.base - 0.9, self.at(spread.at(0.75)), self.base + 0.9, BAR)
        page.line([(self.at(spread.at(0.5)), self.base - 0.9), (self.at(spread.at(0.5)), self.base + 0.9)], WHITE, 0.5)
        page.text(page.letters("regular", 2.9, INK), figures, (page.right - right, self.base), "end")
        page.y += ROW

    def at(self, value: float) -> float:
        """Return the position of a value on the page."""
        return self.left + (self.right - self.left) * (value - self.low) / (self.high - self.low)

    def mark(self, value: float, text: str, low: float | None = None, high: float | None = None) -> None:
        """Draw the true value in red, with the ends of its recorded range if there are two."""
        page, base, true = self.page, self.base, self.at(value)
        if low is not None and high is not None and high > low:
            page.line([(self.at(low), base + 1.5), (self.at(high), base + 1.5)], RED, 0.4)
        page.line([(true, base - HILL), (true, base + 1.5)], RED, 0.5)
        page.shape([((true - 1.1, base - HILL - 0.9), (true + 1.1, base - HILL - 0.9), (true, base - HILL + 1.0))], RED)
        page.text(page.letters("semibold", 2.9, RED), text, (page.right, base), "end")

    def stroke(self, value: float) -> None:
        """A thin stroke through the scale, such as where neither side is ahead."""
        self.page.line([(self.at(value), self.base - HILL), (self.at(value), self.base + 1.2)], PALE, 0.2)

    def _outline(self, spread: ManyValues) -> list[tuple[float, float]]:
        """Return the frequency of each value, smoothed over its neighbours."""
        counts, width = [0.0] * BINS, self.high - self.low
        for value in spread.values:
            counts[max(0, min(BINS - 1, int(BINS * (value - self.low) / width)))] += 1
        smooth = [(counts[max(0, i - 1)] + 2 * counts[i] + counts[min(BINS - 1, i + 1)]) / 4 for i in range(BINS)]
        most, at = max(smooth), self._middle_line()
        return [(at(i), self.base - HILL * count / most) for i, count in enumerate(smooth)]

    def _middle_line(self) -> Callable[[int], float]:
        width = self.high - self.low
        return lambda i: self.at(self.low + width * (i + 0.5) / BINS)
