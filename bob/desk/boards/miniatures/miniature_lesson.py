"""The lesson of the miniatures dogfight: two pairs in some sixteen steps, with a suggestion at each decision that can be carried out."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from bob.core.kit import HUMAN
from bob.desk.base.widgets.coach import LessonStep
from bob.desk.boards.miniatures.miniature_panel import MiniaturePanel
from bob.desk.boards.shared.suggesting import BoardCoach
from bob.desk.session.own_game import OwnGame
from bob.desk.session.screen_game import ScreenGame
from bob.driver.game_plan import GamePlan
from bob.tactical.miniatures.kit import USUAL_PILOT
from bob.tactical.miniatures.position import ACTION, CHOOSE, FLY

SCENARIO, SEED, LEARNERS = "pairs", "the first pairs", USUAL_PILOT
"""The fight that is taught: who fights it by this seed has the coach beside the sheet."""


def miniature_lesson_plan() -> GamePlan:
    """The fight that is taught."""
    return GamePlan("skies", SCENARIO, SEED, {"raf": HUMAN, "luftwaffe": LEARNERS})


def is_miniature_lesson(table: ScreenGame) -> bool:
    """Return whether a game is the fight of the lesson."""
    header = table.match.header if isinstance(table, OwnGame) else None
    return header is not None and (header.scenario, header.seed) == (SCENARIO, SEED)


def _happened(table: ScreenGame, *codes: str) -> bool:
    """Return whether the log has one of these, or the fight is over."""
    return table.outcome is not None or any(event.code in codes for _, event in table.log)


def _has_happened(table: ScreenGame, code: str, mine: bool) -> bool:
    """Return whether an aircraft of the seat at the screen, or of the other, has done that."""
    view = table.view
    if view is None:
        return False
    own = view.seats.index(table.seated)
    numbers = [event.data["aircraft"] for _, event in table.log if event.code == code]
    return table.outcome is not None or any((view.aircraft[number].side == own) == mine for number in numbers)


def _stage(table: ScreenGame, *stages: str) -> bool:
    view = table.view
    return table.outcome is not None or (view is not None and table.seated in view.owing and view.stage in stages)


STEPS = (
    LessonStep("welcome", "board"),
    LessonStep("levels", "board"),
    LessonStep("card", "row"),
    LessonStep("order", "row"),
    LessonStep("hand", "hand"),
    LessonStep("deployed", "asked", lambda table: _happened(table, "turn")),
    LessonStep("activate", "asked", lambda table: _stage(table, FLY, ACTION) or _has_happened(table, "activated", True)),
    LessonStep("fly", "board", lambda table: _has_happened(table, "moved", True)),
    LessonStep("burn", "asked"),
    LessonStep("action", "asked", lambda table: _stage(table, CHOOSE, FLY) or _happened(table, "turn")),
    LessonStep("enemy", "log", lambda table: _has_happened(table, "moved", False)),
    LessonStep("tail", "board", lambda table: _happened(table, "tailed", "attacks")),
    LessonStep("shot", "shot", lambda table: _happened(table, "hit", "unhurt")),
    LessonStep("chits", "score"),
    LessonStep("finish", "asked", lambda table: table.outcome is not None),
    LessonStep("over", "board"),
)


class MiniatureCoach(BoardCoach):
    """The coach of the two pairs, whose suggestions are a pilot's of the program."""

    def __init__(self, panel: MiniaturePanel, host: QWidget) -> None:
        self.miniature_panel = panel
        super().__init__(panel, host, STEPS, USUAL_PILOT, SEED)

    def order_text(self, order: Any) -> str:
        """An order with the names that aircraft have on the cloth, as the list has them."""
        return self.miniature_panel.teller().order(order)

    def parts(self) -> dict[str, QWidget]:
        return {**super().parts(), "score": self.panel.score}

    def describe(self, part: str, code: str) -> str:
        return self.settings.words(f"desk_skies.lesson.{part}.{code}")
