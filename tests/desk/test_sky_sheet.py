"""The miniatures dogfight at the screen: flown by clicks and by keys, deployment, what is said before it is done, secret hands."""

from __future__ import annotations

import pytest
from desks import texts
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.core.kit import Player
from bob.desk.base.settings import Settings
from bob.desk.boards.miniatures.decision import Bundle
from bob.desk.boards.miniatures.roster import explained
from bob.desk.boards.miniatures.sheet import SkySheet
from bob.desk.session.own_game import OwnGame
from bob.driver import Sitting
from bob.games import game, kit
from bob.staff.advice.fights.miniatures_drafts import CloudDraft, FlightDraft, PlaceDraft, SkyDraft
from bob.staff.advice.fights.tooltips import percent
from bob.tactical.miniatures import hints
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.position import ACTION, CHOOSE, CLOUDS, FLY, KEEP, NOWHERE, PLACE
from bob.tactical.miniatures.rules.geometry import PER, Spot, forward, heading_of
from tests.sizes import enough, some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

ALONE = {"raf": "human", "luftwaffe": "sound"}
BOTH = {"raf": "human", "luftwaffe": "human"}


def shown(qtbot: QtBot, settings: Settings, scenario: str, seed: str, seats: dict[str, str], **options: object) -> SkySheet:
    sheet = SkySheet(settings, OwnGame(Sitting.new(game("skies"), scenario, seed, options, seats)))
    qtbot.addWidget(sheet, before_close_func=closed)
    sheet.resize(1280, 800)
    sheet.show()
    sheet.begin()
    return sheet


def closed(sheet: SkySheet) -> None:
    assert isinstance(sheet.table, OwnGame)
    sheet.table.close()


def settled(qtbot: QtBot, sheet: SkySheet) -> None:
    """Wait until nobody thinks and nothing is passed by itself."""
    qtbot.waitUntil(lambda: not sheet.table.is_thinking and not passing(sheet))


def passing(sheet: SkySheet) -> bool:
    alone = isinstance(sheet.table, OwnGame) and len(sheet.table.persons) == 1
    choices = sheet.table.choices
    return alone and sheet.auto.isChecked() and not choices.described and choices.listed == (o.NoMore(),)


def advised(sheet: SkySheet) -> object:
    """What a sound pilot would order."""
    table = sheet.table
    pilot: Player = kit("skies").player("sound", table.sitting, "1", table.game)
    return pilot.orders(table.view, table.choices, 0)[0].order


def until(qtbot: QtBot, sheet: SkySheet, *stages: str, turn: int = 0) -> None:
    """Play as a sound pilot would to a decision of these stages."""
    table = sheet.table
    for _ in range(900):
        settled(qtbot, sheet)
        if table.outcome is not None:
            raise AssertionError("over before it came to that")
        if not table.sitting:
            qtbot.mouseClick(sheet.blank_button, Qt.MouseButton.LeftButton)
            continue
        if table.sitting in table.view.owing and table.view.stage in stages and table.view.turn >= turn:
            return
        sheet.give(advised(sheet))
    raise AssertionError("it does not come to that")


def spot(sheet: SkySheet, at: Spot) -> QPoint:
    return sheet.board.camera.to_screen(at).toPoint()


def point(qtbot: QtBot, sheet: SkySheet, at: Spot) -> None:
    qtbot.mouseMove(sheet.board, spot(sheet, at) + QPoint(2, 0))
    qtbot.mouseMove(sheet.board, spot(sheet, at))


def click(qtbot: QtBot, sheet: SkySheet, at: Spot) -> None:
    point(qtbot, sheet, at)
    qtbot.mouseClick(sheet.board, Qt.MouseButton.LeftButton, pos=spot(sheet, at))


def empty_ahead(sheet: SkySheet, distance: int) -> Spot:
    """A point straight ahead of the active aircraft where nobody is pointed at."""
    assert sheet.position is not None
    a = sheet.position.active
    for aside in (0, 60, -60, 140, -140):
        at = forward(forward(a.at, a.heading, distance), (a.heading + 90) % 360, aside)
        if sheet.board.aircraft_at(at) in (-1, a.number):
            return at
    raise AssertionError("somebody everywhere")


