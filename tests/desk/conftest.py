"""What tests of the desk begin with: settings of their own, the application dressed, a window without a game."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from bob.desk.base.settings import Settings
    from bob.desk.window.window import DeskWindow


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """A window that deleted itself when the test closed it is not closed once more, whoever still holds it."""
    from PySide6.QtCore import QCoreApplication, QEvent
    from shiboken6 import isValid

    if widgets := getattr(item, "qt_widgets", None):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        widgets[:] = [(held, closing) for held, closing in widgets if (widget := held()) is not None and isValid(widget)]
    return (yield)


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forecasts of the desk are short, and flown by the test's own process."""
    from bob.core.workers import Here
    from bob.desk.panels.forecast import engine, panel

    monkeypatch.setattr(engine.ForecastEngine, "usual", staticmethod(lambda address: Here()))
    monkeypatch.setattr(panel, "RUNS", 4)


@pytest.fixture(autouse=True)
def no_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings do not ask this machine what it could play sounds with, which some machines complain of."""
    monkeypatch.setattr("bob.desk.window.settings.sound_page.cannot_play", lambda: ("device", ""))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a test's own, in English."""
    from tests.desk.desks import settings_in

    return settings_in(tmp_path)


@pytest.fixture(autouse=True)
def undressed(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test, or a window whose letters it made larger, dressed the application in is taken off again."""
    if "qapp" not in request.fixturenames and "qtbot" not in request.fixturenames:
        yield
        return
    app: QApplication = request.getfixturevalue("qapp")
    palette, font = app.palette(), app.font()
    yield
    if app.styleSheet():
        app.setStyleSheet("")
        app.setPalette(palette)
        app.setFont(font)


@pytest.fixture(autouse=True)
def no_window_stays(request: pytest.FixtureRequest) -> Iterator[None]:
    """A window that a test leaves is deleted, while what Qt complains of is still the test's."""
    if "qapp" not in request.fixturenames and "qtbot" not in request.fixturenames:
        yield
        return
    from PySide6.QtCore import QCoreApplication, QEvent

    app: QApplication = request.getfixturevalue("qapp")
    before = set(app.topLevelWidgets())
    yield
    for left in set(app.topLevelWidgets()) - before:
        if left.parent() is None:
            left.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def dressed(qapp: QApplication, settings: Settings) -> Iterator[None]:
    """The application in its style sheet, as those who see it have it."""
    from bob.desk.base.theme import theme

    theme.dress(qapp, settings)
    yield


@pytest.fixture
def window(qtbot: QtBot, settings: Settings) -> DeskWindow:
    """The window of the desk, without a game. It is closed, and goes, when the test has ended."""
    from bob.desk.window.window import DeskWindow

    made = DeskWindow(settings)
    qtbot.addWidget(made, before_close_func=lambda w: None)
    made.resize(1280, 800)
    made.show()
    return made
