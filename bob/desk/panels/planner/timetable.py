"""The timetable of a raid: a line for each turn."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from bob.day.state.view import Common
from bob.day.telling.period_names import Names, english
from bob.desk.base.settings import Settings
from bob.staff.advice.planning.route_survey import Exposure, Survey

COLUMNS = ("time", "place", "angels", "seen", "guns")


class Timetable(QWidget):
    """Time, place, height, who sees it and which guns reach it, turn by turn."""

    def __init__(self, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.names = names
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.addWidget(self.table)

    def cells(self, t: Exposure, common: Common) -> tuple[str, ...]:
        """A turn in words."""
        words = self.settings.words
        seen = str(len(t.stations)) if t.stations else ""
        if t.observed:
            seen = " + ".join(part for part in (seen, words("desk_planner.corps")) if part)
        place = self.names.at(words, t.hex.label)
        return (
            common.time_of(t.turn),
            f"✕ {place}" if t.at_target else place,
            str(t.angels),
            seen or "–",
            words("desk_planner.guns", area=english(words, t.gun_area), factor=t.guns) if t.guns else "–",
        )

    def show_survey(self, survey: Survey | None, common: Common) -> None:
        """Show a route turn by turn."""
        turns = survey.turns if survey is not None else ()
        self.table.setRowCount(len(turns))
        for row, turn in enumerate(turns):
            for column, text in enumerate(self.cells(turn, common)):
                item = self.table.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.table.setItem(row, column, item)
                item.setText(text)
                item.setToolTip(", ".join(turn.stations) if column == 3 and turn.stations else text)
                if column == 2:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def retranslate(self) -> None:
        """Update the heads to the language of the settings."""
        words, scale = self.settings.words, self.settings.scale
        self.table.setHorizontalHeaderLabels([words(f"desk_planner.time_column.{name}") for name in COLUMNS])
        self.table.setAccessibleName(words("desk_planner.tab.timetable"))
        self.table.verticalHeader().setDefaultSectionSize(round(24 * scale))
        head = self.table.horizontalHeader()
        for column, width in ((0, 52), (2, 52), (3, 108), (4, 150)):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.table.setColumnWidth(column, round(width * scale))
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
