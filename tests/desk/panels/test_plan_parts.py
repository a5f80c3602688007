"""What is dragged onto the plan of a mission: loads, crews, aircraft that join, those that stay behind; by keys, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.campaigns.carriers.kit import KIT
from bob.campaigns.carriers.orders import AddToCap, LeaveBehind
from bob.campaigns.land.campaign_data import LEVEL_CODES
from bob.campaigns.land.orders import SetAltitude, SetCrew, SetLoad
from bob.campaigns.land.position import BOMBS, TORPEDO
from bob.desk.base.settings import Settings
from bob.desk.campaigns.carriers.carrier_panel import CarrierPanel
from bob.desk.campaigns.room.plan_board import PlanBoard
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.staff.advice.campaigns.plan_parts import crew_parts, load_parts
from bob.staff.advice.campaigns.room_state import ABOARD, ADDED, LEFT_BEHIND, LOADED, CampaignState, PlanPart, PlanToken
from bob.words import Words
from tests.desk.boards.test_carrier_room import quiet, shown
from tests.desk.desks import own_game, settings_in

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

BANDS = ("Very Low", "Low", "Medium")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


def token(number: str, count: int = 1, band: int | None = 1) -> PlanToken:
    return PlanToken(number, "axis", "ju_87b_2", "Ju 87", count, band)


def board_of(qtbot: QtBot, settings: Settings, tokens: tuple[PlanToken, ...], parts: tuple[PlanPart, ...]) -> tuple[PlanBoard, list[Any]]:
    """A board with these, and the orders that it gives."""
    model = CampaignModel()
    board = PlanBoard(settings, model)
    qtbot.addWidget(board)
    board.resize(900, 220)
    given: list[Any] = []
    model.taken.connect(given.append)
    model.show(CampaignState(plan=tokens, bands=BANDS, parts=parts, parts_title="Beside"), None)
    board.show()
    board.grab()
    return board, given


def part_of(board: PlanBoard, kind: str) -> QPoint:
    return next(box for part, box in board._parts if part.kind == kind).center().toPoint()


def token_at(board: PlanBoard, number: str, across: float = 0.5) -> QPoint:
    box = next(box for token, box in board._boxes if token.number == number)
    return QPoint(round(box.left() + box.width() * across), round(box.center().y()))


def drag(qtbot: QtBot, board: PlanBoard, start: QPoint, end: QPoint) -> None:
    qtbot.mousePress(board, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(board, end)
    board.grab()
    qtbot.mouseRelease(board, Qt.MouseButton.LeftButton, pos=end)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_load_falls_on_the_aircraft_that_may_carry_it(qtbot: QtBot, settings: Settings, language: str) -> None:
    parts = load_parts(Words(language), [SetLoad(0, TORPEDO), SetLoad(2, BOMBS)])
    board, given = board_of(qtbot, settings, (token("1"), token("2"), token("3")), tuple(parts))
    torpedo = next(box for part, box in board._parts if dict(part.drops).get("1")).center().toPoint()
    drag(qtbot, board, torpedo, token_at(board, "2"))
    drag(qtbot, board, torpedo, QPoint(3, 3))
    assert given == [], "neither on those that cannot carry it nor beside the plan"
    drag(qtbot, board, torpedo, token_at(board, "1"))
    assert given == [SetLoad(0, TORPEDO)]
    board.setFocus()
    board.chosen = 1  # of those that can be moved: the third
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert given[1:] == [SetLoad(2, BOMBS)]


def test_a_crew_goes_into_the_aircraft_that_it_is_dropped_on(qtbot: QtBot, settings: Settings) -> None:
    parts = crew_parts(Words("en"), [SetCrew(1, 2), SetCrew(1, 0), SetCrew(1, 1)], "Lt Braun", "Lt Braun, skilled")
    assert [part.kind for part in parts] == [ABOARD] and crew_parts(Words("en"), [], "Lt Braun", "") == []
    board, given = board_of(qtbot, settings, (token("1"), token("2", 3)), tuple(parts))
    for across, seat in ((0.1, 0), (0.5, 1), (0.95, 2)):
        drag(qtbot, board, part_of(board, ABOARD), token_at(board, "2", across))
        assert given[-1] == SetCrew(1, seat)
    drag(qtbot, board, part_of(board, ABOARD), token_at(board, "1"))
    assert len(given) == 3


def test_pointing_at_a_part_gives_no_order(qtbot: QtBot, settings: Settings) -> None:
    parts = load_parts(Words("en"), [SetLoad(0, TORPEDO)])
    board, given = board_of(qtbot, settings, (token("1"),), tuple(parts))
    seen: list[Any] = []
    board.model.picked.connect(seen.append)
    qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=part_of(board, LOADED))
    assert given == [] and seen == [SetLoad(0, TORPEDO)]


def formed(qtbot: QtBot, settings: Settings, wanted: type) -> CarrierPanel:
    """A carrier campaign in which a person may now give such an order."""
    for seed in range(1, 9):
        room = shown(qtbot, settings, own_game("convoys", str(seed), {"allied": "human", "axis": "sound"}, {"quick": True}, "carriers"))
        player = KIT.player("sound", "allied", "1", room.table.game)
        for number in range(120):
            view = quiet(qtbot, room)
            if room.table.outcome is not None:
                break
            if any(isinstance(order, wanted) for order in room.table.choices.listed):
                return room
            room.table.play(player.orders(view, room.table.choices, number)[0].order)
    raise AssertionError(f"no {wanted.__name__}")


@pytest.mark.slow
def test_those_that_damage_keeps_behind_are_dragged_off_the_plan(qtbot: QtBot, settings: Settings) -> None:
    room = formed(qtbot, settings, LeaveBehind)
    assert room.tray.currentWidget() is room.plan
    (part,) = room.model.state.parts
    assert part.kind == LEFT_BEHIND and str(room.table.view.fewer) in part.name
    number = part.drops[0][0]
    room.plan.grab()
    before, count = room.table.view.fewer, len(room.table.match.entries)
    drag(qtbot, room.plan, token_at(room.plan, number), QPoint(2, 2))
    assert len(room.table.match.entries) == count
    drag(qtbot, room.plan, token_at(room.plan, number), part_of(room.plan, LEFT_BEHIND))
    given = [entry.order for entry in room.table.match.entries[count:]]
    assert given[0] == LeaveBehind(int(number) - 1)
    assert room.table.view.fewer == before - 1 or room.table.view.phase != "form"


@pytest.mark.slow
def test_aircraft_of_an_extra_cap_are_dragged_onto_the_plan(qtbot: QtBot, settings: Settings) -> None:
    room = formed(qtbot, settings, AddToCap)
    parts = room.model.state.parts
    assert {part.kind for part in parts} == {ADDED} and any(not part.aircraft for part in parts), "nobody is a choice, too"
    room.plan.grab()
    part, box = next((part, box) for part, box in room.plan._parts if part.aircraft)
    count = len(room.table.match.entries)
    drag(qtbot, room.plan, box.center().toPoint(), room.plan._bands[2].center().toPoint())
    assert room.table.match.entries[count].order == AddToCap(part.aircraft)


def test_starting_altitudes_come_from_the_highest_down_with_what_they_mean(qtbot: QtBot, settings: Settings) -> None:
    room = formed(qtbot, settings, SetAltitude)
    orders = [order for _, _, order in room._rows(room.table.teller(settings.words))]
    first = next(order.group for order in orders if isinstance(order, SetAltitude))
    levels = [LEVEL_CODES.index(order.altitude) for order in orders if isinstance(order, SetAltitude) and order.group == first]
    assert levels == sorted(levels, reverse=True) and len(levels) > 1
    assert sorted(map(repr, orders)) == sorted(map(repr, room.table.choices.listed)), "none is lost"
    lines = [room.order_text(None, order) for order in orders if isinstance(order, SetAltitude) and order.group == first]
    assert len({line.partition(" · ")[2] for line in lines}) > 1 and all(" · " in line for line in lines)
