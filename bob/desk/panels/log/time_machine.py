"""The time machine: a slider through the turns, the film of the day, the choice of the seat's view, and a new game from any turn."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QMargins, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QPushButton, QSlider, QToolButton, QVBoxLayout, QWidget

from bob.core.game import REFEREE
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import figure
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.flow import WrappedRow
from bob.desk.session.session import DeskSession

PACES = (2000, 1000, 500, 250)
"""Milliseconds that a turn of the film is shown, by pace."""


class TimeBar(QFrame):
    """The bar under the strip while one looks back."""

    branch_asked = Signal(int)
    closed = Signal()

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.setObjectName("bar")
        self._stops: list[tuple[int, int]] = []
        self._quiet = False
        rows = QVBoxLayout(self)
        rows.setContentsMargins(12, 4, 12, 4)
        row = WrappedRow(QMargins(0, 0, 0, 0), 6)
        rows.addWidget(row)
        self.label = QLabel()
        self.label.setMinimumWidth(round(150 * settings.scale))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.valueChanged.connect(self._moved)
        self.viewer: dict[str, QToolButton] = {}
        self.film = QTimer(self)
        self.film.timeout.connect(self._play_next)
        self.play = QToolButton()
        self.play.clicked.connect(lambda: self.stop() if self.film.isActive() else self.run())
        self.pace = QComboBox()
        for milliseconds in PACES:
            self.pace.addItem("", milliseconds)
        self.pace.setCurrentIndex(1)
        self.pace.currentIndexChanged.connect(lambda _: self.film.setInterval(self.pace.currentData()))
        self.now = QPushButton()
        self.now.clicked.connect(self.leave)
        self.branch = QPushButton()
        self.branch.clicked.connect(lambda: self.branch_asked.emit(session.shown))
        row.add(self.label, self.play, self.pace)
        rows.addWidget(self.slider)
        for seat in (RAF, LUFTWAFFE, REFEREE):
            button = QToolButton()
            button.setCheckable(True)
            button.clicked.connect(partial(self._look_as, seat))
            self.viewer[seat] = button
            row.add(button)
        row.add(self.branch, self.now)
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        settings.text_size_changed.connect(self.refresh)
        self.hide()
        self.refresh()

    def open(self) -> None:
        """Look back, at first at the turn before."""
        self.show()
        self.refresh()
        self.slider.setFocus()

    def show_film(self) -> None:
        """The film of the day from its beginning."""
        self.open()
        self.slider.setValue(0)
        self.run()

    def run(self) -> None:
        """Run the film from the turn shown, or from the beginning when it is at its end."""
        if self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self.film.start(self.pace.currentData())
        self.refresh()

    def stop(self) -> None:
        """Hold the film."""
        self.film.stop()
        self.refresh()

    def _play_next(self) -> None:
        if self.slider.value() >= self.slider.maximum():
            self.stop()
        else:
            self.slider.setValue(self.slider.value() + 1)

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the film while it is hidden."""
        self.film.stop()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The space bar runs the film and holds it."""
        if event.key() == Qt.Key.Key_Space:
            self.stop() if self.film.isActive() else self.run()
        else:
            super().keyPressEvent(event)

    def leave(self) -> None:
        """Back to the present."""
        self.film.stop()
        self.session.look(None)
        if self.session.seat != self.session.seated and self.session.seated != REFEREE:
            self.session.look_as(self.session.seated)
        self.hide()
        self.closed.emit()

    def go(self, steps: int) -> None:
        """Move by `steps` turns, forward or back."""
        if self.isHidden():
            self.open()
        self.slider.setValue(self.slider.value() + steps)

    def to_number(self, number: int) -> None:
        """Show the game as it was after an entry."""
        self.open()
        self.session.look(number)

    def _look_as(self, seat: str, _: bool = False) -> None:
        self.session.look_as(seat)

    def _moved(self, place: int) -> None:
        if not self._quiet and 0 <= place < len(self._stops):
            number = self._stops[place][1]
            self.session.look(None if place == len(self._stops) - 1 else number)

    def refresh(self) -> None:
        """Show where in the game one is."""
        session, words = self.session, self.settings.words
        self._stops = session.turn_ends()
        shown = session.shown
        place = next((i for i, (_, number) in enumerate(self._stops) if number >= shown), len(self._stops) - 1)
        self._quiet = True
        self.slider.setRange(0, max(0, len(self._stops) - 1))
        self.slider.setValue(place)
        self._quiet = False
        turn = self._stops[place][0]
        view = session.view(session.seat)
        clock = (view.raf if session.seat == REFEREE else view).common.clock
        text = words("desk.past.turn", turn=turn, clock=clock) if turn else words("desk.past.beginning")
        self.label.setText(text)
        self.play.setText(words("desk.past.hold" if self.film.isActive() else "desk.past.play"))
        self.play.setToolTip(words("desk.past.play_tip"))
        for index, milliseconds in enumerate(PACES):
            self.pace.setItemText(index, words("desk.past.pace", seconds=figure(words, milliseconds / 1000)))
        self.pace.setAccessibleName(words("desk.past.pace_name"))
        self.slider.setAccessibleName(words("desk.past.slider"))
        self.slider.setAccessibleDescription(text)
        self.now.setText(words("desk.past.now"))
        self.branch.setText(words("desk.past.branch"))
        may_branch = session.is_over or session.seated == REFEREE or len(session.persons) == 1
        self.branch.setVisible(may_branch and not session.core.elsewhere)
        for seat, button in self.viewer.items():
            button.setText(words(f"desk.seat.{seat}"))
            button.setVisible(session.may_look(seat))
            button.setChecked(session.seat == seat)
        theme.kind(self.now, "primary")
