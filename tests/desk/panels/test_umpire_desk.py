"""The umpire of a room at a desk: slips beside the truth, hand-outs to screens, terms, false and late reports; and how a player hears."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE
from bob.core.kit import HUMAN
from bob.day.state.orders import Scramble
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.panels.network import connection as lines
from bob.desk.panels.network.hand_out_view import HandOutView
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.panels.network.push_box import PushBox
from bob.desk.panels.network.room_panel import RoomPanel
from bob.desk.panels.network.slip_panel import SlipPanel
from bob.desk.panels.network.terms_box import TermsBox
from bob.desk.panels.referee.box import FalsePlotBox, LateBox
from bob.desk.window.window import DeskWindow
from tests.desk.desks import settings_in
from tests.desk.rooms import spoken
from tests.desk.rooms_here import RoomHere
from tests.desk.session.test_join import joined, ordered, settled
from tests.played_day import secrets_of


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "PAUSES", (1,))


@pytest.fixture
def host() -> RoomHere:
    return RoomHere(ordered({}, raf=HUMAN, luftwaffe="kesselring", referee=HUMAN))


@pytest.fixture
def other(qtbot: QtBot, tmp_path: Path) -> DeskWindow:
    folder = tmp_path / "other"
    folder.mkdir()
    made = DeskWindow(settings_in(folder))
    qtbot.addWidget(made, before_close_func=lambda w: None)
    made.resize(1280, 800)
    made.show()
    return made


def panel_of(window: DeskWindow) -> SlipPanel:
    assert window.room is not None
    found = window.room.panels["slips"]
    assert isinstance(found, SlipPanel)
    return found


def both(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> tuple[JoinedSession, JoinedSession]:
    """An umpire at one desk, a player at the other."""
    umpire = joined(qtbot, window, host, REFEREE)
    player = joined(qtbot, other, host, RAF)
    qtbot.waitUntil(lambda: len(umpire.joined.room.members) == 2 and len(player.joined.room.members) == 2)
    return umpire, player


def agree(qtbot: QtBot, host: RoomHere, *sessions: JoinedSession, **terms: Any) -> None:
    host.say(REFEREE, "terms", {"terms": terms})
    host.spread()
    for session in sessions:
        qtbot.waitUntil(lambda session=session: session.joined.room.terms.slips == terms.get("slips", False))


@pytest.mark.slow
def test_a_slip_is_changed_sent_on_and_told(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> None:
    umpire, player = both(qtbot, window, other, host)
    agree(qtbot, host, umpire, player, slips=True)
    over = player.view(RAF).squadrons[0].hex
    order = next(o for s in player.view(RAF).squadrons if player.check(RAF, o := Scramble(s.unit, 12, hex=over)) is None)
    player.play(RAF, order)
    panel, own = panel_of(window), panel_of(other)
    qtbot.waitUntil(lambda: len(panel.cards) == 1 and own.done.count() == 1)
    assert own.done.item(0).text().endswith("→ With the umpire") and "Scramble" in own.done.item(0).text()
    (card,) = panel.cards.values()
    assert card.form is not None and card.form.order()["angels"] == 12
    angels, place, unit = (card.form.fields[name] for name in ("angels", "hex", "unit"))
    assert isinstance(angels, QSpinBox) and isinstance(place, QLineEdit) and isinstance(unit, QComboBox)
    assert card.form.named["hex"].text() and "track" not in card.form.fields, "no raid is on the table, and yet one may be chosen"
    angels.setValue(16)
    place.setText("nowhere at all")
    assert not card.form.named["hex"].text()
    card.send.click()
    assert not card.fault.isHidden() and panel.cards
    place.setText("Maidstone")
    assert card.form.order()["hex"] in card.form.named["hex"].text()
    card.word.setText("Higher")
    card.send.click()
    qtbot.waitUntil(lambda: not panel.cards)
    given = [entry.order for entry in host.driver.match.entries if isinstance(entry.order, Scramble)][-1]
    assert (given.unit, given.angels) == (order.unit, 16) and given.hex != order.hex
    qtbot.waitUntil(lambda: "changed" in own.done.item(0).text())
    assert "16" in own.done.item(0).text() and own.done.item(0).text().endswith("Higher")
    assert other.room is not None and "Carried out, changed" in other.room.notice.text.text()


@pytest.mark.slow
def test_a_slip_is_given_back_and_words_are_answered(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> None:
    umpire, player = both(qtbot, window, other, host)
    agree(qtbot, host, umpire, player, slips=True)
    panel, own = panel_of(window), panel_of(other)
    host.say(RAF, "slip", {"order": None, "text": "<b>May we wait?</b>"})
    host.say(RAF, "slip", {"order": {"code": "done"}, "text": ""})
    host.spread()
    qtbot.waitUntil(lambda: len(panel.cards) == 2)
    words, done = panel.cards.values()
    assert words.send.isHidden() and not done.send.isHidden() and "<b>May" in words.what.text()
    words.word.setText("Yes")
    words.back.click()
    done.word.setText("Not yet")
    done.back.click()
    qtbot.waitUntil(lambda: own.done.count() == 2 and not panel.cards)
    lines = sorted(own.done.item(n).text().partition("→ ")[2] for n in range(2))
    assert lines == ["Answered\nYes", "Given back\nNot yet"]


@pytest.mark.slow
def test_a_slip_that_is_being_changed_stays_while_others_come(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> None:
    umpire, player = both(qtbot, window, other, host)
    agree(qtbot, host, umpire, player, slips=True)
    panel = panel_of(window)
    host.say(RAF, "slip", {"order": {"code": "done"}, "text": ""})
    host.spread()
    qtbot.waitUntil(lambda: len(panel.cards) == 1)
    (card,) = panel.cards.values()
    card.word.setText("half a wo")
    host.say(RAF, "slip", {"order": None, "text": "another"})
    host.spread()
    qtbot.waitUntil(lambda: len(panel.cards) == 2)
    assert card in panel.cards.values() and card.word.text() == "half a wo"


@pytest.mark.slow
def test_the_lists_are_as_high_as_what_is_in_them(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> None:
    both(qtbot, window, other, host)
    panel = panel_of(window)
    heights = []
    for count in (1, 3, 30):
        panel._fill(panel.done, [("A slip", str(n)) for n in range(count)])
        panel._fit(panel.done)
        heights.append(panel.done.height())
    assert heights[0] < heights[1] / 1.5 < heights[1] < heights[2] <= 210


@pytest.mark.slow
def test_all_sides_at_a_glance_hold_and_go_on(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> None:
    umpire, player = both(qtbot, window, other, host)
    panel = panel_of(window)
    host.own.tick(100.0)
    host.own.tick(165.0)
    host.tell_room()
    qtbot.waitUntil(lambda: "owes a decision" in panel.to_move.text())
    assert "Fighter Command (Raf)" in panel.to_move.text()
    panel.hold.click()
    qtbot.waitUntil(lambda: player.joined.room.held and umpire.joined.room.held)
    assert "holds" in panel.to_move.text() and panel_of(other).hold.isHidden()
    panel.hold.click()
    qtbot.waitUntil(lambda: not player.joined.room.held)


@pytest.mark.slow
def test_a_sheet_is_looked_at_handed_out_opened_and_kept(
    qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere, tmp_path: Path
) -> None:
    umpire, player = both(qtbot, window, other, host)
    box = PushBox(umpire.joined, window.settings, window)
    qtbot.addWidget(box)
    box.to.setCurrentIndex(box.to.findData(RAF))
    for kind in ("state", "weather"):
        box.hand_outs[kind].setChecked(True)
    box.title.setText("Eleven o’clock")
    box.note.setPlainText("Watch <the> coast")
    assert not box.go.isEnabled()
    box.look.click()
    qtbot.waitUntil(lambda: box.shown.count() == 1)
    assert "Watch <the> coast" in box.shown.widget(0).toPlainText() and box.go.isEnabled() and box.sure.isHidden()
    seen = box.shown.widget(0).toPlainText()
    assert not player.joined.room.hand_outs
    box.title.setText("Other")
    assert not box.go.isEnabled() and box.shown.count() == 0
    box.title.setText("Eleven o’clock")
    box.look.click()
    qtbot.waitUntil(box.go.isEnabled)
    box.go.click()
    qtbot.waitUntil(lambda: other.joining.room_papers.open is not None)
    page = other.joining.room_papers.open
    assert isinstance(page, HandOutView) and page.text.toPlainText() == seen
    for secret in secrets_of("one_raid", RAF):
        assert secret not in seen and secret not in json.dumps([part.drawing for part in page.page.parts])
    page.write(tmp_path / "sheet.pdf")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    page.close()
    own = panel_of(other)
    qtbot.waitUntil(lambda: own.hand_outs.count() == 1 and other.joining.room_papers.open is None)
    own.hand_outs.itemActivated.emit(own.hand_outs.item(0))
    qtbot.waitUntil(lambda: other.joining.room_papers.open is not None)
    umpires = panel_of(window)
    umpires.hand_outs.setCurrentRow(0)
    umpires.take_back.click()
    qtbot.waitUntil(lambda: own.hand_outs.count() == 0)


@pytest.mark.slow
def test_the_truth_goes_out_only_when_it_is_meant(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> None:
    umpire, player = both(qtbot, window, other, host)
    box = PushBox(umpire.joined, window.settings, window)
    qtbot.addWidget(box)
    box.to.setCurrentIndex(box.to.findData(RAF))
    box.viewer.setCurrentIndex(box.viewer.findData(REFEREE))
    box.look.click()
    qtbot.waitUntil(lambda: box.shown.count() == 1)
    assert not box.sure.isHidden() and not box.go.isEnabled()
    box.sure.setChecked(True)
    box.go.click()
    qtbot.waitUntil(lambda: bool(player.joined.room.hand_outs))
    assert player.joined.room.hand_outs[0].beyond


@pytest.mark.slow
def test_a_hand_out_of_before_does_not_open_by_itself(qtbot: QtBot, other: DeskWindow, host: RoomHere) -> None:
    host.line(REFEREE)
    member = host.members[REFEREE]
    look = host.own.look_at(member, RAF, (), "own", "", "Early")
    joined(qtbot, other, host, RAF)
    host.own.hand_out(member, look["look"])
    host.spread()
    qtbot.waitUntil(lambda: other.joining.room_papers.open is not None)
    page = other.joining.room_papers.open
    assert page is not None
    page.close()
    qtbot.waitUntil(lambda: other.joining.room_papers.open is None)
    other.close_game()
    session = joined(qtbot, other, host, RAF)
    qtbot.waitUntil(lambda: panel_of(other).hand_outs.count() == 1)
    settled(qtbot, session)
    assert other.joining.room_papers.open is None


@pytest.mark.slow
def test_terms_are_read_by_all_set_by_the_umpire_and_told(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> None:
    umpire, player = both(qtbot, window, other, host)
    box = TermsBox(umpire.joined, window.settings, window)
    qtbot.addWidget(box)
    assert box.form.isVisibleTo(box) and list(box.deputies) == [RAF]
    box.slips.setChecked(True)
    assert not box.seconds.isEnabled(), "there is no clock to have them"
    box.clock.setCurrentIndex(box.clock.findData("turn"))
    assert box.seconds.isEnabled()
    box.seconds.setValue(120)
    box.deputies[RAF].setCurrentIndex(box.deputies[RAF].findData("park"))
    box.delay.setValue(4)
    box.go.click()
    qtbot.waitUntil(lambda: player.joined.room.terms.delay == 4)
    terms = player.joined.room.terms
    assert (terms.slips, terms.clock, terms.seconds, dict(terms.deputies), terms.dice) == (True, "turn", 120, {RAF: "park"}, "program")
    read = TermsBox(player.joined, other.settings, other)
    qtbot.addWidget(read)
    assert not read.form.isVisibleTo(read) and "Clock: 2:00 for each decision" in read.notice.text() and not read.go.isVisibleTo(read)
    assert other.room is not None
    panel = other.room.panels["room"]
    assert isinstance(panel, RoomPanel)
    assert any("has changed what is agreed" in panel.notes.item(row).text() for row in range(panel.notes.count()))
    assert "has changed what is agreed" in other.room.notice.text.text()


@pytest.mark.slow
def test_a_late_report_and_a_false_plot(qtbot: QtBot, window: DeskWindow, other: DeskWindow, host: RoomHere) -> None:
    umpire, _ = both(qtbot, window, other, host)
    late = LateBox(umpire, window.settings, window)
    qtbot.addWidget(late)
    assert late.turn.itemText(0) == "10:35, turn 2" and late.turn.itemText(late.turn.count() - 1).endswith("turn 36")
    late._give()
    assert late.fault.text()
    late.text.setPlainText("Fifty at Mardyck")
    late._give()
    panel = panel_of(window)
    qtbot.waitUntil(lambda: panel.later.count() == 1)
    assert panel.later.item(0).text().startswith("10:35, turn 2, Fighter Command: ") and host.own.book.later[0].sender == "filter_room"
    assert not any("Mardyck" in text for text in spoken(panel_of(other)))
    panel.drop.click()
    qtbot.waitUntil(lambda: panel.later.count() == 0)
    box = FalsePlotBox(umpire, window.settings, window)
    qtbot.addWidget(box)
    box.place.setText("Dungeness")
    box.many.setText("many")
    box._give()
    settled(qtbot, umpire)
    before = len(host.driver.view(RAF).tracks)
    box.many.setText("30")
    box._give()
    settled(qtbot, umpire)
    assert len(host.driver.view(RAF).tracks) == before + 1


@pytest.mark.smoke
def test_no_panel_of_a_player_tells_what_is_another_sides(qtbot: QtBot, window: DeskWindow, other: DeskWindow) -> None:
    host = RoomHere(ordered({}, raf=HUMAN, luftwaffe=HUMAN, referee=HUMAN))
    umpire, player = both(qtbot, window, other, host)
    agree(qtbot, host, umpire, player, slips=True)
    host.line(LUFTWAFFE)
    host.say(LUFTWAFFE, "slip", {"order": None, "text": "Secret of Kesselring"})
    look = host.own.look_at(host.members[REFEREE], LUFTWAFFE, ("state",), "own", "For Kesselring", "")
    host.own.hand_out(host.members[REFEREE], look["look"])
    host.own.later(host.members[REFEREE], LUFTWAFFE, "For Kesselring later", 30, "referee")
    host.spread()
    qtbot.waitUntil(lambda: len(panel_of(window).cards) == 1 and panel_of(window).hand_outs.count() == 1)
    settled(qtbot, player)
    assert not [text for text in spoken(panel_of(other)) if "Kesselring" in text]
    assert "Kesselring" not in repr(player.joined.room)
