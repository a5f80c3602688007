"""The miniatures dogfight at the screen: flown by clicks and by keys, deployment, what is said before it is done, secret hands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desks import texts
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.core.kit import Player
from bob.desk.base.settings import Settings
from bob.desk.boards.miniatures.decision import Bundle
from bob.desk.boards.miniatures.miniature_panel import MiniaturePanel
from bob.desk.boards.miniatures.roster import explained
from bob.desk.session.own_game import OwnGame
from bob.driver import Driver
from bob.games import game, kit
from bob.staff.advice.fights.miniatures_drafts import CloudDraft, FlightDraft, MiniatureDraft, PlaceDraft
from bob.staff.advice.fights.tooltips import percent
from bob.tactical.miniatures import hints
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.position import ACTION, CHOOSE, CLOUDS, FLY, KEEP, NOWHERE, PLACE
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.geometry import PER, Spot, forward, heading_of
from tests.sizes import enough, some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

ALONE = {"raf": "human", "luftwaffe": "sound"}
BOTH = {"raf": "human", "luftwaffe": "human"}


def shown(qtbot: QtBot, settings: Settings, scenario: str, seed: str, seats: dict[str, str], **options: object) -> MiniaturePanel:
    panel = MiniaturePanel(settings, OwnGame(Driver.new(game("skies"), scenario, seed, options, seats)))
    qtbot.addWidget(panel, before_close_func=closed)
    panel.resize(1280, 800)
    panel.show()
    panel.begin()
    return panel


def closed(panel: MiniaturePanel) -> None:
    assert isinstance(panel.table, OwnGame)
    panel.table.close()


def settled(qtbot: QtBot, panel: MiniaturePanel) -> None:
    """Wait until nobody thinks and nothing is passed by itself."""
    qtbot.waitUntil(lambda: not panel.table.is_thinking and not passing(panel))


def passing(panel: MiniaturePanel) -> bool:
    alone = isinstance(panel.table, OwnGame) and len(panel.table.persons) == 1
    choices = panel.table.choices
    return alone and panel.auto.isChecked() and not choices.described and choices.listed == (o.NoMore(),)


def advised(panel: MiniaturePanel) -> object:
    """The order of a sound pilot."""
    table = panel.table
    pilot: Player = kit("skies").player("sound", table.seated, "1", table.game)
    return pilot.orders(table.view, table.choices, 0)[0].order


def until(qtbot: QtBot, panel: MiniaturePanel, *stages: str, turn: int = 0) -> None:
    """Play as a sound pilot would to a decision of these stages."""
    table = panel.table
    for _ in range(900):
        settled(qtbot, panel)
        if table.outcome is not None:
            raise AssertionError("over before it came to that")
        if not table.seated:
            qtbot.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)
            continue
        if table.seated in table.view.owing and table.view.stage in stages and table.view.turn >= turn:
            return
        panel.give(advised(panel))
    raise AssertionError("it does not come to that")


def spot(panel: MiniaturePanel, at: Spot) -> QPoint:
    return panel.board.camera.to_screen(at).toPoint()


def point(qtbot: QtBot, panel: MiniaturePanel, at: Spot) -> None:
    qtbot.mouseMove(panel.board, spot(panel, at) + QPoint(2, 0))
    qtbot.mouseMove(panel.board, spot(panel, at))


def click(qtbot: QtBot, panel: MiniaturePanel, at: Spot) -> None:
    point(qtbot, panel, at)
    qtbot.mouseClick(panel.board, Qt.MouseButton.LeftButton, pos=spot(panel, at))


def empty_ahead(panel: MiniaturePanel, distance: int) -> Spot:
    """A point straight ahead of the active aircraft where nobody is pointed at."""
    assert panel.position is not None
    a = panel.position.active
    for aside in (0, 60, -60, 140, -140):
        at = forward(forward(a.at, a.heading, distance), (a.heading + 90) % 360, aside)
        if panel.board.aircraft_at(at) in (-1, a.number):
            return at
    raise AssertionError("somebody everywhere")


@pytest.mark.slow
def test_a_fight_is_flown_to_its_end_by_clicks(qtbot: QtBot, settings: Settings) -> None:
    """Aircraft are chosen and flown by clicking the cloth, shots by clicking their target twice; the rest in the list."""
    panel = shown(qtbot, settings, "pairs", "clicks", {"raf": "human", "luftwaffe": "weak"}, turns=4)
    table = panel.table
    flown = fired = 0
    for _ in range(400):
        settled(qtbot, panel)
        if table.outcome is not None:
            break
        view, count = table.view, table.number
        shots = [order for order in table.choices.listed if isinstance(order, o.ShootAt)]
        if view.stage == CHOOSE:
            click(qtbot, panel, view.aircraft[view.candidates[0]].at)
            assert table.view.go is not None and table.view.go.number == view.candidates[0]
        elif view.stage == FLY and not shots:
            a = view.aircraft[view.go.number]
            middle = Spot(view.terms.width * PER // 2, view.terms.height * PER // 2)
            turn = (heading_of(a.at, middle) - a.heading + 180) % 360 - 180
            at = empty_ahead(panel, 500)
            at = forward(at, (a.heading + (90 if turn > 0 else 270)) % 360, 0 if abs(turn) < 20 else 320)
            if panel.board.aircraft_at(at) in (-1, a.number):
                click(qtbot, panel, at)
                flown += 1
            else:
                qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
        elif shots:
            at = view.aircraft[shots[0].target].at
            click(qtbot, panel, at)
            if panel.armed == shots[0] and table.number == count:
                click(qtbot, panel, at)
                fired += 1
        else:
            qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
        assert table.number > count or table.outcome is not None
    assert table.outcome is not None and flown > 4
    with qtbot.waitSignal(panel.again):
        qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", some(["dogfight", "few"]))
def test_a_battle_is_played_to_its_end_by_keys(qtbot: QtBot, settings: Settings, scenario: str) -> None:
    panel = shown(qtbot, settings, scenario, "keys", ALONE, turns=2)
    table = panel.table
    for _ in range(500):
        settled(qtbot, panel)
        if table.outcome is not None:
            break
        count = table.number
        if table.view.stage == PLACE:
            assert isinstance(panel.orders.item(0).data(256), Bundle)
            qtbot.keyClick(panel.orders, "1")
            continue
        if panel.draft is not None:
            qtbot.keyClick(panel.board, "d")
            qtbot.keyClick(panel.board, "s")
            qtbot.keyClick(panel.board, Qt.Key.Key_Return)
        else:
            qtbot.keyClick(panel.orders, Qt.Key.Key_Return)
        assert table.number > count
    assert table.outcome is not None


def test_the_ghost_snaps_to_what_is_legal_and_tells_what_follows(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "pairs", "2", ALONE)
    until(qtbot, panel, FLY)
    position = panel.position
    assert position is not None
    a = position.active
    draft = panel.draft
    assert isinstance(draft, FlightDraft) and draft.form.code == "move" and draft.only("burn") is None
    for ahead, distance in ((100, 400), (550, 550), (1500, 700)):
        point(qtbot, panel, forward(a.at, a.heading, ahead))
        assert draft.order.distance == distance, "from half the Speed to all of it"
        ghost = panel.board.lights.ghost
        assert ghost is not None and ghost.at == hints.outlook(position, draft.order).at
    aside = forward(forward(a.at, a.heading, 550), (a.heading + 90) % 360, 1000)
    point(qtbot, panel, aside)
    assert draft.order.turn == 45, "it turns no farther"
    assert panel.teller().order(draft.order) in panel.board.slip.text()
    assert panel.teller().order(draft.order) in panel.orders.item(panel.orders.currentRow()).text()
    expected = hints.outlook(position, draft.order)
    assert panel.board.lights.targets == {found.at for found in expected.targets}
    click(qtbot, panel, aside)
    assert panel.table.view.aircraft[a.number].at == expected.at
    assert panel.table.view.aircraft[a.number].heading == expected.heading


def test_the_keys_steer_by_step_and_by_degree_and_a_flight_is_taken_back(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "pairs", "2", ALONE)
    until(qtbot, panel, FLY)
    before = panel.table.view.aircraft[panel.table.view.go.number]
    draft = panel.draft
    assert isinstance(draft, FlightDraft)
    panel.board.setFocus()
    qtbot.keyClick(panel.board, Qt.Key.Key_Down)
    qtbot.keyClick(panel.board, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(panel.board, Qt.Key.Key_Right)
    qtbot.keyClick(panel.board, "q")
    assert draft.order == o.MoveOn(700 - 50 - 10, 5 - 1)
    qtbot.keyClick(panel.board, Qt.Key.Key_Return)
    now = panel.table.view.aircraft[before.number]
    assert now.at == forward(before.at, before.heading, 640) and now.heading == (before.heading + 4) % 360
    if panel.undo_button.isEnabled():  # nothing was thrown
        qtbot.mouseClick(panel.undo_button, Qt.MouseButton.LeftButton)
        assert panel.table.view.aircraft[before.number] == before
    else:
        assert any(event.code in ("fires", "dealt") for _, event in panel.table.log)


def test_other_ways_to_fly_are_lines_of_the_list(qtbot: QtBot, settings: Settings) -> None:
    """Dives, hard turns and brakes are chosen by their keys and steered like the move."""
    panel = shown(qtbot, settings, "pairs", "2", ALONE)
    until(qtbot, panel, FLY)
    codes = {(draft.form.code, draft.only("burn")) for draft in panel.drafts}
    assert {("move", None), ("move", "brake"), ("move", "turn"), ("dive", None), ("turn_hard", None)} <= codes
    number = panel.table.number
    hard = next(draft for draft in panel.drafts if draft.form.code == "turn_hard")
    key = next(panel.orders.item(row).data(257) for row in range(panel.orders.count()) if panel.orders.item(row).data(256) is hard)
    qtbot.keyClick(panel.orders, key)
    assert panel.draft is hard and panel.table.number == number, "the key chooses what is drawn up, and gives nothing"
    a = panel.position.active if panel.position is not None else None
    assert a is not None
    point(qtbot, panel, forward(a.at, (a.heading + 150) % 360, 600))
    assert 145 <= hard.order.turn <= 155
    qtbot.keyClick(panel.board, Qt.Key.Key_Return)
    assert panel.table.view.aircraft[a.number].level == a.level - 1


@pytest.mark.slow
def test_an_enemy_pointed_at_tells_the_shot_with_its_reasons(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "dogfight", "3", ALONE)
    for _ in range(60):
        until(qtbot, panel, ACTION, FLY)
        shots = [order for order in panel.table.choices.listed if isinstance(order, o.ShootAt)]
        if shots:
            break
        panel.give(advised(panel))
    assert shots and panel.position is not None
    target = panel.position.aircraft[shots[0].target]
    found = hints.prospect(panel.position, panel.position.active, target)
    point(qtbot, panel, target.at)
    text = panel.board.slip.text()
    for reason in (*found.attack, *found.dodge):
        assert reason.rule in text and settings.words(f"desk_skies.reason.{reason.code}") in text
    assert percent(found.chance).replace("<", "&lt;") in text
    assert panel.board.lights.sticks and not panel.board.lights.sticks[-1].barred
    click(qtbot, panel, target.at)
    assert panel.armed == shots[0]
    count = panel.table.number
    click(qtbot, panel, target.at)
    settled(qtbot, panel)
    assert panel.table.number > count and any(event.code == "attacks" for _, event in panel.table.log)
    assert panel.side.tray.shown is not None and panel.side.tray.shown.at == target.number


@pytest.mark.slow
def test_the_tray_tells_every_die_that_fell_and_why(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "dogfight", "5", ALONE, turns=4)
    table = panel.table
    seen = 0
    for _ in range(400):
        settled(qtbot, panel)
        if table.outcome is not None or enough(seen > 2):
            break
        shown_now = panel.side.tray.shown
        if shown_now is not None and shown_now.fallen and shown_now.head == "attacks":
            fired = [event for _, event in table.log if event.code == "fires" and not event.data["answer"]][-1]
            attack = shown_now.throws["attack"]
            assert attack.faces == tuple(fired.data["dice"]) and hints.total(attack.reasons) == len(attack.faces)
            assert panel.side.tray.isVisible() and panel.side.tray.describe()
            panel.side.tray.repaint()
            seen += 1
        panel.give(advised(panel))
    assert seen


def test_aircraft_are_placed_by_mouse_and_keys_or_all_at_once(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "dogfight", "1", ALONE)
    until(qtbot, panel, CLOUDS)
    cloud = panel.draft
    assert isinstance(cloud, CloudDraft)
    at = cloud.room[7]
    click(qtbot, panel, at)
    laid = panel.table.view.clouds
    assert any(abs(c.x - at.x) < 10 and abs(c.y - at.y) < 10 for c in laid)
    until(qtbot, panel, PLACE)
    assert panel.board.lights.strip is not None
    draft = panel.draft
    assert isinstance(draft, PlaceDraft)
    press, to = spot(panel, Spot(1000, 300)), spot(panel, Spot(1800, 300))
    qtbot.mouseMove(panel.board, press)
    qtbot.mousePress(panel.board, Qt.MouseButton.LeftButton, pos=press)
    drag(panel, to)
    qtbot.mouseRelease(panel.board, Qt.MouseButton.LeftButton, pos=to)
    placed = panel.table.view.aircraft[draft.number]
    assert abs(placed.at.x - 1000) <= 10 and abs(placed.at.y - 300) <= 10 and abs(placed.heading - 90) <= 3
    second = panel.draft
    assert isinstance(second, PlaceDraft) and second.number != placed.number
    panel.board.setFocus()
    at, heading = second.at, second.heading
    qtbot.keyClick(panel.board, Qt.Key.Key_Right)
    qtbot.keyClick(panel.board, "d")
    assert second.at == Spot(at.x + 50, at.y) and second.heading == (heading + 5) % 360
    point(qtbot, panel, Spot(2400, 3300))
    assert second.at.y == 600, "it stays in the strip"
    qtbot.keyClick(panel.orders, "1")
    settled(qtbot, panel)
    assert all(a.at != NOWHERE for a in panel.table.view.aircraft if a.side == 0)


def drag(panel: MiniaturePanel, to: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    left = Qt.MouseButton.LeftButton
    at = QPointF(to)
    event = QMouseEvent(
        QEvent.Type.MouseMove, at, panel.board.mapToGlobal(at), Qt.MouseButton.NoButton, left, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(panel.board, event)


def test_the_stick_measures_between_two_points(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "pairs", "2", ALONE)
    until(qtbot, panel, CHOOSE, FLY)
    one, other = Spot(2000, 1700), Spot(2600, 2500)
    qtbot.mousePress(panel.board, Qt.MouseButton.LeftButton, pos=spot(panel, one))
    drag(panel, spot(panel, other))
    count = panel.table.number
    qtbot.mouseRelease(panel.board, Qt.MouseButton.LeftButton, pos=spot(panel, other))
    assert panel.table.number == count, "measuring gives no order"
    stick = next(stick for stick in panel.board.lights.sticks if not stick.bare)
    assert abs(((stick.end.x - stick.start.x) ** 2 + (stick.end.y - stick.start.y) ** 2) ** 0.5 - 1000) < 20
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert panel.board.measured is None
    point(qtbot, panel, one)
    qtbot.keyClick(panel, "m")
    point(qtbot, panel, other)
    assert panel.board.measured is not None and abs(panel.board.measured[1].x - other.x) < 10


@pytest.mark.slow
def test_the_order_of_activation_is_listed_with_its_reason(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "dogfight", "3", ALONE)
    until(qtbot, panel, FLY, turn=2)
    position = panel.position
    assert position is not None
    waits = [a for a in panel.roster.order if not a.zoom]
    assert waits[0].number == position.active.number or position.active.zoom
    ranks = [(a.level, a.ps, a.mph) for a in waits[1:]]
    assert ranks == sorted(ranks, reverse=True)
    a = waits[1]
    assert panel.roster.place_of(a.number) == 2 and str(a.mph) in panel.roster.why(a)
    text = explained(a, panel.teller())
    assert all(str(value) in text for value in (a.ps, a.type.agility, a.firepower, a.mph)) and len(text.splitlines()) >= 6
    panel.roster.repaint()
    assert panel.roster._card[0].isValid() and panel.roster._card[1] >= 0, "there is a card to point at"
    qtbot.mouseClick(panel.roster, Qt.MouseButton.LeftButton, pos=panel.roster.box(a.number).center().toPoint())
    assert panel.looked == a.number


def test_a_squadron_with_more_chits_than_aircraft_is_about_to_break_off(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "dogfight", "3", ALONE)
    until(qtbot, panel, FLY, turn=1)
    view, strength = panel.table.view, standing.strength(panel.position, 0, 0)
    for chits, told in ((strength, "bears 0 more"), (strength + 2, "breaks off when the turn is over")):
        panel.score_text(replace(view, chits=((chits, *view.chits[0][1:]), *view.chits[1:])))
        assert f"chits {chits}, {told}" in panel.score.toolTip()


def test_hand_over_hides_the_hand(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "pairs", "secret", BOTH, turns=3)
    table = panel.table
    names = panel.teller().names
    titles = {code: names.card(code) for code in names.tables.cards}
    handed = 0
    for _ in range(120):
        settled(qtbot, panel)
        if table.outcome is not None or enough(handed > 8):
            break
        if not table.seated:
            handed += 1
            assert panel.stack.currentWidget() is panel.blank
            assert table.view is None and panel.hand.cards == () and panel.orders.count() == 0 and panel.log.count() == 0
            assert panel.board.view is None and panel.board.slip.isHidden() and panel.roster.position is None
            assert not panel.drafts and panel.side.tray.shown is None
            blank = [text for text in texts(panel) if text]
            assert not any(title in text for text in blank for title in titles.values())
            qtbot.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)
            continue
        view = table.view
        played = {event.data[key] for _, event in table.log for key in ("card", "bonus") if isinstance(event.data.get(key), str)}
        drawn = {card for _, event in table.log if event.code in ("drawn", "thrown_away") for card in event.data["cards"]}
        known = {card.partition("@")[0] for card in {*view.hand, *played, *drawn, *view.discards[0], *view.discards[1]}}
        hints_told = (panel.side.asked_how.text(), panel.side.hint.text())
        lines = [text for text in texts(panel) if text and text not in hints_told]
        for text in lines:
            for code in sorted(known, key=lambda code: -len(titles[code])):
                text = text.replace(titles[code], "")
            traits = {trait for a in view.aircraft for trait in a.type.traits}
            assert not any(titles[code] in text for code in titles.keys() - known - traits), text
        panel.give(advised(panel))
    assert handed > 4


@pytest.mark.slow
def test_it_always_says_what_must_be_decided(qtbot: QtBot, settings: Settings) -> None:
    """In both languages, at every decision of a battle with bombers, Aces and cards."""
    panel = shown(qtbot, settings, "dogfight", "11", ALONE, turns=4)
    table = panel.table
    seen: set[str] = set()
    for _ in range(600):
        settled(qtbot, panel)
        if table.outcome is not None or enough({CLOUDS, PLACE, FLY, ACTION} <= seen):
            break
        stage = table.view.stage
        if stage not in seen:
            seen.add(stage)
            for language in ("fr", "en"):
                settings.set_language(language)
                assert panel.asked_title.text() and "{" not in panel.asked_title.text()
                assert panel.side.asked_how.text() and "desk_skies" not in panel.side.asked_how.text()
                assert panel.orders.count() and all(panel.orders.item(row).text().strip() for row in range(panel.orders.count()))
        panel.give(advised(panel))
    assert {CLOUDS, PLACE, FLY, ACTION} <= seen
    assert KEEP is not None


@pytest.mark.slow
@pytest.mark.parametrize("theme", some(["table", "night", "contrast"]))
def test_it_is_drawn_in_every_theme_and_size(qtbot: QtBot, settings: Settings, theme: str) -> None:
    settings.set_theme(theme)
    settings.set_text_size(150)
    panel = shown(qtbot, settings, "bomber_run", "1", ALONE)
    until(qtbot, panel, FLY)
    for width, height in ((1280, 800), (3840, 2160)):
        panel.resize(width, height)
        QApplication.processEvents()
        made = panel.grab()
        assert made.width() == width and panel.board.camera.whole > 0
        assert panel.board.height() > height * 0.55


@pytest.mark.slow
def test_a_line_of_the_list_is_a_draft_or_an_order(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, "dogfight", "1", ALONE)
    for number in range(40):
        settled(qtbot, panel)
        if panel.table.outcome is not None or enough(number > 20):
            break
        for row in range(panel.orders.count()):
            found = panel.orders.item(row).data(256)
            if isinstance(found, MiniatureDraft):
                panel.table.game.check(panel.table.match.position, "raf", found.order)  # type: ignore[attr-defined]
            elif isinstance(found, Bundle):
                assert all(isinstance(order, o.Deploy) for order in found.orders)
            else:
                assert found in panel.table.choices.listed
        panel.give(advised(panel))
