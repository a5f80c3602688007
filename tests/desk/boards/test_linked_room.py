"""The room of a campaign: linked missions played in it by keys and by mouse, pages, secrets, hand-over, sizes, languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QSpinBox
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.campaigns.linked.orders import LayFlak, PickArrow, PickOption
from bob.campaigns.linked.position import ARROW, BATTLE, BOMBING, FLAK, OPTIONS
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.registry import panel_of, setup_of
from bob.desk.boards.shared.window import opened
from bob.desk.campaigns.linked.linked_panel import LinkedPanel
from bob.desk.campaigns.linked.setting_up import LinkedSetup
from bob.desk.campaigns.room.map_ground import CampaignGround
from bob.desk.campaigns.room.papers import CampaignPaper, PaperSpot
from bob.desk.campaigns.room.room import BOOK, DESK, FLIGHT, NEWS, PAGES, SCENE
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.desk.campaigns.room.theatre_map import TheatreMap
from bob.desk.session.files import Files
from bob.desk.session.own_game import OwnGame
from bob.games import kit
from bob.staff.advice.campaigns.linked_chronicle import gather
from bob.staff.advice.campaigns.room_state import (
    DAMAGED,
    DESTROYED,
    NOW,
    PAST,
    CampaignRoute,
    CampaignState,
    CampaignTarget,
    TrackStep,
    VictoryMarker,
)
from tests.desk.desks import own_game, settings_in, texts
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

ALONE = {"allied": "human", "axis": "sound"}
BOTH = {"allied": "human", "axis": "human"}
QUICK = {"quick": True}
AIRFIELDS = "airfields_1940"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


def shown(qtbot: QtBot, settings: Settings, table: OwnGame) -> LinkedPanel:
    room = LinkedPanel(settings, table)
    qtbot.addWidget(room, before_close_func=lambda r: r.table.close())
    room.resize(1280, 800)
    room.show()
    room.begin()
    return room


def quiet(qtbot: QtBot, room: LinkedPanel) -> Any:
    """Wait until a person is to decide, and let that person sit down; the view then."""
    table = room.table
    qtbot.waitUntil(lambda: not table.is_thinking)
    if not table.seated:
        qtbot.mouseClick(room.blank_button, Qt.MouseButton.LeftButton)
    return table.view


def on(qtbot: QtBot, room: LinkedPanel, phase: str, mission: int = 1) -> Any:
    """Play by a pilot of the program until the person owes a decision of that phase; the view then."""
    table = room.table
    pilots = {seat: kit("campaign").player("sound", seat, "1", table.game) for seat in ("axis", "allied")}
    for number in range(3000):
        view = quiet(qtbot, room)
        if (view.phase == phase and view.mission >= mission and table.seated in view.owing) or table.outcome is not None:
            return view
        table.play(pilots[table.seated].orders(view, table.choices, number)[0].order)
    raise AssertionError("no end")


def spot_of(paper: CampaignPaper, order: object) -> PaperSpot:
    paper.grab()
    return next(spot for spot in paper.spots if spot.order == order)


def test_the_campaign_has_its_room_and_its_dialog(settings: Settings, qtbot: QtBot) -> None:
    assert panel_of(kit("campaign")) is LinkedPanel
    dialog = setup_of(kit("campaign"))(settings, None)
    qtbot.addWidget(dialog)
    assert isinstance(dialog, LinkedSetup)
    dialog.show()
    for row in range(dialog.campaign.count()):
        dialog.campaign.setCurrentRow(row)
        assert len(dialog.model.state.targets) == len(dialog.linked.campaigns[dialog.code].targets)
    dialog.campaign.setCurrentRow(dialog.codes.index(AIRFIELDS))
    quick, scale = dialog.fields["quick"], dialog.fields["scale"]
    assert isinstance(quick, QCheckBox) and isinstance(scale, QSpinBox)
    quick.setChecked(True)
    scale.setValue(2)
    plan = dialog.plan()
    assert plan.scenario == AIRFIELDS and plan.options == {"quick": True, "scale": 2}
    files = Files(settings)
    core = files.begin(plan)
    assert core.match.position.terms.quick and core.match.position.terms.scale == 2
    core.close()


def test_a_mission_is_chosen_on_the_map_and_an_option_by_its_card(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game(AIRFIELDS, "2", {"axis": "human", "allied": "sound"}, QUICK, "campaign"))
    view = quiet(qtbot, room)
    assert view.phase == ARROW and room.page_open == DESK
    route = next(r for r in room.model.state.routes if r.number == "5")
    at = spot_of(room.map, route.order).box.center().toPoint()
    qtbot.mouseClick(room.map, Qt.MouseButton.LeftButton, pos=at)
    assert room.armed == PickArrow(5) and room.model.armed == PickArrow(5)
    mission = room.model.state.mission
    assert mission is not None and mission.title == "Gosport and Thorney Island"
    assert [(r.count, r.name) for r in mission.forces[0].rows] == [(3, "Ju 87B Stuka"), (2, "Bf 109E-4")]
    qtbot.mouseDClick(room.map, Qt.MouseButton.LeftButton, pos=at)
    view = quiet(qtbot, room)
    assert view.phase == OPTIONS and room.model.state.chosen == "gosport"
    qtbot.mouseClick(room.cards, Qt.MouseButton.LeftButton, pos=spot_of(room.cards, PickOption(5)).box.center().toPoint())
    assert room.armed == PickOption(5)
    mission = room.model.state.mission
    assert mission is not None and (1, "Do 17Z") in [(r.count, r.name) for r in mission.forces[0].rows], (
        "the option that is looked at shows"
    )
    qtbot.mouseClick(room.go, Qt.MouseButton.LeftButton)
    assert 5 in dict(quiet(qtbot, room).unused)["axis"] or room.table.view.options, "given, and shown when both have chosen"


def test_a_campaign_is_played_to_its_end_by_keys(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("poland_1939", "5", ALONE, QUICK, "campaign"))
    table, opened_ = room.table, set()
    for step in range(400):
        quiet(qtbot, room)
        opened_.add(room.page_open)
        if room.page_open in (NEWS, BOOK, SCENE):
            page = {NEWS: room.news, BOOK: room.book, SCENE: room.scene}[room.page_open]
            qtbot.keyClick(page, Qt.Key.Key_Return)
            continue
        if table.outcome is not None:
            break
        count = len(table.match.entries)
        keys = [room.orders.key_of(item) for item in room.orders.lines()]
        for press in (keys[step % len(keys)], Qt.Key.Key_Return):
            assert len(table.match.entries) == count, "a key points, the next gives"
            qtbot.keyClick(room.orders, press)
        assert len(table.match.entries) > count
    assert table.outcome is not None and {DESK, SCENE, NEWS} <= opened_
    state = room.model.state
    assert len(state.news) == len(state.leaves) == len(table.view.score_sheet) == 4
    assert [leaf.state for leaf in state.leaves] == [PAST] * 4
    assert room.go.text() == settings.words("desk_game.again")
    for name in (NEWS, SCENE, BOOK, DESK):
        room.open(name)
        assert room.page_open == name
    for mission in table.view.score_sheet:
        target = next(t for t in state.targets if t.code == mission.target)
        assert target.holder in ("", "axis", "allied")
    assert {t.status for t in state.targets} <= {"", DAMAGED, DESTROYED}


def test_the_dogfight_of_a_mission_is_flown_on_its_own_sheet(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("poland_1939", "7", ALONE, {}, "campaign"))
    view = on(qtbot, room, BATTLE)
    assert room.page_open == FLIGHT and room.flight.view is view.battle
    assert room.orders.count() == 0 and room.flown.orders.count() == len(room.table.choices.listed)
    assert settings.words("desk_campaign.mission_of", number=1, count=4, phase="dogfight") in room.turn.text()
    count = len(room.table.match.entries)
    qtbot.keyClick(room.flown.orders, Qt.Key.Key_Return)
    assert len(room.table.match.entries) > count
    lines = [event.code for _, event in room.flight.log]
    assert lines and "arrow" not in lines and "begins" not in lines
    qtbot.keyClick(room, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    room.open(DESK)
    qtbot.keyClick(room.orders, Qt.Key.Key_Return)
    assert room.page_open == DESK and room.orders.count() == 0, "nothing is given on the desk while it is flown"
    room.close_page()
    assert room.page_open == FLIGHT


def test_flak_and_options_of_the_other_side_are_in_no_text(qtbot: QtBot, settings: Settings) -> None:
    """Two at one screen: what was laid face down is nowhere, and the screen is blank in between."""
    room = shown(qtbot, settings, own_game(AIRFIELDS, "4", BOTH, QUICK, "campaign"))
    for name in PAGES:
        room.open(name)
    on(qtbot, room, OPTIONS)
    first = room.table.seated
    state = room.model.state
    assert all(card.state != "taken" for card in state.cards)
    room.table.play(PickOption(2))
    assert not room.table.seated and room.stack.currentWidget() is room.blank
    assert room.model.state == CampaignState(), "nothing lies on a desk that nobody sits at"
    quiet(qtbot, room)
    second = room.table.seated
    assert second != first
    title = room.campaign.campaigns[AIRFIELDS].options[first][2].name["en"]
    assert title not in seen_in(room)
    assert 2 in dict(room.table.view.unused)[first], "not yet used, for all that the other side can tell"
    room.table.play(PickOption(None))
    on(qtbot, room, FLAK)
    defender = room.table.seated
    room.table.play(LayFlak("tight"))
    view = on(qtbot, room, BOMBING)
    assert view.mission == 1 and room.table.seated != defender and view.flak is None
    assert "flak pattern chosen" not in seen_in(room).lower()
    lines = [line for card in room.model.state.cards for line in card.lines]
    assert len([line for line in lines if line.startswith(("tight", "normal", "dispersed"))]) == 9, "of all that may lie there, alike"


def seen_in(room: LinkedPanel) -> str:
    """Every text of the room, and all that its papers have to draw."""
    return "\n".join(texts(room)) + repr(room.model.state)


def test_hover_says_why_an_arrow_is_shut(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game(AIRFIELDS, "2", {"axis": "human", "allied": "sound"}, QUICK, "campaign"))
    quiet(qtbot, room)
    words = settings.words
    shut = next(route for route in room.model.state.routes if route.start == "ventnor")
    assert not shut.is_open and shut.order is None and words("campaign.refuse.not_controlled")[1:] in shut.hint
    target = next(t for t in room.model.state.targets if t.code == "ventnor")
    room.map.grab()
    at = next(spot for spot in room.map.spots if spot.hint == target.hint).box.center()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, at.toPoint(), room.map.mapToGlobal(at.toPoint()))
    assert room.map.event(event) and "21" in target.hint


def test_the_map_draws_near_and_keys_go_through_the_arrows(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game(AIRFIELDS, "2", {"axis": "human", "allied": "sound"}, QUICK, "campaign"))
    quiet(qtbot, room)
    room.map.grab()
    before = room.armed
    qtbot.keyClick(room.map, Qt.Key.Key_Right)
    assert room.armed != before and isinstance(room.armed, PickArrow)
    one = spot_of(room.map, room.armed).box.center()
    qtbot.keyClick(room.map, "+")
    assert spot_of(room.map, room.armed).box.center() != one
    qtbot.keyClick(room.map, "-")
    qtbot.keyClick(room.map, "-")
    assert spot_of(room.map, room.armed).box.center() == one


def test_targets_beyond_the_chart_lie_at_its_edge_and_those_far_away_on_a_plain_sheet(qtbot: QtBot, settings: Settings) -> None:
    theatre = CampaignGround([(51.3, 1.3), (50.8, 1.9), (52.13, 5.28)])
    assert theatre.charted and not theatre.frame().contains(theatre.plane((52.13, 5.28)))
    poland = CampaignGround([(54.1, 18.8), (50.1, 19.8)])
    assert not poland.charted and poland.plane((54.1, 18.8)).y() < poland.plane((50.1, 19.8)).y()
    model = CampaignModel()
    paper = TheatreMap(settings, model)
    qtbot.addWidget(paper)
    paper.resize(400, 300)
    targets = (
        CampaignTarget("a", "A", "airfield", "allied", (51.3, 1.3)),
        CampaignTarget("b", "B", "mast", "axis", (52.13, 5.28), hint="far"),
    )
    model.show(CampaignState(targets=targets, routes=(CampaignRoute("1", "allied", "", "b", True, "order"),)), None)
    paper.grab()
    assert all(paper.rect().contains(spot.box.center().toPoint()) for spot in paper.spots) and len(paper.spots) == 3
    nowhere = replace(targets[0], at=None)
    model.show(CampaignState(targets=(nowhere, targets[1])), None)
    paper.grab()
    assert len(paper.spots) == 1, "a target without a place is not on the map; the list of orders has it"
    model.show(CampaignState(targets=(nowhere, replace(targets[1], at=None))), None)
    paper.grab()
    allied, axis = paper.spots
    assert allied.box.right() < axis.box.left(), "with no place at all, the sides face each other"


def test_killed_and_opened_again_the_room_is_where_it_was(qtbot: QtBot, settings: Settings) -> None:
    files = Files(settings)
    from bob.driver.game_plan import GamePlan

    window = opened(settings, files, files.begin(GamePlan("campaign", "poland_1939", "3", ALONE, QUICK)))
    qtbot.addWidget(window)
    room = window.panel
    assert isinstance(room, LinkedPanel)
    on(qtbot, room, BOMBING)
    there, path = room.model.state, room.table.save.path
    window.close()
    again = opened(settings, files, files.open(path))
    qtbot.addWidget(again)
    room = again.panel
    assert isinstance(room, LinkedPanel)
    quiet(qtbot, room)
    assert room.page_open == DESK, "what was read before is not shown again"
    assert room.model.state == there
    again.close()


def test_the_newspaper_comes_once_and_turns_its_pages(qtbot: QtBot, settings: Settings) -> None:
    room = shown(qtbot, settings, own_game("poland_1939", "5", ALONE, QUICK, "campaign"))
    view = on(qtbot, room, OPTIONS, mission=2)
    assert len(view.score_sheet) == 1 and room.page_open in (SCENE, NEWS)
    while room.page_open == SCENE:
        qtbot.mouseClick(room.scene, Qt.MouseButton.LeftButton)
    assert room.page_open == NEWS
    line = view.score_sheet[0]
    page = room.news.page
    assert page is not None and room.campaign.campaigns["poland_1939"].targets[line.target].name["en"] in page.headline
    figures = {row[0]: row[1:] for row in page.table[1:]}
    assert figures["Axis"][-1] == str(line.axis.total) and figures["Allies"][-1] == str(line.allied.total)
    qtbot.keyClick(room.news, Qt.Key.Key_Left)
    qtbot.keyClick(room.news, Qt.Key.Key_Escape)
    assert room.page_open == DESK
    room.refresh()
    assert room.page_open == DESK
    assert room.model.state.leaves[0].state == PAST and room.model.state.leaves[1].state == NOW


def test_a_track_turned_round_has_the_same_stretches_for_the_other_side() -> None:
    steps = (TrackStep(None, "a", "allied"), TrackStep(-16, "draw", ""), TrackStep(-5, "x", "axis"))
    track = VictoryMarker(-5, steps, "")
    turned = track.towards("allied")
    assert track.towards("axis") is track and turned.total == 5
    assert [(step.least, step.side) for step in turned.steps] == [(None, "axis"), (6, ""), (17, "allied")]

    def at(found: VictoryMarker, total: int) -> str:
        return [step.name for step in found.steps if step.least is None or total >= step.least][-1]

    assert all(at(track, total) == at(turned, -total) for total in range(-40, 40))


def test_the_book_counts_what_the_log_tells() -> None:
    game = kit("campaign").make()
    from bob.core.match import Match
    from bob.driver import driver_among

    match = Match.new(game, AIRFIELDS, 7)
    driver_among(match, {"axis": "sound", "allied": "sound"}).advance(lambda: match.position.mission > 1)
    flown = gather(event for _, event in match.log("allied"))
    one = flown[0]
    assert [m.number for m in flown] == [1, 2]
    crafts = match.position.missions[0]
    assert sum(c.victories for c in one.crafts.values()) == sum(c.lost and not c.by_flak for c in one.crafts.values()) > 0
    assert sum(drop.bombs or 0 for drop in one.drops.values()) == crafts.bombs
    assert {c.side for c in one.crafts.values()} == {"axis", "allied"} and flown[1].crafts == {}


LOOKS = [
    ("table", "en", (1280, 800), 100),
    ("night", "fr", (1920, 1080), 125),
    ("contrast", "fr", (1280, 800), 150),
    ("night", "en", (1440, 900), 150),
]


@pytest.mark.slow
@pytest.mark.parametrize(("look", "language", "size", "text"), some(LOOKS))
def test_every_page_has_its_room(
    qtbot: QtBot, settings: Settings, qapp: QApplication, look: str, language: str, size: tuple[int, int], text: int
) -> None:
    settings.set_theme(look)
    settings.set_language(language)
    settings.set_text_size(text)
    theme.dress(qapp, settings)
    room = shown(qtbot, settings, own_game(AIRFIELDS, "9", ALONE, QUICK, "campaign"))
    room.resize(*size)
    on(qtbot, room, OPTIONS, mission=2)
    QApplication.processEvents()
    assert room.minimumSizeHint().width() <= size[0] and room.minimumSizeHint().height() <= size[1]
    for name in (SCENE, NEWS, BOOK, DESK):
        room.open(name)
        room.grab()
    assert room.map.width() >= 320 and room.map.height() >= 200
    for paper in (room.map, room.cards):
        inner = paper.rect().adjusted(-1, -1, 1, 1)
        assert all(inner.contains(spot.box.center().toPoint()) for spot in paper.spots if spot.order is not None)
    assert QPointF(room.column.pos()).x() > room.map.width()
