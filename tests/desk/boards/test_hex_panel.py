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
from bob.core.kit import Player, seat_text
from bob.desk.base.settings import Settings
from bob.desk.boards.hexes.hex_panel import HexPanel
from bob.desk.session.own_game import OwnGame
from bob.driver import Driver
from bob.games import game, kit
from bob.staff.advice.fights.hexes_naming import keyed, place_of
from bob.staff.advice.fights.tooltips import percent
from bob.tactical.hexes import hints
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.position import CLOUDS, COUNTER, DODGE, FLY, GO, PLACE
from bob.words import LANGUAGES, Words
from tests.sizes import enough, some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

ALONE = {"raf": "human", "luftwaffe": "sound"}
BOTH = {"raf": "human", "luftwaffe": "human"}


def begun(mission: str, seed: str, seats: dict[str, str], **options: object) -> Driver:
    return Driver.new(game("hexes"), mission, seed, options, seats)


def decided(core: Driver) -> Iterator[str]:
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


def come_to(core: Driver, stage: str, wanted: Callable[[tuple[Any, ...]], bool] = bool) -> Driver:
    """The game where one of the persons is asked at that stage, with such orders listed."""
    for seat in decided(core):
        if core.match.view(seat).stage == stage and wanted(core.choices(seat).listed):
            return core
    raise AssertionError("it does not come to that")


def shown(qtbot: QtBot, settings: Settings, core: Driver) -> HexPanel:
    panel = HexPanel(settings, OwnGame(core))
    qtbot.addWidget(panel, before_close_func=closed)
    panel.resize(1280, 800)
    panel.show()
    panel.begin()
    QApplication.processEvents()
    return panel


def closed(panel: HexPanel) -> None:
    panel.reaches.stop()
    assert isinstance(panel.table, OwnGame)
    panel.table.close()


def settled(qtbot: QtBot, panel: HexPanel) -> None:
    """Wait until nobody thinks, nothing is passed by itself and the ways are known."""
    qtbot.waitUntil(lambda: not panel.table.is_thinking and not panel.reaches.busy and not passing(panel))


def passing(panel: HexPanel) -> bool:
    alone = isinstance(panel.table, OwnGame) and len(panel.table.persons) == 1
    return alone and panel.auto.isChecked() and panel.table.choices.listed == (o.PASS,)


def pilot_of(panel: HexPanel, seat: str) -> Player:
    return kit("hexes").player("sound", seat, "1", panel.table.game)


def spot(panel: HexPanel, at: Hex) -> QPoint:
    return panel.board.camera.to_screen(at).toPoint()


def click(qtbot: QtBot, panel: HexPanel, at: Hex) -> None:
    qtbot.mouseMove(panel.board, spot(panel, at))
    qtbot.mouseClick(panel.board, Qt.MouseButton.LeftButton, pos=spot(panel, at))


@pytest.mark.slow
def test_a_duel_is_played_to_its_end_by_clicks(qtbot: QtBot, settings: Settings) -> None:
    """Aircraft are activated, flown and fired by clicking hexes; what is no place on the sheet is clicked in the list."""
    panel = shown(qtbot, settings, begun("duel", "clicks", {"raf": "human", "luftwaffe": "weak"}, structure=5, turns=5))
    table = panel.table
    pilot = pilot_of(panel, "raf")
    flown = fired = 0
    for _ in range(600):
        settled(qtbot, panel)
        if table.outcome is not None:
            break
        view = table.view
        count = table.number
        listed = table.choices.listed
        if view.stage == GO and (mine := [order for order in listed if isinstance(order, o.Activate)]):
            click(qtbot, panel, view.aircraft[mine[0].aircraft].at)
            assert table.view.go.active == (mine[0].aircraft,)
        elif view.stage == FLY:
            targets = [order for order in listed if isinstance(order, o.Fire)]
            a = view.aircraft[view.go.active[0]]
            ways = panel.reaches.ways(a.number) or []
            enemy = next(b for b in view.aircraft if b.side != a.side)
            if targets:
                at = view.aircraft[targets[0].target].at
                click(qtbot, panel, at)
                assert panel.armed == targets[0] and table.number == count, "one click marks the shot, the second fires it"
                click(qtbot, panel, at)
                fired += 1
            elif a.speed > 2 and ways:
                way = min(
                    (w for w in ways if w.speed >= 1 and w.at[0] != a.at),
                    key=lambda w: (distance(w.at[0], enemy.at), -w.speed),
                    default=ways[0],
                )
                click(qtbot, panel, way.at[0])
                flown += 1
                now = table.view.aircraft[a.number]
                assert now.out or now.at == way.at[0] or table.view.go is None or table.view.go.active != (a.number,)
            else:
                panel.orders.arm(o.END if o.END in listed else pilot.orders(view, table.choices, 0)[0].order)
                qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
        else:
            qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)
        assert table.number > count
    assert table.outcome is not None
    assert flown and fired
    assert panel.asked_title.text()
    with qtbot.waitSignal(panel.again):
        qtbot.mouseClick(panel.go, Qt.MouseButton.LeftButton)


