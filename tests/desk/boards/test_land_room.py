"""The land campaigns in their room: Resources by card, the plan by dragging, pages of the past, secrets, sizes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.campaigns.land.kit import CAMPAIGNS, KIT
from bob.campaigns.land.orders import PickResource, Ready, SetAltitude
from bob.campaigns.land.position import FLIGHT, PLAN, RESOURCE
from bob.core.text import signed
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.registry import panel_of, setup_of
from bob.desk.boards.shared.lists import ORDER
from bob.desk.boards.shared.window import opened
from bob.desk.campaigns.land.land_panel import LandPanel
from bob.desk.campaigns.land.setting_up import LandSetup
from bob.desk.campaigns.room.room import BOOK, DESK, NEWS, SCENE
from bob.desk.campaigns.room.room import FLIGHT as FLIGHT_PAGE
from bob.desk.session.files import Files
from bob.desk.session.own_game import OwnGame
from bob.driver.game_plan import GamePlan
from bob.games import kit
from bob.staff.advice.campaigns.room_state import NOW, PAST, CampaignState
from bob.staff.advice.fights.choice_keys import KEYS
from tests.desk.boards.test_linked_room import LOOKS, spot_of
from tests.desk.desks import own_game, settings_in, texts
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

ALONE = {"allied": "human", "axis": "sound"}
BOTH = {"allied": "human", "axis": "human"}
QUICK = {"quick": True, "missions": 3}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


def shown(qtbot: QtBot, settings: Settings, table: OwnGame) -> LandPanel:
    room = LandPanel(settings, table)
    qtbot.addWidget(room, before_close_func=lambda r: r.table.close())
    room.resize(1280, 800)
    room.show()
    room.begin()
    return room


def quiet(qtbot: QtBot, room: LandPanel) -> Any:
    """Wait until a person is to decide, and let that person sit down; the view then."""
    table = room.table
    qtbot.waitUntil(lambda: not table.is_thinking)
    if not table.seated:
        qtbot.mouseClick(room.blank_button, Qt.MouseButton.LeftButton)
    return table.view


def on(qtbot: QtBot, room: LandPanel, wanted: Any) -> Any:
    """Play by a player of the program until something is so of the view in which a person decides."""
    table = room.table
    players = {seat: KIT.player("sound", seat, "1", table.game) for seat in ("axis", "allied")}
    for number in range(400):
        view = quiet(qtbot, room)
        if table.outcome is not None or (table.seated in view.owing and wanted(view)):
            return view
        table.play(players[table.seated].orders(view, table.choices, number)[0].order)
    raise AssertionError("no end")


def test_the_dialog_knows_the_periods_and_begins_what_it_says(qtbot: QtBot, settings: Settings) -> None:
    assert panel_of(kit("air_war")) is LandPanel
    dialog = setup_of(kit("air_war"))(settings, None)
    qtbot.addWidget(dialog)
    assert isinstance(dialog, LandSetup) and set(dialog.codes) == set(CAMPAIGNS)
    dialog.show()
    for row, code in enumerate(dialog.codes):
        dialog.campaign.setCurrentRow(row)
        campaign = dialog.war.tables.campaigns[code]
        period = dialog.fields["period"]
        assert isinstance(period, QComboBox)
        assert [period.itemData(i) for i in range(period.count())] == [found.code for found in campaign.period]
        assert dialog.model.state.targets and dialog.plan().options == {}
    dialog.campaign.setCurrentRow(dialog.codes.index("channel_battle"))
    missions, period = dialog.fields["missions"], dialog.fields["period"]
    assert isinstance(missions, QSpinBox) and isinstance(period, QComboBox)
    missions.setValue(2)
    period.setCurrentIndex(1)
    assert dialog.plan().options == {"missions": 2, "period": "august"}


@pytest.mark.slow
@pytest.mark.rule("CAM-24.43a")
def test_the_dialog_takes_teams_and_their_players_take_turns_at_the_desk(qtbot: QtBot, settings: Settings) -> None:
    dialog = setup_of(kit("air_war"))(settings, None)
    qtbot.addWidget(dialog)
    assert isinstance(dialog, LandSetup)
    players = dialog.fields["allied_players"]
    assert isinstance(players, QSpinBox)
    players.setValue(2)
    plan = dialog.plan()
    assert plan.options == {"allied_players": 2}
    assert plan.seats["allied_2"] == plan.seats["allied"] and set(plan.seats) == {"axis", "allied", "allied_2"}
    seats = {"axis": "sound", "allied": "human", "allied_2": "human"}
    room = shown(qtbot, settings, own_game("channel_battle", "3", seats, {"missions": 1, "allied_players": 2}, "air_war"))
    driver = {seat: KIT.player("sound", seat, "1", room.table.game) for seat in seats}
    sat = set()
    for number in range(400):
        view = quiet(qtbot, room)
        if room.table.outcome is not None:
            break
        assert view.seat == "allied" and room.table.seated in view.owing
        sat.add(room.table.seated)
        room.table.play(driver[room.table.seated].orders(view, room.table.choices, number)[0].order)
    assert sat == {"allied", "allied_2"} and room.table.outcome is not None


def test_who_is_to_choose_is_told_so_while_the_other_side_thinks(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("channel_battle", "1", {"allied": "human", "axis": "sound"}, {"missions": 1}, "air_war"))
    assert room.table.is_thinking and room.table.choices.listed
    assert room.who.text() == settings.words("desk_game.yours", seat=room.seat_title("allied"))
    qtbot.waitUntil(lambda: not room.table.is_thinking)


def test_a_resource_is_chosen_by_its_card_and_known_to_nobody_else(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("channel_battle", "3", BOTH, QUICK, "air_war"))
    view = quiet(qtbot, room)
    assert view.phase == RESOURCE
    first = room.table.seated
    name = room.campaign.tables.campaigns["channel_battle"].resources(first)[5].name["en"]
    qtbot.mouseDClick(room.cards, Qt.MouseButton.LeftButton, pos=spot_of(room.cards, PickResource(5)).box.center().toPoint())
    assert not room.table.seated and room.model.state == CampaignState()
    view = quiet(qtbot, room)
    assert room.table.seated != first and view.picks == ()
    everything = "\n".join(texts(room)) + repr(room.model.state)
    assert name not in everything and 5 in dict(view.unused)[first]
    room.table.play(PickResource(1))
    on(qtbot, room, lambda v: v.phase == PLAN)
    assert name in "\n".join(room.model.state.mission.notes), "both are shown together"


def test_aircraft_of_a_resource_are_dragged_to_another_band(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("channel_battle", "3", ALONE, QUICK, "air_war"))
    view = on(qtbot, room, lambda v: v.phase == PLAN and any(isinstance(o, SetAltitude) for o in room.table.choices.listed))
    assert view.phase == PLAN and room.tray.currentWidget() is room.plan
    token = next(t for t in room.model.state.plan if t.orders)
    assert token.band is not None
    wanted = dict(token.orders)
    goal = max(wanted)
    room.plan.grab()
    start = next(box for other, box in room.plan._boxes if other.number == token.number).center().toPoint()
    end = QPoint(start.x() + 8, room.plan._bands[goal].center().toPoint().y())
    qtbot.mousePress(room.plan, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(room.plan, end)
    room.plan.grab()
    qtbot.mouseRelease(room.plan, Qt.MouseButton.LeftButton, pos=end)
    assert next(t for t in room.model.state.plan if t.number == token.number).band == goal
    room.plan.setFocus()
    room.plan.chosen = [t.number for t in room.model.state.plan if t.orders].index(token.number)
    qtbot.keyClick(room.plan, Qt.Key.Key_Down)
    assert next(t for t in room.model.state.plan if t.number == token.number).band == goal - 1
    count = len(room.table.match.entries)
    qtbot.mousePress(room.plan, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseRelease(room.plan, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert len(room.table.match.entries) == count, "let go beside the bands, nothing is ordered"
    room.orders.arm(Ready())
    qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    assert room.table.view.phase != PLAN or "allied" not in room.table.view.owing


def test_what_is_free_of_the_other_side_is_unknown_in_the_plan(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("channel_battle", "3", ALONE, QUICK, "air_war"))
    view = on(qtbot, room, lambda v: v.phase == PLAN and any(g.free and g.side == "axis" for g in v.groups))
    hidden = [t for t in room.model.state.plan if t.band is None]
    assert {int(t.number) - 1 for t in hidden} == {g.number for g in view.groups if g.free and g.side == "axis"} and hidden
    assert not [t for t in room.model.state.plan if t.side == "axis" and t.orders]


@pytest.mark.slow
@pytest.mark.parametrize("code", some(CAMPAIGNS))
def test_a_campaign_fills_calendar_newspaper_and_book(qtbot: QtBot, settings: Settings, code: str) -> None:
    room = shown(qtbot, settings, own_game(code, "1940", ALONE, QUICK, "air_war"))
    seen = set()
    table = room.table
    player = KIT.player("sound", "allied", "1", table.game)
    for number in range(200):
        view = quiet(qtbot, room)
        seen.add(room.page_open)
        if room.page_open in (NEWS, SCENE):
            qtbot.keyClick(room.news if room.page_open == NEWS else room.scene, Qt.Key.Key_Return)
        elif table.outcome is not None:
            break
        else:
            table.play(player.orders(view, table.choices, number)[0].order)
    assert table.outcome is not None and NEWS in seen
    state, log = room.model.state, table.view.log
    assert len(log) == len(state.news) == len(state.leaves) == 3 and {leaf.state for leaf in state.leaves} == {PAST}
    for page, flown in zip(state.news, log, strict=True):
        figures = {row[0]: row[-1] for row in page.table[1:]}
        assert figures == {"Axis": str(flown.points("axis")), "Allies": str(flown.points("allied"))}
        assert sum(int(row[1]) for row in page.table[1:]) == len(flown.fates)
        assert not any("–." in column.text for column in page.columns), "who met nobody is said to have met nobody"
    assert state.track is not None and state.track.steps[-1].side == "allied", "one's own side is on the right"
    assert state.track.total == sum(flown.points("allied") - flown.points("axis") for flown in log)
    assert [leaf.figure for leaf in state.leaves] == [signed(flown.points("allied") - flown.points("axis")) for flown in log]
    flown_in_book = sum(int(line.cells[0].replace("·", "0")) for page in state.book for line in page.lines)
    assert flown_in_book == sum(len(flown.fates) for flown in log)
    assert sum(len(page.pilots) for page in state.book) == len(table.view.book)
    for name in (BOOK, NEWS, SCENE, DESK):
        room.open(name)
        room.grab()


@pytest.mark.slow
@pytest.mark.parametrize(("look", "language", "size", "text"), some(LOOKS))
def test_the_desk_has_its_room(
    qtbot: QtBot, settings: Settings, qapp: QApplication, look: str, language: str, size: tuple[int, int], text: int
) -> None:
    settings.set_theme(look)
    settings.set_language(language)
    settings.set_text_size(text)
    theme.dress(qapp, settings)
    room = shown(qtbot, settings, own_game("eagle_attack", "2", ALONE, QUICK, "air_war"))
    room.resize(*size)
    for phase in (RESOURCE, PLAN):
        on(qtbot, room, lambda v, phase=phase: v.phase == phase and v.mission == 1)
        QApplication.processEvents()
        assert room.height() == size[1] and room.width() == size[0]
        assert room.map.width() >= 320 and room.map.height() >= 180
        room.grab()
    assert room.model.state.leaves[0].state == NOW
    assert kit("air_war").name == "air_war"


@pytest.mark.slow
def test_killed_in_the_middle_of_a_flight_it_goes_on_there(qtbot: QtBot, settings: Settings) -> None:
    files = Files(settings)
    window = opened(settings, files, files.begin(GamePlan("air_war", "channel_battle", "look7", ALONE, {"missions": 2})))
    qtbot.addWidget(window)
    room = window.panel
    assert isinstance(room, LandPanel) and room.flown is not None
    view = on(qtbot, room, lambda v: v.phase == FLIGHT and v.flight.turn >= 1)
    assert room.page_open == FLIGHT_PAGE and room.flight is not None and room.flight.view is view.flight
    assert room.orders.count() == 0 and room.flown.orders.count() == len(room.table.choices.listed)
    lines = [event.code for _, event in room.flight.log]
    assert lines and not {"mission", "resources", "takes_off"} & set(lines)
    qtbot.keyClick(room.flown.orders, Qt.Key.Key_Return)
    quiet(qtbot, room)
    there, path, turn = room.table.view, room.table.save.path, room.turn.text()
    window.close()
    again = opened(settings, files, files.open(path))
    qtbot.addWidget(again)
    room = again.panel
    assert isinstance(room, LandPanel)
    quiet(qtbot, room)
    assert room.table.view == there and room.page_open == FLIGHT_PAGE and room.turn.text() == turn
    on(qtbot, room, lambda v: v.mission == 2)
    assert room.page_open in (SCENE, NEWS) and len(room.model.state.news) == 1
    again.close()


def test_a_town_makes_way_for_the_name_of_a_target(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("channel_battle", "5", ALONE, QUICK, "air_war"))
    quiet(qtbot, room)
    chart = room.map
    chart.grab()
    assert chart.towns and "Reading" not in chart.towns, "a name lies there"
    picture, inner = QPixmap(chart.size()), QRectF(chart.rect()).adjusted(5, 5, -5, -5)
    painter = QPainter(picture)
    drawn = [
        chart._ground.paint_towns(painter, chart._eye(inner), inner, chart.look, settings.words, 1.0, names) for names in ([], [inner])
    ]
    painter.end()
    assert "Reading" in drawn[0] and drawn[1] == []


def test_the_key_of_a_resource_is_the_number_on_its_card(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("channel_battle", "3", ALONE, QUICK, "air_war"))
    view = on(qtbot, room, lambda v: v.phase == RESOURCE and v.mission == 2)
    room.open(DESK)
    listed = [order.number for order in room.table.choices.listed]
    assert listed != list(range(1, len(listed) + 1)), "some are used up"
    for item in room.orders.lines():
        order = item.data(ORDER)
        card = next(card for card in room.model.state.cards if card.order == order)
        assert room.orders.key_of(item) == card.key == KEYS[order.number - 1] and card.head == str(order.number)
        assert card.key == card.head or order.number > 9
        assert room.orders.shown_text(item).startswith(f"Resource {order.number}")
    wanted, count = listed[-1], len(room.table.match.entries)
    assert room.armed is None
    qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    qtbot.keyClick(room.orders, KEYS[wanted - 1])
    assert len(room.table.match.entries) == count and room.armed == PickResource(wanted), "a key points at it"
    qtbot.keyClick(room.orders, KEYS[wanted - 1])
    assert room.table.match.entries[count].order == PickResource(wanted) and view.mission == 2


@pytest.mark.slow
def test_the_stakes_of_a_mission_are_told_and_what_is_of_no_use_in_it(qtbot: QtBot, settings: Settings) -> None:
    kinds, words = set(), settings.words
    for seed in range(12):
        room = shown(qtbot, settings, own_game("eagle_attack", str(seed), ALONE, QUICK, "air_war"))
        view = on(qtbot, room, lambda v: v.phase == RESOURCE)
        entry, mission = room.campaign.tables.campaigns["eagle_attack"].target_of(view.target), room.model.state.mission
        assert mission is not None
        told, useless = "\n".join(mission.notes), {card.head for card in room.model.state.cards if card.useless}
        if entry.kind != "raid":
            assert words("desk_air_war.stakes.dogfight") in told or f"VP {entry.award}" in told
        cards, awards = room.campaign.flights.tables.aircraft, room.campaign.tables.awards.classes
        for kind in {cards[flyers.aircraft].kind for flyers in (*entry.attackers, *entry.defenders)}:
            named, award = words(f"flight.kind.{kind}"), awards[kind]
            assert words("desk_air_war.stakes.kind", kind=named, down=award.destroyed, hurt=award.damaged) in told
        resources = room.campaign.tables.campaigns["eagle_attack"].resources("allied")
        ways = ("clouds", "flak", "out_turns")
        idle = {str(n) for n, found in resources.items() if not entry.phased and all(e.kind in ways for e in found.effects)}
        assert useless == idle
        assert all(card.useless in card.hint for card in room.model.state.cards)
        kinds.add(entry.kind)
    assert "raid" in kinds and len(kinds) > 1


def test_while_a_mission_is_flown_the_desk_asks_for_no_resource(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("channel_battle", "3", ALONE, {"missions": 1}, "air_war"))
    on(qtbot, room, lambda v: v.phase == FLIGHT)
    assert room.asked(room.table.view) == (settings.words("desk_campaign.ask.in_air"), settings.words("desk_campaign.ask_how.in_air"))
