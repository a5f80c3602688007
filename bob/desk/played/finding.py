"""What a game has of its own in the desk, found by its name; plain ones where it has nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from PySide6.QtWidgets import QWidget

from bob.desk.played.plain_setup import PlainSetup
from bob.desk.played.plain_sheet import PlainSheet
from bob.desk.played.plan import GamePlan
from bob.desk.played.sheet import GameSheet
from bob.desk.settings import Settings
from bob.games import kit, names
from bob.staff.kit import DayKit


def _own(game: str, module: str, name: str) -> Any:
    """A name of `bob.desk.<game>.<module>`; None where there is no such module."""
    room = f"bob.desk.{game}"
    if find_spec(room) is None or find_spec(f"{room}.{module}") is None:
        return None
    return getattr(import_module(f"{room}.{module}"), name)


def sheet_of(game: str) -> type[GameSheet]:
    """The sheet of a game: the `SHEET` of `bob.desk.<game>.sheet`, or a plain one."""
    found: type[GameSheet] | None = _own(game, "sheet", "SHEET")
    return found or PlainSheet


def setup_of(game: str) -> Callable[[Settings, QWidget | None], Any]:
    """The dialog for a new game: the `SETUP` of `bob.desk.<game>.setting_up`, or a plain one. Raises UsageError.

    It is a QDialog; once it was accepted, its `path` is a file to go on with, or its `plan()` is a GamePlan.
    """
    found: Callable[[Settings, QWidget | None], Any] | None = _own(game, "setting_up", "SETUP")
    return found or partial(PlainSetup, kit(game))


def apart() -> tuple[str, ...]:
    """The games that are played in windows of their own: all but the day, whose room is the table."""
    return tuple(name for name in names() if name != DayKit.name)


def taught() -> Callable[[], GamePlan]:
    """The dogfight that the desk teaches: the `LESSON` of `bob.desk.<game>.lesson`, of the first game that has one."""
    found: Callable[[], GamePlan] = next(lesson for game in apart() if (lesson := _own(game, "lesson", "LESSON")) is not None)
    return found
