"""What a side is told before a day, in words: its briefing, and what bombing is worth by the orders of the day (OPS-D2.1)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from bob.operations.directives import directive_of
from bob.operations.position import LUFTWAFFE, RAF
from bob.operations.scenario import Scenario, briefing, scenarios
from bob.operations.scenario_files import DayFile
from bob.operations.scenario_lines import reading
from bob.operations.target_notes import orders_told, period_told
from bob.words import Words


def briefed(
    words: Words, code: str, side: str, own: Mapping[str, Scenario] | None = None, date: str | None = None, worth: str | None = None
) -> tuple[str, ...]:
    """The paragraphs of what a side is told, none where nothing is; `date` and the reading of `worth` are those of the day once it has
    begun, else the scenario's. The Luftwaffe is told its orders, Fighter Command what its controllers knew of the time."""
    told = briefing(code, side, own)
    texts = (words.of(told),) if told is not None else ()
    scenario = {**scenarios(), **(own or {})}.get(code)
    if scenario is None or (worth if worth is not None else reading(scenario.switches, "worth")) != "directive":
        return texts
    day = dt.date.fromisoformat(date) if date is not None else None if scenario.free else scenario.date
    if day is None:
        return texts
    if side == RAF:
        return (*texts, period_told(words, day))
    lines = scenario.file.directive if isinstance(scenario.file, DayFile) else None
    return (*texts, *orders_told(words, directive_of(day, lines))) if side == LUFTWAFFE else texts