@pytest.mark.smoke
@pytest.mark.parametrize(("mission", "turns"), some([("duel", 4), ("among_clouds", 4), ("free_hunt", 1)]))
def test_a_battle_is_played_to_its_end_by_keys(qtbot: QtBot, settings: Settings, mission: str, turns: int) -> None:
    panel = shown(qtbot, settings, begun(mission, "keys", ALONE, turns=turns))
    table = panel.table
    pilot = pilot_of(panel, "raf")
    for _ in range(900):
        settled(qtbot, panel)
        if table.outcome is not None:
            break
        wanted = pilot.orders(table.view, table.choices, 0)[0].order
        count = len(table.log)
        key = next(key for key, order in keyed(table.choices.listed) if order == wanted)
        panel.orders.setFocus()
        if place_of(wanted) is not None:
            point_by_keys(qtbot, panel, wanted)
            qtbot.keyClick(panel.board, Qt.Key.Key_Return)
        elif key:
            qtbot.keyClick(panel.orders, Qt.Key.Key_Space if key == "0" else key)
        else:  # beyond the keys: down the list
            while panel.armed != wanted:
                qtbot.keyClick(panel.orders, Qt.Key.Key_Up)
            qtbot.keyClick(panel.orders, Qt.Key.Key_Return)
        assert len(table.log) > count or wanted in (o.PASS, o.END) or not table.choices.listed
    assert table.outcome is not None


def point_by_keys(qtbot: QtBot, panel: HexPanel, order: o.PlaceCloud | o.SetUp) -> None:
    """Point at the hex and the side of what is put on the board, by keys."""
    panel.board.setFocus()
    panel.board.point_at(order.at)
    for _ in range(7):
        if panel.armed == order:
            return
        qtbot.keyClick(panel.board, Qt.Key.Key_Period)
    raise AssertionError(f"{order} is not pointed at by keys")


def test_clouds_are_laid_by_clicks_and_listed_only_where_the_pointer_is(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, come_to(begun("free_hunt", "clouds", BOTH, cloud_count=2), CLOUDS))
    table = panel.table
    qtbot.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)
    settled(qtbot, panel)
    orders = table.choices.listed
    assert len(orders) > 100 and panel.orders.count() == 0 and not panel.go.isEnabled()
    assert panel.board.lights.places == {order.at for order in orders}, "the board shows where"
    assert panel.orders.nothing == settings.words("desk_hexes.point_first"), "and the list says to point there"
    assert "2" in panel.asked_title.text(), "how many are to come"
    at = orders[40].at
    qtbot.mouseMove(panel.board, spot(panel, at))
    assert panel.orders.count() == 1 and panel.armed == o.PlaceCloud(at) and panel.go.isEnabled() and not panel.orders.nothing
    qtbot.mouseClick(panel.board, Qt.MouseButton.LeftButton, pos=spot(panel, at))
    position = table.match.position
    assert at in position.clouds
    qtbot.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)
    settled(qtbot, panel)
    assert panel.orders.count() == 0 and "1" in panel.asked_title.text()


