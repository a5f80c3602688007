"""The hex dogfight at the screen: played by clicks and by keys, secret hands, what is said and lit, both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from desks import texts
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.core.hexes import Hex, at_offset, distance, offset
from bob.core.kit import Player, seat_told
from bob.desk.base.settings import Settings
from bob.desk.boards.hexes.sheet import HexSheet
from bob.desk.session.own_game import OwnGame
from bob.driver import Sitting
from bob.games import game, kit
from bob.staff.advice.fights.hexes_naming import keyed, place_of
from bob.staff.advice.fights.tooltips import percent
from bob.tactical.hexes import hints
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.position import CLOUDS, COUNTER, DODGE, FLY, GO, PLACE
from tests.sizes import enough, some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

ALONE = {"raf": "human", "luftwaffe": "sound"}
BOTH = {"raf": "human", "luftwaffe": "human"}


def begun(mission: str, seed: str, seats: dict[str, str], **options: object) -> Sitting:
    return Sitting.new(game("hexes"), mission, seed, options, seats)


def decided(core: Sitting) -> Iterator[str]:
    """The seats that are asked, one decision after another, while sound pilots fly for the persons; away from any screen."""
    pilots = {seat: kit("hexes").player("sound", seat, "1", core.match.game) for seat in core.outside}
    core.advance()
    while not core.is_over:
        seat = core.asked_seats[0]
        view, choices = core.match.view(seat), core.choices(seat)
        if choices.listed != (o.PASS,):
            yield seat
        core.give(seat, pilots[seat].orders(view, choices, 0)[0].order)
        core.advance()


def come_to(core: Sitting, stage: str, wanted: Callable[[tuple[Any, ...]], bool] = bool) -> Sitting:
    """The game where one of the persons is asked at that stage, with such orders listed."""
    for seat in decided(core):
        if core.match.view(seat).stage == stage and wanted(core.choices(seat).listed):
            return core
    raise AssertionError("it does not come to that")


def shown(qtbot: QtBot, settings: Settings, core: Sitting) -> HexSheet:
    sheet = HexSheet(settings, OwnGame(core))
    qtbot.addWidget(sheet, before_close_func=closed)
    sheet.resize(1280, 800)
    sheet.show()
    sheet.begin()
    QApplication.processEvents()
    return sheet


def closed(sheet: HexSheet) -> None:
    sheet.reaches.stop()
    assert isinstance(sheet.table, OwnGame)
    sheet.table.close()


def settled(qtbot: QtBot, sheet: HexSheet) -> None:
    """Wait until nobody thinks, nothing is passed by itself and the ways are known."""
    qtbot.waitUntil(lambda: not sheet.table.is_thinking and not sheet.reaches.busy and not passing(sheet))


def passing(sheet: HexSheet) -> bool:
    alone = isinstance(sheet.table, OwnGame) and len(sheet.table.persons) == 1
    return alone and sheet.auto.isChecked() and sheet.table.choices.listed == (o.PASS,)


def pilot_of(sheet: HexSheet, seat: str) -> Player:
    return kit("hexes").player("sound", seat, "1", sheet.table.game)


def spot(sheet: HexSheet, at: Hex) -> QPoint:
    return sheet.board.camera.to_screen(at).toPoint()


def click(qtbot: QtBot, sheet: HexSheet, at: Hex) -> None:
    qtbot.mouseMove(sheet.board, spot(sheet, at))
    qtbot.mouseClick(sheet.board, Qt.MouseButton.LeftButton, pos=spot(sheet, at))


@pytest.mark.slow
def test_a_duel_is_played_to_its_end_by_clicks(qtbot: QtBot, settings: Settings) -> None:
    """Aircraft are activated, flown and fired by clicking hexes; what is no place on the sheet is clicked in the list."""
    sheet = shown(qtbot, settings, begun("duel", "clicks", {"raf": "human", "luftwaffe": "weak"}, structure=5, turns=5))
    table = sheet.table
    pilot = pilot_of(sheet, "raf")
    flown = fired = 0
    for _ in range(600):
        settled(qtbot, sheet)
        if table.outcome is not None:
            break
        view = table.view
        count = table.number
        listed = table.choices.listed
        if view.stage == GO and (mine := [order for order in listed if isinstance(order, o.Activate)]):
            click(qtbot, sheet, view.aircraft[mine[0].aircraft].at)
            assert table.view.go.active == (mine[0].aircraft,)
        elif view.stage == FLY:
            targets = [order for order in listed if isinstance(order, o.Fire)]
            a = view.aircraft[view.go.active[0]]
            ways = sheet.reaches.ways(a.number) or []
            enemy = next(b for b in view.aircraft if b.side != a.side)
            if targets:
                at = view.aircraft[targets[0].target].at
                click(qtbot, sheet, at)
                assert sheet.armed == targets[0] and table.number == count, "one click marks the shot, the second fires it"
                click(qtbot, sheet, at)
                fired += 1
            elif a.speed > 2 and ways:
                way = min(
                    (w for w in ways if w.speed >= 1 and w.at[0] != a.at),
                    key=lambda w: (distance(w.at[0], enemy.at), -w.speed),
                    default=ways[0],
                )
                click(qtbot, sheet, way.at[0])
                flown += 1
                now = table.view.aircraft[a.number]
                assert now.out or now.at == way.at[0] or table.view.go is None or table.view.go.active != (a.number,)
            else:
                sheet.orders.arm(o.END if o.END in listed else pilot.orders(view, table.choices, 0)[0].order)
                qtbot.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
        else:
            qtbot.mouseClick(sheet.go, Qt.MouseButton.LeftButton)
        assert table.number > count
    assert table.outcome is not None
    assert flown and fired
    assert sheet.asked_title.text()
    with qtbot.waitSignal(sheet.again):
        qtbot.mouseClick(sheet.go, Qt.MouseButton.LeftButton)


@pytest.mark.smoke
@pytest.mark.parametrize(("mission", "turns"), some([("duel", 4), ("among_clouds", 4), ("free_hunt", 1)]))
def test_a_battle_is_played_to_its_end_by_keys(qtbot: QtBot, settings: Settings, mission: str, turns: int) -> None:
    sheet = shown(qtbot, settings, begun(mission, "keys", ALONE, turns=turns))
    table = sheet.table
    pilot = pilot_of(sheet, "raf")
    for _ in range(900):
        settled(qtbot, sheet)
        if table.outcome is not None:
            break
        wanted = pilot.orders(table.view, table.choices, 0)[0].order
        count = len(table.log)
        key = next(key for key, order in keyed(table.choices.listed) if order == wanted)
        sheet.orders.setFocus()
        if place_of(wanted) is not None:
            point_by_keys(qtbot, sheet, wanted)
            qtbot.keyClick(sheet.board, Qt.Key.Key_Return)
        elif key:
            qtbot.keyClick(sheet.orders, Qt.Key.Key_Space if key == "0" else key)
        else:  # beyond the keys: down the list
            while sheet.armed != wanted:
                qtbot.keyClick(sheet.orders, Qt.Key.Key_Up)
            qtbot.keyClick(sheet.orders, Qt.Key.Key_Return)
        assert len(table.log) > count or wanted in (o.PASS, o.END) or not table.choices.listed
    assert table.outcome is not None


def point_by_keys(qtbot: QtBot, sheet: HexSheet, order: o.PlaceCloud | o.SetUp) -> None:
    """Point at the hex and the side of what is put on the board, by keys."""
    sheet.board.setFocus()
    sheet.board.point_at(order.at)
    for _ in range(7):
        if sheet.armed == order:
            return
        qtbot.keyClick(sheet.board, Qt.Key.Key_Period)
    raise AssertionError(f"{order} is not pointed at by keys")


def test_clouds_are_laid_by_clicks_and_listed_only_where_the_pointer_is(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, come_to(begun("free_hunt", "clouds", BOTH, cloud_count=2), CLOUDS))
    table = sheet.table
    qtbot.mouseClick(sheet.blank_button, Qt.MouseButton.LeftButton)
    settled(qtbot, sheet)
    orders = table.choices.listed
    assert len(orders) > 100 and sheet.orders.count() == 0 and not sheet.go.isEnabled()
    assert sheet.board.lights.places == {order.at for order in orders}, "the board shows where"
    assert sheet.orders.nothing == settings.words("desk_hexes.point_first"), "and the list says to point there"
    assert "2" in sheet.asked_title.text(), "how many are to come"
    at = orders[40].at
    qtbot.mouseMove(sheet.board, spot(sheet, at))
    assert sheet.orders.count() == 1 and sheet.armed == o.PlaceCloud(at) and sheet.go.isEnabled() and not sheet.orders.nothing
    qtbot.mouseClick(sheet.board, Qt.MouseButton.LeftButton, pos=spot(sheet, at))
    position = table.match.position
    assert at in position.clouds
    qtbot.mouseClick(sheet.blank_button, Qt.MouseButton.LeftButton)
    settled(qtbot, sheet)
    assert sheet.orders.count() == 0 and "1" in sheet.asked_title.text()


@pytest.mark.slow
@pytest.mark.rule("FIS-278")
def test_a_ship_tells_what_bombs_and_guns_could_do_to_it(qtbot: QtBot, settings: Settings) -> None:
    """At the pointer: the dice with their reasons, the chance of a hit and of the ship's end, before bombs fall; or why none may."""
    sheet = shown(qtbot, settings, begun("convoy", "ships", {"raf": "sound", "luftwaffe": "human"}))
    table, words = sheet.table, settings.words
    barred = bombed = promised = False
    for _ in range(400):
        settled(qtbot, sheet)
        if table.outcome is not None or (barred and bombed and promised):
            break
        view = table.view
        wanted = pilot_of(sheet, "luftwaffe").orders(view, table.choices, 0)[0].order
        if view.stage == FLY and len(view.go.active) == 1 and view.aircraft[view.go.active[0]].bombs:
            a = view.aircraft[view.go.active[0]]
            for number, ship in enumerate(view.terms.ships):
                if not view.ships[number]:
                    continue
                qtbot.mouseMove(sheet.board, spot(sheet, ship.at))
                slip = sheet.board.slip.text()
                if o.Bomb(number) in table.choices.listed:
                    assert sheet.meaning.orders == (o.Bomb(number),) and sheet.meaning.firm
                    found = hints.ship_prospects(view, sheet.teller().tables, a, number)[0]
                    assert found.why_not is None and f"<b>{a.bombs:+d}</b>" in slip and words("hexes.reason.load") in slip
                    assert (
                        words("desk_hexes.slip.sinks", hit=percent(1 - found.lost[0]), sunk=percent(sum(found.lost[view.ships[number] :])))
                        in slip
                    )
                    bombed = True
                elif sheet.meaning.way is not None:
                    told = f"{words('desk_hexes.slip.bombs')}, "
                    promised |= told in slip and any(p.arc == "" and p.ship == number for p in sheet.meaning.afloat)
                elif sheet.meaning.ship == number:
                    assert words("hexes.refuse.not_over_it") in slip.replace("&#x27;", "'")
                    barred = True
        sheet.give(wanted)
    assert barred and bombed and promised


