"""The ground at dusk, to each side as far as it knows (OPS-C7.2, OPS-C4.3)."""

from __future__ import annotations

from bob.core.text import capital
from bob.day.rules.ground import ROOM
from bob.day.state.view import DayView, LuftwaffeView, RafView, RefereeView
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import date_text
from bob.report.parts import Section, TablePart
from bob.staff.beliefs import beliefs
from bob.words import Words


def ground_at_dusk(view: DayView, words: Words, names: Names) -> Section:
    """The section of a report: damage and its duration to Fighter Command, beliefs to the Luftwaffe."""
    raf = view.raf if isinstance(view, RefereeView) else view if isinstance(view, RafView) else None
    luftwaffe = view.luftwaffe if isinstance(view, RefereeView) else view if isinstance(view, LuftwaffeView) else None
    tables = []
    if raf is not None:
        tables.append((words("report.ground_of.raf"), _left(raf, words)))
    if luftwaffe is not None:
        tables.append((words("report.ground_of.luftwaffe"), _believed(luftwaffe, words, names)))
    return Section("ground", words("report.section.ground"), tables=tuple([(head, part) for head, part in tables if part.rows]))


def _left(view: RafView, words: Words) -> TablePart:
    rows = []
    for key, until in sorted(view.left.items()):
        kind, _, name = key.partition(":")
        state = "room" if kind == ROOM else "mobile" if key in view.mobile_stations else "station"
        rows.append((name, words(f"report.ground.{state}"), words("report.ground.until", date=date_text(words, until.isoformat()))))
    tomorrow = words("report.ground.overnight")
    rows += [(place, words("report.ground.hangars"), tomorrow) for place in view.hangars]
    rows += [(f.place, words("report.ground.craters", lost=f.damage), tomorrow) for f in view.fields if f.damage]
    heads = tuple(words(f"report.column.{code}") for code in ("where", "damage", "till"))
    return TablePart(heads, tuple(rows), wide=1)


def _believed(view: LuftwaffeView, words: Words, names: Names) -> TablePart:
    """The claims of crews and finds of reconnaissance; the Luftwaffe learns nothing of rooms and repairs."""
    rows = []
    for target, belief in sorted(beliefs(view).items()):
        if belief.off or belief.lost:
            text = words("report.ground.off") if belief.off else words("report.ground.lost", lost=belief.lost)
            rows.append((capital(names.target(words, target)), text, view.common.time_of(belief.seen) if belief.seen else ""))
    heads = tuple(words(f"report.column.{code}") for code in ("target", "believed", "looked"))
    return TablePart(heads, tuple(rows), wide=1)
