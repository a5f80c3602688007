"""The Luftwaffe's beliefs about the ground: crews' claims and reconnaissance, the newest first, each with its age."""

from __future__ import annotations

from dataclasses import asdict

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QLabel, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from bob.core.text import capital
from bob.day.state.view import LuftwaffeView, RefereeView
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import ground_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme.theme import kind
from bob.desk.session.session import DeskSession

COLUMNS = ("age", "target", "report")
"""The source is in front of the report: a column of its own would leave the report no room."""


class Reports(QWidget):
    """A table of reports. Emits `selected` with a place that the map should show."""

    selected = Signal(str, object)

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = Names(session.world.theatre)
        kind(self, "panel")
        self.none = QLabel()
        self.none.setWordWrap(True)
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        kind(self.none, "quiet")
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table, 1)  # always there: Tab stops at nothing that is hidden
        layout.addWidget(self.none)
        self.setFocusProxy(self.table)
        self.table.cellActivated.connect(lambda row, _: self._show(row))
        self.table.cellClicked.connect(lambda row, _: self._show(row))
        self._targets: list[str] = []
        self.table.horizontalHeader().sectionResized.connect(lambda *_: self.table.resizeRowsToContents())
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.retranslate)
        self.retranslate()

    def refresh(self) -> None:
        """Show the reports of the view."""
        found = self.session.view(self.session.seat)
        view = found.luftwaffe if isinstance(found, RefereeView) else found
        words = self.settings.words
        parts = view.reports if isinstance(view, LuftwaffeView) else ()
        self.none.setVisible(not parts)
        self._targets = [report.target for report in reversed(parts)]
        self.table.setRowCount(len(parts))
        if not isinstance(view, LuftwaffeView):
            return
        self.names.learn(view)
        for row, report in enumerate(reversed(parts)):
            cells = (
                words("desk_planner.report_age", minutes=5 * (view.turn - report.seen)),
                self.names.target(words, report.target),
                words.label(capital(words(f"desk_planner.report_by.{report.by}")), ground_text(words, asdict(report))),
            )
            raid = self.names.raid(words, report.raid)
            for column, text in enumerate(cells):
                item = QTableWidgetItem(capital(text))
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                item.setToolTip(words.label(cells[1], f"{cells[2]} ({raid})"))
                self.table.setItem(row, column, item)

    def _show(self, row: int) -> None:
        place = self.session.world.targets.get(self._targets[row]) if row < len(self._targets) else None
        if place is not None:
            self.selected.emit("place", f"{place.kind}:{place.name}")

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        self.table.setHorizontalHeaderLabels([words(f"desk_planner.report_column.{name}") for name in COLUMNS])
        self.table.setAccessibleName(words("desk.dock.reports"))
        self.none.setText(words("desk_planner.no_reports"))
        head = self.table.horizontalHeader()
        for column in range(len(COLUMNS)):
            stretch = COLUMNS[column] == "report"
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch if stretch else QHeaderView.ResizeMode.ResizeToContents)
        rows = self.table.verticalHeader()
        rows.setMinimumSectionSize(round(26 * self.settings.scale))
        rows.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)  # a report that has no room goes on in the next line
        self.refresh()
