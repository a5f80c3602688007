"""The debrief of a flown fight as a table, and the box that shows it after a game by itself."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QLabel, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from bob.desk.base.settings import Settings
from bob.tactical.debrief import HEADS
from bob.words import Words

TEXTS = (HEADS.index("with"), HEADS.index("answer"))
"""The columns that take the width."""


class ShotTable(QTableWidget):
    """The shots of a fight, a row each."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(HEADS), parent)
        self.verticalHeader().hide()
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        for column in TEXTS:
            self.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def show_rows(self, words: Words, rows: Sequence[Sequence[str]]) -> None:
        """Show the rows of a debrief."""
        self.setAccessibleName(words("flown.debrief.title"))
        self.setHorizontalHeaderLabels([words(f"flown.debrief.column.{name}") for name in HEADS])
        self.setRowCount(len(rows))
        for i, cells in enumerate(rows):
            for column, text in enumerate(cells):
                self.setItem(i, column, QTableWidgetItem(text))
        self.resizeColumnsToContents()
        self.resizeRowsToContents()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resizeRowsToContents()


class ShotBox(QDialog):
    """The shots of a game that is over, with a sentence about luck and decisions."""

    def __init__(self, settings: Settings, rows: Sequence[Sequence[str]], summary: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(settings.words("flown.debrief.title"))
        self.lines, self.summary = ShotTable(), QLabel(summary)
        self.summary.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (self.lines, self.summary, buttons):
            column.addWidget(widget)
        self.resize(round(900 * settings.scale), round(520 * settings.scale))
        self.lines.show_rows(settings.words, rows)
