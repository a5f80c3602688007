"""The carrier campaigns in their room: plans and Resources by card and unseen, flights that are formed, pages of what was flown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.campaigns.carriers.campaign_data import TACTICS
from bob.campaigns.carriers.kit import CARRIER_CAMPAIGNS, KIT
from bob.campaigns.carriers.orders import PlanTurn
from bob.campaigns.carriers.position import PLAN
from bob.desk.base.settings import Settings
from bob.desk.boards.registry import panel_of, setup_of
from bob.desk.campaigns.carriers.carrier_panel import CarrierPanel
from bob.desk.campaigns.carriers.setting_up import CarrierSetup
from bob.desk.campaigns.room.room import BOOK, DESK, NEWS, SCENE
from bob.desk.session.own_game import OwnGame
from bob.driver import Driver
from bob.games import kit
from bob.staff.advice.campaigns.plan_parts import Together, loads_together
from bob.staff.advice.campaigns.room_state import CampaignState
from tests.desk.boards.test_linked_room import spot_of
from tests.desk.desks import own_game, settings_in, texts
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


def shown(qtbot: QtBot, settings: Settings, table: OwnGame) -> CarrierPanel:
    room = CarrierPanel(settings, table)
    qtbot.addWidget(room, before_close_func=lambda r: r.table.close())
    room.resize(1280, 800)
    room.show()
    room.begin()
    return room


def quiet(qtbot: QtBot, room: CarrierPanel) -> Any:
    """Wait until a person is to decide, and let that person sit down; the view then."""
    table = room.table
    qtbot.waitUntil(lambda: not table.is_thinking, timeout=90000)
    if not table.seated:
        qtbot.mouseClick(room.blank_button, Qt.MouseButton.LeftButton)
    return table.view


def test_the_dialog_shows_every_sheet(qtbot: QtBot, settings: Settings) -> None:
    assert panel_of(kit("carriers")) is CarrierPanel
    dialog = setup_of(kit("carriers"))(settings, None)
    qtbot.addWidget(dialog)
    assert isinstance(dialog, CarrierSetup) and set(dialog.codes) == set(CARRIER_CAMPAIGNS)
    dialog.show()
    for row in range(len(dialog.codes)):
        dialog.campaign.setCurrentRow(row)
        assert len(dialog.model.state.targets) == len(dialog.carriers.tables.campaigns[dialog.code].base)
        assert dialog.plan().options == {}


def with_a_common_load() -> tuple[Driver, list[Together]]:
    """A campaign led to where several groups of the Allies may take one load."""
    for seed in range(1, 30):
        led = Driver.new(KIT.make(), "fleet_air_arm", str(seed), {"quick": True}, {"allied": "random", "axis": "random"})
        while not led.is_over:
            together = loads_together(led.match.game.choices(led.match.position, "allied").listed)
            if together:
                return led, together
            led.step()
    raise AssertionError


def test_a_load_goes_to_all_groups_at_once_and_comes_back_at_once(qtbot: QtBot, settings: Settings) -> None:
    led, together = with_a_common_load()
    room = shown(qtbot, settings, OwnGame(Driver(led.match, {"allied": "human", "axis": "human"})))
    table = room.table
    quiet(qtbot, room)
    if table.seated != "allied":
        table.sit("allied")
    (line,) = together
    before = [group.load for group in table.view.groups]
    row = next(row for row in room._rows(table.teller(settings.words)) if row[2] == line)
    assert str(len(line.orders)) in row[1] and "bombs" in row[1] and len(line.orders) > 1
    room.orders.arm(line)
    qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    after = {group.number: group.load for group in table.view.groups}
    assert all(after[order.group] == order.load for order in line.orders)
    room.undo()
    assert [group.load for group in table.view.groups] == before


def test_a_plan_is_recorded_by_its_card_and_seen_by_nobody_else(qtbot: QtBot, settings: Settings) -> None:
    both = {"allied": "human", "axis": "human"}
    room = shown(qtbot, settings, own_game("fleet_air_arm", "3", both, {"quick": True}, "carriers"))
    view = quiet(qtbot, room)
    assert view.phase == PLAN
    first = room.table.seated
    order = room.model.state.cards[-1].order
    text = room.campaign.tables.campaigns["fleet_air_arm"].operations(first)[order.operation].name["en"]
    qtbot.mouseDClick(room.cards, Qt.MouseButton.LeftButton, pos=spot_of(room.cards, order).box.center().toPoint())
    assert not room.table.seated and room.model.state == CampaignState()
    quiet(qtbot, room)
    assert room.table.seated != first and text not in "\n".join(texts(room)) + repr(room.model.state)


@pytest.mark.parametrize("code", some(CARRIER_CAMPAIGNS))
def test_a_campaign_fills_its_pages(qtbot: QtBot, settings: Settings, code: str) -> None:
    alone = {"allied": "human", "axis": "sound"}
    room = shown(qtbot, settings, own_game(code, "1940", alone, {"quick": True, "turns": 2}, "carriers"))
    table, player = room.table, KIT.player("sound", "allied", "1", room.table.game)
    for number in range(300):
        view = quiet(qtbot, room)
        if room.page_open in (NEWS, SCENE):
            qtbot.keyClick(room.news if room.page_open == NEWS else room.scene, Qt.Key.Key_Return)
        elif table.outcome is not None:
            break
        else:
            table.play(player.orders(view, table.choices, number)[0].order)
    assert table.outcome is not None
    state, log = room.model.state, table.view.log
    assert len(state.news) == len(state.scenes) == len(log) and len(state.leaves) == 2
    assert not any("–" in column.text for page in state.news for column in page.columns)
    sheet = room.campaign.tables.campaigns[code]
    for page, line in zip(state.news, log, strict=True):
        assert bool(page.status) == (line.damage >= sheet.base_of(line.sortie.target).track.vps[0][0]), "a box or two are no fire"
        assert page.headline.startswith(room._teller().base(line.sortie.target))
    assert state.track is not None and [step.side for step in state.track.steps] == ["axis", "", "allied"], "one's own side on the right"
    totals = dict(table.view.totals)
    assert state.track.total == totals["allied"] - totals["axis"]
    flown = sum(int(line.cells[0]) for page in state.book for line in page.lines)
    assert flown == sum(len(line.fates) for line in log)
    room.map.grab()
    assert len([spot for spot in room.map.spots if spot.hint]) >= len(state.targets)
    for name in (BOOK, NEWS, SCENE, DESK):
        room.open(name)
        room.grab()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_plan_says_what_a_range_does(qtbot: QtBot, settings: Settings, language: str) -> None:
    settings.set_language(language)
    room = shown(qtbot, settings, own_game("convoys", "3", {"allied": "human", "axis": "sound"}, {}, "carriers"))
    view = quiet(qtbot, room)
    assert settings.words("carriers.ranges") in room.asked(view)[1]
    tips = {card.order.tactic: card.hint.splitlines()[-1] for card in room.model.state.cards[:3]}
    assert [tips[tactic] for tactic in TACTICS] == [settings.words("desk_carriers.recovery", cards=cards) for cards in range(3)]


def test_a_plan_is_two_choices_each_changing_its_part_of_what_is_looked_at(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("convoys", "3", {"allied": "human", "axis": "sound"}, {}, "carriers"))
    quiet(qtbot, room)
    plans = [order for order in room.table.choices.listed if isinstance(order, PlanTurn)]
    tactics, operations = {order.tactic for order in plans}, {order.operation for order in plans}
    cards = room.model.state.cards
    assert len(plans) == 12 and len(cards) == len(tactics) + len(operations), "seven cards for twelve plans"
    assert [card.apart for card in cards] == [i == len(tactics) for i in range(len(cards))]
    for place, order in ((1, cards[1].order), (len(tactics) + 2, None)):
        if order is None:
            order = room.model.state.cards[place].order
            assert order.tactic == TACTICS[1], "the range stays"
        spot = spot_of(room.cards, order)
        qtbot.mouseClick(room.cards, Qt.MouseButton.LeftButton, pos=spot.box.center().toPoint())
        assert room.armed == order
    marked = [card for card in room.model.state.cards if card.order == room.armed]
    assert len(marked) == 2 and room.armed.tactic == TACTICS[1]
    assert all(card.key == marked[0].key for card in marked), "both point at the line of the list"


def test_plans_lie_from_the_closest_range_to_the_longest(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("convoys", "3", {"allied": "human", "axis": "sound"}, {}, "carriers"))
    quiet(qtbot, room)
    ranges = [TACTICS.index(card.order.tactic) for card in room.model.state.cards[:3]]
    rows = [TACTICS.index(order.tactic) for _, _, order in room._rows(room.table.teller(settings.words))]
    assert ranges == [0, 1, 2] and rows == sorted(rows) and len(set(rows)) == 3
