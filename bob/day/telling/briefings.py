"""The briefing of a side in words, with the orders of the day (OPS-D2.1)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from bob.day.scenarios.scenario import Scenario, briefing, scenarios
from bob.day.scenarios.scenario_files import DayFile
from bob.day.state.directives import directive_of
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.scenario_lines import reading
from bob.day.telling.target_notes import orders_lines, period_line
from bob.words import Words


def briefed(
    words: Words, code: str, side: str, own: Mapping[str, Scenario] | None = None, date: str | None = None, worth: str | None = None
) -> tuple[str, ...]:
    """The paragraphs of a side's briefing, none without one; `date` and `worth` are those of a day under way, else the scenario's.
    The Luftwaffe reads its orders, Fighter Command the knowledge of its controllers."""
    own_text = briefing(code, side, own)
    texts = (words.of(own_text),) if own_text is not None else ()
    scenario = {**scenarios(), **(own or {})}.get(code)
    if scenario is None or (worth if worth is not None else reading(scenario.switches, "worth")) != "directive":
        return texts
    day = dt.date.fromisoformat(date) if date is not None else None if scenario.free else scenario.date
    if day is None:
        return texts
    if side == RAF:
        return (*texts, period_line(words, day))
    lines = scenario.file.directive if isinstance(scenario.file, DayFile) else None
    return (*texts, *orders_lines(words, directive_of(day, lines))) if side == LUFTWAFFE else texts
