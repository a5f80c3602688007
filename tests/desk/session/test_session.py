"""The session: who sees and orders what, officers off the interface's thread, undo, the time machine, files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from bob.core.dice import Throw
from bob.core.errors import Refused
from bob.core.game import REFEREE
from bob.core.hexes import distance
from bob.day.state.orders import Done, Note, Readiness, Scramble, Seal
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.session.session import DeskSession, DiceBrokenOff, Setup
from bob.files import Save
from tests.desk.desks import BOTH, LUFTWAFFE_SEATS, RAF_SEATS, REFEREED, WATCHED, lesson, play, quiet

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


def test_an_officer_thinks_and_the_person_is_asked(qtbot: QtBot) -> None:
    session = lesson()
    assert session.seated == session.seat == RAF
    with qtbot.waitSignals([session.thinking, session.changed], timeout=90000):
        session.advance()
    qtbot.waitUntil(lambda: session.waiting == RAF)
    quiet(qtbot, session)
    assert session.match.to_move == (RAF,)
    session.close()


@pytest.mark.parametrize("seats", [RAF_SEATS, LUFTWAFFE_SEATS, BOTH, WATCHED], ids=["raf", "luftwaffe", "both", "watched"])
def test_a_game_plays_to_its_end(qtbot: QtBot, settings: Settings, seats: dict[str, str]) -> None:
    session = lesson(seats)
    with qtbot.waitSignal(session.over):
        play(qtbot, session, settings)
    assert session.is_over
    assert session.outcome is not None
    session.match.game.invariants(session.match.position)
    session.close()


def test_the_same_orders_give_the_same_record(qtbot: QtBot, settings: Settings) -> None:
    records = []
    for _ in range(2):
        session = lesson()
        play(qtbot, session, settings)
        records.append([entry.as_json() for entry in session.match.entries])
        session.close()
    assert records[0] == records[1]


def test_a_seat_sees_its_own_room_only(qtbot: QtBot, settings: Settings) -> None:
    session = lesson()
    play(qtbot, session, settings, until=lambda: session.match.position.turn >= 4)
    for seat in (LUFTWAFFE, REFEREE):
        for look in (session.view, session.log, session.look_as, lambda s: session.at(0, s)):
            with pytest.raises(Refused) as caught:
                look(seat)
            assert caught.value.key == "sitting.secret"
    assert session.view(RAF).seat == RAF
    for entry in session.entries():
        assert entry.order is None or entry.seat == RAF
        assert all(RAF in event.to for event in entry.events)
        assert all(roll.by == RAF and roll.purpose != "detection" for roll in entry.rolls)
    assert session.faults(session.match.position.raids["lympne"].plan) == []
    assert session.timetable(session.match.position.raids["lympne"].plan) == []
    session.close()


def test_when_the_day_is_over_all_may_be_seen(qtbot: QtBot, settings: Settings) -> None:
    session = lesson()
    play(qtbot, session, settings)
    session.look_as(LUFTWAFFE)
    assert session.seat == LUFTWAFFE
    assert not session.live
    assert session.view(REFEREE).seat == REFEREE
    assert session.heard(session.match.entries[-1]) == session.match.entries[-1]
    session.close()


def test_only_who_sits_gives_orders(qtbot: QtBot) -> None:
    session = lesson(REFEREED)
    assert session.seated == LUFTWAFFE
    with qtbot.waitSignal(session.refused), pytest.raises(Refused) as caught:
        session.play(RAF, Done())
    assert caught.value.key == "desk.refused.not_sitting"
    with qtbot.waitSignal(session.handover) as asked:
        session.play(LUFTWAFFE, Seal())
        session.play(LUFTWAFFE, Done())
    assert asked.args == [RAF]
    session.sit(REFEREE)
    session.play(REFEREE, Note(RAF, "Look to the east"))
    session.look_as(RAF)
    assert any(event.code == "note" for _, event in session.log(RAF))
    assert session.check(RAF, Done()) is not None
    session.look_as(LUFTWAFFE)
    assert all(event.code != "note" for _, event in session.log(LUFTWAFFE))
    with pytest.raises(Refused):
        lesson().sit(LUFTWAFFE)
    session.close()


def test_undo_and_redo_by_the_policy(qtbot: QtBot) -> None:
    session = lesson()
    session.advance()
    quiet(qtbot, session)
    assert session.undo_reason() is not None
    with pytest.raises(Refused):
        session.undo()
    before = session.view(RAF)
    session.play(RAF, Readiness("501 Squadron", "available"))
    assert session.undo_reason() is None
    session.undo()
    assert session.view(RAF) == before
    assert session.redoable
    session.redo()
    assert not session.redoable
    assert session.squadron("501 Squadron") != next(s for s in before.squadrons if s.unit == "501 Squadron")
    session.undo()
    session.play(RAF, Done())
    quiet(qtbot, session)
    assert not session.redoable
    assert session.undo_reason() in ("game.undo_dice", "game.undo_revealed")
    session.close()


def test_the_time_machine_shows_what_was_known_then(qtbot: QtBot, settings: Settings) -> None:
    session = lesson()
    play(qtbot, session, settings, until=lambda: session.match.position.turn >= 5)
    ends = dict(session.turn_ends())
    then = session.at(ends[2], RAF)
    session.look(ends[2])
    assert session.looking_back
    assert not session.live
    assert session.view(RAF) == then
    assert then.common.turn == 2
    assert all(number <= ends[2] for number, _ in session.log(RAF))
    assert session.check(RAF, Done()).key == "desk.refused.past"  # type: ignore[union-attr]
    session.look(None)
    assert session.live
    assert session.view(RAF).common.turn == 5
    session.close()


def test_a_branch_is_a_game_of_its_own(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    session = lesson(path=tmp_path / "a.bob1940")
    play(qtbot, session, settings, until=lambda: session.match.position.turn >= 4)
    number = dict(session.turn_ends())[2]
    other = session.branched(tmp_path / "b.bob1940", number)
    assert other.number == number
    assert [e.as_json() for e in other.match.entries] == [e.as_json() for e in session.match.entries[: number + 1]]
    play(qtbot, other, settings)
    session.close()
    other.close()
    assert DeskSession.open(tmp_path / "b.bob1940").is_over


def test_every_order_is_in_the_file_when_it_is_given(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "game.bob1940"
    session = lesson(path=path)
    session.advance()
    quiet(qtbot, session)
    session.play(RAF, Readiness("501 Squadron", "available"))
    session.put_draft("plan", {"a": [1]})
    from bob.games import games

    watcher, match = Save.open(path, games(), read_only=True)
    assert len(match.entries) == len(session.match.entries)
    watcher.close()
    session.close()
    again = DeskSession.open(path)
    assert again.seats == RAF_SEATS
    assert again.number == session.number
    assert again.draft("plan") == {"a": [1]}
    play(qtbot, again, settings)
    again.close()


def test_another_file(qtbot: QtBot, tmp_path: Path) -> None:
    session = lesson()
    session.keep_in(tmp_path / "one.bob1940")
    session.advance()
    quiet(qtbot, session)
    session.keep_in(tmp_path / "two.bob1940")
    session.play(RAF, Readiness("501 Squadron", "available"))
    session.close()
    one, two = (DeskSession.open(tmp_path / f"{name}.bob1940") for name in ("one", "two"))
    assert two.number == one.number + 1
    one.close()
    two.close()


def test_reach_is_told_from_the_view(qtbot: QtBot, settings: Settings) -> None:
    session = lesson()
    play(qtbot, session, settings, until=lambda: bool(session.view(RAF).tracks))
    track = session.view(RAF).tracks[0].number
    assert session.reach("nobody", track) == "desk.reach.no_squadron"
    assert session.reach("54 Squadron", 99) == "desk.reach.no_track"
    for squadron in session.view(RAF).squadrons:
        met = session.reach(squadron.unit, track)
        legal = session.check(RAF, Scramble(squadron.unit, 16, track=track)) is None
        if squadron.box == "ready" and not squadron.scrambling:
            assert legal == (not isinstance(met, str))
        away = session.reach_hex(squadron.unit, squadron.hex)
        assert away in ("desk.reach.not_ready", 0, 1)
    session.close()


@pytest.mark.rule("OPS-B2.6")
def test_a_wing_gets_no_farther_than_the_squadron_with_the_least_petrol(monkeypatch: pytest.MonkeyPatch) -> None:
    session = lesson()
    session.sit(RAF)
    first, second, *_ = (s for s in session.view(RAF).squadrons if s.box == "ready")
    spent = replace(second, box="airborne", hex=first.hex, fuel=2)
    alone = session.reach_area(first.unit)
    far = max((h for h in alone if h not in session.world.barred), key=lambda h: distance(first.hex, h))
    assert isinstance(session.reach_hex(first.unit, far), int)
    monkeypatch.setattr(type(session), "stack", lambda *_: [first, spent])
    assert session.reach_hex(first.unit, far) == "desk.reach.too_far"
    assert session.reach_area(first.unit) < alone
    session.close()


def test_dice_that_are_typed(qtbot: QtBot) -> None:
    asked: list[tuple[str, int, int, str]] = []
    answers: list[str | None] = []

    def ask(throw: Throw) -> str | None:
        asked.append((throw.purpose, throw.count, throw.sides, throw.by))
        if not answers:
            raise DiceBrokenOff
        return answers.pop(0)

    setup = Setup("lesson", "1", {**WATCHED}, {}, typed=True)
    session = DeskSession.new(setup, ask=ask)
    assert all(purpose != "salt" for purpose, *_ in asked)
    before = session.number
    with qtbot.waitSignal(session.failed):
        for _ in range(20):
            session.step()
            quiet(qtbot, session)
            if session.paused:
                break
    assert session.paused
    assert session.number >= before
    answers.extend(["3,4"] * 400)
    session.pause(False)
    session.step()
    quiet(qtbot, session)
    typed = [roll for entry in session.match.entries for roll in entry.rolls if roll.origin == "typed"]
    assert typed
    assert typed[0].faces == (3, 4)
    session.close()


def test_pause_and_interrupt(qtbot: QtBot) -> None:
    session = lesson()
    session.advance()
    session.cancel()
    assert not session.is_thinking
    session.pause(True)
    number = session.number
    for _ in range(50):
        QCoreApplication.processEvents()
    assert session.number == number
    session.pause(False)
    quiet(qtbot, session)
    assert session.number > number
    session.close()
