"""The window: decisions that Enter walks through, running on, the log, the timeline, looking back, docks, palette, referee, lesson."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from pytestqt.qtbot import QtBot

from bob.desk.game.session import Setup
from bob.desk.help.box import rules_told, terms
from bob.desk.help.lesson import STEPS
from bob.desk.log.panel import KINDS
from bob.desk.log.timeline_rows import rows_of
from bob.desk.plotting.plotting_desk import PlottingDesk, standing
from bob.desk.referee.box import CorrectBox, DiceBox, NoteBox
from bob.desk.settings import THEMES
from bob.desk.settings.box import SettingsBox
from bob.desk.window.clock import segment
from bob.desk.window.palette_box import PaletteBox, matches
from bob.desk.window.window import LESSON_SEED, DeskWindow
from bob.game import REFEREE
from bob.operations.position import LUFTWAFFE, RAF
from bob.operations.telling import _FORMS
from bob.words import LANGUAGES, Words, chapter
from tests.desk.desks import BOTH, LUFTWAFFE_SEATS, RAF_SEATS, REFEREED, WATCHED, first_order, quiet, settings_in

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[DeskWindow]:
    made = DeskWindow(settings_in(tmp_path))
    qtbot.addWidget(made, before_close_func=lambda w: None)
    made.resize(1280, 800)
    made.show()
    yield made
    made.close_game()


def begin(qtbot: QtBot, window: DeskWindow, seats: dict[str, str] = RAF_SEATS, scenario: str = "lesson", seed: str = LESSON_SEED) -> None:
    assert window.begin(Setup(scenario, seed, seats, {}))
    assert window.session is not None
    quiet(qtbot, window.session)


def on(qtbot: QtBot, window: DeskWindow, turn: int) -> None:
    """Play the person's seat to a turn."""
    session, room = window.session, window.room
    assert session is not None
    assert room is not None
    for _ in range(500):
        quiet(qtbot, session)
        if session.is_over or session.match.position.turn >= turn:
            return
        if session.waiting == session.sitting:
            session.play(session.sitting, first_order(room.decisions.queue))
    raise AssertionError("no end")


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


