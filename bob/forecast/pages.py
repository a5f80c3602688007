"""Pages of the forecast's panel: a raid, its deciders, plans side by side, the gains of others, a finished day."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from itertools import islice

from bob.core.text import capital
from bob.day.telling.period_names import Names
from bob.forecast.answer import DAY_SPREADS, ForecastSpread, RaidForecast
from bob.forecast.asking import Forecast, Gain, gain
from bob.forecast.in_words import (
    believed_text,
    deciders_text,
    ends_text,
    fell_text,
    figures_text,
    half_text,
    part_text,
    place_text,
    points_text,
    raid_chances,
    raid_figures,
    raid_text,
    turn_text,
    worth_line,
)
from bob.forecast.looking_back import LookedBack, PlacedDay, WeighedPart
from bob.words import Words

ComparedLine = tuple[str, Gain | None, str]
"""Another plan by its name: its gain, or the reason why it cannot be flown; neither before its first days."""
SIDE_BY_SIDE = ("points", "luftwaffe_lost", "raf_lost")


def raid_page(found: Forecast, chosen: RaidForecast | None, words: Words) -> str:
    """The raid chosen, as lines of a table."""
    if chosen is None:
        return html.escape(words("desk_forecast.no_raid"))
    rows = []
    for what, chance, between in raid_chances(found.asked, chosen, words):
        rows.append((what, _bold(chance), between))
    common = found.asked.view.common
    rows.append(("", words("desk_forecast.middle"), words("desk_forecast.most")))
    for name, what, spread in raid_figures(chosen, words):
        _, _, low, middle, high = figures_text(spread, words, common if name == "met_at" else None)
        rows.append((what, _bold(middle), f"{low} … {high}"))
    for unit, spread in chosen.units.items():
        _, _, low, middle, high = figures_text(spread, words)
        rows.append((words("desk_forecast.unit", unit=unit), _bold(middle), f"{low} … {high}"))
    worth = html.escape(worth_line(found.asked, chosen.code, words))
    return _bold(html.escape(raid_text(found.asked, chosen.code, words))) + (f"<br>{worth}" if worth else "") + _table(rows)


def reasons_page(found: Forecast, words: Words) -> str:
    """Return the page of the results of the days, of the deciders, and of the assumptions about the other side."""
    lines = (*deciders_text(found, words), believed_text(found.asked, words))
    rows = [(end, _bold(chance), between) for end, chance, between in ends_text(found.answer, words)]
    ends = _lines(_bold(capital(words("forecast.ends")))) + _table(rows) if rows else ""
    return ends + _lines(_bold(words("forecast.deciders")), *map(html.escape, lines))


def beside_page(found: Forecast, held: Sequence[Forecast], others: Sequence[ComparedLine], words: Words) -> str:
    """The plans side by side, and what other plans gain; nothing where there are none."""
    text = ""
    if held:
        text += _lines(_bold(words("desk_forecast.side_by_side"))) + _side_by_side(found, held, words)
    if others:
        rows = []
        for name, made, why in others:
            if made is None:
                rows.append((name, "–" if why else "…", html.escape(why)))
            else:
                rows.append((name, _bold(points_text(made.points.mean, words)), half_text(made.points.half, words)))
        text += _lines(_bold(words(f"desk_forecast.what_if_{found.asked.seat}"))) + _table(rows)
    return text


def _side_by_side(found: Forecast, held: Sequence[Forecast], words: Words) -> str:
    """A column for each plan, the one that is drawn last, over the days that all of them have: other days had other luck. Its
    gain over each of the others, day by day."""
    days = min(len(each.days) for each in (*held, found))
    if days < 2:
        return _lines(html.escape(words("desk_forecast.no_days_beside")))
    common = [list(islice(each.days, days)) for each in (*held, found)]
    heads = [*(words("desk_forecast.plan", number=i) for i in range(1, len(held) + 1)), words("desk_forecast.as_drawn")]
    rows = [("", *map(_bold, heads))]
    for name in SIDE_BY_SIDE:
        cells = []
        for flown in common:
            mean, half, *_ = figures_text(ForecastSpread.of(map(DAY_SPREADS[name], flown)), words)
            cells.append(f"{mean} {half}")
        rows.append((words(f"forecast.figure.{name}"), *cells))
    gains = []
    for flown in common[:-1]:
        points = gain(flown, common[-1]).points
        gains.append(f"{points_text(points.mean, words)} {half_text(points.half, words)}")
    rows.append((words("desk_forecast.gains_over"), *map(_bold, gains), ""))
    return _table(rows) + _lines(html.escape(words("desk_forecast.days_beside", days=days)))


def parts_page(parts: Iterable[WeighedPart], words: Words) -> str:
    """Return the parts of a finished day: the share of decisions, and of dice."""
    heads = ("", _bold(words("forecast.choices")), "", _bold(words("forecast.luck")), "")
    return _table([heads, *(tuple(part_text(part, words)) for part in parts)])


def placed_page(points: float, foretold: ForecastSpread | None, placed: PlacedDay | None, words: Words) -> str:
    """Return the place of the day in the forecast of its plan, and among the possible days, as far as there are any."""
    lines = [fell_text("desk_forecast.foretold", points, foretold, words)] if foretold is not None else []
    if placed is not None:
        lines.append(fell_text("forecast.fell", placed.points, placed.foreseen, words))
    return _lines(*map(html.escape, lines))


def back_page(back: LookedBack, words: Words, names: Names) -> str:
    """Return the shares of decisions and dice in a day, and the turns that dice moved most."""
    lines = [html.escape(line) for line in place_text(back, words)[1:]]
    lines.append(_bold(words("forecast.turns")))
    if not back.turns:
        lines.append(html.escape(words("forecast.no_turns")))
    for turn in back.turns:
        clock, luck, half, text = turn_text(turn, words, names)
        lines.append(f"{clock}&nbsp; {_bold(luck)} ({half}): {html.escape(text)}")
    return _lines(*lines)


def _lines(*lines: str) -> str:
    """Lines with a little air between them."""
    return "".join(f"<p style='margin:0 0 4px 0'>{line}</p>" for line in lines)


def _bold(text: str) -> str:
    return f"<b>{text}</b>"


def _table(rows: Iterable[Sequence[str]]) -> str:
    """Lines of a table, its first column to the left, the second to the right."""
    lines = []
    for first, *rest in rows:
        cells = "".join(f"<td align={'right' if i == 0 else 'left'}>{cell}&nbsp;&nbsp;</td>" for i, cell in enumerate(rest))
        lines.append(f"<tr><td>{html.escape(first) if '<' not in first else first}&nbsp;&nbsp;</td>{cells}</tr>")
    return f"<table cellspacing=2>{''.join(lines)}</table>"
