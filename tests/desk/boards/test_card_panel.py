"""The card dogfight at the screen: played by keyboard, secret hands, the hand-over, both languages, the dialog."""

from __future__ import annotations

import pytest
from desks import own_game, texts
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.core.game import dumps
from bob.desk.base.settings import Settings
from bob.desk.boards.cards.card_panel import CardPanel
from bob.desk.boards.cards.pens import Pens
from bob.desk.boards.cards.setting_up import BATTLES, OWN, CardSetup
from bob.desk.boards.shared.window import opened
from bob.desk.session.files import Files
from bob.desk.session.own_game import OwnGame
from bob.driver.game_plan import GamePlan
from bob.staff.advice.fights.card_order_lines import keyed, order_text
from bob.staff.advice.fights.choice_keys import KEYS, LEAVE
from bob.tactical.cards.orders import NoAnswer, React, Stay
from bob.tactical.cards.pilots.roster import pilot
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

ALONE = {"allied": "human", "axis": "sound"}
BOTH = {"allied": "human", "axis": "human"}


def shown(qtbot: QtBot, settings: Settings, table: OwnGame) -> CardPanel:
    panel = CardPanel(settings, table)
    qtbot.addWidget(panel, before_close_func=lambda s: s.table.close())
    panel.resize(1280, 800)
    panel.show()
    panel.begin()
    return panel


def seated(qtbot: QtBot, panel: CardPanel) -> None:
    """Wait until a person is to decide, and let that person sit down."""
    table = panel.table
    qtbot.waitUntil(lambda: not table.is_thinking)
    if not table.seated:
        qtbot.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("scenario", ["duel", "first_match"])
def test_a_duel_is_played_to_its_end_by_keyboard(qtbot: QtBot, settings: Settings, scenario: str) -> None:
    panel = shown(qtbot, settings, own_game(scenario, "keys", ALONE))
    table = panel.table
    for step in range(1200):
        qtbot.waitUntil(lambda: not table.is_thinking)
        if table.outcome is not None:
            break
        assert table.seated in table.match.to_move
        count = len(table.match.entries)
        keys = [key for key, _ in keyed(table.choices.listed) if key]
        if step % 3 == 0:
            qtbot.keyClick(panel.orders, Qt.Key.Key_Return)
        else:
            qtbot.keyClick(panel.orders, keys[step % len(keys)])
        assert len(table.match.entries) > count
    assert table.outcome is not None
    assert panel.go.text() == settings.words("desk_game.again")
    with qtbot.waitSignal(panel.again):
        qtbot.keyClick(panel.orders, Qt.Key.Key_Return)


def test_no_text_shows_the_other_hand(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("first_match", "secret", BOTH))
    table = panel.table
    pilots = {seat: pilot("sound", seat, 1, table.match.position.terms, table.game) for seat in BOTH}
    pens = Pens(settings, table.game.tables)
    for _ in range(70):
        seated(qtbot, panel)
        if table.outcome is not None:
            break
        seat = table.seated
        view = table.match.view(seat)
        known = {c for _, event in table.match.log(seat) if event.code == "drawn" for c in event.data["cards"]}
        known |= {event.data["card"] for _, event in table.match.log(seat) if event.data.get("card")}
        known |= {c for a in view.aircraft for c in a.cards or ()} | set(view.discard)
        hidden = {c for craft in table.match.position.crafts for c in craft.hand} - known
        assert all(a.cards is None for a in view.aircraft if a.seat != seat)
        found = [text for text in texts(panel) if text]
        for x in range(40, panel.arena.width(), 90):
            found += [panel.arena.describe(QPointF(x, y)) for y in range(20, panel.arena.height(), 60)]
        seen = sorted((pens.teller.card(code) for code in known), key=len, reverse=True)
        titles = {pens.teller.card(code) for code in hidden} - set(seen)
        answers = panel.reaction.accessibleName()  # names all kinds of card that answer, whoever holds them
        for text in found:
            for title in seen:
                text = text.replace(title, "")
                answers = answers.replace(title, "")
            assert text == answers or not any(title in text for title in titles)
        table.play(pilots[seat].decide(view, table.game.choices(table.match.position, seat)))
        if not table.seated and table.outcome is None:
            assert panel.stack.currentWidget() is panel.blank
            assert table.view is None and table.log == [] and panel.orders.count() == 0 and panel.log.count() == 0
            assert panel.hand.held == [] or panel.hand.isVisible() is False
            qtbot.keyClick(panel.blank, Qt.Key.Key_Return)
            assert not table.seated, "a key still held does not uncover the table"


