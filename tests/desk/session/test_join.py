"""Games that are played elsewhere, at the desk: joined, played, the line cut and taken up, the room beside the log."""

from __future__ import annotations

import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from bob.core.dice import Throw
from bob.core.errors import BobError, Refused, UsageError
from bob.core.game import REFEREE, Choices
from bob.core.kit import HUMAN
from bob.day.state.orders import Done, InName, Note, Scramble
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.boards.fights.day_battle import DayBattle
from bob.desk.boards.shared.window import GameWindow
from bob.desk.panels.network import connection as lines
from bob.desk.panels.network.invite_box import InviteBox
from bob.desk.panels.network.join_box import JoinBox
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.panels.network.lamp import line_text
from bob.desk.panels.network.room_panel import RoomPanel
from bob.desk.panels.network.wire_talk import HostSilent, Talk
from bob.desk.window.joining import JoinedGame
from bob.desk.window.window import DeskWindow
from bob.driver import ALIKE, Driver
from bob.driver.players import player
from bob.games import kit
from bob.rooms.client.membership import Membership, Memberships, place_of
from bob.tactical.slot import shipped
from tests.desk.rooms_here import HostHere


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is tried again at once."""
    monkeypatch.setattr(lines, "PAUSES", (1,))


def ordered(options: Mapping[str, Any], **seats: str) -> Driver:
    """A day in its first turn of orders."""
    driver = Driver.new(kit("day").make(), "one_raid", "wire", options, seats)
    while driver.match.position.phase != "orders" or driver.match.position.choices:
        driver.advance()
        for seat in driver.asked_seats:
            driver.give(seat, driver.company.anything(seat))
    return driver


@pytest.fixture
def host() -> HostHere:
    return HostHere(ordered({}, raf=HUMAN, luftwaffe="kesselring"))


def joined(qtbot: QtBot, window: DeskWindow, host: HostHere, seat: str = RAF) -> JoinedSession:
    window.joining.take_up(host.line(seat))
    qtbot.waitUntil(lambda: window.session is not None)
    session = window.session
    assert isinstance(session, JoinedSession)
    qtbot.waitUntil(lambda: session.joined.line.up)
    return session


def settled(qtbot: QtBot, session: JoinedSession) -> None:
    qtbot.waitUntil(lambda: not session.core.under_way)


def scrambles(session: JoinedSession) -> list[Scramble]:
    view = session.view(RAF)
    over = view.squadrons[0].hex
    found = [Scramble(s.unit, 12, hex=over) for s in view.squadrons if s.box == "ready"]
    return [order for order in found if session.check(RAF, order) is None]


def test_the_same_desk_with_what_the_seat_has(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    assert session.view(RAF) == host.driver.view(RAF) and window.room is not None
    assert window.room.decisions.queue and window.docks.has("room")
    assert window.strip.line.isHidden() and session.persons == (RAF,)
    why = {code: entry.why() for code in ("save_as", "branch", "join") if (entry := window.actions_.entries[code]).why is not None}
    assert why == {"save_as": "desk_join.grey_kept", "branch": "desk_join.grey_kept", "join": None}
    for asked in (session.truth, lambda: session.look_as(LUFTWAFFE), lambda: session.log(LUFTWAFFE)):
        with pytest.raises(Refused):
            asked()


@pytest.mark.slow
def test_three_scrambles_and_done_in_quick_succession(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    given, turn = scrambles(session)[:3], session.turn
    assert len(given) == 3
    for order in (*given, Done()):
        session.play(RAF, order)
    assert line_text(session.joined, window.settings)[0] == "On its way to the host…" and session.core.under_way
    settled(qtbot, session)
    assert [entry.order for entry in host.driver.match.entries if entry.seat == RAF][-4:] == [*given, Done()]
    assert session.turn == turn + 1 and session.view(RAF) == host.driver.view(RAF) and window.strip.line.isHidden()


def test_what_the_host_refuses_is_told(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    (order, *_) = scrambles(session)
    host.driver.give(RAF, Done())  # somebody else of the side was quicker, and it is not known here yet
    session.play(RAF, order)
    assert window.room is not None
    notice = window.room.notice
    settled(qtbot, session)
    assert not notice.isHidden() and notice.text.text() == "The moment for this order has passed: it was not sent"
    assert session.view(RAF) == host.driver.view(RAF) and order not in [entry.order for entry in host.driver.match.entries]


def test_a_lost_line_shows_itself_comes_back_and_misses_nothing(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    talk = host.talk(RAF)
    talk.break_off()
    assert window.strip.line.text() == "● Line lost, trying again" and "cut" in window.strip.line.toolTip()
    (order, *_) = scrambles(session)
    session.play(RAF, order)
    host.driver.give(RAF, scrambles(session)[1])
    talk.cut = False
    window.strip.line.click()
    settled(qtbot, session)
    qtbot.waitUntil(lambda: session.view(RAF) == host.driver.view(RAF))
    assert window.strip.line.isHidden()
    assert order in [entry.order for entry in session.match.entries]


@pytest.mark.slow
def test_an_order_whose_answer_was_lost_is_given_once(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    talk = host.talk(RAF)
    talk.answers_lost = 2
    turn = session.turn
    session.play(RAF, Done())
    settled(qtbot, session)
    assert [body["key"] for name, body in talk.said if name == "order"] == [talk.said[0][1]["key"]] * 3
    assert session.turn == turn + 1 and host.driver.match.position.turn == turn + 1


def test_an_order_taken_back_is_taken_back_here(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    count = len(session.match.entries)
    (order, *_) = scrambles(session)
    session.play(RAF, order)
    settled(qtbot, session)
    assert len(session.match.entries) == count + 1
    window.actions_["undo"].trigger()
    settled(qtbot, session)
    qtbot.waitUntil(lambda: len(session.match.entries) == count)
    assert session.view(RAF) == host.driver.view(RAF) and session.check(RAF, order) is None


def test_one_looks_back_as_far_as_views_are_sent(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    session.look(0)
    assert not session.looking_back, "it is asked for"
    qtbot.waitUntil(lambda: session.looking_back)
    assert session.view(RAF).common.phase == host.driver.view_at(RAF, session.remote.match.number_of(0)).common.phase  # type: ignore[attr-defined]
    assert session.check(RAF, Done()) is not None
    session.look(None)
    assert session.live


def test_a_note_is_seen_and_takes_no_keys_away(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    assert window.room is not None
    panel = window.room.panels["room"]
    assert isinstance(panel, RoomPanel)
    window.room.table.setFocus()
    qtbot.waitUntil(lambda: panel.people.count() == 1)
    host.notes.append({"number": 5, "name": "Park", "seat": RAF, "to": RAF, "text": "Watch Dover"})
    host.tell_room()
    assert window.room.notice.text.text() == "A note from Park: Watch Dover"
    assert panel.notes.item(0).text() == "Park (Fighter Command) to Fighter Command: Watch Dover"
    assert QApplication.focusWidget() in (window.room.table, None)
    panel.line.setText("Seen")
    panel.line.returnPressed.emit()
    qtbot.waitUntil(lambda: len(host.notes) == 2)
    assert host.notes[1]["to"] == RAF and host.notes[1]["text"] == "Seen" and not panel.line.text()
    assert not session.core.under_way


def test_the_other_side_is_asked_and_answers(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    joined(qtbot, window, host)
    assert window.room is not None
    panel = window.room.panels["room"]
    assert isinstance(panel, RoomPanel)
    host.more = {
        "undo": {"name": "Albert", "seat": LUFTWAFFE, "answer": True},
        "clock": {"kind": "turn", "left": 90, "since": None},
        "held": True,
        "a_later_field": 7,
    }
    host.tell_room()
    assert "Albert" in panel.asked_text.text() and not panel.agree.isHidden()
    assert window.room.notice.text.text() == "Albert (Luftwaffe) asks to take the last order back."
    assert panel.clock.text() == "The umpire holds the game · Time for this decision: 1:30"
    assert window.strip.line.text() == "The umpire holds the game"
    me, other = (
        {"id": ident, "name": name, "seat": RAF, "share": [], "present": True} for ident, name in ((f"m-{RAF}", "Raf"), ("m-9", "Keith"))
    )
    host.more = {"ready": [f"m-{RAF}"], "members": [me, other]}
    host.tell_room()
    assert window.strip.line.text() == "You have no more orders; others of your side have" and panel.asked.isHidden()
    assert window.room.notice.text.text() == "Keith (Fighter Command) is there."
    host.more["members"] = [me, other | {"present": False}]
    host.tell_room()
    assert window.strip.line.text() == "", "nobody is there to wait for"
    assert window.room.notice.text.text() == "Keith (Fighter Command) is away."
    host.more["undo"] = {"name": "Keith", "seat": "luftwaffe", "answer": True}
    host.tell_room()
    panel.decline.click()
    qtbot.waitUntil(lambda: ("undo/answer", {"agree": False, "seat": "luftwaffe"}) in host.talk(RAF).said)


def test_orders_that_go_to_the_umpire_are_told_so_and_so_is_his_no(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    host.slips = True
    session.play(RAF, Done())
    settled(qtbot, session)
    assert window.room is not None
    notice = window.room.notice.text
    qtbot.waitUntil(lambda: notice.text() == "Handed in to the umpire")
    host.talk(RAF).tell({"type": "refused", "reason": "Not now", "key": "room.slip", "rule": None})
    assert notice.text() == "Not now" and not session.core.under_way


def test_leaving_forgets_the_room(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    assert window.room is not None and [one.room for one in window.start.rooms.all] == ["7KQ2M"]
    panel = window.room.panels["room"]
    assert isinstance(panel, RoomPanel)
    panel.sure = lambda: False
    panel.leave.click()
    panel.sure = lambda: True
    panel.leave.click()
    qtbot.waitUntil(lambda: window.room is None)
    assert window.start.rooms.all == [] and session.joined.line.over


def test_a_withdrawn_invitation_ends_it(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    host.talk(RAF).tell({"type": "bye"})
    assert session.joined.line.over and window.start.rooms.all == []
    assert window.room is not None and window.room.notice.text.text() == "Your invitation was withdrawn"
    assert window.strip.line.text() == "● The line has ended"


@pytest.mark.smoke
def test_what_a_seat_keeps_for_itself_is_there_again(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    session.put_draft("plans", {"a": [1]})
    window.close_game()
    again = joined(qtbot, window, host)
    assert again.draft("plans") == {"a": [1]} and again.draft("other") is None


@pytest.mark.slow
def test_a_day_is_played_to_its_evening(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    for _ in range(400):
        settled(qtbot, session)
        if session.is_over:
            break
        assert RAF in session.to_move
        session.play(RAF, host.driver.company.anything(RAF))
    assert window.room is not None and session.is_over
    qtbot.waitUntil(lambda: window.room is not None and not window.room.ending.isHidden())
    assert session.outcome == host.driver.outcome and not session.may_look(LUFTWAFFE)
    qtbot.waitUntil(lambda: window.start.rooms.all[0].over)


@pytest.mark.slow
def test_a_dogfight_by_cards_is_flown_from_afar(qtbot: QtBot, window: DeskWindow) -> None:
    host = HostHere(ordered({"engagements": "cards"}, raf=HUMAN, luftwaffe="kesselring"))
    session = joined(qtbot, window, host)
    for _ in range(400):
        settled(qtbot, session)
        if session.aloft and session.choices.listed:
            break
        officer = player(session.match.game, "park", RAF, "wire")
        assert officer is not None
        session.play_all(RAF, [d.order for d in officer.orders(session.view(RAF), session.choices, len(session.match.entries))])
    assert session.aloft and window.fights is not None
    battle = DayBattle(session, next(found for name, found in shipped().items() if name == "cards"))
    number, flown = session.core.pending, 0
    while session.core.pending == number and flown < 6 and battle.choices.listed:
        assert battle.view == session.view(RAF).engagement.battle
        assert battle.play(battle.choices.listed[0]) is not None
        assert battle.choices == Choices(), "what comes next hangs on what comes of this"
        settled(qtbot, session)
        flown += 1
    assert flown and session.view(RAF) == host.driver.view(RAF)
    pilot = kit("day").pilots(host.driver.match.game)[0]
    count = len(session.match.entries)
    session.let_fly(RAF, pilot)
    qtbot.waitUntil(lambda: len(session.match.entries) >= count + 4 or session.core.pending != number)
    session.let_fly(RAF, None)
    settled(qtbot, session)
    assert session.view(RAF) == host.driver.view(RAF)


@pytest.mark.slow
def test_the_referee_has_the_truth_and_his_orders_go_over_the_line(qtbot: QtBot, window: DeskWindow) -> None:
    host = HostHere(ordered({}, raf=HUMAN, luftwaffe="kesselring", referee=HUMAN))
    session = joined(qtbot, window, host, REFEREE)
    assert session.may_look(RAF) and session.view(REFEREE) == host.driver.view(REFEREE)
    session.play(REFEREE, Note(RAF, "Look out"))
    settled(qtbot, session)
    assert [event.code for _, event in session.log(RAF)][-1] == "note"
    host.driver.give(RAF, Done())
    host.spread()
    qtbot.waitUntil(lambda: session.number == len(host.driver.match.entries) - 1)
    session.take_pen(RAF)
    assert session.hand == RAF
    session.play(RAF, Done())
    settled(qtbot, session)
    assert InName(RAF, Done()) in [entry.order for entry in host.driver.match.entries]
    assert session.truth().game.dump(session.truth().position) == host.driver.match.game.dump(host.driver.match.position)
    assert window.actions_.entries["save_as"].why() == "desk_join.grey_kept"  # type: ignore[misc]


def test_the_referee_is_asked_for_dice(qtbot: QtBot, window: DeskWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    host = HostHere(ordered({}, raf=HUMAN, luftwaffe="kesselring", referee=HUMAN))
    answers: list[str | None] = ["3 4", "nonsense", ALIKE]
    asked: list[Throw] = []
    monkeypatch.setattr(window, "ask_dice", lambda throw: asked.append(throw) or answers.pop(0))
    session = joined(qtbot, window, host, REFEREE)
    for number in range(4):
        question = {"type": "dice", "id": number, "purpose": "loss", "count": 2, "sides": 6, "by": RAF, "about": {"unit": "92 Squadron"}}
        host.talk(REFEREE).tell(question)
    qtbot.waitUntil(lambda: len(host.talk(REFEREE).said) == 4)
    assert [body["faces"] for name, body in host.talk(REFEREE).said if name == "dice"] == [[3, 4], [], [], []]
    assert asked[0] == Throw("loss", 2, 6, RAF, {"unit": "92 Squadron"}) and len(asked) == 3 and session.joined.line.up


def test_a_game_by_itself_has_a_window_and_its_room(qtbot: QtBot, window: DeskWindow) -> None:
    found = kit("cards")
    casting = found.casting(found.make(), found.usual, {})
    host = HostHere(Driver.new(found.make(), found.usual, "wire", {}, dict.fromkeys(casting.alone, HUMAN)))
    seat = host.driver.asked_seats[0]
    window.joining.take_up(host.line(seat))
    qtbot.waitUntil(lambda: any(isinstance(one, GameWindow) for one in window.findChildren(GameWindow)))
    (apart,) = window.findChildren(GameWindow)
    table = apart.table
    assert isinstance(table, JoinedGame) and table.view == host.driver.view(seat) and apart.pieces.isHidden()
    for _ in range(5):
        qtbot.waitUntil(lambda: not table.core.under_way)
        if seat not in host.driver.asked_seats:
            break
        table.play(host.driver.company.anything(seat))
    qtbot.waitUntil(lambda: not table.core.under_way)
    assert table.view == host.driver.view(seat) and table.seated == seat
    apart.close()


# ---- joining


ONE = Membership("http://h:1940", "7KQ2M", "secret", "m1", RAF, "Keith", "day", "one_raid")


@pytest.mark.parametrize(
    ("address", "code", "found"),
    [
        ("http://192.168.1.7:1940/join/7kq2m-xh4d-9trp", "", ("http://192.168.1.7:1940", "7KQ2M-XH4D-9TRP")),
        (" https://club.example/join/7KQ2M-XH4D-9TRP ", "", ("https://club.example", "7KQ2M-XH4D-9TRP")),
        ("192.168.1.7", "7KQ2M-XH4D-9TRP", ("http://192.168.1.7:1940", "7KQ2M-XH4D-9TRP")),
        ("desk:1941", " abc ", ("http://desk:1941", "ABC")),
        ("http://[fe80::1]:1940", "abc", ("http://[fe80::1]:1940", "ABC")),
    ],
)
def test_a_link_or_an_address_with_a_code(address: str, code: str, found: tuple[str, str]) -> None:
    place = place_of(address, code)
    assert (place.url, place.code) == found


@pytest.mark.parametrize(
    ("address", "code", "key"),
    [
        ("", "x", "desk_join.no_address"),
        ("two words", "x", "desk_join.no_address"),
        ("http://host:99999", "x", "desk_join.no_address"),
        ("http://user@host", "x", "desk_join.no_address"),
        ("ftp://host/join/x", "x", "desk_join.no_address"),
        ("host", "", "desk_join.no_code"),
    ],
)
def test_what_is_no_place_is_said(address: str, code: str, key: str) -> None:
    with pytest.raises(UsageError) as wrong:
        place_of(address, code)
    assert wrong.value.key == key


def test_rooms_are_kept_where_nobody_else_reads(tmp_path: Path) -> None:
    rooms = Memberships(tmp_path / "deep")
    assert rooms.all == []
    other = Membership("http://g:1940", "ABCDE", "t", "m2", LUFTWAFFE, "Albert")
    for one in (ONE, other, ONE):
        rooms.put(one)
    assert rooms.all == [ONE, other]
    if sys.platform != "win32":
        assert stat.S_IMODE(rooms.path.stat().st_mode) == 0o600
    rooms.forget(ONE)
    assert rooms.all == [other]
    rooms.path.write_text("[{]", encoding="utf-8")
    assert rooms.all == []


def test_the_first_page_offers_rooms_and_forgets_them(qtbot: QtBot, window: DeskWindow) -> None:
    start = window.start
    start.rooms.put(ONE)
    start.retranslate()
    assert start.recent.item(0).text() == "One raid: Fighter Command at h:1940 (Keith)" and not start.recent.isHidden()
    went: list[object] = []
    start.joined.disconnect()
    start.joined.connect(went.append)
    start.recent.itemActivated.emit(start.recent.item(0))
    assert went == [ONE]
    start.recent.setCurrentRow(0)
    qtbot.keyClick(start.recent, Qt.Key.Key_Delete)
    assert start.recent.count() == 0 and start.rooms.all == []


def test_the_box_says_what_is_missing_and_what_the_host_says(qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    box = JoinBox(settings)
    qtbot.addWidget(box)
    box.address.setText("")
    box.accept()
    assert "no address" in box.fault.text()
    box.address.setText("host")
    box.accept()
    assert "code" in box.fault.text()
    box.code.setText("abc")
    box.name.setText(" ")
    box.accept()
    assert "called" in box.fault.text()
    box.name.setText("Keith")
    answers = [
        (0, HostSilent("nobody there", unsent=True)),
        (409, {"type": "refused", "reason": "That code is wrong"}),
        (200, {"type": "joined"}),
        (200, {"type": "joined", "room": "R", "token": "t", "member": "m", "seat": RAF, "name": "Keith"}),
    ]
    monkeypatch.setattr(Talk, "post", lambda self, path, body, account: account(*answers.pop(0)))
    for said in ("nobody there", "That code is wrong", "hosts no games"):
        box.accept()
        assert said in box.fault.text() and box.membership is None
    box.accept()
    assert box.membership == Membership("http://host:1940", "R", "t", "m", RAF, "Keith")
    assert JoinBox(settings).address.text() == "http://host:1940"


def test_a_talk_with_nobody_says_so_in_words(qtbot: QtBot) -> None:
    talk = Talk("http://127.0.0.1:9", "t")
    heard: list[object] = []
    talk.post("/api/join", {}, lambda status, found: heard.append(found))
    qtbot.waitUntil(lambda: bool(heard))
    assert isinstance(heard[0], BobError) and isinstance(heard[0], HostSilent) and heard[0].unsent
    ended: list[int] = []
    talk.broken.connect(lambda status, error: ended.append(status))
    talk.listen("/api/rooms/x/stream", {})
    qtbot.waitUntil(lambda: ended == [0])


def test_who_hosts_asks_and_the_other_is_told(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    """What the register says, what is asked, and the answer by the panel's buttons."""
    session = joined(qtbot, window, host)
    assert window.room is not None
    panel = window.room.panels["room"]
    assert isinstance(panel, RoomPanel)
    came = {"what": "came", "name": "Keith", "whose": "raf", "by": "", "by_seat": "", "side": "", "delay": 0}
    host.more |= {"register": [came], "asked": [{"kind": "away", "name": "Hugh", "seat": "luftwaffe", "delay": 0, "answer": True}]}
    host.tell_room()
    qtbot.waitUntil(lambda: not panel.asked.isHidden())
    assert "asks you to give up your place" in panel.asked_text.text() and not panel.decline.isHidden()
    assert panel.notes.item(0).text() == "Keith has come: Fighter Command."
    panel.decline.click()
    qtbot.waitUntil(lambda: ("withdraw/answer", {"agree": False}) in [(n, b) for t in host.talks for n, b in t.said])
    host.more |= {"asked": [{"kind": "gallery", "name": "Hugh", "seat": "luftwaffe", "delay": 12, "answer": True}]}
    host.more["register"] = [came, came | {"what": "withdrawn", "name": "", "whose": "luftwaffe", "by": "Hugh", "by_seat": "luftwaffe"}]
    host.tell_room()
    qtbot.waitUntil(lambda: "12 turns late" in panel.asked_text.text())
    assert panel.notes.item(1).text() == "Hugh (Luftwaffe) has withdrawn an invitation that nobody had used: Luftwaffe."
    panel.agree.click()
    qtbot.waitUntil(lambda: ("gallery/answer", {"agree": True, "delay": 12}) in [(n, b) for t in host.talks for n, b in t.said])
    host.talk(RAF).tell({"type": "bye", "by": "Hugh", "seat": "luftwaffe"})
    assert session.joined.line.over and not window.start.rooms.all
    assert "Your invitation was withdrawn by Hugh" in window.room.notice.text.text()