def test_the_keys_point_and_fly_on_the_board(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), GO))
    table = sheet.table
    settled(qtbot, sheet)
    sheet.board.setFocus()
    start = table.view.aircraft[0].at
    sheet.board.point_at(start)
    qtbot.keyClick(sheet.board, Qt.Key.Key_Return)
    assert table.view.go.active == (0,)
    settled(qtbot, sheet)
    qtbot.keyClick(sheet.board, Qt.Key.Key_Right)
    beside = at_offset(offset(start)[0] + 1, offset(start)[1])
    assert sheet.board.over == beside and not sheet.board.slip.isHidden()
    qtbot.keyClick(sheet.board, Qt.Key.Key_Return)
    assert table.view.aircraft[0].at == beside
    qtbot.keyClick(sheet.board, Qt.Key.Key_Backspace)
    assert table.view.aircraft[0].at == start


def test_a_course_is_taken_back_by_one_undo(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), FLY))
    table = sheet.table
    settled(qtbot, sheet)
    before = table.view.aircraft[0]
    way = next(w for w in sheet.reaches.ways(0) or [] if len(w.orders) >= 4)
    click(qtbot, sheet, way.at[0])
    assert table.view.aircraft[0].at == way.at[0]
    qtbot.mouseClick(sheet.undo_button, Qt.MouseButton.LeftButton)
    assert table.view.aircraft[0] == before