@pytest.mark.slow
@pytest.mark.rule("FIS-278")
def test_a_ship_tells_what_bombs_and_guns_could_do_to_it(qtbot: QtBot, settings: Settings) -> None:
    """At the pointer: the dice with their reasons, the chance of a hit and of the ship's end, before bombs fall; or why none may."""
    panel = shown(qtbot, settings, begun("convoy", "ships", {"raf": "sound", "luftwaffe": "human"}))
    table, words = panel.table, settings.words
    barred = bombed = promised = False
    for _ in range(400):
        settled(qtbot, panel)
        if table.outcome is not None or (barred and bombed and promised):
            break
        view = table.view
        wanted = pilot_of(panel, "luftwaffe").orders(view, table.choices, 0)[0].order
        if view.stage == FLY and len(view.go.active) == 1 and view.aircraft[view.go.active[0]].bombs:
            a = view.aircraft[view.go.active[0]]
            for number, ship in enumerate(view.terms.ships):
                if not view.ships[number]:
                    continue
                qtbot.mouseMove(panel.board, spot(panel, ship.at))
                slip = panel.board.slip.text()
                if o.Bomb(number) in table.choices.listed:
                    assert panel.meaning.orders == (o.Bomb(number),) and panel.meaning.firm
                    found = hints.ship_prospects(view, panel.teller().tables, a, number)[0]
                    assert found.why_not is None and f"<b>{a.bombs:+d}</b>" in slip and words("hexes.reason.load") in slip
                    assert (
                        words("desk_hexes.slip.sinks", hit=percent(1 - found.lost[0]), sunk=percent(sum(found.lost[view.ships[number] :])))
                        in slip
                    )
                    bombed = True
                elif panel.meaning.way is not None:
                    parts = f"{words('desk_hexes.slip.bombs')}, "
                    promised |= parts in slip and any(p.arc == "" and p.ship == number for p in panel.meaning.afloat)
                elif panel.meaning.ship == number:
                    assert words("hexes.refuse.not_over_it") in slip.replace("&#x27;", "'")
                    barred = True
        panel.give(wanted)
    assert barred and bombed and promised


def test_the_keys_point_and_fly_on_the_board(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), GO))
    table = panel.table
    settled(qtbot, panel)
    panel.board.setFocus()
    start = table.view.aircraft[0].at
    panel.board.point_at(start)
    qtbot.keyClick(panel.board, Qt.Key.Key_Return)
    assert table.view.go.active == (0,)
    settled(qtbot, panel)
    qtbot.keyClick(panel.board, Qt.Key.Key_Right)
    beside = at_offset(offset(start)[0] + 1, offset(start)[1])
    assert panel.board.over == beside and not panel.board.slip.isHidden()
    qtbot.keyClick(panel.board, Qt.Key.Key_Return)
    assert table.view.aircraft[0].at == beside
    qtbot.keyClick(panel.board, Qt.Key.Key_Backspace)
    assert table.view.aircraft[0].at == start


def test_a_course_is_taken_back_by_one_undo(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), FLY))
    table = panel.table
    settled(qtbot, panel)
    before = table.view.aircraft[0]
    way = next(w for w in panel.reaches.ways(0) or [] if len(w.orders) >= 4)
    click(qtbot, panel, way.at[0])
    assert table.view.aircraft[0].at == way.at[0]
    qtbot.mouseClick(panel.undo_button, Qt.MouseButton.LeftButton)
    assert table.view.aircraft[0] == before


def test_hovering_says_what_a_course_costs_and_what_a_shot_would_throw(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), FLY))
    table = panel.table
    settled(qtbot, panel)
    ways = panel.reaches.ways(0)
    assert ways
    assert set(panel.board.lights.reach) == {way.at[0] for way in ways}
    way = ways[0]
    qtbot.mouseMove(panel.board, spot(panel, way.at[0]))
    speed = table.view.aircraft[0].speed
    words = settings.words("desk_hexes.slip.cost", cost=speed - way.speed, left=way.speed)
    assert words in panel.board.slip.text()
    assert [ghost.at for ghost in panel.board.lights.ghosts] == [way.at[0]]
    enemy = table.view.aircraft[1]
    qtbot.mouseMove(panel.board, spot(panel, enemy.at))
    prospect = hints.prospect(table.view, panel.teller().tables, 0, 1, "front")
    assert prospect.why_not is not None
    assert settings.words(f"hexes.refuse.{prospect.why_not[0]}") in panel.board.slip.text()
    assert panel.board.lights.line is not None and panel.board.lights.line.barred


def test_a_shot_that_may_be_fired_is_told_with_its_reasons_and_chances(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, come_to(begun("duel", "3", ALONE), FLY, lambda listed: any(isinstance(x, o.Fire) for x in listed)))
    table = panel.table
    settled(qtbot, panel)
    fires = [order for order in table.choices.listed if isinstance(order, o.Fire)]
    enemy = table.view.aircraft[fires[0].target]
    qtbot.mouseMove(panel.board, spot(panel, enemy.at))
    prospect = hints.prospect(table.view, panel.teller().tables, 0, enemy.number, fires[0].arc)
    text = panel.board.slip.text()
    for reason in (*prospect.attack, *prospect.dodge):
        assert reason.rule in text and panel.teller().reason(reason.code) in text
    assert percent(1 - prospect.lost[0]).replace("<", "&lt;").replace(">", "&gt;") in text