def test_a_raid_that_nobody_has_been_sent_to_comes_first(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    while not session.view(RAF).tracks:
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
    first = room.decisions.first
    assert first is not None
    assert first.code == "done"
    assert not room.card.isVisible()


def test_what_is_passed_over_is_not_asked_again_at_once(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    while not session.view(RAF).tracks:
        session.play(RAF, room.decisions.queue[-1].order)
        quiet(qtbot, session)
    number = session.number
    room.decisions.walk()
    assert session.number == number
    assert room.decisions.first is not None
    assert room.decisions.first.code == "done"


def test_running_stops_when_something_happens(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    with qtbot.waitSignal(room.decisions.stopped, timeout=90000):
        window.actions_["run"].trigger()
    assert not room.decisions.running
    assert session.view(RAF).tracks or session.view(RAF).choice is not None
    assert not session.is_over


def test_two_officers_can_be_watched_step_by_step(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, WATCHED)
    session, room = window.session, window.room
    assert session is not None and room is not None
    before = session.number
    window.actions_["decide"].trigger()
    quiet(qtbot, session)
    assert before < session.number < before + 12
    with qtbot.waitSignal(session.over, timeout=40000):
        window.actions_["run"].trigger()
    assert room.ending.isVisible()


def test_a_refusal_is_told_with_its_rule(qtbot: QtBot, window: DeskWindow) -> None:
    from bob.errors import Refused
    from bob.operations.orders import Pancake

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


def test_the_segments_of_the_clock() -> None:
    assert [segment(minute) for minute in (0, 4, 5, 10, 15, 59)] == ["red", "red", "yellow", "blue", "red", "blue"]


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


def test_every_event_belongs_to_a_filter() -> None:
    told = {key.removeprefix("log.") for key in chapter("log") if key.count(".") == 1} | set(_FORMS)
    sorted_ = {code for codes in KINDS.values() for code in codes} | {"turn", "begun", "random_event", "weather_changed", "over", "note"}
    assert told - sorted_ - {"corrected", "new_rules"} == set()


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [RAF_SEATS, LUFTWAFFE_SEATS, WATCHED], ids=["raf", "luftwaffe", "referee"])
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


def test_the_time_machine(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 5)
    session, room = window.session, window.room
    assert session is not None and room is not None
    window.actions_["earlier"].trigger()
    assert room.past.isVisible()
    assert session.looking_back
    assert not window.room.decisions.queue
    assert [seat for seat, button in room.past.eyes.items() if button.isVisibleTo(room.past)] == [RAF]
    room.past.slider.setValue(1)
    assert session.view(RAF).common.turn == 1
    assert window.strip.time.text == "11:30"
    number = session.shown
    window.actions_["now"].trigger()
    assert session.live
    assert room.past.isHidden()
    room.past.to_number(number)
    window.actions_["branch"].trigger()
    assert window.session is not session
    assert window.session is not None and window.session.number >= number
    assert window.settings.recent[0].stem == "The five-turn lesson 2"


def test_escape_puts_away_what_floats(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 3)
    room = window.room
    assert room is not None
    room.notice.tell("something")
    room.past.open()
    qtbot.keyClick(room, Qt.Key.Key_Escape)
    assert not room.notice.isVisible()
    assert room.past.isVisible()
    qtbot.keyClick(room, Qt.Key.Key_Escape)
    assert not room.past.isVisible()


def test_a_file_that_cannot_be_opened_is_told(window: DeskWindow, tmp_path: Path) -> None:
    window.open_path(tmp_path / "nothing.bob1940")
    assert window.start.fault.isVisible()
    assert "nothing.bob1940" in window.start.fault.text()
    (tmp_path / "other.bob1940").write_text("no game")
    window.open_path(tmp_path / "other.bob1940")
    assert "other.bob1940" in window.start.fault.text()
    assert window.room is None


def test_a_sheet_is_written(qtbot: QtBot, window: DeskWindow) -> None:
    from bob.desk.sheets.box import SheetBox

    begin(qtbot, window)
    assert window.room is not None
    box = SheetBox(window.room, window.settings)
    qtbot.addWidget(box)
    box.what.setCurrentIndex(box.what.findData("log"))
    with qtbot.waitSignal(box.done_with, timeout=90000):
        box.write.click()
    assert [path.suffix for path in box.written] == [".pdf"]
    assert box.written[0].read_bytes().startswith(b"%PDF-")
    box.file.setText("/nowhere/at/all.pdf")
    with qtbot.waitSignal(box.done_with, timeout=90000):
        box.write.click()
    assert "/nowhere" in box.told.text()


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


# Docks, theme, language, palette, keys


def test_docks_are_kept_for_each_room(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    assert window.docks.has("tote") and not window.docks.has("planner")
    window.actions_["dock_log"].trigger()
    assert window.docks["log"].isHidden()
    window.actions_["bare"].trigger()
    assert all(dock.isHidden() for dock in window.docks.docks.values())
    window.actions_["bare"].trigger()
    assert not window.docks["tote"].isHidden()
    window.close_game()
    begin(qtbot, window)
    assert window.docks["log"].isHidden()
    window.actions_["usual"].trigger()
    assert not window.docks["log"].isHidden()


@pytest.mark.parametrize("seats", [RAF_SEATS, LUFTWAFFE_SEATS], ids=["raf", "luftwaffe"])
def test_language_theme_and_text_change_at_once(qtbot: QtBot, window: DeskWindow, seats: dict[str, str]) -> None:
    begin(qtbot, window, seats)
    strip = window.strip
    english = strip.decide.text(), window.actions_["new"].text(), window.docks["log"].windowTitle(), window.windowTitle()
    window.actions_["language"].trigger()
    french = strip.decide.text(), window.actions_["new"].text(), window.docks["log"].windowTitle(), window.windowTitle()
    assert all(a != b for a, b in zip(english, french, strict=True))
    for theme in THEMES:
        window.settings.set_theme(theme)
        window.settings.larger(1)
        QApplication.processEvents()
        window.grab()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.setStyleSheet("")


def test_every_action_has_words_and_no_two_share_keys(window: DeskWindow) -> None:
    taken: dict[str, str] = {}
    for entry in window.actions_:
        for language in LANGUAGES:
            window.settings.set_language(language)
            assert entry.text()
        for sequence in entry.action.shortcuts():
            assert not sequence.isEmpty(), entry.code
            text = sequence.toString()
            assert text not in taken, (text, entry.code, taken.get(text))
            taken[text] = entry.code
    window.settings.set_language("en")


def test_keys_can_be_bound_anew(qtbot: QtBot, window: DeskWindow) -> None:
    box = SettingsBox(window.settings, window.actions_, window)
    qtbot.addWidget(box)
    items = box.list.findItems("Take the last order back", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
    box.list.setCurrentItem(items[0])
    box.edit.setKeySequence(QKeySequence("Ctrl+N"))
    box._bind()
    assert box.clash.text()
    assert window.actions_.keys("undo") == "Ctrl+Z"
    box.edit.setKeySequence(QKeySequence("Ctrl+U"))
    box._bind()
    assert window.actions_.keys("undo") == "Ctrl+U"
    box._reset()
    assert window.actions_.keys("undo") == "Ctrl+Z"


def test_the_palette_finds_and_does(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    box = PaletteBox(window.actions_, window.settings, window)
    qtbot.addWidget(box)
    box.show()
    qtbot.keyClicks(box.search, "night")
    top = box.list.topLevelItem(0)
    assert top is not None and "Night" in top.text(0)
    qtbot.keyClick(box.search, Qt.Key.Key_Return)
    assert box.chosen is not None
    assert box.chosen.code == "theme_night"
    other = PaletteBox(window.actions_, window.settings, window)
    qtbot.addWidget(other)
    qtbot.keyClicks(other.search, "zzzz")
    assert other.list.topLevelItemCount() == 0
    assert not other.empty.isHidden()


@pytest.mark.parametrize(
    ("search", "text", "rank"),
    [
        ("", "Undo", 0),
        ("und", "Undo", 0),
        ("back last", "Take the last order back", 1),
        ("tlo", "Take the last order", 2),
        ("x", "Undo", None),
    ],
)
def test_how_the_palette_matches(search: str, text: str, rank: int | None) -> None:
    assert matches(search, text) == rank


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_holds_every_rule_and_term(language: str) -> None:
    words = Words(language)
    rules = dict(rules_told(words))
    assert len(rules) > 100
    assert "OPS-B6.5" in rules
    assert len(terms(words)) >= 20
    assert all(term and text for term, text in terms(words))


# The referee, the hot seat


def test_the_referee_corrects_and_notes(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, REFEREED)
    session = window.session
    assert session is not None
    window.hand_over(REFEREE)
    assert window.handing_over
    window.blank.button.click()
    assert session.seat == REFEREE
    box = CorrectBox(session, window.settings, window)
    qtbot.addWidget(box)
    for i in range(box.what.count()):
        box.what.setCurrentIndex(i)
        assert box.name.count() or not box.name.isEnabled() or box.what.currentData() == "raid_unit_strength"
    box.what.setCurrentIndex(box.what.findData("squadron_strength"))
    box.name.setCurrentText("501 Squadron")
    box.value.setEditText("7")
    box._give()
    assert box.fault.text()
    box.reason.setText("a test")
    box._give()
    assert box.result() == QDialog.DialogCode.Accepted
    assert next(s for s in session.view(REFEREE).raf.squadrons if s.unit == "501 Squadron").strength == 7
    note = NoteBox(session, window.settings, window)
    qtbot.addWidget(note)
    note.text.setPlainText("Well done")
    note._give()
    assert session.match.entries[-1].events[0].code == "note"
    window.actions_["look_raf"].trigger()
    assert session.seat == RAF and session.sitting == REFEREE
    assert window.room is not None and window.room.table.view.seat == RAF  # type: ignore[union-attr]
    window.actions_["look_referee"].trigger()
    assert session.seat == REFEREE


def test_typed_dice(qtbot: QtBot, window: DeskWindow) -> None:
    box = DiceBox(window.settings, "random_event", 2, 6, RAF)
    qtbot.addWidget(box)
    for wrong in ("7,1", "3", "a b", ""):
        box.field.setText(wrong)
        box._take()
        assert box.fault.text()
    box.field.setText("3 4")
    box._take()
    assert box.typed == "3 4"

    def close() -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, DiceBox) and widget.isVisible():
                widget.reject()

    QTimer.singleShot(0, close)
    from bob.desk.game.session import DiceBrokenOff

    with pytest.raises(DiceBrokenOff):
        assert window.files.ask is not None
        window.files.ask("random_event", 2, 6, RAF)


def test_a_game_of_two_goes_round(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, BOTH)
    session, room = window.session, window.room
    assert session is not None and room is not None
    for expected in (LUFTWAFFE, RAF, LUFTWAFFE, RAF):
        assert window.handing_over
        assert window.blank.seat == expected
        window.blank.button.click()
        assert not window.handing_over
        assert session.seat == expected
        assert room.table.view is not None and room.table.view.seat == expected
        while not window.handing_over:
            session.play(expected, first_order(room.decisions.queue))


# The table's menus


def test_what_may_be_done_is_offered_at_the_thing(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    while not session.view(RAF).tracks:
        session.play(RAF, room.decisions.queue[-1].order)
        quiet(qtbot, session)
    track = session.view(RAF).tracks[0].number
    desk: PlottingDesk = room.desk
    menu = desk.menu("squadron", "501 Squadron", None)
    assert [a.isEnabled() for a in menu.actions() if a.text() == "To Ready"] == [False]
    assert all(a.toolTip() for a in menu.actions() if not a.isSeparator())
    senders = desk.menu("track", track, None)
    assert senders.actions()
    inner = senders.actions()[0].menu()
    assert inner is not None
    inner.actions()[0].trigger()
    assert any(s.scrambling for s in session.view(RAF).squadrons)
    assert "minutes" in desk.reach_text("54 Squadron", ("track", track)) or desk.reach_text("54 Squadron", ("track", track))
    session.look(0)
    assert desk.menu("track", track, None).isEmpty()


def test_a_view_without_who_owes_is_the_same(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, WATCHED)
    assert window.session is not None
    view = window.session.view(REFEREE)
    assert standing(view) == standing(standing(view))
    assert standing(view).raf.common.owing == ()


# The lesson


def test_the_lesson_is_finished_by_a_newcomer(qtbot: QtBot, window: DeskWindow) -> None:
    window.begin_lesson()
    coach, session, room = window.lesson, window.session, window.room
    assert coach is not None and session is not None and room is not None
    read = []
    for _ in range(400):
        quiet(qtbot, session)
        if window.lesson is None:
            break
        if not read or read[-1] != coach.step.code:
            read.append(coach.step.code)
        assert coach.text.text()
        if coach.step.until is None:
            coach.next.click()
        elif coach.step.code == "scramble" and room.card.isVisible():
            room.card.findChildren(QPushButton)[0].click()
        else:
            window.strip.decide.click()
    assert window.lesson is None
    assert set(read) >= {"welcome", "clock", "table", "plot", "tote", "log", "end"}
    assert len(read) <= len(STEPS)
    assert any(event.code == "combat" for _, event in session.log(RAF)), "a newcomer has a fight"
    assert read.index("wait") < read.index("fight") < read.index("log")
