"""The sheet of the miniatures in its rooms: within a day, in a window with its past, the set-up with its squadrons, the lesson."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bob.core.dice import SeededDice, Stream
from bob.day.state.orders import Fly, Resolve
from bob.day.state.position import RAF
from bob.desk.base.settings import Settings
from bob.desk.boards.miniatures.miniature_lesson import STEPS, MiniatureCoach, miniature_lesson_plan
from bob.desk.boards.miniatures.miniature_panel import MiniaturePanel
from bob.desk.boards.miniatures.setting_up import MiniatureSetup
from bob.desk.boards.shared.board_setup import OWN
from bob.desk.boards.shared.lists import ORDER
from bob.desk.boards.shared.window import GameWindow, opened
from bob.desk.session.files import Files
from bob.desk.window.window import DeskWindow
from bob.games import kit
from bob.tactical.miniatures.builder import load_squadron, squadron_toml
from bob.tactical.miniatures.data import shipped
from bob.tactical.miniatures.options import RANDOM_SCENARIO, terms
from bob.tactical.miniatures.position import FLY
from tests.desk.desks import RAF_SEATS
from tests.desk.fighting import flown, seen, window_at
from tests.sizes import enough, some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.mark.slow
def test_an_interception_of_the_day_is_flown_on_the_cloth(qtbot: QtBot, window: DeskWindow) -> None:
    session = window_at(qtbot, window, RAF_SEATS, seed="2")
    number = seen(session).number
    session.play(RAF, Resolve("skies"))
    assert window.fights is not None
    panel = flown(window, "skies").panel
    assert isinstance(panel, MiniaturePanel) and window.fights.page == "skies"
    table = panel.table
    player = kit("skies").player("sound", RAF, "1", table.game)
    steered = 0
    for _ in range(3000):
        qtbot.waitUntil(lambda: not session.is_thinking)
        if not session.aloft or enough(steered > 2):
            break
        view = table.view
        if session.seated != RAF or view is None or RAF not in view.owing:
            session.advance()
            qtbot.wait(1)
            continue
        mine = [a for a in view.aircraft if view.seats[a.side] == RAF]
        units = [table.models[a.number] for a in mine]
        assert all(units) and all(unit in panel.teller().name(a.number) for a, unit in zip(mine, units, strict=True) if unit)
        if view.stage == FLY and steered < 3 and panel.draft is not None:
            before = len(session.match.entries)
            qtbot.keyClick(panel.board, "d")
            qtbot.keyClick(panel.board, Qt.Key.Key_Return)
            assert any(isinstance(entry.order, Fly) for entry in session.match.entries[before:])
            steered += 1
            continue
        panel.give(player.orders(view, table.choices, 0)[0].order)
    assert steered
    if not enough(steered):
        assert not session.aloft
        assert any(event.code == "combat" and event.data["number"] == number for _, event in session.log(RAF))


def game_window(qtbot: QtBot, settings: Settings) -> GameWindow:
    files = Files(settings)
    made = opened(settings, files, files.begin(miniature_lesson_plan()))
    qtbot.addWidget(made)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("language", some(["en", "fr"]))
def test_the_lesson_of_two_pairs_plays_through_by_its_suggestions(qtbot: QtBot, settings: Settings, language: str) -> None:
    settings.set_language(language)
    window = game_window(qtbot, settings)
    panel = window.panel
    assert isinstance(panel, MiniaturePanel)
    read: list[str] = []
    for _ in range(2000):
        qtbot.waitUntil(lambda: not window.table.is_thinking)
        coach = panel.coach
        if coach is None:
            break
        assert isinstance(coach, MiniatureCoach)
        if coach.step.code not in read:
            read.append(coach.step.code)
            assert coach.head.text() and coach.text.text() and panel.rect().contains(coach.geometry())
        if coach.next.isVisible():
            qtbot.mouseClick(coach.next, Qt.MouseButton.LeftButton)
        elif coach.do_it.isVisible():
            assert coach.suggestion.text() and "{" not in coach.suggestion.text()
            qtbot.mouseClick(coach.do_it, Qt.MouseButton.LeftButton)
        else:
            qtbot.wait(1)
    assert window.table.outcome is not None and panel.coach is None
    unread = {step.code for step in STEPS} - set(read)
    assert unread <= {"activate", "action", "enemy", "tail", "shot"}, "what has happened already is passed over"
    assert 12 <= len(STEPS) <= 16
    window.close()


@pytest.mark.slow
def test_the_past_of_a_fight_is_looked_through_move_by_move(qtbot: QtBot, settings: Settings) -> None:
    window = game_window(qtbot, settings)
    panel = window.panel
    assert isinstance(panel, MiniaturePanel)
    for _ in range(300):
        qtbot.waitUntil(lambda: not window.table.is_thinking)
        if sum(event.code == "moved" for _, event in window.table.log) > 5:
            break
        if "raf" in window.table.view.owing:
            player = kit("skies").player("sound", "raf", "1", window.table.game)
            panel.give(player.orders(window.table.view, window.table.choices, 0)[0].order)
        qtbot.wait(1)
    now = window.table.view.aircraft
    places = set()
    for stop in window.table.stops:
        window.table.look(stop)
        assert panel.board.view is window.table.view
        assert window.table.shown == window.table.number or (panel.orders.count() == 0 and panel.draft is None)
        places.add(tuple(a.at for a in panel.board.view.aircraft))
    assert len(places) > 3
    window.table.look(None)
    assert window.table.view.aircraft == now
    window.close()


def test_squadrons_are_built_by_points_and_what_is_illegal_is_told_with_its_rule(qtbot: QtBot, settings: Settings) -> None:
    setup = MiniatureSetup(settings)
    qtbot.addWidget(setup)
    setup.show()
    codes = [str(setup.missions.item(row).data(ORDER)) for row in range(setup.missions.count())]
    assert set(codes) == {*setup.game.scenarios, RANDOM_SCENARIO, OWN}
    for row in range(setup.missions.count()):
        setup.missions.setCurrentRow(row)
        plan = setup.plan()
        made = setup.game.terms_of(plan.scenario, plan.options, SeededDice(Stream.of(0, "form")))
        assert plan.options == {} and set(plan.seats) == {force.seat for force in made.forces}
    setup.missions.setCurrentRow(codes.index(OWN))
    squadron = setup.forces["raf"]
    while squadron.mounts:
        qtbot.mouseClick(squadron.remove, Qt.MouseButton.LeftButton)
    assert "BRS-C08" in squadron.notice.text(), "nobody to fly"
    setup._go()
    assert setup.fault.text() and setup.result() == 0
    squadron.type.setCurrentIndex(squadron.type.findData("hurricane_i"))
    squadron._fill_aces()
    bader = next(code for code, ace in setup.game.tables.aces.items() if ace.name.endswith("Bader"))
    squadron.ace.setCurrentIndex(squadron.ace.findData(bader))
    qtbot.mouseClick(squadron.add, Qt.MouseButton.LeftButton)
    assert squadron.mounts[0].ace == bader and squadron.mounts[0].skill == 5
    assert len(squadron.cards["ability"]) == 2, "a named Ace may have two Ability cards"
    qtbot.mouseClick(squadron.add, Qt.MouseButton.LeftButton)
    assert "BRS-083" in squadron.notice.text(), "one of each"
    qtbot.mouseClick(squadron.remove, Qt.MouseButton.LeftButton)
    setup.numbers["limit"].setValue(100)
    setup.preview()
    assert "BRS-C09" in squadron.notice.text(), "too dear"
    setup.numbers["limit"].setValue(0)
    squadron.source.setCurrentIndex(squadron.source.findData("chosen"))
    squadron._sourced()
    assert len(squadron.cards["doctrine"]) == len(squadron.cards["theatre"]) == 2
    setup.switches["setup_levels"].setChecked(True)
    setup.preview()
    assert setup.fault.text() == "" and not squadron.notice.isVisible()
    plan = setup.plan()
    made = terms(plan.scenario, plan.options, setup.game.scenarios, setup.game.tables, SeededDice(Stream.of(0, "form")))
    raf = made.forces[0]
    assert [(m.type, m.skill, m.ace) for m in raf.aircraft] == [("hurricane_i", 5, bader)]
    assert made.setup_levels and made.limit == 0 and raf.doctrine is not None and len(raf.doctrine) == 2
    core = Files(settings).begin(plan)
    assert core.match.position.terms == made
    core.close()
    qtbot.mouseClick(setup.lesson, Qt.MouseButton.LeftButton)
    assert setup.plan() == miniature_lesson_plan()


def test_a_squadron_is_written_as_a_file_that_can_be_opened(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    setup = MiniatureSetup(settings)
    qtbot.addWidget(setup)
    editor = setup.forces["raf"]
    editor.ready.setCurrentIndex(editor.ready.findData("242_squadron"))
    editor._take_ready()
    assert {mount.type for mount in editor.mounts} == {"hurricane_i"} and not editor.notice.text()
    path = tmp_path / "mine.toml"
    path.write_text(squadron_toml(editor.squadron()), encoding="utf-8")
    again = load_squadron(path, shipped())
    assert again.force.aircraft == tuple(editor.mounts)
    editor.take(again)
    assert editor.player().abilities == again.abilities


def test_a_fight_goes_on_from_its_file(qtbot: QtBot, settings: Settings) -> None:
    files = Files(settings)
    window = opened(settings, files, files.begin(miniature_lesson_plan()))
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: not window.table.is_thinking and "raf" in window.table.view.owing)
    panel = window.panel
    assert isinstance(panel, MiniaturePanel)
    panel.take_current()
    path = window.table.save.path if window.table.save is not None else None
    assert path is not None
    number = window.table.number
    window.close()
    again = opened(settings, files, files.open(path))
    qtbot.addWidget(again)
    assert isinstance(again.panel, MiniaturePanel) and again.table.number >= number
    assert again.panel.coach is not None, "the lesson goes on, too"
    again.close()