def test_the_dodge_is_a_decision_with_its_odds(qtbot: QtBot, settings: Settings) -> None:
    several = lambda listed: sum(isinstance(order, o.Dodge) for order in listed) > 1  # noqa: E731
    panel = shown(qtbot, settings, come_to(begun("free_hunt", "5", ALONE), DODGE, several))
    table = panel.table
    settled(qtbot, panel)
    dodges = [order for order in table.choices.listed if isinstance(order, o.Dodge)]
    view = table.view
    assert set(panel.shot.odds) == {order.speed for order in dodges}
    for speed, (whole, down, _) in panel.shot.odds.items():
        lost = hints.dodge_chances(view, panel.teller().tables, speed)
        assert whole == lost[0] and down == pytest.approx(sum(lost[view.aircraft[view.shots[-1].target].structure :]))
    lines = [panel.orders.item(row).text() for row in range(panel.orders.count())]
    assert any(percent(panel.shot.odds[dodges[0].speed][0]) in line for line in lines)
    panel.shot.repaint()
    number = table.number
    for speed, row in (panel.shot._rows[0], panel.shot._rows[-1]):  # the first is what the list has chosen by itself
        qtbot.mouseClick(panel.shot, Qt.MouseButton.LeftButton, pos=row.center().toPoint())
        assert panel.armed == o.Dodge(speed) and table.number == number, "one click marks it"
    qtbot.mouseClick(panel.shot, Qt.MouseButton.LeftButton, pos=row.center().toPoint())
    assert table.match.entries[number + 1].order == o.Dodge(speed), "the second does it"


@pytest.mark.slow
def test_bombers_fly_as_one_and_are_fought_to_the_end(qtbot: QtBot, settings: Settings) -> None:
    """The Luftwaffe's formation is flown by clicking where the first of it shall be."""
    panel = shown(qtbot, settings, begun("bombers", "4", {"raf": "sound", "luftwaffe": "human"}, turns=2))
    table = panel.table
    moved = 0
    for _ in range(900):
        settled(qtbot, panel)
        if table.outcome is not None or enough(moved > 2):
            break
        view = table.view
        go = view.go
        if view.stage == FLY and len(go.active) > 1 and not go.displaced and (ways := panel.reaches.ways(go.active[0])):
            way = ways[-1]
            click(qtbot, panel, way.at[0])
            settled(qtbot, panel)
            now = table.view
            if all(not now.aircraft[n].out for n in go.active) and not moved:
                assert {now.aircraft[n].at for n in go.active} == set(way.at)
            moved += 1
            continue
        panel.give(pilot_of(panel, "luftwaffe").orders(view, table.choices, 0)[0].order)
    assert moved and (table.outcome is not None or enough(moved))


SIX = dict.fromkeys(("red", "blue", "green", "rot_1", "rot_2", "rot_3"), "human")


@pytest.mark.slow
@pytest.mark.parametrize(("mission", "seats", "steps"), [("two_pairs", BOTH, 160), ("six_players", SIX, 220)])
def test_hand_over_hides_the_hand(qtbot: QtBot, settings: Settings, mission: str, seats: dict[str, str], steps: int) -> None:
    """Two, or six at one screen: between them it is blank but for who is to sit down; who sits there sees his own cards alone."""
    panel = shown(qtbot, settings, begun(mission, "secret", seats))
    table = panel.table
    sat: set[str] = set()
    teller = panel.teller()
    titles = {code: teller.card(code) for code in teller.tables.cards}
    handed = 0
    for _ in range(steps):
        settled(qtbot, panel)
        if table.outcome is not None or enough(handed > 8, sat == set(seats)):
            break
        if not table.seated:
            handed += 1
            assert [seat_text(settings.words, seat) in panel.blank_text.text() for seat in table.core.to_move[:1]] == [True]
            assert panel.stack.currentWidget() is panel.blank
            assert table.view is None and panel.hand.cards == () and panel.orders.count() == 0 and panel.log.count() == 0
            assert panel.board.view is None and panel.board.slip.isHidden() and panel.row.cards.view is None
            blank = [text for text in texts(panel) if text]
            assert not any(title in text for text in blank for title in titles.values())
            qtbot.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)
            continue
        view = table.view
        sat.add(table.seated)
        assert view.seat == table.seated and panel.hand.cards == (view.searching or view.hand)
        assert table.seated in view.owing and seat_text(settings.words, table.seated) in panel.who.text()
        side = view.sides[view.side_of[view.seats.index(table.seated)]]
        assert seat_text(settings.words, side) in panel.who.text(), "a seat of six says whose it is"
        known = set(view.hand) | set(view.discard) | set(view.searching) | {view.offered}
        known |= {event.data["card"] for _, event in table.log if event.data.get("card")}
        known |= {card for _, event in table.log if event.code == "drawn" for card in event.data["cards"]}
        # What every hand may hold is named in the hint of its stage.
        lines = [text for text in texts(panel) if text and text != panel.side.asked_how.text()]
        hidden = {titles[code] for code in titles if code not in known}
        for text in lines:
            for card in sorted((titles[code] for code in known if code), key=len, reverse=True):
                text = text.replace(card, "")
            assert not any(title in text for title in hidden), text
        panel.give(pilot_of(panel, table.seated).orders(view, table.choices, 0)[0].order)
    assert handed > 4 and sat == set(seats)


