"""What is told of a plot and of a squadron is the same wherever it is told: block, tooltip, list, tote, ladder, timeline, sheet, terminal,
log. A day is played through, and every figure of it compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from bob.cli.terminal.day_text import DayScreens
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.view import RafView
from bob.day.telling.period_names import Names
from bob.day.telling.plot_figures import known_height, known_strength
from bob.day.telling.sentences import sentence
from bob.desk.map.lists import COLUMNS, things
from bob.desk.panels.log.timeline_rows import rows_of
from bob.desk.panels.prints.content import tote
from bob.desk.panels.tote.model import ToteColumn, ToteModel
from bob.desk.session.print_page import PrintTable
from bob.desk.session.session import DeskSession
from bob.driver import driver_among
from bob.staff.advice.fighter_command.tote_rows import describe, number
from bob.staff.advice.map.counters import short, spread
from bob.staff.advice.map.descriptions import HoverTeller
from bob.words import LANGUAGES, Words
from tests.desk.rooms import match_at, session_of

DAY, STEP = "18_august_1940", 9


@pytest.fixture(scope="module")
def sessions() -> list[DeskSession]:
    """Fighter Command's room every so many turns of the day."""
    match = match_at(DAY, STEP)
    p, found = match.position, []
    officers = driver_among(match, {RAF: "park", LUFTWAFFE: "kesselring"})
    while p.phase != "over":
        found.append(session_of(match, RAF))
        at = p.turn
        officers.advance(lambda at=at: p.phase == "orders" and p.turn >= at + STEP and not p.done)
    return found


def rooms(sessions: list[DeskSession]) -> Iterator[tuple[DeskSession, RafView, Words, Names]]:
    for i, session in enumerate(sessions):
        view = session.view(RAF)
        assert isinstance(view, RafView)
        words, names = Words(LANGUAGES[i % 2]), Names(session.world.theatre)
        names.learn(view)
        yield session, view, words, names


def figure_in(text: str, figure: str) -> bool:
    """Whether a figure stands in a text by itself."""
    return re.search(rf"(?<![\w~≤]){re.escape(figure)}(?![\w+])", text) is not None


def sheet_rows(session: DeskSession, words: Words, names: Names, head: str) -> dict[str, tuple[str, ...]]:
    """The rows of the state sheet's table that has such a head, by their first or second cell."""
    found: dict[str, tuple[str, ...]] = {}
    for block in tote(session, words, names).blocks:
        if isinstance(block, PrintTable):
            heads = [column.head for column in block.columns]
            name = words(f"desk_sheets.column.{head}")
            if name in heads:
                at = heads.index(name)
                found |= {row[at]: row for row in block.rows if len(row) > at}
    return found


@pytest.mark.slow
def test_a_plot_is_as_strong_and_as_high_wherever_it_is_told(sessions: list[DeskSession]) -> None:
    plots, sorts = 0, set()
    for session, view, words, names in rooms(sessions):
        tracks = [t for t in view.tracks if not t.faded and t.level > 0]
        blocks = {block.rows[0].key: block.rows[0] for block in spread(session.world, view).blocks if block.rows[0].kind == "track"}
        listed = {thing.key: thing for thing in things(view, words, names) if thing.what == "plot"}
        leaf = sheet_rows(session, words, names, "plot")
        rungs = {rung.number: rung for rung in session.ladder(view)}
        hints = {row.key: row.hint for row in rows_of(session, words, names) if row.kind == "track"}
        page = DayScreens(session.world, words).raids(view)
        hover = HoverTeller(session.world, words, view)
        last: dict[int, str] = {}
        for _, event in session.log(RAF):
            if event.code == "plotted" and event.data["strength"] is not None:
                last[event.data["track"]] = sentence(words, event, names)
        for t in tracks:
            strength, height = known_strength(t.plots), known_height(t.plots)
            plots += 1
            sorts.add(re.sub(r"\d+", "", strength))
            row = blocks[t.number]
            assert (row.count, row.height) == (strength, height)
            cells = listed[str(t.number)].cells
            assert (cells[COLUMNS.index("strength")], cells[COLUMNS.index("angels")]) == (strength, height)
            assert leaf[t.label][2:4] == (strength, height)
            if t.number in rungs:
                assert (rungs[t.number].strength, rungs[t.number].height) == (strength, height)
            assert figure_in(hints[t.number], strength) or strength == "?"
            line = next(line for line in page.splitlines() if re.match(rf"\s*{t.label}(?!\d)", line))
            assert figure_in(line, strength) or strength == "?"
            if strength != "?":
                assert figure_in(hover.track(view, t), strength)
                assert figure_in(last[t.number], strength), (last[t.number], strength)
    assert plots > 30 and {"~", "+"} <= sorts


@pytest.mark.slow
def test_a_squadron_is_as_strong_and_as_high_wherever_it_is_told(sessions: list[DeskSession], settings: Any) -> None:
    flown = 0
    for session, view, words, names in rooms(sessions):
        settings.set_language(words.language)
        model = ToteModel(settings, names)
        listed = {thing.key: thing for thing in things(view, words, names) if thing.what == "squadron"}
        page = sheet_rows(session, words, names, "squadron")
        blocks = [row for block in spread(session.world, view).blocks for row in block.rows if row.kind == "squadron"]
        hover = HoverTeller(session.world, words, view)
        hints = {row.key: row.hint for row in rows_of(session, words, names) if row.kind == "squadron"}
        stands = {title: row for row in blocks for title in row.title.split("+")}
        up = [s for s in view.squadrons if s.box == "airborne"]
        assert sum(int(row.count) for row in blocks) == sum(s.strength for s in up)
        for s in view.squadrons:
            if s.box == "gone":
                continue
            strength, high = str(s.strength), str(s.angels) if s.box == "airborne" else ""
            assert (model.text(s, ToteColumn.STRENGTH), model.text(s, ToteColumn.ANGELS)) == (strength, high)
            cells = listed[s.unit].cells
            assert (cells[COLUMNS.index("strength")], cells[COLUMNS.index("angels")]) == (strength, high)
            assert page[number(s.unit)][5:7] == (strength, high)
            assert figure_in(hover.squadron(s), strength)
            assert figure_in(describe(words, s, {}, names.aircraft(s.aircraft)), strength)
            if s.unit in hints:
                assert figure_in(hints[s.unit], strength)
            if s.box == "airborne":
                flown += 1
                row = stands[short(s.unit)]
                assert row.height == high and int(row.count) >= s.strength
                assert row.title != short(s.unit) or row.count == strength
    assert flown > 40