def test_hovering_says_what_a_course_costs_and_what_a_shot_would_throw(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), FLY))
    table = sheet.table
    settled(qtbot, sheet)
    ways = sheet.reaches.ways(0)
    assert ways
    assert set(sheet.board.lights.reach) == {way.at[0] for way in ways}
    way = ways[0]
    qtbot.mouseMove(sheet.board, spot(sheet, way.at[0]))
    speed = table.view.aircraft[0].speed
    words = settings.words("desk_hexes.slip.cost", cost=speed - way.speed, left=way.speed)
    assert words in sheet.board.slip.text()
    assert [ghost.at for ghost in sheet.board.lights.ghosts] == [way.at[0]]
    enemy = table.view.aircraft[1]
    qtbot.mouseMove(sheet.board, spot(sheet, enemy.at))
    prospect = hints.prospect(table.view, sheet.teller().tables, 0, 1, "front")
    assert prospect.why_not is not None
    assert settings.words(f"hexes.refuse.{prospect.why_not[0]}") in sheet.board.slip.text()
    assert sheet.board.lights.line is not None and sheet.board.lights.line.barred


def test_a_shot_that_may_be_fired_is_told_with_its_reasons_and_chances(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, come_to(begun("duel", "3", ALONE), FLY, lambda listed: any(isinstance(x, o.Fire) for x in listed)))
    table = sheet.table
    settled(qtbot, sheet)
    fires = [order for order in table.choices.listed if isinstance(order, o.Fire)]
    enemy = table.view.aircraft[fires[0].target]
    qtbot.mouseMove(sheet.board, spot(sheet, enemy.at))
    prospect = hints.prospect(table.view, sheet.teller().tables, 0, enemy.number, fires[0].arc)
    text = sheet.board.slip.text()
    for reason in (*prospect.attack, *prospect.dodge):
        assert reason.rule in text and sheet.teller().reason(reason.code) in text
    assert percent(1 - prospect.lost[0]).replace("<", "&lt;").replace(">", "&gt;") in text


