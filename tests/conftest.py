"""What all tests share: no window on the screen, the theatre loaded once, the words of both languages, no stray log records."""

from __future__ import annotations

import gc
import io
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pytestqt.qtbot import QtBot

from bob.cli import main
from bob.data.theatre import Theatre
from bob.files import disk
from bob.rooms import codes, web
from bob.words import Words

if os.environ.get("PYTHONDONTWRITEBYTECODE"):
    # Nothing compiled is to lie beside the sources: workers and players of their own find it in a folder of the checkout, kept for the
    # next run; where none can be made, in one that goes with the session.
    COMPILED = Path(__file__).resolve().parents[1] / ".compiled"
    try:
        COMPILED.mkdir(exist_ok=True)
        kept = os.access(COMPILED, os.W_OK)
    except OSError:
        kept = False
    if not kept:
        GONE_AFTERWARDS = tempfile.TemporaryDirectory(prefix="bob-compiled-", ignore_cleanup_errors=True)
        COMPILED = Path(GONE_AFTERWARDS.name)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(COMPILED)
    del os.environ["PYTHONDONTWRITEBYTECODE"]
    sys.dont_write_bytecode = False

pytest_plugins = ["tests.tiers", "pytester"]

PATIENCE = 120_000
"""Milliseconds that a test waits for what must come: a machine may have much else to do."""
BENCHES = Path(__file__).resolve().parent / "bench"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The benches run only when they are asked for, by `pytest tests/bench --benchmark-enable -n 0`."""
    if collection_path == BENCHES and not config.getoption("benchmark_enable"):
        return True
    return None


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays to the end: the garbage collector need not look through thousands of tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def no_power_cuts() -> None:
    """The machine that tests does not fall: games are written as ever, but not waited for until they are on the disk. Players who are
    killed are programs of their own, and do wait."""
    disk.SYNCHRONOUS = "OFF"


@pytest.fixture(scope="session", autouse=True)
def cheap_codes() -> Mapping[str, int]:
    """Codes of invitations cost next to nothing to try, but in hosts that are programs of their own: what they cost otherwise."""
    real = dict(codes._WORK)
    codes._WORK = real | {"n": 2}
    return real


@pytest.fixture(scope="session", autouse=True)
def prompt_answers() -> float:
    """Answers that wait until so long after they were asked for wait less: how long otherwise."""
    real, web._EVEN = web._EVEN, 0.005
    return real


@pytest.fixture(scope="session", autouse=True)
def one_application(qapp: object) -> Iterator[None]:
    """Whatever paints first would make an application that can open no window, and a process has one application only. What Python laid on
    the clipboard goes before Python does: Qt without a screen would look for it afterwards, and the process would end with a fault."""
    yield
    from PySide6.QtGui import QGuiApplication

    QGuiApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def no_stray_log_records(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning or an error in the log that the test did not clear fails the test."""
    yield
    records = [r for when in ("setup", "call") for r in caplog.get_records(when) if r.levelno >= logging.WARNING]
    if records:
        text = "; ".join(f"{r.levelname} {r.name}: {r.getMessage()}" for r in records)
        pytest.fail(f"stray log records: {text}")


class PatientBot(QtBot):
    """Waits longer than pytest-qt would."""

    def waitUntil(self, callback: Callable[[], Any], *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    @staticmethod
    def mouseMove(*args: Any, **more: Any) -> None:
        """Move the mouse; where a window that another test left keeps the move from the widget, it is told of it all the same."""
        from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
        from PySide6.QtGui import QMouseEvent
        from PySide6.QtWidgets import QApplication

        widget, at = args[0], QPointF(args[1] if len(args) > 1 else more.get("pos", QPoint()))

        class Heard(QObject):
            moved = False

            def eventFilter(self, watched: QObject, event: QEvent) -> bool:
                self.moved = self.moved or event.type() == QEvent.Type.MouseMove
                return False

        heard = Heard()
        widget.installEventFilter(heard)
        QtBot.mouseMove(*args, **more)
        widget.removeEventFilter(heard)
        above = widget.window().childAt(widget.mapTo(widget.window(), at.toPoint()))
        if not heard.moved and above in (widget, None):  # what its own window has over it hides it from anyone
            held, none = QApplication.mouseButtons(), Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(
                widget, QMouseEvent(QEvent.Type.MouseMove, at, widget.mapToGlobal(at), Qt.MouseButton.NoButton, held, none)
            )


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:
    """A robot of Qt's tests that waits as long as is needed on a busy machine. The mouse lies in the corner: moved to where another test
    left it, it would not have moved."""
    from PySide6.QtGui import QCursor

    QCursor.setPos(0, 0)
    return PatientBot(request)


@pytest.fixture(scope="session")
def theatre() -> Theatre:
    """The shipped theatre. Nothing may change it."""
    return Theatre.load()


@pytest.fixture(scope="session")
def en() -> Words:
    """The English words."""
    return Words("en")


@pytest.fixture(scope="session")
def fr() -> Words:
    """The French words."""
    return Words("fr")


@pytest.fixture
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line is run in an empty folder, in English, on a wide screen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.delenv("BOB_DEBUG", raising=False)


@pytest.fixture
def bob(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command line with these lines on standard input: exit code, output, errors."""

    def run(stdin: str, *argv: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main(argv)
        out, err = capsys.readouterr()
        return code, out, err

    return run
