"""Hints: one quiet line where something happens for the first time, once, to its own side, until they are switched off."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.window.help.hints import EVENTS, LONGEST, hints
from bob.desk.window.settings.box import SettingsBox
from bob.desk.window.window import DeskWindow
from bob.words import LANGUAGES, Words, chapter
from tests.desk.desks import LUFTWAFFE_SEATS, REFEREED, first_order, quiet
from tests.desk.windows import begin, on

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.mark.slow
def test_each_is_said_once_in_turn_and_kept(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    room, session, settings = window.room, window.session, window.settings
    assert room is not None and session is not None
    said: list[str] = []
    for _ in range(60):
        quiet(qtbot, session)
        if session.is_over:
            break
        if room.hints.code and (not said or said[-1] != room.hints.code):
            said.append(room.hints.code)
            assert room.hints.isVisible() and room.hints.text.text()
            if len(said) % 2:
                room.hints.shut.click()
        session.play(session.seated, first_order(room.decisions.queue))
    heard = {event.code for _, event in session.log(RAF)}
    assert {"raf.plot", "raf.scramble", "raf.combat"} <= set(said) | set(room.hints.waiting) and "combat" in heard
    assert len(said) == len(set(said)) and all(code.startswith("raf.") for code in said)
    assert set(said) <= settings.hints_seen
    begin(qtbot, window)
    on(qtbot, window, 4)
    assert window.room is not None and window.room.hints.code not in said, "said once, in all games"


@pytest.mark.slow
def test_they_are_switched_off_at_the_hint_and_on_in_the_settings(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 3)
    room, settings = window.room, window.settings
    assert room is not None and room.hints.isVisible()
    settings.set_language("fr")
    assert Words("fr")(f"desk_lessons.hint.{room.hints.code}") == room.hints.text.text()
    room.hints.off.click()
    assert not room.hints.isVisible() and not settings.hints
    on(qtbot, window, 6)
    assert not room.hints.code
    box = SettingsBox(settings, window.actions_, window)
    qtbot.addWidget(box)
    assert not box.hints.isChecked()
    box.hints.setChecked(True)
    assert settings.hints and not settings.hints_seen
    assert Settings(settings._store).hints


def test_a_lesson_has_none(qtbot: QtBot, window: DeskWindow) -> None:
    window.begin_lesson()
    session, room, coach = window.session, window.room, window.lesson
    assert session is not None and room is not None and coach is not None
    while coach.step.code != "plot":
        quiet(qtbot, session)
        coach.next.click() if coach.reads else window.strip.decide.click()
    assert not room.hints.code and not room.hints.waiting


@pytest.mark.slow
def test_a_side_is_told_of_its_own_and_it_goes_when_another_sits_down(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, LUFTWAFFE_SEATS, "one_raid", "7")
    room = window.room
    assert room is not None
    qtbot.waitUntil(room.hints.isVisible)
    assert room.hints.code == f"{LUFTWAFFE}.plan"
    room.clear()
    assert not room.hints.code and not room.hints.text.isVisible()
    begin(qtbot, window, REFEREED, "one_raid", "7")
    assert window.room is not None
    window.room.sit("referee")
    assert not window.room.hints._speaks


def test_every_hint_has_its_words_and_every_word_its_hint() -> None:
    known = {key.removeprefix("desk_lessons.hint.") for key in chapter("desk_lessons") if key.startswith("desk_lessons.hint.")}
    assert known == {f"{side}.{name}" for side in EVENTS for name in hints(side)}
    for language in LANGUAGES:
        assert all(len(Words(language)(f"desk_lessons.hint.{code}")) < 170 for code in known), "a line"


@pytest.mark.slow
def test_a_hint_goes_with_what_it_is_about(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, LUFTWAFFE_SEATS)
    room, session = window.room, window.session
    assert room is not None and session is not None
    qtbot.waitUntil(lambda: room.hints.code == f"{LUFTWAFFE}.plan")
    session.play(session.seated, first_order(room.decisions.queue))
    quiet(qtbot, session)
    assert session.turn == 1 and room.hints.code != f"{LUFTWAFFE}.plan", "the plan is sealed"
    room.hints.code, room.hints._since = f"{LUFTWAFFE}.home", session.turn - LONGEST
    room.hints.waiting.clear()
    room.hints._decided()
    assert room.hints.code == "" and not room.hints.isVisible(), "half an hour later it is of something else"