def test_a_hand_picked_by_mouse_or_arrows_narrows_the_orders(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("first_match", "mouse", ALONE))
    table = panel.table
    for _ in range(60):
        qtbot.waitUntil(lambda: not table.is_thinking)
        if table.outcome is not None or (panel.hand.legal and panel.orders.count() > 3):
            break
        qtbot.keyClick(panel.orders, Qt.Key.Key_Space if any(isinstance(o, Stay) for o in table.choices.listed) else Qt.Key.Key_Return)
    everything = panel.orders.count()
    panel.grab()
    held = next(h for h in panel.hand.held if h.code in panel.hand.legal)
    at = held.box.topLeft().toPoint() + QPoint(8, 12)
    qtbot.mouseClick(panel.hand, Qt.MouseButton.LeftButton, pos=at)
    assert 0 < panel.orders.count() <= everything
    qtbot.keyClick(panel.orders, Qt.Key.Key_Escape)
    assert panel.orders.count() == everything
    qtbot.keyClick(panel.orders, Qt.Key.Key_Right)
    assert panel.hand.chosen and panel.orders.count() <= everything
    count = len(table.match.entries)
    qtbot.keyClick(panel.hand, Qt.Key.Key_Return)
    assert len(table.match.entries) > count


def test_the_reaction_window_tells_who_and_with_what(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("first_match", "answer", ALONE))
    table = panel.table
    for _ in range(300):
        qtbot.waitUntil(lambda: not table.is_thinking)
        view = table.view
        assert view is not None and table.outcome is None
        if view.chain is not None and any(isinstance(o, React) for o in table.choices.listed):
            break
        qtbot.keyClick(panel.orders, Qt.Key.Key_Space if keyed(table.choices.listed)[-1][0] == LEAVE else Qt.Key.Key_1)
    head, answers = panel.reaction.lines()
    assert "Spitfire I" in head
    assert settings.words("cards.card.ace_pilot") in answers
    assert {o.card for o in table.choices.listed if isinstance(o, React)} <= panel.hand.legal
    assert any(isinstance(o, NoAnswer) for o in table.choices.listed)


def test_undo_follows_the_policy(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("duel", "undo", {"allied": "sound", "axis": "human"}, {"pilots": True}))
    table = panel.table
    qtbot.waitUntil(lambda: not table.is_thinking)
    assert not panel.undo_button.isEnabled() and panel.undo_button.toolTip()
    table.undo()
    assert not panel.notice.isHidden()


def settled(panel: CardPanel) -> QImage:
    """A picture of the sheet, freshly filled, with its layout done: when another look at it shows the same."""
    panel.refresh()
    before = QImage()
    for _ in range(6):
        QApplication.processEvents()
        picture = panel.grab().toImage()
        if picture == before:
            break
        before = picture
    return before


@pytest.mark.slow
def test_the_screen_is_the_same_whatever_the_other_holds(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("first_match", "secret", BOTH))
    table = panel.table
    pilots = {seat: pilot("sound", seat, 1, table.match.position.terms, table.game) for seat in BOTH}
    compared = 0
    for _ in range(50):
        seated(qtbot, panel)
        if table.outcome is not None:
            break
        seat, position = table.seated, table.match.position
        other = next(c for c in position.crafts if position.seats[c.seat] != seat)
        before, hand, pile = list(texts(panel)), other.hand, list(position.pile)
        picture = settled(panel)
        other.hand = tuple("redline" if card != "redline" else "ace_pilot" for card in hand)
        position.pile.reverse()
        table._view = None
        assert settled(panel) == picture
        assert list(texts(panel)) == before
        compared += bool(hand)
        other.hand, position.pile[:] = hand, pile
        table._view = None
        table.play(pilots[seat].decide(table.match.view(seat), table.choices))
    assert compared > 8