def test_setting_up_by_mouse_takes_the_side_that_is_pointed_at(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, come_to(begun("free_hunt", "7", ALONE, cloud_count=0), PLACE))
    table = panel.table
    settled(qtbot, panel)
    first = next(order for order in table.choices.listed if isinstance(order, o.SetUp))
    for facing in (1, 2):
        edge = panel.board.camera.to_screen(first.at) + _towards(facing) * (panel.board.camera.scale * 0.35)
        qtbot.mouseMove(panel.board, edge.toPoint())
        assert [ghost.facing for ghost in panel.board.lights.ghosts] == [facing]
    qtbot.mouseClick(panel.board, Qt.MouseButton.LeftButton, pos=edge.toPoint())
    a = table.view.aircraft[first.aircraft]
    assert (a.at, a.facing) == (first.at, 2)


def _towards(facing: int):  # type: ignore[no-untyped-def]
    from bob.desk.boards.hexes.camera import ahead

    return ahead(facing)


@pytest.mark.slow
def test_a_wingman_counter_attacks_from_a_lit_hex(qtbot: QtBot, settings: Settings) -> None:
    battles = (begun("two_pairs", f"wing {seed}", ALONE) for seed in range(5, 45))
    core = next(core for core in battles if any(core.match.view(seat).stage == COUNTER for seat in decided(core)))
    panel = shown(qtbot, settings, core)
    table = panel.table
    settled(qtbot, panel)
    places = {order.at for order in table.choices.listed if isinstance(order, o.Counter)}
    assert panel.board.lights.places == places
    at = min(places)
    click(qtbot, panel, at)
    assert isinstance(panel.armed, o.Counter) and panel.armed.at == at
    armed = panel.armed
    click(qtbot, panel, at)
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
        panel = shown(qtbot, settings, core)
        settled(qtbot, panel)
        assert panel.table.view.stage == stage
        for language in ("fr", "en"):
            settings.set_language(language)
            assert panel.asked_title.text() and "{" not in panel.asked_title.text()
            assert panel.side.asked_how.text() and "desk_hexes" not in panel.side.asked_how.text()
            assert all(panel.orders.item(row).text().strip() for row in range(panel.orders.count()))
        closed(panel)
        panel.close()
    assert {GO, FLY, PLACE} <= seen


def test_the_slip_is_no_taller_than_its_words(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), GO))
    settled(qtbot, panel)
    slip = panel.board.slip
    panel.board.point_at(panel.table.view.aircraft[0].at)
    panel.board.say("0700")
    short = slip.height()
    panel.board.say("<br>".join("0700" for _ in range(9)))
    assert slip.height() > 4 * short
    panel.board.say("0700")
    assert slip.height() == short


def test_hand_and_dashboards_share_the_room_by_need_until_they_are_moved(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, come_to(begun("duel", "1", ALONE), GO))
    settled(qtbot, panel)
    qtbot.waitUntil(lambda: panel.bottom.sizes()[0] >= panel.hand.needed())
    assert len(panel.hand.cards) >= 3 and panel.bottom.sizes()[1] >= panel.row.cards.needed(), "a duel has room for both"
    panel.bottom.splitterMoved.emit(300, 1)
    panel.bottom.setSizes([300, panel.bottom.width() - 300])
    moved = panel.bottom.sizes()
    panel.refresh()
    assert panel.bottom.sizes() == moved


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_off_the_sheet_has_its_word_on_the_dashboard(language: str) -> None:
    for out in ("down", "collided", "left", "dry", "home"):
        assert Words(language)(f"desk_hexes.dash.out_{out}")
