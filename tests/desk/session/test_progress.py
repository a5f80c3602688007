"""Long work: the bar that tells how far it is, and breaking it off by Escape and by its button."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from bob.core.kit import Decision
from bob.day.state.orders import Done
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.theme.progress import WorkBar
from bob.desk.base.widgets.background import Background, BrokenOff, TellsProgress
from bob.desk.panels import prints
from bob.desk.session.session import Setup
from bob.desk.window.prints_box import PrintBox
from bob.desk.window.window import DeskWindow
from tests.desk.desks import LUFTWAFFE_SEATS, RAF_SEATS, quiet, settings_in

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


class Slow:
    """An officer who tells how far he is and then waits until he is let go or broken off."""

    name, seat = "slow", RAF
    on_entry: Callable[[int, int], None] | None = None
    go = threading.Event()
    stopped = threading.Event()

    def orders(self, view: Any, choices: Any, number: int) -> list[Decision]:
        assert self.on_entry is not None
        try:
            self.on_entry(3, 12)
            while not self.go.wait(0.01):
                self.on_entry(3, 12)
        except BrokenOff:
            self.stopped.set()
            raise
        return [Decision(Done(), "staff.why.wait")]


@pytest.fixture
def slow() -> Iterator[Slow]:
    Slow.go, Slow.stopped = threading.Event(), threading.Event()
    yield Slow()
    Slow.go.set()


@pytest.fixture
def window(window: DeskWindow) -> DeskWindow:
    window.strip.progress.later = 0
    return window


def met_by(window: DeskWindow, qtbot: QtBot, officer: Slow) -> Any:
    """A game as the Luftwaffe, sealed, in which that officer thinks."""
    window.begin(Setup("one_raid", "7", LUFTWAFFE_SEATS, {}))
    session = window.session
    assert session is not None and window.room is not None
    quiet(qtbot, session)
    session.core.company.make = lambda seat, name: officer  # type: ignore[method-assign]
    with qtbot.waitSignal(session.thought):
        session.play(LUFTWAFFE, session.choices.listed[0])
        if not session.is_thinking:
            session.play(LUFTWAFFE, Done())
    return session


def test_the_staff_tells_how_far_it_is_and_stops_when_told(qtbot: QtBot) -> None:
    owner = QObject()
    staff = Background(owner)
    ended = threading.Event()

    def work(tell: TellsProgress) -> str:
        try:
            for i in range(10**6):
                tell(i, 10**6)
                ended.wait(0.001)
        except BrokenOff:
            ended.set()
            raise
        return "done"

    with qtbot.waitSignal(staff.progressed):
        staff.start("clerk", work)
    assert staff.busy and staff.progress[1] == 10**6
    with qtbot.assertNotEmitted(staff.ready, wait=0):
        assert staff.cancel()
        staff.stop()
    assert ended.is_set(), "the thread went on"
    assert not staff.busy
    with qtbot.waitSignal(staff.ready) as found:
        staff.start("clerk", lambda _: 7)
    assert found.args == ["clerk", 7]


@pytest.mark.slow
@pytest.mark.parametrize("by", ["Escape", "button"])
def test_an_officer_s_thoughts_are_seen_and_broken_off(qtbot: QtBot, window: DeskWindow, slow: Slow, by: str) -> None:
    session = met_by(window, qtbot, slow)
    progress = window.strip.progress
    qtbot.waitUntil(progress.isVisible)
    assert (progress.bar.value(), progress.bar.maximum()) == (3, 12)
    assert progress.bar.accessibleDescription() == "Weighed: 3 of 12"
    assert window.actions_["cancel"].isEnabled()
    number = session.number
    with qtbot.waitSignal(session.thinking):
        if by == "Escape":
            qtbot.keyClick(window.room.table, Qt.Key.Key_Escape)  # type: ignore[union-attr]
        else:
            progress.stop.click()
    assert session.paused and not session.is_thinking
    qtbot.waitUntil(lambda: slow.stopped.is_set())
    assert not progress.isVisible() and not window.actions_["cancel"].isEnabled()
    assert session.number == number
    slow.go.set()
    with qtbot.waitSignal(session.entry_added):
        session.pause(False)
    assert session.number > number


@pytest.mark.slow
def test_a_quick_officer_shows_no_bar(qtbot: QtBot, window: DeskWindow) -> None:
    window.strip.progress.later = 60000
    window.begin(Setup("one_raid", "7", RAF_SEATS, {}))
    session = window.session
    assert session is not None
    quiet(qtbot, session)
    assert not window.strip.progress.isVisible() and not window.strip.progress._timer.isActive()


@pytest.mark.slow
def test_the_turns_that_run_are_counted(qtbot: QtBot, window: DeskWindow) -> None:
    window.begin(Setup("one_raid", "7", RAF_SEATS, {}))
    session, room = window.session, window.room
    assert session is not None and room is not None
    quiet(qtbot, session)
    turn = session.view(RAF).common.turn
    progress = window.strip.progress
    room.decisions.run()
    qtbot.waitUntil(lambda: progress.isVisible() and session.view(RAF).common.turn > turn)
    common = session.view(RAF).common
    assert (progress.bar.value(), progress.bar.maximum()) == (common.turn, common.turns)
    with qtbot.waitSignal(room.decisions.stopped):
        if room.decisions.running:
            qtbot.keyClick(room.table, Qt.Key.Key_Escape)
    assert not room.decisions.running
    quiet(qtbot, session)
    assert not progress.isVisible()


@pytest.mark.slow
def test_a_sheet_is_broken_off_and_leaves_nothing(qtbot: QtBot, window: DeskWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.begin(Setup("one_raid", "7", RAF_SEATS, {}))
    session, room = window.session, window.room
    assert session is not None and room is not None
    quiet(qtbot, session)
    box = PrintBox(room, window.settings)
    qtbot.addWidget(box)
    box.progress.later = 0
    box.show()
    stopped = threading.Event()
    real = prints.prepare

    def slowly(*given: Any) -> Any:
        making = real(*given)

        def made(tell: TellsProgress) -> Any:
            try:
                while True:
                    tell(1, 4)
                    stopped.wait(0.005)
            except BrokenOff:
                stopped.set()
                raise
            return making(tell)

        return made

    monkeypatch.setattr(prints, "prepare", slowly)
    before = sorted(Path(box.file.text()).parent.iterdir())
    with qtbot.waitSignal(box.clerk.progressed):
        box.write.click()
    qtbot.waitUntil(box.progress.isVisible)
    assert (box.progress.bar.value(), box.progress.bar.maximum()) == (1, 4)
    assert not box.write.isEnabled()
    with qtbot.waitSignal(box.done_with):
        qtbot.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(stopped.is_set)
    assert box.isVisible() and box.write.isEnabled() and not box.progress.isVisible()
    assert box.notice.text() == window.settings.words("desk.progress.stopped")
    assert sorted(Path(box.file.text()).parent.iterdir()) == before
    monkeypatch.setattr(prints, "prepare", real)
    with qtbot.waitSignal(box.done_with):
        box.write.click()
    assert [path.exists() for path in box.files_written] == [True]
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert not box.isVisible()


def test_the_bar_is_hatched_while_nothing_is_known(qtbot: QtBot, tmp_path: Path) -> None:
    bar = WorkBar(settings_in(tmp_path), on_strip=False)
    qtbot.addWidget(bar)
    bar.resize(200, 8)
    pictures = []
    for done, whole in ((0, 0), (0, 4), (2, 4), (9, 4)):
        bar.put(done, whole)
        pictures.append(bar.grab().toImage())
    assert len({bytes(copy.copy(p).bits()) for p in pictures}) == 4  # type: ignore[arg-type]
    assert bar.value() == 4


@pytest.mark.slow
def test_the_bar_takes_the_place_of_the_hint(qtbot: QtBot, window: DeskWindow, slow: Slow) -> None:
    session = met_by(window, qtbot, slow)
    strip = window.strip
    height = strip.height()
    qtbot.waitUntil(strip.progress.isVisible)
    assert strip.more.isHidden() and strip.height() == height
    slow.go.set()
    quiet(qtbot, session)
    assert strip.progress.isHidden() and not strip.more.isHidden()
