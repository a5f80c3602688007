"""The terms of a room: read by all members, set by the umpire or the host, while the game goes on."""

from __future__ import annotations

from typing import Any, get_args

from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from bob.core.game import REFEREE
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.joined import Joined
from bob.desk.panels.network.room_panel import seat_text
from bob.games import kit
from bob.rooms.book import ClockKind
from bob.rooms.terms_wording import officer_text, terms_text


class TermsBox(QDialog):
    """The terms of a room."""

    def __init__(self, joined: Joined, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.joined, self.settings = joined, settings
        words, room = settings.words, joined.room
        self.setWindowTitle(words("desk_join.terms.title"))
        game = joined.core.match.game if joined.core is not None else None
        self.has_referee = REFEREE in room.seats
        players = tuple(seat for seat in room.seats if seat != REFEREE)
        self.notice = QLabel("\n".join(terms_text(words, room.terms, referee=self.has_referee)))
        self.notice.setWordWrap(True)
        self.slips = QCheckBox(words("pages.terms.slips"))
        self.slips.setChecked(room.terms.slips)
        self.clock = QComboBox()
        for kind in get_args(ClockKind):
            self.clock.addItem(words(f"pages.terms.clock_{kind}"), kind)
        self.clock.setCurrentIndex(self.clock.findData(room.terms.clock))
        self.seconds = self._spin(room.terms.seconds, 0, 86400, 30)
        self.deputies: dict[str, QComboBox] = {}
        for seat in players:
            box = QComboBox()
            box.addItem(words("pages.terms.nobody"), "")
            for name in kit(game.name).players(seat) if game is not None else ():
                box.addItem(officer_text(words, name), name)
            box.setCurrentIndex(max(0, box.findData(room.terms.deputies.get(seat, ""))))
            self.deputies[seat] = box
        self.away = self._spin(room.terms.away, 5, 86400, 30)
        self.delay = QSpinBox()
        self.delay.setRange(0, 1000)
        self.delay.setValue(room.terms.delay)
        theme.inset(self.delay)
        self.dice = QComboBox()
        for hand in ("program", "referee"):
            self.dice.addItem(words(f"pages.terms.dice_{hand}"), hand)
        self.dice.setCurrentIndex(max(0, self.dice.findData(room.terms.dice)))
        self.clock.currentIndexChanged.connect(lambda _: self._clocked())
        self._clocked()
        self.form = QWidget()
        rows = QFormLayout(self.form)
        rows.setContentsMargins(0, 0, 0, 0)
        if self.has_referee:
            rows.addRow("", self.slips)
        rows.addRow(words("pages.terms.clock"), self.clock)
        rows.addRow(words("desk_join.terms.seconds"), self.seconds)
        for seat, box in self.deputies.items():
            rows.addRow(words("pages.terms.deputy", seat=seat_text(words, seat)), box)
        rows.addRow(words("desk_join.terms.away"), self.away)
        rows.addRow(words("pages.terms.delay"), self.delay)
        if self.has_referee:
            rows.addRow(words("pages.terms.dice"), self.dice)
        note = QLabel(words("pages.terms.note"))
        note.setWordWrap(True)
        theme.kind(note, "quiet")
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton(words("pages.terms.set"), QDialogButtonBox.ButtonRole.AcceptRole)
        theme.kind(self.go, "primary")
        self.buttons.addButton(words("desk.box.cancel" if room.may_agree else "desk_join.close"), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self._set)
        self.buttons.rejected.connect(self.reject)
        body = QVBoxLayout(self)
        body.addWidget(self.notice)
        body.addWidget(self.form)
        body.addWidget(note)
        body.addWidget(self.buttons)
        for part in (self.form, note, self.go):
            part.setVisible(room.may_agree)
        self.notice.setVisible(not room.may_agree)
        self.setMinimumWidth(round(460 * settings.scale))

    def _clocked(self) -> None:
        """Seconds are for a clock."""
        self.seconds.setEnabled(self.clock.currentData() != "none")

    def _spin(self, value: int, least: int, most: int, step: int) -> QSpinBox:
        spin = QSpinBox()
        spin.setRange(least, most)
        spin.setSingleStep(step)
        spin.setValue(value)
        spin.setSuffix(" s")
        theme.inset(spin)
        return spin

    def terms(self) -> dict[str, Any]:
        """Return the terms on the form, as the room's message."""
        deputies = {seat: box.currentData() for seat, box in self.deputies.items() if box.currentData()}
        return {
            "slips": self.has_referee and self.slips.isChecked(),
            "clock": self.clock.currentData(),
            "seconds": self.seconds.value(),
            "deputies": deputies,
            "away": self.away.value(),
            "delay": self.delay.value(),
            "dice": self.dice.currentData() if self.has_referee else None,
        }

    def _set(self) -> None:
        self.joined.say("terms", {"terms": self.terms()})
        self.accept()
