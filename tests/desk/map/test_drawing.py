"""A raid drawn on the map: clicks add to the way out, targets are offered at their place, Enter in a field does not seal the plan."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from bob.core.hexes import Hex, from_label
from bob.day.state.raid_plan import RaidPlan, RaidType
from bob.desk.map import PlottingTable
from bob.desk.panels.forecast import ForecastPanel
from bob.desk.panels.planner import Planner
from bob.desk.panels.planner.spots import spot_menu
from bob.desk.session.session import Setup
from bob.desk.window.window import DeskWindow
from tests.desk.desks import LUFTWAFFE_SEATS, quiet

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

KENLEY, BARE, SEA = "3625", "4228", "4531"


@pytest.fixture
def window(qtbot: QtBot, window: DeskWindow) -> DeskWindow:
    window.resize(1600, 1000)
    window.begin(Setup("one_raid", "7", LUFTWAFFE_SEATS, {}))
    assert window.session is not None
    quiet(qtbot, window.session)
    window.room.table.settle()  # type: ignore[union-attr]
    return window


def planner_of(window: DeskWindow) -> Planner:
    assert window.room is not None
    planner = window.room.panels["planner"]
    assert isinstance(planner, Planner)
    return planner


def plan_of(window: DeskWindow) -> RaidPlan:
    plan = planner_of(window).plan()
    assert plan is not None
    return plan


def spot(table: PlottingTable, label: str) -> QPoint:
    return QPoint(*map(round, table.camera.to_screen(*table.world.theatre.middle(from_label(label)))))


def click(qtbot: QtBot, window: DeskWindow, label: str) -> None:
    assert window.room is not None
    qtbot.mouseClick(window.room.table, Qt.MouseButton.LeftButton, pos=spot(window.room.table, label))


def route(window: DeskWindow) -> list[str]:
    return [leg.hex.label for leg in plan_of(window).route]


@pytest.mark.parametrize("raid_type", ["main", "freie_jagd", "feint", "jabo"])
def test_clicks_draw_the_way_out_in_their_order(qtbot: QtBot, window: DeskWindow, raid_type: RaidType) -> None:
    planner = planner_of(window)
    planner.begin(raid_type)
    assert planner.overlay.drawing and planner.overlay.hint
    for label in (SEA, BARE, "4127"):
        click(qtbot, window, label)
    assert route(window) == [SEA, BARE, "4127"], "the first click takes the place of the template's way"
    assert [leg.hex for leg in plan_of(window).home] == [plan_of(window).form_at]


@pytest.mark.parametrize("by", ["escape", "double click", "another raid"])
def test_the_drawing_ends(qtbot: QtBot, window: DeskWindow, by: str) -> None:
    planner = planner_of(window)
    assert window.room is not None
    planner.begin("feint")
    click(qtbot, window, SEA)
    if by == "escape":
        qtbot.keyClick(window.room.table, Qt.Key.Key_Escape)
    elif by == "double click":
        qtbot.mouseDClick(window.room.table, Qt.MouseButton.LeftButton, pos=spot(window.room.table, BARE))
    else:
        drawn = planner.code
        planner.gantt.chosen.emit(next(code for code in planner.raids(planner.view()) if code != drawn))  # type: ignore[arg-type]
        assert not planner.overlay.drawing
        planner.gantt.chosen.emit(drawn)
        return
    assert not planner.overlay.drawing and not planner.overlay.hint
    click(qtbot, window, "4127")
    assert route(window) == [SEA]


def entries(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.isEnabled() and not action.isSeparator()]


def test_a_click_on_a_target_offers_to_bomb_it(qtbot: QtBot, window: DeskWindow) -> None:
    planner = planner_of(window)
    planner.begin("main")
    click(qtbot, window, SEA)
    click(qtbot, window, KENLEY)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert entries(menu) == ["Bomb Kenley · Sector station · ordered", "Way-point here"]
    menu.actions()[2].trigger()
    menu.close()
    assert plan_of(window).primary == "Kenley" and route(window) == [SEA]
    assert not planner.overlay.drawing, "with its target the way out is drawn"


@pytest.mark.parametrize(
    ("raid_type", "label", "offered"),
    [
        ("main", KENLEY, ["Bomb Kenley · Sector station · ordered", "Way-point here"]),
        ("main", BARE, ["Way-point here"]),
        ("main", "5430", ["Way-point here", "Form up over here"]),
        ("freie_jagd", KENLEY, ["Way-point here"]),
    ],
)
def test_what_is_offered_at_a_hex(window: DeskWindow, raid_type: RaidType, label: str, offered: list[str]) -> None:
    planner = planner_of(window)
    planner.begin(raid_type)
    menu = spot_menu(planner, from_label(label), plan_of(window), planner)
    assert entries(menu) == offered
    menu.deleteLater()


def test_a_second_target_and_another_formation_point(window: DeskWindow) -> None:
    planner = planner_of(window)
    planner.begin("main")
    planner.aim_at("Kenley")
    menu = spot_menu(planner, from_label("3921"), plan_of(window), planner)
    assert "Second choice: Hornchurch · Sector station · ordered" in entries(menu)
    next(a for a in menu.actions() if a.text().startswith("Second choice: Hornchurch")).trigger()
    assert (plan_of(window).primary, plan_of(window).secondary) == ("Kenley", "Hornchurch")
    menu.deleteLater()
    planner.form_over(Hex(54, from_label("5431").r))
    assert plan_of(window).form_at.q == 54


def test_enter_in_a_field_does_not_seal_the_plan(qtbot: QtBot, window: DeskWindow) -> None:
    planner = planner_of(window)
    assert window.room is not None
    planner.begin("main")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    planner.form.code.setFocus()
    qtbot.waitUntil(planner.form.code.hasFocus)
    qtbot.keyClick(planner.form.code, Qt.Key.Key_Return)
    assert not planner.sealing
    window.room.table.setFocus()
    with qtbot.waitSignal(window.actions_["decide"].triggered):
        qtbot.keyClick(window.room.table, Qt.Key.Key_Return)
    assert planner.sealing, "from the table Enter goes on, and tells first what it would seal"


def test_a_mending_keeps_the_keys_in_the_planner(qtbot: QtBot, window: DeskWindow) -> None:
    planner = planner_of(window)
    planner.begin("main")
    planner.aim_at("Kenley")
    window.activateWindow()
    qtbot.waitUntil(lambda: window.isActiveWindow() and any(b.isVisible() for b in planner.complaints.findChildren(QPushButton)))
    button = planner.complaints.findChildren(QPushButton)[0]
    button.setFocus()
    assert button.hasFocus()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert plan_of(window).units
    focus = QApplication.focusWidget()
    assert focus is not None and planner.isAncestorOf(focus)


def test_the_forecast_shows_the_raid_of_the_planner(window: DeskWindow) -> None:
    """From the first on, and after a choice on the map, not only after one in the planner."""
    assert window.room is not None
    forecast = window.room.panels["forecast"]
    assert isinstance(forecast, ForecastPanel)
    assert forecast.raid == planner_of(window).code == "sweep"
    window.room.table.selected.emit("raid", "biggin_hill")
    assert forecast.raid == planner_of(window).code == "biggin_hill"
