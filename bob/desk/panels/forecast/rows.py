"""The figures of a forecast, or of an evening, as rows of hills."""

from __future__ import annotations

from bob.desk.panels.forecast.hills import HillRow
from bob.forecast.answer import ForecastSpread
from bob.forecast.asking import Forecast
from bob.forecast.in_words import DAY_FIGURES, figures_text, points_text
from bob.forecast.looking_back import PlacedDay
from bob.words import Words


def day_rows(found: Forecast, words: Words) -> list[HillRow]:
    """The figures of the day."""
    rows = []
    for name in DAY_FIGURES:
        spread = found.answer.spreads[name]
        mean, half, low, middle, high = figures_text(spread, words)
        title = words(f"forecast.figure.{name}")
        text = words("desk_forecast.row", name=title, mean=mean, half=half, low=low, middle=middle, high=high, days=spread.runs)
        rows.append(HillRow(title, spread, f"{middle} ({low} … {high})", text, name == "points"))
    return rows


def evening_rows(points: float, foretold: ForecastSpread | None, placed: PlacedDay | None, words: Words) -> list[HillRow]:
    """Return the place of the day in the forecast of its plan, and among the possible days."""
    rows = []
    for name, spread in (("foretold_row", foretold), ("fell_row", placed.foreseen if placed is not None else None)):
        if spread is not None:
            low, middle, high = (points_text(spread.at(share), words) for share in (0.1, 0.5, 0.9))
            text = words(f"desk_forecast.{name}_tip")
            rows.append(HillRow(words(f"desk_forecast.{name}"), spread, f"{middle} ({low} … {high})", text, True, points))
    return rows
