"""The truth and what each side sees of it, beside one another, for the referee; all look at the same part of the map."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.map import PlottingTable
from bob.desk.map.plotting_desk import PlottingDesk
from bob.desk.session.seat_views import SecondView
from bob.desk.session.session import DeskSession

STACKED = 620
"""Height in pixels from which the sides are stacked."""


class Pane(QWidget):
    """A table with the name of its seat in a line above; the line is hidden while there is only one table."""

    def __init__(self, table: PlottingTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.caption = QLabel()
        self.caption.setContentsMargins(8, 2, 8, 2)
        self.caption.hide()
        theme.kind(self.caption, "pane")
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.caption)
        body.addWidget(table, 1)

    def say(self, text: str) -> None:
        """Name the pane; an empty text hides the line."""
        self.caption.setText(text)
        self.caption.setVisible(bool(text))


class Sides(QSplitter):
    """The view of each side, a table each."""

    folded = Signal(bool)
    """The layout has changed; True when stacked."""

    def __init__(self, session: DeskSession, settings: Settings, names: Names, main: PlottingTable, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.settings = settings
        self.main = main
        self.panes: dict[str, Pane] = {}
        for seat in (RAF, LUFTWAFFE):
            table = PlottingTable(session.world, settings)
            table.chips.hide()
            viewer: Any = SecondView(session, seat)
            PlottingDesk(viewer, settings, names, table, seat)
            self.panes[seat] = Pane(table)
            self.addWidget(self.panes[seat])
        self.setChildrenCollapsible(False)
        main.moved.connect(self.follow)
        settings.language_changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Name the panes."""
        for seat, pane in self.panes.items():
            pane.say(self.settings.words("desk.beside.sees", seat=self.settings.words(f"desk.seat.{seat}")))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stack the sides when there is the height for it."""
        super().resizeEvent(event)
        way = Qt.Orientation.Vertical if self.height() >= STACKED else Qt.Orientation.Horizontal
        if way != self.orientation():
            self.setOrientation(way)
        self.folded.emit(way == Qt.Orientation.Vertical)
        QTimer.singleShot(0, self, self.follow)

    def follow(self) -> None:
        """Look at the same part of the map as the main table."""
        seen = self.main.camera
        for pane in self.panes.values():
            table = pane.table
            share = min(table.width() / max(1, self.main.width()), table.height() / max(1, self.main.height()))
            factor = seen.scale * share / table.camera.scale
            if abs(factor - 1) > 0.02:
                table.zoom_freely(factor, (table.width() / 2, table.height() / 2))
            table.centre_on(seen.x, seen.y)