def test_who_keeps_the_game_invites_where_nobody_is(qtbot: QtBot, window: DeskWindow, host: HostHere) -> None:
    session = joined(qtbot, window, host)
    box = InviteBox(session.joined, window.settings, ("http://here:1940",), {}, window)
    box._tell("They are asked.")
    assert box.notice.property("kind") != "warning"
    box._wrong({"reason": "No."})
    assert box.notice.property("kind") == "warning"
    box.notice.hide()
    qtbot.addWidget(box)

    def offered(combo: Any) -> list[str]:
        return [combo.itemText(i) for i in range(combo.count())]

    assert offered(box.seat) == ["Fighter Command", "Observer"]
    host.more |= {"keeper": True}
    host.tell_room()
    qtbot.waitUntil(lambda: box.seat.count() == 3)
    assert offered(box.seat) == ["Fighter Command", "Luftwaffe", "Observer"]
    box.seat.setCurrentIndex(2)
    assert offered(box.share)[0] == "sees Fighter Command" and "ask the others" in offered(box.share)[1]
    box.share.setCurrentIndex(1)
    box.make.click()
    qtbot.waitUntil(lambda: ("gallery", {"delay": 12}) in host.talk(RAF).said)
    host.more |= {"gallery": 12}
    host.tell_room()
    qtbot.waitUntil(lambda: offered(box.share)[1] == "sees everything, 12 turns late")
    box.share.setCurrentIndex(1)
    box.make.click()
    qtbot.waitUntil(lambda: ("invite", {"seat": "observer", "side": "", "delay": 12}) in host.talk(RAF).said)


