"""What a desk that joined tells of the day: its report from what the seat got, the truth when the day is over, the dice that it may see."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE
from bob.core.kit import HUMAN
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.panels.dice.lookups import Lookups
from bob.desk.panels.network import connection as lines
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.panels.prints import export, kinds
from bob.desk.session.seat_views import record_of
from bob.desk.session.session import DeskSession
from bob.desk.window.window import DeskWindow
from bob.driver import Driver
from bob.driver.remote import RemoteDriver
from bob.games import kit
from bob.report.story import SeenDay, story
from bob.words import Words
from tests.desk.rooms_here import HostHere


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is tried again at once."""
    monkeypatch.setattr(lines, "PAUSES", (1,))


def played(turns: int, **seats: str) -> HostHere:
    """A day so many turns on."""
    driver = Driver.new(kit("day").make(), "one_raid", "kept by chance", {"engagements": "quick"}, seats)
    while not driver.is_over and driver.match.position.turn < turns:
        driver.advance()
        for seat in driver.asked_seats:
            driver.give(seat, driver.company.anything(seat))
    driver.advance()
    return HostHere(driver)


def joined(qtbot: QtBot, window: DeskWindow, host: HostHere, seat: str = RAF) -> JoinedSession:
    window.joining.take_up(host.line(seat))
    qtbot.waitUntil(lambda: window.session is not None)
    session = window.session
    assert isinstance(session, JoinedSession)
    return session


def far(session: JoinedSession) -> RemoteDriver:
    assert isinstance(session.core, RemoteDriver)
    return session.core


@pytest.mark.slow
@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE])
def test_the_report_of_a_day_that_goes_on_is_that_of_the_seat(qtbot: QtBot, window: DeskWindow, tmp_path: Path, seat: str) -> None:
    seats = {RAF: "park", LUFTWAFFE: "kesselring"} | {seat: HUMAN}
    host = played(24, **seats)
    session = joined(qtbot, window, host, seat)
    core = far(session)
    assert core.views_lacking and "report" in kinds(session)
    with pytest.raises(BobError) as coming:
        session.report(Words("en"))
    assert coming.value.key == "wire.views_coming"
    qtbot.waitUntil(lambda: not core.views_lacking)
    seen = record_of(core)
    assert isinstance(seen, SeenDay)
    got, local = seen.story(), story(host.driver.match, seat)
    assert [r.code for r in got.raids] == [r.code for r in local.raids] and [r.path for r in got.raids] == [r.path for r in local.raids]
    assert [s.sorties for s in got.squadrons] == [s.sorties for s in local.squadrons]
    assert [h.event.code for h in got.happenings] == [h.event.code for h in local.happenings]
    assert not got.rolls and got.seat == seat and got.outcome is None
    (page,) = export("report", session, tmp_path / "report.html", window.settings)
    (there,) = export("report", DeskSession(host.driver), tmp_path / "there.html", window.settings)
    text = page.read_text(encoding="utf-8")
    assert text == there.read_text(encoding="utf-8")
    assert host.driver.match.header.seed not in text
    assert export("report", session, tmp_path / "report.pdf", window.settings)[0].stat().st_size > 10_000


@pytest.mark.slow
def test_the_truth_comes_when_the_day_is_over_and_not_before(qtbot: QtBot, window: DeskWindow, tmp_path: Path) -> None:
    host = played(10**6, raf=HUMAN, luftwaffe="kesselring")
    assert host.driver.is_over
    session = joined(qtbot, window, host)
    assert window.room is not None
    qtbot.waitUntil(lambda: session.core.is_whole)
    ending = window.room.ending
    ending.open()
    qtbot.waitUntil(lambda: ending._content is not None and ending._content.evening is not None)
    assert ending.facts is not None and "<li>" in ending.facts.text()
    with qtbot.waitSignal(ending._clerk.ready, timeout=20_000):
        ending.share()
    assert ending.shared is not None and host.driver.match.header.seed in ending.shared.read_text(encoding="utf-8")
    session.look_as(REFEREE)
    assert session.view(REFEREE) == host.driver.view(REFEREE)
    turn, entry = session.turn_ends()[3]
    session.look(entry)
    assert session.view(REFEREE).raf.common.turn == turn and session.view(LUFTWAFFE).common.turn == turn
    assert {event.code for _, event in session.log(LUFTWAFFE)} >= {"begun", "turn"}


def test_a_day_that_goes_on_gives_nobody_its_record(qtbot: QtBot, window: DeskWindow) -> None:
    host = played(6, raf=HUMAN, luftwaffe="kesselring")
    session = joined(qtbot, window, host)
    answers: list[tuple[int, object]] = []
    session.joined.line.ask_record(lambda status, answer: answers.append((status, answer["key"])))
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == [(409, "room.not_over")] and not session.core.is_whole
    for looked in (session.truth, lambda: session.look_as(REFEREE)):
        with pytest.raises(Refused):
            looked()
    far(session).reveal(host.driver.match)
    assert not session.core.is_whole and not session.may_look(LUFTWAFFE)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE])
def test_the_dice_that_the_seat_may_see_with_their_modifiers(qtbot: QtBot, window: DeskWindow, seat: str) -> None:
    host = played(30, **({RAF: "park", LUFTWAFFE: "kesselring"} | {seat: HUMAN}))
    session = joined(qtbot, window, host, seat)
    here = Lookups(session)
    here.seen()
    qtbot.waitUntil(lambda: all(core_told(session, entry.number) for entry in session.match.entries))
    found, local = here.seen(), Lookups(DeskSession(host.driver)).seen()
    assert [(t.roll, t.lookup) for t in found] == [(t.roll, t.lookup) for t in local]
    assert found and any(t.lookup is not None and (t.lookup.modifiers or seat == RAF) for t in found)
    assert {t.roll.by for t in found} == {seat}
    hidden = {roll.purpose for entry in host.driver.match.entries for roll in entry.rolls} - {t.roll.purpose for t in found}
    assert hidden & {"loss", "claims", "detection", "navigation", "tally", "salt"}


def core_told(session: JoinedSession, entry: int) -> bool:
    """Whether the host has told all of the rolls of an entry."""
    core = far(session)
    return all(number in core._lookups for number, _ in core.match.rolled(entry))
