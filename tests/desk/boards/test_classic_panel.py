"""The sheet of a flight by the classic cards: flown to its end by keys, its track, hands, zones, secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.cards.pens import Pens
from bob.desk.boards.cards.planes import cells_of, draw_plane
from bob.desk.boards.cards_classic.flight_panel import FlightPanel
from bob.desk.boards.cards_classic.flight_pens import FlightPens, groups_of
from bob.desk.boards.cards_classic.phase_track import LEGS
from bob.desk.boards.registry import panel_of
from bob.desk.boards.shared.lists import ORDER
from bob.desk.session.own_game import OwnGame
from bob.games import kit
from bob.staff.advice.fights.flight_figures import is_wingman
from bob.staff.advice.fights.flight_orders import GRAVE, LEAVING, is_answer
from bob.tactical.cards_classic.data import ONLY_ANSWERS
from tests.desk.boards.test_linked_room import LOOKS
from tests.desk.desks import own_game, settings_in, texts
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

ALONE = {"allied": "human", "axis": "sound"}
SCENARIOS = ("elements", "rail_complex", "carrier_strike", "heavy_raid", "look")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


def shown(qtbot: QtBot, settings: Settings, table: OwnGame) -> FlightPanel:
    panel = FlightPanel(settings, table)
    qtbot.addWidget(panel, before_close_func=lambda s: s.table.close())
    panel.resize(1280, 800)
    panel.show()
    panel.begin()
    return panel


def quiet(qtbot: QtBot, panel: FlightPanel) -> Any:
    """Wait until a person is to decide, and let that person sit down; the view then."""
    table = panel.table
    qtbot.waitUntil(lambda: not table.is_thinking, timeout=90000)
    if not table.seated:
        qtbot.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)
    return table.view


def decisions(qtbot: QtBot, panel: FlightPanel) -> Iterator[Any]:
    """Yield the view at each decision of a flight, up to its end; a sound pilot gives the orders."""
    table = panel.table
    pilot = kit("flight").player("sound", "allied", "1", table.game)
    for number in range(400):
        view = quiet(qtbot, panel)
        if table.outcome is not None:
            return
        yield view
        table.play(pilot.orders(view, table.choices, number)[0].order)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", some(SCENARIOS))
def test_a_flight_is_flown_to_its_end_by_keys(qtbot: QtBot, settings: Settings, scenario: str) -> None:
    assert panel_of(kit("flight")) is FlightPanel
    panel = shown(qtbot, settings, own_game(scenario, "keys", ALONE, {}, "flight"))
    table = panel.table
    legs, turns = set(), []
    for step in range(1500):
        view = quiet(qtbot, panel)
        if table.outcome is not None:
            break
        legs.add(view.leg)
        boxes = panel.track.boxes(view)
        assert [now for _, _, _, now in boxes].count(True) == 1
        turns.append((view.turn, view.leg_turn))
        count = len(table.match.entries)
        assert panel.orders.count() == len(table.choices.listed)
        keys = [panel.orders.item(row).data(Qt.ItemDataRole.UserRole + 1) for row in range(panel.orders.count())]
        key = keys[step % len(keys)] if step % 3 else ""
        for _ in range(2):  # what decides much takes a second press
            if len(table.match.entries) == count:
                qtbot.keyClick(panel.orders, key or (Qt.Key.Key_Return if panel.orders.armed is not None else keys[0]))
        assert len(table.match.entries) > count
    assert table.outcome is not None and turns == sorted(turns, key=lambda pair: pair[0])
    assert legs <= {*LEGS, "fight"}
    assert panel.go.text() == settings.words("desk_game.again")


def test_leaders_and_wingmen_lie_together_and_all_have_their_spot(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("rail_complex", "2", ALONE, {}, "flight"))
    view = quiet(qtbot, panel)
    panel.sky.grab()
    flying = [a for a in view.aircraft if not a.out]
    assert set(panel.sky._spots) == {a.number for a in flying}
    pairs = [g for g in groups_of(flying) if len(g.members) == 2 and not g.formed]
    assert pairs and all(is_wingman(g.members[1]) and g.members[1].leader == g.members[0].number for g in pairs)
    boxes = list(panel.sky._spots.values())
    field = panel.sky.rect().adjusted(-2, -2, 2, 2)
    assert all(field.contains(box.toAlignedRect()) for box in boxes)
    for group in pairs:
        one, other = (panel.sky._spots[m.number] for m in group.members)
        assert other.left() - one.right() < 4 and other.width() < one.width()
    names = FlightPens(settings, panel.table).teller(view)
    assert names.name(pairs[0].members[1].number).endswith("Wingman")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_wingmans_figures_can_be_read_at_the_least_size(
    qtbot: QtBot, settings: Settings, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.set_language(language)
    panel = shown(qtbot, settings, own_game("rail_complex", "2", ALONE, {}, "flight"))
    view, sizes = quiet(qtbot, panel), list[tuple[str, int]]()
    wingman = next(a for a in view.aircraft if is_wingman(a))
    pens, text = FlightPens(settings, panel.table), Pens.text

    def noted(self: Pens, painter: QPainter, box: QRectF, flags: int, wording: str, *rest: Any) -> None:
        text(self, painter, box, flags, wording, *rest)
        sizes.append((wording, painter.font().pixelSize()))

    monkeypatch.setattr(Pens, "text", noted)
    paper = QPixmap(200, 120)
    painter = QPainter(paper)
    draw_plane(painter, QRectF(4, 4, 116, 82), pens.plane(wingman, "Ki-43 (1)"), pens.plain)  # as three of a side lie at 1280 × 800
    painter.end()
    figures = {cell.text for cell in cells_of(pens.plane(wingman, ""), pens.plain)}
    assert all(size >= 9 for wording, size in sizes if wording in figures), sizes
    assert min(size for _, size in sizes) >= 8, sizes


def test_an_aircraft_and_a_card_narrow_the_orders(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("elements", "5", ALONE, {}, "flight"))
    table = panel.table
    for view in decisions(qtbot, panel):
        kinds = {o.card for o in table.choices.listed if hasattr(o, "card") and o.card}
        if view.phase == "actions" and kinds and len(table.choices.listed) > 2:
            break
    panel.hand.grab()
    assert kinds <= {kind for _, kind in panel.hand.legal}
    held = next(h for h in panel.hand.held if h.aircraft == view.active and h.code in kinds)
    others = [h for h in panel.hand.held if h.aircraft != view.active]
    assert not any(panel.hand.is_of_use(h.aircraft, h.code, view.active) for h in others)
    qtbot.mouseClick(panel.hand, Qt.MouseButton.LeftButton, pos=held.box.topLeft().toPoint() + QPoint(4, 12))
    narrowed = [panel.orders.item(i).data(Qt.ItemDataRole.UserRole) for i in range(panel.orders.count())]
    assert narrowed and all(held.code in (getattr(o, "card", None), getattr(o, "pay", None)) for o in narrowed)
    assert "\n" in panel.hand.face_text(held.code)
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert panel.orders.count() == len(table.choices.listed)


def test_no_text_shows_the_other_hands(qtbot: QtBot, settings: Settings) -> None:
    both = {"allied": "human", "axis": "human"}
    panel = shown(qtbot, settings, own_game("elements", "9", both, {}, "flight"))
    table = panel.table
    pilots = {seat: kit("flight").player("sound", seat, "1", table.game) for seat in both}
    for number in range(60):
        view = quiet(qtbot, panel)
        if table.outcome is not None:
            break
        assert all(a.cards is None for a in view.aircraft if a.seat != table.seated)
        for held in panel.hand.held:
            assert view.aircraft[held.aircraft].seat == table.seated
        table.play(pilots[table.seated].orders(view, table.choices, number)[0].order)
    assert not [text for text in texts(panel) if "ims_" in text or "half_loop" in text], "no code is shown"


@pytest.mark.parametrize(("look", "language", "size", "text"), some(LOOKS))
def test_the_sheet_has_its_room(
    qtbot: QtBot, settings: Settings, qapp: QApplication, look: str, language: str, size: tuple[int, int], text: int
) -> None:
    settings.set_theme(look)
    settings.set_language(language)
    settings.set_text_size(text)
    theme.dress(qapp, settings)
    panel = shown(qtbot, settings, own_game("heavy_raid", "3", ALONE, {}, "flight"))
    panel.resize(*size)
    view = quiet(qtbot, panel)
    QApplication.processEvents()
    assert (panel.width(), panel.height()) == size
    panel.grab()
    assert panel.sky.width() >= 460 and panel.hand.height() >= 120
    assert all(panel.sky.rect().contains(box.center().toPoint()) for box in panel.sky._spots.values())
    codes = {order.code for order in panel.table.choices.listed}
    assert not codes & set(LEAVING) or panel.orders.armed.code in LEAVING
    assert view is not None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_who_may_follow_or_pays_for_a_stall_is_asked_for_that(qtbot: QtBot, settings: Settings, language: str) -> None:
    settings.set_language(language)
    panel = shown(qtbot, settings, own_game("elements", "1", ALONE, {}, "flight"))
    view, words = quiet(qtbot, panel), settings.words
    assert view.step == view.phase
    for changed, step in (({"following": (0,)}, "follow"), ({"stalled": 0}, "stall")):
        asked = replace(view, **changed)
        assert asked.step == step and words(f"flight.phase.{step}") != words(f"flight.phase.{view.phase}")


def test_a_formation_lies_apart_where_there_is_room(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("rail_complex", "1", ALONE, {}, "flight"))
    view, sky = quiet(qtbot, panel), panel.sky
    bombers = [a.number for a in view.aircraft if a.formed]
    assert len(bombers) > 1
    for width, apart in ((4000.0, True), (300.0, False)):
        sky.lay(QRectF(0, 0, width, 400), view)
        first, second = (sky._spots[number] for number in bombers[:2])
        assert (first.right() < second.left()) == apart


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_card_says_what_it_does_in_its_own_edition(qtbot: QtBot, settings: Settings, language: str) -> None:
    settings.set_language(language)
    panel = shown(qtbot, settings, own_game("elements", "1", ALONE, {}, "flight"))
    view, words = quiet(qtbot, panel), settings.words
    pens = FlightPens(settings, panel.table)
    others = {words("desk_cards.effect.none"), words("desk_cards.face.no_manoeuvre")}
    for code, card in pens.tables.deck.cards.items():
        text = panel.hand_part.face_text(code)
        assert not [line for line in text.split("\n") if line in others], text
        assert (words("desk_flight.spoils_told") in text) == card.spoils == bool(pens.plain.symbol(card))
        assert card.type == ("attack" if not card.react_to else "reaction" if card.title in ONLY_ANSWERS else "both")
        by = {other.code for other in pens.tables.deck.cards.values() if card.title in other.react_to or "any" in other.react_to}
        assert all(pens.plain.teller.card(other) in text for other in by), text
        assert pens.plain.foot(card)
    foreign = (words("desk_cards.rating.firepower"), words("desk_cards.explain.speed", value="6"))
    for seen in view.aircraft:
        told = panel.sky.aircraft_text(seen, view)
        assert not [text for text in foreign if text in told], told
        plane = pens.plane(seen, "x")
        assert all(cell.explained(pens.plain) and cell.classic for cell in cells_of(plane, pens.plain))


@pytest.mark.slow
def test_the_only_way_out_is_taken_by_itself_and_undone_with_what_led_to_it(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("rail_complex", "3", ALONE, {}, "flight"))
    table = panel.table
    pilot = kit("flight").player("sound", "allied", "1", table.game)
    forced = undone = 0
    for number in range(400):
        view = quiet(qtbot, panel)
        if table.outcome is not None or (forced > 3 and undone):
            break
        if panel.is_forced:
            count, codes = len(table.match.entries), [order.code for order in table.choices.listed]
            assert len(codes) == 1 and codes[0] in LEAVING
            qtbot.waitUntil(lambda count=count: len(table.match.entries) > count)  # nobody presses a key
            forced += 1
            if table.undo_reason() is None and table.seated in table.match.to_move:
                panel.undo()
                undone += not panel.is_forced
            continue
        table.play(pilot.orders(view, table.choices, number)[0].order)
    assert forced > 3
    assert not panel.is_forced or undone == 0


def test_with_two_people_at_the_game_nothing_is_taken_for_them(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("elements", "9", {"allied": "human", "axis": "human"}, {}, "flight"))
    table = panel.table
    for _ in range(80):
        quiet(qtbot, panel)
        if table.outcome is not None:
            break
        assert not panel.is_forced
        table.play(table.choices.listed[-1])


def test_what_decides_much_is_given_by_a_second_press(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("elements", "3", ALONE, {}, "flight"))
    table = panel.table
    for _ in decisions(qtbot, panel):
        leave = next((order for order in table.choices.listed if order.code in GRAVE), None)
        if leave is not None:
            break
    assert leave is not None
    rows = {panel.orders.item(i).data(ORDER): panel.orders.item(i).data(ORDER + 1) for i in range(panel.orders.count())}
    count = len(table.match.entries)
    qtbot.keyClick(panel.orders, rows[leave])
    assert len(table.match.entries) == count and panel.orders.armed == leave and panel.notice.isVisible()
    qtbot.keyClick(panel.orders, rows[leave])
    assert table.match.entries[count].order == leave


def test_an_answer_is_never_given_or_left_by_enter_alone(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("elements", "3", ALONE, {}, "flight"))
    table = panel.table
    met = 0
    for view in decisions(qtbot, panel):
        if met > 2:
            break
        if is_answer(view) and not panel.is_forced:
            count = len(table.match.entries)
            assert panel.orders.armed is None
            qtbot.keyClick(panel.orders, Qt.Key.Key_Return)
            assert len(table.match.entries) == count
            met += 1
    assert met


def test_a_click_on_an_aircraft_that_cannot_be_attacked_says_why(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("rail_complex", "2", ALONE, {}, "flight"))
    table = panel.table
    found = False
    for view in decisions(qtbot, panel):
        if found:
            break
        bombers = [a.number for a in view.aircraft if a.formed and not a.out and a.altitude is not None]
        if view.phase == "actions" and view.exchange is None and view.assault is None and bombers:
            open_to = {order.code for order in table.choices.listed}
            if "attack_formations" not in open_to:
                panel.aircraft_picked(bombers[0])
                name = FlightPens(settings, table).teller(view).name(view.active)
                assert panel.notice.isVisible() and name in panel.notice.text() and panel.only_aircraft < 0
                assert panel.orders.count() == len(table.choices.listed)
                found = True
    assert found
