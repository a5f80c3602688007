"""The form for hosting a game of this desk: its reach, and the seats for people who join."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from bob.core.kit import HUMAN
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.join_box import MOST_NAME, NAME, usual_name
from bob.desk.panels.network.room_panel import seat_text
from bob.driver import OUTSIDE

NETWORK, HERE = "0.0.0.0", "127.0.0.1"


class HostBox(QDialog):
    """Asks that."""

    def __init__(self, settings: Settings, seats: Mapping[str, str], own: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = settings.words
        self._before, self._settings = dict(seats), settings
        self.setWindowTitle(words("desk_join.invite.box"))
        about = QLabel(words("desk_join.invite.hosting"))
        about.setWordWrap(True)
        self.reach = QComboBox()
        for address, key in ((NETWORK, "network"), (HERE, "here")):
            self.reach.addItem(words(f"desk_join.invite.{key}"), address)
        self.reach.setAccessibleName(words("desk_join.invite.reach"))
        note = QLabel(words("desk_join.invite.open"))
        note.setWordWrap(True)
        theme.kind(note, "quiet")
        self.name = QLineEdit(usual_name(settings))
        self.name.setMaxLength(MOST_NAME)
        called = QLabel(words("desk_join.name"))
        called.setBuddy(self.name)
        self.name.setAccessibleName(called.text().replace("&", ""))
        naming = QHBoxLayout()
        naming.addWidget(called)
        naming.addWidget(self.name, 1)
        self.own = QComboBox()
        persons = [seat for seat, who in seats.items() if who in OUTSIDE]
        for seat in sorted(persons, key=lambda seat: seat != own):
            self.own.addItem(words("desk_join.invite.own", seat=seat_text(words, seat)), seat)
        self.own.setAccessibleName(words("desk_join.invite.own_seat"))
        self.own.setVisible(len(persons) > 1)
        body = QVBoxLayout(self)
        body.addWidget(about)
        body.addLayout(naming)
        for part in (self.own, self.reach, note):
            body.addWidget(part)
        self.reach.currentIndexChanged.connect(lambda _: note.setVisible(self.address == NETWORK))
        self.people: dict[str, QCheckBox] = {}
        for seat, who in seats.items():
            if who not in OUTSIDE:
                named = words(f"staff.officer.{who}") if words.has(f"staff.officer.{who}") else who
                self.people[seat] = QCheckBox(words("desk_join.invite.person", seat=seat_text(words, seat), who=named))
                self.people[seat].setChecked(not any(s != own and w in OUTSIDE for s, w in seats.items()))
                body.addWidget(self.people[seat])
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        go = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        go.setText(words("desk_join.invite.host"))
        theme.kind(go, "primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        body.addWidget(self.buttons)
        self.setMinimumWidth(round(480 * settings.scale))

    def accept(self) -> None:
        """Remember the name, which the host has in the room, too."""
        self._settings.remember(NAME, self.name.text().strip())
        super().accept()

    @property
    def address(self) -> str:
        """The address to listen at."""
        return str(self.reach.currentData())

    @property
    def seat(self) -> str:
        """The seat of the host."""
        return str(self.own.currentData())

    @property
    def seats(self) -> dict[str, str]:
        """The players of the seats after this choice."""
        return {seat: HUMAN if seat in self.people and self.people[seat].isChecked() else who for seat, who in self._before.items()}
