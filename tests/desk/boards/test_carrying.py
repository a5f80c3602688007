"""Cards of a dogfight in the hand: what a line says comes of them, long hands and lists, cards carried to where they are played."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from bob.core.dice import Stream
from bob.core.game import Event
from bob.core.match import Match
from bob.desk.base.settings import Settings
from bob.desk.boards.cards.card_panel import CardPanel
from bob.desk.boards.cards.pens import Pens, decides
from bob.desk.boards.cards_classic.flight_panel import FlightPanel
from bob.desk.boards.shared.carrying import DISCARDS
from bob.desk.boards.shared.fan import NEAR
from bob.desk.boards.shared.lists import KEY, OrderList
from bob.staff.advice.fights.card_consequences import Consequences
from bob.staff.advice.fights.card_order_lines import cards_of
from bob.staff.advice.fights.choice_keys import KEYS
from bob.staff.advice.fights.folded_orders import MOST, FoldedOrders
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import shipped
from bob.tactical.cards.telling import CardTeller
from bob.words import LANGUAGES, Words
from tests.desk.desks import own_game

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

BOTH = {"allied": "human", "axis": "human"}
BOTH_SEATS = ("allied", "axis")


@pytest.fixture
def sheet(qtbot: QtBot, settings: Settings) -> Iterator[CardPanel]:
    """A raid by cards between two persons at one screen, at 1280×800."""
    made = CardPanel(settings, own_game("raid", "1", BOTH))
    qtbot.addWidget(made, before_close_func=lambda s: s.table.close())
    made.resize(1280, 800)
    made.show()
    made.begin()
    yield made


def played(panel: CardPanel, until: Callable[[tuple[Any, ...]], bool], seed: str = "1") -> tuple[Any, ...]:
    """Play at random until there are such orders to give."""
    table, bots = panel.table, Stream.of(seed, "b")
    for _ in range(400):
        if not table.seated:
            table.sit(table.match.to_move[0])
        listed = table.choices.listed
        if listed and until(listed):
            panel.grab()
            return listed
        table.play(table.game.sample(table.match.position, table.seated, bots))
    raise AssertionError("it does not come")


def look_anew(panel: CardPanel) -> None:
    """Let the sheet see what a test has changed in the position itself."""
    panel.table.core._stood = ()
    panel.table._view = None


def deal(panel: CardPanel, cards: tuple[str, ...]) -> None:
    """Give the aircraft that decides these cards."""
    table = panel.table
    table.match.position.crafts[decides(table.view)].hand = cards
    look_anew(panel)
    panel.refresh()
    panel.grab()


# ---- what comes of it


def test_what_a_line_says_is_what_comes() -> None:
    """The consequence that a line tells, beside what happened when the order was given and left unanswered."""
    tables, words = shipped(), Words("en")
    teller = CardTeller(words, tables)
    compared = {"altitude": 0, "position": 0, "hit": 0}
    for seed in range(6):
        match: Match[Any] = own_game("pairs" if seed % 2 else "raid", str(seed), BOTH).match
        bots = Stream.of(seed, "bots")
        while match.to_move:
            seat = match.to_move[0]
            view, order = match.view(seat), match.game.sample(match.position, seat, bots)
            text = Consequences(view, decides(view), words, teller, tables).describe(order)
            entry = match.play(seat, order)
            found = {event.code: event.data for event in reversed(entry.events)}
            if not text:
                continue
            if isinstance(order, o.Climb | o.Dive | o.ChangeAltitude) and "altitude" in found:
                assert teller.altitude(found["altitude"]["altitude"]) in text
                compared["altitude"] += 1
            elif isinstance(order, o.NoAnswer) and view.chain is not None and view.chain.stage == "react":
                if "position" in found and view.chain.to == view.chain.target:
                    assert text.endswith(teller.position(-found["position"]["relation"])), (text, found)
                    compared["position"] += 1
                if "cancelled" in found:
                    assert text.startswith("it comes to nothing")
                if "shot_down" in found and found["shot_down"]["aircraft"] == view.chain.target:
                    assert "shot down" in text
            elif isinstance(order, o.NoAnswer) and view.chain is not None and view.chain.stage == "evade":
                fell = any(event.code == "shot_down" and event.data["aircraft"] == view.chain.to for event in entry.events)
                hits = next(event.data for event in entry.events if event.code == "hit" and event.data["aircraft"] == view.chain.to)
                assert text.startswith(f"hits: {hits['hits']}, {'shot down' if fell else 'in all ' + str(hits['total'])}")
                flipped = any(event.code == "flipped" and event.data["aircraft"] == view.chain.to for event in entry.events)
                assert fell or flipped == text.endswith("Damaged")
                compared["hit"] += 1
    assert min(compared["altitude"], compared["position"], compared["hit"]) > 0, compared


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_name_their_card_and_what_comes_of_it(qtbot: QtBot, sheet: CardPanel, language: str) -> None:
    sheet.settings.set_language(language)
    played(sheet, lambda listed: any(isinstance(order, o.Attack) for order in listed))
    pens = Pens.of(sheet.settings, sheet.table)
    for row in range(sheet.orders.count()):
        item = sheet.orders.item(row)
        order = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(order, o.Attack | o.PlayManoeuvre | o.BarrelRoll | o.Scissors):
            assert pens.teller.card(order.card) in item.text() and " · " in item.text()


# ---- long hands, long lists


@pytest.mark.parametrize("size", [100, 150])
def test_a_hand_of_fourteen_kinds_is_read_and_reached(qtbot: QtBot, sheet: CardPanel, size: int) -> None:
    sheet.settings.set_text_size(size)
    played(sheet, lambda listed: sum(isinstance(order, o.Discard) for order in listed) > 2)
    kinds = tuple(sorted(sheet.table.game.tables.deck.cards))[:14]
    deal(sheet, kinds + kinds[:3])
    hand, first = sheet.hand_part, decides(sheet.table.view)
    mine = [card for card in hand.held if card.aircraft == first]
    assert [card.code for card in mine] == list(kinds) and [card.count for card in mine[:4]] == [2, 2, 2, 1], "cards of a kind are one"
    steps = [b.box.x() - a.box.x() for a, b in itertools.pairwise(mine)]
    assert min(steps) >= mine[0].box.width() * NEAR - 0.1
    assert hand.span > hand.width(), "it goes on"
    for _ in kinds:
        qtbot.keyClick(sheet.orders, Qt.Key.Key_Right)
        sheet.grab()
        at = next(card.box for card in mine if card.code == hand.shown())
        assert at.left() - hand.offset >= 0 and at.right() - hand.offset <= hand.width(), "the arrows bring it into sight"
    before = hand.offset
    hand.scroll_by(-10_000)
    assert hand.offset == 0 < before
    end = QPoint(hand.width() - 5, hand.height() // 2)
    qtbot.mouseClick(hand, Qt.MouseButton.LeftButton, pos=end)
    assert hand.offset > 0, "the mark at the end scrolls"


def test_a_long_list_is_folded_and_every_line_has_a_key(qtbot: QtBot, sheet: CardPanel) -> None:
    listed = played(sheet, lambda listed: len(listed) > 30)
    lines = [sheet.orders.item(row) for row in range(sheet.orders.count())]
    assert len(lines) < len(listed) and all(item.data(KEY) for item in lines)
    folds = [item for item in lines if isinstance(item.data(Qt.ItemDataRole.UserRole), FoldedOrders)]
    given = len(sheet.table.match.entries)
    qtbot.keyClick(sheet.orders, folds[0].data(KEY))
    opened = [sheet.orders.item(row).data(Qt.ItemDataRole.UserRole) for row in range(sheet.orders.count())]
    assert set(opened) < set(listed) and len(opened) > 1 and len(sheet.table.match.entries) == given
    qtbot.keyClick(sheet.orders, Qt.Key.Key_Escape)
    assert sheet.orders.count() == len(lines)
    reached: set[Any] = set()
    for item in [sheet.orders.item(row).data(Qt.ItemDataRole.UserRole) for row in range(sheet.orders.count())]:
        reached |= set(item.orders) if isinstance(item, FoldedOrders) else {item}
    assert reached == set(listed), "no order is lost in a fold"
    qtbot.keyClick(sheet.orders, next(KEYS[i] for i, item in enumerate(lines) if item is folds[0]))
    qtbot.keyClick(sheet.orders, "1")
    assert len(sheet.table.match.entries) == given + 1
    assert len(listed) > MOST


def test_keys_follow_where_there_are_more_lines_than_keys(qtbot: QtBot) -> None:
    lines = OrderList()
    qtbot.addWidget(lines)
    lines.resize(300, 260)
    lines.show()
    for number in range(80):
        lines.add(number, f"order {number}", KEYS[number] if number < len(KEYS) else "")
    for row in (0, 50, 79, 3):
        lines.setCurrentRow(row)
        lines.scrollToItem(lines.item(row))
        lines.grab()
        top = lines.indexAt(QPoint(8, 4)).row()
        seen = [r for r in range(top, 80) if lines.visualItemRect(lines.item(r)).bottom() < lines.viewport().height()]
        assert all(lines.item(r).data(KEY) for r in seen), row
        item = lines.keyed(str(lines.item(row).data(KEY)))
        assert item is lines.item(row) and item.text().startswith(str(item.data(KEY)))


# ---- carried to where it is played


def carry(hand: Any, code: str, to: QPoint) -> None:
    """Press on a card and move it to a place of the screen, button down."""
    hand.scroll_by(-10_000)
    hand.lay()
    card = next(card for card in hand.held if card.code == code and hand.has_use(card))
    hand.bring(code)
    start = (card.box.topLeft() + QPointF(10 - hand.offset, 16)).toPoint()
    QTest.mousePress(hand, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for share in (0.4, 1.0):
        there = start + (hand.mapFromGlobal(to) - start) * share
        QTest.mouseMove(hand, QPoint(round(there.x()), round(there.y())))


def let_go(hand: Any, at: QPoint) -> None:
    QTest.mouseRelease(hand, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, hand.mapFromGlobal(at))


def spot(panel: CardPanel, number: int) -> QPoint:
    return panel.arena.mapToGlobal(panel.arena._spots[number].box.center().toPoint())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_carried_onto_its_target(qtbot: QtBot, sheet: CardPanel, language: str) -> None:
    sheet.settings.set_language(language)
    listed = played(sheet, lambda listed: any(isinstance(order, o.Attack) for order in listed))
    attack = next(order for order in listed if isinstance(order, o.Attack))
    view, own = sheet.table.view, decides(sheet.table.view)
    valid = {n for order in listed if attack.card in cards_of(order) for n in (getattr(order, "target", -1),) if n >= 0}
    to, given = spot(sheet, attack.target), len(sheet.table.match.entries)
    carry(sheet.hand, attack.card, to)
    assert valid <= sheet.arena.lit
    assert sheet.carried is not None and sheet.carried.isVisible() and sheet.carried.good and sheet.carried.text
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.carried.isVisible() and not sheet.arena.lit
    let_go(sheet.hand, to)
    assert len(sheet.table.match.entries) == given, "Esc has put it back"
    others = [a.number for a in view.aircraft if a.number in sheet.arena._spots and a.number not in sheet.arena.lit and a.number != own]
    wrong = next(number for number in others if number not in valid and view.aircraft[number].seat != view.seat)
    carry(sheet.hand, attack.card, spot(sheet, wrong))
    assert not sheet.carried.good
    let_go(sheet.hand, spot(sheet, wrong))
    assert len(sheet.table.match.entries) == given
    refused = sheet.table.refusal(o.Attack(attack.card, wrong))
    assert refused is not None and refused.describe(sheet.settings.words) in sheet.notice.text() and sheet.notice.isVisible()
    here = [order for order in listed if getattr(order, "target", -1) == attack.target and attack.card in cards_of(order)]
    carry(sheet.hand, attack.card, to)
    let_go(sheet.hand, to)
    if len(here) > 1:
        menu = sheet.findChild(QMenu)
        assert menu is not None and len(menu.actions()) == len(here)
        menu.actions()[here.index(attack)].trigger()
        menu.close()
    assert sheet.table.match.entries[-1].order == attack and len(sheet.table.match.entries) == given + 1


def test_a_card_is_thrown_on_the_discards(qtbot: QtBot, sheet: CardPanel) -> None:
    listed = played(sheet, lambda listed: any(isinstance(order, o.Discard) for order in listed))
    order = next(order for order in listed if isinstance(order, o.Discard))
    at = sheet.arena.mapToGlobal(sheet.arena._piles["discard"].center().toPoint())
    carry(sheet.hand, order.card, at)
    assert DISCARDS in sheet.arena.lit
    let_go(sheet.hand, at)
    assert sheet.table.match.entries[-1].order == order


def test_a_card_of_a_flight_is_carried_too(qtbot: QtBot, settings: Settings) -> None:
    panel = FlightPanel(settings, own_game("elements", "5", BOTH, {}, "flight"))
    qtbot.addWidget(panel, before_close_func=lambda s: s.table.close())
    panel.resize(1280, 800)
    panel.show()
    panel.begin()
    listed = played(panel, lambda listed: any(order.code in ("manoeuvre", "attack") for order in listed))  # type: ignore[arg-type]
    order = next(order for order in listed if order.code in ("manoeuvre", "attack"))
    to = panel.sky.mapToGlobal(panel.sky._spots[order.target].center().toPoint())
    given = len(panel.table.match.entries)
    carry(panel.hand, order.card, to)
    assert order.target in panel.sky.lit and panel.carried is not None and panel.carried.good
    let_go(panel.hand, to)
    menu = panel.findChild(QMenu)
    if menu is not None:
        menu.actions()[0].trigger()
        menu.close()
    last = panel.table.match.entries[-1].order
    assert len(panel.table.match.entries) == given + 1 and (last.card, last.target) == (order.card, order.target)


# ---- rated terms


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_of_an_aircraft_is_explained(qtbot: QtBot, sheet: CardPanel, language: str) -> None:
    sheet.settings.set_language(language)
    played(sheet, lambda listed: any(isinstance(order, o.PlayManoeuvre) for order in listed))
    arena, words = sheet.arena, sheet.settings.words
    fighter, bomber = (
        next(a for a in sheet.table.view.aircraft if a.number in arena._spots and a.bomber == kind) for kind in (False, True)
    )
    for seen, terms in (
        (fighter, ("speed", "performance", "horsepower", "bursts", "firepower", "airframe")),
        (bomber, ("dt", "st", "bombs")),
    ):
        box = arena._spots[seen.number].box
        known = {
            arena.describe(QPointF(x, y))
            for x in range(int(box.left()) + 2, int(box.right()), 4)
            for y in range(int(box.top()), int(box.bottom()), 3)
        }
        for term in terms:
            start = words(f"desk_cards.explain.{term}", value="|", pre="|", post="|").partition("|")[0].rstrip()
            assert any(start in text for text in known), (term, start)


def test_a_card_pressed_again_soon_is_carried_all_the_same(qtbot: QtBot, sheet: CardPanel) -> None:
    """A second press soon after the first comes as a double click."""
    listed = played(sheet, lambda listed: any(isinstance(order, o.Discard) for order in listed) and len(listed) > 2)
    order = next(order for order in listed if isinstance(order, o.Discard))
    at = sheet.arena.mapToGlobal(sheet.arena._piles["discard"].center().toPoint())
    card = next(card for card in sheet.hand.held if card.code == order.card and sheet.hand.has_use(card))
    sheet.settings.set_text_size(100)
    start = (card.box.topLeft() + QPointF(10 - sheet.hand.offset, 16)).toPoint()
    given = len(sheet.table.match.entries)
    sheet.hand.taken.disconnect()
    QTest.mouseDClick(sheet.hand, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    carry(sheet.hand, order.card, at)
    let_go(sheet.hand, at)
    assert len(sheet.table.match.entries) == given + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ace_who_falls_is_shown(qtbot: QtBot, sheet: CardPanel, language: str) -> None:
    sheet.settings.set_language(language)
    played(sheet, lambda listed: True)
    craft = sheet.table.match.position.crafts[-1]
    craft.pilot = sorted(sheet.table.game.tables.pilots)[0]
    look_anew(sheet)
    event = Event("shot_down", {"aircraft": craft.number, "vp": 1}, BOTH_SEATS)
    text = sheet.fallen(event)
    assert sheet.table.game.tables.pilots[craft.pilot].name in text and sheet.fallen(Event("flipped", {"aircraft": craft.number})) == ""
    log = [*sheet.table.log, (1, event)]
    sheet.table.core.log = lambda seat, since=0: log  # type: ignore[method-assign]
    sheet.refresh()
    assert sheet.slip.isVisible() and text in sheet.slip.text.text()
    question = QRect(sheet.reaction.mapTo(sheet.page, QPoint(0, 0)), sheet.reaction.size())
    assert sheet.slip.width() > 190 and not sheet.slip.geometry().intersects(question), "never over the question"
    qtbot.mouseClick(sheet.slip, Qt.MouseButton.LeftButton)
    sheet.refresh()
    assert not sheet.slip.isVisible(), "once"
