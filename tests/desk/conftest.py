"""The window of the desk, without a game."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

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


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[DeskWindow]:
    from bob.desk.window.window import DeskWindow
    from tests.desk.desks import settings_in

    made = DeskWindow(settings_in(tmp_path))
    qtbot.addWidget(made, before_close_func=lambda w: None)
    made.resize(1280, 800)
    made.show()
    yield made
    made.close_game()
