"""The sheet of an engagement over the table: asked, flown, fought at one's own table, told of; by keys and in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE, Event
from bob.day.state.combat_state import Engaging
from bob.day.state.orders import EnterResult, Resolve
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling import flown_fights
from bob.day.telling.situation import behind_text
from bob.desk.base.settings import THEMES
from bob.desk.boards.cards.card_panel import CardPanel
from bob.desk.boards.cards.pens import Pens
from bob.desk.boards.fights.fight_panel import FightPanel
from bob.desk.boards.fights.standing_rule import RuleBox, rule_of
from bob.desk.session.session import DeskSession
from bob.desk.window.window import DeskWindow
from bob.tactical.cards.telling import CardTeller
from bob.tactical.slot import shipped
from bob.words import LANGUAGES
from tests.desk.desks import LUFTWAFFE_SEATS, RAF_SEATS, REFEREED, first_order, quiet, texts
from tests.desk.fighting import card_panel, flown, fly_one, fly_until, in_hand, seen, window_at
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def window(qtbot: QtBot, window: DeskWindow) -> DeskWindow:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def panel_of(window: DeskWindow) -> FightPanel:
    assert window.fights is not None
    return window.fights


def at(qtbot: QtBot, window: DeskWindow, seats: dict[str, str] = RAF_SEATS, **given: object) -> tuple[DeskSession, FightPanel]:
    session = window_at(qtbot, window, seats, **given)  # type: ignore[arg-type]
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return session, panel_of(window)


def press(qtbot: QtBot, panel: FightPanel, key: Qt.Key | str) -> None:
    """Press a key where the keys are."""
    focus = QApplication.focusWidget()
    assert focus is not None and panel.isAncestorOf(focus), f"the sheet has the keys, not {getattr(focus, 'text', str)()}"
    qtbot.keyClick(focus, key)


def test_an_engagement_opens_over_the_dimmed_table_and_tells_what_is_known(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    s = seen(session)
    assert panel.isVisible() and panel.page == "ask" and panel.ask.isVisible()
    bar = window.menuWidget()
    assert panel.geometry().top() == bar.geometry().bottom() + 1 and panel.width() == window.width()
    assert window.room is not None and not window.room.card.isVisible()
    text = "\n".join(texts(panel.ask))
    for force in s.own:
        assert force.unit in text and str(force.count) in text
    assert all(str(foe.count) in text for foe in s.foes)
    for key in (f"engagement.posture_own.{s.posture}", f"ops.aim.{s.aim}", f"ops.weather.{s.weather}"):
        assert window.settings.words(key).lower() in text.lower()
    first = window.room.decisions.first
    assert first is not None and first.code == "fight" and window.strip.ask.text() == first.text


@pytest.mark.slow
@pytest.mark.parametrize(("key", "how"), [("q", "quick"), ("c", "cards"), ("t", "table")])
def test_a_key_says_how_it_is_resolved(qtbot: QtBot, window: DeskWindow, key: str, how: str) -> None:
    session, panel = at(qtbot, window)
    number = seen(session).number
    press(qtbot, panel, key)
    orders = [entry.order for entry in session.match.entries if isinstance(entry.order, Resolve)]
    assert orders == [Resolve(how)]  # type: ignore[arg-type]
    quiet(qtbot, session)
    if how == "quick":
        assert panel.page in ("after", "ask") and (not in_hand(session) or seen(session).number > number)
    else:
        assert panel.page == how and seen(session).number == number


def test_the_rest_of_the_day_the_same_way(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    press(qtbot, panel, "r")
    assert panel.ask.rest.isChecked()
    press(qtbot, panel, "q")
    assert rule_of(session) == Engaging("quick", "quick", "quick", 0)


def test_the_rule_can_be_edited_on_the_sheet_and_in_a_box(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    press(qtbot, panel, "s")
    editor = panel.ask.editor
    assert panel.ask.ruling.isVisible() and not editor.boxes["small"].isEnabled()
    editor.most.setValue(16)
    for name, way in (("small", "quick"), ("with_bombers", "cards"), ("others", "table")):
        editor.boxes[name].setCurrentIndex(editor.boxes[name].findData(way))
    panel.ask.keep.click()
    assert rule_of(session) == Engaging("quick", "cards", "table", 16)
    assert panel.page == "ask", "the one in hand stays as it is"
    panel.ask.resolve("quick")
    quiet(qtbot, session)
    while in_hand(session):
        session.play(RAF, Resolve("quick"))
        quiet(qtbot, session)
    box = RuleBox(session, window.settings, window)
    box.editor.show_rule(Engaging("ask", "ask", "ask", 3))
    box.go.click()
    assert rule_of(session) == Engaging("ask", "ask", "ask", 3)


@pytest.mark.slow
def test_who_may_not_choose_cannot_change_the_rule(qtbot: QtBot, window: DeskWindow) -> None:
    session, _ = at(qtbot, window, chooser="raf")
    box = RuleBox(session, window.settings, window)
    assert box.editor.isEnabled()
    session.play(RAF, Resolve("table"))
    window.close_game()
    session = window_at(qtbot, window, LUFTWAFFE_SEATS, engagements="table", chooser="luftwaffe")
    session.match.position.chooser = "raf"
    box = RuleBox(session, window.settings, window)
    assert not box.editor.isEnabled() and box.notice.text()


def test_it_is_put_aside_and_enter_walks_back_to_it(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    press(qtbot, panel, "m")
    assert not panel.isVisible() and session.to_move == (RAF,)
    assert window.room is not None and window.room.card.isVisible(), "its offers stand on the card"
    window.actions_["decide"].trigger()
    assert panel.isVisible() and panel.page == "ask"
    press(qtbot, panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    assert panel.isVisible() and session.number == len(session.match.entries) - 1


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_the_ways_are_never_cut(qtbot: QtBot, window: DeskWindow, language: str) -> None:
    _, panel = at(qtbot, window)
    window.settings.set_language(language)
    for width, size in ((1920, 100), (1280, 100), (1280, 150)):
        window.resize(width, 800)
        window.settings.set_text_size(size)
        qtbot.waitUntil(lambda: all(b.width() >= b.sizeHint().width() for b in panel.ask.ways.values()))
        assert len({about.isVisible() for about in panel.ask.abouts.values()}) == 1
        assert all(panel.ask.ways[way].toolTip() == about.text() for way, about in panel.ask.abouts.items())


def test_docks_that_are_laid_anew_stay_under_the_sheet(qtbot: QtBot, window: DeskWindow) -> None:
    _, panel = at(qtbot, window)
    docks = window.docks
    assert not docks.cramped
    window.settings.set_text_size(150)
    assert docks.cramped, "other docks lie side by side"
    qtbot.waitUntil(lambda: not docks["log"].visibleRegion().isEmpty() or not docks["ladder"].visibleRegion().isEmpty())
    QApplication.processEvents()
    children = window.children()
    assert children.index(panel) > max(children.index(dock) for dock in docks.docks.values())


def test_the_keys_go_round_within_the_sheet(qtbot: QtBot, window: DeskWindow) -> None:
    _, panel = at(qtbot, window)
    seen_: set[object] = set()
    for _ in range(30):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert focus is not None and panel.isAncestorOf(focus)
        seen_.add(focus)
    assert set(panel.ask.ways.values()) <= seen_


@pytest.mark.slow
def test_the_dogfight_is_flown_by_keys_on_the_same_card_sheet(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    press(qtbot, panel, "c")
    quiet(qtbot, session)
    assert isinstance(flown(window).panel, CardPanel) and flown(window).isVisible()
    number = seen(session).number
    for _ in range(400):
        quiet(qtbot, session)
        if not session.aloft:
            break
        count = session.number
        press(qtbot, panel, Qt.Key.Key_Return)
        assert session.number > count
    quiet(qtbot, session)
    assert not session.aloft
    assert panel.page in ("after", "ask")
    if panel.page == "after":
        assert panel.after.events[0].data["number"] == number
        press(qtbot, panel, Qt.Key.Key_Return)
        assert not panel.isVisible()


def test_aircraft_have_the_names_of_their_units(qtbot: QtBot, window: DeskWindow) -> None:
    session, _ = at(qtbot, window)
    session.play(RAF, Resolve("cards"))
    quiet(qtbot, session)
    battle, words = flown(window).battle, window.settings.words
    view, s = battle.view, seen(session)
    assert view is not None
    pens = Pens.of(window.settings, battle)
    names = pens.names(view)
    for number, unit in enumerate(s.models):
        if unit is not None:
            assert names[number].startswith(unit) and view.aircraft[number].seat == RAF
            whole, part = divmod(s.own[0].count if s.table is None else dict(s.table.own)[unit], s.models.count(unit))
            assert battle.behind(number) == (whole, whole + bool(part))
            assert behind_text(words, whole, whole + bool(part)) in pens.notes(view, number) or s.scale == 1
        else:
            assert view.aircraft[number].seat == LUFTWAFFE and names[number].startswith("Bf 109")
    assert all(event.code != "dogfight" for _, event in battle.log) and len(battle.log) > 5
    teller: CardTeller = pens.named(view)
    lines = [teller.event(event) for _, event in battle.log]
    assert any(s.own[0].unit in line for line in lines)
    log = card_panel(window).log
    assert [log.item(i).text()[:5].lower() for i in range(log.count())] == [line[:5].lower() for line in lines]


@pytest.mark.slow
def test_a_pilot_takes_over_from_the_sheet(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    press(qtbot, panel, "c")
    quiet(qtbot, session)
    stick = flown(window).stick
    assert stick.isVisible() and stick.currentIndex() == 0
    row = next(i for i in range(stick.count()) if tuple(stick.itemData(i)) == ("sound", False))
    stick.setCurrentIndex(row)
    stick.activated.emit(row)
    assert session.flier(RAF) == "sound" and card_panel(window).orders.count() == 0
    qtbot.waitUntil(lambda: not session.aloft)


def test_the_box_of_pilots_leaves_its_page_the_keys(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    panel.ask.stick.setFocus(Qt.FocusReason.TabFocusReason)
    assert panel.ask.stick.focusPolicy() == Qt.FocusPolicy.TabFocus
    qtbot.keyClicks(panel.ask.stick, "c")
    quiet(qtbot, session)
    assert panel.page == "cards"


def test_pilots_fly_at_a_pace_that_can_be_followed_unless_told_otherwise(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    window.settings.set_animate(True)
    panel.refresh()
    assert session.cockpit.pace > 0
    press(qtbot, panel, "c")
    flown(window).fast.setChecked(True)
    assert session.cockpit.pace == 0
    panel.refresh()
    assert session.cockpit.pace == 0


@pytest.mark.slow
def test_the_battle_card_is_shown_and_written(qtbot: QtBot, window: DeskWindow, tmp_path: Path) -> None:
    _, panel = at(qtbot, window)
    press(qtbot, panel, "t")
    page = panel.own_table
    assert page.isVisible() and len(page.card.pages.paintings) >= 2 and page.card.accessibleDescription()
    assert page.card_file().suffix == ".pdf" and page.card_file().parent == window.settings.games_folder
    assert page.save_card(tmp_path / "card.pdf")
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF")
    assert not page.save_card(tmp_path / "nowhere" / "card.pdf") and page.notice.text()


@pytest.mark.slow
def test_the_pieces_of_an_engagement_are_written_while_the_desk_goes_on(
    qtbot: QtBot, window: DeskWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, panel = at(qtbot, window)
    press(qtbot, panel, "t")
    page, path = panel.own_table, tmp_path / "pieces.pdf"
    button = page.pieces["hexes"]
    asked: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda host, title, usual, kinds: (asked.append(usual), (str(path), ""))[1])
    with qtbot.waitSignal(page.writer.notice):
        button.click()
        assert page.writer.busy and not button.isEnabled() and page.form.isEnabled()
    assert path.read_bytes().startswith(b"%PDF-") and str(path) in page.notice.text() and button.isEnabled()
    assert Path(asked[0]).parent == window.settings.games_folder and Path(asked[0]).name != page.card_file().name


def test_a_result_is_typed_by_keys_alone(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    press(qtbot, panel, "t")
    page, form = panel.own_table, panel.own_table.form
    assert form.engagement is not None
    first = form.rows[0]
    assert QApplication.focusWidget() is first.destroyed
    usual = {loss.unit: loss for loss in form.losses()}
    assert all(loss.disruption == 1 and loss.ammo == "low" for unit, loss in usual.items() if form.engagement.force(unit).fighter)
    assert page.enter.isEnabled() and not form.asks
    qtbot.keyClicks(first.destroyed, "2")
    press(qtbot, panel, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is first.damaged
    qtbot.keyClicks(first.damaged, "1")
    press(qtbot, panel, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is first.crews and first.crews.value() == 1, "so many are lost over England as a rule"
    raf, luftwaffe = form.engagement.aircraft("raf"), form.engagement.aircraft("luftwaffe")
    assert page.summary.text() == f"The RAF loses 2 of {raf}, the Luftwaffe 0 of {luftwaffe}"
    squadron = session.squadron(first.force.unit)
    assert squadron is not None
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    order = next(entry.order for entry in session.match.entries if isinstance(entry.order, EnterResult))
    assert order.losses[0].destroyed == 2 and order.turns == form_turns(order)
    quiet(qtbot, session)
    after = session.squadron(first.force.unit)
    assert after is not None and after.strength == squadron.strength - 2, "the tote shows the losses"


def form_turns(order: EnterResult) -> int:
    """The turns that an engagement takes unless somebody says otherwise."""
    return order.turns if order.turns == 2 else -1


WRONG = [
    ("destroyed", 90, ("destroyed", "damaged"), "engagement.misfit.too_many"),
    ("crews", 3, ("crews",), "engagement.misfit.crews"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("cell", "value", "cells", "key"), WRONG)
def test_what_does_not_add_up_is_told_at_its_cell(
    qtbot: QtBot, window: DeskWindow, cell: str, value: int, cells: tuple[str, ...], key: str
) -> None:
    session, panel = at(qtbot, window, engagements="table")
    page, form = panel.own_table, panel.own_table.form
    row = form.rows[-1]
    getattr(row, cell).setValue(value)
    found = next(m for m in form.faults if m.key == key)
    assert found.unit == row.force.unit
    assert all(getattr(row, name).property("wrong") for name in cells)
    assert row.note.isVisible() and row.force.unit in row.note.text() and row.note.text() in getattr(row, cells[0]).toolTip()
    assert not page.enter.isEnabled()
    page.submit()
    assert not any(isinstance(entry.order, EnterResult) for entry in session.match.entries)
    getattr(row, cell).setValue(0)
    assert page.enter.isEnabled() and not row.note.isVisible() and not getattr(row, cells[0]).property("wrong")


def test_turns_that_cannot_be_are_told(qtbot: QtBot, window: DeskWindow) -> None:
    _, panel = at(qtbot, window, engagements="table")
    form = panel.own_table.form
    form.turns.setValue(9)
    assert form.general.isVisible() and form.turns.property("wrong") and not panel.own_table.enter.isEnabled()


def test_what_is_doubtful_is_asked_back_and_can_be_confirmed(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window, engagements="table")
    page, row = panel.own_table, panel.own_table.form.rows[0]
    row.destroyed.setValue(row.force.count - 1)
    page.submit()
    assert page.doubt.isVisible() and row.force.unit in page.doubt.text()
    row.destroyed.setValue(row.force.count)
    assert not page.doubt.isVisible(), "another figure is asked about anew"
    page.submit()
    page.submit()
    assert any(isinstance(entry.order, EnterResult) for entry in session.match.entries)


@pytest.mark.smoke
def test_what_is_typed_outlives_a_kill(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window, engagements="table")
    row = panel.own_table.form.rows[0]
    row.destroyed.setValue(3)
    row.broke_off.setChecked(True)
    qtbot.waitUntil(lambda: session.draft("own_table") is not None)
    path = session.save.path if session.save is not None else None
    assert path is not None
    window.close_game()
    window.open_path(path)
    again = panel_of(window).own_table
    assert again.isVisible() and again.form.rows[0].destroyed.value() == 3 and again.form.rows[0].broke_off.isChecked()


@pytest.mark.rule("OPS-B8.4")
def test_what_lies_open_at_the_table_is_final(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window, engagements="table")
    number, entries = seen(session).number, session.number
    assert panel.own_table.isVisible() and not any(button.isVisible() for button in panel.own_table.others.values())
    assert panel.own_table.notice.text() == window.settings.words("desk_fights.table.final")
    assert window.room is not None and not any(d.offers for d in window.room.decisions.queue), "nor does the card offer another way"
    for key in ("q", "c"):
        press(qtbot, panel, key)
    assert (seen(session).number, session.number, panel.page) == (number, entries, "table")


def test_the_end_is_told_and_leads_to_the_map(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    number = seen(session).number
    session.play(RAF, Resolve("quick"))
    quiet(qtbot, session)
    while in_hand(session):
        assert number < seen(session).number and panel.ask.before.text()
        number = seen(session).number
        session.play(RAF, Resolve("quick"))
        quiet(qtbot, session)
    assert panel.page == "after" and panel.after.isVisible()
    event = panel.after.events[-1]
    text = "\n".join(texts(panel.after))
    assert all(unit in text for unit, _ in event.data["units"])
    with qtbot.waitSignal(panel.place_asked) as asked:
        press(qtbot, panel, "m")
    assert asked.args == [event.data["hex"]] and not panel.isVisible()
    assert window.room is not None
    session.play(RAF, first_order(window.room.decisions.queue))
    assert panel.page != "after" or panel.after.events[-1].data["number"] > number, "it is told once"


@pytest.mark.slow
@pytest.mark.rule("OPS-D1.8")
def test_a_flown_fight_is_told_on_a_page_of_its_own_before_the_next_is_asked(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window, seed="16")
    number, fights = seen(session).number, 0
    session.let_fly(RAF, "sound", always=True)
    while in_hand(session):
        number = seen(session).number
        assert panel.page == "ask" and shipped()["skies"].stakes(window.settings.words, 5)[0][:20] in "".join(texts(panel.ask))
        session.play(RAF, Resolve("skies"))
        qtbot.waitUntil(lambda: panel.page == "after", timeout=20_000)
        fights += 1
        data = panel.after.events[-1].data
        assert data["number"] == number and panel.after.wide and window.room is not None and window.room.decisions.covered
        text = "\n".join(texts(panel.after))
        assert panel.after.debrief is not None
        for unit in flown_fights.units(window.settings.words, data, panel.after.debrief.worn):
            assert unit.unit in text and unit.models in text
        assert all(line in text for line in flown_fights.reasons(window.settings.words, data, panel.names))
        press(qtbot, panel, "d")
        assert panel.after.lists_shots and panel.after.lines.isVisible() and not panel.after.books.isVisible()
        assert panel.after.debrief is not None and panel.after.lines.rowCount() == len(panel.after.debrief.rows) > 0
        press(qtbot, panel, "d")
        assert panel.after.books.isVisible() and not panel.after.lines.isVisible()
        following = "next" if in_hand(session) else ""
        assert panel.after.following == following
        press(qtbot, panel, Qt.Key.Key_Return)
        assert panel.page == ("ask" if following else "")
    assert fights > 1 and not panel.isVisible(), "it is told once"


def test_turns_are_never_played_behind_an_open_page(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    room = window.room
    assert room is not None and panel.page == "ask" and room.decisions.covered
    number = session.number
    for _ in range(2):
        window.actions_["run"].trigger()
        quiet(qtbot, session)
    assert session.number == number and not room.decisions.running and panel.page == "ask"
    while in_hand(session):
        session.play(RAF, Resolve("quick"))
        quiet(qtbot, session)
    assert panel.page == "after" and not room.decisions.covered, "it is told beside what is to be decided, which can be seen"
    assert panel.height() < window.height() / 2 and not panel.geometry().intersects(room.card.geometry().translated(room.area.pos()))
    number = session.number
    window.actions_["run"].trigger()
    quiet(qtbot, session)
    assert session.number == number and not panel.isVisible(), "the first time the page is closed"
    while room.decisions.first is not None and room.decisions.first.options:  # a choice stops turns too
        session.play(RAF, first_order(room.decisions.queue))
        quiet(qtbot, session)
    number = session.number
    window.actions_["run"].trigger()
    qtbot.waitUntil(lambda: session.number > number)
    room.decisions.stop()


def test_enter_closes_what_is_told_before_it_decides(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    while in_hand(session):
        session.play(RAF, Resolve("quick"))
        quiet(qtbot, session)
    number = session.number
    window.actions_["decide"].trigger()
    assert session.number == number and not panel.isVisible()


@pytest.mark.slow
def test_the_referee_decides_with_both_sides_before_him(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window, REFEREED)
    if window.handing_over:
        window.blank.button.click()
    assert session.seated == REFEREE and panel.page == "ask"
    whole = session.view(REFEREE).engagement
    text = "\n".join(texts(panel.ask))
    assert all(force.unit in text for force in (*whole.own, *whole.foes))
    press(qtbot, panel, "c")
    assert panel.page == "cards" and flown(window).end.isVisible() and not flown(window).stick.isVisible()
    view = flown(window).battle.view
    assert view is not None and all(a.cards is not None for a in view.aircraft)
    assert window.room is not None and window.room.decisions.next_person in (RAF, LUFTWAFFE)
    flown(window).end.click()
    assert not session.aloft


@pytest.mark.slow
def test_a_hand_over_in_a_dogfight_shows_no_hand(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window, {RAF: "human", LUFTWAFFE: "human"})
    if window.handing_over:
        window.blank.button.click()
    session.play(session.seated, Resolve("cards"))
    for _ in range(40):
        if window.handing_over:
            assert (
                not panel.isVisible()
                and flown(window).battle.view is None
                and card_panel(window).orders.count() == 0
                and card_panel(window).log.count() == 0
            )
            window.blank.button.click()
            assert panel.isVisible() and panel.page == "cards"
        view = flown(window).battle.view
        assert view is not None and view.seat == session.seated
        assert all(a.cards is None for a in view.aircraft if a.seat != session.seated)
        held = card_panel(window).hand
        assert {h.aircraft for h in held.held} <= {a.number for a in view.aircraft if a.seat == session.seated}
        session.play(session.seated, session.choices.listed[0])
    assert {entry.seat for entry in session.match.entries[-41:]} >= {RAF, LUFTWAFFE}


@pytest.mark.slow
def test_the_log_keeps_the_cards_of_a_dogfight_apart(qtbot: QtBot, window: DeskWindow) -> None:
    session, panel = at(qtbot, window)
    session.play(RAF, Resolve("cards"))
    fly_until(qtbot, session, lambda: False)
    quiet(qtbot, session)
    assert window.room is not None
    log = window.room.panels["log"]
    rows = log.filter.rowCount  # type: ignore[attr-defined]
    everything = rows()
    codes = {line.event.code for line in log.model.lines}  # type: ignore[attr-defined]
    assert {"met", "resolver", "dogfight", "combat"} <= codes
    shown = [log.filter.index(i, 0).data(Qt.ItemDataRole.UserRole).event.code for i in range(everything)]  # type: ignore[attr-defined]
    assert "dogfight" not in shown and {"met", "combat"} <= set(shown)
    log.buttons["dogfights"].click()  # type: ignore[attr-defined]
    lines = [log.filter.index(i, 0).data() for i in range(rows())]  # type: ignore[attr-defined]
    unit = next(event.data["units"][0][0] for _, event in session.log(RAF) if event.code == "met")
    assert any(unit in line for line in lines) and len(lines) > 20
    assert panel.page in ("after", "ask")


@pytest.mark.slow
@pytest.mark.parametrize("size", some([(1280, 800), (1920, 1080)]))
def test_every_page_stands_in_both_languages_and_all_themes(qtbot: QtBot, window: DeskWindow, size: tuple[int, int]) -> None:
    session, panel = at(qtbot, window)
    window.resize(*size)
    for page in ("ask", "table", "cards"):
        if page == "cards":
            window.close_game()
            session, panel = at(qtbot, window)
        if page != "ask":
            session.play(RAF, Resolve(page))
            quiet(qtbot, session)
        looks = (*((language, THEMES[0]) for language in LANGUAGES), *((LANGUAGES[0], theme) for theme in THEMES[1:]))
        for language, theme in some(looks if size[0] < 1900 else looks[:2]):
            window.settings.set_language(language)
            window.settings.set_theme(theme)
            QApplication.processEvents()
            assert panel.page == page
            if page == "ask":
                assert panel.ask.ways["quick"].text().startswith(window.settings.words("engagement.way.quick"))
            if page == "table":
                assert panel.own_table.enter.text().startswith(window.settings.words("desk_fights.table.enter"))
            inner = panel.pages[page].geometry()
            assert panel.rect().contains(inner) and not panel.grab().isNull()


@pytest.mark.slow
@pytest.mark.rule("OPS-D1.8")
def test_a_debrief_at_a_shared_screen_names_the_units_of_its_reader_alone(
    qtbot: QtBot, window: DeskWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, panel = at(qtbot, window, {RAF: "human", LUFTWAFFE: "human"})
    if window.handing_over:
        window.blank.button.click()
    session.play(session.seated, Resolve("cards"))
    own = {}
    for _ in range(60):
        if window.handing_over:
            window.blank.button.click()
        own[session.seat] = {force.unit for force in seen(session).own}
        if len(own) > 1:
            break
        fly_one(session)
        quiet(qtbot, session)
    assert set(own) == {RAF, LUFTWAFFE}
    read: list[set[str]] = []
    monkeypatch.setattr(flown_fights, "debrief", lambda *given: read.append({unit for table in given[-1] for unit in table.models if unit}))
    over = [Event("combat", {"number": seen(session).number})]
    for seat in own:
        session.sit(seat)
        if window.handing_over:
            window.blank.button.click()
        panel._debrief(over)
        assert read[-1] and read[-1] <= own[session.seat]