def test_the_dodge_is_a_decision_with_its_odds(qtbot: QtBot, settings: Settings) -> None:
    several = lambda listed: sum(isinstance(order, o.Dodge) for order in listed) > 1  # noqa: E731
    sheet = shown(qtbot, settings, come_to(begun("free_hunt", "5", ALONE), DODGE, several))
    table = sheet.table
    settled(qtbot, sheet)
    dodges = [order for order in table.choices.listed if isinstance(order, o.Dodge)]
    view = table.view
    assert set(sheet.shot.odds) == {order.speed for order in dodges}
    for speed, (whole, down, _) in sheet.shot.odds.items():
        lost = hints.dodge_chances(view, sheet.teller().tables, speed)
        assert whole == lost[0] and down == pytest.approx(sum(lost[view.aircraft[view.shots[-1].target].structure :]))
    lines = [sheet.orders.item(row).text() for row in range(sheet.orders.count())]
    assert any(percent(sheet.shot.odds[dodges[0].speed][0]) in line for line in lines)
    sheet.shot.repaint()
    number = table.number
    for speed, row in (sheet.shot._rows[0], sheet.shot._rows[-1]):  # the first is what the list has chosen by itself
        qtbot.mouseClick(sheet.shot, Qt.MouseButton.LeftButton, pos=row.center().toPoint())
        assert sheet.armed == o.Dodge(speed) and table.number == number, "one click marks it"
    qtbot.mouseClick(sheet.shot, Qt.MouseButton.LeftButton, pos=row.center().toPoint())
    assert table.match.entries[number + 1].order == o.Dodge(speed), "the second does it"


