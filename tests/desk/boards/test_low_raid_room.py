"""The low-level raid in its room: aircraft dragged to their targets, passes with their scenes, to the end."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.campaigns.land.sequence import row_of
from bob.campaigns.low_raid.kit import RAIDS
from bob.campaigns.low_raid.position import ALLOT, RETURN
from bob.desk.base.settings import Settings
from bob.desk.boards.registry import panel_of, setup_of
from bob.desk.boards.shared.window import GameWindow
from bob.desk.campaigns.low_raid.low_raid_panel import LowRaidPanel
from bob.desk.campaigns.low_raid.setting_up import LowRaidSetup
from bob.desk.campaigns.room.room import DESK, NEWS, SCENE
from bob.desk.session.files import Files
from bob.desk.session.own_game import OwnGame
from bob.games import kit
from tests.desk.desks import own_game, settings_in

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


def shown(qtbot: QtBot, settings: Settings, table: OwnGame) -> LowRaidPanel:
    room = LowRaidPanel(settings, table)
    qtbot.addWidget(room, before_close_func=lambda r: r.table.close())
    room.resize(1280, 800)
    room.show()
    room.begin()
    return room


def test_the_dialog_shows_map_and_brief_and_begins_what_it_says(qtbot: QtBot, settings: Settings) -> None:
    dialog = setup_of(kit("low_raid"))(settings, None)
    qtbot.addWidget(dialog)
    assert isinstance(dialog, LowRaidSetup) and set(dialog.codes) == set(RAIDS)
    dialog.show()
    for row, code in enumerate(dialog.codes):
        dialog.campaign.setCurrentRow(row)
        mission = dialog.raid.tables.campaigns[code]
        assert settings.words.of(mission.brief) in dialog.about.text() and bool(dialog.model.state.targets) is bool(mission.at)
        assert dialog.windowTitle() and dialog.plan().options == {} and not dialog.plan().typed
    alarm, strafing = dialog.fields["alarm"], dialog.fields["strafing"]
    assert isinstance(alarm, QComboBox) and isinstance(strafing, QCheckBox) and strafing.isChecked()
    alarm.setCurrentIndex(1)
    strafing.click()
    dialog.typed.click()
    settings.set_language("fr")
    assert settings.words.of(mission.brief) in dialog.about.text() and "est en alerte" in alarm.currentText()
    who = dialog.seats["axis"]
    assert any(label.buddy() is who for label in dialog.findChildren(QLabel)), "a seat has a name for a screen reader"
    assert not any("pilote" in who.itemText(i) for i in range(who.count())), "officers lead a campaign"
    assert dialog.plan().options == {"alarm": "alerted", "strafing": False} and dialog.plan().typed


def test_an_aircraft_is_dragged_from_the_side_to_its_target(qtbot: QtBot, settings: Settings) -> None:
    assert panel_of(kit("low_raid")) is LowRaidPanel
    room = shown(qtbot, settings, own_game("croydon", "1", {"axis": "human"}, {}, "low_raid"))
    assert room.tray.currentWidget() is room.plan and all(token.band is None for token in room.model.state.plan)
    room.plan.grab()
    token, box = room.plan._boxes[0]
    goal = room.plan._bands[1].center().toPoint()
    qtbot.mousePress(room.plan, Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    qtbot.mouseMove(room.plan, goal)
    qtbot.mouseRelease(room.plan, Qt.MouseButton.LeftButton, pos=goal)
    assert next(t for t in room.model.state.plan if t.number == token.number).band == 1
    assert room.table.view.raiders[int(token.number) - 1].target == room.table.view.targets[1].target
    room.plan.setFocus()
    room.plan.chosen = 1
    qtbot.keyClick(room.plan, Qt.Key.Key_Down)
    assert room.table.view.raiders[1].target == room.table.view.targets[-1].target, "from the side, down comes in from above"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_raid_is_led_to_its_end_by_keys(qtbot: QtBot, settings: Settings, language: str) -> None:
    settings.set_language(language)
    room = shown(qtbot, settings, own_game("croydon", "7", {"axis": "human"}, {}, "low_raid"))
    table, seen = room.table, set()
    for _ in range(200):
        view = table.view
        seen.add((room.page_open, view.phase))
        if room.page_open in (NEWS, SCENE):
            qtbot.keyClick(room.news if room.page_open == NEWS else room.scene, Qt.Key.Key_Return)
        elif table.outcome is not None:
            break
        else:
            if view.phase == ALLOT and any(not raider.target for raider in view.raiders):
                free = next(r for r in view.raiders if not r.target)
                room.orders.arm(next(o for o in table.choices.listed if getattr(o, "aircraft", -1) == free.number))
            elif view.phase == ALLOT:
                room.orders.setCurrentRow(room.orders.count() - 1)
            else:
                count = len(table.match.entries)
                qtbot.keyClick(room.orders, Qt.Key.Key_Return)
                assert len(table.match.entries) == count, "nothing is chosen until a person points at it"
                qtbot.keyClick(room.orders, Qt.Key.Key_1)
            qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    assert table.outcome is not None and (DESK, RETURN) in seen
    view, state = table.view, room.model.state
    assert len(state.news) == len(state.scenes) == len(view.log) > 1
    bombed = sum(run.points for line in view.log for run in line.runs)
    assert bombed == sum(part.damage for part in view.targets)
    for before, after in pairwise(state.scenes):
        assert before is not None and after is not None
        assert [box.before for box in after.boxes] == [box.points for box in before.boxes], "what falls is not told before it has fallen"
    page = state.book[0]
    flown = sum(len(table.game.raiders_of(table.game.tables.campaigns["croydon"], wave)) for wave in {line.wave for line in view.log})
    assert sum(int(line.cells[0]) for line in page.lines) == flown
    assert sum(int(line.cells[2]) for line in page.lines) == view.lost
    assert state.is_over and state.mission is not None and not state.mission.forces
    assert len(state.mission.prospects) == len(view.targets), "the targets are told to the end"
    assert str(view.points).replace("-", "−") in room.score.text()


def test_the_head_says_no_result_before_the_scene_has_shown_it(qtbot: QtBot, settings: Settings) -> None:
    settings.set_animate(True)
    room = shown(qtbot, settings, own_game("croydon", "7", {"axis": "human"}, {}, "low_raid"))
    for _ in range(60):
        if room.page_open == SCENE:
            break
        if room.table.view.phase == ALLOT and (free := [r for r in room.table.view.raiders if not r.target]):
            room.orders.arm(next(o for o in room.table.choices.listed if getattr(o, "aircraft", -1) == free[0].number))
        elif room.table.view.phase == ALLOT:
            room.orders.setCurrentRow(room.orders.count() - 1)
        qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    assert room.page_open == SCENE and not room.scene.is_over
    assert not room.score.text() and not room.who.text() and not room.score.toolTip()
    qtbot.keyClick(room.scene, Qt.Key.Key_Return)
    assert room.scene.is_over and room.score.text()


def test_the_end_button_writes_the_report(qtbot: QtBot, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = GameWindow(settings, Files(tmp_path), own_game("kenley", "1", {"axis": "human"}, {}, "low_raid"))
    qtbot.addWidget(window)
    window.show()
    assert window.report.isVisible() and window.report.isEnabled() and not window.pieces.isVisible()
    page = tmp_path / "kenley.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(page), ""))
    with qtbot.waitSignal(window.writer.notice, timeout=20000) as account:
        qtbot.mouseClick(window.report, Qt.MouseButton.LeftButton)
    assert account.args is not None and account.args[1] and "<section" in page.read_text("utf-8")
    for box in window.findChildren(QMessageBox):
        box.close()
    window.close()


def test_enter_alone_gives_every_aircraft_a_target_and_sends_the_wave_in(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("croydon", "1", {"axis": "human"}, {}, "low_raid"))
    many = len(room.table.view.raiders)
    for given in range(many):
        assert sum(bool(raider.target) for raider in room.table.view.raiders) == given
        qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    assert room.table.view.phase == ALLOT and all(raider.target for raider in room.table.view.raiders)
    assert room.armed.code == "send_in" and room._rows(room.table.teller(settings.words))[-1][0] == "0"
    qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    assert room.table.view.phase == RETURN


def test_going_in_again_has_its_price_and_its_odds(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("croydon", "1", {"axis": "human"}, {}, "low_raid"))
    table = room.table
    track = room.model.state.track
    assert track is not None and track.said == settings.words("desk_low_raid.track_before", points="0"), "nothing was flown yet"
    for _ in range(len(table.view.raiders) + 1):
        qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    assert table.view.phase == RETURN
    game, view = table.game, table.view
    mission = game.tables.campaigns["croydon"]
    _, how = room.asked(view)
    assert f"costs {mission.lost} VP, one hurt {mission.hurt}" in how
    again, home = room.model.state.cards
    rows = [mission.defence["alerted"][row_of(game.tables.cards.deck.faces[face])] for face in game.tables.cards.deck.whole]
    flying = sum(raider.status != "destroyed" for raider in view.raiders)
    lost = sum(min(row.destroyed, flying) for row in rows) / len(rows)
    assert f"Lost on average: {lost:.1f};" in again.lines[1] and again.lines[1] in again.hint
    assert settings.words("desk_low_raid.turn_home_sure", points=str(view.points).replace("-", "−")) in home.lines
