"""What a window opens it owns: games and windows that are closed leave nothing, and a program ends with a game open without a word."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from bob.core.kit import HUMAN
from bob.day.state.position import RAF
from bob.desk.base.settings import Settings
from bob.desk.boards.shared.window import opened
from bob.desk.window.window import DeskWindow
from bob.driver import Driver
from bob.games import game
from tests.desk.desks import BOTH, LUFTWAFFE_SEATS, RAF_SEATS, REFEREED, WATCHED
from tests.desk.rooms_here import HostHere
from tests.desk.session.test_join import joined, ordered
from tests.desk.windows import begin
from tests.sizes import LONG

DAYS = {"raf": RAF_SEATS, "luftwaffe": LUFTWAFFE_SEATS, "both": BOTH, "refereed": REFEREED, "watched": WATCHED}
APART = {
    "cards": ("duel", {"allied": "human", "axis": "sound"}),
    "hexes": ("bombers", {"raf": "human", "luftwaffe": "sound"}),
    "skies": ("", {"raf": "human", "luftwaffe": "sound"}),
    "air_war": ("channel_battle", {"allied": "human", "axis": "sound"}),
    "carriers": ("convoys", {"allied": "human", "axis": "sound"}),
    "low_raid": ("croydon", {"axis": "human"}),
}
MANY, FEW = 50 if LONG else 12, 4
WARM = 2
"""After so many games or windows the memory stands."""
USUAL = 2**19
"""Bytes by which the memory of the process may grow with each game or window that comes and goes after them: one that stayed would hold
two to seven million."""


def settle() -> None:
    """Let what is to be deleted go."""
    for _ in range(3):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


def held() -> tuple[int, int, int]:
    """How many widgets there are, how many of them are windows, and how many objects of Qt Python holds."""
    settle()
    objects = sum(issubclass(type(one), QObject) and isValid(one) for one in gc.get_objects())
    return len(QApplication.allWidgets()), len(QApplication.topLevelWidgets()), objects


def memory() -> int:
    """Bytes that the process has in memory; 0 where the system does not say so."""
    account = Path("/proc/self/statm")
    return int(account.read_text(encoding="ascii").split()[1]) * 4096 if account.exists() else 0


def leaves_nothing(once: Callable[[], None], times: int) -> None:
    """Do it so many times: from the second time on nothing is there that was not before. What the tests before it left, games by the
    hundred megabytes, is not looked through each time."""
    gc.collect()
    gc.freeze()
    once()
    once()
    before, at_first = held(), 0
    for number in range(times):
        if number == WARM and times == MANY:
            at_first = memory()
        once()
    after = held()
    assert all(now <= was for now, was in zip(after, before, strict=True)), (before, after)
    assert not at_first or memory() - at_first < USUAL * (times - WARM)


def day(qtbot: QtBot, window: DeskWindow, seats: dict[str, str]) -> Callable[[], None]:
    def once() -> None:
        begin(qtbot, window, seats)
        window.close_game()
        settle()

    return once


def apart(window: DeskWindow, name: str) -> Callable[[], None]:
    scenario, seats = APART[name]

    def once() -> None:
        made = game(name)
        opened(window.settings, window.files, Driver.new(made, scenario or sorted(made.scenarios)[0], "1", {}, seats), window).close()
        settle()

    return once


def windows(qtbot: QtBot, settings: Settings) -> Callable[[], None]:
    def once() -> None:
        window = DeskWindow(settings)
        window.show()
        begin(qtbot, window)
        window.close()
        del window
        settle()

    return once


@pytest.mark.slow
@pytest.mark.parametrize("seats", DAYS)
def test_days_that_are_closed_leave_nothing(qtbot: QtBot, window: DeskWindow, seats: str) -> None:
    leaves_nothing(day(qtbot, window, DAYS[seats]), FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", APART)
def test_games_with_a_window_of_their_own_leave_nothing(qtbot: QtBot, window: DeskWindow, name: str) -> None:
    leaves_nothing(apart(window, name), FEW)


@pytest.mark.slow
def test_joined_days_leave_nothing(qtbot: QtBot, window: DeskWindow) -> None:
    def once() -> None:
        joined(qtbot, window, HostHere(ordered({}, raf=HUMAN, luftwaffe="kesselring")), RAF)
        window.close_game()
        settle()

    leaves_nothing(once, FEW)


@pytest.mark.slow
@pytest.mark.smoke
def test_windows_that_are_closed_leave_nothing(qtbot: QtBot, settings: Settings) -> None:
    leaves_nothing(windows(qtbot, settings), FEW)


@pytest.mark.slow
def test_many_games_in_one_window_leave_nothing(qtbot: QtBot, window: DeskWindow) -> None:
    leaves_nothing(day(qtbot, window, RAF_SEATS), MANY)


@pytest.mark.slow
def test_many_windows_leave_nothing(qtbot: QtBot, settings: Settings) -> None:
    leaves_nothing(windows(qtbot, settings), MANY)


ENDS = """
import sys
from pathlib import Path
from bob.desk.app import application, run
from bob.desk.session.session import Setup
from bob.desk.panels.forecast.engine import ForecastEngine
from bob.desk.window.window import DeskWindow
from bob.core.workers import Here
from PySide6.QtCore import QTimer
from tests.desk.desks import BOTH, LUFTWAFFE_SEATS, RAF_SEATS, WATCHED, settings_in

ForecastEngine.usual = staticmethod(lambda address: Here())
how, folder, seats = sys.argv[1], Path(sys.argv[2]), {"raf": RAF_SEATS, "luftwaffe": LUFTWAFFE_SEATS, "watched": WATCHED}[sys.argv[3]]
app = application()
settings = settings_in(folder)


def begin(window):
    window.show()
    assert window.begin(Setup("lesson", "1", seats, {}))
    QTimer.singleShot(200, lambda: {"quit": app.quit, "closed": window.close}.get(how, lambda: app.exit(0))())


if how == "left":
    window = DeskWindow(settings)
    begin(window)
    app.exec()
else:
    QTimer.singleShot(0, lambda: begin(next(w for w in app.topLevelWidgets() if isinstance(w, DeskWindow))))
    sys.exit(run(settings=settings))
"""
"""Opens the desk on a game and ends: as its person ends it, by the window, at once, or without anybody who takes the window away."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "seats"),
    [("quit", "raf"), ("closed", "luftwaffe"), ("exit", "watched"), ("left", "raf"), ("left", "luftwaffe"), ("left", "watched")],
)
def test_a_program_ends_with_a_game_open_without_a_word(tmp_path: Path, how: str, seats: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS, how, str(tmp_path), seats],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=Path(__file__).parents[3],
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