@pytest.mark.slow
def test_bombers_fly_as_one_and_are_fought_to_the_end(qtbot: QtBot, settings: Settings) -> None:
    """The Luftwaffe's formation is flown by clicking where the first of it shall be."""
    sheet = shown(qtbot, settings, begun("bombers", "4", {"raf": "sound", "luftwaffe": "human"}, turns=2))
    table = sheet.table
    moved = 0
    for _ in range(900):
        settled(qtbot, sheet)
        if table.outcome is not None or enough(moved > 2):
            break
        view = table.view
        go = view.go
        if view.stage == FLY and len(go.active) > 1 and not go.displaced and (ways := sheet.reaches.ways(go.active[0])):
            way = ways[-1]
            click(qtbot, sheet, way.at[0])
            settled(qtbot, sheet)
            now = table.view
            if all(not now.aircraft[n].out for n in go.active) and not moved:
                assert {now.aircraft[n].at for n in go.active} == set(way.at)
            moved += 1
            continue
        sheet.give(pilot_of(sheet, "luftwaffe").orders(view, table.choices, 0)[0].order)
    assert moved and (table.outcome is not None or enough(moved))


SIX = dict.fromkeys(("red", "blue", "green", "rot_1", "rot_2", "rot_3"), "human")


@pytest.mark.slow
@pytest.mark.parametrize(("mission", "seats", "steps"), [("two_pairs", BOTH, 160), ("six_players", SIX, 220)])
def test_hand_over_hides_the_hand(qtbot: QtBot, settings: Settings, mission: str, seats: dict[str, str], steps: int) -> None:
    """Two, or six at one screen: between them it is blank but for who is to sit down; who sits there sees his own cards alone."""
    sheet = shown(qtbot, settings, begun(mission, "secret", seats))
    table = sheet.table
    sat: set[str] = set()
    teller = sheet.teller()
    titles = {code: teller.card(code) for code in teller.tables.cards}
    handed = 0
    for _ in range(steps):
        settled(qtbot, sheet)
        if table.outcome is not None or enough(handed > 8, sat == set(seats)):
            break
        if not table.sitting:
            handed += 1
            assert [seat_told(settings.words, seat) in sheet.blank_text.text() for seat in table.core.owing[:1]] == [True]
            assert sheet.stack.currentWidget() is sheet.blank
            assert table.view is None and sheet.hand.cards == () and sheet.orders.count() == 0 and sheet.log.count() == 0
            assert sheet.board.view is None and sheet.board.slip.isHidden() and sheet.row.cards.view is None
            blank = [text for text in texts(sheet) if text]
            assert not any(title in text for text in blank for title in titles.values())
            qtbot.mouseClick(sheet.blank_button, Qt.MouseButton.LeftButton)
            continue
        view = table.view
        sat.add(table.sitting)
        assert view.seat == table.sitting and sheet.hand.cards == (view.searching or view.hand)
        assert table.sitting in view.owing and seat_told(settings.words, table.sitting) in sheet.who.text()
        side = view.sides[view.side_of[view.seats.index(table.sitting)]]
        assert seat_told(settings.words, side) in sheet.who.text(), "a seat of six says whose it is"
        known = set(view.hand) | set(view.discard) | set(view.searching) | {view.offered}
        known |= {event.data["card"] for _, event in table.log if event.data.get("card")}
        known |= {card for _, event in table.log if event.code == "drawn" for card in event.data["cards"]}
        # What every hand may hold is named in the hint of its stage.
        told = [text for text in texts(sheet) if text and text != sheet.side.asked_how.text()]
        hidden = {titles[code] for code in titles if code not in known}
        for text in told:
            for card in sorted((titles[code] for code in known if code), key=len, reverse=True):
                text = text.replace(card, "")
            assert not any(title in text for title in hidden), text
        sheet.give(pilot_of(sheet, table.sitting).orders(view, table.choices, 0)[0].order)
    assert handed > 4 and sat == set(seats)


