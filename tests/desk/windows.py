"""Helpers of the window's tests: a game begun in it and played to a turn, and waiting for events that are due."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from bob.desk.session.session import Setup
from bob.desk.window.teaching import LESSON_SEED
from bob.desk.window.window import DeskWindow
from tests.desk.desks import RAF_SEATS, first_order, quiet


def begin(qtbot: QtBot, window: DeskWindow, seats: dict[str, str] = RAF_SEATS, scenario: str = "lesson", seed: str = LESSON_SEED) -> None:
    assert window.begin(Setup(scenario, seed, seats, {}))
    assert window.session is not None
    quiet(qtbot, window.session)


def due(qtbot: QtBot) -> None:
    """Let happen whatever is due by now: it comes before a timer that is started after it."""
    timer = QTimer()
    timer.setSingleShot(True)
    with qtbot.waitSignal(timer.timeout):
        timer.start(0)


def on(qtbot: QtBot, window: DeskWindow, turn: int) -> None:
    """Play the person's seat to a turn."""
    session, room = window.session, window.room
    assert session is not None
    assert room is not None
    for _ in range(500):
        quiet(qtbot, session)
        if session.is_over or session.match.position.turn >= turn:
            return
        if session.waiting == session.seated:
            session.play(session.seated, first_order(room.decisions.queue))
    raise AssertionError("no end")
