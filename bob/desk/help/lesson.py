"""The lesson of the day: a newcomer is led through a first raid, one step at a time."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from bob.desk.game.session import Session
from bob.desk.help.coach import Coach, LessonStep
from bob.desk.settings import Settings
from bob.operations.orders import Done, Scramble
from bob.operations.position import RAF


def _plotted(session: Session) -> bool:
    return session.is_over or bool(session.view(RAF).tracks)


def _scrambled(session: Session) -> bool:
    return session.is_over or any(isinstance(entry.order, Scramble) for entry in session.match.entries if entry.seat == RAF)


def _ended_turn(session: Session) -> bool:
    orders = [entry.order for entry in session.match.entries if entry.seat == RAF]
    first = next((i for i, order in enumerate(orders) if isinstance(order, Scramble)), None)
    return session.is_over or (first is not None and any(isinstance(order, Done) for order in orders[first:]))


def _fought(session: Session) -> bool:
    return session.is_over or any(event.code in ("combat", "bombed") for _, event in session.log(RAF))


def _over(session: Session) -> bool:
    return session.is_over


STEPS = (
    LessonStep("welcome", "table"),
    LessonStep("clock", "strip"),
    LessonStep("table", "table"),
    LessonStep("first_plot", "decide", _plotted),
    LessonStep("plot", "table"),
    LessonStep("tote", "tote"),
    LessonStep("scramble", "card", _scrambled),
    LessonStep("end_turn", "decide", _ended_turn),
    LessonStep("wait", "decide", _fought),
    LessonStep("fight", "table"),
    LessonStep("log", "log"),
    LessonStep("finish", "decide", _over),
    LessonStep("end", "table"),
)


class Lesson(Coach):
    """The coach of a first raid."""

    def __init__(self, session: Session, settings: Settings, window: QWidget, targets: Callable[[str], QWidget | None]) -> None:
        self.session = session
        super().__init__(STEPS, session, session.changed, settings, window, targets)

    def told(self, part: str, code: str) -> str:
        return self.settings.words(f"desk.lesson.{part}.{code}")
