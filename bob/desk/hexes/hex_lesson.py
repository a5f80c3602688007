"""The lesson of the hex dogfight: one duel in a dozen steps, with a suggestion at each decision that can be carried out."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from bob.desk.help.coach import Coach, LessonStep
from bob.desk.hexes.sheet import HexSheet
from bob.desk.looks import theme
from bob.desk.played.own_game import OwnGame
from bob.desk.played.plan import GamePlan
from bob.desk.played.screen_game import ScreenGame
from bob.dogfight.hexes.kit import USUAL_PILOT
from bob.dogfight.hexes.position import FLY, GO
from bob.games import kit
from bob.kit import HUMAN, Decision, Player

MISSION, SEED, LEARNERS = "duel", "the first duel", "weak"
"""The duel that is taught: who fights it by this seed has the coach beside the sheet."""


def lesson_plan() -> GamePlan:
    """The duel that is taught."""
    return GamePlan("hexes", MISSION, SEED, {"raf": HUMAN, "luftwaffe": LEARNERS})


def is_lesson(table: ScreenGame) -> bool:
    """Whether a game is the duel that is taught."""
    return isinstance(table, OwnGame) and (table.scenario, table.match.header.seed) == (MISSION, SEED)


def _told(table: ScreenGame, *codes: str) -> bool:
    """Whether the log has one of these, or the fight is over."""
    return table.outcome is not None or any(event.code in codes for _, event in table.log)


def _mine(table: ScreenGame, code: str, mine: bool) -> bool:
    """Whether an aircraft of the seat at the screen, or of another, has done that."""
    view = table.view
    if view is None:
        return False
    if table.outcome is not None:
        return True
    seat = view.seats.index(table.sitting)
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
    LessonStep("activate", "board", lambda table: _mine(table, "activated", True)),
    LessonStep("fly", "board", lambda table: _mine(table, "stepped", True)),
    LessonStep("template", "board"),
    LessonStep("end", "go", lambda table: _mine(table, "ended", True)),
    LessonStep("enemy", "log", lambda table: _mine(table, "ended", False)),
    LessonStep("close_in", "board", lambda table: _told(table, "fires")),
    LessonStep("shot", "shot", lambda table: _told(table, "hit", "missed", "cancelled", "dodged")),
    LessonStep("turn_end", "asked", lambda table: _told(table, "end_of_turn")),
    LessonStep("finish", "asked", lambda table: table.outcome is not None),
    LessonStep("over", "board"),
)


class HexCoach(Coach):
    """The coach of the duel. Under each step lies what a sound pilot would do now, and why; a button does it."""

    def __init__(self, sheet: HexSheet, host: QWidget) -> None:
        self.sheet, self.table = sheet, sheet.table
        self._pilot: Player | None = None
        self._found: Decision | None = None
        self.suggestion, self.do_it = QLabel(), QPushButton()
        super().__init__(STEPS, sheet.table, sheet.table.changed, sheet.settings, host, self._target)
        self.suggestion.setWordWrap(True)
        theme.kind(self.suggestion, "quiet")
        self.body.insertWidget(3, self.suggestion)
        self.body.insertWidget(4, self.do_it)
        self.do_it.clicked.connect(lambda: self._do())
        self.check()

    def told(self, part: str, code: str) -> str:
        return self.settings.words(f"desk_hexes.lesson.{part}.{code}")

    def _target(self, name: str) -> QWidget | None:
        sheet = self.sheet
        found: dict[str, QWidget] = {
            "board": sheet.board, "row": sheet.row, "hand": sheet.hand, "asked": sheet.asked_title, "go": sheet.go, "log": sheet.log,
            "shot": sheet.shot if sheet.shot.isVisible() else sheet.asked_title,
        }  # fmt: skip
        return found.get(name)

    def _beside(self, around: QRect, host: QRect) -> QPoint:
        """In the lower right corner, over the log: the sheet itself stays open to the eye. Beside the log where that is spoken of."""
        corner = QPoint(host.right() - self.width() - 4, host.bottom() - self.height() - 4)
        taken = QRect(corner, self.size()).intersects(around)
        return corner if not taken else QPoint(max(4, around.left() - self.width() - 14), corner.y() - 8)

    def check(self) -> None:
        """Go on when the step's time has come, and suggest what to do now."""
        super().check()
        self._suggest()

    def show_step(self) -> None:
        super().show_step()
        self._suggest()

    def _suggest(self) -> None:
        """Ask a sound pilot for the decision that is owed."""
        table, words = self.table, self.settings.words
        view, choices = table.view, table.choices
        there = view is not None and bool(choices.listed) and self.step.until is not None
        self.suggestion.setVisible(there)
        self.do_it.setVisible(there)
        if not there:
            self._found = None
            self._lay()
            return
        if self._pilot is None:
            self._pilot = kit("hexes").player(USUAL_PILOT, table.sitting, SEED, table.game)
        self._found = self._pilot.orders(view, choices, 0)[0]
        order = self.sheet.teller().order(self._found.order)
        why: Any = words(self._found.why_key, **self._found.why_values) if words.has(self._found.why_key) else ""
        self.suggestion.setText(words("desk_hexes.lesson.suggest", order=order, why=why))
        self.suggestion.setFixedWidth(round(340 * self.settings.scale))
        self.do_it.setText(words("desk_hexes.lesson.do_it"))
        self._lay()

    def _do(self) -> None:
        found = self._found
        if found is not None and found.order in self.table.choices.listed:
            self.sheet.give(found.order)
