"""The fast forward of a flown fight: through all that leaves nothing to choose, up to one's own decision, and no further."""

from __future__ import annotations

from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bob.core.game import Choices
from bob.day.state.orders import Resolve
from bob.day.state.position import RAF
from bob.desk.boards.fights import fight_panel
from bob.desk.window.window import DeskWindow
from bob.staff.advice.fights.flight_orders import is_forced
from tests.desk.desks import BOTH, RAF_SEATS
from tests.desk.fighting import flown, fly_one, in_hand, window_at

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cards", "hexes"])
def test_it_runs_to_the_next_decision_and_gives_nothing_but_what_is_alone(
    qtbot: QtBot, window: DeskWindow, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(fight_panel, "PAUSE", 600_000)  # nobody waits for a pilot's order: it comes by the fast forward or not at all
    session = window_at(qtbot, window, RAF_SEATS)
    window.settings.set_animate(True)
    session.play(RAF, Resolve(how))
    page = flown(window, how)
    table, forward = page.battle, page.panel.forward
    if how == "hexes":
        page.panel.auto.setChecked(False)  # type: ignore[attr-defined]
    runs = 0
    while in_hand(session) and runs < 4:
        for _ in range(200):  # up to where the enemy has the word
            if not table.choices.listed or not in_hand(session):
                break
            fly_one(session)
        if not in_hand(session):
            break
        qtbot.waitUntil(lambda: session.cockpit._ready is not None, timeout=10_000)
        number, given = session.number, []
        play = table.play

        def noted(order: Any, given: list[Choices] = given, play: Any = play) -> object:
            given.append(table.choices)
            return play(order)

        monkeypatch.setattr(table, "play", noted)
        assert forward.isEnabled()
        qtbot.keyClick(page.panel, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda: not forward.running, timeout=20_000)
        monkeypatch.setattr(table, "play", play)
        runs += 1
        assert session.number > number and all(len(found.listed) == 1 and not found.described for found in given)
        if in_hand(session):
            choices = table.choices
            assert len(choices.listed) > 1 or choices.described, "a decision of one's own"
            assert not forward.isEnabled() and not forward.running
            undone = session.undo_reason() is None
            if undone:
                number = session.number
                page.panel.undo()
                assert session.number < number and not forward.running, "taken back, and not run through again"
    assert runs


@pytest.mark.slow
@pytest.mark.parametrize("how", ["flight", "hexes"])
def test_between_two_persons_the_program_gives_no_order_by_itself(qtbot: QtBot, window: DeskWindow, how: str) -> None:
    session = window_at(qtbot, window, BOTH)
    if window.handing_over:
        window.blank.button.click()
    session.play(session.seated, Resolve(how))
    page = flown(window, how)
    for _ in range(600):
        if window.handing_over:
            window.blank.button.click()
        listed = page.battle.choices.listed
        if is_forced(listed) if how == "flight" else page.panel._may_pass():  # type: ignore[attr-defined]
            break
        session.play(session.seated, session.choices.listed[0])
    assert len(page.battle.choices.listed) == 1 and not page.panel.forward.may
    number = session.number
    qtbot.wait(50)
    assert session.number == number and not window.handing_over and not page.panel.column.auto.isVisible()  # type: ignore[attr-defined]