@pytest.mark.parametrize("language", some(["en", "fr"]))
@pytest.mark.parametrize("theme", some(["table", "night", "contrast"]))
def test_both_languages_render_in_all_themes(qtbot: QtBot, settings: Settings, language: str, theme: str) -> None:
    panel = shown(qtbot, settings, own_game("raid", "1", {"allied": "human", "axis": "human"}))
    table = panel.table
    seated(qtbot, panel)
    pilots = {seat: pilot("sound", seat, 1, table.match.position.terms, table.game) for seat in BOTH}
    for _ in range(24):
        seated(qtbot, panel)
        view = table.match.view(table.seated)
        table.play(pilots[table.seated].decide(view, table.choices))
    seated(qtbot, panel)
    before = panel.log.item(0).text()
    settings.set_language("fr" if language == "en" else "en")
    settings.set_language(language)
    settings.set_theme(theme)
    words = settings.words
    assert panel.close_button.text() == words("desk_game.close")
    assert (panel.log.item(0).text() == before) is (language == "en")
    assert not panel.grab().isNull()
    names = pens_of(panel).named(table.view)
    for order in table.choices.listed:
        assert order_text(order, words, names)


def pens_of(panel: CardPanel) -> Pens:
    return Pens(panel.settings, panel.table.game.tables)


def test_the_keys_of_orders() -> None:
    orders = (NoAnswer(), *[React(f"card{i}") for i in range(40)])
    found = keyed(orders)
    assert [key for key, _ in found[:35]] == list(KEYS)
    assert found[35][0] == "" and found[-1] == (LEAVE, NoAnswer())


def test_watching_two_pilots(qtbot: QtBot, settings: Settings) -> None:
    panel = shown(qtbot, settings, own_game("first_match", "watch", {"allied": "random", "axis": "sound"}))
    qtbot.waitUntil(lambda: panel.table.outcome is not None)
    assert panel.table.seated == "referee" and not panel.orders.count()


def test_the_dialog(qtbot: QtBot, settings: Settings) -> None:
    setup = CardSetup(settings)
    qtbot.addWidget(setup)
    setup.show()
    for row in range(len(BATTLES)):
        setup.battle.setCurrentRow(row)
        table = OwnGame(Files(settings).begin(setup.plan()))
        assert set(table.seats) == set(table.match.game.seats(table.match.position))
        table.close()
    assert setup.code == OWN
    side = setup.sides["allied"]
    side.aircraft.setCurrentIndex(side.aircraft.findData("hurricane_i"))
    side.pilot.setCurrentIndex(1)
    side.count.setValue(2)
    qtbot.mouseClick(side.add, Qt.MouseButton.LeftButton)
    setup.seed.setText("7")
    plan = setup.plan()
    assert plan.seed == "7" and plan.options["players"][0]["aircraft"][1]["aircraft"] == "hurricane_i"
    table = OwnGame(Files(settings).begin(plan))
    assert len(table.match.position.crafts) == 4
    table.close()
    for _ in range(2):
        qtbot.mouseClick(side.remove, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(setup.go, Qt.MouseButton.LeftButton)
    assert setup.isVisible() and setup.fault.text()
    settings.set_language("fr")
    assert setup.go.text() == settings.words("desk_game.setup.go")


def test_a_battle_is_kept_and_gone_on_with(qtbot: QtBot, settings: Settings) -> None:
    files = Files(settings)
    window = opened(settings, files, files.begin(GamePlan("cards", "first_match", "file", ALONE)))
    table = window.table
    assert table.save is not None
    path = table.save.path
    for _ in range(6):
        qtbot.waitUntil(lambda: not table.is_thinking)
        QTest.keyClick(window.panel.orders, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not table.is_thinking)
    entries = [dumps(entry.as_json()) for entry in table.match.entries]
    window.close()
    QApplication.processEvents()
    again = OwnGame(files.open(path))
    assert [dumps(entry.as_json()) for entry in again.match.entries] == entries and again.seats == ALONE and again.seated == "allied"
    again.close()
