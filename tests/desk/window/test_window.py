"""The window in play: decisions that Enter walks through, running on, the log, the timeline, looking back, the lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.sentences import _FORMS
from bob.desk.panels.log.panel import KINDS, NOTES
from bob.desk.panels.log.timeline_rows import rows_of
from bob.desk.window.window import DeskWindow
from bob.staff.advice.fighter_command.alert_ladder import rungs
from bob.words import LANGUAGES, Words, chapter
from tests.desk.desks import LUFTWAFFE_SEATS, RAF_SEATS, WATCHED, quiet
from tests.desk.windows import begin, on
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


# Decisions


def test_enter_walks_through_what_is_owed(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    turn = session.match.position.turn
    seen = []
    for _ in range(12):
        first = room.decisions.first
        assert first is not None
        seen.append(first.code)
        qtbot.keyClick(window, Qt.Key.Key_Return)
        quiet(qtbot, session)
        if session.match.position.turn > turn + 1:
            break
    assert session.match.position.turn > turn
    assert seen[-1] == "done" or "done" in seen


@pytest.mark.slow
def test_a_raid_that_nobody_has_been_sent_to_comes_first(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    while not any(r.pressing for r in rungs(session.rules, session.view(RAF), {})):
        session.play(RAF, room.decisions.queue[-1].order)
        quiet(qtbot, session)
    first = room.decisions.first
    assert first is not None
    assert first.code == "raid"
    assert room.card.isVisible()
    buttons = [b for b in room.card.findChildren(QPushButton) if b.text() == first.offers[0].text]
    before = session.view(RAF).scrambled
    buttons[0].click()
    assert any(s.scrambling for s in session.view(RAF).squadrons)
    del before
    values = {r.number: r for r in window.room.panels["ladder"].rungs}  # type: ignore[union-attr, attr-defined]
    assert [r.sent for r in values.values() if r.sent], "the ladder knows at once who is sent"
    after = room.decisions.first
    assert after is not None
    assert after.code == "done" or after.text != first.text, "too few may still be asked about"


def test_what_is_passed_over_is_not_asked_again_at_once(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    while not session.view(RAF).tracks:
        session.play(RAF, room.decisions.queue[-1].order)
        quiet(qtbot, session)
    number = session.number
    room.decisions.leave()
    assert session.number == number
    assert room.decisions.first is not None
    assert room.decisions.first.code == "done"


def test_running_stops_when_something_happens(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    with qtbot.waitSignal(room.decisions.stopped):
        window.actions_["run"].trigger()
    assert not room.decisions.running
    assert session.view(RAF).tracks or session.view(RAF).choice is not None
    assert not session.is_over


@pytest.mark.slow
def test_two_officers_can_be_watched_step_by_step(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, WATCHED)
    session, room = window.session, window.room
    assert session is not None and room is not None
    before = session.number
    window.actions_["decide"].trigger()
    quiet(qtbot, session)
    assert before < session.number < before + 12
    with qtbot.waitSignal(session.over):
        window.actions_["run"].trigger()
    assert room.ending.isVisible()


def test_a_refusal_is_told_with_its_rule(qtbot: QtBot, window: DeskWindow) -> None:
    from bob.core.errors import Refused
    from bob.day.state.orders import Pancake

    begin(qtbot, window)
    assert window.session is not None and window.room is not None
    with pytest.raises(Refused):
        window.session.play(RAF, Pancake("501 Squadron"))
    notice = window.room.notice
    assert notice.isVisible()
    assert "501 Squadron" in notice.text.text()
    assert notice.rule.text() == "OPS-B6.3"
    notice.rule.click()
    assert window._help is not None
    assert window._help.searches["rules"].text() == "OPS-B6.3"
    window._help.close()


def test_undo_says_why_it_stops(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    window.actions_.refresh()
    assert Words("en")("game.undo_dice") in window.actions_["undo"].toolTip() or "take back" in window.actions_["undo"].toolTip()
    window.actions_["undo"].trigger()
    assert window.room is not None
    assert window.room.notice.isVisible()


# The strip, the log, the timeline


@pytest.mark.slow
def test_the_strip_tells_the_time_and_what_to_do(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    strip = window.strip
    assert strip.time.text == "11:30"
    assert strip.clock.coloured
    assert "14 August 1940" in strip.date.text()
    assert strip.ask.text()
    assert strip.decide.isEnabled()
    top = strip.mapTo(window, strip.rect().topLeft())
    on(qtbot, window, 4)
    assert strip.mapTo(window, strip.rect().topLeft()) == top
    assert strip.time.text == "11:45"


@pytest.mark.slow
def test_the_log_filters_and_searches(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 6)
    assert window.session is not None and window.room is not None
    log = window.room.panels["log"]
    whole = log.filter.rowCount()  # type: ignore[attr-defined]
    assert whole == len(window.session.log(RAF))
    log.search.setText("hawkinge SCRAMBLED")  # type: ignore[attr-defined]
    found = log.filter.rowCount()  # type: ignore[attr-defined]
    assert 0 < found < whole
    log.search.clear()  # type: ignore[attr-defined]
    log.buttons["combat"].click()  # type: ignore[attr-defined]
    assert log.filter.rowCount() < whole  # type: ignore[attr-defined]
    log.buttons["all"].click()  # type: ignore[attr-defined]
    assert log.filter.rowCount() == whole  # type: ignore[attr-defined]


WEATHER = ("weather_turned", "wind_turned")


def test_every_event_belongs_to_a_filter() -> None:
    known = {key.removeprefix("log.") for key in chapter("log") if key.count(".") == 1} | set(_FORMS)
    sorted_ = {code for codes in KINDS.values() for code in codes} | {
        "turn",
        "begun",
        "random_event",
        "weather_changed",
        *WEATHER,
        "over",
        "note",
    }
    assert known - sorted_ - {*NOTES, "new_rules"} == set()


@pytest.mark.slow
def test_a_line_of_the_log_shows_its_place(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 4)
    room = window.room
    assert room is not None
    lines = [line for line in room.panels["log"].model.lines if line.event.code == "plotted"]  # type: ignore[attr-defined]
    room.panels["log"].open(lines[-1])  # type: ignore[attr-defined]
    assert room.table.selection is not None
    room.show_thing("track", lines[-1].event.data["track"])
    assert room.table.selection == ("track", lines[-1].event.data["track"])


@pytest.mark.slow
@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize("seats", some([RAF_SEATS, LUFTWAFFE_SEATS, WATCHED]))
def test_the_rows_of_the_timeline(qtbot: QtBot, window: DeskWindow, language: str, seats: dict[str, str]) -> None:
    window.settings.set_language(language)
    begin(qtbot, window, seats)
    session, room = window.session, window.room
    assert session is not None and room is not None
    for _ in range(14):
        if session.watching:
            session.step()
            quiet(qtbot, session)
    if not session.watching:
        on(qtbot, window, 5)
    rows = rows_of(session, window.settings.words, room.names)
    assert rows
    assert all(row.name and row.hint and row.bars for row in rows)
    timeline = room.panels["timeline"]
    timeline.grab()
    timeline.setFocus()
    qtbot.keyClick(timeline, Qt.Key.Key_Down)
    assert room.table.selection is not None


# Looking back


@pytest.mark.slow
def test_the_time_machine(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 5)
    session, room = window.session, window.room
    assert session is not None and room is not None
    window.actions_["earlier"].trigger()
    assert room.time_bar.isVisible()
    assert session.looking_back
    assert not window.room.decisions.queue
    assert [seat for seat, button in room.time_bar.viewer.items() if button.isVisibleTo(room.time_bar)] == [RAF]
    room.time_bar.slider.setValue(1)
    assert session.view(RAF).common.turn == 1
    assert window.strip.time.text == "11:30"
    number = session.shown
    window.actions_["now"].trigger()
    assert session.live
    assert room.time_bar.isHidden()
    room.time_bar.to_number(number)
    window.actions_["branch"].trigger()
    assert window.session is not session
    assert window.session is not None and window.session.number >= number
    assert window.settings.recent[0].stem == "The lesson 2"


@pytest.mark.slow
def test_escape_puts_away_what_floats(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 3)
    room = window.room
    assert room is not None
    room.notice.tell("something")
    room.time_bar.open()
    qtbot.keyClick(room, Qt.Key.Key_Escape)
    assert not room.notice.isVisible()
    assert room.time_bar.isVisible()
    qtbot.keyClick(room, Qt.Key.Key_Escape)
    assert not room.time_bar.isVisible()


def test_a_line_of_news_keeps_its_width_each_time_it_is_placed(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, RAF_SEATS)
    assert window.room is not None
    notice = window.room.notice
    widths = []
    for text in ("something short", "something long " * 12):
        notice.tell(text, "OPS-B6.5")
        for _ in range(4):
            notice.place()
            widths.append(notice.text.width())
    assert len(set(widths[:4])) == len(set(widths[4:])) == 1 and min(widths) > 60 < notice.height() * 3


def test_a_file_that_cannot_be_opened_is_told(window: DeskWindow, tmp_path: Path) -> None:
    window.open_path(tmp_path / "nothing.bob1940")
    assert window.start.fault.isVisible()
    assert "nothing.bob1940" in window.start.fault.text()
    (tmp_path / "other.bob1940").write_text("no game")
    window.open_path(tmp_path / "other.bob1940")
    assert "other.bob1940" in window.start.fault.text()
    assert window.room is None


def test_a_sheet_is_written(qtbot: QtBot, window: DeskWindow) -> None:
    from bob.desk.window.prints_box import PrintBox

    begin(qtbot, window)
    assert window.room is not None
    box = PrintBox(window.room, window.settings)
    qtbot.addWidget(box)
    box.what.setCurrentIndex(box.what.findData("log"))
    with qtbot.waitSignal(box.done_with):
        box.write.click()
    assert [path.suffix for path in box.files_written] == [".pdf"]
    assert box.files_written[0].read_bytes().startswith(b"%PDF-")
    box.file.setText("/nowhere/at/all.pdf")
    with qtbot.waitSignal(box.done_with):
        box.write.click()
    assert "/nowhere" in box.notice.text()


@pytest.mark.slow
def test_the_officer_s_answer_is_what_enter_takes(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, scenario="one_raid", seed="3")
    session, room = window.session, window.room
    assert session is not None and room is not None
    for _ in range(200):
        quiet(qtbot, session)
        first = room.decisions.first
        if session.is_over or (first is not None and first.code == "choice"):
            break
        session.play(RAF, room.decisions.queue[-1].order)
    first = room.decisions.first
    assert first is not None and first.code == "choice"
    assert set(first.advised) <= {name for name, _ in first.options}
    assert first.order.names == first.advised
    assert room.card.isVisible()
    number = session.number
    room.decisions.walk()
    assert session.number > number


@pytest.mark.slow
def test_both_rooms_are_open_when_the_day_is_over(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 99)
    session, room = window.session, window.room
    assert session is not None and room is not None and session.is_over
    assert room.ending.isVisible()
    window.actions_["look_luftwaffe"].trigger()
    assert session.seat == LUFTWAFFE
    assert not window.strip.clock.coloured
    assert window.docks.has("planner") and not window.docks.has("tote")
    window.actions_["side_by_side"].trigger()
    assert room.sides is not None
    assert session.seat == REFEREE and room.table.view is not None and hasattr(room.table.view, "luftwaffe")
    assert {seat: pane.table.view.seat for seat, pane in room.sides.panes.items()} == {RAF: RAF, LUFTWAFFE: LUFTWAFFE}  # type: ignore[union-attr]
    assert room.pane.caption.text() == "The whole truth"
    assert room.sides.panes[RAF].caption.text() == "Fighter Command sees"
    assert window.docks.is_bare
    qtbot.waitUntil(lambda: abs(room.sides.panes[RAF].table.camera.x - room.table.camera.x) < 30)  # type: ignore[union-attr]
    window.actions_["side_by_side"].trigger()
    assert room.sides is None and not room.pane.caption.isVisible()
    assert not window.docks.is_bare
    window.actions_["side_by_side"].trigger()
    window.actions_["look_raf"].trigger()
    assert room.sides is None and session.seat == RAF
