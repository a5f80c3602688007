"""Plays the lesson in a bundle, as its own program there: the desk in a window, by Enter and the coach's help, to its end.

    bob-smoke FOLDER

Prints how long it took (BOB_STARTED has the time at which it was started), and leaves pictures in the folder; 1 with what went wrong when
it does not come to its end. The bundle is made with this beside the program, and packed without it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from bob.desk.app import application
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.window.window import DeskWindow

PATIENCE = 60.0
MOST = 120
"""Keys that the lesson takes at most."""


def until(ready: Callable[[], bool], patience: float = PATIENCE) -> bool:
    """Let the desk go on until something is so; whether it came to be."""
    end = time.monotonic() + patience
    loop = QEventLoop()
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if ready() or time.monotonic() > end else None)
    timer.start(10)
    loop.exec()
    return ready()


def press(window: QWidget, key: Qt.Key) -> None:
    """A key, wherever the keys go."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(QApplication.focusWidget() or window, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier))


def lesson(window: DeskWindow, pictures: Path) -> str:
    """Play the lesson; what went wrong, or nothing."""
    window.begin_lesson()
    coach = window.lesson
    if coach is None or window.session is None:
        return f"no lesson: {window.start.fault.text()}"
    window.grab().save(str(pictures / "lesson.png"))
    for _ in range(MOST):
        if coach.is_last:
            break
        before = coach.step.code, window.session.number
        if coach.reads:
            press(window, Qt.Key.Key_Return)
        elif not coach.do_it.isHidden():
            coach.do_it.click()
        else:
            window.strip.decide.click()
        session = window.session
        until(lambda was=before, now=session: was != (coach.step.code, now.number) or coach.is_last, 2.0)
    window.grab().save(str(pictures / "lesson-ends.png"))
    if not coach.is_last:
        return f"the lesson stands at {coach.step.code}"
    if window.session.save is None or not window.session.save.path.is_file():
        return "the game is not kept"
    return ""


def main() -> int:
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    began, app = time.monotonic(), application()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        settings = Settings.in_file(Path(home) / "settings.ini")
        settings.set_games_folder(Path(home) / "games")
        settings.set_language("en")
        settings.set_animate(False)
        theme.dress(app, settings)
        window = DeskWindow(settings)
        window.show()
        if not until(lambda: window.windowHandle() is not None and window.windowHandle().isExposed()):
            print("the window is not seen", file=sys.stderr)
            return 1
        if "BOB_STARTED" in os.environ:
            print(f"window seen after {time.time() - float(os.environ['BOB_STARTED']):.2f} s")
        window.grab().save(str(pictures / "start.png"))
        fault = lesson(window, pictures)
        window.close()
    print(fault or f"lesson played in {time.monotonic() - began:.1f} s", file=sys.stderr if fault else sys.stdout)
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