@pytest.mark.slow
def test_a_fight_is_flown_to_its_end_by_clicks(qtbot: QtBot, settings: Settings) -> None:
    """Aircraft are chosen and flown by clicking the cloth, shots by clicking their target twice; the rest in the list."""
    sheet = shown(qtbot, settings, "pairs", "clicks", {"raf": "human", "luftwaffe": "weak"}, turns=4)
    table = sheet.table
    flown = fired = 0
    for _ in range(400):
        settled(qtbot, sheet)
        if table.outcome is not None:
            break
        view, count = table.view, table.number
        shots = [order for order in table.choices.listed if isinstance(order, o.ShootAt)]
        if view.stage == CHOOSE:
            click(qtbot, sheet, view.aircraft[view.candidates[0]].at)
            assert table.view.go is not None and table.view.go.number == view.candidates[0]
        elif view.stage == FLY and not shots:
            a = view.aircraft[view.go.number]
            middle = Spot(view.terms.width * PER // 2, view.terms.height * PER // 2)
            turn = (heading_of(a.at, middle) - a.heading + 180) % 360 - 180
            at = empty_ahead(sheet, 500)
            at = forward(at, (a.heading + (90 if turn > 0 else 270)) % 360, 0 if abs(turn) < 20 else 320)
            if sheet.board.aircraft_at(at) in (-1, a.number):
                click(qtbot, sheet, at)
                flown += 1
            else:
                qtbot.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
        elif shots:
            at = view.aircraft[shots[0].target].at
            click(qtbot, sheet, at)
            if sheet.armed == shots[0] and table.number == count:
                click(qtbot, sheet, at)
                fired += 1
        else:
            qtbot.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
        assert table.number > count or table.outcome is not None
    assert table.outcome is not None and flown > 4
    with qtbot.waitSignal(sheet.again):
        qtbot.mouseClick(sheet.go, Qt.MouseButton.LeftButton)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", some(["dogfight", "few"]))
def test_a_battle_is_played_to_its_end_by_keys(qtbot: QtBot, settings: Settings, scenario: str) -> None:
    sheet = shown(qtbot, settings, scenario, "keys", ALONE, turns=2)
    table = sheet.table
    for _ in range(500):
        settled(qtbot, sheet)
        if table.outcome is not None:
            break
        count = table.number
        if table.view.stage == PLACE:
            assert isinstance(sheet.orders.item(0).data(256), Bundle)
            qtbot.keyClick(sheet.orders, "1")
            continue
        if sheet.draft is not None:
            qtbot.keyClick(sheet.board, "d")
            qtbot.keyClick(sheet.board, "s")
            qtbot.keyClick(sheet.board, Qt.Key.Key_Return)
        else:
            qtbot.keyClick(sheet.orders, Qt.Key.Key_Return)
        assert table.number > count
    assert table.outcome is not None


def test_the_ghost_snaps_to_what_is_legal_and_tells_what_follows(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "pairs", "2", ALONE)
    until(qtbot, sheet, FLY)
    position = sheet.position
    assert position is not None
    a = position.active
    draft = sheet.draft
    assert isinstance(draft, FlightDraft) and draft.form.code == "move" and draft.only("burn") is None
    for ahead, distance in ((100, 400), (550, 550), (1500, 700)):
        point(qtbot, sheet, forward(a.at, a.heading, ahead))
        assert draft.order.distance == distance, "from half the Speed to all of it"
        ghost = sheet.board.lights.ghost
        assert ghost is not None and ghost.at == hints.outlook(position, draft.order).at
    aside = forward(forward(a.at, a.heading, 550), (a.heading + 90) % 360, 1000)
    point(qtbot, sheet, aside)
    assert draft.order.turn == 45, "it turns no farther"
    assert sheet.teller().order(draft.order) in sheet.board.slip.text()
    assert sheet.teller().order(draft.order) in sheet.orders.item(sheet.orders.currentRow()).text()
    expected = hints.outlook(position, draft.order)
    assert sheet.board.lights.targets == {found.at for found in expected.targets}
    click(qtbot, sheet, aside)
    assert sheet.table.view.aircraft[a.number].at == expected.at
    assert sheet.table.view.aircraft[a.number].heading == expected.heading


def test_the_keys_steer_by_step_and_by_degree_and_a_flight_is_taken_back(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "pairs", "2", ALONE)
    until(qtbot, sheet, FLY)
    before = sheet.table.view.aircraft[sheet.table.view.go.number]
    draft = sheet.draft
    assert isinstance(draft, FlightDraft)
    sheet.board.setFocus()
    qtbot.keyClick(sheet.board, Qt.Key.Key_Down)
    qtbot.keyClick(sheet.board, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(sheet.board, Qt.Key.Key_Right)
    qtbot.keyClick(sheet.board, "q")
    assert draft.order == o.MoveOn(700 - 50 - 10, 5 - 1)
    qtbot.keyClick(sheet.board, Qt.Key.Key_Return)
    now = sheet.table.view.aircraft[before.number]
    assert now.at == forward(before.at, before.heading, 640) and now.heading == (before.heading + 4) % 360
    if sheet.undo_button.isEnabled():  # nothing was thrown
        qtbot.mouseClick(sheet.undo_button, Qt.MouseButton.LeftButton)
        assert sheet.table.view.aircraft[before.number] == before
    else:
        assert any(event.code in ("fires", "dealt") for _, event in sheet.table.log)


def test_other_ways_to_fly_are_lines_of_the_list(qtbot: QtBot, settings: Settings) -> None:
    """Dives, hard turns and brakes are chosen by their keys and steered like the move."""
    sheet = shown(qtbot, settings, "pairs", "2", ALONE)
    until(qtbot, sheet, FLY)
    codes = {(draft.form.code, draft.only("burn")) for draft in sheet.drafts}
    assert {("move", None), ("move", "brake"), ("move", "turn"), ("dive", None), ("turn_hard", None)} <= codes
    number = sheet.table.number
    hard = next(draft for draft in sheet.drafts if draft.form.code == "turn_hard")
    key = next(sheet.orders.item(row).data(257) for row in range(sheet.orders.count()) if sheet.orders.item(row).data(256) is hard)
    qtbot.keyClick(sheet.orders, key)
    assert sheet.draft is hard and sheet.table.number == number, "the key chooses what is drawn up, and gives nothing"
    a = sheet.position.active if sheet.position is not None else None
    assert a is not None
    point(qtbot, sheet, forward(a.at, (a.heading + 150) % 360, 600))
    assert 145 <= hard.order.turn <= 155
    qtbot.keyClick(sheet.board, Qt.Key.Key_Return)
    assert sheet.table.view.aircraft[a.number].level == a.level - 1


@pytest.mark.slow
def test_an_enemy_pointed_at_tells_the_shot_with_its_reasons(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "dogfight", "3", ALONE)
    for _ in range(60):
        until(qtbot, sheet, ACTION, FLY)
        shots = [order for order in sheet.table.choices.listed if isinstance(order, o.ShootAt)]
        if shots:
            break
        sheet.give(advised(sheet))
    assert shots and sheet.position is not None
    target = sheet.position.aircraft[shots[0].target]
    found = hints.prospect(sheet.position, sheet.position.active, target)
    point(qtbot, sheet, target.at)
    text = sheet.board.slip.text()
    for reason in (*found.attack, *found.dodge):
        assert reason.rule in text and settings.words(f"desk_skies.reason.{reason.code}") in text
    assert percent(found.chance).replace("<", "&lt;") in text
    assert sheet.board.lights.sticks and not sheet.board.lights.sticks[-1].barred
    click(qtbot, sheet, target.at)
    assert sheet.armed == shots[0]
    count = sheet.table.number
    click(qtbot, sheet, target.at)
    settled(qtbot, sheet)
    assert sheet.table.number > count and any(event.code == "attacks" for _, event in sheet.table.log)
    assert sheet.side.tray.shown is not None and sheet.side.tray.shown.at == target.number


@pytest.mark.slow
def test_the_tray_tells_every_die_that_fell_and_why(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "dogfight", "5", ALONE, turns=4)
    table = sheet.table
    seen = 0
    for _ in range(400):
        settled(qtbot, sheet)
        if table.outcome is not None or enough(seen > 2):
            break
        shown_now = sheet.side.tray.shown
        if shown_now is not None and shown_now.fallen and shown_now.head == "attacks":
            fired = [event for _, event in table.log if event.code == "fires" and not event.data["answer"]][-1]
            attack = shown_now.throws["attack"]
            assert attack.faces == tuple(fired.data["dice"]) and hints.total(attack.reasons) == len(attack.faces)
            assert sheet.side.tray.isVisible() and sheet.side.tray.told()
            sheet.side.tray.repaint()
            seen += 1
        sheet.give(advised(sheet))
    assert seen


def test_aircraft_are_placed_by_mouse_and_keys_or_all_at_once(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "dogfight", "1", ALONE)
    until(qtbot, sheet, CLOUDS)
    cloud = sheet.draft
    assert isinstance(cloud, CloudDraft)
    at = cloud.room[7]
    click(qtbot, sheet, at)
    laid = sheet.table.view.clouds
    assert any(abs(c.x - at.x) < 10 and abs(c.y - at.y) < 10 for c in laid)
    until(qtbot, sheet, PLACE)
    assert sheet.board.lights.strip is not None
    draft = sheet.draft
    assert isinstance(draft, PlaceDraft)
    press, to = spot(sheet, Spot(1000, 300)), spot(sheet, Spot(1800, 300))
    qtbot.mouseMove(sheet.board, press)
    qtbot.mousePress(sheet.board, Qt.MouseButton.LeftButton, pos=press)
    drag(sheet, to)
    qtbot.mouseRelease(sheet.board, Qt.MouseButton.LeftButton, pos=to)
    placed = sheet.table.view.aircraft[draft.number]
    assert abs(placed.at.x - 1000) <= 10 and abs(placed.at.y - 300) <= 10 and abs(placed.heading - 90) <= 3
    second = sheet.draft
    assert isinstance(second, PlaceDraft) and second.number != placed.number
    sheet.board.setFocus()
    at, heading = second.at, second.heading
    qtbot.keyClick(sheet.board, Qt.Key.Key_Right)
    qtbot.keyClick(sheet.board, "d")
    assert second.at == Spot(at.x + 50, at.y) and second.heading == (heading + 5) % 360
    point(qtbot, sheet, Spot(2400, 3300))
    assert second.at.y == 600, "it stays in the strip"
    qtbot.keyClick(sheet.orders, "1")
    settled(qtbot, sheet)
    assert all(a.at != NOWHERE for a in sheet.table.view.aircraft if a.side == 0)


def drag(sheet: SkySheet, to: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    left = Qt.MouseButton.LeftButton
    at = QPointF(to)
    event = QMouseEvent(
        QEvent.Type.MouseMove, at, sheet.board.mapToGlobal(at), Qt.MouseButton.NoButton, left, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(sheet.board, event)


def test_the_stick_measures_between_two_points(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "pairs", "2", ALONE)
    until(qtbot, sheet, CHOOSE, FLY)
    one, other = Spot(2000, 1700), Spot(2600, 2500)
    qtbot.mousePress(sheet.board, Qt.MouseButton.LeftButton, pos=spot(sheet, one))
    drag(sheet, spot(sheet, other))
    count = sheet.table.number
    qtbot.mouseRelease(sheet.board, Qt.MouseButton.LeftButton, pos=spot(sheet, other))
    assert sheet.table.number == count, "measuring gives no order"
    stick = next(stick for stick in sheet.board.lights.sticks if not stick.bare)
    assert abs(((stick.end.x - stick.start.x) ** 2 + (stick.end.y - stick.start.y) ** 2) ** 0.5 - 1000) < 20
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert sheet.board.measured is None
    point(qtbot, sheet, one)
    qtbot.keyClick(sheet, "m")
    point(qtbot, sheet, other)
    assert sheet.board.measured is not None and abs(sheet.board.measured[1].x - other.x) < 10


@pytest.mark.slow
def test_the_order_of_activation_is_listed_with_its_reason(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "dogfight", "3", ALONE)
    until(qtbot, sheet, FLY, turn=2)
    position = sheet.position
    assert position is not None
    waits = [a for a in sheet.roster.order if not a.zoom]
    assert waits[0].number == position.active.number or position.active.zoom
    ranks = [(a.level, a.ps, a.mph) for a in waits[1:]]
    assert ranks == sorted(ranks, reverse=True)
    a = waits[1]
    assert sheet.roster.place_of(a.number) == 2 and str(a.mph) in sheet.roster.why(a)
    told = explained(a, sheet.teller())
    assert all(str(value) in told for value in (a.ps, a.type.agility, a.firepower, a.mph)) and len(told.splitlines()) >= 6
    sheet.roster.repaint()
    assert sheet.roster._card[0].isValid() and sheet.roster._card[1] >= 0, "there is a card to point at"
    qtbot.mouseClick(sheet.roster, Qt.MouseButton.LeftButton, pos=sheet.roster.box(a.number).center().toPoint())
    assert sheet.looked == a.number


def test_hand_over_hides_the_hand(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "pairs", "secret", BOTH, turns=3)
    table = sheet.table
    names = sheet.teller().names
    titles = {code: names.card(code) for code in names.tables.cards}
    handed = 0
    for _ in range(120):
        settled(qtbot, sheet)
        if table.outcome is not None or enough(handed > 8):
            break
        if not table.sitting:
            handed += 1
            assert sheet.stack.currentWidget() is sheet.blank
            assert table.view is None and sheet.hand.cards == () and sheet.orders.count() == 0 and sheet.log.count() == 0
            assert sheet.board.view is None and sheet.board.slip.isHidden() and sheet.roster.position is None
            assert not sheet.drafts and sheet.side.tray.shown is None
            blank = [text for text in texts(sheet) if text]
            assert not any(title in text for text in blank for title in titles.values())
            qtbot.mouseClick(sheet.blank_button, Qt.MouseButton.LeftButton)
            continue
        view = table.view
        played = {event.data[key] for _, event in table.log for key in ("card", "bonus") if isinstance(event.data.get(key), str)}
        drawn = {card for _, event in table.log if event.code in ("drawn", "thrown_away") for card in event.data["cards"]}
        known = {card.partition("@")[0] for card in {*view.hand, *played, *drawn, *view.discards[0], *view.discards[1]}}
        hints_told = (sheet.side.asked_how.text(), sheet.side.hint.text())
        told = [text for text in texts(sheet) if text and text not in hints_told]
        for text in told:
            for code in sorted(known, key=lambda code: -len(titles[code])):
                text = text.replace(titles[code], "")
            traits = {trait for a in view.aircraft for trait in a.type.traits}
            assert not any(titles[code] in text for code in titles.keys() - known - traits), text
        sheet.give(advised(sheet))
    assert handed > 4


@pytest.mark.slow
def test_it_always_says_what_must_be_decided(qtbot: QtBot, settings: Settings) -> None:
    """In both languages, at every decision of a battle with bombers, Aces and cards."""
    sheet = shown(qtbot, settings, "dogfight", "11", ALONE, turns=4)
    table = sheet.table
    seen: set[str] = set()
    for _ in range(600):
        settled(qtbot, sheet)
        if table.outcome is not None or enough({CLOUDS, PLACE, FLY, ACTION} <= seen):
            break
        stage = table.view.stage
        if stage not in seen:
            seen.add(stage)
            for language in ("fr", "en"):
                settings.set_language(language)
                assert sheet.asked_title.text() and "{" not in sheet.asked_title.text()
                assert sheet.side.asked_how.text() and "desk_skies" not in sheet.side.asked_how.text()
                assert sheet.orders.count() and all(sheet.orders.item(row).text().strip() for row in range(sheet.orders.count()))
        sheet.give(advised(sheet))
    assert {CLOUDS, PLACE, FLY, ACTION} <= seen
    assert KEEP is not None


@pytest.mark.slow
@pytest.mark.parametrize("theme", some(["table", "night", "contrast"]))
def test_it_is_drawn_in_every_theme_and_size(qtbot: QtBot, settings: Settings, theme: str) -> None:
    settings.set_theme(theme)
    settings.set_text_size(150)
    sheet = shown(qtbot, settings, "bomber_run", "1", ALONE)
    until(qtbot, sheet, FLY)
    for width, height in ((1280, 800), (3840, 2160)):
        sheet.resize(width, height)
        QApplication.processEvents()
        made = sheet.grab()
        assert made.width() == width and sheet.board.camera.whole > 0
        assert sheet.board.height() > height * 0.55


@pytest.mark.slow
def test_a_line_of_the_list_is_a_draft_or_an_order(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, "dogfight", "1", ALONE)
    for number in range(40):
        settled(qtbot, sheet)
        if sheet.table.outcome is not None or enough(number > 20):
            break
        for row in range(sheet.orders.count()):
            found = sheet.orders.item(row).data(256)
            if isinstance(found, SkyDraft):
                sheet.table.game.check(sheet.table.match.position, "raf", found.order)  # type: ignore[attr-defined]
            elif isinstance(found, Bundle):
                assert all(isinstance(order, o.Deploy) for order in found.orders)
            else:
                assert found in sheet.table.choices.listed
        sheet.give(advised(sheet))
