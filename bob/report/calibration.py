"""Days played many times beside history, as a picture: for each aspect the hill of its runs and history's mark."""

from __future__ import annotations

from collections.abc import Sequence

from bob.chart.marks import ChartPage
from bob.chart.page import Page
from bob.day.scenarios.scenario import find
from bob.forecast.calibrated import CalibratedAspect, CalibratedDay
from bob.report.hills import INK, PALE, ROW, Hill
from bob.words import Words

WIDTH, MARGIN = 250.0, 10.0
HEAD, TOP, FOOT = 11.0, 26.0, 8.0


def sheet(days: Sequence[CalibratedDay], words: Words) -> ChartPage:
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
    return page.page(words("calibration.title"), words.language)


def _day(page: Page, day: CalibratedDay, words: Words) -> None:
    head, note = page.letters("semibold", 4.0, INK), page.letters("italic", 3.0, PALE)
    page.text(head, words.of(find(day.recorded.scenario).title), (page.left, page.y + 7.0))
    kind = words("calibration.tuned" if day.recorded.tuned else "calibration.reported")
    page.text(note, f"{kind}, n = {day.runs}", (page.right, page.y + 7.0), "end")
    page.y += HEAD - 1.5
    page.line([(page.left, page.y), (page.right, page.y)], PALE, 0.15)
    page.y += 1.5
    for aspect in day.aspects:
        _row(page, aspect, words)


def _row(page: Page, aspect: CalibratedAspect, words: Words) -> None:
    """Draw an aspect: its name, the hill of its runs on a scale from zero, history's mark, the figures."""
    recorded, spread = aspect.recorded, aspect.spread
    name = words(f"calibration.aspect.{recorded.name}") + recorded.part_text
    figures = f"{spread.at(0.5):.0f} ({spread.at(0.1):.0f}-{spread.at(0.9):.0f})"
    hill = Hill(page, name, spread, 0.0, 1.06 * max(spread.values[-1], recorded.high, 1.0), figures)
    hill.mark(recorded.figure, recorded.describe, recorded.low, recorded.high)
