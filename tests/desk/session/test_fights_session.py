"""Engagements in the session: who decides, who flies, what a file keeps, what cannot be taken back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.core.errors import Refused
from bob.core.game import REFEREE, dumps, secret_free
from bob.day.state.orders import EnterResult, Fly, Resolve
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.session.session import DeskSession
from bob.staff.fliers import Fliers
from bob.tactical.engagement import Loss
from tests.desk.desks import BOTH, LUFTWAFFE_SEATS, RAF_SEATS, REFEREED, WATCHED, quiet
from tests.desk.fighting import day, fly_one, fly_until, in_hand, seen, to_engagement

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.mark.parametrize(("seats", "seat"), [(RAF_SEATS, RAF), (LUFTWAFFE_SEATS, LUFTWAFFE)])
def test_the_person_decides_and_flies_against_the_officers_pilot(
    qtbot: QtBot, settings: Settings, seats: dict[str, str], seat: str
) -> None:
    session = day(seats, chooser=seat)
    to_engagement(qtbot, session, settings)
    assert session.to_move == (seat,) and session.waiting == seat and not session.aloft
    session.play(seat, Resolve("cards"))
    fly_until(qtbot, session, lambda: False)
    assert not session.aloft
    fought = [entry for entry in session.match.entries if isinstance(entry.order, Fly)]
    assert {entry.seat for entry in fought} == {RAF, LUFTWAFFE}
    assert [event.data["resolver"] for _, event in session.log(seat) if event.code == "combat"][-1] == "cards"
    session.close()


@pytest.mark.slow
def test_an_order_of_a_dogfight_moves_nothing_else(qtbot: QtBot, settings: Settings) -> None:
    session = day(RAF_SEATS)
    to_engagement(qtbot, session, settings)
    lines: list[str] = []
    session.changed.connect(lambda: lines.append("changed"))
    session.moved.connect(lambda: lines.append("moved"))
    session.play(RAF, Resolve("cards"))
    quiet(qtbot, session)
    assert "changed" in lines
    lines.clear()
    fly_one(session)
    assert lines[0] == "moved" and "changed" not in lines
    quiet(qtbot, session)
    session.let_fly(RAF, "sound")
    qtbot.waitUntil(lambda: not session.aloft)
    assert lines[-1] == "changed", "when it is over, losses show everywhere"
    session.close()


def test_a_pilot_takes_the_stick_and_gives_it_back(qtbot: QtBot, settings: Settings) -> None:
    session = day(RAF_SEATS)
    to_engagement(qtbot, session, settings)
    number = seen(session).number
    session.play(RAF, Resolve("cards"))
    quiet(qtbot, session)
    session.let_fly(RAF, "sound")
    assert session.flier(RAF) == "sound" and session.waiting is None and session.is_thinking
    session.let_fly(RAF, None)
    quiet(qtbot, session)
    assert session.flier(RAF) is None and session.waiting == RAF and session.aloft
    session.let_fly(RAF, "sound")
    qtbot.waitUntil(lambda: not session.aloft)
    assert session.fliers.name(RAF, number) == "sound"
    assert session.fliers.name(RAF, number + 1) is None and session.fliers.always(RAF) is None
    with pytest.raises(Refused):
        session.let_fly(LUFTWAFFE, "sound")
    session.close()


def test_who_flies_is_kept_in_the_file(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "a.bob1940"
    session = day(RAF_SEATS, path, engagements="cards")
    session.let_fly(RAF, "strong", always=True)
    session.let_fly(RAF, "sound", always=True)
    session.close()
    again = DeskSession.open(path)
    assert again.fliers.always(RAF) == "sound"
    again.close()


@pytest.mark.parametrize("junk", [None, 3, [], {"raf": 1}, {"raf": ["ace", None]}, {"raf": ["sound", "x"]}, {"raf": ["sound"]}])
def test_kept_fliers_that_make_no_sense_are_passed_over(junk: object) -> None:
    assert Fliers(junk).name(RAF, 1) is None


def test_a_kill_in_the_middle_of_a_chain_loses_nothing(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    session = day(RAF_SEATS, tmp_path / "a.bob1940")
    to_engagement(qtbot, session, settings)
    session.play(RAF, Resolve("cards"))

    def answering() -> bool:
        battle = seen(session).battle if session.aloft else None
        return battle is not None and battle.chain is not None and RAF in battle.owing

    fly_until(qtbot, session, answering)
    assert answering(), "no chain came up; the test needs another seed"
    for file in tmp_path.glob("a.bob1940*"):
        if not file.name.endswith(".lock"):
            shutil.copy(file, tmp_path / file.name.replace("a.", "b.", 1))  # as the disk is when the power goes
    again = DeskSession.open(tmp_path / "b.bob1940")
    assert again.aloft and again.seated == RAF and again.waiting == RAF
    assert seen(again) == seen(session)
    assert again.choices == session.choices
    assert secret_free(again.log(RAF)) == secret_free(session.log(RAF))
    order = session.choices.listed[0]
    entries = [dumps(held.play(RAF, order).as_json()) for held in (session, again)]
    assert entries[0] == entries[1]
    session.close()
    again.close()


def test_undo_does_not_cross_into_a_dogfight_or_out_of_it(qtbot: QtBot, settings: Settings) -> None:
    session = day(RAF_SEATS)
    to_engagement(qtbot, session, settings)
    session.play(RAF, Resolve("cards"))
    quiet(qtbot, session)
    began = session.number
    for _ in range(6):
        while session.undo_reason() is None:
            session.undo()
        assert session.aloft and session.undo_reason() in ("game.undo_dice", "game.undo_revealed")
        fly_one(session)
        quiet(qtbot, session)
    session.let_fly(RAF, "sound")
    qtbot.waitUntil(lambda: not session.aloft)
    quiet(qtbot, session)
    while session.undo_reason() is None:
        session.undo()
    assert session.number > began and not session.aloft
    session.close()


def test_where_a_referee_sits_he_decides(qtbot: QtBot, settings: Settings) -> None:
    session = day(REFEREED)
    to_engagement(qtbot, session, settings)
    assert session.match.to_move == (RAF,) and session.to_move == (REFEREE,) and session.waiting == REFEREE
    session.sit(REFEREE)
    assert Resolve("cards") in session.choices.listed
    session.play(REFEREE, Resolve("cards"))
    assert session.waiting in (RAF, LUFTWAFFE) and session.to_move == session.match.to_move
    whole = seen(session)
    assert whole.battle is not None and all(a.cards is not None for a in whole.battle.aircraft), "both hands are his to see"
    assert None not in whole.models
    session.play(REFEREE, Resolve("table"))
    page = seen(session).sheet
    assert page is not None
    session.play(REFEREE, EnterResult(tuple(Loss(f.unit, 0, 0, 0, f.ammo, False, False) for f in page.forces), 1))
    assert not in_hand(session) or seen(session).number != page.number
    session.close()


def test_two_officers_wait_for_the_referee_and_then_fly_by_themselves(qtbot: QtBot, settings: Settings) -> None:
    session = day(WATCHED)
    to_engagement(qtbot, session, settings)
    assert session.waiting == REFEREE
    session.step()
    quiet(qtbot, session)
    assert in_hand(session) and not session.aloft
    session.play(REFEREE, Resolve("cards"))
    qtbot.waitUntil(lambda: not session.aloft)
    session.close()


def test_two_persons_hand_the_screen_over_and_a_pilot_spares_them_that(qtbot: QtBot, settings: Settings) -> None:
    session = day(BOTH)
    to_engagement(qtbot, session, settings)
    if session.seated != RAF:
        session.sit(RAF)
    session.play(RAF, Resolve("cards"))
    asked: list[str] = []
    session.handover.connect(asked.append)
    for _ in range(30):
        if not session.aloft or asked:
            break
        fly_one(session) if session.seated in session.to_move else session.advance()
    assert asked and asked[0] != session.seated
    session.sit(asked[0])
    asked.clear()
    session.let_fly(session.seated, "sound")
    other = RAF if session.seated == LUFTWAFFE else LUFTWAFFE
    qtbot.waitUntil(lambda: session.waiting == other or not session.aloft)
    session.sit(other)
    asked.clear()
    fly_until(qtbot, session, lambda: False)
    assert not asked or not session.aloft
    session.close()


@pytest.mark.slow
@pytest.mark.parametrize("engagements", ["ask", "cards", "table"])
def test_random_officers_get_through(qtbot: QtBot, settings: Settings, engagements: str) -> None:
    session = day({RAF: "random", LUFTWAFFE: "random"}, engagements=engagements)
    for _ in range(3000):
        quiet(qtbot, session)
        if session.is_over or (in_hand(session) and session.match.position.turn > 14) or session.match.position.turn > 16:
            break
        session.step()
    session.match.game.invariants(session.match.position)
    session.close()