def test_setting_up_by_mouse_takes_the_side_that_is_pointed_at(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, come_to(begun("free_hunt", "7", ALONE, cloud_count=0), PLACE))
    table = sheet.table
    settled(qtbot, sheet)
    first = next(order for order in table.choices.listed if isinstance(order, o.SetUp))
    for facing in (1, 2):
        edge = sheet.board.camera.to_screen(first.at) + _towards(facing) * (sheet.board.camera.scale * 0.35)
        qtbot.mouseMove(sheet.board, edge.toPoint())
        assert [ghost.facing for ghost in sheet.board.lights.ghosts] == [facing]
    qtbot.mouseClick(sheet.board, Qt.MouseButton.LeftButton, pos=edge.toPoint())
    a = table.view.aircraft[first.aircraft]
    assert (a.at, a.facing) == (first.at, 2)


def _towards(facing: int):  # type: ignore[no-untyped-def]
    from bob.desk.boards.hexes.camera import ahead

    return ahead(facing)


@pytest.mark.slow
def test_a_wingman_counter_attacks_from_a_lit_hex(qtbot: QtBot, settings: Settings) -> None:
    battles = (begun("two_pairs", f"wing {seed}", ALONE) for seed in range(5, 45))
    core = next(core for core in battles if any(core.match.view(seat).stage == COUNTER for seat in decided(core)))
    sheet = shown(qtbot, settings, core)
    table = sheet.table
    settled(qtbot, sheet)
    places = {order.at for order in table.choices.listed if isinstance(order, o.Counter)}
    assert sheet.board.lights.places == places
    at = min(places)
    click(qtbot, sheet, at)
    assert isinstance(sheet.armed, o.Counter) and sheet.armed.at == at
    armed = sheet.armed
    click(qtbot, sheet, at)
    assert any(event.code == "counters" and event.data["aircraft"] == armed.aircraft for _, event in table.log)


@pytest.mark.slow
def test_it_always_says_what_must_be_decided(qtbot: QtBot, settings: Settings) -> None:
    """In both languages, at every kind of decision of a whole battle with all that can be asked."""
    core = begun("free_hunt", "11", ALONE, altimeter=True, named=True, cloud_count=2, turns=3)
    seen: set[str] = set()
    for seat in decided(core):
        stage = core.match.view(seat).stage
        if stage in seen:
            continue
        seen.add(stage)
        sheet = shown(qtbot, settings, core)
        settled(qtbot, sheet)
        assert sheet.table.view.stage == stage
        for language in ("fr", "en"):
            settings.set_language(language)
            assert sheet.asked_title.text() and "{" not in sheet.asked_title.text()
            assert sheet.side.asked_how.text() and "desk_hexes" not in sheet.side.asked_how.text()
            assert all(sheet.orders.item(row).text().strip() for row in range(sheet.orders.count()))
        closed(sheet)
        sheet.close()
    assert {GO, FLY, PLACE} <= seen


def test_the_slip_is_no_taller_than_its_words(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), GO))
    settled(qtbot, sheet)
    slip = sheet.board.slip
    sheet.board.point_at(sheet.table.view.aircraft[0].at)
    sheet.board.say("0700")
    short = slip.height()
    sheet.board.say("<br>".join("0700" for _ in range(9)))
    assert slip.height() > 4 * short
    sheet.board.say("0700")
    assert slip.height() == short


def test_hand_and_dashboards_share_the_room_by_need_until_they_are_moved(qtbot: QtBot, settings: Settings) -> None:
    sheet = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), GO))
    settled(qtbot, sheet)
    qtbot.waitUntil(lambda: sheet.bottom.sizes()[0] >= sheet.hand.needed())
    assert len(sheet.hand.cards) >= 3 and sheet.bottom.sizes()[1] >= sheet.row.cards.needed(), "a duel has room for both"
    sheet.bottom.splitterMoved.emit(300, 1)
    sheet.bottom.setSizes([300, sheet.bottom.width() - 300])
    moved = sheet.bottom.sizes()
    sheet.refresh()
    assert sheet.bottom.sizes() == moved
