"""The application: Qt is started, the look put on, the window shown."""

from __future__ import annotations

import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication
from shiboken6 import delete, isValid

import bob
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.window.fault_report import FaultReports
from bob.desk.window.window import DeskWindow


class DeskApplication(QApplication):
    """The application of the desk."""

    handed = Signal(Path)
    """The system asks the running program to open a file, as macOS does for a double click."""

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.handed.emit(Path(event.file()))
            return True
        return super().event(event)


def application() -> QApplication:
    """The running application, or a new one."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    QApplication.setApplicationName("bob-1940")
    QApplication.setOrganizationName("bob-1940")
    QApplication.setDesktopFileName("bob-1940")
    return DeskApplication(["bob"])


def _warm() -> None:
    """Load map and tables while the first screen is read."""
    from bob.staff.rules import rules

    rules()


def badge() -> QIcon:
    """The badge of the program, in the sizes that systems ask for."""
    found = QIcon()
    for path in (Path(bob.__file__).parent / "badge").glob("*.png"):
        found.addFile(str(path))
    return found


def run(path: str | None = None, language: str | None = None, settings: Settings | None = None) -> int:
    """Open the desk, on a game if there is a path, and run until it is closed. `language` is one asked for at the command line."""
    app = application()
    settings = settings if settings is not None else Settings()
    reports = FaultReports(settings)
    reports.watch()
    if language is not None:
        settings.set_language(language)
    theme.dress(app, settings)
    window = DeskWindow(settings)
    window.setWindowIcon(badge())
    if isinstance(app, DeskApplication):
        app.handed.connect(window.open_path)

    def fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """A fault of the program ends nothing: every order so far is in the file. It is told, printed, and written into a report."""
        traceback.print_exception(kind, error, trace, file=sys.stderr)
        reports.fault(error, settings.unfinished)
        window.say(settings.words("desk.window.fault", kind=kind.__name__, what=str(error)[:200]))

    sys.excepthook = fault
    window.show()
    if path is not None:
        window.open_path(Path(path))
    else:
        if not settings.welcomed:
            window.welcome()
        QTimer.singleShot(30, lambda: threading.Thread(target=_warm, daemon=True).start())
    code = app.exec()
    if isValid(window):  # it goes before the application does
        window.close()
        delete(window)
    reports.done()
    return code
