"""The window of the desk, without a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from bob.desk.window.window import DeskWindow


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
