"""The lessons as clumsy newcomers take them: nothing breaks them, nothing hides what they point at, one that was left is taken up."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from bob.day.state.orders import Done, Pancake, PlanRaid, Scramble, SendTo
from bob.day.state.position import RAF
from bob.day.state.raid_plan import ESCORT_ROLES
from bob.desk.base.settings.courses import COURSES, DOGFIGHT, FIRST_RAID, PLANNING, LessonBook
from bob.desk.boards.cards.lesson import ESCAPES
from bob.desk.boards.cards.lesson import STEPS as CARD_STEPS
from bob.desk.boards.shared.window import GameWindow
from bob.desk.window.help.lesson import DONE_FOR, HELD, STEPS, Lesson, in_hand
from bob.desk.window.help.planning_lesson import STEPS as PLAN_STEPS
from bob.desk.window.help.planning_lesson import PlanningLesson
from bob.desk.window.window import DeskWindow
from bob.tactical.cards import orders as o
from bob.words import LANGUAGES, Words
from tests.desk.desks import quiet

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


def enter(qtbot: QtBot, window: DeskWindow) -> None:
    """Enter, wherever the keys go."""
    if QApplication.activeWindow() is None:
        window.activateWindow()
        qtbot.waitUntil(lambda: QApplication.activeWindow() is not None)
    qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Return)


def turn(window: DeskWindow) -> int:
    assert window.session is not None
    return int(window.session.match.position.turn)


def coach_of(window: DeskWindow) -> Lesson:
    assert isinstance(window.lesson, Lesson)
    return window.lesson


def play_to(qtbot: QtBot, window: DeskWindow, code: str) -> Lesson:
    """Take the lesson to a step, by Next, by the help of the coach and by ended turns."""
    coach, session = coach_of(window), window.session
    assert session is not None
    for _ in range(60):
        quiet(qtbot, session)
        if coach.step.code == code:
            return coach
        if coach.reads:
            coach.next.click()
        elif not coach.do_it.isHidden():
            coach.do_it.click()
        else:
            window.strip.decide.click()
    raise AssertionError(f"{coach.step.code}, not {code}")


def hidden(coach: Lesson) -> float:
    """How much of what the step points at lies under the sheet, from 0 to 1."""
    found = coach.targets(coach.step.target)
    around = found if isinstance(found, QRect) else coach.part(found) if isinstance(found, QWidget) else QRect()
    both = around.intersected(coach.geometry())
    return both.width() * both.height() / max(1, around.width() * around.height()) if not both.isEmpty() else 0.0


@pytest.mark.smoke
def test_enter_and_other_keys_alone_take_the_lesson_to_its_end(qtbot: QtBot, window: DeskWindow) -> None:
    """Who presses Enter again and again ends no turn behind what is to be read, and is asked before what the lesson teaches."""
    window.begin_lesson()
    session = window.session
    assert session is not None
    read: list[str] = []
    for _ in range(140):
        quiet(qtbot, session)
        if window.lesson is None:
            break
        coach, before, number = coach_of(window), turn(window), session.number
        step = coach.step
        if not read or read[-1] != step.code:
            read.append(step.code)
            assert coach.text.text() and hidden(coach) < 0.25, step.code
            for key in (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_F5, Qt.Key.Key_Space):
                if not coach.reads:
                    qtbot.keyClick(window, key)
        enter(qtbot, window)
        if step.until is None:
            assert session.number == number or session.is_over, f"{step.code}: nothing moves behind what is to be read"
        if step.code in HELD and window.lesson is coach and coach.step is step:
            quiet(qtbot, session)
            if turn(window) == before:
                coach.do_it.click()
    assert window.lesson is None and read[-1] == STEPS[-1].code
    assert set(read) >= {"plot", "ladder", "tote", "scramble", "height", "vector", "fight", "pancake", "end"}
    orders = [entry.order for entry in session.match.entries if entry.seat == RAF]
    assert any(isinstance(o, Scramble) for o in orders) and any(isinstance(o, Pancake) for o in orders)
    assert sum(isinstance(o, SendTo) for o in orders) >= 2, "another height and another goal"
    assert any(event.code == "combat" for _, event in session.log(RAF)), "a newcomer has a fight"
    assert LessonBook(window.settings).is_done(FIRST_RAID)


@pytest.mark.slow
def test_no_turn_ends_at_what_is_to_be_done_and_what_is_taken_back_is_asked_again(qtbot: QtBot, window: DeskWindow) -> None:
    window.begin_lesson()
    session = window.session
    assert session is not None
    coach = play_to(qtbot, window, "scramble")
    before = turn(window)
    for key in ("decide", "run", "decide"):
        window.actions_[key].trigger()
        quiet(qtbot, session)
    assert turn(window) == before and window.room is not None and window.room.notice.isVisible()
    refused = session.check(RAF, Done())
    assert refused is not None and refused.key == "desk_lessons.first_raid.held.scramble"
    coach.do_it.click()
    assert coach.step.code == "take_off"
    while any(isinstance(entry.order, Scramble) for entry in session.match.entries):
        session.undo()
    assert coach.step.code == "scramble", "taken back: asked again"
    coach = play_to(qtbot, window, "height")
    squadron = in_hand(session)[0]
    session.play(RAF, SendTo(squadron.unit, squadron.angels + 2, squadron.hex))
    assert coach.step.code in ("vector", "wait")
    play_to(qtbot, window, "end")
    assert session.is_over


@pytest.mark.slow
def test_a_lesson_that_was_left_is_taken_up_where_it_was(qtbot: QtBot, window: DeskWindow) -> None:
    window.begin_lesson()
    coach = play_to(qtbot, window, "tote")
    coach.skip.click()
    assert window.lesson is None and window.teaching.courses.describe(FIRST_RAID).endswith("(go on)")
    window.begin_lesson()
    assert coach_of(window).step.code == "tote", "at the same table"
    path = window.teaching.path
    window.close_game()
    assert window.lesson is None
    window.begin_lesson()
    assert coach_of(window).step.code == "tote" and window.teaching.path == path
    window.close_game()
    assert path is not None
    window.open_path(path)
    assert coach_of(window).step.code == "tote", "its game opened by another way"
    play_to(qtbot, window, "end").next.click()
    assert window.teaching.courses.describe(FIRST_RAID).endswith("(done)")
    window.begin_lesson()
    assert coach_of(window).step.code == "welcome" and window.teaching.path != path


@pytest.mark.slow
@pytest.mark.parametrize("text", [100, 150])
def test_the_coach_hides_nothing_it_points_at_on_a_map_brought_near(qtbot: QtBot, window: DeskWindow, text: int) -> None:
    window.settings.set_text_size(text)
    window.begin_lesson()
    coach = play_to(qtbot, window, "plot")
    room = window.room
    assert room is not None
    for factor in (4.0, 0.3):
        room.table.zoom(factor)
        coach._lay()
        assert hidden(coach) < 0.05
        assert window.rect().contains(coach.geometry())
        assert not coach.geometry().intersects(coach.part(window.strip.decide))


def test_every_step_has_its_words_and_every_held_step_its_reason() -> None:
    assert set(HELD) == set(DONE_FOR) <= {step.code for step in STEPS}
    for language in LANGUAGES:
        words = Words(language)
        for step in STEPS:
            assert words.has(f"desk_lessons.first_raid.head.{step.code}") and words.has(f"desk_lessons.first_raid.text.{step.code}")
        for course in COURSES:
            assert words(f"desk_lessons.{course}.name")


# The dogfight


def fight(qtbot: QtBot, window: DeskWindow) -> GameWindow:
    """The dogfight that is taught, opened from the desk."""
    window.begin_lesson(DOGFIGHT)
    return next(made for made in window.findChildren(GameWindow) if made.isVisible())


def fight_on(qtbot: QtBot, made: GameWindow, until: str = "") -> list[str]:
    """Enter again and again, with keys that a clumsy newcomer hits, until a step, or the end; the steps in order."""
    read: list[str] = []
    panel = made.panel
    for _ in range(200):
        qtbot.waitUntil(lambda: not made.table.is_thinking)
        coach = panel.coach
        if coach is None or coach.step.code == until:
            return read
        if not read or read[-1] != coach.step.code:
            read.append(coach.step.code)
            assert coach.text.text() and hidden(coach) < 0.3 and panel.rect().contains(coach.geometry()), coach.step.code
            for key in (Qt.Key.Key_Escape, Qt.Key.Key_Tab):
                qtbot.keyClick(QApplication.focusWidget() or panel, key)
        number = made.table.number
        reads = coach.reads
        qtbot.keyClick(panel.orders if not reads else QApplication.focusWidget() or panel, Qt.Key.Key_Return)
        assert not reads or made.table.number == number, "nothing moves behind what is to be read"
    raise AssertionError(read)


@pytest.mark.slow
def test_a_dogfight_is_learnt_by_enter_alone_and_taken_up_where_it_was_left(qtbot: QtBot, window: DeskWindow) -> None:
    made = fight(qtbot, window)
    fight_on(qtbot, made, "attack")
    coach = made.panel.coach
    assert any(isinstance(order, o.Attack) for order in made.table.choices.listed), "there is something to attack with"
    coach.skip.click()
    assert made.panel.coach is None and window.teaching.courses.describe(DOGFIGHT).endswith("(go on)")
    made.close()
    qtbot.waitUntil(lambda: not [found for found in window.findChildren(GameWindow) if found.isVisible()])
    made = fight(qtbot, window)
    assert made.panel.coach.step.code == "attack"
    read = fight_on(qtbot, made)
    assert read[-1] == "over" and {"attack", "fire", "hits", "end_turn", "answer", "finish"} <= set(read)
    assert made.table.outcome is not None
    orders = [entry.order for entry in made.table.match.entries if entry.seat == "allied"]
    assert any(isinstance(order, o.Attack) for order in orders) and any(isinstance(order, ESCAPES) for order in orders)
    assert window.teaching.courses.describe(DOGFIGHT).endswith("(done)")
    made.close()


def test_every_step_of_the_dogfight_has_its_words() -> None:
    for step in CARD_STEPS:
        assert Words("fr").has(f"desk_lessons.dogfight.head.{step.code}") and Words("fr").has(f"desk_lessons.dogfight.text.{step.code}")


# The planner's table


@pytest.mark.slow
def test_a_plan_is_learnt_by_enter_and_the_coach_s_help(qtbot: QtBot, window: DeskWindow) -> None:
    """Enter again and again seals nothing before the new raid is on the plan, and ends no turn behind what is to be read."""
    window.begin_lesson(PLANNING)
    session = window.session
    assert session is not None
    read: list[str] = []
    left = False
    for _ in range(90):
        quiet(qtbot, session)
        if window.lesson is None:
            break
        coach = window.lesson
        assert isinstance(coach, PlanningLesson)
        step, number = coach.step, session.number
        if not read or read[-1] != step.code:
            read.append(step.code)
            assert coach.text.text() and hidden(coach) < 0.3 and window.rect().contains(coach.geometry()), step.code
        if step.code == "put" and not left:
            left = True
            window.actions_["decide"].trigger()
            window.actions_["decide"].trigger()
            assert session.number == number and coach.subject.plan is not None, "not sealed, and the draft is there"
            path = window.teaching.path
            window.close_game()
            window.begin_lesson(PLANNING)
            session = window.session
            assert session is not None and window.teaching.path == path and isinstance(window.lesson, PlanningLesson)
            assert window.lesson.step.code == "put" and window.lesson.subject.plan is not None, "taken up where it was left"
            continue
        enter(qtbot, window)
        assert step.until is not None or session.number == number, f"{step.code}: nothing moves behind what is to be read"
        if window.lesson is coach and coach.step is step and not coach.do_it.isHidden():
            assert turn(window) == 1
            coach.do_it.click()
    assert window.lesson is None and read[-1] == "end", " ".join(read)
    assert {"new", "time", "put", "forecast", "alone", "again", "seal", "go", "bombs", "believe"} <= set(read)
    plans = [entry.order.plan for entry in session.match.entries if isinstance(entry.order, PlanRaid)]
    assert plans and plans[-1].primary in session.world.fields
    roles = {unit.role for unit in plans[-1].units}
    assert "bomber" in roles and roles & set(ESCORT_ROLES)
    assert window.teaching.courses.is_done(PLANNING)


@pytest.mark.slow
def test_each_thing_asked_for_at_the_planner_is_asked_until_it_is_done(qtbot: QtBot, window: DeskWindow) -> None:
    window.begin_lesson(PLANNING)
    coach = window.lesson
    assert isinstance(coach, PlanningLesson)
    coach.forward()
    coach.forward()
    assert coach.step.code == "new"
    planner, desk = coach.planner, coach.subject
    planner.begin("main")
    assert coach.step.code == "goal", "an empty raid has no airfield yet"
    coach.do_it.click()
    assert coach.step.code == "drawn" and desk.plan is not None and desk.plan.primary in coach.session.world.fields
    qtbot.waitUntil(lambda: planner.route.isVisible() and coach.ring.isVisible())
    coach.next.click()
    assert coach.step.code == "time", "it has bombers and escort already"
    assert desk.there is not None and desk.code is not None
    planner.be_there(desk.there + 2)
    assert coach.step.code == "put" and planner.held[desk.code] == desk.there + 2
    planner.put_on_plan()
    assert coach.step.code == "forecast" and desk.forecast is not None
    qtbot.waitUntil(
        lambda: desk.forecast is not None and desk.forecast.found is not None and bool(desk.forecast.found.days), timeout=60_000
    )
    desk.forecast.hold.click()
    assert coach.step.code == "alone" and not desk.unforeseen
    escorted = desk.plan
    coach.do_it.click()
    assert coach.step.code == "less" and desk.plan != escorted and desk.raid is not None and desk.raid.plan == escorted
    qtbot.waitUntil(
        lambda: desk.forecast is not None and desk.forecast.found is not None and bool(desk.forecast.found.days), timeout=60_000
    )
    assert desk.forecast.beside.text(), "the plan held stands beside the one without its escort"
    coach.forward()
    assert coach.step.code == "again"
    coach.do_it.click()
    assert coach.step.code == "gain" and desk.plan == escorted and desk.ordered
    coach.forward()
    assert coach.step.code == "seal"
    planner.strike()
    assert coach.step.code == "new", "struck: asked again"


def test_every_step_at_the_planner_has_its_words() -> None:
    for step in PLAN_STEPS:
        assert Words("fr").has(f"desk_lessons.planning.head.{step.code}") and Words("fr").has(f"desk_lessons.planning.text.{step.code}")
