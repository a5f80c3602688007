"""The lesson of the hex dogfight: one duel in a dozen steps, with a suggestion at each decision that can be carried out."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from bob.core.kit import HUMAN
from bob.desk.base.widgets.coach import LessonStep
from bob.desk.boards.hexes.hex_panel import HexPanel
from bob.desk.boards.shared.suggesting import BoardCoach
from bob.desk.session.own_game import OwnGame
from bob.desk.session.screen_game import ScreenGame
from bob.driver.game_plan import GamePlan
from bob.tactical.hexes.kit import USUAL_PILOT
from bob.tactical.hexes.position import FLY, GO

MISSION, SEED, LEARNERS = "duel", "the first duel", "weak"
"""The duel that is taught: who fights it by this seed has the coach beside the sheet."""


def lesson_plan() -> GamePlan:
    """The duel that is taught."""
    return GamePlan("hexes", MISSION, SEED, {"raf": HUMAN, "luftwaffe": LEARNERS})


def is_lesson(table: ScreenGame) -> bool:
    """Return whether a game is the duel of the lesson."""
    return isinstance(table, OwnGame) and (table.scenario, table.match.header.seed) == (MISSION, SEED)


def _happened(table: ScreenGame, *codes: str) -> bool:
    """Return whether the log has one of these, or the fight is over."""
    return table.outcome is not None or any(event.code in codes for _, event in table.log)


def _has_happened(table: ScreenGame, code: str, mine: bool) -> bool:
    """Return whether an aircraft of the seat at the screen, or of another, has done that."""
    view = table.view
    if view is None:
        return False
    if table.outcome is not None:
        return True
    seat = view.seats.index(table.seated)
    for _, event in table.log:
        if event.code == code:
            numbers = event.data["aircraft"]
            first = numbers[0] if isinstance(numbers, tuple | list) else numbers
            if (view.aircraft[first].seat == seat) == mine:
                return True
    return False


def _stage(table: ScreenGame, *stages: str) -> bool:
    view = table.view
    return table.outcome is not None or (view is not None and bool(table.choices.listed) and view.stage in stages)


STEPS = (
    LessonStep("welcome", "board"),
    LessonStep("dashboard", "row"),
    LessonStep("hand", "hand"),
    LessonStep("initiative", "asked", lambda table: _stage(table, GO, FLY)),
    LessonStep("activate", "board", lambda table: _has_happened(table, "activated", True)),
    LessonStep("fly", "board", lambda table: _has_happened(table, "stepped", True)),
    LessonStep("template", "board"),
    LessonStep("end", "go", lambda table: _has_happened(table, "ended", True)),
    LessonStep("enemy", "log", lambda table: _has_happened(table, "ended", False)),
    LessonStep("close_in", "board", lambda table: _happened(table, "fires")),
    LessonStep("shot", "shot", lambda table: _happened(table, "hit", "missed", "cancelled", "dodged")),
    LessonStep("turn_end", "asked", lambda table: _happened(table, "end_of_turn")),
    LessonStep("finish", "asked", lambda table: table.outcome is not None),
    LessonStep("over", "board"),
)


class HexCoach(BoardCoach):
    """The coach of the duel, whose suggestions are a sound pilot's."""

    def __init__(self, panel: HexPanel, host: QWidget) -> None:
        self.hex_panel = panel
        super().__init__(panel, host, STEPS, USUAL_PILOT, SEED)

    def describe(self, part: str, code: str) -> str:
        return self.settings.words(f"desk_hexes.lesson.{part}.{code}")

    def order_text(self, order: Any) -> str:
        return self.hex_panel.teller().order(order)
