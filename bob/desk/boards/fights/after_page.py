"""The page with the result of an engagement, as known to the seat at the screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.game import Event
from bob.core.text import capital
from bob.day.telling import flown_fights
from bob.day.telling.period_names import Names, count, listed
from bob.desk.base.settings import Settings
from bob.desk.base.settings import keys as bindings
from bob.desk.base.theme import theme
from bob.desk.boards.fights.ask_page import KEYS
from bob.desk.boards.shared.shot_table import ShotTable
from bob.desk.session.answers import emptied
from bob.tactical.slot import how_text
from bob.words import Words

LOST = flown_fights.HEADS.index("lost")


def brief(events: Sequence[Event], words: Words, names: Names) -> str:
    """Describe the result in a line, for the page that already asks about the next one."""
    parts = [
        words(
            "desk_fights.after.brief",
            side=capital(words(f"ops.seat.{flown_fights.side_of(event)}")),
            lost=sum(event.data["lost"].values()),
            sent=sum(n for _, n in event.data["units"]),
            claims=event.data["claims"],
        )
        for event in events
    ]
    return words("desk_fights.after.before", place=names.at(words, events[0].data["hex"]), told=" ".join(parts))


class AfterPage(QFrame):
    """The result of an engagement."""

    closed = Signal()
    place_asked = Signal(str)
    resized = Signal()
    """The page needs more or less of the sheet."""

    def __init__(self, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.names = settings, names
        self.events: Sequence[Event] = ()
        self.following = ""
        self.debrief: flown_fights.Debrief | None = None
        self.setObjectName("sheet")
        self.caption, self.title, self.note = QLabel(), QLabel(), QLabel()
        theme.kind(self.caption, "caption")
        theme.kind(self.title, "heading")
        theme.kind(self.note, "quiet")
        self.title.setWordWrap(True)
        self.note.setWordWrap(True)
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(18)
        self.go, self.show_place = QPushButton(), QPushButton()
        theme.kind(self.go, "primary")
        self.go.clicked.connect(self.closed.emit)
        self.show_place.clicked.connect(self.show_on_map)
        self.shots, self.lines = QPushButton(), ShotTable()
        self.shots.setCheckable(True)
        self.shots.toggled.connect(lambda _: self._turn_over())
        self.books = QWidget()
        self.books.setLayout(self.grid)
        theme.kind(self.books, "page")
        row = QHBoxLayout()
        row.addWidget(self.show_place)
        row.addWidget(self.shots)
        row.addStretch()
        row.addWidget(self.go)
        body = QVBoxLayout(self)
        body.setContentsMargins(22, 16, 22, 16)
        body.setSpacing(8)
        body.addWidget(self.caption)
        body.addWidget(self.title)
        body.addWidget(self.books)
        body.addWidget(self.lines, 1)
        body.addWidget(self.note)
        body.addStretch()
        body.addLayout(row)
        settings.language_changed.connect(self.refresh)
        settings.text_size_changed.connect(self.refresh)
        settings.keys_changed.connect(self.refresh)

    def show_events(self, events: Sequence[Event], following: str = "", debrief: flown_fights.Debrief | None = None) -> None:
        """Show an engagement by its "combat" events; `following` says what comes next, when it is not the war."""
        if list(events) != list(self.events):
            self.shots.setChecked(False)
        self.events, self.following, self.debrief = events, following, debrief
        self.refresh()

    @property
    def wide(self) -> bool:
        """Return whether it shows a fight that was flown."""
        return any(map(flown_fights.was_flown, self.events))

    @property
    def lists_shots(self) -> bool:
        """Return whether it shows the shots of a flown fight in place of the books."""
        return self.debrief is not None and self.shots.isChecked()

    def _turn_over(self) -> None:
        """Show the shots or the books, on as much of the sheet as they need."""
        self.refresh()
        self.resized.emit()

    def clear(self) -> None:
        """Hold nothing of any engagement."""
        self.events, self.debrief = (), None
        self.lines.setRowCount(0)
        emptied(self.grid)
        for label in (self.caption, self.title, self.note):
            label.clear()

    def refresh(self) -> None:
        words = self.settings.words
        key = bindings.shown(self.settings, "fights.map", KEYS["fights.map"])
        self.go.setText(words(f"desk_fights.after.go_{self.following}" if self.following else "desk_fights.after.go"))
        self.show_place.setText(words("desk_fights.keyed", text=words("desk_fights.after.place"), cap=key))
        if not self.events:
            return
        first = self.events[0].data
        how = how_text(words, first["resolver"], self.names.slot)
        self.caption.setText(words("desk_fights.after.caption", number=first["number"], how=how))
        self.title.setText(words("desk_fights.after.title", place=self.names.at(words, first["hex"])))
        emptied(self.grid)
        row = 0
        for event in self.events:
            row = self._flown_side(event, row) if flown_fights.was_flown(event) else self._side(event, row)
        self.grid.setColumnStretch(0, 0 if self.wide else 1)
        self.grid.setColumnStretch(1, 1 if self.wide else 0)
        self._show_shots()
        if self.debrief is not None and self.lists_shots:
            self.note.setText(self.debrief.summary)
            return
        self.note.setText(words("desk_fights.after.truth" if len(self.events) == 1 else "desk_fights.after.whole"))

    def _side(self, event: Event, row: int) -> int:
        """Show the losses and claims of one side."""
        words, data = self.settings.words, event.data
        side = capital(words(f"ops.seat.{flown_fights.side_of(event)}"))
        for column, text in enumerate([side, *(words(f"desk_fights.after.{name}") for name in ("sent", "lost", "damaged"))]):
            head = QLabel(text)
            head.setFont(theme.font(self.settings, 14, bold=True)) if column == 0 else theme.kind(head, "quiet")
            self.grid.addWidget(head, row, column, Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight)
        for unit, sent in data["units"]:
            row += 1
            lost, damaged = data["lost"].get(unit, 0), data["damaged"].get(unit, 0)
            self.grid.addWidget(QLabel(unit), row, 0)
            for column, figure in enumerate((sent, lost, damaged), 1):
                cell = QLabel(str(figure) if figure or column == 1 else "–")
                if figure and column == 2:
                    theme.kind(cell, "warning")
                self.grid.addWidget(cell, row, column, Qt.AlignmentFlag.AlignRight)
        row += 1
        line = QLabel(self._claims(data))
        line.setWordWrap(True)
        self.grid.addWidget(line, row, 0, 1, 4)
        self.grid.setRowMinimumHeight(row + 1, 10)
        return row + 2

    def _show_shots(self) -> None:
        """Show the shots in place of the books, or the books."""
        words, debrief = self.settings.words, self.debrief
        on = self.lists_shots
        self.shots.setVisible(debrief is not None)
        self.shots.setText(self._keyed_shots("flown.debrief.hide" if on else "flown.debrief.title"))
        self.books.setVisible(not on)
        self.lines.setVisible(on)
        if debrief is None or not on:
            return
        self.lines.show_rows(words, debrief.rows)

    def _keyed_shots(self, key: str) -> str:
        cap = bindings.shown(self.settings, "fights.shots", KEYS["fights.shots"])
        return self.settings.words("desk_fights.keyed", text=self.settings.words(key), cap=cap)

    def _claims(self, data: flown_fights.CombatReport) -> str:
        """Return the claims of a side, and its lost crews."""
        words = self.settings.words
        foes = listed(words, [f"{n} {self.names.aircraft(code)}" for code, n, _ in data["foes"]])
        crews = words("desk_fights.after.crews", crews=data["crews_lost"]) if any(data["lost"].values()) else ""
        return words("desk_fights.after.claims", claims=count(words, "aircraft", data["claims"]), foes=foes, crews=crews).strip()

    def _flown_side(self, event: Event, row: int) -> int:
        """Show the models of a side, the aircraft booked for the day, and the reasons for the difference (OPS-D1.8)."""
        words, data = self.settings.words, event.data
        heads = [capital(words(f"ops.seat.{flown_fights.side_of(event)}")), *flown_fights.heads(words)[1:]]
        for i, cells in enumerate([heads, *flown_fights.rows(words, data, self.debrief.worn if self.debrief is not None else None)]):
            for column, text in enumerate(cells):
                cell = QLabel(text)
                if i == 0:
                    cell.setFont(theme.font(self.settings, 14, bold=True)) if column == 0 else theme.kind(cell, "quiet")
                elif column == LOST and text.isdecimal():
                    theme.kind(cell, "warning")
                cell.setWordWrap(column == 1)
                side = Qt.AlignmentFlag.AlignLeft if column < 2 else Qt.AlignmentFlag.AlignRight
                self.grid.addWidget(cell, row + i, column, side if column != 1 else Qt.AlignmentFlag(0))
        row += len(data["units"]) + 1
        for text in (*flown_fights.reasons(words, data, self.names), self._claims(data)):
            line = QLabel(text)
            line.setWordWrap(True)
            self.grid.addWidget(line, row, 0, 1, len(heads))
            row += 1
        self.grid.setRowMinimumHeight(row, 10)
        return row + 1

    def show_on_map(self) -> None:
        """Let the table show where it was."""
        if self.events:
            self.place_asked.emit(str(self.events[0].data["hex"]))

    def may(self, code: str) -> bool:
        """Return whether an action of the sheet belongs to this page as it is now."""
        return code == "fights.map" or (code == "fights.shots" and self.debrief is not None)

    def carry_out(self, code: str) -> None:
        """Run the action of a key of the page."""
        if code == "fights.shots":
            self.shots.toggle()
        else:
            self.show_on_map()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        code = bindings.pressed(self.settings, KEYS, event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Space):
            self.closed.emit()
        elif code is not None and self.may(code):
            self.carry_out(code)
        else:
            super().keyPressEvent(event)
