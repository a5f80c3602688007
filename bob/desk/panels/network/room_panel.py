"""The room: its members, notes, the questions of the other side, the clock; quiet, beside the log."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.joined import OBSERVER, Joined
from bob.games import kit
from bob.rooms.client.membership import Membership
from bob.rooms.client.room_state import JoinedRoom, Letter, OpenQuestion, Person, RegisterLine, UndoAsked
from bob.rooms.terms_wording import terms_text
from bob.words import Words

ALL = "all"
ROOMY = 320
"""A panel higher than this, in pixels of the usual text size, has the people beside a question."""


def seat_text(words: Words, seat: str) -> str:
    """A seat of a room by its name."""
    if seat == OBSERVER:
        return words("desk_join.observer")
    return words(f"desk.seat.{seat}") if words.has(f"desk.seat.{seat}") else seat.replace("_", " ").title()


def room_text(words: Words, one: Membership) -> str:
    """A room that was joined, for a list."""
    seat, values = seat_text(words, one.seat), {"host": one.host, "name": one.name}
    if not one.game:
        return words("desk_join.go_on", seat=seat, **values)
    title = kit(one.game).scenarios(words).get(one.scenario, one.scenario).partition(":")[0]
    return words("desk_join.go_on_of", title=title, seat=seat, **values)


class RoomPanel(QWidget):
    """The room of a joined game."""

    left = Signal()
    """The member has left the room for good."""
    invite_asked = Signal()
    terms_asked = Signal()

    def __init__(self, joined: Joined, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.joined, self.settings = joined, settings
        self.sure: Callable[[], bool] = self._is_sure
        self._shown = JoinedRoom()
        self._heard = time.monotonic()
        self.where, self.clock = QLabel(), QLabel()
        self.where.setWordWrap(True)
        self.where.setTextFormat(Qt.TextFormat.PlainText)
        theme.kind(self.where, "quiet")
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.asked = QFrame()
        self.asked.setObjectName("sheet")
        self.asked_text, self.agree, self.decline = QLabel(), QPushButton(), QPushButton()
        self.asked_text.setWordWrap(True)
        self.asked_text.setTextFormat(Qt.TextFormat.PlainText)  # what others call themselves is no markup
        self.agree.clicked.connect(lambda: self._answer(True))
        self.decline.clicked.connect(lambda: self._answer(False))
        answers = QHBoxLayout()
        answers.addStretch()
        answers.addWidget(self.agree)
        answers.addWidget(self.decline)
        question = QVBoxLayout(self.asked)
        question.setContentsMargins(8, 4, 8, 4)
        question.setSpacing(4)
        question.addWidget(self.asked_text)
        question.addLayout(answers)
        self.asking = QScrollArea()
        self.asking.setWidgetResizable(True)
        self.asking.setFrameShape(QFrame.Shape.NoFrame)
        self.asking.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.asking.setWidget(self.asked)
        self.people, self.notes = QListWidget(), QListWidget()
        for found in (self.people, self.notes):
            found.setWordWrap(True)
            found.setSelectionMode(QListWidget.SelectionMode.NoSelection)
            found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.to, self.line, self.send = QComboBox(), QLineEdit(), QPushButton()
        self.line.setMaxLength(2000)
        self.line.returnPressed.connect(self._send)
        self.send.clicked.connect(self._send)
        writing = QHBoxLayout()
        writing.addWidget(self.to)
        writing.addWidget(self.line, 1)
        writing.addWidget(self.send)
        self.leave, self.invite, self.terms = QPushButton(), QPushButton(), QPushButton()
        self.terms.clicked.connect(self.terms_asked)
        self.leave.clicked.connect(self._leave)
        self.invite.clicked.connect(self.invite_asked)
        head = QHBoxLayout()
        head.addWidget(self.where, 1)
        head.addWidget(self.terms)
        head.addWidget(self.invite)
        head.addWidget(self.leave)
        self.parts = parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(self.people)
        parts.addWidget(self.notes)
        parts.setSizes([180, 320])
        parts.setChildrenCollapsible(False)
        body = QVBoxLayout(self)
        body.setContentsMargins(8, 6, 8, 6)
        body.setSpacing(5)
        body.addLayout(head)
        body.addWidget(self.clock)
        body.addWidget(self.asking, 1)
        body.addWidget(parts, 1)
        body.addLayout(writing)
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._clock)
        joined.room_changed.connect(self._came)
        joined.line_changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        settings.theme_changed.connect(self.refresh)
        self.setFocusProxy(self.line)
        self.refresh()

    # ---- showing

    def _came(self) -> None:
        if self.joined.room.clock != self._shown.clock:
            self._heard = time.monotonic()
        self.refresh()

    def refresh(self) -> None:
        """Show the room as it is."""
        words, room, membership = self.settings.words, self.joined.room, self.joined.membership
        self._shown = room
        self.where.setText(words("desk_join.room.where", room=membership.room, host=membership.host))
        self.people.setAccessibleName(words("desk_join.room.people"))
        self.notes.setAccessibleName(words("desk_join.room.notes"))
        self.people.clear()
        for one in room.members:
            self.people.addItem(self._person(words, one, room))
        at_end = self.notes.verticalScrollBar().value() >= self.notes.verticalScrollBar().maximum() - 4
        self.notes.clear()
        for line in room.register:
            item = QListWidgetItem(register_text(words, line))
            item.setForeground(QColor(theme.look(self.settings).quiet))
            self.notes.addItem(item)
        for note in room.notes:
            self.notes.addItem(note_text(words, note))
        if not room.notes and not room.register:
            self.notes.addItem(words("desk_join.room.no_notes"))
        if at_end:
            self.notes.scrollToBottom()
        self._readers(words, room)
        self.line.setPlaceholderText(words("desk_join.room.write"))
        self.line.setAccessibleName(words("desk_join.room.write"))
        self.send.setText(words("desk_join.room.send"))
        self.leave.setText(words("desk_join.room.leave"))
        self.invite.setText(words("desk_join.invite.button"))
        self.terms.setText(words("desk_join.slips.terms"))
        self.invite.setVisible(membership.seat != OBSERVER)
        self._undo(words, room)
        self._clock()

    def _person(self, words: Words, one: Person, room: JoinedRoom) -> QListWidgetItem:
        tones = theme.look(self.settings)
        share = f" ({', '.join(one.share)})" if one.share else ""
        named = words("desk_join.room.person", name=one.name, seat=seat_text(words, one.seat) + share)
        there = "here" if one.present else "away"
        state = [words(f"desk_join.room.{there}") if self.joined.line.up else words("desk_join.lost")]
        state += [words("desk_join.room.you")] if one.id == room.you else []
        state += [words("desk_join.room.ready")] if one.id in room.ready else []
        mark = "?" if not self.joined.line.up else "●" if one.present else "○"
        item = QListWidgetItem(f"{mark} {named}")
        item.setToolTip(", ".join(state))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{named}, {', '.join(state)}")
        if not one.present:
            item.setForeground(QColor(tones.quiet))
        return item

    def _readers(self, words: Words, room: JoinedRoom) -> None:
        """To whom one may write: one's own side and the referee; as the referee every side, and all."""
        seat = self.joined.membership.seat
        seats = dict.fromkeys(one.seat for one in room.members)
        if seat == REFEREE:
            found = [(ALL, words("desk_join.room.to_all"))]
            found += [(one, seat_text(words, one)) for one in seats if one != REFEREE]
        else:
            found = [] if seat == OBSERVER else [(seat, words("desk_join.room.to_side"))]
            found += [(REFEREE, words("desk_join.room.to_referee"))] if REFEREE in seats else []
        chosen = self.to.currentData()
        if [self.to.itemData(i) for i in range(self.to.count())] != [code for code, _ in found]:
            self.to.clear()
            for code, text in found:
                self.to.addItem(text, code)
            self.to.setCurrentIndex(max(0, self.to.findData(chosen)))
        else:
            for i, (_, text) in enumerate(found):
                self.to.setItemText(i, text)
        self.to.setAccessibleName(words("desk_join.room.to"))
        for part in (self.to, self.line, self.send):
            part.setEnabled(bool(found) and not self.joined.line.over)

    def _undo(self, words: Words, room: JoinedRoom) -> None:
        asked: UndoAsked | OpenQuestion | None = self._question(room)
        self.asked.setVisible(asked is not None)
        self.asking.setVisible(asked is not None)
        self.parts.setVisible(asked is None or self.height() > ROOMY * self.settings.scale)
        if asked is None:
            return
        self.asked_text.setText(question_text(words, asked))
        self.agree.setText(words("desk_join.room.agree"))
        self.decline.setText(words("desk_join.room.decline"))
        for button in (self.agree, self.decline):
            button.setVisible(asked.answer)

    def _question(self, room: JoinedRoom) -> UndoAsked | OpenQuestion | None:
        """Return the question to us, or else our own: one at a time."""
        found: list[UndoAsked | OpenQuestion] = [*room.asked, *([room.undo] if room.undo is not None else [])]
        return next((one for one in found if one.answer), found[0] if found else None)

    def _clock(self) -> None:
        words, clock = self.settings.words, self._shown.clock
        texts = [words("desk_join.held")] if self._shown.held else []
        running = clock is not None and clock.since is not None and not self._shown.held
        if clock is not None:
            left = max(0, round(clock.left - (time.monotonic() - self._heard if running else 0)))
            texts.append(words(f"desk_join.room.clock_{clock.kind}", time=f"{left // 60}:{left % 60:02d}"))
        self.clock.setText(" · ".join(texts))
        self.clock.setVisible(bool(texts))
        if running != self._tick.isActive():
            self._tick.start() if running else self._tick.stop()

    # ---- saying

    def _send(self) -> None:
        text = self.line.text().strip()
        if text and self.to.currentData():
            self.line.clear()
            self.joined.say("note", {"to": self.to.currentData(), "text": text})

    def _answer(self, agree: bool) -> None:
        asked = self._question(self._shown)
        if isinstance(asked, UndoAsked):
            self.joined.say("undo/answer", {"agree": agree, "seat": asked.seat})
        elif asked is not None and asked.kind == "gallery":
            self.joined.say("gallery/answer", {"agree": agree, "delay": asked.delay})
        elif asked is not None:
            self.joined.say("withdraw/answer", {"agree": agree})
        self.asked.hide()
        self.asking.hide()
        self.parts.show()

    def _leave(self) -> None:
        if not self.sure():
            return
        try:
            self.joined.leave(self.left.emit)
        except BobError as error:
            self.where.setText(error.describe(self.settings.words))

    def _is_sure(self) -> bool:
        words = self.settings.words
        found = QMessageBox.question(self, words("desk.dock.room"), words("desk_join.room.leave_sure"))
        return found == QMessageBox.StandardButton.Yes


