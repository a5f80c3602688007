"""The umpire's evening at the desk: orders in a side's name from the truth, real dice, events, whole turns back and forward."""

from __future__ import annotations

from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from bob.core.dice import Throw
from bob.core.errors import Refused
from bob.core.game import REFEREE
from bob.day.phases.events import EVENTS
from bob.day.state.orders import Done, InName, Readiness, Seal
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.panels.referee.box import CorrectBox, EventBox, NoteBox
from bob.desk.panels.referee.dice_box import DiceBox
from bob.desk.session.session import Setup
from bob.desk.window.window import DeskWindow
from bob.driver import ALIKE, REST
from bob.driver.dice_asked import head_text, subject_text
from bob.words import LANGUAGES, Words
from tests.desk.desks import RAF_SEATS, REFEREED, quiet, settings_in

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
def window(window: DeskWindow) -> DeskWindow:
    """A lesson whose referee sits at the desk."""
    window.begin(Setup("lesson", "11", REFEREED, {}))
    window.hand_over(REFEREE)
    window.blank.button.click()
    return window


def enter(window: DeskWindow) -> None:
    """Decide as Enter does, past what is only advised."""
    assert window.room is not None
    walk = window.room.decisions
    while walk.first is not None and not walk.first.ends:
        walk.leave()
    walk.order(Seal() if walk.first is not None and walk.first.code == "seal" else Done())


@pytest.mark.slow
def test_both_sides_orders_from_the_truth_and_back(qtbot: QtBot, window: DeskWindow) -> None:
    """One window: the pen goes from side to side, nobody changes seats, and everything can be taken back."""
    session, room, actions = window.session, window.room, window.actions_
    assert session is not None and room is not None
    assert session.hand == REFEREE and room.decisions.first is None and room.decisions.next_person == LUFTWAFFE
    assert window.strip.pen.isVisible()
    with pytest.raises(Refused):
        session.play(LUFTWAFFE, Seal())
    actions["pen_luftwaffe"].trigger()
    assert (session.seated, session.seat, session.hand) == (REFEREE, REFEREE, LUFTWAFFE) and actions["pen_luftwaffe"].isChecked()
    assert "Luftwaffe" in window.strip.seat.text()
    count = len(session.match.entries)
    room.decisions.walk()
    assert len(session.match.entries) == count, "the plan is told first"
    raids = session.view(LUFTWAFFE).raids
    told = (len(raids), sum(unit.aircraft for raid in raids for unit in raid.plan.units))
    assert all(str(figure) in window.strip.ask.text() for figure in told) and window.strip.decide.text() == "Seal it now"
    room.decisions.walk()
    assert session.match.entries[-1].seat == REFEREE and session.match.entries[-1].order == InName(LUFTWAFFE, Seal())
    enter(window)
    assert session.hand == RAF, "the pen has gone over to who still owes orders"
    assert (
        room.decisions.next_person is None
        and room.decisions.first is not None
        and window.strip.decide.text() == room.decisions.first.button
    )

    count = len(session.match.log(LUFTWAFFE))
    boxes = {"released": "available", "available": "ready", "ready": "available"}
    squadron = next(s for s in session.view(REFEREE).raf.squadrons if s.box in boxes)
    unit, goal = squadron.unit, boxes[squadron.box]
    menu = room.desk.menu("squadron", unit, None)
    ready = next(a for a in menu.actions() if a.isEnabled() and a.text().startswith(f"To {goal.title()}"))
    ready.trigger()
    assert session.match.entries[-1].order == InName(RAF, Readiness(unit, goal))  # type: ignore[arg-type]
    account = [event.code for _, event in session.match.log(RAF)]
    assert account[-2:] == ["in_name", "readiness_ordered"]
    assert len(session.match.log(LUFTWAFFE)) == count

    ordered = session.match.game.dump(session.match.position)
    assert session.undo_reason() is None
    actions["undo"].trigger()
    assert session.match.game.dump(session.match.position) != ordered
    assert [event.code for _, event in session.match.log(RAF)][-1] == "went_back"
    assert len(session.match.log(LUFTWAFFE)) == count, "who had not heard of it hears nothing"
    actions["redo"].trigger()
    assert session.match.game.dump(session.match.position) == ordered

    turn, start = session.match.position.turn, session.turn_start()
    before = session.match.game.dump(session.match.at(start))
    enter(window)
    while session.match.position.turn < turn + 2:
        enter(window)
    number = session.number
    room.time_bar.to_number(start)
    actions.refresh()
    assert actions["turn_back"].isEnabled()
    actions["turn_back"].trigger()
    assert session.match.game.dump(session.match.position) == before and not session.looking_back
    for seat in (RAF, LUFTWAFFE):
        assert [event.code for _, event in session.match.log(seat)][-1] == "went_back"
    assert [line.event.code for line in room.panels["log"].model.lines][-1] == "went_back"  # type: ignore[attr-defined]
    actions.refresh()
    actions["turn_forward"].trigger()
    assert session.number == number + 1 and session.match.position.turn == turn + 2
    actions.refresh()
    assert not actions["turn_forward"].isEnabled() and "ordered since" in actions["turn_forward"].toolTip()
    actions["pen_referee"].trigger()
    assert session.hand == REFEREE


