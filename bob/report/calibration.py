"""Days played many times beside history, as a picture: for each aspect the hill of its runs and history's mark."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bob.chart.marks import ChartSheet
from bob.chart.page import Page
from bob.forecast.calibrated import CalibratedAspect, CalibratedDay
from bob.forecast.measure import Spread
from bob.operations.scenario import find
from bob.words import Words

WIDTH, MARGIN = 250.0, 10.0
ROW, HEAD, TOP, FOOT = 9.5, 11.0, 26.0, 8.0
NAMES, FIGURES = 78.0, 34.0
"""The widths of the columns to either side of the hills."""
HILL = 5.6
BINS = 28
INK, PALE, HILL_COLOUR, BAR, WHITE, RED = "#26231E", "#8A8578", "#C9D3D6", "#3B5A6B", "#FFFFFF", "#B3261E"


def sheet(days: Sequence[CalibratedDay], words: Words) -> ChartSheet:
    """The picture, as high as it needs."""
    rows = sum(HEAD + ROW * len(day.aspects) for day in days)
    page = Page((WIDTH, TOP + rows + FOOT), MARGIN, 1.3, "calibration", MARGIN)
    title, small = page.letters("bold", 6.0, INK), page.letters("regular", 2.9, INK)
    page.y += 4.0
    page.text(title, words("calibration.title"), (page.left, page.y))
    page.y += 1.5
    page.paragraph(words("calibration.legend"), small)
    page.y = TOP
    for day in days:
        _day(page, day, words)
    return page.sheet(words("calibration.title"), words.language)


def _day(page: Page, day: CalibratedDay, words: Words) -> None:
    head, note = page.letters("semibold", 4.0, INK), page.letters("italic", 3.0, PALE)
    page.text(head, find(day.recorded.scenario).title[words.language], (page.left, page.y + 7.0))
    kind = words("calibration.tuned" if day.recorded.tuned else "calibration.reported")
    page.text(note, f"{kind}, n = {day.runs}", (page.right, page.y + 7.0), "end")
    page.y += HEAD - 1.5
    page.line([(page.left, page.y), (page.right, page.y)], PALE, 0.15)
    page.y += 1.5
    for aspect in day.aspects:
        _row(page, aspect, words)


def _row(page: Page, aspect: CalibratedAspect, words: Words) -> None:
    """One aspect: its name, the hill of its runs on a scale from nothing, history's mark, the figures."""
    recorded, spread = aspect.recorded, aspect.spread
    name, figures = page.letters("regular", 3.1, INK), page.letters("regular", 2.9, INK)
    base = page.y + ROW - 2.6
    left, right = page.left + NAMES, page.right - FIGURES
    top = 1.06 * max(spread.values[-1], recorded.high, 1.0)

    def at(value: float) -> float:
        return left + (right - left) * value / top

    page.text(name, words(f"calibration.aspect.{recorded.name}") + recorded.told_part, (page.left, base))
    page.shape([((at(0.0), base), *_hill(spread, top, at, base), (at(top), base))], HILL_COLOUR)
    page.line([(left, base), (right, base)], PALE, 0.12)
    page.box(at(spread.at(0.1)), base - 0.35, at(spread.at(0.9)), base + 0.35, BAR)
    page.box(at(spread.at(0.25)), base - 0.9, at(spread.at(0.75)), base + 0.9, BAR)
    page.line([(at(spread.at(0.5)), base - 0.9), (at(spread.at(0.5)), base + 0.9)], WHITE, 0.5)
    if recorded.high > recorded.low:
        page.line([(at(recorded.low), base + 1.5), (at(recorded.high), base + 1.5)], RED, 0.4)
    true = at(recorded.figure)
    page.line([(true, base - HILL), (true, base + 1.5)], RED, 0.5)
    page.shape([((true - 1.1, base - HILL - 0.9), (true + 1.1, base - HILL - 0.9), (true, base - HILL + 1.0))], RED)
    page.text(figures, f"{spread.at(0.5):.0f} ({spread.at(0.1):.0f}-{spread.at(0.9):.0f})", (page.right - 12.0, base), "end")
    page.text(page.letters("semibold", 2.9, RED), recorded.told, (page.right, base), "end")
    page.y += ROW


def _hill(spread: Spread, top: float, at: Callable[[float], float], base: float) -> list[tuple[float, float]]:
    """The outline of how often each value came, smoothed over its neighbours."""
    counts = [0.0] * BINS
    for value in spread.values:
        counts[min(BINS - 1, int(BINS * value / top))] += 1
    smooth = [(counts[max(0, i - 1)] + 2 * counts[i] + counts[min(BINS - 1, i + 1)]) / 4 for i in range(BINS)]
    most = max(smooth)
    return [(at(top * (i + 0.5) / BINS), base - HILL * count / most) for i, count in enumerate(smooth)]