def question_text(words: Words, asked: UndoAsked | OpenQuestion) -> str:
    """Return the text of the question and its author; or that the answer is pending."""
    kind = ("go" if asked.kind == "away" else asked.kind) if isinstance(asked, OpenQuestion) else "undo"
    delay = asked.delay if isinstance(asked, OpenQuestion) else 0
    key = kind if asked.answer else f"{kind}_waits"
    return words(f"desk_join.room.{key}", name=asked.name, seat=seat_text(words, asked.seat), delay=delay)


def register_text(words: Words, line: RegisterLine) -> str:
    """A line of the register."""
    whose, by = seat_text(words, line.whose), words("desk_join.register.host")
    if line.whose == OBSERVER and line.side:
        whose = words.label(whose, words("desk_join.register.of_side", side=seat_text(words, line.side)))
    elif line.whose == OBSERVER:
        whose = words.label(whose, words("desk_join.register.of_truth", delay=line.delay))
    if line.by:
        by = words("desk_join.person_of", name=line.by, seat=seat_text(words, line.by_seat))
    key = line.what if line.name or line.what != "withdrawn" else "withdrawn_unused"
    return words(f"desk_join.register.{key}", name=line.name, whose=whose, by=by, delay=line.delay)


def note_text(words: Words, note: Letter) -> str:
    """A note with who wrote it, and to whom; or that the terms were changed, and how."""
    if note.terms is not None:
        text = words.separated(terms_text(words, note.terms))
        return words("room.terms.changed", name=note.name, seat=seat_text(words, note.seat), terms=text)
    to = words("desk_join.room.to_all") if note.to == ALL else seat_text(words, note.to)
    return words("desk_join.room.note", name=note.name, seat=seat_text(words, note.seat), to=to, text=note.text)
