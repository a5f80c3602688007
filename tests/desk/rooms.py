"""Sessions of the lesson and of 15 September for the tests of tote, planner, tables and sheets."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import bob.desk  # noqa: F401
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.session.session import DeskSession
from bob.driver import Driver, driver_among

PERSONS = {RAF: "human", LUFTWAFFE: "human", "referee": "human"}


@cache
def day() -> OperationalDay:
    return OperationalDay()


@cache
def _played(scenario: str, turn: int) -> Match[Any]:
    """A match that officers have played until both sides owe their orders of that turn, or of the next one in which nobody is asked
    anything before (0: the planning)."""
    match = Match.new(day(), scenario, 7)
    p = match.position
    driver_among(match, {RAF: "park", LUFTWAFFE: "kesselring"}).advance(
        lambda: not turn or (p.phase == "orders" and p.turn >= turn and not p.done and not p.choices),
    )
    match.snapshot()
    return match


def on_from(scenario: str, turn: int, seat: str) -> Iterator[DeskSession]:
    """A seat's sessions at that turn and at each one after it, as officers play on: for a test to find the moment that it needs."""
    match = match_at(scenario, turn)
    p = match.position
    officers = driver_among(match, {RAF: "park", LUFTWAFFE: "kesselring"})
    while p.phase != "over":
        yield session_of(match, seat)
        at = p.turn
        officers.advance(lambda at=at: p.phase == "orders" and p.turn > at and not p.done)


def match_at(scenario: str, turn: int) -> Match[Any]:
    """A match of one's own at that turn."""
    return copied(_played(scenario, turn))


def copied(pattern: Match[Any]) -> Match[Any]:
    """A match of one's own that stands where another does."""
    made: Match[Any] = Match(pattern.game, pattern.header)
    made.entries = list(pattern.entries)
    made.position = copy.deepcopy(pattern.position)
    made._stream = pattern._stream.copy()
    made._snapshots = dict(pattern._snapshots)
    return made


def session_at(scenario: str, turn: int, seat: str, seats: dict[str, str] | None = None) -> DeskSession:
    """A session at that turn with somebody at a seat."""
    return session_of(_played(scenario, turn), seat, seats)


def session_of(match: Match[Any], seat: str, seats: dict[str, str] | None = None) -> DeskSession:
    """A session with a match of its own that stands where another does, with somebody at a seat."""
    session = DeskSession(Driver(copied(match), seats or PERSONS))
    if session.seated != seat:
        session.sit(seat)
    return session


def settings_in(folder: Path, language: str = "en", theme: str = "table") -> Settings:
    """Settings of one's own."""
    settings = Settings.in_file(folder / "settings.ini")
    settings.set_language(language)
    settings.set_theme(theme)
    return settings


def spoken(widget: Any) -> Iterable[str]:
    """Every text of a widget and of all below it, hidden or not: what a walker of words would find."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QLineEdit, QWidget

    for part in [widget, *widget.findChildren(QWidget)]:
        yield from (part.toolTip(), part.accessibleName(), part.accessibleDescription(), part.windowTitle())
        if isinstance(part, QLabel | QAbstractButton | QLineEdit):
            yield part.text()
        if isinstance(part, QComboBox):
            yield from (part.itemText(i) for i in range(part.count()))
            yield part.currentText()
        if isinstance(part, QAbstractItemView) and part.model() is not None:
            model = part.model()

            def walk(parent: Any, model: Any = model) -> Iterable[str]:
                for row in range(model.rowCount(parent)):
                    for column in range(model.columnCount(parent)):
                        index = model.index(row, column, parent)
                        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
                            yield str(index.data(role) or "")
                    yield from walk(model.index(row, 0, parent))

            yield from walk(part.rootIndex())
