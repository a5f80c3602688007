"""A coach beside a sheet who suggests what to do at each decision, and does it on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from bob.core.kit import Decision, Player
from bob.desk.base.theme import theme
from bob.desk.base.widgets.coach import Coach, LessonStep
from bob.desk.boards.shared.board_panel import BoardPanel
from bob.desk.boards.shared.game_panel import GamePanel
from bob.games import kit

SLACK = 48
"""The overlap in pixels allowed between the coach and its subject."""


class SuggestingCoach(Coach):
    """Shows under each step the current suggestion of a pilot of the program, with its reason; a button carries it out."""

    def __init__(self, panel: GamePanel, host: QWidget, steps: Sequence[LessonStep], pilot: str, seed: str, *, at: str = "") -> None:
        self.panel, self.table = panel, panel.table
        self.pilot, self.seed = pilot, seed
        self._player: Player | None = None
        self._found: Decision | None = None
        self.suggestion, self.do_it = QLabel(), QPushButton()
        super().__init__(steps, panel.table, panel.table.changed, panel.settings, host, lambda name: self.parts().get(name), at=at)
        self.suggestion.setWordWrap(True)
        theme.kind(self.suggestion, "quiet")
        self.body.insertWidget(3, self.suggestion)
        self.body.insertWidget(4, self.do_it)
        self.do_it.clicked.connect(lambda: self._do())
        self.check()

    def parts(self) -> dict[str, QWidget]:
        """The parts of the sheet that a step may point at, by their names."""
        raise NotImplementedError

    def wished(self, listed: Sequence[Any]) -> Any:
        """An order that the step is about, when there is one; else a pilot of the program says."""
        return None

    def order_text(self, order: Any) -> str:
        """An order in words."""
        return self.table.teller(self.settings.words).order(order, self.table.seated)

    def last_text(self) -> str:
        return self.settings.words("desk_board.lesson_last")

    def check(self) -> None:
        """Go on when the step's time has come, and suggest what to do now."""
        super().check()
        self._suggest()

    def show_step(self) -> None:
        super().show_step()
        self._suggest()

    def _suggest(self) -> None:
        """Ask a pilot for the decision that is owed."""
        table, words = self.table, self.settings.words
        view, choices = table.view, table.choices
        there = view is not None and bool(choices.listed or choices.described) and self.step.until is not None
        self.suggestion.setVisible(there)
        self.do_it.setVisible(there)
        if not there:
            self._found = None
            self._lay()
            return
        if self._player is None:
            self._player = kit(table.kit.name).player(self.pilot, table.seated, self.seed, table.game)
        wished = self.wished(choices.listed)
        self._found = self._player.orders(view, choices, 0)[0] if wished is None else Decision(wished, "desk_lessons.wished")
        why: Any = words(self._found.why_key, **self._found.why_values) if words.has(self._found.why_key) else ""
        self.suggestion.setText(words("desk_board.suggest", order=self.order_text(self._found.order), why=why))
        self.suggestion.setFixedWidth(round(340 * self.settings.scale))
        self.do_it.setText(words("desk_board.do_it"))
        self._lay()

    def _do(self) -> None:
        found, view = self._found, self.table.view
        if found is not None and view is not None and self.table.seated in view.owing:
            self.panel.give(found.order)


class BoardCoach(SuggestingCoach):
    """Such a coach beside a sheet with a board, which it leaves open to the eye."""

    panel: BoardPanel

    def parts(self) -> dict[str, QWidget]:
        """The parts of the sheet that a step may point at, by their names."""
        panel = self.panel
        return {
            "board": panel.table_board, "row": panel.row_part, "hand": panel.hand_part, "asked": panel.asked_title, "go": panel.go,
            "log": panel.log, "shot": panel.column.box if panel.column.box.isVisible() else panel.asked_title,
        }  # fmt: skip

    def _beside(self, around: QRect, host: QRect) -> QPoint:
        """In the lower right corner, over the log: the sheet itself stays open to the eye. Beside the log where that is spoken of."""
        corner = QPoint(host.right() - self.width() - 4, host.bottom() - self.height() - 4)
        taken = QRect(corner, self.size()).intersects(around.adjusted(SLACK, SLACK, -SLACK, -SLACK))
        return corner if not taken else QPoint(max(4, around.left() - self.width() - 14), corner.y() - 8)

    def _lay(self) -> None:
        """Take a place; the column keeps clear of it, so that the log can be read."""
        super()._lay()
        column = self.panel.column
        at = QRect(column.mapTo(self.host, QPoint(0, 0)), column.size())
        over = self.geometry().intersected(at)
        column.keep_clear(over.height() if over.width() > at.width() // 2 else 0)

    def stop(self) -> None:
        super().stop()
        self.panel.column.keep_clear(0)
