"""The sheet over the table when the day is over: who won, by how much, and from what."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bob.desk.game.session import Session
from bob.desk.looks import theme
from bob.desk.settings import Settings
from bob.desk.window.answers import Floating, emptied
from bob.operations.telling import figure
from bob.words import Words


def awards(session: Session, words: Words) -> list[tuple[str, str]]:
    """What the points came from, from the log of the seat at the screen."""
    sums: dict[str, float] = defaultdict(float)
    for _, event in session.log(session.seat):
        if event.code == "over":
            for point in event.data["came_from"]:
                sums[point["code"]] += point["points"]
    found = sorted(sums.items(), key=lambda pair: -abs(pair[1]))
    return [(words(f"ops.award.{code}"), figure(words, round(points, 1))) for code, points in found]


class Ending(Floating):
    """Who won."""

    back_asked = Signal()
    new_asked = Signal()

    def __init__(self, session: Session, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(26, 20, 26, 18)
        settings.language_changed.connect(self._again)
        settings.text_size_changed.connect(self._again)

    def open(self) -> None:
        """Show the result."""
        emptied(self._body)
        words = self.settings.words
        outcome = self.session.outcome
        if outcome is None:
            return
        head = QLabel(words("desk.ending.title"))
        theme.kind(head, "caption")
        result = words(f"ops.band.{outcome.code}")
        title = QLabel(result[:1].upper() + result[1:])
        theme.kind(title, "heading")
        points = QLabel(words("desk.ending.points", points=figure(words, outcome.points["luftwaffe"])))
        for label in (head, title, points):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._body.addWidget(label)
        grid = QGridLayout()
        grid.setColumnMinimumWidth(0, round(240 * self.settings.scale))
        for row, (text, value) in enumerate(awards(self.session, words)):
            grid.addWidget(QLabel(text), row, 0)
            grid.addWidget(QLabel(value), row, 1, Qt.AlignmentFlag.AlignRight)
        self._body.addLayout(grid)
        self._body.addSpacing(8)
        row_ = QHBoxLayout()
        buttons: list[tuple[str, Any, bool]] = [
            ("desk.ending.back", self._back, True),
            ("desk.ending.new", self.new_asked.emit, False),
            ("desk.box.close", self.hide, False),
        ]
        for key, do, first in buttons:
            button = QPushButton(words(key))
            button.clicked.connect(lambda _=False, do=do: do())
            if first:
                theme.kind(button, "primary")
            row_.addWidget(button)
        self._body.addLayout(row_)
        self.show()
        self.place()

    def _again(self) -> None:
        if self.isVisible():
            self.open()

    def _back(self) -> None:
        self.hide()
        self.back_asked.emit()

    def place(self) -> None:
        self.adjustSize()
        size = self.sizeHint()
        self.resize(min(size.width(), self.host.width() - 24), min(size.height(), self.host.height() - 24))
        self.move((self.host.width() - self.width()) // 2, max(10, (self.host.height() - self.height()) // 3))
        self.raise_()
