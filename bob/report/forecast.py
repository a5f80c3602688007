"""A forecast as a picture: the hills of its figures, the deciding facts, and the prospects raid by raid."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from bob.chart.marks import ChartPage
from bob.chart.page import Page
from bob.chart.svg import to_svg
from bob.core.atomic_files import put_file
from bob.core.errors import UsageError
from bob.forecast.answer import ForecastSpread
from bob.forecast.asking import Forecast
from bob.forecast.in_words import (
    DAY_FIGURES,
    chances_left,
    deciders_text,
    head_text,
    points_text,
    raid_chances,
    raid_figures,
    raid_text,
    worth_line,
)
from bob.report.hills import INK, PALE, ROW, Hill
from bob.words import Words

ENDINGS = (".svg", ".pdf", ".png", ".csv")
WIDTH, MARGIN = 210.0, 10.0
HEAD, TOP, FOOT, LINE = 9.0, 6.0, 8.0, 4.4
ON_PAGE = ("bombs", "lost", "squadrons", "warning")
"""The figures of a raid that have a hill."""


def sheet(found: Forecast, words: Words, wanted: int | None = None) -> ChartPage:
    """Return the picture, as high as it needs; a cancelled one gives the number of days `wanted`."""
    answer, deciders = found.answer, deciders_text(found, words)
    raids = [(raid, [name for name in ON_PAGE if any(value for value, _ in raid.spreads[name].counted)]) for raid in answer.raids]
    head = [*broken_off(found, words, wanted), *head_text(found, words), words("forecast.legend")]
    title = words.of(found.asked.view.common.title)
    top = _headed(Page((WIDTH, 1.0), MARGIN, 1.3, "forecast", MARGIN), title, head)
    height = top + ROW * len(DAY_FIGURES) + HEAD + LINE * len(deciders) + FOOT
    height += sum(HEAD + LINE * len(list(raid_chances(found.asked, raid, words))) + ROW * len(names) for raid, names in raids)
    page = Page((WIDTH, height), MARGIN, 1.3, "forecast", MARGIN)
    _headed(page, title, head)
    for name in DAY_FIGURES:
        _hill(page, words, words(f"forecast.figure.{name}"), answer.spreads[name], both_ways=name == "points")
    _head(page, words("forecast.deciders"))
    for text in deciders:
        _line(page, text)
    for raid, names in raids:
        _head(page, raid_text(found.asked, raid.code, words))
        if worth := worth_line(found.asked, raid.code, words):
            _line(page, worth)
        for what, chance, between in raid_chances(found.asked, raid, words):
            line = words("forecast.chance_line", what=what, chance=chance, between=between) if between else words.label(what, chance)
            _line(page, line)
        for name in names:
            _hill(page, words, words(f"forecast.raid.{name}"), raid.spreads[name])
    return page.page(title, words.language)


def _headed(page: Page, title: str, head: Sequence[str]) -> float:
    """Write the heading above the figures; return the height at which they begin."""
    page.y += 4.0
    page.text(page.letters("bold", 6.0, INK), title, (page.left, page.y))
    page.y += 1.5
    small = page.letters("regular", 2.9, INK)
    for line in head:
        page.paragraph(line, small)
    page.y += TOP
    return page.y


def _hill(page: Page, words: Words, name: str, spread: ForecastSpread, *, both_ways: bool = False) -> None:
    least, most = spread.ends
    low, high = (min(0.0, least), max(0.0, most)) if both_ways else (0.0, max(most, 1.0))
    room = 0.05 * max(1.0, high - low)
    middle, tenth, ninth = (
        points_text(round(spread.at(share)), words) if both_ways else f"{spread.at(share):.0f}" for share in (0.5, 0.1, 0.9)
    )
    figures = f"{middle} ({tenth} … {ninth})"
    hill = Hill(page, name, spread, low - room if low else 0.0, high + room, figures, 0.0)
    if low:
        hill.stroke(0.0)


def _head(page: Page, text: str) -> None:
    page.y += HEAD - 2.5
    page.text(page.letters("semibold", 4.0, INK), text, (page.left, page.y))
    page.y += 1.2
    page.line([(page.left, page.y), (page.right, page.y)], PALE, 0.15)
    page.y += 1.3


def _line(page: Page, text: str) -> None:
    page.text(page.letters("regular", 2.9, INK), text, (page.left, page.y + LINE - 1.2))
    page.y += LINE


def broken_off(found: Forecast, words: Words, wanted: int | None) -> list[str]:
    """Return the note that fewer days were flown than wanted, where that is so."""
    return [words("forecast.broken_off", done=len(found.days), runs=wanted)] if wanted is not None else []


def table(found: Forecast, words: Words, wanted: int | None = None) -> str:
    """Return the figures as lines of comma-separated values: raid, figure, mean, the interval of it, the quantiles, the number of days;
    a time is a time of day, a chance is given as a mean. The last line of a cancelled forecast says so."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(["raid", "title", "figure", "told", "mean", "low", "high", "10%", "25%", "50%", "75%", "90%", "days"])
    called = {raid.code: raid_text(found.asked, raid.code, words) for raid in found.answer.raids}
    for whose, name, text, spread in _rows(found, words):
        listed = spread.as_json()
        figures = [listed[key] for key in ("mean", "low", "high", "10%", "25%", "50%", "75%", "90%")]
        if name == "met_at":
            figures = [found.asked.view.common.time_of(round(turn)) if turn is not None else "" for turn in figures]
        write([whose, called.get(whose, ""), name, text, *figures, listed["runs"]])
    for raid in found.answer.raids:
        for name in chances_left(found.asked, raid):
            share = raid.shares[name]
            low, high = share.interval
            text = words(f"forecast.raid.{name}")
            write(
                [
                    raid.code,
                    called[raid.code],
                    name,
                    text,
                    round(share.share, 4),
                    round(low, 4),
                    round(high, 4),
                    "",
                    "",
                    "",
                    "",
                    "",
                    share.runs,
                ]
            )
    for text in broken_off(found, words, wanted):
        write(["", "", "broken_off", text, *[""] * 8, len(found.days)])
    return out.getvalue()


def _rows(found: Forecast, words: Words) -> Sequence[tuple[str, str, str, ForecastSpread]]:
    answer = found.answer
    rows = [("", name, words(f"forecast.figure.{name}"), answer.spreads[name]) for name in DAY_FIGURES]
    for raid in answer.raids:
        rows += [(raid.code, name, text, spread) for name, text, spread in raid_figures(raid, words)]
        rows += [(raid.code, "unit_lost", unit, spread) for unit, spread in raid.units.items()]
    return rows


def check_ending(path: Path) -> None:
    """Raise UsageError for a name that ends in no kind of file that is written."""
    if path.suffix.lower() not in ENDINGS:
        raise UsageError("forecast.ending", path=str(path), choices=", ".join(ENDINGS))


def write(found: Forecast, path: Path, words: Words, wanted: int | None = None) -> None:
    """Write a forecast as a picture, or its figures as comma-separated values; a cancelled one is marked so, with the number of days
    `wanted`. Raises BobError."""
    check_ending(path)
    ending = path.suffix.lower()
    if ending == ".csv":
        put_file(path, table(found, words, wanted))
    elif ending == ".svg":
        put_file(path, to_svg(sheet(found, words, wanted)))
    else:
        from bob.chart.qt import save_pdf, save_png

        if ending == ".png":
            save_png(sheet(found, words, wanted), path, width=2000)
        else:
            save_pdf(sheet(found, words, wanted), path, page="a4")