@pytest.mark.slow
def test_what_others_write_is_no_markup(qtbot: QtBot, window: DeskWindow, host: HostHere, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture in somebody's name would be fetched from wherever he likes."""
    monkeypatch.setattr(host, "handed", lambda seat, ident: {})
    joined(qtbot, window, host)
    evil = "<img src=//10.0.0.1/a><b>Ann</b>"
    me, ann = ({"id": who, "name": name, "seat": RAF, "share": [], "present": True} for who, name in ((f"m-{RAF}", "Raf"), ("m-9", evil)))
    note = {"number": 1, "name": evil, "seat": RAF, "to": RAF, "text": evil}
    doing = {"what": "withdrawn", "name": evil, "whose": LUFTWAFFE, "by": evil, "by_seat": LUFTWAFFE, "side": "", "delay": 0}
    page = {"id": "h1", "to": RAF, "name": evil, "title": {"en": evil, "fr": evil}, "moment": {"en": evil, "fr": evil}}
    asked = {"kind": "gallery", "name": evil, "seat": LUFTWAFFE, "delay": 12, "answer": True}
    shown: set[str] = set()

    def look() -> None:
        labels = [label for top in QApplication.topLevelWidgets() for label in top.findChildren(QLabel) if "<b>Ann" in label.text()]
        shown.update(label.text() for label in labels)
        assert [label.text() for label in labels if label.textFormat() != Qt.TextFormat.PlainText] == []

    for more in (
        {"members": [me, ann]},
        {"members": [me, ann | {"present": False}], "register": [doing], "notes": [note]},
        {"members": [me, ann], "undo": {"name": evil, "seat": LUFTWAFFE, "answer": True}},
        {"members": [me, ann], "asked": [asked]},
        {"members": [me, ann], "hand_outs": [page | {"sheets": [], "eyes": "", "beyond": False}]},
    ):
        host.more = more
        host.tell_room()
        look()
    host.talk(RAF).tell({"type": "bye", "by": evil, "seat": LUFTWAFFE})
    look()
    assert len(shown) > 4