@pytest.mark.slow
def test_events_corrections_and_messages(qtbot: QtBot, window: DeskWindow) -> None:
    session = window.session
    assert session is not None and window.room is not None
    for seat in (LUFTWAFFE,):
        session.take_pen(seat)
        enter(window)
    event = EventBox(session, window.settings, window)
    qtbot.addWidget(event)
    assert event.list.count() == len(EVENTS) and event.does.text()
    event.list.setCurrentRow(EVENTS.index("group_scramble"))
    assert "Two squadrons more" in event.does.text()
    event._give()
    assert "reason" in event.fault.text()
    event.reason.setText("to liven it up")
    event._give()
    assert event.result() == QDialog.DialogCode.Accepted and session.match.position.scramble_bonus == 2
    window.actions_["undo"].trigger()
    assert session.match.position.scramble_bonus != 2

    right = CorrectBox(session, window.settings, window)
    qtbot.addWidget(right)
    right.choose("scrambles")
    assert not right.name.isEnabled() and right.was.text() == str(session.match.position.scrambles)
    assert right.hint.text() == "a whole number from 0 to 20"
    right.choose("squadron_angels")
    assert not right.name.count() or right.hint.text() == "an even number from 0 to 34"
    right.choose("points")
    assert right.hint.text() == "a whole number from -999 to 999"
    right.choose("zone_sky", "kenley")
    assert right.was.text() and right.value.count() > 3
    right.value.setCurrentIndex(right.value.findData("haze"))
    right.reason.setText("it has come up")
    right._give()
    assert session.match.position.sky.zones["kenley"].now == "haze"
    window.actions_["undo"].trigger()
    assert session.match.position.sky.zones["kenley"].now != "haze"

    note = NoteBox(session, window.settings, window)
    qtbot.addWidget(note)
    assert [note.as_from.itemText(i) for i in range(3)] == ["the referee", "the Filter Room", "Fighter Command"]
    note.to.setCurrentIndex(1)
    assert note.as_from.itemText(1) == "the listening service"
    note.to.setCurrentIndex(0)
    note.as_from.setCurrentIndex(1)
    note.text.setPlainText("Twenty plus off Calais.")
    note._give()
    assert [event.code for _, event in session.match.log(RAF)][-1] == "note_from"
    assert "Filter Room" in window.room.panels["log"].model.lines[-1].text  # type: ignore[attr-defined]


# ---- dice


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_throw_says_whose_it_is_for_what_and_about_whom(language: str, window: DeskWindow) -> None:
    assert window.session is not None
    words, names = Words(language), Names(window.session.world.theatre)
    about = {"unit": "92 Squadron", "against": "raid_1", "hex": "4125", "track": "3"}
    throw = Throw("tally", 2, 6, RAF, about)
    head = head_text(words, throw)
    assert words("desk.seat.raf") in head and words("desk_dice.purpose.tally") in head
    text = subject_text(words, names, throw)
    assert "92 Squadron" in text and "H3" in text and "4125" in text
    assert subject_text(words, names, Throw("tally", 2, 6, RAF)) == ""


def test_the_program_rolls_only_where_it_is_told_to(qtbot: QtBot, settings: Settings) -> None:
    box = DiceBox(settings, Throw("tally", 2, 6, RAF), "92 Squadron")
    qtbot.addWidget(box)
    for typed in ("34", "3 4", "3,4"):
        box.field.setText(typed)
        box._take()
        assert (box.typed, box.result()) == (typed, QDialog.DialogCode.Accepted)
        box.setResult(QDialog.DialogCode.Rejected)
    box.field.clear()
    box._take()
    assert box.result() == QDialog.DialogCode.Rejected and box.fault.text(), "Enter on nothing rolls nothing"
    for answer in (ALIKE, REST, ""):
        box._leave(answer)
        assert box.typed == answer


def test_a_referee_is_asked_for_every_roll_of_a_turn_with_what_it_is_about(qtbot: QtBot, settings: Settings) -> None:
    asked: list[Throw] = []

    def ask(throw: Throw) -> str:
        asked.append(throw)
        return " ".join("1" for _ in range(throw.count))

    from bob.desk.session.session import DeskSession

    session = DeskSession.new(Setup("one_raid", "7", REFEREED, {}, typed=True), ask=ask)
    session.sit(REFEREE)
    session.take_pen(LUFTWAFFE)
    session.play(LUFTWAFFE, Seal())
    while session.match.position.turn < 6 and not session.is_over:
        hand = session.hand
        session.play(hand, Done() if session.view(hand).choice is None else session.choices.listed[0])
    rolls = [roll for entry in session.match.entries for roll in entry.rolls if roll.purpose not in session.match.game.unthrown]
    assert rolls and {roll.origin for roll in rolls[-20:]} == {"typed"}
    assert {"raid"} <= set(next(t for t in asked if t.purpose == "formation").about)
    assert all(t.by in (RAF, LUFTWAFFE) for t in asked if t.purpose in ("random_event", "formation", "detection"))
    session.close()


# ---- what is grey says why


@pytest.mark.slow
def test_every_grey_item_says_why(qtbot: QtBot, window: DeskWindow) -> None:
    actions = window.actions_

    def reasons() -> dict[str, str]:
        actions.refresh()
        found = {}
        for entry in actions:
            action = entry.action
            if action.isEnabled() or not action.isVisible():
                continue
            key = entry.why() if entry.why is not None else None
            assert key is not None, f"{entry.code} is grey without a reason"
            why = window.settings.words(key)
            assert why[1:] in action.toolTip() and why[1:] in action.statusTip(), entry.code
            assert len(why) > 44 or why in action.text(), entry.code
            found[entry.code] = why
        return found

    assert reasons()["redo"] == "nothing was taken back"
    window.close_game()
    assert reasons()["correct"] == "no day is open"
    window.begin(Setup("lesson", "11", RAF_SEATS, {}))
    assert window.session is not None
    quiet(qtbot, window.session)
    found = reasons()
    assert found["correct"] == "the referee’s alone" and found["look_luftwaffe"] == "closed until the day is over"
    assert found["now"] == "you are in the present"
    window.settings.set_language("fr")
    assert "réservé à l’arbitre" in actions["correct"].text()
