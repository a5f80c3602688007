"""The hex dogfight's sheet in its rooms: within a day, in a window with its past, the set-up, the lesson."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from pytestqt.qtbot import QtBot

from bob.chart.coast import true_lie
from bob.core.dice import SeededDice, Stream
from bob.core.hexes import from_label
from bob.day.state.orders import Fly, Resolve
from bob.day.state.position import RAF
from bob.desk.base.settings import Settings
from bob.desk.boards.hexes.hex_lesson import STEPS, HexCoach, lesson_plan
from bob.desk.boards.hexes.hex_panel import HexPanel
from bob.desk.boards.hexes.setting_up import HexSetup
from bob.desk.boards.shared.board_setup import OWN
from bob.desk.boards.shared.lists import ORDER
from bob.desk.boards.shared.window import GameWindow, opened
from bob.desk.session.files import Files
from bob.desk.session.own_game import OwnGame
from bob.desk.window.window import DeskWindow
from bob.driver import Driver
from bob.games import game, kit
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.options import RANDOM_MISSION, terms
from bob.tactical.hexes.position import FLY
from tests.desk.desks import RAF_SEATS
from tests.desk.fighting import flown, seen, window_at
from tests.sizes import enough, some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

SEATS = {
    "duel": ("raf", "luftwaffe"),
    "bombers": ("raf", "luftwaffe"),
    "six_players": ("red", "blue", "green", "rot_1", "rot_2", "rot_3"),
}


@pytest.mark.slow
def test_an_interception_of_the_day_is_flown_on_the_sheet(qtbot: QtBot, window: DeskWindow) -> None:
    session = window_at(qtbot, window, RAF_SEATS)
    number = seen(session).number
    session.play(RAF, Resolve("hexes"))
    assert window.fights is not None
    panel = flown(window, "hexes").panel
    assert isinstance(panel, HexPanel) and window.fights.page == "hexes"
    table = panel.table
    theatre, here = session.world.theatre, seen(session).hex
    assert panel.board.lie == true_lie(theatre.land, theatre.middle(from_label(here)), theatre.across, here), "over the true shore"
    player = kit("hexes").player("sound", RAF, "1", table.game)
    clicked = 0
    for _ in range(6000):
        qtbot.waitUntil(lambda: not session.is_thinking and not panel.reaches.busy)
        if not session.aloft or enough(clicked > 2):
            break
        view = table.view
        if session.seated != RAF or not table.choices.listed:
            session.advance()
            qtbot.wait(1)
            continue
        assert view.seat == RAF
        mine = [a for a in view.aircraft if view.seats[a.seat] == RAF]
        units = [table.models[a.number] for a in mine]
        assert all(units) and all(unit in panel.teller().name(a.number) for a, unit in zip(mine, units, strict=True) if unit)
        ways = panel.reaches.ways(view.go.active[0]) if view.stage == FLY and view.go.active else None
        if ways and not view.go.displaced and clicked < 3:
            at = ways[-1].at[0]
            spot = panel.board.camera.to_screen(at).toPoint()
            before = len(session.match.entries)
            qtbot.mouseMove(panel.board, spot)
            qtbot.mouseClick(panel.board, Qt.MouseButton.LeftButton, pos=spot)
            clicked += 1
            assert any(isinstance(entry.order, Fly) for entry in session.match.entries[before:])
            continue
        panel.give(player.orders(view, table.choices, 0)[0].order)
    assert clicked
    if not enough(clicked):
        assert not session.aloft
        assert any(event.code == "combat" and event.data["number"] == number for _, event in session.log(RAF))


def game_window(qtbot: QtBot, settings: Settings) -> GameWindow:
    files = Files(settings)
    made = opened(settings, files, files.begin(lesson_plan()))
    qtbot.addWidget(made)
    return made


def over(panel: HexPanel, coach: HexCoach) -> bool:
    """Whether the coach lies over the log or the button that gives orders."""
    at = coach.geometry()
    parts = (panel.log, panel.go)
    return any(p.isVisible() and QRect(p.mapTo(panel, QPoint(0, 0)), p.size()).intersects(at) for p in parts)


@pytest.mark.slow
@pytest.mark.parametrize("language", some(["en", "fr"]))
def test_the_lesson_plays_through_by_its_suggestions(qtbot: QtBot, settings: Settings, language: str) -> None:
    settings.set_language(language)
    window = game_window(qtbot, settings)
    panel = window.panel
    assert isinstance(panel, HexPanel)
    read: list[str] = []
    for _ in range(3000):
        qtbot.waitUntil(lambda: not window.table.is_thinking)
        coach = panel.coach
        if coach is None:
            break
        assert isinstance(coach, HexCoach)
        if coach.step.code not in read:
            read.append(coach.step.code)
            assert coach.head.text() and coach.text.text() and panel.rect().contains(coach.geometry())
            qtbot.waitUntil(lambda coach=coach: not over(panel, coach))
        if coach.next.isVisible():
            qtbot.mouseClick(coach.next, Qt.MouseButton.LeftButton)
        elif coach.do_it.isVisible():
            assert coach.suggestion.text()
            qtbot.mouseClick(coach.do_it, Qt.MouseButton.LeftButton)
        else:
            qtbot.wait(1)
    assert window.table.outcome is not None and panel.coach is None
    assert panel.orders.isHidden() and not panel.go.isHidden(), "nothing is left to decide but another game"
    unread = {step.code for step in STEPS} - set(read)
    assert unread <= {"enemy", "close_in", "shot", "turn_end"}, "what has happened already is passed over"
    assert 12 <= len(STEPS) <= 14
    window.close()


@pytest.mark.slow
def test_the_past_is_looked_through_move_by_move(qtbot: QtBot, settings: Settings) -> None:
    window = game_window(qtbot, settings)
    panel = window.panel
    assert isinstance(panel, HexPanel)
    for _ in range(300):
        qtbot.waitUntil(lambda: not window.table.is_thinking)
        if sum(event.code == "stepped" for _, event in window.table.log) > 3:
            break
        if window.table.choices.listed:
            player = kit("hexes").player("sound", "raf", "1", window.table.game)
            panel.give(player.orders(window.table.view, window.table.choices, 0)[0].order)
        qtbot.wait(1)
    now = window.table.view.aircraft[0]
    places = set()
    for stop in window.table.stops:
        window.table.look(stop)
        assert panel.board.view is window.table.view
        past = window.table.shown != window.table.number
        assert not past or panel.orders.count() == 0
        assert past == panel.orders.isHidden() == panel.go.isHidden() == (panel.asked_title.text() == settings.words("desk_board.past"))
        places.add(panel.board.view.aircraft[0].at)
    assert len(places) > 3
    window.table.look(None)
    assert window.table.view.aircraft[0] == now and panel.orders.count()
    window.close()


def test_a_battle_is_set_up_by_mouse(qtbot: QtBot, settings: Settings) -> None:
    setup = HexSetup(settings)
    qtbot.addWidget(setup)
    setup.show()
    codes = [str(setup.missions.item(row).data(256)) for row in range(setup.missions.count())]
    assert set(codes) == {*setup.game.missions, RANDOM_MISSION, OWN}
    assert all("\n" in setup.missions.item(row).text() for row in range(setup.missions.count())), "each with a line about it"
    for row in range(setup.missions.count()):
        setup.missions.setCurrentRow(row)
        plan = setup.plan()
        made = setup.game.terms_of(plan.scenario, plan.options, SeededDice(Stream.of(row, "form")))
        assert plan.options == ({"first": None, "handicap": {}} if codes[row] == OWN else {})
        assert set(plan.seats) == {player.seat for player in made.players}
    setup.missions.setCurrentRow(codes.index(OWN))
    force = setup.forces["raf"]
    setup.resize(1120, 720)
    qtbot.wait(1)
    buttons = [button for form in setup.forces.values() for button in (form.add, form.wing, form.remove)]
    assert all(button.visibleRegion().boundingRect() == button.rect() for button in buttons), "both sides are in sight at once"
    while force.mounts:
        qtbot.mouseClick(force.remove, Qt.MouseButton.LeftButton)
    assert setup.forces["raf"].mounts == []
    setup._go()
    assert setup.fault.text() and setup.result() == 0, "nobody to fly"
    force.type.setCurrentIndex(force.type.findData("hurricane_i"))
    force.leader.setCurrentIndex(force.leader.findData("gold"))
    qtbot.mouseClick(force.add, Qt.MouseButton.LeftButton)
    force.leader.setCurrentIndex(0)
    qtbot.mouseClick(force.add, Qt.MouseButton.LeftButton)
    force.list.setCurrentRow(1)
    qtbot.mouseClick(force.wing, Qt.MouseButton.LeftButton)
    setup.switches["altimeter"].setChecked(True)
    setup.numbers["cloud_count"].setValue(3)
    setup.wind.setCurrentIndex(setup.wind.findData(2))
    setup.force.setValue(2)
    setup.preview()
    assert setup.fault.text() == ""
    plan = setup.plan()
    made = terms(plan.scenario, plan.options, setup.game.missions, setup.game.tables)
    raf = next(player for player in made.players if player.seat == "raf")
    assert [(m.type, m.leader, m.wingman_of) for m in raf.aircraft] == [("hurricane_i", "gold", None), ("hurricane_i", "", 0)]
    assert made.altimeter and made.cloud_count == 3 and made.wind is not None and (made.wind.to, made.wind.force) == (2, 2)
    core = Files(settings).begin(plan)
    assert core.match.position.terms == made
    core.close()
    qtbot.mouseClick(setup.lesson, Qt.MouseButton.LeftButton)
    assert setup.plan() == lesson_plan()


def test_a_battle_goes_on_from_its_file(qtbot: QtBot, settings: Settings) -> None:
    files = Files(settings)
    window = opened(settings, files, files.begin(lesson_plan()))
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: not window.table.is_thinking and bool(window.table.choices.listed))
    window.panel.give(window.table.choices.listed[0])  # type: ignore[attr-defined]
    path = window.table.save.path if window.table.save is not None else None
    assert path is not None
    number = window.table.number
    window.close()
    again = opened(settings, files, files.open(path))
    qtbot.addWidget(again)
    assert isinstance(again.panel, HexPanel) and again.table.number >= number
    assert again.panel.coach is not None, "the lesson goes on, too"
    assert o.PASS is not None
    again.close()


def test_the_set_up_tells_the_side_of_each_of_six_players(qtbot: QtBot, settings: Settings) -> None:
    dialog = HexSetup(settings)
    qtbot.addWidget(dialog)
    rows = {dialog.missions.item(row).data(ORDER): row for row in range(dialog.missions.count())}
    dialog.missions.setCurrentRow(rows["six_players"])
    lines = [dialog.seats_form.labelForField(box).text() for box in dialog.seats.values()]
    assert [text.partition(",")[0] for text in lines] == ["RAF"] * 3 + ["Luftwaffe"] * 3
    dialog.missions.setCurrentRow(rows["duel"])
    assert [dialog.seats_form.labelForField(box).text() for box in dialog.seats.values()] == ["RAF", "Luftwaffe"]


def test_a_drawn_mission_is_set_up_and_begins(qtbot: QtBot, settings: Settings) -> None:
    dialog = HexSetup(settings)
    qtbot.addWidget(dialog)
    rows = {dialog.missions.item(row).data(ORDER): row for row in range(dialog.missions.count())}
    dialog.missions.setCurrentRow(rows["random"])
    qtbot.waitUntil(lambda: dialog.brief.text() == settings.words("desk_hexes.setup.random_text"))
    assert dialog.board.view is None and not dialog.tabs.isTabEnabled(2) and not dialog.numbers["turns"].isEnabled()
    assert dialog.seed.isEnabled() and not dialog.fault.text()
    plan = dialog.plan()
    assert plan.scenario == "random" and not plan.options and list(plan.seats) == ["raf", "luftwaffe"]
    core = Files(settings).begin(plan)
    assert core.match.position.aircraft
    core.close()
    dialog.missions.setCurrentRow(rows["duel"])
    assert dialog.tabs.isTabEnabled(2) and dialog.numbers["turns"].isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize("mission", ["duel", "bombers", "six_players"])
def test_every_dashboard_is_in_sight_however_many_fly(qtbot: QtBot, settings: Settings, mission: str) -> None:
    """At the least size of the screen; each side has its own row where many fly, the own one above."""
    panel = HexPanel(settings, OwnGame(Driver.new(game("hexes"), mission, "1", {}, dict.fromkeys(SEATS[mission], "human"))))
    qtbot.addWidget(panel)
    panel.resize(1280, 800)
    panel.show()
    assert isinstance(panel.table, OwnGame)
    panel.table.sit(panel.table.core.to_move[0])
    cards = panel.row.cards
    qtbot.waitUntil(lambda: panel.row.viewport().width() >= cards.width())
    view = panel.table.view
    boxes = {a.number: cards.box(a.number) for a in view.aircraft}
    assert all(QRectF(cards.rect()).contains(box) and not box.isEmpty() for box in boxes.values())
    assert not any(one.intersects(other) for n, one in boxes.items() for m, other in boxes.items() if n < m)
    assert cards.small == (len(boxes) > 2)
    if cards.small:
        mine = view.side_of[view.seats.index(view.seat)]
        assert all((a.side == mine) == (boxes[a.number].top() < cards.height() / 2) for a in view.aircraft)
    panel.table.close()
