"""The bar with which one looks back in a game by itself: a slider through all that the seat at the screen did and heard."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSlider, QWidget

from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.session.own_game import OwnGame


class GameHistory(QFrame):
    """The bar; hidden while the present is shown."""

    left = Signal()
    """Back in the present."""

    def __init__(self, settings: Settings, table: OwnGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.setObjectName("bar")
        self._stops: list[int] = []
        self._quiet = False
        self.label = QLabel()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.valueChanged.connect(self._moved)
        self.now = QPushButton()
        theme.kind(self.now, "primary")
        self.now.clicked.connect(lambda: self.open(False))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(self.label)
        row.addWidget(self.slider, 1)
        row.addWidget(self.now)
        table.changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        settings.text_size_changed.connect(self.refresh)
        self.hide()
        self.refresh()

    def open(self, there: bool = True) -> None:
        """Look back, or go back to the present."""
        if not there:
            self.table.look(None)
            self.hide()
            self.left.emit()
            return
        self.show()
        self.refresh()
        self.slider.setFocus()

    def _moved(self, place: int) -> None:
        if self._quiet or not 0 <= place < len(self._stops):
            return
        try:
            self.table.look(self._stops[place])
        except BobError as error:
            self.table.failed.emit(error)

    def refresh(self) -> None:
        """Show where in the game one is."""
        words, shown = self.settings.words, self.table.shown
        self._stops = self.table.stops
        place = next((i for i, number in enumerate(self._stops) if number >= shown), max(0, len(self._stops) - 1))
        self._quiet = True
        self.slider.setRange(0, max(0, len(self._stops) - 1))
        self.slider.setValue(place)
        self._quiet = False
        text = words("desk_game.past_at", number=place, count=max(0, len(self._stops) - 1))
        self.label.setText(text)
        self.label.setMinimumWidth(round(150 * self.settings.scale))
        self.slider.setAccessibleName(words("desk_game.past"))
        self.slider.setAccessibleDescription(text)
        self.now.setText(words("desk.past.now"))
